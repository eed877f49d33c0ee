"""Japanese: numbers in kanji and kana, money, dates, times, digit strings, negation, and ordinary words made of their characters."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from num2words import num2words

from callproof.spoken.language import language_of
from callproof.spoken.tokens import tokenize
from callproof.spoken.values import NEGATION, NOTHING, Value, code, money, number
from tests.unit.spoken.languages.lattice import can_agree, read, spans, times, values

MONDAY = date(2026, 11, 30)
KANJI = "〇一二三四五六七八九"
KANA = ["", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅう"]
HUNDREDS = [
    "",
    "ひゃく",
    "にひゃく",
    "さんびゃく",
    "よんひゃく",
    "ごひゃく",
    "ろっぴゃく",
    "ななひゃく",
    "はっぴゃく",
    "きゅうひゃく",
]
THOUSANDS = [
    "",
    "せん",
    "にせん",
    "さんぜん",
    "よんせん",
    "ごせん",
    "ろくせん",
    "ななせん",
    "はっせん",
    "きゅうせん",
]
KANA_DIGITS = ["ぜろ", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅう"]


def kanji(number: int) -> str:
    if number == 0:
        return "零"
    text = ""
    for myriad, name in ((10**8, "億"), (10**4, "万"), (1, "")):
        amount = number // myriad % 10**4
        for unit, small in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
            digit = amount // unit % 10
            if digit:
                text += (KANJI[digit] if digit > 1 or unit == 1 else "") + small
        text += name if amount else ""
    return text


def positional(number: int) -> str:
    return "".join(KANJI[int(digit)] for digit in str(number))


def kana(number: int) -> str:
    def below_myriad(n: int) -> str:
        tens = n // 10 % 10
        ten = (KANA[tens] if tens > 1 else "") + "じゅう" if tens else ""
        return THOUSANDS[n // 1000] + HUNDREDS[n // 100 % 10] + ten + KANA[n % 10]

    high, low = divmod(number, 10**4)
    head = "いっせん" if high == 1000 else below_myriad(high)
    return (f"{head}まん" if high else "") + below_myriad(low) or "ゼロ"


def numbers(text: str) -> set[object]:
    return {value.key for value in values("ja", text) if value.kind == "number"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("十五", 15), ("五十", 50), ("一万五千", 15_000), ("二千二十六", 2026), ("三〇五", 305), ("零", 0), ("〇", 0), ("ゼロ", 0), ("ぜろ", 0), ("五", 5),
        ("はい、五です。", 5), ("百万", 1_000_000), ("一億二千万", 120_000_000), ("三〇", 30), ("じゅうご", 15), ("ごじゅう", 50), ("いちまんごせん", 15_000),
        ("よんじゅうなな", 47), ("しちじゅうし", 74), ("きゅうじゅうく", 99), ("はっぴゃく", 800), ("さんぜんろっぴゃく", 3600), ("ジュウゴ", 15), ("1万5千", 15_000),
        ("15万", 150_000), ("1億2千万", 120_000_000), ("1万5000", 15_000), ("二千 二十六", 2026), ("九千九百九十九億九千九百九十九万九千九百九十九", 999_999_999_999),
    ],
)  # fmt: skip
def test_a_number_that_is_the_whole_text(text: str, value: int) -> None:
    assert Decimal(value) in numbers(text)


@pytest.mark.parametrize(
    ("text", "span", "value"),
    [
        ("りんごを三個ください", "三", 3), ("ひとつください", "ひとつ", 1), ("一つください", "一つ", 1), ("もう一つお願いします", "一つ", 1), ("みっつです", "みっつ", 3),
        ("ふたりで行きます", "ふたり", 2), ("二名で予約したい", "二", 2), ("二十歳です", "二十", 20), ("三か月使いました", "三", 3), ("三〇五号室です", "三〇五", 305),
        ("五階にあります", "五", 5), ("五十返金してください", "五十", 50), ("金額は五十に変更", "五十", 50), ("三点五リットル", "三点五", "3.5"), ("〇・五倍です", "〇・五", "0.5"),
        ("内線三へ", "三", 3), ("ふつかかかります", "", 2), ("はつかに届きます", "はつか", 20), ("一週間かかります", "一", 1), ("四十五分待ちました", "四十五", 45),
        ("十分後に電話します", "十", 10), ("およそ百五十です", "百五十", 150),
    ],
)  # fmt: skip
def test_a_number_in_a_sentence(text: str, span: str, value: int | str) -> None:
    found = [s.text for s in read("ja", text).spans() if number(Decimal(value)) in s.readings]
    assert found == ([span] if span else [])


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("一万五千円", "15000", "JPY"), ("15,000円", "15000", "JPY"), ("1万5千円です", "15000", "JPY"), ("¥15,000", "15000", "JPY"), ("一五〇〇円", "1500", "JPY"),
        ("いちまんごせんえん", "15000", "JPY"), ("五十ドル", "50", "USD"), ("五十ドル十セント", "50.10", "USD"), ("50ドル10セント", "50.10", "USD"), ("$50", "50", "USD"),
        ("十五ユーロです", "15", "EUR"), ("千円", "1000", "JPY"), ("三円", "3", "JPY"), ("零円", "0", "JPY"), ("十セント", "0.10", None), ("百万円", "1000000", "JPY"),
        ("三千ウォン", "3000", "KRW"),
    ],
)  # fmt: skip
def test_money(text: str, amount: str, currency: str | None) -> None:
    assert values("ja", text) == {money(Decimal(amount), currency)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("十五パーセント", "15"), ("15%", "15"), ("15パーセント", "15"), ("三割", "30"), ("三割五分", "35"), ("3割引", "30"), ("ゼロパーセント", "0"), ("百パーセント", "100"),
        ("三点五パーセント", "3.5"), ("じゅうごパーセント", "15"),
    ],
)  # fmt: skip
def test_percentages(text: str, value: str) -> None:
    assert values("ja", text) == {Value("percent", Decimal(value).normalize())}


@pytest.mark.parametrize(
    ("text", "value"),
    [("三番目", 3), ("3番目", 3), ("二つ目", 2), ("ひとつ目", 1), ("みっつめ", 3), ("二回目", 2), ("第三回", 3), ("第2希望", 2), ("第二", 2), ("十一人目", 11)],
)  # fmt: skip
def test_ordinals(text: str, value: int) -> None:
    assert values("ja", text) == {Value("ordinal", value)}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("十二月二十二日", (None, 12, 22)), ("12月22日", (None, 12, 22)), ("三月ついたち", (None, 3, 1)), ("三月ふつか", (None, 3, 2)), ("十二月はつか", (None, 12, 20)),
        ("二月二十九日", (None, 2, 29)), ("2026年3月3日", (2026, 3, 3)), ("二千二十六年三月三日", (2026, 3, 3)), ("二〇二六年三月三日", (2026, 3, 3)),
        ("令和八年三月三日", (2026, 3, 3)), ("令和元年五月一日", (2019, 5, 1)), ("平成三十一年四月三十日", (2019, 4, 30)), ("じゅうにがつにじゅうににち", (None, 12, 22)),
        ("しがつついたち", (None, 4, 1)), ("三月", (None, 3, None)), ("来年の三月三日", (2027, 3, 3)), ("来月十五日", (2026, 12, 15)), ("今日", (2026, 11, 30)),
        ("本日", (2026, 11, 30)), ("明日", (2026, 12, 1)), ("あした", (2026, 12, 1)), ("あす", (2026, 12, 1)), ("明後日", (2026, 12, 2)), ("あさって", (2026, 12, 2)),
        ("昨日", (2026, 11, 29)), ("きのう", (2026, 11, 29)), ("一昨日", (2026, 11, 28)), ("三日後", (2026, 12, 3)), ("一週間後", (2026, 12, 7)), ("二日前", (2026, 11, 28)),
        ("ふつか後", (2026, 12, 2)),
    ],
)  # fmt: skip
def test_dates(text: str, key: tuple[int | None, int, int | None]) -> None:
    assert values("ja", text, MONDAY) == {Value("date", key)}


@pytest.mark.parametrize("text", ["十三月一日", "二月三十日", "4月31日"])
def test_there_is_no_such_date(text: str) -> None:
    assert not any(v.kind == "date" and v.key[2] for s in read("ja", text).spans() for v in s.readings)  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("火曜日", {Value("weekday", (1, None)), Value("date", (2026, 12, 1))}),
        ("月曜", {Value("weekday", (0, None)), Value("date", (2026, 11, 30)), Value("date", (2026, 12, 7))}),
        ("かようび", {Value("weekday", (1, None)), Value("date", (2026, 12, 1))}),
        ("来週の火曜日", {Value("weekday", (1, "next")), Value("date", (2026, 12, 8))}),
        ("来週火曜", {Value("weekday", (1, "next")), Value("date", (2026, 12, 8))}),
        ("今週の金曜日", {Value("weekday", (4, "this")), Value("weekday", (4, None)), Value("date", (2026, 12, 4))}),
        ("先週の土曜日", {Value("weekday", (5, "last")), Value("date", (2026, 11, 28))}),
        ("再来週の水曜日", {Value("weekday", (2, "after next")), Value("date", (2026, 12, 16))}),
    ],
)  # fmt: skip
def test_weekdays(text: str, expected: set[Value]) -> None:
    assert values("ja", text, MONDAY) == expected


def test_shares_and_ranges() -> None:
    assert {Value("percent", Decimal(50)), number(Decimal("0.5"))} <= values("ja", "半分")
    assert can_agree("ja", "2〜3千円", "二、三千円")
    assert not can_agree("ja", "2〜3千円", "2円")
    assert can_agree("ja", "令和8年", "2026年")


def test_without_the_day_of_the_call_days_are_relative() -> None:
    assert values("ja", "明後日") == {Value("day", 2)}
    assert values("ja", "三日後") == {Value("day", 3)}
    assert values("ja", "来週の火曜日") == {Value("weekday", (1, "next"))}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("午後四時半", ["16:30"]), ("四時半", ["04:30", "16:30"]), ("午前十時", ["10:00"]), ("正午", ["12:00"]), ("七時十五分", ["07:15", "19:15"]),
        ("五時十分前", ["04:50", "16:50"]), ("16時30分", ["16:30"]), ("午後4:30", ["16:30"]), ("午後4時半", ["16:30"]), ("16:30", ["16:30"]), ("ごごよじはん", ["16:30"]),
        ("ごぜんくじ", ["09:00"]), ("夜九時", ["21:00"]), ("夜の十二時", ["00:00"]), ("深夜一時", ["01:00"]), ("昼の一時", ["13:00"]), ("朝の八時", ["08:00"]),
        ("夕方五時", ["17:00"]), ("零時", ["00:00"]), ("一時に", ["01:00", "13:00"]), ("一時半", ["01:30", "13:30"]), ("7時ちょうど", ["07:00", "19:00"]), ("二十一時", ["21:00"]),
        ("七時ごろ", ["07:00", "19:00"]), ("午後一時五分", ["13:05"]), ("24時", ["00:00"]), ("午前0時", ["00:00"]), ("午後0時", ["12:00"]), ("午後零時三十分", ["12:30"]), ("四時半に", ["04:30", "16:30"]),
    ],
)  # fmt: skip
def test_times(text: str, expected: list[str]) -> None:
    assert times("ja", text) == expected


def test_before_a_time_or_so_many_minutes_before_it() -> None:
    assert times("ja", "五時十分前に来てください") == ["04:50", "05:10", "16:50", "17:10"]


def test_tonight_tells_the_half_of_the_day() -> None:
    day, hour = read("ja", "今夜八時に", MONDAY).spans()
    assert day.readings == {Value("date", (2026, 11, 30))}
    assert hour.readings == {Value("time", (20, 0))}


@pytest.mark.parametrize(
    "text",
    [
        "一時的に止めました",
        "三時間かかります",
        "時間がありません",
        "五時間半",
        "同時に届きました",
        "くじを引きました",
    ],
)
def test_no_times(text: str) -> None:
    assert not any(value.kind == "time" for span in read("ja", text).spans() for value in span.readings)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("五五九九", "5599"), ("ご ご きゅう きゅう", "5599"), ("五 五 九 九", "5599"), ("ゼロ九ゼロ", "090"), ("ゼロキューゼロ", "090"), ("よんはちにいち", "4821"),
        ("ぜろきゅうぜろいちにさんよんごろくななはち", "09012345678"), ("〇九〇の一二三四の五六七八", "09012345678"), ("090の1234の5678", "09012345678"),
        ("〇三の一二三四の五六七八", "0312345678"), ("090-1234-五六七八", "09012345678"), ("四八二一です", "4821"), ("エー一二三", "A123"), ("エーの一二三", "A123"),
        ("Ａ 一二三", "A123"), ("A 一二三", "A123"), ("イーエム四五六", "EM456"), ("ビー二〇五", "B205"), ("エー十二", "A12"), ("シチ ロク ゴ", "765"), ("まるきゅうまる", "090"),
        ("一、二、三", "123"), ("五五九九に", "5599"), ("ディーエックス七八", "DX78"),
    ],
)  # fmt: skip
def test_codes(text: str, expected: str) -> None:
    assert code(expected) in values("ja", text)


def test_a_particle_may_sound_like_a_digit() -> None:
    assert read("ja", "ごじゅうに変更").spans()[0].readings == {number(50), number(52)}
    assert {v.key for v in read("ja", "よんはちにいちに変更").spans()[0].readings if v.kind == "code"} == {
        "4821",
        "48212",
    }
    assert {v.key for v in read("ja", "五五九九に変更").spans()[0].readings if v.kind == "code"} == {"5599"}
    assert read("ja", "五十に変更").spans()[0].readings == {number(50)}


def test_two_numbers_in_a_row_are_about_so_many() -> None:
    for text, first, second in (
        ("二三日かかります", 2, 3),
        ("二、三日", 2, 3),
        ("四五人です", 4, 5),
        ("二三十人", 20, 30),
    ):
        assert [span.readings for span in read("ja", text).spans()] == [{number(first)}, {number(second)}]


def test_an_hour_and_a_half() -> None:
    assert values("ja", "一時間半") == {number(Decimal("1.5"))}
    assert can_agree("ja", "一時間半", "1時間30分")
    assert not can_agree("ja", "一時間半", "1時間20分")


def test_words_that_are_a_number_or_nothing() -> None:
    for text, place, value in (
        ("一番早い便", 0, 1),
        ("もう一度", 2, 1),
        ("十分です", 0, 10),
        ("十分ご注意ください", 0, 10),
    ):
        reading = read("ja", text)
        assert {number(value), NOTHING} <= {edge.value for edge in reading.edges[place]}
        assert reading.spans() == []
    assert {code("753"), NOTHING} <= {edge.value for edge in read("ja", "七五三の予約").edges[0]}
    assert spans("ja", "十分後に") == ["十"]
    assert times("ja", "三時十分です") == ["03:10", "15:10"]


@pytest.mark.parametrize(
    "text",
    [
        "送らないでください", "いりません", "要らないです", "できません", "できないです", "届きませんでした", "届かなかったです", "しなくていいです", "食べずに待ちます", "いいえ", "不要です",
        "キャンセルではなく変更です", "じゃなくて返品です", "砂糖なしでお願いします", "変更不可です", "間違いありません", "なくて結構です", "在庫が無いです", "来なければ電話します",
    ],
)  # fmt: skip
def test_negations(text: str) -> None:
    assert [span.readings for span in read("ja", text).spans()] == [{NEGATION}]


@pytest.mark.parametrize(
    "text",
    [
        "送ってください", "すみません", "申し訳ありません", "申し訳ございません", "少ないです", "危ないです", "もったいないです", "つまらない話", "これしかないです", "しかありません", "かもしれません",
        "返金していただけませんか", "送ってもらえないでしょうか", "必ず送ってください", "まず確認してください", "とりあえず保留で", "届くはずです", "財布をなくしました", "間もなく届きます",
        "案内してください", "以内に", "だけでなく電話も", "確認しなければなりません", "電話しないといけません", "申し訳ないです", "とんでもないです", "なかなか", "電話をつないでください", "なんとなく分かります",
        "情けないです", "思いがけない話", "間違いなく届きます", "台無しです", "不可解な話", "すいません", "こないだ買いました", "損ないます", "たまらないです", "お話しください", "に違いない",
    ],
)  # fmt: skip
def test_no_negations(text: str) -> None:
    assert not any(NEGATION in span.readings for span in read("ja", text).spans())


@pytest.mark.parametrize(
    "text",
    [
        "一緒に確認させてください", "一番早い便でお願いします", "一応確認いたします", "一旦キャンセルしてください", "一般的な配送です", "一部の商品が届きました", "一覧を送ってください",
        "一括でお支払いします", "一時的に停止しました", "一方的に解約されました", "一言お願いします", "一致しているか確認します", "一昨年から使っています", "一度ご確認ください",
        "もう一度お願いします", "万一の場合はどうすればよいですか", "万年筆を注文しました", "十分に注意してください", "これで十分です", "十分な在庫があります", "日本語でお願いします",
        "日本から送ります", "日程を変更したいです", "日付を教えてください", "毎日使っています", "三井と申します", "三重県に住んでいます", "千葉に送ってください", "八百屋さんに行きました",
        "六本木の店舗です", "五十嵐と申します", "四国に配送できますか", "九州まで送れますか", "二次会の予約", "第三者に渡しました", "七夕の飾り", "七五三の予約", "百貨店で買いました",
        "千歳空港まで", "四季の花束を注文したい", "唯一の方法", "統一してください", "すみません", "申し訳ございません", "危ないので気をつけてください", "もったいないですね",
        "返金していただけませんか", "必ず連絡してください", "とりあえず保留にしてください", "財布をなくしました", "案内してください", "以内に届きますか", "ご注文ありがとうございます",
        "ご連絡ください", "お客さんにごあいさつ", "田中さんに伝えてください", "山田さんにごれんらくください", "しばらくお待ちください", "よろしくお願いします", "少々お待ちください",
        "さんざん待ちました", "にこにこしています", "これは何ですか", "それはどうしてですか", "時期はいつですか", "月額はいくらですか", "人気の商品です", "本人確認をお願いします",
        "番号を教えてください", "分かりました", "半額になりますか", "年末に届きますか", "円高の影響です", "元気ですか", "十和田湖まで", "二日酔いで休みました",
        "コピーをお願いします", "エアコンが壊れました", "スキー用品", "アイスを注文しました", "シールを貼って", "いつか行きたいです", "何十回もかけました", "数百件の問い合わせ", "数十個",
        "なるほど", "五月雨の候", "白くしてください", "急にどうしました", "虹が見えました", "四日市に送ってください",
        "ごしごし洗いました", "センシティブな話です", "シクシク痛みます", "エルニーニョの影響です", "三人称で書きました", "一等賞でした", "第一印象が大事です", "五月病になりました",
        "一人暮らしです", "サンマを注文しました", "ひとつまみの塩", "むっつりしています", "薬きょうが落ちた", "二元論の話です",
    ],
)  # fmt: skip
def test_ordinary_sentences_have_no_values(text: str) -> None:
    assert spans("ja", text) == []


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("一万五千円です", "15,000円です"), ("一万五千円", "1万5千円"), ("いちまんごせんえん", "15000円"), ("午後四時半", "16時30分"), ("四時半", "4:30"), ("十五", "じゅうご"),
        ("十二月二十二日", "12月22日"), ("三月二日", "三月ふつか"), ("五五九九", "5599"), ("ご ご きゅう きゅう", "5599"), ("〇九〇の一二三四の五六七八", "090-1234-5678"),
        ("三割", "30%"), ("ひとつ", "一つ"), ("一つ", "1つ"), ("ふたり", "2人"), ("三番目", "3番目"), ("二三日", "2、3日"), ("三百五号室", "305号室"), ("三〇五号室", "305号室"),
        ("明後日", "あさって"), ("三日後", "3日後"), ("もう一度", "もう"), ("一番", "1番"), ("二時間半", "2.5時間"), ("今日", "きょう"), ("令和八年三月三日", "2026年3月3日"),
        ("一二三、四五六", "123と456"), ("1234の5678円", "1234 5678円"), ("口座二から口座九へ", "口座2から口座9へ"),
    ],
)  # fmt: skip
def test_equal_values(said: str, heard: str) -> None:
    assert can_agree("ja", said, heard)
    assert can_agree("ja", heard, said)


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("十五", "五十"), ("十五円", "五十円"), ("じゅうご", "ごじゅう"), ("二千", "三千"), ("七時", "一時"), ("しちじゅう", "いちじゅう"), ("午前十時", "午後十時"), ("四時半", "四時"),
        ("十一月一日", "一月十一日"), ("火曜日", "木曜日"), ("来週の火曜日", "今週の火曜日"), ("四八二一", "四二八一"), ("送ってください", "送らないでください"), ("要ります", "要りません"),
        ("五十ドル", "五十ユーロ"), ("三個", "四個"), ("一つ", "二つ"), ("五時十分前", "五時十分"), ("三十分", "十三分"), ("今日", "明日"), ("三割", "三割五分"), ("二番目", "三番目"),
        ("一万円", "一千円"), ("二三日", "三四日"), ("十分後", "二十分後"), ("三日後", "三日前"), ("一時間半", "二時間半"), ("1万5千円", "1万8千円"),
    ],
)  # fmt: skip
def test_different_values(said: str, heard: str) -> None:
    assert not can_agree("ja", said, heard)
    assert not can_agree("ja", heard, said)


def test_numbers_read_back() -> None:
    """num2words writes kanji as the writer above does; every 997th number, and all below 1200."""
    for n in [*range(1200), *range(1200, 1_000_000, 997)]:
        if n == 753:  # 七五三 is a festival too
            continue
        for text in {str(num2words(n, lang="ja")), kanji(n), *({positional(n)} if n > 99 else ())}:
            assert numbers(text) == {Decimal(n)}, text
            assert values("ja", f"{text}円です") == {money(n, "JPY")}, text
        assert numbers(kana(n)) == {Decimal(n)}, kana(n)
        if n > 9:
            assert values("ja", f"{kana(n)}えんです") == {money(n, "JPY")}, kana(n)


@given(st.integers(0, 999_999_999_999))
def test_any_number_reads_back(n: int) -> None:
    assert values("ja", f"{kanji(n)}円です") == {money(n, "JPY")}


@given(st.integers(10, 999_999))
def test_any_number_in_kana_reads_back(n: int) -> None:
    assert values("ja", f"金額は{kana(n)}円です") == {money(n, "JPY")}


@given(st.integers(0, 999_999), st.integers(0, 5), st.integers(1, 9))
def test_a_changed_digit_never_agrees(n: int, place: int, change: int) -> None:
    digit = n // 10**place % 10
    other = n - digit * 10**place + (digit + change) % 10 * 10**place
    assume(n != other)
    assert not can_agree("ja", f"{kanji(n)}円", f"{kanji(other)}円")
    assert not can_agree("ja", f"{kanji(n)}円", f"{other:,}円")
    assert not can_agree("ja", kana(n), kana(other))


@given(st.integers(0, 23), st.integers(0, 59))
def test_times_read_back(hour: int, minute: int) -> None:
    half = "午前" if hour < 12 else "午後"
    text = f"{kanji((hour - 1) % 12 + 1)}時" + (f"{kanji(minute)}分" if minute else "")
    assert times("ja", half + text) == [f"{hour:02}:{minute:02}"]
    assert f"{hour:02}:{minute:02}" in times("ja", text)
    assert can_agree("ja", half + text, f"{half}{(hour - 1) % 12 + 1}:{minute:02}")


@given(st.dates(date(2000, 1, 1), date(2099, 12, 31)))
def test_dates_read_back(day: date) -> None:
    expected = {Value("date", (day.year, day.month, day.day))}
    words = f"{kanji(day.year)}年{kanji(day.month)}月{kanji(day.day)}日"
    assert values("ja", words) == expected
    assert values("ja", f"{positional(day.year)}年{kanji(day.month)}月{kanji(day.day)}日") == expected
    assert values("ja", f"{day.year}年{day.month}月{day.day}日") == expected
    other = day + timedelta(days=1)
    assert not can_agree("ja", words, f"{other.year}年{other.month}月{other.day}日")


@given(st.text("0123456789", min_size=3, max_size=12), st.integers(0, 11), st.integers(1, 9))
def test_digit_strings_read_back(digits: str, place: int, change: int) -> None:
    assume(digits not in ("753", "3355"))
    spoken = "".join(KANJI[int(digit)] for digit in digits)
    assert code(digits) in values("ja", spoken)
    assert code(digits) in values("ja", " ".join(spoken))
    place %= len(digits)
    other = digits[:place] + str((int(digits[place]) + change) % 10) + digits[place + 1 :]
    assert not can_agree("ja", spoken, other)


@given(st.text("0123456789", min_size=4, max_size=12))
def test_digit_strings_in_kana_read_back(digits: str) -> None:
    assume(set(digits) - set("235"))
    names = [KANA_DIGITS[int(digit)] for digit in digits]
    assert code(digits) in values("ja", "".join(names))
    assert code(digits) in values("ja", " ".join(names))


def test_places_in_a_text_with_wide_characters() -> None:
    assert values("ja", "　１万５千円　") == {money(15_000, "JPY")}
    (span,) = read("ja", "はい　 一万　五千円です").spans()
    assert span.text == "一万　五千円"


def test_a_long_text_is_read() -> None:
    for text in ("五五九九" * 2000, "一万五千円" * 500, "ません" * 1000, "エー" * 2000, "いちに" * 2000):
        assert len(read("ja", text).tokens) >= 2000


def test_cardinals_are_known_without_a_reading() -> None:
    tokens = tokenize("一万五千円")
    assert [(n.end, n.value) for n in language_of("ja").numerals(tokens, 0)] == [(4, Decimal(15_000))]
    assert list(language_of("ja").numerals(tokenize("一緒に"), 0)) == []

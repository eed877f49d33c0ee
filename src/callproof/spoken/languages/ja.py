"""Japanese: numbers, money, percentages, ordinals, dates, times, digit strings, negation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from callproof.spoken.language import Edge, Language, Reader, Scan
from callproof.spoken.languages import (
    day_ranges,
    days_alone,
    ja_codes,
    ja_negation,
    ja_numbers,
    web_addresses,
)
from callproof.spoken.languages import ja_calendar as calendar
from callproof.spoken.languages.portions import sound_scan
from callproof.spoken.languages.sound_emails import Addresses
from callproof.spoken.languages.sound_parts import parts_scan
from callproof.spoken.languages.sound_quantities import Quantities
from callproof.spoken.languages.sounds import (
    RANGE_SIGNS,
    Beginning,
    Places,
    Words,
    ahead,
    below_zero,
    listed,
    shared_scale,
)
from callproof.spoken.reading import Reading
from callproof.spoken.values import NOTHING, Value, code, money, number

_CURRENCIES: Words[str] = Words(
    {
        "円": "JPY", "えん": "JPY", "ドル": "USD", "どる": "USD", "米ドル": "USD", "ユーロ": "EUR", "ゆーろ": "EUR", "ポンド": "GBP", "元": "CNY",
        "人民元": "CNY", "ウォン": "KRW", "バーツ": "THB", "フラン": "CHF", "jpy": "JPY", "usd": "USD", "eur": "EUR",
    }
)  # fmt: skip
_CENTS: Words[None] = Words({"セント": None, "せんと": None})
_NO_CURRENCY = re.compile("元(?:気|旦|年|々|の)|円(?:安|高|形|滑)")
_PERCENT: Words[None] = Words(dict.fromkeys(["パーセント", "ぱーせんと", "%"]))
_RANKS: Words[None] = Words(
    dict.fromkeys(
        f"{counter}目"
        for counter in (
            "番",
            "つ",
            "回",
            "人",
            "個",
            "本",
            "枚",
            "件",
            "日",
            "度",
            "通",
            "軒",
            "社",
            "台",
            "問",
            "行",
            "点",
        )
    )
    | {"つめ": None, "ばんめ": None}
)
_NATIVE_RANKS: Words[int] = Words(
    {
        f"{name}{suffix}": n
        for n, name in enumerate(
            ("ひとつ", "ふたつ", "みっつ", "よっつ", "いつつ", "むっつ", "ななつ", "やっつ", "ここのつ"), 1
        )
        for suffix in ("目", "め")
    }
)
_BELOW_ZERO: Words[None] = Words(dict.fromkeys(["氷点下", "マイナス"]))
# What a rank can be of; 第三者, 第一生命, 第一歩 are words.
_RANKED = re.compile(
    " ?(?:回|章|条|項|話|版|弾|号|位|期|希望|志望|候補|週|部|巻|課|節|段階|ステップ|四半期|番|土曜|日曜|月曜|火曜|水曜|木曜|金曜|[のにはがをでと、。]|です|$)"
)


def _amounts(reading: Reading, i: int) -> Iterator[Edge]:
    """Money, and percentages in words: 一万五千円, 五十ドル十セント, 十五パーセント, 三割五分."""
    tokens = reading.tokens
    for end, value in reading.numbers[i]:
        for after, currency in _CURRENCIES.at(tokens, end):
            # 二元 is "dual"
            dual = tokens[end].text == "元" and end == i + 1 and tokens[i].kind == "sound"
            if dual or _NO_CURRENCY.match(ahead(tokens, end).lstrip()):
                continue
            yield Edge(after, money(value, currency))
            if currency in ("USD", "EUR"):
                for last, cents in _cents(reading, after):
                    yield Edge(last, money(value + cents, currency))
        percent = _PERCENT.longest(tokens, end)
        if percent is not None:
            yield Edge(percent[0], Value("percent", value.normalize()))
        if reading.word(end) == "割" and value < 100:
            yield from _tenths(reading, end + 1, value)
    for end, cents in _cents(reading, i):
        yield Edge(end, money(cents, None))


def _cents(reading: Reading, i: int) -> Iterator[tuple[int, Decimal]]:
    if i < len(reading.tokens):
        for end, value in reading.numbers[i]:
            unit = _CENTS.longest(reading.tokens, end)
            if unit is not None and value < 100:
                yield unit[0], value / 100


def _tenths(reading: Reading, i: int, value: Decimal) -> Iterator[Edge]:
    """割 is ten percent, the 分 behind it one: 三割五分 is 35 percent."""
    for end, small in calendar.counts(reading.tokens, i):
        if reading.word(end) == "分" and small < 10:
            yield Edge(end + 1, Value("percent", (value * 10 + small).normalize()))
            return
    yield Edge(i, Value("percent", (value * 10).normalize()))


def _ranks(reading: Reading, i: int) -> Iterator[Edge]:
    """三番目, 3つ目, 二回目."""
    tokens = reading.tokens
    for end, count in calendar.counts(tokens, i):
        rank = _RANKS.longest(tokens, end)
        if rank is not None:
            yield Edge(rank[0], Value("ordinal", count))


def _native_ranks(reading: Reading, i: int) -> Iterator[Edge]:
    rank = _NATIVE_RANKS.longest(reading.tokens, i)
    if rank is not None:
        yield Edge(rank[0], Value("ordinal", rank[1]))


def _chapters(reading: Reading, i: int) -> Iterator[Edge]:
    """第三, 第2回; not 第三者."""
    tokens = reading.tokens
    for end, count in calendar.counts(tokens, i + 1):
        if _RANKED.match(ahead(tokens, end)):
            yield Edge(end, Value("ordinal", count))
            return


def _with_letter(reading: Reading, end: int, value: Decimal) -> Iterator[Edge]:
    """The seat of 十四のC, 14のC, 十四C."""
    at = end + 1 if reading.word(end) == "の" else end
    if at < len(reading.tokens) and reading.tokens[at].kind == "word" and 0 < value < 1000:
        raw = reading.tokens[at].raw
        if len(raw) == 1 and raw.isupper() and value == value.to_integral_value():
            yield Edge(at + 1, code(f"{int(value)}{raw}"))


# What the unit behind a number makes of it.
_BY_UNIT: dict[str, tuple[Reader, ...]] = {
    "年": (calendar.dates,),
    "ね": (calendar.dates,),
    "月": (calendar.dates,),
    "が": (calendar.dates,),
    "日": (calendar.distances, _ranks),
    "週": (calendar.distances,),
    "時": (calendar.clock_times,),
    **dict.fromkeys("番つ回人個本枚件度通軒社台問行点ば", (_ranks,)),
}
_WORD_READERS: tuple[Reader, ...] = (
    calendar.week_edges,
    calendar.day_edges,
    calendar.times,
    calendar.relative_dates,
    calendar.period_ends,
    calendar.kana_months,
)
_PLACES = Places(
    [
        *calendar.BEGINNINGS,
        *ja_numbers.BEGINNINGS,
        *ja_codes.BEGINNINGS,
        *ja_negation.BEGINNINGS,
        Beginning("第", "".join(ja_numbers.KANJI), ""),
        Beginning("半"),
        Beginning("両", "方", ""),
        *_BELOW_ZERO.beginnings,
    ],
    script="ぁ-ー一-龥〇々",
)


def _scan(reading: Reading) -> Iterator[tuple[int, Edge]]:
    """The values that begin in Japanese script."""
    # From the end, since the cents behind an amount have to be known before it.
    for i, text, place in _PLACES.of(reading.text, reading.tokens):
        first = reading.words[i]
        for edge in _edges(reading, i, first):
            yield i, edge
        if first in ja_codes.FIRSTS and ja_codes.CODE.match(text, place):
            yield from ja_codes.codes(reading, i)
        if reading.numbers[i] and reading.tokens[i].text in ja_numbers.KANJI:
            for second, (end, value) in ja_numbers.second_of_two(reading.tokens, i):
                yield second, Edge(end, number(value))
    for i, token in enumerate(reading.tokens):
        if token.kind == "digits" or token.kind == "word":
            yield from ja_codes.codes(reading, i)


def _edges(reading: Reading, i: int, first: str) -> Iterator[Edge]:
    if first in ja_negation.FIRSTS:
        yield from ja_negation.negations(reading, i)
    if first in calendar.WEEKDAY_FIRSTS:
        yield from calendar.weekday_edges(reading, i)
    if first == "半":
        yield from calendar.half_units(reading, i)
        if reading.word(i + 1) == "額":
            yield Edge(i + 2, Value("percent", Decimal(50)))
            yield Edge(i + 2, NOTHING)
        if reading.word(i + 1) == "分" and not (i and reading.words[i - 1] in "時年分"):
            yield Edge(i + 2, Value("percent", Decimal(50)))
            yield Edge(i + 2, number(Decimal("0.5")))
    elif first == "両" and reading.word(i + 1) == "方":
        yield Edge(i + 2, number(2))
        yield Edge(i + 2, NOTHING)
    elif first in _BELOW_ZERO.firsts:
        yield from below_zero(reading, _BELOW_ZERO, i)
    elif first == "第":
        yield from _chapters(reading, i)
    if first in calendar.WORD_FIRSTS:
        for reader in _WORD_READERS:
            yield from reader(reading, i)
    if first in ja_numbers.FIRSTS:
        yield from _numbers(reading, i)


def _numbers(reading: Reading, i: int) -> Iterator[Edge]:
    tokens = reading.tokens
    found = reading.numbers[i] = list(ja_numbers.numerals(tokens, i))
    for end, value in found:
        yield Edge(end, number(value))
        yield from _with_letter(reading, end, value)
        if ja_numbers.may_be_nothing(tokens, i, end):
            yield Edge(end, NOTHING)
    if reading.words[i] in ja_numbers.KANJI:
        if ja_numbers.begins_kanji(tokens, i):
            yield from _with_unit(reading, i)
    elif ja_numbers.begins_kana(tokens, i):
        yield from _with_unit(reading, i)
        yield from _native_ranks(reading, i)


def _beside(reading: Reading, i: int) -> Iterator[Edge]:
    """At digits and Latin letters."""
    tokens = reading.tokens
    kind = tokens[i].kind
    if kind == "digits":
        yield from _with_unit(reading, i)
        if reading.word(i + 1) in RANGE_SIGNS:
            yield from shared_scale(reading, i)
        for end, value in reading.numbers[i]:
            yield from _with_letter(reading, end, value)
            after = ja_numbers.past_native_counter(tokens, end, value)
            if after > end:
                yield Edge(after, number(value))
    elif kind == "word":
        yield from calendar.times(reading, i)


def _with_unit(reading: Reading, i: int) -> Iterator[Edge]:
    """What the units behind a number make of it."""
    if not _BY_UNIT.keys().isdisjoint(reading.words[i + 1 : i + 14]):
        units = {reading.word(end) for end, _ in calendar.counts(reading.tokens, i)}
        for reader in {reader for unit in units for reader in _BY_UNIT.get(unit, ())}:
            yield from reader(reading, i)
    if calendar.names_hour(reading.tokens, i):
        yield from calendar.clock_times(reading, i)
    if reading.numbers[i]:
        yield from _amounts(reading, i)
        behind = reading.words[i + 1 : i + 16]
        if "半" in behind or "は" in behind:
            yield from calendar.halves(reading, i)


_ADDRESSES = Addresses(
    at=("アットマーク", "アット", "あっとまーく"),
    signs={
        "ドット": ".", "どっと": ".", "点": ".", "アンダーバー": "_", "アンダースコア": "_", "アンダーライン": "_", "ハイフン": "-", "マイナス": "-",
    },
    names={
        "ジーメール": "gmail", "Gメール": "gmail", "ヤフー": "yahoo", "ホットメール": "hotmail", "アウトルック": "outlook", "アイクラウド": "icloud",
        "ドコモ": "docomo", "ソフトバンク": "softbank", "コム": "com", "ネット": "net", "ジェーピー": "jp", "ジェイピー": "jp", "シーオー": "co",
        "エヌイー": "ne", "ドットコム": ".com", "ドットネット": ".net",
    },
)  # fmt: skip

_QUANTITIES = Quantities(
    half="半",
    counters="錠|個|枚|本|杯|玉|丁|切れ|箱|袋|束|合|升|斤|缶|皿|粒|つ",
    ends=r"$|[ぁ-ん 、。,.?!？！飲服食入注買]",
    dozens=("ダース",),
    feasts={"大晦日": (12, 31), "大みそか": (12, 31), "元日": (1, 1), "元旦": (1, 1), "クリスマスイブ": (12, 24), "クリスマス": (12, 25)},
    loose=frozenset({"クリスマス"}),
    degrees=("度", "分"),
)  # fmt: skip

LANGUAGE = Language(
    code="ja",
    numerals=ja_numbers.numerals,
    readers=(_beside,),
    scans=(
        Scan(None, _scan), parts_scan(ja_numbers.DIGITS), sound_scan("ja", ja_numbers.DIGITS), _ADDRESSES.scan, *_QUANTITIES.scans,
        day_ranges.scan("ja"), days_alone.scan("ja"), web_addresses.scan("ja"),
    ),
    starts=listed("am pm"),
    currencies={
        "¥": "JPY", "$": "USD", "€": "EUR", "£": "GBP", "₩": "KRW", "jpy": "JPY", "usd": "USD", "eur": "EUR", "krw": "KRW", "gbp": "GBP",
        "cny": "CNY",
    },
    fillers=listed("えーと えーっと えっと ええと ええっと えー えーー あのー あのう うーん んー うんと まあ"),
    function_words=listed(
        # particles
        "は が を に の で と も へ や から まで より って ね よ よね か な けど けれど けれども ので のに ば たら なら "
        # endings
        "です でした でしょう ます ました まして ください 下さい ございます でございます いたします 致します お願いします お願いいたします しております "
        "おります です か ですか ますか ですね んです のです する します した して いる います だ だった "
        # whole words and prefixes
        "お ご この その あの これ それ あれ ここ そこ こちら そちら 私 わたし 僕 それでは では じゃあ じゃ そして それで あと ちょっと 少し はい"
    ),
    cues=listed(
        "は が を に の です ます ください ありがとうございます お願いします すみません はい いいえ 注文 返金 予約 今日 明日 から まで でした ました "
        "ません こと これ それ"
    ),
)  # fmt: skip

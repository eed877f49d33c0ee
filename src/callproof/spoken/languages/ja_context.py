"""What may stand around a Japanese number: counters, and the words and names that begin like a number and its counter."""

from __future__ import annotations

import re

from callproof.spoken.languages.sounds import ahead
from callproof.spoken.tokens import Token

_COUNTERS = (
    "円|ドル|ユーロ|ウォン|元|ポンド|バーツ|セント|米ドル|パーセント|%|割|個|コ|本|枚|人|名|件|回|番|号|階|年|月|日|時|分|秒|週|歳|才|点|台|冊|杯|匹|頭|"
    "着|足|泊|つ|丁目|桁|倍|度|部|室|席|箱|袋|皿|セット|パック|ケース|キロ|グラム|メートル|センチ|ミリ|リットル|ページ|ポイント|代|社|店|組|曲|文字|字|"
    "[かヶカケヵ箇][月所国年]|種類|色|品|食|膳|切れ|口|株|票|問|章|条|項|位|等|級|段|通|便|両|駅|畳|坪|玉|束|缶|瓶|房|滴|軒|戸|棟|校|カ所|トン|インチ|"
    "ギガ|メガ|ワット|マイル|センチメートル|ヶ月|錠|ダース|粒|針|針分|列|番線|人前|km|kg|cm|mm|ml|g|m"
)
COUNTED = re.compile(rf" ?(?:{_COUNTERS})")
# A single kanji with a counter that is another word: partly, for a time, a place, a name.
SINGLE_WORDS = re.compile(
    "一部(?!屋)|一段|一種|一通り|一時(?!間|半|頃|ごろ|に(?!は)|から|まで|過|前|ちょうど|発|着|台|です|、|。|で(?!は)|[一二三四五六七八九十]|[0-9]| |$)|一目|一行|一人一人|"
    "一人ひとり|一人暮|一人っ子|一人称|一人娘|一人前|一人占|一口に|一等|一本化|一本釣|一本気|一元|一品|一足|一位置|一度に|一室|一応|一組織|一食品|一席|一代|一字|一点張|一色|"
    "一文字|一軒家|一戸建|一匹狼|一個人|一回り|一枚岩|一枚上|一倍|一章|一つ覚|一人物|一年中|一個体|"
    "二日酔|二度と|二部(?!屋)|二元|二人三|二人称|二階堂|二番煎|二枚舌|二等|二束|二色|二食|二本松|二本木|三日月|三日坊|三元|三点セット|三人称|三位一|三色|三枚目|三本松|三本木|三軒茶|"
    "三段|三つ[葉子巴角又峠]|三角|四日市|四元|四畳半|四足|四つ[角辻木橋ん]|四条|五日市|五月[雨晴蝿女台病]|五色|五条|五本木|六本木|六本松|六条|七回忌|七つ道具|七色|七条|八日市|八戸|八つ裂|"
    "八条|八頭|八文字|九段|九品|九条|九分九|九頭|十日町|十字|十文字|十和|十条|一条|二条|三条|千歳|千人力|千人針|千代|千両|千社|千本|千枚|千日|千畳|千曲|百戸|百点満|百貨|百科|百合|百聞|百日|"
    "百足|百分|百代|百人力|万|億|参|弐瓶|壱番屋"
)
# Longer numbers that are names or words.
WORDS = re.compile(
    "五十[嵐音鈴川路肩歩猛崎]|五十公野|四十[路肩雀]|三十[路郎]|三十六計|六十[路谷]|四万十|嘘?八百[屋長津富比]|八千[代穂草]|八十[島神]|九十九[里島折]|三三九度|百万[石長]|千万に|十二分に|"
    "十二[支指単宮神]|一石|四六時中|十中八|一二を|三千[世子男雄]|千百合|十三郎"
)
# Another number with its counter behind it: 十から十五分.
UP_TO = re.compile(rf"(?:から|[~〜～-]) ?(?:[一二三四五六七八九十百千万]+|[0-9]+) ?(?:{_COUNTERS})")
ENOUGH = re.compile(
    r"十分(?!間|後|前|以内|ほど|くらい|ぐらい|程度|以上|以下|遅|待|かか|掛|経|おき|ごと|弱|強|で(?![すしはもき])|から|まで|過|もし|も経|休)"
)
ONCE = re.compile("一(?:番(?!目|線|地|号|館)|度(?!目)|杯)")

# Hiragana in front of which a number in kana may begin, behind which one may end.
PARTICLES = frozenset("はをがのでともへや")
AFTER_KANA = re.compile(
    r"(?:$|[^ぁ-ゖ]|です|でし|でござ|でお|でよ|でい|だと|だけ|だっ|で[、。 すは]|では|じゃ|を|は[、。 ぁ-ん一-龥]|が|の|と|も|か(?!い)|から|まで|ぐらい|くらい|ほど|ちょうど|に|ね|や|へ|って|"
    r"えん|どる|ゆーろ|にん|ばん|こ|ほん|ぼん|ぽん|まい|かい|がい|ふん|ぷん|じ|ねん|がつ|にち|さい|だい|ど|ぱーせんと|ぽいんと|つ|めい|けん|ごう|しゅう|びょう)"
)

# Behind ひとつ, ひとり, やっつ, むっつ: other words.
NO_NATIVE = re.compile("ぶ|まみ|かみ|け|り(?!ん)|ぼっち|ぽっち|でに|よが|じめ|ごち|立ち|歩き|占め|っ子|暮ら")

# Behind じゅう, ひゃく, せん alone.
AFTER_KANA_UNIT = re.compile(
    " ?(?:円|えん|ドル|どる|ユーロ|パーセント|%|人|名|個|本|枚|分|時|回|年|ふん|ぷん|じかん|こ(?![うんとろ])|まい|にん|かい)"
)

# Behind a single digit in kana: ごふん, さんじかん.
AFTER_KANA_DIGIT = re.compile(
    r"(?:ふん|ぷん|じかん)(?:$|[^ぁ-ゖ]|かん|はん|に|から|まで|です|で|の|は|が|も|ほど|くらい|ぐらい|ご|まえ|いない|かか|おくれ|だけ)"
)

# A number needs no counter behind these: "口座二から", "プラン三で".
_LABEL = re.compile(
    "(?:口座|番号|コード|数量|個数|人数|ゲート|プラン|オプション|レベル|ステップ|内線|窓口|メニュー|ルーム|コース|部屋|座席|番地の)$"
)
_AFTER_LABEL = re.compile(r" ?(?:$|[^ぁ-ー一-龥]|から|まで|へ|に|を|が|は|の|で|と|も|か|や)")

_LEAD_INS = frozenset(["", "えーと", "えっと", "はい", "いいえ", "ええ", "うん", "あの", "えー"])
_WHOLE_TAIL = re.compile(
    r"(?:です|でした|ですね|ですよ|だよ|でお願いします|番|番です|になります|でございます)?"
)


def is_whole(tokens: list[Token], i: int, end: int) -> bool:
    """Whether the text says nothing but a number: "五。", "はい、三です"."""
    if len(tokens) > end + 12 or i > 8:
        return False
    before = "".join(token.text for token in tokens[:i] if token.kind != "sign")
    behind = "".join(token.text for token in tokens[end:] if token.kind != "sign")
    return before in _LEAD_INS and _WHOLE_TAIL.fullmatch(behind) is not None


def is_labelled(tokens: list[Token], i: int, end: int) -> bool:
    before = "".join(token.text for token in tokens[max(0, i - 5) : i])
    return _LABEL.search(before) is not None and _AFTER_LABEL.match(ahead(tokens, end)) is not None


def is_hiragana(text: str) -> bool:
    return "ぁ" <= text <= "ゖ"


def is_katakana(text: str) -> bool:
    return all("ァ" <= char <= "ヺ" or char == "ー" for char in text)

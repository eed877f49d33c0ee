"""What may stand around a Japanese number: counters, and the words and names that begin like a number and its counter."""

from __future__ import annotations

import re

from callproof.spoken.languages.sounds import ahead
from callproof.spoken.tokens import Token

_COUNTERS = (
    "円|ドル|ユーロ|ウォン|元|ポンド|バーツ|セント|米ドル|パーセント|%|割|個|コ|本|枚|人|名|件|回|番|号|階|年|月|日|時|分|秒|週|歳|才|点|台|冊|杯|匹|頭|"
    "着|足|泊|つ|丁目|桁|倍|度|部|室|席|箱|袋|皿|セット|パック|ケース|キロ|グラム|メートル|センチ|ミリ|リットル|ページ|ポイント|代|社|店|組|曲|文字|字|"
    "[かヶカケヵ箇][月所国年]|種類|色|品|食|膳|切れ|口|株|票|問|章|条|項|位|等|級|段|通|便|両|駅|畳|坪|玉|束|缶|瓶|房|滴|軒|戸|棟|校|カ所|トン|インチ|"
    "ギガ|メガ|ワット|マイル|センチメートル|ヶ月|錠|粒|針|針分|列|番線|人前|km|kg|cm|mm|ml|g|m"
)
COUNTED = re.compile(rf" ?(?:{_COUNTERS})")
COUNTER_FIRSTS = frozenset("円ドユウ元ポバセ米パ割個コ本枚人名件回番号階年月日時分秒週歳才点台冊杯匹頭着足泊つ丁桁倍度部室席箱袋皿ケキグメミリペ代社店組曲文字"
                           "かヶカヵ箇種色品食膳切口株票問章条項位等級段通便両駅畳坪玉束缶瓶房滴軒戸棟校トイギワマ錠粒針列%")  # fmt: skip
# A single kanji with a counter that is another word: partly, for a time, a place, a name.
SINGLE_WORDS = re.compile(
    "一部(?!屋)|一段|一種|一通り|一時(?!間|半|頃|ごろ|に(?!は)|から|まで|過|前|ちょうど|発|着|台|です|、|。|で(?!は)|[一二三四五六七八九十]|[0-9]| |$)|一目|一行|一人一人|"
    "一人ひとり|一口に|一等地|一本化|一元|一品料理|一足先|一位置|一度に|一室|一応|一組織|一食品|一席|一代|一字|一点張|"
    "二日酔|二度と|二部(?!屋)|二元|二人三|三日月|三日坊|三元|三点セット|四日市|五日市|五月雨|六本木|七回忌|八日市|八戸|九段|九品|十日町|十字|十和|"
    "千歳|千人力|千代|千両|千社|千本|百戸|百点満|百貨|百科|百合|百聞|万|億|三色|三角|三色|三条|四条|五条|六条|七条|八条|九条|十条|二条|一条"
)
# Longer numbers that are names or words.
WORDS = re.compile(
    "五十嵐|五十音|五十鈴|五十川|四万十|八百屋|八百長|八千代|九十九里|三十路|七五三(?![〇零一二三四五六七八九])|三三九度|百万石|千万に|十二分に|十二支|一石|四六時中|四十肩|五十肩|十中八|一二を|"
    "三三五五|四面|千百合"
)
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
    return "ァ" <= text <= "ー"

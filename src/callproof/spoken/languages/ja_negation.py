"""What negates in Japanese: ません, ない, なかった, ず, いいえ, 不要, and not すみません, 少ない, しかない, いただけませんか."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from callproof.spoken.language import Edge
from callproof.spoken.languages.sounds import Beginning, ahead
from callproof.spoken.reading import Reading
from callproof.spoken.tokens import Token
from callproof.spoken.values import NEGATION

_BEFORE = 7
# Fixed phrases before ません and ない: apologies, "perhaps", "only", "must", requests.
_NO_NEGATION_BEFORE = re.compile(
    r"(?:すみ|すい|すん|済み|申し訳(?:あり|ござい|が?あり)?|もうしわけ(?:あり|ござい)?|かもしれ|かも知れ|しか(?:あり|い|ござい|でき)?|しかたが?(?:あり)?|仕方が?(?:あり)?|"
    r"なければ(?:なり|いけ|なら)?|なくては(?:なり|いけ|なら)?|ないと(?:いけ|なり|なら)?|ねば(?:なり|なら)|なきゃ(?:いけ|なら)|に(?:すぎ|過ぎ|ちがい|違い)|"
    r"とんでも(?:あり|ござい)?|ほかなら|他なら)$"
)
_REQUEST_BEFORE = re.compile("(?:いただけ|頂け|もらえ|貰え|くれ|くださ|下さ|願え|ねがえ|いただき|しませ|し)$")
_REQUEST_BEHIND = re.compile(r"(?:でしょうか|ですか|だろうか|か)")
# Adjectives and verbs that only sound like a negation.
_NO_NEGATION_ADJECTIVE = re.compile(
    r"(?:少|危|すく|あぶ|つまら|つまん|もったい|勿体|くだら|下ら|だらし|せつ|切|幼|おさ|汚|きた|はか|ぎこち|みっとも|案|あん|以|まも|間も|なにげ|さりげ|何気|"
    r"さり気|なんと|何と|たまら|情け|なさけ|遠慮|すま|済ま|余儀|よぎ|とてつも|までも|えげつ|しょうも|やむを得|やむをえ|極まり|やむ|この上|こよ|どこと|それと|"
    r"思いがけ|ままなら|おこ|行|まじ|難|なん|おっか|揺るぎ|損|ぞこ|相容れ|あっけ|呆気|やるせ|程|ほど|まんべん|満遍|不甲斐|ふがい|あどけ|はした|またと|いたたまれ|"
    r"やりきれ|やり切れ|さも|かたじけ|毛頭|つれ|とめど|心もと|心許|お構い|おかまい|せわし|つつが|いかん|漏れ|もれ|限り|絶え間|滞り|何は|果てし|申し分|そつ)$"
)
# Adverbs and verbs with なく and ないで: "surely", "connect".
_NO_NEGATION_WORD = re.compile(
    r"(?:間違いなく|まちがいなく|つない[でだ]|つなない|ともなっ|こないだ|ないしょ|ないし[は、]|ともない|うらない師|ないがしろ)"
)
_LOSE = re.compile(r"なく(?:し|さ|そ|す|な[っりるれ])")
_NOT_ONLY = re.compile(r"(?:だけで|だけでは|のみで|ばかりで|だけじゃ)$")
_MUST = re.compile(r"な(?:ければ|くては|くちゃ)(?:なり|なら|いけ|だめ|ダメ)|ないと(?:いけ|だめ|ダメ|なり)")
_ZU = re.compile(r"ず(?:に|、|。| |$)")
_NO_ZU = re.compile(
    r"(?:必|かなら|ま|とりあえ|取り敢え|思わ|おもわ|相変わら|あいかわら|関わら|かかわら|のみなら|少なから|は|み|き|わ|たえ|絶え|知ら|しら)$"
)
_ZU_STEM = frozenset("らかさたなまわばがせけえきめれべげて")
_NO_LACK = re.compile("(?:名|台|能|底|宿|文|根|玉|形|骨|地)$")
_NOT_NEGATED = re.compile("不(?:可[欠避解思逆抗分視侵知]|要品)")
_WITHOUT_BEHIND = re.compile(r"なし(?:で|に|の|です|、|。| |$)")
_WITHOUT_BEFORE = re.compile(r"(?:は|ば|か|む|こ|お|ぱ|し)$")


def _before(tokens: list[Token], i: int) -> str:
    text = ""
    for j in range(max(0, i - _BEFORE), i):
        text = text + tokens[j].text if tokens[j].kind == "sound" else ""
    return text


def _masen(tokens: list[Token], i: int) -> int:
    behind = ahead(tokens, i)
    if not behind.lstrip().startswith("ません"):
        return 0
    before = _before(tokens, i)
    if _NO_NEGATION_BEFORE.search(before):
        return 0
    if _REQUEST_BEFORE.search(before) and _REQUEST_BEHIND.match(behind.lstrip()[3:]):
        return 0
    return i + 3


def _na(tokens: list[Token], i: int) -> int:
    text, before = ahead(tokens, i).lstrip(), _before(tokens, i)
    if any(
        _NO_NEGATION_WORD.match(before[k:] + text) for k in range(max(0, len(before) - 4), len(before) + 1)
    ):
        return 0
    if text.startswith("なし"):
        glued_noun = before != "" and not ("ぁ" <= before[-1] <= "ゖ")
        return (
            i + 2 if _WITHOUT_BEHIND.match(text) and glued_noun and not _WITHOUT_BEFORE.search(before) else 0
        )
    if text.startswith(("なかっ", "なけれ")):
        length = 3
    elif text.startswith(("ない", "なく", "なさそ")):
        length = 2
    else:
        return 0
    if _NO_NEGATION_BEFORE.search(before) or _NO_NEGATION_ADJECTIVE.search(before):
        return 0
    if _LOSE.match(text) or _MUST.match(text) or _NOT_ONLY.search(before):
        return 0
    if _REQUEST_BEFORE.search(before) and _REQUEST_BEHIND.match(text[2:]):
        return 0
    return i + length


def _mu(tokens: list[Token], i: int) -> int:
    """無い, 無し."""
    text = ahead(tokens, i).lstrip()
    if text.startswith("無し"):
        return 0 if _NO_LACK.search(_before(tokens, i)) else i + 2
    return i + 2 if text.startswith(("無い", "無かった")) else 0


def _zu(tokens: list[Token], i: int) -> int:
    if i == 0 or not _ZU.match(ahead(tokens, i).lstrip()) or tokens[i - 1].text not in _ZU_STEM:
        return 0
    return 0 if _NO_ZU.search(_before(tokens, i)) else i + 1


def _fu(tokens: list[Token], i: int) -> int:
    """不要, 不可: "not needed", "not possible"."""
    text = ahead(tokens, i).lstrip()
    if _NOT_NEGATED.match(text):
        return 0
    return i + 2 if text.startswith(("不要", "不可")) else 0


def _iie(tokens: list[Token], i: int) -> int:
    text = ahead(tokens, i).lstrip()
    before = _before(tokens, i)
    return i + 3 if text.startswith("いいえ") and (before == "" or not tokens[i].glued) else 0


_FINDERS: dict[str, Callable[[list[Token], int], int]] = {
    "ま": _masen,
    "な": _na,
    "無": _mu,
    "ず": _zu,
    "不": _fu,
    "い": _iie,
}
FIRSTS = frozenset(_FINDERS)
BEGINNINGS = [
    Beginning("ま", "せ", ""),
    Beginning("な", "いくかけさしき", ""),
    Beginning("無", "いしか", ""),
    Beginning("ず", "に", ""),
    Beginning("不", "要可", ""),
    Beginning("い", "い", ""),
]


def negations(reading: Reading, i: int) -> Iterator[Edge]:
    finder = _FINDERS.get(reading.tokens[i].text)
    end = finder(reading.tokens, i) if finder is not None else 0
    if end:
        yield Edge(end, NEGATION)

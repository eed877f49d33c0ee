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
    r"(?:すみ|済み|申し訳(?:あり|ござい|が?あり)?|もうしわけ(?:あり|ござい)?|かもしれ|かも知れ|しか(?:あり|い|ござい|でき)?|しかたが?(?:あり)?|仕方が?(?:あり)?|"
    r"なければ(?:なり|いけ|なら)?|なくては(?:なり|いけ|なら)?|ないと(?:いけ|なり|なら)?|ねば(?:なり|なら)|なきゃ(?:いけ|なら)|に(?:すぎ|過ぎ|ちがい|違い)|"
    r"とんでも(?:あり|ござい)?|ほかなら|他なら)$"
)
_REQUEST_BEFORE = re.compile("(?:いただけ|頂け|もらえ|貰え|くれ|くださ|下さ|願え|ねがえ|いただき|しませ|し)$")
_REQUEST_BEHIND = re.compile(r"(?:でしょうか|ですか|だろうか|か)")
# Adjectives and verbs that only sound like a negation.
_NO_NEGATION_ADJECTIVE = re.compile(
    r"(?:少|危|すく|あぶ|つまら|もったい|勿体|くだら|だらし|せつ|切|幼|おさ|汚|きた|はか|ぎこち|みっとも|案|あん|以|い(?=ない[にで])|まも|間も|なにげ|さりげ|何気|さり気)$"
)
_LOSE = re.compile(r"なく(?:し|さ|そ|す|な[っりるれ])")
_NOT_ONLY = re.compile(r"(?:だけで|だけでは|のみで|ばかりで|だけじゃ)$")
_MUST = re.compile(r"な(?:ければ|くては|くちゃ)(?:なり|なら|いけ|だめ|ダメ)|ないと(?:いけ|だめ|ダメ|なり)")
_ZU = re.compile(r"ず(?:に|、|。| |$)")
_NO_ZU = re.compile(
    r"(?:必|かなら|ま|とりあえ|取り敢え|思わ|おもわ|相変わら|あいかわら|関わら|かかわら|のみなら|少なから|は|み|き|わ|たえ|絶え|知ら|しら)$"
)
_ZU_STEM = frozenset("らかさたなまわばがせけえきめれべげて")
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
    if text.startswith("なし"):
        glued_noun = before != "" and not ("ぁ" <= before[-1] <= "ゖ")
        return (
            i + 2 if _WITHOUT_BEHIND.match(text) and glued_noun and not _WITHOUT_BEFORE.search(before) else 0
        )
    if text.startswith(("なかっ", "なけれ")):
        length = 3
    elif text.startswith(("ない", "なく", "なさそ", "なきゃ", "なくちゃ")):
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
    return i + 2 if text.startswith(("無い", "無し", "無かった")) else 0


def _zu(tokens: list[Token], i: int) -> int:
    if i == 0 or not _ZU.match(ahead(tokens, i).lstrip()) or tokens[i - 1].text not in _ZU_STEM:
        return 0
    return 0 if _NO_ZU.search(_before(tokens, i)) else i + 1


def _fu(tokens: list[Token], i: int) -> int:
    """不要, 不可: "not needed", "not possible"."""
    text = ahead(tokens, i).lstrip()
    if text.startswith(("不可欠", "不要品")):
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

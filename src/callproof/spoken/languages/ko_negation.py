"""What negates in Korean: 안, 못, 않, 아니, 말, 없, as morphemes and not as syllables of 안내, 잘못, 하지만, 말씀."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from callproof.spoken.language import Edge
from callproof.spoken.languages.ko_context import begins_word
from callproof.spoken.languages.sounds import rest
from callproof.spoken.reading import Reading
from callproof.spoken.tokens import Token
from callproof.spoken.values import NEGATION

# Verbs that are written as one word with 안; nouns begin like it (안내, 안전, 안녕), so verbs are named.
_GLUED_VERB = re.compile(
    "돼|되|됩|된|됐|될|됨|했|해|하(?!무)|할|한|합|함|가(?:요|고|도|면|는|$)|갔|갑|나(?:와|왔|오|옵|요|면)|났|보(?:내|냈|낼|이|여|입|고)|봤|봐|와|왔|온(?!도)|올|옵|"
    "먹|받|주(?:세|셨|시|고|면|는|었)|줬|줘|맞(?!춤)|열(?:리|려|었)|들(?:어|리|려|려요|렸)|쓰|써|썼|찍|샀|사(?:요|고|면)|살|좋|그래|그랬|있|계|걸려|걸렸|뜨|떠|떴|눌"
)
_NO_INABILITY = re.compile("지|난|된|자리|생")
_STOP = re.compile("(?:세|십|시|요|라|셔|소|쇼|$)")
_DO_NOT = re.compile("(?:고|아|라|자|길|기|았|아요|지|든|$)")
_NOT_BUT = re.compile("고(?:요|는|도|$)")
_HARMLESS_LACK = re.compile(
    r"(?:상관 ?|틀림 ?|끊임|변함|수|밖에 ?|어이|하염|손색 ?|어김|빠짐|끝|한|더|말|관계 ?|정신|쓸데|쓸모|다름|뜬금|터무니|거침|부질|아낌|철|난데|어처구니|"
    r"그지|빈틈|느닷|형편|맥|속절|가차|유감|스스럼|허물|서슴)$"
)
_HARMLESS_NOT = re.compile(r"(?:뿐만? ?|뿐이? ?|다름 ?|다름이 ?)$")
_IMPOSSIBLE_BEHIND = re.compile(r"(?:교환|취소|사용|변경|반품|배송|결제|수정|이용|접속|환불|예약|연장)$")
_NO_FORMS = frozenset("니닌닐닙님녜뇨녀")


def _before(tokens: list[Token], i: int) -> str:
    """The characters before a token, with a space where the text has some."""
    text = ""
    for j in range(max(0, i - 5), i):
        text += tokens[j].text if tokens[j].glued else f" {tokens[j].text}"
    return text if i < len(tokens) and tokens[i].glued else f"{text} "


def _an(tokens: list[Token], i: int) -> int:
    if not begins_word(tokens, i):
        return 0
    behind = rest(tokens, i + 1)
    if behind:
        return i + 1 if _GLUED_VERB.match(behind) else 0
    follows = i + 1 < len(tokens) and tokens[i + 1].kind == "sound"
    return i + 1 if follows else 0


def _mot(tokens: list[Token], i: int) -> int:
    if not begins_word(tokens, i) and tokens[i - 1].text != "지":
        return 0
    return 0 if _NO_INABILITY.match(rest(tokens, i + 1)) else i + 1


def _anh(tokens: list[Token], i: int) -> int:
    return 0 if _before(tokens, i).endswith(("못지", "머지")) else i + 1


def _ani(tokens: list[Token], i: int) -> int:
    if i + 1 >= len(tokens) or tokens[i + 1].text not in _NO_FORMS or not tokens[i + 1].glued:
        return 0
    if not begins_word(tokens, i) and tokens[i - 1].text not in "이가은는":
        return 0
    behind = rest(tokens, i + 2)
    if behind.startswith(("면", "나 다")) or behind == "나" or _HARMLESS_NOT.search(_before(tokens, i)):
        return 0
    return i + 2


def _eop(tokens: list[Token], i: int) -> int:
    if rest(tokens, i + 1).startswith(("애", "앴", "앨", "앤")):
        return 0
    return 0 if _HARMLESS_LACK.search(_before(tokens, i)) else i + 1


def _after_ji(tokens: list[Token], i: int) -> bool:
    """Behind the ending -지, not behind 까지 or a noun."""
    if i == 0 or tokens[i - 1].text != "지":
        return False
    return i < 2 or not (tokens[i - 1].glued and tokens[i - 2].text in ("까", "버"))


def _ma(tokens: list[Token], i: int) -> int:
    return i + 1 if _after_ji(tokens, i) and _STOP.match(rest(tokens, i + 1)) else 0


def _map(tokens: list[Token], i: int) -> int:
    return i + 1 if _after_ji(tokens, i) else 0


def _mal(tokens: list[Token], i: int) -> int:
    behind = rest(tokens, i + 1)
    if _after_ji(tokens, i) and _DO_NOT.match(behind):
        return i + 1
    apart = begins_word(tokens, i) or tokens[i - 1].text in "일것거게이로원개"
    return i + 1 if i > 0 and apart and _NOT_BUT.match(behind) else 0


def _bul(tokens: list[Token], i: int) -> int:
    """불가, 불가능: "impossible"."""
    behind = rest(tokens, i + 1)
    if not behind.startswith("가") or behind.startswith(("가피", "가리", "가사", "가항")):
        return 0
    # "환불가능" is 환불 and 가능
    return i + 2 if begins_word(tokens, i) or _IMPOSSIBLE_BEHIND.search(_before(tokens, i)) else 0


_FINDERS: dict[str, Callable[[list[Token], int], int]] = {
    "안": _an,
    "못": _mot,
    "않": _anh,
    "아": _ani,
    "없": _eop,
    "마": _ma,
    "맙": _map,
    "말": _mal,
    "불": _bul,
}
FIRSTS = frozenset(_FINDERS)


def negations(reading: Reading, i: int) -> Iterator[Edge]:
    finder = _FINDERS.get(reading.tokens[i].text)
    end = finder(reading.tokens, i) if finder is not None else 0
    if end:
        yield Edge(end, NEGATION)

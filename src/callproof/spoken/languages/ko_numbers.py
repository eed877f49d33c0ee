"""Korean cardinals: Sino-Korean (만 오천), native (열다섯), mixed with digits (3만 5천), decimals (삼 점 오).

Their syllables are syllables of ordinary words too (이 주문, 일정, 사람, 구매, 천천히, 하지만). So a number has to begin a word, and
what is glued behind it has to be a unit or an ending; a single syllable needs a unit behind it, or has to be the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from callproof.spoken.language import Numeral
from callproof.spoken.languages.sounds import Part, Prefix, Words, ahead, glued_sound, prefixes, rest
from callproof.spoken.tokens import Token

DIGITS = {"일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "륙": 6, "칠": 7, "팔": 8, "구": 9}
ZEROS = ("영", "공")
_PARTS: dict[str, Part] = {
    **{text: Part(0, "digit", value) for text, value in DIGITS.items()},
    **{text: Part(0, "small", value) for text, value in (("십", 10), ("백", 100), ("천", 1000))},
    **{text: Part(0, "big", value) for text, value in (("만", 10**4), ("억", 10**8), ("조", 10**12))},
}

# Particles and endings that may stand behind a number or its unit, up to the end of the word.
_PARTICLE = (
    "까지|부터|보다|처럼|정도|짜리|이상|이하|미만|초과|이내|마다|밖에|에서|에게|한테|라도|이라도|조차|마저|동안|어치|가량|으로|만큼|하고|이랑|랑|"
    "이나|나|은|는|이|가|을|를|에|의|도|만|로|과|와|씩|쯤|당|뿐|치|대|경|간|내|후|뒤|전|안|째|여|요|이요|끼리|앞|자"
)
_COPULA = (
    "(?:입니다|입니까|인데|인가|인지|일까|이에요|예요|에요|이었|였|이라|라고|라는|라서|라면|이고|고요|구요|이며|이면|이지만|지만|이지|지요|이죠|죠|"
    "이네|네요|이니|니까|이거|거든|이다|이든|이세|이신|이셨|이십)"
)
_TAIL = rf"(?:(?:{_PARTICLE})*(?:{_COPULA}[가-힣]*|인|임)?)"
_ENDING = re.compile(rf"{_TAIL}$")

# Units of Sino-Korean numbers. Behind two syllables and more a glued unit only has to begin here.
_SINO_UNITS = (
    "원|달러|불|유로|엔|위안|파운드|센트|퍼센트|퍼|프로|%|년|분|초|개월|층|호선|호실|호|인분|인실|주일|주간|주|킬로그램|킬로미터|킬로|그램|밀리리터|"
    "밀리|미터|리터|센티미터|센티|페이지|자리|포인트|학년|단계|박|월|번|개|명|건|회|대|장|권|병|매|일|시간|시|도|배|점|차|위|등|급|세|인|석|편|"
    "톤|인치|기가|메가|와트|번지|번가|번길|동|쪽|부|평|살|잔|곳|가지|마리|사람|여|배럴|마일|걸음|줄|칸|국|콜|항|조|절|행|열|단|판|팩|박스|상자|세트"
)
_SINO_UNIT = re.compile(rf" ?(?:{_SINO_UNITS})")
_SINO_COUNTED = re.compile(rf" ?(?:{_SINO_UNITS}){_TAIL}(?![가-힣])")
# Units that a single Sino-Korean syllable may have.
_SINGLE_COUNTED = re.compile(
    r" ?(?:원|달러|불|유로|엔|위안|파운드|센트|퍼센트|퍼|프로|%|년|분|초|개월|층|호선|호실|인분|인실|주일|주간|킬로그램|킬로미터|킬로|그램|"
    r"밀리리터|미터|리터|센티미터|센티|페이지|자리|포인트|학년|단계|박|월|번지|번|개|명|건|장|시간|톤|인치|기가|세트|호)"
    rf"{_TAIL}(?![가-힣])"
)
# 이 is "this" as well, so fewer units make it a two.
_TWO_COUNTED = re.compile(
    r"(?:(?: ?(?:퍼센트|퍼|프로|%|개월|인분|인실|달러|학년|킬로그램|킬로미터|킬로|호선|층|월|주일|년)| (?:원|센트|유로|엔)|박(?= |$))"
    rf"{_TAIL})(?![가-힣])"
)
_TWO_WEEKS = re.compile(r" ?주 ?(?:후|뒤|동안|간|전|안|이내|만에|정도)")
_TWO_AS_NUMBER = re.compile(r" ?번(?:을|를|으로|요|이요|이에요|입니다|이고|인데요|$|[.,?!]| (?:버튼|메뉴|출구|선택|누르|눌러|항목|창구|게이트))")
_ZERO_COUNTED = re.compile(rf"(?: (?:원|번|분|개|명|건)| ?(?:퍼센트|퍼|프로|%|시))(?!간|작){_TAIL}(?![가-힣])")
_DAYS = "간|동안|후|뒤|전|이내|내|안에|까지|부터|에|째|차|정도|쯤|이상|치|날|만에|마다|걸"
_DAY_COUNTED = re.compile(rf"일(?: ?(?:{_DAYS})|{_TAIL}(?![가-힣]))| 일{_TAIL}(?![가-힣])")
_DAY_SURELY_COUNTED = re.compile(rf"일 ?(?:{_DAYS})| 일 ?(?:{_DAYS})")
# What begins like a number with a unit and is a word of its own.
_SINGLE_WORDS = re.compile(
    "일원|일동|일명|일개|일장|일엔|일세|일호|일센|일포|사원|사장|사번|사명|사호|사개|사건|사포|오장|오불|오호|오명|오엔|오개|오건|육개|구원|구분|구명|구장|구호|구개|"
    "구불|구초|구엔|구박|구건|구포|팔장|천장|천호|만개|만장|만건|만년필|조|칠장|백장|백호|삼엔|삼호"
)
# Numbers of two or three syllables that are words, and numbers only before a unit.
_WORDS = frozenset(
    ["만일", "만사", "만이", "만오", "만구", "만삼", "천사", "천이", "천일", "천오", "천구", "백이", "백사", "백일", "백구", "백오", "일만", "이만"]
)
_LEAD_IN = frozenset(["음", "어", "저", "그", "아", "네", "예", "응", "아니요", "아뇨"])
_WHOLE_TAIL = re.compile(r"(?:요|이요|입니다|이에요|예요|번|번이요|번입니다)?")
_BEFORE_CONTRAST = re.compile(r"이 (?:아니|아닌|아닙|맞|되|된|됩|돼|필요|있|없|나왔|나와|찍|청구|결제|빠|남|더|다|안|잘못|표시|보이)")
_COPULA_AFTER_TWO = re.compile(r"이(?:요|고|라|면|지|네|나|랑|며|니|거|든)")
_BECOMING = re.compile(r" ?(?:거|것|수|때|경우|겁|텐)")

_NATIVE_TENS: Words[int] = Words(
    {"열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70, "여든": 80, "아흔": 90}
)
_NATIVE_ONES: Words[int] = Words(
    {
        "하나": 1, "둘": 2, "셋": 3, "넷": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "여덜": 8, "아홉": 9,
        "한": 1, "두": 2, "세": 3, "석": 3, "네": 4, "넉": 4,
    }
)  # fmt: skip
# Forms that stand before a unit only.
_MODIFIERS = ("한", "두", "세", "석", "네", "넉", "스무")
NATIVE_FIRSTS = _NATIVE_TENS.firsts | _NATIVE_ONES.firsts
_NATIVE_COUNTED = re.compile(
    r" ?(?:개월|개|명|분|번째|번|장|병|잔|권|대|마리|살|시간|시|건|곳|가지|달|통|채|켤레|벌|송이|그루|자루|봉지|봉|상자|박스|세트|팩|캔|컵|조각|"
    r"판|그릇|접시|끼|줄|쌍|차례|군데|사람|주일|주|평|척|포기|알|편|곡|칸|층|방울|모|자리|달러|배|입|켤레|모금|스푼|종류|종|페이지|식구|가족|팀|"
    rf"좌석|테이블|객실|방)(?!번호){_TAIL}(?:반|만)?(?![가-힣])"
)
_NATIVE_WORDS = re.compile("한편|한말|한해|한쪽|한자리|한동|한층|한점|한방|한배|한입|한종|두통|세대|세종|세배|세입|한때|한주|열대|열권|네편|한알|두배")
_ONCE = re.compile(r" ?번(?!째|호)")
# "하나" is also a name, "at all", and a form of "do".
_NOT_ONE = re.compile(r"하나(?:은행|카드|로|투어|님|같|하나|도| 은행| 카드| 투어| 증권)")
_DONE_BEFORE = re.compile(r"(?:게|야|도|을|를|지|려|고|면|러|어|아|해|나|떻게)$")
_ALL = re.compile(r" ?다(?![가-힣])")
_VERB_OBJECT = re.compile(r"(?:을|를) 한$")
_AMBIGUOUS_AFTER_OBJECT = re.compile(r" ?(?:건|분|시간|번|곳|사람|시)")
_APPROXIMATE: Words[tuple[int, int]] = Words({"한두": (1, 2), "두세": (2, 3), "서너": (3, 4)})

# Glued to these, a number begins after all: "총오천원", "약이십분", "3월십오일".
_MAY_PRECEDE = frozenset("년월일시분원개호층번러총약각제엔")


class _Found(NamedTuple):
    end: int
    value: Decimal


def part(tokens: list[Token], i: int) -> Part | None:
    if i >= len(tokens):
        return None
    found = _PARTS.get(tokens[i].text)
    return None if found is None else Part(i + 1, found.kind, found.value)


def sino(tokens: list[Token], i: int) -> list[Prefix]:
    """All Sino-Korean numbers from a token on, whatever stands around them; zero too."""
    if i < len(tokens) and tokens[i].text in ZEROS:
        return [Prefix(i + 1, Decimal(0), 1)]
    return prefixes(tokens, i, part, bare_myriad=True)


def native(tokens: list[Token], i: int) -> list[Prefix]:
    """All native numbers from a token on, 1 to 99, whatever stands around them."""
    tens = _NATIVE_TENS.longest(tokens, i)
    if tens is None:
        return [Prefix(end, Decimal(value), 1) for end, value in _NATIVE_ONES.at(tokens, i)]
    end, value = tens
    found = [Prefix(end, Decimal(value), 1)]
    if tokens[end - 1].text != "무":
        found.extend(Prefix(after, Decimal(value + ones), 2) for after, ones in _NATIVE_ONES.at(tokens, end))
    return found


def begins_word(tokens: list[Token], i: int) -> bool:
    return not glued_sound(tokens, i)


def ends_word(tokens: list[Token], i: int) -> bool:
    """Whether nothing but an ending is glued behind the token before `i`."""
    return _ENDING.match(rest(tokens, i)) is not None


def numerals(tokens: list[Token], i: int) -> Iterator[Numeral]:
    token = tokens[i]
    if token.kind == "digits":
        yield from _mixed(tokens, i)
        return
    text = token.text
    if text in _PARTS:
        yield from _sino_numbers(tokens, i)
    elif text in ZEROS or text == "제":
        yield from _zero(tokens, i)
    if text in NATIVE_FIRSTS or text == "서":
        yield from _native_numbers(tokens, i)


def _mixed(tokens: list[Token], i: int) -> Iterator[Numeral]:
    for end, value, _ in reversed(prefixes(tokens, i, part, bare_myriad=True)):
        behind = rest(tokens, end)
        if ends_word(tokens, end) or _SINO_UNIT.match(behind):
            yield Numeral(end, value)
            return
    yield from _decimal(tokens, i, i + 1, Decimal(token_number(tokens[i])))


def token_number(token: Token) -> int:
    return int(token.text)


def _zero(tokens: list[Token], i: int) -> Iterator[Numeral]:
    end = i + 1
    if tokens[i].text == "제":
        if i + 1 >= len(tokens) or tokens[i + 1].text != "로":
            return
        end += 1
    if not begins_word(tokens, i):
        return
    decimals = list(_decimal(tokens, i, end, Decimal(0)))
    if decimals:
        yield from decimals
    elif _ZERO_COUNTED.match(ahead(tokens, end)) or _is_whole(tokens, i, end):
        yield Numeral(end, Decimal(0))


def _sino_numbers(tokens: list[Token], i: int) -> Iterator[Numeral]:
    if not begins_word(tokens, i) and tokens[i - 1].text not in _MAY_PRECEDE:
        if _first_of_two(tokens, i - 1) is not None:
            yield from _standing(tokens, i)
        return
    first = _first_of_two(tokens, i)
    if first is not None:
        yield first
        return
    yield from _standing(tokens, i)


def _standing(tokens: list[Token], i: int) -> Iterator[Numeral]:
    found = sino(tokens, i)
    kept = [prefix for prefix in found if _stands(tokens, i, prefix)]
    mixed = _with_native(tokens, i, found)
    if mixed is not None:
        yield mixed
    decimals = [numeral for prefix in found[-1:] for numeral in _decimal(tokens, i, prefix.end, prefix.value)]
    if decimals:
        yield from decimals
        return
    if not kept:
        return
    longest = kept[-1]
    shorter = _without_ending(tokens, longest, found)
    if shorter is None or rest(tokens, longest.end)[:2] not in ("에요", "었어"):
        yield Numeral(longest.end, longest.value)
    if shorter is not None:
        yield Numeral(longest.end, shorter)
    for end, value, parts in kept[:-1]:
        # "이천 이십육" may be two numbers
        if parts > 1 and not tokens[end].glued:
            yield Numeral(end, value)


def _stands(tokens: list[Token], i: int, prefix: Prefix) -> bool:
    end, value, parts = prefix
    if parts == 1:
        return _single_stands(tokens, i)
    # A last syllable after a space is a word of its own: "오천 이 주문은".
    if part(tokens, end - 1) is not None and not tokens[end - 1].glued and not _lone_syllable_fits(tokens, end - 1):
        return False
    behind = rest(tokens, end)
    if behind and not _ENDING.match(behind) and not _unit_behind(value, behind):
        return False
    text = "".join(token.text for token in tokens[i:end])
    if text in _WORDS or "조" in text:
        return _SINO_COUNTED.match(ahead(tokens, end)) is not None or _is_whole(tokens, i, end)
    return not (text == "천만" and behind.startswith(("에", "의")))


def _unit_behind(value: Decimal, behind: str) -> bool:
    if behind.startswith("시") and not behind.startswith("시간") and value > 24:
        return False
    return _SINO_UNIT.match(behind) is not None


def _lone_syllable_fits(tokens: list[Token], i: int) -> bool:
    text = ahead(tokens, i + 1)
    if _SINO_COUNTED.match(text):
        return True
    behind = rest(tokens, i + 1)
    if behind:
        return _ENDING.match(behind) is not None and tokens[i].text != "이"
    return text == "" or tokens[i + 1].kind == "sign" or tokens[i].text not in ("이", "일", "오")


def _single_stands(tokens: list[Token], i: int) -> bool:
    syllable, behind, text = tokens[i].text, rest(tokens, i + 1), ahead(tokens, i + 1)
    if _is_whole(tokens, i, i + 1):
        return True
    if behind and _SINGLE_WORDS.match(syllable + behind):
        return False
    if syllable == "이":
        return bool(_TWO_COUNTED.match(text) or _TWO_WEEKS.match(text) or _TWO_AS_NUMBER.match(text))
    if syllable in ("억", "조", "만", "천", "백", "십") and _SINO_COUNTED.match(text):
        return True
    if _SINGLE_COUNTED.match(text):
        return True
    if i >= 2 and tokens[i - 1].text == "의" and tokens[i - 2].text == "분":
        return ends_word(tokens, i + 1)
    if text[:2] in ("일", " 일") or text.startswith(("일", " 일")):
        certain = syllable in ("오", "일") and (behind != "" or syllable == "일")
        return (_DAY_SURELY_COUNTED if certain else _DAY_COUNTED).match(text) is not None
    return re.match(r" ?주 ?(?:후|뒤|동안|간|전|안|이내|만에|정도|차|째)", text) is not None


def _without_ending(tokens: list[Token], longest: Prefix, found: list[Prefix]) -> Decimal | None:
    """The number without its last syllable where that may be an ending: 오십이 아니라 (52, or 50 with a particle), 십일 동안
    (11, or ten days)."""
    before = [prefix for prefix in found if prefix.end == longest.end - 1]
    if longest.parts < 2 or not before or not tokens[longest.end - 1].glued:
        return None
    text = ahead(tokens, longest.end - 1).strip()
    if tokens[longest.end - 1].text == "이" and (
        _BEFORE_CONTRAST.match(text) or _COPULA_AFTER_TWO.match(text) or text.startswith(("이에요", "이었"))
    ):
        return before[0].value
    if tokens[longest.end - 1].text == "일" and (_DAY_SURELY_COUNTED.match(text) or _BECOMING.match(text[1:])):
        return before[0].value
    return None


def _is_whole(tokens: list[Token], i: int, end: int) -> bool:
    """Whether the text says nothing but the number: "오.", "네, 삼이요"."""
    before = "".join(token.text for token in tokens[:i] if token.kind != "sign")
    if before and before not in _LEAD_IN:
        return False
    behind = "".join(token.text for token in tokens[end:] if token.kind != "sign")
    return _WHOLE_TAIL.fullmatch(behind) is not None


def _decimal(tokens: list[Token], i: int, point: int, whole: Decimal) -> Iterator[Numeral]:
    """삼 점 오, 영점오, 12 점 5: what stands before the point ends at `point`."""
    if point >= len(tokens) or tokens[point].text != "점":
        return
    spaced = not tokens[point].glued
    end, fraction = point + 1, ""
    while end < len(tokens) and (tokens[end].text in DIGITS or tokens[end].text in ZEROS or tokens[end].kind == "digits"):
        fraction += str(DIGITS.get(tokens[end].text, 0)) if tokens[end].kind != "digits" else tokens[end].text
        end += 1
    if not fraction:
        return
    counted = _SINO_COUNTED.match(ahead(tokens, end)) is not None
    if tokens[i].text == "이" and point == i + 1 and spaced and not counted:
        return  # "이 점 사과드립니다"
    if counted or ends_word(tokens, end):
        yield Numeral(end, whole + Decimal(f"0.{fraction}"))


def _with_native(tokens: list[Token], i: int, found: list[Prefix]) -> Numeral | None:
    """백스물다섯 명: hundreds are Sino-Korean, what is below them may be native."""
    for end, value, _ in found:
        if value % 100 == 0:
            for after, small, _ in reversed(native(tokens, end)):
                if _NATIVE_COUNTED.match(ahead(tokens, after)) or (
                    tokens[after - 1].text not in _MODIFIERS and ends_word(tokens, after)
                ):
                    return Numeral(after, value + small)
    return None


def _first_of_two(tokens: list[Token], i: int) -> Numeral | None:
    """The first number of "이삼 일" (two or three days), "이삼십 분": two digits in a row and then a unit."""
    if i + 1 >= len(tokens) or not tokens[i + 1].glued or not begins_word(tokens, i):
        return None
    first, second = DIGITS.get(tokens[i].text), DIGITS.get(tokens[i + 1].text)
    if first is None or second != first + 1:
        return None
    end, unit = i + 2, 1
    while end < len(tokens) and tokens[end].glued:
        scale = _PARTS.get(tokens[end].text)
        if scale is None or scale.kind == "digit":
            break
        end, unit = end + 1, unit * scale.value
    text = ahead(tokens, end)
    if unit == 1 and not (_DAY_COUNTED.match(text) or _SINGLE_COUNTED.match(text) or re.match(r" ?주(?!세|문)", text)):
        return None
    return Numeral(i + 1, Decimal(first * unit))


def _native_numbers(tokens: list[Token], i: int) -> Iterator[Numeral]:
    if not begins_word(tokens, i):
        for end, (_, second) in _APPROXIMATE.at(tokens, i - 1):
            if begins_word(tokens, i - 1) and _NATIVE_COUNTED.match(ahead(tokens, end)):
                yield Numeral(end, Decimal(second))
        return
    for end, (first, _) in _APPROXIMATE.at(tokens, i):
        if _NATIVE_COUNTED.match(ahead(tokens, end)):
            yield Numeral(i + 1, Decimal(first))
            return
    for end, value, parts in reversed(native(tokens, i)):
        if _native_stands(tokens, i, end, parts):
            yield Numeral(end, value)
            return


def _native_stands(tokens: list[Token], i: int, end: int, parts: int) -> bool:
    behind, text = rest(tokens, end), ahead(tokens, end)
    word = "".join(token.text for token in tokens[i:end])
    if tokens[end - 1].text in _MODIFIERS or word == "열":
        if parts == 1 and behind and _NATIVE_WORDS.match(word + behind):
            return False
        if word == "한" and _AMBIGUOUS_AFTER_OBJECT.match(text) and i > 0 and tokens[i - 1].text in ("을", "를"):
            return False  # "예약을 한 시간": the one that was made
        return _NATIVE_COUNTED.match(text) is not None or (word == "열" and _is_whole(tokens, i, end))
    if not ends_word(tokens, end) and not _NATIVE_COUNTED.match(text):
        return False
    if word in ("둘", "셋", "넷") and _ALL.match(text):
        return False
    if word == "하나":
        before = tokens[i - 1].text if i > 0 else ""
        return not (_NOT_ONE.match(word + text) or (before and _DONE_BEFORE.search(before)))
    return True


def may_be_nothing(tokens: list[Token], i: int, end: int) -> bool:
    """한번, 다시 한 번 ("once", "just"), 이번 ("number two", "this time"), 하나요 ("one, please", "does one?")."""
    word = tokens[i].text
    if end == i + 1 and word in ("한", "이"):
        return _ONCE.match(ahead(tokens, end)) is not None
    return word == "하" and rest(tokens, end).startswith("요")

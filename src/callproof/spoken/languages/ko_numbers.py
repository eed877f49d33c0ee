"""Korean cardinals: Sino-Korean (만 오천), native (열다섯), mixed with digits (3만 5천), decimals (삼 점 오).

A number has to begin a word, and what is glued behind it has to be a unit or an ending; a single syllable needs a unit behind
it, or has to be the whole text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from callproof.spoken.language import Numeral
from callproof.spoken.languages import ko_context as context
from callproof.spoken.languages.ko_context import begins_number, begins_word, ends_word, is_whole
from callproof.spoken.languages.sounds import Beginning, Part, Prefix, Words, ahead, prefixes, rest
from callproof.spoken.tokens import Token

DIGITS = {"일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "륙": 6, "칠": 7, "팔": 8, "구": 9}
ZEROS = ("영", "공")
_PARTS: dict[str, Part] = {
    **{text: Part(0, "digit", value) for text, value in DIGITS.items()},
    **{text: Part(0, "small", value) for text, value in (("십", 10), ("백", 100), ("천", 1000))},
    **{text: Part(0, "big", value) for text, value in (("만", 10**4), ("억", 10**8), ("조", 10**12))},
}
_NATIVE_TENS: Words[int] = Words(
    {
        "열": 10,
        "스물": 20,
        "스무": 20,
        "서른": 30,
        "마흔": 40,
        "쉰": 50,
        "예순": 60,
        "일흔": 70,
        "여든": 80,
        "아흔": 90,
    }
)
_NATIVE_ONES: Words[int] = Words(
    {
        "하나": 1, "둘": 2, "셋": 3, "넷": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "여덜": 8, "아홉": 9,
        "한": 1, "두": 2, "세": 3, "석": 3, "네": 4, "넉": 4,
    }
)  # fmt: skip
# Forms that stand before a unit only.
_MODIFIERS = ("한", "두", "세", "석", "네", "넉", "무")
_APPROXIMATE: Words[tuple[int, int]] = Words({"한두": (1, 2), "두세": (2, 3), "서너": (3, 4)})
SINO = "".join(_PARTS) + "".join(ZEROS)
_NATIVE_FIRSTS = _NATIVE_TENS.firsts | _NATIVE_ONES.firsts
# What may be glued behind a number's first syllable: more of it, the beginning of a unit or of an ending, the decimal point.
_SECOND = SINO + "점" + "".join(context.UNIT_FIRSTS | context.ENDING_FIRSTS | _NATIVE_FIRSTS)
# What may begin the word behind it.
_SECOND_WORD = SINO + "".join(context.SINGLE_UNIT_FIRSTS | _NATIVE_FIRSTS)
_NATIVE_SECOND = "".join(context.NATIVE_UNIT_FIRSTS | _NATIVE_ONES.firsts)
FIRSTS = frozenset(SINO) | _NATIVE_FIRSTS | {"제", "서"}
# Where a number can begin a word.
BEGINNINGS = [
    Beginning(SINO, _SECOND, _SECOND_WORD),
    Beginning("한두세네열석넉", _NATIVE_SECOND, _NATIVE_SECOND),
    Beginning("제", "로", ""),
    Beginning("서", "너", ""),
    *(
        beginning
        for words in (_NATIVE_TENS, _NATIVE_ONES)
        for beginning in words.beginnings
        if beginning.glued
    ),
    Beginning("둘셋넷쉰"),
]


def part(tokens: list[Token], i: int) -> Part | None:
    if i >= len(tokens):
        return None
    found = _PARTS.get(tokens[i].text)
    return None if found is None else Part(i + 1, found.kind, found.value)


def sino(tokens: list[Token], i: int) -> list[Prefix]:
    """All Sino-Korean numbers from a token on, whatever stands around them; zero too."""
    if i < len(tokens) and tokens[i].text in ZEROS:
        return [Prefix(i + 1, 0, 1)]
    return prefixes(tokens, i, part, bare_myriad=True)


def native(tokens: list[Token], i: int) -> list[Prefix]:
    """All native numbers from a token on, 1 to 99, whatever stands around them."""
    if i >= len(tokens) or tokens[i].text not in _NATIVE_FIRSTS:
        return []
    tens = _NATIVE_TENS.longest(tokens, i)
    if tens is None:
        return [Prefix(end, value, 1) for end, value in _NATIVE_ONES.at(tokens, i)]
    end, value = tens
    found = [Prefix(end, value, 1)]
    if tokens[end - 1].text != "무":
        found.extend(Prefix(after, value + ones, 2) for after, ones in _NATIVE_ONES.at(tokens, end))
    return found


def numerals(tokens: list[Token], i: int) -> Iterable[Numeral]:
    token = tokens[i]
    if token.kind == "digits":
        return _mixed(tokens, i)
    if token.text not in FIRSTS:
        return ()
    if token.glued and not begins_number(tokens, i):
        return second_of_two(tokens, i) if token.text in _PARTS or token.text in "두세너" else ()
    return _in_words(tokens, i)


def _in_words(tokens: list[Token], i: int) -> Iterator[Numeral]:
    text = tokens[i].text
    if text in _PARTS:
        first = _first_of_two(tokens, i)
        if first is not None:
            yield first
        else:
            yield from _standing(tokens, i)
    elif text in ZEROS or text == "제":
        yield from _zero(tokens, i)
    if text in _NATIVE_FIRSTS or text == "서":
        yield from _native_numbers(tokens, i)


def _mixed(tokens: list[Token], i: int) -> Iterator[Numeral]:
    if i + 1 >= len(tokens) or not (tokens[i + 1].text in _PARTS or tokens[i + 1].text in (",", ".", "점")):
        return
    for end, value, _ in reversed(prefixes(tokens, i, part, bare_myriad=True)):
        # 제3조 is an article, and no number of 3 × 10^12
        if tokens[end - 1].text == "조" and not context.CURRENCY.match(ahead(tokens, end)):
            continue
        if ends_word(tokens, end) or context.unit_behind(tokens, end):
            yield Numeral(end, Decimal(value))
            return
    yield from _decimal(tokens, i, i + 1, Decimal(tokens[i].text))


def _zero(tokens: list[Token], i: int) -> Iterator[Numeral]:
    end = i + 1
    if tokens[i].text == "제":
        if end >= len(tokens) or tokens[end].text != "로":
            return
        end += 1
    decimals = list(_decimal(tokens, i, end, Decimal(0)))
    if decimals:
        yield from decimals
    elif tokens[i].text == "공" and rest(tokens, end):
        return  # 공시 is a notice
    elif context.ZERO_COUNTED.match(ahead(tokens, end)) or is_whole(tokens, i, end):
        yield Numeral(end, Decimal(0))


def _standing(tokens: list[Token], i: int) -> Iterator[Numeral]:
    """The Sino-Korean numbers from a token on that stand as words, or before units."""
    found = sino(tokens, i)
    last = found[-1]
    if last.end < len(tokens) and tokens[last.end].text == "점":
        decimals = list(_decimal(tokens, i, last.end, Decimal(last.value)))
        if decimals:
            yield from decimals
            return
    mixed = _with_native(tokens, found)
    if mixed is not None:
        yield mixed
    while found and not _stands(tokens, i, found[-1]):
        found.pop()
    if not found:
        return
    longest = found[-1]
    shorter = _without_ending(tokens, longest, found) if longest.parts > 1 else None
    if shorter is None or not rest(tokens, longest.end).startswith(("에요", "었")):
        yield Numeral(longest.end, Decimal(longest.value))
    if shorter is not None:
        yield Numeral(longest.end, Decimal(shorter))
    for prefix in found[:-1]:
        # "이천 이십육" may be two numbers, "십 일" may be ten days
        apart = not tokens[prefix.end].glued and (prefix.parts > 1 or tokens[prefix.end].text == "일")
        if apart and _stands(tokens, i, prefix):
            yield Numeral(prefix.end, Decimal(prefix.value))


def _stands(tokens: list[Token], i: int, prefix: Prefix) -> bool:
    end, value, parts = prefix
    if parts == 1:
        return _single_stands(tokens, i)
    # A last syllable after a space is a word of its own: "오천 이 주문은".
    if (
        not tokens[end - 1].glued
        and tokens[end - 1].kind == "sound"
        and not _last_syllable_fits(tokens, end - 1)
    ):
        return False
    behind = rest(tokens, end)
    if tokens[end - 1].text == "십" and behind.startswith(("니", "시오")):
        return False  # 오십니까: "are you coming?"
    if behind and not ends_word(tokens, end) and not _unit_behind(value, behind):
        return False
    text = "".join(token.text for token in tokens[i:end])
    if text[0] == "조" or (text[-1] == "조" and not context.CURRENCY.match(ahead(tokens, end))):
        return False  # 조사, 구조
    if text in context.WORDS:
        return context.SINO_COUNTED.match(ahead(tokens, end)) is not None or is_whole(tokens, i, end)
    return not context.LONGER_WORDS.match(text + behind)


def _unit_behind(value: int | Decimal, behind: str) -> bool:
    if behind.startswith("시") and not behind.startswith("시간") and value > 24:
        return False
    return context.SINO_UNIT.match(behind) is not None


def _last_syllable_fits(tokens: list[Token], i: int) -> bool:
    text, behind = ahead(tokens, i + 1), rest(tokens, i + 1)
    if context.SINO_COUNTED.match(text):
        return True
    if behind:
        return ends_word(tokens, i + 1) and tokens[i].text != "이"
    return text == "" or tokens[i + 1].kind == "sign" or tokens[i].text not in ("이", "일", "오")


def _single_stands(tokens: list[Token], i: int) -> bool:
    if is_whole(tokens, i, i + 1) or context.is_labelled(tokens, i) or _is_behind_dash(tokens, i):
        return True
    if (
        i + 1 < len(tokens)
        and tokens[i + 1].kind == "sound"
        and tokens[i + 1].text not in context.SINGLE_UNIT_FIRSTS
        and not context.UP_TO.match(ahead(tokens, i + 1))
    ):
        return (
            i >= 2 and tokens[i - 1].text == "의" and tokens[i - 2].text == "분" and ends_word(tokens, i + 1)
        )
    syllable, behind, text = tokens[i].text, rest(tokens, i + 1), ahead(tokens, i + 1)
    if context.UP_TO.match(text):
        return True
    if behind and context.SINGLE_WORDS.match(syllable + behind):
        return False
    if syllable == "이":
        return any(
            pattern.match(text)
            for pattern in (context.TWO_COUNTED, context.TWO_LONG, context.WEEKS, context.TWO_AS_NUMBER)
        )
    if _PARTS[syllable].kind != "digit" and not behind and context.SINO_COUNTED.match(text):
        return True
    if any(pattern.match(text) for pattern in (context.SINGLE_COUNTED, context.WEEKS, context.WEEKS_COUNTED)):
        return True
    # 오일 is oil, 일일 "daily", too
    doubtful = syllable == "일" or (syllable == "오" and behind)
    return (context.DAY_SURELY_COUNTED if doubtful else context.DAY_COUNTED).match(text) is not None


def _is_behind_dash(tokens: list[Token], i: int) -> bool:
    """The 4 of "백이십삼 다시 사" (123-4)."""
    return (
        i > 2
        and tokens[i - 2].text == "다"
        and tokens[i - 1].text == "시"
        and (tokens[i - 3].text in _PARTS or tokens[i - 3].kind == "digits")
        and tokens[i].text != "이"
        and ends_word(tokens, i + 1)
    )


def _without_ending(tokens: list[Token], longest: Prefix, found: list[Prefix]) -> int | Decimal | None:
    """The number without its last syllable where that may be an ending: 오십이 아니라 (52, or 50 with a particle), 십일 동안
    (11, or ten days)."""
    if tokens[longest.end - 1].text not in ("이", "일") or not tokens[longest.end - 1].glued:
        return None
    before = [prefix for prefix in found if prefix.end == longest.end - 1]
    if not before:
        return None
    syllable, text = tokens[longest.end - 1].text, ahead(tokens, longest.end - 1)
    may_be_particle = syllable == "이" and (
        context.BEFORE_CONTRAST.match(text) or context.COPULA_AFTER_TWO.match(text)
    )
    may_be_day = syllable == "일" and (
        context.DAY_SURELY_COUNTED.match(text) or context.BECOMING.match(text[1:])
    )
    return before[0].value if may_be_particle or may_be_day else None


def _decimal(tokens: list[Token], i: int, point: int, whole: Decimal) -> Iterator[Numeral]:
    """삼 점 오, 영점오, 12 점 5: what stands before the point ends at `point`."""
    if point >= len(tokens) or tokens[point].text != "점":
        return
    end, fraction = point + 1, ""
    while end < len(tokens):
        token = tokens[end]
        if token.kind != "digits" and token.text not in DIGITS and token.text not in ZEROS:
            break
        fraction += token.text if token.kind == "digits" else str(DIGITS.get(token.text, 0))
        end += 1
    if not fraction:
        return
    counted = context.SINO_COUNTED.match(ahead(tokens, end)) is not None
    if tokens[i].text == "이" and point == i + 1 and not tokens[point].glued and not counted:
        return  # "이 점 사과드립니다"
    if counted or ends_word(tokens, end):
        yield Numeral(end, whole + Decimal(f"0.{fraction}"))


def _with_native(tokens: list[Token], found: list[Prefix]) -> Numeral | None:
    """백스물다섯 명: hundreds are Sino-Korean, what is below them may be native."""
    for end, value, _ in found:
        if value % 100 == 0 and end < len(tokens) and tokens[end].text in _NATIVE_FIRSTS:
            for after, small, _ in reversed(native(tokens, end)):
                if context.LONGER_WORDS.match("".join(token.text for token in tokens[end - 1 : after + 1])):
                    continue
                standing = tokens[after - 1].text not in _MODIFIERS and ends_word(tokens, after)
                if standing or context.NATIVE_COUNTED.match(ahead(tokens, after)):
                    return Numeral(after, Decimal(value + small))
    return None


def _first_of_two(tokens: list[Token], i: int) -> Numeral | None:
    """The first number of "이삼 일" (two or three days), "이삼십 분": two digits in a row and then a unit."""
    if i + 1 >= len(tokens) or not tokens[i + 1].glued or not begins_word(tokens, i):
        return None
    first, second = DIGITS.get(tokens[i].text), DIGITS.get(tokens[i + 1].text)
    if first is None or second != first + 1:
        return None
    end, unit = i + 2, 1
    while (
        end < len(tokens)
        and tokens[end].glued
        and tokens[end].text in _PARTS
        and tokens[end].text not in DIGITS
    ):
        end, unit = end + 1, unit * _PARTS[tokens[end].text].value
    text = ahead(tokens, end)
    patterns = (context.DAY_COUNTED, context.SINGLE_COUNTED, context.WEEKS)
    if unit == 1 and not any(pattern.match(text) for pattern in patterns):
        return None
    return Numeral(i + 1, Decimal(first * unit))


def second_of_two(tokens: list[Token], i: int) -> Iterator[Numeral]:
    """The second number of "이삼십 분" and of "두세 개"."""
    if i >= len(tokens) or not tokens[i].glued:
        return
    if tokens[i].text in _PARTS:
        if _first_of_two(tokens, i - 1) is not None:
            yield from _standing(tokens, i)
    elif begins_word(tokens, i - 1):
        for end, (_, second) in _APPROXIMATE.at(tokens, i - 1):
            if context.NATIVE_COUNTED.match(ahead(tokens, end)):
                yield Numeral(end, Decimal(second))


def _native_numbers(tokens: list[Token], i: int) -> Iterator[Numeral]:
    if not begins_word(tokens, i):
        return
    for end, (first, _) in _APPROXIMATE.at(tokens, i):
        if context.NATIVE_COUNTED.match(ahead(tokens, end)):
            yield Numeral(i + 1, Decimal(first))
            return
    for end, value, parts in reversed(native(tokens, i)):
        if _native_stands(tokens, i, end, parts):
            yield Numeral(end, Decimal(value))
            return


def _native_stands(tokens: list[Token], i: int, end: int, parts: int) -> bool:
    behind, text = rest(tokens, end), ahead(tokens, end)
    word = "".join(token.text for token in tokens[i:end])
    if tokens[end - 1].text in _MODIFIERS or word == "열":
        if parts == 1 and behind and context.NATIVE_WORDS.match(word + behind):
            return False
        if word == "한" and i > 0 and tokens[i - 1].text in ("을", "를") and context.MADE_BEFORE.match(text):
            return False
        return context.NATIVE_COUNTED.match(text) is not None or (word == "열" and is_whole(tokens, i, end))
    if not ends_word(tokens, end) and not context.NATIVE_COUNTED.match(text):
        return False
    if word in ("둘", "셋", "넷"):
        return context.MAY.match(text) is None
    if word == "하나":
        return not (context.NOT_ONE.match(text) or (i > 0 and tokens[i - 1].text in context.DO_BEFORE))
    return True


def nothing_until(tokens: list[Token], i: int, end: int) -> int | None:
    """Where the words end that may as well be no value: 한번, 다시 한 번 ("once", "just"), 이번 ("number two", "this time"), 하나요
    ("one, please", "does one?"), 사원 ("four won", "employee")."""
    word = tokens[i].text
    if end == i + 1 and word in ("한", "이") and context.ONCE.match(ahead(tokens, end)):
        return end
    if end == i + 1 and word == "한" and ahead(tokens, end).lstrip().startswith("달에"):
        return end  # "한 달에 만 원": monthly
    if word == "둘" and ahead(tokens, end).startswith(" 다"):
        return end  # "둘 다 환불했어요": no amount of 2
    if word == "하" and rest(tokens, end).startswith("요"):
        return end
    is_word = (
        end == i + 1
        and end < len(tokens)
        and tokens[end].glued
        and word + tokens[end].text in context.AMOUNT_WORDS
    )
    return end + 1 if is_word else None

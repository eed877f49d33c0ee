"""Japanese cardinals: in kanji (一万五千, 三〇五), in kana (いちまんごせん), mixed with digits (1万5千), native (ひとつ, 三つ).

Kanji numerals are rarely part of other words, but a single one (一緒, 三井, 千葉) needs a counter behind it, or has to be the
whole text. Numbers in kana have to stand between other scripts or particles: に, し, ご, さん, せん are frequent syllables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from callproof.spoken.language import Numeral
from callproof.spoken.languages import ja_context as context
from callproof.spoken.languages.ja_context import is_hiragana, is_katakana, is_whole
from callproof.spoken.languages.sounds import Beginning, Part, Prefix, Words, ahead, prefixes
from callproof.spoken.tokens import Token

DIGITS = {
    "一": 1,
    "二": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
    "壱": 1,
    "弐": 2,
    "参": 3,
}
ZEROS = ("〇", "零")
_PARTS: dict[str, Part] = {
    **{text: Part(0, "digit", value) for text, value in DIGITS.items()},
    **{text: Part(0, "small", value) for text, value in (("十", 10), ("百", 100), ("千", 1000))},
    **{text: Part(0, "big", value) for text, value in (("万", 10**4), ("億", 10**8), ("兆", 10**12))},
}
# More digits in a row are no number.
_LONGEST = 12
KANJI = frozenset(_PARTS) | frozenset(ZEROS)
# Behind these no number begins: it would be the rest of one, or one that is not named (数十).
_NO_NUMBER_BEHIND = KANJI | {"何", "数", "幾"}

KANA_DIGITS = {
    "いち": 1, "に": 2, "さん": 3, "よん": 4, "し": 4, "ご": 5, "ろく": 6, "なな": 7, "しち": 7, "はち": 8, "きゅう": 9, "く": 9,
}  # fmt: skip
_KANA_PARTS = {
    **{text: Part(0, "digit", value) for text, value in KANA_DIGITS.items()},
    **{text: Part(0, "digit", value) for text, value in (("いっ", 1), ("ろっ", 6), ("はっ", 8))},
    **{text: Part(0, "small", 10) for text in ("じゅう", "じゅっ")},
    **{text: Part(0, "small", 100) for text in ("ひゃく", "びゃく", "ぴゃく", "ひゃっ")},
    **{text: Part(0, "small", 1000) for text in ("せん", "ぜん")},
    **{text: Part(0, "big", value) for text, value in (("まん", 10**4), ("おく", 10**8))},
}


def katakana(text: str) -> str:
    return "".join(chr(ord(char) + 0x60) if is_hiragana(char) else char for char in text)


def hiragana(text: str) -> str:
    return "".join(chr(ord(char) - 0x60) if "ァ" <= char <= "ヶ" else char for char in text)


_KANA: Words[Part] = Words(_KANA_PARTS | {katakana(text): part for text, part in _KANA_PARTS.items()})
_NATIVE: Words[int] = Words(
    {
        "ひとつ": 1, "ふたつ": 2, "みっつ": 3, "よっつ": 4, "いつつ": 5, "むっつ": 6, "ななつ": 7, "やっつ": 8, "ここのつ": 9,
        "ひとり": 1, "ふたり": 2,
    }
)  # fmt: skip
_ZERO_NAMES: Words[None] = Words(dict.fromkeys(["ゼロ", "ぜろ"]))
_SMALL_KANA = frozenset("ゃゅょぁぃぅぇぉャュョァィゥェォー")

BEGINNINGS = [
    Beginning("".join(KANJI)),
    Beginning("いイ", "ちっチッ", ""),
    *(Beginning(first + katakana(first), "じひせまおふジヒセマオ", "") for first in "にごく"),
    Beginning("さよせまサヨセマ", "んンび", ""),
    Beginning("しシ", "ちチ", ""),
    Beginning("ろなはロナハ", "くっなちクッナチ", ""),
    Beginning("きじキジ", "ゅュっッ", ""),
    Beginning("ひヒ", "ゃャ", ""),
    *(beginning for words in (_NATIVE, _ZERO_NAMES) for beginning in words.beginnings),
]
FIRSTS = frozenset("".join(beginning.firsts for beginning in BEGINNINGS))


def _kanji_part(tokens: list[Token], i: int) -> Part | None:
    if i >= len(tokens):
        return None
    found = _PARTS.get(tokens[i].text)
    return None if found is None else Part(i + 1, found.kind, found.value)


def _kana_part(tokens: list[Token], i: int) -> Part | None:
    found = _KANA.longest(tokens, i)
    if found is None or (
        found[0] < len(tokens) and tokens[found[0]].glued and tokens[found[0]].text in _SMALL_KANA
    ):
        return None
    if tokens[i].text in "しくシク" and found[0] == i + 1:
        # Before a unit the 4 is よん, the 9 きゅう.
        following = _KANA.longest(tokens, found[0])
        if following is not None and following[1].kind != "digit":
            return None
    return Part(found[0], found[1].kind, found[1].value)


def kanji(tokens: list[Token], i: int) -> list[Prefix]:
    """All numbers in kanji from a token on, whatever stands around them; positional ones (三〇五) and zero too."""
    digits, end = "", i
    while end < len(tokens) and (end == i or tokens[end].glued) and len(digits) <= _LONGEST:
        text = tokens[end].text
        if text not in ZEROS and text not in DIGITS:
            break
        digits += str(DIGITS.get(text, 0))
        end += 1
    if digits and (end == len(tokens) or tokens[end].text not in _PARTS):
        has_zero = "0" in digits
        if len(digits) > _LONGEST:
            return []
        # 八九年 is eight or nine years, too
        if len(digits) == 2 and [token.text for token in tokens[end : end + 2]] == ["年", "生"]:
            return [Prefix(end, int(digits), len(digits))]
        if digits == "0" or (len(digits) >= (2 if has_zero else 3) and digits[0] != "0"):
            return [Prefix(end, int(digits), len(digits))]
    return prefixes(tokens, i, _kanji_part, bare_myriad=False)


def kana(tokens: list[Token], i: int) -> list[Prefix]:
    """All numbers in kana from a token on, whatever stands around them."""
    return prefixes(tokens, i, _kana_part, bare_myriad=False)


def begins_kana(tokens: list[Token], i: int) -> bool:
    """Whether a word in kana may begin here: behind another script, a sign, a space, or a particle."""
    if i == 0 or not tokens[i].glued or tokens[i - 1].kind != "sound":
        return True
    before = tokens[i - 1].text
    if is_katakana(tokens[i].text):
        return not is_katakana(before)
    return not is_hiragana(before) or before in context.PARTICLES


def begins_kanji(tokens: list[Token], i: int) -> bool:
    if i == 0 or not tokens[i].glued:
        return True
    return tokens[i - 1].text not in _NO_NUMBER_BEHIND and tokens[i - 1].kind != "digits"


def numerals(tokens: list[Token], i: int) -> Iterable[Numeral]:
    token = tokens[i]
    if token.kind == "digits":
        return _mixed(tokens, i)
    if token.text in KANJI:
        return _in_kanji(tokens, i) if begins_kanji(tokens, i) else ()
    if token.text in FIRSTS and begins_kana(tokens, i):
        return _in_kana(tokens, i)
    return ()


def _mixed(tokens: list[Token], i: int) -> Iterator[Numeral]:
    if i + 1 < len(tokens) and (tokens[i + 1].text in _PARTS or tokens[i + 1].text in (",", ".")):
        for end, value, _ in reversed(prefixes(tokens, i, _kanji_part, bare_myriad=False)):
            yield Numeral(end, Decimal(value))
            return
    yield from _decimal(tokens, i + 1, Decimal(tokens[i].text))


def _in_kanji(tokens: list[Token], i: int) -> Iterator[Numeral]:
    first = _first_of_two(tokens, i)
    if first is not None:
        yield first
        return
    found = kanji(tokens, i)
    if not found:
        return
    decimals = list(_decimal(tokens, found[-1].end, Decimal(found[-1].value)))
    if decimals:
        yield from decimals
        return
    while found and not _stands(tokens, i, found[-1]):
        found.pop()
    if not found:
        return
    longest = found[-1]
    yield Numeral(past_native_counter(tokens, longest.end, longest.value), Decimal(longest.value))
    for end, value, parts in found[:-1]:
        # "二千 二十六" may be two numbers
        if parts > 1 and not tokens[end].glued:
            yield Numeral(end, Decimal(value))


def past_native_counter(tokens: list[Token], i: int, value: int | Decimal) -> int:
    """Past つ behind 1 to 9 and 人 behind 1 and 2: a native numeral (ひとつ, ふたり) is one word with it."""
    counter = tokens[i].text if i < len(tokens) and tokens[i].glued else ""
    if (counter == "つ" and 0 < value < 10) or (counter == "人" and 0 < value < 3):
        return i + 1
    return i


def _stands(tokens: list[Token], i: int, prefix: Prefix) -> bool:
    end, _, parts = prefix
    text, behind = "".join(token.text for token in tokens[i:end]), ahead(tokens, end)
    if parts > 1:
        return context.WORDS.match(text + behind) is None
    if is_whole(tokens, i, end) or context.is_labelled(tokens, i, end) or context.UP_TO.match(behind):
        return True
    if context.COUNTED.match(behind) is None or context.SINGLE_WORDS.match(text + behind.lstrip()):
        return False
    return not (i > 0 and tokens[i - 1].text in "第唯" and tokens[i].glued)


def _decimal(tokens: list[Token], point: int, whole: Decimal) -> Iterator[Numeral]:
    """三点五, 12点5, 〇・五: what stands before the point ends at `point`."""
    if point >= len(tokens) or tokens[point].text not in ("点", "・"):
        return
    end, fraction = point + 1, ""
    while end < len(tokens) and tokens[end].glued:
        token = tokens[end]
        if token.kind != "digits" and token.text not in DIGITS and token.text not in ZEROS:
            break
        fraction += token.text if token.kind == "digits" else str(DIGITS.get(token.text, 0))
        end += 1
    if fraction and not (end < len(tokens) and tokens[end].text in _PARTS):
        yield Numeral(end, whole + Decimal(f"0.{fraction}"))


def _first_of_two(tokens: list[Token], i: int) -> Numeral | None:
    """The first number of "二三日" (two or three days), "二、三人": two digits in a row and then a counter."""
    second = i + 1
    if second < len(tokens) and tokens[second].text in ("、", "・", ","):
        second += 1
    if second >= len(tokens) or not tokens[second].glued:
        return None
    low, high = DIGITS.get(tokens[i].text), DIGITS.get(tokens[second].text)
    if (
        low is None
        or high != low + 1
        or [token.text for token in tokens[second + 1 : second + 3]] == ["年", "生"]
    ):
        return None
    end, unit = second + 1, 1
    while end < len(tokens) and tokens[end].text in _PARTS and tokens[end].text not in DIGITS:
        end, unit = end + 1, unit * _PARTS[tokens[end].text].value
    if end < len(tokens) and tokens[end].text in KANJI:
        return None
    return Numeral(i + 1, Decimal(low * unit)) if context.COUNTED.match(ahead(tokens, end)) else None


def second_of_two(tokens: list[Token], i: int) -> Iterator[tuple[int, Numeral]]:
    """The second number of "二三日", and where it begins, when the first one begins at a token."""
    if _first_of_two(tokens, i) is not None:
        second = i + 1 if tokens[i + 1].text in DIGITS else i + 2
        found = prefixes(tokens, second, _kanji_part, bare_myriad=False)
        yield second, Numeral(found[-1].end, Decimal(found[-1].value))


def _in_kana(tokens: list[Token], i: int) -> Iterator[Numeral]:
    zero = _ZERO_NAMES.longest(tokens, i)
    if zero is not None:
        yield from _decimal(tokens, zero[0], Decimal(0))
        if is_whole(tokens, i, zero[0]) or context.COUNTED.match(ahead(tokens, zero[0])):
            yield Numeral(zero[0], Decimal(0))
        return
    native = _NATIVE.longest(tokens, i)
    if native is not None and not context.NO_NATIVE.match(ahead(tokens, native[0])):
        yield Numeral(native[0], Decimal(native[1]))
        return
    found = kana(tokens, i)
    while found:
        end, value, parts = found[-1]
        if end < len(tokens) and tokens[end].glued and is_katakana(tokens[end - 1].text + tokens[end].text):
            return  # センシティブ
        follows = (
            context.AFTER_KANA
            if parts > 1
            else context.AFTER_KANA_UNIT
            if value > 9
            else context.AFTER_KANA_DIGIT
        )
        if is_whole(tokens, i, end) or follows.match(ahead(tokens, end)):
            yield Numeral(end, Decimal(value))
            if (
                tokens[end - 1].text in "にニ"
                and len(found) > 1
                and found[-2].end == end - 1
                and _goes_on(tokens, end)
            ):
                # "ごじゅうに変更": to fifty
                yield Numeral(end, Decimal(found[-2].value))
            return
        found.pop()


def _goes_on(tokens: list[Token], i: int) -> bool:
    """Whether a word of another kind than a counter follows, so that に before it may be a particle."""
    if i >= len(tokens) or tokens[i].kind != "sound":
        return False
    return not (is_hiragana(tokens[i].text) or context.COUNTED.match(ahead(tokens, i)))


def may_be_nothing(tokens: list[Token], i: int, end: int) -> bool:
    """一番 ("number one", "the most"), 一度 ("once", "first"), 十分 ("ten minutes", "enough"), 七五三 (753, a festival),
    三三五五 (3355, "in twos and threes")."""
    text = "".join(token.text for token in tokens[i:end])
    if text == "一":
        return context.ONCE.match(text + ahead(tokens, end)) is not None
    if text == "十":
        return context.ENOUGH.match(text + ahead(tokens, end)) is not None
    return text in ("七五三", "三三五五")

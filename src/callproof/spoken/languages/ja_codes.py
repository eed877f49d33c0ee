"""Japanese digit strings and codes: 五五九九, 〇九〇の一二三四の五六七八, ぜろきゅうぜろ, ご ご きゅう きゅう, エー一二三.

Kanji digits in a row are a code from three on. Digits in kana are frequent syllables (に, し, ご, さん), so they have to be a whole
run between other scripts, signs or spaces, and at least one has to be no such syllable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from callproof.spoken.language import Edge
from callproof.spoken.languages.ja_context import AFTER_KANA, is_hiragana, is_katakana
from callproof.spoken.languages.ja_numbers import (
    DIGITS,
    KANA_DIGITS,
    KANJI,
    ZEROS,
    begins_kana,
    begins_kanji,
    hiragana,
    kanji,
    katakana,
)
from callproof.spoken.languages.sounds import Beginning, Words, ahead
from callproof.spoken.reading import Reading
from callproof.spoken.tokens import Token
from callproof.spoken.values import NOTHING, code, number

_KANA_DIGITS = {text: str(value) for text, value in KANA_DIGITS.items()} | {
    "ぜろ": "0", "れい": "0", "まる": "0", "にい": "2", "にー": "2", "ごー": "5", "いー": "1", "きゅー": "9",
}  # fmt: skip
_DIGIT_NAMES: Words[str] = Words(
    {text: str(value) for text, value in DIGITS.items()}
    | dict.fromkeys(ZEROS, "0")
    | _KANA_DIGITS
    | {katakana(text): digit for text, digit in _KANA_DIGITS.items() if text != "いー"}
)
_LETTER_NAMES: Words[str] = Words(
    {
        "エー": "A", "エイ": "A", "ビー": "B", "シー": "C", "ディー": "D", "イー": "E", "エフ": "F", "ジー": "G", "エイチ": "H", "エッチ": "H",
        "アイ": "I", "ジェー": "J", "ジェイ": "J", "ケー": "K", "ケイ": "K", "エル": "L", "エム": "M", "エヌ": "N", "オー": "O", "ピー": "P",
        "キュー": "Q", "アール": "R", "エス": "S", "ティー": "T", "ユー": "U", "ブイ": "V", "ヴィー": "V", "ダブリュー": "W", "ダブル": "W",
        "エックス": "X", "ワイ": "Y", "ゼット": "Z", "ズィー": "Z",
    }
)  # fmt: skip
# Digits whose names are no particles, endings or forms of address.
_SURE = frozenset(["ぜろ", "いち", "よん", "ろく", "なな", "しち", "はち", "きゅう", "まる"])
_SIGNS = frozenset("-–・、,. ")
_LONGEST = 40
_LONGEST_NUMBER = 6
FIRSTS = _DIGIT_NAMES.firsts | _LETTER_NAMES.firsts
_KANA_FIRSTS = "".join(first for first in _DIGIT_NAMES.firsts if first not in KANJI)
BEGINNINGS = [
    *_LETTER_NAMES.beginnings,
    *(beginning for beginning in _DIGIT_NAMES.beginnings if beginning.glued),
    Beginning("にしごくニシゴク", _KANA_FIRSTS, _KANA_FIRSTS),
]
_ATOM = rf"(?:{'|'.join(sorted(_DIGIT_NAMES.words + _LETTER_NAMES.words, key=len, reverse=True))}|[0-9０-９]+|[A-Za-zＡ-Ｚａ-ｚ](?![A-Za-z]))"
_KANJI = "".join(DIGITS)
_JOINT = r"(?:の|ハイフン|[-–・、,. ]*)"
# A cheap look whether a code can begin somewhere.
CODE = re.compile(
    rf"{_ATOM}{_JOINT}{_ATOM}{_JOINT}(?:{_ATOM}|[十百]|(?<=[0-9０-９]{{2}}))|{_ATOM}の?[{_KANJI}]?[十百]"
)


class _Run(NamedTuple):
    """Digits and letters up to `end`; `sure`: some of them can be no ordinary syllables. `joints`: what parts the pieces."""

    text: str
    end: int
    letters: int
    sure: bool
    spoken: bool
    joints: tuple[tuple[int, int], ...]


def codes(reading: Reading, i: int) -> Iterator[tuple[int, Edge]]:
    """The codes that begin at a token, each with its place; what parts two pieces of one may be no part of it."""
    tokens = reading.tokens
    if not _begins(tokens, i):
        return
    for run in _runs(tokens, i):
        if _convinces(tokens, i, run):
            for text in (run.text, run.text[:-1]) if _may_end_in_particle(tokens, run) else (run.text,):
                yield i, Edge(run.end, code(text))
                if text.isdigit() and text[0] != "0" and len(text) <= _LONGEST_NUMBER:
                    yield i, Edge(run.end, number(int(text)))
            if run.joints:
                # "一二三、四五六" may be two codes
                start, end = run.joints[-1]
                yield start, Edge(end, NOTHING)
        elif run.text.isalpha():
            yield from ((i, edge) for edge in _with_cardinal(tokens, run))


def _with_cardinal(tokens: list[Token], letters: _Run) -> Iterator[Edge]:
    """The number behind letters, read as one: エー十二 is A12."""
    at = _past_separator(tokens, letters.end, letters.text)
    if at < len(tokens) and tokens[at].text in KANJI:
        for end, value, parts in kanji(tokens, at):
            if parts > 1 and value < 1000:
                yield Edge(end, code(f"{letters.text}{value}"))


def _may_end_in_particle(tokens: list[Token], run: _Run) -> bool:
    """Whether the に at the end may be "to": よんはちにいちに変更."""
    after = tokens[run.end] if run.end < len(tokens) else None
    return (
        tokens[run.end - 1].text == "に"
        and tokens[run.end - 1].glued
        and after is not None
        and after.kind == "sound"
        and not is_hiragana(after.text)
    )


def _begins(tokens: list[Token], i: int) -> bool:
    text = tokens[i].text
    if text in KANJI:
        return begins_kanji(tokens, i)
    if is_hiragana(text) or is_katakana(text):
        return begins_kana(tokens, i)
    return True


def _runs(tokens: list[Token], i: int) -> Iterator[_Run]:
    """The code from a token on, cut at each place where the other text may be cut as well."""
    text, letters, sure, spoken, all_apart = "", 0, False, False, True
    joints: tuple[tuple[int, int], ...] = ()
    end, at = i, i
    while at < len(tokens) and len(text) < _LONGEST:
        atom = _atom(tokens, at, text[-1:].isdigit())
        if atom is None or (text and _is_particle(tokens, at)):
            break
        if text and (not tokens[at].glued or at > end):
            yield _Run(text, end, letters, sure or (all_apart and len(text) > 2), spoken, joints)
        if at > end:
            joints = (*joints, (end, at))
        stop, piece = atom
        name = hiragana("".join(token.text for token in tokens[at:stop]))
        sure = sure or name in _SURE or name[0] in KANJI or tokens[at].kind == "digits"
        all_apart = all_apart and (not text or not tokens[at].glued)
        spoken = spoken or tokens[at].kind == "sound"
        letters += piece.isalpha() * len(piece)
        text, end = text + piece, stop
        at = _past_separator(tokens, end, text)
    if text:
        yield _Run(text, end, letters, sure or all_apart, spoken, joints)


def _is_particle(tokens: list[Token], i: int) -> bool:
    """The に of "五五九九に": hiragana glued to another script."""
    return (
        i > 0
        and tokens[i].glued
        and is_hiragana(tokens[i].text)
        and not is_hiragana(tokens[i - 1].text)
        and (tokens[i - 1].kind != "sign")
    )


def _past_separator(tokens: list[Token], i: int, text: str) -> int:
    """Past の between the groups of a phone number, or a sign."""
    if i + 1 < len(tokens):
        word = tokens[i].text
        if word in _SIGNS:
            return i + 1
        if word == "の" and tokens[i].glued and (len(text) > 1 or text.isalpha()):
            return i + 1
        if word == "ハ" and [token.text for token in tokens[i : i + 4]] == list("ハイフン"):
            return i + 4
    return i


def _atom(tokens: list[Token], i: int, behind_digit: bool) -> tuple[int, str] | None:
    """A digit, a letter or written ones, and where they end; キュー is a 9 behind a digit, else a Q."""
    token = tokens[i]
    if token.kind == "digits":
        has_unit = i + 1 < len(tokens) and tokens[i + 1].glued and tokens[i + 1].text in "十百千万億兆"
        return None if has_unit else (i + 1, token.text)
    if token.kind == "word":
        written = token.raw.isascii() or len(token.raw) == 1
        return (
            (i + 1, token.text.upper()) if written and (len(token.text) == 1 or token.raw.isupper()) else None
        )
    letter = _LETTER_NAMES.longest(tokens, i)
    digit = _DIGIT_NAMES.longest(tokens, i)
    if letter is not None and (digit is None or letter[0] >= digit[0] + behind_digit):
        return letter
    if digit is None:
        return None
    following = tokens[digit[0]] if digit[0] < len(tokens) else None
    if (
        following is not None
        and following.text == "ち"
        and tokens[digit[0] - 1].text == "い"
        and digit[0] == i + 2
    ):
        return i + 1, digit[1]  # "にいち" is 2, 1
    # The 五 of "五千" and the に of "にゃ" are no digits.
    if following is not None and following.glued and (following.text in "十百千万億兆ゃゅょぁぃぅぇぉっ"):
        return None
    return digit


def _convinces(tokens: list[Token], i: int, run: _Run) -> bool:
    if not run.spoken and not run.joints:
        return False
    digits = len(run.text) - run.letters
    if run.end < len(tokens) and tokens[run.end].glued:
        last = tokens[run.end - 1].text
        if is_hiragana(last) and AFTER_KANA.match(ahead(tokens, run.end)) is None:
            return False
        if is_katakana(last) and is_katakana(tokens[run.end].text):
            return False
    if run.letters:
        return run.text[0].isalpha() and digits >= 2 and run.sure
    if digits < 3 or not run.sure:
        return False
    if not run.spoken:
        # "1234の5678円" are two numbers
        return digits >= 6 and (len(run.joints) > 1 or run.text[0] == "0")
    return not _is_number_with_unit(tokens, i, run)


def _is_number_with_unit(tokens: list[Token], i: int, run: _Run) -> bool:
    """Digits in front of a unit of a longer number: 三四千."""
    found = kanji(tokens, i) if tokens[i].text in KANJI else []
    return bool(found) and found[-1].end > run.end

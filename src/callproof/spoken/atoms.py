"""The atoms of codes: one letter, one digit, a written group of them, or a number, in whatever words they are said."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from callproof.spoken.language import Hint, Language, Numeral, words
from callproof.spoken.tokens import Token

if TYPE_CHECKING:
    from callproof.spoken.reading import Reading

_new = tuple.__new__  # a third of the time of Atom(...), at the places where most are made
# An "oh" that can be the letter or the digit, until the code is complete.
OH = "?"
_OHS = ("oh", "o")
# No number in a code has more digits.
_MOST_DIGITS = 12
_TOO_MUCH = Decimal(10) ** _MOST_DIGITS
# Letters that are written right behind a number and are no part of a code: units, ranks, halves of the day.
_UNITS = frozenset(
    words(
        "am pm st nd rd th kg mg km cm mm ml gb mb tb kb kw hz mph kmh lb lbs oz ft hr hrs min mins sec secs yr yrs bn"
    )
)
_RANKS = frozenset({"st", "nd", "rd", "th"})
_SENTENCE_ENDS = frozenset(".?!…")
DASHES = frozenset("-–—·")


class Atom(NamedTuple):
    """`weak`: the word may well be no letter of a code ("see" for C, "A" before a number). `spelled`: it is surely one. `written`: in
    digits. `is_cut`: a number that could go on."""

    start: int
    end: int
    text: str
    digits: int = 0
    letters: int = 0
    weak: bool = False
    spelled: bool = False
    written: bool = False
    is_cut: bool = False
    is_explained: bool = False
    is_number: bool = False

    def goes_before(self, other: Atom) -> bool:
        """ "one thousand two hundred" is no code 1000-200."""
        return not (self.is_number and other.is_number and len(self.text) > 2 and len(other.text) > 2)


class Atoms:
    """The atoms of one text. `at(i)` are those that begin at a token: several where it can be cut in several ways."""

    __slots__ = ("_found", "_hints", "_known", "_language", "_numbers", "_tokens", "_words")

    def __init__(self, reading: Reading, hints: list[Hint]) -> None:
        self._tokens: list[Token] = reading.tokens
        self._words: list[str] = reading.words
        self._numbers: list[Sequence[Numeral]] = reading.numbers
        self._language: Language = reading.context.language
        self._hints = hints
        self._found: dict[int, list[Atom]] = {}
        self._known = code_words(self._language)

    def may_spell(self, i: int, token: Token) -> bool:
        """Whether a word can begin a code by itself."""
        word, raw, _, glued = token
        if len(word) == 1:
            return word not in self._known.lone or not is_amid_words(
                self._tokens, i, self._language, self._numbers
            )
        if word in self._known.begin or raw.isupper():
            return True
        return self._glued_after(i) or (glued and self._glued_before(i))

    def at(self, i: int) -> list[Atom]:
        if i >= len(self._tokens):
            return []
        atoms = self._found.get(i)
        if atoms is None:
            # A placeholder ends what would ask for itself again ("number number five").
            self._found[i] = []
            atoms = self._found[i] = self._find_atoms(i)
        return atoms

    def _find_atoms(self, i: int) -> list[Atom]:
        token, language = self._tokens[i], self._language
        if self._hints and any(hint.start <= i < hint.end for hint in self._hints):
            return []
        if token.kind == "digits":
            if i + 1 < len(self._tokens) and self._tokens[i + 1].glued and self._words[i + 1] in _RANKS:
                return []
            atoms = [
                _new(
                    Atom, (i, i + 1, token.text, len(token.text), 0, False, False, True, False, False, False)
                )
            ]
            for n in self._numbers[i][-1:]:
                # "1,234" and "5 hundred", not "50.00"
                if n.end > i + 1 and language.decimal_sign not in self._words[i : n.end]:
                    atoms += _number(i, n)
            return atoms
        if token.kind == "sound":
            return []  # languages without spaces read codes themselves
        if self._numbers[i]:
            return self._number_atoms(i)
        if token.kind != "word":
            return []
        pair = self._two_words(i) if token.text in self._known.first_of_two else None
        if pair is not None:
            return [pair]
        times = language.repeats.get(token.text)
        if times is not None and i + 1 < len(self._tokens):
            behind = i + 2 if self._words[i + 1] == "-" else i + 1  # "double-oh"
            return [
                atom._replace(
                    start=i, text=atom.text * times, digits=atom.digits * times, letters=atom.letters * times
                )
                for atom in self.at(behind)
                if len(atom.text) == 1
            ]
        letters = self._letters_at(i)
        if letters:
            return letters
        digit = language.digits.get(token.text)
        if digit is not None and token.text not in _OHS:
            return [Atom(i, i + 1, digit, digits=1)]
        weak = language.weak_digits.get(token.text)
        between = weak is not None and self._is_digit(i - 1) and self._is_digit(i + 1)
        if weak is not None and between and (self._is_digit(i - 2) or self._is_digit(i + 2)):
            return [] if self._counts_a_thing(i + 1) else [Atom(i, i + 1, weak, weak=True)]
        return []

    def _counts_a_thing(self, i: int) -> bool:
        """Whether the digits from here on are a number of something: in "5590 to four pieces" the "to" is none of them."""
        while self._is_digit(i):
            i += 1
        if i >= len(self._tokens) or self._tokens[i].kind != "word" or len(self._words[i]) == 1:
            return False
        language, word = self._language, self._words[i]
        is_code = self._is_atom(i) or word in language.separators or word in language.weak_digits
        return not (is_code or word in language.function_words or word in language.fillers)

    def _number_atoms(self, i: int) -> list[Atom]:
        """A number in words as a part of a code. It is not cut: only "eight hundred" of "eight hundred five" is, when a code goes on
        behind it ("eight hundred five five five" can be 800 555)."""
        numbers = self._numbers[i]
        if len(numbers) == 1:
            return _number(i, numbers[0])
        whole = [atom for n in numbers for atom in _number(i, n)]
        if len(whole) < 2:
            return whole
        longest = max(atom.end for atom in whole)
        goes_on = self._is_atom(longest)
        return [
            atom._replace(is_cut=atom.end < longest)
            for atom in whole
            if atom.end == longest or (goes_on and len(atom.text) > 2 and atom.text.endswith("00"))
        ]

    def _two_words(self, i: int) -> Atom | None:
        """A name of a letter in two words: "double u", "double-u"."""
        last = i + 2 if self._words[i + 1 : i + 2] == ["-"] else i + 1
        letter = (
            self._language.letters.get(f"{self._words[i]} {self._words[last]}")
            if last < len(self._words)
            else None
        )
        return Atom(i, last + 1, letter.lower(), letters=1, spelled=True) if letter is not None else None

    def _letters_at(self, i: int) -> list[Atom]:
        token, language = self._tokens[i], self._language
        word = token.text
        if len(word) > 1:
            return self._named(i) or self._glued(i)
        if (
            word in _OHS
            and word in language.digits
            and not self._glued_before(i)
            and not self._glued_after(i)
        ):
            return self._explained(i) or self._oh(i)
        before = self._glued_before(i)
        if (
            self._is_half_of_day(i, word)
            or not word.isalpha()
            or (word == "t" and before and self._words[i + 2 : i + 3] == [":"])
        ):
            return []  # "2026-03-03T10:00"
        explained = self._explained(i)
        if explained:
            return explained
        if word not in language.letter_words:
            unit = before and token.raw.islower() and not self._glued_after(i)
            marked = i > 0 and self._words[i - 1] in language.letter_marks
            return [Atom(i, i + 1, word, letters=1, weak=unit, spelled=marked)]
        weak = self._weakness(i)
        return [Atom(i, i + 1, word, letters=1, weak=weak)] if weak is not None else []

    def _is_half_of_day(self, i: int, word: str) -> bool:
        """ "p. m." or "a m" behind a number."""
        if word == "m":
            start = i - 2 if self._words[i - 1] == "." else i - 1
            return start > 0 and self._words[start] in ("a", "p") and self._is_number(start - 1)
        after = i + 2 if self._words[i + 1 : i + 2] == ["."] else i + 1
        return word in ("a", "p") and self._words[after : after + 1] == ["m"] and self._is_number(i - 1)

    def _oh(self, i: int) -> list[Atom]:
        """ "oh": 0 or O, unless a word before it says which. At the start it is a digit only before two others."""
        before = self._words[i - 1] if i > 0 else ""
        if before in self._language.letter_marks:
            return [Atom(i, i + 1, "o", letters=1, spelled=True)]
        if before in self._language.digit_marks:
            return [Atom(i, i + 1, "0", digits=1)]
        inside = before in self._language.repeats or self._is_atom(i - 1) or self._is_atom(i - 2)
        if not inside and self._words[i + 1 : i + 2] == [","]:
            return []
        following = self._is_digit(i + 1) or self._words[i + 1 : i + 2] in (["oh"], ["o"])
        return [Atom(i, i + 1, OH, weak=not inside and not (following and self._is_digit(i + 2)))]

    def _named(self, i: int) -> list[Atom]:
        """A name of a letter, its sound amid a spelled run, and what has two letters and may be them ("em": M, or E M)."""
        language, word = self._language, self._words[i]
        letter = language.letters.get(word)
        if letter is not None and len(word) == 2 and self._tokens[i].raw.isupper():
            return [Atom(i, i + 1, word, letters=2)]
        if letter is not None and not self._glued_before(i) and not self._glued_after(i):
            atoms = self._explained(i, letter.lower()) or [
                Atom(i, i + 1, letter.lower(), letters=1, spelled=True)
            ]
            if len(word) == 2:
                atoms = [atoms[0]._replace(spelled=False), Atom(i, i + 1, word, letters=2)]
            return atoms
        if (
            word in _OHS
            and word in language.digits
            and not self._glued_before(i)
            and not self._glued_after(i)
        ):
            return self._oh(i)
        letter = language.weak_letters.get(word)
        if letter is not None and self._is_amid_letters(i):
            return [Atom(i, i + 1, letter.lower(), letters=1, weak=True)]
        return []

    def _is_amid_letters(self, i: int) -> bool:
        """Whether a word stands behind a letter, and behind another or before one or a digit: "be, ese, cuatro"."""
        before = i - 2 if self._words[i - 1 : i] == [","] else i - 1
        if not self._is_letter(before):
            return False
        after = i + 2 if self._words[i + 1 : i + 2] == [","] else i + 1
        return self._is_letter(before - 1) or self._is_atom(after)

    def _glued(self, i: int) -> list[Atom]:
        """Letters written as one word with the digits before or after them: "EM456", "DX7Q2", "AB-12-CD"."""
        token, word = self._tokens[i], self._words[i]
        if not (word.isascii() and word.isalpha()):
            return []
        upper = token.raw.isupper()
        before, after = self._glued_before(i), self._glued_after(i)
        if before and (word in _UNITS or word in self._language.currencies or not (upper or after)):
            return []
        if before or after:
            return [Atom(i, i + 1, word, letters=len(word), weak=not upper and len(word) > 3)]
        dashed = i > 1 and token.glued and self._words[i - 1] in DASHES and self._tokens[i - 1].glued
        if dashed and upper and len(word) <= 4 and self._tokens[i - 2].kind == "digits":
            return [Atom(i, i + 1, word, letters=len(word))]
        return []

    def _glued_before(self, i: int) -> bool:
        return i > 0 and self._tokens[i].glued and self._tokens[i - 1].kind == "digits"

    def _glued_after(self, i: int) -> bool:
        return (
            i + 1 < len(self._tokens) and self._tokens[i + 1].glued and self._tokens[i + 1].kind == "digits"
        )

    def _weakness(self, i: int) -> bool | None:
        """Whether a letter that is a word too ("A", "I") is only perhaps a letter here; None when it is none."""
        token = self._tokens[i]
        if self._glued_before(i) or self._glued_after(i):
            return token.raw.islower()
        if token.raw.isupper() and self._begins_sentence(i):
            return None
        before = i - 2 if self._words[i - 1] in ("-", ",", ".") and i > 1 else i - 1
        after = i + 2 if self._words[i + 1 : i + 2] in (["-"], [","], ["."]) else i + 1
        spelled_before, spelled_after = self._is_letter(before), self._is_letter(after)
        if token.raw.isupper():
            if spelled_before or spelled_after:
                return False
            following = self._words[i + 1] if i + 1 < len(self._words) else ""
            if following in self._language.separators and self._is_atom(i + 2):
                return False
            if self._is_single(i + 1) and self._tokens[i + 1].raw.isupper() and self.at(i + 1):
                return False
            if self._is_single(i - 1) and self._tokens[i - 1].raw.isupper() and self._is_atom(i - 2):
                return True  # "one A A"
            if self._is_number(i - 1):
                ends = i + 1 == len(self._tokens) or self._tokens[i + 1].kind == "sign"
                return not (ends or self._is_atom(i + 1))
            if i > 0 and self._words[i - 1] not in _SENTENCE_ENDS and self._is_atom(i + 1):
                return True
            return False if all(self._is_digit(k) for k in range(i + 1, i + 4)) else None
        if self._is_number(i - 1):
            return True if i + 1 == len(self._tokens) or self._tokens[i + 1].kind == "sign" else None
        if spelled_before and (self._is_single(after) or self._is_digit(after)):
            return False
        beyond = before - 2 if before > 1 and self._words[before - 1] in ("-", ",") else before - 1
        if self._is_single(before) and self._is_letter(beyond):
            return False
        return False if spelled_after and (self._is_single(before) or self._is_letter(after + 1)) else None

    def _begins_sentence(self, i: int) -> bool:
        """Whether a word of one letter stands behind a full stop and before a word: "10 m. I lost it", not "J. I. Miller"."""
        if i < 2 or i + 1 >= len(self._tokens) or self._words[i - 1] != "." or self._tokens[i].glued:
            return False
        word, _, kind, glued = self._tokens[i + 1]
        ordinary = kind == "word" and len(word) > 1 and not glued and word not in self._known.beside_letters
        return ordinary and not self._numbers[i + 1]

    def _is_single(self, i: int) -> bool:
        return 0 <= i < len(self._tokens) and len(self._words[i]) == 1 and self._words[i].isalpha()

    def _is_word(self, i: int) -> bool:
        return i < len(self._tokens) and self._tokens[i].kind == "word"

    def _is_letter(self, i: int) -> bool:
        """A letter that is no word of its own, or the name of one."""
        if not 0 <= i < len(self._tokens):
            return False
        word = self._words[i]
        return word in self._language.letters or (
            self._is_single(i) and word not in self._language.letter_words
        )

    def _is_digit(self, i: int) -> bool:
        """One digit, or written ones; an "oh" is none for sure."""
        if not 0 <= i < len(self._tokens):
            return False
        if self._tokens[i].kind == "digits":
            return True
        if self._words[i] in self._language.digits:
            return self._words[i] not in _OHS
        return any(n.end == i + 1 and n.value < 10 and _is_integral(n.value) for n in self._numbers[i])

    def _is_number(self, i: int) -> bool:
        return self._is_digit(i) or (0 <= i < len(self._tokens) and bool(self._numbers[i]))

    def _is_atom(self, i: int) -> bool:
        return self._is_letter(i) or self._is_number(i)

    def _explained(self, i: int, letter: str = "") -> list[Atom]:
        """ "A as in alpha": the letter up to the end of the word that explains it, when that begins with the letter."""
        letter = letter or self._words[i]
        start = i + 2 if self._words[i + 1 : i + 2] == [","] else i + 1
        if start >= len(self._words) or self._words[start] not in self._known.explaining:
            return []
        for between in self._language.spelling:
            last = start + len(between)
            if last >= len(self._tokens) or tuple(self._words[start:last]) != between:
                continue
            word, end = self._words[last], last + 1
            if word == letter and self._words[end : end + 1] == ["-"] and self._is_word(end + 1):
                end += 2  # "x-ray"
            elif len(word) < 2 or not word.startswith(letter):
                continue
            if len(between) == 1 and letter in self._language.letter_words:
                # "I like ice cream" spells nothing; "J, I like ice, M" does.
                following = end + 1 if self._words[end : end + 1] in ([","], ["."]) else end
                upper = self._tokens[i].raw.isupper() and letter != "i"
                if not (
                    self._is_letter(i - 1) or self._is_letter(i - 2) or self._is_letter(following)
                ) and not (upper and self._is_atom(following)):
                    continue
            return [Atom(i, end, letter, letters=1, spelled=True, is_explained=True)]
        return []


class CodeWords(NamedTuple):
    """The first words of letter names in two words, all words that can begin a code, those that can follow a letter to explain it; the
    words of one letter that are nothing else in a code, and all that make a letter of one beside them; the words that are no letters in
    front of a code ("it", not "em")."""

    first_of_two: frozenset[str]
    begin: frozenset[str]
    explaining: frozenset[str]
    lone: frozenset[str]
    beside_letters: frozenset[str]
    no_letters: frozenset[str]


@cache
def code_words(language: Language) -> CodeWords:
    first = frozenset(name.split()[0] for name in language.letters if " " in name)
    begin = first | language.letters.keys() | language.digits.keys() | language.repeats.keys()
    explaining = frozenset(between[0] for between in language.spelling)
    lone = frozenset(language.letter_words) - begin
    no_letters = language.function_words - language.weak_letters.keys()
    return CodeWords(first, begin, explaining, lone, begin | explaining | language.separators, no_letters)


def is_amid_words(
    tokens: Sequence[Token], i: int, language: Language, numbers: Sequence[Sequence[Numeral]] | None = None
) -> bool:
    """Whether a letter that is a word too stands between words that are no numbers and make no letter of it, over a comma even: the
    "I" of most sentences. While the numbers are not known, no value may begin with these words."""
    starts, beside, last = language.starts, code_words(language).beside_letters, len(tokens)
    if starts is None:
        return False
    for step in (-1, 1):
        k = i + step
        if not 0 <= k < last:
            continue
        word, _, kind, _ = tokens[k]
        if kind == "sign":
            if word in beside:
                return False
            k += step
            if not 0 <= k < last:
                continue
            word, _, kind, _ = tokens[k]
        if kind != "word" or len(word) == 1 or word in beside:
            return False
        if word in starts if numbers is None else numbers[k]:
            return False
    return True


def _is_integral(value: Decimal) -> bool:
    return 0 <= value < _TOO_MUCH and value == value.to_integral_value()


def _number(i: int, numeral: Numeral) -> list[Atom]:
    """A number as an atom, if it is a whole one."""
    text = str(numeral.value)
    if not text.isdecimal() or len(text) > _MOST_DIGITS:
        # 50.0 and 5E+1 are whole, too.
        if not _is_integral(numeral.value):
            return []
        text = str(int(numeral.value))
    return [_new(Atom, (i, numeral.end, text, len(text), 0, False, False, False, False, False, True))]

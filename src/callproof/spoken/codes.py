"""Codes in a text: letters and digits one by one, in groups, doubled, spelled ("A as in alpha"), phone numbers in any grouping.

A code is a run of atoms: one letter, one digit, a written group of them, or a number ("fifty-five" in "five five fifty five"). Every
piece of a run is a code of its own, for the other text may be cut in other places.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from callproof.spoken.language import Edge, Hint, Language, Numeral
from callproof.spoken.tokens import Token
from callproof.spoken.values import code, number

if TYPE_CHECKING:
    from callproof.spoken.reading import Reading

# The longest run of letters and digits that is taken for one code; longer ones are read in pieces.
_LONGEST = 40
# How many ways to cut one stretch of a run are followed ("eight hundred five" is 805 or 800-5).
_MOST_CUTS = 6
# Digits up to here are also the number they make, read one by one.
_LONGEST_NUMBER = 6
# An "oh" that can be the letter or the digit, until the code is complete.
_OH = "?"
_MILLION_MILLIONS = Decimal(10) ** 12

# Letters that are written right behind a number and are no part of a code: units, ranks, halves of the day.
_UNITS = frozenset(
    "am pm st nd rd th kg mg km cm mm ml gb mb tb kb kw hz mph kmh lb lbs oz ft hr hrs min mins sec secs yr yrs bn".split()
)
_SENTENCE_ENDS = frozenset(".?!…")
_PAUSES = frozenset(",;…")
_DASHES = frozenset("-–—·")
_BRACKETS = frozenset("()[]")

# What stands between the atoms of a run, as flags.
_PAUSE, _DASH, _SLASH, _POINT, _ABBREVIATION = 1, 2, 4, 8, 16

_ONE_DIGIT_COUNTRIES = ("1", "7")
_TWO_DIGIT_COUNTRIES = frozenset(
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 "
    "95 98".split()
)


class _Atom(NamedTuple):
    """`weak`: the word may well be no letter of a code ("see" for C, "A" before a number). `spelled`: it is surely one."""

    start: int
    end: int
    text: str
    digits: int = 0
    letters: int = 0
    weak: bool = False
    spelled: bool = False
    written: bool = False


class _Run(NamedTuple):
    """Some atoms in a row."""

    atoms: tuple[_Atom, ...]
    text: str
    joints: int
    points: int

    @property
    def end(self) -> int:
        return self.atoms[-1].end


class Codes:
    """The codes of one text. Ask from the last token to the first: a word in front of a code is prefixed to what follows it."""

    def __init__(self, reading: Reading) -> None:
        self._tokens: list[Token] = reading.tokens
        self._words = reading.words
        self._numbers: list[list[Numeral]] = reading.numbers
        self._language: Language = reading.context.language
        self._atoms: dict[int, list[_Atom]] = {}
        self._hints: list[Hint] | None = None
        self._first_of_two = _first_of_two(self._language)
        # Tokens inside codes that may as well be no part of one, and those that certainly are.
        self.unsure: set[int] = set()
        self.sure: set[int] = set()

    @property
    def hints(self) -> list[Hint]:
        if self._hints is None:
            find = self._language.hints
            self._hints = list(find(self._tokens)) if find is not None else []
        return self._hints

    def edges(self, i: int, following: list[Edge]) -> list[Edge]:
        """The codes that begin at a token; `following` are the edges of the token after it."""
        atoms = self._atoms_at(i)
        token = self._tokens[i]
        if not atoms:
            if token.text == "+" or token.text in self._language.plus:
                return list(self._international(i, following))
            return list(self._prefixed(i, following))
        edges: list[Edge] = []
        runs = [_Run((atom,), atom.text, 0, 0) for atom in atoms]
        while runs:
            longer: list[_Run] = []
            for run in runs:
                self._emit(run, edges)
                if len(run.text) < _LONGEST:
                    longer.extend(self._extend(run))
            runs = longer[:_MOST_CUTS]
        return edges

    def _extend(self, run: _Run) -> Iterator[_Run]:
        i, joint = self._skip(run.end)
        points = run.points + (joint == _POINT)
        for atom in self._atoms_at(i):
            yield _Run((*run.atoms, atom), run.text + atom.text, run.joints | joint, points)

    def _emit(self, run: _Run, edges: list[Edge]) -> None:
        if not _is_code(run):
            return
        end = run.end
        hint = next((hint for hint in self.hints if hint.start >= end), None) if self._hinted(run) else None
        texts = [run.text]
        if _OH in run.text:
            texts = [run.text.replace(_OH, "0"), run.text.replace(_OH, "O")]
            if self.hints:
                texts = [texts[(hint or self.hints[0]).is_letter]]
        for text in texts:
            edges.append(Edge(end, code(text)))
            if not text.isdigit():
                continue
            if len(run.atoms) > 1 and len(text) <= _LONGEST_NUMBER and text[0] != "0":
                edges.append(Edge(end, number(int(text))))
            if len(text) == 11 and text[0] == "1":
                edges.append(Edge(end, code(text[1:])))
        if hint is not None and all(self._tokens[k].kind == "sign" for k in range(end, hint.start)):
            edges.extend(Edge(hint.end, code(text)) for text in texts)
        self._weigh(run)

    def _hinted(self, run: _Run) -> bool:
        return bool(self.hints) and any(atom.letters or _OH in atom.text for atom in run.atoms)

    def _weigh(self, run: _Run) -> None:
        """Note which letters of a code are certainly part of it, and which may be words or units."""
        letters = [atom for atom in run.atoms if atom.letters or _OH in atom.text]
        if letters:
            digits = sum(atom.digits for atom in run.atoms)
            count = sum(atom.letters for atom in run.atoms)
            sure = digits > 0 or count > 2 or all(atom.spelled for atom in letters)
            if run.joints & _ABBREVIATION and not digits:
                sure = False
            if len(run.atoms) == 2 and run.atoms[0].digits and not run.atoms[0].letters:
                last = self._tokens[run.atoms[1].start]
                # "16 h", "5k"
                sure = sure and not (len(last.text) == 1 and last.raw.islower())
            if len(run.atoms) == 2 and run.joints & _PAUSE and count == 1 and not letters[0].spelled:
                sure = False
            for atom in letters:
                weak = atom.weak or not sure
                (self.unsure if weak else self.sure).update(range(atom.start, atom.end))
        inner = set(range(run.atoms[0].start, run.end))
        for atom in run.atoms:
            inner.difference_update(range(atom.start, atom.end))
        # A point, comma or slash between digits is no pause: 4.05 is not 4, then 05.
        self.unsure.update(k for k in inner if not self._tokens[k].glued or self._words[k] not in ".,/")

    def _skip(self, i: int) -> tuple[int, int]:
        """Past what may stand between two atoms, and what it is."""
        joint = 0
        for _ in range(4):
            if i + 1 >= len(self._tokens):
                break
            word, token, following = self._words[i], self._tokens[i], self._tokens[i + 1]
            if token.kind == "sign":
                if word in _DASHES:
                    joint |= _DASH
                elif word == "/":
                    joint |= _SLASH
                elif word == "." and token.glued and following.glued:
                    between_digits = self._tokens[i - 1].kind == following.kind == "digits"
                    joint |= _POINT if between_digits else _ABBREVIATION
                elif word == "." and len(self._words[i - 1]) == 1 and self._words[i - 1].isalpha():
                    joint |= _ABBREVIATION
                elif word == "," and token.glued and following.glued and following.kind == "digits":
                    joint |= _PAUSE
                elif word in _PAUSES or word == ".":
                    joint |= _PAUSE
                elif word not in _BRACKETS:
                    break
            elif word in self._language.separators:
                joint |= _DASH
            elif not self._is_mark(i):
                break
            i += 1
        return i, joint

    def _is_mark(self, i: int) -> bool:
        """ "letter" in "the letter O", "number" in "number five", and the article before it."""
        language = self._language
        marks = language.letter_marks | language.digit_marks if language.letter_marks else language.digit_marks
        if not marks:
            return False
        if self._words[i] in marks:
            return bool(self._atoms_at(i + 1)) or self._words[i + 1] in marks
        return self._words[i] in language.connectives and self._words[i + 1] in marks

    def _prefixed(self, i: int, following: list[Edge]) -> Iterator[Edge]:
        """ "EM" in "EM 456", "em" in "em four five six": letters that a recogniser wrote as a word in front of digits."""
        token = self._tokens[i]
        if token.kind != "word" or i + 1 == len(self._tokens):
            return
        dashed = self._words[i + 1] in _DASHES and self._tokens[i + 1].glued and i + 2 < len(self._tokens)
        first = i + 2 if dashed else i + 1
        if not any(atom.digits for atom in self._atoms_at(first)):
            return
        texts = self._prefixes(token)
        if not texts:
            return
        edges = self._edges_of(first) if dashed else following
        certain = dashed and token.raw.isupper()
        shortest = 1 if token.raw.isupper() else 3
        for end, value in edges:
            if value.kind == "code" and len(str(value.key)) >= shortest:
                yield from (Edge(end, code(text + str(value.key))) for text in texts)
                (self.sure if certain else self.unsure).add(i)

    def _edges_of(self, i: int) -> list[Edge]:
        return self.edges(i, [])

    def _prefixes(self, token: Token) -> list[str]:
        if token.raw.isupper() and 2 <= len(token.text) <= 4 and token.text.isalpha():
            return [token.text]
        texts = [self._language.weak_letters[token.text]] if token.text in self._language.weak_letters else []
        if len(token.text) == 2 and token.text.isascii() and token.text not in self._language.function_words:
            texts.append(token.text)
        return texts

    def _international(self, i: int, following: list[Edge]) -> Iterator[Edge]:
        """ "+44 20 7946 0958": with the country code and without it."""
        for end, value in following:
            text = str(value.key)
            if value.kind != "code" or not text.isdigit() or len(text) < 8:
                continue
            yield Edge(end, value)
            if text[0] in _ONE_DIGIT_COUNTRIES:
                yield Edge(end, code(text[1:]))
            else:
                rest = text[2:] if text[:2] in _TWO_DIGIT_COUNTRIES else text[3:]
                yield Edge(end, code(rest))
                yield Edge(end, code("0" + rest))
            self.unsure.add(i)

    # --- atoms

    def _atoms_at(self, i: int) -> list[_Atom]:
        if i >= len(self._tokens):
            return []
        atoms = self._atoms.get(i)
        if atoms is None:
            # A placeholder ends what would ask for itself again ("number number five").
            self._atoms[i] = []
            atoms = self._atoms[i] = self._find_atoms(i)
        return atoms

    def _find_atoms(self, i: int) -> list[_Atom]:
        token, language = self._tokens[i], self._language
        if token.kind == "digits":
            atoms = [_Atom(i, i + 1, token.text, digits=len(token.text), written=True)]
            if not (i + 1 < len(self._tokens) and self._tokens[i + 1].kind == "sign"):
                atoms += [_number(i, n) for n in self._numbers[i] if n.end > i + 1 and _is_integral(n.value)]
            return atoms
        if token.kind != "word":
            return []
        times = language.repeats.get(token.text)
        if times is not None and i + 1 < len(self._tokens):
            return [
                atom._replace(start=i, text=atom.text * times, digits=atom.digits * times, letters=atom.letters * times)
                for atom in self._atoms_at(i + 1)
                if len(atom.text) == 1
            ]
        letters = self._letters_at(i)
        if letters:
            return letters
        digit = language.digits.get(token.text)
        if digit is not None:
            return [_Atom(i, i + 1, digit, digits=1)]
        numbers = [_number(i, n) for n in self._numbers[i] if _is_integral(n.value)]
        if numbers:
            return numbers
        weak = language.weak_digits.get(token.text)
        if weak is not None and self._is_digit(i - 1) and self._is_digit(i + 1):
            if self._is_digit(i - 2) or self._is_digit(i + 2):
                return [_Atom(i, i + 1, weak, weak=True)]
        return []

    def _letters_at(self, i: int) -> list[_Atom]:
        token, language = self._tokens[i], self._language
        word = token.text
        if word in self._first_of_two:
            last = i + 2 if self._words[i + 1 : i + 2] == ["-"] else i + 1
            pair = f"{word} {self._words[last]}" if last < len(self._tokens) else ""
            if pair in language.letters:
                return [_Atom(i, last + 1, language.letters[pair].lower(), letters=1, spelled=True)]
        if len(word) > 1:
            return self._named(i) or self._glued(i)
        if word in ("o", "ø") and word in language.digits:
            return self._explained(i) or self._oh(i)
        if not word.isalpha():
            return []
        explained = self._explained(i)
        if explained:
            return explained
        if word not in language.letter_words:
            after = self._glued_before(i) and token.raw.islower() and not self._glued_after(i)
            return [_Atom(i, i + 1, word, letters=1, weak=after)]
        weak = self._weakness(i)
        return [_Atom(i, i + 1, word, letters=1, weak=weak)] if weak is not None else []

    def _oh(self, i: int) -> list[_Atom]:
        """ "oh": 0 or O, unless a word before it says which."""
        before = self._words[i - 1] if i > 0 else ""
        if before in self._language.letter_marks:
            return [_Atom(i, i + 1, "o", letters=1, spelled=True)]
        if before in self._language.digit_marks:
            return [_Atom(i, i + 1, "0", digits=1)]
        return [_Atom(i, i + 1, _OH, weak=i == 0 or self._words[i - 1] in _SENTENCE_ENDS)]

    def _named(self, i: int) -> list[_Atom]:
        """A name of a letter, its sound amid a spelled run, and what has two letters and may be them ("em": M, or E M)."""
        language, word = self._language, self._words[i]
        letter = language.letters.get(word)
        if letter is not None:
            atoms = self._explained(i, letter.lower()) or [_Atom(i, i + 1, letter.lower(), letters=1, spelled=True)]
            if len(word) == 2:
                atoms = [atoms[0]._replace(spelled=False), _Atom(i, i + 1, word, letters=2)]
            return atoms
        if language.digits.get(word) == "0" and word == "oh":
            return self._oh(i)
        letter = language.weak_letters.get(word)
        if letter is not None and self._is_letter(i - 1) and (self._is_letter(i - 2) or self._is_atom(i + 1)):
            return [_Atom(i, i + 1, letter.lower(), letters=1, weak=True)]
        return []

    def _glued(self, i: int) -> list[_Atom]:
        """Letters written as one word with the digits before or after them: "EM456", "DX7Q2", "AB-12-CD"."""
        token, word = self._tokens[i], self._words[i]
        if not (word.isascii() and word.isalpha()):
            return []
        upper = token.raw.isupper()
        before, after = self._glued_before(i), self._glued_after(i)
        if before and (word in _UNITS or word in self._language.currencies or not (upper or after)):
            return []
        if before or after:
            return [_Atom(i, i + 1, word, letters=len(word), weak=not upper and len(word) > 3)]
        dashed = i > 1 and token.glued and self._words[i - 1] in _DASHES and self._tokens[i - 1].glued
        if dashed and upper and len(word) <= 4 and self._tokens[i - 2].kind == "digits":
            return [_Atom(i, i + 1, word, letters=len(word))]
        return []

    def _glued_before(self, i: int) -> bool:
        return i > 0 and self._tokens[i].glued and self._tokens[i - 1].kind == "digits"

    def _glued_after(self, i: int) -> bool:
        return i + 1 < len(self._tokens) and self._tokens[i + 1].glued and self._tokens[i + 1].kind == "digits"

    def _weakness(self, i: int) -> bool | None:
        """Whether a letter that is a word too ("A", "I") is only perhaps a letter here; None when it is none."""
        token = self._tokens[i]
        if self._glued_before(i) or self._glued_after(i):
            return token.raw.islower()
        before = i - 2 if self._words[i - 1] in ("-", ",", ".") and i > 1 else i - 1
        after = i + 2 if self._words[i + 1 : i + 2] in (["-"], [","], ["."]) else i + 1
        spelled_before, spelled_after = self._is_letter(before), self._is_letter(after)
        if token.raw.isupper():
            if spelled_before or spelled_after:
                return False
            if self._is_digit(i - 1):
                ends = i + 1 == len(self._tokens) or self._tokens[i + 1].kind == "sign"
                return not (ends or self._is_atom(i + 1))
            if i > 0 and self._words[i - 1] not in _SENTENCE_ENDS and self._is_atom(i + 1):
                return True
            return False if all(self._is_digit(k) for k in range(i + 1, i + 4)) else None
        if spelled_before and (spelled_after or self._is_digit(after)):
            return False
        beyond = before - 2 if before > 1 and self._words[before - 1] in ("-", ",") else before - 1
        if self._is_single(before) and self._is_letter(beyond):
            return False
        return False if spelled_after and (self._is_single(before) or self._is_letter(after + 1)) else None

    def _is_single(self, i: int) -> bool:
        return 0 <= i < len(self._tokens) and len(self._words[i]) == 1 and self._words[i].isalpha()

    def _is_letter(self, i: int) -> bool:
        """A letter that is no word of its own, or the name of one."""
        if not 0 <= i < len(self._tokens):
            return False
        word = self._words[i]
        return word in self._language.letters or (self._is_single(i) and word not in self._language.letter_words)

    def _is_digit(self, i: int) -> bool:
        """One digit, or written ones."""
        if not 0 <= i < len(self._tokens):
            return False
        if self._tokens[i].kind == "digits" or self._words[i] in self._language.digits:
            return True
        return any(n.end == i + 1 and n.value < 10 and _is_integral(n.value) for n in self._numbers[i])

    def _is_atom(self, i: int) -> bool:
        return self._is_letter(i) or self._is_digit(i) or (i < len(self._tokens) and bool(self._numbers[i]))

    def _explained(self, i: int, letter: str = "") -> list[_Atom]:
        """ "A as in alpha": the letter up to the end of the word that explains it, when that begins with the letter."""
        letter = letter or self._words[i]
        start = i + 2 if self._words[i + 1 : i + 2] == [","] else i + 1
        for between in self._language.spelling:
            last = start + len(between)
            if last >= len(self._tokens) or tuple(self._words[start:last]) != between:
                continue
            word = self._words[last]
            if len(word) < 2 or not word.startswith(letter):
                continue
            if len(between) == 1 and letter in self._language.letter_words:
                # "I like ice cream" spells nothing; "J, I like ice, M" does.
                following = last + 2 if self._words[last + 1 : last + 2] in ([","], ["."]) else last + 1
                if not (self._is_letter(i - 1) or self._is_letter(i - 2) or self._is_letter(following)):
                    continue
            return [_Atom(i, last + 1, letter, letters=1, spelled=True)]
        return []


@cache
def _first_of_two(language: Language) -> frozenset[str]:
    return frozenset(name.split()[0] for name in language.letters if " " in name)


def _is_integral(value: Decimal) -> bool:
    return 0 <= value < _MILLION_MILLIONS and value == value.to_integral_value()


def _number(i: int, numeral: Numeral) -> _Atom:
    text = str(int(numeral.value))
    return _Atom(i, numeral.end, text, digits=len(text))


def _is_code(run: _Run) -> bool:
    first, last, count = run.atoms[0], run.atoms[-1], len(run.atoms)
    digits, letters = sum(atom.digits for atom in run.atoms), sum(atom.letters for atom in run.atoms)
    if run.joints & _POINT and run.points < 2:
        return False  # 50.00 is no 5000
    if letters:
        return count > 1 or letters + digits > 1 or (first.spelled and first.end - first.start > 1)
    if not digits:
        return first.end - first.start > 1 and count == 1  # "triple oh"
    if count == 1:
        return len(first.text) > 1 or first.written
    if count == 2:
        if run.joints & (_SLASH | _POINT):
            return False  # "12/1" is not 121
        if run.joints & (_DASH | _PAUSE):
            return len(first.text) > 1 and len(last.text) > 1  # "2-4" is not 24, "55-99" can be 5599
    return True

"""Codes in a text: letters and digits one by one, in groups, doubled, spelled ("A as in alpha"), phone numbers in any grouping.

A code is a run of atoms: one letter, one digit, a written group of them, or a number ("fifty-five" in "five five fifty five"). Every
piece of a run is a code of its own, for the other text may be cut in other places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from callproof.spoken.atoms import DASHES, OH, Atom, Atoms
from callproof.spoken.language import Edge, Hint, Language, Numeral, words
from callproof.spoken.tokens import Token
from callproof.spoken.values import Value, code

if TYPE_CHECKING:
    from callproof.spoken.reading import Reading

# The longest run of letters and digits that is taken for one code; longer ones are read in pieces.
_LONGEST = 40
# No phone number with its country has fewer digits.
_SHORTEST_ABROAD = 8
# How many ways to cut one stretch of a run are followed ("eight hundred five" is 805 or 800-5).
_MOST_CUTS = 6
# Digits up to here are also the number they make, read one by one.
_LONGEST_NUMBER = 6
# So many numbers with commas between them are a code rather than a list.
_FEWEST_PIECES = 4
# So many tokens is a date in digits.
_DATE = 5
# Words behind a code that are nothing it could count.
_COURTESY = frozenset(
    words("thanks thank yes no sir ma'am gracias señor señora danke merci obrigado obrigada grazie")
)
# More digits than this on a side are no range: "555-0132".
_LONGEST_BOUND = 3
# So far apart are the ends of a range that is not in round numbers: "12-14".
_CLOSE = 10
# What a word says is a code is none the less for its dash: "my code is 12-14".
_NAMES_OF_CODES = frozenset(
    words(
        "code number pin id account order reference ref ticket booking confirmation case extension room flight zip postcode "
        "código número pedido cuenta referencia reserva habitación vuelo conta referência quarto kode nummer nr konto bestellung "
        "bestellnummer kundennummer zimmer numéro commande compte référence chambre codice numero ordine conto camera"
    )
)
# How far before a code the word for it stands: "my order number is".
_LED_IN = 4
_SPLITTING = DASHES | {"/", ":", "@"}
_new = tuple.__new__

_PAUSES = frozenset(",;…")
_BRACKETS = frozenset("()[]")
_JOINTS = _PAUSES | DASHES | _BRACKETS | {".", "/"}

_VOWELS = frozenset("aeiouy")
# Abbreviations that stand before numbers of their own.
ABBREVIATIONS = frozenset(
    words("tv cd cds dvd pc gps sms pdf vpn pnr hr dr mr mrs ms st vs nr ph tst pst est cst mst gmt bc km kg")
)

# What stands between the atoms of a run, as flags.
_PAUSE, _DASH, _SLASH, _POINT, _ABBREVIATION, _GROUP, _COMMA, _STOP = 1, 2, 4, 8, 16, 32, 64, 128
_POINTED = frozenset({_POINT | _STOP, _POINT | _COMMA, _SLASH})

_TWO_DIGIT_COUNTRIES = frozenset(
    words(
        "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 "
        "95 98"
    )
)


class _Run(NamedTuple):
    """Some atoms in a row: their characters, what was counted in them, and what stood between them."""

    end: int
    text: str
    digits: int
    letters: int
    joints: int
    points: int
    atoms: tuple[Atom, ...]


class Codes:
    """The codes of one text. Ask from the last token to the first: a word in front of a code is prefixed to what follows it."""

    __slots__ = (
        "_atoms", "_inside", "_language", "_marks", "_numbers", "_passed", "_tails", "_tokens", "_words",
        "hints", "others", "sure", "unsure",
    )  # fmt: skip

    def __init__(self, reading: Reading) -> None:
        language = reading.context.language
        self._tokens: list[Token] = reading.tokens
        self._words: list[str] = reading.words
        self._numbers: list[Sequence[Numeral]] = reading.numbers
        self._language: Language = language
        self.hints: list[Hint] = list(language.hints(reading)) if language.hints is not None else []
        self._atoms = Atoms(reading, self.hints)
        # From where digits go on that can be cut in one way only, those that follow.
        self._tails: dict[int, list[Atom]] = {}
        self._inside, self._marks = _inside(language)
        # Tokens inside codes that may as well be no part of one, and those that certainly are.
        self.unsure: set[int] = set()
        self.sure: set[int] = set()
        self._passed: set[int] = set()
        # The other values that begin at a token, by that.
        self.others: dict[int, Sequence[Edge]] = {}

    def needed(self) -> set[int]:
        """The tokens that belong to another value, which needs them."""
        return {k for i, edges in self.others.items() for k in range(i, max([end for end, _ in edges]))}

    def edges(self, i: int, following: Sequence[Edge]) -> list[Edge]:
        """The codes that begin at a token; `following` are the codes of the token after it."""
        token = self._tokens[i]
        may_begin = self._numbers[i] or token.kind == "digits" or self._atoms.may_spell(i, token)
        atoms = self._atoms.at(i) if may_begin else ()
        if not atoms and following and token.text in self._language.plus:
            # The word is part of a number with its country.
            return [edge for edge in following if len(str(edge.value.key)) >= _SHORTEST_ABROAD]
        if not atoms:
            return list(self._prefixed(i, following)) if following or self._is_dashed(i) else []
        edges: list[Edge] = []
        runs = self._plain_digits(i, atoms, edges)
        ways = 0
        while runs:
            ways = max(ways, len(runs))
            longer: list[_Run] = []
            for run in runs:
                extended = self._extend(run)
                if _is_code(run) and not (run.joints & _DASH and self._is_range(run)):
                    self._emit(run, not extended, edges)
                longer += extended
            runs = longer[:_MOST_CUTS]
        if ways > 1:
            # Cut in other places, it can be the same code.
            edges = list(dict.fromkeys(edges))
        if i > 0 and (self._words[i - 1] == "+" or self._words[i - 1] in self._language.plus):
            edges.extend(list(_without_country(edges)))
        return edges

    def _plain_digits(self, i: int, atoms: Sequence[Atom], edges: list[Edge]) -> list[_Run]:
        """The frequent case, digits in a row that can be cut in one way only, in one go; what is left to follow."""
        atom = atoms[0]
        if len(atoms) > 1 or atom.digits != len(atom.text):
            return [_new(_Run, (a.end, a.text, a.digits, a.letters, 0, 0, (a,))) for a in atoms]
        tail = [atom, *self._tails.get(atom.end, ())[:_LONGEST]]
        if len(tail) > 1 and not atom.goes_before(tail[1]):
            del tail[1:]
        self._tails[i] = tail
        text, end, is_code = atom.text, atom.end, len(atom.text) > 1 or atom.written
        for following in tail[1:]:
            if is_code:
                edges.append(_new(Edge, (end, _new(Value, ("code", text)))))
                if len(text) == 11:
                    _add_without_one(edges, end, text)
            text, end, is_code = text + following.text, following.end, True
            if len(text) > _LONGEST:
                return []
        if self._goes_on(end):
            return [_new(_Run, (end, text, len(text), 0, 0, 0, tuple(tail)))]
        if is_code:
            _add_digits(edges, end, text, len(tail) > 1)
        return []

    def _goes_on(self, i: int) -> bool:
        """Whether a code may go on at a token; cheap, and rather yes than no."""
        if i >= len(self._tokens):
            return False
        token = self._tokens[i]
        word, _, kind, _ = token
        if kind == "sign":
            return word in _JOINTS and self._goes_on(i + 1)
        if kind == "digits" or self._numbers[i] or word in self._inside:
            return True
        return self._atoms.may_spell(i, token) or self._is_article(i)

    def _extend(self, run: _Run) -> list[_Run]:
        i, joint = run.end, 0
        if len(run.text) >= _LONGEST:
            return []
        atoms = self._atoms.at(i)
        if not atoms:
            i, joint = self._skip(i)
            if i == run.end:
                return []
            atoms = self._atoms.at(i)
        if self._is_date(i) or self._is_date(run.end - _DATE):
            # "A17, 2026-06-12" are a code and a date.
            return []
        if joint & _PAUSE and self._counts_behind(run.end, i):
            return []
        joints, points = run.joints | joint, run.points + (joint in _POINTED)
        return [
            _new(_Run, (
                a.end, run.text + a.text, run.digits + a.digits, run.letters + a.letters, joints, points, (*run.atoms, a)
            ))
            for a in atoms
            if run.atoms[-1].goes_before(a)
        ]  # fmt: skip

    def _emit(self, run: _Run, is_longest: bool, edges: list[Edge]) -> None:
        end, text = run.end, run.text
        counts = is_longest and len(run.atoms) > 1 and not run.joints & (_SLASH | _POINT | _GROUP)
        if counts and any(atom.is_cut for atom in run.atoms):
            counts = False
        if run.digits == len(text):
            _add_digits(edges, end, text, counts)
        else:
            self._emit_mixed(run, counts, edges)
        if run.joints:
            self._pass_joints(run)

    def _emit_mixed(self, run: _Run, counts: bool, edges: list[Edge]) -> None:
        """A code with letters, or with an "oh" that may be one."""
        end, text, texts = run.end, run.text, [run.text]
        hint = next((hint for hint in self.hints if hint.start >= end), None)
        if OH in text:
            texts = [text.replace(OH, "0"), text.replace(OH, "O")]
            if self.hints:
                texts = [texts[(hint or self.hints[0]).is_letter]]
        for text in texts:
            if text.isdigit():
                _add_digits(edges, end, text, counts)
            else:
                edges.append(_new(Edge, (end, code(text))))
        if hint is not None and all(self._tokens[k].kind == "sign" for k in range(end, hint.start)):
            edges.extend(Edge(hint.end, code(text)) for text in texts)
        self._weigh(run)

    def _weigh(self, run: _Run) -> None:
        """Note which letters of a code are certainly part of it, and which may be words or units."""
        letters = [atom for atom in run.atoms if atom.letters or OH in atom.text]
        sure = (
            run.digits > 0 or run.letters > 2 or len(run.atoms) == 1 or all(atom.spelled for atom in letters)
        )
        if run.joints & _ABBREVIATION and not run.digits:
            sure = False
        if len(run.atoms) == 2 and run.atoms[0].digits and not run.atoms[0].letters:
            last = self._tokens[run.atoms[1].start]
            # "16 h", "5k"
            sure = sure and not (len(last.text) == 1 and last.raw.islower())
        if len(run.atoms) == 2 and run.joints & _PAUSE and run.letters == 1 and not letters[0].spelled:
            sure = False
        for atom in letters:
            weak = atom.weak or not sure
            (self.unsure if weak else self.sure).update(range(atom.start, atom.end))

    def _pass_joints(self, run: _Run) -> None:
        """What stands between atoms bears nothing; but a point, comma or slash between digits is no pause: 4.05 is not 4, 05."""
        end = run.atoms[0].end
        for atom in run.atoms[1:]:
            if end in self._passed:
                end = atom.end
                continue
            self._passed.add(end)
            self.unsure.update(k for k in range(end, atom.start) if not self._is_point(k))
            end = atom.end

    def _is_range(self, run: _Run) -> bool:
        """ "10-15 people", "$10-15", "it costs 10-15": two rising numbers are no code 1015, unless it is said to be one ("code 12-14").

        Where nothing is counted they have to look like the two ends of something: round, or close together, and no group of three digits.
        """
        if len(run.atoms) != 2 or run.joints & ~_DASH:
            return False
        one, other = run.atoms
        if not (one.written and other.written and 0 < len(one.text) <= len(other.text) <= _LONGEST_BOUND):
            return False
        low, high = int(one.text), int(other.text)
        if one.text[0] == "0" or low >= high:
            return False
        currencies = self._language.currencies
        if one.start and self._words[one.start - 1] in currencies:
            return True
        close = len(other.text) < 3 and (high - low <= _CLOSE or (low % 5 == 0 and high % 5 == 0))
        alone = close and _NAMES_OF_CODES.isdisjoint(self._words[max(0, one.start - _LED_IN) : one.start])
        if run.end == len(self._tokens):
            return alone
        token = self._tokens[run.end]
        if token.text == "%" or token.text in currencies or token.kind == "sound":
            return True
        if token.kind == "sign":
            return alone and token.text not in _SPLITTING
        if token.kind != "word" or token.text in self._inside:
            return False
        counts_nothing = (
            token.text in self._language.function_words
            or token.text in self._language.fillers
            or token.text in _COURTESY
        )
        return alone or not counts_nothing

    def _is_point(self, i: int) -> bool:
        token, before, after = self._tokens[i], self._tokens[i - 1], self._tokens[i + 1]
        return token.text in ".,/" and token.glued and after.glued and before.kind == after.kind == "digits"

    def _skip(self, i: int) -> tuple[int, int]:
        """Past what may stand between two atoms, and what it is."""
        joint = 0
        for _ in range(4):
            if i + 1 >= len(self._tokens):
                break
            token = self._tokens[i]
            if token.kind == "sign":
                passed = self._sign(i, token)
                if passed is None:
                    break
                joint |= passed
            elif token.text in self._language.separators:
                joint |= _DASH
            elif not self._is_mark(i):
                break
            i += 1
        return i, joint

    def _sign(self, i: int, token: Token) -> int | None:
        """What a sign between two atoms is; None when it ends a code."""
        word, before, after = token.text, self._tokens[i - 1], self._tokens[i + 1]
        if word in DASHES:
            return _DASH
        if word in (".", "/", ",") and token.glued and after.glued:
            if not before.kind == after.kind == "digits":
                return _DASH if word == "/" else _ABBREVIATION if word == "." else _PAUSE
            if word == "/":
                return _SLASH
            if word == ".":
                return _POINT | _STOP
            return _POINT | _COMMA if word == self._language.decimal_sign else _PAUSE | _GROUP
        if word == ".":
            if self._ends_with_unit(i, after):
                return None
            return _ABBREVIATION if len(before.text) == 1 and before.kind == "word" else _PAUSE
        if word in _PAUSES:
            return _PAUSE
        return 0 if word in _BRACKETS else None

    def _ends_with_unit(self, i: int, after: Token) -> bool:
        """Whether a full stop ends a sentence behind a unit of one letter: "10 m. Oh, I lost it"."""
        unit = self._tokens[i - 1]
        return (
            i > 1
            and not after.glued
            and after.raw != after.text
            and len(unit.raw) == 1
            and unit.raw.islower()
            and (self._tokens[i - 2].kind == "digits" or bool(self._numbers[i - 2]))
        )

    def _counts_behind(self, end: int, i: int) -> bool:
        """ "H204, 4 nights" are a code in one piece, and a number of its own that counts something."""
        if end < 2 or not self._tokens[end - 1].glued or self._tokens[end - 1].kind != "digits":
            return False
        behind = (
            i + 1 if self._tokens[i].kind == "digits" else max((n.end for n in self._numbers[i]), default=i)
        )
        if self._tokens[end - 2].kind != "word" or not i < behind < len(self._tokens):
            return False
        word = self._tokens[behind]
        return (
            word.kind == "word"
            and len(word.text) > 2
            and not word.glued
            and not (word.text in self._language.function_words or word.text in self._language.fillers)
            and word.text not in _COURTESY
            and not self._numbers[behind]
        )

    def _is_date(self, i: int) -> bool:
        """Whether a date as machines write it begins at a token: "2026-06-12"."""
        if i < 0 or i + _DATE > len(self._tokens) or self._words[i + 1] != "-":
            return False
        tokens = self._tokens[i : i + _DATE]
        shape = [len(token.text) if token.kind == "digits" else token.text for token in tokens]
        return shape == [4, "-", 2, "-", 2] and all(token.glued for token in tokens[1:])

    def _is_mark(self, i: int) -> bool:
        """ "letter" in "the letter O", "number" in "number five", and the article before it."""
        if self._words[i] in self._marks:
            return bool(self._atoms.at(i + 1)) or self._words[i + 1] in self._marks
        return self._is_article(i)

    def _is_article(self, i: int) -> bool:
        """ "the" in "the letter O"."""
        words = self._words
        return words[i] in self._language.connectives and i + 1 < len(words) and words[i + 1] in self._marks

    def _prefixed(self, i: int, following: Sequence[Edge]) -> Iterator[Edge]:
        """ "EM" in "EM 456", "em" in "em four five six": letters that a recogniser wrote as a word in front of digits."""
        token = self._tokens[i]
        if token.kind != "word" or i + 1 == len(self._tokens):
            return
        dashed = self._is_dashed(i)
        first = i + 2 if dashed else i + 1
        if not any(atom.digits for atom in self._atoms.at(first)):
            return
        texts = self._prefixes(token)
        if not texts:
            return
        edges = self.edges(first, []) if dashed else following
        certain = token.raw.isupper() and (dashed or self._is_block(token))
        shortest = 1 if token.raw.isupper() else 3
        for end, value in edges:
            if value.kind == "code" and len(str(value.key)) >= shortest:
                yield from (Edge(end, code(text + str(value.key))) for text in texts)
                (self.sure if certain else self.unsure).add(i)

    def _is_dashed(self, i: int) -> bool:
        if i + 2 >= len(self._tokens):
            return False
        word = self._words[i + 1]
        return (word in DASHES and self._tokens[i + 1].glued) or word in self._language.separators

    def _is_block(self, token: Token) -> bool:
        """Capitals that are no word, for no word goes without a vowel: "XCF"."""
        known = token.text in ABBREVIATIONS or token.text in self._language.currencies
        return token.raw.isupper() and _VOWELS.isdisjoint(token.text) and not known

    def _prefixes(self, token: Token) -> list[str]:
        if token.raw.isupper() and 2 <= len(token.text) <= 4 and token.text.isalpha():
            return [token.text]
        texts = [self._language.weak_letters[token.text]] if token.text in self._language.weak_letters else []
        # "No fifty" is no code NO50, unless it is written in capitals.
        is_word = token.text in self._language.function_words or token.text in (self._language.starts or ())
        if len(token.text) == 2 and token.text.isascii() and not is_word:
            texts.append(token.text)
        return texts


def _add_digits(edges: list[Edge], end: int, text: str, counts: bool) -> None:
    """A code of digits alone; the number they make when it `counts`, and a phone number without its 1."""
    # A text can hold dozens of these: the constructors of named tuples would double the time.
    edges.append(_new(Edge, (end, _new(Value, ("code", text)))))
    if counts and text[0] != "0" and len(text) <= _LONGEST_NUMBER:
        edges.append(_new(Edge, (end, _new(Value, ("number", Decimal(text))))))
    elif len(text) == 11:
        _add_without_one(edges, end, text)


def _add_without_one(edges: list[Edge], end: int, text: str) -> None:
    """ "1 415 555 0132" is 415 555 0132."""
    if text[0] == "1" and text[1] > "1":
        edges.append(Edge(end, Value("code", text[1:])))


def _without_country(edges: list[Edge]) -> Iterator[Edge]:
    """ "+44 20 7946 0958" is 020 7946 0958 too; +1 is dropped for every number of its length already."""
    codes = [edge for edge in edges if edge.value.kind == "code" and str(edge.value.key).isdigit()]
    longest = {
        edge.end: str(edge.value.key) for edge in sorted(codes, key=lambda edge: len(str(edge.value.key)))
    }
    for end, text in longest.items():
        if len(text) < 9 or text[0] == "1":
            continue
        rest = text[1:] if text[0] == "7" else text[2:] if text[:2] in _TWO_DIGIT_COUNTRIES else text[3:]
        yield Edge(end, code(rest))
        yield Edge(end, code("0" + rest))


@cache
def _inside(language: Language) -> tuple[frozenset[str], frozenset[str]]:
    """The words that can stand inside a code and not at its start, and those of them that say what follows."""
    marks = language.letter_marks | language.digit_marks
    return marks | language.separators | language.weak_letters.keys() | language.weak_digits.keys(), marks


def _is_list(run: _Run) -> bool:
    """ "fifty, fifteen" are two numbers; "fifty five, ninety nine" and "ten, twenty, thirty, forty" may be the pieces of a code."""
    return (
        len(run.atoms) < _FEWEST_PIECES
        and all(atom.is_number and len(atom.text) > 1 for atom in run.atoms)
        and any(atom.text < "20" or atom.text[-1] == "0" for atom in run.atoms)
    )


def _is_code(run: _Run) -> bool:
    first, count = run.atoms[0], len(run.atoms)
    if run.joints & _COMMA and run.joints & _STOP:
        return False  # "1.234,56" is a number
    if run.joints & (_POINT | _SLASH) and run.points < 2:
        # 50.00 is no 5000, 12/1 no 121; on a card 04/27 is 0427
        return run.joints == _SLASH and count == 2 and len(first.text) == len(run.atoms[1].text) == 2
    if run.joints & _PAUSE and _is_list(run):
        return False
    if run.letters:
        if count == 2 and not run.digits and OH in run.text:
            return False  # "oh, I"
        return count > 1 or len(run.text) > 1 or first.is_explained
    if not run.digits:
        return count > 2 or (count == 1 and first.end - first.start > 1)  # "oh oh oh", "triple oh"
    if count == 1:
        return len(first.text) > 1 or first.written
    if count == 2 and run.joints & (_DASH | _PAUSE):
        # "2-4" is not 24; "55-99" can be 5599, "3-441" 3441
        return min(len(first.text), len(run.atoms[1].text)) > 1 or (
            not run.joints & _PAUSE and len(run.text) > 3
        )
    return True

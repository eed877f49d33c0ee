"""Cardinal numbers in words, as the languages of western Europe build them: one grammar, and a table a language.

A number is a run of parts: "cent" "quatre" "vingt" "dix" "neuf". Each part says how much may still be added after it ("cent"
leaves room for less than a hundred), so that "veinte treinta" stays two numbers and "ciento treinta" is one. Words that are
written together ("zweiundfünfzig", "milleduecento") come in as one part.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from callproof.spoken.language import Numeral
from callproof.spoken.tokens import Token

if TYPE_CHECKING:
    from callproof.spoken.reading import Reading

V = TypeVar("V")

_HALF = Decimal("0.5")
_WHOLE = tuple(Decimal(value) for value in range(100))
# More digits after a decimal word are no part of one number.
_LONGEST_FRACTION = 9


def spellings(word: str) -> set[str]:
    """A word as it is also written: without its accents, German with "ue" and "ss"."""
    folded = unicodedata.normalize("NFD", word)
    bare = "".join(char for char in folded if not unicodedata.combining(char))
    umlauts = word.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    return {form for base in (word, bare, umlauts) for form in (base, base.replace("ß", "ss"))}


def spelled(table: Mapping[str, V]) -> dict[str, V]:
    """A table with every spelling of its words; a word's own entry wins over another's bare spelling."""
    return {form: value for word, value in table.items() for form in spellings(word)} | dict(table)


def words(text: str) -> frozenset[str]:
    """The words of a text in every spelling."""
    return frozenset(form for word in text.split() for form in spellings(word))


def numbered(text: str, start: int = 0, step: int = 1) -> dict[str, int]:
    """Words with the numbers they count up to: "uno|un dos tres" from 1; what stands between bars is one number."""
    return {
        word: start + step * place for place, forms in enumerate(text.split()) for word in forms.split("|")
    }


def denominators(text: str) -> dict[str, int]:
    """Phrases with the number of parts that they name: "tercio=3 cuarta_parte=4"; an underscore stands for a space."""
    return {
        phrase.replace("_", " "): int(number)
        for phrase, _, number in (entry.partition("=") for entry in text.split())
    }


class Part(NamedTuple):
    """A piece of a number. `room`: what is added after it is smaller than this. `least`: and at least this.

    `times`: it multiplies what stands before it (hundred, thousand, million). `begins`: a number can begin with it; it cannot
    with "millones" or "cents".
    """

    value: int
    room: int = 1
    least: int = 1
    times: bool = False
    begins: bool = True


def scale(value: int, *, begins: bool = True) -> Part:
    """A hundred, a thousand, a million: it multiplies what stands before it."""
    return Part(value, value, times=True, begins=begins)


def part(value: int, *, open_tens: bool = True) -> Part:
    """A part with the room its trailing zeros leave; `open_tens` is false where the unit stands before the ten (German)."""
    for size in (1_000_000, 1000, 100):
        if value and value % size == 0:
            return Part(value, size)
    return Part(value, 10 if open_tens and value % 10 == 0 and value % 100 >= 20 else 1)


class Doubt(NamedTuple):
    """The neighbours beside which a word is no number: "mille" after "grazie"."""

    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """How a language counts; called with tokens and a place it yields the cardinals that begin there.

    `joiners`: for a word of addition ("y", "et") the rooms it may fill, or the values it may bring. Without a joiner
    everything that has room may be added.
    """

    parts: Mapping[str, Part]
    # Compounds that no table holds: "neunhundertneunundneunzig".
    compound: Callable[[str], Part | None] | None = None
    joiner_rooms: Mapping[str, frozenset[int]] = field(default_factory=dict)
    joiner_values: Mapping[str, frozenset[int]] = field(default_factory=dict)
    # "fünf und zwanzig": the joiner between a unit and the ten that follows it.
    inverted: str = ""
    # The words for 20 that make 80 after a 4 (French).
    score: frozenset[str] = frozenset()
    # How many hundreds there may be: fewer than ten, or up to nineteen where "dix-neuf cents" is said.
    hundreds: range = range(2, 10)
    decimal: frozenset[str] = frozenset()
    # "y" and "medio": half of one more, or of a million more ("dos millones y medio").
    half_joiners: frozenset[str] = frozenset()
    # Words for a half; before a word they are one ("media pastilla"), which the reader of the language lets a path pass.
    halves: frozenset[str] = frozenset()
    # Words of a fixed broken value: "anderthalb".
    broken: Mapping[str, Decimal] = field(default_factory=dict)
    # Parts of a million: "medio millón", "quart de million".
    parts_of_scales: Phrases[Decimal] | None = None
    # Articles: alone they are the number one only beside these words (or two words).
    articles: frozenset[str] = frozenset()
    after_one: frozenset[str] = frozenset()
    before_one: frozenset[str] = frozenset()
    # The articles that also stand in digit strings ("zéro un").
    digit_articles: frozenset[str] = frozenset()
    # Words that are digits only in such strings: "meia".
    digit_words: frozenset[str] = frozenset()
    doubts: Mapping[str, Doubt] = field(default_factory=dict)
    # "1,200" may be 1200 though the comma is the decimal sign: Mexico and Spain write the two the other way round.
    comma_groups: bool = False
    # ("por", "ciento"): the second word is no hundred when a number stands before the first.
    percent: tuple[tuple[str, ...], ...] = ()

    # Words that can go on with a number that ends in a unit, and with any other: all but these end it at once.
    _after_unit: frozenset[str] = field(init=False, default=frozenset())
    _after_other: frozenset[str] = field(init=False, default=frozenset())

    def __post_init__(self) -> None:
        scales = frozenset(word for word, found in self.parts.items() if found.times)
        links = (
            frozenset(self.joiner_rooms) | frozenset(self.joiner_values) | self.decimal | self.half_joiners
        )
        after_unit = scales | links | self.score | {self.inverted, "-"}
        object.__setattr__(self, "_after_unit", after_unit)
        object.__setattr__(self, "_after_other", after_unit | frozenset(self.parts))

    def __call__(self, tokens: list[Token], i: int) -> Iterable[Numeral]:
        word = tokens[i].text
        if tokens[i].kind == "digits":
            return self._in_digits(tokens, i)
        first = self.part_of(word)
        if first is None:
            value = self.broken.get(word)
            if self.parts_of_scales is not None and word in self.parts_of_scales.first_words:
                found = self.parts_of_scales.find(tokens, i)
                if found is not None:
                    return [Numeral(*found)]
            if word in self.halves:
                return self._half(tokens, i)
            return () if value is None else [Numeral(i + 1, value), *self.scaled(tokens, i + 1, value)]
        if self._is_doubtful(tokens, i):
            return ()
        if word not in self.articles and first.begins and not self._goes_on(tokens, i + 1, first):
            return (Numeral(i + 1, _WHOLE[first.value] if first.value < 100 else Decimal(first.value)),)
        return self._read(tokens, i, first)

    def _half(self, tokens: list[Token], i: int) -> Sequence[Numeral]:
        """ "media pastilla", "un demi-comprimé"; in "tres y media" and among digits ("meia" is six) it is no half of its own."""
        at = _past_hyphen(tokens, i + 1)
        following = tokens[at].text if at < len(tokens) and tokens[at].kind == "word" else ""
        counts = following and following not in self.digit_words and self.part_of(following) is None
        before = _text(tokens, i - 1)
        joined = before in self.half_joiners or (
            before not in self.articles and self._is_number_word(tokens, i - 1)
        )
        return [Numeral(i + 1, _HALF)] if counts and not joined else ()

    def _goes_on(self, tokens: list[Token], i: int, first: Part) -> bool:
        following = _text(tokens, i)
        if first.room == 1 and not first.times:
            return following in self._after_unit
        return following in self._after_other or (
            self.compound is not None and self.compound(following) is not None
        )

    def part_of(self, word: str) -> Part | None:
        found = self.parts.get(word)
        if found is None and self.compound is not None:
            return self.compound(word)
        return found

    def _in_digits(self, tokens: list[Token], i: int) -> Iterator[Numeral]:
        """Figures that words make longer ("2,5 millones", "3 coma 5"), and thousands set apart by a space ("15 000")."""
        whole, end = tokens[i].text, i + 1
        yield from self._continued(tokens, end, Decimal(whole))
        if end + 1 < len(tokens) and tokens[end].text in (",", ".") and tokens[end].glued:
            tail = tokens[end + 1]
            if tail.kind != "digits" or not tail.glued:
                return
            if not (len(tail.text) == 3 and tokens[end].text == "."):
                yield from self.scaled(tokens, end + 2, Decimal(f"{whole}.{tail.text}"))
            if self.comma_groups and tokens[end].text == "," and len(tail.text) == 3 and whole[0] != "0":
                yield Numeral(end + 2, Decimal(whole + tail.text))
            return
        if len(whole) > 3 or whole[0] == "0":
            return
        at, grouped = i + 1, whole
        while (
            (at := _next_thousand(tokens, at)) < len(tokens)
            and tokens[at].kind == "digits"
            and len(tokens[at].text) == 3
        ):
            grouped, at = grouped + tokens[at].text, at + 1
            yield Numeral(at, Decimal(grouped))
            yield from self._continued(tokens, at, Decimal(grouped))
            yield from _with_hundredths(tokens, at, grouped)

    def _continued(self, tokens: list[Token], end: int, value: Decimal) -> Iterator[Numeral]:
        yield from self.scaled(tokens, end, value)
        yield from self.fractions(tokens, end, value)
        yield from self._and_a_half(tokens, end, value, 1)

    def scaled(self, tokens: list[Token], end: int, value: Decimal) -> Iterator[Numeral]:
        """A number in digits with a word of scale after it: "5 mil", "2,5 millones"."""
        found = self.parts.get(tokens[end].text) if end < len(tokens) else None
        if found is None or not found.times or found.value < 1000:
            return
        exact = value * found.value
        yield Numeral(end + 1, exact)
        yield from self._and_a_half(tokens, end + 1, exact, found.value)
        if exact == exact.to_integral_value():
            run = _Run(int(exact), None, found.value, 1)
            for at, grown in self._rest(tokens, end + 1, run):
                yield from self._broken_off(tokens, at, grown)

    def fractions(self, tokens: list[Token], end: int, whole: Decimal) -> Iterator[Numeral]:
        """What a decimal word and its digits make of a whole number: "coma cinco", "Komma eins vier"."""
        if end >= len(tokens) or tokens[end].text not in self.decimal:
            return
        for at, digits in self._digit_groups(tokens, end + 1):
            value = Decimal(f"{whole}.{digits}")
            yield Numeral(at, value)
            yield from self.scaled(tokens, at, value)

    def _read(self, tokens: list[Token], i: int, first: Part) -> Iterator[Numeral]:
        run = _Run.start(first)
        if run is None:
            return
        lone_article = tokens[i].text in self.articles and not self._is_one(tokens, i)
        if not lone_article:
            yield from self._broken_off(tokens, i + 1, run)
        for end, grown in self._rest(tokens, i + 1, run):
            yield from self._broken_off(tokens, end, grown)

    def _broken_off(self, tokens: list[Token], end: int, run: _Run) -> Iterator[Numeral]:
        """A whole number, and what a decimal word or "and a half" makes of it."""
        whole = Decimal(run.value)
        yield Numeral(end, whole)
        if _text(tokens, end) in self.decimal:
            yield from self.fractions(tokens, end, whole)
        else:
            yield from self._and_a_half(tokens, end, whole, run.room)

    def _and_a_half(self, tokens: list[Token], end: int, value: Decimal, room: int) -> Iterator[Numeral]:
        if _text(tokens, end) in self.half_joiners and _text(tokens, end + 1) in self.halves:
            unit = room if room >= 1_000_000 else 1
            yield Numeral(end + 2, value + Decimal(unit) / 2)

    def _rest(self, tokens: list[Token], i: int, run: _Run) -> Iterator[tuple[int, _Run]]:
        """All numbers that a run grows into with the words from a place on."""
        while i < len(tokens):
            at = _past_hyphen(tokens, i)
            grown = self._grow(tokens, at, run)
            if grown is None:
                return
            i, run = grown
            yield i, run

    def _grow(self, tokens: list[Token], i: int, run: _Run) -> tuple[int, _Run] | None:
        if i >= len(tokens):
            return None
        word = tokens[i].text
        if word in self.score and run.last == 4:
            return i + 1, run.with_score()
        if word in self.joiner_rooms or word in self.joiner_values or word == self.inverted:
            at = _past_hyphen(tokens, i + 1)
            return self._joined(tokens, at, word, run)
        found = self.part_of(word)
        if found is None:
            return None
        if found.times:
            grown = run.times(found, self.hundreds)
        elif word in self.articles and run.room <= 10 and not tokens[i].glued:
            return None  # "veinte un momento"
        else:
            grown = run.plus(found)
        return None if grown is None else (i + 1, grown)

    def _joined(self, tokens: list[Token], i: int, joiner: str, run: _Run) -> tuple[int, _Run] | None:
        if i >= len(tokens):
            return None
        found = self.part_of(tokens[i].text)
        if found is None or (found.times and run.group is not None):
            return None
        if joiner == "," and found.value < 100:
            return None  # "dois mil, cinco" is a list
        if joiner == self.inverted and (inverted := run.with_ten(found)) is not None:
            return i + 1, inverted
        if found.value not in self.joiner_values.get(joiner, ()) and run.room not in self.joiner_rooms.get(
            joiner, ()
        ):
            return None
        grown = run.times(found, self.hundreds) if found.times else run.plus(found)
        return None if grown is None else (i + 1, grown)

    def _digit_groups(self, tokens: list[Token], i: int) -> Iterator[tuple[int, str]]:
        """Digits after a decimal word: one by one ("uno cuatro"), or one number, perhaps after noughts ("cero setenta")."""
        digits = ""
        while i < len(tokens) and len(digits) < _LONGEST_FRACTION:
            if tokens[i].kind == "digits":
                yield i + 1, digits + tokens[i].text
                return
            found = self.part_of(tokens[i].text)
            run = _Run.start(found) if found is not None and found.value < 1000 else None
            if run is None or (run.value >= 10 and digits.strip("0")):
                return
            yield i + 1, digits + str(run.value)
            if not digits.strip("0") and run.value:
                for end, grown in self._rest(tokens, i + 1, run):
                    if grown.value < 1000:
                        yield end, digits + str(grown.value)
            if run.value >= 10:
                return
            digits += str(run.value)
            i += 1

    def _is_doubtful(self, tokens: list[Token], i: int) -> bool:
        word = tokens[i].text
        doubt = self.doubts.get(word)
        if doubt is not None and (
            _text(tokens, i - 1) in doubt.before or _text(tokens, i + 1) in doubt.after
        ):
            return True
        return (_text(tokens, i - 1), word) in self.percent and self._is_number_word(tokens, i - 2)

    def _is_number_word(self, tokens: list[Token], i: int) -> bool:
        return i >= 0 and (tokens[i].kind == "digits" or self.part_of(tokens[i].text) is not None)

    def _is_one(self, tokens: list[Token], i: int) -> bool:
        following = _text(tokens, i + 1)
        if following in self.after_one or f"{following} {_text(tokens, i + 2)}" in self.after_one:
            return True
        word = tokens[i].text
        if f"{_text(tokens, i - 1)} {word}" in self.before_one:
            return True
        return word in self.digit_articles and (
            self._is_behind_nought(tokens, i) or self._among_digits(tokens, i)
        )

    def _is_behind_nought(self, tokens: list[Token], i: int) -> bool:
        """ "zéro un quarante-deux": two figures of a phone number."""
        before = self.parts.get(_text(tokens, i - 1))
        if before is None or before.value:
            return False
        return i + 1 == len(tokens) or tokens[i + 1].kind == "sign" or self._is_number_word(tokens, i + 1)

    def _among_digits(self, tokens: list[Token], i: int) -> bool:
        """Whether at least two digits stand beside the word without a break: "zéro un deux", not "deux un moment"."""
        right = left = 0
        at = _past_comma(tokens, i + 1)
        while self._is_digit(tokens, at) and right < 2:
            right, at = right + 1, _past_comma(tokens, at + 1)
        if right == 0 and i + 1 < len(tokens) and tokens[i + 1].kind == "word":
            return False
        at = i - 1
        while at >= 0 and left < 2:
            at -= tokens[at].text in (",", "-")
            if not self._is_digit(tokens, at):
                break
            left, at = left + 1, at - 1
        return left + right >= 2

    def _is_digit(self, tokens: list[Token], i: int) -> bool:
        if not 0 <= i < len(tokens):
            return False
        if tokens[i].kind == "digits":
            return len(tokens[i].text) <= 2
        if tokens[i].text in self.digit_words:
            return True
        found = self.parts.get(tokens[i].text)
        return found is not None and found.value < 10


class _Run(NamedTuple):
    """The part of a number that has been read. `group` is what stands below the last thousand or million.

    `last` is the unit that was just added, if one was: "quatre" before "vingt", "fünf" before "und zwanzig".
    """

    total: int
    group: int | None
    room: int
    least: int
    last: int = 0

    @property
    def value(self) -> int:
        return self.total + (self.group or 0)

    @classmethod
    def start(cls, first: Part) -> _Run | None:
        if not first.begins:
            return None
        if first.value >= 1000:
            return cls(first.value - first.value % 1000, first.value % 1000 or None, first.room, first.least)
        return cls(0, first.value, first.room, first.least, _unit(first.value))

    def plus(self, found: Part) -> _Run | None:
        if found.value >= 1000 > self.room:
            return self._plus_thousands(found)
        if not self.least <= found.value < self.room:
            return None
        if found.value >= 1000:
            thousands = found.value - found.value % 1000
            return _Run(self.total + thousands, found.value % 1000 or None, found.room, found.least)
        room = min(found.room, self.room)
        group = (self.group or 0) + found.value
        return _Run(self.total, group, room, found.least, _unit(group))

    def _plus_thousands(self, found: Part) -> _Run | None:
        """ "cento" and "quarantamila": 140 000 in two words."""
        thousands = found.value // 1000
        if not self.least <= thousands < self.room or self.total % 1_000_000:
            return None
        total = self.total + ((self.group or 0) + thousands) * 1000
        return _Run(total, found.value % 1000 or None, found.room, found.least, _unit(found.value % 1000))

    def times(self, found: Part, hundreds: range) -> _Run | None:
        if found.value == 100:
            if self.group is None:
                return _Run(self.total, 100, 100, 1) if self.room > 100 else None
            if self.group not in hundreds:
                return None
            return _Run(self.total, self.group * 100, 100, 1)
        if found.value == 1000:
            # "un mil" is no number of its own: "veinte mil" must not be found in "veinte y un mil"
            lone_one = self.group == 1 and not self.total and 1 not in hundreds
            if self.total % 1_000_000 or self.group == 0 or lone_one:
                return None
            return _Run(self.total + (self.group or 1) * 1000, None, 1000, 1)
        # a million counts thousands too ("mil millones"), a milliard does not count millions
        if self.total >= found.value and found.value == 1_000_000 and self.total % 1_000_000_000 == 0:
            return (
                _Run(self.total + (self.group or 1) * found.value, None, found.value, 1)
                if self.group
                else None
            )
        if self.total >= 1_000_000 or not self.value:
            return None
        return _Run(self.value * found.value, None, found.value, 1)

    def with_score(self) -> _Run:
        return _Run(self.total, (self.group or 0) + 76, 20, 1)

    def with_ten(self, found: Part) -> _Run | None:
        """ "fünf" and "und zwanzig": the ten after its unit."""
        if found.value >= 1000:
            thousands = found.value // 1000
            if not self.last or thousands % 10 or not 20 <= thousands <= 90 or self.total % 1_000_000:
                return None
            total = self.total + ((self.group or 0) + thousands) * 1000
            return _Run(total, found.value % 1000 or None, found.room, found.least, _unit(found.value % 1000))
        if not self.last or found.value % 10 or not 20 <= found.value <= 90:
            return None
        return _Run(self.total, (self.group or 0) + found.value, 1, 1)


def _unit(value: int) -> int:
    return value % 100 if 0 < value % 100 < 10 else 0


def _text(tokens: list[Token], i: int) -> str:
    return tokens[i].text if 0 <= i < len(tokens) else ""


def _past_hyphen(tokens: list[Token], i: int) -> int:
    """Past the hyphen inside a word: "vingt-deux"; a dash with spaces around it stays."""
    if i + 1 < len(tokens) and tokens[i].text == "-" and tokens[i].glued and tokens[i + 1].glued:
        return i + 1
    return i


def _next_thousand(tokens: list[Token], i: int) -> int:
    """Past the apostrophe of Swiss thousands ("1'500"); a space needs no step."""
    return i + 1 if _text(tokens, i) in ("'", "’") and tokens[i].glued else i


def _with_hundredths(tokens: list[Token], i: int, whole: str) -> Iterator[Numeral]:
    """ "15 000,50": the decimals behind thousands that a space sets apart."""
    if i + 1 < len(tokens) and tokens[i].text in (",", ".") and tokens[i].glued:
        tail = tokens[i + 1]
        if tail.kind == "digits" and tail.glued and len(tail.text) <= 2:
            yield Numeral(i + 2, Decimal(f"{whole}.{tail.text}"))


def _past_comma(tokens: list[Token], i: int) -> int:
    return i + 1 if _text(tokens, i) in (",", "-") else i


def numbers_or_one(reading: Reading, i: int, units: Container[str]) -> Sequence[Numeral]:
    """The numbers at a place behind an hour or a currency; an article is one there when it ends the phrase, or a unit follows:
    "deux euros un", "às duas e um minuto"."""
    if i >= len(reading.tokens):
        return []
    if not reading.numbers[i] and reading.words[i] in reading.context.language.ones:
        following = reading.word(i + 1)
        if not following or following in units or reading.tokens[i + 1].kind == "sign":
            return [Numeral(i + 1, Decimal(1))]
    return reading.numbers[i]


class Starts(Container[str]):
    """The words at which a value can begin, in a language that writes numbers as one word of any length."""

    def __init__(self, listed: frozenset[str], compound: Callable[[str], Part | None]) -> None:
        self.listed = listed
        self._compound = compound

    def __contains__(self, word: object) -> bool:
        return word in self.listed or (isinstance(word, str) and self._compound(word) is not None)


class Phrases(Generic[V]):
    """Phrases of one or more words, each with what it stands for. Hyphens and points inside a phrase do not count."""

    def __init__(self, table: Mapping[str, V]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], V]]] = {}
        for phrase, value in spelled(table).items():
            first, *rest = phrase.split()
            self._by_first.setdefault(first, []).append((tuple(rest), value))
        for entries in self._by_first.values():
            entries.sort(key=lambda entry: -len(entry[0]))
        self.first_words = frozenset(self._by_first)

    def find(self, tokens: list[Token], i: int) -> tuple[int, V] | None:
        """The longest phrase that begins at a place: where it ends, and its value."""
        if i >= len(tokens):
            return None
        for rest, value in self._by_first.get(tokens[i].text, ()):
            at = i + 1
            for word in rest:
                if at + 1 < len(tokens) and tokens[at].text in ("-", "."):
                    at += 1
                if at >= len(tokens) or tokens[at].text != word:
                    break
                at += 1
            else:
                return at, value
        return None

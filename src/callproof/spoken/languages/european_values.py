"""What is more than a number in the languages of western Europe: money, percentages, negation; and the reader of them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from callproof.spoken.language import Edge
from callproof.spoken.languages.european import Counting, Phrases, numbers_or_one
from callproof.spoken.languages.european_dates import Calendar
from callproof.spoken.languages.european_shares import Shares
from callproof.spoken.languages.european_times import Clock
from callproof.spoken.reading import Reading
from callproof.spoken.values import NEGATION, NOTHING, Value, money, number

_HALF = Decimal("0.5")
# What a word behind a number may make of it.
_MONEY, _PERCENT, _DATE, _TIME, _SHARE, _DEGREES = 1, 2, 4, 8, 16, 32
# From here on "de" may stand before the currency: "medio millón de pesos".
_ROUND = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Coins:
    """The money of a language. `names` are words and signs, with every currency they can mean ("pesos" are of many)."""

    names: Mapping[str, tuple[str, ...]]
    # Adjectives that say which: "pesos mexicanos".
    kinds: Mapping[str, str] = field(default_factory=dict)
    # "céntimos": the currency they are of, where they say it.
    hundredths: Mapping[str, str | None] = field(default_factory=dict)
    # Before hundredths that are named as a bare number: "euros con diez".
    joiners: frozenset[str] = frozenset()
    # Before them only when the number ends the phrase ("dieci euro e cinquanta").
    weak_joiners: frozenset[str] = frozenset()
    # Between the two where no currency is named: "doce con cincuenta".
    price_joiners: frozenset[str] = frozenset()
    # Between an amount and its currency: "millones de euros".
    of: frozenset[str] = frozenset()
    # A currency with its preposition in one word: "d'" in "d'euros".
    prefix: str = ""
    # Letters glued to the "$" before an amount: "R" in "R$ 50".
    dollar_letters: Mapping[str, str] = field(default_factory=dict)

    def currencies(self, word: str) -> tuple[str, ...]:
        if self.prefix and word.startswith(self.prefix):
            word = word[len(self.prefix) :]
        return self.names.get(word, ())

    def all_names(self) -> Iterator[str]:
        """The names, and those with a preposition in front."""
        yield from self.names
        if self.prefix:
            yield from (f"{self.prefix}{name}" for name in self.names)

    def language_currencies(self) -> dict[str, str]:
        """The names of one certain currency, for the core. The "$" is left out: letters before it change it."""
        return {name: codes[0] for name, codes in self.names.items() if name != "$"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Negations:
    """The words that negate. `second`: those that only repeat a negation which stands before them ("no quiero nada").

    `idle`: phrases with such a word that negate nothing ("de nada", "cómo no"). A tag is none either ("..., ¿no?").
    """

    first: frozenset[str]
    second: frozenset[str] = frozenset()
    idle: frozenset[tuple[str, str]] = frozenset()
    tags: Phrases[bool] = field(default_factory=lambda: Phrases({}))

    def at_word(self, reading: Reading, i: int) -> Iterator[Edge]:
        word, before, after = reading.word(i), reading.word(i - 1), reading.word(i + 1)
        if (before, word) in self.idle or (word, after) in self.idle or self._is_tag(reading, i):
            return
        if word in self.second and self._is_repeated(reading, i):
            return
        yield Edge(i + 1, NEGATION)

    def _is_tag(self, reading: Reading, i: int) -> bool:
        if reading.word(i - 1) not in (",", "¿"):
            return False
        tag = self.tags.find(reading.tokens, i)
        return tag is not None and reading.word(tag[0]) == "?"

    def _is_repeated(self, reading: Reading, i: int) -> bool:
        for at in range(i - 1, max(-1, i - 6), -1):
            word = reading.word(at)
            if word in (".", "?", "!", ";"):
                return False
            if word in self.first or word in self.second:
                return True
        return False


class Reader:
    """Reads every value of a language but its plain numbers and codes. One reader a language: most words are no key of it, and
    are done with one look-up."""

    def __init__(
        self,
        *,
        counting: Counting,
        coins: Coins,
        calendar: Calendar,
        clock: Clock,
        negations: Negations,
        shares: Shares,
        optional: Mapping[str, Callable[[Reading, int], bool]] | None = None,
        doubtful: Mapping[str, int] | None = None,
        occasions: Mapping[str, int] | None = None,
        minus: frozenset[str] = frozenset(),
        degrees: frozenset[str] = frozenset(),
        below_zero: Phrases[bool] | None = None,
    ) -> None:
        self._counting = counting
        self._coins = coins
        self._calendar = calendar
        self._clock = clock
        self._negations = negations
        self._shares = shares
        # Words that may bear no value though they read as one: "sei" (six, or "you are").
        self._optional = optional or {}
        # Words that are a number or no value at all: "beide", "einmal".
        self._doubtful = doubtful or {}
        # "zweimal": a number that goes on in no other ("zweimal fünfzig" is not 2,50).
        self._occasions = occasions or {}
        self._degrees = degrees
        # "bajo cero", behind a number or its degrees.
        self._freezing = below_zero or Phrases({})
        self._percent = Phrases({" ".join(phrase): True for phrase in counting.percent})
        self._cues = clock.cues | clock.cues_of_one
        # What can stand behind a number and make more of it.
        self._following: dict[str, int] = {}
        for kind, followers in (
            (_MONEY, [*coins.all_names(), *coins.hundredths, *coins.of, *coins.price_joiners]),
            (_PERCENT, self._percent.first_words),
            (_DATE, calendar.following()),
            (_TIME, clock.following()),
            (_SHARE, shares.following()),
            (_DEGREES, [*degrees, *self._freezing.first_words]),
        ):
            for word in followers:
                self._following[word] = self._following.get(word, 0) | kind
        keys: tuple[tuple[Iterable[str], Callable[[Reading, int], Iterator[Edge]]], ...] = (
            (calendar.starts(), calendar.at_word),
            (clock.starts(), clock.at_word),
            (negations.first | negations.second, negations.at_word),
            (shares.starts(), shares.at_word),
            ([*coins.names, *coins.dollar_letters], self._amount_after_sign),
            (self._doubtful, self._number_or_nothing),
            (self._occasions, self._occasion),
            (minus, self._below_zero),
        )
        self._keyed: dict[str, list[Callable[[Reading, int], Iterator[Edge]]]] = {}
        for starts, read in keys:
            for word in starts:
                self._keyed.setdefault(word, []).append(read)

    def starts(self) -> frozenset[str]:
        """Every word at which a value or a number can begin, compounds aside."""
        numbers = frozenset(self._counting.parts) | frozenset(self._counting.broken)
        if self._counting.parts_of_scales is not None:
            numbers |= self._counting.parts_of_scales.first_words
        return frozenset(self._keyed) | numbers | frozenset(self._optional) | self._counting.halves

    def __call__(self, reading: Reading, i: int) -> Iterable[Edge]:
        keyed = self._keyed.get(reading.tokens[i].text)
        if not reading.numbers[i]:
            return () if keyed is None else [edge for read in keyed for edge in read(reading, i)]
        edges = list(self._at_number(reading, i))
        if keyed is not None:
            edges.extend(edge for read in keyed for edge in read(reading, i))
        return edges

    def _number_or_nothing(self, reading: Reading, i: int) -> Iterator[Edge]:
        yield Edge(i + 1, number(self._doubtful[reading.words[i]]))
        yield Edge(i + 1, NOTHING)

    def _below_zero(self, reading: Reading, i: int) -> Iterator[Edge]:
        """ "menos cinco grados"; "al menos cinco" and "las cinco menos cinco" are no such thing."""
        if i + 1 < len(reading.tokens):
            for end, value in reading.numbers[i + 1]:
                if reading.word(end) in self._degrees:
                    yield Edge(end, number(-value))

    def _temperature(self, reading: Reading, end: int, value: Decimal) -> Iterator[Edge]:
        """ "cinco grados bajo cero", "trente-huit degrés cinq"."""
        in_degrees = reading.words[end] in self._degrees
        at = end + in_degrees
        if (freezing := self._freezing.find(reading.tokens, at)) is not None:
            yield Edge(freezing[0], number(-value))
        elif in_degrees and at < len(reading.tokens) and value == int(value):
            for last, tenths in reading.numbers[at]:
                if 0 < tenths < 10 and tenths == int(tenths) and self._ends_phrase(reading, last):
                    yield Edge(last, number(value + tenths / 10))

    def _occasion(self, reading: Reading, i: int) -> Iterator[Edge]:
        yield Edge(i + 1, number(self._occasions[reading.words[i]]))

    def _at_number(self, reading: Reading, i: int) -> Iterator[Edge]:
        word = reading.words[i]
        optional = self._optional.get(word)
        if word in self._counting.halves or (optional is not None and optional(reading, i)):
            yield Edge(i + 1, NOTHING)
        cued = i > 0 and reading.words[i - 1] in self._cues
        for end, value in reading.numbers[i]:
            following = reading.word(end)
            kinds = self._following.get(following, 0)
            if kinds & _MONEY:
                yield from self._money(reading, end, value)
            if kinds & _PERCENT and (percent := self._percent.find(reading.tokens, end)) is not None:
                yield Edge(percent[0], Value("percent", value.normalize()))
            if kinds & _DATE:
                yield from self._calendar.after_number(reading, i, end, value)
            if kinds & _SHARE:
                yield from self._shares.after_number(reading, end, value)
            if kinds & _DEGREES:
                yield from self._temperature(reading, end, value)
            rests = reading.numbers[end] if following and not kinds else []
            is_pair = bool(rests) and (rests[-1].value >= 10 or rests[-1].value == 0)
            if is_pair:
                yield from self._bare_price(reading, end, value)
            if (kinds & _TIME or cued or is_pair) and value < 60:
                yield from self._clock.after_number(reading, i, end, value)

    def _money(self, reading: Reading, end: int, amount: Decimal) -> Iterator[Edge]:
        coins, word = self._coins, reading.word(end)
        if word in coins.hundredths:
            yield Edge(end + 1, money(amount / 100, coins.hundredths[word]))
            return
        at = end + 1 if word in coins.of and amount >= _ROUND else end
        codes = coins.currencies(reading.word(at))
        if not codes:
            if word in coins.price_joiners:
                yield from self._bare_price(reading, end, amount)
            return
        at += 1
        if (kind := coins.kinds.get(reading.word(at))) is not None:
            codes, at = (kind,), at + 1
        for code in codes:
            yield Edge(at, money(amount, code))
        if amount == int(amount):
            for last, rest in self._hundredths(reading, at):
                yield from (Edge(last, money(amount + rest, code)) for code in codes)

    def _bare_price(self, reading: Reading, end: int, amount: Decimal) -> Iterator[Edge]:
        """ "doce con cincuenta", "zwölf fünfzig": a price whose currency is not named."""
        linked = reading.word(end) in self._coins.price_joiners
        if amount != int(amount) or (amount >= 1000 and not linked) or end >= len(reading.tokens):
            return
        at = end + linked
        if at >= len(reading.tokens) or (not linked and reading.tokens[at].kind == "digits"):
            return
        for last, rest in reading.numbers[at]:
            if 10 <= rest < 100 and rest == int(rest):
                yield Edge(last, money(amount + rest / 100, None))

    def _hundredths(self, reading: Reading, i: int) -> Iterator[tuple[int, Decimal]]:
        """The part of an amount behind its currency: "con diez", "y diez céntimos", "zehn", "y medio"."""
        coins = self._coins
        joiner = reading.word(i)
        strong, weak = joiner in coins.joiners, joiner in coins.weak_joiners
        at = i + (strong or weak or joiner == ",")
        if reading.word(at) in self._counting.halves and (strong or weak):
            yield at + 1, _HALF
        for end, value in numbers_or_one(reading, at, coins.hundredths):
            if value != int(value) or not 0 < value < 100:
                continue
            if reading.word(end) in coins.hundredths:
                yield end + 1, value / 100
            elif strong or (joiner != "," and self._ends_phrase(reading, end)):
                yield end, value / 100

    def _ends_phrase(self, reading: Reading, i: int) -> bool:
        """No noun follows that the number could be of: "cinquante euros dix personnes"."""
        if i >= len(reading.tokens) or reading.tokens[i].kind == "sign":
            return True
        language, word = reading.context.language, reading.tokens[i].raw
        if (
            language.code == "de"
            and word.islower()
            and any(token.raw.istitle() for token in reading.tokens[1:i])
        ):
            return True  # a noun would have a capital, as those before it have
        return reading.word(i) in language.function_words or reading.word(i) in language.fillers

    def _amount_after_sign(self, reading: Reading, i: int) -> Iterator[Edge]:
        """ "$50", "R$ 50", "EUR 50"."""
        word, at = reading.word(i), i + 1
        codes = self._coins.names.get(word, ())
        if word in self._coins.dollar_letters and reading.word(at) == "$" and reading.tokens[at].glued:
            codes, at = (self._coins.dollar_letters[word],), at + 1
        elif (
            (word == "$" and reading.word(i - 1) in self._coins.dollar_letters and reading.tokens[i].glued)
            or not codes
            or not (word in "$€£¥" or reading.tokens[i].raw.isupper())
        ):
            return
        if at < len(reading.tokens):
            for end, value in reading.numbers[at]:
                yield from (Edge(end, money(value, code)) for code in codes)

"""Whether what was heard is what was said: the values first, then what they belong to, then the words."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from operator import ne
from typing import Literal, NamedTuple, TypeAlias

from callproof.spoken import wer
from callproof.spoken.attachments import attachment, is_negation, misattached, reordered
from callproof.spoken.denials import denied_alike
from callproof.spoken.detection import PairLanguages, detect_language, known_code, languages_of
from callproof.spoken.facts import other_facts
from callproof.spoken.language import LanguageCode
from callproof.spoken.measures import converted, measured
from callproof.spoken.paths import Pair, Place, Text, TooManyWaysError, beside, meet, text_of
from callproof.spoken.tokens import spots, tokenize
from callproof.spoken.values import Span
from callproof.spoken.wording import characters, words
from callproof.spoken.wording.sequence import Item, cut_out, sequences

# From harmless to expensive: "filler" differs in fillers, "phrasing" in words that say the same, "substance" in what is said but no
# value, "value" in a value, a negation, or what they are said of.
Outcome: TypeAlias = Literal["match", "filler", "phrasing", "substance", "value", "not_measured"]
Change: TypeAlias = Literal["changed", "missing", "added"]


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that was said and not heard so. For the outcome "substance" the spans are words, and have no readings."""

    kind: Change
    said: Span | None
    heard: Span | None


class WordPair(NamedTuple):
    """Words beside each other; a value counts as one. "similar" are two spellings or forms of a word, or equal values."""

    op: words.Op
    said: str
    heard: str


@dataclass(frozen=True)
class Comparison:
    """What became of a text on its way to the other side.

    `differences` name what the outcome rests on, in the order of what was said. `language` is that of what was said, None where it
    cannot be told; `reason` says why nothing was measured.
    """

    outcome: Outcome
    language: LanguageCode | None
    differences: tuple[Difference, ...] = ()
    reason: str | None = None
    sides: Sides | Same | Unread = field(kw_only=True, repr=False, compare=False)

    @cached_property
    def words(self) -> tuple[WordPair, ...]:
        """All words of both texts beside each other, but for the sounds of thinking."""
        return self.sides.words()

    @cached_property
    def wer(self) -> float | None:
        """The word error rate (`callproof.spoken.wer`); None when nothing was said."""
        return self.sides.wer()


class Sides(NamedTuple):
    """Two texts that were read, and their values in pairs."""

    said: Text
    heard: Text
    pairs: Sequence[Pair]

    def words(self) -> tuple[WordPair, ...]:
        these, those = sequences(self.said, self.heard, self.pairs)
        these, those = _written(self.said, these), _written(self.heard, those)
        return _word_pairs(words.aligned(these, those, self.said.lexicon))

    def wer(self) -> float | None:
        return wer.rate(self.said, self.heard, self.pairs)


class Same(NamedTuple):
    """Two texts that are the same but for casing and the signs of sentences; they are read when their words are asked for."""

    said: str
    heard: str
    codes: PairLanguages
    date: datetime.date | None

    def _sides(self) -> Sides:
        a, b = (
            text_of(self.said, self.codes.said, self.date),
            text_of(self.heard, self.codes.heard, self.date),
        )
        try:
            pairs = meet(a, b) or []
        except TooManyWaysError:
            pairs = beside(a, b)
        return Sides(a, b, pairs)

    def words(self) -> tuple[WordPair, ...]:
        return self._sides().words()

    def wer(self) -> float | None:
        return self._sides().wer()


class Unread(NamedTuple):
    """Two texts in a language that nobody here can read."""

    said: str
    heard: str

    def words(self) -> tuple[WordPair, ...]:
        these, those = (
            [Item(word, word, "word", i, i) for i, word in enumerate(wer.plain_words(text))]
            for text in (self.said, self.heard)
        )
        return _word_pairs(words.aligned(these, those, None))

    def wer(self) -> float | None:
        return wer.plain_rate(self.said, self.heard)


def _word_pairs(chunks: Sequence[words.Chunk]) -> tuple[WordPair, ...]:
    found: list[WordPair] = []
    for op, these, those in chunks:
        if op != "equal":
            found.append(WordPair(op, _shown(these), _shown(those)))
            continue
        # A word that was taken apart ("I'm") stands there once for each part.
        places = dict.fromkeys(
            (a._replace(key=""), b._replace(key="")) for a, b in zip(these, those, strict=True)
        )
        for a, b in places:
            same = a.text.casefold() == b.text.casefold()
            found.append(WordPair("equal" if same else "similar", a.text, b.text))
    return tuple(found)


def _written(text: Text, items: Sequence[Item]) -> list[Item]:
    """Items with the text of the values among them."""
    return [
        item._replace(text=cut_out(text, item.start, item.end)) if item.kind == "value" else item
        for item in items
    ]


def _shown(items: Sequence[Item]) -> str:
    """The words as they stand in the text; one that was taken apart ("I'm") once."""
    return " ".join(text for text, _, _ in dict.fromkeys((item.text, item.start, item.end) for item in items))


def compare(
    said: str, heard: str, *, language: str | None = None, date: datetime.date | None = None
) -> Comparison:
    """Compares what was said with what was heard, by what it means.

    `language` is that of the call ("en", "en-US"); without it each text's own is found. `date` is the day of the call, by which
    "tomorrow" is a date.
    """
    if not (isinstance(said, str) and isinstance(heard, str)):
        raise TypeError(f"two texts are compared, not {type(said).__name__} and {type(heard).__name__}")
    codes = languages_of(said, heard, language)
    if codes.reason is not None:
        return _unread(said, heard, language, codes.reason)
    told = codes.said if codes.sure else None
    if said == heard or (abs(len(said) - len(heard)) <= _FEW_SIGNS and _only_signs_differ(said, heard)):
        return Comparison("match", told, sides=Same(said, heard, codes, date))
    a, b = text_of(said, codes.said, date), text_of(heard, codes.heard, date)
    try:
        pairs = meet(a, b)
    except TooManyWaysError:
        return Comparison("not_measured", told, (), _TOO_MANY_WAYS, sides=Sides(a, b, beside(a, b)))
    if pairs is None:
        alike = denied_alike(a, b)
        if alike is not None:
            return _of_words(a, b, alike, told, sure=codes.sure, is_settled=True)
        pairs = beside(a, b)
        if "other" in [pair[2] for pair in pairs]:
            moved = reordered(a, b)
            if moved is not None:
                return _of_words(a, b, moved, told, sure=codes.sure, is_moved=True)
            changed, pairs = pairs, converted(a, b) or []
            if (
                not pairs
                and not codes.sure
                and any(pair.said is None or pair.heard is None for pair in changed)
            ):
                # The other text may say the value in words that nobody has read.
                return Comparison("not_measured", None, (), _UNTOLD, sides=Sides(a, b, changed))
            if not pairs:
                return Comparison("value", told, _of_values(a, b, changed), sides=Sides(a, b, changed))
    if _same_words(a, b, pairs):
        return Comparison("match" if a.pauses == b.pauses else "filler", told, sides=Sides(a, b, pairs))
    return _of_words(a, b, pairs, told, sure=codes.sure)


def _same_words(a: Text, b: Text, pairs: Sequence[Pair]) -> bool:
    """Whether the values and all words between them are the same; most texts are heard right, and this is all they need."""
    if a.lexicon is not b.lexicon:
        return False
    i = j = 0
    for pair in pairs:
        if (
            pair.relation == "near"
            or pair.said is None
            or pair.heard is None
            or not _are_same(a, i, pair.said.start, b, j, pair.heard.start)
        ):
            return False
        i, j = pair.said.end, pair.heard.end
    return _are_same(a, i, len(a.tokens), b, j, len(b.tokens))


def _are_same(a: Text, start: int, end: int, b: Text, other_start: int, other_end: int) -> bool:
    """Whether two stretches of words are the same, whatever signs stand in them."""
    if a.reading.words[start:end] == b.reading.words[other_start:other_end]:
        return True
    these, those = (
        [token.text for token in text.tokens[first:last] if token.kind != "sign"]
        for text, first, last in ((a, start, end), (b, other_start, other_end))
    )
    return these == those


_UNTOLD = "the language cannot be told, and the words differ"
_TOO_MANY_WAYS = "the texts can be read in too many ways to be laid beside each other"
# So much longer a text can be by its signs alone; more is not looked at.
_FEW_SIGNS = 8
# Signs that end a clause; "1.05" and ":" between digits are something else.
_CLAUSE_END = re.compile(r"[.,;:!?…]+(?=\s|$)|[。、！？]")


def _only_signs_differ(said: str, heard: str) -> bool:
    """Whether two texts are the same but for casing and what sets sentences apart on paper."""
    said, heard = said.casefold(), heard.casefold()
    # Mostly the first characters that differ are letters or digits, and decide.
    first = next(compress(zip(said, heard, strict=False), map(ne, said, heard)), None)
    return (first is None or not "".join(first).isalnum()) and _bare(said) == _bare(heard)


def _bare(text: str) -> str:
    return " ".join(_CLAUSE_END.sub(" ", text).split())


def _of_values(a: Text, b: Text, pairs: Sequence[Pair]) -> tuple[Difference, ...]:
    return tuple(
        _difference(
            a.span(pair.said) if pair.said is not None else None,
            b.span(pair.heard) if pair.heard is not None else None,
        )
        for pair in pairs
        if pair.relation == "other"
    )


def _difference(said: Span | None, heard: Span | None) -> Difference:
    return Difference("changed" if said and heard else "missing" if said else "added", said, heard)


def _of_roles(a: Text, b: Text, pairs: Sequence[Pair]) -> tuple[Difference, ...]:
    """Values that are the same and belong elsewhere, with the word that says so: "from two", "to two"."""

    def span(text: Text, place: Place) -> Span:
        return text.span(place, since=None if is_negation(place) else attachment(text, place).since)

    return tuple(
        Difference("changed", span(a, pair.said), span(b, pair.heard))
        for pair in pairs
        if pair.said is not None and pair.heard is not None
    )


_GRADES: tuple[words.Difference, ...] = ("match", "filler", "phrasing", "substance")


def _of_words(
    a: Text,
    b: Text,
    pairs: Sequence[Pair],
    told: LanguageCode | None,
    *,
    sure: bool,
    is_moved: bool = False,
    is_settled: bool = False,
) -> Comparison:
    """The outcome where all values agree. `is_settled`: it is known that they are said of the same, too."""
    pairs, others = measured(a, b, pairs) if pairs else (pairs, [])
    is_near = is_moved or any(pair.relation == "near" for pair in pairs)
    these, those = sequences(a, b, pairs)
    pauses_differ = a.pauses != b.pauses
    if a.lexicon.by_character and a.lexicon is b.lexicon:
        found = characters.difference(these, those, (a, b), pauses_differ=pauses_differ)
    else:
        found = words.difference(these, those, (a, b), pauses_differ=pauses_differ)
    sides = Sides(a, b, pairs)
    # Where the words are the same, what the values belong to is too.
    is_asked = bool(pairs) and not is_settled and found.grade in ("phrasing", "substance")
    wrong = others or (misattached(a, b, pairs) if is_asked else [])
    if wrong:
        return Comparison("value", told, _of_roles(a, b, wrong), sides=sides)
    facts = other_facts(a, b) if a.lexicon is b.lexicon and found.grade in ("phrasing", "substance") else []
    if is_settled:
        facts = _unpaired(a, b, facts, pairs)
    if is_settled or not a.lexicon.spreading.isdisjoint(a.reading.vocabulary | b.reading.vocabulary):
        found = _without_repeated(a, b, found)
    if facts:
        return Comparison("value", told, tuple(map(_difference, *zip(*facts, strict=True))), sides=sides)
    if found.grade in ("phrasing", "substance") and not sure and these and those:
        return Comparison("not_measured", None, (), _UNTOLD, sides=sides)
    at_least: words.Difference = "phrasing" if is_near else "match"
    grade = max(found.grade, at_least, key=_GRADES.index)
    differences = tuple(
        _difference(_words_span(a, change[0]), _words_span(b, change[1])) for change in found.changes
    )
    return Comparison(grade, told, differences, sides=sides)


def _unpaired(
    a: Text, b: Text, facts: Sequence[tuple[Span, Span]], pairs: Sequence[Pair]
) -> list[tuple[Span, Span]]:
    """Facts but for those that are negations of both texts: "incorrect" is "not correct"."""
    these, those = (
        {text.reading.spots[place.start][0] for place in places if place is not None}
        for text, places in ((a, [pair.said for pair in pairs]), (b, [pair.heard for pair in pairs]))
    )
    return [(said, heard) for said, heard in facts if said.start not in these and heard.start not in those]


def _without_repeated(a: Text, b: Text, found: words.WordDifference) -> words.WordDifference:
    """A difference but for words that the one text only says once more: "I want no tea and I want no coffee"."""
    both = a.reading.vocabulary & b.reading.vocabulary
    changes = tuple(
        change
        for change in found.changes
        if not all(_is_in(item.key, both, a) for item in (*change[0], *change[1]))
    )
    if changes or found.grade != "substance":
        return words.WordDifference(found.grade, changes)
    return words.WordDifference("phrasing")


def _is_in(key: str, both: Set[str], text: Text) -> bool:
    """Whether both texts have a word, or all characters of a run but one: the し of ありませんし."""
    return key in both or (text.lexicon.by_character and len(set(key) - both) <= 1)


def _words_span(text: Text, items: Sequence[Item]) -> Span | None:
    if not items:
        return None
    spots = text.reading.spots
    start = spots[min(item.start for item in items)][0]
    end = spots[max(item.end for item in items) - 1][1]
    return Span(start, end, text.source[start:end], frozenset())


# --- languages without a reader ---------------------------------------------------------------------------------------

_NUMBER = re.compile(r"[0-9]+(?:[.,:/-][0-9]+)*")


def _unread(said: str, heard: str, language: str | None, reason: str) -> Comparison:
    """Written digits are all that can be read: they decide where nothing else differs."""
    code = known_code(language) if language is not None else detect_language(said)
    sides = Unread(said, heard)
    (frame, numbers), (other_frame, other_numbers) = _framed(said), _framed(heard)
    if frame != other_frame:
        return Comparison("not_measured", code, (), reason, sides=sides)
    differences: list[Difference] = []
    for one, other in zip(numbers, other_numbers, strict=True):
        pair = [text_of(span.text, "en", None) for span in (one, other)]
        if meet(*pair) is None:
            differences.append(Difference("changed", one, other))
    return Comparison("value" if differences else "match", code, tuple(differences), sides=sides)


def _framed(text: str) -> tuple[list[str], list[Span]]:
    """The words of a text with a mark for each number, and the numbers."""
    numbers: list[Span] = []
    frame: list[str] = []
    end = 0
    narrow = "".join(_narrow(char) for char in text)
    tokens = tokenize(text)
    for token, (start, _) in zip(tokens, spots(text, tokens), strict=True):
        if start < end:
            continue
        number = _NUMBER.match(narrow, start) if token.kind == "digits" else None
        if number is not None:
            end = number.end()
            numbers.append(Span(start, end, number.group(), frozenset()))
            frame.append("#")
        elif token.kind != "sign":
            frame.append(token.text)
    return frame, numbers


def _narrow(char: str) -> str:
    """A full-width digit or sign as the plain one."""
    plain = unicodedata.normalize("NFKC", char)
    return plain if len(plain) == 1 else char

"""What both sides say in a call: the language, the day, and questions with their answers.

Reading a text takes a tenth of a millisecond, and most texts of most calls hold nothing that a check asks for. So each question
about words is put to the bare words first (`Lexis`, `may_ask`, `may_claim`): they may answer "no", never "yes".
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, lru_cache
from typing import NamedTuple

from callproof.evidence.call import Call, ToolCall, Utterance
from callproof.scoring.actions import Scalar
from callproof.scoring.arguments import Datum, data_of
from callproof.scoring.once import lazy, once_a_call
from callproof.spoken.claims import Act, Claim, Topic, agrees, claims, may_ask, may_claim
from callproof.spoken.detection import detect_language, scores, script_of
from callproof.spoken.language import LanguageCode, language_of
from callproof.spoken.shapes import LONGEST_REMEMBERED
from callproof.spoken.shapes import shape as shape_text

# What is read of a call to find its language.
_SAMPLE = 600
# So many of the longest texts are asked one by one where all of them together do not tell.
_TELLING = 4
# With so few words a language may go undetected that is one of ours all the same.
_FEW_WORDS = 12
# So many of these words are no coincidence: no other language has more than one or two.
_SURE_CUES = 4
_ENGLISH = frozenset(
    ("the", "you", "your", "please", "would", "thank", "thanks", "and", "have", "that", "this", "with", "what", "for", "of", "are", "how",
     "order", "can", "my")
)  # fmt: skip
_NO_WORD = str.maketrans(dict.fromkeys('.,;:!?"()[]…-–/*', " "))
# Patterns that begin with a set of characters are looked for three times as fast as others.
_RUN = re.compile(r"\d(?:[\d ,.\-/:()]*\d)?")
_ASCII_RUN = re.compile(r"[0-9](?:[0-9 ,.\-/:()]*[0-9])?")
_FIGURE = re.compile(r"[1-9](?<!\S.)[0-9]+(?=[.,?!;:]*(?:\s|$))")
_NO_DIGIT = re.compile(r"\D+")
# Up to here a figure may be an hour or a day.
_LAST_DAY = 31
# English words at which values begin, but no number and no code: days, months, negations.
_NO_NUMBER = frozenset(
    ("this", "next", "last", "coming", "in", "to", "today", "tomorrow", "yesterday", "week", "day", "noon", "noontime", "midday", "midnight",
     "no", "not", "never", "none", "nothing", "nobody", "nope", "nah", "neither", "without", "cannot", "may", "march", "april", "june", "july",
     "january", "february", "august", "september", "october", "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday",
     "saturday", "sunday", "fortnight")
)  # fmt: skip
_DENYING = frozenset(
    ("no", "not", "never", "none", "nothing", "neither", "nor", "without", "cannot", "instead", "rather", "except", "dont", "wont", "isnt",
     "cant", "nope", "nah", "than")
)  # fmt: skip


class Shape:
    """A text with a zero in the place of every digit, and what it tells whatever its figures are.

    Agents speak in templates and callers in short replies, so that a shape is met again and again. `denies`: an English word of it
    may deny something. `standing` are the places, among its words, of figures that stand alone in an English text, so that no
    neighbour can make another value of them.
    """

    __slots__ = (
        "_counts",
        "denies",
        "languages",
        "may_ask",
        "may_claim",
        "may_hold",
        "priced",
        "standing",
        "words",
    )

    def __init__(self, shape: str) -> None:
        lower = shape.lower()
        self.words = frozenset(lower.replace("’", "'").translate(_NO_WORD).split())
        self.denies = not _DENYING.isdisjoint(self.words) or any("n't" in word for word in self.words)
        words = lower.split() if "0" in lower else ()
        self.standing = tuple([i for i in range(1, len(words) - 1) if _stands(words, i)])
        self.priced = tuple([i for i in self.standing if _is_price(words, i)])
        # By the language of the call: that of the text, and whether it may ask for agreement or claim something done.
        self.languages: dict[LanguageCode | None, LanguageCode | None] = {}
        self.may_ask: dict[LanguageCode | None, bool] = {}
        self.may_claim: dict[LanguageCode | None, bool] = {}
        # By the kind of a datum: whether the words of an English text may be one.
        self.may_hold: dict[str, bool] = {}
        self._counts: dict[LanguageCode | None, bool] = {}

    def counts_in(self, language: LanguageCode | None) -> bool:
        """Whether there may be words for numbers in it."""
        found = self._counts.get(language)
        if found is None:
            found = self._counts[language] = _has_numbers(language, self.words)
        return found


def _stands(words: Sequence[str], i: int) -> bool:
    """Whether a word is a figure that nothing before or behind it can belong to."""
    plain = words[i].rstrip(_STOPS)
    return bool(plain) and not plain.strip("0") and _is_free(words, i, -1) and _is_free(words, i, 1)


def _is_free(words: Sequence[str], i: int, step: int) -> bool:
    """Past words that may stand inside a value: "32 dollars" may be 32.50 before a third word, "number 32" part of a code behind one."""
    within = _within()
    at = i + step
    while 0 <= at < len(words):
        if _touches(words[at]):
            return False
        if words[at].strip(_STOPS) not in within:
            return True
        at += step
    return True


@cache
def _within() -> frozenset[str]:
    """English words that may stand inside a number or a code."""
    english = language_of("en")
    marks = english.separators | english.letter_marks | english.digit_marks | english.connectives
    return marks | english.weak_letters.keys() | english.weak_digits.keys() | _MONEY


def _is_price(words: Sequence[str], i: int) -> bool:
    """Whether a figure that stands alone is no hour and no day: "of 28 dollars back"."""
    return words[i - 1] in _BEFORE_PRICE and words[i][-1] == "0" and words[i + 1].rstrip(_STOPS) in _MONEY


def _touches(word: str) -> bool:
    """Whether an English word may belong to the number beside it."""
    bare = word.strip(".,?!;:\"'()")
    numbers = number_words("en")
    return not bare.isalpha() or numbers is None or bare in numbers or len(bare) == 1 or bare in _OF_TIMES


_STOPS = ".,?!;"
# "430 pm" is a time, "may 1900" a month.
_OF_TIMES = frozenset(
    ("am", "pm", "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
     "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec")
)  # fmt: skip
_MONEY = frozenset(("dollars", "euros", "pounds"))
_BEFORE_PRICE = frozenset(
    ("of", "is", "was", "refunded", "refund", "charged", "charge", "paid", "pay", "costs", "cost", "get", "got", "your", "my", "sent", "send",
     "want", "need")
)  # fmt: skip
shape_of = lru_cache(maxsize=2048)(Shape)


class Lexis(NamedTuple):
    """The words of some texts, and the figures in them.

    `words` have a zero for every digit. `numbers` are the figures that stand alone, with and without zeros in front; `digits` are all
    digits of figures that stand beside each other ("415 555 0132", "50.00"), a space between one group and the next. `alone` are the
    figures of an English text that are words of their own, and of which no neighbour can make another value; up to 31 a figure may be
    an hour or a day, unless money stands behind it. `alone` and `shape` are those of a single text.
    """

    words: frozenset[str]
    numbers: frozenset[str]
    digits: str
    alone: frozenset[str] = frozenset()
    shape: Shape | None = None


_NO_NUMBERS: frozenset[str] = frozenset()


@lru_cache(maxsize=512)
def lexis(text: str) -> Lexis:
    plain = shape_text(text)
    shape = shape_of(plain) if len(plain) <= LONGEST_REMEMBERED else Shape(plain)
    figures = _RUN.findall(text) if not text.isascii() else _ASCII_RUN.findall(text) if "0" in plain else ()
    if not figures:
        return Lexis(shape.words, _NO_NUMBERS, "", _NO_NUMBERS, shape)
    numbers: list[str] = []
    joined: list[str] = []
    for run in figures:
        if not run.isdigit():
            joined.append(_NO_DIGIT.sub("", run))
            continue
        numbers.append(run)
        if run[0] == "0":
            numbers.append(run.lstrip("0"))
    alone = frozenset(_alone(text.split(), shape)) if shape.standing else _NO_NUMBERS
    return Lexis(shape.words, frozenset(numbers), " ".join(joined), alone, shape)


def _alone(words: Sequence[str], shape: Shape) -> Iterator[str]:
    for i in shape.standing:
        figure = words[i].rstrip(_STOPS)
        if len(figure) > 2 or int(figure) > _LAST_DAY or i in shape.priced:
            yield figure


def _shape(text: str) -> Shape:
    return lexis(text).shape or shape_of(shape_text(text))


def together(parts: Sequence[Lexis]) -> Lexis:
    """The words and figures of several texts."""
    return Lexis(
        frozenset().union(*[part.words for part in parts]),
        frozenset().union(*[part.numbers for part in parts]),
        " ".join([part.digits for part in parts if part.digits]),
    )


@dataclass(frozen=True, slots=True)
class Exchange:
    """What the agent says until the caller speaks, and what the caller says until the agent speaks again.

    Turns without words are in it too: what they hold is not known.
    """

    agent: tuple[Utterance, ...]
    caller: tuple[Utterance, ...]


class Clause(NamedTuple):
    """A claim (`spoken.claims`) as far as its values do not matter."""

    act: Act
    text: str
    topic: Topic | None
    asks_consent: bool
    has_values: bool


class Dialogue:
    """The words of one call. `dialogue_of` gives it.

    `texts` is what was said aloud as the transcript has it, by both sides, in order: only what has words. `heard` are all words of
    the caller's, `told` all of the agent's, `told_text` the latter as a text with a line for each turn.
    """

    def __init__(self, call: Call) -> None:
        self.call = call
        texts: list[tuple[Utterance, str]] = []
        told: list[str] = []
        heard: list[str] = []
        told_words: list[Lexis] = []
        heard_words: list[Lexis] = []
        for utterance in call.utterances:
            speaker = utterance.speaker
            text = utterance.said if speaker == "agent" else utterance.heard
            if text is None or utterance.cut:
                text = audible(utterance)
            if text and speaker != "other" and not text.isspace():
                texts.append((utterance, text))
                if speaker == "agent":
                    told.append(text)
                    told_words.append(lexis(text))
                else:
                    heard.append(text)
                    heard_words.append(lexis(text))
        self.texts = tuple(texts)
        self.told_text, heard_text = "\n".join(told), "\n".join(heard)
        self.told, self.heard = together(told_words), together(heard_words)
        self.language: LanguageCode | None = self._language(heard_text)
        self._data: dict[str, tuple[Datum, ...]] = {}
        self._clauses: dict[str, tuple[Clause, ...]] = {}
        # Whether a text names a value, denied or not, and whether it states it: asked again and again (`naming`).
        self.verdicts: dict[tuple[str, str, str, Scalar, bool], bool | None] = {}

    def _language(self, heard_text: str) -> LanguageCode | None:
        """The language of the greater part; None when it is none that can be read, or nothing was said."""
        words = self.told.words | self.heard.words
        if len(words & _ENGLISH) >= _SURE_CUES and self.told_text.isascii() and heard_text.isascii():
            return "en"
        sample = f"{self.told_text[:_SAMPLE]}\n{heard_text[:_SAMPLE]}"
        found = detect_language(sample)
        if found is None:
            longest = sorted({text for _, text in self.texts}, key=len, reverse=True)[:_TELLING]
            found = next((code for text in longest if (code := detect_language(text)) is not None), None)
        if found is None and words and len(words) <= _FEW_WORDS and sample.isascii():
            rated = scores(sample)
            return "en" if "en" in rated or not rated else None
        return found

    @lazy
    def day(self) -> date | None:
        """The day of the call where the caller is. A time in UTC does not tell it."""
        started = self.call.header.started_at
        try:
            moment = datetime.fromisoformat(started) if started else None
        except ValueError:
            return None
        if moment is None or (moment.tzinfo is not None and not moment.utcoffset()):
            return None
        return moment.date()

    @lazy
    def exchanges(self) -> tuple[Exchange, ...]:
        found: list[Exchange] = []
        agent: list[Utterance] = []
        caller: list[Utterance] = []
        for utterance in self.call.utterances:
            if utterance.speaker == "agent":
                if caller:
                    found.append(Exchange(tuple(agent), tuple(caller)))
                    agent, caller = [], []
                agent.append(utterance)
            elif utterance.speaker == "caller":
                caller.append(utterance)
        if agent or caller:
            found.append(Exchange(tuple(agent), tuple(caller)))
        return tuple(found)

    def language_in(self, text: str) -> LanguageCode | None:
        """The language of one text, where it shows another than that of the call."""
        shape = _shape(text)
        if self.language not in shape.languages:
            shape.languages[self.language] = self._language_in(text, shape)
        return shape.languages[self.language]

    def _language_in(self, text: str, shape: Shape) -> LanguageCode | None:
        mine = self.language
        if mine == "en" and text.isascii():
            words = shape.words
            if len(words) <= 3 or not language_of("en").cues.isdisjoint(words):
                return mine
        if script_of(text) in ("zh", "other"):
            return None
        return detect_language(text) or mine

    def data(self, tool: ToolCall) -> tuple[Datum, ...]:
        """What in the arguments of a tool somebody has to have said."""
        found = self._data.get(tool.id)
        if found is None:
            found = self._data[tool.id] = data_of(tool, self.language)
        return found

    def claims_in(self, text: str) -> tuple[Claim, ...]:
        return claims(text, language=self.language_in(text), date=self.day)

    def clauses_in(self, text: str) -> tuple[Clause, ...]:
        """What the clauses of a text do, whatever numbers stand in them."""
        found = self._clauses.get(text)
        if found is None:
            plain = with_like_figures(text)
            placed = _placed_clauses(plain, self.language_in(text), self.day)
            if plain == text:
                found = tuple([clause for clause, _, _, _ in placed])
            else:
                found = tuple(
                    [
                        clause._replace(text=text[start:end]) if figured else clause
                        for clause, start, end, figured in placed
                    ]
                )
            self._clauses[text] = found
        return found

    def agreement(self, text: str) -> bool | None:
        """Whether a reply says yes or no; None for neither."""
        return agrees(with_like_figures(text), language=self.language_in(text))

    # --- what the bare words tell ---------------------------------------------------------------------------------------

    @lazy
    def may_ask_at_all(self) -> bool:
        """Whether anything that the agent says may ask for agreement."""
        return any(self.may_ask(text) for utterance, text in self.texts if utterance.speaker == "agent")

    @lazy
    def may_claim_at_all(self) -> bool:
        """Whether anything that the agent says may claim that something has been done."""
        return any(self.may_claim(text) for utterance, text in self.texts if utterance.speaker == "agent")

    def may_ask(self, text: str) -> bool:
        shape = _shape(text)
        found = shape.may_ask.get(self.language)
        if found is None:
            found = may_ask(text, language=self.language_in(text))
            shape.may_ask[self.language] = found
        return found

    def may_claim(self, text: str) -> bool:
        shape = _shape(text)
        found = shape.may_claim.get(self.language)
        if found is None:
            found = may_claim(text, language=self.language_in(text))
            shape.may_claim[self.language] = found
        return found

    def has_numbers(self, said: Lexis) -> bool:
        """Whether there are words for numbers among some words; their digits do not count."""
        if said.shape is not None:
            return said.shape.counts_in(self.language)
        if said is self.heard:
            return self._number_words_heard
        return self._number_words_told if said is self.told else _has_numbers(self.language, said.words)

    @lazy
    def _number_words_heard(self) -> bool:
        return _has_numbers(self.language, self.heard.words)

    @lazy
    def _number_words_told(self) -> bool:
        return _has_numbers(self.language, self.told.words)


@lru_cache(maxsize=1024)
def _placed_clauses(
    text: str, language: LanguageCode | None, day: date | None
) -> tuple[tuple[Clause, int, int, bool], ...]:
    """The clauses of a text, their places in it, and whether there are figures in them."""
    return tuple(
        [
            (
                Clause(claim.act, claim.text, claim.topic, claim.asks_consent, bool(claim.values)),
                claim.start,
                claim.end,
                "0" in shape_text(claim.text),
            )
            for claim in claims(text, language=language, date=day)
        ]
    )


@once_a_call
def dialogue_of(call: Call) -> Dialogue:
    return Dialogue(call)


@lru_cache(maxsize=512)
def with_like_figures(text: str) -> str:
    """The text with figures that stand alone replaced by others of their kind: what a sentence does is the same for all order numbers
    and for all amounts, and need not be worked out for each. The places of everything stay."""
    return _FIGURE.sub(_like, text)


def _like(match: re.Match[str]) -> str:
    digits = match.group()
    if len(digits) > 3:
        return digits if digits[:2] in ("19", "20") and len(digits) == len("2026") else "7" * len(digits)
    return _LIKE[digits]


# Numbers of two digits that can be the same things: an hour, a day, minutes.
_KINDS = ((13, 17), (22, 23), (25, 28), (32, 59), (61, 99))


def _like_it(number: int) -> int:
    if number >= 100:
        # "430" is half past four, and 400 a round number.
        return number if number % 100 == 0 else 730 if number % 100 < 60 else 777
    last = next((last for first, last in _KINDS if first <= number <= last), number)
    return last - last % 10 if number % 10 == 0 else last


_LIKE = {str(number): str(_like_it(number)) for number in range(10, 1000)}


def audible(utterance: Utterance) -> str:
    """What could be heard of an utterance: of one that was cut off, what had been played, where that is known."""
    return utterance.played if utterance.cut and utterance.played is not None else utterance.text


def _has_numbers(language: LanguageCode | None, words: frozenset[str]) -> bool:
    starts = number_words(language) if language is not None else None
    if starts is None:
        return True
    return not starts.isdisjoint(words) if isinstance(starts, frozenset) else _any(starts, words)


@cache
def number_words(code: LanguageCode) -> frozenset[str] | Container[str] | None:
    """The words at which a number or a code may begin; None where they cannot be listed."""
    language = language_of(code)
    starts = language.starts
    if starts is None or code in ("ko", "ja"):
        return None
    if isinstance(starts, frozenset | set):
        words = frozenset(starts) - language.ones - language.connectives
        return (
            words - _NO_NUMBER - {word for word in words if word.endswith("n't")} if code == "en" else words
        )
    return starts


def _any(starts: Container[str], words: Iterable[str]) -> bool:
    return any(word in starts for word in words)

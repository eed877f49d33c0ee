"""What both sides say in a call: the language, the day, and questions with their answers.

Reading a text takes a tenth of a millisecond, and most texts of most calls hold nothing that a check asks for. So each question
about words is put to the bare words first (`Lexis`, `may_ask`, `may_claim`): they may answer "no", never "yes".
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from callproof.evidence.call import Call, ToolCall, Utterance
from callproof.scoring.actions import Scalar
from callproof.scoring.arguments import Datum, data_of
from callproof.scoring.once import once_a_call
from callproof.spoken.claims import Act, Claim, Topic, agrees, claims, may_ask, may_claim
from callproof.spoken.detection import detect_language, scores, script_of
from callproof.spoken.language import LanguageCode, language_of

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
_RUN = re.compile(r"\d[\d ,.\-/:()]*\d|\d")
_ASCII_RUN = re.compile(r"[0-9][0-9 ,.\-/:()]*[0-9]|[0-9]")
_LONG_NUMBER = re.compile(r"(?<!\S)[1-9][0-9]{3,}(?=[.,?!;:]*(?:\s|$))")
_NO_DIGIT = re.compile(r"\D+")
# English words at which values begin, but no number and no code: days, months, negations.
_NO_NUMBER = frozenset(
    ("this", "next", "last", "coming", "in", "to", "today", "tomorrow", "yesterday", "week", "day", "noon", "noontime", "midday", "midnight",
     "no", "not", "never", "none", "nothing", "nobody", "nope", "nah", "neither", "without", "cannot", "may", "march", "april", "june", "july",
     "january", "february", "august", "september", "october", "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday",
     "saturday", "sunday", "fortnight")
)  # fmt: skip


class Lexis(NamedTuple):
    """The words of some texts, and the figures in them.

    `numbers` are the figures that stand alone, with and without zeros in front; `digits` are all digits of figures that stand beside each other
    ("415 555 0132", "50.00"), a space between one group and the next.
    """

    words: frozenset[str]
    numbers: frozenset[str]
    digits: str


@lru_cache(maxsize=1024)
def lexis(text: str) -> Lexis:
    lower = text.lower()
    runs = _ASCII_RUN
    if not lower.isascii():
        lower = lower.replace("’", "'")
        runs = _RUN
    words = frozenset(lower.translate(_NO_WORD).split())
    figures = runs.findall(lower)
    alone = {run for run in figures if run.isdigit()}
    alone |= {run.lstrip("0") for run in alone if run[0] == "0"}
    joined = [_NO_DIGIT.sub("", run) for run in figures if not run.isdigit()]
    return Lexis(words, frozenset(alone), " ".join(joined))


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
        for utterance in call.utterances:
            speaker = utterance.speaker
            text = utterance.said if speaker == "agent" else utterance.heard
            if text is None or utterance.cut:
                text = audible(utterance)
            if text and speaker != "other" and not text.isspace():
                texts.append((utterance, text))
                (told if speaker == "agent" else heard).append(text)
        self.texts = tuple(texts)
        self.told_text, heard_text = "\n".join(told), "\n".join(heard)
        self.told, self.heard = lexis(self.told_text), lexis(heard_text)
        self.language: LanguageCode | None = self._language(heard_text)
        self._data: dict[str, tuple[Datum, ...]] = {}
        self._languages: dict[str, LanguageCode | None] = {}
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

    @cached_property
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

    @cached_property
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
        if text not in self._languages:
            self._languages[text] = self._language_in(text)
        return self._languages[text]

    def _language_in(self, text: str) -> LanguageCode | None:
        mine = self.language
        if mine == "en" and text.isascii():
            words = lexis(text).words
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
        plain = _without_long_numbers(text)
        return tuple(
            [
                Clause(
                    claim.act,
                    text[claim.start : claim.end],
                    claim.topic,
                    claim.asks_consent,
                    bool(claim.values),
                )
                for claim in claims(plain, language=self.language_in(text), date=self.day)
            ]
        )

    def agreement(self, text: str) -> bool | None:
        """Whether a reply says yes or no; None for neither."""
        return agrees(_without_long_numbers(text), language=self.language_in(text))

    # --- what the bare words tell ---------------------------------------------------------------------------------------

    @cached_property
    def may_ask_at_all(self) -> bool:
        """Whether anything that the agent says may ask for agreement."""
        return (
            "?" in self.told_text
            or "？" in self.told_text
            or may_ask(self._told_once, language=self.language)
        )

    @cached_property
    def may_claim_at_all(self) -> bool:
        """Whether anything that the agent says may claim that something has been done."""
        return may_claim(self._told_once, language=self.language)

    @property
    def _told_once(self) -> str:
        """All words of the agent's: each once, where their order tells nothing."""
        return self.told_text if self.language in ("ko", "ja") else " ".join(self.told.words)

    def may_ask(self, text: str) -> bool:
        return self.may_ask_at_all and may_ask(text, language=self.language_in(text))

    def may_claim(self, text: str) -> bool:
        return self.may_claim_at_all and may_claim(text, language=self.language_in(text))

    def has_numbers(self, said: Lexis) -> bool:
        """Whether there are words for numbers among some words; their digits do not count."""
        if said is self.heard:
            return self._number_words_heard
        return self._number_words_told if said is self.told else _has_numbers(self.language, said)

    @cached_property
    def _number_words_heard(self) -> bool:
        return _has_numbers(self.language, self.heard)

    @cached_property
    def _number_words_told(self) -> bool:
        return _has_numbers(self.language, self.told)


@once_a_call
def dialogue_of(call: Call) -> Dialogue:
    return Dialogue(call)


@lru_cache(maxsize=1024)
def _without_long_numbers(text: str) -> str:
    """The text with the same figures in the place of every long number that stands alone: what a sentence does is the same for all
    order numbers, and need not be worked out for each. The places of everything stay."""
    return _LONG_NUMBER.sub(_masked, text)


def _masked(match: re.Match[str]) -> str:
    digits = match.group()
    return digits if digits[:2] in ("19", "20") and len(digits) == len("2026") else "7" * len(digits)


def audible(utterance: Utterance) -> str:
    """What could be heard of an utterance: of one that was cut off, what had been played, where that is known."""
    return utterance.played if utterance.cut and utterance.played is not None else utterance.text


def _has_numbers(language: LanguageCode | None, said: Lexis) -> bool:
    starts = number_words(language) if language is not None else None
    if starts is None:
        return True
    return not starts.isdisjoint(said.words) if isinstance(starts, frozenset) else _any(starts, said.words)


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

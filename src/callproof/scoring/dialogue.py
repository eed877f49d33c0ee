"""What both sides say in a call: the language, the day, and questions with their answers.

Reading a text takes a tenth of a millisecond, and most texts of most calls hold nothing that a check asks for. So each question
about words is put to the bare words first (`Lexis`, `may_ask`, `may_claim`): they may answer "no", never "yes".
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, cached_property
from typing import NamedTuple

from callproof.evidence.call import Call, Utterance
from callproof.scoring.once import once_a_call
from callproof.spoken.claims import Claim, agrees, claims
from callproof.spoken.detection import LATIN, detect_language, script_of
from callproof.spoken.language import LanguageCode, language_of

# What is read of a call to find its language.
_SAMPLE = 600
# With so few words a language may go undetected that is one of ours all the same.
_FEW_WORDS = 12
_SURE_CUES = 5
_NO_WORD = str.maketrans(dict.fromkeys(".,;:!?\"()[]…-–/*", " "))
_NO_DIGIT = re.compile(r"\D+")
# English words at which values begin, but no number and no code.
_NO_NUMBER = frozenset({"this", "no", "not", "don't", "in", "to"})

# A question for agreement has one of these, or a question mark.
_ASKS = re.compile(
    r"[?？؟]|\b(?:confirm\w*|ok|okay|alright|ready|right|correct|agree\w*|yes|yeah|want|say|sure|fine|happy|how|what)\b"
    r"|\b(?:shall|should|can|could|may|might|must|will|would|do|does|did|is|are|was|were|am|have|has|had|ain)(?:n'?t| not)? "
    r"(?:i|we|you|it|that|this|there|the|your|my|our|they|he|she)\b"
)
# A claim that something has been done has a participle.
_CLAIMS = re.compile(
    r"ed\b|\b(?:done|did|set|reset|sent|resent|bought|made|put|paid|repaid|took|taken|undone|undid|through|complete|ready|final|good|"
    r"care|way|place|froze|frozen|unfroze|unfrozen|withdrew|withdrawn|found|cut|shut|gone|went|given|gave|brought)\b"
)


class Lexis(NamedTuple):
    """The words of some texts, and all their digits in a row."""

    words: frozenset[str]
    digits: str


def lexis(text: str) -> Lexis:
    plain = text.lower().replace("’", "'")
    return Lexis(frozenset(plain.translate(_NO_WORD).split()), _NO_DIGIT.sub("", plain))


@dataclass(frozen=True, slots=True)
class Exchange:
    """What the agent says until the caller speaks, and what the caller says until the agent speaks again.

    Turns without words are in it too: what they hold is not known.
    """

    agent: tuple[Utterance, ...]
    caller: tuple[Utterance, ...]


class Dialogue:
    """The words of one call. `dialogue_of` gives it."""

    def __init__(self, call: Call) -> None:
        self.call = call

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
    def texts(self) -> tuple[tuple[Utterance, str], ...]:
        """What was said aloud as the transcript has it, by both sides, in order; only what has words."""
        return tuple(
            (u, text) for u in self.call.utterances if u.speaker != "other" and (text := audible(u)).strip()
        )

    @cached_property
    def language(self) -> LanguageCode | None:
        """The language of the greater part; None when it is none that can be read, or nothing was said."""
        everything = "\n".join([text for _, text in self.texts])
        words = lexis(everything).words
        if everything.isascii():
            english = len(words & language_of("en").cues)
            others = max(len(words & language_of(code).cues) for code in LATIN if code != "en")
            if english >= _SURE_CUES and english > 3 * others:
                return "en"
        sample = everything[:_SAMPLE]
        found = detect_language(sample)
        if found is None and words and len(words) <= _FEW_WORDS and sample.isascii():
            return "en"
        return found

    def language_in(self, text: str) -> LanguageCode | None:
        """The language of one text, where it shows another than that of the call."""
        mine = self.language
        if text.isascii() and (mine == "en" or mine is None):
            words = lexis(text).words
            if mine == "en" and (len(words) <= 3 or not language_of("en").cues.isdisjoint(words)):
                return mine
        script = script_of(text)
        if script in ("zh", "other"):
            return None
        return detect_language(text) or mine

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

    @cached_property
    def heard(self) -> Lexis:
        """All words of the caller's, as they were heard."""
        return lexis("\n".join([text for u, text in self.texts if u.speaker == "caller"]))

    @cached_property
    def told(self) -> Lexis:
        """All words of the agent's."""
        return lexis("\n".join([text for u, text in self.texts if u.speaker == "agent"]))

    def claims_in(self, text: str) -> tuple[Claim, ...]:
        return claims(text, language=self.language_in(text), date=self.day)

    def agreement(self, text: str) -> bool | None:
        """Whether a reply says yes or no; None for neither."""
        return agrees(text, language=self.language_in(text))

    def may_ask(self, text: str) -> bool:
        return self.language != "en" or not text.isascii() or _ASKS.search(text.lower()) is not None

    def may_claim(self, text: str) -> bool:
        return self.language != "en" or not text.isascii() or _CLAIMS.search(text.lower()) is not None

    def may_name(self, said: Lexis, number: str) -> bool:
        """Whether words may name a number or a code, given in its characters: there are words for numbers, or its digits."""
        digits = _NO_DIGIT.sub("", number)
        return not digits or digits in said.digits or self.has_numbers(said)

    def has_numbers(self, said: Lexis) -> bool:
        """Whether there are words for numbers among some words; their digits do not count."""
        if self.language is None:
            return True
        starts = _number_words(self.language)
        if starts is None:
            return True
        return not starts.isdisjoint(said.words) if isinstance(starts, frozenset) else _any(starts, said.words)


@once_a_call
def dialogue_of(call: Call) -> Dialogue:
    return Dialogue(call)


def audible(utterance: Utterance) -> str:
    """What could be heard of an utterance: of one that was cut off, what had been played, where that is known."""
    return utterance.played if utterance.cut and utterance.played is not None else utterance.text


@cache
def _number_words(code: LanguageCode) -> frozenset[str] | Container[str] | None:
    """The words at which a number or a code may begin; None where they cannot be listed."""
    language = language_of(code)
    starts = language.starts
    if starts is None or code in ("ko", "ja"):
        return None
    if isinstance(starts, frozenset | set):
        return frozenset(starts) - language.ones - language.connectives - _NO_NUMBER
    return starts


def _any(starts: Container[str], words: Iterable[str]) -> bool:
    return any(word in starts for word in words)

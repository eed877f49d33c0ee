"""What both sides say in a call: the language, the day, and questions with their answers.

Reading a text takes a tenth of a millisecond, and most texts of most calls hold nothing that a check asks for. So each question
about words is put to the bare words first (`scoring.lexis`, `may_ask`, `may_claim`): they may answer "no", never "yes".
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from callproof.evidence.call import Call, ToolCall, Utterance
from callproof.scoring.actions import CLOCKS_DIFFER_MS, Scalar, sent_seq
from callproof.scoring.arguments import Datum, data_of
from callproof.scoring.lexis import Lexis, Shape, Words, has_numbers, lexis, together
from callproof.scoring.once import lazy, once_each
from callproof.spoken.claims import Act, Claim, Topic, agrees, claims, may_ask, may_claim
from callproof.spoken.detection import detect_language, scores, script_of
from callproof.spoken.language import LanguageCode, language_of
from callproof.spoken.shapes import shape as shape_text

# What is read of a call to find its language.
_SAMPLE = 600
# So many of the longest texts are asked one by one where all of them together do not tell.
_TELLING = 4
# With so few words a language may go undetected that is one of ours all the same.
_FEW_WORDS = 12
# So many of these words are no coincidence: no other language has more than one or two.
_SURE_CUES = 4
_new = tuple.__new__  # what the classes do themselves, but by way of a function of Python's


class Exchange(NamedTuple):
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


class Heard(NamedTuple):
    """Of each utterance of a call, whether it had begun, and whether all of it could be known, when a tool was called; and up to which
    utterance that is so of all of them."""

    begun: list[bool]
    ended: list[bool]
    all_begun: int
    all_ended: int


class Dialogue:
    """The words of one call. `dialogue_of` gives it.

    `agent` and `caller` are the turns of each side that have words, with what could be heard of them, as the transcript has it;
    `words` these by the number of the utterance, None where there are none.
    """

    def __init__(self, call: Call) -> None:
        self.call = call
        self.agent: list[tuple[Utterance, Lexis]] = []
        self.caller: list[tuple[Utterance, Lexis]] = []
        self.words: list[Lexis | None] = []
        words, add_agent, add_caller = self.words.append, self.agent.append, self.caller.append
        for utterance in call.utterances:
            speaker = utterance.speaker
            text = utterance.said if speaker == "agent" else utterance.heard
            if text is None or utterance.cut:
                text = audible(utterance)
            if not text or speaker == "other" or text.isspace():
                words(None)
                continue
            said = lexis(text)
            words(said)
            if speaker == "agent":
                add_agent((utterance, said))
            else:
                add_caller((utterance, said))
        self.language: LanguageCode | None = "en" if self._is_surely_english() else self._detected()
        self._data: dict[str, tuple[Datum, ...]] = {}
        self._heard_by: dict[str, Heard] = {}
        # Whether a text names a value, denied or not, and whether it states it: asked again and again (`naming`).
        self.verdicts: dict[tuple[str, str, str, tuple[Scalar | Decimal, ...], bool], bool | None] = {}

    @lazy
    def texts(self) -> tuple[tuple[Utterance, str], ...]:
        """What was said aloud, by both sides, in order: only what has words."""
        turns = zip(self.call.utterances, self.words, strict=True)
        return tuple([(turn, said.text) for turn, said in turns if said is not None])

    @lazy
    def told_text(self) -> str:
        """The agent's words as one text with a line for each turn."""
        return "\n".join([said.text for _, said in self.agent])

    def _is_surely_english(self) -> bool:
        cues: frozenset[str] = frozenset()
        for said in self.words:
            if said is None:
                continue
            if not said.shape.is_ascii:
                return False
            if len(cues) < _SURE_CUES:
                cues |= said.shape.cues
        return len(cues) >= _SURE_CUES

    def _detected(self) -> LanguageCode | None:
        """The language of the greater part; None when it is none that can be read, or nothing was said."""
        heard_text = "\n".join([said.text for _, said in self.caller])
        sample = f"{self.told_text[:_SAMPLE]}\n{heard_text[:_SAMPLE]}"
        found = detect_language(sample)
        if found is None:
            # In the order of the call where they are of one length, and not in that of a set, which is another in each process.
            texts = dict.fromkeys([text for _, text in self.texts])
            longest = sorted(texts, key=len, reverse=True)[:_TELLING]
            found = next((code for text in longest if (code := detect_language(text)) is not None), None)
        words = self.told.words | self.heard.words
        if found is None and words and len(words) <= _FEW_WORDS and sample.isascii():
            rated = scores(sample)
            return "en" if "en" in rated or not rated else None
        return found

    @lazy
    def told(self) -> Words:
        """All words of the agent's."""
        return together([said for _, said in self.agent])

    @lazy
    def heard(self) -> Words:
        """All words of the caller's."""
        return together([said for _, said in self.caller])

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
    def exchange_starts(self) -> list[int]:
        """The numbers of the utterances with which the exchanges begin."""
        found: list[int] = []
        last = ""
        for utterance in self.call.utterances:
            speaker = utterance.speaker
            if speaker != last and speaker != "other":
                if speaker == "agent" or not found:
                    found.append(utterance.index)
                last = speaker
        return found

    def exchange(self, number: int) -> Exchange:
        starts, utterances = self.exchange_starts, self.call.utterances
        end = starts[number + 1] if number + 1 < len(starts) else len(utterances)
        agent: list[Utterance] = []
        caller: list[Utterance] = []
        for turn in utterances[starts[number] : end]:
            if turn.speaker == "agent":
                agent.append(turn)
            elif turn.speaker == "caller":
                caller.append(turn)
        return _new(Exchange, (tuple(agent), tuple(caller)))

    @lazy
    def exchanges(self) -> tuple[Exchange, ...]:
        return tuple([self.exchange(number) for number in range(len(self.exchange_starts))])

    def words_of(self, turns: Sequence[Utterance]) -> list[Lexis]:
        """The words of those turns that have any."""
        words = self.words
        if len(turns) == 1:
            said = words[turns[0].index]
            return [] if said is None else [said]
        return [said for turn in turns if (said := words[turn.index]) is not None]

    def heard_by(self, tool: ToolCall) -> Heard:
        """`began_before` and `ended_before` (`scoring.actions`) for all utterances in one go: every action asks them of every turn."""
        found = self._heard_by.get(tool.id)
        if found is None:
            found = self._heard_by[tool.id] = _heard_by(self.call, tool)
        return found

    def language_in(self, text: str) -> LanguageCode | None:
        """The language of one text, where it shows another than that of the call."""
        return self.language_in_words(lexis(text))

    def language_in_words(self, said: Lexis) -> LanguageCode | None:
        languages = said.shape.languages
        if self.language not in languages:
            languages[self.language] = self._language_in(said.text, said.shape)
        return languages[self.language]

    def _language_in(self, text: str, shape: Shape) -> LanguageCode | None:
        mine = self.language
        if mine == "en" and shape.is_ascii:
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

    def clauses_in(self, said: Lexis) -> list[Clause]:
        """What the clauses of a text do, whatever numbers stand in them."""
        return _with_figures(said, self._placed(said).clauses)

    def consents_in(self, said: Lexis) -> list[Clause]:
        """The clauses of a text that ask for agreement."""
        consents = self._placed(said).consents if self.may_ask(said) else ()
        return _with_figures(said, consents)

    def done_in(self, said: Lexis) -> list[Clause]:
        """The clauses of a text that claim something done."""
        return _with_figures(said, self._placed(said).done)

    def asks(self, said: Lexis) -> bool:
        """Whether there is a question in a text."""
        return self._placed(said).asks

    def _placed(self, said: Lexis) -> _Clauses:
        return _clauses(said.with_like_figures, self.language_in_words(said), self.day)

    def agreement(self, said: Lexis) -> bool | None:
        """Whether a reply says yes or no; None for neither."""
        return _agrees(said.with_like_figures, self.language_in_words(said))

    # --- what the bare words tell ---------------------------------------------------------------------------------------

    def may_ask(self, said: Lexis) -> bool:
        """Whether a text may ask for agreement."""
        shape = said.shape
        found = shape.may_ask.get(self.language)
        if found is None:
            found = may_ask(said.text, language=self.language_in_words(said))
            shape.may_ask[self.language] = found
        return found

    def may_claim(self, said: Lexis) -> bool:
        """Whether a text may claim that something has been done."""
        shape = said.shape
        found = shape.may_claim.get(self.language)
        if found is None:
            found = may_claim(said.text, language=self.language_in_words(said))
            shape.may_claim[self.language] = found
        return found

    def claiming(self) -> list[tuple[Utterance, Lexis]]:
        """The agent's turns that may claim that something has been done."""
        language = self.language
        # What is known of a shape, and that is nearly always no, is looked up here, to save the call.
        return [
            turn
            for turn in self.agent
            if turn[1].shape.may_claim.get(language) is not False and self.may_claim(turn[1])
        ]

    @lazy
    def hears_numbers(self) -> bool:
        """Whether there are words for numbers in what the caller says; digits do not count."""
        return has_numbers(self.language, self.heard.words)


def _heard_by(call: Call, tool: ToolCall) -> Heard:
    sent, timed, seq = tool.sent_ms, tool.timed_sent_ms, sent_seq(tool)
    begun = [
        start < sent
        if (start := turn.start_ms) is not None and sent is not None and start != sent
        else bool(turn.events) and turn.events[0] < seq
        for turn in call.utterances
    ]
    if timed is None:
        ended = begun
    else:
        limit = timed + CLOCKS_DIFFER_MS
        ended = [
            is_begun and ((end := turn.timed_end_ms) is None or end <= limit)
            for turn, is_begun in zip(call.utterances, begun, strict=True)
        ]
    all_begun = _leading(begun)
    return _new(Heard, (begun, ended, all_begun, all_begun if ended is begun else _leading(ended)))


def _leading(flags: list[bool]) -> int:
    return flags.index(False) if False in flags else len(flags)


class _Placed(NamedTuple):
    """A clause and its place in the text where there are figures in it, else None: they are those of another text."""

    clause: Clause
    place: tuple[int, int] | None


class _Clauses(NamedTuple):
    """The clauses of a text, and those of them that are asked for; `asks`: there is a question among them."""

    clauses: tuple[_Placed, ...]
    consents: tuple[_Placed, ...]
    done: tuple[_Placed, ...]
    asks: bool


@lru_cache(maxsize=1024)
def _clauses(text: str, language: LanguageCode | None, day: date | None) -> _Clauses:
    placed = [
        _Placed(
            Clause(claim.act, claim.text, claim.topic, claim.asks_consent, bool(claim.values)),
            (claim.start, claim.end) if "0" in shape_text(claim.text) else None,
        )
        for claim in claims(text, language=language, date=day)
    ]
    return _Clauses(
        tuple(placed),
        tuple([item for item in placed if item.clause.asks_consent]),
        tuple([item for item in placed if item.clause.act == "done"]),
        any(item.clause.act == "asked" for item in placed),
    )


def _with_figures(said: Lexis, placed: tuple[_Placed, ...]) -> list[Clause]:
    """Clauses with the figures that stand in this text."""
    clauses: list[Clause] = []
    for clause, place in placed:
        if place is not None:
            act, _, topic, asks_consent, has_values = clause
            clause = _new(Clause, (act, said.text[place[0] : place[1]], topic, asks_consent, has_values))
        clauses.append(clause)
    return clauses


@lru_cache(maxsize=1024)
def _agrees(text: str, language: LanguageCode | None) -> bool | None:
    return agrees(text, language=language)


@once_each
def dialogue_of(call: Call) -> Dialogue:
    return Dialogue(call)


def audible(utterance: Utterance) -> str:
    """What could be heard of an utterance: of one that was cut off, what had been played, where that is known."""
    return utterance.played if utterance.cut and utterance.played is not None else utterance.text

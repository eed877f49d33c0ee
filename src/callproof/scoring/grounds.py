"""Where the values of an action come from: what the caller was heard to say, what tools returned, what the caller agreed to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple, TypeAlias

from callproof.evidence.call import Call, ToolCall, Utterance
from callproof.scoring.actions import returned_before
from callproof.scoring.arguments import Datum, figure, key_words
from callproof.scoring.consent import Consents, consents_of
from callproof.scoring.dialogue import audible, dialogue_of
from callproof.scoring.lexis import Lexis
from callproof.scoring.naming import asks_more_than_bare_words, mentioned, named, parts, rival
from callproof.scoring.once import lazy, once_each
from callproof.scoring.replies import chooses
from callproof.scoring.returned import Returned, follows, given, keys, may_follow, mills, returned, written
from callproof.spoken.content import read_values
from callproof.spoken.shapes import by_shape
from callproof.spoken.values import Span

Source: TypeAlias = Literal["heard", "returned", "agreed", "unclear", "corrected"]

_ENDS = frozenset(("end", "ends", "ending", "endtime", "until", "till", "finish", "finishes"))
_ON_FILE = re.compile(
    r"\b(?:on (?:file|record|your account|the account)|calling from|registered)\b", re.IGNORECASE
)
_TODAY = re.compile(
    r"\b(?:today|tonight|this (?:morning|afternoon|evening)|now|hoy|esta noche|heute|ce soir|aujourd['’]hui|oggi|stasera|hoje)\b|오늘|今日|今夜|今晩",
    re.IGNORECASE,
)
_MOST_FIGURES = 60
_LONGEST_ASSENT = 8
_new = tuple.__new__  # what the classes do themselves, but by way of a function of Python's
_STOPS = ".,;:!?\"'()"
_LONGEST_FIGURE = 15
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_FIGURE = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?", re.ASCII)
_CORRECTS = re.compile(
    r"\b(?:sorry|actually|i mean|i meant|i said|wrong|mistake|misspoke|correction|corrected|make (?:it|that)|instead|rather|wait|"
    r"scratch that|should be|change (?:it|that)|never ?mind|no|nope|not|isn't|wasn't|don't)\b"
    r"|\b(?:perd[oó]n|disculpe|quise decir|quiero decir|mejor|en realidad|corrijo|equivoqu|me equivoco)"
    r"|\b(?:entschuldigung|verzeihung|ich meine|ich meinte|nein|nicht|sondern|doch lieber|falsch|stattdessen)\b"
    r"|\b(?:pardon|désolée?|non|pas|plutôt|je veux dire|je voulais dire|en fait|trompée?|erreur)\b"
    r"|\b(?:scusi|scusa|anzi|volevo dire|voglio dire|sbagliat[oa]|invece)\b"
    r"|\b(?:desculpe|desculpa|não|aliás|quer dizer|quis dizer|na verdade|errad[oa]|em vez)\b"
    r"|아니|죄송|정정|잘못|말고|대신|すみません|いや|じゃな|ではな|間違|やっぱり|訂正|違い|違う",
    re.IGNORECASE,
)


@by_shape
def _corrects(text: str) -> bool:
    return _CORRECTS.search(text) is not None


class Ground(NamedTuple):
    """Where a value comes from. `turn` is the caller's turn; `instead` the value that took its place there."""

    source: Source
    turn: Utterance | None = None
    instead: Span | None = None


class _Turns(NamedTuple):
    """The caller's turns that had begun before an action, from the last one back, and those of them that may name a value; of each
    utterance of the call whether it had ended."""

    ended: list[bool]
    back: list[tuple[Utterance, Lexis]]
    back_valued: list[tuple[Utterance, Lexis]]


class Grounds:
    """Finds the origin of values. `grounds_of` gives it."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self.dialogue = dialogue_of(call)
        self._figures: dict[int, Sequence[int]] = {}
        self._before: dict[str, _Turns] = {}

    def ground(self, tool: ToolCall, datum: Datum, others: Sequence[Datum]) -> Ground | None:
        """Where a value in an action's arguments comes from; None where it comes from nowhere."""
        spoken = self._spoken(tool, datum, others)
        if spoken is not None and spoken.source != "unclear":
            return spoken
        if self._was_returned(tool, datum) or self._was_keyed(tool, datum):
            return Ground("returned")
        if spoken is not None:
            return spoken
        if self._is_day_of_call(datum):
            return Ground("returned")
        if datum.kind == "phone" and not self._any_phone(tool):
            return Ground("unclear")  # the platform knows the number that calls
        if datum.kind in ("amount", "count") and self._is_computed(tool, datum):
            return Ground("unclear")
        if datum.kind == "count" and not self._any_figure():
            return Ground("unclear")  # "both", "me and my wife"
        if self._is_spelled(tool, datum):
            return Ground("heard")
        if datum.kind in ("date", "moment") and self._counts_days(tool):
            return Ground("unclear")
        if datum.kind == "email" and any(_ON_FILE.search(text) for _, text in self.dialogue.texts):
            return Ground("unclear")
        if self._is_usual_end(tool, datum, others) or self._is_in_parts(tool, datum, others):
            return Ground("unclear")
        return None

    def _any_figure(self) -> bool:
        return self.dialogue.hears_numbers or any(said.shape.runs for _, said in self.dialogue.caller)

    def _is_spelled(self, tool: ToolCall, datum: Datum) -> bool:
        """A code that stands there letter by letter, and a date in digits alone: "oh five oh three nineteen eighty"."""
        texts = [audible(u) for u in self.turns_before(tool)]
        if datum.kind == "code":
            wanted = datum.text.casefold()
            return any(wanted in (word.strip(_STOPS) for word in text.casefold().split()) for text in texts)
        iso = _DATE.fullmatch(datum.text) if datum.kind == "date" else None
        if iso is None:
            return False
        year, month, day = iso.groups()
        spellings = (
            month + day + year,
            day + month + year,
            year + month + day,
            month + day + year[2:],
            day + month + year[2:],
        )
        codes = [datum.part("code", code, (code.lstrip("0"),)) for code in spellings]
        return any(named(self.dialogue, text, code) for text in texts for code in codes)

    def _is_in_parts(self, tool: ToolCall, datum: Datum, others: Sequence[Datum]) -> bool:
        """A moment whose day and time come from different sentences."""
        grounds = [self.ground(tool, part, others) for part in parts(datum)]
        return bool(grounds) and all(
            ground is not None and ground.source != "corrected" for ground in grounds
        )

    # --- what was heard -------------------------------------------------------------------------------------------------

    def _turns(self, tool: ToolCall) -> _Turns:
        found = self._before.get(tool.id)
        if found is None:
            dialogue = self.dialogue
            begun, ended, *_ = dialogue.heard_by(tool)
            back = [turn for turn in dialogue.caller if begun[turn[0].index]]
            back.reverse()
            valued = back
            if dialogue.language == "en":
                valued = [turn for turn in back if not turn[1].shape.is_valueless]
            found = self._before[tool.id] = _new(_Turns, (ended, back, valued))
        return found

    def turns_before(self, tool: ToolCall) -> list[Utterance]:
        """The caller's turns with words that had begun before an action."""
        return [turn for turn, _ in reversed(self._turns(tool).back)]

    def _spoken(self, tool: ToolCall, datum: Datum, others: Sequence[Datum]) -> Ground | None:
        """What the caller said of a value; the last word counts."""
        last, unclear = self._last_heard(tool, datum, others)
        if last is not None and last.source == "heard":
            return last
        agreed = self._agreed(tool, datum, after=last.turn if last is not None else None)
        if agreed is not None:
            return agreed
        return last if last is not None else Ground("unclear") if unclear else None

    def _last_heard(
        self, tool: ToolCall, datum: Datum, others: Sequence[Datum]
    ) -> tuple[Ground | None, bool]:
        """The caller's last word on a value, from the last turn back; and whether a turn may name it or not."""
        dialogue = self.dialogue
        turns = self._turns(tool)
        ended = turns.ended
        behind: list[tuple[Utterance, str]] = []
        unclear = False
        for turn, said in turns.back if asks_more_than_bare_words(datum) else turns.back_valued:
            verdict, mention = mentioned(dialogue, said, datum)
            text = said.text
            if mention is False:
                if ended[turn.index] and _corrects(text):
                    behind.append((turn, text))
                continue
            if not mention:
                unclear = unclear or verdict is None
                continue
            ground = _new(Ground, ("heard", turn, None))
            if not verdict:
                # "I can't come on Tuesday" names a day to be cancelled; "not Tuesday, Thursday" puts another in its place.
                instead = self._ruled_out(text, datum, others) if ended[turn.index] else None
                if instead is not None:
                    ground = Ground("corrected", turn, instead)
            for later, words in behind:
                other = rival(dialogue, words, datum, others)
                if other is not None:
                    return Ground("corrected", later, other), unclear
            return ground, unclear
        return None, unclear

    def _ruled_out(self, text: str, datum: Datum, others: Sequence[Datum]) -> Span | None:
        """The value that a text puts in the place of one that it denies."""
        for claim in self.dialogue.claims_in(text):
            if any(named(self.dialogue, span.text, datum) for span in claim.negated_values):
                for span in claim.values:
                    other = rival(self.dialogue, span.text, datum, others)
                    if other is not None:
                        return other
        return None

    def _agreed(self, tool: ToolCall, datum: Datum, *, after: Utterance | None) -> Ground | None:
        """The agent named the value, and the caller agreed or chose it: "the first one"."""
        dialogue = self.dialogue
        for block in self._consents.blocks_before(tool):
            reply = block.exchange.caller
            if after is not None and reply[-1].index <= after.index:
                continue
            if not named(dialogue, block.text, datum):
                continue
            # "Perfect" to a statement agrees to it; of a longer reply only a question can tell what it is about.
            if not block.asks and len(block.reply.split()) > _LONGEST_ASSENT:
                continue
            if block.agreed or (block.asks and block.agreed is None and chooses(block.reply)):
                return Ground("agreed", reply[-1])
        return None

    @lazy
    def _consents(self) -> Consents:
        return consents_of(self._call)

    def _any_phone(self, tool: ToolCall) -> bool:
        long = [u for u in self.turns_before(tool) if len(re.sub(r"\D", "", audible(u))) >= 7]
        if long:
            return True
        return any(
            value.kind == "code" and len(str(value.key)) >= 7
            for u in self.turns_before(tool)
            for span in self._values(audible(u))
            for value in span.readings
        )

    def _values(self, text: str) -> tuple[Span, ...]:
        language = self.dialogue.language_in(text)
        return () if language is None else read_values(text, language=language, date=self.dialogue.day)

    # --- what was returned, and what follows from it ----------------------------------------------------------------------

    @lazy
    def _results(self) -> tuple[Returned, ...]:
        """What the agent was given before the call, and what tools returned."""
        before = self._call.header.given
        found = [returned(tool) for tool in self._call.tool_calls if tool.status == "returned"]
        return (given(before), *found) if before else tuple(found)

    def _results_before(self, tool: ToolCall) -> Sequence[Returned]:
        if not self._results:
            return ()
        return [item for item in self._results if item.tool is None or returned_before(item.tool, tool)]

    def _was_returned(self, tool: ToolCall, datum: Datum) -> bool:
        results = self._results_before(tool)
        if not results:
            return False
        numbers = {number for form in datum.forms if (number := figure(form)) is not None}
        found_by = keys(datum.text)
        # A date and a time are found as such, however exactly the tool wrote them.
        wanted = found_by[-1]
        for item in results:
            if wanted in item.words or not numbers.isdisjoint(item.figures):
                return True
            if datum.kind in ("date", "time", "moment") and any(
                named(self.dialogue, text, datum) is not False for text in item.texts
            ):
                return True
        return False

    def _was_keyed(self, tool: ToolCall, datum: Datum) -> bool:
        """Keys that the caller pressed."""
        if not self._call.acts:
            return False
        for act in self._call.acts:
            if act.began.kind == "key_press" and act.began.ms <= (tool.sent_ms or act.began.ms):
                pressed = written(str(act.began.new or ""))
                if pressed and pressed == written(datum.text):
                    return True
        return False

    def _is_day_of_call(self, datum: Datum) -> bool:
        """Today needs no telling; in UTC it may be the day before or after. Without a date of the call "tonight" may be any."""
        if datum.kind != "date":
            return False
        if not self._call.header.started_at:
            return any(_TODAY.search(text) for _, text in self.dialogue.texts)
        started = self._call.header.started_at[:10]
        if self.dialogue.day is not None:
            return datum.text == self.dialogue.day.isoformat()
        return datum.text[:7] == started[:7] and abs(_day(datum.text) - _day(started)) <= 1

    def _is_computed(self, tool: ToolCall, datum: Datum) -> bool:
        """The sum, the difference or a multiple of what was heard or returned."""
        if datum.number is None:
            return False
        wanted = abs(mills(datum.number))
        results = self._results_before(tool)
        if not results and self._all_heard is not None and not may_follow(wanted, self._all_heard):
            return False
        figures: list[int] = []
        for item in results:
            figures.extend(map(mills, item.figures))
        for utterance in self.turns_before(tool):
            figures.extend(self._figures_of(utterance))
        return follows(wanted, figures[:_MOST_FIGURES])

    @lazy
    def _all_heard(self) -> frozenset[int] | None:
        """All figures of the caller's; None where they have to be read."""
        numbers, joined = self.dialogue.heard.figures
        if joined or self.dialogue.hears_numbers:
            return None
        return frozenset([int(number or "0") * 1000 for number in numbers if len(number) <= _LONGEST_FIGURE])

    def _figures_of(self, utterance: Utterance) -> Sequence[int]:
        found = self._figures.get(utterance.index)
        if found is None:
            found = self._figures[utterance.index] = [*map(mills, self._read_figures(audible(utterance)))]
        return found

    def _read_figures(self, text: str) -> Iterable[Decimal]:
        if not self.dialogue.hears_numbers:
            yield from (Decimal(digits.replace(",", "")) for digits in _FIGURE.findall(text))
            return
        for span in self._values(text):
            for value in span.readings:
                if value.kind == "number":
                    yield Decimal(str(value.key))
                elif value.kind == "money" and isinstance(value.key, tuple):
                    yield Decimal(str(value.key[0]))

    def _is_usual_end(self, tool: ToolCall, datum: Datum, others: Sequence[Datum]) -> bool:
        """The end of what has a beginning: how long a visit takes the business knows, unless the caller named another time."""
        if datum.kind not in ("time", "moment") or key_words(datum.key).isdisjoint(_ENDS):
            return False
        starts = [
            other for other in others if other.kind == datum.kind and key_words(other.key).isdisjoint(_ENDS)
        ]
        time = datum
        if datum.kind == "moment":
            starts = [start for start in starts if start.text[:10] == datum.text[:10]]
            time = parts(datum)[-1]
        return bool(starts) and all(
            rival(self.dialogue, audible(u), time, others) is None for u in self.turns_before(tool)
        )

    def _counts_days(self, tool: ToolCall) -> bool:
        """A day was named, and a number of days or nights: another day follows from it."""
        texts = [audible(u) for u in self.turns_before(tool)]
        counted = any(_DAYS.search(text) for text in texts)
        return counted and any(
            value.kind in ("date", "weekday", "day")
            for text in texts
            for span in self._values(text)
            for value in span.readings
        )


_DAYS = re.compile(
    r"\b(?:days?|nights?|weeks?|d[ií]as?|noches?|semanas?|tagen?|tage|nächte|wochen?|jours?|nuits?|semaines?|giorn[oi]|nott[ei]|"
    r"settiman[ae]|dias?|noites?)\b|박|일 동안|泊|日間|週間",
    re.IGNORECASE,
)


def _day(date: str) -> int:
    return int(date[8:10]) if date[8:10].isdigit() else 99


@once_each
def grounds_of(call: Call) -> Grounds:
    return Grounds(call)

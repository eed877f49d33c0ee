"""A record, indexed once: every event has a position, its place in the order of the log, and all that is asked is by position.

Two events may share a millisecond, so times never decide what came before what. A place inside an utterance, told by the time
of a word, lies between two positions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from callproof.evidence.call import Utterance, utterances_of
from callproof.evidence.derived import Derivation
from callproof.evidence.events import (
    CallerBegan,
    CallerEnded,
    FaultInjected,
    FaultKind,
    Json,
    LineEnded,
    LineError,
    SnapshotTaken,
    SpeechCut,
    SpeechEnded,
    SpeechEvent,
    SpeechStarted,
    SpeechText,
    StateReported,
    ToolBuilt,
    ToolCancelled,
    ToolFailed,
    ToolReturned,
    ToolSent,
    WriteCommitted,
)
from callproof.evidence.record import Record
from callproof.scenario.worlds import Tool
from callproof.scoring.actions import MAPPINGS, says_failed
from callproof.scoring.outcome.effects import NO_ATOMS, Atom, Effect, Meanings
from callproof.scoring.outcome.homophones import as_meant, codes_in

NEVER = 1 << 60


@dataclass(slots=True, eq=False)
class Commit:
    """One write of the log. `changes` are its atoms, `chained` whether it started from what was stored.

    `until` is NEVER where the time of a write is known. Of the user's own backend only readings are: it was written from `pos` on, and
    was there at `until`.
    """

    pos: float
    event: WriteCommitted
    use: ToolUse | None
    changes: list[Atom] = field(default_factory=list)
    chained: bool = True
    until: float = NEVER

    @property
    def read(self) -> bool:
        """Whether it is known from a reading, and its time only to within two of them."""
        return self.until != NEVER


@dataclass(slots=True, eq=False)
class ToolUse:
    """One tool call with the positions of its phases; NEVER for a phase that did not come."""

    id: str
    name: str = ""
    tool: Tool | None = None
    arguments: Mapping[str, Json] | str = field(default_factory=dict)
    effect: Effect | None = None
    built: int = NEVER
    sent: int = NEVER
    finished: int = NEVER
    returned: bool = False
    reason: str | None = None
    result: Json = None
    cancelled: int = NEVER
    in_time: bool | None = None
    key: str | None = None
    faults: list[tuple[int, FaultKind]] = field(default_factory=list)
    commits: list[Commit] = field(default_factory=list)
    # What the tool and the effect say. Fields and not properties: they are read a hundred times a record.
    writes: bool = False
    reads: bool = False
    atoms: frozenset[Atom] = NO_ATOMS
    _told_ok: bool | None = field(default=None, init=False)

    @property
    def ran(self) -> bool:
        """Sent, and not taken back in time. A cancel of which nobody knows whether it was in time was not, if anything came of it."""
        if self.sent == NEVER:
            return False
        if self.cancelled == NEVER or self.in_time is False:
            return True
        return self.in_time is None and bool(self.commits or self.returned)

    @property
    def made(self) -> int:
        """When it was put together, as far as that is known: black boxes show only the sending."""
        return self.built if self.built != NEVER else self.sent

    @property
    def told_ok(self) -> bool:
        """Whether its answer told the agent that it had worked. For a call that is all there."""
        if self._told_ok is None:
            self._told_ok = self._says_ok()
        return self._told_ok

    def _says_ok(self) -> bool:
        if not self.returned or any(kind == "malformed" for _, kind in self.faults):
            return False
        if self.result is None or self.result == {} or self.result == [] or self.result == "":
            return False
        return not says_failed(self.result)

    @property
    def deduplicated(self) -> bool:
        return isinstance(self.result, MAPPINGS) and bool(self.result.get("deduplicated"))


@dataclass(slots=True, eq=False)
class Speech:
    """One utterance. `text` is what was heard of it, None where it was cut and nobody knows how much was. `unplaced`: nothing
    says when it began, and `start` is the first place where an agent's can have been."""

    utterance: Utterance
    start: int
    end: int
    cut: int
    text: str | None
    unplaced: bool = False

    @property
    def unknown(self) -> bool:
        """Whether nobody knows what was said: no text that says anything, and no recogniser that found nothing in it."""
        return not (self.utterance.said or "").strip() and self.utterance.heard is None


@dataclass(slots=True, eq=False)
class ActUse:
    """One act of the caller; `ended` is NEVER when the call was over first."""

    began: int
    event: CallerBegan
    ended: int = NEVER

    @property
    def id(self) -> str:
        return self.event.act

    @property
    def complete(self) -> bool:
        return self.ended != NEVER


class Timeline:
    """All that the axes ask of a record, by position."""

    def __init__(self, record: Record, meanings: Meanings, derived: Iterable[Derivation] = ()) -> None:
        self.record = record
        self.events = record.events
        self.meanings = meanings
        self.uses: list[ToolUse] = []
        self._known_codes: frozenset[str] | None = None
        self.commits: list[Commit] = []
        self.states: list[tuple[int, StateReported]] = []
        self.acts: list[ActUse] = []
        self.before: SnapshotTaken | None = None
        self.after: SnapshotTaken | None = None
        self.line_errors: list[tuple[int, LineError]] = []
        self.line_ended: tuple[int, LineEnded] | None = None
        self.by_call: dict[str, ToolUse] = {}
        self._acts: dict[str, ActUse] = {}
        self._times: list[int] | None = None
        starts: dict[str, int] = {}
        ends: dict[str, int] = {}
        cuts: dict[str, int] = {}
        speech: defaultdict[str, list[SpeechEvent]] = defaultdict(list)
        for pos, event in enumerate(self.events):
            # By class and not by isinstance: this loop is most of what a record costs.
            if type(event) is SpeechText:
                speech[event.utterance].append(event)
            elif type(event) is SpeechStarted:
                speech[event.utterance].append(event)
                starts[event.utterance] = pos
            elif type(event) is SpeechEnded:
                speech[event.utterance].append(event)
                ends[event.utterance] = pos
            elif type(event) is SpeechCut:
                speech[event.utterance].append(event)
                cuts[event.utterance] = pos
            else:
                take = _TAKEN.get(type(event))
                if take is not None:
                    take(self, pos, event)
        self.end = self.line_ended[0] if self.line_ended is not None else len(self.events)
        self._speech(speech, tuple(derived), starts, ends, cuts)
        # A black box shows no building: what it dropped before sending is a cancel of nothing.
        self.uses = [use for use in self.uses if use.name or use.finished != NEVER or use.faults]
        self.calls_built = any(use.built != NEVER for use in self.uses)

    def _use(self, call: str) -> ToolUse:
        use = self.by_call.get(call)
        if use is None:
            use = self.by_call[call] = ToolUse(call)
            self.uses.append(use)
        return use

    def _made(self, event: ToolBuilt | ToolSent) -> ToolUse:
        use = self.by_call.get(event.call) or self._use(event.call)
        if use.tool is None or event.name != use.name:
            use.name = event.name
            use.tool = tool = self.meanings.tool(event.name)
            use.writes = tool is not None and tool.write is not None
            use.reads = tool is not None and tool.read is not None
        if use.effect is None or event.arguments != use.arguments:
            use.arguments = event.arguments
            use.effect = effect = self.meanings.effect(event.name, event.arguments)
            use.atoms = effect.atoms if effect is not None else NO_ATOMS
        return use

    def _built(self, pos: int, event: ToolBuilt) -> None:
        self._made(event).built = pos

    def _sent(self, pos: int, event: ToolSent) -> None:
        use = self._made(event)
        use.sent, use.key = pos, event.idempotency_key

    def _returned(self, pos: int, event: ToolReturned) -> None:
        use = self.by_call.get(event.call) or self._use(event.call)
        use.finished, use.returned, use.result = pos, True, event.result

    def _failed(self, pos: int, event: ToolFailed) -> None:
        use = self._use(event.call)
        use.finished, use.reason = pos, event.reason

    def _cancelled(self, pos: int, event: ToolCancelled) -> None:
        use = self._use(event.call)
        use.cancelled, use.in_time = pos, event.in_time

    def _broken(self, pos: int, event: FaultInjected) -> None:
        self._use(event.call).faults.append((pos, event.kind))

    def _committed(self, pos: int, event: WriteCommitted) -> None:
        use = self.by_call.get(event.call or "")
        if event.not_before_ms is None:
            self.book(Commit(pos, event, use))
        else:
            self.book(self.read_commit(event, use, event.not_before_ms, pos))

    def read_commit(
        self, event: WriteCommitted, use: ToolUse | None, not_before_ms: int, until: int
    ) -> Commit:
        """A write that a reading at `until` showed. It counts from where it can have been first: behind the sending of its call."""
        before = bisect_left(self.events, not_before_ms, key=lambda event: event.ms) - 1
        sent = use.sent if use is not None and use.sent != NEVER else -1
        last = self.commits[-1].pos if self.commits else -1
        return Commit(min(max(before + 0.5, sent + 0.5, last), until), event, use, until=until)

    def book(self, commit: Commit) -> None:
        self.commits.append(commit)
        if commit.use is not None:
            commit.use.commits.append(commit)

    def _reported(self, pos: int, event: StateReported) -> None:
        self.states.append((pos, event))

    def _began(self, pos: int, event: CallerBegan) -> None:
        act = self._acts[event.act] = ActUse(pos, event)
        self.acts.append(act)

    def _ended(self, pos: int, event: CallerEnded) -> None:
        if event.act in self._acts:
            self._acts[event.act].ended = pos

    def _snapshot(self, pos: int, event: SnapshotTaken) -> None:
        if event.moment == "before":
            self.before = event
        else:
            self.after = event

    def _line_error(self, pos: int, event: LineError) -> None:
        self.line_errors.append((pos, event))

    def _line_ended(self, pos: int, event: LineEnded) -> None:
        self.line_ended = (pos, event)

    def _speech(
        self,
        spoken: Mapping[str, list[SpeechEvent]],
        derived: tuple[Derivation, ...],
        starts: Mapping[str, int],
        ends: Mapping[str, int],
        cuts: Mapping[str, int],
    ) -> None:
        self.agent: list[Speech] = []
        self.caller: list[Speech] = []
        for utterance in utterances_of(spoken, derived):
            if utterance.speaker == "other":
                continue
            start, end = starts.get(utterance.id, NEVER), ends.get(utterance.id, self.end)
            if derived:
                # Edges that were measured later: the events keep their places, the speech is where it was heard.
                if utterance.start_ms is not None:
                    start = self.at_ms(utterance.start_ms) if start == NEVER else start
                if utterance.end_ms is not None and utterance.id not in ends:
                    end = self.at_ms(utterance.end_ms)
            cut = cuts.get(utterance.id, NEVER)
            side = self.agent if utterance.speaker == "agent" else self.caller
            unplaced = start == NEVER
            if unplaced and utterance.speaker == "agent":
                start = min(side[-1].end if side else 0, end)
            if utterance.cut or (utterance.said is None and utterance.speaker == "agent"):
                text = self._played(utterance, cut)
            else:
                text = utterance.text
            side.append(Speech(utterance, start, end, cut, text, unplaced))

    def _codes(self) -> frozenset[str]:
        """The numbers that tools were called with."""
        if self._known_codes is None:
            values = [
                v for use in self.uses if not isinstance(use.arguments, str) for v in use.arguments.values()
            ]
            self._known_codes = codes_in(values)
        return self._known_codes

    def _played(self, utterance: Utterance, cut: int) -> str | None:
        if utterance.cut and utterance.played is not None:
            return utterance.played
        if utterance.speaker == "agent" and utterance.said is None and utterance.heard is not None:
            # Made of the played sound, cut or not.
            return as_meant(utterance.heard, self._codes())
        if not utterance.cut:
            return utterance.text
        words = utterance.words
        if words and words[-1].end_ms is not None and cut != NEVER:
            stopped = self.events[cut].ms
            return "".join(w.text for w in words if w.end_ms is not None and w.end_ms <= stopped)
        # What a recogniser made of the sound is what was heard, if not letter by letter.
        return utterance.heard if utterance.said is not None else None

    def ms(self, pos: float) -> int:
        """The time at a position; the last event's beyond the end."""
        if not self.events:
            return 0
        return self.events[min(int(pos), len(self.events) - 1)].ms

    def at_ms(self, ms: int) -> int:
        """The position before everything that happened at `ms` or later."""
        if self._times is None:
            self._times = [event.ms for event in self.events]
        return bisect_left(self._times, ms)

    def seq(self, pos: float) -> int | None:
        return self.events[int(pos)].seq if 0 <= pos < len(self.events) else None

    @property
    def end_ms(self) -> int:
        return self.ms(self.end)


# What is taken of the events of a class beside those of speech.
_TAKEN: Mapping[type, Callable[[Timeline, int, Any], None]] = {
    ToolBuilt: Timeline._built,
    ToolSent: Timeline._sent,
    ToolReturned: Timeline._returned,
    ToolFailed: Timeline._failed,
    ToolCancelled: Timeline._cancelled,
    FaultInjected: Timeline._broken,
    WriteCommitted: Timeline._committed,
    StateReported: Timeline._reported,
    CallerBegan: Timeline._began,
    CallerEnded: Timeline._ended,
    SnapshotTaken: Timeline._snapshot,
    LineError: Timeline._line_error,
    LineEnded: Timeline._line_ended,
}

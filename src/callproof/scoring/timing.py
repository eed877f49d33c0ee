"""A call by the clock: who answered when, who spoke over whom, and whose the silences were.

Worked out once for a call and read by all checks and metrics of time. Only measured and reported times count; where one is
missing, the answer is counted as missing and never guessed. Definitions: METRICS in docs/metrics.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from callproof.evidence.call import Call, ToolCall, Utterance
from callproof.spoken.phrases import asks_to_wait, is_backchannel, is_line_check

# An agent that starts this much before the caller's last sound has not interrupted.
START_TOLERANCE_MS = 50
# Without words, a sound this short inside the other side's speech is taken for a backchannel.
BACKCHANNEL_MS = 800
# A wait longer than this is no answer time: the two clocks do not fit together.
IMPLAUSIBLE_WAIT_MS = 120_000
# Pauses inside a merged utterance that add up to more make it unknown who spoke when inside it.
_MERGED_PAUSES_MS = 200
# An agent that goes on within this time after a stop was only pausing.
_SENTENCE_PAUSE_MS = 500
# Shorter gaps between sounds are the rhythm of speech, and are not listed.
_SHORTEST_SILENCE_MS = 500

SilenceOwner: TypeAlias = Literal["agent", "caller"]


@dataclass(frozen=True, slots=True)
class Response:
    """The agent's answer to a turn of the caller's: from the caller's last sound to the agent's first one."""

    caller: Utterance
    agent: Utterance
    latency_ms: int


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A turn of the caller's after which the agent was silent until the caller spoke again or the call ended."""

    caller: Utterance
    waited_ms: int
    until_end: bool


@dataclass(frozen=True, slots=True)
class Silence:
    """Nobody audible. `owner` is the side whose turn it was to speak."""

    start_ms: int
    end_ms: int
    before: Utterance
    after: Utterance | None
    owner: SilenceOwner

    @property
    def duration_ms(self) -> int:
        return self.end_ms - self.start_ms


@dataclass(frozen=True, slots=True)
class TalkOver:
    """The caller took the floor while the agent spoke.

    `overlap_ms` is how long both were audible from then on; `yield_ms` how long the agent went on after the caller's
    onset, None when it did not give up the floor or its end is not known.
    """

    caller: Utterance
    agent: Utterance
    overlap_ms: int
    yield_ms: int | None


@dataclass(frozen=True, slots=True)
class AgentInterruption:
    """The agent started inside a turn of the caller's, `early_ms` before its last sound."""

    caller: Utterance
    agent: Utterance
    early_ms: int


@dataclass(frozen=True, slots=True)
class Implausible:
    """A wait that is too long to be true."""

    caller: Utterance
    agent: Utterance
    wait_ms: int


@dataclass(frozen=True, slots=True)
class Timing:
    """`*_unknown` count what could not be told for want of a time, `answers` all that were due.

    `greeting_ms` is from the connection to the agent's first sound, None when either is not known or the caller spoke
    first; then `caller_opened_ms` is how long the caller had waited before speaking.
    """

    timed: bool
    responses: tuple[Response, ...]
    responses_unknown: int
    implausible: tuple[Implausible, ...]
    unanswered: tuple[Unanswered, ...]
    unanswered_unknown: bool
    silences: tuple[Silence, ...]
    silences_unknown: int
    talk_overs: tuple[TalkOver, ...]
    agent_interruptions: tuple[AgentInterruption, ...]
    overlaps_unknown: int
    backchannels: tuple[Utterance, ...]
    greeting_ms: int | None
    caller_opened_ms: int | None
    caller_speech_ms: int
    agent_speech_ms: int


def timing_of(call: Call) -> Timing:
    """Walks once through the utterances of a call, in the order of their starts."""
    walk = _Walk(call)
    for utterance in call.utterances:
        walk.step(utterance)
    return walk.result()


class _OpenTalkOver:
    """A talk-over whose caller may still be speaking."""

    __slots__ = ("agent", "caller", "overlap_ms", "resumed")

    def __init__(self, caller: Utterance, agent: Utterance, overlap_ms: int) -> None:
        self.caller = caller
        self.agent = agent
        self.overlap_ms = overlap_ms
        self.resumed = False


class _Walk:
    def __init__(self, call: Call) -> None:
        self._call = call
        self._responses: list[Response] = []
        self._responses_unknown = 0
        self._implausible: list[Implausible] = []
        self._unanswered: list[Unanswered] = []
        self._silences: list[Silence] = []
        self._silences_unknown = 0
        self._talk_overs: list[_OpenTalkOver] = []
        self._interruptions: list[AgentInterruption] = []
        self._overlaps_unknown = 0
        self._backchannels: list[Utterance] = []
        self._speech_ms = {"caller": 0, "agent": 0, "other": 0}
        self._timed = False
        # The caller's utterance that still waits for an answer, and whether the agent was speaking at its end.
        self._pending: Utterance | None = None
        # Of each side, the utterance that reaches furthest so far.
        self._agent: Utterance | None = None
        self._caller: Utterance | None = None
        self._first_agent: Utterance | None = None
        self._first_caller: Utterance | None = None
        # The utterance after which nobody has been audible, and until when somebody was; None while that is not known.
        self._last: Utterance | None = None
        self._audible_until: int | None = None

    def step(self, u: Utterance) -> None:
        start, end = u.timed_start_ms, u.timed_end_ms
        if start is not None:
            self._timed = True
            self._gap(u, start)
            if end is not None:
                self._speech_ms[u.speaker] += end - start if u.speech_ms is None else u.speech_ms
        if u.speaker == "caller":
            self._caller_step(u, start, end)
        elif u.speaker == "agent":
            self._agent_step(u, start, end)
        self._cover(u, start, end)

    # --- the caller speaks -------------------------------------------------------------------------------------

    def _caller_step(self, u: Utterance, start: int | None, end: int | None) -> None:
        agent = self._agent
        over = start is not None and agent is not None and _inside(start, agent)
        if over and end is not None and _is_backchannel(u, agent, end):
            self._backchannels.append(u)
            return
        if self._first_caller is None:
            self._first_caller = u
        if over and agent is not None and start is not None:
            self._caller_over_agent(u, agent, start, end)
        pending = self._pending
        if pending is not None and start is not None:
            self._caller_again(pending, start)
        if pending is None or end is None or (pending.timed_end_ms or -1) <= end:
            self._pending = u
        self._caller = _further(self._caller, u)

    def _caller_over_agent(self, u: Utterance, agent: Utterance, start: int, end: int | None) -> None:
        agent_end = agent.timed_end_ms
        if agent_end is None or end is None:
            self._overlaps_unknown += 1
            return
        overlap = min(agent_end, end) - start - _pauses(agent) - _pauses(u)
        if overlap > 0:
            self._talk_overs.append(_OpenTalkOver(u, agent, overlap))

    def _caller_again(self, pending: Utterance, start: int) -> None:
        """The caller goes on without an answer: a pause of the caller's own, unless it was long or is complained about."""
        pending_end = pending.timed_end_ms
        if pending_end is None or self._agent_speaks_at(pending_end) or asks_to_wait(pending.text):
            return
        if start > pending_end:
            self._unanswered.append(Unanswered(pending, start - pending_end, until_end=False))

    # --- the agent speaks --------------------------------------------------------------------------------------

    def _agent_step(self, u: Utterance, start: int | None, end: int | None) -> None:
        caller = self._caller
        inside = (
            start is not None
            and caller is not None
            and caller.timed_start_ms is not None
            and caller.timed_start_ms < start
            and (caller.timed_end_ms is None or start < caller.timed_end_ms - START_TOLERANCE_MS)
        )
        if inside and caller is not None and end is not None and _is_backchannel(u, caller, end):
            self._backchannels.append(u)
            return
        if self._first_agent is None:
            self._first_agent = u
        if inside and caller is not None and start is not None:
            self._agent_inside_caller(u, caller, start, end)
        pending = self._pending
        if pending is not None:
            pending_end = pending.timed_end_ms
            if inside and end is not None and pending_end is not None and end < pending_end:
                # Only a remark inside the caller's turn: the turn still waits for its answer.
                self._agent = _further(self._agent, u)
                return
            self._answer(pending, u, start)
            self._pending = None
        self._agent = _further(self._agent, u)

    def _agent_inside_caller(self, u: Utterance, caller: Utterance, start: int, end: int | None) -> None:
        caller_end = caller.timed_end_ms
        if caller_end is None or _pauses(caller):
            self._overlaps_unknown += 1
            return
        running = self._talk_overs[-1] if self._talk_overs else None
        if running is not None and running.caller is caller:
            running.overlap_ms += (caller_end if end is None else min(end, caller_end)) - start
            running.resumed = True
            stopped = running.agent.timed_end_ms
            if stopped is not None and start - stopped < _SENTENCE_PAUSE_MS:
                return
        self._interruptions.append(AgentInterruption(caller, u, caller_end - start))

    def _answer(self, pending: Utterance, u: Utterance, start: int | None) -> None:
        pending_end = pending.timed_end_ms
        if start is None or pending_end is None:
            self._responses_unknown += 1
            return
        wait = start - pending_end
        if wait < -START_TOLERANCE_MS or self._agent_speaks_at(pending_end):
            return
        if wait > IMPLAUSIBLE_WAIT_MS:
            self._implausible.append(Implausible(pending, u, wait))
        else:
            self._responses.append(Response(pending, u, max(0, wait)))

    def _agent_speaks_at(self, ms: int) -> bool:
        """Whether the agent was still audible then, in speech that it had begun before."""
        agent = self._agent
        if agent is None or agent.start_ms is None or agent.start_ms >= ms:
            return False
        return agent.end_ms is None or agent.end_ms > ms

    # --- nobody speaks -----------------------------------------------------------------------------------------

    def _gap(self, u: Utterance, start: int) -> None:
        before, until = self._last, self._audible_until
        if before is None:
            return
        if until is None:
            self._silences_unknown += 1
        elif start - until >= _SHORTEST_SILENCE_MS:
            owner = self._owner(before, u, until, start)
            self._silences.append(Silence(until, start, before, u, owner))

    def _cover(self, u: Utterance, start: int | None, end: int | None) -> None:
        if start is None:
            if self._timed:
                self._last, self._audible_until = u, None
        elif end is None:
            self._last, self._audible_until = u, None
        elif self._last is None or self._audible_until is None or end >= self._audible_until:
            self._last, self._audible_until = u, end

    def _owner(self, before: Utterance, after: Utterance | None, start: int, end: int) -> SilenceOwner:
        if after is not None and after.speaker == "caller" and is_line_check(after.text):
            return "agent"
        if before.speaker == "caller":
            if after is None or after.speaker != "caller":
                return "agent"
            return "caller"
        if any(_in_flight(tool, before, start, end) for tool in self._call.tool_calls):
            return "agent"
        if after is None or after.speaker == "caller":
            return "caller"
        return "caller" if before.text.rstrip().endswith(("?", "？")) else "agent"

    # --- the end -----------------------------------------------------------------------------------------------

    def result(self) -> Timing:
        ended, pending = self._call.ended_ms, self._pending
        unanswered_unknown = False
        if pending is not None:
            pending_end = pending.timed_end_ms
            if ended is None or pending_end is None:
                unanswered_unknown = True
            elif ended > pending_end and not self._agent_speaks_at(pending_end):
                self._unanswered.append(Unanswered(pending, ended - pending_end, until_end=True))
        last, until = self._last, self._audible_until
        if (
            last is not None
            and until is not None
            and ended is not None
            and ended - until >= _SHORTEST_SILENCE_MS
        ):
            owner = self._owner(last, None, until, ended)
            self._silences.append(Silence(until, ended, last, None, owner))
        greeting, opened = self._greeting()
        return Timing(
            timed=self._timed,
            responses=tuple(self._responses),
            responses_unknown=self._responses_unknown,
            implausible=tuple(self._implausible),
            unanswered=tuple(self._unanswered),
            unanswered_unknown=unanswered_unknown,
            silences=tuple(self._silences),
            silences_unknown=self._silences_unknown,
            talk_overs=tuple(
                TalkOver(t.caller, t.agent, t.overlap_ms, None if t.resumed else _yield_ms(t))
                for t in self._talk_overs
            ),
            agent_interruptions=tuple(self._interruptions),
            overlaps_unknown=self._overlaps_unknown,
            backchannels=tuple(self._backchannels),
            greeting_ms=greeting,
            caller_opened_ms=opened,
            caller_speech_ms=self._speech_ms["caller"],
            agent_speech_ms=self._speech_ms["agent"],
        )

    def _greeting(self) -> tuple[int | None, int | None]:
        connected = self._call.line.connected
        if connected is None or connected.quality not in ("measured", "reported"):
            return None, None
        agent, caller = self._first_agent, self._first_caller
        agent_start = agent.timed_start_ms if agent is not None else None
        caller_start = caller.timed_start_ms if caller is not None else None
        if agent_start is not None and (
            caller is None or (caller_start is not None and agent_start <= caller_start)
        ):
            return max(0, agent_start - connected.ms), None
        if caller_start is not None:
            return None, max(0, caller_start - connected.ms)
        return None, None


def _inside(start: int, other: Utterance) -> bool:
    """Whether a sound starts inside another's utterance, by more than the tolerance; an unknown end may be later."""
    other_start, other_end = other.timed_start_ms, other.timed_end_ms
    if other_start is None or start < other_start + START_TOLERANCE_MS:
        return False
    if other_end is None:
        return other.end_ms is not None and start < other.end_ms
    return start < other_end


def _is_backchannel(u: Utterance, over: Utterance | None, end: int) -> bool:
    """Inside the other side's speech, which goes on, and not meant to take the floor. Words decide, else the length."""
    if over is None or (over.timed_end_ms is not None and over.timed_end_ms < end):
        return False
    if u.backchannel is not None:
        return u.backchannel
    if u.text.strip():
        return is_backchannel(u.text)
    start = u.timed_start_ms
    return start is not None and end - start < BACKCHANNEL_MS


def _further(a: Utterance | None, b: Utterance) -> Utterance:
    """The one that reaches further; one whose end is not known may reach anywhere, until its speaker speaks again."""
    if a is None or a.timed_end_ms is None or b.timed_end_ms is None:
        return b
    return b if b.timed_end_ms >= a.timed_end_ms else a


def _pauses(u: Utterance) -> int:
    """How much of an utterance that was merged from fragments may have been silence."""
    if u.speech_ms is None or u.start_ms is None or u.end_ms is None:
        return 0
    pauses = u.end_ms - u.start_ms - u.speech_ms
    return pauses if pauses > _MERGED_PAUSES_MS else 0


def _in_flight(tool: ToolCall, before: Utterance, start: int, end: int) -> bool:
    """Whether the agent was waiting for a tool in a silence. A call without a result is taken to have run only after the
    last thing that was said: nobody knows when it ended."""
    sent, finished = tool.timed_sent_ms, tool.timed_finished_ms
    if sent is None or sent >= end:
        return False
    return finished > start if finished is not None else sent >= (before.start_ms or 0)


def _yield_ms(t: _OpenTalkOver) -> int | None:
    agent_end, start = t.agent.timed_end_ms, t.caller.timed_start_ms
    return agent_end - start if agent_end is not None and start is not None else None

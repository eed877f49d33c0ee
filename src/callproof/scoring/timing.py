"""A call by the clock: who answered when, who spoke over whom, and whose the silences were.

Worked out once for a call and read by all checks and metrics of time. Only measured and reported times count; where one is
missing, the answer is counted as missing and never guessed. Definitions: METRICS in docs/metrics.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from callproof.evidence.call import Call, Utterance
from callproof.evidence.frozen import quick_init
from callproof.scoring.exchanges import AgentInterruption, Implausible, Response, TalkOver, Unanswered
from callproof.scoring.silences import IMPLAUSIBLE_WAIT_MS, SHORTEST_SILENCE_MS, Silence
from callproof.spoken.phrases import (
    asks_to_wait,
    is_answer,
    is_backchannel,
    is_farewell,
    is_line_check,
    is_question,
    is_short_reply,
)

# An agent that starts this much before the caller's last sound has not interrupted; nor has one that starts this much after
# the caller's first sound: both began at once.
START_TOLERANCE_MS = 50
# Without words, a sound this short inside the other side's speech is taken for a backchannel.
BACKCHANNEL_MS = 800
# Pauses inside a merged utterance that add up to more make it unknown who spoke when inside it.
_MERGED_PAUSES_MS = 200
# An agent that goes on within this time after a stop was only pausing.
_SENTENCE_PAUSE_MS = 500
# Quiet for this long, the agent has given the floor up, whoever speaks next.
_YIELDED_MS = 1100
# An agent that is still audible so long after the caller has finished has kept the floor.
_HELD_MS = 600
# "Yes" so shortly before the end of a question answers it.
_EARLY_ANSWER_MS = 1000
# An answer that took longer is looked at twice: the caller may have asked for the time.
_PROMPT_MS = 1000
# A sound so long before the connection is still early media, or a time in whole seconds.
_EARLY_MEDIA_MS = 1000
_new = tuple.__new__  # what the classes do themselves, but by way of a function of Python's
# A longer text is more than "let me check".
_LONGEST_FILLER = 80


@quick_init
@dataclass(frozen=True, slots=True)
class Timing:
    """`*_unknown` count what could not be told for want of a time, `*_judged` what could.

    Answers are `responses` with a wait, `responses_unknown`, `implausible`, and `not_due`: begun before the caller had
    finished, or after the caller had asked for time. `unanswered_unknown` counts the caller's turns of which nobody can tell
    how long they waited, and `last_turn_open` is whether the last one is among them. `onsets` are the starts of turns: a talk-over shows at one of the
    caller's, an interruption at one of the agent's. `tail_ms` is from the last sound to the end of the line.

    `opening` is the first utterance; `greeting_ms` is from the connection to the agent's first sound, None when either is not
    known or the caller spoke first; then `caller_opened_ms` is how long the caller had waited before speaking.
    """

    timed: bool
    caller_turns: int
    agent_turns: int
    agent_turns_timed: int
    responses: tuple[Response, ...]
    responses_unknown: int
    implausible: tuple[Implausible, ...]
    not_due: int
    unanswered: tuple[Unanswered, ...]
    unanswered_unknown: int
    last_turn_open: bool
    silences: tuple[Silence, ...]
    silences_judged: int
    silences_unknown: int
    tail_ms: int | None
    talk_overs: tuple[TalkOver, ...]
    caller_onsets_judged: int
    caller_onsets_unknown: int
    agent_interruptions: tuple[AgentInterruption, ...]
    agent_onsets_judged: int
    agent_onsets_unknown: int
    backchannels: tuple[Utterance, ...]
    opening: Utterance | None
    greeting_ms: int | None
    caller_opened_ms: int | None
    caller_speech_ms: int
    agent_speech_ms: int
    speech_unknown: int


def timing_of(call: Call) -> Timing:
    """Walks once through the utterances of a call, in the order of their starts."""
    walk = _Walk(call)
    step = walk.step
    for utterance in call.utterances:
        step(utterance)
    return walk.result()


def makes_no_sound(u: Utterance) -> bool:
    """A turn that the source lists with neither length nor text: whatever its metrics say, nobody heard it."""
    start = u.timed_start_ms
    return start is not None and start == u.timed_end_ms and not u.text.strip()


class _OpenTalkOver:
    """A talk-over whose caller may still be speaking."""

    __slots__ = ("agent", "caller", "overlap_ms", "resumed", "until_ms")

    def __init__(self, caller: Utterance, agent: Utterance, overlap_ms: int, until_ms: int) -> None:
        self.caller = caller
        self.agent = agent
        self.overlap_ms = overlap_ms
        self.until_ms = until_ms
        self.resumed = False


class _Walk:
    # More attributes than Python keeps quickly in an object without slots.
    __slots__ = (
        "_agent", "_agent_onsets", "_agent_onsets_unknown", "_agent_speech_ms", "_agent_turns",
        "_agent_turns_timed", "_asked", "_audible_until", "_backchannels", "_call", "_caller",
        "_caller_judged", "_caller_onsets", "_caller_onsets_unknown", "_caller_speech_ms", "_caller_turns",
        "_filling", "_floor", "_implausible", "_interruptions", "_last", "_last_caller", "_last_turn_open",
        "_not_due", "_opening", "_pending", "_responses", "_responses_unknown", "_silences",
        "_silences_judged", "_silences_unknown", "_speech_unknown", "_tail_ms", "_talk_overs", "_timed",
        "_unanswered", "_unanswered_unknown",
    )  # fmt: skip

    def __init__(self, call: Call) -> None:
        self._call = call
        self._responses: list[Response] = []
        self._responses_unknown = 0
        self._implausible: list[Implausible] = []
        self._not_due = 0
        self._unanswered: list[Unanswered] = []
        self._unanswered_unknown = 0
        self._last_turn_open = False
        self._silences: list[Silence] = []
        self._silences_judged = 0
        self._silences_unknown = 0
        self._talk_overs: list[_OpenTalkOver] = []
        self._interruptions: list[AgentInterruption] = []
        self._caller_onsets = 0
        self._caller_onsets_unknown = 0
        self._caller_judged = False
        self._agent_onsets = 0
        self._agent_onsets_unknown = 0
        self._backchannels: list[Utterance] = []
        self._timed = False
        self._caller_turns = 0
        self._agent_turns = 0
        self._agent_turns_timed = 0
        self._caller_speech_ms = 0
        self._agent_speech_ms = 0
        self._speech_unknown = 0
        # The caller's utterance that still waits for an answer, and the one that did when the caller first asked again.
        self._pending: Utterance | None = None
        self._asked: Utterance | None = None
        self._last_caller: Utterance | None = None
        # Whether the last response may have been a filler, to which the agent's next utterance is the answer.
        self._filling = False
        # Of each side, the utterance that reaches furthest so far.
        self._agent: Utterance | None = None
        self._caller: Utterance | None = None
        self._opening: Utterance | None = None
        # Of caller and agent, who spoke last.
        self._floor: Utterance | None = None
        # The utterance after which nobody has been audible, and until when somebody was; None while that is not known.
        self._last: Utterance | None = None
        self._audible_until: int | None = None
        self._tail_ms: int | None = None

    def step(self, u: Utterance) -> None:
        start, end = u.timed_start_ms, u.timed_end_ms
        if start == end and makes_no_sound(u):
            return
        last, until = self._last, self._audible_until
        if start is not None:
            self._timed = True
        if last is not None:
            if start is None or until is None:
                self._silences_unknown += 1
            else:
                self._silences_judged += 1
                if start - until >= SHORTEST_SILENCE_MS:
                    self._silences.append(self._silence(until, start, last, u))
        if start is None or end is None:
            length = 0
            self._speech_unknown += 1
        else:
            length = end - start if u.speech_ms is None else u.speech_ms
        speaker = u.speaker
        if speaker == "caller":
            self._caller_turns += 1
            self._caller_speech_ms += length
            self._caller_step(u, start, end)
        elif speaker == "agent":
            self._agent_turns += 1
            self._agent_speech_ms += length
            if start is not None:
                self._agent_turns_timed += 1
            self._agent_step(u, start, end)
        elif self._pending is not None:
            # Somebody else has answered: a person the call was handed to, or a voice on the caller's side.
            self._not_due += 1
            self._pending = self._asked = None
            self._filling = False
        if end is None:
            if start is not None or last is not None:
                self._last, self._audible_until = u, None
        elif until is None or end >= until:
            self._last, self._audible_until = u, end

    def _silence(
        self, start: int, end: int, before: Utterance, after: Utterance | None, *, closed: bool = False
    ) -> Silence:
        floor = self._floor if before.speaker == "other" else before
        return _new(
            Silence, (start, end, before, after, floor, self._last_caller, self._call.tool_calls, closed)
        )

    # --- the caller speaks -------------------------------------------------------------------------------------

    def _caller_step(self, u: Utterance, start: int | None, end: int | None) -> None:
        agent = self._agent
        judged = False
        if start is None:
            pass
        elif agent is None:
            judged = True
        elif (agent_end := agent.timed_end_ms) is None:
            pass
        elif start >= agent_end:
            judged = True
            if self._pending is None and is_backchannel(u.text) and asks_to_wait(agent.text):
                # "Okay" to "one moment, please": the agent keeps the floor.
                self._listened(u)
                return
        elif end is not None and _is_backchannel(u, start, end, agent_end):
            judged = True
            early = agent_end - start <= _EARLY_ANSWER_MS and is_question(agent.text) and is_answer(u.text)
            if not early:
                self._listened(u)
                return
        else:
            judged = self._caller_over_agent(u, agent, start, end)
        self._count_caller_onset(judged)
        if self._opening is None:
            self._opening = u
        pending = self._pending
        if pending is not None:
            self._caller_again(pending, u, start)
        self._last_caller = self._floor = u
        if pending is None or end is None or (pending.timed_end_ms or -1) <= end:
            self._pending = u
        self._filling = False
        self._caller = _further(self._caller, u)

    def _listened(self, u: Utterance) -> None:
        self._count_caller_onset(True)
        self._backchannels.append(u)

    def _count_caller_onset(self, judged: bool) -> None:
        self._caller_judged = judged
        if judged:
            self._caller_onsets += 1
        else:
            self._caller_onsets_unknown += 1

    def _caller_over_agent(self, u: Utterance, agent: Utterance, start: int, end: int | None) -> bool:
        """Whether it could be told for how long. Of turns that were merged from fragments, only what must have overlapped counts."""
        agent_end = agent.timed_end_ms
        if agent_end is None or end is None or agent.timed_start_ms is None:
            return False
        if start - agent.timed_start_ms <= START_TOLERANCE_MS:
            return True
        overlap = min(agent_end, end) - start - _pauses(agent) - _pauses(u)
        if overlap > 0:
            self._talk_overs.append(_OpenTalkOver(u, agent, overlap, agent_end))
        return overlap > 0

    def _caller_again(self, pending: Utterance, u: Utterance, start: int | None) -> None:
        """The caller goes on without an answer: often a pause of the caller's own. How long it was is for others to judge.

        A caller who says the same again, or asks whether anybody is there, has been waiting; then the whole wait counts, to
        the answer or the end.
        """
        pending_end = pending.timed_end_ms
        if pending_end is None or start is None:
            self._unanswered_unknown += 1
        elif start > pending_end and not self._agent_holds(pending_end):
            waited = start - pending_end
            if self._asked is not None:
                return
            if waited >= _PROMPT_MS and asks_to_wait(pending.text):
                return
            if waited >= _PROMPT_MS and (is_line_check(u.text) or u.text == pending.text != ""):
                self._asked = pending
            else:
                self._unanswered.append(Unanswered(pending, waited, until_end=False))

    def _settle(self, ms: int | None, *, until_end: bool) -> None:
        """The wait of a caller who had to ask again is over."""
        asked, self._asked = self._asked, None
        if asked is None:
            return
        asked_end = asked.timed_end_ms
        if ms is None or asked_end is None:
            self._unanswered_unknown += 1
        else:
            self._unanswered.append(Unanswered(asked, ms - asked_end, until_end=until_end, asked_again=True))

    # --- the agent speaks --------------------------------------------------------------------------------------

    def _agent_step(self, u: Utterance, start: int | None, end: int | None) -> None:
        if start is not None and self._pending is not None and self._agent_goes_on(start):
            self._pending = self._caller = None
        caller = self._caller
        inside = False
        if start is None:
            self._agent_onsets_unknown += 1
        elif caller is None:
            self._agent_onsets += 1
        elif (caller_end := caller.timed_end_ms) is None:
            self._unknown_over_caller(start, caller)
        elif start >= caller_end - START_TOLERANCE_MS:
            self._agent_onsets += 1
        elif _is_backchannel(u, start, end, caller_end):
            if end is None:
                # By its words; but it may have gone on to more.
                self._unknown_over_caller(start, caller)
                self._agent = u
            else:
                self._agent_onsets += 1
            self._backchannels.append(u)
            return
        else:
            inside = True
            self._agent_over_caller(u, caller, start, end)
        if self._opening is None:
            self._opening = u
        self._floor = u
        pending = self._pending
        if pending is not None:
            pending_end = pending.timed_end_ms
            if inside and end is not None and pending_end is not None and end < pending_end:
                # Only a remark inside the caller's turn: the turn still waits for its answer.
                self._agent = _further(self._agent, u)
                return
            if self._asked is not None:
                self._settle(start, until_end=False)
            self._answer(pending, u, start)
            self._pending = None
        elif self._filling:
            self._content(start)
        self._agent = _further(self._agent, u)

    def _agent_goes_on(self, start: int) -> bool:
        """Whether the agent goes on after a pause in which the caller said no more than "mm-hm"."""
        agent, caller = self._agent, self._pending
        if agent is None or caller is None or (stopped := agent.timed_end_ms) is None:
            return False
        caller_start = caller.timed_start_ms
        if start - stopped >= _SENTENCE_PAUSE_MS or caller_start is None or caller_start < stopped:
            return False
        if is_question(agent.text) or not _listens(caller, caller_start, caller.timed_end_ms):
            return False
        self._backchannels.append(caller)
        return True

    def _agent_over_caller(self, u: Utterance, caller: Utterance, start: int, end: int | None) -> None:
        """The agent starts while the caller speaks: it goes on after a pause, interrupts, or began at the same time."""
        caller_start, caller_end = caller.timed_start_ms, caller.timed_end_ms
        if caller_start is None or caller_end is None or _pauses(caller):
            self._unknown_over_caller(start, caller)
            return
        running = self._running(start, caller)
        if running is None and start - caller_start <= START_TOLERANCE_MS:
            # Both began at once: nobody can tell who spoke over whom.
            self._agent_onsets += 1
        elif running is None and not self._had_floor_too(start, caller_start):
            self._agent_onsets += 1
            self._interruptions.append(AgentInterruption(caller, u, caller_end - start))
        elif end is None:
            self._unknown_over_caller(start, caller)
        else:
            self._agent_onsets += 1
            overlap = min(end, caller_end) - start
            if running is None:
                self._talk_overs.append(_OpenTalkOver(caller, u, overlap, end))
            else:
                running.overlap_ms += overlap
                running.until_ms = end
                running.resumed = True

    def _unknown_over_caller(self, start: int, caller: Utterance) -> None:
        """An agent's start of which nobody can tell whether the caller was speaking, or for how long both were."""
        self._agent_onsets_unknown += 1
        both = self._had_floor_too(start, caller.timed_start_ms) or self._running(start, caller) is not None
        if both and self._caller_judged:
            self._caller_onsets -= 1
            self._count_caller_onset(False)

    def _running(self, start: int, caller: Utterance) -> _OpenTalkOver | None:
        """The talk-over of this turn of the caller's, unless the agent had been quiet long enough to have given up the floor."""
        last = self._talk_overs[-1] if self._talk_overs else None
        return (
            last
            if last is not None and last.caller is caller and start - last.until_ms < _YIELDED_MS
            else None
        )

    def _had_floor_too(self, start: int, caller_start: int | None) -> bool:
        """Whether the agent, starting inside a turn of the caller's, had as good a right to the floor: both began at once, or
        the caller began in a pause between two sentences of the agent's."""
        if caller_start is None:
            return False
        stopped = self._agent.timed_end_ms if self._agent is not None else None
        pausing = stopped is not None and stopped <= caller_start and start - stopped < _SENTENCE_PAUSE_MS
        return pausing or start - caller_start <= START_TOLERANCE_MS

    def _answer(self, pending: Utterance, u: Utterance, start: int | None) -> None:
        pending_end = pending.timed_end_ms
        if start is None or pending_end is None:
            self._responses_unknown += 1
            return
        wait = start - pending_end
        asked_for_time = wait > _PROMPT_MS and asks_to_wait(pending.text)
        if asked_for_time or wait < -START_TOLERANCE_MS or self._agent_holds(pending_end):
            self._not_due += 1
        elif wait > IMPLAUSIBLE_WAIT_MS:
            self._implausible.append(Implausible(pending, u, wait))
        else:
            if wait < 0:
                wait = 0
            self._responses.append(_new(Response, (pending, u, wait, wait)))
            self._filling = True

    def _content(self, start: int | None) -> None:
        """The agent goes on after its answer: if that was a filler, this is the answer."""
        agent = self._agent
        self._filling = False
        if agent is not None and len(agent.text) <= _LONGEST_FILLER and asks_to_wait(agent.text):
            response = self._responses[-1]
            waited_from = response.caller.timed_end_ms
            if start is not None and waited_from is not None:
                self._responses[-1] = Response(
                    response.caller, response.agent, response.latency_ms, start - waited_from
                )
                self._filling = True

    def _agent_holds(self, ms: int) -> bool:
        """Whether the agent kept the floor then: still audible for long, in speech that it had begun before."""
        agent = self._agent
        if agent is None or agent.start_ms is None or agent.start_ms >= ms:
            return False
        return agent.end_ms is not None and agent.end_ms > ms + _HELD_MS

    # --- the end -----------------------------------------------------------------------------------------------

    def result(self) -> Timing:
        self._finish()
        greeting, opened = self._greeting()
        return Timing(
            timed=self._timed,
            caller_turns=self._caller_turns,
            agent_turns=self._agent_turns,
            agent_turns_timed=self._agent_turns_timed,
            responses=tuple(self._responses),
            responses_unknown=self._responses_unknown,
            implausible=tuple(self._implausible),
            not_due=self._not_due,
            unanswered=tuple(self._unanswered),
            unanswered_unknown=self._unanswered_unknown,
            last_turn_open=self._last_turn_open,
            silences=tuple(self._silences),
            silences_judged=self._silences_judged,
            silences_unknown=self._silences_unknown,
            tail_ms=self._tail_ms,
            talk_overs=tuple(
                [TalkOver(t.caller, t.agent, t.overlap_ms, _yield_ms(t)) for t in self._talk_overs]
            ),
            caller_onsets_judged=self._caller_onsets,
            caller_onsets_unknown=self._caller_onsets_unknown,
            agent_interruptions=tuple(self._interruptions),
            agent_onsets_judged=self._agent_onsets,
            agent_onsets_unknown=self._agent_onsets_unknown,
            backchannels=tuple(self._backchannels),
            opening=self._opening,
            greeting_ms=greeting,
            caller_opened_ms=opened,
            caller_speech_ms=self._caller_speech_ms,
            agent_speech_ms=self._agent_speech_ms,
            speech_unknown=self._speech_unknown,
        )

    def _finish(self) -> None:
        ended, pending, last, until = self._call.ended_ms, self._pending, self._last, self._audible_until
        closing = pending is not None and self._needs_no_answer(pending)
        if pending is not None and not closing:
            pending_end = pending.timed_end_ms
            if pending_end is None or ended is None:
                self._unanswered_unknown += 1
                self._last_turn_open = True
            elif self._asked is not None:
                self._settle(ended, until_end=True)
            elif ended > pending_end:
                self._unanswered.append(Unanswered(pending, ended - pending_end, until_end=True))
        if last is None:
            return
        if until is not None and ended is not None:
            self._tail_ms = max(0, ended - until)
            self._silences_judged += 1
            if self._tail_ms >= SHORTEST_SILENCE_MS:
                self._silences.append(self._silence(until, ended, last, None, closed=closing))
        elif not closing and (ended is not None or last.speaker == "caller" or asks_to_wait(last.text)):
            # Without an end of the line, nothing is missed after a last word of the agent's that leaves the floor to the caller.
            self._silences_unknown += 1

    def _needs_no_answer(self, last: Utterance) -> bool:
        """Whether the caller's last words may stand: a goodbye, a thank-you for one, a request for time, or said while the
        agent held the floor."""
        agent, end = self._agent, last.timed_end_ms
        if end is not None and self._agent_holds(end):
            return True
        if is_farewell(last.text) or asks_to_wait(last.text):
            return True
        return agent is not None and is_farewell(agent.text) and is_short_reply(last.text)

    def _greeting(self) -> tuple[int | None, int | None]:
        connected, opening = self._call.line.connected, self._opening
        if connected is None or opening is None or connected.quality not in ("measured", "reported"):
            return None, None
        start = opening.timed_start_ms
        if start is None or start < connected.ms - _EARLY_MEDIA_MS:
            return None, None
        waited = max(0, start - connected.ms)
        return (waited, None) if opening.speaker == "agent" else (None, waited)


def _is_backchannel(u: Utterance, start: int, end: int | None, until: int) -> bool:
    """Inside the other side's speech, which goes on `until` later, and not meant to take the floor."""
    return (end is None or end <= until) and _listens(u, start, end)


def _listens(u: Utterance, start: int, end: int | None) -> bool:
    """Words decide, else the length."""
    if u.backchannel is not None:
        return u.backchannel
    text = u.text
    if text.strip():
        return is_backchannel(text)
    return end is not None and end - start < BACKCHANNEL_MS


def _further(a: Utterance | None, b: Utterance) -> Utterance:
    """The one that reaches further; one whose end is not known may reach anywhere, until its speaker speaks again."""
    if a is None:
        return b
    a_end, b_end = a.timed_end_ms, b.timed_end_ms
    return b if a_end is None or b_end is None or b_end >= a_end else a


def _pauses(u: Utterance) -> int:
    """How much of an utterance that was merged from fragments may have been silence."""
    if u.speech_ms is None or u.start_ms is None or u.end_ms is None:
        return 0
    pauses = u.end_ms - u.start_ms - u.speech_ms
    return pauses if pauses > _MERGED_PAUSES_MS else 0


def _yield_ms(t: _OpenTalkOver) -> int | None:
    agent_end, start, caller_end = t.agent.timed_end_ms, t.caller.timed_start_ms, t.caller.timed_end_ms
    if t.resumed or agent_end is None or start is None or caller_end is None:
        return None
    return agent_end - start if agent_end <= caller_end + _HELD_MS else None

"""Whose a silence was: the side that was to speak next."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from callproof.evidence.call import ToolCall, Utterance
from callproof.spoken.phrases import asks_for_answer, asks_to_wait, is_farewell, is_line_check, is_question

# Shorter gaps between sounds are the rhythm of speech and of taking turns, and are not listed.
SHORTEST_SILENCE_MS = 1000
# A wait longer than this is no answer time: the two clocks do not fit together.
IMPLAUSIBLE_WAIT_MS = 120_000

SilenceOwner: TypeAlias = Literal["agent", "caller", "unknown"]


class Silence(NamedTuple):
    """Nobody audible, for a second or longer. `floor` is who of caller and agent spoke last, `caller` what the caller said
    last; `closed`: the call was over in all but name."""

    start_ms: int
    end_ms: int
    before: Utterance
    after: Utterance | None
    floor: Utterance | None
    caller: Utterance | None
    tools: tuple[ToolCall, ...]
    closed: bool = False

    @property
    def duration_ms(self) -> int:
        return self.end_ms - self.start_ms

    @property
    def owner(self) -> SilenceOwner:
        """The side whose turn it was to speak; looked for only where it is asked, since it takes reading the words.

        The caller's are those in which the caller thinks, has asked for time or is to answer, and the one after a goodbye. It
        is unknown after an agent's utterance without a text, if the agent speaks next: nobody can tell whether it had asked;
        and when the wait is too long to be true.
        """
        floor, after = self.floor, self.after
        if self.closed:
            return "caller"
        if floor is None:
            return "unknown"
        if floor.speaker == "caller":
            answered = after is not None and after.speaker == "agent"
            implausible = self.duration_ms > IMPLAUSIBLE_WAIT_MS and answered
            return "unknown" if implausible else _after_caller(floor, after)
        at_end = after is None
        runs = any(_runs(tool, floor, self.start_ms, self.end_ms, at_end) for tool in self.tools)
        if after is not None and after.speaker == "agent" and not runs and self._caller_asked_for_time():
            return "caller"
        return _after_agent(floor, after, runs)

    def _caller_asked_for_time(self) -> bool:
        """A caller who asked for time has it until they speak; what the agent says meanwhile takes it from nobody."""
        return self.caller is not None and asks_to_wait(self.caller.text)


def _after_caller(before: Utterance, after: Utterance | None) -> SilenceOwner:
    if asks_to_wait(before.text):
        return "caller"
    if after is None:
        return "caller" if is_farewell(before.text) else "agent"
    if after.speaker == "caller":
        return "agent" if is_line_check(after.text) else "caller"
    return "agent"


def _after_agent(before: Utterance, after: Utterance | None, tool_runs: bool) -> SilenceOwner:
    if asks_to_wait(before.text):
        return "agent"
    if after is None:
        return "agent" if tool_runs else "caller"
    asked = asks_for_answer(before.text)
    if tool_runs and not asked:
        return "agent"
    checks_line = is_line_check(after.text)
    if after.speaker == "caller":
        if asked or not checks_line:
            return "caller"
        return "agent" if before.text.strip() else "unknown"
    if asked or checks_line:
        return "caller"
    if is_question(after.text):
        # Perhaps the agent asks for something a second time.
        return "unknown"
    return "agent" if before.text.strip() and after.speaker == "agent" else "unknown"


def _runs(tool: ToolCall, before: Utterance, start: int, end: int, at_end: bool) -> bool:
    """Whether a tool call ran for most of a silence, or until its end if that is the end of the call.

    A call without a result is taken to have run only after the last thing that was said: nobody knows when it ended.
    """
    sent, finished = tool.timed_sent_ms, tool.timed_finished_ms
    if sent is None or sent >= end:
        return False
    if finished is None:
        finished = tool.cancelled_ms
    if finished is None:
        if tool.status != "sent" or sent < (before.start_ms or 0):
            return False
        finished = end
    if at_end:
        return finished >= end
    return 2 * (min(finished, end) - max(sent, start)) > end - start

"""What is wrong with what an agent sends, in the log: a few times each, and counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from callproof.calling.simulation.log import Log
from callproof.calling.wire.events import AgentText, Problem, ProblemKind
from callproof.evidence.events import LineError

# Of one utterance: some twenty minutes of speech, and the same as an agent may report.
LONGEST_TEXT = 20_000
_EACH = 20


class Troubles:
    """An agent that does one thing wrong with each frame does it fifty times a second."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._times: Counter[ProblemKind] = Counter()
        self._told: Counter[ProblemKind] = Counter()
        self._fatal = False

    def note(self, problem: Problem) -> None:
        self._times[problem.kind] += 1
        ends_the_call = problem.fatal and not self._fatal
        self._fatal |= problem.fatal
        if self._told[problem.kind] < _EACH or ends_the_call:
            self._told[problem.kind] += 1
            self._log.append(LineError, by="agent", message=f"{problem.kind}: {problem.message}")

    def cut(self, event: AgentText) -> AgentText:
        """A text of a length that can be worked with."""
        if len(event.text) <= LONGEST_TEXT:
            return event
        what = f"a text of {len(event.text)} characters, of which {LONGEST_TEXT} are taken"
        self.note(Problem("too_large", what))
        return replace(event, text=event.text[:LONGEST_TEXT])

    def counted(self) -> None:
        """The call is over: how often each was passed over."""
        for kind, times in self._times.items():
            if more := times - self._told[kind]:
                self._log.append(LineError, by="agent", message=f"{kind}: {more} more of this kind")

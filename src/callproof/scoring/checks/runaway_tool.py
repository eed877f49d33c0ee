"""One tool is called over and over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call, ToolCall
from callproof.scoring.checks.reasons import NO_TOOL_CALLS, about_action
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN, seconds
from callproof.scoring.findings import Finding, Outcome, Severity
from callproof.scoring.timing import Timing


@check
@dataclass(frozen=True, slots=True)
class RunawayTool:
    """A tool is called more than `most` times in a call, or more than `most_at_once` times within `window_ms`."""

    id: ClassVar[str] = "runaway_tool"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    severity: Severity = "high"
    most: int = 25
    most_at_once: int = 10
    window_ms: int = 60_000

    def judge(self, call: Call, timing: Timing) -> Outcome:
        tools = call.tool_calls
        if not tools:
            return NO_TOOL_CALLS
        fewest = min(self.most, self.most_at_once)
        if len(tools) <= fewest:
            return CLEAN
        findings: list[Finding] = []
        missing = 0
        for name, count in Counter(tool.name for tool in tools if tool.status != "built").items():
            if count <= fewest:
                continue
            calls = [tool for tool in tools if tool.name == name and tool.status != "built"]
            times = sorted(tool.timed_sent_ms for tool in calls if tool.timed_sent_ms is not None)
            at_once = _busiest(times, self.window_ms)
            if count > self.most or at_once > self.most_at_once:
                findings.append(self._finding(call, calls, at_once))
            else:
                missing += len(times) < count
        if not findings and not missing:
            return CLEAN
        reason = "it is not known when a tool was called that was called often"
        return Outcome(tuple(findings), missing=reason if missing else None)

    def _finding(self, call: Call, calls: Sequence[ToolCall], at_once: int) -> Finding:
        first, last = calls[0], calls[-1]
        span = (
            f" in {seconds(last.sent_ms - first.sent_ms)}"
            if first.sent_ms is not None and last.sent_ms is not None and last.sent_ms > first.sent_ms
            else ""
        )
        return about_action(
            call,
            first,
            self.id,
            self.severity,
            f"{first.name} was called {len(calls)} times{span}",
            count=len(calls),
            at_once=at_once,
            limits={"most": self.most, "most_at_once": self.most_at_once, "window_ms": self.window_ms},
            events=[tool.events[0] for tool in calls[1:]],
        )


def _busiest(times: Sequence[int], window_ms: int) -> int:
    """The largest number of times within one window; 1000, 2000 and 62 001 ms hold two within a minute."""
    most = start = 0
    for end, ms in enumerate(times):
        while ms - times[start] > window_ms:
            start += 1
        most = max(most, end - start + 1)
    return most

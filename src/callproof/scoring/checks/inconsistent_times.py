"""Times that cannot all be true."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call, Utterance
from callproof.evidence.events import Speaker
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN, NO_TIMES, seconds
from callproof.scoring.findings import Finding, Outcome, Severity
from callproof.scoring.timing import Timing


@check
@dataclass(frozen=True, slots=True)
class InconsistentTimes:
    """The record's times contradict each other or cannot be true, so figures by the clock mean little.

    High: times that the importer had to leave out, an end before its start, a result before its call, waits over two minutes, and
    reported latencies that are negative, no number or over `runtime_ms`. Medium: speech more than `outside_ms` outside the line.
    Low: one speaker's turns overlap by more than `overlap_ms`.
    """

    id: ClassVar[str] = "inconsistent_times"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    outside_ms: int = 2000
    overlap_ms: int = 1000
    runtime_ms: int = 120_000

    def judge(self, call: Call, timing: Timing) -> Outcome:
        findings: list[Finding] = []
        header = call.header
        if header.time_problems or header.runtime_latencies:
            findings.extend(self._in_header(call))
        if timing.implausible:
            findings.extend(self._waits(timing))
        if call.tool_calls:
            findings.extend(self._tools(call))
        if timing.timed:
            self._speech(call, findings)
        if findings:
            return Outcome(tuple(findings))
        return CLEAN if timing.timed else NO_TIMES

    def _in_header(self, call: Call) -> Iterator[Finding]:
        for problem in call.header.time_problems:
            yield self._high(
                f"{problem.path} {problem.message}",
                evidence={"path": problem.path, "events": []},
            )
        turns = {u.id: u for u in call.utterances}
        for latency in call.header.runtime_latencies:
            ms = latency.ms
            if math.isfinite(ms) and 0 <= ms <= self.runtime_ms:
                continue
            agent = turns.get(latency.utterance) if latency.utterance is not None else None
            told = f"{ms / 1000:.10g} s" if math.isfinite(ms) else "no finite number"
            yield self._high(
                f"the platform reports a latency that cannot be true: {told}",
                agent,
                evidence={
                    "latency_ms": ms if math.isfinite(ms) else str(ms),
                    "limit_ms": self.runtime_ms,
                    "events": list(agent.events[:1]) if agent is not None else [],
                },
            )

    def _waits(self, timing: Timing) -> Iterator[Finding]:
        for caller, agent, wait in timing.implausible:
            yield self._high(
                f"a wait of {seconds(wait)} for the agent's answer is too long to be true",
                agent,
                start_ms=caller.end_ms,
                end_ms=agent.start_ms,
                evidence={"wait_ms": wait, "events": [*caller.events[-1:], *agent.events[:1]]},
            )

    def _tools(self, call: Call) -> Iterator[Finding]:
        for tool in call.tool_calls:
            sent, finished = tool.timed_sent_ms, tool.timed_finished_ms
            if sent is not None and finished is not None and finished < sent:
                yield self._high(
                    f"the result of {tool.name} comes {seconds(sent - finished)} before its call",
                    start_ms=finished,
                    end_ms=sent,
                    evidence={"tool": tool.name, "early_ms": sent - finished, "events": list(tool.events)},
                )

    def _speech(self, call: Call, findings: list[Finding]) -> None:
        """One pass over the utterances; on the clean path nothing but comparisons."""
        connected = call.line.connected
        ended = call.ended_ms
        earliest = None
        if connected is not None and connected.quality in ("measured", "reported"):
            earliest = connected.ms - self.outside_ms
        latest = None if ended is None else ended + self.outside_ms
        # Of each speaker, the latest end so far, and whose it is.
        furthest: dict[Speaker, int] = {}
        furthest_of: dict[Speaker, Utterance] = {}
        for u in call.utterances:
            start, end, speaker = u.timed_start_ms, u.timed_end_ms, u.speaker
            if start is not None:
                if earliest is not None and start < earliest:
                    findings.append(self._outside(u, earliest + self.outside_ms - start, "starts", "before"))
                if end is not None and end < start:
                    findings.append(self._ends_first(u, start, end))
            if end is None:
                continue
            if latest is not None and ended is not None and end > latest:
                findings.append(self._outside(u, end - ended, "ends", "after"))
            before = furthest.get(speaker)
            if before is not None and start is not None and start < before and speaker != "other":
                overlap = min(before, end) - start
                if overlap > self.overlap_ms:
                    findings.append(self._with_itself(furthest_of[speaker], u, overlap))
            if before is None or end > before:
                furthest[speaker], furthest_of[speaker] = end, u

    def _outside(self, u: Utterance, by_ms: int, edge: str, side: str) -> Finding:
        event = "the call was connected" if side == "before" else "the call ended"
        return self._finding(
            "medium",
            f"a turn of the {u.speaker}'s {edge} {seconds(by_ms)} {side} {event}",
            u,
            start_ms=u.start_ms,
            end_ms=u.end_ms,
            evidence={
                "outside_ms": by_ms,
                "limit_ms": self.outside_ms,
                "events": list(u.events[:1] if side == "before" else u.events[-1:]),
            },
        )

    def _ends_first(self, u: Utterance, start: int, end: int) -> Finding:
        return self._high(
            f"a turn of the {u.speaker}'s ends {seconds(start - end)} before it starts",
            u,
            start_ms=end,
            end_ms=start,
            evidence={"early_ms": start - end, "events": [*u.events[:1], *u.events[-1:]]},
        )

    def _with_itself(self, before: Utterance, u: Utterance, overlap: int) -> Finding:
        return self._finding(
            "low",
            f"two turns of the {u.speaker}'s overlap by {seconds(overlap, self.overlap_ms)}",
            u,
            start_ms=u.start_ms,
            end_ms=before.end_ms,
            evidence={
                "overlap_ms": overlap,
                "limit_ms": self.overlap_ms,
                "events": [*before.events[-1:], *u.events[:1]],
            },
        )

    def _high(
        self,
        message: str,
        u: Utterance | None = None,
        *,
        start_ms: int | None = None,
        end_ms: int | None = None,
        evidence: dict[str, object],
    ) -> Finding:
        return self._finding("high", message, u, start_ms=start_ms, end_ms=end_ms, evidence=evidence)

    def _finding(
        self,
        severity: Severity,
        message: str,
        u: Utterance | None,
        *,
        start_ms: int | None,
        end_ms: int | None,
        evidence: dict[str, object],
    ) -> Finding:
        return Finding(
            check=self.id,
            severity=severity,
            message=message,
            turn=None if u is None else u.index,
            start_ms=start_ms,
            end_ms=end_ms,
            evidence=evidence,
        )

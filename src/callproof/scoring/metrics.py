"""The figures of one call. A figure that cannot be had is None or has n = 0; it is never 0 for want of evidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from callproof.evidence.call import Call
from callproof.evidence.frozen import quick_init
from callproof.scoring.statistics import distribution, percentile
from callproof.scoring.timing import Timing

DEAD_AIR_MS = 3000


@quick_init
@dataclass(frozen=True, slots=True)
class Metrics:
    """Per call; the sequences hold a value a turn, so that a run can pool them.

    `response_latency_ex_filler_ms` is up to the first utterance that is more than "let me check". `responses_not_due` are answers
    without a wait to measure: begun before the caller had finished, or after the caller had asked for time. A sum or a count is
    None when no part of the call could be looked at for it; the checks say where only a part could.

    `runtime_gap_ms`: our latency less the platform's own figure for the same answer, or their medians' difference when
    the platform does not say which answer it means.
    """

    response_latency_ms: Sequence[int]
    response_latency_ex_filler_ms: Sequence[int]
    responses_unknown: int
    responses_not_due: int
    greeting_latency_ms: int | None
    dead_air_ms: int | None
    talk_over_ms: int | None
    yield_time_ms: Sequence[int]
    agent_interrupts: int | None
    talk_ratio: float | None
    runtime_gap_ms: Sequence[float]
    caller_turns: int
    agent_turns: int

    def to_json(self) -> dict[str, Any]:
        return {
            "response_latency_ms": {
                **distribution(self.response_latency_ms).to_json(),
                "values": list(self.response_latency_ms),
                "not_measured": self.responses_unknown,
                "not_due": self.responses_not_due,
            },
            "response_latency_ex_filler_ms": {
                **distribution(self.response_latency_ex_filler_ms).to_json(),
                "values": list(self.response_latency_ex_filler_ms),
            },
            "greeting_latency_ms": self.greeting_latency_ms,
            "dead_air_ms": self.dead_air_ms,
            "talk_over_ms": self.talk_over_ms,
            "yield_time_ms": {
                **distribution(self.yield_time_ms).to_json(),
                "values": list(self.yield_time_ms),
            },
            "agent_interrupts": self.agent_interrupts,
            "talk_ratio": self.talk_ratio,
            "runtime_gap_ms": distribution(self.runtime_gap_ms).to_json(),
            "turns": {"caller": self.caller_turns, "agent": self.agent_turns},
        }


def metrics_of(call: Call, timing: Timing) -> Metrics:
    speech = timing.agent_speech_ms + timing.caller_speech_ms
    dead_air = 0
    for silence in timing.silences:
        if silence.duration_ms > DEAD_AIR_MS and silence.owner == "agent":
            dead_air += silence.duration_ms
    return Metrics(
        response_latency_ms=[response.latency_ms for response in timing.responses],
        response_latency_ex_filler_ms=[response.content_ms for response in timing.responses],
        responses_unknown=timing.responses_unknown + len(timing.implausible),
        responses_not_due=timing.not_due,
        greeting_latency_ms=timing.greeting_ms,
        dead_air_ms=dead_air if timing.silences_judged else None,
        talk_over_ms=sum([t.overlap_ms for t in timing.talk_overs]) if timing.caller_onsets_judged else None,
        yield_time_ms=[t.yield_ms for t in timing.talk_overs if t.yield_ms is not None],
        agent_interrupts=len(timing.agent_interruptions) if timing.agent_onsets_judged else None,
        talk_ratio=round(timing.agent_speech_ms / speech, 3)
        if speech and not timing.speech_unknown
        else None,
        runtime_gap_ms=_runtime_gaps(call, timing) if call.header.runtime_latencies else [],
        caller_turns=timing.caller_turns,
        agent_turns=timing.agent_turns,
    )


def _runtime_gaps(call: Call, timing: Timing) -> list[float]:
    """A reported latency that is negative or no number is no figure to compare with; `inconsistent_times` names it."""
    reported = [r for r in call.header.runtime_latencies if math.isfinite(r.ms) and r.ms >= 0]
    ours = {response.agent.id: response.latency_ms for response in timing.responses}
    gaps = [ours[r.utterance] - r.ms for r in reported if r.utterance in ours]
    unplaced = sorted([r.ms for r in reported if r.utterance is None])
    if not gaps and unplaced and ours:
        gaps = [percentile(sorted(ours.values()), 50) - percentile(unplaced, 50)]
    return [round(gap, 1) for gap in gaps]

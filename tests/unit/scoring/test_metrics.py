"""The figures of one call, and what they are when nothing is known."""

from __future__ import annotations

import json
from typing import Any

from callproof.evidence.building import RecordBuilder
from callproof.scoring.metrics import Metrics, metrics_of
from callproof.scoring.timing import timing_of
from tests.unit.scoring.calls import agent, call_of, caller, folded


def metrics(*turns: dict[str, Any], **fields: Any) -> Metrics:
    call = call_of(*turns, **fields)
    return metrics_of(call, timing_of(call))


def test_a_call_in_figures() -> None:
    """Hand-computed: 2.5 + 3 + 2 s of the agent's against 2 + 4 s of the caller's is a ratio of 7.5 / 13.5."""
    figures = metrics(
        agent(0.5, 3, "Hello, how can I help?"),
        caller(3.6, 5.6, "Where is my order?"),
        agent(9.6, 12.6, "It was sent on Monday and"),
        caller(12.2, 16.2, "no, the other one, please"),
        agent(17, 19, "That one is here."),
        connected_s=0,
        ended_s=20,
        ended_by="agent",
        completed=True,
    )
    assert figures.to_json() == {
        "response_latency_ms": {
            "n": 2, "p50": 2400, "p95": None, "p99": None, "max": 4000, "values": [4000, 800],
            "not_measured": 0, "not_due": 0,
        },
        "response_latency_ex_filler_ms": {
            "n": 2, "p50": 2400, "p95": None, "p99": None, "max": 4000, "values": [4000, 800],
        },
        "greeting_latency_ms": 500,
        "dead_air_ms": 4000,
        "talk_over_ms": 400,
        "yield_time_ms": {"n": 1, "p50": 400, "p95": None, "p99": None, "max": 400, "values": [400]},
        "agent_interrupts": 0,
        "talk_ratio": 0.556,
        "runtime_gap_ms": {"n": 0, "p50": None, "p95": None, "p99": None, "max": None},
        "turns": {"caller": 2, "agent": 3},
    }  # fmt: skip


def test_without_times_there_are_no_figures_and_no_zeros() -> None:
    shown = metrics(caller(None, text="a"), agent(None, text="b")).to_json()
    nothing = ("greeting_latency_ms", "dead_air_ms", "talk_over_ms", "agent_interrupts", "talk_ratio")
    assert {name: shown[name] for name in nothing} == dict.fromkeys(nothing)
    assert shown["response_latency_ms"]["n"] == 0
    assert shown["response_latency_ms"]["not_measured"] == 1
    assert shown["turns"] == {"caller": 1, "agent": 1}


def test_a_ratio_that_leaves_out_a_turn_is_none() -> None:
    assert metrics(caller(0, 1, "a"), agent(2, 4, "b")).talk_ratio == 0.667
    assert metrics(caller(0, 1, "a"), agent(2, 4, "b"), agent(5, text="c")).talk_ratio is None


def test_the_callers_pause_is_not_dead_air() -> None:
    assert metrics(agent(0, 1, "Your name?"), caller(9, 10, "Ann")).dead_air_ms == 0


def test_a_silence_at_the_limit_is_not_dead_air() -> None:
    assert metrics(caller(0, 1, "where?"), agent(4, 5, "there")).dead_air_ms == 0
    assert metrics(caller(0, 1, "where?"), agent(4.001, 5, "there")).dead_air_ms == 3001


def test_reported_latencies_of_no_known_turn_are_compared_by_their_medians() -> None:
    builder = RecordBuilder()
    for start in (0, 10_000, 20_000):
        builder.speech("caller", start, start + 1000, heard="and then?")
        builder.speech("agent", start + 1800, start + 3000, said="that")
    for ms in (100.0, 300.0, 900.0, -5.0):
        builder.runtime_latency(ms)
    call = folded(builder)
    assert list(metrics_of(call, timing_of(call)).runtime_gap_ms) == [500.0]


def test_figures_are_json() -> None:
    builder = RecordBuilder()
    builder.speech("caller", 0, 1000, heard="where?")
    builder.speech("agent", 1700, 3000, said="there")
    builder.runtime_latency(float("nan"), "u1")
    builder.runtime_latency(float("inf"))
    call = folded(builder)
    shown = metrics_of(call, timing_of(call)).to_json()
    assert json.loads(json.dumps(shown, allow_nan=False))["runtime_gap_ms"]["n"] == 0

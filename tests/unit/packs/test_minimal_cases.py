"""Every word of the minimal form is a call that the sound agent passes, and that whoever does nothing does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from callproof.calling.agents import NULL_AGENTS
from callproof.scenario.minimal_tables import (
    CONFLICTS,
    FAULT_NAMES,
    INTERRUPTION_TYPES,
    STAGES,
    TOOLS_BY_FIELD,
)
from callproof.scoring.outcome.case import score
from tests.unit.packs.playing import call
from tests.unit.scenario.suites import scenario

VALUES: dict[str, tuple[Any, Any]] = {
    "order_number": ("5590", "5599"),
    "quantity": (2, 5),
    "delivery_date": ("2026-03-18", "2026-03-20"),
    "amount": (35.5, 40),
    "method": ("express", "overnight"),
    "date": ("2026-03-18", "2026-03-20"),
    "time": ("10:00", "11:30"),
    "email": ("a@example.com", "b@example.com"),
}


def changes(field: str) -> dict[str, Any]:
    return {"field": field, "initial_value": VALUES[field][0], "corrected_value": VALUES[field][1]}


def setups() -> Iterator[tuple[str, dict[str, Any]]]:
    for field in TOOLS_BY_FIELD:
        yield "correction", changes(field)
        yield "correction", {**changes(field), "corrected_value": None}
        yield (
            "state_conflict",
            {**changes(field), "conflict": CONFLICTS[0], "interrupt_stage": "during_readback"},
        )
        first = {"field": field, "initial_value": VALUES[field][0]}
        yield "state_conflict", {**first, "conflict": "write_never_lands"}
        for fault in FAULT_NAMES:
            yield "tool_fault", {"fault": fault, "field": field, "value": VALUES[field][1]}
    for stage in STAGES:
        for kind in INTERRUPTION_TYPES:
            if stage == "during_greeting" and kind != "talk_over":
                continue
            setup = {**changes("amount"), "interrupt_stage": stage, "interruption_type": kind}
            if kind != "change":
                del setup["corrected_value"]
            yield "interruption", setup
    yield "tool_fault", {"fault": "timeout", "faulty_tool": "find_order"}
    yield "tool_fault", {"fault": "backend_500", "status": 503, "committed": False}
    yield "tool_fault", {"fault": "timeout", "nth": None, "committed": False}
    yield "tool_fault", {"fault": "late_success", "late": "commit", "delay_ms": 6000}
    yield "tool_fault", {"fault": "wrong_record", "wrong_record": 31, "nth": 2}
    yield "tool_fault", {"fault": "partial", "keep": ["item"]}
    voucher = {"tool": "send_voucher", "field": "amount", "arguments": {"order_number": "5107"}}
    yield "correction", {**changes("amount"), **voucher}
    yield "tool_fault", {"fault": "lost_write", "value": 10, **voucher}


@pytest.mark.parametrize(
    ("category", "setup"),
    list(setups()),
    ids=lambda value: value if isinstance(value, str) else "-".join(map(str, value.values())),
)
def test_the_sound_agent_passes_it_and_whoever_does_nothing_does_not(
    category: str, setup: dict[str, Any]
) -> None:
    case = scenario({"id": "c", "category": category, "setup": setup})
    sound = score(call(case, "sound"), case)
    assert (sound.status, sound.reasons) == ("passed", ())
    assert score(call(case, "do-nothing"), case).status == "failed"


@pytest.mark.parametrize(
    ("agent", "cause"),
    [
        ("stuck-state", "state_not_updated"),
        ("stuck-payload", "stale_tool_args"),
        ("stuck-speech", "false_confirmation"),
    ],
)
@pytest.mark.parametrize("conflict", CONFLICTS[:3])
def test_each_conflict_of_the_three_is_all_of_them(conflict: str, agent: str, cause: str) -> None:
    """What gets stuck is the agent's doing."""
    setup = {**changes("quantity"), "conflict": conflict, "interrupt_stage": "during_readback"}
    case = scenario({"id": "c", "category": "state_conflict", "setup": setup})
    result = score(call(case, agent), case)
    assert (result.status, result.cause and result.cause.name) == ("failed", cause)


def never_found() -> Iterator[dict[str, Any]]:
    for field in ("quantity", "amount", "time", "email"):
        goal = {"field": field, "value": VALUES[field][1], "nth": None}
        for fault in ("empty", "partial", "wrong_record", "malformed"):
            yield {**goal, "fault": fault}
        for fault in ("timeout", "error_status"):
            yield {
                **goal,
                "fault": fault,
                "faulty_tool": "get_customer" if field == "email" else "find_order",
            }


@pytest.mark.parametrize("setup", list(never_found()), ids=lambda setup: f"{setup['fault']}-{setup['field']}")
def test_what_can_never_be_looked_up_may_be_left_by_whoever_looked_and_says_so(setup: dict[str, Any]) -> None:
    case = scenario({"id": "c", "category": "tool_fault", "setup": setup})
    record = call(case, "sound")
    sound = score(record, case)
    assert (sound.status, sound.reasons) == ("passed", ())
    assert sound.axes["tool_args_correct"].reason == "no call ran, and what was wanted could be left undone"
    # It asks for the number once more, and then tells how it is.
    said = [event.text for event in record.events if event.type == "speech.text" and event.speaker == "agent"]
    assert len(said) <= 7
    assert any("could not" in text for text in said)
    others = {agent: score(call(case, agent), case).status for agent in NULL_AGENTS}
    assert "passed" not in others.values(), others

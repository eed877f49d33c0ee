"""Whole calls with a model behind chat completions, on the real clock: what the caller does in the middle of its work."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from callproof.evidence.call import fold
from callproof.scenario.model import Fault, Scenario
from callproof.scenario.moments import Moment
from tests.unit.calling.agents.models import ModelServer, asked
from tests.unit.calling.agents.test_chat import QUICK, played, verdict
from tests.unit.calling.simulation.shop import correction, only, scenario


def quick(what: Scenario) -> Scenario:
    return replace(what, persona=QUICK.persona)


def test_a_correction_while_a_tool_is_in_flight_reaches_the_model_after_its_answer() -> None:
    what = quick(scenario(correction(Moment(kind="tool_in_flight", tool="set_quantity"))))
    with ModelServer().up() as server:
        record = played(server, what)
    calls = fold(record).tool_calls
    assert [call.arguments for call in calls] == [
        {"order_number": number, "quantity": 3} for number in ("4821", "4281")
    ]
    roles = [message["role"] for message in server.requests[1]["messages"]][-3:]
    assert roles == ["assistant", "tool", "user"]
    # Chat completions cannot take a call back, and this model does not undo it: the stale write is found.
    assert verdict(record, what)["cause"]["name"] == "inflight_call_not_cancelled"


def test_a_caller_who_speaks_while_the_model_thinks_is_put_to_it_anew() -> None:
    what = quick(scenario(correction(Moment(kind="silence", ms=300))))
    with ModelServer(think_s=1.2).up() as server:
        record = played(server, what)
    assert [call.arguments for call in fold(record).tool_calls] == [{"order_number": "4281", "quantity": 3}]
    assert [m["content"] for m in server.requests[1]["messages"] if m["role"] == "user"] == [
        "Please send 3 of order 4821.",
        "No, 4281.",
    ]


def test_of_what_the_caller_breaks_off_the_model_is_shown_what_was_heard() -> None:
    what = quick(scenario(correction(Moment(kind="agent_says", text="order"))))
    with ModelServer().up() as server:
        record = played(server, what)
    (cut,) = [u for u in fold(record).utterances if u.cut]
    told = [m["content"] for m in server.requests[-2]["messages"] if m["role"] == "assistant"]
    assert cut.played in told
    assert "I have set order 4821 to 3. Goodbye!" not in told


def test_a_fault_reaches_the_model_as_an_error() -> None:
    what = quick(scenario(faults=(Fault(tool="set_quantity", kind="error_status"),)))
    with ModelServer().up() as server:
        record = played(server, what)
    (answer,) = [m for m in server.requests[1]["messages"] if m["role"] == "tool"]
    assert "error" in json.loads(answer["content"])
    assert only(record, "tool.failed").reason == "error"


def test_arguments_that_are_no_json_and_a_tool_that_is_none_are_answered_and_written_down() -> None:
    def confused(messages: list[dict[str, Any]]) -> dict[str, Any]:
        if messages[-1]["role"] == "tool":
            return {"role": "assistant", "content": "I could not do that. Goodbye!"}
        calls = [asked("a", "set_quantity", "{order: 1"), asked("b", "make_coffee", "{}")]
        return {"role": "assistant", "content": None, "tool_calls": calls}

    with ModelServer(confused).up() as server:
        record = played(server)
    answers = [json.loads(m["content"]) for m in server.requests[1]["messages"] if m["role"] == "tool"]
    assert len(answers) == 2
    assert all("error" in answer for answer in answers)
    assert [call.name for call in fold(record).tool_calls] == ["set_quantity", "make_coffee"]
    assert verdict(record)["status"] == "failed"

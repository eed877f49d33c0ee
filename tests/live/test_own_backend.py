"""The example with a backend of its own, on the real clock: what its agent gets wrong is found in its own rows."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_run_own_backend import events, placed, service

__all__ = ["service"]


def test_calls_go_one_at_a_time_and_pass(tmp_path: Path, service: tuple[Path, str]) -> None:
    done = placed(tmp_path, service, {}, "--at-once", "4", "--only", "set-quantity,no-answer-and-done")
    assert done.code == 0, done.out + done.err
    assert done.json["passed"] == 2
    # They share the service's rows.
    assert "calls go one at a time" in done.err


def test_a_write_that_the_service_never_made_is_found_in_an_agent_that_trusts_its_answer(
    tmp_path: Path, service: tuple[Path, str]
) -> None:
    name = "said-done-and-was-not"
    done = placed(tmp_path, service, {}, "--only", name, AGENT_DEFECT="trusting")
    assert done.code == 1, done.out + done.err
    (case,) = done.json["cases"]
    assert (case["status"], case["cause"]["name"]) == ("failed", "write_lost")
    assert [e["kind"] for e in events(tmp_path, name, "fault.injected")] == ["acknowledged_but_lost"]
    (returned,) = [e for e in events(tmp_path, name, "tool.returned") if e["call"] == "t1"]
    assert returned["result"] == {
        "order_number": "5590",
        "item": "unknown",
        "quantity": 4,
        "updated_at": None,
    }

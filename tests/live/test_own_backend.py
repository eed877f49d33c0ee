"""The example with a backend of its own, on the real clock: what its agent gets wrong is found in its own rows."""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

from tests.cli.test_run_own_backend import events, placed, service
from tests.meta.source import ROOT
from tests.ports import free_port

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


def test_an_agent_with_a_voice_is_told_in_its_connection_where_the_proxy_is(
    tmp_path: Path, service: tuple[Path, str]
) -> None:
    port = str(free_port())
    # Its own protocol, but for the parts that say who it is.
    protocol = yaml.safe_load((ROOT / "examples" / "websocket-agent" / "agent.yaml").read_text())["websocket"]
    protocol["send"]["hello"][0]["proxy"] = "$proxy"
    clerk = [sys.executable, str(ROOT / "tests" / "live" / "own_api_clerk.py")]
    changes = {
        "agent": f"websocket:ws://127.0.0.1:{port}/talk",
        "start": {"command": clerk, "env": {"PORT": port}, "ready": {"line": "listening"}},
        "websocket": protocol,
        "chat": None,
    }
    done = placed(tmp_path, service, changes, "--only", "set-quantity", "--input", "text")
    assert done.code == 0, done.out + done.err
    (case,) = done.json["cases"]
    assert {verdict["status"] for verdict in case["axes"].values()} == {"pass"}
    (write,) = events(tmp_path, "set-quantity", "write.committed")
    assert (write["key"], write["after"]["quantity"], write["call"]) == ("4821", 3, "t0")
    assert (tmp_path / "run" / "calls" / "set-quantity" / "audio.flac").stat().st_size > 10_000

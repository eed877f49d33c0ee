"""`callproof run` against an agent with an API and rows of its own: the example, in whole processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.running import Done, run, spawn
from tests.meta.source import ROOT
from tests.ports import free_port

EXAMPLE = ROOT / "examples" / "own-backend"
SERVICE_PORT, AGENT_PORT = "8801", "8802"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """The order service in its own process; its file, and its port."""
    port, rows = str(free_port()), tmp_path / "orders.db"
    command = [sys.executable, str(EXAMPLE / "service.py"), "--port", port, "--db", str(rows)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/orders", timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield rows, port
    finally:
        process.kill()
        process.wait()


def placed(
    folder: Path, service: tuple[Path, str], changes: dict[str, Any], *options: str, **env: str
) -> Done:
    """A run of the example's suite, with other ports, and parts of the agent's file changed."""
    return spawn(*prepared(folder, service, changes), *options, cwd=folder, env={**os.environ, **env})


def prepared(folder: Path, service: tuple[Path, str], changes: dict[str, Any]) -> list[str]:
    """The agent's file in the folder; what to type there."""
    text = (EXAMPLE / "agent.yaml").read_text().replace(SERVICE_PORT, service[1])
    data = yaml.safe_load(text.replace(AGENT_PORT, str(free_port())))
    data["start"]["command"] = [sys.executable, str(EXAMPLE / "agent.py")]
    for path, value in changes.items():
        place, *rest = path.split(".")
        if rest:
            data[place][rest[0]] = value
        else:
            data.pop(place) if value is None else data.update({place: value})
    (folder / "agent.yaml").write_text(yaml.safe_dump(data))
    return ["run", str(EXAMPLE / "suite.yaml"), "--agent", "agent.yaml", "-o", "run", "--json"]


def events(folder: Path, case: str, *types: str) -> list[dict[str, Any]]:
    lines = (folder / "run" / "calls" / case / "call.jsonl").read_text().splitlines()
    return [event for event in map(json.loads, lines[1:]) if not types or event["type"] in types]


def test_a_correction_in_flight_of_a_call_to_the_users_own_api(
    tmp_path: Path, service: tuple[Path, str]
) -> None:
    # The rows are read from the service's own file.
    query = {"query": "SELECT * FROM orders", "key": "order_number"}
    probes = [{"kind": "sql", "url": f"sqlite:///{service[0]}", "tables": {"orders": query}}]
    name = "other-number-in-flight"
    done = placed(tmp_path, service, {"backend.probes": probes}, "--only", name)
    assert done.code == 0, done.out + done.err
    (case,) = done.json["cases"]
    assert {axis: verdict["status"] for axis, verdict in case["axes"].items()} == dict.fromkeys(
        case["axes"], "pass"
    )
    sent = [(e["name"], e["arguments"]) for e in events(tmp_path, name, "tool.sent") if "consequential" in e]
    assert [arguments for tool, arguments in sent if tool == "set_quantity"] == [
        {"order_number": "4821", "quantity": 3},
        {"order_number": "4821", "quantity": 1},
        {"order_number": "4281", "quantity": 3},
    ]
    writes = events(tmp_path, name, "write.committed")
    assert [(w["key"], w["after"]["quantity"], w["quality"]) for w in writes] == [
        ("4821", 3, "derived"),
        ("4821", 1, "derived"),
        ("4281", 3, "derived"),
    ]
    began = next(e["ms"] for e in events(tmp_path, name, "caller.began") if e["kind"] == "correction")
    ended = next(e["ms"] for e in events(tmp_path, name, "caller.ended") if e["act"] == "l2")
    # The request was held until the caller had finished, and written between passing it on and its answer.
    assert began < ended < writes[0]["not_before_ms"] <= writes[0]["ms"]
    answers = {e["call"]: e for e in events(tmp_path, name, "tool.returned")}
    assert all(write["ms"] <= answers[write["call"]]["ms"] for write in writes)
    assert (
        json.loads((tmp_path / "run" / "calls" / name / "call.jsonl").read_text().splitlines()[0])[
            "own_backend"
        ]
        == "watched"
    )


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"backend.probes": [{"kind": "sql", "url": "sqlite:///none.db", "tables": {}}]},
            "there is no file none.db",
        ),
        (
            {"backend.probes": [{"kind": "python", "function": "rows:read"}]},
            "the backend's probes read no table 'orders', which the scenario's world has (they read: customers)",
        ),
        (
            {"backend.seed": [{"kind": "http", "url": "http://127.0.0.1:9/reset"}]},
            "the backend's hook seed[0] (http) failed: ConnectError",
        ),
    ],
)
def test_a_backend_that_cannot_be_read_or_set_up_is_no_pass(
    changes: dict[str, Any], reason: str, tmp_path: Path, service: tuple[Path, str]
) -> None:
    (tmp_path / "rows.py").write_text("def read():\n    return {'customers': {}}\n")
    done = placed(tmp_path, service, changes, "--only", "set-quantity")
    (case,) = done.json["cases"]
    assert (case["status"], case["blame"]) == ("invalid", "platform")
    assert reason in case["reasons"][0]
    # Not 3: callproof itself has not failed.
    assert done.code == 1
    assert not done.json["gate"]["passed"]
    # Nobody was called.
    assert not events(tmp_path, "set-quantity", "speech.started")


def test_a_hook_that_fails_for_one_call_leaves_the_others_of_the_batch(
    tmp_path: Path, service: tuple[Path, str]
) -> None:
    lines = [
        "def seed(call):",
        "    if call == 'set-quantity':",
        "        raise LookupError(f'no account for {call}')",
    ]
    (tmp_path / "accounts.py").write_text("\n".join(lines))
    reset = {"kind": "http", "url": f"http://127.0.0.1:{service[1]}/test/reset"}
    seed = [reset, {"kind": "python", "function": "accounts:seed"}]
    only = ["--only", "set-quantity", "--only", "other-number-in-flight"]
    done = placed(tmp_path, service, {"backend.seed": seed}, *only)
    cases = {case["id"]: case for case in done.json["cases"]}
    broken, whole = cases["set-quantity"], cases["other-number-in-flight"]
    assert whole["status"] == "passed"
    assert (broken["status"], broken["blame"], broken["cause"]) == ("invalid", "platform", None)
    assert broken["reasons"] == [
        "the backend's hook seed[1] (python) failed: LookupError: no account for set-quantity"
    ]
    ended = events(tmp_path, "set-quantity", "line.ended")
    assert [(event["by"], event["reason"]) for event in ended] == [("platform", "backend hook failed")]
    assert done.code == 1
    assert "callproof itself failed" not in done.err


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        (
            {"backend": None},
            "proxy",
            "needs `backend`: what the agent's API has done has to be read somewhere",
        ),
        ({"backend.probs": []}, "backend.probs", "is not a field that is known here. Did you mean 'probes'?"),
        (
            {"proxy.bass_url": "x"},
            "proxy.bass_url",
            "is not a field that is known here. Did you mean 'base_url'?",
        ),
        (
            {"backend.production_hosts": ["127.0.0.*"]},
            "backend.probes[0]",
            "the API: 127.0.0.1 is on the list of production hosts (127.0.0.*), which no run may touch",
        ),
        ({"backend.poll_ms": 1}, "backend.poll_ms", "found 1, expected at least 50"),
        ({"proxy.key": "short"}, "proxy.key", "expected 16 to 128 letters, figures, - and _"),
    ],
)
def test_what_cannot_be_used_is_said_before_anybody_is_called(
    changes: dict[str, Any],
    place: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*prepared(tmp_path, (tmp_path / "none.db", str(free_port())), changes))
    assert done.code == 2
    assert f"agent.yaml: {place}: {message}" in done.err


def test_the_proxys_address_is_shown_to_nobody_but_the_agent(
    tmp_path: Path, service: tuple[Path, str]
) -> None:
    dies = "import os, sys; print('at', os.environ['API_BASE_URL'], flush=True); sys.exit(3)"
    start = {"command": [sys.executable, "-c", dies], "ready": {"line": "never"}}
    key = "k" * 24
    done = placed(tmp_path, service, {"start": start, "proxy.key": key})
    assert done.code == 2
    assert "/proxy/***/-" in done.err
    assert key not in done.out + done.err

"""Reports from an agent: in order, without waiting, and never an exception."""

from __future__ import annotations

import logging
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import callproof.observers
from callproof.observers.reporter import Reporter
from tests.unit.calling.toolserver.running import Running, run
from tests.unit.observers.reporting import flushed, reporting

THREE = {"order_number": "4821", "quantity": 3}


def test_states_are_counted_when_they_change() -> None:
    async def test() -> None:
        call = Running()
        async with reporting(call) as (reporter, _):
            fields: dict[str, Any] = {"quantity": 1}
            assert reporter.state(fields) == 0
            assert reporter.state({"quantity": 1}) == 0
            fields["quantity"] = 3
            assert reporter.state(fields) == 1
            reporter.built("c1", "set_quantity", THREE)
            await flushed(reporter)
            assert [(event.version, event.fields) for event in call.events("state.reported")] == [
                (0, {"quantity": 1}),
                (1, {"quantity": 3}),
            ]
            (built,) = call.events("tool.built")
            assert (built.arguments, built.state_version) == (THREE, 1)
            assert call.types()[-1] == "tool.built"

    run(test)


def test_many_reports_keep_their_order() -> None:
    async def test() -> None:
        call = Running()
        async with reporting(call) as (reporter, _):
            for number in range(500):
                reporter.state({"n": number})
            await flushed(reporter)
            assert [event.fields["n"] for event in call.events("state.reported")] == list(range(500))

    run(test)


def test_the_environment_says_where_to(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        call = Running()
        async with reporting(call) as (_, client):
            monkeypatch.setenv("CALLPROOF_URL", str(client.base_url))
            monkeypatch.setenv("CALLPROOF_TOKEN", client.headers["Authorization"].removeprefix("Bearer "))
            reporter = Reporter.from_environment()
            reporter.state({"a": 1})
            await flushed(reporter)
            assert len(call.events("state.reported")) == 1

    run(test)
    monkeypatch.delenv("CALLPROOF_URL")
    silent = Reporter.from_environment()
    assert silent.state({"a": 1}) == 0
    silent.built("c", "t")
    assert silent.flush()
    assert silent.dropped == 0


def test_nothing_is_raised_into_the_agent(caplog: pytest.LogCaptureFixture) -> None:
    class Odd:
        def __str__(self) -> str:
            raise RuntimeError("secret of the agent")

    with socket.create_server(("127.0.0.1", 0)) as bound:
        port = bound.getsockname()[1]
    reporter = Reporter(f"http://127.0.0.1:{port}/calls/a", "the-token-itself", within_s=0.2)
    circle: dict[str, Any] = {}
    circle["me"] = circle
    assert reporter.state(circle) is None
    assert reporter.state({"odd": Odd()}) is None
    assert reporter.state({"n": float("nan")}) is None
    reporter.built("c1", "t", {"odd": Odd()})
    reporter.built("c1", "t", 7)
    reporter.returned("c1", {1, 2})
    assert reporter.flush(5.0)
    # Four that cannot be written down, two that nobody takes.
    assert reporter.dropped == 6
    assert len(caplog.records) == 1
    assert "secret of the agent" not in caplog.text
    assert "the-token-itself" not in caplog.text


def test_a_server_that_hangs_holds_nobody_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as hanging:
        reporter = Reporter(f"http://127.0.0.1:{hanging.getsockname()[1]}", within_s=30)
        started = time.monotonic()
        for number in range(3000):
            reporter.state({"n": number})
        assert time.monotonic() - started < 1.0
        # One batch is on its way, a thousand wait, the others are counted.
        assert 1000 < reporter.dropped < 2000
        assert reporter.flush(0.05) is False


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://127.0.0.1/x", "", "nonsense"])
def test_only_http_is_spoken(url: str) -> None:
    reporter = Reporter(url)
    reporter.state({"a": 1})
    assert reporter.flush()
    assert reporter._thread is None


def test_the_token_follows_no_redirect() -> None:
    with socket.create_server(("127.0.0.1", 0)) as first, socket.create_server(("127.0.0.1", 0)) as second:
        second.settimeout(0.3)
        reporter = Reporter(f"http://127.0.0.1:{first.getsockname()[1]}", "t", within_s=5)
        reporter.state({"a": 1})
        connection, _ = first.accept()
        connection.recv(65536)
        target = f"http://127.0.0.1:{second.getsockname()[1]}/"
        connection.sendall(f"HTTP/1.1 302 Found\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n".encode())
        connection.close()
        with pytest.raises(TimeoutError):
            second.accept()
        assert reporter.flush()
        assert reporter.dropped == 1


def test_the_folder_works_where_it_is_copied_to(tmp_path: Path) -> None:
    folder = Path(str(callproof.observers.__file__)).parent
    shutil.copytree(folder, tmp_path / "told", ignore=shutil.ignore_patterns("__pycache__"))
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import told.livekit, told.pipecat, told.reporter\n"
        "assert told.reporter.Reporter(None).state({}) == 0\n"
        "foreign = {n.split('.')[0] for n in sys.modules} - set(sys.stdlib_module_names) - {'__main__', 'told'}\n"
        "print(sorted(foreign))"
    )
    # -S: nothing that is installed can be found.
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_the_log_is_one_that_is_named_after_us() -> None:
    assert logging.getLogger("callproof.observers").handlers == []

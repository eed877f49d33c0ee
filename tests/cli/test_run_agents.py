"""`callproof run` with agents that it starts, and with what it cannot use: whole processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run
from tests.ports import free_port

# Answers every chat completion with a goodbye; the second argument ends it after so many.
SERVER = """
import json, os, sys
from http.server import BaseHTTPRequestHandler, HTTPServer

left = int(sys.argv[2])

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        global left
        self.rfile.read(int(self.headers["Content-Length"]))
        if left == 0:
            print("out of memory", os.environ["MY_KEY"], flush=True)
            os._exit(9)
        left -= 1
        message = {"role": "assistant", "content": "I could not do that. Nothing has been changed. Goodbye!"}
        body = json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

print("pid", os.getpid(), flush=True)
with open(sys.argv[3], "a") as pids:
    pids.write(f"{os.getpid()}\\n")
HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""


@pytest.fixture
def port() -> int:
    return free_port()


def agent_file(folder: Path, port: int, *, lives: int) -> Path:
    (folder / "server.py").write_text(SERVER)
    file = folder / "agent.yaml"
    file.write_text(
        json.dumps(
            {
                "agent": f"chat:http://127.0.0.1:{port}/v1",
                "name": "my server",
                "chat": {"model": "m", "greeting": None},
                "start": {
                    "command": [sys.executable, "server.py", str(port), str(lives), "pids"],
                    "env": {"MY_KEY": "${MY_KEY}"},
                },
            }
        )
    )
    return file


def started(agent: Path, *args: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "callproof", "run", "outcomes-30", "--agent", str(agent), *args],
        env={**os.environ, "MY_KEY": "k-very-secret"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A job in the background of a shell inherits that nobody can interrupt it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def pids(folder: Path) -> list[int]:
    file = folder / "pids"
    return [int(line) for line in file.read_text().split()] if file.exists() else []


def test_an_agent_that_dies_spoils_the_calls_under_way_is_started_once_more_and_the_run_goes_on(
    tmp_path: Path, port: int
) -> None:
    process = started(
        agent_file(tmp_path, port, lives=0),
        "--only",
        "corr-0[123]*",
        "-o",
        str(tmp_path / "r"),
        "--json",
        "--wire",
    )
    out, err = process.communicate(timeout=100)
    results: list[dict[str, Any]] = json.loads(out)["cases"]
    assert process.returncode == 1, err
    assert [(r["status"], r["blame"]) for r in results] == [("invalid", "platform")] * 3
    first, second, third = (" ".join(r["reasons"]) for r in results)
    end = "the agent's process ended with exit code 9"
    assert f"{end}; the end of its log:\npid {pids(tmp_path)[0]}\nout of memory ***" in first
    # The second process has a log of its own; it is the last.
    assert f"{end}; the end of its log:\npid {pids(tmp_path)[1]}" in second
    assert third.endswith(f"{end}; the end of its log is shown with an earlier call")
    assert len(pids(tmp_path)) == 2
    assert "k-very-secret" not in out.decode() + err.decode()
    head = json.loads((tmp_path / "r" / "run.json").read_text())
    assert (head["agent"], head["input"], head["call_told_by"]) == ("my server", "text", "connection")
    assert len(list((tmp_path / "r").glob("calls/*/wire.jsonl"))) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_leaves_no_agent_behind(
    tmp_path: Path, port: int, number: signal.Signals
) -> None:
    process = started(agent_file(tmp_path, port, lives=1000))
    deadline = time.monotonic() + 40
    while not pids(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    (pid,) = pids(tmp_path)
    time.sleep(1)
    process.send_signal(number)
    _, err = process.communicate(timeout=40)
    assert process.returncode == 130
    assert b"stopped" in err
    assert not runs(pid)


def test_one_that_does_not_come_up_is_bad_input_with_its_log(tmp_path: Path, port: int) -> None:
    file = agent_file(tmp_path, port, lives=0)
    file.write_text(file.read_text().replace("server.py", "serve.py").replace("${MY_KEY}", "x"))
    done = run("run", "outcomes-30", "--only", "corr-01*", "--agent", file)
    assert done.code == 2
    assert f"error: {file}: start: the agent's process ended with exit code 2 before it was ready" in done.err
    assert "No such file or directory" in done.err.splitlines()[1]
    both = run("run", "outcomes-30", "--only", "corr-01*", "--agent", "sound", "--agent", file)
    assert (both.code, both.err) == (2, done.err)
    assert both.out.startswith("outcomes-30 against sound  1 case")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--agent", "naive", "--input", "sound"], "--input is 'sound', expected text or speech"),
        (["--agent", "twilio:ws://h/", "--input", "text"], "--input text: an agent of the kind twilio takes speech alone"),
        (["--agent", "chat:http://h/v1", "--input", "speech"], "--input speech: an agent of the kind chat takes text alone"),
        (["--agent", "chat:http://h/v1", "--wire"], "--wire keeps messages in a saved run; say where"),
        (["--agent", "naive", "--wire", "-o", "r"], "--wire is for agents behind a connection, and naive runs inside"),
        (["--agent", "chat:localhost:80"], "expected chat:http://host:port/v1, found 'localhost:80'"),
        (["--agent", "no-such.yaml"], "no-such.yaml: there is no such file"),
        (["--agent", "soundd", "--input", "speech"], "Did you mean 'sound'?"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said(args: list[str], said: str) -> None:
    done = run("run", "outcomes-30", "--only", "corr-01*", *args)
    assert (done.code, said in done.err) == (2, True), done.err


def test_a_spoken_agent_in_text_is_the_one_in_this_process() -> None:
    done = run(
        "run", "outcomes-30", "--only", "corr-01*", "--agent", "spoken:sound", "--input", "text", "--json"
    )
    assert done.code == 0
    assert done.json["agent"] == "sound"


def test_an_agent_s_file_is_validated_without_calling_anybody(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text("agent: twilio:ws://h/\n")
    bad.write_text("agent: chat:http://h/v1\nchat: {modell: m}\n")
    done = run("validate", good, bad)
    assert done.code == 1
    assert "    chat.modell: is not a field that is known here. Did you mean 'model'?\n" in done.out
    listed = run("validate", good, bad, "--json").json["agents"]
    assert [item["valid"] for item in listed] == [True, False]
    schema = run("validate", "--schema", "agent").json
    assert schema["title"] == "callproof agent"

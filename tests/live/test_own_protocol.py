"""The example of a home-made WebSocket protocol, started by its file and called in writing; its buzzes are recorded."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from callproof.evidence.call import fold
from callproof.evidence.files import read_record
from tests.ports import free_port

EXAMPLE = Path(__file__).parents[2] / "examples" / "websocket-agent"
CASE = "task-01-ship"


def test_the_example_passes_its_case_and_keeps_its_messages(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "agent")
    port = free_port()
    file = tmp_path / "agent" / "agent.yaml"
    text = (
        file.read_text()
        .replace("8770", str(port))
        .replace("command: [python,", f"command: [{sys.executable},")
    )
    file.write_text(text)
    command = ["run", "outcomes-extended", "--only", CASE, "--agent", str(file), "--input", "text", "--json"]
    for attempt in range(3):
        run = tmp_path / f"run{attempt}"
        done = subprocess.run(
            [sys.executable, "-m", "callproof", *command, "--wire", "-o", str(run)],
            capture_output=True,
            text=True,
            timeout=200,
            env=dict(os.environ),
        )
        (result,) = json.loads(done.stdout)["cases"]
        # A machine that is busy with other things is no fault of what is tested here.
        if result["blame"] != "harness":
            break
        print(result["reasons"])
    assert result["status"] == "passed", result["reasons"]
    folder = run / "calls" / CASE
    call = fold(read_record(folder / "call.jsonl"))
    assert [u.said for u in call.utterances if u.speaker == "agent"] == [
        "Northwind, how can I help?",
        "Shall I ship order 5599, method overnight?",
        "I have shipped order 5599, method overnight. Anything else?",
        "Goodbye!",
    ]
    assert [c.name for c in call.tool_calls] == ["ship_order", "list_shipments"]
    assert (folder / "audio.flac").stat().st_size > 10_000
    wire = [json.loads(line) for line in (folder / "wire.jsonl").read_text().splitlines()]
    hello = next(line["message"] for line in wire if line["direction"] == "sent")
    assert (hello["type"], hello["token"]) == ("start", "***")
    assert hello["tools"].endswith(f"/calls/{CASE}")
    written = [line["message"] for line in wire if line.get("message", {}).get("type") == "text"]
    assert written[0]["text"] == "Hi, I'd like to have order 5599 shipped overnight, please."
    sounds = [line["message"]["data"] for line in wire if line.get("message", {}).get("type") == "audio"]
    assert all(set(sound) == {"base64", "sha256"} for sound in sounds)

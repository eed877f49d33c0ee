"""Running the command line in tests, and small calls to give to it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from callproof.surfaces.cli import app


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*args: str | Path, stdin: bytes = b"") -> Done:
    """In this process. An exception that would be a traceback for the caller fails the test."""
    result = CliRunner().invoke(app, [str(arg) for arg in args], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


def spawn(
    *args: str | Path,
    stdin: bytes = b"",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Done:
    """In a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "callproof", *[str(arg) for arg in args]],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
        timeout=60,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def call(id: str | None, *, wait_s: float = 0.8, **more: Any) -> dict[str, Any]:
    """Greeting, question, answer after `wait_s`: up to 1.5 s nothing is wrong, over 3 s the answer is slow (high)."""
    answered = 5.0 + wait_s
    data = {
        "connected_s": 0,
        "turns": [
            {"speaker": "agent", "text": "Riverside Books, hello.", "start_s": 0.9, "end_s": 2.5},
            {"speaker": "caller", "text": "Is my book in?", "start_s": 3.2, "end_s": 5.0},
            {"speaker": "agent", "text": "It is in.", "start_s": answered, "end_s": answered + 1.5},
        ],
        "ended_s": answered + 1.8,
        "ended_by": "caller",
        "completed": True,
        **more,
    }
    return data if id is None else {"id": id, **data}


GOOD = call("good")
SLOW = call("slow", wait_s=4.0)
UNTIMED = {
    "id": "untimed",
    "turns": [{"speaker": "caller", "text": "Hi"}, {"speaker": "agent", "text": "Hi"}],
}


def write_json(path: Path, data: Any) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def write_lines(path: Path, calls: Iterable[Any]) -> Path:
    path.write_text("".join(json.dumps(item) + "\n" for item in calls), encoding="utf-8")
    return path

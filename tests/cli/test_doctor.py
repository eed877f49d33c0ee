"""`callproof doctor`: a line a part, and the same as JSON."""

from __future__ import annotations

import pytest

from tests.cli.running import run, spawn


def test_every_part_as_json() -> None:
    done = spawn("doctor", "--json", env={"DEEPGRAM_API_KEY": "dg-secret"})
    data = done.json
    not_well = {part["part"] for part in data["parts"] if part["status"] not in ("ok", "missing")}
    # Whether a frame is late is the machine's affair, and other tests may keep it busy.
    assert not_well <= {"frames"}, done.out
    assert (done.code, data["well"]) == ((1, False) if not_well else (0, True))
    by_name = {part["part"]: part for part in data["parts"]}
    assert by_name["recogniser deepgram"]["found"] == "DEEPGRAM_API_KEY is set, not tried"
    assert "dg-secret" not in done.out
    assert {part["status"] for part in data["parts"]} <= {"ok", "missing", "broken"}


def test_what_is_broken_is_exit_code_1_and_says_so() -> None:
    pytest.importorskip("psycopg")
    done = run("doctor", "--database", "postgresql+psycopg://nobody:secret@127.0.0.1:9/none")
    assert done.code == 1
    (line,) = [line for line in done.out.splitlines() if "PostgreSQL" in line]
    assert line.startswith("broken ")
    assert "secret" not in done.out

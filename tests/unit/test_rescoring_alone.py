"""Whatever is in the files of a call, it comes out the same alone, in a process that has judged nothing, and among others in any order."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import callproof

CALLS = 80
ODD: list[Any] = [None, True, -1, 3.5, 10**30, "", "5120", "\ud800", [], {"a": 1}]
WORDS = [
    "5120",
    "4281",
    "orders",
    "refunds",
    "update_order",
    "quantity",
    "open",
    "main",
    "t1",
    "before",
    "noise",
]
SAID = [
    "5120",
    "6540",
    "5590",
    "4812",
    "three",
    "four",
    "Friday",
    "Okay",
    "order",
    "changed",
    "done",
    "Sorry",
    "No",
]
RUN = {"schema_version": 1, "kind": "run", "finished": True, "agent": "x", "suites": ["s"]}
# Every call in a child of a process that has judged nothing yet.
ALONE = """
import json, os, sys
from pathlib import Path
import callproof.api, callproof.rescoring
# What has read no record yet, and takes most of the time of a first one.
import callproof.spoken.claiming.en, callproof.spoken.languages.en, callproof.spoken.wording.en
from callproof.evidence import files, snapshots
files._event_adapter(), files._header_adapter(), snapshots._adapters()
for folder in sorted(Path(sys.argv[1]).iterdir()):
    child = os.fork()
    if child == 0:
        scored = callproof.rescoring.score(folder)
        print(json.dumps([folder.name, scored.report.cases, [str(error) for error in scored.errors]]), flush=True)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, folder
"""  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    below = [place for key, item in items for place in places(item, (*path, key))]
    return [path, *below] if path else below


def changed(value: Any, draw: random.Random) -> Any:
    """One place of a JSON value changed to another value of its type, or to any."""
    value = copy.deepcopy(value)
    *path, last = draw.choice(places(value))
    place = value
    for key in path:
        place = place[key]
    old = place[last]
    if draw.random() < 0.2:
        place[last] = draw.choice(ODD)
    elif isinstance(old, bool):
        place[last] = not old
    elif isinstance(old, int):
        place[last] = draw.choice([old + 1, 2 * old, 0, 3])
    elif isinstance(old, str):
        place[last] = draw.choice([old + "x", *WORDS])
    elif isinstance(old, list) and old:
        old.append(old.pop(draw.randrange(len(old))))
    elif isinstance(old, dict) and old:
        old[draw.choice(WORDS)] = old.pop(draw.choice(list(old)))
    return value


def another_event(raw: bytes, draw: random.Random) -> bytes:
    lines = raw.splitlines()
    snapshots = [n for n, line in enumerate(lines) if b'"snapshot.taken"' in line]
    n = draw.choice([*snapshots, draw.randrange(len(lines))])
    lines[n] = json.dumps(changed(json.loads(lines[n]), draw), separators=(",", ":")).encode()
    return b"\n".join(lines) + b"\n"


def another_line(raw: bytes, draw: random.Random) -> bytes:
    lines = raw.split(b"\n")
    del lines[draw.randrange(len(lines))]
    lines.insert(draw.randrange(len(lines)), draw.choice(lines))
    return b"\n".join(lines)


def cut(raw: bytes, draw: random.Random) -> bytes:
    return raw[: draw.randrange(len(raw))]


def another_byte(raw: bytes, draw: random.Random) -> bytes:
    at = draw.randrange(len(raw))
    return raw[:at] + bytes([draw.randrange(256)]) + raw[at + 1 :]


def another_word(raw: bytes, draw: random.Random) -> bytes:
    """The same one everywhere."""
    return raw.replace(draw.choice(SAID).encode(), draw.choice(SAID).encode())


def another_scenario(raw: bytes, draw: random.Random) -> bytes:
    return json.dumps(changed(json.loads(raw), draw), indent=draw.choice([1, 1, None])).encode()


def damaged(
    call: tuple[bytes, bytes], other: tuple[bytes, bytes], draw: random.Random
) -> tuple[bytes, bytes]:
    record, scenario = call
    kind = draw.randrange(10)
    if kind < 3:
        return draw.choice([another_event, another_line, cut, another_byte])(record, draw), scenario
    if kind < 5:
        return record, draw.choice([another_scenario, another_scenario, cut, another_byte])(scenario, draw)
    if kind == 5:
        return record, other[1]
    if kind < 8:
        return another_word(record, draw), scenario
    at = draw.randrange(2**30)
    return another_word(record, random.Random(at)), another_word(scenario, random.Random(at))


def stored(folder: Path, calls: dict[str, tuple[bytes, bytes]]) -> Path:
    for name, (record, scenario) in calls.items():
        place = folder / "calls" / name
        place.mkdir(parents=True)
        (place / "call.jsonl").write_bytes(record)
        (place / "scenario.json").write_bytes(scenario)
    (folder / "run.json").write_text(json.dumps(RUN), encoding="utf-8")
    lines = [
        json.dumps({"id": name, "status": "", "axes": {}, "record": f"calls/{name}"}) + "\n" for name in calls
    ]
    (folder / "results.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process for each call takes too long")
def test_a_call_comes_out_the_same_alone_and_among_others_in_any_order(tmp_path: Path) -> None:
    draw = random.Random(4)
    for suite, agent in (("outcomes-30", "naive"), ("outcomes-30", "sound"), ("outcomes-extended", "naive")):
        callproof.run(suite, agent, output=tmp_path / "played" / f"{suite}-{agent}")
    played = [
        ((call / "call.jsonl").read_bytes(), (call / "scenario.json").read_bytes())
        for call in sorted(tmp_path.glob("played/*/calls/*"))
    ]
    calls = {f"c{n:03}": damaged(draw.choice(played), draw.choice(played), draw) for n in range(CALLS)}
    for name, call in calls.items():
        stored(tmp_path / "alone" / name, {name: call})
    command = [sys.executable, "-c", ALONE, str(tmp_path / "alone")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    alone = {name: (cases, errors) for name, cases, errors in map(json.loads, done.stdout.splitlines())}
    assert len(alone) == CALLS
    statuses = {case["status"] for cases, _ in alone.values() for case in cases}
    assert statuses == {"passed", "failed", "invalid"}
    assert CALLS / 10 < sum(bool(errors) for _, errors in alone.values()) < CALLS * 2 / 3
    for turn in ("one", "other"):
        order = draw.sample(sorted(calls), CALLS)
        scored = callproof.score(stored(tmp_path / turn, {name: calls[name] for name in order}))
        cases = {case["record"]: case for case in json.loads(json.dumps(scored.report.cases))}
        for name in order:
            by_itself = {case["record"]: case for case in alone[name][0]}
            assert by_itself == {place: case for place, case in cases.items() if place == f"calls/{name}"}
            errors = [error.replace(f"alone/{name}", turn) for error in alone[name][1]]
            assert errors == [
                str(e) for e in scored.errors if f"calls/{name}/" in e.file and "and so is" not in e.message
            ]

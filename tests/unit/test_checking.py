"""The pipeline from documents to results, in one process and in several."""

from __future__ import annotations

import json
import math
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from callproof import checking
from callproof.checking import Batch, JudgedLine, Plan, judge_all, judge_batch, judge_documents, result_text
from callproof.config import choose_checks
from callproof.errors import Problem
from callproof.evidence.files import decode_record, encode_record
from callproof.importers.sources import Document, Skipped
from callproof.scoring.results import Tally

CHECKS = choose_checks(only=["slow_response", "dead_air"])
PLAN = Plan(CHECKS)
KEEPING = Plan(CHECKS, keep_records=True)


def data(id: str, *, wait_s: float = 0.8, **more: Any) -> bytes:
    turns = [
        {"speaker": "caller", "text": "Is my book in?", "start_s": 1.0, "end_s": 3.0},
        {"speaker": "agent", "text": "It is.", "start_s": 3.0 + wait_s, "end_s": 4.5 + wait_s},
    ]
    return json.dumps({"id": id, "turns": turns, **more}).encode()


def document(content: bytes, **more: Any) -> Document:
    return Document(**{"file": "f", "kind": "json", "default_id": "f", "data": content, **more})


def problems(document: Document) -> list[tuple[str, str]]:
    found = list(judge_documents([document], PLAN))
    assert all(isinstance(item, Problem) for item in found)
    return [(item.path, item.message) for item in found if isinstance(item, Problem)]


def record_bytes() -> bytes:
    (judged,) = judge_documents([document(data("c"))], PLAN)
    assert isinstance(judged, tuple)
    return encode_record(judged[1])


def test_a_document_with_several_calls() -> None:
    content = b"[" + data("a") + b"," + data("b", wait_s=4.0) + b"]"
    judged = list(judge_documents([document(content)], PLAN))
    assert [(item[0].id, item[0].file, item[0].passed) for item in judged if isinstance(item, tuple)] == [
        ("a", "f", True),
        ("b", "f", False),
    ]


@pytest.mark.parametrize(("calls", "events"), [(48, 4000), (1, 4000), (7, 4000), (48, 1), (48, 20)])
def test_everything_comes_in_its_place_however_much_is_judged_together(
    monkeypatch: pytest.MonkeyPatch, calls: int, events: int
) -> None:
    monkeypatch.setattr(checking, "_WAVE_CALLS", calls)
    monkeypatch.setattr(checking, "_WAVE_EVENTS", events)
    gone, skipped = Problem("p", "", "gone"), Skipped("s")
    both = b"[" + data("a") + b"," + data("b", wait_s=4.0) + b"]"
    documents = [document(data(f"c{n}", wait_s=n / 10)) for n in range(60)]
    given: list[Document | Problem | Skipped] = [gone, *documents[:9], document(both), skipped]
    given += [document(b"{", line="line 7"), *documents[9:]]
    found = list(judge_documents(given, PLAN))
    assert [item[0].id if isinstance(item, tuple) else item for item in found] == [
        gone,
        *[f"c{n}" for n in range(9)],
        "a",
        "b",
        skipped,
        Problem("f", "line 7", "is not valid JSON: EOF while parsing an object at column 1"),
        *[f"c{n}" for n in range(9, 60)],
    ]
    alone = [judged for one in given for judged in judge_documents([one], PLAN)]
    assert found == alone


def test_a_stored_record_is_judged_as_the_call_it_came_from() -> None:
    (first,) = judge_documents([document(data("c", wait_s=2.0))], PLAN)
    assert isinstance(first, tuple)
    (again,) = judge_documents([document(encode_record(first[1]), kind="record")], PLAN)
    assert isinstance(again, tuple)
    assert again == first


def test_derived_evidence_beside_a_record_is_laid_over_it(tmp_path: Path) -> None:
    lines = record_bytes()
    (started,) = [
        event["seq"]
        for event in map(json.loads, lines.splitlines()[1:])
        if event["type"] == "speech.started" and event["speaker"] == "agent"
    ]
    derived = tmp_path / "derived"
    derived.mkdir()
    (derived / "edges@1.jsonl").write_text(
        '{"type": "derivation", "schema_version": 1}\n'
        + json.dumps({"type": "edge.found", "event": started, "ms": 4400, "uncertainty_ms": 10})
    )
    stored = document(lines, kind="record", folder=str(tmp_path))
    (judged,) = judge_documents([stored], PLAN)
    assert isinstance(judged, tuple)
    assert judged[0].metrics.response_latency_ms == [1400]
    (derived / "edges@1.jsonl").write_text("{")
    assert [path for path, _ in problems(stored)] == ["line 1"]


def test_the_place_of_a_mistake() -> None:
    assert problems(document(b"{", line="line 3")) == [
        ("line 3", "is not valid JSON: EOF while parsing an object at column 1")
    ]
    assert problems(document(b"{\n\n!")) == [
        ("", "is not valid JSON: key must be a string at line 3 column 1")
    ]
    assert [path for path, _ in problems(document(b'[{"turns": 1}, 2]'))] == ["[0].turns", "[1]"]
    broken = record_bytes().replace(b'"quality":"reported"', b'"quality":"guessed"', 1)
    (path,) = [path for path, _ in problems(document(broken, kind="record"))]
    assert path == "line 2: quality"
    (path,) = [path for path, _ in problems(document(broken, kind="record", line="record from line 40"))]
    assert path == "record from line 40: line 2: quality"


def test_half_an_emoji_is_no_reason_to_refuse_a_call() -> None:
    content = data("c").replace(b"Is my book in?", b"\\ud83d")
    assert b"\\ud83d" in content
    batch = judge_batch([document(content)], KEEPING)
    (line,) = batch.items
    assert isinstance(line, JudgedLine)
    assert line.record is not None
    assert decode_record(line.record.splitlines(keepends=True), "r").header.id == "c"


def test_a_judged_line_is_plain_and_sorts_by_how_bad_it_is() -> None:
    documents = [
        document(data("good")),
        document(data("medium", wait_s=2.0)),
        document(data("high", wait_s=4.0)),
    ]
    lines = [item for item in judge_batch(documents, PLAN).items if isinstance(item, JudgedLine)]
    assert [(line.id, line.badness, line.record) for line in lines] == [
        ("good", (0, 0, 0, 0), None),
        ("medium", (0, 0, 1, 0), None),
        # A wait of four seconds is dead air too.
        ("high", (1, 1, 1, 0), None),
    ]
    assert json.loads(lines[2].result)["id"] == "high"
    (kept,) = judge_batch(documents[:1], KEEPING).items
    assert isinstance(kept, JudgedLine)
    assert kept.record is not None
    assert decode_record(kept.record.splitlines(keepends=True), "r").header.id == "good"


def everything() -> list[Document | Problem | Skipped]:
    items: list[Document | Problem | Skipped] = [document(data(f"c{n}", wait_s=n % 5)) for n in range(40)]
    items.insert(7, Problem("p", "", "gone"))
    items.insert(20, Skipped("s"))
    items.insert(30, document(b"{"))
    return items


def flat(batches: Iterator[Batch | Skipped]) -> tuple[list[Any], dict[str, Any]]:
    """Every item in its order, and the sum."""
    items: list[Any] = []
    tally = Tally()
    for batch in batches:
        if isinstance(batch, Skipped):
            items.append(batch)
        else:
            items.extend(batch.items)
            tally.merge(batch.tally)
    return items, tally.to_json()


def test_any_number_of_processes_gives_the_same_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = flat(judge_all(everything(), KEEPING))
    assert len(alone[0]) == 43
    assert alone[0][7] == Problem("p", "", "gone")
    assert alone[0][20] == Skipped("s")
    assert alone[1]["calls"] == 40
    monkeypatch.setattr(checking, "_ALONE_BYTES", 0)
    for size in (1, 1500):
        monkeypatch.setattr(checking, "_BATCH_BYTES", size)
        assert flat(judge_all(everything(), KEEPING, workers=2)) == alone


def test_nothing_is_read_far_ahead_of_what_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0

    def reading() -> Iterator[Document]:
        nonlocal read
        for n in range(100):
            read += 1
            yield document(data(f"c{n}"))

    monkeypatch.setattr(checking, "_ALONE_BYTES", 0)
    monkeypatch.setattr(checking, "_BATCH_BYTES", 1)
    batches = judge_all(reading(), PLAN, workers=2)
    next(batches)
    next(batches)
    assert read < 10
    batches.close()  # type: ignore[attr-defined]
    assert read < 10


def test_memory_does_not_grow_with_the_number_of_calls() -> None:
    def peak(n: int) -> int:
        tracemalloc.reset_peak()
        for _ in judge_all((document(data(f"c{i}")) for i in range(n)), PLAN):
            pass
        return tracemalloc.get_traced_memory()[1]

    limit = checking._BATCH_BYTES
    tracemalloc.start()
    try:
        checking._BATCH_BYTES = 10_000
        peak(200)
        assert peak(2000) < 1.5 * peak(200)
    finally:
        tracemalloc.stop()
        checking._BATCH_BYTES = limit


def test_a_result_is_json_whatever_a_check_found() -> None:
    (judged,) = judge_documents([document(data("c", wait_s=4.0))], PLAN)
    assert isinstance(judged, tuple)
    finding = replace(
        judged[0].findings[0], evidence={"args": {"x": [math.nan, math.inf, 1.5]}, "text": "half \ud83d"}
    )
    text = result_text(replace(judged[0], findings=(finding,)))
    assert text.isascii()

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    evidence = json.loads(text, parse_constant=refuse)["findings"][0]["evidence"]
    assert evidence == {"args": {"x": ["NaN", "Infinity", 1.5]}, "text": "half \ud83d"}

"""Derived evidence: stored beside the call, refused when it is about nothing, laid over the events when folded."""

from __future__ import annotations

from pathlib import Path

import pytest

from callproof.errors import InputError
from callproof.evidence.call import fold
from callproof.evidence.derived import Derivation, EdgeFound, SpeechFound, TextFound
from callproof.evidence.events import Word
from callproof.evidence.files import encode_record, read_derivations, write_derivation
from tests.unit.evidence.events import ended, record, started, text

CALL = record(
    started(1000, 0, "caller", "u0"),
    ended(2000, 1, "caller", "u0", q="reported"),
    started(2600, 2, "agent", "u1", q="reported"),
    text(2600, 3, "Hello.", "said", "agent", "u1"),
    ended(4000, 4, "agent", "u1", q="derived"),
)
EDGES = Derivation(
    producer="edges",
    version="1.2",
    items=(EdgeFound(event=1, ms=1850, uncertainty_ms=5), EdgeFound(event=2, ms=2700, uncertainty_ms=15)),
)
WORDS = Derivation(
    producer="recogniser",
    version="0.1.0",
    items=(
        TextFound(event=0, kind="heard", text="four two", words=(Word("four", 1000, 1400), Word("two"))),
        SpeechFound(speaker="other", start_ms=500, end_ms=800, uncertainty_ms=30),
    ),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "call.jsonl").write_bytes(encode_record(CALL))
    return tmp_path


def problems(folder: Path) -> list[tuple[str, str, str]]:
    with pytest.raises(InputError) as caught:
        read_derivations(folder, CALL)
    return [(Path(p.file).name, p.path, p.message) for p in caught.value.problems]


def put(folder: Path, name: str, *lines: str) -> None:
    (folder / "derived").mkdir(exist_ok=True)
    (folder / "derived" / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


HEADER = '{"type":"derivation","schema_version":1}'


def test_what_is_written_is_read(folder: Path) -> None:
    assert read_derivations(folder, CALL) == []
    path = write_derivation(folder, WORDS)
    assert path == folder / "derived" / "recogniser@0.1.0.jsonl"
    write_derivation(folder, EDGES)
    assert read_derivations(folder, CALL) == [EDGES, WORDS]
    assert (folder / "call.jsonl").read_bytes() == encode_record(CALL)


def test_the_same_producer_and_version_cannot_write_twice(folder: Path) -> None:
    write_derivation(folder, EDGES)
    with pytest.raises(FileExistsError):
        write_derivation(folder, EDGES)
    write_derivation(folder, Derivation(producer="edges", version="1.3", items=()))
    assert [d.version for d in read_derivations(folder, CALL)] == ["1.2", "1.3"]


@pytest.mark.parametrize("name", ["", "../up", "a/b", "a b", ".hidden", "a@b"])
def test_a_producer_that_is_no_file_name(folder: Path, name: str) -> None:
    with pytest.raises(ValueError, match="is no name for a file"):
        write_derivation(folder, Derivation(producer=name, version="1", items=()))


def test_an_event_that_is_not_in_the_call(folder: Path) -> None:
    write_derivation(
        folder,
        Derivation(
            producer="edges",
            version="1",
            items=(
                EdgeFound(event=99, ms=1, uncertainty_ms=1),
                EdgeFound(event=3, ms=1, uncertainty_ms=1),
                TextFound(event=1, kind="heard", text="x"),
            ),
        ),
    )
    assert problems(folder) == [
        ("edges@1.jsonl", "line 2", "event 99 is not in the call"),
        ("edges@1.jsonl", "line 3", "event 3 is a speech.text, expected speech.started or speech.ended"),
        ("edges@1.jsonl", "line 4", "event 1 is a speech.ended, expected speech.started"),
    ]


def test_the_problems_of_all_files_come_at_once(folder: Path) -> None:
    put(folder, "a@1.jsonl", '{"type":"derivation","schema_version":7}')
    put(folder, "b@1.jsonl", HEADER, '{"type":"edge.found","event":0,"ms":"5","uncertainty_ms":1}')
    put(folder, "c@1.jsonl")
    put(folder, "noversion.jsonl", HEADER)
    assert problems(folder) == [
        (
            "a@1.jsonl",
            "line 1: schema_version",
            "found 7, but this callproof reads up to 1: a newer one wrote the file, update callproof",
        ),
        ("b@1.jsonl", "line 2: ms", "found '5', expected a whole number"),
        ("c@1.jsonl", "line 1", 'expected the header, an object with "type": "derivation"'),
        ("noversion.jsonl", "", "expected a file name of the form <producer>@<version>.jsonl"),
    ]


# --- laid over the call ---------------------------------------------------------------------------------------


def test_a_measured_edge_takes_the_place_of_the_time() -> None:
    caller, agent = fold(CALL, [EDGES]).utterances
    assert (caller.start_ms, caller.end_ms, caller.end_quality) == (1000, 1850, "measured")
    assert (agent.start_ms, agent.start_quality, agent.uncertainty_ms) == (2700, "measured", 15)
    assert agent.timed_end_ms is None, "the end that only was worked out stays so"


def test_of_two_derivations_the_later_one_holds() -> None:
    second = Derivation(
        producer="edges",
        version="2",
        items=(EdgeFound(event=1, ms=1900, uncertainty_ms=5), TextFound(event=0, kind="heard", text="new")),
    )
    caller = fold(CALL, [EDGES, WORDS, second]).utterances[1]
    assert caller.end_ms == 1900
    assert caller.heard == "new"


def test_an_edge_moves_an_utterance_before_another() -> None:
    late = Derivation(producer="e", version="1", items=(EdgeFound(event=0, ms=3000, uncertainty_ms=5),))
    assert [u.id for u in fold(CALL, [late]).utterances] == ["u1", "u0"]


def test_a_text_fills_in_for_one_that_is_missing_and_never_joins_one_that_is_there() -> None:
    found = Derivation(
        producer="r",
        version="1",
        items=(
            TextFound(event=2, kind="said", text="Something else.", words=(Word("else"),)),
            TextFound(event=2, kind="heard", text="hello"),
        ),
    )
    agent = fold(CALL, [found]).utterances[1]
    assert (agent.said, agent.heard, agent.words) == ("Hello.", "hello", ())


def test_words_come_with_the_text_that_was_found() -> None:
    caller = fold(CALL, [WORDS]).utterances[1]
    assert (caller.said, caller.heard) == (None, "four two")
    assert caller.words == (Word("four", 1000, 1400), Word("two", None, None))


def test_speech_that_no_event_speaks_of_becomes_an_utterance() -> None:
    first = fold(CALL, [WORDS]).utterances[0]
    assert (first.speaker, first.start_ms, first.end_ms, first.uncertainty_ms) == ("other", 500, 800, 30)
    assert (first.start_quality, first.events, first.text) == ("measured", (), "")

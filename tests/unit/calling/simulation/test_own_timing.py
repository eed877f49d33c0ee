"""What the record says of callproof's own exactness."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest

from callproof.calling.simulation.own_timing import own_timing, reactions_ms
from callproof.evidence.derived import Derivation, EdgeFound
from callproof.evidence.events import AnyEvent, CallerBegan, CallerEnded, SpeechStarted
from callproof.evidence.files import call_schema, decode_record, encode_record
from callproof.evidence.record import HarnessTiming, Header, Record

GOOD = HarnessTiming(
    frames=3000,
    frames_lost=0,
    late_p50_ms=0.6,
    late_p99_ms=4.0,
    late_max_ms=40.0,
    reactions=2,
    reaction_max_ms=20,
)
NOTHING = Derivation(producer="line", version="1", items=())


def began(ms: int, seq: int, act: str) -> CallerBegan:
    return CallerBegan(ms=ms, seq=seq, quality="measured", act=act, kind="correction")


def ended(ms: int, seq: int, act: str) -> CallerEnded:
    return CallerEnded(ms=ms, seq=seq, quality="measured", act=act)


def speaks(ms: int, seq: int) -> SpeechStarted:
    return SpeechStarted(ms=ms, seq=seq, quality="measured", speaker="caller", utterance=f"c{seq}")


def test_a_reaction_is_from_the_moment_of_an_act_to_its_first_sound() -> None:
    events: list[AnyEvent] = [
        began(1000, 0, "l1"),
        speaks(1012, 1),
        ended(2000, 2, "l1"),
        # Nobody's act: a reply.
        speaks(3000, 3),
        # An act without a voice.
        began(4000, 4, "l2"),
        ended(4300, 5, "l2"),
        speaks(5000, 6),
        began(6000, 7, "l3"),
        speaks(6050, 8),
    ]
    assert reactions_ms(events, NOTHING) == [12, 50]
    # The sound itself, where it was found, and never before its moment.
    edges = (
        EdgeFound(event=1, ms=1020, uncertainty_ms=5),
        EdgeFound(event=8, ms=5990, uncertainty_ms=5),
    )
    assert reactions_ms(events, Derivation(producer="line", version="1", items=edges)) == [20, 0]


def test_lateness_is_told_by_its_middle_its_hundredth_and_its_worst() -> None:
    late = [float(n) for n in range(100)]
    own = own_timing(late, 3, [], NOTHING, recording_drift_ms=1.26, wall_drift_ms=-0.04)
    assert (own.frames, own.frames_lost) == (100, 3)
    assert (own.late_p50_ms, own.late_p99_ms, own.late_max_ms) == (50.0, 99.0, 99.0)
    assert (own.reactions, own.reaction_max_ms) == (0, None)
    assert own.recording_drift_ms == 1.3
    assert own.wall_drift_ms == pytest.approx(0)


@pytest.mark.parametrize("own", [GOOD, replace(GOOD, reactions=0, reaction_max_ms=None, wall_drift_ms=-0.1)])
def test_it_is_written_and_read_as_it_is(own: HarnessTiming) -> None:
    header = Header(id="c1", format="callproof", clock="real", harness=own)
    data = encode_record(Record(header, ()))
    assert decode_record(data.splitlines(keepends=True), "call.jsonl").header == header
    line = json.loads(data.splitlines()[0])
    assert line["harness"]["frames"] == 3000
    jsonschema.validate(line, call_schema())
    # A reader that knows nothing of it finds no field; a call without a voice has none.
    assert "harness" not in json.loads(
        encode_record(Record(replace(header, harness=None), ())).splitlines()[0]
    )

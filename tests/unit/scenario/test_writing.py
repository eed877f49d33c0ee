"""A scenario written and read again is the same, whatever is in it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.errors import InputError
from callproof.scenario.files import load_suite
from callproof.scenario.model import Persona, Scenario
from callproof.scenario.moments import Moment
from callproof.scenario.packs import pack_file, pack_names
from callproof.scenario.writing import from_json, to_json
from tests.meta.source import ROOT
from tests.unit.scenario.suites import SUITE, changed, scenario

GOLDEN = ROOT / "tests" / "data" / "goldens" / "scenario-v1.json"
TEXTS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0{}"), min_size=1, max_size=20
).filter(str.strip)
MS = st.integers(1, 10**6)
NTH = st.integers(1, 9)
MOMENTS = st.one_of(
    st.builds(Moment, kind=st.just("after_agent_turn"), nth=NTH),
    st.builds(Moment, kind=st.sampled_from(["agent_speaking", "silence"]), ms=MS, nth=NTH),
    st.builds(Moment, kind=st.just("at"), ms=st.integers(0, 100_000)),
    st.builds(Moment, kind=st.just("agent_says"), text=TEXTS, nth=NTH),
    st.builds(Moment, kind=st.sampled_from(["tool_preparing", "tool_sent", "tool_succeeded"]), tool=st.just("set_pieces"), nth=NTH),
    st.builds(Moment, kind=st.just("tool_in_flight"), tool=st.sampled_from(["set_pieces", "*"]), nth=NTH, hold=st.sampled_from(["commit", "reply"])),
)  # fmt: skip


def again(whole: Scenario) -> Scenario:
    """By way of the text of a file. Where it came from is not part of it."""
    return replace(from_json(json.loads(json.dumps(to_json(whole)))), source=whole.source)


@given(st.data())
def test_it_comes_back_as_it_was(data: st.DataObject) -> None:
    whole = scenario(SUITE)
    request, act = whole.script
    lines = (
        replace(
            request,
            say=data.draw(TEXTS),
            heard=data.draw(st.none() | TEXTS),
            id=data.draw(TEXTS.filter(lambda t: t != "act")),
        ),
        replace(act, id="act", when=data.draw(MOMENTS), changes={"pieces": data.draw(st.integers(4, 2**62))}),
    )
    draw = data.draw
    whole = replace(
        whole,
        description=draw(TEXTS),
        script=lines,
        persona=Persona(name=draw(TEXTS), voice=draw(st.none() | TEXTS), words_per_minute=draw(st.integers(40, 400)), pause_ms=draw(st.integers(0, 5000))),
        faults=(replace(whole.faults[0], nth=draw(st.none() | NTH)),),
        requires=draw(st.sampled_from([("integrity",), ("captured",), ("captured", "backend_correct")])),
        reaction_ms=draw(st.integers(0, 10**5)),
    )  # fmt: skip
    assert again(whole) == whole


@pytest.mark.parametrize("name", pack_names())
def test_every_scenario_of_a_pack_comes_back(name: str) -> None:
    file = pack_file(name)
    assert file is not None
    for whole in load_suite(file).scenarios:
        assert again(whole) == whole


def test_it_is_the_form_that_people_write() -> None:
    data = to_json(
        scenario(changed(("scenarios", 0, "script", 1, "when"), {"tool_in_flight": "*", "hold": "reply"}))
    )
    assert data["schema_version"] == 1
    assert data["script"][1]["when"] == {"tool_in_flight": "*", "hold": "reply"}
    assert "when" not in data["script"][0]
    assert "source" not in data
    assert data["world"]["tools"]["set_pieces"]["cancellable"] is True


def test_what_was_written_once_can_be_read_for_ever() -> None:
    stored = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert to_json(from_json(stored)) == stored
    assert replace(from_json(stored), source="") == replace(scenario(SUITE), source="")


def test_a_stored_world_is_read_once() -> None:
    data = json.dumps(to_json(scenario(SUITE)))
    assert from_json(json.loads(data)).world is from_json(json.loads(data)).world


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema_version": 2}, "scenario.json: schema_version: found 2, but this callproof reads up to 1"),
        ({"reaction_ms": float("nan")}, "scenario.json: found NaN, which is no number in JSON"),
        ({"colour": 1}, "scenario.json: colour: is not a field that is known here"),
        ({"scenarios": []}, "scenario.json: scenarios: is not a field that is known here"),
    ],
)
def test_what_is_no_scenario(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        from_json({**to_json(scenario(SUITE)), **change}, file="scenario.json")
    assert str(error.value).startswith(message)


def test_a_suite_is_no_scenario() -> None:
    two = [SUITE["scenarios"][0], {**SUITE["scenarios"][0], "id": "two"}]
    with pytest.raises(InputError, match="holds 2 scenarios, expected one"):
        from_json(changed(("scenarios",), two))

"""What the caller wants line by line, and what a tool call means for the backend."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.scenario.model import Change
from callproof.scenario.sameness import canonical, same
from callproof.scenario.wanted import (
    changes_anything,
    effect_of,
    end_states,
    final_arguments,
    row_of,
    steps,
    wanted_changes,
)
from tests.unit.scenario.suites import ONE, SUITE, changed, scenario

FOUR = {"act": "correction", "say": "Four.", "changes": {"pieces": 4}}
NO = {"act": "negation", "say": "No."}


def with_script(*lines: dict[str, Any]) -> Any:
    return scenario(changed((*ONE, "script"), [{"say": "Please."}, *lines]))


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (4281, "4281", True),
        (40, 40.0, True),
        (40, "40.00", True),
        ("0042", 42, False),
        ("0042", "0042", True),
        ("0.5", 0.5, True),
        ("-3", -3, True),
        ("Oak Road ", "oak road", True),
        (True, 1, False),
        (True, "true", True),
        (None, [], True),
        ([1, {"a": 2}], [1, {"a": 2}], True),
        (None, "null", False),
        (None, None, True),
        ("1e3", 1000, False),
        ("٣", 3, False),
        ("5-599", "5599", False),
        (0.1, "0.1", True),
        ("9" * 60, "9" * 60, True),
    ],
)
def test_what_is_the_same(left: Any, right: Any, equal: bool) -> None:
    assert same(left, right) is equal
    assert same(right, left) is equal
    assert (hash(canonical(left)) == hash(canonical(right))) is equal


def test_the_meaning_of_a_call() -> None:
    tools = scenario(SUITE).world.tools
    assert effect_of(tools["find_parcel"], {"number": "4821"}) is None
    assert effect_of(tools["set_pieces"], {"number": "4821", "pieces": 3}) == Change(
        kind="set", table="parcels", record="4821", values={"pieces": 3}
    )
    assert effect_of(tools["print_label"], {"number": "4821"}) == Change(
        kind="insert", table="labels", values={"number": "4821", "state": "printed"}
    )
    assert effect_of(tools["drop_parcel"], {"number": "4821"}) == Change(
        kind="delete", table="parcels", record="4821"
    )


def test_rows_and_changes_of_a_world() -> None:
    world = scenario(SUITE).world
    assert row_of(world.tables["parcels"], 4821) == world.tables["parcels"].rows[0]
    assert row_of(world.tables["parcels"], "04821") is None
    change = Change(kind="set", table="parcels", record="4821", values={"pieces": "1"})
    assert not changes_anything(world, change)
    assert not changes_anything(world, Change(kind="delete", table="parcels", record="1"))
    assert changes_anything(world, Change(kind="delete", table="parcels", record="4821"))
    assert changes_anything(world, Change(kind="insert", table="labels", values={"number": "1"}))


@pytest.mark.parametrize(
    ("lines", "pieces"),
    [
        ([], 3),
        ([FOUR], 4),
        ([NO], None),
        ([NO, {"act": "correction", "say": "Yes, do."}], 3),
        ([FOUR, NO, {"act": "correction", "say": "Yes, do."}], 4),
        ([FOUR, {"act": "noise"}, {"say": "Thanks."}, {"act": "backchannel", "say": "Mm."}], 4),
        ([{"act": "interruption", "say": "Wait."}], 3),
        ([{"act": "interruption", "say": "Five!", "changes": {"pieces": 5}}], 5),
        ([{"act": "interruption", "say": "Stop!", "negates": True}], None),
    ],
)
def test_what_is_wanted_at_the_end(lines: list[dict[str, Any]], pieces: int | None) -> None:
    whole = with_script(FOUR, {"act": "correction", "say": "Three.", "changes": {"pieces": 3}}, *lines)
    wanted = final_arguments(whole)["main"]
    assert (None if wanted is None else wanted["pieces"]) == pieces
    assert len(wanted_changes(whole)) == (pieces is not None)
    assert end_states(whole)[0].changes == wanted_changes(whole)


def test_the_steps_of_a_script() -> None:
    whole = with_script(FOUR, NO)
    seen = [
        (s.before and s.before["pieces"], s.after and s.after["pieces"])
        for s in steps(whole.goals, whole.script)
    ]
    assert seen == [(None, 3), (3, 4), (4, None)]


def test_the_ends_that_a_scenario_names_hold() -> None:
    ends = [{"changes": [{"kind": "set", "table": "parcels", "record": "4821", "values": {"pieces": 2}}]}]
    whole = scenario(changed((*ONE, "expect"), ends))
    assert end_states(whole) == whole.expect
    assert end_states(whole)[0].changes[0].values == {"pieces": 2}

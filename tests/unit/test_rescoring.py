"""A stored scenario is read the same, whether its world was read before or not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from callproof.errors import InputError
from callproof.rescoring import _scenario
from callproof.scenario.files import load_suite
from callproof.scenario.packs import pack_file
from callproof.scenario.writing import from_json, to_json

FILE = Path("scenario.json")


def stored(index: int = 0) -> dict[str, Any]:
    pack = pack_file("outcomes-30")
    assert pack is not None
    return to_json(load_suite(pack).scenarios[index])


def raw(data: dict[str, Any], indent: int | None = 1) -> bytes:
    return json.dumps(data, indent=indent, ensure_ascii=False).encode()


@pytest.mark.parametrize("indent", [None, 1, 2])
def test_a_scenario_is_read_as_it_was_written(indent: int | None) -> None:
    for index in (0, 1, 0):
        assert _scenario(raw(stored(index), indent), FILE) == from_json(stored(index), file="scenario.json")


def test_equal_worlds_are_one_object() -> None:
    assert _scenario(raw(stored(0)), FILE).world is _scenario(raw(stored(1)), FILE).world


def test_another_world_is_another() -> None:
    changed = stored()
    rows = changed["world"]["tables"]["orders"]["rows"]
    del rows[-1]
    assert len(_scenario(raw(stored()), FILE).world.tables["orders"].rows) == len(rows) + 1
    assert len(_scenario(raw(changed), FILE).world.tables["orders"].rows) == len(rows)


def test_a_world_that_is_wrong_is_named_in_its_place() -> None:
    data = stored()
    data["world"]["tools"]["refund"]["write"]["table"] = "nowhere"
    for _ in range(2):
        with pytest.raises(InputError) as caught:
            _scenario(raw(data), FILE)
        assert [problem.path for problem in caught.value.problems] == ["world.tools.refund.write.table"]


def test_a_world_elsewhere_is_none() -> None:
    """Laid out so that one inside a goal stands where the scenario's own would."""
    data = stored()
    _scenario(raw(data), FILE)
    lines = raw({"world": data.pop("world")}).split(b"\n", 1)[1].rsplit(b"\n}", 1)[0]
    head = raw(data, None).removesuffix(b"}")
    with pytest.raises(InputError) as caught:
        _scenario(head + b', "agent": {"x": 1,\n' + lines + b"\n}}", FILE)
    assert "world" in [problem.path for problem in caught.value.problems]

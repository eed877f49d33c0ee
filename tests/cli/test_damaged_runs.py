"""Run folders that something happened to: a sentence and exit code 2, or a verdict that is no better; never a traceback."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.running import run

ODD: list[Any] = [None, True, -1, 3.5, "", "x", "\ud800", "\x1b[2J", [], [1], {}, {"a": 1}]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "whole"
    run("run", "outcomes-30", "--agent", "naive", "--only", "corr-01*,corr-04*", "-o", folder)
    return folder


def paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from paths(item, (*path, key))


def damaged(value: Any, path: tuple[str | int, ...], odd: Any) -> Any:
    value = copy.deepcopy(value)
    place = value
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = odd
    return value


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), name=st.sampled_from(["run.json", "results.jsonl"]), odd=st.sampled_from(ODD))
def test_no_damage_is_a_traceback(
    whole: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, name: str, odd: Any
) -> None:
    folder = tmp_path_factory.mktemp("damaged") / "r"
    shutil.copytree(whole, folder)
    file = folder / name
    # The first line of results, or the whole of run.json.
    text, *rest = (
        file.read_text(encoding="utf-8").splitlines() if name == "results.jsonl" else [file.read_text()]
    )
    value = json.loads(text)
    path = data.draw(st.sampled_from(list(paths(value))))
    file.write_text("\n".join([json.dumps(damaged(value, path, odd)), *rest, ""]), encoding="utf-8")
    for command in (("gate", folder), ("diff", whole, folder), ("diff", folder, whole), ("score", folder)):
        done = run(*command)
        assert done.code in (0, 1, 2), done.err
        assert "\x1b" not in done.out + done.err


@pytest.mark.parametrize("field", ["cases", "suites", "seed", "trials", "label", "agent", "summary"])
@pytest.mark.parametrize("odd", ODD)
def test_what_run_json_says_wrongly_stops_no_scoring(
    whole: Path, tmp_path: Path, field: str, odd: Any
) -> None:
    shutil.copytree(whole, tmp_path / "r")
    head = json.loads((whole / "run.json").read_text(encoding="utf-8"))
    (tmp_path / "r" / "run.json").write_text(json.dumps({**head, field: odd}), encoding="utf-8")
    done = run("score", tmp_path / "r", "--json")
    assert done.code == 1
    assert done.json["total"] == 2


def test_a_record_whose_place_is_no_text_is_judged_all_the_same(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "r")
    results = tmp_path / "r" / "results.jsonl"
    lines = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    lines[0]["record"] = {}
    results.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert run("score", tmp_path / "r", "--json").json["total"] == 2

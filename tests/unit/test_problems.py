"""What is wrong with a payload, in words for the person who made it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from callproof.problems import dotted, found, from_pydantic


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (1.5, "1.5"),
        (1728862774556, "1728862774556"),
        (float("nan"), "NaN"),
        (float("-inf"), "an infinite number"),
        ("it", "'it'"),
        ("", "''"),
        ("a\nb", r"'a\nb'"),
        ({}, "an empty object"),
        ({"a": 1}, "an object"),
        ([], "an empty list"),
        ([1, 2], "a list of 2"),
        ((1,), "a list of 1"),
        pytest.param(10**5000, "a number of thousands of digits", id="huge"),
        ("x" * 100, "'" + "x" * 58 + "…"),
        (10**80, "1" + "0" * 58 + "…"),
    ],
)
def test_a_value_as_it_stands_in_the_file(value: Any, words: str) -> None:
    assert found(value) == words


def test_a_text_of_many_megabytes_is_not_written_out_first() -> None:
    class Watched(str):
        def __repr__(self) -> str:
            raise AssertionError

    assert found(Watched("x" * 100)) == "'" + "x" * 58 + "…"


@pytest.mark.parametrize(
    ("location", "path"),
    [
        ((), ""),
        (("turns", 3, "start_s"), "turns[3].start_s"),
        ((3,), "[3]"),
        ((0, "words", 1, 2), "[0].words[1][2]"),
    ],
)
def test_a_path(location: tuple[str | int, ...], path: str) -> None:
    assert dotted(location) == path


class Inner(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Literal["a"] = "a"
    count: Annotated[int, Field(ge=1, le=3)] = 1


class Other(BaseModel):
    kind: Literal["b"]


class Outer(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    name: str
    share: Annotated[float, Field(gt=0, lt=1)] = 0.5
    flag: bool = False
    inner: Inner = Inner()
    things: list[Annotated[Inner | Other, Field(discriminator="kind")]] = []
    table: dict[str, int] = {}


def complaints(data: Any, **more: Any) -> list[str]:
    with pytest.raises(ValidationError) as caught:
        Outer.model_validate(data)
    return [str(problem) for problem in from_pydantic(caught.value, "f", **more)]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ({}, "name: is missing"),
        ({"name": 5}, "name: found 5, expected a text"),
        ({"name": "x", "share": "y"}, "share: found 'y', expected a number"),
        ({"name": "x", "share": 0}, "share: found 0, expected more than 0"),
        ({"name": "x", "share": 1.0}, "share: found 1.0, expected less than 1"),
        ({"name": "x", "share": float("nan")}, "share: found NaN, expected a finite number"),
        ({"name": "x", "flag": 1}, "flag: found 1, expected true or false"),
        ({"name": "x", "inner": {"count": 0}}, "inner.count: found 0, expected at least 1"),
        ({"name": "x", "inner": {"count": 4}}, "inner.count: found 4, expected at most 3"),
        ({"name": "x", "inner": {"count": 1.5}}, "inner.count: found 1.5, expected a whole number"),
        ({"name": "x", "inner": {"kind": "b"}}, "inner.kind: found 'b', expected 'a'"),
        ({"name": "x", "inner": None}, "inner: found null, expected an object"),
        ({"name": "x", "table": []}, "table: found an empty list, expected an object"),
        ({"name": "x", "table": {"k": "v"}}, "table.k: found 'v', expected a whole number"),
        ({"name": "x", "things": {}}, "things: found an empty object, expected a list"),
        ({"name": "x", "things": [{}]}, "things[0]: has no 'kind'"),
        ({"name": "x", "things": [{"kind": "c"}]}, "things[0]: found 'c', expected one of 'a', 'b'"),
        (5, "found 5, expected an object"),
    ],
)
def test_every_kind_of_fault(data: Any, line: str) -> None:
    assert complaints(data) == [f"f: {line}"]


def test_a_name_that_is_not_known() -> None:
    data = {"name": "x", "shar": 1, "quite": 2}
    assert complaints(data, known=["share", "name"]) == [
        "f: shar: is not a field that is known here. Did you mean 'share'?",
        "f: quite: is not a field that is known here.",
    ]


def test_where_a_payload_stands_in_a_larger_one() -> None:
    assert complaints({"name": 5}, within=("data", 2)) == ["f: data[2].name: found 5, expected a text"]
    data = {"name": "x", "things": [{"kind": "a", "count": 7}]}
    assert complaints(data, tags=("a",), skip=1) == ["f: [0].count: found 7, expected at most 3"]


def test_the_same_problem_is_told_once() -> None:
    """Two members of a union find the same fault; their names are ours, and mean nothing to the reader."""
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(list[int] | list[float]).validate_python(None)
    problems = from_pydantic(caught.value, "f", tags=("list[int]", "list[float]"))
    assert [str(problem) for problem in problems] == ["f: found null, expected a list"]


def test_json_that_is_none() -> None:
    with pytest.raises(ValidationError) as caught:
        Outer.model_validate_json("{")
    (problem,) = from_pydantic(caught.value, "f")
    assert problem.message.startswith("is not valid JSON: ")

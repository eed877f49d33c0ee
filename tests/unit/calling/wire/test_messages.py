"""JSON from strangers, and messages with holes."""

from __future__ import annotations

import json

import pytest

from callproof.calling.wire.events import Problem
from callproof.calling.wire.json_messages import (
    LARGEST_TEXT,
    MAX_DEPTH,
    from_base64,
    parse_object,
    shown,
    tool_arguments,
    whole_number,
)
from callproof.calling.wire.template import Template


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("", "not_json"),
        ("null", "not_json"),
        ("{} {}", "not_json"),
        ('{"a":' * 100_000, "too_large"),
        ('{"a":' * (MAX_DEPTH + 1) + "1" + "}" * (MAX_DEPTH + 1), "too_large"),
        ('{"a":%s}' % ("9" * 10_000), "not_json"),
        ('{"a":NaN}', "not_json"),
        ('{"a":-Infinity}', "not_json"),
        ('{"a":1e999}', "not_json"),
        ("\ufeff{}", "not_json"),
        (b"{}", "wrong_frame"),
    ],
)
def test_what_is_no_message(message: str | bytes, kind: str) -> None:
    problem = parse_object(message)
    assert isinstance(problem, Problem)
    assert problem.kind == kind
    assert len(problem.message) < 300


def test_numbers_that_are_ones_are_read() -> None:
    assert parse_object('{"a":1.5,"b":-2e3,"c":7}') == {"a": 1.5, "b": -2000.0, "c": 7}


def test_the_limits_themselves_are_allowed() -> None:
    deepest = '{"a":' * MAX_DEPTH + "1" + "}" * MAX_DEPTH
    assert not isinstance(parse_object(deepest), Problem)
    assert parse_object('{"a":1}', limit=7) == {"a": 1}
    problem = parse_object('{"a":1}', limit=6)
    assert isinstance(problem, Problem)
    assert problem.kind == "too_large"


@pytest.mark.parametrize(
    "message",
    [
        "[" + "{}," * 30_000 + "0]",
        '{"a":[' + ",".join("1" * 60_000) + "]}",
        # Not looked into, so that nobody knows that it is no JSON.
        "x" * (LARGEST_TEXT + 1),
        "," * 100_000,
    ],
)
def test_what_would_take_long_to_take_apart_is_refused_before(message: str) -> None:
    problem = parse_object(message)
    assert isinstance(problem, Problem)
    assert problem.kind == "too_large"
    assert len(problem.message) < 200


def test_a_long_message_is_read_if_little_is_in_it() -> None:
    long = {"a": "x" * 900_000, "b": ["[" * 100, "{" * 100], "c": "\\ud83d"}
    assert parse_object(json.dumps(long)) == long
    inner = "[" * MAX_DEPTH + "1" + "]" * MAX_DEPTH
    deep = f'{{"a":"{"x" * 100_000}","b":{inner}}}'
    problem = parse_object(deep)
    assert isinstance(problem, Problem)
    assert problem.message.startswith("nested deeper than")


def test_half_a_surrogate_does_not_get_in() -> None:
    for message in ('{"\\ud83d": ["a\\uD83D"]}', '{"\ud83d": ["a\ud83d"]}'):
        assert parse_object(message) == {"?": ["a?"]}
    assert parse_object('{"a": "\\ud83d\\ude00"}') == {"a": "\U0001f600"}


def test_numbers() -> None:
    assert [whole_number(value) for value in (3, 3.9, "3", True, None, 1e300, float("nan"))] == [
        *(3, 3, None, None, None, None, None)
    ]


def test_base64_is_strict() -> None:
    assert from_base64("AAE=") == b"\x00\x01"
    for payload in ("AAE", "AA E=", "päd=", 7, None):
        assert isinstance(from_base64(payload), Problem)


def test_arguments() -> None:
    assert tool_arguments({"a": 1}) == {"a": 1}
    assert tool_arguments('{"a":1}') == {"a": 1}
    assert tool_arguments("") == {}
    assert tool_arguments('{"a":') == '{"a":'
    assert tool_arguments([1]) == "[1]"
    assert tool_arguments(None) == ""


def test_a_long_message_is_shown_short() -> None:
    assert shown("x" * 500) == repr("x" * 79 + "…")


def test_holes() -> None:
    template = Template({"a": "$text", "b": ["#value", "$value"], "$text": "no $text hole", "c": "$$text"})
    assert template.names == {"text", "value"}
    assert json.loads(template.fill(text='"quoted"', value=3)) == {
        "a": '"quoted"',
        "b": [3, "3"],
        "$text": "no $text hole",
        "c": "$$text",
    }
    assert json.loads(template.fill(text={"x": 1}, value=None))["a"] == '{"x": 1}'


def test_a_value_is_no_template() -> None:
    assert json.loads(Template({"a": "$text", "b": "$other"}).fill(text='$other", "', other="x")) == {
        "a": '$other", "',
        "b": "x",
    }


def test_a_number_of_thousands_of_digits_is_said_without_words_for_programmers() -> None:
    problem = parse_object('{"a":%s}' % ("9" * 10_000))
    assert isinstance(problem, Problem)
    assert problem.message.startswith("a number of thousands of digits: '{")

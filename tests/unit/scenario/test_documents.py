"""Plain values from YAML and JSON: what is a number, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.errors import InputError
from callproof.scenario.documents import (
    DEEPEST,
    LARGEST_FILE,
    parse_json_text,
    parse_yaml,
    read_documents,
    unfit,
)
from callproof.scenario.packs import pack_file
from tests.unit.scenario.suites import complaints


def yaml(text: str) -> Any:
    return parse_yaml(text.encode("utf-8", "replace"), "f")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0042", "0042"),
        ("4821", 4821),
        ("-7", -7),
        ("0", 0),
        ("12:30", "12:30"),
        ("2026-03-10", "2026-03-10"),
        ("2026-03-10T09:00:00Z", "2026-03-10T09:00:00Z"),
        ("no", "no"),
        ("Yes", "Yes"),
        ("off", "off"),
        ("y", "y"),
        ("1_000", "1_000"),
        ("+4930", "+4930"),
        ("0x1F", "0x1F"),
        ("0o17", "0o17"),
        ("017", "017"),
        (".5", ".5"),
        ("5.", "5."),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("-", [None]),
        ("2.50", 2.5),
        ("1e3", 1000.0),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("# nothing", None),
        ("'4821'", "4821"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("! 12", 12),
        ("=", "="),
        ("{4821: a, null: b, true: c}", {"4821": "a", "null": "b", "true": "c"}),
        ("- &a [1, x]\n- *a", [[1, "x"], [1, "x"]]),
        ("&k key: *k", {"key": "key"}),
        ("a: |\n  two\n  lines\n", {"a": "two\nlines\n"}),
        ("%YAML 1.1\n---\na: yes", {"a": "yes"}),
        ("a: 'x'\n...\n", {"a": "x"}),
        ("Grüße: 日本", {"Grüße": "日本"}),
    ],
)
def test_what_yaml_means(text: str, value: Any) -> None:
    found = yaml(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3", "line 3: the key 'a' is there twice in one object"),
        ("a: {b: 1, b: 1}", "line 1: the key 'b' is there twice in one object"),
        ("&a [*a]", "line 1: the alias *a stands inside of what it names"),
        ("a: *b", "line 1: the alias *b names nothing above it"),
        (
            "a: !!python/object:os.system {}",
            "the tag 'tag:yaml.org,2002:python/object:os.system' is not known here",
        ),
        ("a: !!timestamp 2026-03-10", "the tag 'tag:yaml.org,2002:timestamp' is not known here"),
        ("a: !mine 1", "the tag '!mine' is not known here"),
        ("[1]: 2", "line 1: a key has to be a text"),
        ("? {a: 1}\n: 2", "line 1: a key has to be a text"),
        ("- &a [1]\n- {*a : 2}", "line 2: a key has to be a text"),
        ("b: &b {c: 1}\na:\n  <<: *b", "line 3: merging keys (<<) is not part of YAML 1.2"),
        ("a: 1\n---\nb: 2", "line 2: a second document begins (---); a file holds one"),
        ("a: [1, 2", "is not valid YAML: did not find expected ',' or ']'"),
        ("\ta: 1", "line 1: is not valid YAML: found character that cannot start any token"),
        ("a: 'x", "is not valid YAML: found unexpected end of stream"),
        ("a: b: c", "line 1: is not valid YAML: mapping values are not allowed in this context"),
        ("a: 99999999999999999999999", "is too large; write it in quotes"),
        ("a: 9223372036854775808", "is too large; write it in quotes"),
        ("a: 1e999", "line 1: the number 1e999 is too large"),
        ('a: "\\0"', "line 1: a text holds the character NUL"),
        ('a: "\\ud83d"', "is not valid YAML: found invalid Unicode character escape code"),
        ("a: \x07", "is not valid YAML: unacceptable character #x0007"),
        ("[" * 200_000, "line 1: is "),
        ("- " * 200_000, f"is nested more than {DEEPEST} deep"),
        ("{a: " * 50_000, f"is nested more than {DEEPEST} deep"),
        ("\n".join(" " * depth + "a:" for depth in range(500)), f"is nested more than {DEEPEST} deep"),
    ],
)
def test_yaml_that_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        yaml(text)
    assert message in str(error.value)
    assert str(error.value).startswith("f: ")


def test_aliases_that_unfold_without_end_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    with pytest.raises(InputError, match="stand for more than 100,000 values"):
        yaml("\n".join(lines))
    assert yaml("\n".join(lines[:3]))["a2"][9][9] == ["x"] * 10


def test_a_nesting_at_the_limit_is_read() -> None:
    assert yaml("[" * DEEPEST + "]" * DEEPEST) is not None
    assert parse_json_text("[" * DEEPEST + "]" * DEEPEST, "f") is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1, "a": 2}', "the key 'a' is there twice in one object"),
        ('{"a": NaN}', "found NaN, which is no number in JSON"),
        ('{"a": -Infinity}', "found -Infinity, which is no number in JSON"),
        ('{"a": 1e999}', "found an infinite number, which is no number in JSON"),
        ('{"a": 12345678901234567890123}', "is too large; write it in quotes"),
        ('{"a": ' + "9" * 5000 + "}", "is too large; write it in quotes"),
        ('{"a": 9223372036854775808}', "is too large"),
        ('{"a": "\\ud83d"}', "holds a character that is none"),
        ('{"\\ud83d": 1}', "holds a character that is none"),
        ('{"a": "\\u0000"}', "holds a character that is none"),
        ('{"a": }', "line 1: is not valid JSON: Expecting value (column 7)"),
        ("", "line 1: is not valid JSON: Expecting value (column 1)"),
        ("[" * 100_000, "is nested too deeply"),
        ("[" * 100 + "]" * 100, f"is nested more than {DEEPEST} deep"),
    ],
)
def test_json_that_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_json_text(text, "f")
    assert message in str(error.value)


def test_a_whole_pair_of_surrogates_is_a_character() -> None:
    assert parse_json_text('"\\ud83d\\ude00"', "f") == "\U0001f600"


def test_what_json_cannot_hold_is_unfit() -> None:
    assert unfit({"a": [1, None, "x", 2.5, True]}) is None
    assert unfit({1: "x"}) == "an object has a key that is no text"
    assert unfit({"a": float("nan")}) == "found NaN, which is no number in JSON"
    assert unfit([2**63]) == "a number is too large"
    assert unfit({"a": ["x", {"b": -(2**63) - 1}]}) == "a number is too large"
    assert unfit(["a\0"]) == unfit({"a\0": 1}) == r"the text 'a\x00' holds a character that is none"
    assert unfit({"ä": "\ud83d"}) == r"the text '\ud83d' holds a character that is none"
    assert unfit({"a": "ä", "b": "\U0001f600", "c": -(2**63), "d": 2**63 - 1}) is None


def test_what_is_nested_as_deep_as_may_be_is_fit_and_one_deeper_is_not() -> None:
    value: Any = "x"
    for _ in range(DEEPEST):
        value = [value]
    assert unfit(value) is None
    assert unfit({"a": value}) == f"is nested more than {DEEPEST} deep"


def test_json_lines_and_every_line_that_is_broken(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text('{"id": "a"}\n\n{"id": "b\u2028c"}\n', encoding="utf-8")
    assert [(d.place, d.data) for d in read_documents(file)] == [
        ("line 1", {"id": "a"}),
        ("line 3", {"id": "b\u2028c"}),
    ]
    file.write_text('{"id": "a"}\n{"id": }\n[\n')
    with pytest.raises(InputError) as error:
        read_documents(file)
    assert [p.path for p in error.value.problems] == ["line 2", "line 3"]


def test_a_json_file_may_hold_an_object_a_line(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text('{"id": "a"}\n{"id": "b"}\n')
    assert [d.data["id"] for d in read_documents(file)] == ["a", "b"]
    file.write_text('{\n "id": "a",\n}\n')
    # Python 3.13 names the comma, older ones what comes behind it.
    with pytest.raises(InputError, match=r"line [23]: is not valid JSON"):
        read_documents(file)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfea\x00", "is UTF-16 text, expected UTF-8"),
        (b"a: 1\nb: \xe9", "line 2: is not UTF-8 text"),
        (b" " * (LARGEST_FILE + 1), "is over 10 MiB"),
    ],
)
def test_bytes_that_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "s.yaml").write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_documents(tmp_path / "s.yaml")


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_bytes(b"\xef\xbb\xbfa: 1")
    assert read_documents(tmp_path / "s.yaml")[0].data == {"a": 1}


def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for name, message in (
        ("pipe.yaml", "is no file"),
        ("none.yaml", "there is no such file"),
        (".", "is a folder"),
    ):
        with pytest.raises(InputError, match=message):
            read_documents(tmp_path / name)


def test_without_libyaml_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    file = pack_file("outcomes-30")
    assert file is not None
    quick = read_documents(file)
    monkeypatch.delattr("yaml.CSafeLoader")
    assert read_documents(file) == quick
    for text in ("- " * 5000, "[" * 5000, "a: [1", "a: \x07", "a: 1\na: 2"):
        assert len(complaints(lambda text=text: yaml(text))) == 1  # type: ignore[misc]


@given(st.text())
def test_any_text_is_a_value_or_one_clear_error(text: str) -> None:
    assert len(complaints(lambda: yaml(text))) <= 1
    assert len(complaints(lambda: parse_json_text(text, "f"))) <= 1

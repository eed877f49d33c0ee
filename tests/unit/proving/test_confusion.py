"""The selftest's matrix: what counts as right, and that nothing stray goes unseen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from callproof.proving.confusion import Confusion, Row, row_of
from callproof.surfaces.reports.matrix import print_matrix
from callproof.surfaces.reports.terminal import console_on


def case(status: str, cause: str | None = None) -> dict[str, Any]:
    return {"status": status, "cause": None if cause is None else {"name": cause}}


def cases(passed: int, *causes: str) -> Iterable[dict[str, Any]]:
    return [*(case("passed") for _ in range(passed)), *(case("failed", cause) for cause in causes)]


def test_found_under_its_own_name_alone_is_right() -> None:
    row = row_of("stale", "stale_tool_args", cases(2, "stale_tool_args"))
    assert row.found == {"passed": 2, "stale_tool_args": 1}
    assert row.right


@pytest.mark.parametrize(
    ("defect", "found"),
    [
        ("stale_tool_args", cases(3)),  # never seen
        ("stale_tool_args", cases(1, "stale_tool_args", "unsafe_retry")),
        ("stale_tool_args", [*cases(1, "stale_tool_args"), case("invalid")]),
        ("stale_tool_args", [*cases(1, "stale_tool_args"), case("failed")]),  # under no name
        ("stale_tool_args", [*cases(1, "stale_tool_args"), case("not_run")]),
        (None, cases(5, "stale_tool_args")),
        (None, cases(0)),
    ],
)
def test_everything_else_is_wrong(defect: str | None, found: Iterable[dict[str, Any]]) -> None:
    row = row_of("agent", defect, found)
    assert not row.right
    assert not Confusion(("s",), (row,)).diagonal


def test_one_wrong_row_is_enough() -> None:
    right, wrong = Row("a", None, {"passed": 1}), Row("b", "x", {"passed": 1})
    assert Confusion(("s",), (right,)).diagonal
    assert not Confusion(("s",), (right, wrong)).diagonal
    assert not Confusion(("s",), ()).diagonal


def test_what_is_stray_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    rows = (Row("sound", None, {"passed": 3}), Row("a", "x", {"passed": 1, "x": 1, "invalid": 1}))
    print_matrix(console_on(sys.stdout), Confusion(("s",), rows).to_json())
    out = capsys.readouterr().out.splitlines()
    assert out[0].split() == ["agent", "passed", "1", "2"]
    assert out[1].split() == ["sound", "3", ".", ".", "right"]
    assert out[2].split() == ["a", "1", "1", "1", "WRONG"]
    assert "  2  invalid" in out
    assert out[-1].startswith("NOT DIAGONAL")

"""Tests over tables of thousands of rows: one test a group of rows, which tries every row of it and names each that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

Row = TypeVar("Row")


def each(
    rows: Iterable[Row], *, name: Callable[[Row], str], group: Callable[[Row], str]
) -> Callable[[Callable[[Row], None]], Callable[[str], None]]:
    """Makes a test of one row into one of every group: as tests of their own, small rows cost more than what they try."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(group(row), []).append(row)

    def over(test: Callable[[Row], None]) -> Callable[[str], None]:
        def of_group(group: str) -> None:
            failed: list[str] = []
            last: Exception | None = None
            for row in groups[group]:
                try:
                    test(row)
                except Exception as error:
                    failed.append(f"{name(row)}: {type(error).__name__}: {error}")
                    last = error
            if failed:
                told = "\n".join([f"{len(failed)} of {len(groups[group])} rows fail", *failed])
                raise AssertionError(told) from last

        of_group.__name__ = test.__name__
        of_group.__doc__ = test.__doc__
        of_group.__module__ = test.__module__
        marked: Callable[[str], None] = pytest.mark.parametrize("group", groups)(of_group)
        return marked

    return over

"""The small part of JSONPath that leads to rows: `$.data.items[*]`, `orders[0].lines`, `$`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from callproof.calling.agent import Json

_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+|\*)\]")


def steps_of(path: str) -> list[str | int | None]:
    """Names, places in lists, and None for all of them. Raises ValueError for what is more than that."""
    rest = path.strip().removeprefix("$")
    steps: list[str | int | None] = []
    while rest:
        step = _STEP.match(rest)
        if step is None or (step[1] is not None and steps and not rest.startswith(".")):
            raise ValueError(f"found {path!r}, expected names and [0] or [*], such as $.data.items[*]")
        steps.append(step[1] if step[1] is not None else None if step[2] == "*" else int(step[2]))
        rest = rest[step.end() :]
    return steps


def rows_at(value: Json, path: str) -> list[Json]:
    """What is there: the elements of a list, or the one value. Raises ValueError where there is nothing."""
    found = list(_at(value, steps_of(path), "$"))
    if len(found) == 1 and isinstance(found[0], list):
        return found[0]
    return found


def _at(value: Json, steps: list[str | int | None], so_far: str) -> Iterator[Json]:
    if not steps:
        yield value
        return
    step, rest = steps[0], steps[1:]
    if isinstance(step, str):
        if not isinstance(value, dict) or step not in value:
            raise ValueError(f"there is no {step!r} at {so_far}")
        yield from _at(value[step], rest, f"{so_far}.{step}")
        return
    if not isinstance(value, list):
        raise ValueError(f"there is no list at {so_far}")
    if step is None:
        for number, item in enumerate(value):
            yield from _at(item, rest, f"{so_far}[{number}]")
        return
    if step >= len(value):
        raise ValueError(f"the list at {so_far} has {len(value)} elements and no [{step}]")
    yield from _at(value[step], rest, f"{so_far}[{step}]")

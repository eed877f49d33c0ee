"""From a source's seconds to the milliseconds of a call."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from callproof.errors import Problem
from callproof.evidence.building import RecordBuilder
from callproof.evidence.record import LONGEST_CALL_MS
from callproof.importers.registry import Place
from callproof.problems import found

# Seconds since 1970 are above this since 1973; no call lasts that long.
_EPOCH_FROM_S = 1e8
# Seconds since 1970 stay below this until the year 5138; milliseconds passed it in 1973.
_EPOCH_TO_S = 1e11
_STAMPS_APART_S = 1.0
_LONGEST_CALL_S = LONGEST_CALL_MS / 1000


class Clock:
    """Turns the times of one source into ms from the start of the call.

    If all `starts` are times of day (seconds since 1970), the earliest of them becomes zero and `started_at` its ISO form.
    A single time that does not fit the others is noted in the record as a time problem, and is unknown.

    `also` are further moments that the call may have begun with, such as the connection: zero is at the earliest of them
    where they are times of day like the starts and not too far from them to belong to the same call.
    """

    def __init__(
        self, starts: Iterable[float | None], builder: RecordBuilder, *, also: Iterable[float | None] = ()
    ) -> None:
        self._builder = builder
        self._zero_s = _zero_s([start for start in starts if start is not None], also)
        # Below a millisecond a float of this size holds little but noise.
        self.started_at = (
            datetime.fromtimestamp(round(self._zero_s, 3), UTC).isoformat() if self._zero_s else None
        )

    @property
    def is_wall_clock(self) -> bool:
        """Whether the source gives times of day, so that other times of day can be placed among them."""
        return self._zero_s > 0

    def ms(self, seconds: float | None, item: str, field: str = "") -> int | None:
        """None for None, and for a time that cannot belong to this call; the note about it names the field of the item."""
        if seconds is None:
            return None
        since = seconds - self._zero_s
        if not 0 <= since <= _LONGEST_CALL_S:
            self._builder.time_problem(
                item + field, f"is {seconds:.15g} s, which does not fit the other times of the call"
            )
            return None
        return round(since * 1000)

    def connection_ms(self, seconds: float | None, starts: Iterable[float | None], path: str) -> int | None:
        """When the line was connected, from its time of day; None where the turns that start at `starts` have none.

        A connection after the first turn cannot be true, but for the second that two stamps may be apart.
        """
        if seconds is None or not self.is_wall_clock:
            return None
        first = min([start for start in starts if start is not None], default=seconds)
        if seconds - first > _STAMPS_APART_S:
            self._builder.time_problem(path, f"is {seconds - first:g} s after the first turn of the call")
            return None
        return self.ms(seconds, path)


def _zero_s(starts: list[float], also: Iterable[float | None]) -> float:
    """The moment that a call's times count from."""
    if starts and not is_epoch(min(starts)):
        return 0.0
    others = [start for start in also if start is not None and is_epoch(start)]
    first = min(starts or others, default=0.0)
    return min([first, *[start for start in others if first - start <= _LONGEST_CALL_S]])


def is_epoch(seconds: float) -> bool:
    """Whether a number of seconds counts from 1970 and not from the start of a call."""
    return _EPOCH_FROM_S <= seconds < _EPOCH_TO_S


def in_seconds(epoch: float | None) -> float | None:
    """A time of day in seconds, whether it came in seconds or in milliseconds since 1970."""
    return epoch / 1000 if epoch is not None and epoch >= _EPOCH_TO_S else epoch


def epoch_s(text: str | None) -> float | None:
    """Seconds since 1970 of an ISO 8601 time. None without a zone: it might be any hour."""
    if text is None:
        return None
    moment = datetime.fromisoformat(text)
    return moment.timestamp() if moment.tzinfo is not None else None


def out_of_order(
    place: Place, starts: Iterable[tuple[tuple[str | int, ...], float, Any]]
) -> Iterator[Problem]:
    """A problem for each turn that starts before one listed above it: its path, its start in seconds and as it was given."""
    latest: tuple[float, Any] = (-math.inf, None)
    for path, start, given in starts:
        if start < latest[0]:
            yield place.problem(
                f"found {found(given)}, before the start of a turn above it ({found(latest[1])}); "
                "list the turns in the order in which they start",
                *path,
            )
        latest = max(latest, (start, given), key=lambda pair: pair[0])

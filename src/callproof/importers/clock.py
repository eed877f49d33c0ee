"""From a source's seconds to the milliseconds of a call."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from callproof.evidence.building import RecordBuilder

# Seconds since 1970 are above this since 1973; no call lasts that long.
_EPOCH_FROM_S = 1e8
_LONGEST_CALL_S = 7 * 24 * 3600


class Clock:
    """Turns the times of one source into ms from the start of the call.

    If all `starts` are times of day (seconds since 1970), the earliest of them becomes zero and `started_at` its ISO form.
    A single time that does not fit the others is noted in the record as a time problem, and is unknown.
    """

    def __init__(self, starts: Iterable[float | None], builder: RecordBuilder) -> None:
        self._builder = builder
        known = [start for start in starts if start is not None]
        self._zero_s = min(known) if known and min(known) >= _EPOCH_FROM_S else 0.0
        self.started_at: str | None = None
        if self._zero_s:
            try:
                self.started_at = datetime.fromtimestamp(self._zero_s, UTC).isoformat()
            except (OverflowError, ValueError, OSError):
                self.started_at = None

    def ms(self, seconds: float | None, path: str) -> int | None:
        """None for None, and for a time that cannot belong to this call; `path` names it in the note about it."""
        if seconds is None:
            return None
        since = seconds - self._zero_s
        if not 0 <= since <= _LONGEST_CALL_S:
            self._builder.time_problem(
                path, f"is {seconds:g} s, which does not fit the other times of the call"
            )
            return None
        return round(since * 1000)

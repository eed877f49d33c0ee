"""How Python's memory is looked after while many calls are judged."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

# So many more objects than were there before are searched for cycles while calls are judged.
_MOST_NEW_OBJECTS = 200_000


class _Pace:
    """The pace is one for the whole process. Whoever wants it slow may do so at the same time as others, in threads or in turns: the
    first slows it down, and who ends last sets it back."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._slowed = 0
        self._usual = gc.get_threshold()

    def slow_down(self) -> None:
        with self._lock:
            self._slowed += 1
            if self._slowed == 1:
                self._usual = gc.get_threshold()
                gc.set_threshold(_MOST_NEW_OBJECTS, *self._usual[1:])

    def set_back(self) -> None:
        with self._lock:
            self._slowed -= 1
            if self._slowed:
                return
            if not gc.get_freeze_count():
                # What is left are the results. Without this the first new object would have them all searched, for nothing again.
                gc.freeze()
                gc.unfreeze()
            gc.set_threshold(*self._usual)


_pace = _Pace()


@contextmanager
def fewer_searches_for_cycles() -> Iterator[None]:
    """A call is a tree of thousands of small objects, freed as soon as it is judged. Searching them for cycles at the usual pace
    takes a sixth of the time and finds none."""
    _pace.slow_down()
    try:
        yield
    finally:
        _pace.set_back()

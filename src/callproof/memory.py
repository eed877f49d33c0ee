"""How Python's memory is looked after while many calls are judged."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# So many more objects than were there before are searched for cycles while calls are judged.
_MOST_NEW_OBJECTS = 200_000


@contextmanager
def fewer_searches_for_cycles() -> Iterator[None]:
    """A call is a tree of thousands of small objects, freed as soon as it is judged. Searching them for cycles at the usual pace
    takes a sixth of the time and finds none."""
    usual = gc.get_threshold()
    gc.set_threshold(_MOST_NEW_OBJECTS, *usual[1:])
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            # What is left are the results. Without this the first new object would have them all searched, for nothing again.
            gc.freeze()
            gc.unfreeze()
        gc.set_threshold(*usual)

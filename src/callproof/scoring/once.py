"""What several checks ask of the same call, worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Generic, TypeVar

from callproof.evidence.call import Call

T = TypeVar("T")


class Once(Generic[T]):
    """A function of a call that remembers its last answer: checks are run one after the other on the same object.

    The object counts, not what is in it: comparing two calls would take longer than the answer.
    """

    def __init__(self, make: Callable[[Call], T]) -> None:
        self._make = make
        self._last: tuple[Call, T] | None = None
        update_wrapper(self, make)

    def __call__(self, call: Call) -> T:
        last = self._last
        if last is None or last[0] is not call:
            last = self._last = (call, self._make(call))
        return last[1]


def once_a_call(make: Callable[[Call], T]) -> Once[T]:
    return Once(make)

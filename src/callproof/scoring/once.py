"""What several checks ask of the same call, worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, TypeVar, overload

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


class Lazy(Generic[T]):
    """A value of an object that is worked out when it is first asked for. `functools.cached_property` does the same, and takes a
    lock each time up to Python 3.11, which costs more than most of what it guards here."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, owner: None, of: type) -> Lazy[T]: ...
    @overload
    def __get__(self, owner: object, of: type) -> T: ...
    def __get__(self, owner: object | None, of: type) -> T | Lazy[T]:
        if owner is None:
            return self
        value = owner.__dict__[self._name] = self._make(owner)
        return value


def lazy(make: Callable[[Any], T]) -> Lazy[T]:
    return Lazy(make)


def once_a_call(make: Callable[[Call], T]) -> Once[T]:
    return Once(make)

"""What several checks ask of the same call, worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, TypeVar, overload

from callproof.evidence.call import Call

S = TypeVar("S")
T = TypeVar("T")
# A call has few actions; what is remembered of those of the calls before is only in the way.
_MOST_EACH = 64


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


class OnceEach(Generic[S, T]):
    """A function of a part of a call, an action mostly, that remembers its answers for the last few of them. The object counts here
    too, and not what is in it."""

    def __init__(self, make: Callable[[S], T]) -> None:
        self._make = make
        self._known: dict[int, tuple[S, T]] = {}
        update_wrapper(self, make)

    def __call__(self, of: S) -> T:
        known = self._known.get(id(of))
        if known is None or known[0] is not of:
            if len(self._known) >= _MOST_EACH:
                self._known.clear()
            # The object is kept too: another one may come to lie in the place of one that is gone.
            known = self._known[id(of)] = (of, self._make(of))
        return known[1]


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


def once_each(make: Callable[[S], T]) -> OnceEach[S, T]:
    return OnceEach(make)


def once_a_call(make: Callable[[Call], T]) -> Once[T]:
    return Once(make)

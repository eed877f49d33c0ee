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
_set = object.__setattr__


def once_a_call(make: Callable[[Call], T]) -> Callable[[Call], T]:
    """A function of a call that remembers its last answer: checks are run one after the other on the same object.

    The object counts, not what is in it: comparing two calls would take longer than the answer.
    """
    last: tuple[Call, T] | None = None

    def once(call: Call) -> T:
        nonlocal last
        known = last
        if known is None or known[0] is not call:
            # One tuple for both, so that two threads never see the answer of another call.
            known = last = (call, make(call))
        return known[1]

    return update_wrapper(once, make)


def once_each(make: Callable[[S], T]) -> Callable[[S], T]:
    """A function of a part of a call, an action mostly, that remembers its answers for the last few of them. The object counts here
    too, and not what is in it."""
    answers: dict[int, tuple[S, T]] = {}

    def once(of: S) -> T:
        known = answers.get(id(of))
        if known is None or known[0] is not of:
            if len(answers) >= _MOST_EACH:
                answers.clear()
            # The object is kept too: another one may come to lie in the place of one that is gone.
            known = answers[id(of)] = (of, make(of))
        return known[1]

    return update_wrapper(once, make)


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
        value = self._make(owner)
        # To ask for an object's `__dict__` makes one; without it Python keeps the attributes in the object itself.
        _set(owner, self._name, value)
        return value


def lazy(make: Callable[[Any], T]) -> Lazy[T]:
    return Lazy(make)

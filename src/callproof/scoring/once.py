"""What several checks ask of the same call, worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, TypeVar, overload

S = TypeVar("S")
T = TypeVar("T")
# Where nobody says that they are no longer wanted, so many answers of a function are kept.
_MOST_EACH = 512
_remembered: list[dict[int, Any]] = []
_set = object.__setattr__


def once_each(make: Callable[[S], T]) -> Callable[[S], T]:
    """A function of a call, or of a part of one, that remembers its answers until `forget`.

    The object counts, not what is in it: comparing two calls would take longer than the answer.
    """
    answers: dict[int, tuple[S, T]] = {}
    _remembered.append(answers)

    def once(of: S) -> T:
        known = answers.get(id(of))
        if known is None or known[0] is not of:
            if len(answers) >= _MOST_EACH:
                answers.clear()
            # The object is kept too: another one may come to lie in the place of one that is gone.
            known = answers[id(of)] = (of, make(of))
        return known[1]

    return update_wrapper(once, make)


def forget() -> None:
    """Lets go of all calls and their parts, which may be large."""
    for answers in _remembered:
        answers.clear()


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

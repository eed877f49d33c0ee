"""A quicker way to make frozen dataclasses of which a call has many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar

T = TypeVar("T")


def quick_init(cls: type[T]) -> type[T]:
    """Gives a frozen dataclass with slots an `__init__` that fills its slots as those of any other class.

    It takes the same arguments. The one that dataclasses write goes through `object.__setattr__` for every field, which takes
    several times as long, and events are most of what reading a call costs. While it is filled, an object is one of a subclass that
    is not frozen; nobody else ever sees it so. The code is written out as dataclasses do it, from the names of the fields alone. For
    classes without `default_factory`, `init=False` and `__post_init__`.
    """
    positional: list[str] = []
    keywords: list[str] = []
    names: list[str] = []
    scope: dict[str, Any] = {"turn_into": object.__setattr__, "Frozen": cls, "Open": _thawed(cls)}
    for field in _plain_fields(cls):
        default = ""
        if field.default is not MISSING:
            scope[f"default_{field.name}"] = field.default
            default = f"=default_{field.name}"
        (keywords if field.kw_only else positional).append(field.name + default)
        names.append(field.name)
    arguments = ", ".join(["self", *positional, *(["*"] if keywords else []), *keywords])
    body = [
        ' turn_into(self, "__class__", Open)',
        *[f" self.{name} = {name}" for name in names],
        " self.__class__ = Frozen",
    ]
    exec("\n".join([f"def __init__({arguments}):", *body]), scope)  # noqa: S102 - from our own fields' names
    scope["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    cls.__init__ = scope["__init__"]  # type: ignore[method-assign]
    return cls


def maker(cls: type[T], *names: str) -> Callable[..., T]:
    """A function that makes objects of such a class from the fields of those names, given by position; all others hold their
    defaults.

    It takes a third of the time that a call of the class with its keywords does: for the few places where the objects come by the dozen.
    """
    scope: dict[str, Any] = {"new": object.__new__, "Frozen": cls, "Open": _thawed(cls)}
    body: list[str] = []
    for field in _plain_fields(cls):
        if field.name not in names:
            if field.default is MISSING:
                raise TypeError(f"{cls.__name__}.{field.name} has no default")
            scope[f"default_{field.name}"] = field.default
        body.append(f" self.{field.name} = {'' if field.name in names else 'default_'}{field.name}")
    lines = [f"def make({', '.join(names)}):", " self = new(Open)", *body, " self.__class__ = Frozen", " return self"]
    exec("\n".join(lines), scope)  # noqa: S102 - from our own fields' names
    made: Callable[..., T] = scope["make"]
    return made


def _plain_fields(cls: type[Any]) -> tuple[Field[Any], ...]:
    for field in fields(cls):
        if field.default_factory is not MISSING or not field.init:
            raise TypeError(f"{cls.__name__}.{field.name}: only plain fields can be filled quickly")
    return fields(cls)


def _thawed(cls: type[T]) -> type[T]:
    """The class with attributes that can be set."""
    return type(cls.__name__, (cls,), {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__})

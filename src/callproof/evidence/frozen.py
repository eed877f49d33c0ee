"""A quicker way to make frozen dataclasses of which a call has many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, ParamSpec, TypeVar, overload

T = TypeVar("T")
P = ParamSpec("P")


def quick_init(cls: type[T]) -> type[T]:
    """Gives a frozen dataclass with slots an `__init__` that fills its slots as those of any other class.

    It takes the same arguments. The one that dataclasses write goes through `object.__setattr__` for every field, which takes
    several times as long, and events are most of what reading a call costs. While it is filled, an object is one of a subclass that
    is not frozen; nobody else ever sees it so. The code is written out as dataclasses do it, from the names of the fields alone. For
    classes without `default_factory`, `init=False` and `__post_init__`.
    """
    scope: dict[str, Any] = {"turn_into": object.__setattr__, "Frozen": cls, "Open": _thawed(cls)}
    lines = [
        f"def __init__(self, {_arguments(cls, scope)}):",
        ' turn_into(self, "__class__", Open)',
        *[f" self.{field.name} = {field.name}" for field in fields(cls)],  # type: ignore[arg-type]
        " self.__class__ = Frozen",
    ]
    exec("\n".join(lines), scope)  # noqa: S102 - from our own fields' names
    scope["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    cls.__init__ = scope["__init__"]  # type: ignore[method-assign]
    return cls


@overload
def maker(cls: Callable[P, T]) -> Callable[P, T]: ...
@overload
def maker(cls: type[T], *names: str) -> Callable[..., T]: ...
def maker(cls: Any, *names: str) -> Callable[..., Any]:
    """A function that makes objects of such a class: with the arguments that the class takes, or from the fields of some names
    alone, given by position in that order, while all others hold their defaults.

    It takes half of the time that calling the class does, for want of what a class does around its `__init__`. For the few places
    where objects come by the dozen.
    """
    scope: dict[str, Any] = {"new": object.__new__, "Frozen": cls, "Open": _thawed(cls)}
    arguments = _arguments(cls, scope, names)
    body = [
        f" self.{field.name} = {field.name if field.name in names or not names else f'default_{field.name}'}"
        for field in fields(cls)
    ]
    lines = [
        f"def make({arguments}):",
        " self = new(Open)",
        *body,
        " self.__class__ = Frozen",
        " return self",
    ]
    exec("\n".join(lines), scope)  # noqa: S102 - from our own fields' names
    made: Callable[..., Any] = scope["make"]
    return made


def _arguments(cls: type[Any], scope: dict[str, Any], names: tuple[str, ...] = ()) -> str:
    """The arguments of a function as they are written, with their defaults put into its scope."""
    positional: list[str] = []
    keywords: list[str] = []
    for field in fields(cls):
        if field.default_factory is not MISSING or not field.init:
            raise TypeError(f"{cls.__name__}.{field.name}: only plain fields can be filled so")
        default = ""
        if field.default is not MISSING:
            scope[f"default_{field.name}"] = field.default
            default = f"=default_{field.name}"
        elif names and field.name not in names:
            raise TypeError(f"{cls.__name__}.{field.name} has no default")
        (keywords if field.kw_only else positional).append(field.name + default)
    return ", ".join(names or [*positional, *(["*"] if keywords else []), *keywords])


def _thawed(cls: type[T]) -> type[T]:
    """The class with attributes that can be set."""
    return type(
        cls.__name__,
        (cls,),
        {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__},
    )

"""A quicker way to make frozen dataclasses of which a call has many."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, ParamSpec, TypeVar

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


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """A function that makes objects of such a class, with the arguments that the class takes.

    It takes half of the time that calling the class does, for want of what a class does around its `__init__`. For the few places
    where objects come by the dozen.
    """
    scope: dict[str, Any] = {}
    filled = {field.name: field.name for field in fields(cls)}  # type: ignore[arg-type]
    return _written(cls, scope, [f"def make({_arguments(cls, scope)}):"], filled)


def unpacker(cls: type[T], names: Sequence[str], *more: str) -> Callable[..., T]:
    """As `maker`, for fields that come in a tuple in the order of these names ("_" for an item that is no field), with `more`
    of them as arguments after it. All others hold their defaults.
    """
    scope: dict[str, Any] = {}
    _arguments(cls, scope)
    given = {*names, *more}
    filled = {field.name: field.name for field in fields(cls) if field.name in more}  # type: ignore[arg-type]
    for field in fields(cls):  # type: ignore[arg-type]
        if field.name not in given:
            filled[field.name] = f"default_{field.name}"
            if filled[field.name] not in scope:
                raise TypeError(f"{cls.__name__}.{field.name} has no default")
    targets = "".join("_, " if name == "_" else f"self.{name}, " for name in names)
    head = [f"def make(packed, {', '.join(more)}):"]
    return _written(cls, scope, head, filled, f" {targets}= packed")


def _written(
    cls: Any, scope: dict[str, Any], head: list[str], filled: Mapping[str, str], *body: str
) -> Callable[..., Any]:
    scope.update({"new": object.__new__, "Frozen": cls, "Open": _thawed(cls)})
    filling = [f" self.{name} = {value}" for name, value in filled.items()]
    lines = [*head, " self = new(Open)", *body, *filling, " self.__class__ = Frozen", " return self"]
    exec("\n".join(lines), scope)  # noqa: S102 - from our own fields' names
    make: Callable[..., Any] = scope["make"]
    return make


def _arguments(cls: Any, scope: dict[str, Any]) -> str:
    """The arguments of a class as they are written, with their defaults put into the scope of the function."""
    positional: list[str] = []
    keywords: list[str] = []
    for field in fields(cls):
        if field.default_factory is not MISSING or not field.init:
            raise TypeError(f"{cls.__name__}.{field.name}: only plain fields can be filled so")
        default = ""
        if field.default is not MISSING:
            scope[f"default_{field.name}"] = field.default
            default = f"=default_{field.name}"
        (keywords if field.kw_only else positional).append(field.name + default)
    return ", ".join([*positional, *(["*"] if keywords else []), *keywords])


def _thawed(cls: type[T]) -> type[T]:
    """The class with attributes that can be set."""
    return type(
        cls.__name__,
        (cls,),
        {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__},
    )

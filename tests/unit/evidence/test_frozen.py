"""Objects that are made the quick way are the objects that their class makes."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field

import pytest

from callproof.evidence.frozen import maker, quick_init, unpacker


@quick_init
@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 7
    name: str | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Point):
    type: str = "named"
    size: int


@dataclass(frozen=True, slots=True)
class Listed:
    items: list[int] = field(default_factory=list)


def test_a_quick_class_takes_the_same_arguments() -> None:
    point = Point(1, name="a")
    assert (point.x, point.y, point.name) == (1, 7, "a")
    assert Named(1, 2, size=3) == Named(x=1, y=2, name=None, type="named", size=3)
    with pytest.raises(TypeError, match="size"):
        Named(1, 2)  # type: ignore[call-arg]


def test_a_maker_takes_the_arguments_of_the_class() -> None:
    make = maker(Named)
    assert make(1, size=3) == Named(1, size=3)
    assert type(make(1, size=3)) is Named
    with pytest.raises(TypeError):
        make(1, 2, "a", "named", 3)  # type: ignore[call-arg]


def test_an_unpacker_takes_the_fields_from_a_tuple_and_the_others_from_their_defaults() -> None:
    make = unpacker(Named, ("x", "_", "name"), "size")
    made = make((1, "left out", "a"), 3)
    assert made == Named(1, 7, "a", size=3)
    assert type(made) is Named


def test_what_is_made_is_frozen() -> None:
    for point in (Point(1), maker(Point)(1), unpacker(Point, ("x",))((1,))):
        with pytest.raises(FrozenInstanceError):
            point.x = 2  # type: ignore[misc]
        assert hash(point) == hash(Point(1))


def test_an_unpacker_without_a_field_that_has_no_default_is_refused() -> None:
    with pytest.raises(TypeError, match="size has no default"):
        unpacker(Named, ("x", "y"))


def test_a_default_that_is_made_anew_is_refused() -> None:
    with pytest.raises(TypeError, match="items"):
        quick_init(Listed)
    with pytest.raises(TypeError, match="items"):
        maker(Listed)

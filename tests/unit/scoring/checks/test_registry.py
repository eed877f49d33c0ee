"""Checks by name, and the door through which they come."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass
from typing import Any, ClassVar

import pytest

from callproof.errors import InputError
from callproof.evidence.call import Call
from callproof.scoring.checks import builtin_checks
from callproof.scoring.checks.registry import Check, check, check_class, registered
from callproof.scoring.checks.slow_response import SlowResponse
from callproof.scoring.findings import Outcome
from callproof.scoring.timing import Timing
from tests.unit.scoring.calls import BY_THE_CLOCK


def test_the_checks_by_the_clock_come_first_and_in_a_fixed_order() -> None:
    ids = [cls.id for cls in builtin_checks()]
    assert ids[: len(BY_THE_CLOCK)] == list(BY_THE_CLOCK)
    assert len(set(ids)) == len(ids)
    assert [id for id in registered() if id in ids] == ids


@pytest.mark.parametrize("cls", builtin_checks())
def test_a_check_says_what_it_finds_and_cannot_be_changed(cls: type[Check]) -> None:
    first = (cls.__doc__ or "").splitlines()[0]
    assert first.endswith(".")
    assert cls.version >= 1
    assert registered()[cls.id] is cls
    made: Any = cls()
    assert made == cls()
    with pytest.raises((FrozenInstanceError, TypeError)):
        made.medium_ms = 1


def test_a_check_is_found_by_its_id_and_by_its_alias() -> None:
    assert check_class("slow_response") is SlowResponse
    assert check_class("talked_over_user").id == "talked_over_caller"


def test_an_unknown_check_is_named_with_the_nearest_one() -> None:
    with pytest.raises(InputError) as raised:
        check_class("slow_respnse")
    assert str(raised.value) == "no check 'slow_respnse'. Did you mean 'slow_response'?"


def test_a_check_like_no_other_is_answered_with_all_there_are() -> None:
    with pytest.raises(InputError, match=r"no check 'xyz'\. There are slow_response, dead_air, "):
        check_class("xyz")


@pytest.mark.parametrize(("taken", "alias"), [("dead_air", "fresh_alias"), ("fresh_id", "talked_over_user")])
def test_a_second_check_of_a_name_is_refused(taken: str, alias: str) -> None:
    @dataclass(frozen=True, slots=True)
    class Other:
        """Another one."""

        id: ClassVar[str] = taken
        version: ClassVar[int] = 1
        aliases: ClassVar[tuple[str, ...]] = (alias,)

        def judge(self, call: Call, timing: Timing) -> Outcome:
            return Outcome()

    with pytest.raises(ValueError, match="two checks have the name"):
        check(Other)
    assert registered().get(taken) is not Other
    assert "fresh_id" not in registered()


def test_registering_a_check_again_changes_nothing() -> None:
    before = dict(registered())
    assert check(SlowResponse) is SlowResponse
    assert dict(registered()) == before


def test_the_registry_cannot_be_changed_from_outside() -> None:
    with pytest.raises(TypeError):
        registered()["mine"] = SlowResponse  # type: ignore[index]

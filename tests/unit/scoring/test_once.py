"""What is worked out once: for the same object, and not for one that is equal to it."""

from __future__ import annotations

import sys

from callproof.evidence.call import Call
from callproof.scoring.dialogue import dialogue_of
from callproof.scoring.once import forget, lazy, once_each
from tests.unit.scoring.talks import judged_by_all, refund, talk


def test_a_question_about_a_call_is_asked_once() -> None:
    asked: list[Call] = []

    @once_each
    def turns(call: Call) -> int:
        """How many."""
        asked.append(call)
        return len(call.utterances)

    short, long, alike = talk("a: Hello."), talk("a: Hello.", "c: Hi."), talk("a: Hello.")
    assert short == alike
    # Equal is not the same.
    assert [turns(call) for call in (short, short, long, long, short, alike)] == [1, 1, 2, 2, 1, 1]
    assert [id(call) for call in asked] == [id(short), id(long), id(alike)]
    assert turns.__doc__ == "How many."
    forget()
    assert turns(short) == 1
    assert len(asked) == 4


def test_what_is_gone_is_never_taken_for_what_lies_in_its_place() -> None:
    asked: list[list[int]] = []

    @once_each
    def total(part: list[int]) -> int:
        asked.append(part[:])
        return sum(part)

    parts = [[n] for n in range(40)]
    assert [total(part) for part in (*parts, *parts)] == [*range(40), *range(40)]
    assert len(asked) == 40
    assert [total([n]) for n in range(2000)] == list(range(2000))
    assert len(asked) == 2040


def test_no_call_is_held_once_it_is_judged() -> None:
    call = talk("c: Fifteen back.", ("a: OK.", refund(15)))
    held = sys.getrefcount(call)
    dialogue_of(call)
    assert sys.getrefcount(call) > held
    judged_by_all(call)
    assert sys.getrefcount(call) == held


def test_a_value_of_an_object_is_worked_out_when_it_is_first_asked_for() -> None:
    class Text:
        def __init__(self, text: str) -> None:
            self.text = text
            self.looked = 0

        @lazy
        def length(self) -> int:
            """In characters."""
            self.looked += 1
            return len(self.text)

    one, other = Text("abc"), Text("")
    assert one.looked == 0
    assert (one.length, one.length, other.length) == (3, 3, 0)
    assert (one.looked, other.looked) == (1, 1)
    assert Text.length.__doc__ == "In characters."

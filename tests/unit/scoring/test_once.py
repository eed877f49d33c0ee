"""What is worked out once: for the same object, and not for one that is equal to it."""

from __future__ import annotations

from callproof.evidence.call import Call
from callproof.scoring.once import lazy, once_a_call, once_each
from tests.unit.scoring.talks import talk


def test_a_question_about_a_call_is_asked_once_while_the_call_is_the_same() -> None:
    asked: list[Call] = []

    @once_a_call
    def turns(call: Call) -> int:
        """How many."""
        asked.append(call)
        return len(call.utterances)

    short, long, alike = talk("a: Hello."), talk("a: Hello.", "c: Hi."), talk("a: Hello.")
    assert short == alike
    assert [turns(call) for call in (short, short, long, long, short, alike)] == [1, 1, 2, 2, 1, 1]
    assert len(asked) == 4
    assert turns.__doc__ == "How many."


def test_a_question_about_each_part_is_asked_once_for_the_last_few_of_them() -> None:
    asked: list[list[int]] = []

    @once_each
    def total(part: list[int]) -> int:
        asked.append(part)
        return sum(part)

    parts = [[n] for n in range(40)]
    assert [total(part) for part in (*parts, *parts)] == [*range(40), *range(40)]
    assert len(asked) == 40
    # Equal is not the same, and what is gone is never taken for what lies in its place.
    assert [total([n]) for n in range(200)] == list(range(200))
    assert len(asked) == 240


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

"""The next step, from what is wanted and what has been done; and how goals change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from callproof.calling.agents.planning import (
    Account,
    Ask,
    Check,
    Confirm,
    Desk,
    Do,
    Effect,
    LookUp,
    Resolve,
    Step,
    TakeBack,
    fits_row,
    key_of,
    next_step,
)
from callproof.calling.agents.schemas import Catalogue
from callproof.calling.agents.wishes import Goal, Goals, Wish, apply
from tests.unit.packs.playing import pack

CATALOGUE = Catalogue(pack("outcomes-30").scenarios[0].world.schemas())
CHANGE = Goal(0, "update_order", {"order_number": "4821", "quantity": 3})
REFUND = Goal(0, "refund", {"order_number": "4821", "amount": 50})


def desk(*effects: Effect) -> Desk:
    return Desk(CATALOGUE, list(effects), set(), set(), {}, set())


def plan(goals: Goals, at: Desk, *, blindly: bool = False, accounted: bool = False) -> Step | None:
    return next_step(goals, at, retries_blindly=blindly, accounted=accounted)


def done(goal: Goal, *, checked: bool = False) -> Effect:
    return Effect(goal, goal, goal.arguments, "done", checked=checked)


def test_from_the_request_to_the_account() -> None:
    at = desk()
    assert plan((), at) is None
    assert plan((CHANGE,), at) == LookUp(CHANGE)
    at.looked_up.add((0, "order_number", "4821"))
    assert plan((CHANGE,), at) == Confirm(CHANGE)
    at.agreed.add(key_of(CHANGE))
    assert plan((CHANGE,), at) == Do(CHANGE)
    effect = done(CHANGE)
    at.effects.append(effect)
    assert plan((CHANGE,), at) == Check(effect)
    effect.checked = True
    assert plan((CHANGE,), at) == Account()
    assert plan((CHANGE,), at, accounted=True) is None


def test_what_is_missing_is_asked_for() -> None:
    assert plan((Goal(0, "refund", {"amount": 50}),), desk()) == Ask(
        Goal(0, "refund", {"amount": 50}), "order_number"
    )
    nothing_to_change = Goal(0, "update_order", {"order_number": "4821"})
    at = desk()
    at.looked_up.add((0, "order_number", "4821"))
    assert plan((nothing_to_change,), at) == Ask(nothing_to_change, "quantity")


def test_a_call_nobody_knows_of_is_looked_into_first() -> None:
    effect = Effect(REFUND, REFUND, REFUND.arguments, "unknown")
    at = desk(effect)
    assert plan((REFUND,), at) == Resolve(effect)
    at.looked_up.add((0, "order_number", "4821"))
    at.agreed.add(key_of(REFUND))
    assert plan((REFUND,), at, blindly=True) == Do(REFUND)
    taken_back = apply((REFUND,), Wish(0, negates=True))
    assert plan(taken_back, at, blindly=True) == Resolve(effect)


def test_what_is_no_longer_wanted_is_taken_back() -> None:
    effect = done(REFUND, checked=True)
    other = apply((REFUND,), Wish(0, values={"amount": 40}))
    assert plan(other, desk(effect)) == TakeBack(effect)
    assert plan(apply((REFUND,), Wish(0, negates=True)), desk(effect)) == TakeBack(effect)
    effect.stuck = True
    assert plan(apply((REFUND,), Wish(0, negates=True)), desk(effect)) == Account()


def test_a_value_that_will_be_overwritten_need_not_be_taken_back() -> None:
    effect = done(CHANGE, checked=True)
    more = apply((CHANGE,), Wish(0, values={"quantity": 4}))
    assert plan(more, desk(effect)) == LookUp(more[0])
    elsewhere = apply((CHANGE,), Wish(0, values={"order_number": "5107"}))
    assert plan(elsewhere, desk(effect)) == TakeBack(effect)


def test_what_was_booked_to_a_goal_counts_as_done() -> None:
    now = apply((CHANGE,), Wish(0, values={"quantity": 4}))[0]
    stale = Effect(CHANGE, now, CHANGE.arguments, "done", checked=True)
    assert plan((now,), desk(stale)) == Account()


def test_wishes() -> None:
    goals = apply((), Wish(None, "refund", {"amount": 50}))
    assert goals == (Goal(0, "refund", {"amount": 50}),)
    goals = apply(goals, Wish(0, negates=True))
    assert not goals[0].wanted
    goals = apply(goals, Wish(0, values={"amount": 40}))
    assert goals == (Goal(0, "refund", {"amount": 40}),)
    assert apply((CHANGE,), Wish(0, more={"quantity": 1}))[0].arguments["quantity"] == 4
    unknown = Goal(0, "update_order", {"order_number": "4821"})
    assert apply((unknown,), Wish(0, more={"quantity": 1}))[0].more == {"quantity": 1}


def test_rows_hold_arguments_by_name_or_by_value() -> None:
    row = {"order_number": "4821", "quantity": 3.0, "note": "Express"}
    assert fits_row({"order_number": "4821", "quantity": 3}, row)
    assert fits_row({"method": "express"}, row)
    assert not fits_row({"quantity": 4}, row)
    assert not fits_row({"order_number": "3"}, row)


def test_a_new_value_is_in_the_column_of_the_old_one() -> None:
    row = {"id": "4821", "date": "2026-03-18"}
    assert fits_row({"id": "4821", "new_date": "2026-03-18"}, row)
    assert not fits_row({"id": "4821", "new_date": "2026-03-19"}, row)
    assert not fits_row({"new_date": "2026-03-18"}, {"date": "2026-03-17", "seen": "2026-03-18"})


def test_what_has_a_default_is_not_asked_for() -> None:
    goal = Goal(0, "send_box", {"box": "4821"})

    def first_step(more: Mapping[str, Any]) -> Step | None:
        about = {"type": "string", "description": "Box number, four digits."}
        properties = {"box": about, "size": {"type": "string", "description": "Size.", **more}}
        parameters = {"properties": properties, "required": ["box"]}
        schema = {"function": {"name": "send_box", "description": "Send a box.", "parameters": parameters}}
        at = Desk(Catalogue([schema]), [], {(0, "box", "4821")}, set(), {}, set())
        return plan((goal,), at)

    assert first_step({}) == Ask(goal, "size")
    assert first_step({"default": "small"}) == Confirm(goal)

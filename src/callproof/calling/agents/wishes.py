"""What the caller wants, as goals that change version by version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from callproof.calling.agent import Json


@dataclass(frozen=True)
class Goal:
    """One thing that the caller wants done: a tool and its arguments. `wanted` is False once they have taken it back.

    `more` are arguments that the caller named against what is there ("one more"), until it is known what is there.
    """

    number: int
    tool: str
    arguments: Mapping[str, Json] = field(default_factory=dict)
    wanted: bool = True
    more: Mapping[str, int] = field(default_factory=dict)


Goals: TypeAlias = tuple[Goal, ...]


@dataclass(frozen=True)
class Wish:
    """What one utterance does to the goals: asks for a new one (`goal` None), changes one, or takes one back."""

    goal: int | None
    tool: str = ""
    values: Mapping[str, Json] = field(default_factory=dict)
    more: Mapping[str, int] = field(default_factory=dict)
    negates: bool = False


def apply(goals: Goals, wish: Wish) -> Goals:
    if wish.goal is None:
        return (*goals, Goal(len(goals), wish.tool, dict(wish.values), more=dict(wish.more)))
    return tuple(_changed(goal, wish) if goal.number == wish.goal else goal for goal in goals)


def _changed(goal: Goal, wish: Wish) -> Goal:
    if wish.negates:
        return replace(goal, wanted=False)
    arguments = {**goal.arguments, **wish.values}
    more = {name: step for name, step in goal.more.items() if name not in wish.values}
    for name, step in wish.more.items():
        known = arguments.get(name)
        if isinstance(known, int):
            arguments[name] = known + step
        else:
            more[name] = more.get(name, 0) + step
    return replace(goal, arguments=arguments, more=more, wanted=True)


def by_number(goals: Goals, number: int) -> Goal | None:
    return next((goal for goal in goals if goal.number == number), None)


def without(goals: Goals, number: int, name: str) -> Goals:
    """The goals, one of them without a value."""
    return tuple(
        replace(goal, arguments={key: value for key, value in goal.arguments.items() if key != name})
        if goal.number == number
        else goal
        for goal in goals
    )

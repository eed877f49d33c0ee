"""What an agent tells of its work: from what the caller has said, not from what it holds for true itself.

That split is deliberate. A real agent writes its sentences from the conversation and its calls from its state; when the two come apart,
it says what the caller wanted to hear.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from callproof.calling.agents import wording
from callproof.calling.agents.planning import Desk, Effect
from callproof.calling.agents.wishes import Goal, Goals


def account(heard: Goals, desk: Desk, told: Mapping[int, Goal]) -> str:
    """What has not been told yet, with "anything else?" behind it."""
    return " ".join([*_sentences(heard, desk, told), wording.ANYTHING_ELSE])


def is_told(heard: Goals, desk: Desk, told: Mapping[int, Goal]) -> bool:
    return all(told.get(goal.number) == goal for goal in heard) and not list(_untold(desk))


def _sentences(heard: Goals, desk: Desk, told: Mapping[int, Goal]) -> Iterator[str]:
    for effect in _untold(desk):
        yield wording.taken_back(desk.catalogue.tools[effect.goal.tool], effect.arguments)
    for goal in heard:
        if told.get(goal.number) == goal:
            continue
        tool = desk.catalogue.tools[goal.tool]
        of_it = [effect for effect in desk.effects if effect.goal.number == goal.number]
        stuck = next((effect for effect in of_it if effect.stuck), None)
        if stuck is not None:
            yield wording.stays(tool, stuck.arguments)
        if goal.number in desk.given_up:
            yield wording.failed(tool, goal.arguments)
        elif goal.wanted:
            yield wording.done(tool, goal.arguments)
        elif stuck is None and not any(effect.status == "taken_back" for effect in of_it):
            yield f"Okay. {wording.not_done(tool, goal.arguments)}"


def _untold(desk: Desk) -> Iterator[Effect]:
    return (effect for effect in desk.effects if effect.status == "taken_back" and not effect.told)

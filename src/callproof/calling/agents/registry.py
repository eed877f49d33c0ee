"""The reference agents by name, for `--agent naive`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from callproof.calling.agent import Agent, Session
from callproof.calling.agents import controls
from callproof.calling.agents.conversation import Conversation
from callproof.calling.agents.defects import DEFECTS, Defect


class ReferenceAgent:
    """The pipeline with some defects switched on."""

    virtual_time = True

    def __init__(self, defects: frozenset[Defect] = frozenset()) -> None:
        self.defects = defects

    async def run(self, call: Session) -> None:
        await Conversation(call, self.defects).run()


def name_of(defect: Defect) -> str:
    """ "stale-tool-args": the agent that has this defect alone."""
    return defect.replace("_", "-")


def _with(*defects: Defect) -> Callable[[], Agent]:
    return lambda: ReferenceAgent(frozenset(defects))


# The agents with one defect, by the cause that they must be found under.
SINGLE_DEFECT_AGENTS: Mapping[Defect, str] = {defect: name_of(defect) for defect in DEFECTS}
# Agents that pass nothing, and two that pass nothing where something is to be done.
NULL_AGENTS = ("silent", "do-nothing", "only-says-done", "truthful-refuser", "fluent-liar", "never-claims")
OVERDOING_AGENTS = ("repeats-each-write", "writes-before-asked")
# Agents whose state, payload or speech does not follow a correction, by the cause that each must be found under.
STUCK_AGENTS: Mapping[str, str] = {
    "stuck-state": "state_not_updated",
    "stuck-payload": "stale_tool_args",
    "stuck-speech": "false_confirmation",
}

REFERENCE_AGENTS: Mapping[str, Callable[[], Agent]] = {
    "sound": _with(),
    "naive": _with(*DEFECTS),
    **{name: _with(defect) for defect, name in SINGLE_DEFECT_AGENTS.items()},
    "silent": controls.Silent,
    "do-nothing": controls.DoNothing,
    "only-says-done": controls.OnlySaysDone,
    "truthful-refuser": controls.TruthfulRefuser,
    "fluent-liar": controls.FluentLiar,
    "never-claims": controls.NeverClaims,
    "repeats-each-write": controls.RepeatsEachWrite,
    "writes-before-asked": controls.WritesBeforeAsked,
    "stuck-state": controls.StuckState,
    "stuck-payload": controls.StuckPayload,
    "stuck-speech": controls.StuckSpeech,
}

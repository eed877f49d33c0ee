"""From what `--agent` and `--input` say to an agent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from callproof.calling.agent_blocks import check_blocks
from callproof.calling.agent_file import is_agent_file, read_agent_file
from callproof.calling.live_agent import KINDS, Input, LiveAgent, live_agent
from callproof.calling.loading import agent_from, load_agent
from callproof.calling.simulation.call import AgentSpec
from callproof.errors import InputError, did_you_mean

INPUTS: tuple[Input, ...] = ("text", "speech")


def chosen_agent(
    agent: Any, *, environment: Mapping[str, str], input: str | None = None
) -> AgentSpec | LiveAgent:
    """An agent by its specification or file, or from a Python object; `input` is what it is to be given, where it takes both.

    Raises InputError.
    """
    if input is not None and input not in INPUTS:
        raise InputError.of(f"--input is {input!r}, expected text or speech.{did_you_mean(input, INPUTS)}")
    if not isinstance(agent, str):
        made = agent_from(agent, str(getattr(agent, "__name__", None) or type(agent).__name__))
        if input == "speech":
            raise InputError.of(
                f"--input speech: {made.name} has to be served in a process of its own; name it module:name"
            )
        return made
    found = live_agent(agent)
    if is_agent_file(agent):
        found = read_agent_file(agent, environment)
        check_blocks(found, environment)
    elif found is not None and found.kind == "websocket":
        raise InputError.of(
            f"--agent {agent!r}: a protocol of your own is described in a file; write `agent: {agent}` and `websocket: ...` into "
            "agent.yaml, and call it by --agent agent.yaml"
        )
    if found is None:
        # What is to be served is loaded here too, so that a wrong name is said at once.
        spec = load_agent(agent)
        return LiveAgent("spoken", agent) if input == "speech" else spec
    if input is None:
        return found
    kind = KINDS[found.kind]
    if input not in kind.inputs:
        raise InputError.of(
            f"--input {input}: an agent of the kind {found.kind} takes {' or '.join(kind.inputs)} alone",
            file=found.file,
        )
    if found.kind == "spoken" and input == "text":
        return load_agent(found.target)
    return replace(found, input=None if input == kind.inputs[0] else "text")

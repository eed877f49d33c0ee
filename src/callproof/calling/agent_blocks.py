"""The blocks of agent.yaml that belong to one kind: checked before anybody is called, and the JSON Schema of the whole file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from callproof.calling.agent_file import AgentFile, read_agent_file
from callproof.calling.live_agent import KINDS, LiveAgent
from callproof.errors import InputError, Problem

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def check_blocks(agent: LiveAgent, environment: Mapping[str, str]) -> None:
    """Raises InputError for what an agent's kind cannot use. What reads a block is loaded for that block alone."""
    if agent.backend is not None or agent.proxy is not None:
        from callproof.calling.own_api import own_api

        own_api(agent)
    if agent.kind == "websocket":
        from callproof.calling.wire.generic import read_protocol

        read_protocol(agent.settings, agent.file)
    elif agent.kind == "twilio":
        from callproof.calling.webhook import TwilioAccount

        TwilioAccount.read(agent.settings, agent.file)
    elif agent.kind == "chat":
        from callproof.calling.agents.completions import ChatSettings

        ChatSettings.read(agent.settings, agent.file, agent.target, environment)


def problems_of(path: str | os.PathLike[str], environment: Mapping[str, str]) -> tuple[Problem, ...]:
    """What is wrong with an agent's file."""
    try:
        check_blocks(read_agent_file(path, environment), environment)
    except InputError as error:
        return error.problems
    return ()


def agent_schema() -> dict[str, Any]:
    """Of agent.yaml, as it is before `${NAME}` is filled in."""
    from callproof.calling.agents.completions import ChatSettings
    from callproof.calling.toolserver.probe_settings import BackendConfig
    from callproof.calling.toolserver.rules import ProxyConfig
    from callproof.calling.webhook import TwilioAccount
    from callproof.calling.wire.generic import Protocol

    schema = AgentFile.model_json_schema()
    definitions = schema.setdefault("$defs", {})
    blocks: dict[str, Any] = {
        "websocket": Protocol,
        "twilio": TwilioAccount,
        "chat": ChatSettings,
        "backend": BackendConfig,
        "proxy": ProxyConfig,
    }
    for name, block in blocks.items():
        # Two blocks may have parts of one name.
        made = TypeAdapter(block).json_schema(ref_template=f"#/$defs/{name}.{{model}}")
        definitions.update({f"{name}.{part}": schema for part, schema in made.pop("$defs", {}).items()})
        definitions[name] = made
        schema["properties"][name] = {"$ref": f"#/$defs/{name}"}
    kinds = "|".join(KINDS)
    schema["properties"]["agent"] |= {"pattern": f"^({kinds}):", "description": "kind:address"}
    return {
        "$schema": _DIALECT,
        **schema,
        "title": "callproof agent",
        "description": "what each field means: docs/agent-file.md",
    }

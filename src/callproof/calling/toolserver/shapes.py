"""How platforms ask for tools over a webhook, and what they expect back: payloads in, payloads out.

Vapi posts `{"message": {"type": "tool-calls", "toolCallList": […], "call": {…}}}` and wants `{"results": […]}`, every result a text.
Retell posts `{"name", "args", "call"}`, or the arguments alone; ElevenLabs posts what the tool's configuration says, with the name of
the tool in the URL. Both want the bare result. "OpenAI" is a tool call as chat or Realtime models put it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from callproof.calling.agent import Json
from callproof.calling.toolserver.answers import Answered, as_text
from callproof.calling.toolserver.belonging import NAME
from callproof.calling.toolserver.bodies import read_arguments
from callproof.calling.toolserver.refusals import RefusedError

Platform: TypeAlias = Literal["vapi", "retell", "elevenlabs", "openai"]
PLATFORMS: tuple[Platform, ...] = ("vapi", "retell", "elevenlabs", "openai")
# What ElevenLabs' own variables are called; a tool's configuration may put them among the arguments.
_ELEVENLABS_IDS = ("conversation_id", "system__conversation_id", "system__call_sid")
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class AskedFor:
    """One tool call. `id` is the platform's name for it (None: it has none)."""

    name: str
    arguments: Mapping[str, Json] | str
    id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """What a payload asks for. `call` names our call, `platform_calls` are the platform's own ids for it.

    `bare`: there is one tool call, and its result alone is the answer. `kind` is how a tool call of OpenAI's is put.
    """

    tools: Sequence[AskedFor] = ()
    call: str | None = None
    platform_calls: tuple[str, ...] = ()
    bare: bool = False
    listed: bool = False
    kind: Literal["chat", "realtime"] = "chat"
    rest: Mapping[str, Json] = field(default_factory=dict)


def read_webhook(platform: str, payload: Json, tool: str | None = None) -> Webhook:
    """`tool` is the name in the URL, if one is there. Raises RefusedError."""
    if platform == "openai":
        return _openai(payload)
    if not isinstance(payload, dict):
        raise RefusedError(400, f"what {platform} posts is a JSON object")
    if platform == "vapi":
        return _vapi(payload)
    if platform == "retell":
        return _retell(payload, tool)
    if platform == "elevenlabs":
        return _elevenlabs(payload, tool)
    raise RefusedError(404, f"no webhook is called {platform!r}; there are {', '.join(PLATFORMS)}")


def answer_to(platform: str, webhook: Webhook, answers: Sequence[Answered]) -> Json:
    """The payload that goes back, of webhooks that are not `bare`."""
    pairs = zip(webhook.tools, answers, strict=True)
    if platform == "vapi":
        return {"results": [_vapi_result(asked, answered) for asked, answered in pairs]}
    if webhook.kind == "realtime":
        made: list[Json] = [
            {"type": "function_call_output", "call_id": asked.id, "output": as_text(answered)}
            for asked, answered in pairs
        ]
    else:
        made = [
            {"role": "tool", "tool_call_id": asked.id, "content": as_text(answered)}
            for asked, answered in pairs
        ]
    return made if webhook.listed else made[0]


def without(
    arguments: Mapping[str, Json] | str, names: Sequence[str]
) -> tuple[Mapping[str, Json] | str, dict[str, Json]]:
    """The arguments without these, and these."""
    if isinstance(arguments, str):
        return arguments, {}
    taken = {name: arguments[name] for name in names if name in arguments}
    return {name: value for name, value in arguments.items() if name not in taken}, taken


def _vapi(payload: Mapping[str, Json]) -> Webhook:
    message = _object(payload.get("message"))
    if message.get("type") != "tool-calls":
        # The same URL gets status updates and the like.
        return Webhook()
    listed = message.get("toolCallList")
    if not isinstance(listed, list):
        with_tools = message.get("toolWithToolCallList")
        listed = (
            [_object(item).get("toolCall") for item in with_tools] if isinstance(with_tools, list) else None
        )
    if not isinstance(listed, list):
        raise RefusedError(400, "Vapi's tool-calls message has no toolCallList")
    call = _object(message.get("call"))
    return Webhook(
        tools=[_vapi_tool(_object(item)) for item in listed],
        call=_found(call) or _found(_object(message.get("assistant"))),
        platform_calls=_texts(call.get("id")),
    )


def _vapi_tool(item: Mapping[str, Json]) -> AskedFor:
    function = _object(item.get("function"))
    given = [part.get(key) for part in (item, function) for key in ("arguments", "parameters")]
    arguments = next((value for value in given if value is not None), None)
    return AskedFor(
        _name(item.get("name") or function.get("name")), read_arguments(arguments), _id(item.get("id"))
    )


def _vapi_result(asked: AskedFor, answered: Answered) -> Json:
    if answered.error is not None:
        return {"toolCallId": asked.id, "name": asked.name, "error": answered.error}
    return {"toolCallId": asked.id, "name": asked.name, "result": as_text(answered)}


def _retell(payload: Mapping[str, Json], tool: str | None) -> Webhook:
    call = _object(payload.get("call"))
    if tool is None or (isinstance(payload.get("args"), dict) and call):
        asked = AskedFor(_name(tool or payload.get("name")), read_arguments(payload.get("args")))
    else:
        asked = AskedFor(tool, payload)
    return Webhook(tools=[asked], call=_found(call), platform_calls=_texts(call.get("call_id")), bare=True)


def _elevenlabs(payload: Mapping[str, Json], tool: str | None) -> Webhook:
    if tool is None:
        raise RefusedError(404, "the URL of an ElevenLabs tool ends with its name: …/hooks/elevenlabs/<tool>")
    variables = _object(payload.get("dynamic_variables"))
    arguments, taken = without(payload, (*_ELEVENLABS_IDS, "dynamic_variables"))
    ids = [value for part in (taken, variables) for key, value in part.items() if key in _ELEVENLABS_IDS]
    return Webhook(
        tools=[AskedFor(tool, arguments)],
        call=_found(variables),
        platform_calls=_texts(*ids),
        bare=True,
        rest=taken,
    )


def _openai(payload: Json) -> Webhook:
    call, listed = None, True
    if isinstance(payload, dict):
        call = _found(_object(payload.get("metadata")))
        if isinstance(payload.get("tool_calls"), list):
            items = payload["tool_calls"]
        else:
            items, listed = [payload], False
    elif isinstance(payload, list):
        items = payload
    else:
        raise RefusedError(400, "a tool call is a JSON object, or a list of them")
    asked, kinds = [], set()
    for item in map(_object, items):
        function = _object(item.get("function"))
        realtime = not function
        kinds.add("realtime" if realtime else "chat")
        source = item if realtime else function
        id = _id(item.get("call_id") if realtime else item.get("id"))
        asked.append(AskedFor(_name(source.get("name")), read_arguments(source.get("arguments")), id))
    if len(kinds) != 1:
        raise RefusedError(400, "there are no tool calls, or they are put in two ways")
    return Webhook(tools=asked, call=call, listed=listed, kind="chat" if kinds == {"chat"} else "realtime")


def _found(value: Any, depth: int = 0) -> str | None:
    """What our own name stands for, wherever in a platform's metadata it is."""
    if not isinstance(value, dict) or depth > _DEEPEST:
        return None
    named = value.get(NAME)
    if isinstance(named, str) and named:
        return named
    return next((name for part in value.values() if (name := _found(part, depth + 1))), None)


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _texts(*values: Any) -> tuple[str, ...]:
    return tuple(value for value in values if isinstance(value, str) and value)


def _id(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise RefusedError(400, "a tool call has no name")
    return value

"""The settings of a Realtime session: those it begins with, and what a client may change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import Json
from callproof.calling.wire.json_messages import JsonObject, brief, value_at

ENCODINGS: Mapping[str, Encoding] = {
    "audio/pcm": Encoding("pcm16", 24000),
    "audio/pcmu": Encoding("mulaw", 8000),
    "audio/pcma": Encoding("alaw", 8000),
}
_PCM: JsonObject = {"type": "audio/pcm", "rate": 24000}
NEW_SESSION: JsonObject = {
    "type": "realtime",
    "object": "realtime.session",
    "id": "",
    "model": "callproof",
    "instructions": "",
    "output_modalities": ["audio"],
    "tools": [],
    "tool_choice": "auto",
    "max_output_tokens": "inf",
    "audio": {
        "input": {
            "format": _PCM,
            "transcription": None,
            "noise_reduction": None,
            "turn_detection": {"type": "server_vad", "create_response": True, "interrupt_response": True},
        },
        "output": {"format": _PCM, "voice": "tenor", "speed": 1.0},
    },
}
_DETECTIONS = ("server_vad", "semantic_vad")
_TOOL_NAME = re.compile(r"[\w.\-]{1,64}")
_MOST_TOOLS = 200


@dataclass(frozen=True, slots=True)
class Refusal:
    message: str
    param: str


def refusal(session: Json) -> Refusal | None:
    """Why a session cannot be updated so; None when it can. Nothing of an update that is refused is taken."""
    if not isinstance(session, dict):
        return Refusal("a session is an object", "session")
    if session.get("type") != "realtime":
        return Refusal("expected 'realtime'", "session.type")
    if session.get("output_modalities", ["audio"]) != ["audio"]:
        return Refusal("this agent answers with its voice: ['audio']", "session.output_modalities")
    instructions = session.get("instructions")
    if instructions is not None and not isinstance(instructions, str):
        return Refusal("instructions are a text", "session.instructions")
    return _refused_audio(session) or _refused_tools(session.get("tools"))


def _refused_audio(session: JsonObject) -> Refusal | None:
    audio = session.get("audio", {})
    if not isinstance(audio, dict):
        return Refusal("an object with 'input' and 'output'", "session.audio")
    for side in ("input", "output"):
        here = f"session.audio.{side}"
        settings = audio.get(side, {})
        if not isinstance(settings, dict):
            return Refusal("an object", here)
        if "format" in settings and (problem := _refused_format(settings["format"], f"{here}.format")):
            return problem
    heard = audio.get("input", {})
    if not isinstance(heard.get("transcription"), dict | None):
        return Refusal("an object or null", "session.audio.input.transcription")
    return _refused_detection(heard["turn_detection"]) if "turn_detection" in heard else None


def _refused_format(format_: Json, where: str) -> Refusal | None:
    named = value_at(format_, "type")
    if not isinstance(named, str) or named not in ENCODINGS:
        return Refusal(f"expected one of {', '.join(ENCODINGS)}", f"{where}.type")
    rate = ENCODINGS[named].rate_hz
    if format_.get("rate", rate) != rate:
        return Refusal(f"{named} has {rate} Hz", f"{where}.rate")
    return None


def _refused_detection(detection: Json) -> Refusal | None:
    where = "session.audio.input.turn_detection"
    if not isinstance(detection, dict):
        return Refusal("this agent takes turns by speech detection; it cannot be off", where)
    if detection.get("type") not in _DETECTIONS:
        return Refusal(f"expected one of {', '.join(_DETECTIONS)}", f"{where}.type")
    for name in ("create_response", "interrupt_response"):
        if detection.get(name, True) is not True:
            return Refusal(
                "this agent answers and gives way by itself; only true is taken", f"{where}.{name}"
            )
    return None


def _refused_tools(tools: Json) -> Refusal | None:
    if tools is None:
        return None
    if not isinstance(tools, list) or len(tools) > _MOST_TOOLS:
        return Refusal(f"a list of at most {_MOST_TOOLS} functions", "session.tools")
    for number, tool in enumerate(tools):
        here = f"session.tools[{number}]"
        if value_at(tool, "type") != "function":
            return Refusal("expected a tool of the type 'function'", f"{here}.type")
        name = tool.get("name")
        if not isinstance(name, str) or not _TOOL_NAME.fullmatch(name):
            return Refusal(f"{brief(str(name), 40)!r} is no name of a function", f"{here}.name")
        if not isinstance(tool.get("parameters", {}), dict):
            return Refusal("a JSON schema, an object", f"{here}.parameters")
    return None

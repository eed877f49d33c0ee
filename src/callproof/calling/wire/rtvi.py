"""RTVI, the messages in which Pipecat agents tell what happens: https://docs.pipecat.ai/client/rtvi-standard

Protocol 2.x, and what 1.x says in other words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from callproof.calling.wire.events import (
    ActivityReported,
    AgentText,
    Clear,
    Event,
    Events,
    Ignored,
    Json,
    Problem,
    Ready,
    SpeechOfCallerDetected,
    ToolCalled,
    ToolReported,
    ToolStage,
)
from callproof.calling.wire.json_messages import (
    JsonObject,
    brief,
    compact,
    object_at,
    shown,
    text_at,
    tool_arguments,
    value_at,
    whole_number,
)
from callproof.version import __version__

_VERSION = "2.0.0"
_Handler: TypeAlias = Callable[["RtviReader", JsonObject], Events]


class RtviWriter:
    """Messages of the client's, numbered."""

    def __init__(self) -> None:
        self._count = 0

    def message(self, type_: str, data: Json = None, *, id: str | None = None) -> str:
        self._count += 1
        body: JsonObject = {"label": "rtvi-ai", "type": type_, "id": id or str(self._count)}
        if data is not None:
            body["data"] = data
        return compact(body)

    def client_ready(self) -> str:
        about = {"library": "callproof", "library_version": __version__}
        return self.message("client-ready", {"version": _VERSION, "about": about})

    def custom(self, t: str, d: Json = None) -> str:
        return self.message("client-message", {"t": t, **({} if d is None else {"d": d})}, id=t)

    def text(self, text: str) -> str:
        options = {"run_immediately": True, "audio_response": True}
        return self.message("send-text", {"content": text, "options": options})

    def key_press(self, digit: str) -> str:
        return self.message("dtmf", {"buttons": [digit]})

    def tool_result(self, call: str, asked: ToolCalled, result: Json) -> str:
        data = {
            "function_name": asked.name,
            "tool_call_id": call,
            "arguments": asked.arguments,
            "result": result,
        }
        return self.message("llm-function-call-result", data)


class RtviReader:
    """What the agent's messages mean, one call long."""

    def __init__(self) -> None:
        self._heard = 0
        # Releases say the same text under two names; the newer name wins as soon as it is heard.
        self._last_of_older: str | None = None
        self._has_heard_newer = False
        self._has_output = False
        # Function calls that were told with their names.
        self._named: set[str] = set()
        # The segment that is being spoken, and how far.
        self._segment: str | None = None
        self._spoken = ""

    def read(self, body: JsonObject) -> Events:
        if body.get("label") != "rtvi-ai":
            return (Ignored(brief(text_at(body, "type") or "") or "a message of the agent's own"),)
        type_ = body.get("type")
        if not isinstance(type_, str):
            return (Problem("malformed", f"no 'type': {shown(compact(body))}"),)
        handler = _HANDLERS.get(type_)
        events = handler(self, object_at(body, "data")) if handler else ()
        return events or (Ignored(brief(type_)),)

    def _on_ready(self, data: JsonObject) -> Events:
        # From 2.0 on everything that is spoken comes as bot-output; the older messages come as well, and before it.
        version = text_at(data, "version") or ""
        self._has_output |= version.partition(".")[0] not in {"", "0", "1"}
        return (Ready(),)

    def _on_heard(self, data: JsonObject) -> Events:
        self._has_heard_newer = True
        already, self._last_of_older = self._last_of_older, None
        if already is not None and already == text_at(data, "text"):
            return ()
        return self._heard_text(data)

    def _on_heard_older(self, data: JsonObject) -> Events:
        if self._has_heard_newer:
            return ()
        self._last_of_older = text_at(data, "text") if data.get("final") is not False else None
        return self._heard_text(data)

    def _heard_text(self, data: JsonObject) -> Events:
        text, final = text_at(data, "text"), data.get("final") is not False
        if text is None:
            return (Problem("malformed", "what the caller said, without a text"),)
        utterance = f"heard {self._heard}"
        self._heard += final
        return (AgentText(text, final, "heard", utterance),)

    def _on_output(self, data: JsonObject) -> Events:
        """Each segment is told when it is new, with its whole text; after that, how far it has been spoken."""
        self._has_output = True
        text = text_at(data, "text")
        if text is None:
            return (Problem("malformed", "bot-output without a text"),)
        if data.get("will_be_spoken") is False:
            return ()
        segment = whole_number(data.get("segment_id"))
        status = data.get("spoken_status")
        utterance = None if segment is None else f"segment {segment}"
        if status == "in-progress":
            self._segment = utterance
            self._spoken = text_at(data, "spoken_progress", "accumulated_text") or ""
            return ()
        if status == "completed":
            self._segment, self._spoken = None, ""
            return ()
        if status is None and (data.get("spoken") is True or data.get("aggregated_by") == "word"):
            # 1.x repeats a sentence word by word, or as a whole, when it has been spoken.
            return ()
        return (AgentText(text, True, "said", utterance),)

    def _on_sentence(self, data: JsonObject) -> Events:
        text = text_at(data, "text")
        return () if self._has_output or text is None else (AgentText(text, True, "said"),)

    def _on_interrupted(self, data: JsonObject) -> Events:
        events: list[Event] = [Clear()]
        if self._segment is not None:
            events.append(AgentText(self._spoken, True, "said", self._segment, interrupted=True))
            self._segment, self._spoken = None, ""
        return tuple(events)

    def _on_tool(self, data: JsonObject) -> Events:
        call = text_at(data, "tool_call_id")
        if call is None:
            return (Problem("malformed", "a function call without tool_call_id"),)
        name = text_at(data, "function_name")
        if name is None:
            # Agents keep names and arguments to themselves unless they are told otherwise; nothing can be made of that.
            return ()
        self._named.add(call)
        arguments = data.get("arguments")
        return (ToolReported(call, "sent", name, None if arguments is None else tool_arguments(arguments)),)

    def _on_tool_stopped(self, data: JsonObject) -> Events:
        call = text_at(data, "tool_call_id")
        if call is None:
            return (Problem("malformed", "a function call without tool_call_id"),)
        if call not in self._named:
            return ()
        stage: ToolStage = "cancelled" if data.get("cancelled") is True else "returned"
        return (ToolReported(call, stage, text_at(data, "function_name"), result=data.get("result")),)

    def _on_tool_wanted(self, data: JsonObject) -> Events:
        """Releases before 0.0.102 have the client run its functions."""
        call, name = text_at(data, "tool_call_id"), text_at(data, "function_name")
        if call is None or name is None:
            return (Problem("malformed", "a function call without its id or name"),)
        return (ToolCalled(call, name, tool_arguments(data.get("args"))),)

    def _on_error(self, data: JsonObject) -> Events:
        message = text_at(data, "error") or text_at(data, "message") or "no reason given"
        return (Problem("agent_error", brief(message), fatal=value_at(data, "fatal") is True),)

    def _on_refusal(self, data: JsonObject) -> Events:
        return (Problem("refused", brief(text_at(data, "error") or "no reason given")),)


def _always(*events: Event) -> _Handler:
    return lambda reader, data: events


_HANDLERS: Mapping[str, _Handler] = {
    "bot-ready": RtviReader._on_ready,
    "user-started-speaking": _always(SpeechOfCallerDetected("began", "turn")),
    "user-stopped-speaking": _always(SpeechOfCallerDetected("ended", "turn")),
    "vad-user-started-speaking": _always(SpeechOfCallerDetected("began")),
    "vad-user-stopped-speaking": _always(SpeechOfCallerDetected("ended")),
    "bot-llm-started": _always(ActivityReported("thinking")),
    "bot-started-speaking": _always(ActivityReported("speaking")),
    "bot-stopped-speaking": _always(ActivityReported("listening")),
    "user-input": RtviReader._on_heard,
    "user-transcription": RtviReader._on_heard_older,
    "bot-output": RtviReader._on_output,
    "bot-transcription": RtviReader._on_sentence,
    "bot-interrupted": RtviReader._on_interrupted,
    "llm-function-call-in-progress": RtviReader._on_tool,
    "llm-function-call-stopped": RtviReader._on_tool_stopped,
    "llm-function-call": RtviReader._on_tool_wanted,
    "error": RtviReader._on_error,
    "error-response": RtviReader._on_refusal,
}

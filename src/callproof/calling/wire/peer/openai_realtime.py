"""A server that speaks as OpenAI's Realtime API does: what it reads and writes, in the names of the general release."""

from __future__ import annotations

from collections.abc import Mapping

from callproof.audio.pcm import Signal
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import Json, Message, Problem
from callproof.calling.wire.json_messages import (
    JsonObject,
    compact,
    from_base64,
    object_at,
    parse_object,
    text_at,
    to_base64,
    value_at,
    whole_number,
)
from callproof.calling.wire.peer.events import (
    AnswerWanted,
    BrokenOff,
    CallerAudio,
    CallerWrote,
    CallStarted,
    PeerEvents,
    ToolAnswered,
)

_ENCODINGS: Mapping[str, Encoding] = {
    "audio/pcm": Encoding("pcm16", 24000),
    "audio/pcmu": Encoding("mulaw", 8000),
    "audio/pcma": Encoding("alaw", 8000),
}


class RealtimeServer:
    """One session, from the server's end. What cannot be read is passed over.

    An answer is `begin_answer`, then any of `audio`, `said`, `tool_call`, then `end_answer`.
    """

    def __init__(self) -> None:
        self.encoding = _ENCODINGS["audio/pcm"]
        self.session: JsonObject = {"type": "realtime", "id": "sess_1"}
        self._events = 0
        self._items = 0
        self._answers = 0
        self._item = ""
        self._text = ""
        self._calls: list[JsonObject] = []

    def opening(self) -> tuple[Message, ...]:
        return (self._message("session.created", session=self.session),)

    def receive(self, message: Message) -> PeerEvents:
        body = parse_object(message)
        if isinstance(body, Problem):
            return ()
        type_ = body.get("type")
        if type_ == "session.update":
            return self._updated(object_at(body, "session"))
        if type_ == "input_audio_buffer.append":
            payload = from_base64(body.get("audio"))
            if isinstance(payload, Problem) or len(payload) % self.encoding.sample_bytes:
                return ()
            return (CallerAudio(self.encoding.decode(payload), self.encoding.rate_hz),)
        if type_ == "conversation.item.truncate":
            heard_ms = whole_number(body.get("audio_end_ms")) or 0
            return (BrokenOff(text_at(body, "item_id") or "", heard_ms),)
        if type_ == "conversation.item.create":
            return _created(object_at(body, "item"))
        return (AnswerWanted(),) if type_ == "response.create" else ()

    def updated(self) -> Message:
        """The answer to `session.update`."""
        return self._message("session.updated", session=self.session)

    def speech_began(self, audio_ms: int) -> Message:
        self._items += 1
        return self._message(
            "input_audio_buffer.speech_started", audio_start_ms=audio_ms, item_id=f"item_{self._items}"
        )

    def speech_ended(self, audio_ms: int) -> tuple[Message, ...]:
        item = f"item_{self._items}"
        return (
            self._message("input_audio_buffer.speech_stopped", audio_end_ms=audio_ms, item_id=item),
            self._message("input_audio_buffer.committed", previous_item_id=None, item_id=item),
        )

    def heard(self, text: str) -> Message:
        return self._message(
            "conversation.item.input_audio_transcription.completed",
            item_id=f"item_{self._items}",
            content_index=0,
            transcript=text,
        )

    def begin_answer(self) -> tuple[Message, ...]:
        self._answers += 1
        self._items += 1
        self._item, self._text, self._calls = f"item_{self._items}", "", []
        response = {
            "id": self._response,
            "object": "realtime.response",
            "status": "in_progress",
            "output": [],
        }
        item = {"id": self._item, "type": "message", "role": "assistant", "content": []}
        return (
            self._message("response.created", response=response),
            self._message(
                "response.output_item.added", response_id=self._response, output_index=0, item=item
            ),
        )

    def audio(self, signal: Signal) -> Message:
        """At the rate of `encoding`, of any length."""
        delta = to_base64(self.encoding.encode(signal))
        return self._message("response.output_audio.delta", **self._place(), delta=delta)

    def said(self, delta: str) -> Message:
        self._text += delta
        return self._message("response.output_audio_transcript.delta", **self._place(), delta=delta)

    def tool_call(self, call: str, name: str, arguments: Mapping[str, Json]) -> Message:
        text = compact(arguments)
        item = {"id": f"{self._item}_{call}", "type": "function_call", "call_id": call, "name": name}
        self._calls.append({**item, "arguments": text})
        return self._message(
            "response.function_call_arguments.done",
            response_id=self._response,
            item_id=item["id"],
            output_index=len(self._calls),
            call_id=call,
            name=name,
            arguments=text,
        )

    def end_answer(self, *, cancelled: bool = False) -> tuple[Message, ...]:
        messages: list[Message] = []
        output: list[JsonObject] = []
        if self._text:
            messages.append(
                self._message("response.output_audio_transcript.done", **self._place(), transcript=self._text)
            )
            content = [{"type": "output_audio", "transcript": self._text}]
            output.append({"id": self._item, "type": "message", "role": "assistant", "content": content})
        response: JsonObject = {
            "id": self._response,
            "object": "realtime.response",
            "status": "cancelled" if cancelled else "completed",
            "status_details": {"type": "cancelled", "reason": "turn_detected"} if cancelled else None,
            "output": [*output, *self._calls],
        }
        messages.append(self._message("response.done", response=response))
        return tuple(messages)

    def _updated(self, session: JsonObject) -> PeerEvents:
        self.session = {**self.session, **session}
        named = text_at(session, "audio", "input", "format", "type")
        self.encoding = _ENCODINGS.get(named or "", self.encoding)
        return (CallStarted(session),)

    @property
    def _response(self) -> str:
        return f"resp_{self._answers}"

    def _place(self) -> JsonObject:
        return {
            "response_id": self._response,
            "item_id": self._item,
            "output_index": 0,
            "content_index": 0,
        }

    def _message(self, type_: str, **fields: Json) -> str:
        self._events += 1
        return compact({"type": type_, "event_id": f"event_{self._events}", **fields})


def _created(item: JsonObject) -> PeerEvents:
    if item.get("type") == "function_call_output":
        return (ToolAnswered(text_at(item, "call_id") or "", text_at(item, "output") or ""),)
    content = value_at(item, "content")
    texts = [text_at(part, "text") or "" for part in content] if isinstance(content, list) else []
    return (CallerWrote("".join(texts)),)

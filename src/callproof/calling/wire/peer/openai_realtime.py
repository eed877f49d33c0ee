"""A server that speaks as OpenAI's Realtime API does: what it reads and writes, in the names of the general release."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from callproof.audio.pcm import Signal
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import Json, Message, Problem
from callproof.calling.wire.json_messages import (
    JsonObject,
    brief,
    compact,
    from_base64,
    laid_over,
    parse_object,
    text_at,
    to_base64,
    whole_number,
)
from callproof.calling.wire.peer.events import (
    AnswerCancelled,
    AnswerWanted,
    BrokenOff,
    CallerAudio,
    CallerWrote,
    CallStarted,
    PeerEvents,
    ToolAnswered,
)
from callproof.calling.wire.peer.session_update import ENCODINGS, NEW_SESSION, refusal

# Of one `input_audio_buffer.append`, and so of a message in base64.
LARGEST_AUDIO = 15 * 1024 * 1024
LARGEST_MESSAGE = LARGEST_AUDIO * 4 // 3 + 4096
# Items of a conversation that can still be asked for.
_MOST_ITEMS = 2000
_LONGEST_ID = 64
Cancelled: TypeAlias = Literal["turn_detected", "client_cancelled"]


@dataclass(slots=True)
class _Item:
    body: JsonObject
    before: str | None
    # Of the agent's own speech.
    audio_ms: float | None = None


class RealtimeServer:
    """One session, from the server's end.

    `receive` gives what a message asks for; what the protocol itself answers (an item that was added or cut, an `error` for what cannot be
    read or cannot be done) is in `owed` then. An answer is `begin_answer`, then any of `begin_speech`, `audio`, `said`, `tool_call`, then
    `end_answer`; there is one at a time.
    """

    def __init__(self) -> None:
        self.session: JsonObject = {**NEW_SESSION, "id": "sess_1"}
        self.answering = False
        # What the caller's sound is written in, and what the agent's.
        self.hearing = ENCODINGS["audio/pcm"]
        self.encoding = ENCODINGS["audio/pcm"]
        self._owed: list[Message] = []
        self._events = 0
        self._answers = 0
        self._count = 0
        self._items: dict[str, _Item] = {}
        self._last: str | None = None
        self._caller_item = ""
        self._calls: set[str] = set()
        self._asking: Json = None
        # The running answer: the item it speaks in, and all items in their order.
        self._spoken = ""
        self._text = ""
        self._output: list[JsonObject] = []

    def opening(self) -> tuple[Message, ...]:
        return (self._message("session.created", session=self.session),)

    def owed(self) -> tuple[Message, ...]:
        """Every message once."""
        owed, self._owed = self._owed, []
        return tuple(owed)

    # -- what comes in -------------------------------------------------------------------------------------------------

    def receive(self, message: Message) -> PeerEvents:
        body = parse_object(message, limit=LARGEST_MESSAGE)
        if isinstance(body, Problem):
            self._asking = None
            return self._refused("invalid_json", body.message)
        self._asking = text_at(body, "event_id")
        type_ = body.get("type")
        handler = _HANDLERS.get(type_) if isinstance(type_, str) else None
        if handler is None:
            what = f"type {brief(str(type_))!r} is no event of a client's" if "type" in body else "no 'type'"
            return self._refused("invalid_value", what, "type")
        return handler(self, body)

    def _on_session_update(self, body: JsonObject) -> PeerEvents:
        session: JsonObject = body.get("session")  # type: ignore[assignment]
        problem = refusal(session)
        if problem is not None:
            return self._refused("invalid_value", problem.message, problem.param)
        self.session = laid_over(self.session, session)
        self.hearing = self._encoding("input")
        self.encoding = self._encoding("output")
        return (CallStarted(session),)

    def _encoding(self, side: str) -> Encoding:
        return ENCODINGS[text_at(self.session, "audio", side, "format", "type") or "audio/pcm"]

    def _on_append(self, body: JsonObject) -> PeerEvents:
        payload = from_base64(body.get("audio"))
        if isinstance(payload, Problem):
            return self._refused("invalid_value", payload.message, "audio")
        if len(payload) > LARGEST_AUDIO:
            return self._refused("string_above_max_length", f"{len(payload)} bytes of audio at once", "audio")
        if len(payload) % self.hearing.sample_bytes:
            return self._refused("invalid_value", "half a sample at the end of the audio", "audio")
        return (CallerAudio(self.hearing.decode(payload), self.hearing.rate_hz),) if payload else ()

    def _on_turn_by_hand(self, body: JsonObject) -> PeerEvents:
        return self._refused("unsupported", "turns are taken by speech detection, and not by the client")

    def _on_item_create(self, body: JsonObject) -> PeerEvents:
        item = body.get("item")
        if not isinstance(item, dict):
            return self._refused("missing_required_parameter", "an item is an object", "item")
        type_, role = item.get("type"), item.get("role")
        if type_ == "function_call_output":
            return self._tool_output(item)
        if type_ != "message" or role not in ("user", "system", "assistant"):
            return self._refused("invalid_value", "neither a message nor a function call's output", "item")
        parts = item.get("content")
        texts = [text_at(part, "text") for part in parts] if isinstance(parts, list) else [None]
        said = [text for text in texts if text is not None]
        if not texts or len(said) < len(texts):
            return self._refused("invalid_value", "a message's content is a list of texts", "item.content")
        if self._added(item) and role == "user":
            return (CallerWrote("".join(said)),)
        return ()

    def _tool_output(self, item: JsonObject) -> PeerEvents:
        call, output = text_at(item, "call_id"), item.get("output")
        if call is None or call not in self._calls:
            return self._refused("invalid_value", "no call waits for this output", "item.call_id")
        if not isinstance(output, str):
            return self._refused("invalid_type", "an output is a text", "item.output")
        if not self._added(item):
            return ()
        self._calls.discard(call)
        return (ToolAnswered(call, output),)

    def _on_truncate(self, body: JsonObject) -> PeerEvents:
        id_, item = self._item_of(body)
        if item is None:
            return ()
        heard_ms = whole_number(body.get("audio_end_ms"))
        if item.audio_ms is None or heard_ms is None or heard_ms < 0 or heard_ms > item.audio_ms + 1:
            there = "has no audio" if item.audio_ms is None else f"has {round(item.audio_ms)} ms of audio"
            return self._refused("invalid_value", f"{id_} {there}", "audio_end_ms")
        self._owe("conversation.item.truncated", item_id=id_, content_index=0, audio_end_ms=heard_ms)
        return (BrokenOff(id_, heard_ms),)

    def _on_retrieve(self, body: JsonObject) -> PeerEvents:
        _, item = self._item_of(body)
        if item is not None:
            self._owe("conversation.item.retrieved", item=item.body)
        return ()

    def _on_delete(self, body: JsonObject) -> PeerEvents:
        id_, item = self._item_of(body)
        if item is not None:
            del self._items[id_]
            self._owe("conversation.item.deleted", item_id=id_)
        return ()

    def _on_respond(self, body: JsonObject) -> PeerEvents:
        if self.answering:
            message = f"{self._response} is in progress; wait until it is done"
            return self._refused("conversation_already_has_active_response", message)
        return (AnswerWanted(),)

    def _on_cancel(self, body: JsonObject) -> PeerEvents:
        if not self.answering:
            return self._refused("response_cancel_not_active", "there is no active response")
        return (AnswerCancelled(),)

    def _item_of(self, body: JsonObject) -> tuple[str, _Item | None]:
        id_ = text_at(body, "item_id") or ""
        if id_ not in self._items:
            self._refused("item_not_found", f"no item {brief(id_, _LONGEST_ID)!r}", "item_id")
        return id_, self._items.get(id_)

    def _refused(self, code: str, message: str, param: str | None = None) -> PeerEvents:
        error = {"type": "invalid_request_error", "code": code, "message": message, "param": param}
        self._owe("error", error={**error, "event_id": self._asking})
        return ()

    # -- the caller's speech -------------------------------------------------------------------------------------------

    def updated(self) -> Message:
        """The answer to `session.update`."""
        return self._message("session.updated", session=self.session)

    def speech_began(self, audio_ms: int) -> Message:
        self._caller_item = self._new_id()
        return self._message(
            "input_audio_buffer.speech_started", audio_start_ms=audio_ms, item_id=self._caller_item
        )

    def speech_ended(self, audio_ms: int) -> tuple[Message, ...]:
        """The turn of `caller_item`, which is in the conversation from then on."""
        item, before = self._caller_item, self._last
        body = {"type": "message", "role": "user", "content": [{"type": "input_audio", "transcript": None}]}
        return (
            self._message("input_audio_buffer.speech_stopped", audio_end_ms=audio_ms, item_id=item),
            self._message("input_audio_buffer.committed", previous_item_id=before, item_id=item),
            *self._adding({"id": item, "status": "completed", **body}),
        )

    @property
    def caller_item(self) -> str:
        """What the caller says now, or said last."""
        return self._caller_item

    def heard(self, text: str, item: str | None = None) -> Message:
        """The transcript of a turn; without `item` of the last."""
        return self._message(
            "conversation.item.input_audio_transcription.completed",
            item_id=item or self._caller_item,
            content_index=0,
            transcript=text,
        )

    # -- answers -------------------------------------------------------------------------------------------------------

    def begin_answer(self) -> tuple[Message, ...]:
        self._answers += 1
        self._spoken, self._text, self._output, self.answering = self._new_id(), "", [], True
        return (self._message("response.created", response=self._answer("in_progress")),)

    def begin_speech(self) -> tuple[Message, ...]:
        place = self._place()
        part = {"type": "audio", "transcript": ""}
        return (
            *self._output_added(self._output[place["output_index"]]),
            self._message("response.content_part.added", **place, part=part),
        )

    @property
    def speech_item(self) -> str:
        """The item of the running answer's speech."""
        return self._spoken

    def audio(self, signal: Signal) -> Message:
        """At the rate of `encoding`, of any length."""
        place = self._place()
        item = self._items[self._spoken]
        item.audio_ms = (item.audio_ms or 0) + len(signal) * 1000 / self.encoding.rate_hz
        delta = to_base64(self.encoding.encode(signal))
        return self._message("response.output_audio.delta", **place, delta=delta)

    def said(self, delta: str) -> Message:
        self._text += delta
        return self._message("response.output_audio_transcript.delta", **self._place(), delta=delta)

    def tool_call(self, call: str, name: str, arguments: Mapping[str, Json]) -> tuple[Message, ...]:
        """A call with all its arguments; the client carries it out when the answer has ended, unless that is broken off."""
        text = compact(arguments)
        item = {"id": self._new_id(), "type": "function_call", "call_id": call, "name": name}
        self._output.append({**item, "status": "in_progress", "arguments": text})
        place = {
            "response_id": self._response,
            "item_id": item["id"],
            "output_index": len(self._output) - 1,
            "call_id": call,
        }
        return (
            *self._output_added({**item, "status": "in_progress", "arguments": ""}),
            self._message("response.function_call_arguments.delta", **place, delta=text),
            self._message("response.function_call_arguments.done", **place, name=name, arguments=text),
        )

    def end_answer(
        self, *, cancelled: bool = False, reason: Cancelled = "turn_detected"
    ) -> tuple[Message, ...]:
        messages: list[Message] = []
        status = "incomplete" if cancelled else "completed"
        for index, item in enumerate(self._output):
            item["status"] = status
            if item["id"] == self._spoken:
                part = {"type": "output_audio", "transcript": self._text}
                item["content"] = [part]
                messages += self._speech_over(part)
            elif not cancelled:
                self._calls.add(item["call_id"])
            done = {"response_id": self._response, "output_index": index, "item": item}
            messages.append(self._message("response.output_item.done", **done))
            self._keep(item)
            before = self._items[item["id"]].before
            messages.append(self._message("conversation.item.done", previous_item_id=before, item=item))
        answer = self._answer("cancelled" if cancelled else "completed", reason if cancelled else None)
        self.answering = False
        return (*messages, self._message("response.done", response=answer))

    def _speech_over(self, part: JsonObject) -> Iterable[Message]:
        place = self._place()
        yield self._message("response.output_audio.done", **place)
        yield self._message("response.output_audio_transcript.done", **place, transcript=self._text)
        yield self._message("response.content_part.done", **place, part=part)

    def _answer(self, status: str, reason: Cancelled | None = None) -> JsonObject:
        return {
            "object": "realtime.response",
            "id": self._response,
            "status": status,
            "status_details": None if reason is None else {"type": "cancelled", "reason": reason},
            "output": list(self._output),
            "output_modalities": ["audio"],
            "conversation_id": "conv_1",
            "metadata": None,
            "usage": None,
        }

    @property
    def _response(self) -> str:
        return f"resp_{self._answers}"

    def _place(self) -> JsonObject:
        """Of the answer's speech, which has an item from the first time it is asked for."""
        ids = [item["id"] for item in self._output]
        if self._spoken not in ids:
            ids.append(self._spoken)
            item = {"id": self._spoken, "type": "message", "role": "assistant", "status": "in_progress"}
            self._output.append({**item, "content": []})
            self._keep(self._output[-1])
        return {
            "response_id": self._response,
            "item_id": self._spoken,
            "output_index": ids.index(self._spoken),
            "content_index": 0,
        }

    # -- items ---------------------------------------------------------------------------------------------------------

    def _new_id(self) -> str:
        self._count += 1
        return f"item_{self._count}"

    def _added(self, item: JsonObject) -> bool:
        """An item of the client's. Its id may be its own, if it is new."""
        id_ = item.get("id")
        if id_ is not None and (not isinstance(id_, str) or len(id_) > _LONGEST_ID or id_ in self._items):
            self._refused("invalid_value", "an item's id is a short text, and new", "item.id")
            return False
        self._owed += self._adding({**item, "id": id_ or self._new_id(), "status": "completed"})
        return True

    def _adding(self, item: JsonObject) -> tuple[Message, ...]:
        before = self._last
        self._keep(item)
        return (
            self._message("conversation.item.added", previous_item_id=before, item=item),
            self._message("conversation.item.done", previous_item_id=before, item=item),
        )

    def _output_added(self, item: JsonObject) -> tuple[Message, ...]:
        self._keep(item)
        before, index = self._items[item["id"]].before, len(self._output) - 1
        return (
            self._message(
                "response.output_item.added", response_id=self._response, output_index=index, item=item
            ),
            self._message("conversation.item.added", previous_item_id=before, item=item),
        )

    def _keep(self, item: JsonObject) -> None:
        id_ = item["id"]
        if id_ in self._items:
            self._items[id_].body = item
            return
        self._items[id_] = _Item(item, self._last)
        self._last = id_
        if len(self._items) > _MOST_ITEMS:
            del self._items[next(iter(self._items))]

    def _owe(self, type_: str, **fields: Json) -> None:
        self._owed.append(self._message(type_, **fields))

    def _message(self, type_: str, **fields: Json) -> str:
        self._events += 1
        return compact({"type": type_, "event_id": f"event_{self._events}", **fields})


_HANDLERS: Mapping[str, Callable[[RealtimeServer, JsonObject], PeerEvents]] = {
    "session.update": RealtimeServer._on_session_update,
    "input_audio_buffer.append": RealtimeServer._on_append,
    "input_audio_buffer.commit": RealtimeServer._on_turn_by_hand,
    "input_audio_buffer.clear": RealtimeServer._on_turn_by_hand,
    "conversation.item.create": RealtimeServer._on_item_create,
    "conversation.item.truncate": RealtimeServer._on_truncate,
    "conversation.item.retrieve": RealtimeServer._on_retrieve,
    "conversation.item.delete": RealtimeServer._on_delete,
    "response.create": RealtimeServer._on_respond,
    "response.cancel": RealtimeServer._on_cancel,
}

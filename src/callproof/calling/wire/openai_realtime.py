"""OpenAI's Realtime API over a WebSocket, in the client's role: the agent is a session of theirs, or a server that speaks as they do.

The names of the general release; the beta's are understood too. The server detects the caller's speech; without that (`turn_detection`
null) the client would have to end the caller's turns, which is not how a line works.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from callproof.audio.pcm import Signal
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import (
    AgentAudio,
    AgentText,
    Clear,
    Event,
    Events,
    Ignored,
    Json,
    Message,
    Problem,
    Ready,
    Send,
    SpeechOfCallerDetected,
    ToolCalled,
    ToolCancelled,
    ToolReported,
)
from callproof.calling.wire.format import Capabilities
from callproof.calling.wire.intake import Intake
from callproof.calling.wire.json_messages import (
    LARGEST_SOUND,
    JsonObject,
    brief,
    compact,
    from_base64,
    laid_over,
    object_at,
    parse_object,
    shown,
    text_at,
    to_base64,
    tool_arguments,
    value_at,
    whole_number,
)
from callproof.errors import InputError

AudioFormat: TypeAlias = Literal["audio/pcm", "audio/pcmu", "audio/pcma"]
_ENCODINGS: Mapping[str, Encoding] = {
    "audio/pcm": Encoding("pcm16", 24000),
    "audio/pcmu": Encoding("mulaw", 8000),
    "audio/pcma": Encoding("alaw", 8000),
    # As the beta called them.
    "pcm16": Encoding("pcm16", 24000),
    "g711_ulaw": Encoding("mulaw", 8000),
    "g711_alaw": Encoding("alaw", 8000),
}
_FROM_BETA: Mapping[str, str] = {
    f"response.{beta}.{step}": f"response.{general}.{step}"
    for beta, general in {
        "audio": "output_audio",
        "audio_transcript": "output_audio_transcript",
        "text": "output_text",
    }.items()
    for step in ("delta", "done")
}
# A transcript of an hour of speech is far below this.
_LONGEST_TEXT = 1_000_000
_MOST_KEPT = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSettings:
    """What we set about the agent's session; what is None stays as the agent has it.

    `tools` are schemas in the usual function-calling JSON. `greets`: the agent is asked to speak first. `overrides` are laid over the
    session object, objects into objects.
    """

    audio: AudioFormat = "audio/pcm"
    instructions: str | None = None
    voice: str | None = None
    transcription_model: str | None = "gpt-transcribe"
    tools: Sequence[Mapping[str, Json]] = ()
    greets: bool = True
    overrides: Mapping[str, Json] = field(default_factory=dict)

    def session(self) -> JsonObject:
        """The session object of `session.update`."""
        sound: JsonObject = {"type": self.audio, **({"rate": 24000} if self.audio == "audio/pcm" else {})}
        detection = {"type": "server_vad", "create_response": True, "interrupt_response": True}
        heard: JsonObject = {"format": sound, "turn_detection": detection}
        if self.transcription_model is not None:
            heard["transcription"] = {"model": self.transcription_model}
        spoken: JsonObject = {"format": sound}
        if self.voice is not None:
            spoken["voice"] = self.voice
        session: JsonObject = {
            "type": "realtime",
            "output_modalities": ["audio"],
            "audio": {"input": heard, "output": spoken},
        }
        if self.instructions is not None:
            session["instructions"] = self.instructions
        if self.tools:
            session["tools"] = [_flat(schema) for schema in self.tools]
            session["tool_choice"] = "auto"
        return laid_over(session, self.overrides)


def _flat(schema: Mapping[str, Json]) -> JsonObject:
    """A tool as this API has it: its name beside its type, and not in an object of its own."""
    function = schema.get("function", schema)
    return {"type": "function", **{key: value for key, value in function.items() if key != "type"}}


@dataclass(slots=True)
class _Spoken:
    """What came of an item of the agent's: how long its audio is, and how much of that was dropped unheard."""

    item: str
    received_ms: float = 0.0
    cut: bool = False


class OpenAIRealtime:
    """One session. Raises InputError for settings without speech detection on the server's side."""

    def __init__(self, settings: SessionSettings | None = None) -> None:
        self._settings = settings or SessionSettings()
        session = self._settings.session()
        detection = value_at(session, "audio", "input", "turn_detection")
        if not isinstance(detection, Mapping):
            raise InputError.of(
                "turn_detection is off, and then nobody ends the caller's turns; switch it on"
            )
        self._session = session
        self._interrupts = detection.get("interrupt_response") is not False
        self._encoding = _ENCODINGS[self._settings.audio]
        self._decoding = self._encoding
        self._intake = Intake()
        self._ready = False
        self._texts: dict[str, str] = {}
        # In the order in which they came, which is the order in which they are played.
        self._spoken: list[_Spoken] = []
        self._responses: set[str] = set()
        # Calls by the response that makes them, until it is done: name and arguments.
        self._built: dict[str, dict[str, tuple[str, Mapping[str, Json] | str]]] = {}
        self._pending: set[str] = set()
        # An answer was asked for and has not begun; another is to be asked for when this one is over.
        self._asked = False
        self._wants_response = False

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(
            caller_audio=self._encoding,
            takes_text=True,
            tells_said=True,
            tells_heard=self._settings.transcription_model is not None,
            tools="asked",
        )

    def opening(self) -> tuple[Message, ...]:
        update = compact({"type": "session.update", "session": self._session})
        return (update, *self._respond()) if self._settings.greets else (update,)

    def audio(self, frame: Signal) -> tuple[Message, ...]:
        # Written out, since it is said fifty times a second, and base64 needs no escaping.
        payload = to_base64(self._encoding.encode(frame))
        return (f'{{"type":"input_audio_buffer.append","audio":"{payload}"}}',)

    def text(self, text: str) -> tuple[Message, ...]:
        content = [{"type": "input_text", "text": text}]
        item = {"type": "message", "role": "user", "content": content}
        return (compact({"type": "conversation.item.create", "item": item}), *self._respond())

    def key_press(self, digit: str) -> tuple[Message, ...]:
        return ()

    def mark_played(self, name: str) -> tuple[Message, ...]:
        return ()

    def cleared(self, dropped_ms: int, marks: Sequence[str]) -> tuple[Message, ...]:
        """Tells what was heard of each item that was broken off, so that the agent knows what it has said."""
        self._intake.clear()
        left, said = float(dropped_ms), []
        for spoken in reversed(self._spoken):
            if left <= 0:
                break
            heard_ms = max(spoken.received_ms - left, 0.0)
            left -= spoken.received_ms
            spoken.received_ms, spoken.cut = heard_ms, True
            said.append(
                compact(
                    {
                        "type": "conversation.item.truncate",
                        "item_id": spoken.item,
                        "content_index": 0,
                        "audio_end_ms": int(heard_ms),
                    }
                )
            )
        return tuple(reversed(said))

    def tool_result(self, call: str, result: Json, *, failed: bool = False) -> tuple[Message, ...]:
        """The output of one call; the agent is asked to go on when it has all outputs."""
        if call not in self._pending:
            return ()
        self._pending.discard(call)
        output = {"error": result} if failed else result
        text = output if isinstance(output, str) else compact(output)
        item = {"type": "function_call_output", "call_id": call, "output": text}
        said = compact({"type": "conversation.item.create", "item": item})
        return (said,) if self._pending else (said, *self._respond())

    def closing(self) -> tuple[Message, ...]:
        return ()

    def receive(self, message: Message) -> Events:
        body = parse_object(message, limit=LARGEST_SOUND)
        if isinstance(body, Problem):
            return (body,)
        type_ = body.get("type")
        if not isinstance(type_, str):
            return (Problem("malformed", f"no 'type': {shown(compact(body))}"),)
        handler = _HANDLERS.get(_FROM_BETA.get(type_, type_))
        events = handler(self, body) if handler else ()
        return events or (Ignored(brief(type_)),)

    def _respond(self) -> tuple[Message, ...]:
        """Asks for an answer, as soon as none is being given: the server refuses two at once."""
        if self._responses or self._asked:
            self._wants_response = True
            return ()
        self._asked = True
        return (_RESPOND,)

    def _on_session(self, body: JsonObject) -> Events:
        session = object_at(body, "session")
        detection = value_at(session, "audio", "input", "turn_detection") or session.get("turn_detection")
        if isinstance(detection, dict) and "interrupt_response" in detection:
            self._interrupts = detection["interrupt_response"] is not False
        events: list[Event] = []
        if (
            named := text_at(session, "audio", "output", "format", "type")
            or text_at(session, "output_audio_format")
        ) is not None:
            if named not in _ENCODINGS:
                events.append(Problem("unknown_codec", f"the session's output format is {shown(named)}"))
            else:
                self._decoding = _ENCODINGS[named]
        if body["type"] == "session.updated" and not self._ready:
            self._ready = True
            events.append(Ready())
        return tuple(events)

    def _on_speech_started(self, body: JsonObject) -> Events:
        began = SpeechOfCallerDetected("began", audio_ms=whole_number(body.get("audio_start_ms")))
        return (began, Clear()) if self._interrupts else (began,)

    def _on_speech_stopped(self, body: JsonObject) -> Events:
        return (SpeechOfCallerDetected("ended", audio_ms=whole_number(body.get("audio_end_ms"))),)

    def _on_audio(self, body: JsonObject) -> Events:
        payload = from_base64(body.get("delta"))
        if isinstance(payload, Problem):
            return (payload,)
        item = text_at(body, "item_id") or ""
        spoken = next((known for known in reversed(self._spoken) if known.item == item), None)
        if spoken is None:
            spoken = _Spoken(item)
            self._spoken = [*self._spoken[-_MOST_KEPT:], spoken]
        if spoken.cut:
            return (Ignored("audio of an answer that was broken off"),)
        events = self._intake.take(payload, self._decoding, utterance=item or None)
        spoken.received_ms += sum(event.ms for event in events if isinstance(event, AgentAudio))
        return events

    def _on_text(self, body: JsonObject) -> Events:
        """Of the agent's (a transcript, or text alone), piece by piece and then whole."""
        return self._text(body, "said", ("transcript", "text"))

    def _on_heard(self, body: JsonObject) -> Events:
        return self._text(body, "heard", ("transcript",))

    def _text(self, body: JsonObject, kind: Literal["said", "heard"], whole_in: tuple[str, ...]) -> Events:
        item = text_at(body, "item_id")
        key = f"{kind} {item}"
        delta = text_at(body, "delta")
        if delta is not None:
            if len(self._texts) > _MOST_KEPT:
                self._texts.clear()
            text = self._texts.get(key, "") + delta
            if len(text) > _LONGEST_TEXT:
                return (Problem("too_large", f"a text of more than {_LONGEST_TEXT} characters"),)
            self._texts[key] = text
            return (AgentText(text, False, kind, item),)
        whole = next((whole for name in whole_in if (whole := text_at(body, name)) is not None), None)
        if whole is None:
            return (Problem("malformed", f"{body['type']} without a text"),)
        self._texts.pop(key, None)
        return (AgentText(whole, True, kind, item),)

    def _on_transcription_failed(self, body: JsonObject) -> Events:
        why = text_at(body, "error", "message") or "no reason given"
        return (Problem("agent_error", f"the caller's speech was not transcribed: {brief(why)}"),)

    def _on_response_created(self, body: JsonObject) -> Events:
        self._asked = False
        if response := text_at(body, "response", "id"):
            self._responses.add(response)
        return ()

    def _on_arguments_done(self, body: JsonObject) -> Events:
        call, name = text_at(body, "call_id"), text_at(body, "name")
        if call is None:
            return (Problem("malformed", "a function call without call_id"),)
        arguments = tool_arguments(body.get("arguments"))
        self._built.setdefault(text_at(body, "response_id") or "", {})[call] = (name or "", arguments)
        return (ToolReported(call, "built", name, arguments),)

    def _on_response_done(self, body: JsonObject) -> Events:
        response = object_at(body, "response")
        id_, status = text_at(response, "id") or "", text_at(response, "status")
        self._responses.discard(id_)
        calls = self._built.pop(id_, {})
        events: list[Event] = []
        output = response.get("output")
        for item in output if isinstance(output, list) else ():
            call = text_at(item, "call_id")
            if text_at(item, "type") == "function_call" and call is not None:
                # The name of a call is in its item; the event that ends its arguments may lack it.
                calls[call] = (text_at(item, "name") or "", tool_arguments(value_at(item, "arguments")))
        if status in ("completed", None):
            self._pending.update(calls)
            events.extend(ToolCalled(call, name, arguments) for call, (name, arguments) in calls.items())
        else:
            # Arguments of a response that was broken off may be half of what was meant.
            events.extend(ToolCancelled(call) for call in calls)
            reason = _reason(response)
            if status == "failed":
                events.append(Problem("agent_error", f"an answer failed: {reason}"))
            elif status == "incomplete":
                events.append(Problem("agent_error", f"an answer is incomplete: {reason}"))
        if self._wants_response and not self._responses:
            self._wants_response = False
            # With calls to answer, it is the last of their outputs that asks.
            if not self._pending:
                events.extend(Send(message) for message in self._respond())
        return tuple(events)

    def _on_error(self, body: JsonObject) -> Events:
        code, message = text_at(body, "error", "code"), text_at(body, "error", "message")
        self._asked = False
        if code == "conversation_already_has_active_response":
            self._wants_response = True
            return ()
        if code == "response_cancel_not_active":
            return ()
        kind = text_at(body, "error", "type")
        said = ": ".join(part for part in (code or kind, message) if part) or compact(body)
        return (Problem("refused" if kind == "invalid_request_error" else "agent_error", brief(said)),)


_RESPOND = compact({"type": "response.create"})


def _reason(response: JsonObject) -> str:
    details = object_at(response, "status_details")
    return brief(
        text_at(details, "error", "message")
        or text_at(details, "error", "code")
        or text_at(details, "reason")
        or "no reason given"
    )


_HANDLERS: Mapping[str, Callable[[OpenAIRealtime, JsonObject], Events]] = {
    "session.created": OpenAIRealtime._on_session,
    "session.updated": OpenAIRealtime._on_session,
    "input_audio_buffer.speech_started": OpenAIRealtime._on_speech_started,
    "input_audio_buffer.speech_stopped": OpenAIRealtime._on_speech_stopped,
    "response.output_audio.delta": OpenAIRealtime._on_audio,
    "response.output_audio_transcript.delta": OpenAIRealtime._on_text,
    "response.output_audio_transcript.done": OpenAIRealtime._on_text,
    "response.output_text.delta": OpenAIRealtime._on_text,
    "response.output_text.done": OpenAIRealtime._on_text,
    "conversation.item.input_audio_transcription.delta": OpenAIRealtime._on_heard,
    "conversation.item.input_audio_transcription.completed": OpenAIRealtime._on_heard,
    "conversation.item.input_audio_transcription.failed": OpenAIRealtime._on_transcription_failed,
    "response.created": OpenAIRealtime._on_response_created,
    "response.function_call_arguments.done": OpenAIRealtime._on_arguments_done,
    "response.done": OpenAIRealtime._on_response_done,
    "error": OpenAIRealtime._on_error,
}

"""Pipecat agents on their own WebSockets: protobuf frames (`/ws-client`) and the evaluation connection (`/ws`, release 1.13 and later).

Both carry RTVI messages beside the audio.
"""

from __future__ import annotations

from collections.abc import Sequence

from callproof.audio.pcm import Signal
from callproof.calling.wire import protobuf
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import (
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
    ToolCalled,
)
from callproof.calling.wire.format import Capabilities
from callproof.calling.wire.intake import Intake
from callproof.calling.wire.json_messages import (
    LARGEST_SOUND,
    JsonObject,
    from_base64,
    object_at,
    parse_object,
    shown,
    to_base64,
    too_large,
    whole_number,
)
from callproof.calling.wire.rtvi import RtviReader, RtviWriter

CALLER_AUDIO = Encoding("pcm16", 16000)

# Fields of `pipecat.Frame`, and of the frames in it.
TEXT, AUDIO, TRANSCRIPTION, MESSAGE, INTERRUPTION = 1, 2, 3, 4, 5
_TEXT = 3
_SAMPLES, _RATE, _CHANNELS = 3, 4, 5
_DATA = 1


class _Pipecat:
    """What both connections have in common: RTVI in both directions."""

    def __init__(self) -> None:
        self._writer = RtviWriter()
        self._reader = RtviReader()
        self._intake = Intake()
        self._asked: dict[str, ToolCalled] = {}

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(
            caller_audio=CALLER_AUDIO,
            takes_text=True,
            tells_said=True,
            said_when="in place",
            tells_heard=True,
            tools="reported",
            keys=True,
        )

    def text(self, text: str) -> tuple[Message, ...]:
        return (self._wrapped(self._writer.text(text)),)

    def key_press(self, digit: str) -> tuple[Message, ...]:
        return (self._wrapped(self._writer.key_press(digit)),)

    def mark_played(self, name: str) -> tuple[Message, ...]:
        return ()

    def cleared(self, dropped_ms: int, marks: Sequence[str]) -> tuple[Message, ...]:
        self._intake.clear()
        return ()

    def tool_result(self, call: str, result: Json, *, failed: bool = False) -> tuple[Message, ...]:
        asked = self._asked.pop(call, None)
        if asked is None:
            return ()
        return (
            self._wrapped(self._writer.tool_result(call, asked, {"error": result} if failed else result)),
        )

    def _wrapped(self, message: str) -> Message:
        return message

    def _read(self, body: JsonObject) -> Events:
        events = self._reader.read(body)
        for event in events:
            if isinstance(event, ToolCalled):
                self._asked[event.call] = event
        return events


class PipecatProtobuf(_Pipecat):
    """The plain WebSocket transport: one `pipecat.Frame` a binary message."""

    def __init__(self) -> None:
        super().__init__()
        self._interrupts_by_frame = False

    def opening(self) -> tuple[Message, ...]:
        return (self._wrapped(self._writer.client_ready()),)

    def audio(self, frame: Signal) -> tuple[Message, ...]:
        samples = CALLER_AUDIO.encode(frame)
        content = protobuf.write((_SAMPLES, samples), (_RATE, CALLER_AUDIO.rate_hz), (_CHANNELS, 1))
        return (protobuf.write((AUDIO, content)),)

    def closing(self) -> tuple[Message, ...]:
        return (self._wrapped(self._writer.message("disconnect-bot")),)

    def receive(self, message: Message) -> Events:
        if isinstance(message, str):
            return (Problem("wrong_frame", f"text where protobuf is spoken: {shown(message)}"),)
        if problem := too_large(message, LARGEST_SOUND):
            return (problem,)
        try:
            frame = protobuf.read(message)
            kind = next(iter(frame), 0)
            content = protobuf.message(frame, kind) or {}
        except ValueError as error:
            return (Problem("malformed", f"no protobuf frame: {error}"),)
        return self._content(kind, content)

    def _content(self, kind: int, content: protobuf.Fields) -> Events:
        if kind == AUDIO:
            encoding = Encoding("pcm16", protobuf.number(content, _RATE))
            channels = protobuf.number(content, _CHANNELS)
            return self._intake.take(protobuf.raw(content, _SAMPLES), encoding, channels=channels)
        if kind == MESSAGE:
            body = parse_object(protobuf.text(content, _DATA))
            events = (body,) if isinstance(body, Problem) else self._read(body)
            # The frame says the same, and it is the one that stands in line with the audio.
            return _without_clear(events) if self._interrupts_by_frame else events
        if kind == INTERRUPTION:
            self._interrupts_by_frame = True
            return (Clear(),)
        if kind in (TEXT, TRANSCRIPTION):
            text = protobuf.text(content, _TEXT)
            return (AgentText(text, True, "said" if kind == TEXT else "heard"),)
        return (Ignored(f"frame {kind}"),)

    def _wrapped(self, message: str) -> Message:
        return protobuf.write((MESSAGE, protobuf.write((_DATA, message))))


def _without_clear(events: Events) -> Events:
    return tuple(event for event in events if not isinstance(event, Clear)) or (Ignored("bot-interrupted"),)


class PipecatEval(_Pipecat):
    """The evaluation connection: everything is JSON, and the agent tells its tool calls in full."""

    def opening(self) -> tuple[Message, ...]:
        flags = {"skip_tts": False, "capture_bot_audio": True, "capture_bot_images": False}
        return (self._writer.custom("eval-connect", flags), self._writer.client_ready())

    def audio(self, frame: Signal) -> tuple[Message, ...]:
        data = {
            "base64Audio": to_base64(CALLER_AUDIO.encode(frame)),
            "sampleRate": CALLER_AUDIO.rate_hz,
            "numChannels": 1,
        }
        return (self._writer.message("raw-audio", data),)

    def closing(self) -> tuple[Message, ...]:
        return (self._writer.custom("eval-cancel"),)

    def receive(self, message: Message) -> Events:
        body = parse_object(message, limit=LARGEST_SOUND)
        if isinstance(body, Problem):
            return (body,)
        if body.get("type") == "eval-bot-audio":
            data = object_at(body, "data")
            payload = from_base64(data.get("audio"))
            if isinstance(payload, Problem):
                return (payload,)
            return self._intake.take(payload, Encoding("pcm16", whole_number(data.get("sampleRate")) or 0))
        events: list[Event] = list(self._read(body))
        if Ready() in events:
            # Earlier it would get lost, or overwrite what the agent itself begins with.
            wanted = {"function_call_report_level": {"*": "full"}, "vad_user_speaking": True}
            events.append(Send(self._writer.custom("eval-configure", wanted)))
        return tuple(events)

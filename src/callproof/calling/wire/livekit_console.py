"""LiveKit agents through their TCP console (`python -m livekit.agents console agent.py --connect-addr …`): the agent dials us.

Not messages but a stream: `receive` takes its bytes as they come, in any pieces. Each message is four bytes of length, high byte first,
and a `livekit.agent.AgentSessionMessage`.

When the caller breaks in, the agent first holds its tongue and tells nothing but that its state goes from speaking to listening. That
is `Pause` here; then comes `Resume` (it was no interruption) or `Clear`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import get_args

from callproof.audio.pcm import Signal
from callproof.calling.wire import protobuf
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import (
    Activity,
    ActivityReported,
    AgentAudio,
    AgentText,
    Clear,
    Event,
    Events,
    Ignored,
    Json,
    Mark,
    Message,
    Pause,
    Problem,
    Ready,
    Resume,
    SpeechOfCallerDetected,
    ToolReported,
    ToolStage,
)
from callproof.calling.wire.format import Capabilities
from callproof.calling.wire.intake import Intake
from callproof.calling.wire.json_messages import brief, tool_arguments
from callproof.calling.wire.protobuf import Fields

# The agent's resampler is set to this rate, whatever a frame says.
CALLER_AUDIO = Encoding("pcm16", 48000)
# The agent's own limit.
MAX_FRAME_BYTES = 1024 * 1024

# Fields of AgentSessionMessage.
AUDIO_INPUT, AUDIO_OUTPUT, EVENT, REQUEST, RESPONSE, FLUSH, CLEAR, FINISHED = range(1, 9)
# Fields of an audio frame.
_DATA, _RATE, _CHANNELS, _SAMPLES = 1, 2, 3, 4
# Field of SessionRequest.
_RUN_INPUT = 5

_STARTING, _IDLE, _LISTENING, _SPEAKING = 0, 1, 2, 4
# In the order of their numbers.
_ACTIVITIES: tuple[Activity, ...] = get_args(Activity)
_CALLER_SPEAKS = 0
_ROLE_OF_AGENT = 3
_STAGES: Mapping[int, ToolStage] = {1: "returned", 2: "failed", 3: "cancelled"}
_MOST_CALLS = 10_000


class LiveKitConsole:
    """One session over one connection."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._lost = False
        self._ready = False
        self._intake = Intake()
        self._requests = 0
        self._flushes = 0
        # Audio came in that we have not reported as played.
        self._playing = False
        self._paused = False
        self._heard = 0
        self._calls: dict[str, str] = {}
        self._told: set[tuple[str, ToolStage]] = set()

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(
            caller_audio=CALLER_AUDIO,
            takes_text=True,
            tells_said=True,
            said_when="after",
            tells_heard=True,
            tools="reported",
        )

    def opening(self) -> tuple[Message, ...]:
        """Nothing: the session tells by itself when it listens, and a request before that is an error in its log."""
        return ()

    def audio(self, frame: Signal) -> tuple[Message, ...]:
        samples = CALLER_AUDIO.encode(frame)
        return (framed(AUDIO_INPUT, audio_frame(samples, CALLER_AUDIO.rate_hz)),)

    def text(self, text: str) -> tuple[Message, ...]:
        self._requests += 1
        request = protobuf.write((1, f"text {self._requests}"), (_RUN_INPUT, protobuf.write((1, text))))
        return (framed(REQUEST, request),)

    def key_press(self, digit: str) -> tuple[Message, ...]:
        return ()

    def mark_played(self, name: str) -> tuple[Message, ...]:
        """Without this the agent holds that it is still speaking."""
        if name == str(self._flushes):
            self._playing = False
        return (framed(FINISHED, b""),)

    def cleared(self, dropped_ms: int, marks: Sequence[str]) -> tuple[Message, ...]:
        """Nothing: a report of playback now would make the agent believe that it was heard to the end."""
        self._intake.clear()
        self._playing = False
        return ()

    def tool_result(self, call: str, result: Json, *, failed: bool = False) -> tuple[Message, ...]:
        return ()

    def closing(self) -> tuple[Message, ...]:
        return ()

    def receive(self, message: Message) -> Events:
        if isinstance(message, str):
            return (Problem("wrong_frame", "text where a stream of bytes is spoken"),)
        if self._lost:
            return (Ignored("bytes after the stream was lost"),)
        self._buffer += message
        events: list[Event] = []
        at = 0
        while len(self._buffer) - at >= 4:
            size = int.from_bytes(self._buffer[at : at + 4], "big")
            if size > MAX_FRAME_BYTES:
                self._lost = True
                events.append(
                    Problem("too_large", f"a frame of {size} bytes, more than {MAX_FRAME_BYTES}", fatal=True)
                )
                break
            if len(self._buffer) - at - 4 < size:
                break
            events.extend(self._message(bytes(self._buffer[at + 4 : at + 4 + size])))
            at += 4 + size
        del self._buffer[:at]
        return tuple(events)

    def _message(self, data: bytes) -> Events:
        try:
            fields = protobuf.read(data)
            kind = next(iter(fields), 0)
            content = protobuf.message(fields, kind) or {}
            if kind == AUDIO_OUTPUT:
                return self._audio(content)
            if kind == FLUSH:
                self._flushes += 1
                return (Mark(str(self._flushes)),)
            if kind == CLEAR:
                self._paused = False
                return (Clear(),)
            if kind == EVENT:
                return self._event(content)
            if kind == RESPONSE:
                return self._response(content)
        except ValueError as error:
            return (Problem("malformed", f"no message of a session: {error}"),)
        return (Ignored(f"message {kind}"),)

    def _audio(self, content: Fields) -> Events:
        encoding = Encoding("pcm16", protobuf.number(content, _RATE))
        events = self._intake.take(
            protobuf.raw(content, _DATA), encoding, channels=protobuf.number(content, _CHANNELS)
        )
        self._playing = self._playing or any(isinstance(event, AgentAudio) for event in events)
        return events

    def _event(self, content: Fields) -> Events:
        """What happened stands in the one field beside `created_at`."""
        kind = next((field for field in content if field in _EVENTS), 0)
        if not kind:
            return (Ignored(f"event {next((field for field in content if field > 1), 0)}"),)
        return _EVENTS[kind](self, protobuf.message(content, kind) or {}) or (Ignored(f"event {kind}"),)

    def _response(self, content: Fields) -> Events:
        request, error = protobuf.text(content, 1), protobuf.text(content, 2)
        return (Problem("refused", brief(f"{request}: {error}")),) if error else (Ignored("response"),)

    def _on_agent_state(self, content: Fields) -> Events:
        old, new = protobuf.number(content, 1), protobuf.number(content, 2)
        if new >= len(_ACTIVITIES):
            return (Ignored(f"state {new}"),)
        events: list[Event] = [ActivityReported(_ACTIVITIES[new])]
        # What the caller says before the session listens is lost.
        if not self._ready and new not in (_STARTING, _IDLE):
            self._ready = True
            events.insert(0, Ready())
        if new == _SPEAKING and self._paused:
            self._paused = False
            events.append(Resume())
        elif old == _SPEAKING and new == _LISTENING and self._playing and not self._paused:
            self._paused = True
            events.append(Pause())
        return tuple(events)

    def _on_caller_state(self, content: Fields) -> Events:
        old, new = protobuf.number(content, 1), protobuf.number(content, 2)
        if new == _CALLER_SPEAKS:
            return (SpeechOfCallerDetected("began"),)
        return (SpeechOfCallerDetected("ended"),) if old == _CALLER_SPEAKS else ()

    def _on_heard(self, content: Fields) -> Events:
        final = bool(protobuf.number(content, 2))
        utterance = f"heard {self._heard}"
        self._heard += final
        return (AgentText(protobuf.text(content, 1), final, "heard", utterance),)

    def _on_item(self, content: Fields) -> Events:
        """An item of the conversation. What the caller said is known already, and so are tool calls."""
        item = protobuf.message(content, 1) or {}
        said = protobuf.message(item, 1)
        if said is None or protobuf.number(said, 2) != _ROLE_OF_AGENT:
            return ()
        text = "".join(protobuf.text(part, 1) for part in protobuf.messages(said, 3))
        interrupted = bool(protobuf.number(said, 4))
        return (AgentText(text, True, "said", protobuf.text(said, 1) or None, interrupted),)

    def _on_tools_started(self, content: Fields) -> Events:
        return tuple(event for call in protobuf.messages(content, 1) for event in self._sent(call))

    def _on_tools_executed(self, content: Fields) -> Events:
        calls = [self._sent(call) for call in protobuf.messages(content, 1)]
        outputs = [self._output(output) for output in protobuf.messages(content, 2)]
        return tuple(event for events in (*calls, *outputs) for event in events)

    def _on_tool_updated(self, content: Fields) -> Events:
        if (started := protobuf.message(content, 1)) is not None:
            call = protobuf.message(started, 1)
            return () if call is None else self._sent(call)
        if (ended := protobuf.message(content, 4)) is not None:
            stage = _STAGES.get(protobuf.number(ended, 4))
            return (
                ()
                if stage is None
                else self._told_of(protobuf.text(ended, 2), stage, protobuf.text(ended, 3))
            )
        return ()

    def _sent(self, call: Fields) -> Events:
        id_, name = protobuf.text(call, 2), protobuf.text(call, 4)
        if len(self._calls) < _MOST_CALLS:
            self._calls[id_] = name
        return self._told_of(id_, "sent", None, tool_arguments(protobuf.text(call, 3)))

    def _output(self, output: Fields) -> Events:
        stage: ToolStage = "failed" if protobuf.number(output, 5) else "returned"
        return self._told_of(protobuf.text(output, 3), stage, protobuf.text(output, 4))

    def _told_of(
        self,
        call: str,
        stage: ToolStage,
        result: str | None,
        arguments: Mapping[str, Json] | str | None = None,
    ) -> Events:
        """Releases tell of a call in up to three ways; each of its stages counts once, and it ends once."""
        stages: tuple[ToolStage, ...] = ("sent",) if stage == "sent" else ("returned", "failed", "cancelled")
        if any((call, known) in self._told for known in stages):
            return ()
        if len(self._told) < 2 * _MOST_CALLS:
            self._told.add((call, stage))
        return (ToolReported(call, stage, self._calls.get(call), arguments, result or None),)

    def _on_error(self, content: Fields) -> Events:
        return (Problem("agent_error", brief(protobuf.text(content, 1)) or "no reason given"),)


_EVENTS: Mapping[int, Callable[[LiveKitConsole, Fields], Events]] = {
    10: LiveKitConsole._on_agent_state,
    11: LiveKitConsole._on_caller_state,
    12: LiveKitConsole._on_item,
    13: LiveKitConsole._on_heard,
    14: LiveKitConsole._on_tools_executed,
    15: LiveKitConsole._on_error,
    20: LiveKitConsole._on_tools_started,
    22: LiveKitConsole._on_tool_updated,
}


def framed(field: int, content: bytes) -> bytes:
    """One message of the stream, whose only field is this one."""
    body = protobuf.write((field, content))
    return len(body).to_bytes(4, "big") + body


def audio_frame(samples: bytes, rate_hz: int) -> bytes:
    """Mono."""
    return protobuf.write((_DATA, samples), (_RATE, rate_hz), (_CHANNELS, 1), (_SAMPLES, len(samples) // 2))

"""The agent's end of a telephone platform's media stream."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from callproof.audio import g711
from callproof.audio.pcm import Signal

_CHUNK_MS = 100


class PlatformEnd(Protocol):
    """What an agent tells the platform; sound is at `rate_hz`."""

    @property
    def rate_hz(self) -> int: ...
    def play(self, signal: Signal) -> None: ...
    def mark(self, name: str) -> None: ...
    def clear(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Started:
    """The stream begins; `parameters` are those of its start message."""

    parameters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CallerFrame:
    signal: Signal


@dataclass(frozen=True, slots=True)
class Marked:
    name: str


@dataclass(frozen=True, slots=True)
class Key:
    digit: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The caller is gone."""


PlatformEvent: TypeAlias = Started | CallerFrame | Marked | Key | Stopped
Outgoing: TypeAlias = Literal["media", "mark", "clear"]


class TwilioEnd:
    """Twilio Media Streams, as the agent that Twilio has dialled speaks them."""

    rate_hz = 8000

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._stream = ""

    def receive(self, message: str | bytes) -> PlatformEvent | None:
        """What a message means; None for one that means nothing here. Raises ValueError for one that is no message."""
        data = json.loads(message)
        if not isinstance(data, dict):
            raise ValueError("a message is a JSON object")
        event = data.get("event")
        if event == "start":
            self._stream = str(data.get("streamSid", ""))
            start = _object(data.get("start"))
            return Started({str(k): str(v) for k, v in _object(start.get("customParameters")).items()})
        if event == "media":
            payload = base64.b64decode(str(_object(data.get("media")).get("payload", "")), validate=True)
            return CallerFrame(g711.decode(payload))
        if event == "mark":
            return Marked(str(_object(data.get("mark")).get("name", "")))
        if event == "dtmf":
            return Key(str(_object(data.get("dtmf")).get("digit", "")))
        return Stopped() if event == "stop" else None

    def play(self, signal: Signal) -> None:
        data = g711.encode(signal)
        size = self.rate_hz * _CHUNK_MS // 1000
        for start in range(0, len(data), size):
            payload = base64.b64encode(data[start : start + size]).decode()
            self._out("media", {"payload": payload})

    def mark(self, name: str) -> None:
        self._out("mark", {"name": name})

    def clear(self) -> None:
        self._out("clear", None)

    def _out(self, event: Outgoing, body: Mapping[str, str] | None) -> None:
        message: dict[str, Any] = {"event": event, "streamSid": self._stream}
        if body is not None:
            message[event] = dict(body)
        self._send(json.dumps(message))


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}

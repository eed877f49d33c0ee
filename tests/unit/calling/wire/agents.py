"""What Pipecat and LiveKit agents put on the wire, for tests and fake peers."""

from __future__ import annotations

import json
from typing import Any

from callproof.audio import pcm
from callproof.audio.pcm import Signal
from callproof.calling.wire import livekit_console as livekit
from callproof.calling.wire import pipecat, protobuf


def rtvi(type_: str, data: Any = None, **fields: Any) -> str:
    body = {"label": "rtvi-ai", "type": type_, "id": "1", **fields}
    return json.dumps(body if data is None else {**body, "data": data})


def pipecat_audio(signal: Signal, rate_hz: int = 24000, channels: int = 1) -> bytes:
    content = protobuf.write(
        (1, 7), (2, "OutputAudioRawFrame#7"), (3, pcm.to_int16(signal)), (4, rate_hz), (5, channels)
    )
    return protobuf.write((pipecat.AUDIO, content))


def pipecat_message(text: str) -> bytes:
    return protobuf.write((pipecat.MESSAGE, protobuf.write((1, text))))


def pipecat_interruption() -> bytes:
    return protobuf.write((pipecat.INTERRUPTION, protobuf.write((1, 5), (2, "InterruptionFrame#0"))))


def livekit_audio(signal: Signal, rate_hz: int = 48000) -> bytes:
    return livekit.framed(livekit.AUDIO_OUTPUT, livekit.audio_frame(pcm.to_int16(signal), rate_hz))


def livekit_flush() -> bytes:
    return livekit.framed(livekit.FLUSH, b"")


def livekit_clear() -> bytes:
    return livekit.framed(livekit.CLEAR, b"")


def livekit_event(field: int, *pairs: tuple[int, int | bytes | str]) -> bytes:
    created = protobuf.write((1, 1_764_500_000), (2, 5_000_000))
    return livekit.framed(livekit.EVENT, protobuf.write((1, created), (field, protobuf.write(*pairs))))


def livekit_state(old: int, new: int) -> bytes:
    return livekit_event(10, (1, old), (2, new))


def livekit_said(text: str, *, role: int = 3, interrupted: bool = False) -> bytes:
    message = protobuf.write(
        (1, "item_1"), (2, role), (3, protobuf.write((1, text))), (4, int(interrupted)), (8, b"\x08\x01")
    )
    return livekit_event(12, (1, protobuf.write((1, message))))


def livekit_tool_started(call: str, name: str, arguments: str) -> bytes:
    function = protobuf.write((1, "fc"), (2, call), (3, arguments), (4, name))
    return livekit_event(22, (1, protobuf.write((1, function))))


def livekit_tool_ended(call: str, status: int, message: str = "") -> bytes:
    return livekit_event(22, (4, protobuf.write((1, "fc"), (2, call), (3, message), (4, status))))


def livekit_tools_executed(call: str, name: str, output: str, *, failed: bool = False) -> bytes:
    function = protobuf.write((1, "fc"), (2, call), (3, "{}"), (4, name))
    result = protobuf.write((1, "fo"), (2, name), (3, call), (4, output), (5, int(failed)))
    return livekit_event(14, (1, function), (2, result))


def livekit_answer(request: str, *pairs: tuple[int, int | bytes | str]) -> bytes:
    return livekit.framed(livekit.RESPONSE, protobuf.write((1, request), *pairs))

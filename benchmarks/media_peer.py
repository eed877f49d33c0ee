"""The agents' side of many calls on Twilio Media Streams, in a process of its own, with as little work as it takes.

    with MediaPeer.started() as peer: ...  # peer.url

It speaks for three seconds, sent at once as agents do, is silent for three, and so on; it counts the caller's frames and how evenly
they come. A WebSocket and a core of its own, because the peer must not be what is measured.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import math
import multiprocessing
import os
import sys
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import cast

import numpy as np

from callproof.audio import g711

_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_PIECE_MS, _TALK_MS, _EVERY_S = 100, 3000, 6.0


@dataclass(frozen=True, slots=True)
class MediaPeer:
    url: str
    _pipe: Connection

    def between(self, began: float, ended: float) -> list[float]:
        """How late after its turn each frame came that came between two times of the machine's monotonic clock: its turn is 20 ms a
        frame after the promptest of its call. That is jitter, as an agent sees it. Forgets what has come so far."""
        self._pipe.send((began, ended))
        late_ms: list[float] = self._pipe.recv()
        return late_ms

    @classmethod
    @contextmanager
    def started(cls) -> Iterator[MediaPeer]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs,), daemon=True)
        process.start()
        try:
            yield cls(f"ws://127.0.0.1:{ours.recv()}/", ours)
        finally:
            process.terminate()
            process.join()


def voice(ms: int, rate_hz: int = 8000) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """A sound with the loudness and the ups and downs of speech."""
    t = np.arange(rate_hz * ms // 1000) / rate_hz
    syllables = 0.5 + 0.5 * np.sin(2 * math.pi * 4 * t - math.pi / 2)
    tones = sum(np.sin(2 * math.pi * f * t) / n for n, f in enumerate((140, 280, 560, 1120, 2240), 1))
    return (0.12 * (0.2 + 0.8 * syllables) * tones).astype(np.float32)


def _serve(pipe: Connection) -> None:
    _keep_to_one_core()
    asyncio.run(_served(pipe))


def _keep_to_one_core() -> None:
    """Whoever is sent something over the loopback is woken on the sender's core, in the sender's place, while the other core idles; an
    agent on a machine of its own is not."""
    if sys.platform == "linux" and len(cores := os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(0, {max(cores)})


async def _served(pipe: Connection) -> None:
    loop = asyncio.get_running_loop()
    calls: list[_Call] = []
    server = await loop.create_server(lambda: _Call(calls), "127.0.0.1", 0, backlog=512)
    pipe.send(server.sockets[0].getsockname()[1])

    def asked() -> None:
        began, ended = pipe.recv()
        pipe.send([late for call in calls for late in call.late_ms(began, ended)])
        calls[:] = [call for call in calls if call.connected]

    loop.add_reader(pipe.fileno(), asked)
    await loop.create_future()


class _Call(asyncio.Protocol):
    pieces = tuple(
        base64.b64encode(g711.encode(voice(_TALK_MS)[at : at + 8 * _PIECE_MS])).decode()
        for at in range(0, 8 * _TALK_MS, 8 * _PIECE_MS)
    )

    def __init__(self, calls: list[_Call]) -> None:
        self._calls = calls
        self._data = b""
        self._open = False
        self.connected = True
        self._stream = ""
        self._arrived = array("d")
        self._talks: asyncio.TimerHandle | None = None

    def late_ms(self, began: float, ended: float) -> list[float]:
        arrived, self._arrived = self._arrived, array("d")
        turns = [at - n * 0.02 for n, at in enumerate(arrived) if began <= at <= ended]
        first = min(turns, default=0.0)
        return [(turn - first) * 1000 for turn in turns]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._loop = asyncio.get_running_loop()
        self._calls.append(self)

    def connection_lost(self, error: Exception | None) -> None:
        self.connected = False
        if self._talks is not None:
            self._talks.cancel()

    def data_received(self, data: bytes) -> None:
        self._data = self._data + data if self._data else data
        if not self._open:
            self._shake_hands()
        while self._open and (length := self._frame()):
            self._data = self._data[length:]

    def _shake_hands(self) -> None:
        head, end, self._data = self._data.partition(b"\r\n\r\n")
        if not end:
            self._data = head
            return
        lines = (line.partition(": ") for line in head.decode().split("\r\n"))
        key = next(value for name, _, value in lines if name.lower() == "sec-websocket-key")
        accept = base64.b64encode(hashlib.sha1((key + _GUID).encode()).digest()).decode()  # noqa: S324
        self._transport.write(
            (
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Accept: {accept}\r\n\r\n"
            ).encode()
        )
        self._open = True

    def _frame(self) -> int:
        """Reads a frame of the client's; gives its length, 0 when it is not whole yet."""
        data = self._data
        if len(data) < 6:
            return 0
        size, start = data[1] & 127, 2
        if size == 126:
            size, start = int.from_bytes(data[2:4]), 4
        elif size == 127:
            size, start = int.from_bytes(data[2:10]), 10
        end = start + 4 + size
        if len(data) < end:
            return 0
        operation = data[0] & 15
        if operation == 8:
            self._transport.close()
        elif operation == 9:
            said = _unmasked(data[start + 4 : end], data[start : start + 4])
            self._transport.write(bytes((0x8A, size)) + said)
        elif operation == 1:
            if self._stream:
                self._arrived.append(self._loop.time())
            else:
                self._begin(_unmasked(data[start + 4 : end], data[start : start + 4]).decode())
        return end

    def _begin(self, message: str) -> None:
        body = json.loads(message)
        if body["event"] == "start":
            self._stream = body["streamSid"]
            self._talk()

    def _talk(self) -> None:
        for payload in () if self._transport.is_closing() else self.pieces:
            text = (
                f'{{"event":"media","streamSid":"{self._stream}","media":{{"payload":"{payload}"}}}}'.encode()
            )
            self._transport.write(b"\x81\x7e" + len(text).to_bytes(2) + text)
        self._talks = self._loop.call_later(_EVERY_S, self._talk)


def _unmasked(data: bytes, mask: bytes) -> bytes:
    return bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))

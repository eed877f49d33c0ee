"""Connections to live agents: where messages go and come from. What they mean is for the wire formats to say."""

from __future__ import annotations

import asyncio
import secrets
import struct
from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.frames import CloseCode
from websockets.protocol import State

from callproof.errors import CallproofError

try:
    from websockets.speedups import apply_mask
except ImportError:
    # Where the library was installed without its compiled part.
    from websockets.utils import apply_mask

HALF_OPEN = "half_open: the connection stands, and nobody answers on it"
# A whole answer can come in one message of base64.
_LARGEST_MESSAGE = 16 * 1024 * 1024
_KEYS_AT_A_TIME = 256
_READ_AT_ONCE = 16 * 1024


class UnreachableError(CallproofError):
    """The agent cannot be reached, or refuses the connection: nothing that it did in the call."""


class Transport(Protocol):
    """An open connection. Messages are texts or bytes, as they go over the wire."""

    async def send(self, message: str | bytes) -> None:
        """Raises ConnectionError when the connection is gone."""

    async def receive(self) -> str | bytes | None:
        """The next message; None when the other side has closed."""

    async def close(self) -> None: ...
    @property
    def closed_because(self) -> str:
        """In words, once `receive` has given None."""


@runtime_checkable
class Posting(Protocol):
    """A transport that can send at once: a frame that waits for a task of its own is late."""

    def post(self, message: str | bytes) -> None:
        """Sends without waiting for anything. On a connection that is gone nothing happens: `receive` tells of that."""


@runtime_checkable
class Answering(Protocol):
    """A transport that can find out whether anybody is at the other end."""

    async def answers(self, within_s: float) -> bool: ...


@runtime_checkable
class Watchful(Protocol):
    """A transport that ends the connection itself on what no peer may send."""

    @property
    def broken_by(self) -> str | None:
        """Once `receive` has given None: what the agent did to the connection, as `kind: a sentence`. None where it was closed."""


class WebSocket:
    """A WebSocket that we opened."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._masks = _Masks()

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        within_s: float = 10.0,
    ) -> WebSocket:
        """Raises UnreachableError."""
        try:
            socket = await connect(
                url,
                additional_headers=dict(headers or {}),
                max_size=_LARGEST_MESSAGE,
                compression=None,
                open_timeout=within_s,
                # A half-open connection is noticed by it.
                ping_interval=10,
                ping_timeout=10,
                close_timeout=2,
                proxy=None,
            )
        except (OSError, InvalidHandshake, InvalidURI, TimeoutError, ValueError) as error:
            reason = str(error) or type(error).__name__
            raise UnreachableError(f"{url} cannot be reached: {reason}") from None
        # What is read at once is taken apart at once: small messages in the quarter of a megabyte that is usual hold up frames.
        socket.transport.max_size = _READ_AT_ONCE  # type: ignore[attr-defined]
        return cls(socket)

    async def send(self, message: str | bytes) -> None:
        try:
            await self._socket.send(message)
        except ConnectionClosed as error:
            raise ConnectionError(str(error)) from None

    def post(self, message: str | bytes) -> None:
        socket = self._socket
        if socket.protocol.state is not State.OPEN or socket.transport.is_closing():
            return
        socket.transport.write(_masked(message, self._masks.next()))

    async def answers(self, within_s: float) -> bool:
        try:
            async with asyncio.timeout(within_s):
                await (await self._socket.ping())
        except ConnectionClosed:
            # Who has closed it was there.
            return self._socket.protocol.close_rcvd is not None
        except TimeoutError:
            return False
        return True

    async def receive(self) -> str | bytes | None:
        try:
            return await self._socket.recv()
        except ConnectionClosed:
            return None

    async def close(self) -> None:
        await self._socket.close()

    @property
    def broken_by(self) -> str | None:
        ours = self._socket.protocol.close_sent
        if ours is None or self._socket.protocol.close_rcvd is not None:
            return None
        if ours.code == CloseCode.MESSAGE_TOO_BIG:
            return f"too_large: a message larger than anybody takes: {printable(ours.reason)}"
        if ours.code in (CloseCode.PROTOCOL_ERROR, CloseCode.INVALID_DATA):
            return f"broken_frame: no WebSocket may send this: {printable(ours.reason)}"
        if ours.code == CloseCode.INTERNAL_ERROR and "ping" in ours.reason:
            return HALF_OPEN
        return None

    @property
    def closed_because(self) -> str:
        code, reason = self._socket.close_code, self._socket.close_reason
        if code in (1000, 1001):
            return "hung up"
        return f"connection lost ({code}{f' {printable(reason)}' if reason else ''})"


class _Masks:
    """Masking keys, as unpredictable as RFC 6455 §5.3 wants them; the system is asked for many at a time."""

    def __init__(self) -> None:
        self._keys = b""
        self._at = 0

    def next(self) -> bytes:
        if self._at == len(self._keys):
            self._keys, self._at = secrets.token_bytes(4 * _KEYS_AT_A_TIME), 0
        self._at += 4
        return self._keys[self._at - 4 : self._at]


def _masked(message: str | bytes, key: bytes) -> bytes:
    """A client's whole message as one frame (RFC 6455 §5.2), with a fifth of the work of the library's own `send`: nothing of ours goes in
    fragments, and no extension is spoken."""
    data, first = (message.encode(), 0x81) if isinstance(message, str) else (message, 0x82)
    length = len(data)
    if length < 126:
        head = bytes((first, 0x80 | length))
    elif length < 65536:
        head = struct.pack("!BBH", first, 0x80 | 126, length)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, length)
    return b"".join((head, key, apply_mask(data, key)))


def printable(text: str) -> str:
    """A stranger's text on one line, without what steers a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())

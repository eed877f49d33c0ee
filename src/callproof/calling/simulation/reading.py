"""What a call may read of its agent, and when: one that floods us with messages waits itself before frames and other calls do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from callproof.calling.simulation.frames import FRAME_MS
from callproof.calling.transport import Transport
from callproof.calling.wire.events import Message

_FRAME_S = FRAME_MS / 1000
# Of each frame's time, the messages of one call may take this; what it does not read the agent cannot send.
_SHARE_S = 0.008
# So few are no flood, however long they take: on a busy machine a call would wait for its next message without need. Unless they are large.
_FEW = 5
_LARGE = 64 * 1024
# So long at a time: messages that are there already are given without a wait, and a frame may be due.
_AT_A_TIME_S = 0.002
# A frame of 20 ms at 48 kHz, in base64: what is larger counts as several messages.
_FRAME_SIZE = 2560
# Ten times what a line sends may come all the time; on top of it some three minutes of sound at once, in frames of 20 ms.
_USUAL_PER_S = 500
_AT_ONCE = 10_000
FLOOD = f"flood: more at once than a line takes in {_AT_ONCE} messages of 20 ms of sound"


class Reading:
    """`flood_began` is when an agent began to send what has become more than any line would take; None as long as it has not."""

    def __init__(
        self,
        transport: Transport,
        *,
        now: Callable[[], float] | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.flood_began: float | None = None
        self._transport = transport
        self._now = now if now is not None else asyncio.get_running_loop().time
        self._sleep = sleep
        # When the last message was given out: what has passed since was spent on it.
        self._given: float | None = None
        self._slot_ends = 0.0
        self._slot_s = 0.0
        self._slot_messages = 0
        self._slot_size = 0
        self._bite_s = 0.0
        self._size = 0
        self._waiting = 0.0
        self._waiting_since = 0.0
        self._counted = self._now()

    async def next(self) -> Message | None:
        """The next message, as soon as it is the call's turn; None when the other side has closed."""
        if self._given is not None:
            await self._turn(self._given)
        message = await self._transport.receive()
        self._given = self._now()
        self._count(len(message or ""), self._given)
        return message

    async def _turn(self, since: float) -> None:
        now = self._now()
        if now >= self._slot_ends:
            self._slot_ends, self._slot_s = now + _FRAME_S, 0.0
            self._slot_messages = self._slot_size = 0
        self._slot_s += now - since
        self._slot_messages += 1
        self._slot_size += self._size
        self._bite_s += now - since
        much = self._slot_messages > _FEW or self._slot_size > _LARGE
        if self._slot_s >= _SHARE_S and much:
            await self._sleep(max(0.0, self._slot_ends - now))
            self._bite_s = 0.0
        elif self._bite_s >= _AT_A_TIME_S:
            await self._sleep(0)
            self._bite_s = 0.0

    def _count(self, size: int, now: float) -> None:
        self._size = size
        self._waiting -= (now - self._counted) * _USUAL_PER_S
        self._counted = now
        if self._waiting <= 0:
            self._waiting, self._waiting_since = 0.0, now
        self._waiting += max(1.0, size / _FRAME_SIZE)
        if self._waiting > _AT_ONCE and self.flood_began is None:
            self.flood_began = self._waiting_since

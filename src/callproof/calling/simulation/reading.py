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
# So few are no flood, however long they take: on a busy machine a call would wait for its next message without need.
_FEW = 5
# So long at a time: messages that are there already are given without a wait, and a frame may be due.
_AT_A_TIME_S = 0.002
# Ten times what a telephone line sends may come all the time; on top of it some three minutes of sound at once, in frames of 20 ms.
_USUAL_PER_S = 500
_AT_ONCE = 10_000
FLOOD = f"flood: {_AT_ONCE} messages more at once than a line takes"


class Reading:
    """`flooded` is called once, where an agent sends more than any line would take."""

    def __init__(
        self,
        transport: Transport,
        flooded: Callable[[], object],
        *,
        now: Callable[[], float] | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._transport = transport
        self._flooded = flooded
        self._now = now if now is not None else asyncio.get_running_loop().time
        self._sleep = sleep
        # When the last message was given out: what has passed since was spent on it.
        self._given: float | None = None
        self._slot_ends = 0.0
        self._slot_s = 0.0
        self._slot_messages = 0
        self._bite_s = 0.0
        self._waiting = 0.0
        self._counted = self._now()
        self._told = False

    async def next(self) -> Message | None:
        """The next message, as soon as it is the call's turn; None when the other side has closed."""
        if self._given is not None:
            await self._turn(self._given)
        message = await self._transport.receive()
        self._given = self._now()
        self._count(self._given)
        return message

    async def _turn(self, since: float) -> None:
        now = self._now()
        if now >= self._slot_ends:
            self._slot_ends, self._slot_s, self._slot_messages = now + _FRAME_S, 0.0, 0
        self._slot_s += now - since
        self._slot_messages += 1
        self._bite_s += now - since
        if self._slot_s >= _SHARE_S and self._slot_messages > _FEW:
            await self._sleep(max(0.0, self._slot_ends - now))
            self._bite_s = 0.0
        elif self._bite_s >= _AT_A_TIME_S:
            await self._sleep(0)
            self._bite_s = 0.0

    def _count(self, now: float) -> None:
        self._waiting = max(0.0, self._waiting - (now - self._counted) * _USUAL_PER_S) + 1
        self._counted = now
        if self._waiting > _AT_ONCE and not self._told:
            self._told = True
            self._flooded()

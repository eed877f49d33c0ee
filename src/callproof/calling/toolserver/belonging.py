"""Which call a request belongs to."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from callproof.calling.simulation.audio import Texts
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.tools import ToolDesk
from callproof.calling.toolserver.opened import OpenCall
from callproof.calling.toolserver.refusals import RefusedError

# The name of the argument, of the metadata, and of the dynamic variable.
NAME = "callproof_call"
HEADER = "X-Callproof-Call"
# Says which of the call's tool calls it is, by the agent's own name for it.
TOOL_CALL_HEADER = "X-Callproof-Tool-Call"
# An agent that cannot name its call may still be about to use a tool when the call ends. Nothing of that reaches the next call: that waits until
# nothing more has come for so long, unless an agent never stops.
QUIET_S, _QUIET_AT_MOST_S = 2.0, 20.0
# So many finished calls, and names of platforms for calls, are remembered, to tell what comes too late.
_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What a request says about its call, in the order in which it is asked; one that says nothing is the only call's. `platform` are ids that a platform has given the call, which we may not know yet."""

    path: str | None = None
    payload: str | None = None
    platform: tuple[str, ...] = ()
    header: str | None = None
    argument: str | None = None


class UnclearError(RefusedError):
    """A request that may be of any of several `calls`."""

    def __init__(self, calls: tuple[OpenCall, ...], message: str) -> None:
        super().__init__(409, message)
        self.calls = calls


class OpenCalls:
    """The calls that are running."""

    def __init__(self) -> None:
        self._open: dict[str, OpenCall] = {}
        self._over: OrderedDict[str, None] = OrderedDict()
        self._platform: OrderedDict[str, OpenCall] = OrderedDict()
        # When a call ended last, or a request came that did not name its call and can only be of one that is over; in the loops' time.
        self._late = 0.0

    def open(
        self,
        id: str,
        desk: ToolDesk,
        log: Log,
        *,
        observed: bool = False,
        texts: Texts | None = None,
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> Callable[[], None]:
        if not id or "/" in id or id in {".", ".."}:
            raise ValueError(f"a call cannot be called {id!r}: its id is part of a URL")
        if id in self._open:
            raise ValueError(f"a call {id!r} is running already")
        call = self._open[id] = OpenCall(id, desk, log, observed=observed, texts=texts, loop=loop)
        self._over.pop(id, None)

        def close() -> None:
            if self._open.get(id) is call:
                del self._open[id]
                self._late = asyncio.get_running_loop().time()
                self._over[id] = None
                _shorten(self._over)

        return close

    def known_as(self, id: str, platform_id: str) -> None:
        """A platform calls this open call by another id."""
        self._tie(platform_id, self._named(id))

    async def quiet(self) -> None:
        """Waits until a request that names no call is surely of the next one, as far as that can be known."""
        loop = asyncio.get_running_loop()
        at_most = loop.time() + _QUIET_AT_MOST_S
        while (wait := min(self._late + QUIET_S, at_most) - loop.time()) > 0:
            await asyncio.sleep(wait)

    def find(self, signs: Signs) -> OpenCall:
        """Raises RefusedError: 404 for a call that is not running, 410 for one that is over, 409 where it is not clear which is meant."""
        named = [s for s in (signs.path, signs.payload, signs.header, signs.argument) if s is not None]
        tied = [self._platform[id] for id in signs.platform if id in self._platform]
        calls = [self._named(id) for id in named[:1]] + tied
        calls += [self._open[id] for id in named[1:] if id in self._open]
        if len({call.id for call in calls}) > 1:
            raise RefusedError(409, "the request names two calls at once, in different places")
        call = calls[0] if calls else self._only()
        if self._open.get(call.id) is not call:
            raise RefusedError(410, f"the call {call.id!r} is over")
        for id in signs.platform:
            self._tie(id, call)
        return call

    def _tie(self, platform_id: str, call: OpenCall) -> None:
        self._platform[platform_id] = call
        self._platform.move_to_end(platform_id)
        _shorten(self._platform)

    def _named(self, id: str) -> OpenCall:
        try:
            return self._open[id]
        except KeyError:
            pass
        if id in self._over:
            raise RefusedError(410, f"the call {id!r} is over")
        raise RefusedError(404, f"no call {id!r} is running here")

    def _only(self) -> OpenCall:
        if len(self._open) == 1:
            return next(iter(self._open.values()))
        if not self._open and not self._over:
            raise RefusedError(404, "no call is running")
        if not self._open:
            self._late = asyncio.get_running_loop().time()
            raise RefusedError(
                410, "no call is running any more, and the request does not say which it was of"
            )
        raise UnclearError(
            tuple(self._open.values()),
            f"{len(self._open)} calls are running, and the request does not say which it belongs to: put the call into the "
            f"path (/calls/<call>/…), the metadata or dynamic variable {NAME}, the header {HEADER} or the argument {NAME}, "
            "or run one call at a time",
        )


def _shorten(remembered: OrderedDict[str, None] | OrderedDict[str, OpenCall]) -> None:
    while len(remembered) > _REMEMBERED:
        remembered.popitem(last=False)

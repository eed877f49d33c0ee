"""One running call, as its agent's requests reach it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from callproof.calling.agent import Json, ToolError
from callproof.calling.simulation.audio import Texts
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.tools import ToolCallHandle, ToolDesk, Work
from callproof.calling.toolserver.answers import Answered
from callproof.calling.toolserver.refusals import RefusedError
from callproof.calling.toolserver.reports import (
    Built,
    Cancelled,
    Failed,
    Heard,
    Report,
    Returned,
    Said,
    Sent,
    State,
)
from callproof.evidence.events import (
    AnyEvent,
    FaultInjected,
    LineError,
    StateReported,
    ToolBuilt,
    ToolCancelled,
    ToolFailed,
    ToolReturned,
    ToolSent,
)

T = TypeVar("T")
_STATUS = re.compile(r"([45][0-9]{2})\b")


class OpenCall:
    """A call's tools and its log, by the names that the agent has for them.

    `observed`: the tools are the agent's own, and what an observer tells of them is all that is known. Otherwise they are served here,
    and of their stages only those count that cannot be seen from here: built, and taken back. `loop` is the event loop in which the call
    runs, where that is another than the server's.
    """

    def __init__(
        self,
        id: str,
        desk: ToolDesk,
        log: Log,
        *,
        observed: bool,
        texts: Texts | None = None,
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.id = id
        self._loop = loop
        self.desk = desk
        self._log = log
        self._observed = observed
        self._texts = texts
        self._version = -1
        self._broken: set[str] = set()
        self._named: dict[str, ToolCallHandle] = {}
        self._unnamed: list[ToolCallHandle] = []
        self._too_late: set[str] = set()
        self._told: dict[str, _Told] = {}
        self._missed = False
        log.listen(self._hear)

    def _hear(self, event: AnyEvent) -> None:
        if isinstance(event, FaultInjected) and event.kind == "malformed":
            self._broken.add(event.call)

    async def there(self, do: Callable[[], T]) -> T:
        """Does something in the call's own loop."""

        async def done() -> T:
            return do()

        if self._loop is None or self._loop is asyncio.get_running_loop():
            return do()
        return await self._there(done(), self._loop)

    async def _there(self, work: Coroutine[None, None, T], loop: asyncio.AbstractEventLoop) -> T:
        """Raises RefusedError when the call ends meanwhile."""
        try:
            return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))
        except (RuntimeError, asyncio.CancelledError):
            if not loop.is_closed():
                raise
            work.close()
            raise RefusedError(410, f"the call {self.id!r} is over") from None

    # -- tools that are served here ------------------------------------------------------------------------------------

    async def use(
        self,
        name: str,
        arguments: Mapping[str, Json] | str,
        *,
        key: str | None = None,
        tool_call: str | None = None,
        work: Work | None = None,
    ) -> Answered:
        """Sends a call and waits for what comes of it. `tool_call` is the agent's own name for it; `work` carries it out elsewhere."""
        here = asyncio.get_running_loop()
        if self._loop is None or self._loop is here:
            return await self._use(name, arguments, key, tool_call, work)
        if work is not None:
            # Its connections belong to the server's loop.
            work = replace(work, do=_in_loop(here, work.do))
        return await self._there(self._use(name, arguments, key, tool_call, work), self._loop)

    async def _use(
        self,
        name: str,
        arguments: Mapping[str, Json] | str,
        key: str | None,
        tool_call: str | None,
        work: Work | None,
    ) -> Answered:
        call = self._arrived(name, arguments, tool_call)
        self.desk.send(call, key, work)
        try:
            result = await call.answer()
        except ToolError as error:
            return Answered(status=_status(error), error=str(error))
        return Answered(result=result, broken=call.id in self._broken and isinstance(result, str))

    def _arrived(
        self, name: str, arguments: Mapping[str, Json] | str, tool_call: str | None
    ) -> ToolCallHandle:
        call = self._announced(name, arguments, tool_call)
        if call is None:
            call = self.desk.build(name, arguments, None)
            if tool_call is None:
                self._unnamed.append(call)
        else:
            # What arrives is what was sent, whatever had been announced.
            call.unread = arguments if isinstance(arguments, str) else None
            call.arguments = {} if isinstance(arguments, str) else dict(arguments)
        if tool_call is not None:
            # A name that was used before: the same call is delivered again, and the backend gets to see it again.
            self._named[tool_call] = call
        return call

    def _announced(
        self, name: str, arguments: Mapping[str, Json] | str, tool_call: str | None
    ) -> ToolCallHandle | None:
        """The call that was reported as put together and has not left yet; where its name says nothing, the one that looks like it."""
        if tool_call in self._named:
            call = self._named[tool_call]
            return call if call.status == "built" and call.name == name else None
        built = [call for call in self._named.values() if call.status == "built"]
        return _alike(built, name, arguments)

    def cancel(self, tool_call: str) -> bool:
        """Whether the call could be taken back in time. Raises RefusedError for a name that is not one of this call's."""
        call = self._named.get(tool_call)
        if call is None:
            raise RefusedError(404, f"no tool call {tool_call!r} is known in this call")
        if tool_call in self._too_late:
            return False
        in_time = call.cancel()
        if not in_time:
            self._too_late.add(tool_call)
        return in_time

    def unreachable(self, message: str) -> None:
        """What stands behind the tools is not there: nothing that the agent did."""
        self._log.append(LineError, by="platform", message=message)

    def broke(self, error: BaseException) -> None:
        """callproof itself failed at a request."""
        self._log.broke(error)

    def missed(self) -> None:
        """A request that may have been this call's was turned down: what its agent does without the answer says nothing about it."""
        if not self._missed:
            self._missed = True
            message = (
                "a request of the agent's did not say which of the calls under way it was of, and got no answer: "
                "place one call at a time (names_call: false in agent.yaml)"
            )
            self._log.append(LineError, by="platform", message=message)

    # -- what is reported ----------------------------------------------------------------------------------------------

    def take(self, report: Report) -> None:
        """Writes a report down, or ties it to what was seen. Raises RefusedError for one that fits nothing."""
        if isinstance(report, State):
            self._version = self._version + 1 if report.version is None else report.version
            self._log.append(StateReported, version=self._version, fields=report.fields)
        elif isinstance(report, Said | Heard):
            if self._texts is not None:
                self._texts("said" if isinstance(report, Said) else "heard", report.text)
        elif self._observed:
            self._take_stage(report)
        elif isinstance(report, Built):
            self._built(report)
        elif isinstance(report, Cancelled):
            self._dropped(report)

    def _built(self, report: Built) -> None:
        if report.call in self._named:
            # The request was faster than the report of it.
            return
        call = _alike((c for c in self._unnamed if c.status == "sent"), report.name, report.arguments)
        if call is not None:
            self._unnamed.remove(call)
            self._named[report.call] = call
            return
        self._named[report.call] = self.desk.build(report.name, report.arguments, report.state_version)

    def _dropped(self, report: Cancelled) -> None:
        """The agent waits no longer. That alone takes nothing back that is already under way."""
        call = self._named.get(report.call)
        if call is None:
            raise RefusedError(409, f"no tool call {report.call!r} has been reported as built")
        if call.status == "built":
            call.cancel()
        elif call.status == "sent" and report.call not in self._too_late:
            self._too_late.add(report.call)
            self._log.append(ToolCancelled, call=call.id, in_time=False)

    def _take_stage(self, report: Built | Sent | Returned | Failed | Cancelled) -> None:
        told = self._told.get(report.call)
        if isinstance(report, Built):
            if told is not None:
                raise RefusedError(409, f"the tool call {report.call!r} has been reported as built before")
            told = self._told[report.call] = _Told(f"r{len(self._told)}", report)
            self._log.append(
                ToolBuilt,
                call=told.id,
                name=report.name,
                arguments=report.arguments,
                state_version=report.state_version,
            )
            return
        if told is None:
            raise RefusedError(409, f"no tool call {report.call!r} has been reported as built")
        told.stage(report)
        if isinstance(report, Sent):
            self._log.append(
                ToolSent,
                call=told.id,
                name=told.built.name,
                arguments=told.built.arguments,
                idempotency_key=report.idempotency_key,
                state_version=told.built.state_version,
            )
        elif isinstance(report, Returned):
            self._log.append(ToolReturned, call=told.id, result=report.result)
        elif isinstance(report, Failed):
            self._log.append(ToolFailed, call=told.id, reason=report.reason, message=report.message)
        else:
            self._log.append(ToolCancelled, call=told.id, in_time=report.in_time)


class _Told:
    """A tool call that is known from reports alone."""

    def __init__(self, id: str, built: Built) -> None:
        self.id = id
        self.built = built
        self._stages: set[str] = set()

    def stage(self, report: Sent | Returned | Failed | Cancelled) -> None:
        """Raises RefusedError for a stage that cannot come now."""
        over = {"tool.returned", "tool.failed"}
        if report.type in over and "tool.sent" not in self._stages:
            raise RefusedError(409, f"the tool call {report.call!r} has not been reported as sent")
        if report.type in self._stages or (report.type in over and over & self._stages):
            raise RefusedError(409, f"the tool call {report.call!r} has a second {report.type}")
        self._stages.add(report.type)


def _alike(
    calls: Iterable[ToolCallHandle], name: str, arguments: Mapping[str, Json] | str
) -> ToolCallHandle | None:
    """The one with these arguments, else the only one of the tool: what was announced and what is sent can differ."""
    named = [call for call in calls if call.name == name]
    same = [call for call in named if _arguments(call) == arguments]
    return same[0] if same else named[0] if len(named) == 1 else None


def _in_loop(loop: asyncio.AbstractEventLoop, do: Callable[[], Awaitable[T]]) -> Callable[[], Awaitable[T]]:
    async def awaited() -> T:
        return await do()

    async def done() -> T:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(awaited(), loop))

    return done


def _arguments(call: ToolCallHandle) -> Mapping[str, Json] | str:
    return call.arguments if call.unread is None else call.unread


def _status(error: ToolError) -> int:
    if error.reason == "timeout":
        return 504
    if error.reason == "cancelled":
        return 409
    told = _STATUS.match(str(error))
    return int(told[1]) if told else 500

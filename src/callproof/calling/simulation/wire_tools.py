"""Tools in a call over a wire: those that the agent has us run, and those that it runs itself and tells of."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TypeAlias

from callproof.calling.simulation.log import Log
from callproof.calling.simulation.tools import ToolCallHandle, ToolDesk
from callproof.calling.wire.events import Message, ToolCalled, ToolReported
from callproof.calling.wire.events import ToolCancelled as TakenBack
from callproof.calling.wire.format import WireFormat
from callproof.evidence.events import ToolBuilt, ToolCancelled, ToolFailed, ToolReturned, ToolSent

ToolEvent: TypeAlias = ToolCalled | TakenBack | ToolReported
_AGENTS_OWN = "agent:"


class WireTools:
    """`send` takes messages for the agent, `start` work that goes on beside the call."""

    def __init__(
        self,
        log: Log,
        wire: WireFormat,
        send: Callable[[Message], None],
        start: Callable[[Coroutine[None, None, None]], None],
    ) -> None:
        self._log = log
        self._wire = wire
        self._send = send
        self._start = start
        # By the agent's names: the calls that we carry out, those that are seen where they arrive, and those that it has told of.
        self._asked: dict[str, ToolCallHandle] = {}
        self._served: set[str] = set()
        self._told_of: set[str] = set()

    def take(self, event: ToolEvent, desk: ToolDesk) -> None:
        if isinstance(event, ToolCalled):
            self._start(self._run(event, desk))
        elif isinstance(event, TakenBack):
            if (call := self._asked.get(event.call)) is not None:
                call.cancel()
        elif self._wire.capabilities.tools != "asked":
            self._report(event, desk)
        elif event.stage == "built" and event.name and event.call not in self._asked:
            # It is carried out when the agent says so, or never.
            self._asked[event.call] = desk.build(event.name, event.arguments or {}, None)

    async def _run(self, event: ToolCalled, desk: ToolDesk) -> None:
        """A tool that the agent has us run."""
        built = self._asked.get(event.call)
        arguments = None if built is None else built.arguments if built.unread is None else built.unread
        if (
            built is None
            or built.status != "built"
            or (built.name, arguments) != (event.name, event.arguments)
        ):
            if built is not None:
                built.cancel()
            built = self._asked[event.call] = desk.build(event.name, event.arguments, None)
        result, failed = await desk.served(built)
        for message in self._wire.tool_result(event.call, result, failed=failed):
            self._send(message)

    def _report(self, event: ToolReported, desk: ToolDesk) -> None:
        """A tool that the agent runs itself, and tells of. Those of the world are served by us: they are seen where they arrive, and
        would be there twice."""
        call = _AGENTS_OWN + event.call
        name, arguments = event.name or "", event.arguments or {}
        if event.name is not None and desk.declared(event.name) is not None:
            self._served.add(event.call)
        if event.call in self._served:
            return
        if event.stage == "built":
            self._log.append(ToolBuilt, call=call, name=name, arguments=arguments)
        elif event.stage == "sent":
            self._told_of.add(event.call)
            self._log.append(ToolSent, call=call, name=name, arguments=arguments)
        elif event.call not in self._told_of:
            # The end of a call that was never made says nothing.
            return
        elif event.stage == "returned":
            self._log.append(ToolReturned, call=call, result=event.result)
        elif event.stage == "failed":
            self._log.append(ToolFailed, call=call, reason="error", message=str(event.result or ""))
        else:
            self._log.append(ToolCancelled, call=call, in_time=None)

"""Tool calls of one call: from being put together to their answer, with faults and holds."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias

from callproof.calling.agent import Json, ToolError
from callproof.calling.simulation.clock import Clock
from callproof.calling.simulation.handed_over import copied
from callproof.calling.simulation.log import Log
from callproof.calling.tool_call import ToolCall
from callproof.calling.world.database import Change
from callproof.calling.world.faults import Delivery, FaultPlan, Injected, carried_out, delivery, replied
from callproof.calling.world.tools import Answer, Tools
from callproof.evidence.events import (
    FaultInjected,
    LineError,
    ToolBuilt,
    ToolCancelled,
    ToolFailed,
    ToolReturned,
    ToolSent,
    WriteCommitted,
)
from callproof.scenario.model import Fault
from callproof.scenario.worlds import Tool

# A tool that the agent made up is sent like any other, and answered with an error.
_NO_TOOL = Tool(description="")

# What needs rows of a table, and an answer that shows some.
_OF_ROWS = frozenset({"wrong_record", "stale_read"})

Stage: TypeAlias = Literal["commit", "reply"]


@dataclass(frozen=True, slots=True)
class Work:
    """Carries a call out elsewhere: at the user's own API. `acknowledgement` is what that answers to a call that has worked; None where
    nobody has said it."""

    do: Callable[[], Awaitable[Answer]]
    acknowledgement: Json = None


class Elsewhere(Protocol):
    """The user's own backend, in which calls are carried out elsewhere. `has_rows`: faults can be made of its rows."""

    has_rows: bool

    def going(self, call: ToolCallHandle) -> None:
        """Is told that a call is passed on."""

    async def look(self) -> None:
        """Finds out what was written."""


class Gate(Protocol):
    """What may hold a call up on its way: the director."""

    async def passage(self, call: str, stage: Stage) -> None:
        """Returns when the call may go on to its commit, or to its reply."""

    def broke(self, error: BaseException) -> None:
        """Is told that callproof itself failed."""


class ToolCallHandle(ToolCall):
    """One tool call, which the desk carries out."""

    def __init__(self, desk: ToolDesk, id: str, name: str, arguments: Mapping[str, Json] | str) -> None:
        super().__init__(id, name, {} if isinstance(arguments, str) else dict(arguments))
        # Over a wire arguments can be a text that is no JSON; that is then what is sent.
        self.unread = arguments if isinstance(arguments, str) else None
        self.built_on: int | None = None
        self._desk = desk
        self.committed = False
        self.task: asyncio.Task[None] | None = None

    def send(self, *, key: str | None = None) -> None:
        self._desk.send(self, key)

    def cancel(self) -> bool:
        return self._desk.cancel(self)


class ToolDesk:
    """Takes the agent's tool calls to the world and the answers back, and writes down each step.

    `answered` is told of every call that has its answer or has failed. `own` is where calls are carried out that come with their work.
    """

    def __init__(
        self,
        log: Log,
        clock: Clock,
        tools: Tools,
        plan: FaultPlan,
        gate: Gate,
        answered: Callable[[ToolCallHandle], None],
        own: Elsewhere | None = None,
    ) -> None:
        self._own = own
        self._log = log
        self._clock = clock
        self._tools = tools
        self._plan = plan
        self._gate = gate
        self._answered = answered
        self._calls: list[ToolCallHandle] = []
        self._elsewhere: set[asyncio.Future[Answer]] = set()

    def declared(self, name: str) -> Tool | None:
        """What the world says of a tool; None for one that it does not have."""
        return self._tools.world.tools.get(name)

    @property
    def schemas(self) -> list[dict[str, Json]]:
        """What the agent is told of its tools, in the usual function-calling JSON."""
        return self._tools.world.schemas()

    @property
    def unfinished(self) -> bool:
        """Whether a call has been put together or sent and has no answer yet."""
        return any(call.status in {"built", "sent"} for call in self._calls)

    def build(
        self, name: str, arguments: Mapping[str, Json] | str, state_version: int | None
    ) -> ToolCallHandle:
        if not isinstance(name, str):
            raise TypeError(f"the name of a tool is a text, not of the type {type(name).__name__}")
        if not isinstance(arguments, str):
            arguments = copied(f"arguments of {name}", arguments)
        call = ToolCallHandle(self, f"t{len(self._calls)}", name, arguments)
        call.built_on = state_version
        self._calls.append(call)
        self._log.append(
            ToolBuilt,
            call=call.id,
            name=name,
            arguments=copy.deepcopy(arguments),
            state_version=state_version,
        )
        return call

    def send(self, call: ToolCallHandle, key: str | None, work: Work | None = None) -> None:
        """With `work` it is carried out there, in the time that takes, and not by the world."""
        if key is not None and not isinstance(key, str):
            raise TypeError(f"an idempotency key is a text, not of the type {type(key).__name__}")
        call.leave()
        tool = self._tools.world.tools.get(call.name, _NO_TOOL)
        self._log.append(
            ToolSent,
            call=call.id,
            name=call.name,
            arguments=call.unread or copy.deepcopy(call.arguments),
            idempotency_key=key,
            state_version=call.built_on,
            consequential=None if tool is _NO_TOOL else tool.has_consequences,
        )
        faults = self._plan.send(call.name)
        if work is not None:
            tool = replace(tool, commit_after_ms=0, reply_after_ms=0)
            faults = tuple(fault for fault in faults if self._can(fault, call, tool, work))
        plan = delivery(tool, faults)
        self._inject(call, plan.injected)
        call.task = asyncio.get_running_loop().create_task(self._deliver(call, key, tool, plan, work))

    def cancel(self, call: ToolCallHandle) -> bool:
        if call.status == "built":
            self._log.append(ToolCancelled, call=call.id, in_time=True)
            call.finish("cancelled", "cancelled")
            return True
        if call.status != "sent":
            return False
        in_time = self._tools.world.tools.get(call.name, _NO_TOOL).cancellable and not call.committed
        self._log.append(ToolCancelled, call=call.id, in_time=in_time)
        if in_time:
            if call.task is not None:
                call.task.cancel()
            call.finish("cancelled", "cancelled", "cancelled in time")
        return in_time

    async def _deliver(
        self, call: ToolCallHandle, key: str | None, tool: Tool, plan: Delivery, work: Work | None
    ) -> None:
        try:
            await self._carry_out(call, key, tool, plan, work)
        except Exception as error:
            call.finish("failed", "error", f"{type(error).__name__}: {error}")
            self._gate.broke(error)

    async def _carry_out(
        self, call: ToolCallHandle, key: str | None, tool: Tool, plan: Delivery, work: Work | None
    ) -> None:
        # Moves on by as long as the call is held: what follows comes as long after its commit as ever.
        sent = self._clock.now_ms()
        answers: list[Answer] = []
        for n, run_ms in enumerate(plan.runs_ms or (min(tool.commit_after_ms, plan.reply_ms),)):
            await self._clock.sleep_until(sent + run_ms)
            if n == 0:
                await self._gate.passage(call.id, "commit")
                sent = max(sent, self._clock.now_ms() - run_ms)
            if plan.lost and work is not None:
                call.committed = True
                answers.append(Answer(result=work.acknowledgement))
            elif plan.runs_ms and work is not None:
                call.committed = True
                until = None if plan.failure is None else sent + plan.reply_ms
                answers.append(await self._done_elsewhere(call, plan, work, until))
            elif plan.runs_ms:
                answer = carried_out(self._tools, call.name, call.unread or call.arguments, plan, key=key)
                answers.append(answer)
                call.committed = True
                self._commit(call, answer.changes)
        await self._gate.passage(call.id, "reply")
        await self._clock.sleep_until(sent + plan.reply_ms)
        if work is not None:
            plan = self._fitting(call, plan, answers)
        reply = replied(self._tools, call.name, call.arguments, plan, answers[0] if answers else Answer())
        self._inject(call, reply.injected)
        if reply.failure is not None:
            call.finish("failed", reply.failure.reason, reply.failure.message)
            self._log.append(
                ToolFailed, call=call.id, reason=reply.failure.reason, message=reply.failure.message
            )
        else:
            call.result = copy.deepcopy(reply.result)
            call.finish("returned")
            self._log.append(ToolReturned, call=call.id, result=reply.result)
        self._answered(call)

    async def _done_elsewhere(
        self, call: ToolCallHandle, plan: Delivery, work: Work, until: int | None
    ) -> Answer:
        """`until`: from then on nobody waits for the answer, and the work goes on."""

        async def done() -> Answer:
            if self._own is None:
                return await work.do()
            self._own.going(call)
            answer = await work.do()
            if self._tools.world.tools.get(call.name, _NO_TOOL).write is not None:
                await self._own.look()
            return answer

        working = asyncio.ensure_future(done())
        self._elsewhere.add(working)
        working.add_done_callback(self._elsewhere.discard)
        if until is None:
            return await working
        await asyncio.wait({working}, timeout=max(until - self._clock.now_ms(), 0) / 1000)
        return working.result() if working.done() else Answer()

    def _can(self, fault: Fault, call: ToolCallHandle, tool: Tool, work: Work) -> bool:
        """Whether a fault can be done to a call of the user's own API; what cannot is written down, and left out."""
        if fault.kind in _OF_ROWS and (self._own is None or not self._own.has_rows):
            self._cannot(fault, call, "the rows that the probes read are not those of the world")
        elif (
            fault.kind == "acknowledged_but_lost" and tool.write is not None and work.acknowledgement is None
        ):
            self._cannot(
                fault,
                call,
                "what the API answers is not known; say it with `acknowledges` in the proxy's rule",
            )
        else:
            return True
        return False

    def _fitting(self, call: ToolCallHandle, plan: Delivery, answers: list[Answer]) -> Delivery:
        """Without the faults of rows, where the API's answer shows none."""
        result = answers[0].result if answers else None
        tool = self._tools.world.tools.get(call.name, _NO_TOOL)
        touched = tool.write or tool.read
        key = None if touched is None else self._tools.world.tables[touched.table].key
        rows = result if isinstance(result, list) else [result]
        records = [row.get("record", row) if isinstance(row, dict) else None for row in rows]
        if all(isinstance(record, dict) and key in record for record in records):
            return plan
        for fault in plan.distortions:
            if fault.kind in _OF_ROWS and plan.failure is None and answers[0].error is None:
                self._cannot(fault, call, f"the API's answer has no row with {key}")
        return replace(plan, distortions=tuple(f for f in plan.distortions if f.kind not in _OF_ROWS))

    def _cannot(self, fault: Fault, call: ToolCallHandle, why: str) -> None:
        message = f"the fault {fault.kind} of {call.name} cannot be done to the user's own API: {why}"
        self._log.append(LineError, by="platform", message=message)

    def _commit(self, call: ToolCallHandle, changes: Iterable[Change]) -> None:
        for change in changes:
            self._log.append(
                WriteCommitted,
                table=change.table,
                key=change.key,
                before=change.before,
                after=change.after,
                call=call.id,
            )

    def _inject(self, call: ToolCallHandle, faults: Iterable[Injected]) -> None:
        for fault in faults:
            self._log.append(FaultInjected, call=call.id, kind=fault.kind, detail=fault.detail)

    async def served(self, call: ToolCallHandle) -> tuple[Json, bool]:
        """Sends a call that came over a wire: its result and False, or why it failed and True."""
        call.send()
        try:
            return await call.answer(), False
        except ToolError as error:
            return str(error), True

    async def all_through(self) -> None:
        """Waits until everything that was sent has had its effect."""
        while tasks := self._running():
            await asyncio.gather(*tasks, return_exceptions=True)

    def _running(self) -> list[asyncio.Future[Any]]:
        sent = (call.task for call in self._calls if call.task is not None)
        return [*(task for task in sent if not task.done()), *self._elsewhere]

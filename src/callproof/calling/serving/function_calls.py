"""The tools of a served agent that its client carries out: function calls of a Realtime session."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping

from callproof.calling.agent import Json, ToolStatus
from callproof.calling.serving.realtime_end import RealtimeEnd
from callproof.calling.tool_call import FailedBecause, ToolCall
from callproof.calling.wire.events import Problem
from callproof.calling.wire.json_messages import parse_object

_WITHIN_S = 30.0
# An output is a text, and so is what it says of an error.
_TIMED_OUT = ("no answer", "timed out", "timeout")


class FunctionCalls:
    """`CallTools`. A call is told to the client when it is put together and carried out when its answer has ended, which is when it is
    sent. Until then it can be dropped, by breaking the answer off; after that the protocol has nothing to take it back with.

    One is put together at a time: the end of an answer would send all calls in it.
    """

    def __init__(self, end: RealtimeEnd) -> None:
        self._end = end
        end.building = lambda: self._building is not None
        self._building: FunctionCall | None = None
        self._waiting: deque[FunctionCall] = deque()
        self._sent: dict[str, FunctionCall] = {}
        self._count = 0

    def schemas(self) -> list[Mapping[str, Json]]:
        flat = self._end.wire.session.get("tools") or []
        return [
            {
                "type": "function",
                "function": {"parameters": {}, **{k: v for k, v in t.items() if k != "type"}},
            }
            for t in flat
        ]

    def build(self, name: str, arguments: Mapping[str, Json], state_version: int | None) -> FunctionCall:
        call = FunctionCall(self, self._new_id(), name, dict(arguments))
        self._waiting.append(call)
        self._go_on()
        return call

    def said(self, text: str) -> None:
        """It is in the answer itself."""

    def heard(self, utterance: int, text: str) -> None:
        self._end.understood(utterance, text)

    def state(self, version: int, fields: Mapping[str, Json]) -> None:
        """The protocol has no words for it."""

    async def close(self) -> None:
        for call in (*self._sent.values(), *self._waiting):
            call.forget()

    def send(self, call: FunctionCall) -> None:
        """At once if it has been told already; else as soon as it is."""
        if call is self._building:
            self._leaves(call)
        elif call not in self._waiting:
            self._waiting.append(call)
        self._go_on()

    def drop(self, call: FunctionCall) -> bool:
        """Whether it had not left yet."""
        if call in self._waiting:
            self._waiting.remove(call)
            return True
        if call is not self._building:
            return call.id not in self._sent
        self._building = None
        self._end.say(*self._end.wire.end_answer(cancelled=True))
        self._go_on()
        return True

    def answered(self, call: str, output: str) -> None:
        sent = self._sent.pop(call, None)
        if sent is not None:
            sent.take(output)

    def cancelled(self) -> None:
        """The client has broken off the answer in which a call is put together: it leaves in another one, as another call."""
        call, self._building = self._building, None
        if call is not None:
            call.id = self._new_id()
        self._go_on()

    def _new_id(self) -> str:
        self._count += 1
        return f"call_{self._count}"

    def _go_on(self) -> None:
        while self._building is None and self._waiting:
            call = self._building = self._waiting.popleft()
            self._end.begin_answer()
            self._end.say(*self._end.wire.tool_call(call.id, call.name, call.arguments))
            if call.status == "sent":
                self._leaves(call)

    def _leaves(self, call: FunctionCall) -> None:
        self._building = None
        self._sent[call.id] = call
        self._end.say(*self._end.wire.end_answer())


class FunctionCall(ToolCall):
    """`ServedCall`. An idempotency key goes nowhere: a function call has none."""

    def __init__(self, calls: FunctionCalls, id: str, name: str, arguments: Mapping[str, Json]) -> None:
        super().__init__(id, name, arguments)
        self._calls = calls
        self._patience: asyncio.TimerHandle | None = None

    def send(self, *, key: str | None = None) -> None:
        self.leave()
        self._patience = asyncio.get_running_loop().call_later(_WITHIN_S, self._unanswered)
        self._calls.send(self)

    def cancel(self) -> bool:
        if self.status not in {"built", "sent"} or not self._calls.drop(self):
            return False
        self.finish("cancelled", "cancelled", "dropped before it left")
        return True

    def take(self, output: str) -> None:
        """A result as JSON; as `{"error": …}`, and nothing else in it, a failure; a text that is no JSON is what came back. Too late, it is nothing."""
        if self.over.is_set():
            return
        body = parse_object(f'{{"output":{output}}}')
        self.result = output if isinstance(body, Problem) or len(body) != 1 else body["output"]
        if isinstance(self.result, dict) and set(self.result) == {"error"}:
            message, self.result = str(self.result["error"]), None
            timed_out = any(words in message.lower() for words in _TIMED_OUT)
            self.finish("failed", "timeout" if timed_out else "error", message)
        else:
            self.finish("returned")

    def forget(self) -> None:
        if self._patience is not None:
            self._patience.cancel()

    def _unanswered(self) -> None:
        self.finish("failed", "timeout", "no answer in time")

    def finish(
        self, status: ToolStatus, reason: FailedBecause | None = None, error: str | None = None
    ) -> None:
        self.forget()
        if not self.over.is_set():
            super().finish(status, reason, error)

"""The example agents' scripted model as an agent in text, which treats its calls as Pipecat does: an interruption ends them."""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from callproof import Session, agent
from callproof.calling.agent import CallerSaid, CallerStarted, LineClosed, ToolHandle

FOLDER = Path(__file__).parents[3] / "examples" / "pipecat-agent"
sys.path.insert(0, str(FOLDER))
model: Any = importlib.import_module("model")
words: Any = importlib.import_module("words")

_BEFORE_A_WRITE_MS = 800


class Typing:
    def __init__(self, call: Session, stale: bool) -> None:
        self.call = call
        self.stale = stale
        self.messages: list[dict[str, Any]] = []
        self.running: dict[str, tuple[ToolHandle, asyncio.Task[None]]] = {}
        self.said: Any = None
        self.count = 0

    async def run(self) -> None:
        self.infer()
        async for event in self.call.events():
            if isinstance(event, CallerStarted):
                self.interrupt()
            elif isinstance(event, CallerSaid):
                self.messages.append({"role": "user", "content": event.text})
                self.infer()
            elif isinstance(event, LineClosed):
                return

    def interrupt(self) -> None:
        if self.said is not None and self.said.playing:
            self.said.stop()
            self.messages.append({"role": "assistant", "content": self.said.played})
            self.said = None
        for id, (handle, task) in list(self.running.items()):
            if task.done():
                continue
            task.cancel()
            handle.cancel()
            self.settle(id, "CANCELLED")

    def settle(self, id: str, content: str) -> None:
        message = next(m for m in self.messages if m.get("tool_call_id") == id)
        message["content"] = content
        self.running.pop(id, None)

    def infer(self) -> None:
        reply = model.respond(self.messages, today=self.call.today, stale=self.stale)
        if reply.text:
            self.said = self.call.speak(reply.text)
            if not reply.calls:
                self.remember(self.said)
            else:
                self.messages.append({"role": "assistant", "content": reply.text})
        for asked in reply.calls:
            self.start(asked)

    def remember(self, said: Any) -> None:
        self.messages.append({"role": "assistant", "content": said.text})
        message = self.messages[-1]

        async def cut() -> None:
            if not await said.done():
                message["content"] = said.played

        task = asyncio.ensure_future(cut())
        self.cutting = task

    def start(self, asked: Any) -> None:
        self.call.report_state(model.working_state(self.messages, today=self.call.today))
        key = model.idempotency_key(self.messages, asked.name, asked.arguments)
        id = f"m{self.count}"
        self.count += 1
        function = {"name": asked.name, "arguments": json.dumps(asked.arguments)}
        self.messages.append(
            {"role": "assistant", "tool_calls": [{"id": id, "type": "function", "function": function}]}
        )
        self.messages.append({"role": "tool", "tool_call_id": id, "content": "IN_PROGRESS"})
        handle = self.call.build(asked.name, asked.arguments)
        self.running[id] = (handle, asyncio.ensure_future(self.use(id, asked, handle, key)))

    async def use(self, id: str, asked: Any, handle: ToolHandle, key: str) -> None:
        if model.writes(asked.name):
            await self.call.sleep(_BEFORE_A_WRITE_MS)
        handle.send(key=key if model.writes(asked.name) else None)
        try:
            answer: Mapping[str, Any] = {"result": await handle.answer()}
        except Exception as error:
            answer = {"error": str(error)}
        self.settle(id, json.dumps(answer))
        while self.said is not None and self.said.playing:
            await self.said.done()
        if not self.running and not self.call.caller_speaking:
            self.infer()


@agent(virtual_time=True)
async def typing(call: Session) -> None:
    await Typing(call, stale=False).run()


@agent(virtual_time=True)
async def stale(call: Session) -> None:
    await Typing(call, stale=True).run()

"""A language model behind chat completions as an agent in text: it hears what the caller says, speaks what it writes, and its tool calls
are carried out by the world, with the scenario's faults.

The loop around it is the usual one. A caller who speaks breaks off what is being said, of which the model is then shown what was heard,
and what is being thought, which begins anew with the new words. A tool call under way is waited for: chat completions have no word for taking one back.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from callproof.calling.agent import (
    CallerSaid,
    CallerStarted,
    Json,
    KeyPressed,
    ServiceFailedError,
    Session,
    SpeechHandle,
    ToolError,
    ToolHandle,
)
from callproof.calling.agents.completions import Asked, ChatServer, ChatSettings, Reply
from callproof.calling.simulation.wire_log import WireLog
from callproof.calling.started import masked

_INSTRUCTIONS = (
    "You are an agent on the telephone. Speak in short, plain sentences, without lists or formatting. Use the tools for what the caller "
    "wants, and say that something is done only when a tool has answered."
)
# A model that asks for tools without an end.
_MOST_ROUNDS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatAgent:
    """An agent of the kind `chat`; one for each call. `wire` is where its messages are written down. `running` sees to it that the
    server is there, and `died` may say why it is not any more; both may wait. `running` raises ServiceFailedError."""

    url: str
    settings: ChatSettings
    headers: Mapping[str, str] = field(default_factory=dict)
    secrets: frozenset[str] = frozenset()
    wire: Path | None = None
    running: Callable[[], None] = lambda: None
    died: Callable[[], str | None] = lambda: None

    async def run(self, call: Session) -> None:
        await asyncio.to_thread(self.running)
        log = None if self.wire is None else WireLog(self.wire, lambda: call.now_ms, self.secrets)

        def told(sent: bool, message: str) -> None:
            if log is not None:
                log.write("sent" if sent else "received", message)

        server = ChatServer(self.url, self.settings, self.headers, told)
        try:
            await _Conversation(call, server, self.settings).run()
        except ServiceFailedError as error:
            more = await asyncio.to_thread(self.died)
            said = f"{error}; {more}" if more else str(error)
            raise ServiceFailedError(masked(said, self.secrets)) from None
        finally:
            await server.close()
            if log is not None:
                log.close()


class _Conversation:
    def __init__(self, call: Session, server: ChatServer, settings: ChatSettings) -> None:
        self._call = call
        self._server = server
        self._settings = settings
        instructions = call.instructions or settings.instructions or _INSTRUCTIONS
        self._messages: list[dict[str, Json]] = [
            {"role": "system", "content": f"{instructions}\nToday is {call.today}."}
        ]
        self._heard: list[str] = []
        # Words of the caller's have no answer yet.
        self._unanswered = False
        self._news = asyncio.Event()
        self._thinking: asyncio.Task[Reply] | None = None
        self._speech: SpeechHandle | None = None

    async def run(self) -> None:
        both = {asyncio.create_task(self._listen()), asyncio.create_task(self._turns())}
        try:
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in both:
                task.cancel()

    async def _listen(self) -> None:
        """Until the line is down."""
        async for event in self._call.events():
            if isinstance(event, CallerStarted):
                if self._speech is not None:
                    self._speech.stop()
                if self._thinking is not None:
                    self._thinking.cancel()
                continue
            if isinstance(event, CallerSaid) and event.text.strip():
                self._heard.append(event.text)
            elif isinstance(event, KeyPressed):
                self._heard.append(f"(pressed {event.keys})")
            self._news.set()

    async def _turns(self) -> None:
        if self._settings.greeting:
            await self._speak(Reply(self._settings.greeting))
        while True:
            await self._news.wait()
            self._news.clear()
            if (self._heard or self._unanswered) and not self._call.caller_speaking:
                await self._answer()

    async def _answer(self) -> None:
        """Turns of the model's until it has nothing left to do, or the caller speaks."""
        self._unanswered = True
        for _ in range(_MOST_ROUNDS):
            if self._call.caller_speaking:
                return
            self._messages += [{"role": "user", "content": text} for text in self._heard]
            self._heard.clear()
            reply = await self._thought()
            if reply is None:
                return
            await self._speak(reply)
            if not reply.calls and not self._heard:
                break
        self._unanswered = False

    async def _thought(self) -> Reply | None:
        """None when the caller spoke before there was an answer."""
        thinking = asyncio.create_task(self._server.reply(self._messages, self._call.tools))
        self._thinking = thinking
        try:
            await asyncio.wait({thinking})
        finally:
            self._thinking = None
            thinking.cancel()
        return None if thinking.cancelled() else thinking.result()

    async def _speak(self, reply: Reply) -> None:
        """Says what it says and does what it wants done, at the same time."""
        message: dict[str, Json] = {"role": "assistant", "content": None}
        if reply.calls:
            message["tool_calls"] = [asked.to_json() for asked in reply.calls]
        doing = [asyncio.create_task(self._carried_out(asked)) for asked in reply.calls]
        if reply.text.strip():
            message["content"] = await self._said(reply.text.strip())
        results = await asyncio.gather(*doing)
        if message["content"] or reply.calls:
            self._messages.append(message)
        for asked, result in zip(reply.calls, results, strict=True):
            self._messages.append({"role": "tool", "tool_call_id": asked.id, "content": json.dumps(result)})

    async def _said(self, text: str) -> str:
        """What was heard of it."""
        self._speech = self._call.speak(text)
        await self._speech.done()
        heard = self._speech.played
        self._speech = None
        return heard

    async def _carried_out(self, asked: Asked) -> Json:
        try:
            arguments = json.loads(asked.arguments or "{}")
        except ValueError:
            arguments = asked.arguments
        if not isinstance(arguments, dict):
            # Sent as it is: the answer says what is wrong with it.
            arguments = asked.arguments
        made: ToolHandle = self._call.build(asked.name, cast("Mapping[str, Json]", arguments))
        made.send(key=_key(asked) if self._settings.idempotency_keys else None)
        try:
            return await made.answer()
        except ToolError as error:
            return {"error": str(error)}


def _key(asked: Asked) -> str:
    return hashlib.sha256(f"{asked.name} {asked.arguments}".encode()).hexdigest()[:32]

"""A support agent on LiveKit that changes, ships and refunds orders over an HTTP API.

Everything in it is real but its language model, which is scripted (model.py), so that it runs without a key: put any LiveKit `llm`
in its place. The tools are those of the API at CALLPROOF_URL.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import aiohttp
from callproof_observers.livekit import observe
from callproof_observers.reporter import Reporter
from livekit.agents import Agent, AgentServer, AgentSession, JobContext, JobProcess, RunContext, llm
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS
from livekit.agents.voice import SpeechHandle
from livekit.plugins import silero
from model import GREETING, idempotency_key, respond, working_state, writes
from speech import Ears, Mouth

TODAY = os.environ.get("CALLPROOF_TODAY", "2026-03-10")
# Builds tool calls on what the caller asked for first, and not on what they want now: a defect to be found.
STALE = os.environ.get("AGENT_DEFECT") == "stale"
# So long the rest of a turn is waited for, once some of it has been heard.
_TURN_S = 3.0


class Desk:
    """The tools, over HTTP."""

    def __init__(self, url: str, token: str) -> None:
        self._http = aiohttp.ClientSession(
            headers={"Authorization": f"Bearer {token}"}, timeout=aiohttp.ClientTimeout(total=30)
        )
        self._url = url.rstrip("/")
        self._taken_back: set[str] = set()
        self.running: dict[str, tuple[str, Mapping[str, Any]]] = {}

    async def tools(self) -> list[llm.RawFunctionTool]:
        async with self._http.get(f"{self._url}/tools") as answer:
            answer.raise_for_status()
            return [self._tool(schema["function"]) for schema in await answer.json()]

    def _tool(self, schema: dict[str, Any]) -> llm.RawFunctionTool:
        async def use(raw_arguments: dict[str, object], context: RunContext) -> str:
            key = idempotency_key(messages_of(context.session.history), schema["name"], raw_arguments)
            call, speech = context.function_call.call_id, context.speech_handle
            watching = None
            if writes(schema["name"]) and speech.input_details.modality == "text":
                watching = asyncio.create_task(self._take_back_if_interrupted(speech, call))
            try:
                return await self.use(schema["name"], raw_arguments, call, key)
            finally:
                if watching is not None:
                    watching.cancel()

        return llm.function_tool(use, raw_schema=schema)

    async def use(self, name: str, arguments: Mapping[str, Any], call: str, key: str) -> str:
        headers = {"X-Callproof-Tool-Call": call, "Idempotency-Key": key}
        self.running[call] = (name, arguments)
        try:
            url = f"{self._url}/tools/{name}"
            async with self._http.post(url, json=dict(arguments), headers=headers) as answer:
                text, failed = await answer.text(), answer.status != 200
        except (aiohttp.ClientError, TimeoutError) as error:
            return json.dumps({"error": f"no answer: {type(error).__name__}"})
        finally:
            del self.running[call]
        if call in self._taken_back:
            return "CANCELLED"
        return text if failed else json.dumps({"result": _parsed(text)})

    async def _take_back_if_interrupted(self, speech: SpeechHandle, call: str) -> None:
        """What is written breaks in at once, and its words come when the tools under way are through: too late to ask what it says."""
        await speech.wait_if_not_interrupted([asyncio.get_running_loop().create_future()])
        await self.take_back(call)

    async def take_back(self, call: str) -> None:
        async with self._http.post(f"{self._url}/tool-calls/{call}/cancel") as answer:
            if answer.status == 200 and (await answer.json())["in_time"]:
                self._taken_back.add(call)

    async def close(self) -> None:
        await self._http.close()


class ScriptedModel(llm.LLM):
    """`waiting` is what the caller has said of a turn that is not over yet: nothing is said before it is."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[str] = []

    def chat(
        self,
        *,
        chat_ctx: llm.ChatContext,
        tools: list[llm.Tool] | None = None,
        conn_options: Any = DEFAULT_API_CONNECT_OPTIONS,
        **_: Any,
    ) -> llm.LLMStream:
        return _Answer(self, chat_ctx=chat_ctx, tools=tools or [], conn_options=conn_options)


class _Answer(llm.LLMStream):
    async def _run(self) -> None:
        model = self._llm
        if isinstance(model, ScriptedModel) and model.waiting and not _ends_with_caller(self._chat_ctx):
            return
        reply = respond(messages_of(self._chat_ctx), today=TODAY, stale=STALE)
        calls = [
            llm.FunctionToolCall(
                name=call.name, arguments=json.dumps(call.arguments), call_id=f"call_{uuid4().hex[:12]}"
            )
            for call in reply.calls
        ]
        delta = llm.ChoiceDelta(role="assistant", content=reply.text or None, tool_calls=calls)
        self._event_ch.send_nowait(llm.ChatChunk(id=uuid4().hex, delta=delta))


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def messages_of(context: llm.ChatContext) -> list[dict[str, Any]]:
    messages, _ = context.to_provider_format("openai")
    return messages


def _ends_with_caller(context: llm.ChatContext) -> bool:
    messages = messages_of(context)
    return bool(messages) and messages[-1]["role"] == "user"


def is_outdated(name: str, arguments: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a call that changes something does something else than what is wanted."""
    return writes(name) and (wanted.get("action") != name or not arguments.items() <= wanted.items())


def prewarm(process: JobProcess) -> None:
    process.userdata["parts"] = (silero.VAD.load(), Ears(), Mouth())


server = AgentServer(setup_fnc=prewarm)


@server.rtc_session()
async def answer(job: JobContext) -> None:
    desk = Desk(os.environ["CALLPROOF_URL"], os.environ["CALLPROOF_TOKEN"])
    job.add_shutdown_callback(desk.close)
    vad, ears, mouth = job.proc.userdata["parts"]
    model = ScriptedModel()
    session: AgentSession[None] = AgentSession(
        vad=vad,
        stt=ears,
        llm=model,
        tts=mouth,
        turn_handling={
            "turn_detection": "vad",
            "endpointing": {"min_delay": 0.3},
            # LiveKit's own half a second is longer than a caller should be talked over.
            "interruption": {"mode": "vad", "min_duration": 0.2, "false_interruption_timeout": 1.0},
            "preemptive_generation": {"enabled": False},
        },
        # On a telephone line there is no echo to wait for, in which LiveKit would not be interrupted.
        aec_warmup_duration=None,
        max_tool_steps=20,
    )

    def wanted(*more: str) -> dict[str, Any]:
        said = [{"role": "user", "content": text} for text in more]
        return dict(working_state([*messages_of(session.history), *said], today=TODAY))

    background: set[asyncio.Task[None]] = set()

    @session.on("user_input_transcribed")
    def heard(event: Any) -> None:
        """The caller has said something: what is under way may be wrong now, and there is little time to take it back."""
        if not event.is_final:
            return
        model.waiting.append(event.transcript)
        asyncio.get_running_loop().call_later(_TURN_S, _forget, model.waiting, event.transcript)
        now = wanted(" ".join(model.waiting))
        for call, (name, arguments) in list(desk.running.items()):
            if is_outdated(name, arguments, now):
                task = asyncio.create_task(desk.take_back(call))
                background.add(task)
                task.add_done_callback(background.discard)

    @session.on("conversation_item_added")
    def added(event: Any) -> None:
        if getattr(event.item, "role", None) == "user":
            model.waiting.clear()

    observe(session, Reporter.from_environment(), state=lambda: wanted(*model.waiting))
    await session.start(
        agent=Agent(instructions="You are on the order desk.", tools=await desk.tools()), room=job.room
    )
    await session.say(GREETING)


def _forget(waiting: list[str], text: str) -> None:
    if text in waiting:
        waiting.remove(text)

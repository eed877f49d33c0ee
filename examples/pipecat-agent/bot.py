"""A telephone agent made with Pipecat, complete and without a network: hears, speaks, and changes orders over HTTP tools.

    python bot.py --port 8765

serves it on `/ws` (Twilio's media streams, and Pipecat's evaluation connection) and on `/ws-client` (protobuf frames).
"""

from __future__ import annotations

import os
import uuid
from typing import Any

from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.audio.vad.vad_analyzer import VADParams
from pipecat.evals.transport import EvalTransportParams
from pipecat.frames.frames import (
    Frame,
    FunctionCallFromLLM,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMRunFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import (
    LLMContextAggregatorPair,
    LLMUserAggregatorParams,
)
from pipecat.processors.frame_processor import FrameDirection
from pipecat.runner.types import RunnerArguments
from pipecat.runner.utils import create_transport, parse_telephony_websocket
from pipecat.serializers.protobuf import ProtobufFrameSerializer
from pipecat.serializers.twilio import TwilioFrameSerializer
from pipecat.services.llm_service import LLMService
from pipecat.transports.base_transport import BaseTransport
from pipecat.transports.websocket.fastapi import FastAPIWebsocketParams, FastAPIWebsocketTransport
from pipecat.turns.user_stop import SpeechTimeoutUserTurnStopStrategy
from pipecat.turns.user_turn_strategies import UserTurnStrategies
from pipecat.workers.runner import WorkerRunner

import model
import speech
from callproof_observers.pipecat import FunctionCallObserver
from callproof_observers.reporter import Reporter
from tools import ShopTools

# A defect to be found: it acts on what the caller said first, whatever was corrected since.
STALE = os.environ.get("AGENT_DEFECT") == "stale"
# Two sentences of one turn have a pause between them, which must not make two turns of it: each would be answered.
_PAUSE_S, _TURN_ENDS_S = 1.0, 0.1


class ScriptedLLM(LLMService):
    """`model.respond` in the place of a language model's API."""

    def __init__(self, today: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._today = today

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if not isinstance(frame, LLMContextFrame):
            await self.push_frame(frame, direction)
            return
        reply = model.respond(messages_of(frame.context), today=self._today, stale=STALE)
        await self.push_frame(LLMFullResponseStartFrame())
        if reply.text:
            await self._push_llm_text(reply.text)
        await self.push_frame(LLMFullResponseEndFrame())
        await self.run_function_calls(
            [
                FunctionCallFromLLM(
                    function_name=call.name,
                    tool_call_id=f"call_{uuid.uuid4().hex[:12]}",
                    arguments=call.arguments,
                    context=frame.context,
                )
                for call in reply.calls
            ]
        )


def messages_of(context: LLMContext) -> list[dict[str, Any]]:
    return [message for message in context.messages if isinstance(message, dict)]


async def bot(runner_args: RunnerArguments) -> None:
    """One call. Pipecat's runner calls this for every connection."""
    transport, given = await answered(runner_args)
    tools_url = given.get("callproof_tools") or os.environ.get("CALLPROOF_URL")
    token = given.get("callproof_token") or os.environ.get("CALLPROOF_TOKEN")
    today = given.get("callproof_today", "2026-03-10")
    tools = ShopTools(tools_url, token)
    context = LLMContext(tools=await tools.schemas())
    llm = ScriptedLLM(today)
    llm.register_function(None, tools.use)
    aggregators = LLMContextAggregatorPair(
        context,
        user_params=LLMUserAggregatorParams(
            vad_analyzer=SileroVADAnalyzer(params=VADParams(stop_secs=_PAUSE_S)),
            user_turn_strategies=UserTurnStrategies(
                stop=[SpeechTimeoutUserTurnStopStrategy(user_speech_timeout=_TURN_ENDS_S)]
            ),
        ),
    )
    pipeline = Pipeline(
        [
            transport.input(),
            speech.LocalMoonshine(),
            aggregators.user(),
            llm,
            speech.LocalHibari(),
            transport.output(),
            aggregators.assistant(),
        ]
    )
    # The three lines by which callproof sees what the agent holds for true.
    reporter = Reporter(tools_url, token)
    observer = FunctionCallObserver(
        reporter, state=lambda: model.working_state(messages_of(context), today=today)
    )
    worker = PipelineWorker(pipeline, observers=[observer])

    @transport.event_handler("on_client_connected")
    async def connected(transport: BaseTransport, client: Any) -> None:
        await worker.queue_frames([LLMRunFrame()])

    @transport.event_handler("on_client_disconnected")
    async def disconnected(transport: BaseTransport, client: Any) -> None:
        await worker.cancel()

    runner = WorkerRunner(handle_sigint=runner_args.handle_sigint)
    await runner.add_workers(worker)
    try:
        await runner.run()
    finally:
        await tools.close()


async def answered(runner_args: RunnerArguments) -> tuple[BaseTransport, dict[str, str]]:
    """The transport of a call, and the parameters that came with it."""
    websocket = runner_args.websocket
    if runner_args.transport_type is None:
        kind, call = await parse_telephony_websocket(websocket)
        if kind == "twilio":
            serializer = TwilioFrameSerializer(
                stream_sid=call.stream_id or "",
                call_sid=call.call_id,
                # Hanging up goes over Twilio's REST API, and needs an account.
                params=TwilioFrameSerializer.InputParams(auto_hang_up=False),
            )
            params = FastAPIWebsocketParams(
                audio_in_enabled=True, audio_out_enabled=True, serializer=serializer
            )
            return FastAPIWebsocketTransport(websocket, params), dict(call.body)
    transport = await create_transport(
        runner_args,
        {
            "websocket": lambda: FastAPIWebsocketParams(
                audio_in_enabled=True,
                audio_out_enabled=True,
                serializer=ProtobufFrameSerializer(),
            ),
            "eval": lambda: EvalTransportParams(audio_in_enabled=True, audio_out_enabled=True),
        },
    )
    return transport, {}


if __name__ == "__main__":
    from pipecat.runner.run import main

    # Loaded before the first call, whose greeting would wait for them.
    speech.recogniser()
    speech.voice()
    main()

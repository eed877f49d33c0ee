"""The verb behind `callproof agent`: a reference agent, or one in Python, served for real."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from typing import Literal

from callproof.calling.loading import load_agent
from callproof.errors import InputError

WIRES: tuple[Literal["twilio", "openai-realtime"], ...] = ("twilio", "openai-realtime")


def serve(
    name: str,
    wire: str,
    *,
    port: int,
    ready: Callable[[str], None],
    tools: str | None = None,
    token: str | None = None,
) -> None:
    """Serves an agent until interrupted; `ready` is told of its URL. Whoever calls it needs the `token`, if there is one. Raises
    InputError."""
    made = load_agent(name)
    served = next((known for known in WIRES if known == wire), None)
    if served is None:
        raise InputError.of(f"an agent cannot be served over {wire!r}; there is: {', '.join(WIRES)}")
    if tools is not None and wire == "openai-realtime":
        raise InputError.of("--tools: over openai-realtime the client carries the tools out")
    # Only a served agent needs ears and a voice.
    from callproof.calling.live_engine import lines_folder
    from callproof.calling.serving.served import ServedAgent
    from callproof.calling.serving.server import AgentServer
    from callproof.models.parts import Voice
    from callproof.models.workers import SpeechWorkers

    async def main() -> None:
        voice = Voice("tenor")
        with SpeechWorkers(cache=lines_folder()) as speech, SpeechWorkers() as glances:
            # Loads the models before the first call.
            spoken = await speech.speak("Hello.", voice)
            for workers in (speech, glances):
                await workers.hear(spoken.signal, spoken.rate_hz, "en")
            agent = ServedAgent(make=made.make, speech=speech, glances=glances, voice=voice, tools=tools)
            async with AgentServer(agent, served, port=port, token=token) as server:
                ready(server.url)
                stopped = asyncio.Event()
                asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
                await stopped.wait()

    asyncio.run(main())

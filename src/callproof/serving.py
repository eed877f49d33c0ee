"""The verb behind `callproof agent`: a reference agent, or one in Python, served for real."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

from callproof.calling.loading import load_agent
from callproof.errors import InputError

WIRES = ("twilio",)


def serve(name: str, wire: str, *, port: int, tools: str | None, ready: Callable[[str], None]) -> None:
    """Serves an agent until interrupted; `ready` is told of its URL. Raises InputError."""
    made = load_agent(name)
    if wire not in WIRES:
        raise InputError.of(f"an agent cannot be served over {wire!r}; there is: {', '.join(WIRES)}")
    # Only a served agent needs ears and a voice.
    from callproof.calling.live_engine import lines_folder
    from callproof.calling.serving.server import AgentServer, ServedAgent
    from callproof.models.parts import Voice
    from callproof.models.workers import SpeechWorkers

    async def main() -> None:
        voice = Voice("tenor")
        with SpeechWorkers(cache=lines_folder()) as speech:
            # Loads both models before the first call.
            spoken = await speech.speak("Hello.", voice)
            await speech.hear(spoken.signal, spoken.rate_hz, "en")
            agent = ServedAgent(make=made.make, speech=speech, voice=voice, tools=tools)
            async with AgentServer(agent, port=port) as server:
                ready(server.url)
                stopped = asyncio.Event()
                asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
                await stopped.wait()

    asyncio.run(main())

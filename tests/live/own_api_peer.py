"""An agent on a real line that plays a part: `own_api_peer.py twilio|pipecat|websocket`. It has a voice and ears for where a turn ends, but no words;
what it asks of its own API at the end of each of the caller's turns, and what it says then, is in SCRIPT."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
from collections.abc import Iterable
from typing import Any, Protocol

import httpx
import numpy as np
from websockets.asyncio.server import ServerConnection, serve

from callproof.audio.pcm import Signal, to_int16
from callproof.audio.resampling import resample
from callproof.calling.pronouncing import pronounced
from callproof.calling.serving.ears import Ears, Heard
from callproof.calling.wire import pipecat, protobuf
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import Message
from callproof.calling.wire.peer.events import CallerAudio, CallStarted, PeerEvents
from callproof.calling.wire.peer.twilio import TwilioAgent
from callproof.models.parts import DETECTORS, VOICES, Voice
from tests.unit.calling.wire.agents import pipecat_audio, pipecat_message, rtvi

SCRIPT: dict[str, Any] = json.loads(os.environ["SCRIPT"])
_PIECE_S = 0.2


class Wire(Protocol):
    rate_hz: int
    # What it says of itself when a call begins.
    ready: tuple[Message, ...]

    def receive(self, message: Message) -> PeerEvents: ...
    def words(self, text: str) -> Iterable[Message]: ...
    def audio(self, signal: Signal) -> Message: ...


class Twilio(TwilioAgent):
    rate_hz = 8000
    ready: tuple[Message, ...] = ()

    def words(self, text: str) -> Iterable[Message]:
        return ()


class Pipecat:
    rate_hz = 24000
    ready: tuple[Message, ...] = (pipecat_message(rtvi("bot-ready", {"version": "1.0.0"})),)

    def receive(self, message: Message) -> PeerEvents:
        assert isinstance(message, bytes)
        frame = protobuf.read(message)
        if content := protobuf.message(frame, pipecat.AUDIO):
            rate = protobuf.number(content, 4)
            return (CallerAudio(Encoding("pcm16", rate).decode(protobuf.raw(content, 3)), rate),)
        content = protobuf.message(frame, pipecat.MESSAGE) or {}
        ready = json.loads(protobuf.text(content, 1))["type"] == "client-ready"
        return (CallStarted({}),) if ready else ()

    def words(self, text: str) -> Iterable[Message]:
        return (pipecat_message(rtvi("bot-transcription", {"text": text})),)

    def audio(self, signal: Signal) -> Message:
        return pipecat_audio(signal, self.rate_hz)


class OwnProtocol:
    """That of the example, `websocket-agent`."""

    rate_hz = 16000
    ready: tuple[Message, ...] = (json.dumps({"type": "ready"}),)

    def receive(self, message: Message) -> PeerEvents:
        body = json.loads(message)
        if body["type"] == "start":
            return (CallStarted({"callproof_proxy": body["proxy"]}),)
        if body["type"] != "audio":
            return ()
        samples = Encoding("pcm16", self.rate_hz).decode(base64.b64decode(body["data"]))
        return (CallerAudio(samples, self.rate_hz),)

    def words(self, text: str) -> Iterable[Message]:
        return (json.dumps({"type": "said", "text": text}),)

    def audio(self, signal: Signal) -> Message:
        data = base64.b64encode(to_int16(signal)).decode()
        return json.dumps({"type": "audio", "data": data})


WIRES: dict[str, type[Twilio | Pipecat | OwnProtocol]] = {
    "twilio": Twilio,
    "pipecat": Pipecat,
    "websocket": OwnProtocol,
}


class Part:
    """One call."""

    def __init__(self, socket: ServerConnection, wire: Wire, spoken: dict[str, Signal]) -> None:
        self.socket = socket
        self.wire = wire
        self.spoken = spoken
        self.api = os.environ["API_BASE_URL"]
        self.turns: asyncio.Queue[None] = asyncio.Queue()
        self.ears: Ears | None = None

    async def play(self) -> None:
        playing: asyncio.Task[None] | None = None
        async for message in self.socket:
            for event in self.wire.receive(message):
                if isinstance(event, CallStarted):
                    self.api = event.settings.get("callproof_proxy") or self.api
                    for message in self.wire.ready:
                        await self.socket.send(message)
                    playing = asyncio.ensure_future(self.take_turns())
                elif isinstance(event, CallerAudio):
                    self.hear(event)
        if playing is not None:
            playing.cancel()

    def hear(self, event: CallerAudio) -> None:
        if self.ears is None:
            self.ears = Ears(DETECTORS.make("silero"), event.rate_hz, self.told)
        self.ears.feed(event.signal)

    def told(self, heard: Heard) -> None:
        if heard.what == "speech ended":
            self.turns.put_nowait(None)

    async def take_turns(self) -> None:
        await self.say(SCRIPT["greeting"])
        for turn in SCRIPT["turns"]:
            await self.turns.get()
            async with httpx.AsyncClient(timeout=20, trust_env=False) as client:
                for method, number, *quantity in turn["asks"]:
                    body = {"quantity": quantity[0]} if quantity else None
                    try:
                        await client.request(method, f"{self.api}/orders/{number}", json=body)
                    except httpx.HTTPError:
                        continue
            # Who was spoken to meanwhile has something else to say.
            if self.turns.empty():
                await self.say(turn["says"])

    async def say(self, text: str) -> None:
        signal = self.spoken[text]
        for message in self.wire.words(text):
            await self.socket.send(message)
        step = round(self.wire.rate_hz * _PIECE_S)
        for at in range(0, len(signal), step):
            await self.socket.send(self.wire.audio(signal[at : at + step]))


def voiced(rate_hz: int) -> dict[str, Signal]:
    voice = VOICES.make("hibari")
    lines = [SCRIPT["greeting"], *(turn["says"] for turn in SCRIPT["turns"])]
    return {
        text: resample(np.asarray(voice.speak(pronounced(text), Voice()), np.float32), voice.rate_hz, rate_hz)
        for text in lines
    }


async def main() -> None:
    wire = WIRES[sys.argv[1]]
    spoken = voiced(wire.rate_hz)
    async with serve(
        lambda socket: Part(socket, wire(), spoken).play(), "127.0.0.1", int(os.environ["PORT"])
    ) as server:
        print("listening")
        await server.serve_forever()


asyncio.run(main())

"""A clerk behind a WebSocket, whose tools are requests to an API of its own; its words are written, and a buzz each."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import struct
from typing import Any

import httpx
from websockets.asyncio.server import ServerConnection, serve

RATE = 16000


def buzzes(words: int) -> bytes:
    """As long as a word takes, and a pause. A pure tone would be a telephone's, and nobody's speech."""
    sound = bytearray()
    for _ in range(words):
        for n in range(RATE * 3 // 10):
            loud = 8000 if n < RATE // 5 else 0
            sound += struct.pack("<h", int(loud * (2 * (n * 120 / RATE % 1) - 1)))
    return bytes(sound)


def use_tool(start: dict[str, Any], method: str, arguments: dict[str, Any]) -> Any:
    body = {"quantity": arguments["quantity"]} if method == "PATCH" else None
    url = f"{start['proxy']}/orders/{arguments['order_number']}"
    return httpx.request(method, url, json=body, timeout=20).raise_for_status().json()


async def talk(socket: ServerConnection) -> None:
    start: dict[str, Any] = {}
    wanted: dict[str, Any] = {}

    async def send(**message: str) -> None:
        await socket.send(json.dumps(message))

    async def say(text: str) -> None:
        await send(type="said", text=text)
        sound = buzzes(len(text.split()))
        for at in range(0, len(sound), RATE // 5):
            await send(type="audio", data=base64.b64encode(sound[at : at + RATE // 5]).decode())

    await send(type="ready")
    async for raw in socket:
        message = json.loads(raw)
        if message["type"] == "start":
            start = message
            await say("Northwind, how can I help?")
        elif message["type"] == "text":
            text = message["text"]
            if found := re.findall(r"\d+", text):
                for word in found:
                    wanted |= {"order_number": word} if len(word) == 4 else {"quantity": int(word)}
                await asyncio.to_thread(use_tool, start, "PATCH", wanted)
                order = await asyncio.to_thread(use_tool, start, "GET", wanted)
                await say(
                    "I have set order {order_number} to {quantity} pieces. Anything else?".format(**order)
                )
            else:
                await say("Goodbye!")
        elif message["type"] == "end":
            return


async def main() -> None:
    async with serve(talk, "127.0.0.1", int(os.environ["PORT"])) as server:
        print("listening")
        await server.serve_forever()


asyncio.run(main())

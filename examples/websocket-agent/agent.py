"""A clerk that ships orders, behind a WebSocket protocol of its own: what it says is written, and a buzz for each word stands for its
voice.

It reads what is written to it, so it is called with `--input text`. Needs the package `websockets`.
"""

import asyncio
import base64
import json
import os
import re
import struct
import urllib.request

from websockets.asyncio.server import serve

RATE = 16000


def buzzes(words):
    """As long as a word takes, and a pause. A pure tone would be a telephone's, and nobody's speech."""
    sound = bytearray()
    for _ in range(words):
        for n in range(RATE * 3 // 10):
            loud = 8000 if n < RATE // 5 else 0
            sound += struct.pack("<h", int(loud * (2 * (n * 120 / RATE % 1) - 1)))
    return bytes(sound)


def use_tool(start, name, arguments):
    request = urllib.request.Request(
        f"{start['tools']}/tools/{name}",
        data=json.dumps(arguments).encode(),
        headers={"Authorization": f"Bearer {start['token']}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def talk(socket):
    start, wanted = {}, {}

    async def send(**message):
        await socket.send(json.dumps(message))

    async def say(text):
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
            if found := re.findall(r"\b\d{4}\b|overnight|express|standard", text):
                wanted.update({"order_number" if word.isdigit() else "method": word for word in found})
                await say("Shall I ship order {order_number}, method {method}?".format(**wanted))
            elif text.startswith("Yes"):
                await asyncio.to_thread(use_tool, start, "ship_order", wanted)
                order = {"order_number": wanted["order_number"]}
                if await asyncio.to_thread(use_tool, start, "list_shipments", order):
                    await say("I have shipped order {order_number}, method {method}. Anything else?".format(**wanted))
            else:
                await say("Goodbye!")
        elif message["type"] == "end":
            return


async def main():
    async with serve(talk, "127.0.0.1", int(os.environ["PORT"])) as server:
        print("listening")
        await server.serve_forever()


asyncio.run(main())

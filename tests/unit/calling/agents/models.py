"""A server that speaks OpenAI's chat completions, with a model of a few rules for the shop of the simulation's tests."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_ORDER = re.compile(r"\b(\d{4})\b")


def clerk(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """Sets the quantity of the order last named to three, and says so when the tool has answered."""
    last = messages[-1]
    if last["role"] == "user" and messages[-2]["role"] == "tool":
        # What the caller said while the tool was under way.
        messages = [*messages[:-2], last]
    if last["role"] == "tool":
        result = json.loads(last["content"])
        if isinstance(result, dict) and "error" in result:
            return {"role": "assistant", "content": "I could not do that. Nothing has been changed."}
        asked_for = next(m for m in reversed(messages) if m.get("tool_calls"))["tool_calls"][0]
        number = json.loads(asked_for["function"]["arguments"])["order_number"]
        return {"role": "assistant", "content": f"I have set order {number} to 3. Goodbye!"}
    numbers = _ORDER.findall(last["content"])
    if not numbers:
        return {"role": "assistant", "content": "Goodbye!"}
    arguments = json.dumps({"order_number": numbers[-1], "quantity": 3})
    return {
        "role": "assistant",
        "content": "One moment.",
        "tool_calls": [asked(f"call_{len(messages)}", "set_quantity", arguments)],
    }


def asked(id: str, name: str, arguments: str) -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


class _Quiet(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Of a client that has gone meanwhile."""


@dataclass
class ModelServer:
    """`think_s` is how long it takes; `status` other than 200 is an error; `broken_off` ends a stream in the middle."""

    think: Callable[[list[dict[str, Any]]], dict[str, Any]] = clerk
    think_s: float = 0.0
    status: int = 200
    body: bytes | None = None
    broken_off: bool = False
    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)

    @contextmanager
    def up(self) -> Iterator[ModelServer]:
        served = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.answer(b'{"object":"list","data":[{"id":"tiny-1","object":"model"}]}')

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                served.requests.append(request)
                served.keys.append(self.headers.get("Authorization"))
                time.sleep(served.think_s)
                if served.body is not None:
                    self.answer(served.body, served.status)
                    return
                message = served.think(request["messages"])
                if request.get("stream"):
                    self.stream(message)
                else:
                    choice = {"index": 0, "message": message, "finish_reason": "stop"}
                    self.answer(json.dumps({"object": "chat.completion", "choices": [choice]}).encode())

            def answer(self, body: bytes, status: int = 200, kind: str = "application/json") -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def stream(self, message: dict[str, Any]) -> None:
                chunks = list(_deltas(message))
                events = [{"object": "chat.completion.chunk", "choices": [chunk]} for chunk in chunks]
                lines = [f"data: {json.dumps(event)}\n\n" for event in events]
                lines = lines[: len(lines) // 2] if served.broken_off else [*lines, "data: [DONE]\n\n"]
                self.answer("".join(lines).encode(), kind="text/event-stream; charset=utf-8")

            def log_message(self, *_: object) -> None:
                return

        with _Quiet(("127.0.0.1", 0), Handler) as server:
            self.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                yield self
            finally:
                server.shutdown()


def _deltas(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A message in the pieces in which it is streamed: words, then the arguments of each call a few letters at a time."""
    yield {"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": None}
    for word in re.findall(r"\S+\s*", message.get("content") or ""):
        yield {"index": 0, "delta": {"content": word}, "finish_reason": None}
    for number, call in enumerate(message.get("tool_calls", ())):
        function = call["function"]
        first = {**call, "index": number, "function": {"name": function["name"], "arguments": ""}}
        yield {"index": 0, "delta": {"tool_calls": [first]}, "finish_reason": None}
        for at in range(0, len(function["arguments"]), 5):
            piece = {"index": number, "function": {"arguments": function["arguments"][at : at + 5]}}
            yield {"index": 0, "delta": {"tool_calls": [piece]}, "finish_reason": None}
    ended = "tool_calls" if message.get("tool_calls") else "stop"
    yield {"index": 0, "delta": {}, "finish_reason": ended}

"""The tools of a served agent, and what it reports: those of a callproof run, over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Protocol

import httpx

from callproof.calling.agent import Json, ToolHandle
from callproof.calling.tool_call import ToolCall

_WITHIN_S = 30.0
# Reports are a few bytes to a server nearby; the agent waits for them, so that what it does comes in its order.
_REPORT_WITHIN_S = 2.0


class ServedCall(ToolHandle, Protocol):
    """A tool call that tells when it is over."""

    over: asyncio.Event


class CallTools(Protocol):
    """What a served agent has of its call besides the sound."""

    def schemas(self) -> list[Mapping[str, Json]]:
        """In the usual function-calling JSON."""

    def build(self, name: str, arguments: Mapping[str, Json], state_version: int | None) -> ServedCall: ...
    def said(self, text: str) -> None:
        """The agent is about to say this."""

    def heard(self, utterance: int, text: str) -> None:
        """What was understood of an utterance of the caller's, counted from 0."""

    def state(self, version: int, fields: Mapping[str, Json]) -> None: ...
    async def close(self) -> None: ...


class RemoteTools:
    """One call's tools at `url` (`.../calls/<id>`). `token` as the server asks for it."""

    def __init__(self, url: str, token: str | None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._url = url.rstrip("/")
        self._quick = httpx.Client(headers=headers, timeout=_REPORT_WITHIN_S, trust_env=False)
        self._client = httpx.AsyncClient(headers=headers, timeout=_WITHIN_S, trust_env=False)
        self._count = 0

    def schemas(self) -> list[Mapping[str, Json]]:
        answer = self._quick.get(f"{self._url}/tools")
        answer.raise_for_status()
        return list(answer.json())

    def build(self, name: str, arguments: Mapping[str, Json], state_version: int | None) -> RemoteCall:
        call = RemoteCall(self, f"x{self._count}", name, dict(arguments))
        self._count += 1
        self.report(
            {
                "type": "tool.built",
                "call": call.id,
                "name": name,
                "arguments": dict(arguments),
                "state_version": state_version,
            }
        )
        return call

    def said(self, text: str) -> None:
        self.report({"type": "speech.said", "text": text})

    def heard(self, utterance: int, text: str) -> None:
        self.report({"type": "speech.heard", "text": text})

    def state(self, version: int, fields: Mapping[str, Json]) -> None:
        self.report({"type": "state.reported", "version": version, "fields": dict(fields)})

    def report(self, event: Mapping[str, Json]) -> None:
        self._quick.post(f"{self._url}/events", json=[event])

    def cancel(self, call: RemoteCall) -> bool:
        answer = self._quick.post(f"{self._url}/tool-calls/{call.id}/cancel")
        return answer.status_code == httpx.codes.OK and bool(answer.json().get("in_time"))

    async def send(self, call: RemoteCall, key: str | None) -> httpx.Response:
        headers = {"X-Callproof-Tool-Call": call.id}
        if key is not None:
            headers["Idempotency-Key"] = key
        return await self._client.post(f"{self._url}/tools/{call.name}", json=call.arguments, headers=headers)

    async def close(self) -> None:
        self._quick.close()
        await self._client.aclose()


class RemoteCall(ToolCall):
    """`ServedCall`, carried out over HTTP."""

    def __init__(self, tools: RemoteTools, id: str, name: str, arguments: Mapping[str, Json]) -> None:
        super().__init__(id, name, arguments)
        self._tools = tools
        self._task: asyncio.Task[None] | None = None

    def send(self, *, key: str | None = None) -> None:
        self.leave()
        self._task = asyncio.get_running_loop().create_task(self._answered(key))

    def cancel(self) -> bool:
        if self.status not in {"built", "sent"}:
            return False
        in_time = self._tools.cancel(self)
        if in_time:
            if self._task is not None:
                self._task.cancel()
            self.finish("cancelled", "cancelled", "cancelled in time")
        return in_time

    async def _answered(self, key: str | None) -> None:
        try:
            response = await self._tools.send(self, key)
        except httpx.TimeoutException:
            self.finish("failed", "timeout", "no answer in time")
            return
        except httpx.HTTPError as error:
            self.finish("failed", "error", str(error) or type(error).__name__)
            return
        self._take(response)

    def _take(self, response: httpx.Response) -> None:
        try:
            body: Any = response.json()
        except ValueError:
            body = response.text
        if response.status_code == httpx.codes.OK:
            self.result = body
            self.finish("returned")
            return
        message = str(body.get("error", body)) if isinstance(body, dict) else str(body)
        timed_out = response.status_code == httpx.codes.GATEWAY_TIMEOUT
        self.finish("failed", "timeout" if timed_out else "error", message)

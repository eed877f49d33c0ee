"""The shop's tools over HTTP: those of a callproof run."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
from pipecat.adapters.schemas.function_schema import FunctionSchema
from pipecat.adapters.schemas.tools_schema import ToolsSchema
from pipecat.services.llm_service import FunctionCallParams

import model

# Before it changes anything it waits this long: whoever says "no, wait" at once is heard in time.
BEFORE_A_CHANGE_S = 0.8
_WITHIN_S = 30


class ShopTools:
    """`url` is that of the call's tools, without which there are none; `token` opens them."""

    def __init__(self, url: str | None, token: str | None) -> None:
        self._url = (url or "").rstrip("/")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._session = aiohttp.ClientSession(
            headers=headers, timeout=aiohttp.ClientTimeout(total=_WITHIN_S), trust_env=False
        )

    async def schemas(self) -> ToolsSchema:
        if not self._url:
            return ToolsSchema(standard_tools=[])
        async with self._session.get(f"{self._url}/tools") as answer:
            answer.raise_for_status()
            functions = [tool["function"] for tool in await answer.json()]
        return ToolsSchema(
            standard_tools=[
                FunctionSchema(
                    name=function["name"],
                    description=function["description"],
                    properties=function["parameters"].get("properties", {}),
                    required=function["parameters"].get("required", []),
                )
                for function in functions
            ]
        )

    async def use(self, params: FunctionCallParams) -> None:
        """Handles every function call. An interruption ends it, and then what is under way is taken back."""
        name, arguments = params.function_name, dict(params.arguments)
        headers = {"X-Callproof-Tool-Call": params.tool_call_id}
        if model.writes(name):
            messages = [m for m in params.context.messages if isinstance(m, dict)]
            headers["Idempotency-Key"] = model.idempotency_key(messages, name, arguments)
            await asyncio.sleep(BEFORE_A_CHANGE_S)
        try:
            answer = await self._post(f"tools/{name}", arguments, headers)
        except asyncio.CancelledError:
            if model.writes(name):
                await self._take_back(params.tool_call_id)
            raise
        await params.result_callback(answer)

    async def _post(self, path: str, body: Any, headers: dict[str, str]) -> dict[str, Any]:
        try:
            async with self._session.post(f"{self._url}/{path}", json=body, headers=headers) as answer:
                text = await answer.text()
                status = answer.status
        except (aiohttp.ClientError, TimeoutError) as error:
            return {"error": f"{type(error).__name__}: {error}"}
        try:
            result = json.loads(text)
        except ValueError:
            return {"error": "the answer is no JSON"}
        return {"result": result} if status == 200 else {"error": f"{status}: {result}"}

    async def _take_back(self, tool_call_id: str) -> None:
        """Whether that was in time shows when the model looks."""
        try:
            await self._post(f"tool-calls/{tool_call_id}/cancel", None, {})
        except Exception as error:  # it is looked at in any case
            print(f"could not take {tool_call_id} back: {error}", flush=True)

    async def close(self) -> None:
        await self._session.close()

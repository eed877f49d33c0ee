"""A tool call of the agent's, wherever it is carried out: how far it is, and what whoever waits for its answer gets."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Literal, TypeAlias

from callproof.calling.agent import Json, ToolError, ToolStatus

FailedBecause: TypeAlias = Literal["error", "timeout", "cancelled"]


class ToolCall:
    """What all of them have of `ToolHandle` of calling/agent.py, which see."""

    def __init__(self, id: str, name: str, arguments: Mapping[str, Json]) -> None:
        self.id = id
        self.name = name
        self.arguments = arguments
        self.status: ToolStatus = "built"
        self.result: Json = None
        self.error: str | None = None
        self.reason: FailedBecause | None = None
        self.over = asyncio.Event()

    def leave(self) -> None:
        """Raises ToolError for one that has left already."""
        if self.status != "built":
            raise ToolError("error", f"call {self.id} of {self.name} is {self.status}; a call is sent once")
        self.status = "sent"

    async def answer(self) -> Json:
        await self.over.wait()
        if self.reason is not None:
            raise ToolError(self.reason, self.error or self.reason)
        return self.result

    def finish(
        self, status: ToolStatus, reason: FailedBecause | None = None, error: str | None = None
    ) -> None:
        self.status, self.reason, self.error = status, reason, error
        self.over.set()

"""A real tool server for reporters to report to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from callproof.calling.simulation.audio import Texts
from callproof.calling.toolserver.server import ToolServer
from callproof.observers.reporter import Reporter
from tests.unit.calling.toolserver.running import Running


@asynccontextmanager
async def reporting(
    call: Running, *, observed: bool = False, texts: Texts | None = None
) -> AsyncIterator[tuple[Reporter, httpx.AsyncClient]]:
    """A reporter of this call, and a client for the agent's tools."""
    async with ToolServer() as server:
        close = server.opened(call.id, call.desk, call.log, texts, observed=observed)
        headers = {"Authorization": f"Bearer {server.token}"}
        async with httpx.AsyncClient(
            base_url=server.url_of(call.id), headers=headers, trust_env=False
        ) as client:
            yield Reporter(server.url_of(call.id), server.token), client
        close()
    call.close()


async def flushed(reporter: Reporter) -> None:
    assert await asyncio.to_thread(reporter.flush, 5.0)
    assert reporter.dropped == 0

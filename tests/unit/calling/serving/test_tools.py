"""A served agent's tools: those of a running call, over a real socket."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from callproof.calling.agent import ToolError
from callproof.calling.serving.tools import RemoteCall, RemoteTools
from callproof.calling.toolserver.server import ToolServer
from callproof.scenario.model import Fault
from tests.unit.calling.toolserver.running import Running, quick


class Served:
    """A running call whose tools are served from the loop of another thread, as in another process."""

    def __init__(self, *faults: Fault, **options: Any) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.call: Running = self._in_loop(lambda: Running("a", *faults, **options))
        self._server = self._in_loop(ToolServer)
        self._wait(self._server.__aenter__())
        self._close = self._in_loop(lambda: self._server.opened("a", self.call.desk, self.call.log))
        self.url, self.token = self._server.url_of("a"), self._server.token

    def _in_loop(self, make: Callable[[], Any]) -> Any:
        async def made() -> Any:
            return make()

        return self._wait(made())

    def _wait(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def types(self) -> list[str]:
        return [e.type for e in self.call.log.events if e.type.startswith(("tool.", "write.", "state."))]

    def stop(self) -> None:
        self._in_loop(self._close)
        self._wait(self._server.__aexit__())
        self._in_loop(self.call.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    started: list[Served] = []

    def start(*faults: Fault, **options: Any) -> Served:
        started.append(Served(*faults, **options))
        return started[-1]

    yield start
    for served in started:
        served.stop()


ORDER = {"order_number": "4821", "quantity": 3}


def test_a_call_is_built_sent_and_answered_as_one(serve: Callable[..., Served]) -> None:
    served = serve()

    async def agent() -> None:
        tools = RemoteTools(served.url, served.token)
        assert [t["function"]["name"] for t in tools.schemas()] == ["set_quantity", "find_order"]
        tools.report({"type": "state.reported", "version": 0, "fields": ORDER})
        call = tools.build("set_quantity", ORDER, 0)
        assert not call.over.is_set()
        call.send(key="k1")
        assert (await call.answer())["record"]["quantity"] == 3
        assert call.status == "returned"
        with pytest.raises(ToolError, match="a call is sent once"):
            call.send()
        await tools.close()

    asyncio.run(agent())
    assert served.types() == ["state.reported", "tool.built", "tool.sent", "write.committed", "tool.returned"]
    (sent,) = served.call.events("tool.sent")
    assert (sent.idempotency_key, sent.state_version) == ("k1", 0)


def test_failures_reach_the_agent_as_what_they_are(serve: Callable[..., Served]) -> None:
    served = serve(
        Fault(tool="find_order", kind="error_status", status=503),
        Fault(tool="set_quantity", kind="timeout", ms=50),
    )

    async def agent() -> None:
        tools = RemoteTools(served.url, served.token)
        for name, arguments, reason, message in (
            ("find_order", {"order_number": "4821"}, "error", "503"),
            ("set_quantity", ORDER, "timeout", "no answer"),
            ("set_quantity", {"order_number": "9999", "quantity": 1}, "error", "404"),
        ):
            call = tools.build(name, arguments, None)
            call.send()
            with pytest.raises(ToolError, match=message) as error:
                await call.answer()
            assert error.value.reason == reason
            assert call.status == "failed"
        await tools.close()

    asyncio.run(agent())


def test_a_call_is_taken_back_in_time_or_too_late(serve: Callable[..., Served]) -> None:
    served = serve(world=quick(commit_ms=2000, reply_ms=2000))

    async def agent() -> None:
        tools = RemoteTools(served.url, served.token)
        call = tools.build("set_quantity", ORDER, None)
        call.send()
        await asyncio.sleep(0.1)
        assert call.cancel()
        with pytest.raises(ToolError) as error:
            await call.answer()
        assert error.value.reason == "cancelled"
        assert not call.cancel()
        await tools.close()

    asyncio.run(agent())
    assert served.types() == ["tool.built", "tool.sent", "tool.cancelled"]


def test_a_server_that_is_not_there_is_an_error() -> None:
    async def agent() -> None:
        tools = RemoteTools("http://127.0.0.1:9/calls/a", None)
        call = RemoteCall(tools, "x0", "find_order", {})
        call.send()
        with pytest.raises(ToolError):
            await call.answer()
        await tools.close()

    asyncio.run(agent())

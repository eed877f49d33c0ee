"""An ASGI application on a socket, inside the event loop that is running."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from callproof.errors import HarnessError, InputError

_STARTS_WITHIN_S = 10.0
_ENDS_WITHIN_S = 2
_BACKLOG = 512


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """The signals are whose the program is."""
        yield


class Listener:
    """`async with` it. With port 0 the system chooses one."""

    def __init__(self, app: ASGIApp, host: str, port: int) -> None:
        self._app = app
        self._host = host
        self._port = port
        self._server: _Server | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Listener:
        """Raises InputError when the port cannot be had."""
        bound = _bind(self._host, self._port)
        self._port = bound.getsockname()[1]
        self._server = _Server(
            uvicorn.Config(
                self._app,
                http="h11",
                ws="none",
                lifespan="off",
                # What goes by here are secrets and customers' data.
                access_log=False,
                log_config=None,
                log_level="error",
                server_header=False,
                date_header=False,
                timeout_graceful_shutdown=_ENDS_WITHIN_S,
            )
        )
        self._task = asyncio.get_running_loop().create_task(self._server.serve(sockets=[bound]))
        limit = asyncio.get_running_loop().time() + _STARTS_WITHIN_S
        while not self._server.started:
            if self._task.done() or asyncio.get_running_loop().time() > limit:
                raise HarnessError("the tool server did not start")
            await asyncio.sleep(0.005)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server is not None and self._task is not None:
            self._server.should_exit = True
            await self._task

    @property
    def url(self) -> str:
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self._port}"


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named: by that asyncio knows to send small answers at once, and not 40 ms later.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(_BACKLOG)
    except OSError as error:
        bound.close()
        raise InputError.of(
            f"the tool server cannot listen on {host}:{port}: {error.strerror or error}"
        ) from None
    return bound

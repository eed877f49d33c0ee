"""`ToolServer`: the tools of all running calls, at one address.

    GET  /calls/<call>/tools                      the tools as function-calling schemas
    POST /calls/<call>/tools/<tool>               arguments as JSON -> the result, or {"error": …} with the error's status
    POST /calls/<call>/tool-calls/<x1>/cancel     -> {"in_time": true}
    POST /calls/<call>/events                     what the agent or an observer in it reports
    POST /calls/<call>/mcp                        MCP over streamable HTTP
    POST /calls/<call>/hooks/<platform>[/<tool>]  vapi, retell, elevenlabs, openai

All of them without `/calls/<call>` too: the request then says in another way which call it belongs to (`Signs`), or is the only
call's. Every request needs the token.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from urllib.parse import quote
from uuid import uuid4

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from callproof.calling.agent import Json
from callproof.calling.simulation.audio import Texts
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.tools import ToolDesk
from callproof.calling.toolserver import mcp
from callproof.calling.toolserver.answers import Answered, as_response, said
from callproof.calling.toolserver.belonging import (
    HEADER,
    NAME,
    TOOL_CALL_HEADER,
    OpenCalls,
    Signs,
    UnclearError,
)
from callproof.calling.toolserver.bodies import arguments_in, body_of, parsed
from callproof.calling.toolserver.guard import Guard
from callproof.calling.toolserver.hosts import LOOPBACK
from callproof.calling.toolserver.listening import Listener
from callproof.calling.toolserver.opened import OpenCall
from callproof.calling.toolserver.proxy import BELOW, RecordingProxy
from callproof.calling.toolserver.refusals import RefusedError
from callproof.calling.toolserver.reports import read_reports
from callproof.calling.toolserver.rules import ProxyConfig
from callproof.calling.toolserver.shapes import AskedFor, answer_to, read_webhook, without
from callproof.errors import InputError

_TOOL_NAME = re.compile(r"[\w.:\-]{1,128}")
_MCP_SESSION = "Mcp-Session-Id"
_LIMIT = 1024 * 1024


class ToolServer:
    """`async with ToolServer() as server:`, and `server.opened` for every call.

    Listens on this machine alone. `token` None: one is made anew; `guarded` False: none is asked for, which only this machine may do
    without. No request may be larger than `limit` bytes. `reached_at` is the address by which agents reach it, if that is another one.
    With `proxy` it also stands before the user's own API.
    """

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        token: str | None = None,
        guarded: bool = True,
        limit: int = _LIMIT,
        proxy: ProxyConfig | None = None,
        reached_at: str | None = None,
    ) -> None:
        if not guarded and host not in LOOPBACK:
            raise InputError.of(f"a tool server on {host} can be reached from elsewhere and needs a token")
        if token is not None and not token.isascii():
            raise InputError.of("a token goes into a header, and has to be ASCII")
        self.token = (token or secrets.token_urlsafe(24)) if guarded else None
        self.calls = OpenCalls()
        self._limit = limit
        self._reached_at = None if reached_at is None else reached_at.rstrip("/")
        self._proxy = None if proxy is None else RecordingProxy(proxy, self.calls)
        self._listener = Listener(Guard(self._app(), self.token, (BELOW,)), host, port)

    def __repr__(self) -> str:
        return "ToolServer(…)"

    async def __aenter__(self) -> ToolServer:
        await self._listener.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._listener.__aexit__()
        if self._proxy is not None:
            await self._proxy.close()

    @property
    def url(self) -> str:
        """Of the server; the static URL of a tool is `<url>/tools/<tool>`."""
        return self._reached_at or self._listener.url

    def url_of(self, call_id: str) -> str:
        """What to hand to the agent of this call, together with the token."""
        return f"{self.url}/calls/{quote(call_id, safe='')}"

    def proxy_url(self, call_id: str | None = None) -> str:
        """What the agent takes for the base URL of its API: in this call, or in the only one that runs. It holds a secret."""
        if self._proxy is None:
            raise ValueError("this server has no recording proxy")
        return f"{self.url}{self._proxy.path_of(call_id)}"

    @property
    def secrets(self) -> frozenset[str]:
        """What of it must not be shown."""
        keys = (self.token, None if self._proxy is None else self._proxy.key)
        return frozenset(key for key in keys if key)

    def opened(
        self,
        call_id: str,
        desk: ToolDesk,
        log: Log,
        texts: Texts | None = None,
        *,
        observed: bool = False,
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> Callable[[], None]:
        """A call runs from here on until what comes back is called.

        `texts` is told of every text that the agent reports: what it says next, and what it has heard. `observed`: the tools are the agent's own, and all their
        stages are reported. `loop`: the call runs in that event loop, and not in the server's.
        """
        return self.calls.open(call_id, desk, log, observed=observed, texts=texts, loop=loop)

    async def quiet(self) -> None:
        """Between two calls of an agent that cannot name its call: waits until what it still sends for the last one has come, and was refused."""
        await self.calls.quiet()

    def known_as(self, call_id: str, platform_id: str) -> None:
        """A platform has given the call an id of its own (Vapi's call id, ElevenLabs' conversation id)."""
        self.calls.known_as(call_id, platform_id)

    # -- routes --------------------------------------------------------------------------------------------------------

    def _app(self) -> Starlette:
        routes = [] if self._proxy is None else self._proxy.routes
        for prefix in ("", "/calls/{call}"):
            routes += [
                Route(f"{prefix}/tools", self._schemas, methods=["GET"]),
                Route(f"{prefix}/tools/{{tool}}", self._tool, methods=["POST"]),
                Route(f"{prefix}/tool-calls/{{tool_call}}/cancel", self._cancel, methods=["POST"]),
                Route(f"{prefix}/events", self._events, methods=["POST"]),
                Route(f"{prefix}/mcp", self._mcp, methods=["POST"]),
                Route(f"{prefix}/hooks/{{platform}}", self._hook, methods=["POST"]),
                Route(f"{prefix}/hooks/{{platform}}/{{tool}}", self._hook, methods=["POST"]),
            ]
        return Starlette(
            routes=routes,
            exception_handlers={RefusedError: _refused, HTTPException: _not_served, Exception: _failed},
        )

    def _call(
        self,
        request: Request,
        *,
        payload: str | None = None,
        platform: tuple[str, ...] = (),
        argument: Json = None,
    ) -> OpenCall:
        call = self.calls.find(
            Signs(
                path=request.path_params.get("call"),
                payload=payload,
                platform=platform,
                header=request.headers.get(HEADER),
                argument=argument if isinstance(argument, str) else None,
            )
        )
        request.state.call = call
        return call

    async def _schemas(self, request: Request) -> Response:
        return said(self._call(request).desk.schemas)

    async def _tool(self, request: Request) -> Response:
        asked = AskedFor(
            request.path_params["tool"],
            arguments_in(await body_of(request, self._limit)),
            request.headers.get(TOOL_CALL_HEADER),
        )
        arguments, named = without(asked.arguments, (NAME,))
        call = self._call(request, argument=named.get(NAME))
        return as_response(await _used(call, AskedFor(asked.name, arguments, asked.id), request))

    async def _cancel(self, request: Request) -> Response:
        call = self._call(request)
        return said({"in_time": await call.there(partial(call.cancel, request.path_params["tool_call"]))})

    async def _events(self, request: Request) -> Response:
        reports = read_reports(await body_of(request, self._limit))
        call = self._call(request)
        for report in reports:
            await call.there(partial(call.take, report))
        return said({"taken": len(reports)})

    async def _mcp(self, request: Request) -> Response:
        data = parsed(await body_of(request, self._limit))
        messages = data if isinstance(data, list) else [data]
        session = request.headers.get(_MCP_SESSION, "")
        work = []
        for message in messages:
            meta, argument = mcp.call_named_in(message)
            call = self._call(request, payload=meta, argument=argument)
            work.append(mcp.answered(message, call, session))
        answers = [answer for answer in await asyncio.gather(*work) if answer is not None]
        if not answers:
            return Response(status_code=202)
        starts = any(isinstance(m, dict) and m.get("method") == "initialize" for m in messages)
        headers = {_MCP_SESSION: uuid4().hex} if starts else None
        return said(answers if isinstance(data, list) else answers[0], headers=headers)

    async def _hook(self, request: Request) -> Response:
        platform = request.path_params["platform"]
        payload = parsed(await body_of(request, self._limit))
        webhook = read_webhook(platform, payload, request.path_params.get("tool"))
        if not webhook.tools:
            return said({})
        parts = [without(asked.arguments, (NAME,)) for asked in webhook.tools]
        argument = next((named[NAME] for _, named in parts if NAME in named), None)
        call = self._call(request, payload=webhook.call, platform=webhook.platform_calls, argument=argument)
        answers = await asyncio.gather(
            *(
                _used(call, AskedFor(asked.name, arguments, asked.id), request)
                for asked, (arguments, _) in zip(webhook.tools, parts, strict=True)
            )
        )
        return as_response(answers[0]) if webhook.bare else said(answer_to(platform, webhook, answers))


async def _used(call: OpenCall, asked: AskedFor, request: Request) -> Answered:
    if not _TOOL_NAME.fullmatch(asked.name):
        raise RefusedError(400, "the name of a tool is made of letters, figures and _ . : -, 128 at most")
    key = request.headers.get("Idempotency-Key")
    return await call.use(asked.name, asked.arguments, key=key, tool_call=asked.id)


async def _refused(request: Request, error: Exception) -> Response:
    if not isinstance(error, RefusedError):
        raise error
    # Without a report less is known; without a tool the agent does something else.
    if isinstance(error, UnclearError) and request.url.path != "/events":
        for call in error.calls:
            # One may just have ended.
            with suppress(RefusedError):
                await call.there(call.missed)
    return said({"error": error.message}, error.status)


async def _not_served(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    if error.status_code == 404:
        return said({"error": "there is nothing at this path"}, 404)
    return said({"error": str(error.detail).lower()}, error.status_code, error.headers)


async def _failed(request: Request, error: Exception) -> Response:
    call = getattr(request.state, "call", None)
    if isinstance(call, OpenCall):
        await call.there(partial(call.broke, error))
    return said({"error": "callproof failed at this request"}, 500)

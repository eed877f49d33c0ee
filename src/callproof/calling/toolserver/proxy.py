"""The recording proxy: stands between an agent and the user's own API.

The agent gets another base URL and nothing else changes for it. Requests that are tool calls (`rules`) come onto the clock of the
call, faults are injected into them and the director holds them; everything else goes through as it is. A hold before the commit is a
hold before the request is passed on.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote, unquote

import httpx
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from callproof.calling.agent import Json
from callproof.calling.simulation.tools import Work
from callproof.calling.toolserver.answers import Answered, as_response, said
from callproof.calling.toolserver.belonging import HEADER, TOOL_CALL_HEADER, OpenCalls, Signs
from callproof.calling.toolserver.bodies import body_of, parsed
from callproof.calling.toolserver.guard import same
from callproof.calling.toolserver.opened import OpenCall
from callproof.calling.toolserver.refusals import RefusedError
from callproof.calling.toolserver.rules import ProxyConfig, Rule
from callproof.calling.world.tools import Answer

BELOW = "/proxy/"
# Where a request says itself which call it belongs to.
_ANY = "-"
_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
# Of one connection, and not of the request.
_HOP = frozenset(
    {
        "connection",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
_OURS = ("x-callproof-",)
_SHOWN = 200


class RecordingProxy:
    """Its routes are part of a tool server. The secret is in the path, since the agent's own headers go on to the API."""

    def __init__(self, config: ProxyConfig, calls: OpenCalls) -> None:
        config.check()
        self._config = config
        self._calls = calls
        self._key = config.key or secrets.token_urlsafe(18)
        self._base = httpx.URL(config.base_url)
        self._transport: httpx.AsyncHTTPTransport | None = None

    @property
    def key(self) -> str:
        return self._key

    @property
    def routes(self) -> list[Route]:
        return [Route(f"{BELOW}{{key}}/{{call}}/{{path:path}}", self._pass, methods=_METHODS)]

    def path_of(self, call_id: str | None) -> str:
        """What takes the place of the API's base URL, below the server's own."""
        return f"{BELOW}{self._key}/{_ANY if call_id is None else quote(call_id, safe='')}"

    async def close(self) -> None:
        if self._transport is not None:
            await self._transport.aclose()

    async def _pass(self, request: Request) -> Response:
        if not same(request.path_params["key"], self._key):
            raise RefusedError(401, "this is not the proxy's address in this run")
        raw = _raw_rest(request)
        path = "/" + request.path_params["path"]
        found = self._config.rule_for(request.method, path)
        if found is None:
            return await self._through(request, raw)
        named = request.path_params["call"]
        call = self._calls.find(
            Signs(path=None if named == _ANY else named, header=request.headers.get(HEADER))
        )
        request.state.call = call
        return await self._recorded(request, raw, call, *found)

    # -- what is no tool call ------------------------------------------------------------------------------------------

    async def _through(self, request: Request, raw: bytes) -> Response:
        has_body = "content-length" in request.headers or "transfer-encoding" in request.headers
        try:
            response = await self._send(request, raw, request.stream() if has_body else b"")
        except ClientDisconnect:
            raise RefusedError(400, "the connection ended in the middle of the request") from None
        except httpx.HTTPError as error:
            return said({"error": self._unreachable(error)}, 502)

        async def body() -> AsyncIterator[bytes]:
            try:
                async for chunk in response.aiter_raw():
                    yield chunk
            finally:
                await response.aclose()

        answer = StreamingResponse(body(), response.status_code)
        answer.raw_headers = _kept(response.headers.raw)
        return answer

    # -- tool calls ----------------------------------------------------------------------------------------------------

    async def _recorded(
        self, request: Request, raw: bytes, call: OpenCall, rule: Rule, in_path: Mapping[str, str]
    ) -> Response:
        body = await body_of(request, self._config.limit)
        tool = call.desk.declared(rule.tool)
        arguments = rule.read(in_path, request.url.query, body, tool)
        came: list[_Came] = []

        async def work() -> Answer:
            try:
                response = await self._send(request, raw, body)
                try:
                    whole = b"".join([chunk async for chunk in response.aiter_raw()])
                finally:
                    await response.aclose()
            except httpx.TimeoutException:
                return Answer(error=f"504 the API gave no answer within {self._config.timeout_s:g} s")
            except httpx.HTTPError as error:
                message = self._unreachable(error)
                await call.there(partial(call.unreachable, message))
                return Answer(error=f"502 {message}")
            read = httpx.Response(response.status_code, headers=response.headers, content=whole)
            came.append(_Came(response.status_code, _kept(response.headers.raw), whole, _answer(read)))
            return came[-1].answer

        answered = await call.use(
            rule.tool,
            arguments,
            key=request.headers.get(self._config.idempotency_header),
            tool_call=request.headers.get(TOOL_CALL_HEADER),
            work=Work(work, rule.acknowledgement(arguments)),
        )
        return _told(answered, came[0] if came else None)

    async def _send(self, request: Request, raw: bytes, body: Any) -> httpx.Response:
        if self._transport is None:
            self._transport = httpx.AsyncHTTPTransport(
                trust_env=False, limits=httpx.Limits(max_connections=None, max_keepalive_connections=20)
            )
        base = self._base.raw_path.rstrip(b"/")
        query = request.scope.get("query_string", b"")
        target = base + b"/" + raw + (b"?" + query if query else b"")
        headers = [
            (name, value)
            for name, value in _kept(request.headers.raw)
            if name.lower() != b"host" and not name.lower().decode("latin-1").startswith(_OURS)
        ]
        timeout = self._config.timeout_s
        sent = httpx.Request(
            request.method,
            self._base.copy_with(raw_path=target),
            headers=headers,
            content=body or None,
            extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), timeout)},
        )
        response = await self._transport.handle_async_request(sent)
        response.request = sent
        return response

    def _unreachable(self, error: httpx.HTTPError) -> str:
        return f"the API at {self._base.host} cannot be reached: {error or type(error).__name__}"


@dataclass(frozen=True, slots=True)
class _Came:
    """The API's answer to a tool call: as it came over the wire, and what it says."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    answer: Answer


def _raw_rest(request: Request) -> bytes:
    """The path below the base URL, byte for byte as it came. Raises RefusedError for one that could lead out of it."""
    raw: bytes = request.scope.get("raw_path") or request.url.path.encode()
    _, _, key, call, *rest = [*raw.split(b"?")[0].split(b"/", 4), b"", b"", b""][:5]
    if unquote(key.decode("latin-1")) != request.path_params["key"] or not call:
        raise RefusedError(404, "there is nothing at this path")
    path = rest[0]
    decoded = unquote(path.decode("latin-1")).replace("\\", "/").split("/")
    if {".", ".."} & set(decoded):
        raise RefusedError(400, "a path with . or .. in it is not passed on")
    return path


def _kept(headers: Any) -> list[tuple[bytes, bytes]]:
    """Without those that are about the connection."""
    listed = [
        part.strip().lower()
        for name, value in headers
        if name.lower() == b"connection"
        for part in value.decode("latin-1").split(",")
    ]
    gone = _HOP.union(listed)
    return [(name, value) for name, value in headers if name.lower().decode("latin-1") not in gone]


def _answer(response: httpx.Response) -> Answer:
    """What the log says of the API's answer."""
    content: Json = None
    if response.content.strip():
        try:
            content = parsed(response.content)
        except RefusedError:
            content = response.text
    if response.status_code < 400:
        return Answer(result=content)
    message: Json = response.reason_phrase.lower()
    if isinstance(content, dict):
        told = next((content[key] for key in ("error", "message", "detail") if key in content), message)
        message = told.get("message", told) if isinstance(told, dict) else told
    text = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
    return Answer(error=f"{response.status_code} {text[:_SHOWN]}")


def _told(answered: Answered, came: _Came | None) -> Response:
    """The API's own answer, byte for byte, unless a fault has put another in its place."""
    if came is None or answered.broken:
        return as_response(answered)
    if (answered.error, answered.result) != (came.answer.error, came.answer.result):
        return as_response(answered)
    told = Response(came.body, came.status)
    told.raw_headers = [pair for pair in came.headers if pair[0].lower() != b"content-length"]
    if came.status not in {204, 304}:
        told.raw_headers.append((b"content-length", str(len(came.body)).encode()))
    return told

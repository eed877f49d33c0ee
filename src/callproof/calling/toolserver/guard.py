"""Who may ask: checked before a request is looked at."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from callproof.calling.toolserver.answers import said
from callproof.calling.toolserver.hosts import LOOPBACK


class Guard:
    """Lets requests with the bearer token through; with `token` None those that are addressed to this machine.

    Vapi sends a secret in a header of its own. Pages in a browser get nothing: a request with the origin of another host is refused.
    Paths below one of `open_below` are let through: whoever serves them asks for another secret.
    """

    def __init__(self, app: ASGIApp, token: str | None, open_below: tuple[str, ...] = ()) -> None:
        self._app = app
        self._token = token
        self._open_below = open_below

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        host = host_in(f"//{headers.get('host', '')}")
        origin = headers.get("origin")
        refusal = None
        if origin is not None and host_in(origin) not in {host, *LOOPBACK}:
            refusal = said({"error": "pages of other origins are not served"}, 403)
        elif self._token is None and host not in LOOPBACK:
            refusal = said({"error": "without a token only requests to this machine are served"}, 403)
        elif not scope["path"].startswith(self._open_below or ("\0",)) and not self._knows(headers):
            refusal = said(
                {
                    "error": "the request needs the header `Authorization: Bearer <token>` with the run's token"
                },
                401,
                {"WWW-Authenticate": "Bearer"},
            )
        await (refusal or self._app)(scope, receive, send)

    def _knows(self, headers: Mapping[str, str]) -> bool:
        if self._token is None:
            return True
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        given = bearer.strip() if scheme.lower() == "bearer" else headers.get("x-vapi-secret", "")
        return same(given, self._token)


def same(given: str, secret: str) -> bool:
    """In a time that does not depend on where they differ."""
    return hmac.compare_digest(given.encode(errors="replace"), secret.encode())


def host_in(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""

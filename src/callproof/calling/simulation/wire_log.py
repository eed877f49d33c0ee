"""`wire.jsonl`: what really went over a connection, a line a message, for whoever has to find out why a call went as it did.

    {"ms":20,"direction":"sent","message":{"event":"media","media":{"payload":{"base64":160,"sha256":"9f86d081884c7d65"}}}}

`direction` is seen from us: sent, received, closed. Sound is kept as its length in bytes and its hash: the recording has it in full.
Secrets are masked.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Literal, TypeAlias

from callproof.calling.agent import Json
from callproof.calling.started import masked

Direction: TypeAlias = Literal["sent", "received", "closed"]
# Shorter texts are words rather than sound.
_LONG = 200
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{200,}={0,2}")
_SHORT_BINARY = 120
_SECRET_KEY = re.compile(r"token|secret|password|api_?key|authorization|signature", re.IGNORECASE)


class WireLog:
    """Writes messages as they come; `now_ms` is the call's clock."""

    def __init__(self, path: Path, now_ms: Callable[[], int], secrets: Collection[str]) -> None:
        self._file = path.open("w", encoding="utf-8", errors="backslashreplace")
        self._now_ms = now_ms
        # As they are, and as they stand in a JSON text.
        self._secrets = {form for s in secrets for form in (s, json.dumps(s, ensure_ascii=False)[1:-1])}
        self._in_bytes = {secret.encode().decode("latin-1") for secret in secrets}
        self._closed = False

    def write(self, direction: Direction, message: str | bytes) -> None:
        # Frames still go out until the call has noticed that nobody takes them.
        if self._closed or self._file.closed:
            return
        self._closed = direction == "closed"
        line = {"ms": self._now_ms(), "direction": direction, **self._body(message)}
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        self._file.write(masked(text, self._secrets) + "\n")

    def close(self) -> None:
        self._file.close()

    def _body(self, message: str | bytes) -> dict[str, Json]:
        if isinstance(message, bytes):
            text = message.decode("latin-1")
            if len(message) <= _SHORT_BINARY and masked(text, self._in_bytes) == text:
                return {"hex": message.hex()}
            return {"binary": len(message), "sha256": _hash(message)}
        try:
            return {"message": _shortened(json.loads(message))}
        except (ValueError, RecursionError):
            return {"text": message}


def _shortened(value: Json, key: str = "") -> Json:
    if isinstance(value, dict):
        return {name: _shortened(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [_shortened(item) for item in value]
    if not isinstance(value, str):
        return value
    if _SECRET_KEY.search(key):
        return "***"
    if len(value) > _LONG and _BASE64.fullmatch(value):
        try:
            sound = base64.b64decode(value, altchars=b"-_" if "-" in value or "_" in value else None)
        except (binascii.Error, ValueError):
            return value
        return {"base64": len(sound), "sha256": _hash(sound)}
    return value


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]

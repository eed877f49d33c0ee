"""Speech services behind HTTP: one request, one answer, and no key in any message."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from callproof.errors import HarnessError
from callproof.models.parts import key_from, required

_WITHIN_S = 30.0
_SHOWN = 200


class Service:
    """`address` is where it is; the variable `moved_by` moves it, for servers of one's own that speak the same."""

    def __init__(self, part: str, *, key: str, address: str, moved_by: str) -> None:
        self._httpx = required(("httpx",), part, "live")
        self.part = part
        self.key = key_from(os.environ, key, part)
        self._address = (os.environ.get(moved_by) or address).rstrip("/")

    def post(self, path: str, headers: Mapping[str, str], **body: Any) -> Any:
        """The answer to a request, an `httpx.Response`. Raises HarnessError when there is none, or it is an error."""
        try:
            answer = self._httpx.post(self._address + path, headers=dict(headers), timeout=_WITHIN_S, **body)
        except self._httpx.HTTPError as error:
            raise HarnessError(f"{self.part} cannot be reached: {self._without_key(str(error))}") from None
        if answer.status_code >= 400:
            said = self._without_key(" ".join(answer.text.split()))[:_SHOWN]
            raise HarnessError(f"{self.part} answered {answer.status_code}: {said}")
        return answer

    def _without_key(self, text: str) -> str:
        return text.replace(self.key, "…")

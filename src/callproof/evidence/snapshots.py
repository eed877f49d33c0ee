"""The tables of snapshots, which are half of a record, from their JSON text.

Most calls start from the same backend and change a row or two of it. So the tables before a call are those of an earlier call if
their text is the same, and of those after it only the tables are read that have another text than before. What has not changed is
then one object in both, so that nobody has to compare it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import zip_longest
from json import JSONDecoder, dumps
from typing import TYPE_CHECKING, TypeAlias

from callproof.evidence.events import Row

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Table: TypeAlias = Mapping[str, Row]
Tables: TypeAlias = Mapping[str, Table]

_MOST_BACKENDS = 16


@dataclass(frozen=True, slots=True)
class _Part:
    """One table as it stands in a text: what leads up to it, with its name, and its rows; `following` leads up to the next."""

    name: str
    head: bytes
    rows: bytes
    following: bytes | None


class Backend:
    """Tables and the text that they were read from."""

    def __init__(self, text: bytes, tables: Tables) -> None:
        self.text = text
        self.tables = tables
        self._seen = False
        self._parts: list[_Part] | None = None

    def seen_again(self) -> None:
        """Its text is taken apart when it comes a second time: most texts of a backend that calls do not share never do."""
        if not self._seen:
            self._seen = True
            self._parts = _parts(self.text, self.tables)

    def changed(self, text: bytes) -> Tables | None:
        """The tables of a text that differs from this one within some tables; None where it differs otherwise, or is not sound."""
        from pydantic import ValidationError

        if not self._parts:
            return None
        tables = dict(self.tables)
        at = 0
        for part in self._parts:
            if not text.startswith(part.head, at):
                return None
            at += len(part.head)
            if text.startswith(part.rows, at):
                at += len(part.rows)
                continue
            # If what stands up to there is a whole object, then nothing else can be the end of it.
            end = len(text) - 1 if part.following is None else text.find(part.following, at)
            try:
                tables[part.name] = _table(text[at : max(end, at)])
            except ValidationError:
                return None
            at = end
        return tables if text[at:] == b"}" else None


# The last one that was used stands first.
_backends: list[Backend] = []


def backend_of(text: bytes) -> Backend:
    """The tables that a call starts from. Raises ValidationError."""
    for n, backend in enumerate(_backends):
        if backend.text == text:
            if n:
                _backends.insert(0, _backends.pop(n))
            backend.seen_again()
            return backend
    backend = Backend(text, tables_of(text))
    _backends.insert(0, backend)
    del _backends[_MOST_BACKENDS:]
    return backend


@lru_cache(maxsize=64)
def tables_of(text: bytes) -> Tables:
    """Raises ValidationError."""
    return _adapters()[0].validate_json(text)


@lru_cache(maxsize=256)
def _table(text: bytes) -> Table:
    return _adapters()[1].validate_json(text)


@cache
def _adapters() -> tuple[TypeAdapter[Tables], TypeAdapter[Table]]:
    from pydantic import ConfigDict, TypeAdapter

    config = ConfigDict(strict=True, allow_inf_nan=False)
    return TypeAdapter(Mapping[str, Mapping[str, Row]], config=config), TypeAdapter(
        Mapping[str, Row], config=config
    )


def _parts(text: bytes, tables: Tables) -> list[_Part] | None:
    """The tables as they stand in a text of ours; None for one with anything else in it, such as spaces."""
    if not text.isascii():
        return None
    whole = text.decode()
    decoder = JSONDecoder()
    heads = [f"{',' if n else '{'}{dumps(name)}:" for n, name in enumerate(tables)]
    found: list[_Part] = []
    at = 0
    for name, head, following in zip_longest(tables, heads, heads[1:]):
        if not whole.startswith(head + "{", at):
            return None
        at += len(head)
        _, end = decoder.raw_decode(whole, at)
        rows = whole[at:end].encode()
        found.append(_Part(name, head.encode(), rows, None if following is None else following.encode()))
        at = end
    return found if whole[at:] == "}" else None

"""Messages with holes: a JSON value whose texts `$name` and `#name` stand for what is filled in.

`$name` becomes a text and `#name` whatever JSON the value is: `{"sequenceNumber": "$n", "chunk": "#n"}` filled with n=3 is
`{"sequenceNumber":"3","chunk":3}`. The JSON around the holes is written once, since some messages go out fifty times a second.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from callproof.calling.wire.events import Json
from callproof.calling.wire.json_messages import compact

# Not before a colon: a key is no hole.
_HOLE = re.compile(r'"([$#][a-z_]+)"(?!:)')


class Template:
    """One message. Raises KeyError on `fill` for a name that gets no value."""

    def __init__(self, body: Json) -> None:
        pieces = _HOLE.split(compact(body))
        self._texts = pieces[::2]
        self._holes = [(hole[1:], hole[0] == "$") for hole in pieces[1::2]]

        self.names = frozenset(name for name, _ in self._holes)

    def knowing(self, values: Mapping[str, Json]) -> Template:
        """The same message with some of its holes filled for good; names that it does not have are passed over."""
        known = Template(None)
        known._texts, known._holes = [self._texts[0]], []
        for (name, as_text), text in zip(self._holes, self._texts[1:], strict=True):
            if name in values:
                known._texts[-1] += _written(values[name], as_text) + text
            else:
                known._holes.append((name, as_text))
                known._texts.append(text)
        known.names = frozenset(name for name, _ in known._holes)
        return known

    def plain(self) -> str:
        """The message as a format for `%` with a mapping, for values that are numbers or texts in which JSON escapes nothing."""
        parts = [self._texts[0].replace("%", "%%")]
        for (name, as_text), text in zip(self._holes, self._texts[1:], strict=True):
            parts.append(f'"%({name})s"' if as_text else f"%({name})s")
            parts.append(text.replace("%", "%%"))
        return "".join(parts)

    def fill(self, /, **values: Json) -> str:
        parts = [self._texts[0]]
        for (name, as_text), text in zip(self._holes, self._texts[1:], strict=True):
            parts.append(_written(values[name], as_text))
            parts.append(text)
        return "".join(parts)


def _written(value: Json, as_text: bool) -> str:
    if type(value) is int:
        return f'"{value}"' if as_text else str(value)
    if as_text and not isinstance(value, str):
        value = json.dumps(value) if isinstance(value, dict | list | bool) else str(value)
    # Texts are most of it, and the plain call is three times as fast.
    return json.dumps(value) if isinstance(value, str) else compact(value)

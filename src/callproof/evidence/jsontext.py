"""Reading JSON that others wrote."""

from __future__ import annotations

import json
import re
from typing import Any

from pydantic_core import from_json

# Half of a pair of UTF-16 escapes (often a cut emoji) is legal JSON, but the quick reader does not take it.
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


def parse_json(data: bytes) -> Any:
    """The value of a JSON text. Raises ValueError, also for one that is nested too deeply.

    NaN and infinities are read, as many programs write them; it is for the reader of the value to refuse them.
    """
    try:
        return from_json(data)
    except ValueError:
        whole = without_surrogates(data)
        if whole == data:
            raise
    # With the halves patched everything else is checked as strictly as ever; only then are they taken as they are.
    from_json(whole)
    return json.loads(data)


def without_surrogates(data: bytes) -> bytes:
    """The JSON text with the sign for an unreadable character in place of every escaped surrogate, half of a pair or not."""
    return _SURROGATE.sub(rb"\\ufffd", data)

"""Words: what a sentence says and does. Pure; knows no call.

    from callproof.spoken import compare, read_values, word_error_rate

What is named here is loaded when it is asked for; no language before a text in it is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from callproof.spoken.comparing import Comparison, Difference, Outcome, WordPair, compare
    from callproof.spoken.content import affirmed, read_values, readings_of, says
    from callproof.spoken.detection import detect_language
    from callproof.spoken.names import sounds_like
    from callproof.spoken.wer import NORMALISER, word_error_rate

_HOMES = {
    "Comparison": "comparing",
    "Difference": "comparing",
    "NORMALISER": "wer",
    "Outcome": "comparing",
    "WordPair": "comparing",
    "affirmed": "content",
    "compare": "comparing",
    "detect_language": "detection",
    "read_values": "content",
    "readings_of": "content",
    "says": "content",
    "sounds_like": "names",
    "word_error_rate": "wer",
}

__all__ = [
    "NORMALISER",
    "Comparison",
    "Difference",
    "Outcome",
    "WordPair",
    "affirmed",
    "compare",
    "detect_language",
    "read_values",
    "readings_of",
    "says",
    "sounds_like",
    "word_error_rate",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)

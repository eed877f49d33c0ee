"""Digits that a recogniser writes as the words they sound like: "I meant for eight, two, one" for "4821"."""

from __future__ import annotations

import re
from collections.abc import Collection

_ALIKE = {"for": "four", "fore": "four", "to": "two", "too": "two", "won": "one", "ate": "eight"}
_DIGIT = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_RUN = re.compile(rf"\b({'|'.join(_ALIKE)})((?:[\s,]+{_DIGIT}\b)+)", re.IGNORECASE)


def digits_meant(text: str, lengths: Collection[int]) -> str:
    """The text with the digit that is missing in front of a number spelled out, where only with it the number is as long as one of those
    that the call is about."""

    def meant(run: re.Match[str]) -> str:
        digits = len(re.findall(_DIGIT, run[2], re.IGNORECASE))
        if digits in lengths or digits + 1 not in lengths:
            return run[0]
        return _ALIKE[run[1].lower()] + run[2]

    return _RUN.sub(meant, text) if lengths else text

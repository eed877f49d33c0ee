"""Written lines as a person would say them, for voices that read figures in their own way.

A voice that meets "4821" says "four thousand eight hundred twenty one" or "forty eight twenty one"; a caller who names an order says
its digits. English only: what other languages' voices need is theirs.
"""

from __future__ import annotations

import re
from datetime import date

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_ISO_DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
# Letters and digits mixed, or four digits and more; not an amount, a decimal, a time or part of an address.
_CODE = re.compile(r"(?<![\w$€£.,:@-])(?=[A-Z0-9-]*\d)(?:[A-Z]{1,4}-?\d+[A-Z0-9-]*|\d{4,})(?![\w%]|[.,:-]\d)")
_YEARS = range(1900, 2100)
_MONTH_BEFORE = re.compile(rf"(?:{'|'.join(_MONTHS)})(?: \d{{1,2}}(?:st|nd|rd|th)?)?,? $", re.IGNORECASE)


def pronounced(text: str, language: str = "en") -> str:
    """The text with codes spelled out and dates in words."""
    if language != "en":
        return text
    text = _ISO_DATE.sub(_date, text)
    return _CODE.sub(lambda code: _spelled(code, text), text)


def _date(match: re.Match[str]) -> str:
    try:
        day = date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return match[0]
    return f"{_MONTHS[day.month - 1]} {day.day}"


def _spelled(code: re.Match[str], text: str) -> str:
    written = code[0]
    if written.isdigit() and int(written) in _YEARS and _MONTH_BEFORE.search(text[: code.start()]):
        return written
    signs = [_DIGITS[int(sign)] if sign.isdigit() else sign for sign in written if sign != "-"]
    # With a little pause each, or "four two" is heard as "for two".
    return ", ".join(signs)

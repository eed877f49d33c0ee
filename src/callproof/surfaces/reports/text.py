"""Pieces of text for people: what came from a file made harmless, times, counts."""

from __future__ import annotations

# Joiners that scripts and emoji need; they do nothing to a terminal.
_KEPT = frozenset("\u200c\u200d")


def shown(text: str, longest: int | None = None) -> str:
    """Text from outside, fit for a terminal: whatever could steer it (escape sequences, line breaks, marks that turn the
    direction of writing) or cannot be written (half an emoji) is spelled out: `\\x1b`. Cut to `longest` characters."""
    if longest is not None and len(text) > longest:
        text = text[: longest - 1] + "…"
    if text.isprintable():
        return text
    return "".join([c if c.isprintable() or c in _KEPT else _spelled(c) for c in text])


def _spelled(char: str) -> str:
    # Spaces of other widths are printed as the plain one.
    if char.isspace() and char not in "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\u2028\u2029":
        return " "
    return char.encode("unicode_escape").decode("ascii")


def clock(ms: int | None) -> str:
    """Minutes and seconds: 83 400 ms is 1:23.4, unknown a dash."""
    if ms is None:
        return "–"
    tenths = (ms + 50) // 100
    return f"{tenths // 600}:{tenths % 600 // 10:02d}.{tenths % 10}"


def seconds(ms: float | None) -> str:
    """1 234 ms is 1.23 s, unknown a dash."""
    return "–" if ms is None else f"{ms / 1000:.2f} s"


def counted(n: int, noun: str) -> str:
    """`1 call`, `2 calls`."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def share(part: int, whole: int) -> str:
    """Rounded so that only all is 100 % and only none is 0 %: 1999 of 2000 is 99.9 %."""
    if not whole:
        return "–"
    percent = 100 * part / whole
    if part not in (0, whole):
        percent = min(max(percent, 0.1), 99.9)
    return f"{percent:.1f} %"

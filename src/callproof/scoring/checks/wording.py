"""What the checks' outcomes have in common: their words, the events they rest on, the outcome of a clean call."""

from __future__ import annotations

from callproof.evidence.call import Utterance
from callproof.scoring.findings import Outcome, Severity, not_measured

# One object for every check that looked at everything and found nothing.
CLEAN = Outcome()
NO_TIMES = not_measured("the record has no times of speech")


def severity_over(ms: int, medium_ms: int, high_ms: int) -> Severity | None:
    """Strictly over a limit; exactly at it nothing is wrong."""
    return "high" if ms > high_ms else "medium" if ms > medium_ms else None


def seconds(ms: int, limit_ms: int | None = None) -> str:
    """ "2.4 s" for 2437; with all digits where it would look equal to the limit: "1.501 s" for 1501 against 1500."""
    if limit_ms is not None and f"{ms / 1000:.1f}" == f"{limit_ms / 1000:.1f}":
        return limit(ms)
    text = f"{ms / 1000:.1f}" if abs(ms) < 60_000 else f"{ms / 1000:.0f}"
    return f"{text.removesuffix('.0')} s"


def limit(ms: int) -> str:
    """ "1.5 s" for 1500, "1.234 s" for 1234: a limit as it was set."""
    return f"{ms / 1000:.3f}".rstrip("0").rstrip(".") + " s"


def part(count: int, total: int, singular: str, plural: str) -> str:
    """ "1 of 5 answers has", "2 of 5 answers have": the subject and verb of what is missing."""
    return f"{count} of {total} {singular if count == 1 else plural}"


def between(before: Utterance, after: Utterance | None) -> list[int]:
    """The events between which a silence lies: the last one of what was before it, the first one of what came after."""
    return [*before.events[-1:], *(after.events[:1] if after is not None else ())]

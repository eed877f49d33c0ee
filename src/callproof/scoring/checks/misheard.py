"""The agent heard other words than the caller said, though no other value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.findings import Finding, Outcome, Severity
from callproof.scoring.hearing import Compared, hearing_of
from callproof.scoring.quoting import quoted
from callproof.scoring.timing import Timing
from callproof.spoken.comparing import Comparison
from callproof.spoken.names import sounds_like


@check
@dataclass(frozen=True, slots=True)
class Misheard:
    """Words were left out, added or put in other words between what the caller said and what the agent heard.

    Sounds of thinking, spelling and punctuation do not count, and names count by their sound. Where a value differs,
    `misheard_number` says so, and this check does not.
    """

    id: ClassVar[str] = "misheard"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    severity: Severity = "medium"

    def judge(self, call: Call, timing: Timing) -> Outcome:
        hearing = hearing_of(call)
        findings = tuple([self._finding(item) for item in hearing.differing if _differs(item.comparison)])
        if not findings and hearing.missing is None:
            return CLEAN
        return Outcome(findings, measured=hearing.judged > 0, missing=hearing.missing)

    def _finding(self, item: Compared) -> Finding:
        turn, comparison = item.turn, item.comparison
        words = [pair for pair in comparison.words if pair.op not in ("equal", "similar")]
        return Finding(
            check=self.id,
            severity=self.severity,
            message=_sentence(turn.said or "", turn.heard or "", phrasing=comparison.outcome == "phrasing"),
            turn=turn.index,
            start_ms=turn.start_ms,
            end_ms=turn.end_ms,
            evidence={
                "said": turn.said,
                "heard": turn.heard,
                "outcome": comparison.outcome,
                "words": [[pair.said, pair.heard] for pair in words],
                "wer": comparison.wer,
                "language": comparison.language,
                "events": list(turn.events),
            },
        )


def _differs(comparison: Comparison) -> bool:
    """Other words, or fewer; a name in another spelling that sounds alike is none."""
    if comparison.outcome == "phrasing":
        return not all(
            pair.op in ("equal", "similar") or sounds_like(pair.said, pair.heard) for pair in comparison.words
        )
    return comparison.outcome == "substance"


def _sentence(said: str, heard: str, *, phrasing: bool) -> str:
    if not heard.strip():
        return f"the caller said {quoted(said)}, and the agent heard nothing"
    if not said.strip():
        return f"the agent heard {quoted(heard)}, and the caller said nothing"
    other = ", in other words" if phrasing else ""
    return f"the caller said {quoted(said)}, the agent heard {quoted(heard)}{other}"

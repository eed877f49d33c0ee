"""The agent heard another value than the caller said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from callproof.evidence.call import Call
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.findings import Finding, Outcome, Severity
from callproof.scoring.hearing import Compared, hearing_of
from callproof.scoring.quoting import shown
from callproof.scoring.timing import Timing
from callproof.spoken.comparing import Difference

# A sentence that lists more is not read.
_MOST = 3


@check
@dataclass(frozen=True, slots=True)
class MisheardNumber:
    """An amount, a number, a code, a date, a time or a "not" was heard differently from what the caller said.

    "15" and "fifteen" are the same. Which value belongs to what counts too: "from two to nine" is not "from nine to two".
    """

    id: ClassVar[str] = "misheard_number"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    severity: Severity = "high"

    def judge(self, call: Call, timing: Timing) -> Outcome:
        hearing = hearing_of(call)
        findings = tuple(
            [self._finding(item) for item in hearing.differing if item.comparison.outcome == "value"]
        )
        if not findings and hearing.missing is None:
            return CLEAN
        return Outcome(findings, measured=hearing.judged > 0, missing=hearing.missing)

    def _finding(self, item: Compared) -> Finding:
        turn, comparison = item.turn, item.comparison
        differences = comparison.differences
        more = f"; and {len(differences) - _MOST} more" if len(differences) > _MOST else ""
        return Finding(
            check=self.id,
            severity=self.severity,
            message="; ".join(_sentence(difference) for difference in differences[:_MOST]) + more
            or "the caller said other values than the agent heard",
            turn=turn.index,
            start_ms=turn.start_ms,
            end_ms=turn.end_ms,
            evidence={
                "said": turn.said,
                "heard": turn.heard,
                "differences": [_plain(difference) for difference in differences],
                "language": comparison.language,
                "events": list(turn.events),
            },
        )


def _sentence(difference: Difference) -> str:
    said, heard = difference.said, difference.heard
    if said is not None and heard is not None:
        return f"the caller said {shown(said)}, the agent heard {shown(heard)}"
    if said is not None:
        return f"the caller said {shown(said)}, and the agent did not hear it"
    return f"the agent heard {shown(heard)}, which the caller did not say" if heard is not None else ""


def _plain(difference: Difference) -> dict[str, Any]:
    said, heard = difference.said, difference.heard
    return {
        "kind": difference.kind,
        "said": said.text if said is not None else None,
        "heard": heard.text if heard is not None else None,
    }

"""Mark-up for the eye in words for the ear."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call, Utterance
from callproof.scoring.checks.reasons import NO_AGENT_WORDS
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.findings import Finding, Outcome, Severity
from callproof.scoring.lexis import lexis
from callproof.scoring.quoting import quoted
from callproof.scoring.timing import Timing

# Pieces are bounded, or a text of a hundred thousand brackets would take minutes.
_MARKUP = re.compile(
    r"(?P<emphasis>\*\*[^*\s][^*\n]{0,300}\*\*|(?<![\w*])\*[^*\s][^*\n]{0,300}[^*\s]\*(?![\w*])|(?<!\w)__[^_\s][^_\n]{0,300}__(?!\w))"
    r"|(?P<heading>^ {0,3}\#{1,6} +\S)"
    r"|(?P<bullet>^ *[-*•] +\S[^\n]*\n\s*[-*•] +\S)"
    r"|(?P<numbered>^ *1[.)] +\S[^\n]*\n\s*2[.)] +\S)"
    r"|(?P<code>```|`[^`\n]{1,300}`)"
    r"|(?P<link>\[[^\[\]\n]{1,300}\]\([^)\s]{1,500}\))"
    r"|(?P<table>\|[ :]{0,9}-{3,80}[ :]{0,9}\|)"
    r"|(?P<tag></?[a-zA-Z][a-zA-Z0-9:-]*(?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))*\s*/?>)"
    r"|(?P<entity>&(?:nbsp|amp|lt|gt|quot|apos|\#\d{1,6});)"
    r"|(?P<read>\b(?:asterisk asterisk|star star|hash(?:tag)? hash(?:tag)?|pound sign pound sign|backtick\b|underscore underscore|"
    r"slash (?:speak|break|strong|bold|b)\b|(?:opening|open|closing|close) (?:angle )?bracket))",
    re.MULTILINE | re.IGNORECASE,
)


@check
@dataclass(frozen=True, slots=True)
class MarkupSpoken:
    """The agent's words hold Markdown, HTML or SSML, or the names of its signs: "asterisk asterisk total"."""

    id: ClassVar[str] = "markup_spoken"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    severity: Severity = "medium"

    def judge(self, call: Call, timing: Timing) -> Outcome:
        findings: list[Finding] = []
        worded = False
        for turn in call.utterances:
            if turn.speaker != "agent" or not (turn.said or turn.heard):
                continue
            worded = True
            for text in (turn.said, turn.heard):
                if text and lexis(text).shape.may_mark_up:
                    found = _MARKUP.search(text)
                    if found is not None:
                        findings.append(self._finding(turn, found))
                        break
        if not worded:
            return NO_AGENT_WORDS
        return Outcome(tuple(findings)) if findings else CLEAN

    def _finding(self, turn: Utterance, found: re.Match[str]) -> Finding:
        kind = found.lastgroup or ""
        return Finding(
            check=self.id,
            severity=self.severity,
            message=f"the agent's words hold mark-up: {quoted(found.group())}",
            turn=turn.index,
            start_ms=turn.start_ms,
            end_ms=turn.end_ms,
            evidence={"markup": found.group(), "kind": kind, "text": turn.text, "events": list(turn.events)},
        )

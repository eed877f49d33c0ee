"""A case as a short story for people: who wanted what, what was sent, what the backend held, what was said."""

from __future__ import annotations

from itertools import zip_longest
from operator import itemgetter

from callproof.evidence.events import Json
from callproof.scoring.outcome.account import Account
from callproof.scoring.outcome.evidence import Evidence
from callproof.scoring.outcome.intent import Step, changes_of
from callproof.scoring.outcome.state_axes import describe_atom
from callproof.scoring.outcome.timeline import NEVER, ToolUse

_LONGEST = 90
_ON_THE_LINE = frozenset({"noise", "backchannel", "silence", "key_press"})
_DOUBTS = {"premature": " (not known yet)", "false": " (not so)", "unclear": " (unclear)"}


def trace_of(evidence: Evidence, account: Account) -> tuple[str, ...]:
    """Lines in the order of the call: "customer says 4821 -> state version 4", "tool call built on version 5"."""
    lines: list[tuple[float, str]] = []
    steps = evidence.intent.steps
    for step, later in zip_longest(steps[1:], steps[2:]):
        lines.append((step.pos, _wish(evidence, step, NEVER if later is None else later.pos)))
    changing = [step.act for step in steps]
    for act in evidence.timeline.acts:
        kind = act.event.kind
        if kind in _ON_THE_LINE:
            lines.append((act.began, f"{kind} on the line"))
        elif act.complete and act not in changing:
            lines.append((act.began, f"customer interrupts: {kind}"))
    for use in evidence.timeline.uses:
        if use.writes:
            lines += _call(evidence, use)
    for commit in evidence.timeline.commits:
        changes = ", ".join(describe_atom(atom) for atom in commit.changes) or "nothing new"
        lines.append((commit.pos, f"backend: {changes}"))
    for judged in account.judged:
        doubt = _DOUBTS.get(judged.untruth or "", "")
        verb = "confirms" if judged.kind == "done" else "says"
        lines.append((judged.statement.pos, f'agent {verb}: "{_short(judged.statement.told.text)}"{doubt}'))
    lines.append((len(evidence.timeline.events), f"backend verified: {_held(evidence)}"))
    lines.sort(key=itemgetter(0))
    return tuple([text for _, text in lines])


def _held(evidence: Evidence) -> str:
    if evidence.timeline.before is None or evidence.timeline.after is None:
        return "nobody looked"
    return ", ".join(describe_atom(atom) for atom in evidence.ledger.net) or "unchanged"


def _wish(evidence: Evidence, step: Step, until: int) -> str:
    version = _version_after(evidence, step.pos, until)
    state = f" -> state version {version}" if version is not None else ""
    if step.act is None or step.act.event.kind == "request":
        wanted = [value for arguments in step.goals.values() for value in (arguments or {}).values()]
        return f"customer says {_values(wanted)}{state}"
    if step.act.event.negates:
        return f"{step.act.event.kind}: not any more{state}"
    return f"{step.act.event.kind} {_values(list(changes_of(step.act.event).values()))}{state}"


def _version_after(evidence: Evidence, pos: int, until: int) -> int | None:
    """The first report of the agent's state after a position, up to the next change of what is wanted."""
    for at, state in evidence.timeline.states:
        if pos < at:
            return state.version if at < until else None
    return None


def _call(evidence: Evidence, use: ToolUse) -> list[tuple[float, str]]:
    lines: list[tuple[float, str]] = []
    arguments = use.arguments if isinstance(use.arguments, str) else _values(list(use.arguments.values()))
    if use.built != NEVER:
        report = evidence.agent_state.report_at(use.built)
        on = f" on version {report.version}" if report is not None else ""
        lines.append((use.built, f"tool call {use.name} built{on}: {_short(arguments)}"))
    if use.sent != NEVER:
        lines.append((use.sent, f"tool call {use.name} sent: {_short(arguments)}"))
    for pos, kind in use.faults:
        lines.append((pos, f"fault: {kind} of {use.name}"))
    if use.cancelled != NEVER:
        late = "" if use.in_time else ", too late"
        lines.append((use.cancelled, f"tool call {use.name} cancelled{late}"))
    if use.finished != NEVER:
        lines.append(
            (use.finished, f"{use.name} answers: {'ok' if use.told_ok else use.reason or 'no success'}")
        )
    return lines


def _values(values: list[Json]) -> str:
    return ", ".join(str(value) for value in values)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."

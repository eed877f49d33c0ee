"""captured: whether the agent noticed the correction, the interruption, the fault, and did not take noise for one.

It is judged by what the agent said and did, never by the state it reports: the same call must come out the same for an agent that
reports none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from callproof.evidence.events import Json
from callproof.evidence.frozen import quick_init
from callproof.scenario.model import DISTRACTIONS, Fault
from callproof.scenario.sameness import canonical
from callproof.scoring.outcome.account import Account
from callproof.scoring.outcome.effects import Effect, is_told
from callproof.scoring.outcome.evidence import Evidence
from callproof.scoring.outcome.intent import Planned, changes_of, old_values_of
from callproof.scoring.outcome.knowledge import rows_of
from callproof.scoring.outcome.must_hear import heard_in_full
from callproof.scoring.outcome.statements import clauses_of, told_in
from callproof.scoring.outcome.timeline import NEVER, ActUse, Speech, ToolUse
from callproof.scoring.outcome.verdicts import AxisResult

YIELD_MS = 500
NO_RESPONSE_MS = 10_000
NOISE_TAIL_MS = 1000
_TROUBLE = re.compile(
    r"\bsorry\b|\bapologi|\bproblem\b|\btrouble\b|\berror\b|\bwent wrong\b|\bcould(?:n't| not)\b|\bcannot\b|\bcan't\b|\bunable\b"
    r"|\bdid(?:n't| not) (?:work|go through|match|get)\b|\bdoes(?:n't| not) match\b|\bnot (?:respond|answer|find|match)\w*\b"
    r"|\bincomplete\b|\bmissing\b|\btak(?:es|ing) (?:longer|too long)\b|\btimed? ?out\b|\bno answer\b|\bagain\b",
    re.I,
)  # fmt: skip
_CLOSING = re.compile(r"\banything else\b|\bhelp you with anything\b|\bwhat else\b", re.I)
FaultReaction: TypeAlias = Literal["good", "bad", "neutral", "unknown"]


@quick_init
@dataclass(frozen=True, slots=True)
class Noticed:
    """What was found for one event of the scenario, for a text that the caller has to hear, or (None) for the request."""

    event: Planned | str | None
    result: AxisResult


def captured(evidence: Evidence, account: Account) -> tuple[AxisResult, list[Noticed]]:
    """The axis, and what was found for each event. One that failed decides, then one that could not be looked at."""
    events = [
        event
        for event in evidence.intent.planned
        if event.line is None or event.line.has_content or event.line.act in DISTRACTIONS
    ]
    found = [Noticed(event, _one(evidence, account, event)) for event in events]
    if not found:
        found.append(Noticed(None, _without_events(evidence)))
    found += [Noticed(text, heard_in_full(evidence, text)) for text in evidence.scenario.must_hear]
    for status in ("fail", "not_measured"):
        for noticed in found:
            if noticed.result.status == status:
                return noticed.result, found
    reasons = list(dict.fromkeys(noticed.result.reason for noticed in found))
    seqs = tuple(dict.fromkeys(seq for noticed in found for seq in noticed.result.events))
    return AxisResult("pass", "; ".join(reasons), seqs), found


def _one(evidence: Evidence, account: Account, event: Planned) -> AxisResult:
    if not event.applied:
        return evidence.result("not_measured", f"not applied: {event.name} did not happen in this call")
    if event.act is not None:
        if event.act.event.kind in DISTRACTIONS:
            return _distraction(evidence, event.act)
        return _content(evidence, event.act)
    assert event.fault is not None  # noqa: S101
    results = [_fault(evidence, account, event.fault, use) for use in event.hit]
    return min(results, key=lambda result: ("fail", "not_measured", "pass").index(result.status))


# -- what the caller did ---------------------------------------------------------------------------------------------------


def _next_content(evidence: Evidence, act: ActUse) -> int:
    later = [other.began for other in evidence.intent.content if other.began > act.began]
    return min(later, default=NEVER)


def _content(evidence: Evidence, act: ActUse) -> AxisResult:
    timeline = evidence.timeline
    if act.event.kind == "interruption":
        late = _not_yielded(evidence, act)
        if late is not None:
            return late
    until = _next_content(evidence, act)
    window = Window(evidence, act.ended, min(until, timeline.end))
    evidence_pos = _taken_up(evidence, act, window)
    if evidence_pos is not None:
        return evidence.result("pass", f"the agent took up the {act.event.kind}", evidence_pos, act.ended)
    acted = window.first_act()
    if acted is not None:
        if not changes_of(act.event) and not act.event.negates:
            return evidence.result("pass", f"the agent took up the {act.event.kind}", acted, act.ended)
        return evidence.result(
            "fail", f"the agent went on as if there had been no {act.event.kind}", acted, act.ended
        )
    if until < timeline.end:
        return evidence.result("pass", f"the {act.event.kind} was overtaken by the next one", until)
    if timeline.end_ms - timeline.ms(act.ended) >= NO_RESPONSE_MS:
        return evidence.result("fail", f"the agent did nothing after the {act.event.kind}", act.ended)
    return evidence.result("not_measured", f"the call ended right after the {act.event.kind}", act.ended)


def _not_yielded(evidence: Evidence, act: ActUse) -> AxisResult | None:
    for speech in evidence.timeline.agent:
        if speech.start < act.began < speech.end:
            # The last sound as it was measured, where that was done.
            ended = speech.utterance.end_ms
            if ended is None:
                ended = evidence.timeline.ms(speech.end)
            over = ended - evidence.timeline.ms(act.began)
            if over > YIELD_MS:
                return evidence.result(
                    "fail",
                    f"the agent spoke on for {over} ms after it was interrupted",
                    act.began,
                    speech.end,
                )
    return None


def _taken_up(evidence: Evidence, act: ActUse, window: Window) -> int | None:
    """Where the agent shows that it noticed what the caller changed."""
    new, old = changes_of(act.event), old_values_of(act.event)
    changed = [value for name, value in new.items() if canonical(value) != canonical(old.get(name))]
    step = evidence.intent.at(act.ended)
    for use in evidence.timeline.uses:
        if use.writes and act.began < use.cancelled < window.end and use.atoms - step.wanted.keys():
            return use.cancelled
        if window.holds(use.made) and (
            _carries(use, changed)
            or (use.writes and any(
                evidence.ledger.takes_back(atom, use.made, evidence.intent, use) for atom in use.atoms
            ))
        ):  # fmt: skip
            return use.made
    for speech in evidence.timeline.agent:
        if not (act.began < speech.start < window.end and speech.end > act.ended) or not speech.text:
            continue
        if any(evidence.words.affirms(speech.text, value) for value in changed):
            return speech.start
        if act.event.negates and _acknowledges_negation(evidence, speech.text):
            return speech.start
    return None


def _carries(use: ToolUse, values: list[Json]) -> bool:
    if isinstance(use.arguments, str):
        return False
    carried = {canonical(value) for value in use.arguments.values()}
    return any(canonical(value) in carried for value in values)


def _acknowledges_negation(evidence: Evidence, text: str) -> bool:
    if any(told.kind != "done" for told in told_in(text, evidence.words)):
        return True
    for clause in clauses_of(text, evidence.words):
        if clause.act in ("refused", "not_done", "undone"):
            return True
        if clause.topic in ("cancel", "undo", "keep", "remove", "return") and clause.act in (
            "announced",
            "promised",
            "done",
        ):
            return True
    return False


class Window:
    """From one position to another: what the agent did of its own accord in it.

    An utterance that is broken off by what ends the window was no chance to say anything.
    """

    def __init__(self, evidence: Evidence, start: int, end: int) -> None:
        self._evidence = evidence
        self.start, self.end = start, end

    def holds(self, pos: int) -> bool:
        return self.start < pos < self.end

    def first_act(self) -> int | None:
        """The first utterance that began, or call that was put together. A call only sent in it is no sign either way."""
        found = [
            speech.start
            for speech in self._evidence.timeline.agent
            if self.holds(speech.start) and not (speech.cut != NEVER and speech.end > self.end)
        ]
        found += [use.made for use in self._evidence.timeline.uses if self.holds(use.made)]
        return min(found, default=None)


def _distraction(evidence: Evidence, act: ActUse) -> AxisResult:
    timeline = evidence.timeline
    kind = act.event.kind
    limit = min(
        _next_content(evidence, act),
        timeline.at_ms(timeline.ms(act.ended) + NOISE_TAIL_MS + 1),
        len(timeline.events),
    )
    for speech in timeline.agent:
        if act.began < speech.cut < limit and not _caller_spoke(evidence, act, speech.cut):
            return evidence.result(
                "fail", f"the agent broke off because of the {kind}", speech.cut, act.began
            )
    for use in timeline.uses:
        if act.began < use.cancelled < limit and not _caller_spoke(evidence, act, use.cancelled):
            return evidence.result(
                "fail", f"the agent took back {use.name} because of the {kind}", use.cancelled, act.began
            )
    went_on = [speech.end for speech in timeline.agent if speech.end > act.ended]
    went_on += [pos for use in timeline.uses for pos in (use.made, use.sent) if act.ended < pos < NEVER]
    if went_on:
        return evidence.result("pass", f"the {kind} moved nothing", act.began)
    return evidence.result("not_measured", f"the agent did nothing more after the {kind}", act.began)


def _caller_spoke(evidence: Evidence, act: ActUse, pos: int) -> bool:
    """Whether another utterance of the caller explains it."""
    return any(act.ended < speech.start < pos for speech in evidence.timeline.caller)


# -- what the tools did ----------------------------------------------------------------------------------------------------


def _fault(evidence: Evidence, account: Account, fault: Fault, use: ToolUse) -> AxisResult:
    if fault.kind == "duplicate_delivery":
        if account.given:
            return evidence.result("pass", "a double delivery is nothing to notice", use.sent)
        return evidence.result("not_measured", "the agent never said what came of it", use.sent)
    if fault.kind in ("delay", "late_success"):
        return _late(evidence, account, use)
    if use.finished == NEVER:
        return evidence.result("not_measured", f"{use.name} was never answered", use.sent)
    if fault.kind == "acknowledged_but_lost":
        return _lost(evidence, use)
    unheard: int | None = None
    for pos, reaction, why in _reactions(evidence, use):
        if reaction == "unknown" and unheard is None:
            unheard = pos
        if reaction == "good" and unheard is not None:
            return evidence.result(
                "not_measured", f"nobody knows what the agent said after the {fault.kind}", unheard
            )
        if reaction == "good":
            return evidence.result(
                "pass", f"after the {fault.kind} of {use.name} the agent {why}", pos, use.finished
            )
        if reaction == "bad":
            return evidence.result(
                "fail", f"after the {fault.kind} of {use.name} the agent {why}", pos, use.finished
            )
    return evidence.result("not_measured", f"the agent did nothing more after the {fault.kind}", use.finished)


def _reactions(evidence: Evidence, use: ToolUse) -> Iterator[tuple[int, FaultReaction, str]]:
    """What the agent did after a faulty answer, in order."""
    acts: list[tuple[int, FaultReaction, str]] = []
    for other in evidence.timeline.uses:
        pos = other.made if other.made > use.finished else other.sent
        if other is use or not use.finished < pos < NEVER or (pos == other.made and other.sent == NEVER):
            continue
        if other.reads:
            # Looking up what only the faulty answer names is no second look at it.
            if not _goes_on_from(evidence, use, other):
                acts.append((pos, "good", "looked again"))
        elif other.name == use.name:
            acts.append((pos, "good", "tried again"))
        elif other.writes:
            acts.append((pos, "bad", f"went on to {other.name}"))
    for speech in evidence.timeline.agent:
        if speech.unplaced and speech.end > use.finished and speech.start < use.finished:
            acts.append((use.finished, "unknown", "spoke"))
        elif speech.start > use.finished and speech.text:
            acts.append((speech.start, *_reaction_in(evidence, speech)))
        elif speech.start > use.finished and speech.unknown:
            acts.append((speech.start, "unknown", "spoke"))
    yield from sorted(acts)


def _goes_on_from(evidence: Evidence, faulty: ToolUse, other: ToolUse) -> bool:
    if isinstance(other.arguments, str):
        return False
    named = {canonical(value) for row in rows_of(faulty.result) for value in row.values()}
    wanted = {
        canonical(value)
        for step in evidence.intent.steps
        for arguments in step.goals.values()
        for value in (arguments or {}).values()
    }
    asked = (
        {canonical(value) for value in faulty.arguments.values()}
        if not isinstance(faulty.arguments, str)
        else set()
    )
    carried = {canonical(value) for value in other.arguments.values()}
    return bool((carried & named) - wanted - asked)


def _reaction_in(evidence: Evidence, speech: Speech) -> tuple[FaultReaction, str]:
    text = speech.text or ""
    kinds = {told.kind for told in told_in(text, evidence.words)}
    if kinds & {"not_done", "refused", "taken_back"}:
        return "good", "said that it had not worked"
    if "done" in kinds:
        return "bad", "said that it was done"
    if _TROUBLE.search(text):
        return "good", "said that something was wrong"
    for clause in clauses_of(text, evidence.words):
        if clause.act == "asked" and not clause.asks_consent and not _CLOSING.search(clause.text):
            return "good", "asked"
    return "neutral", "spoke"


def _late(evidence: Evidence, account: Account, use: ToolUse) -> AxisResult:
    until = min(use.finished, use.cancelled, len(evidence.timeline.events))
    for other in evidence.timeline.uses:
        if other is not use and other.atoms == use.atoms and use.sent < other.sent < until and use.writes:
            return evidence.result(
                "fail", f"{use.name} was sent again while it was under way", other.sent, use.sent
            )
    for judged in account.judged:
        if (
            judged.kind == "not_done"
            and use.sent < judged.statement.pos < until
            and _is_about(judged.effects, use)
        ):
            return evidence.result(
                "fail",
                f"the agent gave {use.name} up before its answer",
                judged.statement.speech.start,
                use.sent,
            )
    unheard = [s.start for s in evidence.timeline.agent if use.sent < s.start < until and s.unknown]
    if unheard:
        return evidence.result(
            "not_measured", f"nobody knows what the agent said while {use.name} ran", unheard[0]
        )
    if use.in_time:
        return evidence.result("pass", f"the agent took {use.name} back", use.cancelled, use.sent)
    if use.finished == NEVER:
        return evidence.result("not_measured", f"{use.name} was never answered", use.sent)
    if use.reads or account.given:
        return evidence.result("pass", f"the agent waited for {use.name}", use.finished, use.sent)
    return evidence.result("not_measured", "the agent never said what came of it", use.finished)


def _is_about(effects: tuple[Effect, ...], use: ToolUse) -> bool:
    return not effects or any(effect.atoms == use.atoms for effect in effects)


def _lost(evidence: Evidence, use: ToolUse) -> AxisResult:
    looked = look_after(evidence, use)
    if looked is None:
        return evidence.result("fail", f"the agent never looked whether {use.name} had worked", use.finished)
    for other in evidence.timeline.uses:
        same = other.writes and other.atoms == use.atoms and is_told(other.effect)
        if same and looked.finished < other.sent < NEVER:
            return evidence.result(
                "pass", f"the agent looked, and sent {use.name} again", other.sent, looked.sent
            )
    for speech in evidence.timeline.agent:
        if speech.start > looked.finished and speech.text:
            kinds = {told.kind for told in told_in(speech.text, evidence.words)}
            if kinds & {"not_done", "refused", "taken_back"}:
                return evidence.result(
                    "pass", "the agent looked, and said that it had not worked", speech.start
                )
    return evidence.result(
        "fail",
        f"the agent looked, and took no notice of {use.name} having done nothing",
        looked.finished,
        use.finished,
    )


def look_after(evidence: Evidence, use: ToolUse) -> ToolUse | None:
    """The first read of what a call was about, after its answer."""
    for other in evidence.timeline.uses:
        if use.finished < other.sent < NEVER and evidence.knowledge.reads_record(other, use.atoms):
            return other
    return None


# -- a call without events -------------------------------------------------------------------------------------------------


def _without_events(evidence: Evidence) -> AxisResult:
    result = _task(evidence)
    missing = [event.name for event in evidence.intent.planned if not event.applied]
    if result.status == "pass" and missing:
        return evidence.result("not_measured", f"not applied: {', '.join(missing)}")
    return result


def _task(evidence: Evidence) -> AxisResult:
    """A plain task: the request itself was taken up, by a call or in words."""
    start = evidence.intent.requested
    if start == NEVER:
        return evidence.result("not_measured", "the caller never finished the request")
    step = evidence.intent.at(start)
    values = [value for arguments in step.goals.values() if arguments for value in arguments.values()]
    tools = {evidence.scenario.goals[name].tool for name in step.goals if name in evidence.scenario.goals}
    window = Window(evidence, start, NEVER)
    for use in evidence.timeline.uses:
        taken_up = _carries(use, values) if values else use.name in tools
        if window.holds(use.made) and taken_up:
            return evidence.result("pass", "the agent took up the request", use.made, start)
    for speech in evidence.timeline.agent:
        if not window.holds(speech.start) or not speech.text:
            continue
        if any(evidence.words.affirms(speech.text, value) for value in values):
            return evidence.result("pass", "the agent took up the request", speech.start, start)
    acted = window.first_act()
    if acted is not None:
        return evidence.result("fail", "the agent went on as if nothing had been asked", acted, start)
    return evidence.result("not_measured", "the agent did nothing after the request", start)

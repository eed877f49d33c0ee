"""active_state_correct: whether the state was what the caller wanted, whenever the agent used it after the last event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from callproof.evidence.events import Json
from callproof.scenario.model import Scenario
from callproof.scenario.sameness import canonical
from callproof.scoring.outcome.agent_state import HeldField
from callproof.scoring.outcome.effects import Atom, is_told
from callproof.scoring.outcome.evidence import Evidence
from callproof.scoring.outcome.intent import Step, last_event
from callproof.scoring.outcome.statements import TAKING_BACK, clauses_of, told_in
from callproof.scoring.outcome.timeline import NEVER, ToolUse
from callproof.scoring.outcome.verdicts import AxisResult


def active_state(evidence: Evidence) -> AxisResult:
    result = _reported(evidence)
    if result is None:
        result = replace(_inferred(evidence), inferred=True)
        # Without its writes nobody knows what a call took back.
        if result.status == "pass" and evidence.sees_all and evidence.unseen_writes:
            reason = "the log does not show all that was written"
            return replace(result, status="not_measured", reason=reason)
    if result.status == "pass" and not evidence.intent.whole:
        return replace(
            result, status="not_measured", reason="what should have happened did not happen in this call"
        )
    return result


def _reported(evidence: Evidence) -> AxisResult | None:
    """By the reports; None when the agent reported nothing, or nothing that is asked for here."""
    intent, reported = evidence.intent, evidence.agent_state
    if not reported.is_told:
        return None
    after = last_event(intent)
    if intent.requested == NEVER:
        return evidence.result("not_measured", "the caller never finished the request")
    checked: int | None = None
    empty: tuple[str, int] | None = None
    tells = False
    for pos, when, use in _use_points(evidence):
        if pos <= after:
            continue
        state = reported.at(pos)
        emptied = reported.emptied_at(pos)
        asked = _asked(evidence, pos)
        if not reported.names_any(asked):
            continue
        if state.keys().isdisjoint(asked):
            if emptied is not None and _may_forget(evidence, emptied):
                continue
            tells = True
            if emptied is not None and use is not None and not _takes_back(evidence, use):
                empty = empty or ("its state was reported empty", emptied)
            continue
        wrong = disagreement(evidence, state, pos)
        if wrong is not None and not wrong.is_empty:
            held = f"{when} its state still held {wrong.name} {wrong.value}"
            return evidence.result("fail", held, wrong.at, pos, pos=pos)
        if wrong is not None:
            empty = empty or (f"its state was reported without {wrong.name}", wrong.at)
        checked = max(field.at for field in state.values())
    if empty is not None:
        return evidence.result("not_measured", *empty)
    if checked is not None:
        return evidence.result("pass", "its state was what the caller wanted whenever it was used", checked)
    if not tells:
        return None
    return evidence.result("not_measured", "no report of the agent's state was in force after the last event")


def _use_points(evidence: Evidence) -> list[tuple[int, str, ToolUse | None]]:
    """The moments at which the agent uses its state, in order, each with words for people, and the call that it puts together."""
    points: list[tuple[int, str, ToolUse | None]] = [
        (int(use.built), f"when {use.name} was put together", use)
        for use in evidence.timeline.uses
        if use.writes and use.built != NEVER
    ]
    points += [
        (int(statement.speech.start), "when the agent gave its account", None)
        for statement in evidence.statements
        if statement.kind == "done"
    ]
    points.append((evidence.timeline.end, "at the end of the call", None))
    return sorted(points, key=lambda point: point[0])


def _asked(evidence: Evidence, pos: float) -> set[str]:
    """The fields of a state that tell something at a position: those of what is wanted, and an action where something is wanted no more."""
    goals = evidence.intent.at(pos).goals.values()
    wanted = {name for arguments in goals for name in arguments or ()}
    return wanted | evidence.agent_state.actions if None in goals else wanted


def disagreement(evidence: Evidence, state: Mapping[str, HeldField], pos: float) -> HeldField | None:
    """A field in which a state differs from all that is wanted at a position; also the tool of a goal that is wanted no more. It is one
    that is empty where no other differs."""
    wrong: HeldField | None = None
    for step in evidence.intent.current(pos):
        differs = _differs(state, step, evidence)
        if differs is None:
            return None
        if wrong is None or differs.is_empty:
            wrong = differs
    return wrong


def _differs(state: Mapping[str, HeldField], step: Step, evidence: Evidence) -> HeldField | None:
    wanted: dict[str, set[str | None]] = {}
    for arguments in step.goals.values():
        if arguments is not None:
            for name, value in arguments.items():
                wanted.setdefault(name, set()).add(canonical(value))
    given_up: set[str | None] | None = None
    empty: HeldField | None = None
    for name, field in state.items():
        if name in wanted:
            if canonical(field.value) in wanted[name]:
                continue
            if not field.is_empty:
                return field
            if not _is_forgotten(evidence, state, field):
                empty = empty or field
            continue
        if name not in evidence.agent_state.actions:
            continue
        if given_up is None:
            given_up = _given_up(step, evidence.scenario)
        held = canonical(field.value)
        if held in given_up and field.is_told and evidence.agent_state.tells_actions:
            return field
        if held in given_up or (given_up and held is None and not field.is_told):
            empty = empty or replace(field, is_told=False)
    return empty


def _may_forget(evidence: Evidence, pos: float) -> bool:
    """Whether an agent may have emptied its state at a position: all that was wanted had been done, or it had said that it could not be."""
    after = last_event(evidence.intent)
    return _are_done(evidence, pos) or any(
        statement.kind in ("not_done", "refused") and after < statement.speech.start < pos
        for statement in evidence.statements
    )


def _is_forgotten(evidence: Evidence, state: Mapping[str, HeldField], field: HeldField) -> bool:
    """Whether a field is empty because all that has it was done, and the agent holds nothing of that any more."""
    step = evidence.intent.at(field.at)
    for name, arguments in step.goals.items():
        if arguments is None or field.name not in arguments:
            continue
        others = [other for key, other in step.goals.items() if key != name and other is not None]
        if not _is_brought_about(evidence, name, arguments, field.at) or any(
            canonical(state[parameter].value) == canonical(value)
            for parameter, value in arguments.items()
            if parameter in state
            and not any(canonical(other.get(parameter)) == canonical(value) for other in others)
        ):
            return False
    return True


def _are_done(evidence: Evidence, pos: float) -> bool:
    return all(
        arguments is None or _is_brought_about(evidence, name, arguments, pos)
        for name, arguments in evidence.intent.at(pos).goals.items()
    )


def _is_brought_about(evidence: Evidence, goal: str, arguments: Mapping[str, Json], pos: float) -> bool:
    effect = evidence.meanings.effect(evidence.scenario.goals[goal].tool, arguments)
    return effect is not None and all(_is_done(evidence, atom, pos) for atom in effect.atoms)


def _is_done(evidence: Evidence, atom: Atom, pos: float) -> bool:
    if atom[0] != "read":
        return evidence.ledger.is_live(atom, pos) > 0
    return any(atom in use.atoms and use.finished < pos for use in evidence.timeline.uses)


def _given_up(step: Step, scenario: Scenario) -> set[str | None]:
    """The tools of goals that were wanted, and of none that is."""
    if None not in step.goals.values():
        return set()
    tools = {name: canonical(goal.tool) for name, goal in scenario.goals.items()}
    meant = {tools[name] for name, arguments in step.goals.items() if arguments is not None and name in tools}
    return {tools[name] for name in step.goals if name in tools} - meant


def _inferred(evidence: Evidence) -> AxisResult:
    """Without reports: by the arguments of the last write put together after the event, or by what was read back after it; in the other
    order where the record does not show when calls were put together."""
    after = last_event(evidence.intent)
    unheard = [s.start for s in evidence.timeline.agent if s.unknown and s.end > after]
    if unheard and not evidence.timeline.calls_built:
        return evidence.result("not_measured", "nobody knows all that the agent said", unheard[0])
    ways = (_by_arguments, _by_words) if evidence.timeline.calls_built else (_by_words, _by_arguments)
    for way in (_by_taking_back, *ways):
        result = way(evidence)
        if result is not None:
            return result
    return evidence.result(
        "not_measured", "nothing shows which state the agent acted on after the last event"
    )


def _by_arguments(evidence: Evidence) -> AxisResult | None:
    after = last_event(evidence.intent)
    calls = [use for use in evidence.write_calls() if use.made > after and not _takes_back(evidence, use)]
    if not calls:
        return None
    last = max(calls, key=lambda use: use.made)
    if not is_told(last.effect):
        return evidence.result(
            "not_measured", f"the arguments of {last.name} do not tell what it was to do", last.made
        )
    if evidence.is_wanted(last.atoms, last.made, last):
        return evidence.result("pass", f"{last.name} was put together with what was wanted", last.made)
    return evidence.result("fail", f"{last.name} was put together with what was not wanted", last.made)


def _by_taking_back(evidence: Evidence) -> AxisResult | None:
    """An agent that takes back what nobody wants any more, and does nothing else, knows that nobody does, however it says so."""
    after = last_event(evidence.intent)
    calls = [use for use in evidence.write_calls() if use.made > after]
    if not calls or evidence.intent.final.effects or not all(_takes_back(evidence, use) for use in calls):
        return None
    last = max(calls, key=lambda use: use.made)
    return evidence.result("pass", f"{last.name} took back what was no longer wanted", last.made)


def _takes_back(evidence: Evidence, use: ToolUse) -> bool:
    return bool(use.atoms) and all(
        evidence.ledger.takes_back(atom, use.made, evidence.intent, use) for atom in use.atoms
    )


def _by_words(evidence: Evidence) -> AxisResult | None:
    """The last utterance after the event that names a value the caller wanted at any time: the one in force, or another."""
    after = last_event(evidence.intent)
    for speech in reversed(evidence.timeline.agent):
        if speech.end <= after or not speech.text:
            continue
        if all(
            clause.act in ("asked", "offered") and not clause.asks_consent
            for clause in clauses_of(speech.text, evidence.words)
        ):
            continue
        if not any(evidence.intent.at(speech.start).goals.values()):
            # "I've cancelled the shipment" takes back, too.
            kinds = {
                "taken_back" if told.topic in TAKING_BACK else told.kind
                for told in told_in(speech.text, evidence.words)
            }
            if not kinds:
                continue
            if kinds == {"done"}:
                return evidence.result("fail", "the agent said that it was done", speech.start)
            return evidence.result("pass", "the agent said that nothing was to be done", speech.start)
        # "I could not refund $60 for order 6052": what was not done is denied, not what it was to be.
        failed = any(told.kind in ("not_done", "refused") for told in told_in(speech.text, evidence.words))
        says = evidence.words.names if failed else evidence.words.affirms
        named = False
        for wanted, outdated in _values_by_field(evidence, speech.start):
            now = any(says(speech.text, value) for value in wanted)
            named = named or now
            if not now and any(evidence.words.affirms(speech.text, value) for value in outdated):
                return evidence.result(
                    "fail", "the agent said values that were no longer wanted", speech.start
                )
        if named:
            return evidence.result("pass", "the agent said the values that were wanted", speech.start)
    return None


def _values_by_field(evidence: Evidence, pos: float) -> list[tuple[list[Json], list[Json]]]:
    """For each field of what was ever wanted: its values now, and those that it had at another time."""
    fields: dict[str, tuple[list[Json], list[Json]]] = {}
    for arguments in evidence.intent.at(pos).goals.values():
        for name, value in (arguments or {}).items():
            fields.setdefault(name, ([], []))[0].append(value)
    for step in evidence.intent.steps:
        for arguments in step.goals.values():
            for name, value in (arguments or {}).items():
                if name in fields and canonical(value) not in map(canonical, fields[name][0]):
                    fields[name][1].append(value)
    return list(fields.values())

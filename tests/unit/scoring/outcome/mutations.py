"""Directed mutations of a passing record: each does one thing that must never pass, and names the axes that have to notice.

A mutation gives None where the record has nothing for it to work on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from callproof.evidence.events import (
    AnyEvent,
    CallerBegan,
    CallerEnded,
    FaultInjected,
    SnapshotTaken,
    SpeechCut,
    SpeechEnded,
    SpeechStarted,
    SpeechText,
    StateReported,
    ToolBuilt,
    ToolCancelled,
    ToolFailed,
    ToolReturned,
    ToolSent,
    WriteCommitted,
)
from callproof.evidence.record import Record
from callproof.scenario.model import Axis, Scenario
from callproof.scoring.outcome.account import account_of
from callproof.scoring.outcome.effects import Meanings
from callproof.scoring.outcome.evidence import Evidence
from tests.unit.scoring.outcome.stories import renumbered

Mutate = Callable[[Record, Scenario], Record | None]
WRONG = "something else"


@dataclass(frozen=True)
class Mutation:
    """`axes`: none of them passes any more; with `fails` every one of them fails."""

    name: str
    mutate: Mutate
    axes: tuple[Axis, ...]
    fails: bool = True


def evidence_of(record: Record, scenario: Scenario) -> Evidence:
    return Evidence(record, scenario, Meanings(scenario.world))


# -- rows ------------------------------------------------------------------------------------------------------------------


def last_change(record: Record, scenario: Scenario) -> WriteCommitted | None:
    """The last write of something that is wanted in the end."""
    evidence = evidence_of(record, scenario)
    wanted = evidence.intent.final.wanted
    found = [
        commit.event for commit in evidence.timeline.commits if any(atom in wanted for atom in commit.changes)
    ]
    return found[-1] if found else None


def changed_column(write: WriteCommitted, scenario: Scenario) -> str | None:
    table = scenario.world.tables[write.table]
    after = write.after or {}
    before = write.before or {}
    for column, value in after.items():
        if column != table.key and column not in table.ignore and before.get(column) != value:
            return column
    return None


def altered(value: Any) -> Any:
    return value + 1 if isinstance(value, int | float) and not isinstance(value, bool) else WRONG


def with_after(record: Record, table: str, key: str, row: Mapping[str, Any] | None) -> list[AnyEvent]:
    """The events with another row in the snapshot after the call."""
    found: list[AnyEvent] = []
    for event in record.events:
        if isinstance(event, SnapshotTaken) and event.moment == "after":
            tables = {name: dict(rows) for name, rows in event.tables.items()}
            if row is None:
                tables[table].pop(key, None)
            else:
                tables[table][key] = row
            event = replace(event, tables=tables)
        found.append(event)
    return found


def stored_value(record: Record, scenario: Scenario) -> Record | None:
    write = last_change(record, scenario)
    column = changed_column(write, scenario) if write is not None else None
    if write is None or write.after is None or column is None:
        return None
    row = {**write.after, column: altered(write.after[column])}
    events = with_after(record, write.table, write.key, row)
    return Record(record.header, tuple(replace(e, after=row) if e is write else e for e in events))


def snapshot_value(record: Record, scenario: Scenario) -> Record | None:
    write = last_change(record, scenario)
    column = changed_column(write, scenario) if write is not None else None
    if write is None or write.after is None or column is None:
        return None
    row = {**write.after, column: altered(write.after[column])}
    return Record(record.header, tuple(with_after(record, write.table, write.key, row)))


def dropped_write(record: Record, scenario: Scenario) -> Record | None:
    """The write and its row."""
    write = last_change(record, scenario)
    if write is None:
        return None
    events = with_after(record, write.table, write.key, write.before)
    return renumbered(record, [event for event in events if event is not write])


def dropped_write_event(record: Record, scenario: Scenario) -> Record | None:
    write = last_change(record, scenario)
    if write is None:
        return None
    return renumbered(record, [event for event in record.events if event is not write])


def doubled_write(record: Record, scenario: Scenario) -> Record | None:
    write = last_change(record, scenario)
    if write is None:
        return None
    at = record.events.index(write)
    return renumbered(record, [*record.events[: at + 1], write, *record.events[at + 1 :]])


def row_from_nowhere(record: Record, scenario: Scenario) -> Record | None:
    table = next((name for name, t in scenario.world.tables.items()), None)
    if table is None:
        return None
    columns = scenario.world.tables[table].columns
    return Record(record.header, tuple(with_after(record, table, "999999", dict.fromkeys(columns, "999999"))))


# -- calls -----------------------------------------------------------------------------------------------------------------


def call_of(record: Record, write: WriteCommitted) -> list[AnyEvent]:
    return [
        event
        for event in record.events
        if (
            isinstance(
                event, ToolBuilt | ToolSent | ToolReturned | ToolFailed | ToolCancelled | WriteCommitted
            )
            and event.call == write.call
        )
    ]


def moved_write(record: Record, scenario: Scenario) -> Record | None:
    """The whole call before the last act that changed what is wanted."""
    write = last_change(record, scenario)
    acts = [
        event
        for event in record.events
        if isinstance(event, CallerBegan)
        and event.kind in ("correction", "negation", "interruption")
        and (event.negates or event.field is not None or event.new is not None)
    ]
    if write is None or not acts or record.events.index(acts[-1]) > record.events.index(write):
        return None
    call = call_of(record, write)
    if record.events.index(call[0]) < record.events.index(acts[-1]):
        return None
    at = record.events.index(acts[-1])
    moved = [replace(event, ms=acts[-1].ms) for event in call]
    rest = [event for event in record.events[at:] if event not in call]
    return renumbered(record, [*record.events[:at], *moved, *rest])


def other_arguments(record: Record, scenario: Scenario) -> Record | None:
    """What the call carried, other than what was written."""
    write = last_change(record, scenario)
    if write is None:
        return None
    call = call_of(record, write)
    sent = next(event for event in call if isinstance(event, ToolSent))
    tool = scenario.world.tools[sent.name]
    if not isinstance(sent.arguments, Mapping) or tool.write is None or not tool.write.values:
        return None
    name = next(p for p in reversed(tuple(tool.write.values.values())) if p in sent.arguments)
    arguments = {**sent.arguments, name: altered(sent.arguments[name])}
    return Record(
        record.header,
        tuple(
            replace(event, arguments=arguments)
            if event in call and isinstance(event, ToolBuilt | ToolSent)
            else event
            for event in record.events
        ),
    )


# -- words -----------------------------------------------------------------------------------------------------------------


def accounts(record: Record, scenario: Scenario) -> list[str]:
    """The utterances in which the agent says what it has done or not done."""
    account = account_of(evidence_of(record, scenario))
    return [judged.statement.speech.utterance.id for judged in account.judged]


def last_done(record: Record, scenario: Scenario) -> str | None:
    account = account_of(evidence_of(record, scenario))
    found = [
        judged.statement.speech.utterance.id
        for judged in account.judged
        if judged.kind == "done" and judged.statement.told.values
    ]
    return found[-1] if found else None


def without(record: Record, utterances: set[str]) -> list[AnyEvent]:
    return [
        event
        for event in record.events
        if not (
            isinstance(event, SpeechStarted | SpeechText | SpeechCut | SpeechEnded)
            and event.utterance in utterances
        )
    ]


def spoken_value(record: Record, scenario: Scenario) -> Record | None:
    """Another figure in the last account: the last one of the sentence, in figures."""
    name = last_done(record, scenario)
    if name is None:
        return None
    account = account_of(evidence_of(record, scenario))
    judged = [j for j in account.judged if j.statement.speech.utterance.id == name and j.kind == "done"][-1]
    told = judged.statement.told
    span = told.values[-1].text
    other = re.sub(r"\d+", lambda match: str(int(match.group()) + 1), span, count=1)
    if other == span:
        return None

    def reworded(event: AnyEvent) -> AnyEvent:
        if not isinstance(event, SpeechText) or event.utterance != name:
            return event
        at = told.start + told.text.rindex(span)
        return replace(event, text=event.text[:at] + other + event.text[at + len(span) :], words=())

    return Record(record.header, tuple(map(reworded, record.events)))


def spoken_choice(record: Record, scenario: Scenario) -> Record | None:
    """Another of the words that the tool takes, in the last account."""
    write, name = last_change(record, scenario), last_done(record, scenario)
    if write is None or name is None:
        return None
    said = next(e for e in record.events if isinstance(e, SpeechText) and e.utterance == name)
    sent = next(e for e in record.events if isinstance(e, ToolSent) and e.call == write.call)
    tool = scenario.world.tools[sent.name]
    choices = [choice for parameter in tool.parameters.values() for choice in parameter.choices]
    named = [choice for choice in choices if f" {choice}" in said.text]
    if not named:
        return None
    other = next(choice for choice in choices if choice != named[0])
    reworded = replace(said, text=said.text.replace(f" {named[0]}", f" {other}"), words=())
    return Record(record.header, tuple(reworded if event is said else event for event in record.events))


def early_confirmation(record: Record, scenario: Scenario) -> Record | None:
    """The account of what was done before the call was answered that did it."""
    write = last_change(record, scenario)
    name = last_done(record, scenario)
    if write is None or name is None:
        return None
    start = call_of(record, write)[0]
    at = record.events.index(start)
    spoken = [event for event in record.events if event not in without(record, {name})]
    if record.events.index(spoken[0]) < at:
        return None
    moved: list[AnyEvent] = [
        replace(event, ms=start.ms, words=())
        if isinstance(event, SpeechText)
        else replace(event, ms=start.ms)
        for event in spoken
    ]
    return renumbered(
        record, [*record.events[:at], *moved, *(e for e in record.events[at:] if e not in spoken)]
    )


def dropped_confirmation(record: Record, scenario: Scenario) -> Record | None:
    names = set(accounts(record, scenario))
    return renumbered(record, without(record, names)) if names else None


# -- conversation ----------------------------------------------------------------------------------------------------------


def stuck_state(record: Record, scenario: Scenario) -> Record | None:
    """Reports after the last correction that still hold the old value."""
    acts = [event for event in record.events if isinstance(event, CallerBegan) and event.field is not None]
    if not acts or acts[-1].old == acts[-1].new:
        return None
    last = acts[-1]
    if not any(isinstance(e, StateReported) and last.field in e.fields for e in record.events):
        return None
    later = [
        e
        for e in record.events
        if isinstance(e, CallerBegan) and e.seq > last.seq and (e.negates or e.kind == "request")
    ]
    ended = next((e for e in record.events if isinstance(e, CallerEnded) and e.act == last.act), None)
    if later or ended is None:
        return None
    field = last.field or ""
    return Record(
        record.header,
        tuple(
            replace(event, fields={**event.fields, field: last.old})
            if isinstance(event, StateReported) and event.seq > ended.seq
            else event
            for event in record.events
        ),
    )


def deaf_agent(record: Record, scenario: Scenario) -> Record | None:
    """After the last correction the agent says nothing of it and builds nothing new: it goes on with what it had."""
    acts = [
        event
        for event in record.events
        if isinstance(event, CallerBegan) and event.kind == "correction" and event.field is not None
    ]
    if not acts:
        return None
    ended = next((e for e in record.events if isinstance(e, CallerEnded) and e.act == acts[-1].act), None)
    if ended is None:
        return None
    calls = {e.call for e in record.events if isinstance(e, ToolBuilt | ToolSent) and e.seq > acts[-1].seq}
    calls |= {e.call for e in record.events if isinstance(e, ToolCancelled) and e.seq > acts[-1].seq}
    found: list[AnyEvent] = []
    for event in record.events:
        if isinstance(event, SpeechText) and event.speaker == "agent" and event.seq > ended.seq:
            event = replace(event, text="One moment, please.", words=())
        if (
            isinstance(
                event, ToolBuilt | ToolSent | ToolReturned | ToolFailed | ToolCancelled | WriteCommitted
            )
            and event.call in calls
            and event.seq > acts[-1].seq
        ):
            continue
        if isinstance(event, FaultInjected) and event.call in calls:
            continue
        found.append(event)
    return renumbered(record, found)


MUTATIONS = (
    Mutation("change a stored value", stored_value, ("backend_correct", "stale_write_prevented")),
    Mutation("change the snapshot", snapshot_value, ("backend_correct",)),
    Mutation("drop a write and its row", dropped_write, ("backend_correct",)),
    Mutation("drop a write from the log", dropped_write_event, ("backend_correct",)),
    Mutation("double a write", doubled_write, ("stale_write_prevented",)),
    Mutation("add a row from nowhere", row_from_nowhere, ("backend_correct",)),
    Mutation(
        "move a call before the last correction", moved_write, ("tool_args_correct", "stale_write_prevented")
    ),
    Mutation("change what a call carried", other_arguments, ("tool_args_correct", "stale_write_prevented")),
    Mutation("change a spoken value", spoken_value, ("confirmation_matches_backend",)),
    Mutation("say another choice", spoken_choice, ("confirmation_matches_backend",)),
    Mutation("confirm before the answer", early_confirmation, ("confirmation_matches_backend",)),
    Mutation("drop the confirmation", dropped_confirmation, ("confirmation_matches_backend",), fails=False),
    Mutation("leave the state as it was", stuck_state, ("active_state_correct",)),
    Mutation("do not hear the correction", deaf_agent, ("captured",)),
)

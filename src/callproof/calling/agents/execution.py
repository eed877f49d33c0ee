"""The pipeline's hands: look-ups, writing calls, their failures, and the look at the backend afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from callproof.calling.agent import Json, ToolError, ToolHandle
from callproof.calling.agents import wording
from callproof.calling.agents.defects import Defect
from callproof.calling.agents.planning import (
    Effect,
    column_of,
    fits_row,
    key_of,
    overwrites,
    rows_of,
    same_row,
)
from callproof.calling.agents.schemas import Parameter, ToolSchema
from callproof.calling.agents.wishes import Goal

if TYPE_CHECKING:
    from callproof.calling.agents.conversation import Conversation

# From putting a call together to sending it. Shorter than a turn of the caller's, longer than a pause for breath.
PREPARATION_MS = 500
# Longer than the time-out of a tool (1.5 s), or the agent would lose patience with every call that fails.
PATIENCE_MS = 2000
_NEXT_PATIENCE_MS = 4000
_LOOK_AGAIN_MS = 400
_MOST_LOOKS = 3
_MOST_ATTEMPTS = 3


class Hands:
    """Carries out the steps that need a tool. Every method ends when its step is done, or when the caller has made it pointless."""

    def __init__(self, at: Conversation) -> None:
        self._at = at
        self._catalogue = at.catalogue
        self._desk = at.desk
        self._rows: dict[tuple[str, Json], Mapping[str, Json]] = {}
        self._seen: dict[int, list[Mapping[str, Json]]] = {}
        self._attempts: dict[str, int] = {}
        self._series: dict[str, int] = {}
        self._announced_looking = False

    def _has(self, defect: Defect) -> bool:
        return defect in self._at.defects

    # -- looking -------------------------------------------------------------------------------------------------------

    async def open_profile(self, name: str) -> None:
        found = self._catalogue.profile()
        if found is None:
            return
        tool, parameter = found
        self._say_looking()
        rows = await self._look(
            tool,
            {parameter.name: name},
            lambda rows: any(fits_row({parameter.name: name}, row) for row in rows),
            believes=self._has("tool_result_unchecked"),
        )
        if rows:
            self._at.profile = rows[0]

    def knows(self, goal: Goal, name: str, row: Mapping[str, Json]) -> None:
        """A record that need not be looked up any more."""
        self._rows[name, row[name]] = row
        self._desk.looked_up.add((goal.number, name, row[name]))

    async def look_up(self, goal: Goal) -> None:
        """Finds the thing that a goal is about, and what is there of what the goal would add."""
        need = self._desk.looks_up(goal)
        tool = self._catalogue.tools[goal.tool]
        record = tool.record
        if need is None or record is None:
            return
        lookup, check = self._catalogue.lookup(record), self._catalogue.check(tool)
        self._say_looking()
        if check is not None and check is not lookup:
            self._seen[goal.number] = list(await self._look_for(tool, goal.arguments) or ())
        if lookup is not None:
            believes = self._has("tool_result_unchecked")
            rows = await self._look(
                lookup,
                {record.name: goal.arguments[record.name]},
                lambda rows: bool(rows) and self._is_complete(rows[0], tool, goal),
                believes=believes,
            )
            now = self._at.current(goal)
            if now is None or self._desk.looks_up(now) != need:
                return
            if believes:
                self._believe(now, record, rows)
            elif not rows:
                self._not_found(now, record)
                return
            else:
                self.knows(goal, record.name, rows[0])
                self._resolve_more(now, rows[0])
        self._desk.looked_up.add(need)

    def _is_complete(self, row: Mapping[str, Json], tool: ToolSchema, goal: Goal) -> bool:
        """Whether a row is the one asked for, has what the goal changes, and is not older than what the agent itself has written."""
        record = tool.record
        if (
            record is None
            or not fits_row({record.name: goal.arguments[record.name]}, row)
            or record.name not in row
        ):
            return False
        if tool.changes and not all(column_of(name, row) in row for name in goal.arguments):
            return False
        written = [
            e for e in self._desk.effects if e.status == "done" and e.goal.tool == goal.tool and tool.changes
        ]
        return all(
            fits_row(e.arguments, row)
            for e in written
            if e.arguments.get(record.name) == goal.arguments[record.name]
        )

    def _believe(self, goal: Goal, record: Parameter, rows: Sequence[Mapping[str, Json]] | None) -> None:
        """Takes the record out of whatever came back; without one there, stays with the record that is open."""
        row = rows[0] if rows else {}
        taken = row.get(record.name) or self._at.profile.get(record.name) or goal.arguments[record.name]
        self.knows(goal, record.name, {**row, record.name: taken})
        self._at.amend(goal, {record.name: taken})
        now = self._at.current(goal)
        if now is not None:
            self._resolve_more(now, row)

    def _resolve_more(self, goal: Goal, row: Mapping[str, Json]) -> None:
        """ "One more" than is there."""
        values = {
            name: row[name] + step for name, step in goal.more.items() if isinstance(row.get(name), int)
        }
        if values:
            self._at.amend(goal, values)
            self._at.settle_heard(goal.number, values)

    def _not_found(self, goal: Goal, record: Parameter) -> None:
        text = wording.not_found(record, goal.arguments[record.name])
        self._attempts[text] = self._attempts.get(text, 0) + 1
        if self._attempts[text] > 1:
            self._desk.given_up.add(goal.number)
            return
        self._at.voice.start(text)
        self._at.forget(goal, record.name)

    def _say_looking(self) -> None:
        if not self._announced_looking:
            self._announced_looking = True
            self._at.voice.start(wording.LOOKING_UP)

    async def _look(
        self,
        tool: ToolSchema,
        arguments: Mapping[str, Json],
        is_right: Callable[[Sequence[Mapping[str, Json]]], bool],
        *,
        believes: bool = False,
    ) -> Sequence[Mapping[str, Json]] | None:
        """The rows that a look shows; again while it fails or is not right. None when it never is. `believes`: whatever it is, it
        will do."""
        for attempt in range(_MOST_LOOKS):
            if attempt:
                await self._at.call.sleep(_LOOK_AGAIN_MS)
            if self._at.over:
                return None
            try:
                rows = rows_of(await self._at.call.tool(tool.name, **arguments))
            except ToolError:
                continue
            if rows is not None and (believes or is_right(rows)):
                return rows
        return None

    async def _look_for(
        self,
        tool: ToolSchema,
        arguments: Mapping[str, Json],
        *,
        row: Mapping[str, Json] | None = None,
        once: bool = False,
    ) -> Sequence[Mapping[str, Json]] | None:
        """The rows that show what a tool has done, at the worst the `row` that it has made; None when they cannot be had."""
        check, known = self._catalogue.check(tool), arguments
        if check is None and row:
            check, known = self._catalogue.lookup_of(row), row
        if check is None:
            return None
        about = {p.name: known[p.name] for p in check.required}

        def is_about(rows: Sequence[Mapping[str, Json]]) -> bool:
            return all(
                fits_row({n: v for n, v in about.items() if n in row}, row) and len(row) > 1 for row in rows
            )

        return await self._look(check, about, is_about, believes=once)

    # -- doing ---------------------------------------------------------------------------------------------------------

    async def do(self, goal: Goal) -> None:
        """Builds a call, prepares it, sends it and sees it through."""
        handle = self._at.call.build(goal.tool, self.payload(goal))
        stale = self._has("stale_tool_args")
        if not await self._at.prepare(PREPARATION_MS, lambda: stale or self._is_agreed(goal, goal)):
            handle.cancel()
            return
        at_send = self._at.current(goal) or goal
        self._at.reply()
        await self._send(handle, self._key(goal), lambda: not self._is_agreed(goal, at_send))
        if handle.status == "cancelled":
            return
        # The defect: what the caller has said meanwhile is taken for done with it.
        booked = (self._at.current(goal) or goal) if self._has("inflight_call_not_cancelled") else at_send
        self._book(goal, booked, handle)

    def _is_agreed(self, goal: Goal, wanted: Goal) -> bool:
        """Whether the caller still agrees to a goal, and wants what they wanted."""
        return key_of(goal) in self._desk.agreed and self._at.current(goal) == wanted

    def payload(self, goal: Goal) -> dict[str, Json]:
        return {name: value for name, value in goal.arguments.items() if value is not None}

    def _book(self, goal: Goal, booked: Goal, handle: ToolHandle) -> None:
        result = handle.result if handle.status == "returned" else None
        row = result.get("record") if isinstance(result, dict) else None
        effect = Effect(goal, booked, dict(handle.arguments), "done", row if isinstance(row, dict) else None)
        effect.before = self._before(goal)
        if isinstance(result, dict) and result.get("ok", True) is not False:
            self._series[key_of(goal)] = self._series.get(key_of(goal), 0) + 1
            self._desk.again.pop(goal.number, None)
            self._replace(effect)
            return
        self._attempts[key_of(goal)] = self._attempts.get(key_of(goal), 0) + 1
        effect.status = "unknown"
        self._replace(effect)
        if self._attempts[key_of(goal)] >= _MOST_ATTEMPTS:
            self._desk.given_up.add(goal.number)
            self._desk.again.pop(goal.number, None)
        elif self._has("stale_tool_args"):
            self._desk.again[goal.number] = goal
        if not self._has("unsafe_retry") and not self._at.caller_talking:
            self._at.voice.start(wording.LET_ME_CHECK)

    def _replace(self, effect: Effect) -> None:
        """Adds an effect; those that it has overwritten, and the open question about the same goal, are gone."""
        tool = self._catalogue.tools[effect.goal.tool]
        target = Goal(effect.goal.number, effect.goal.tool, effect.arguments)
        for other in list(self._desk.effects):
            if other.goal.number != effect.goal.number:
                continue
            if other.status == "unknown":
                self._desk.effects.remove(other)
            elif other.status == "done" and overwrites(target, other, tool) and effect.status == "done":
                effect.before = {**(effect.before or {}), **(other.before or {})}
                self._desk.effects.remove(other)
        self._desk.effects.append(effect)

    def _before(self, goal: Goal) -> Mapping[str, Json] | None:
        tool = self._catalogue.tools[goal.tool]
        if tool.record is None or not tool.changes:
            return None
        record = tool.record.name
        row = self._rows.get((record, goal.arguments.get(record)), {})
        columns = {name: column_of(name, row) for name in goal.arguments}
        before = {name: row[column] for name, column in columns.items() if column in row}
        return before if len(before) == len(goal.arguments) else None

    def _key(self, goal: Goal) -> str | None:
        """One key for all attempts at one thing. Unsafe: another one for every attempt, so that nobody can tell them apart."""
        if self._has("missing_idempotency_key"):
            return None
        key = f"{key_of(goal)}:{self._series.get(key_of(goal), 0)}"
        attempt = self._attempts.get(key_of(goal), 0)
        return f"{key}:{attempt}" if attempt and self._has("unsafe_retry") else key

    async def _send(self, handle: ToolHandle, key: str | None, outdated: Callable[[], bool]) -> None:
        """Sends a call and waits for its end, taking it back where the caller no longer wants it."""
        at = self._at
        handle.send(key=key)
        tried = self._has("inflight_call_not_cancelled")
        waiting_since, patience = at.call.now_ms, PATIENCE_MS
        while handle.status == "sent" and not at.over:
            if not tried and outdated():
                tried = True
                if handle.cancel():
                    return
            if not at.caller_talking:
                at.reply()
            if at.caller_talking:
                await at.hear_on()
                waiting_since = at.call.now_ms
            elif at.voice.speaking:
                await at.wait(_LOOK_AGAIN_MS)
                waiting_since = at.call.now_ms
            elif at.call.now_ms - waiting_since < patience:
                await at.wait(waiting_since + patience - at.call.now_ms)
            else:
                await self._lose_patience()
                waiting_since, patience = at.call.now_ms, _NEXT_PATIENCE_MS

    async def _lose_patience(self) -> None:
        if not self._has("premature_confirmation"):
            self._at.voice.start(wording.WAITING)
        elif not self._at.is_told:
            await self._at.give_account()

    # -- making sure ---------------------------------------------------------------------------------------------------

    async def resolve(self, effect: Effect) -> None:
        """Looks whether a call that failed has had its effect all the same. Always looked at: it decides about a second call."""
        tool = self._catalogue.tools[effect.goal.tool]
        rows = await self._look_for(tool, effect.arguments)
        if rows is None:
            self._desk.effects.remove(effect)
            self._desk.given_up.add(effect.goal.number)
            self._desk.again.pop(effect.goal.number, None)
            return
        row = self._row_of(effect, rows)
        if row is None and effect.row is not None:
            effect.status, effect.checked = "taken_back", True
        elif row is None:
            self._desk.effects.remove(effect)
        else:
            effect.status, effect.row, effect.checked = "done", row, True
            self._desk.given_up.discard(effect.goal.number)
            if self._desk.again.pop(effect.goal.number, None) is not None:
                effect.booked = self._at.current(effect.goal) or effect.goal

    async def check(self, effect: Effect) -> None:
        """Looks at the backend after a call: is it as the tool said?"""
        tool = self._catalogue.tools[effect.goal.tool]
        ignores = self._has("tool_result_unchecked")
        for attempt in range(2):
            if attempt:
                await self._at.call.sleep(_LOOK_AGAIN_MS)
            rows = await self._look_for(tool, effect.arguments, row=effect.row, once=ignores)
            there = rows is None or self._row_of(effect, rows) is not None
            if ignores or rows is None or there == (effect.status == "done"):
                effect.checked = True
                if rows and tool.record is not None and not ignores and tool.changes:
                    self._rows[tool.record.name, effect.arguments[tool.record.name]] = rows[0]
                return
            if effect not in self._desk.effects or self._at.over:
                return
        if effect.status == "taken_back":
            effect.status = "done"
            return
        self._desk.effects.remove(effect)
        lost = f"lost:{key_of(effect.goal)}"
        self._attempts[lost] = self._attempts.get(lost, 0) + 1
        if self._attempts[lost] >= _MOST_ATTEMPTS:
            self._desk.given_up.add(effect.goal.number)

    def _row_of(self, effect: Effect, rows: Sequence[Mapping[str, Json]]) -> Mapping[str, Json] | None:
        """The row that an effect has made or changed, as long as it stands."""
        tool = self._catalogue.tools[effect.goal.tool]
        if tool.changes or not effect.row:
            known = self._seen.get(effect.goal.number, []) + [
                e.row for e in self._desk.effects if e is not effect and e.row and not tool.changes
            ]
            return next(
                (
                    row
                    for row in rows
                    if fits_row(effect.arguments, row) and not any(same_first(row, other) for other in known)
                ),
                None,
            )
        return next((row for row in rows if same_row(effect.row, row)), None)

    async def take_back(self, effect: Effect) -> None:
        """Undoes what is no longer wanted: with the tool for it, or by setting back what was there."""
        tool = self._catalogue.tools[effect.goal.tool]
        call = self._undoing(effect, tool)
        if call is None:
            effect.stuck = True
            return
        handle = self._at.call.build(*call)
        if not await self._at.prepare(PREPARATION_MS, lambda: self._is_unwanted(effect)):
            handle.cancel()
            return
        name = f"back:{key_of(effect.goal)}:{self._series.get(key_of(effect.goal), 0)}"
        self._attempts[name] = self._attempts.get(name, 0) + 1
        await self._send(handle, None if self._has("missing_idempotency_key") else name, lambda: False)
        if handle.status == "returned" and isinstance(handle.result, dict):
            effect.status, effect.checked = "taken_back", False
        elif self._attempts[name] >= _MOST_ATTEMPTS:
            effect.stuck = True
        else:
            effect.row = effect.row or {}
            effect.status = "unknown"

    def _is_unwanted(self, effect: Effect) -> bool:
        now = self._at.current(effect.goal)
        return now is None or now != effect.booked

    def _undoing(self, effect: Effect, tool: ToolSchema) -> tuple[str, Mapping[str, Json]] | None:
        if tool.changes:
            return (tool.name, effect.before) if effect.before else None
        row = effect.row or {}
        undo = self._catalogue.taking_back(tool, row)
        return (undo.name, {p.name: row[p.name] for p in undo.required}) if undo is not None else None


def same_first(one: Mapping[str, Json], other: Mapping[str, Json]) -> bool:
    """Whether two rows bear the same key, which comes first in a row."""
    name = next(iter(one), None)
    return name is not None and name in other and one[name] == other[name]

"""Calls written down as stories: what was said, called and written, one line each; times, rows and snapshots follow from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from callproof.evidence.events import (
    AnyEvent,
    CallerBegan,
    CallerEnded,
    FaultInjected,
    LineConnected,
    LineEnded,
    LineError,
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
    Word,
    WriteCommitted,
)
from callproof.evidence.record import Header, Record
from callproof.scenario.model import Goal, Line, Scenario
from callproof.scenario.worlds import Parameter, Read, Table, Tool, World, Write

TEXT = Parameter(type="string")
COUNT = Parameter(type="integer")
MS_A_WORD = 300

SHOP = World(
    tables={
        "orders": Table(
            key="order_number",
            columns={
                "order_number": "text",
                "item": "text",
                "quantity": "integer",
                "delivery_date": "text",
                "status": "text",
            },
            rows=(
                {
                    "order_number": "4821",
                    "item": "copper pan",
                    "quantity": 2,
                    "delivery_date": "2026-03-11",
                    "status": "open",
                },
                {
                    "order_number": "4281",
                    "item": "iron pan",
                    "quantity": 1,
                    "delivery_date": "2026-03-12",
                    "status": "open",
                },
                {
                    "order_number": "5590",
                    "item": "steel pot",
                    "quantity": 5,
                    "delivery_date": "2026-03-18",
                    "status": "open",
                },
            ),
        ),
        "shipments": Table(
            key="id",
            columns={"id": "integer", "order_number": "text", "created": "text", "state": "text"},
            ignore=("created",),
            void={"state": "cancelled"},
        ),
        "refunds": Table(key="id", columns={"id": "integer", "order_number": "text", "amount": "number"}),
    },
    tools={
        "get_order": Tool(
            description="one order",
            parameters={"order_number": TEXT},
            read=Read(table="orders", record="order_number"),
        ),
        "find_shipments": Tool(
            description="shipments of an order",
            parameters={"order_number": TEXT},
            read=Read(table="shipments", where={"order_number": "order_number"}),
        ),
        "find_refunds": Tool(
            description="refunds of an order",
            parameters={"order_number": TEXT},
            read=Read(table="refunds", where={"order_number": "order_number"}),
        ),
        "set_delivery_date": Tool(
            description="another day",
            parameters={"order_number": TEXT, "delivery_date": TEXT},
            write=Write(
                kind="set",
                table="orders",
                record="order_number",
                values={"delivery_date": "delivery_date"},
            ),
            cancellable=True,
        ),
        "set_quantity": Tool(
            description="another quantity",
            parameters={"order_number": TEXT, "quantity": COUNT},
            write=Write(kind="set", table="orders", record="order_number", values={"quantity": "quantity"}),
            cancellable=True,
        ),
        "ship_order": Tool(
            description="ships an order",
            parameters={"order_number": TEXT},
            write=Write(
                kind="insert",
                table="shipments",
                values={"order_number": "order_number"},
                constants={"state": "booked"},
            ),
            keyed=True,
            cancellable=True,
            undo="recall_shipment",
        ),
        "recall_shipment": Tool(
            description="takes a shipment back",
            parameters={"id": COUNT},
            write=Write(kind="set", table="shipments", record="id", constants={"state": "cancelled"}),
        ),
        "refund": Tool(
            description="pays money back",
            parameters={"order_number": TEXT, "amount": Parameter(type="number")},
            write=Write(
                kind="insert",
                table="refunds",
                values={"order_number": "order_number", "amount": "amount"},
            ),
            keyed=True,
        ),
    },
)
REQUEST = Line(id="l1", say="Please.", request="main")


def scenario(
    tool: str, arguments: Mapping[str, Any], *lines: Line, world: World = SHOP, **settings: Any
) -> Scenario:
    """A scenario with one goal, the request as line l1, and further lines."""
    settings.setdefault("category", "task")
    return Scenario(
        id="story",
        world=world,
        goals={"main": Goal(tool=tool, arguments=arguments)},
        script=(REQUEST, *lines),
        **settings,
    )


class Story:
    """Writes the events of a call. Every utterance takes 300 ms a word; `wait` lets time pass.

    `clock` is the header's; live calls have a grace.
    """

    def __init__(self, scenario: Scenario, *, clock: Any = "virtual", timed_words: bool = True) -> None:
        self.scenario = scenario
        self.events: list[AnyEvent] = []
        self.ms = 0
        self.rows: dict[str, dict[str, dict[str, Any]]] = {
            name: {str(row[table.key]): dict(row) for row in table.rows}
            for name, table in scenario.world.tables.items()
        }
        self._clock = clock
        self._timed = timed_words
        self._utterances = 0
        self._version = 0
        self._calls: dict[str, tuple[str, Mapping[str, Any]]] = {}
        self._put(LineConnected, by="harness")
        self._snapshot("before")
        self.says("Northwind, how can I help?")

    # -- speech --------------------------------------------------------------------------------------------------------

    def says(self, text: str, *, cut_after: int | None = None) -> Story:
        """The agent speaks; with `cut_after` it is broken off after that many words."""
        name, words = self._start("agent", text)
        if cut_after is not None:
            self.ms += cut_after * MS_A_WORD
            played = "".join(word.text for word in words[:cut_after]).rstrip()
            self._put(SpeechCut, speaker="agent", utterance=name, played=played)
        else:
            self.ms += len(words) * MS_A_WORD
        self._put(SpeechEnded, speaker="agent", utterance=name)
        self.ms += 400
        return self

    def hears(self, text: str, *, heard: str | None = None) -> Story:
        """The caller speaks, outside of any act."""
        name, words = self._start("caller", text)
        self.ms += len(words) * MS_A_WORD
        if heard is not None:
            self._put(SpeechText, speaker="caller", utterance=name, kind="heard", text=heard)
        self._put(SpeechEnded, speaker="caller", utterance=name)
        self.ms += 300
        return self

    def _start(self, speaker: str, text: str) -> tuple[str, tuple[Word, ...]]:
        name = f"u{self._utterances}"
        self._utterances += 1
        pieces = text.split(" ")
        words = tuple(
            Word(
                piece + (" " if n + 1 < len(pieces) else ""),
                self.ms + n * MS_A_WORD,
                self.ms + (n + 1) * MS_A_WORD,
            )
            for n, piece in enumerate(pieces)
        )
        self._put(SpeechStarted, speaker=speaker, utterance=name)
        self._put(
            SpeechText,
            speaker=speaker,
            utterance=name,
            kind="said",
            text=text,
            words=words if self._timed else (),
        )
        return name, words

    # -- the caller's acts -----------------------------------------------------------------------------------------------

    def request(self, text: str = "Please.", *, heard: str | None = None) -> Story:
        goal = self.scenario.goals["main"]
        self._put(CallerBegan, act="l1", kind="request", goal="main", new=dict(goal.arguments))
        self.hears(text, heard=heard)
        self._put(CallerEnded, act="l1")
        return self

    def act(self, id: str, text: str = "No, sorry.", *, heard: str | None = None) -> Story:
        """The line `id` of the scenario, with what it changes; the values before are those of the goal."""
        self.begin(id)
        if self._line(id).act == "noise":
            self.ms += 600
        else:
            self.hears(text, heard=heard)
        return self.finish(id)

    def begin(self, id: str) -> Story:
        line = self._line(id)
        old = self.scenario.goals["main"].arguments
        fields: dict[str, Any] = {}
        if len(line.changes) == 1:
            ((name, value),) = line.changes.items()
            fields = {"field": name, "old": old.get(name), "new": value}
        elif line.changes:
            fields = {"old": {name: old.get(name) for name in line.changes}, "new": dict(line.changes)}
        self._put(
            CallerBegan,
            act=id,
            kind=line.act,
            goal="main",
            negates=line.negates or line.act == "negation",
            **fields,
        )
        return self

    def finish(self, id: str) -> Story:
        self._put(CallerEnded, act=id)
        return self

    def _line(self, id: str) -> Line:
        return next(line for line in self.scenario.script if line.id == id)

    # -- tools -----------------------------------------------------------------------------------------------------------

    def build(self, call: str, tool: str, **arguments: Any) -> Story:
        self._calls[call] = (tool, arguments)
        self._put(ToolBuilt, call=call, name=tool, arguments=arguments)
        return self

    def send(self, call: str, *, key: str | None = None) -> Story:
        tool, arguments = self._calls[call]
        self._put(ToolSent, call=call, name=tool, arguments=arguments, idempotency_key=key)
        return self

    def fault(self, call: str, kind: Any) -> Story:
        self._put(FaultInjected, call=call, kind=kind)
        return self

    def commit(self, call: str) -> Story:
        """Carries out what the tool declares."""
        tool, arguments = self._calls[call]
        write = self.scenario.world.tools[tool].write
        assert write is not None
        rows = self.rows[write.table]
        table = self.scenario.world.tables[write.table]
        values = {**write.constants, **{c: arguments[p] for c, p in write.values.items() if p in arguments}}
        before: dict[str, Any] | None
        after: dict[str, Any] | None
        if write.kind == "insert":
            key = str(len(rows) + 1)
            before, after = None, {table.key: len(rows) + 1, **values, "created": f"at {self.ms}"}
            after = {name: value for name, value in after.items() if name in table.columns}
        else:
            assert write.record is not None
            key = str(arguments[write.record])
            before = dict(rows[key])
            after = None if write.kind == "delete" else {**before, **values}
        if after is None:
            del rows[key]
        else:
            rows[key] = after
        self._put(WriteCommitted, table=write.table, key=key, before=before, after=after, call=call)
        return self

    def returns(self, call: str, result: Any = ...) -> Story:
        """What the tool answers: the row of a read, `ok` of a write, or what is given."""
        if result is ...:
            result = self._answer(call)
        self._put(ToolReturned, call=call, result=result)
        return self

    def _answer(self, call: str) -> Any:
        tool, arguments = self._calls[call]
        declared = self.scenario.world.tools[tool]
        if declared.read is None:
            return {"ok": True}
        rows = self.rows[declared.read.table]
        if declared.read.record is not None:
            row = rows.get(str(arguments[declared.read.record]))
            return dict(row) if row is not None else None
        return [
            dict(row)
            for row in rows.values()
            if all(row.get(column) == arguments[name] for column, name in declared.read.where.items())
        ]

    def fails(self, call: str, reason: Any = "error") -> Story:
        self._put(ToolFailed, call=call, reason=reason, message="500 internal error")
        return self

    def cancel(self, call: str, *, in_time: bool = True) -> Story:
        self._put(ToolCancelled, call=call, in_time=in_time)
        return self

    def read(self, call: str, tool: str = "get_order", result: Any = ..., **arguments: Any) -> Story:
        """Looks something up, from beginning to end."""
        return self.build(call, tool, **arguments).send(call).wait(100).returns(call, result)

    def write(self, call: str, tool: str, *, key: str | None = None, **arguments: Any) -> Story:
        """A write that goes well, from beginning to end."""
        return (
            self.build(call, tool, **arguments)
            .wait(50)
            .send(call, key=key)
            .wait(150)
            .commit(call)
            .wait(150)
            .returns(call)
        )

    # -- the rest ----------------------------------------------------------------------------------------------------------

    def state(self, **fields: Any) -> Story:
        self._version += 1
        self._put(StateReported, version=self._version, fields=fields)
        return self

    def error(self, by: Any, message: str, *, part: Any = None) -> Story:
        self._put(LineError, by=by, message=message, part=part)
        return self

    def wait(self, ms: int) -> Story:
        self.ms += ms
        return self

    def end(self, *, by: Any = "caller", reason: str = "goodbye") -> Record:
        self._put(LineEnded, by=by, reason=reason)
        self._snapshot("after")
        return self.record()

    def record(self) -> Record:
        return Record(Header(id=self.scenario.id, format="callproof", clock=self._clock), tuple(self.events))

    def _snapshot(self, moment: str) -> None:
        tables = {name: {key: dict(row) for key, row in rows.items()} for name, rows in self.rows.items()}
        self._put(SnapshotTaken, moment=moment, tables=tables)

    def _put(self, event: Any, /, **fields: Any) -> None:
        self.events.append(event(ms=self.ms, seq=len(self.events), quality="measured", **fields))


def renumbered(record: Record, events: list[AnyEvent]) -> Record:
    """Events in a new order: each keeps its time as far as the order lets it."""
    found: list[AnyEvent] = []
    ms = 0
    for seq, event in enumerate(events):
        ms = max(ms, event.ms)
        found.append(replace(event, ms=ms, seq=seq))
    return Record(record.header, tuple(found))

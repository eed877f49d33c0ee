"""`Tools`: carries out tool calls on a backend."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from callproof.calling.world.arguments import checked
from callproof.calling.world.database import ApiError, Backend, Change, Transaction
from callproof.calling.world.functions import ToolRegistry
from callproof.calling.world.values import MisfitError, coerced
from callproof.errors import HarnessError, InputError, Problem, did_you_mean
from callproof.scenario.worlds import Json, Read, Tool, World, Write

NO_FUNCTIONS = ToolRegistry()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of a call: the rows it wrote, and its result or its error (`404 no order 4281`).

    `deduplicated`: its idempotency key had been seen; the result is that of the first call, and nothing was done.
    """

    changes: tuple[Change, ...] = ()
    result: Json = None
    error: str | None = None
    deduplicated: bool = False


class Tools:
    """The tools of one call.

    `world` is the one with the declarations of the functions in it; hand its schemas to the agent, not those of the world
    that was given.
    """

    def __init__(
        self, world: World, backend: Backend, functions: ToolRegistry = NO_FUNCTIONS, *, file: str = ""
    ) -> None:
        self.world = functions.merged(world)
        if problems := list(tool_problems(self.world, functions, file)):
            raise InputError(problems)
        self.backend = backend
        self._functions = functions
        self._answers: dict[tuple[str, str], tuple[dict[str, Json], Json]] = {}

    def run(self, name: str, arguments: Mapping[str, Json] | str, *, key: str | None = None) -> Answer:
        """Carries out a call. `key` is its idempotency key, which means nothing to a tool that takes none.

        Every mistake of the agent is an answer. Raises HarnessError when the world itself is at fault.
        """
        return self._run(name, arguments, key, keep=True)

    def rehearse(self, name: str, arguments: Mapping[str, Json] | str, *, key: str | None = None) -> Answer:
        """What `run` would answer, and nothing of it stays: for a call that is acknowledged and lost."""
        return self._run(name, arguments, key, keep=False)

    def _run(self, name: str, arguments: Mapping[str, Json] | str, key: str | None, *, keep: bool) -> Answer:
        tool = self.world.tools.get(name)
        if tool is None:
            return Answer(error=f"404 no tool {name}")
        try:
            given = checked(tool, arguments)
            seen = (name, key) if tool.keyed and key else None
            if seen is not None and seen in self._answers:
                return self._again(given, *self._answers[seen])
            with self.backend.transaction(keep=keep) as transaction:
                result = self._work(transaction, name, tool, given)
                if transaction.changes and tool.write is None:
                    tables = ", ".join(sorted({change.table for change in transaction.changes}))
                    raise HarnessError(
                        f"the function of the tool {name} wrote to {tables}, but the tool declares no write; "
                        "a judge could not tell what its calls mean: declare it with write=Write(...)"
                    )
        except ApiError as error:
            return Answer(error=str(error))
        if not keep:
            return Answer(result=result)
        if seen is not None:
            self._answers[seen] = (given, copy.deepcopy(result))
        return Answer(changes=tuple(transaction.changes), result=result)

    @staticmethod
    def _again(given: dict[str, Json], first: dict[str, Json], result: Json) -> Answer:
        if given != first:
            raise ApiError(409, "this idempotency key was used with other arguments")
        result = copy.deepcopy(result)
        if isinstance(result, dict):
            result["deduplicated"] = True
        return Answer(result=result, deduplicated=True)

    def _work(self, transaction: Transaction, name: str, tool: Tool, given: Mapping[str, Json]) -> Json:
        function = self._functions.get(name)
        if function is not None:
            try:
                result = function.run(transaction, given)
                # An answer of null tells an agent nothing; of a function that did nothing there is nothing to tell.
                return {"ok": True} if result is None and transaction.changes else result
            except (ApiError, HarnessError, SQLAlchemyError):
                raise
            except (Exception, SystemExit, KeyboardInterrupt) as error:
                raise ApiError(500, f"internal error ({name}: {type(error).__name__}: {error})") from error
        if tool.write is not None:
            return self._write(transaction, tool.write, given)
        if tool.read is not None:
            return self._read(transaction, tool.read, given)
        raise HarnessError(f"the tool {name} declares neither a write nor a read, and has no function")

    def _write(self, transaction: Transaction, write: Write, given: Mapping[str, Json]) -> Json:
        values = {**self._columns(write.table, write.values, given), **write.constants}
        if write.kind == "insert":
            return {"ok": True, "record": transaction.insert(write.table, values)}
        record = given[write.record] if write.record is not None else None
        if write.kind == "delete":
            transaction.delete(write.table, record)
            return {"ok": True, "record": None}
        if not values:
            raise ApiError(400, f"nothing to change; give at least one of {', '.join(write.values.values())}")
        return {"ok": True, "record": transaction.update(write.table, record, values)}

    def _read(self, transaction: Transaction, read: Read, given: Mapping[str, Json]) -> Json:
        if read.record is not None:
            return transaction.get(read.table, given[read.record])
        return transaction.find(read.table, self._columns(read.table, read.where, given))

    def _columns(self, table: str, filled: Mapping[str, str], given: Mapping[str, Json]) -> dict[str, Json]:
        columns = self.world.tables[table].columns
        values = {}
        for column, parameter in filled.items():
            if parameter in given:
                try:
                    values[column] = coerced(given[parameter], columns[column])
                except MisfitError as error:
                    raise ApiError(400, f"{parameter}: {error}") from None
        return values


def tool_problems(world: World, functions: ToolRegistry = NO_FUNCTIONS, file: str = "") -> Iterator[Problem]:
    """Where a tool's declaration names what is not there, or could never be carried out."""
    for name, tool in world.tools.items():
        place = f"tools.{name}"
        if tool.write is not None and tool.read is not None:
            yield Problem(file, place, "declares both a write and a read; one tool does one of them")
        if tool.write is None and tool.read is None and functions.get(name) is None:
            yield Problem(file, place, "declares neither a write nor a read")
        if tool.undo is not None and tool.undo not in world.tools:
            near = did_you_mean(tool.undo, world.tools)
            yield Problem(file, f"{place}.undo", f"no tool is called {tool.undo!r}.{near}")
        if not 0 <= tool.commit_after_ms <= tool.reply_after_ms:
            yield Problem(
                file, f"{place}.reply_after_ms", "is before commit_after_ms, or one of them is negative"
            )
        if tool.write is not None:
            yield from _write_problems(world, tool, tool.write, file, f"{place}.write")
        if tool.read is not None:
            yield from _link_problems(
                world, tool, (tool.read.table, tool.read.record, tool.read.where), file, f"{place}.read"
            )


def _write_problems(world: World, tool: Tool, write: Write, file: str, place: str) -> Iterator[Problem]:
    yield from _link_problems(world, tool, (write.table, write.record, write.values), file, place)
    table = world.tables.get(write.table)
    if write.kind != "insert" and write.record is None:
        yield Problem(file, f"{place}.record", f"is missing: which parameter names the row to {write.kind}?")
    if table is None:
        return
    for column, value in write.constants.items():
        if column not in table.columns:
            near = did_you_mean(column, table.columns)
            yield Problem(file, f"{place}.constants", f"{write.table} has no column {column!r}.{near}")
            continue
        try:
            coerced(value, table.columns[column])
        except MisfitError as error:
            yield Problem(file, f"{place}.constants.{column}", str(error))
    if write.kind == "set" and table.key in {*write.values, *write.constants}:
        yield Problem(file, f"{place}.values", f"{table.key!r} names the row and cannot be changed")


def _link_problems(
    world: World, tool: Tool, link: tuple[str, str | None, Mapping[str, str]], file: str, place: str
) -> Iterator[Problem]:
    table_name, record, filled = link
    table = world.tables.get(table_name)
    if table is None:
        near = did_you_mean(table_name, world.tables)
        yield Problem(file, f"{place}.table", f"no table is called {table_name!r}.{near}")
    for parameter in (*([record] if record is not None else ()), *filled.values()):
        if parameter not in tool.parameters:
            near = did_you_mean(parameter, tool.parameters)
            yield Problem(file, place, f"the tool has no parameter {parameter!r}.{near}")
    for column in filled:
        if table is not None and column not in table.columns:
            near = did_you_mean(column, table.columns)
            yield Problem(file, place, f"{table_name} has no column {column!r}.{near}")
    if record is not None and record in tool.parameters and not tool.parameters[record].required:
        yield Problem(file, f"{place}.record", f"the parameter {record!r} names the row and must be required")

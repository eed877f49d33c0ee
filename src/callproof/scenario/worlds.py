"""A world: the tables of a backend as a call finds them, and the tools that read and write them.

A tool *declares* what it touches (`Write`, `Read`): which table, which parameter names the record, which parameter goes into
which column. That declaration is what a tool call means, for the backend that carries it out and for the judge alike. A tool
whose work is a Python function of the user declares the same; the function then does the work.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

Json: TypeAlias = Any
Row: TypeAlias = Mapping[str, Json]
ColumnType: TypeAlias = Literal["text", "integer", "number", "boolean"]
ParameterType: TypeAlias = Literal["string", "integer", "number", "boolean"]

# For pydantic, where files are read: a field that we do not know is a mistake, and a text is no number.
STRICT: Mapping[str, Any] = {"extra": "forbid", "strict": True, "allow_inf_nan": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table. `key` is the column that names a row; a new row without one gets the next number.

    `columns` gives the type of every column, the key's too. `ignore` are columns that no judge compares (time stamps).
    A row that holds all of `void` counts as not there: taken back without being deleted.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    key: str
    columns: Mapping[str, ColumnType]
    rows: tuple[Row, ...] = ()
    ignore: tuple[str, ...] = ()
    void: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter of a tool, as the agent sees it. `format` is JSON Schema's (`date`, `time`, `email`); `default` is what a call
    that leaves it out means."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: ParameterType
    description: str = ""
    required: bool = True
    format: str | None = None
    choices: tuple[Json, ...] = ()
    default: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """What a writing tool changes.

    `set` changes one row, the one that the parameter `record` names; `insert` adds a row; `delete` removes the row that
    `record` names. `values` maps columns to the parameters that fill them; an optional parameter that is not given leaves its
    column alone. `constants` maps columns to values that are always the same (`status: cancelled`).
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    kind: Literal["set", "insert", "delete"]
    table: str
    record: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What a reading tool looks at: the one row that the parameter `record` names, or the rows whose columns equal the
    parameters of `where` (column -> parameter)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    table: str
    record: str | None = None
    where: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool: what the agent is told of it, what it touches, and how it behaves.

    - `write`, `read`: exactly one of them.
    - `consequential`: it costs money, moves data or is hard to undo; by default every writing tool is.
    - `keyed`: it takes an idempotency key and does the work of one key once.
    - `cancellable`: a call can be taken back until its commit.
    - `undo`: the tool that takes its effect back, if there is one.
    - `commit_after_ms`, `reply_after_ms`: from the sending of the call; the second is never less than the first.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    description: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    write: Write | None = None
    read: Read | None = None
    consequential: bool | None = None
    keyed: bool = False
    cancellable: bool = False
    undo: str | None = None
    commit_after_ms: int = 150
    reply_after_ms: int = 300

    @property
    def has_consequences(self) -> bool:
        return self.write is not None if self.consequential is None else self.consequential

    def filled(self, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
        """Arguments of a call, with the defaults of those that it leaves out."""
        left_out = {
            name: parameter.default
            for name, parameter in self.parameters.items()
            if parameter.default is not None and arguments.get(name) is None
        }
        return {**arguments, **left_out} if left_out else arguments


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Tables and tools by name."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    tables: Mapping[str, Table]
    tools: Mapping[str, Tool]

    def schemas(self, shown: Collection[str] | None = None) -> list[dict[str, Json]]:
        """The tools in the usual function-calling JSON, as a chat model takes them; all, or those that are to be shown."""
        return [
            {
                "type": "function",
                "function": {
                    "name": name,
                    "description": tool.description,
                    "parameters": {
                        "type": "object",
                        "properties": {n: _property(p) for n, p in tool.parameters.items()},
                        "required": [n for n, p in tool.parameters.items() if p.required],
                        "additionalProperties": False,
                    },
                },
            }
            for name, tool in self.tools.items()
            if shown is None or name in shown
        ]


def _property(parameter: Parameter) -> dict[str, Json]:
    schema: dict[str, Json] = {"type": parameter.type}
    if parameter.description:
        schema["description"] = parameter.description
    if parameter.format is not None:
        schema["format"] = parameter.format
    if parameter.choices:
        schema["enum"] = list(parameter.choices)
    if parameter.default is not None:
        schema["default"] = parameter.default
    return schema

"""What a source says of an agent's tools, before anything is guessed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from callproof.errors import Problem

# An agent with more tools than that gets a suite for the first of them.
MOST_TOOLS = 64
MOST_PARAMETERS = 40


# What an agent does with its own line, by the platforms' names for it, and by how people begin theirs.
_OF_THE_LINE = frozenset(
    ("endcall", "end_call", "hang_up", "hangup", "end_conversation", "dtmf", "press_digit", "voicemail", "system", "handoff",
     "agent_swap", "agent_transfer", "bridge_transfer", "cancel_transfer", "sms", "mcp", "query", "output")
)  # fmt: skip
_TRANSFERS = ("transfer_", "transfercall", "handoff_to", "escalate_to", "end_call_", "hang_up_")


def is_of_the_line(name: str) -> bool:
    """Whether a tool, or a kind of tools, is about the call and not about anything behind it."""
    plain = name.lower().replace("-", "_")
    return plain in _OF_THE_LINE or plain.startswith(_TRANSFERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredParameter:
    """`type` is JSON Schema's word, empty where the source has none. `examples` are values that the source itself shows."""

    name: str
    type: str = ""
    description: str = ""
    required: bool = True
    format: str | None = None
    choices: tuple[Any, ...] = ()
    examples: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredTool:
    """`place` is where it stands in its file. `method` and `path` are those of an HTTP operation; `result` are the fields of the row
    or rows that it answers with, where the source tells."""

    name: str
    place: str
    description: str = ""
    parameters: tuple[DeclaredParameter, ...] = ()
    method: str | None = None
    path: tuple[str, ...] = ()
    result: Mapping[str, DeclaredParameter] = field(default_factory=dict)


@dataclass(slots=True)
class Declared:
    """The tools of one source, and what could not be read of it."""

    file: str
    title: str = ""
    tools: list[DeclaredTool] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, tool: DeclaredTool, *, file: str | None = None) -> None:
        """The first of two tools of one name stays."""
        if is_of_the_line(tool.name):
            self.miss(
                tool.place, f"{tool.name} is about the call itself, and reads or writes nothing", file=file
            )
        elif any(other.name == tool.name for other in self.tools):
            if not any(other == tool for other in self.tools):
                self.miss(tool.place, f"another tool {tool.name!r}; the first one is taken", file=file)
        elif len(self.tools) >= MOST_TOOLS:
            self.miss(tool.place, f"{tool.name}: {MOST_TOOLS} tools are taken, and no more", file=file)
        else:
            self.tools.append(tool)

    def miss(self, place: str, message: str, *, file: str | None = None) -> None:
        problem = Problem(file or self.file, place, message)
        if problem not in self.problems:
            self.problems.append(problem)

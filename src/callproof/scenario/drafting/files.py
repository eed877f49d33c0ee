"""The files of a draft as text: a suite that says what was guessed, and the agent's file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from callproof.errors import Problem
from callproof.scenario.drafting.declared import DeclaredTool
from callproof.scenario.drafting.world import DraftTable, DraftTool, DraftWorld, table_data

TODAY = "2026-03-10"
WORLD = "backend"
# What YAML takes for a text wherever it stands, also between braces.
_PLAIN = re.compile(r"[A-Za-z_](?:[A-Za-z0-9_.'@()/;-]| (?=[A-Za-z0-9_(]))*")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"))
_WIDTH = 130
_LONGEST_NOTE = 400


@dataclass(frozen=True, slots=True)
class SuiteText:
    """`origin` is what the suite was drafted from, `gone` the scenarios that stand there as comments, each with why; `problems` what could
    not be read."""

    name: str
    origin: str
    world: DraftWorld
    scenarios: Sequence[Mapping[str, Any]]
    gone: Sequence[tuple[Mapping[str, Any], str]]
    problems: Sequence[Problem]
    tried: bool = True

    def __str__(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield _note(f"A draft, made from {self.origin}. Run it:  callproof run suite.yaml --agent agent.yaml")
        yield "# Read it before you trust it: tables, sample rows, what a tool writes, and the sentences are guesses. The form: docs/scenarios.md."
        yield f"suite: {scalar(self.name)}"
        yield ""
        yield "# The backend as every call finds it. Callproof serves these tools to the agent; put rows here that your agent can handle."
        yield "worlds:"
        yield f"  {WORLD}:"
        yield "    tables:"
        for table in self.world.tables.values():
            yield from _table(table)
        yield "    # keyed: it takes an idempotency key. cancellable: a call can be taken back until it is done. Take them away where yours cannot."
        yield "    tools:"
        for tool in self.world.tools:
            yield from _tool(tool)
        yield from self._left()
        yield ""
        yield f"defaults: {{world: {WORLD}, today: {TODAY}, persona: {{name: Dana Reyes}}}}"
        yield ""
        if not self.tried:
            yield "# The reference agent understood none of these. Make the sentences such as your callers say."
        yield "scenarios:"
        for at, scenario in enumerate(self.scenarios):
            if at:
                yield ""
            yield from _scenario(scenario)
        if self.gone:
            yield ""
            yield "# The reference agent did not pass these as they were drafted; it knows a cancellation only as a change of mind."
            yield "# Yours may: take the comment signs away."
            for scenario, why in self.gone:
                yield "#"
                yield _note(f"  (the reference agent: {why})")
                yield from (_comment(line) for line in _scenario(scenario))
        if self.problems:
            yield ""
            yield "# What could not be read:"
            yield from (_note(f"  {problem}") for problem in self.problems)

    def _left(self) -> Iterator[str]:
        for unplaced in self.world.left:
            tool = unplaced.tool
            yield _note(f"{tool.name} ({tool.place}) is for you to fill in: {unplaced.reason}.", indent=6)
            yield from (_comment(line, indent=6) for line in _skeleton(tool))


def _table(table: DraftTable) -> Iterator[str]:
    data = table_data(table)
    yield f"      {scalar(table.name)}:"
    yield f"        key: {scalar(table.key)}"
    yield f"        columns: {flow(data['columns'])}"
    if table.void:
        yield f"        void: {flow(table.void)}"
    yield "        rows:"
    for row in table.rows:
        yield f"          - {flow(row)}"


def _tool(tool: DraftTool) -> Iterator[str]:
    data = tool.data
    for note in tool.notes:
        yield _note(f"guessed: {note}", indent=6)
    yield f"      {scalar(tool.name)}:"
    yield f"        description: {scalar(data['description'])}"
    if data["parameters"]:
        yield "        parameters:"
        for name, parameter in data["parameters"].items():
            yield f"          {scalar(name)}: {flow(parameter)}"
    for field in ("read", "write", "keyed", "cancellable", "undo"):
        if field in data:
            value = data[field]
            yield f"        {field}: {flow(value) if isinstance(value, dict) else scalar(value)}"


def _skeleton(tool: DeclaredTool) -> Iterator[str]:
    """The tool with its read or write left open."""
    yield f"{scalar(tool.name)}:"
    yield f"  description: {scalar(tool.description or tool.name.replace('_', ' '))}"
    if tool.parameters:
        named = ", ".join(
            f"{scalar(p.name)}: {{type: {scalar(p.type or 'string')}{'' if p.required else ', required: false'}}}"
            for p in tool.parameters
        )
        yield f"  parameters: {{{named}}}"
    yield "  read: {table: ?, record: ?}      # or  write: {kind: set | insert | delete, table: ?, record: ?, values: {?: ?}}"


def _scenario(data: Mapping[str, Any]) -> Iterator[str]:
    yield f"  - id: {scalar(data['id'])}"
    for field in ("category", "description"):
        yield f"    {field}: {scalar(data[field])}"
    yield f"    goal: {flow(data['goal'])}"
    yield "    script:"
    for line in data["script"]:
        short = f"      - {flow(line)}"
        if len(line) == 1 or len(short) <= _WIDTH:
            yield short
            continue
        fields = [f"{name}: {flow(value)}" for name, value in line.items()]
        yield f"      - {fields[0]}"
        yield from (f"        {field}" for field in fields[1:])
    if data.get("faults"):
        yield "    faults:"
        yield from (f"      - {flow(fault)}" for fault in data["faults"])


def flow(value: Any) -> str:
    """A value in one line of YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(str(key))}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return scalar(value)


def scalar(value: Any) -> str:
    """A text as it is where YAML takes it for one, else in quotes."""
    if not isinstance(value, str):
        return json.dumps(value)
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    escaped = "".join(_escaped(character) for character in value)
    return f'"{escaped}"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable() and character != "\ufeff":
        return character
    return f"\\U{ord(character):08x}"


def _comment(text: str, *, indent: int = 0) -> str:
    """One line, whatever the text holds, and all of it: YAML that was cut off would be none without its comment signs."""
    clean = "".join(character if character.isprintable() else " " for character in text)
    return f"{' ' * indent}# {clean}"


def _note(text: str, *, indent: int = 0) -> str:
    """A remark, cut off where it is too long to be read."""
    return _comment(text[:_LONGEST_NOTE], indent=indent)


# --- the agent ----------------------------------------------------------------------------------------------------


def agent_text(platform: str | None, file: str | None) -> str:
    """`agent.yaml` for a platform; `file` is the agent's, from the folder of the suite."""
    return "\n".join(_agent_lines(platform, file)) + "\n"


def _agent_lines(platform: str | None, file: str | None) -> Iterable[str]:
    yield "# How to call the agent. What else can stand here: docs/agent-file.md. Its tools are at CALLPROOF_URL: docs/live.md, The tools."
    if platform == "livekit":
        yield "agent: " + scalar("livekit-console:" + (file or "agent.py"))
        yield "# Started for each call with the Python of the .venv beside that file. Another one:"
        yield "# start: {command: [uv, run, python]}"
    elif platform == "pipecat":
        folder, _, name = (file or "bot.py").rpartition("/")
        yield "agent: twilio:ws://127.0.0.1:8765/ws      # the development runner takes Twilio's media stream there"
        yield "start:"
        yield f'  command: [python, {scalar(name)}, --host, 127.0.0.1, --port, "8765"]'
        if folder:
            yield f"  folder: {scalar(folder)}"
        yield "  ready: {port: 8765}"
        yield "  within_s: 60"
    elif platform == "twilio":
        yield "agent: twilio:http://127.0.0.1:8000/voice    # the voice webhook; or its stream: twilio:ws://127.0.0.1:8000/stream"
        yield "# start: {command: [python, app.py], ready: {port: 8000}}"
        yield '# twilio: {auth_token: "${TWILIO_AUTH_TOKEN}"}     # signs the webhook and the stream as Twilio does'
    else:
        yield "# Say how yours is reached: twilio:, pipecat:, livekit-console:, openai-realtime:, websocket:, chat: and others, docs/live.md."
        yield "agent: twilio:ws://127.0.0.1:8765/ws"
        yield "# start: {command: [python, agent.py], ready: {port: 8765}}"

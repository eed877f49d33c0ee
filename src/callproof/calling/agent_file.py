"""`agent.yaml`: a live agent, how to start it, and what it needs.

    agent: twilio:ws://localhost:8765/ws
    name: my bot
    start:
      command: [python, bot.py]
      env: {BOT_PORT: "8765", API_KEY: "${MY_KEY}"}
      ready: {url: http://localhost:8765/health}
    headers: {Authorization: "Bearer ${TOKEN}"}

`${NAME}` is taken from the environment wherever it stands; `$${` is a plain `${`.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from callproof.calling.live_agent import KINDS, LiveAgent, Ready, Start, ToolsAt, live_agent
from callproof.errors import InputError, Problem, did_you_mean
from callproof.problems import dotted, found, from_pydantic
from callproof.scenario.documents import YAML_NAMES, parse_yaml, read_file

_NAMED = re.compile(r"\$\$\{|\$\{([^}]*)\}")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class _Strict(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Ready(_Strict):
    port: int | None = Field(None, ge=1, le=65535)
    url: str | None = None
    line: str | None = None

    @field_validator("url")
    @classmethod
    def _is_http(cls, url: str | None) -> str | None:
        if url is not None and not url.startswith(("http://", "https://")):
            raise ValueError(f"found {found(url)}, expected http://host:port/path")
        return url

    @field_validator("line")
    @classmethod
    def _is_expression(cls, line: str | None) -> str | None:
        try:
            re.compile(line or "")
        except re.error as error:
            raise ValueError(f"found {found(line)}, which is no regular expression: {error}") from None
        return line

    @model_validator(mode="after")
    def _says_one(self) -> _Ready:
        if sum(value is not None for value in (self.port, self.url, self.line)) != 1:
            raise ValueError("expected one of port, url and line")
        return self


class _Start(_Strict):
    command: str | list[str]
    folder: str = "."
    env: dict[str, str | int | float] = Field(default_factory=dict)
    ready: _Ready | None = None
    within_s: float = Field(60.0, gt=0, le=3600, allow_inf_nan=False)

    @field_validator("command", mode="before")
    @classmethod
    def _is_command(cls, command: Any) -> list[str]:
        if isinstance(command, str):
            try:
                command = shlex.split(command)
            except ValueError as error:
                raise ValueError(f"found {found(command)}, which cannot be split: {error}") from None
        if not isinstance(command, list) or not all(isinstance(part, str) for part in command):
            raise ValueError(f"found {found(command)}, expected a command, or a list of its parts as texts")
        if not command or not command[0]:
            raise ValueError("is empty, expected a command")
        return command


class _Tools(_Strict):
    port: int = Field(0, ge=0, le=65535)
    host: str = Field("127.0.0.1", min_length=1)
    url: str | None = Field(None, pattern="^https?://")
    token: str | None = Field(None, min_length=16, pattern=r"^[\x21-\x7e]+$")


class AgentFile(_Strict):
    """The file as it is written; blocks of one kind are read where they are used."""

    agent: str
    name: str | None = Field(None, min_length=1)
    start: _Start | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    line: str | list[str] = Field(default_factory=list)
    names_call: bool | None = None
    tools: _Tools | None = None
    backend: dict[str, Any] | None = None
    proxy: dict[str, Any] | None = None
    websocket: dict[str, Any] | None = None
    twilio: dict[str, Any] | None = None
    chat: dict[str, Any] | None = None


_FIELDS = (*AgentFile.model_fields, *_Start.model_fields, *_Ready.model_fields, *_Tools.model_fields)
# Blocks that mean something to one kind alone.
_BLOCKS = ("websocket", "twilio", "chat")
# Those without which it cannot be called.
_NEEDED = frozenset({"websocket"})


def is_agent_file(spec: str) -> bool:
    return spec.lower().endswith(YAML_NAMES)


def read_agent_file(path: str | os.PathLike[str], environment: Mapping[str, str]) -> LiveAgent:
    """The agent of a file. Raises InputError with all that is wrong with it."""
    file = os.fspath(path)
    data = parse_yaml(read_file(Path(path)), file)
    if not isinstance(data, dict):
        raise InputError.of(
            f"found {found(data)}, expected an object with {', '.join(AgentFile.model_fields)}", file=file
        )
    filling = _Filling(file, environment)
    shown_as = data.get("agent")
    filled = filling.value(data, ())
    if filling.problems:
        raise InputError(filling.problems)
    try:
        read = AgentFile.model_validate(filled)
    except ValidationError as error:
        raise InputError(from_pydantic(error, file, known=_FIELDS)) from None
    agent = _named(read.agent, file)
    problems = [
        Problem(file, block, f"means nothing to an agent of the kind {agent.kind}")
        for block in _BLOCKS
        if getattr(read, block) is not None and block != agent.kind
    ]
    if agent.kind in _NEEDED and getattr(read, agent.kind) is None:
        problems.append(
            Problem(file, agent.kind, f"is missing: an agent of the kind {agent.kind} is described there")
        )
    if problems:
        raise InputError(problems)
    folder = Path(path).parent
    if not KINDS[agent.kind].schemes and agent.kind != "spoken":
        # A file beside this one.
        agent = replace(agent, target=str(folder / agent.target))
    return replace(
        agent,
        title=read.name or str(shown_as),
        start=None if read.start is None else _start(read.start, folder),
        headers=read.headers,
        line=(read.line,) if isinstance(read.line, str) else tuple(read.line),
        settings=(getattr(read, agent.kind) if agent.kind in _BLOCKS else None) or {},
        secrets=frozenset(filling.used) | {value.rpartition(" ")[2] for value in read.headers.values()},
        names_call=_names_call(read) if read.names_call is None else read.names_call,
        tools=ToolsAt() if read.tools is None else ToolsAt(**read.tools.model_dump()),
        backend=read.backend,
        proxy=read.proxy,
        file=file,
    )


def _named(spec: str, file: str) -> LiveAgent:
    try:
        agent = live_agent(spec)
    except InputError as error:
        message = str(error).partition(": ")[2]
        raise InputError.of(message, file=file, path="agent") from None
    if agent is None:
        raise InputError.of(
            f"found {found(spec)}, expected a live agent, as {next(iter(KINDS))}:ws://host:port/path (kinds: {', '.join(KINDS)}); an "
            f"agent in Python needs no file: --agent {spec}",
            file=file,
            path="agent",
        )
    return agent


def _names_call(read: AgentFile) -> bool | None:
    """Whether a protocol of the user's own tells the agent which call it is, or has us run the tools; None where its kind says it."""
    if read.websocket is None:
        return None
    rules, sent = read.websocket.get("receive"), read.websocket.get("send")
    asks = isinstance(rules, list) and any(
        isinstance(rule, dict) and rule.get("gives") == "tool" for rule in rules
    )
    hello = json.dumps(sent.get("hello")) if isinstance(sent, dict) else ""
    return asks or any(f'"{mark}{name}"' in hello for mark in "$#" for name in ("call", "tools")) or None


def _start(read: _Start, folder: Path) -> Start:
    ready = read.ready
    return Start(
        command=tuple(read.command),
        folder=folder / read.folder,
        env={name: str(value) for name, value in read.env.items()},
        ready=None if ready is None else Ready(port=ready.port, url=ready.url, line=ready.line),
        within_s=read.within_s,
    )


class _Filling:
    """Puts what the environment holds where a file names it; remembers what it put."""

    def __init__(self, file: str, environment: Mapping[str, str]) -> None:
        self.problems: list[Problem] = []
        self.used: set[str] = set()
        self._file = file
        self._environment = environment

    def value(self, data: Any, at: tuple[str | int, ...]) -> Any:
        if isinstance(data, dict):
            return {key: self.value(item, (*at, key)) for key, item in data.items()}
        if isinstance(data, list):
            return [self.value(item, (*at, number)) for number, item in enumerate(data)]
        return self._text(data, at) if isinstance(data, str) else data

    def _text(self, text: str, at: tuple[str | int, ...]) -> str:
        def fill(match: re.Match[str]) -> str:
            name = match[1]
            if name is None:
                return "${"
            if not _NAME.fullmatch(name):
                self._problem(at, f"${{{name}}} is no name of the environment; write $${{ for a plain ${{")
                return ""
            value = self._environment.get(name)
            if value is None:
                near = did_you_mean(name, self._environment)
                self._problem(
                    at,
                    f"${{{name}}} is not set in the environment; set it before the run: export {name}=...{near}",
                )
                return ""
            self.used.add(value)
            return value

        return _NAMED.sub(fill, text)

    def _problem(self, at: tuple[str | int, ...], message: str) -> None:
        self.problems.append(Problem(self._file, dotted(at), message))

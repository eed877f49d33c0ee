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
from typing import Annotated, Any, ClassVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from callproof.audio.line_forms import line_of
from callproof.calling.live_agent import (
    KINDS,
    LiveAgent,
    Ready,
    Start,
    ToolsAt,
    live_agent,
    without_secrets,
    wrong_in_address,
)
from callproof.errors import InputError, Problem, did_you_mean
from callproof.problems import dotted, found, from_pydantic
from callproof.scenario.documents import YAML_NAMES, parse_yaml, read_file

_NAMED = re.compile(r"\$\$\{|\$\{([^}]*)\}")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# RFC 9110, 5.6.2.
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# They are the connection's own.
_NO_HEADERS = frozenset({"host", "connection", "upgrade", "content-length", "transfer-encoding"})
_SHORTEST_TOKEN = 16
_VISIBLE = r"^[\x21-\x7e]+$"


def _http_address(url: str) -> str:
    """Raises ValueError."""
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"found {found(url)}, expected http://host:port/path")
    if (problem := wrong_in_address(url)) is not None:
        raise ValueError(problem)
    return url


def _in_environment(value: Any) -> str | int | float:
    """Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"found {found(value)}, expected a text or a number; a text goes into quotes")
    return value


class _Strict(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Ready(_Strict):
    port: int | None = Field(None, ge=1, le=65535)
    url: str | None = None
    line: str | None = None

    @field_validator("url")
    @classmethod
    def _is_http(cls, url: str | None) -> str | None:
        return None if url is None else _http_address(url)

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
    env: dict[str, Annotated[str | int | float, BeforeValidator(_in_environment)]] = Field(
        default_factory=dict
    )
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

    @field_validator("env")
    @classmethod
    def _is_environment(cls, env: dict[str, Any]) -> dict[str, Any]:
        for name in env:
            if not name or "=" in name:
                raise ValueError(f"found {found(name)}, which cannot be a name in an environment")
        return env


class _Tools(_Strict):
    port: int = Field(0, ge=0, le=65535)
    # The rules are here for the schema; what they find wrong is said by the readers below.
    host: str = Field("127.0.0.1", min_length=1)
    url: str | None = Field(None, pattern="^https?://")
    token: str | None = Field(None, min_length=_SHORTEST_TOKEN, pattern=_VISIBLE)

    @field_validator("host", mode="before")
    @classmethod
    def _is_host(cls, host: Any) -> Any:
        if isinstance(host, str) and not host.strip():
            raise ValueError(
                "is empty, expected the name or the address of this machine, as 127.0.0.1 or 0.0.0.0"
            )
        return host

    @field_validator("url", mode="before")
    @classmethod
    def _is_http(cls, url: Any) -> Any:
        return _http_address(url) if isinstance(url, str) else url

    @field_validator("token", mode="before")
    @classmethod
    def _is_token(cls, token: Any) -> Any:
        """What is found is not shown."""
        if not isinstance(token, str) or (len(token) >= _SHORTEST_TOKEN and re.fullmatch(_VISIBLE, token)):
            return token
        raise ValueError(
            f"found {len(token)} characters, expected {_SHORTEST_TOKEN} or more, of ASCII and without blanks"
        )


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

    @field_validator("name", mode="before")
    @classmethod
    def _is_name(cls, name: Any) -> Any:
        if isinstance(name, str) and not (name.strip() and name.isprintable()):
            raise ValueError(f"found {found(name)}, expected a name that can be printed")
        return name

    @field_validator("headers")
    @classmethod
    def _are_headers(cls, headers: dict[str, str]) -> dict[str, str]:
        """Values are not shown: they may be secrets."""
        for name, value in headers.items():
            if not _HEADER_NAME.fullmatch(name):
                raise ValueError(f"found the name {found(name)}, expected letters, figures and -")
            if name.lower() in _NO_HEADERS or name.lower().startswith("sec-websocket-"):
                raise ValueError(f"{name} belongs to the connection, and cannot be set")
            if not (value.isascii() and value.isprintable()):
                raise ValueError(f"the value of {name} has other than printable ASCII characters in it")
        return headers

    @field_validator("line", mode="before")
    @classmethod
    def _are_effects(cls, line: Any) -> list[str]:
        effects = [line] if isinstance(line, str) else line
        if not isinstance(effects, list) or not all(isinstance(effect, str) for effect in effects):
            raise ValueError(
                f'found {found(line)}, expected an effect, or a list of effects, as "noise=babble:15dB"'
            )
        try:
            line_of(effects, "effect")
        except InputError as error:
            raise ValueError("; ".join(problem.message for problem in error.problems)) from None
        return effects


_FIELDS = (*AgentFile.model_fields, *_Start.model_fields, *_Ready.model_fields, *_Tools.model_fields)
# Blocks that mean something to one kind alone.
_BLOCKS = ("websocket", "twilio", "chat")
# What else some kinds have no use for.
_NOTHING_TO = {
    "start": (("spoken",), "callproof starts it itself"),
    "headers": (("livekit-console",), "it dials us, and gets what it needs by `start: {env: ...}`"),
    "line": (("chat",), "it is called in text"),
}
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
    problems += [
        Problem(file, block, f"means nothing to an agent of the kind {agent.kind}: {why}")
        for block, (kinds, why) in _NOTHING_TO.items()
        if agent.kind in kinds and getattr(read, block)
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
        title=read.name or without_secrets(str(shown_as)),
        start=None if read.start is None else _start(read.start, folder),
        headers=read.headers,
        line=(read.line,) if isinstance(read.line, str) else tuple(read.line),
        settings=(getattr(read, agent.kind) if agent.kind in _BLOCKS else None) or {},
        secrets=agent.secrets | filling.used | {value.rpartition(" ")[2] for value in read.headers.values()},
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

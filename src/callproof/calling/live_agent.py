"""Which live agent a specification names: a kind, and an address. How it is called is loaded when it is called."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

from callproof.errors import InputError, did_you_mean

Input: TypeAlias = Literal["text", "speech"]
# How an agent can know which call it is in, and so whose tools it uses. None: it cannot, and has one static URL for all calls: they go one at a
# time, and between two of them what it still sends for the last is refused (`OpenCalls.quiet`); what comes later counts for the next.
CallToldBy: TypeAlias = Literal["stream parameters", "connection", "process"] | None

# A name that stands for it is no secret.
_SECRET_PART = re.compile(
    r"[?&][\w.\-]*(?:key|token|secret|password|credential|signature|auth)=((?!\$\{)[^&#]+)", re.IGNORECASE
)
_LOGIN = re.compile(r"(://)[^/?#@]*@")
_BASIC = '`headers: {Authorization: "Basic ${...}"}` into agent.yaml'


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What goes for every agent of a kind.

    `target` is what stands behind the colon: a URL with one of these schemes, or (no schemes) a name or file. `inputs` are what it
    can be given, the usual one first; one that has a voice answers with it whatever it is given. `usually` stands for a target that is left out.
    """

    schemes: tuple[str, ...] = ("ws", "wss")
    example: str = "ws://host:port/path"
    inputs: tuple[Input, ...] = ("speech",)
    has_voice: bool = True
    call_told_by: CallToldBy = None
    usually: str = ""


_TELEPHONE = Kind(call_told_by="stream parameters")

KINDS: Mapping[str, Kind] = {
    # With an http address: the voice webhook that says where the stream is.
    "twilio": Kind(
        schemes=("ws", "wss", "http", "https"),
        example="ws://host:port/path, or twilio:http://host:port/voice",
        call_told_by="stream parameters",
    ),
    **dict.fromkeys(("telnyx", "plivo", "vonage", "exotel"), _TELEPHONE),
    # It has us run the tools.
    "openai-realtime": Kind(inputs=("speech", "text"), call_told_by="connection"),
    "pipecat": Kind(inputs=("speech", "text")),
    "pipecat-eval": Kind(inputs=("speech", "text")),
    # In text where its file has a message for it.
    "websocket": Kind(inputs=("speech", "text")),
    # A Python file; a process for each call, which dials us.
    "livekit-console": Kind(
        schemes=(), example="agent.py", inputs=("speech", "text"), call_told_by="process"
    ),
    # A language model behind OpenAI-compatible chat completions.
    "chat": Kind(
        schemes=("http", "https"),
        example="http://host:port/v1",
        inputs=("text",),
        has_voice=False,
        call_told_by="connection",
    ),
    # A Python agent or one of ours, served by callproof itself in a process of its own.
    "spoken": Kind(
        schemes=(),
        example="NAME",
        inputs=("speech", "text"),
        call_told_by="stream parameters",
        usually="sound",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """What shows that a started process takes calls; exactly one is not None. `line` is searched for in each line that it prints."""

    port: int | None = None
    url: str | None = None
    line: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A process of the user's that is there for the time of a run. `ready` None: ready when its agent's address is."""

    command: tuple[str, ...]
    folder: Path | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    ready: Ready | None = None
    within_s: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsAt:
    """Where the tools are served, for agents that have to know it before: `port` 0 is a free one, `token` None one made for the run.
    `url` is the address by which the agent reaches them, where that is another one: through a tunnel, out of a container."""

    port: int = 0
    host: str = "127.0.0.1"
    url: str | None = None
    token: str | None = None


@dataclass(frozen=True, slots=True)
class LiveAgent:
    """`target` is an address; of the kind `spoken` a name. What a file (`agent.yaml`) may say besides:

    `title` is its name in reports, `headers` go with the connection, `line` is what the line does to the caller's voice, `settings`
    the block of its own kind, as it stands there; so are `backend` and `proxy`, by which the user's own backend is the world. `secrets` must not be shown. `names_call` overrules what its kind says. `input` None: what
    is usual for its kind.
    """

    kind: str
    target: str
    title: str | None = None
    start: Start | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    line: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    secrets: frozenset[str] = frozenset()
    names_call: bool | None = None
    tools: ToolsAt = field(default_factory=ToolsAt)
    backend: Mapping[str, Any] | None = None
    proxy: Mapping[str, Any] | None = None
    file: str = ""
    input: Input | None = None

    @property
    def name(self) -> str:
        return self.title if self.title is not None else f"{self.kind}:{self.target}"

    @property
    def has_voice(self) -> bool:
        return KINDS[self.kind].has_voice

    @property
    def call_told_by(self) -> CallToldBy:
        """How it knows its call; None where it does not, so that no two calls may go on at once."""
        told = KINDS[self.kind].call_told_by
        if self.names_call is None:
            return told
        return (told or "connection") if self.names_call else None


def live_agent(spec: str) -> LiveAgent | None:
    """The live agent that a specification names; None when it names none. Raises InputError for a kind without an address."""
    name, colon, target = spec.partition(":")
    kind = KINDS.get(name)
    if kind is None:
        if "://" in target:
            raise InputError.of(
                f"--agent {spec!r}: there is no kind of live agent {name!r} (there are: {', '.join(KINDS)})."
                f"{did_you_mean(name, KINDS)}"
            )
        return None
    target = target or kind.usually
    fits = target.startswith(tuple(f"{scheme}://" for scheme in kind.schemes)) if kind.schemes else target
    if not fits:
        raise InputError.of(f"--agent {spec!r}: expected {name}:{kind.example}, found {target!r}")
    if not colon:
        return None
    if not kind.schemes:
        return LiveAgent(name, target)
    if (problem := wrong_in_address(target)) is not None:
        raise InputError.of(f"--agent {f'{name}:{without_secrets(target)}'!r}: {problem}")
    secrets = frozenset(value for _, value in _secret_parts(target))
    return LiveAgent(
        name, target, title=f"{name}:{without_secrets(target)}" if secrets else None, secrets=secrets
    )


def wrong_in_address(url: str) -> str | None:
    """What keeps a URL from being dialled, as a sentence; None where nothing does."""
    if not url.isprintable() or " " in url:
        return "an address has no blanks and no control characters in it"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        return (
            f"the address cannot be read, {error}; expected scheme://host:port/path with a port of 1 to 65535"
        )
    if not host:
        return "the address names no host"
    if port == 0:
        return "the address has the port 0, expected 1 to 65535"
    if parts.username is not None or parts.password is not None:
        return f"the address has a name or password in it, which would be in every report; leave them out, and put {_BASIC}"
    return None


def without_secrets(url: str) -> str:
    """A URL as it may stand in reports: without what is named like a key in it, and without a password."""
    for found, value in _secret_parts(url):
        url = url.replace(found, found.replace(value, "***"))
    return _LOGIN.sub(r"\1***@", url)


def _secret_parts(url: str) -> list[tuple[str, str]]:
    """The parts of a query that hold a secret, and the secret in each."""
    return [(match[0], match[1]) for match in _SECRET_PART.finditer(url)]

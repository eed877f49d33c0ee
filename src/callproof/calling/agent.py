"""What an agent that runs inside callproof is, and what it sees of a call.

An agent is an async function (or an object with an async `run`) that takes a `Session` and returns when it is done:

    from callproof import Session, agent

    @agent(virtual_time=True)
    async def echo(call: Session) -> None:
        await call.say("Northwind, how can I help?")
        async for text in call.turns():
            order = await call.tool("find_order", order_number=text.split()[-1])
            await call.say(f"Order {order['order_number']} comes on {order['delivery_date']}.")

A plain function works too; it runs in a thread of its own and calls the same methods without `await`. An agent that declares
`virtual_time` takes all its time from the session (`sleep`, `now_ms`, or asyncio's own timers) and then a call of five minutes
takes milliseconds, and comes out the same every time.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, overload

Json: TypeAlias = Any
ToolStatus: TypeAlias = Literal["built", "sent", "returned", "failed", "cancelled"]


@dataclass(frozen=True, slots=True)
class CallerStarted:
    """The caller has begun to speak, `ms_ago`: it takes a while to be sure. What they say comes as `CallerSaid`, when they have
    finished."""

    utterance: str
    ms_ago: int = 0


@dataclass(frozen=True, slots=True)
class CallerSaid:
    """What the agent's recogniser makes of a finished utterance of the caller."""

    utterance: str
    text: str


@dataclass(frozen=True, slots=True)
class NoiseStarted:
    """A sound on the line that is no speech of the caller."""

    sound: str


@dataclass(frozen=True, slots=True)
class NoiseEnded:
    sound: str


@dataclass(frozen=True, slots=True)
class KeyPressed:
    keys: str


@dataclass(frozen=True, slots=True)
class SpeechPlayed:
    """An utterance of the agent's own is over: `completed` to its end, or broken off after `played`."""

    utterance: str
    completed: bool
    played: str


@dataclass(frozen=True, slots=True)
class ToolAnswered:
    """A tool call has its answer, or failed: see `call.status`."""

    call: ToolHandle


@dataclass(frozen=True, slots=True)
class LineClosed:
    """The call is over; nothing the agent does any more is heard."""


AgentEvent: TypeAlias = (
    CallerStarted
    | CallerSaid
    | NoiseStarted
    | NoiseEnded
    | KeyPressed
    | SpeechPlayed
    | ToolAnswered
    | LineClosed
)


class ToolError(Exception):
    """A tool call that failed, was cancelled or got no answer in time. `reason`: error, timeout or cancelled."""

    def __init__(self, reason: Literal["error", "timeout", "cancelled"], message: str) -> None:
        super().__init__(message)
        self.reason = reason


class CallOverError(Exception):
    """The line is down, and nobody hears what the agent wants to say. An agent need not catch it."""


class ServiceFailedError(Exception):
    """What the agent runs on has failed: a model's server that is down, or refuses. Such a call says nothing about the agent."""


class SpeechHandle(Protocol):
    """An utterance of the agent's. `played` is the text that was heard so far."""

    id: str
    text: str

    @property
    def playing(self) -> bool: ...
    @property
    def played(self) -> str: ...
    def stop(self) -> None:
        """Breaks it off at once; nothing happens if it is over."""

    async def done(self) -> bool:
        """Waits until it is over; True when it was played to its end."""


class ToolHandle(Protocol):
    """A tool call of the agent's, from the moment it was put together.

    `result` is what came back (None before that), `error` why it failed.
    """

    id: str
    name: str
    arguments: Mapping[str, Json]

    @property
    def status(self) -> ToolStatus: ...
    @property
    def result(self) -> Json: ...
    @property
    def error(self) -> str | None: ...
    def send(self, *, key: str | None = None) -> None:
        """Sends it, once. `key` is the idempotency key, for tools that take one."""

    def cancel(self) -> bool:
        """Takes it back. True when it was in time: nothing will come of it. A call not sent yet is simply dropped."""

    async def answer(self) -> Json:
        """Waits for the result. Raises ToolError."""


class Session(Protocol):
    """One call, as the agent sees it.

    `tools` are the schemas in the usual function-calling JSON, `instructions` the prompt that the scenario gives (None: the
    agent's own), `today` the day of the call (ISO 8601).
    """

    tools: Sequence[Mapping[str, Json]]
    instructions: str | None
    today: str

    @property
    def now_ms(self) -> int:
        """Since the line connected."""

    @property
    def caller_speaking(self) -> bool:
        """Until their turn is over, pauses included."""

    @property
    def caller_audible(self) -> bool:
        """Now; false in a pause of theirs that is more than a breath."""

    @property
    def hearing(self) -> str:
        """What of the caller's running utterance has been recognised so far; empty when they do not speak."""

    def events(self) -> AsyncIterator[AgentEvent]:
        """Everything that happens, in order, up to and with `LineClosed`. One consumer at a time."""

    def turns(self) -> AsyncIterator[str]:
        """The texts of the caller's utterances alone, for agents that need no more."""

    def speak(self, text: str) -> SpeechHandle:
        """Begins to speak and goes on with the program. An utterance that is still playing is followed by this one.

        Raises CallOverError when the line is down.
        """

    async def say(self, text: str) -> bool:
        """Speaks and waits until it is over; False when it was broken off. Breaks off by itself when the caller speaks.

        Raises CallOverError when the line is down.
        """

    def build(self, tool: str, arguments: Mapping[str, Json]) -> ToolHandle:
        """Puts a call together without sending it."""

    async def tool(self, tool: str, /, **arguments: Json) -> Json:
        """Builds, sends and waits. Raises ToolError."""

    def report_state(self, fields: Mapping[str, Json]) -> int:
        """Tells callproof what the agent holds for true, for the axis on its state; returns the version. Optional."""

    async def sleep(self, ms: int) -> None: ...
    def hang_up(self) -> None: ...


class Agent(Protocol):
    """An agent as a class or object: `run` may be async or not. `virtual_time`: see the module; False where there is none."""

    def run(self, call: Any, /) -> Any: ...


@dataclass(frozen=True, slots=True)
class FunctionAgent:
    """An agent that is one function."""

    run: Callable[[Any], Any]
    virtual_time: bool = False


F = TypeVar("F")


@overload
def agent(target: F, /) -> F: ...
@overload
def agent(*, virtual_time: bool = False) -> Callable[[F], F]: ...
def agent(target: Any = None, /, *, virtual_time: bool = False) -> Any:
    """Declares a function or a class to be an agent. `virtual_time`: it takes all its time from the session. Without options the
    parentheses may be left out."""

    def declare(target: F) -> F:
        target.virtual_time = virtual_time  # type: ignore[attr-defined]
        return target

    return declare if target is None else declare(target)

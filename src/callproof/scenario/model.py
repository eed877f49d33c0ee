"""Scenario and Suite: who calls, what they want, what they do to the agent and when, what breaks, what must hold afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from callproof.scenario.moments import Moment
from callproof.scenario.worlds import STRICT, Json, World

Category: TypeAlias = Literal[
    "task", "correction", "interruption", "tool_fault", "state_conflict", "combination"
]
ActKind: TypeAlias = Literal[
    "correction", "negation", "interruption", "backchannel", "noise", "silence", "key_press"
]
FaultKind: TypeAlias = Literal[
    "timeout",
    "delay",
    "late_success",
    "empty",
    "partial",
    "wrong_record",
    "stale_read",
    "error_status",
    "malformed",
    "acknowledged_but_lost",
    "duplicate_delivery",
]
Axis: TypeAlias = Literal[
    "captured",
    "active_state_correct",
    "tool_args_correct",
    "stale_write_prevented",
    "backend_correct",
    "confirmation_matches_backend",
]
# What changes what the caller wants or must make the agent listen. The others must not move the agent.
CONTENT_ACTS: frozenset[str] = frozenset(("correction", "negation", "interruption"))
DISTRACTIONS: frozenset[str] = frozenset(("backchannel", "noise"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """Who calls. `voice` names a caller voice for calls with audio (alto, soprano, tenor, or one of the voice's own); `words_per_minute`
    is the rate of speech, `pause_ms` how much longer than usual the pause between two phrases is."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    name: str = "the caller"
    language: str = "en"
    voice: str | None = None
    words_per_minute: int = 165
    pause_ms: int = 0
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """One thing that the caller wants done, as the tool call that would do it.

    What counts is the call's effect (`Write`), not the tool: an agent that reaches the same rows another way is right too. A
    goal that is a reading tool is reached by reading.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    tool: str
    arguments: Mapping[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the caller's script: what they say or do, and the moment it hangs on.

    A line without `act` is plain speech. The line with `request` asks for that goal (by its name in `Scenario.goals`); when it
    has been said, the caller wants it. `act` makes it an event on purpose:

    - `correction`: `changes` gives the new values by parameter of the goal; a correction after a negation asks again.
    - `negation`: the caller no longer wants the goal.
    - `interruption`: talks over the agent; with `changes` or `negates` it also changes what is wanted, else it must only be heard.
    - `backchannel` ("mm-hm"), `noise` (`sound` says which): must move nothing.
    - `silence`: says nothing for `ms`. `key_press`: presses `keys`.

    `say` may hold `{parameter}`, the goal's value at that time; `heard` is what the agent's recogniser makes of it in calls
    without audio, where it differs.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    id: str = ""
    when: Moment = field(default_factory=Moment)
    say: str | None = None
    heard: str | None = None
    request: str | None = None
    act: ActKind | None = None
    goal: str | None = None
    changes: Mapping[str, Json] = field(default_factory=dict)
    negates: bool = False
    sound: str | None = None
    keys: str | None = None
    ms: int | None = None

    @property
    def has_content(self) -> bool:
        """Whether it changes what is wanted, or must at least be taken up."""
        return self.act in CONTENT_ACTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """How a tool breaks, in its `nth` call (None: in every one).

    - `timeout`, `error_status`: `committed` says whether the write had been done all the same; `status` is the error's, `ms` when
      the agent is told of the timeout (1500).
    - `delay`: the reply comes `ms` (1000) after the sending. `late_success`: the same, but later than an agent waits (4000);
      `late` says what comes late: the commit (and the reply with it), or only the reply.
    - `empty`, `malformed`; `partial`: only the columns of `keep` come back; `wrong_record`: the row of `record` comes back instead;
      `stale_read`: the row as it was before this call's writes, or with the values of `row`.
    - `acknowledged_but_lost`: says ok and writes nothing. `duplicate_delivery`: the call arrives twice.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    tool: str
    kind: FaultKind
    nth: int | None = 1
    committed: bool = False
    status: int = 500
    ms: int | None = None
    late: Literal["commit", "reply"] = "reply"
    keep: tuple[str, ...] = ()
    record: str | None = None
    row: Mapping[str, Json] = field(default_factory=dict)

    @property
    def visible(self) -> bool:
        """Whether the agent can see from the answer that something is wrong."""
        return self.kind not in {"delay", "late_success", "duplicate_delivery", "acknowledged_but_lost"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One row that must differ afterwards: the new values of a row (`set`), a new row (`insert`), or a row that is gone
    (`delete`). `record` is None for a new row; of a new row only the columns named are compared."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    kind: Literal["set", "insert", "delete"]
    table: str
    record: str | None = None
    values: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndState:
    """One right end: exactly these changes and no others (none: the backend is as before).

    `must_say` "stays": it is only right if the agent says that what was done stays as it is.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    changes: tuple[Change, ...] = ()
    must_say: Literal["stays"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSettings:
    """What the agent is to be set up with, for agents that can be: its prompt, its voice, the tools it may see."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    prompt: str | None = None
    voice: str | None = None
    tools: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One scenario, complete in itself.

    `expect` is the list of right end states; empty: what the caller wants at the end, worked out from goals and acts (and, for a
    negation after a write that nothing can undo: as written, if the agent says so). `reaction_ms` is the grace of live calls.
    `must_hear` are texts of the agent's that the caller has to hear in full, such as a disclosure.
    `requires` is what a case needs to pass: the axes named, or "integrity" for all six. `source` names the file and place.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    id: str
    category: Category
    description: str = ""
    persona: Persona = Persona()
    world: World
    goals: Mapping[str, Goal]
    script: tuple[Line, ...]
    faults: tuple[Fault, ...] = ()
    expect: tuple[EndState, ...] = ()
    must_hear: tuple[str, ...] = ()
    agent: AgentSettings = AgentSettings()
    today: str = "2026-03-10"
    reaction_ms: int = 1500
    longest_ms: int = 120_000
    requires: tuple[Literal[Axis, "integrity"], ...] = ("integrity",)
    source: str = ""

    @property
    def events(self) -> tuple[Line, ...]:
        """The acts on purpose, in the order of the script."""
        return tuple(line for line in self.script if line.act is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """Scenarios under one name; their ids are unique in it."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    name: str
    scenarios: tuple[Scenario, ...]
    description: str = ""

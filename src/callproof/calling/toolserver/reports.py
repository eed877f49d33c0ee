"""What an agent, or an observer in it, reports of a call: read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from callproof.calling.agent import Json
from callproof.calling.toolserver.bodies import parsed
from callproof.calling.toolserver.refusals import RefusedError
from callproof.evidence.events import STRICT
from callproof.problems import from_pydantic

_MOST = 1000
_Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The agent's working state. Without a version they are counted, from 0."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: Literal["state.reported"] = "state.reported"
    fields: dict[str, Json]
    version: Annotated[int, Field(ge=0)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A tool call has been put together. `call` is the agent's own name for it."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: Literal["tool.built"] = "tool.built"
    call: _Name
    name: _Name
    arguments: dict[str, Json] | str = field(default_factory=dict)
    state_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: Literal["tool.sent"] = "tool.sent"
    call: _Name
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: Literal["tool.returned"] = "tool.returned"
    call: _Name
    result: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: Literal["tool.failed"] = "tool.failed"
    call: _Name
    reason: Literal["error", "timeout"] = "error"
    message: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled:
    """The agent has given the call up. `in_time`: before its effect; None where the agent cannot know."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: Literal["tool.cancelled"] = "tool.cancelled"
    call: _Name
    in_time: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the agent says in its next utterance, word for word, before it is heard."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: Literal["speech.said"] = "speech.said"
    text: Annotated[str, Field(max_length=20_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What the agent's recogniser makes of what the caller said last."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: Literal["speech.heard"] = "speech.heard"
    text: Annotated[str, Field(max_length=20_000)]


Report: TypeAlias = State | Said | Heard | Built | Sent | Returned | Failed | Cancelled
_TYPES = {
    "speech.said": Said,
    "speech.heard": Heard,
    "state.reported": State,
    "tool.built": Built,
    "tool.sent": Sent,
    "tool.returned": Returned,
    "tool.failed": Failed,
    "tool.cancelled": Cancelled,
}


@cache
def _adapter() -> TypeAdapter[list[Report]]:
    return TypeAdapter(list[Annotated[Report, Field(discriminator="type")]])


def read_reports(body: bytes) -> list[Report]:
    """Raises RefusedError when one of them cannot be used; then none is taken."""
    data = parsed(body)
    if not isinstance(data, list):
        raise RefusedError(
            400, 'what is reported is a list of events, such as [{"type": "state.reported", …}]'
        )
    if len(data) > _MOST:
        raise RefusedError(413, f"{len(data)} events at once; at most {_MOST} are taken")
    try:
        return _adapter().validate_json(body)
    except ValidationError as error:
        problems = from_pydantic(error, "", tags=_TYPES)
        raise RefusedError(400, "; ".join(str(problem) for problem in problems[:5])) from None

"""Our simple public JSON: timed turns, with what was really said and what the agent did. It is voiceeval's format too.

docs/formats.md describes every field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter, ValidationError

from callproof.errors import InputError, Problem, did_you_mean
from callproof.evidence.building import RecordBuilder
from callproof.evidence.events import Party, Quality, Speaker
from callproof.evidence.record import Record
from callproof.importers.clock import Clock
from callproof.importers.registry import Place, importer

_Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False, strict=True)]
_Text = Annotated[str, Field(strict=True)]
_Flag = Annotated[bool, Field(strict=True)]

_SPEAKERS: Mapping[str, Speaker] = {
    "caller": "caller",
    "user": "caller",
    "customer": "caller",
    "agent": "agent",
    "assistant": "agent",
    "bot": "agent",
    "other": "other",
}


@dataclass(slots=True)
class _Action:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "ignore"}

    name: _Text
    args: dict[str, Any] | None = None
    consequential: _Flag | None = None
    id: str | None = None
    start_s: _Seconds | None = None
    end_s: _Seconds | None = None
    result: Any = None
    error: _Text | None = None


@dataclass(slots=True)
class _Turn:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "ignore"}

    speaker: Literal["caller", "user", "customer", "agent", "assistant", "bot", "other"]
    text: _Text | None = None
    truth: _Text | None = None
    start_s: _Seconds | None = None
    end_s: _Seconds | None = None
    actions: list[_Action] | None = None
    interrupted: _Flag | None = None


@dataclass(slots=True)
class _Call:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "ignore"}

    turns: list[_Turn]
    id: str | int | None = None
    policy: dict[str, Any] | None = None
    completed: _Flag | None = None
    started_at: _Text | None = None
    connected_s: _Seconds | None = None
    ended_s: _Seconds | None = None
    ended_by: Party | None = None
    ended_reason: _Text | None = None


_CALL_KEYS, _TURN_KEYS, _ACTION_KEYS = (
    frozenset(field.name for field in fields(cls)) for cls in (_Call, _Turn, _Action)
)
_KNOWN = (*_CALL_KEYS, *_TURN_KEYS, *_ACTION_KEYS)


@cache
def _adapter() -> TypeAdapter[_Call]:
    return TypeAdapter(_Call)


def _recognises(data: Any) -> bool:
    if not isinstance(data, dict) or "turns" not in data:
        return False
    turns = data["turns"]
    if not isinstance(turns, list) or not turns or not isinstance(turns[0], dict):
        return True
    return "speaker" in turns[0] or not _TURN_KEYS.isdisjoint(turns[0])


@importer("simple", recognises=_recognises, keys=("turns", "speaker", "text", "start_s", "end_s"))
def read_simple(data: Any, place: Place) -> Record:
    try:
        call = _adapter().validate_python(data)
    except ValidationError as error:
        problems = [*place.invalid(error, known=_KNOWN), *_misspelt(data, place), *_disorder(data, place)]
        raise InputError(problems) from None
    if problems := [*_misspelt(data, place), *_disorder(data, place)]:
        raise InputError(problems)
    builder = RecordBuilder()
    clock = Clock([turn.start_s for turn in call.turns], builder)
    if call.connected_s is not None:
        builder.connected(clock.ms(call.connected_s, "connected_s") or 0)
    for index, turn in enumerate(call.turns):
        source = f"turns[{index}]"
        start = clock.ms(turn.start_s, f"{source}.start_s")
        end = clock.ms(turn.end_s, f"{source}.end_s")
        caller = _SPEAKERS[turn.speaker] == "caller"
        builder.speech(
            _SPEAKERS[turn.speaker],
            start,
            end,
            said=turn.truth if caller else turn.text,
            heard=turn.text if caller else turn.truth,
            source=source,
            cut=bool(turn.interrupted),
        )
        for number, action in enumerate(turn.actions or ()):
            _action(builder, clock, action, start, f"{source}.actions[{number}]")
    builder.ended(
        clock.ms(call.ended_s, "ended_s"),
        by=call.ended_by,
        reason=call.ended_reason,
        completed=call.completed,
    )
    id = place.default_id if call.id is None else str(call.id)
    return builder.build(id, "simple", started_at=call.started_at or clock.started_at, policy=call.policy)


def _action(
    builder: RecordBuilder, clock: Clock, action: _Action, turn_start: int | None, source: str
) -> None:
    """An action without a time of its own happened in its turn: it is placed at the turn's start."""
    sent = clock.ms(action.start_s, f"{source}.start_s")
    quality: Quality = "reported"
    if sent is None:
        sent, quality = turn_start, "derived"
    call = builder.tool_sent(
        action.id, action.name, action.args or {}, sent,
        quality=quality, consequential=action.consequential, source=source,
    )  # fmt: skip
    done = clock.ms(action.end_s, f"{source}.end_s")
    if done is not None and sent is not None and done < sent:
        builder.time_problem(
            f"{source}.end_s", f"is {done / 1000:g} s, before the action was sent at {sent / 1000:g} s"
        )
        done = None
    done_quality: Quality = "derived" if done is None else "reported"
    if action.error is not None:
        builder.tool_failed(call, action.error, sent if done is None else done, quality=done_quality)
    elif action.result is not None or done is not None:
        builder.tool_returned(call, action.result, sent if done is None else done, quality=done_quality)


def _misspelt(data: dict[str, Any], place: Place) -> Iterator[Problem]:
    """Unknown fields may be anybody's own notes; one that looks like a field of ours is a mistake."""
    yield from _near(data, _CALL_KEYS, place)
    for index, turn in enumerate(_objects(data["turns"])):
        yield from _near(turn, _TURN_KEYS, place, "turns", index)
        for number, action in enumerate(_objects(turn.get("actions"))):
            yield from _near(action, _ACTION_KEYS, place, "turns", index, "actions", number)


def _objects(items: Any) -> list[dict[str, Any]]:
    """The items of a list that may be no list, with an empty object for each item that is none."""
    return [item if isinstance(item, dict) else {} for item in items] if isinstance(items, list) else []


def _near(data: dict[str, Any], known: frozenset[str], place: Place, *path: str | int) -> Iterator[Problem]:
    if data.keys() <= known:
        return
    for name in data.keys() - known:
        if hint := did_you_mean(name, known - data.keys()):
            yield place.problem(f"is not a field that is known here.{hint}", *path, name)


def _disorder(data: dict[str, Any], place: Place) -> Iterator[Problem]:
    latest = 0.0
    for index, turn in enumerate(_objects(data["turns"])):
        start = turn.get("start_s")
        if not isinstance(start, int | float):
            continue
        if start < latest:
            yield place.problem(
                f"found {start:g}, before the start of a turn above it ({latest:g}); "
                "list the turns in the order in which they start",
                "turns", index, "start_s",
            )  # fmt: skip
        latest = max(latest, start)

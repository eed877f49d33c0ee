"""Our simple public JSON: timed turns, with what was really said and what the agent did. It is voiceeval's format too.

docs/formats.md describes every field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Annotated, Any, Literal, Required

from pydantic import BeforeValidator, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from callproof.errors import InputError, Problem, did_you_mean
from callproof.evidence.building import RecordBuilder
from callproof.evidence.events import Party, Quality, Speaker
from callproof.evidence.record import Direction, Record
from callproof.importers.clock import Clock, out_of_order
from callproof.importers.fields import Amount, Carried, CarriedObject, Flag, Id, Moment, Text
from callproof.importers.registry import Place, importer
from callproof.problems import found

_SPEAKERS: Mapping[str, Speaker] = {
    "caller": "caller",
    "user": "caller",
    "customer": "caller",
    "agent": "agent",
    "assistant": "agent",
    "bot": "agent",
    "other": "other",
}


# Dictionaries and not classes: they take a third of the time, and nothing takes longer when calls come by the hundred thousand.
class _Action(TypedDict, total=False):
    name: Required[Text]
    args: CarriedObject | None
    consequential: Flag | None
    id: Id | None
    start_s: Amount | None
    end_s: Amount | None
    result: Carried
    error: Text | None


class _Turn(TypedDict, total=False):
    speaker: Required[Literal["caller", "user", "customer", "agent", "assistant", "bot", "other"]]
    text: Text | None
    truth: Text | None
    start_s: Amount | None
    end_s: Amount | None
    actions: list[_Action] | None
    interrupted: Flag | None


class _Error(TypedDict, total=False):
    message: Required[Text]
    by: Party | None


def _error(value: Any) -> Any:
    if isinstance(value, dict):
        return value
    if isinstance(value, str):
        return {"message": value}
    raise ValueError(f"found {found(value)}, expected a text or an object with a message")


class _Call(TypedDict, total=False):
    turns: Required[list[_Turn]]
    id: Id | None
    policy: CarriedObject | None
    completed: Flag | None
    error: Annotated[_Error, BeforeValidator(_error)] | None
    direction: Direction | None
    started_at: Moment | None
    connected_s: Amount | None
    ended_s: Amount | None
    ended_by: Party | None
    ended_reason: Text | None


_CALL_KEYS, _TURN_KEYS, _ACTION_KEYS, _ERROR_KEYS = (
    frozenset(cls.__annotations__) for cls in (_Call, _Turn, _Action, _Error)
)
_KNOWN = (*_CALL_KEYS, *_TURN_KEYS, *_ACTION_KEYS, *_ERROR_KEYS)
# Close to a field of ours, and plainly something else.
_OWN_NOTES = frozenset(("duration",))


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
    call = _validated(data, place)
    turns = call["turns"]
    builder = RecordBuilder()
    clock = Clock([turn.get("start_s") for turn in turns], builder, also=_other_starts(call))
    connected = clock.ms(call.get("connected_s"), "connected_s")
    if connected is not None:
        builder.connected(connected)
    ms, speech = clock.ms, builder.speech
    for index, turn in enumerate(turns):
        source = f"turns[{index}]"
        start = ms(turn.get("start_s"), source, ".start_s")
        speaker = _SPEAKERS[turn["speaker"]]
        text, truth = turn.get("text"), turn.get("truth")
        said, heard = (truth, text) if speaker == "caller" else (text, truth)
        end = ms(turn.get("end_s"), source, ".end_s")
        cut = turn.get("interrupted") is True
        speech(speaker, start, end, said=said, heard=heard, source=source, cut=cut)
        actions = turn.get("actions")
        if actions:
            for number, action in enumerate(actions):
                _action(builder, clock, action, start, f"{source}.actions[{number}]")
    ended = clock.ms(call.get("ended_s"), "ended_s")
    error = call.get("error")
    if error is not None:
        builder.line_error(error["message"], ended, by=error.get("by"))
    builder.ended(
        ended,
        by=call.get("ended_by"),
        reason=call.get("ended_reason"),
        completed=call.get("completed"),
    )
    id = call.get("id") or place.default_id
    started_at = call.get("started_at") or clock.started_at
    direction = call.get("direction")
    return builder.build(id, "simple", started_at=started_at, direction=direction, policy=call.get("policy"))


def _other_starts(call: _Call) -> Iterator[float | None]:
    """Moments before the first turn: the connection, and a tool that was called for the greeting."""
    yield call.get("connected_s")
    for turn in call["turns"]:
        for action in turn.get("actions") or ():
            yield action.get("start_s")


def _validated(data: Any, place: Place) -> _Call:
    """The call as it stands in the payload; InputError with all that is wrong with it."""
    if not isinstance(data, dict):
        raise InputError([place.problem(f"found {found(data)}, expected a call with turns")])
    problems: list[Problem] = []
    call: _Call | None = None
    try:
        call = _adapter().validate_python(data)
    except ValidationError as error:
        problems.extend(place.invalid(error, known=_KNOWN))
    if call is None or not _all_known(data):
        problems.extend(_misspelt(data, place))
    starts = [] if call is None else [s for turn in call["turns"] if (s := turn.get("start_s")) is not None]
    if call is None or starts != sorted(starts):
        problems.extend(out_of_order(place, _given_starts(data)))
    if call is None or problems:
        raise InputError(problems)
    return call


def _action(
    builder: RecordBuilder, clock: Clock, action: _Action, turn_start: int | None, source: str
) -> None:
    """An action without a time of its own happened in its turn: it is placed at the turn's start."""
    sent = clock.ms(action.get("start_s"), source, ".start_s")
    quality: Quality = "reported"
    if sent is None:
        sent, quality = turn_start, "derived"
    call = builder.tool_sent(
        action.get("id"),
        action["name"],
        action.get("args") or {},
        sent,
        quality=quality,
        consequential=action.get("consequential"),
        source=source,
    )
    done = clock.ms(action.get("end_s"), source, ".end_s")
    error, result = action.get("error"), action.get("result")
    if error is None and result is None and done is None:
        return
    if done is None:
        done, quality = sent, "derived"
    else:
        quality = "reported"
    if error is not None:
        builder.tool_failed(call, error, done, quality=quality, source=f"{source}.end_s")
    else:
        builder.tool_returned(call, result, done, quality=quality, source=f"{source}.end_s")


def _all_known(data: dict[str, Any]) -> bool:
    """Whether a sound call has no field but ours; answered for all turns at once, since that is how most calls are."""
    turns = data["turns"]
    if not (data.keys() <= _CALL_KEYS and _TURN_KEYS.issuperset(chain.from_iterable(turns))):
        return False
    error = data.get("error")
    if isinstance(error, dict) and not error.keys() <= _ERROR_KEYS:
        return False
    return all(
        _ACTION_KEYS.issuperset(chain.from_iterable(t["actions"] or ())) for t in turns if "actions" in t
    )


def _misspelt(data: dict[str, Any], place: Place) -> Iterator[Problem]:
    """Unknown fields may be anybody's own notes; one that looks like a field of ours is a mistake."""
    if not data.keys() <= _CALL_KEYS:
        yield from _near(data, _CALL_KEYS, place)
    error = data.get("error")
    if isinstance(error, dict) and not error.keys() <= _ERROR_KEYS:
        yield from _near(error, _ERROR_KEYS, place, "error")
    for index, turn in enumerate(_objects(data.get("turns"))):
        if not turn.keys() <= _TURN_KEYS:
            yield from _near(turn, _TURN_KEYS, place, "turns", index)
        if "actions" in turn:
            for number, action in enumerate(_objects(turn["actions"])):
                if not action.keys() <= _ACTION_KEYS:
                    yield from _near(action, _ACTION_KEYS, place, "turns", index, "actions", number)


def _objects(items: Any) -> list[dict[str, Any]]:
    """The items of a list that may be no list, with an empty object for each item that is none."""
    return [item if isinstance(item, dict) else {} for item in items] if isinstance(items, list) else []


def _near(data: dict[str, Any], known: frozenset[str], place: Place, *path: str | int) -> Iterator[Problem]:
    for name in sorted(data.keys() - known - _OWN_NOTES):
        if hint := did_you_mean(name, known - data.keys()):
            yield place.problem(f"is not a field that is known here.{hint}", *path, name)


def _given_starts(data: dict[str, Any]) -> Iterator[tuple[tuple[str | int, ...], float, Any]]:
    for index, turn in enumerate(_objects(data.get("turns"))):
        start = turn.get("start_s")
        if type(start) is float or type(start) is int:
            yield ("turns", index, "start_s"), start, start

"""Calls of Vapi: an end-of-call-report webhook, a call object, a page of them, or a bare list of messages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import BeforeValidator
from pydantic.alias_generators import to_camel

from callproof.errors import InputError, Problem
from callproof.evidence.building import RecordBuilder
from callproof.evidence.events import Party, Quality, Speaker
from callproof.evidence.record import Direction, Record
from callproof.importers.clock import Clock, epoch_s, in_seconds, out_of_order
from callproof.importers.fields import TOLERANT, Amount, Carried, Figure, Id, Moment, Text
from callproof.importers.listing import Listing, at, read_item, role_of, variables
from callproof.importers.registry import Place, importer
from callproof.problems import dotted, found

_CAMEL: Mapping[str, Any] = {**TOLERANT, "alias_generator": to_camel}

# `bot` in artifact.messages, `assistant` in webhooks and in the OpenAI form of the list.
_SPEAKERS: Mapping[str, Speaker] = {
    "user": "caller",
    "customer": "caller",
    "bot": "agent",
    "assistant": "agent",
}
_TOOL_ROLES = frozenset(("tool_calls", "tool_call_result"))
# The prompt stands in the list like something that was said.
_SILENT_ROLES = frozenset(("system", "developer", "tool", "function"))
_CALL_TYPES = frozenset(("inboundPhoneCall", "outboundPhoneCall", "webCall", "vapi.websocketCall"))
_REPORT = "end-of-call-report"
_NOT_OVER = frozenset(("scheduled", "queued", "ringing", "in-progress", "forwarding"))
_DIRECTIONS: Mapping[str | None, Direction] = {
    "inboundPhoneCall": "inbound",
    "outboundPhoneCall": "outbound",
}
# Reasons of calls that nobody took, a machine aside: the agent had no one to greet.
_NEVER_CONNECTED = re.compile(
    r"^customer-(did-not-answer|busy|did-not-give-microphone-permission)$|^voicemail$|^vonage-rejected$|"
    r"^call\.(start|ringing)\.|-failed-to-connect|-outbound-sip-\d|^assistant-not-(found|valid)$"
)

# The same messages stand in several places of one payload; the last two have texts without times.
_PLACES: tuple[tuple[str, ...], ...] = (
    ("artifact", "messages"),
    ("messages",),
    ("call", "artifact", "messages"),
    ("call", "messages"),
    ("artifact", "messagesOpenAIFormatted"),
    ("messagesOpenAIFormatted",),
)

# Those of the assistant's prompt.
_VARIABLES: tuple[tuple[str, ...], ...] = tuple(
    (*before, *path, "variableValues")
    for before in ((), ("call",))
    for path in (("assistantOverrides",), ("artifact",), ("assistant",))
)

# A longer duration is not meant in seconds, although the documentation says so.
_LONGEST_DURATION_S = 60
# By how much a duration and endTime - time may differ where both mean the same, in ms.
_SAME_MS = 2

# Other rubrics than pass or fail give a mark, of which nobody knows what it takes to pass.
_SUCCESS: Mapping[str | None, bool] = {"true": True, "false": False}
_AGENT_ERROR = re.compile(r"error|failed|timed-out|-not-|-no-|-invalid-")
_PLATFORM_ERROR = re.compile(
    r"error|-failed|-died|worker-|transport-|phone-call-provider-|no-server-available|^pipeline-|"
    r"^vonage-(?!completed)|^license-"
)


def _as_text(value: Any) -> str | None:
    """The verdict in lower case; None for one that is neither text nor true or false."""
    return str(value).lower() if isinstance(value, bool | str) else None


@dataclass(slots=True)
class _Function:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = _CAMEL

    name: Text
    arguments: Carried = None
    parameters: Carried = None


@dataclass(slots=True)
class _ToolCall:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = _CAMEL

    function: _Function
    id: Id | None = None


@dataclass(slots=True)
class _Message:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = _CAMEL

    message: Text | None = None
    content: Text | None = None
    time: Amount | None = None
    end_time: Amount | None = None
    seconds_from_start: Amount | None = None
    duration: Amount | None = None


@dataclass(slots=True)
class _ToolEntry:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = _CAMEL

    time: Amount | None = None
    seconds_from_start: Amount | None = None
    tool_calls: list[_ToolCall] | None = None
    tool_call_id: Id | None = None
    name: Text | None = None
    result: Carried = None


@dataclass(slots=True)
class _TurnLatency:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = _CAMEL

    turn_latency: Figure | None = None


@dataclass(slots=True)
class _Performance:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = _CAMEL

    turn_latencies: list[_TurnLatency | None] | None = None


@dataclass(slots=True)
class _Artifact:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = _CAMEL

    performance_metrics: _Performance | None = None


@dataclass(slots=True)
class _Analysis:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = _CAMEL

    success_evaluation: Annotated[str | None, BeforeValidator(_as_text)] = None


@dataclass(slots=True)
class _Object:
    """A call object, or a webhook's message."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = _CAMEL

    id: Id | None = None
    type: Text | None = None
    status: Text | None = None
    started_at: Moment | None = None
    ended_at: Moment | None = None
    ended_reason: Text | None = None
    analysis: _Analysis | None = None
    artifact: _Artifact | None = None


@dataclass(slots=True)
class _Whole(_Object):
    """A webhook's message has its call inside."""

    call: _Object | None = None


class _Turn(NamedTuple):
    at: int
    speaker: Speaker
    message: _Message


class _Tools(NamedTuple):
    at: int
    entry: _ToolEntry


# --- telling it apart ----------------------------------------------------------------------------------------------


def _recognises(data: Any) -> bool:
    if isinstance(data, list):
        return any(_is_message(item) for item in data)
    if not isinstance(data, dict):
        return False
    kind = data.get("type")
    if isinstance(kind, str) and (kind == _REPORT or kind in _CALL_TYPES):
        return True
    return isinstance(data.get("endedReason"), str) or any(_is_message(item) for item in _messages(data)[1])


def _is_message(item: Any) -> bool:
    """Whether an item of a list has what only Vapi's messages have."""
    if not isinstance(item, dict) or "role" not in item:
        return False
    if "secondsFromStart" in item or "toolCalls" in item or "toolCallId" in item:
        return True
    return "message" in item and ("time" in item or "endTime" in item)


def _messages(data: dict[str, Any]) -> tuple[tuple[str, ...], list[Any]]:
    """Where the messages to read stand, and they themselves; none of them if there are none anywhere."""
    for path in _PLACES:
        inner = at(data, path)
        if isinstance(inner, list) and inner:
            return path, inner
    return _PLACES[0], []


# --- reading -------------------------------------------------------------------------------------------------------


@importer(
    "vapi", recognises=_recognises, keys=("artifact", "messages", "endedReason", "role", "message", "time")
)
def read_vapi(data: Any, place: Place) -> Record:
    path: tuple[str, ...] = ()
    whole, items = _Whole(), data
    problems: list[Problem] = []
    if isinstance(data, dict):
        path, items = _messages(data)
        whole = read_item(_Whole, data, place, (), problems) or whole
    if not isinstance(items, list) or not (items or _recognises(data)):
        raise InputError([place.problem(f"found {found(data)}, expected a call of Vapi's or its messages")])
    inside = replace(place, path=(*place.path, *path))
    entries = [entry for index, item in enumerate(items) if (entry := _entry(index, item, inside, problems))]
    turns = [entry for entry in entries if isinstance(entry, _Turn)]
    problems.extend(out_of_order(inside, _given_starts(turns, items)))
    given = variables(data, _VARIABLES, place, problems)
    if problems:
        raise InputError(problems)
    builder = RecordBuilder()
    facts = _facts(whole, given)
    return _Reading(builder, facts, entries, turns, path).record(place.default_id)


def _entry(index: int, item: Any, place: Place, problems: list[Problem]) -> _Turn | _Tools | None:
    """What an item of the list is to the call; None for what is neither said nor a tool's, and for what is wrong."""
    role = role_of(item, index, place, problems)
    if role is None:
        return None
    speaker = _speaker(role, item)
    if speaker is None and role not in _TOOL_ROLES:
        return None
    if speaker is not None:
        message = read_item(_Message, item, place, (index,), problems)
        return None if message is None else _Turn(index, speaker, message)
    entry = read_item(_ToolEntry, item, place, (index,), problems)
    return None if entry is None else _Tools(index, entry)


def _speaker(role: str, item: Mapping[str, Any]) -> Speaker | None:
    """A role that we do not know is somebody's if it spoke for a time: to leave that out would invent a silence."""
    if role in _SPEAKERS:
        return _SPEAKERS[role]
    if role in _TOOL_ROLES or role in _SILENT_ROLES:
        return None
    return "other" if isinstance(item.get("message"), str) and "time" in item and "endTime" in item else None


def _given_starts(turns: list[_Turn], items: list[Any]) -> Iterator[tuple[tuple[str | int, ...], float, Any]]:
    for turn in turns:
        start = in_seconds(turn.message.time)
        if start is not None:
            yield (turn.at, "time"), start, items[turn.at]["time"]


class _Facts(NamedTuple):
    """What a payload says of the call as a whole."""

    id: str | None
    started_at: str | None
    ended_at: str | None
    ended_reason: str | None
    direction: Direction | None
    over: bool
    completed: bool | None
    latencies: tuple[float | None, ...]
    latencies_path: str
    given: Mapping[str, Any]


def _facts(whole: _Whole, given: Mapping[str, Any]) -> _Facts:
    call = whole.call or _Object()
    kind, status = whole.type, whole.status or call.status
    ended_at, reason = whole.ended_at or call.ended_at, whole.ended_reason or call.ended_reason
    # Webhooks of other types come while the call goes on.
    running = status in _NOT_OVER or (
        status is None and kind is not None and kind != _REPORT and kind not in _CALL_TYPES
    )
    analysis = whole.analysis or call.analysis or _Analysis()
    artifact = whole.artifact or call.artifact or _Artifact()
    within = "call." if whole.artifact is None and call.artifact is not None else ""
    metrics = artifact.performance_metrics or _Performance()
    return _Facts(
        # A webhook has no id of its own; that of its call counts.
        id=whole.id or call.id,
        started_at=whole.started_at or call.started_at,
        ended_at=ended_at,
        ended_reason=reason,
        direction=_DIRECTIONS.get(kind) or _DIRECTIONS.get(call.type),
        over=ended_at is not None or reason is not None or not running,
        completed=_SUCCESS.get(analysis.success_evaluation),
        latencies=tuple(
            [None if latency is None else latency.turn_latency for latency in metrics.turn_latencies or ()]
        ),
        latencies_path=f"{within}artifact.performanceMetrics.turnLatencies[{{n}}].turnLatency",
        given=given,
    )


class _Reading:
    """Puts one call together, once everything in it is known to be sound."""

    def __init__(
        self,
        builder: RecordBuilder,
        facts: _Facts,
        entries: list[_Turn | _Tools],
        turns: list[_Turn],
        path: tuple[str, ...],
    ) -> None:
        self._builder = builder
        self._facts = facts
        self._entries = entries
        self._path = path
        self._listing = Listing(builder)
        # secondsFromStart counts from one moment for what is said and from another, over a second later, for tools.
        # Only that of the turns is used, and only where `time` is missing.
        zeros = [zero for turn in turns if (zero := _zero_s(turn.message)) is not None]
        self._turns_zero_s = min(zeros, default=0.0)
        self._starts = [self._start_s(turn.message) for turn in turns]
        tools = [in_seconds(entry.entry.time) for entry in entries if isinstance(entry, _Tools)]
        self._clock = Clock(self._starts, builder, also=[*zeros, *tools, epoch_s(facts.started_at)])

    def record(self, default_id: str) -> Record:
        started = epoch_s(self._facts.started_at)
        connected = self._clock.connection_ms(started, self._starts, "startedAt")
        if connected is not None and self._took_place():
            self._builder.connected(connected)
        for entry in self._entries:
            source = dotted((*self._path, entry.at))
            if isinstance(entry, _Turn):
                self._turn(entry.speaker, entry.message, source)
            else:
                self._tools(entry.entry, source)
        self._listing.runtime_latencies(self._facts.latencies, self._facts.latencies_path)
        self._end()
        started_at = self._clock.started_at or self._facts.started_at
        return self._builder.build(
            self._facts.id or default_id,
            "vapi",
            started_at=started_at,
            direction=self._facts.direction,
            given=self._facts.given,
        )

    def _took_place(self) -> bool:
        """Whether there was a call to speak in. startedAt stands in calls that still ring and in calls that nobody took; a
        status of `queued` or `ringing` stands in webhooks about calls that are long over, too."""
        if _NEVER_CONNECTED.search(self._facts.ended_reason or ""):
            return False
        return self._facts.over or bool(self._starts)

    def _start_s(self, message: _Message) -> float | None:
        if message.time is not None:
            return in_seconds(message.time)
        from_start = message.seconds_from_start
        return None if from_start is None else self._turns_zero_s + from_start

    def _turn(self, speaker: Speaker, message: _Message, source: str) -> None:
        start_s = self._start_s(message)
        start = self._clock.ms(start_s, source, ".time")
        end = self._clock.ms(in_seconds(message.end_time), source, ".endTime")
        end_quality: Quality = "reported"
        duration = message.duration or None
        speech_ms: int | None = None
        if end is None and start_s is not None and duration is not None:
            # Of merged fragments the duration leaves the pauses out: the turn may have ended later.
            in_ms = duration if duration > _LONGEST_DURATION_S else duration * 1000
            end, end_quality = self._clock.ms(start_s + in_ms / 1000, source, ".duration"), "derived"
        elif start is not None and end is not None and duration is not None:
            speech_ms = _speech_ms(duration, end - start)
        self._listing.turn(
            speaker,
            start,
            end,
            message.message if message.message is not None else message.content,
            source=source,
            end_quality=end_quality,
            speech_ms=speech_ms,
        )

    def _tools(self, entry: _ToolEntry, source: str) -> None:
        ms = self._clock.ms(in_seconds(entry.time), source, ".time")
        for number, call in enumerate(entry.tool_calls or ()):
            given = call.function.arguments
            self._listing.tool_call(
                call.id,
                call.function.name,
                call.function.parameters if given is None else given,
                ms,
                source=f"{source}.toolCalls[{number}]",
            )
        if entry.tool_call_id is not None or entry.result is not None:
            self._listing.tool_result(entry.tool_call_id, entry.name, entry.result, ms, source=source)

    def _end(self) -> None:
        if not self._facts.over:
            return
        ended = None
        if self._clock.is_wall_clock:
            ended = self._clock.ms(epoch_s(self._facts.ended_at), "endedAt")
        reason = self._facts.ended_reason
        by, at_fault = _ended_by(reason or "")
        if at_fault is not None:
            self._builder.line_error(reason or "", ended, by=at_fault)
        self._builder.ended(ended, by=by, reason=reason, completed=self._facts.completed)


def _zero_s(message: _Message) -> float | None:
    """The moment that a message's secondsFromStart counts from."""
    time, from_start = in_seconds(message.time), message.seconds_from_start
    return None if time is None or from_start is None else time - from_start


def _speech_ms(duration: float, span_ms: int) -> int | None:
    """How much of a turn was speech, where that is less than the turn; a duration may be in ms or in s.

    15 119.998 in a turn of 18 880 ms are 15 120 ms: fragments of one speaker, joined with the pauses between them.
    """
    in_s = duration <= _LONGEST_DURATION_S and duration * 1000 <= span_ms + _SAME_MS
    speech = round(duration * 1000 if in_s else duration)
    return speech if speech < span_ms - _SAME_MS else None


def _ended_by(reason: str) -> tuple[Party | None, Party | None]:
    """Who ended the call, and at whose side something broke; None where the reason does not say, as an unknown one."""
    if reason.startswith("customer-ended-call"):
        return "caller", None
    if reason.startswith("assistant-"):
        return "agent", "agent" if _AGENT_ERROR.search(reason) else None
    if _PLATFORM_ERROR.search(reason):
        return "platform", "platform"
    return ("platform", None) if reason in ("silence-timed-out", "exceeded-max-duration") else (None, None)

"""A home-made WebSocket protocol, by configuration: JSON with base64 audio, or binary audio with JSON beside it.

    audio: {codec: pcm16, rate_hz: 16000}
    send:
      hello: [{type: start, session: abc}]
      audio: {type: audio, data: $payload}
      key_press: {type: key, digit: $digit}
    receive:
      - {when: {type: audio}, gives: audio, take: {payload: data}}
      - {when: {type: stop_playback}, gives: clear}
      - {when: {type: text, who: agent}, gives: said, take: {text: text, final: done}}
      - {when: {type: ping}, gives: reply, take: {id: event.id}, reply: {type: pong, id: "#id"}}

A rule holds when the values at all its paths are those it names (`"*"`: whatever it is, but something). The first one that holds
counts. A path is `event.items[0].text`. Holes in what is sent are those of `Template`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, TypeAlias, get_args

import numpy as np
from pydantic import TypeAdapter, ValidationError

from callproof.audio.pcm import Signal
from callproof.calling.wire.codec import Codec, Encoding
from callproof.calling.wire.events import (
    AgentText,
    Clear,
    Event,
    Events,
    HungUp,
    Ignored,
    Json,
    Mark,
    Message,
    Problem,
    Ready,
    Send,
    SpeechOfCallerDetected,
    StateReported,
    ToolCalled,
    ToolCancelled,
)
from callproof.calling.wire.format import Capabilities
from callproof.calling.wire.intake import Intake
from callproof.calling.wire.json_messages import (
    LARGEST_SOUND,
    brief,
    compact,
    from_base64,
    parse_object,
    shown,
    to_base64,
    too_large,
    tool_arguments,
    whole_number,
)
from callproof.calling.wire.template import Template
from callproof.errors import InputError, did_you_mean
from callproof.errors import Problem as Mistake
from callproof.problems import from_pydantic

_STRICT: Mapping[str, Any] = {"extra": "forbid", "strict": True}
Meaning: TypeAlias = Literal[
    "ready",
    "audio",
    "clear",
    "mark",
    "said",
    "heard",
    "tool",
    "tool_cancelled",
    "state",
    "caller_began",
    "caller_ended",
    "hang_up",
    "reply",
    "error",
    "ignore",
]
# What each meaning takes from a message: what it must have, and what it may.
_TAKES: Mapping[Meaning, tuple[frozenset[str], frozenset[str]]] = {
    "ready": (frozenset(), frozenset()),
    "audio": (frozenset({"payload"}), frozenset({"rate_hz", "utterance"})),
    "clear": (frozenset(), frozenset()),
    "mark": (frozenset({"name"}), frozenset()),
    "said": (frozenset({"text"}), frozenset({"final", "utterance", "interrupted"})),
    "heard": (frozenset({"text"}), frozenset({"final", "utterance"})),
    "tool": (frozenset({"call", "name"}), frozenset({"arguments"})),
    "tool_cancelled": (frozenset({"call"}), frozenset()),
    "state": (frozenset({"fields"}), frozenset()),
    "caller_began": (frozenset(), frozenset({"audio_ms"})),
    "caller_ended": (frozenset(), frozenset({"audio_ms"})),
    "hang_up": (frozenset(), frozenset({"reason"})),
    "error": (frozenset(), frozenset({"message"})),
    "ignore": (frozenset(), frozenset()),
}
# The holes that there are values for, in each message of ours.
_HOLES: Mapping[str, frozenset[str]] = {
    "hello": frozenset({"rate", "call", "tools", "token", "proxy", "today", "instructions"}),
    "audio": frozenset({"payload", "sequence", "timestamp"}),
    "text": frozenset({"text"}),
    "key_press": frozenset({"digit"}),
    "mark_played": frozenset({"name"}),
    "cleared": frozenset({"dropped_ms"}),
    "tool_result": frozenset({"call", "result", "failed"}),
    "bye": frozenset(),
}
# Without which a message says nothing.
_NEEDED: Mapping[str, tuple[str, str]] = {
    "audio": ("payload", "the caller would not be heard"),
    "text": ("text", "what the caller writes would be in no message"),
    "key_press": ("digit", "no key would be told from another"),
    "mark_played": ("name", "the agent would not know which of its marks was heard"),
    "tool_result": ("result", "the agent would never see what a tool gave"),
}
_IN_A_TEXT = re.compile(r"\$([a-z_]+)")
_STEP = re.compile(r"[^.\[\]]+|\[\d{1,6}\]")
_PATH = re.compile(r"[^.\[\]]+(\.[^.\[\]]+|\[\d{1,6}\])*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """`frame_ms` is how much of the caller's audio goes into one message."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = _STRICT

    codec: Codec = "pcm16"
    rate_hz: int = 16000
    frame_ms: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What we send, as JSON with holes. `audio` None: binary messages. What is None elsewhere, the protocol has no words for.

    Holes: `payload` (base64), `sequence` (from 1) and `timestamp` (ms) in `audio`; `text`; `digit`; `name` of a mark; `dropped_ms`;
    `call`, `result` and `failed`. In `hello`: `rate`, and what tells the agent of its call: `call` (its id), `tools` (where its tools
    are), `token` (for them), `proxy` (the proxy before its own API, or nothing), `today`, `instructions` (the prompt of the scenario, or nothing).
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = _STRICT

    hello: Sequence[Mapping[str, Json]] = ()
    audio: Mapping[str, Json] | None = None
    text: Mapping[str, Json] | None = None
    key_press: Mapping[str, Json] | None = None
    mark_played: Mapping[str, Json] | None = None
    cleared: Mapping[str, Json] | None = None
    tool_result: Mapping[str, Json] | None = None
    bye: Sequence[Mapping[str, Json]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A message of the agent's and its meaning. `take` says at which path each thing stands; `reply` is the answer of `reply`."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = _STRICT

    when: Mapping[str, Json]
    gives: Meaning
    take: Mapping[str, str] = field(default_factory=dict)
    reply: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """A whole protocol. Binary messages of the agent's are audio, whether ours are or not."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = _STRICT

    audio: Sound = field(default_factory=Sound)
    send: Sent = field(default_factory=Sent)
    receive: Sequence[Rule] = ()


def read_protocol(settings: Mapping[str, Any], file: str) -> Protocol:
    """The block `websocket:` of agent.yaml. Raises InputError with everything that is wrong with it."""
    try:
        protocol = TypeAdapter(Protocol).validate_json(json.dumps(settings))
    except ValidationError as error:
        known = [name for part in (Protocol, Sound, Sent, Rule) for name in part.__dataclass_fields__]
        raise InputError(from_pydantic(error, file, known=known, within=("websocket",))) from None
    if mistakes := list(_mistakes(protocol, file)):
        raise InputError(replace(mistake, path=f"websocket.{mistake.path}") for mistake in mistakes)
    return protocol


class GenericFormat:
    """One call over a configured protocol. `values` are for the holes in `hello`; those without one are left empty.

    Raises InputError with everything that is wrong with the configuration.
    """

    def __init__(
        self, protocol: Protocol, *, values: Mapping[str, str] | None = None, file: str = ""
    ) -> None:
        if mistakes := list(_mistakes(protocol, file)):
            raise InputError(mistakes)
        self._protocol = protocol
        self._values = {**dict.fromkeys(_HOLES["hello"], ""), **(values or {})}
        self._encoding = Encoding(protocol.audio.codec, protocol.audio.rate_hz)
        sent = protocol.send
        self._audio = None if sent.audio is None else Template(sent.audio)
        self._rules = [
            (
                [(_steps(path), value) for path, value in rule.when.items()],
                rule.gives,
                {name: _steps(path) for name, path in rule.take.items()},
                Template(rule.reply) if rule.reply is not None else None,
            )
            for rule in protocol.receive
        ]
        # What goes into one message, and what has not filled one yet.
        self._samples = protocol.audio.rate_hz * protocol.audio.frame_ms // 1000
        self._waiting: Signal = np.zeros(0, np.float32)
        self._frames = 0
        self._sent_samples = 0
        self._pending: set[str] = set()
        self._intake = Intake()

    @property
    def capabilities(self) -> Capabilities:
        given = {rule.gives for rule in self._protocol.receive}
        sent = self._protocol.send
        return Capabilities(
            caller_audio=self._encoding,
            takes_text=sent.text is not None,
            tells_said="said" in given,
            tells_heard="heard" in given,
            tools="asked" if "tool" in given else "none",
            keys=sent.key_press is not None,
        )

    def opening(self) -> tuple[Message, ...]:
        values = {**self._values, "rate": self._encoding.rate_hz}
        return tuple(Template(body).fill(**values) for body in self._protocol.send.hello)

    def audio(self, frame: Signal) -> tuple[Message, ...]:
        waiting = np.concatenate([self._waiting, frame]) if len(self._waiting) else frame
        whole = len(waiting) // self._samples * self._samples
        self._waiting = waiting[whole:]
        return tuple(self._sound(waiting[at : at + self._samples]) for at in range(0, whole, self._samples))

    def _sound(self, piece: Signal) -> Message:
        payload = self._encoding.encode(piece)
        if self._audio is None:
            return payload
        timestamp = self._sent_samples * 1000 // self._encoding.rate_hz
        self._sent_samples += len(piece)
        self._frames += 1
        return self._audio.fill(payload=to_base64(payload), sequence=self._frames, timestamp=timestamp)

    def text(self, text: str) -> tuple[Message, ...]:
        return _filled(self._protocol.send.text, text=text)

    def key_press(self, digit: str) -> tuple[Message, ...]:
        return _filled(self._protocol.send.key_press, digit=digit)

    def mark_played(self, name: str) -> tuple[Message, ...]:
        return _filled(self._protocol.send.mark_played, name=name)

    def cleared(self, dropped_ms: int, marks: Sequence[str]) -> tuple[Message, ...]:
        self._intake.clear()
        return _filled(self._protocol.send.cleared, dropped_ms=dropped_ms)

    def tool_result(self, call: str, result: Json, *, failed: bool = False) -> tuple[Message, ...]:
        if call not in self._pending:
            return ()
        self._pending.discard(call)
        return _filled(self._protocol.send.tool_result, call=call, result=result, failed=failed)

    def closing(self) -> tuple[Message, ...]:
        return tuple(Template(body).fill() for body in self._protocol.send.bye)

    def receive(self, message: Message) -> Events:
        if problem := too_large(message, LARGEST_SOUND):
            return (problem,)
        if isinstance(message, bytes):
            return self._intake.take(message, self._encoding)
        body = parse_object(message, limit=LARGEST_SOUND)
        if isinstance(body, Problem):
            return (body,)
        for when, gives, take, reply in self._rules:
            if all(_holds(_found(body, steps), value) for steps, value in when):
                taken = {name: _found(body, steps) for name, steps in take.items()}
                if reply is not None:
                    return (Send(reply.fill(**taken)),)
                return self._meaning(gives, taken)
        return (Ignored(shown(message)),)

    def _meaning(self, gives: Meaning, taken: Mapping[str, Json]) -> Events:
        missing = sorted(name for name in _TAKES[gives][0] if taken.get(name) is None)
        if missing:
            return (Problem("malformed", f"{gives} without {', '.join(missing)}"),)
        if gives == "audio":
            return self._heard(taken)
        event = _event(gives, taken)
        if isinstance(event, ToolCalled):
            self._pending.add(event.call)
        elif isinstance(event, ToolCancelled):
            self._pending.discard(event.call)
        return (event,)

    def _heard(self, taken: Mapping[str, Json]) -> Events:
        payload = from_base64(taken["payload"])
        if isinstance(payload, Problem):
            return (payload,)
        rate = taken.get("rate_hz")
        encoding = self._encoding if rate is None else Encoding(self._encoding.codec, whole_number(rate) or 0)
        return self._intake.take(payload, encoding, utterance=_text(taken.get("utterance")))


def _event(gives: Meaning, taken: Mapping[str, Json]) -> Event:
    utterance = _text(taken.get("utterance"))
    if gives == "said" or gives == "heard":
        # What says nothing about it is final.
        final, interrupted = taken.get("final") is not False, taken.get("interrupted") is True
        return AgentText(_text(taken["text"]) or "", final, gives, utterance, interrupted)
    if gives == "mark":
        return Mark(_text(taken["name"]) or "")
    if gives == "tool":
        call, name = _text(taken["call"]) or "", _text(taken["name"]) or ""
        return ToolCalled(call, name, tool_arguments(taken.get("arguments", {})))
    if gives == "tool_cancelled":
        return ToolCancelled(_text(taken["call"]) or "")
    if gives == "state":
        fields = taken["fields"]
        if not isinstance(fields, Mapping):
            return Problem("malformed", f"a state that is no object: {shown(compact(fields))}")
        return StateReported(fields)
    if gives == "caller_began" or gives == "caller_ended":
        edge: Literal["began", "ended"] = "began" if gives == "caller_began" else "ended"
        return SpeechOfCallerDetected(edge, audio_ms=whole_number(taken.get("audio_ms")))
    if gives == "hang_up":
        return HungUp(_text(taken.get("reason")) or "")
    if gives == "error":
        return Problem("agent_error", brief(_text(taken.get("message")) or "no reason given"))
    if gives == "ready":
        return Ready()
    return Clear() if gives == "clear" else Ignored(gives)


def _text(value: Json) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return compact(value)


def _filled(body: Mapping[str, Json] | None, **values: Json) -> tuple[Message, ...]:
    return () if body is None else (Template(body).fill(**values),)


def _steps(path: str) -> tuple[str | int, ...]:
    return tuple(int(part[1:-1]) if part.startswith("[") else part for part in _STEP.findall(path))


def _found(body: Json, steps: tuple[str | int, ...]) -> Json:
    for step in steps:
        if isinstance(step, str) and isinstance(body, Mapping):
            body = body.get(step)
        elif isinstance(step, int) and isinstance(body, list) and step < len(body):
            body = body[step]
        else:
            return None
    return body


def _holds(found: Json, wanted: Json) -> bool:
    if wanted == "*":
        return found is not None
    # True is no 1, and a text no number.
    return type(found) is type(wanted) and bool(found == wanted)


def _mistakes(protocol: Protocol, file: str) -> Iterator[Mistake]:
    sound = protocol.audio
    if sound.codec not in get_args(Codec):
        yield Mistake(
            file, "audio.codec", f"found {sound.codec!r}, expected one of {', '.join(get_args(Codec))}"
        )
    if not 4000 <= sound.rate_hz <= 192_000:
        yield Mistake(file, "audio.rate_hz", f"found {sound.rate_hz}, expected 4000 to 192000")
    elif sound.frame_ms < 5 or sound.frame_ms > 200 or sound.rate_hz * sound.frame_ms % 1000:
        yield Mistake(
            file, "audio.frame_ms", f"found {sound.frame_ms}, expected whole samples, and 5 to 200 ms"
        )
    for part, known in _HOLES.items():
        body = getattr(protocol.send, part)
        for name in sorted(Template(body).names - known) if body else ():
            yield Mistake(file, f"send.{part}", f"${name} has no value here.{did_you_mean(name, known)}")
        for text in _texts_in(body):
            for name in sorted(known & set(_IN_A_TEXT.findall(text))):
                message = f"{text!r}: ${name} is filled in where it stands alone, and would go out as it is"
                yield Mistake(file, f"send.{part}", message)
    for part, (name, lost) in _NEEDED.items():
        body = getattr(protocol.send, part)
        if body is not None and name not in Template(body).names:
            yield Mistake(file, f"send.{part}", f"no ${name} in it: {lost}")
    for number, rule in enumerate(protocol.receive):
        yield from _mistakes_of_rule(rule, file, f"receive[{number}]")


def _texts_in(body: Json) -> Iterator[str]:
    """The texts of a message in which a hole is only a part."""
    if isinstance(body, str):
        if not re.fullmatch(r"[$#][a-z_]+", body):
            yield body
    elif isinstance(body, Mapping):
        for value in body.values():
            yield from _texts_in(value)
    elif isinstance(body, Sequence):
        for value in body:
            yield from _texts_in(value)


def _mistakes_of_rule(rule: Rule, file: str, path: str) -> Iterator[Mistake]:
    if not rule.when:
        yield Mistake(file, f"{path}.when", "is empty, and would hold for every message")
    places = (*(("when", at) for at in rule.when), *((f"take.{name}", at) for name, at in rule.take.items()))
    for name, at in places:
        if not _PATH.fullmatch(at):
            yield Mistake(file, f"{path}.{name}", f"{at!r} is no path; write it as event.items[0].text")
    if rule.gives == "reply":
        names = Template(rule.reply or {}).names
        if rule.reply is None:
            yield Mistake(file, f"{path}.reply", "is missing")
        for name in sorted(names - set(rule.take)):
            yield Mistake(
                file, f"{path}.reply", f"${name} has no value here; `take` must say where it stands"
            )
        return
    if rule.reply is not None:
        yield Mistake(file, f"{path}.reply", f"has no place where the message gives {rule.gives}")
    if rule.gives not in _TAKES:
        yield Mistake(
            file, f"{path}.gives", f"found {rule.gives!r}.{did_you_mean(rule.gives, get_args(Meaning))}"
        )
        return
    must, may = _TAKES[rule.gives]
    for name in sorted(must - set(rule.take)):
        yield Mistake(file, f"{path}.take", f"does not say where {name} stands")
    for name in sorted(set(rule.take) - must - may):
        yield Mistake(
            file, f"{path}.take.{name}", f"means nothing to {rule.gives}.{did_you_mean(name, must | may)}"
        )

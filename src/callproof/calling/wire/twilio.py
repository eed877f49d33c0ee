"""Media streams of telephone platforms, in the platform's role: Twilio's, and those that resemble it (`dialects`)."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from callproof.audio.pcm import Signal, is_silent
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.dialects import TWILIO, Dialect
from callproof.calling.wire.events import Clear, Events, Ignored, Json, Mark, Message, Problem
from callproof.calling.wire.format import Capabilities
from callproof.calling.wire.intake import Intake
from callproof.calling.wire.json_messages import (
    LARGEST_SOUND,
    LARGEST_TEXT,
    JsonObject,
    brief,
    compact,
    from_base64,
    parse_object,
    shown,
    to_base64,
    too_large,
    value_at,
    whole_number,
)
from callproof.calling.wire.template import Template
from callproof.errors import InputError

# Numbers that are nobody's.
CALLER, CALLEE = "+15550100001", "+15550100002"
# Of the richest sound that a platform takes: whoever sends a whole answer in one message sends less.
_MOST_SECONDS = 60
_PLIVO_CODECS: Mapping[str, Encoding] = {
    "audio/x-mulaw": Encoding("mulaw", 8000),
    "audio/x-l16": Encoding("pcm16", 8000),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CallIdentity:
    """What the platform calls this call, and whose it is. `started` is the moment of the first frame."""

    stream: str
    call: str
    account: str
    caller: str = CALLER
    callee: str = CALLEE
    started: datetime = field(default=datetime(2000, 1, 1, tzinfo=UTC))

    @classmethod
    def of(cls, dialect: Dialect, seed: str, *, started: datetime | None = None) -> CallIdentity:
        """Ids in the platform's form; the same seed gives the same ones."""
        digests = [hashlib.sha256(f"{kind} {seed}".encode()).hexdigest()[:32] for kind in ("MZ", "CA", "AC")]
        if dialect is TWILIO:
            stream, call, account = ("MZ" + digests[0], "CA" + digests[1], "AC" + digests[2])
        else:
            stream, call, account = (str(uuid.UUID(digest)) for digest in digests)
        if started is None:
            return cls(stream=stream, call=call, account=account)
        return cls(stream=stream, call=call, account=account, started=started)


class TelephonyFormat:
    """One media stream.

    `parameters` are the custom parameters (TwiML's `<Parameter>`, or headers). Raises InputError for an `encoding` that the platform
    does not offer.
    """

    def __init__(
        self,
        identity: CallIdentity,
        dialect: Dialect = TWILIO,
        *,
        parameters: Mapping[str, str] | None = None,
        encoding: Encoding | None = None,
    ) -> None:
        self._dialect = dialect
        self._encoding = encoding or next(iter(dialect.encodings))
        if self._encoding not in dialect.encodings:
            offered = ", ".join(str(offer) for offer in dialect.encodings)
            raise InputError.of(f"{dialect.name} has no {self._encoding}; it has {offered}")
        self._identity = identity
        self._parameters = dict(parameters or {})
        self._values: dict[str, Json] = {
            "stream": identity.stream,
            "call": identity.call,
            "account": identity.account,
            "caller": identity.caller,
            "callee": identity.callee,
            "parameters": self._parameters,
            "encoding": dialect.encodings[self._encoding],
            "rate": self._encoding.rate_hz,
        }
        self._media = None if dialect.media is None else Template(dialect.media).knowing(self._values).plain()
        self._sequence = dialect.first_sequence
        self._chunk = 0
        self._sent_samples = 0
        self._intake = Intake()
        richest = max(offer.rate_hz * offer.sample_bytes for offer in dialect.encodings)
        # In base64, where it is text.
        self._largest = min(max(richest * _MOST_SECONDS * 4 // 3, LARGEST_TEXT), LARGEST_SOUND)

    @property
    def identity(self) -> CallIdentity:
        return self._identity

    def join(self, parameters: Mapping[str, str]) -> None:
        """Parameters that the webhook's answer has for the stream, before it is opened. Those that are there already stay."""
        self._parameters.update({**parameters, **self._parameters})

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(caller_audio=self._encoding, keys=True, plays_out=False)

    def opening(self) -> tuple[Message, ...]:
        bodies = list(self._dialect.opening)
        if self._dialect.flattens_parameters:
            bodies[0] = {**self._parameters, **bodies[0]}
        return tuple(self._message(Template(body)) for body in bodies)

    def audio(self, frame: Signal) -> tuple[Message, ...]:
        # Most frames of most calls: nobody speaks.
        payload = self._encoding.silence(len(frame)) if is_silent(frame) else self._encoding.encode(frame)
        timestamp = self._sent_ms
        self._sent_samples += len(frame)
        self._chunk += 1
        if self._media is None:
            return (payload,)
        values = {"chunk": self._chunk, "timestamp": timestamp, "payload": to_base64(payload)}
        # Every platform that sends audio as text numbers these messages.
        values["sequence"] = self._sequence
        self._sequence += 1
        return (self._media % values,)

    def text(self, text: str) -> tuple[Message, ...]:
        return ()

    def key_press(self, digit: str) -> tuple[Message, ...]:
        at = self._identity.started + timedelta(milliseconds=self._sent_ms)
        return (
            self._message(
                Template(self._dialect.key_press),
                digit=digit,
                timestamp=self._sent_ms,
                at=at.isoformat().replace("+00:00", "Z"),
            ),
        )

    def mark_played(self, name: str) -> tuple[Message, ...]:
        value = json.loads(name) if self._dialect.marks_are_json else name
        return (self._message(Template(self._dialect.mark), name=value),)

    def cleared(self, dropped_ms: int, marks: Sequence[str]) -> tuple[Message, ...]:
        """The platform's acknowledgement, and the marks that were still waiting, where it gives them back."""
        self._intake.clear()
        said: list[Message] = []
        if self._dialect.cleared is not None:
            said.append(self._message(Template(self._dialect.cleared)))
        if self._dialect.marks_on_clear:
            for name in marks:
                said.extend(self.mark_played(name))
        return tuple(said)

    def tool_result(self, call: str, result: Json, *, failed: bool = False) -> tuple[Message, ...]:
        return ()

    def closing(self) -> tuple[Message, ...]:
        return () if self._dialect.stop is None else (self._message(Template(self._dialect.stop)),)

    def receive(self, message: Message) -> Events:
        if problem := too_large(message, self._largest):
            return (problem,)
        if isinstance(message, bytes) and self._media is None:
            return self._intake.take(message, self._encoding)
        body = parse_object(message, limit=self._largest)
        if isinstance(body, Problem):
            # Twilio ends the stream on what is no JSON (its error 31951).
            return (Problem(body.kind, body.message, fatal=body.kind == "not_json"),)
        command = body.get(self._dialect.command)
        if not isinstance(command, str):
            return (Problem("malformed", f"no {self._dialect.command!r}: {shown(compact(body))}"),)
        meaning = self._dialect.meanings.get(command, "ignored")
        if meaning == "ignored":
            return (Ignored(brief(command)),)
        if problem := self._of_another_stream(body):
            return (problem,)
        if meaning == "audio":
            return self._heard(body)
        if meaning == "clear":
            return (Clear(),)
        return (self._mark(body),)

    def _mark(self, body: JsonObject) -> Mark | Problem:
        value = value_at(body, *self._dialect.mark_name)
        if value is None:
            return Problem("malformed", f"a mark without {'.'.join(self._dialect.mark_name)}")
        as_text = isinstance(value, str) and not self._dialect.marks_are_json
        return Mark(value if as_text else compact(value))

    def _heard(self, body: JsonObject) -> Events:
        if self._media is None:
            return (Problem("wrong_frame", "audio as text where it goes as binary messages"),)
        payload = from_base64(value_at(body, "media", "payload"))
        if isinstance(payload, Problem):
            return (payload,)
        encoding = self._encoding_of(body) if self._dialect.tells_codec else self._encoding
        return (encoding,) if isinstance(encoding, Problem) else self._intake.take(payload, encoding)

    def _encoding_of(self, body: JsonObject) -> Encoding | Problem:
        """What a message says its audio is (Plivo); what it leaves out is as the stream has it."""
        name = value_at(body, "media", "contentType")
        rate = value_at(body, "media", "sampleRate")
        known = self._encoding if name is None else _PLIVO_CODECS.get(str(name).partition(";")[0].lower())
        if known is None:
            return Problem(
                "unknown_codec", f"contentType {shown(str(name))}; known are {', '.join(_PLIVO_CODECS)}"
            )
        rate_hz = self._encoding.rate_hz if rate is None else whole_number(_number(rate))
        return (
            Problem("wrong_rate", f"sampleRate {shown(str(rate))}")
            if rate_hz is None
            else Encoding(known.codec, rate_hz)
        )

    def _of_another_stream(self, body: JsonObject) -> Problem | None:
        for key in self._dialect.stream_keys:
            if key in body:
                if body[key] == self._identity.stream:
                    return None
                return Problem(
                    "wrong_stream",
                    f"{key} is {shown(str(body[key]))}, this stream is {self._identity.stream!r}",
                )
        if self._dialect.needs_stream:
            return Problem("wrong_stream", f"no {self._dialect.stream_keys[0]}")
        return None

    @property
    def _sent_ms(self) -> int:
        return self._sent_samples * 1000 // self._encoding.rate_hz

    def _message(self, template: Template, **values: Json) -> str:
        if "sequence" in template.names:
            values["sequence"] = self._sequence
            self._sequence += 1
        return template.fill(**self._values, **values)


def _number(value: Json) -> Json:
    """Numbers may come as texts."""
    return (
        int(value)
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10
        else value
    )

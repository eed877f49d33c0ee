"""What telephone platforms say differently on their media streams, as data for `TelephonyFormat`.

Holes in the messages (see `Template`): `stream`, `call`, `account`, `caller`, `callee`, `parameters`; `encoding` and `rate` of the
audio; `sequence` (one counter over the numbered messages), `chunk`, `timestamp` (ms of audio sent), `payload` (base64); `digit`,
`name` of a mark, `at` (ISO 8601).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import Json

Meaning: TypeAlias = Literal["audio", "clear", "mark", "ignored"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """One platform.

    `encodings` are the codecs it can be set to, by the name that stands in its messages, the usual one first. `command` is the key that
    names a message of the agent's, `meanings` what each does. `stream_keys` are the keys that may hold the stream's id;
    `needs_stream`: the platform drops messages without it. `media` None: audio goes as binary messages, both ways.
    `marks_on_clear`: pending marks come back when the queue is dropped (Twilio says so; Telnyx and Exotel have the rest from there).
    """

    name: str
    encodings: Mapping[Encoding, str]
    opening: tuple[Json, ...]
    flattens_parameters: bool = False
    media: Json = None
    key_press: Json
    mark: Json
    cleared: Json = None
    marks_on_clear: bool = False
    stop: Json = None
    first_sequence: int = 1
    command: str = "event"
    meanings: Mapping[str, Meaning]
    mark_name: tuple[str, ...] = ("mark", "name")
    marks_are_json: bool = False
    stream_keys: tuple[str, ...] = ()
    needs_stream: bool = False
    tells_codec: bool = False


_MULAW = Encoding("mulaw", 8000)
_TWILIO_FORMAT = {"encoding": "$encoding", "sampleRate": "#rate", "channels": 1}
_AS_TWILIO: Mapping[str, Meaning] = {"media": "audio", "clear": "clear", "mark": "mark"}

TWILIO = Dialect(
    name="twilio",
    encodings={_MULAW: "audio/x-mulaw"},
    opening=(
        {"event": "connected", "protocol": "Call", "version": "1.0.0"},
        {
            "event": "start",
            "sequenceNumber": "$sequence",
            "start": {
                "accountSid": "$account",
                "streamSid": "$stream",
                "callSid": "$call",
                "tracks": ["inbound"],
                "mediaFormat": _TWILIO_FORMAT,
                "customParameters": "#parameters",
            },
            "streamSid": "$stream",
        },
    ),
    media={
        "event": "media",
        "sequenceNumber": "$sequence",
        "media": {"track": "inbound", "chunk": "$chunk", "timestamp": "$timestamp", "payload": "$payload"},
        "streamSid": "$stream",
    },
    key_press={
        "event": "dtmf",
        "streamSid": "$stream",
        "sequenceNumber": "$sequence",
        "dtmf": {"track": "inbound_track", "digit": "$digit"},
    },
    mark={
        "event": "mark",
        "sequenceNumber": "$sequence",
        "streamSid": "$stream",
        "mark": {"name": "$name"},
    },
    marks_on_clear=True,
    stop={
        "event": "stop",
        "sequenceNumber": "$sequence",
        "stop": {"accountSid": "$account", "callSid": "$call"},
        "streamSid": "$stream",
    },
    meanings=_AS_TWILIO,
    stream_keys=("streamSid",),
    needs_stream=True,
)

TELNYX = Dialect(
    name="telnyx",
    encodings={
        _MULAW: "PCMU",
        Encoding("alaw", 8000): "PCMA",
        Encoding("pcm16_be", 8000): "L16",
        Encoding("pcm16_be", 16000): "L16",
        Encoding("pcm16_be", 24000): "L16",
    },
    opening=(
        {"event": "connected", "version": "1.0.0"},
        {
            "event": "start",
            "sequence_number": "$sequence",
            "stream_id": "$stream",
            "start": {
                "call_control_id": "$call",
                "call_session_id": "$call",
                "user_id": "$account",
                "from": "$caller",
                "to": "$callee",
                "client_state": None,
                "tags": [],
                "custom_parameters": "#parameters",
                "media_format": {"encoding": "$encoding", "sample_rate": "#rate", "channels": 1},
            },
        },
    ),
    media={
        "event": "media",
        "sequence_number": "$sequence",
        "stream_id": "$stream",
        "media": {"track": "inbound", "chunk": "$chunk", "timestamp": "$timestamp", "payload": "$payload"},
    },
    key_press={
        "event": "dtmf",
        "stream_id": "$stream",
        "occurred_at": "$at",
        "sequence_number": "$sequence",
        "dtmf": {"digit": "$digit"},
    },
    mark={"event": "mark", "sequence_number": "$sequence", "stream_id": "$stream", "mark": {"name": "$name"}},
    marks_on_clear=True,
    stop={
        "event": "stop",
        "sequence_number": "$sequence",
        "stop": {"user_id": "$account", "call_control_id": "$call"},
        "stream_id": "$stream",
    },
    meanings=_AS_TWILIO,
    stream_keys=("stream_id",),
)

PLIVO = Dialect(
    name="plivo",
    encodings={
        _MULAW: "audio/x-mulaw",
        Encoding("pcm16", 8000): "audio/x-l16",
        Encoding("pcm16", 16000): "audio/x-l16",
    },
    opening=(
        {
            "event": "start",
            "sequenceNumber": "#sequence",
            "start": {
                "callId": "$call",
                "streamId": "$stream",
                "accountId": "$account",
                "tracks": ["inbound"],
                "mediaFormat": {"encoding": "$encoding", "sampleRate": "#rate"},
            },
            "extra_headers": "$parameters",
        },
    ),
    media={
        "event": "media",
        "sequenceNumber": "#sequence",
        "streamId": "$stream",
        "media": {"track": "inbound", "timestamp": "$timestamp", "chunk": "#chunk", "payload": "$payload"},
    },
    key_press={
        "event": "dtmf",
        "sequenceNumber": "#sequence",
        "streamId": "$stream",
        "dtmf": {"track": "inbound", "timestamp": "$timestamp", "digit": "$digit"},
    },
    mark={"event": "playedStream", "streamId": "$stream", "name": "$name"},
    cleared={"event": "clearedAudio", "sequenceNumber": "#sequence", "streamId": "$stream"},
    stop={"event": "stop", "sequenceNumber": "#sequence", "streamId": "$stream"},
    first_sequence=0,
    meanings={"playAudio": "audio", "clearAudio": "clear", "checkpoint": "mark"},
    mark_name=("name",),
    stream_keys=("streamId",),
    tells_codec=True,
)

VONAGE = Dialect(
    name="vonage",
    encodings={
        Encoding("pcm16", 16000): "audio/l16;rate=16000",
        Encoding("pcm16", 8000): "audio/l16;rate=8000",
        Encoding("pcm16", 24000): "audio/l16;rate=24000",
    },
    opening=({"event": "websocket:connected", "content-type": "$encoding"},),
    flattens_parameters=True,
    key_press={"event": "websocket:dtmf", "digit": "$digit", "duration": 260},
    mark={"event": "websocket:notify", "payload": "#name"},
    cleared={"event": "websocket:cleared"},
    command="action",
    meanings={"clear": "clear", "notify": "mark"},
    mark_name=("payload",),
    marks_are_json=True,
)

EXOTEL = Dialect(
    name="exotel",
    encodings={
        Encoding("pcm16", 8000): "audio/x-l16",
        Encoding("pcm16", 16000): "audio/x-l16",
        Encoding("pcm16", 24000): "audio/x-l16",
    },
    opening=(
        {"event": "connected"},
        {
            "event": "start",
            "sequence_number": "#sequence",
            "stream_sid": "$stream",
            "start": {
                "stream_sid": "$stream",
                "call_sid": "$call",
                "account_sid": "$account",
                "from": "$caller",
                "to": "$callee",
                "custom_parameters": "#parameters",
                "media_format": {"encoding": "base64", "sample_rate": "$rate"},
            },
        },
    ),
    media={
        "event": "media",
        "sequence_number": "#sequence",
        "stream_sid": "$stream",
        "media": {"chunk": "#chunk", "timestamp": "$timestamp", "payload": "$payload"},
    },
    key_press={
        "event": "dtmf",
        "sequence_number": "#sequence",
        "stream_sid": "$stream",
        "dtmf": {"digit": "$digit"},
    },
    mark={
        "event": "mark",
        "sequence_number": "#sequence",
        "stream_sid": "$stream",
        "mark": {"name": "$name"},
    },
    marks_on_clear=True,
    stop={
        "event": "stop",
        "sequence_number": "#sequence",
        "stream_sid": "$stream",
        "stop": {"call_sid": "$call", "account_sid": "$account"},
    },
    meanings=_AS_TWILIO,
    # Older releases of Pipecat write the key as Twilio does.
    stream_keys=("stream_sid", "streamSid"),
)

DIALECTS: Mapping[str, Dialect] = {d.name: d for d in (TWILIO, TELNYX, PLIVO, VONAGE, EXOTEL)}

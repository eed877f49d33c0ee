"""An agent on Twilio Media Streams: what it reads and writes."""

from __future__ import annotations

from callproof.audio.pcm import Signal
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import Message, Problem
from callproof.calling.wire.json_messages import (
    compact,
    from_base64,
    object_at,
    parse_object,
    text_at,
    to_base64,
    value_at,
)
from callproof.calling.wire.peer.events import (
    CallEnded,
    CallerAudio,
    CallStarted,
    KeyPressed,
    MarkReached,
    PeerEvents,
)

ENCODING = Encoding("mulaw", 8000)


class TwilioAgent:
    """One stream, from the agent's end. What cannot be read is passed over. Nothing can be sent before `CallStarted`."""

    def __init__(self) -> None:
        self.stream = ""

    def receive(self, message: Message) -> PeerEvents:
        body = parse_object(message)
        if isinstance(body, Problem):
            return ()
        event = body.get("event")
        if event == "start":
            self.stream = text_at(body, "start", "streamSid") or ""
            return (CallStarted(object_at(body, "start", "customParameters")),)
        if event == "media":
            payload = from_base64(value_at(body, "media", "payload"))
            if isinstance(payload, Problem):
                return ()
            return (CallerAudio(ENCODING.decode(payload), ENCODING.rate_hz),)
        if event == "dtmf":
            return (KeyPressed(text_at(body, "dtmf", "digit") or ""),)
        if event == "mark":
            return (MarkReached(text_at(body, "mark", "name") or ""),)
        return (CallEnded(),) if event == "stop" else ()

    def audio(self, signal: Signal) -> Message:
        """At 8 kHz, of any length."""
        payload = to_base64(ENCODING.encode(signal))
        return compact({"event": "media", "streamSid": self.stream, "media": {"payload": payload}})

    def mark(self, name: str) -> Message:
        return compact({"event": "mark", "streamSid": self.stream, "mark": {"name": name}})

    def clear(self) -> Message:
        return compact({"event": "clear", "streamSid": self.stream})

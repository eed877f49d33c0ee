"""Short ways to write events for the tests of this folder."""

from __future__ import annotations

from typing import Any

from callproof.evidence.events import (
    AnyEvent,
    Quality,
    Speaker,
    SpeechEnded,
    SpeechStarted,
    SpeechText,
    TextKind,
    ToolReturned,
    ToolSent,
)
from callproof.evidence.record import Header, Record


def record(*events: AnyEvent, **header: Any) -> Record:
    return Record(Header(**{"id": "c1", "format": "callproof", **header}), events)


def started(
    ms: int, seq: int, who: Speaker = "caller", id: str = "u0", q: Quality = "measured"
) -> SpeechStarted:
    return SpeechStarted(ms=ms, seq=seq, quality=q, speaker=who, utterance=id)


def ended(ms: int, seq: int, who: Speaker = "caller", id: str = "u0", q: Quality = "measured") -> SpeechEnded:
    return SpeechEnded(ms=ms, seq=seq, quality=q, speaker=who, utterance=id)


def text(
    ms: int,
    seq: int,
    text: str,
    kind: TextKind = "said",
    who: Speaker = "caller",
    id: str = "u0",
    **more: Any,
) -> SpeechText:
    return SpeechText(
        ms=ms, seq=seq, quality="measured", speaker=who, utterance=id, kind=kind, text=text, **more
    )


def sent(ms: int, seq: int, call: str = "t0", **more: Any) -> ToolSent:
    return ToolSent(
        **{"ms": ms, "seq": seq, "quality": "measured", "call": call, "name": "book", "arguments": {}, **more}
    )


def returned(ms: int, seq: int, call: str = "t0", **more: Any) -> ToolReturned:
    return ToolReturned(**{"ms": ms, "seq": seq, "quality": "measured", "call": call, **more})

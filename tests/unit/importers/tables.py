"""A record as a table that a test can state in full: one line an event."""

from __future__ import annotations

from typing import Any

from callproof.errors import InputError
from callproof.evidence.events import (
    AnyEvent,
    LineConnected,
    LineEnded,
    LineError,
    SpeechEnded,
    SpeechStarted,
    SpeechText,
    ToolFailed,
    ToolReturned,
    ToolSent,
)
from callproof.evidence.record import Record
from callproof.importers.registry import Place, read_payload

PLACE = Place("f.json", "f")


def read(data: Any, format: str | None = None) -> Record:
    """The one record in a payload."""
    (record,) = read_all(data, format)
    return record


def read_all(data: Any, format: str | None = None) -> list[Record]:
    """The records in a payload that has nothing wrong with it."""
    records: list[Record] = []
    for item in read_payload(data, PLACE, format):
        assert isinstance(item, Record), item
        records.append(item)
    return records


def problems(data: Any, format: str | None = None) -> list[str]:
    """All that is wrong with a payload, as the user reads it, without the file's name."""
    lines: list[str] = []
    for item in read_payload(data, PLACE, format):
        assert isinstance(item, InputError), item
        lines.extend(f"{problem.path}: {problem.message}" for problem in item.problems)
    return lines


def table(record: Record) -> list[tuple[int, str, str]]:
    """(ms, quality, what) of every event."""
    return [(event.ms, event.quality, _what(event)) for event in record.events]


def speech(record: Record) -> list[tuple[str, int, str, int, str]]:
    """(speaker, start, its quality, end, its quality) of every utterance."""
    starts = [event for event in record.events if isinstance(event, SpeechStarted)]
    ends = {event.utterance: event for event in record.events if isinstance(event, SpeechEnded)}
    return [
        (e.speaker, e.ms, e.quality, ends[e.utterance].ms, ends[e.utterance].quality)
        for e in sorted(starts, key=lambda e: int(e.utterance[1:]))
    ]


def tools(record: Record) -> list[tuple[int, str, str]]:
    """(ms, quality, what) of every event of a tool."""
    return [
        line
        for line, event in zip(table(record), record.events, strict=True)
        if isinstance(event, ToolSent | ToolReturned | ToolFailed)
    ]


def line(record: Record) -> list[tuple[int, str, str]]:
    """(ms, quality, what) of every event of the line."""
    return [
        line
        for line, event in zip(table(record), record.events, strict=True)
        if isinstance(event, LineConnected | LineEnded | LineError)
    ]


def _what(event: AnyEvent) -> str:
    if isinstance(event, SpeechStarted):
        return f"{event.speaker} {event.utterance} starts"
    if isinstance(event, SpeechText):
        return f"{event.speaker} {event.utterance} {event.kind}"
    if isinstance(event, SpeechEnded):
        pauses = "" if event.speech_ms is None else f" ({event.speech_ms} ms of speech)"
        return f"{event.speaker} {event.utterance} ends{pauses}"
    if isinstance(event, ToolSent):
        return f"{event.call} {event.name}({event.arguments!r})"
    if isinstance(event, ToolReturned):
        return f"{event.call} -> {event.result!r}"
    if isinstance(event, ToolFailed):
        return f"{event.call} failed: {event.message!r}"
    if isinstance(event, LineConnected):
        return "connected"
    if isinstance(event, LineError):
        return f"error of the {event.by}: {event.message}"
    if isinstance(event, LineEnded):
        return f"ended by {event.by}: {event.reason}"
    return event.type

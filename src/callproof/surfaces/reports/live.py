"""One call as it runs, a line an event, for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from callproof.evidence.events import (
    AnyEvent,
    CallerBegan,
    FaultInjected,
    LineConnected,
    LineEnded,
    LineError,
    SpeechCut,
    SpeechEnded,
    SpeechStarted,
    SpeechText,
    StateReported,
    ToolBuilt,
    ToolCancelled,
    ToolFailed,
    ToolReturned,
    ToolSent,
    WriteCommitted,
)
from callproof.surfaces.reports.terminal import print_rows
from callproof.surfaces.reports.text import clock, shown

_LONGEST = 300
_STYLES = {"caller": "cyan", "agent": "green", "backend": "bold", "line": "dim"}


class LiveCall:
    """Prints what happens in a call. An utterance is one line, where it ends or is cut off."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._texts: dict[str, str] = {}
        self._tools: dict[str, str] = {}

    def show(self, event: AnyEvent) -> None:
        if isinstance(event, SpeechText):
            if event.kind == "said":
                self._texts[event.utterance] = self._texts.get(event.utterance, "") + event.text
            return
        if isinstance(event, ToolBuilt | ToolSent):
            self._tools[event.call] = event.name
        line = self._line(event)
        if line is not None:
            who, text = line
            row = (Text(clock(event.ms), style="dim"), Text(f"{who:<7}", style=_STYLES.get(who, "")))
            print_rows(self._console, [(*row, Text(shown(text, _LONGEST)))], indent=0)

    def _line(self, event: AnyEvent) -> tuple[str, str] | None:
        if isinstance(event, SpeechStarted | SpeechEnded | SpeechCut):
            return self._speech(event)
        if isinstance(event, CallerBegan):
            return "caller", _act(event)
        if isinstance(event, StateReported):
            return "agent", f"state version {event.version}: {_values(event.fields)}"
        if isinstance(event, WriteCommitted):
            return "backend", f"{event.table} {event.key}: {_row(event.before)} -> {_row(event.after)}"
        if isinstance(event, LineConnected):
            return "line", "connected"
        if isinstance(event, LineEnded):
            return "line", f"ended by {event.by}: {event.reason or 'no reason given'}"
        if isinstance(event, LineError):
            return "line", f"error by {event.by}: {event.message}"
        return self._tool(event)

    def _speech(self, event: SpeechStarted | SpeechEnded | SpeechCut) -> tuple[str, str] | None:
        if isinstance(event, SpeechStarted):
            return None
        text = self._texts.pop(event.utterance, None)
        if text is None:  # it was cut before, and shown then
            return None
        if isinstance(event, SpeechCut):
            return event.speaker, f'"{event.played or ""}" … cut off'
        return event.speaker, f'"{text}"'

    def _tool(self, event: AnyEvent) -> tuple[str, str] | None:
        if isinstance(event, ToolBuilt):
            return "agent", f"puts together {event.name}({_values(event.arguments)})"
        if isinstance(event, ToolSent):
            key = f" with key {event.idempotency_key}" if event.idempotency_key is not None else ""
            return "agent", f"sends {event.name}({_values(event.arguments)}){key}"
        if isinstance(event, FaultInjected):
            return "backend", f"fault planted in {self._tools.get(event.call, 'a call')}: {event.kind}"
        if isinstance(event, ToolReturned):
            return "backend", f"{self._tools.get(event.call, 'a call')} answers {_json(event.result)}"
        if isinstance(event, ToolFailed):
            return (
                "backend",
                f"{self._tools.get(event.call, 'a call')} fails: {event.message or event.reason}",
            )
        if isinstance(event, ToolCancelled):
            when = "in time" if event.in_time else "too late"
            return "agent", f"cancels {self._tools.get(event.call, 'a call')}, {when}"
        return None


def _act(event: CallerBegan) -> str:
    what = event.kind.replace("_", " ")
    if event.negates:
        return f"[{what}: no longer wanted]"
    if event.field is not None:
        return f"[{what}: {event.field} {_json(event.old)} -> {_json(event.new)}]"
    return f"[{what}{f': {_values(event.new)}' if isinstance(event.new, Mapping) else ''}]"


def _values(values: Mapping[str, Any] | str) -> str:
    if isinstance(values, str):
        return values
    return ", ".join(f"{name} {_json(value)}" for name, value in values.items())


def _row(row: Mapping[str, Any] | None) -> str:
    return "nothing" if row is None else f"({_values(row)})"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

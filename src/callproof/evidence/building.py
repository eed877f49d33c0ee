"""Building a record out of a source that lists whole turns and tool calls instead of points in time."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from callproof.evidence.events import (
    AnyEvent,
    Json,
    LineConnected,
    LineEnded,
    LineError,
    Party,
    Quality,
    Speaker,
    SpeechCut,
    SpeechEnded,
    SpeechStarted,
    SpeechText,
    ToolFailed,
    ToolReturned,
    ToolSent,
    Word,
)
from callproof.evidence.record import Header, Record, RuntimeLatency, TimeProblem

# Words a second of ordinary speech: the length of a turn whose end nobody noted. Such an end is `derived`.
_WORDS_PER_SECOND = 2.7
# Ends of calls are often given in whole seconds; less than this before the last event is no contradiction.
_ROUNDED_MS = 1000


class _Speech(NamedTuple):
    speaker: Speaker
    utterance: str
    start_ms: int | None
    end_ms: int | None
    quality: Quality
    said: str | None
    heard: str | None
    words: tuple[Word, ...]
    source: str | None
    speech_ms: int | None
    backchannel: bool | None
    cut: bool
    played: str | None


class _Point(NamedTuple):
    ms: int | None
    quality: Quality
    cls: type[AnyEvent]
    fields: dict[str, Any]


_Placed: TypeAlias = tuple[int, int, type[AnyEvent], Quality, dict[str, Any]]


class RecordBuilder:
    """Takes a call's turns and tool calls in the order of the source; `build` sorts their events into one log.

    A time of None is not known: the event then keeps its place in the source's order, and its quality says `unknown`.
    """

    def __init__(self) -> None:
        self._items: list[_Speech | _Point] = []
        self._utterances = 0
        self._tools: set[str] = set()
        self._line_ended: _Point | None = None
        self._runtime_latencies: list[RuntimeLatency] = []
        self._time_problems: list[TimeProblem] = []

    def speech(
        self,
        speaker: Speaker,
        start_ms: int | None,
        end_ms: int | None,
        *,
        said: str | None = None,
        heard: str | None = None,
        words: tuple[Word, ...] = (),
        source: str | None = None,
        quality: Quality = "reported",
        speech_ms: int | None = None,
        backchannel: bool | None = None,
        cut: bool = False,
        played: str | None = None,
    ) -> str:
        """One utterance with its texts; returns its id. `words` belong to the text that the source transcribed.

        A missing end is worked out from the number of words, at most up to the next utterance's start. An end before
        the start cannot be true: it is noted as a time problem and treated as missing.
        """
        utterance = f"u{self._utterances}"
        self._utterances += 1
        if start_ms is not None and end_ms is not None and end_ms < start_ms:
            self.time_problem(
                source or utterance, f"ends at {end_ms / 1000:g} s, before it starts at {start_ms / 1000:g} s"
            )
            end_ms = None
        self._items.append(
            _Speech(
                speaker, utterance, start_ms, end_ms, quality, said, heard, words, source,
                speech_ms, backchannel, cut, played,
            )
        )  # fmt: skip
        return utterance

    def tool_sent(
        self,
        call: str | None,
        name: str,
        arguments: Mapping[str, Json] | str,
        ms: int | None,
        *,
        quality: Quality = "reported",
        consequential: bool | None = None,
        source: str | None = None,
    ) -> str:
        """A tool call on its way; returns its id, made unique if the source uses one twice."""
        wanted = call or f"t{len(self._tools)}"
        unique, n = wanted, 2
        while unique in self._tools:
            unique, n = f"{wanted}#{n}", n + 1
        self._tools.add(unique)
        self._point(
            ms, quality, ToolSent,
            {"call": unique, "name": name, "arguments": arguments, "consequential": consequential, "source": source},
        )  # fmt: skip
        return unique

    def tool_returned(
        self, call: str, result: Json, ms: int | None, *, quality: Quality = "reported"
    ) -> None:
        self._point(ms, quality, ToolReturned, {"call": call, "result": result})

    def tool_failed(
        self,
        call: str,
        message: str | None,
        ms: int | None,
        *,
        timeout: bool = False,
        quality: Quality = "reported",
    ) -> None:
        reason = "timeout" if timeout else "error"
        self._point(ms, quality, ToolFailed, {"call": call, "reason": reason, "message": message})

    def connected(self, ms: int, *, quality: Quality = "reported", by: Party | None = None) -> None:
        self._items.insert(0, _Point(ms, quality, LineConnected, {"by": by}))

    def line_error(self, message: str, ms: int | None, *, by: Party | None = None) -> None:
        self._point(ms, "reported", LineError, {"by": by, "message": message})

    def ended(
        self,
        ms: int | None,
        *,
        quality: Quality = "reported",
        by: Party | None = None,
        reason: str | None = None,
        completed: bool | None = None,
    ) -> None:
        """The end of the call; without a time, it is put at the last event and `derived`."""
        fields = {"by": by, "reason": reason, "completed": completed}
        self._line_ended = _Point(ms, quality, LineEnded, fields)

    def runtime_latency(
        self, ms: float, utterance: str | None = None, *, quality: Quality = "reported"
    ) -> None:
        self._runtime_latencies.append(RuntimeLatency(ms=ms, utterance=utterance, quality=quality))

    def time_problem(self, path: str, message: str) -> None:
        self._time_problems.append(TimeProblem(path=path, message=message))

    def build(
        self,
        id: str,
        format: str,
        *,
        started_at: str | None = None,
        policy: Mapping[str, Json] | None = None,
    ) -> Record:
        placed = self._place()
        placed.sort(key=itemgetter(0, 1))
        header = Header(
            id=id,
            format=format,
            started_at=started_at,
            policy=policy or {},
            runtime_latencies=tuple(self._runtime_latencies),
            time_problems=tuple(self._time_problems),
        )
        return Record(
            header,
            tuple(
                cls(ms=ms, seq=seq, quality=quality, **fields)
                for seq, (ms, _, cls, quality, fields) in enumerate(placed)
            ),
        )

    def _point(self, ms: int | None, quality: Quality, cls: type[AnyEvent], fields: dict[str, Any]) -> None:
        self._items.append(_Point(ms, quality, cls, fields))

    def _place(self) -> list[_Placed]:
        """Every event with its ms; `place` is where an event of unknown time goes."""
        placed: list[_Placed] = []
        place = last = 0
        for index, item in enumerate(self._items):
            if isinstance(item, _Speech):
                last = max(last, self._place_speech(item, index, place, placed))
                place = max(place, item.start_ms or 0)
            else:
                ms = place if item.ms is None else item.ms
                quality: Quality = "unknown" if item.ms is None else item.quality
                placed.append((ms, len(placed), item.cls, quality, item.fields))
                place = max(place, ms)
                last = max(last, ms)
        if self._line_ended is not None:
            placed.append(self._place_end(self._line_ended, last, len(placed)))
        return placed

    def _place_end(self, end: _Point, last: int, n: int) -> _Placed:
        if end.ms is not None and end.ms >= last:
            return end.ms, n, end.cls, end.quality, end.fields
        if end.ms is not None and last - end.ms > _ROUNDED_MS:
            self.time_problem(
                "end of the call", f"at {end.ms / 1000:g} s, before its last event at {last / 1000:g} s"
            )
        return last, n, end.cls, "derived" if last else "unknown", end.fields

    def _place_speech(self, item: _Speech, index: int, place: int, placed: list[_Placed]) -> int:
        """Appends the events of one utterance; returns the ms of its end."""
        start, end = item.start_ms, item.end_ms
        quality, end_quality = item.quality, item.quality
        if start is None:
            start, quality = place if end is None else min(place, end), "unknown"
        if end is None:
            end, end_quality = start, quality
            if quality != "unknown":
                end, end_quality = self._derived_end(item, start, index), "derived"
        text_quality: Quality = "unknown" if quality == "unknown" else "derived"
        speaker, utterance, caller = item.speaker, item.utterance, item.speaker == "caller"
        who: dict[str, Any] = {"speaker": speaker, "utterance": utterance}
        placed.append((start, len(placed), SpeechStarted, quality, {**who, "source": item.source}))
        # What was said is there from the start; what a recogniser made of it, only at the end.
        for kind, text, ms, transcribed in (
            ("said", item.said, start, not caller),
            ("heard", item.heard, end, caller),
        ):
            if text is not None:
                fields = {**who, "kind": kind, "text": text, "words": item.words if transcribed else ()}
                placed.append((ms, len(placed), SpeechText, text_quality, fields))
        if item.cut:
            placed.append((end, len(placed), SpeechCut, end_quality, {**who, "played": item.played}))
        ending = {**who, "speech_ms": item.speech_ms, "backchannel": item.backchannel}
        placed.append((end, len(placed), SpeechEnded, end_quality, ending))
        return end

    def _derived_end(self, item: _Speech, start: int, index: int) -> int:
        text = (item.said if item.said is not None else item.heard) or ""
        end = start + round(len(text.split()) / _WORDS_PER_SECOND * 1000)
        for later in self._items[index + 1 :]:
            if isinstance(later, _Speech) and later.start_ms is not None:
                return max(start, min(end, later.start_ms))
        return end

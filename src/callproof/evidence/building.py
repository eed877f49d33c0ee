"""Building a record out of a source that lists whole turns and tool calls instead of points in time."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias, cast

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
from callproof.evidence.frozen import unpacker
from callproof.evidence.record import LONGEST_CALL_MS, Direction, Header, Record, RuntimeLatency, TimeProblem

# Words a second of ordinary speech: the length of a turn whose end nobody noted. Such an end is `derived`.
_WORDS_PER_SECOND = 2.7
# Ends of calls are often given in whole seconds; a turn that starts less than this after one is no contradiction.
_ROUNDED_MS = 1000

# Makes an event from its entry and its sequence number.
_Make: TypeAlias = Callable[..., AnyEvent]
# An event but for its sequence number: its ms, its maker, how its time is known, and its own fields.
_Entry: TypeAlias = tuple[int, _Make, Quality, *tuple[Any, ...]]


# Speaker, utterance, said, heard, words, source, speech_ms, backchannel, cut, played.
_Speech: TypeAlias = tuple[
    Speaker,
    str,
    str | None,
    str | None,
    tuple[Word, ...],
    str | None,
    int | None,
    bool | None,
    bool,
    str | None,
]


class _OpenSpeech(NamedTuple):
    """An utterance with a time that only its neighbours can tell."""

    start_ms: int | None
    end_ms: int | None
    quality: Quality
    end_quality: Quality
    speech: _Speech


class _OpenPoint(NamedTuple):
    """An event without a time: `derived` between its neighbours, else `unknown`."""

    quality: Quality
    make: _Make
    values: tuple[Any, ...]
    call: str | None


def _make(cls: type[AnyEvent], *own: str) -> _Make:
    return unpacker(cls, ("ms", "_", "quality", *own), "seq")


_started = _make(SpeechStarted, "speaker", "utterance", "source")
_text = _make(SpeechText, "speaker", "utterance", "kind", "text", "words")
_cut = _make(SpeechCut, "speaker", "utterance", "played")
_ended = _make(SpeechEnded, "speaker", "utterance", "speech_ms", "backchannel")
_sent = _make(ToolSent, "call", "name", "arguments", "consequential", "source")
_returned = _make(ToolReturned, "call", "result")
_failed = _make(ToolFailed, "call", "reason", "message")
_line_connected = _make(LineConnected, "by")
_line_ended = _make(LineEnded, "by", "reason", "completed")
_line_error = _make(LineError, "by", "message")


class RecordBuilder:
    """Takes a call's turns and tool calls in the order of the source; `build` sorts their events into one log.

    A time of None is not known: the event then keeps its place in the source's order, and its quality says `unknown`. A
    tool's event without a time but with the quality `derived` is put between its neighbours: at the end of the utterance
    listed before it, or at the connection if there is none.
    """

    def __init__(self) -> None:
        self._items: list[_Entry | _OpenSpeech | _OpenPoint] = []
        self._open = False
        self._utterances = 0
        # When each tool call was sent, as far as that is known, and when those of unknown time had an answer.
        self._sent: dict[str, int | None] = {}
        self._answered: dict[str, int] = {}
        self._used_ids: dict[str, int] = {}
        self._connected: _Entry | None = None
        self._line_ended: tuple[int | None, Quality, tuple[Any, ...]] | None = None
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
        end_quality: Quality | None = None,
        speech_ms: int | None = None,
        backchannel: bool | None = None,
        cut: bool = False,
        played: str | None = None,
    ) -> str:
        """One utterance with its texts; returns its id. `words` belong to the text that the source transcribed.

        `quality` is that of the start, and of the end too unless `end_quality` differs. A missing end is worked out from
        the number of words, at most up to the next utterance's start or the end of the call. An end before the start
        cannot be true: it is noted as a time problem and treated as missing.
        """
        utterance = f"u{self._utterances}"
        self._utterances += 1
        speech = (speaker, utterance, said, heard, words, source, speech_ms, backchannel, cut, played)
        if end_quality is None:
            end_quality = quality
        if start_ms is not None and end_ms is not None:
            if start_ms <= end_ms:
                _add_speech(self._items, speech, start_ms, end_ms, quality, end_quality)
                return utterance
            self.time_problem(
                source or utterance, f"ends at {end_ms / 1000:g} s, before it starts at {start_ms / 1000:g} s"
            )
            end_ms = None
        self._items.append(_OpenSpeech(start_ms, end_ms, quality, end_quality, speech))
        self._open = True
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
        unique = self._unique(call or f"t{len(self._sent)}")
        self._sent[unique] = ms
        self._point(_sent, (unique, name, arguments, consequential, source), ms, quality, unique)
        return unique

    def tool_returned(
        self,
        call: str,
        result: Json,
        ms: int | None,
        *,
        quality: Quality = "reported",
        source: str | None = None,
    ) -> None:
        """The answer to a call that `tool_sent` gave the id of. One before the call cannot be true: it is noted as a
        time problem, and put at the call."""
        self._answer(_returned, (call, result), ms, quality, source)

    def tool_failed(
        self,
        call: str,
        message: str | None,
        ms: int | None,
        *,
        timeout: bool = False,
        quality: Quality = "reported",
        source: str | None = None,
    ) -> None:
        """As `tool_returned`, for a call that went wrong."""
        self._answer(_failed, (call, "timeout" if timeout else "error", message), ms, quality, source)

    def connected(self, ms: int, *, quality: Quality = "reported", by: Party | None = None) -> None:
        self._connected = (ms, _line_connected, quality, by)

    def line_error(self, message: str, ms: int | None, *, by: Party | None = None) -> None:
        self._point(_line_error, (by, message), ms, "reported")

    def ended(
        self,
        ms: int | None,
        *,
        quality: Quality = "reported",
        by: Party | None = None,
        reason: str | None = None,
        completed: bool | None = None,
    ) -> None:
        """The end of the call. Without a time it is put at the last event and `derived`. Tools may well answer after it,
        and a turn may outlast it: whoever hangs up cuts the other off, and the source may give the whole of that turn.

        A turn that only starts after it cannot be true. The end is then put at the last sound and `derived`, and it is a
        time problem if it is more than rounding.
        """
        self._line_ended = (ms, quality, (by, reason, completed))

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
        direction: Direction | None = None,
        policy: Mapping[str, Json] | None = None,
        given: Mapping[str, Json] | None = None,
    ) -> Record:
        entries = self._entries()
        # The sort is stable: events of one ms keep the order of the source.
        entries.sort(key=itemgetter(0))
        if self._line_ended is not None:
            self._insert_end(*self._line_ended, entries)
        header = Header(
            id=id,
            format=format,
            started_at=started_at,
            direction=direction,
            policy=policy or {},
            given=given or {},
            runtime_latencies=tuple(self._runtime_latencies),
            time_problems=tuple(self._time_problems),
        )
        return Record(header, tuple([entry[1](entry, seq) for seq, entry in enumerate(entries)]))

    def _unique(self, wanted: str) -> str:
        unique = wanted
        while unique in self._sent:
            self._used_ids[wanted] = number = self._used_ids.get(wanted, 1) + 1
            unique = f"{wanted}#{number}"
        return unique

    def _answer(
        self, make: _Make, values: tuple[Any, ...], ms: int | None, quality: Quality, source: str | None
    ) -> None:
        call = values[0]
        sent = self._sent[call]
        if ms is not None and sent is None:
            self._answered[call] = ms
        elif ms is not None and sent is not None and ms < sent:
            if quality != "derived":
                self.time_problem(
                    source or call,
                    f"is {ms / 1000:g} s, before the tool was called at {sent / 1000:g} s",
                )
            ms, quality = sent, "derived"
        self._point(make, values, ms, quality, call)

    def _point(
        self, make: _Make, values: tuple[Any, ...], ms: int | None, quality: Quality, call: str | None = None
    ) -> None:
        if ms is not None:
            self._items.append((ms, make, quality, *values))
            return
        self._items.append(_OpenPoint(quality, make, values, call))
        self._open = True

    def _entries(self) -> list[_Entry]:
        """Every event with its ms, in the order of the source."""
        entries = [] if self._connected is None else [self._connected]
        if self._open:
            entries.extend(_Placing(self._items, self._connected, self._answered, self._cap()).entries())
        else:
            entries.extend(cast("list[_Entry]", self._items))
        return entries

    def _cap(self) -> int:
        """No derived end goes beyond it."""
        ended = self._line_ended[0] if self._line_ended is not None else None
        return LONGEST_CALL_MS if ended is None else ended

    def _insert_end(
        self, ms: int | None, quality: Quality, values: tuple[Any, ...], entries: list[_Entry]
    ) -> None:
        """Puts the end of the line among the events, which are in order."""
        last = entries[-1][0] if entries else 0
        if ms is None or ms >= last:
            unknown: Quality = "derived" if last else "unknown"
            entries.append(
                (last, _line_ended, unknown, *values) if ms is None else (ms, _line_ended, quality, *values)
            )
            return
        began = max([entry[0] for entry in entries if entry[1] in _OPENING], default=0)
        if ms < began:
            if began - ms > _ROUNDED_MS:
                self.time_problem(
                    "end of the call",
                    f"at {ms / 1000:g} s, but the call still went on at {began / 1000:g} s",
                )
            ms, quality = max([entry[0] for entry in entries if entry[1] in _INSIDE]), "derived"
        insort(entries, (ms, _line_ended, quality, *values), key=itemgetter(0))


# What cannot come after the end of the call.
_OPENING = frozenset((_line_connected, _started))
# What is part of the call.
_INSIDE = frozenset((_line_connected, _started, _text, _cut, _ended))


def _add_speech(
    entries: list[Any], speech: _Speech, start: int, end: int, quality: Quality, end_quality: Quality
) -> None:
    """Adds the events of an utterance to a list of entries (and of what else there may be in it)."""
    speaker, utterance, said, heard, words, source, speech_ms, backchannel, cut, played = speech
    text_quality: Quality = "unknown" if quality == "unknown" else "derived"
    add = entries.append
    add((start, _started, quality, speaker, utterance, source))
    # What was said is there from the start; what a recogniser made of it, only at the end.
    if said is not None:
        said_words = () if speaker == "caller" else words
        add((start, _text, text_quality, speaker, utterance, "said", said, said_words))
    if heard is not None:
        heard_words = words if speaker == "caller" or said is None else ()
        add((end, _text, text_quality, speaker, utterance, "heard", heard, heard_words))
    if cut:
        add((end, _cut, end_quality, speaker, utterance, played))
    add((end, _ended, end_quality, speaker, utterance, speech_ms, backchannel))


class _Placing:
    """Finds a place for every event of unknown time, from the events listed around it."""

    def __init__(
        self,
        items: list[_Entry | _OpenSpeech | _OpenPoint],
        connected: _Entry | None,
        answered: Mapping[str, int],
        cap: int,
    ) -> None:
        self._items = items
        self._answered = answered
        self._cap = cap
        # Where an event of unknown time goes: not before anything that is listed above it.
        self._place = connected[0] if connected is not None else 0
        # The end of the utterance above, or the connection; None where that is not known.
        self._after: int | None = connected[0] if connected is not None else None
        self._sent: dict[str, int] = {}

    def entries(self) -> Iterator[_Entry]:
        next_starts = self._next_starts()
        for item, next_start in zip(self._items, next_starts, strict=True):
            if isinstance(item, _OpenSpeech):
                placed = self._speech(item, next_start)
            elif isinstance(item, _OpenPoint):
                placed = [self._point(item)]
            else:
                placed = [item]
            for entry in placed:
                self._pass(entry)
            yield from placed

    def _next_starts(self) -> list[int | None]:
        """For each item, the known start of the utterance listed after it."""
        starts: list[int | None] = []
        following: int | None = None
        for item in reversed(self._items):
            starts.append(following)
            if isinstance(item, _OpenSpeech):
                following = item.start_ms if item.start_ms is not None else following
            elif not isinstance(item, _OpenPoint) and item[1] is _started:
                following = item[0]
        starts.reverse()
        return starts

    def _pass(self, entry: _Entry) -> None:
        ms, make, quality, *own = entry
        if make is _ended:
            self._after = ms if quality != "unknown" else None
        elif make is not _text and make is not _cut:
            self._place = max(self._place, ms)
            if make is _sent:
                self._sent[own[0]] = ms

    def _point(self, item: _OpenPoint) -> _Entry:
        ms, quality = self._place, item.quality
        if quality == "derived" and self._after is not None:
            ms = self._after
        else:
            quality = "unknown"
        if item.make is _sent:
            ms = min(ms, self._answered.get(item.values[0], ms))
        elif item.call is not None:
            ms = max(ms, self._sent[item.call])
        return ms, item.make, quality, *item.values

    def _speech(self, item: _OpenSpeech, next_start: int | None) -> list[_Entry]:
        start, end, quality, end_quality, speech = item
        if start is None:
            start, quality = self._place if end is None else min(self._place, end), "unknown"
        if end is None:
            end, end_quality = start, "unknown"
            if quality != "unknown":
                end, end_quality = self._derived_end(speech, start, next_start), "derived"
        placed: list[_Entry] = []
        _add_speech(placed, speech, start, end, quality, end_quality)
        return placed

    def _derived_end(self, speech: _Speech, start: int, next_start: int | None) -> int:
        _, _, said, heard, *_ = speech
        text = (said if said is not None else heard) or ""
        end = min(start + round(len(text.split()) / _WORDS_PER_SECOND * 1000), self._cap)
        return max(start, end if next_start is None else min(end, next_start))

"""When a live agent is known to have heard what the caller changed: the grace that it has for hearing is over soon afterwards.

Three things of a record show it: a text of its recogniser that holds what was changed, a state that it reports with the new values, a
call that it puts together with them. A text that holds something else shows nothing of what the agent made of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from callproof.evidence.events import Json, SpeechEnded, SpeechStarted, SpeechText
from callproof.scenario.model import Axis
from callproof.scenario.sameness import canonical
from callproof.scoring.outcome.timeline import NEVER, ActUse, Timeline
from callproof.scoring.outcome.verdicts import AXES, AxisResult, CaseResult, integrity_of
from callproof.scoring.outcome.wording import Words

# From the text to the call that is taken back a sound agent needs 3 to 20 ms, and once 95, on a machine that was too busy. What is not
# sent yet can wait until the words are there, so that no time to think is needed.
AFTER_HEARING_MS = 100
# Of one line; a recogniser tells it sentence by sentence.
_MOST_PIECES = 20


class Hearing:
    """What a record shows of the agent's hearing."""

    def __init__(self, timeline: Timeline, words: Words) -> None:
        self._timeline = timeline
        self._words = words
        self._said: dict[str, str] = {}
        self._heard: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        self._started: dict[str, int] = {}
        self._follow()

    def _follow(self) -> None:
        for pos, event in enumerate(self._timeline.events):
            if not isinstance(event, SpeechText | SpeechStarted | SpeechEnded) or event.speaker != "caller":
                continue
            if isinstance(event, SpeechStarted):
                self._started[event.utterance] = pos
            elif isinstance(event, SpeechEnded):
                # What is there with the end of a line was handed over in writing: that says nothing of when it was read.
                texts = self._heard[event.utterance]
                texts[:] = [(ms, text) for ms, text in texts if ms != event.ms]
            elif event.kind == "heard":
                self._heard[event.utterance].append((event.ms, event.text))
            else:
                self._said[event.utterance] = self._said.get(event.utterance, "") + event.text

    @property
    def is_told(self) -> bool:
        """Whether the agent tells what it hears: then a text that is not there is missing."""
        return any(self._heard.values())

    def heard_ms(self, act: ActUse, values: Collection[Json]) -> int | None:
        """When the agent first told that it had heard these values, or all that was said; None where it did not tell."""
        times = [
            ms
            for name, started in self._started.items()
            if act.began < started < act.ended and (ms := self._utterance_ms(name, values)) is not None
        ]
        return min(times, default=None)

    def acted_on_ms(self, act: ActUse, changes: Mapping[str, Json]) -> int | None:
        """When the agent first held these values, or put a call together with them, and had not before the act."""
        shown = [(pos, report.fields) for pos, report in self._timeline.states]
        shown += [
            (use.built, use.arguments)
            for use in self._timeline.uses
            if use.built != NEVER and not isinstance(use.arguments, str)
        ]
        times = [pos for pos, values in shown if changes and _are_in(changes, values)]
        first = min(times, default=NEVER)
        return self._timeline.ms(first) if act.began < first < NEVER else None

    def _utterance_ms(self, name: str, values: Collection[Json]) -> int | None:
        said = self._said.get(name, "")
        texts = self._heard.get(name, [])[:_MOST_PIECES]
        for n, (ms, _) in enumerate(texts):
            pieces = [text for _, text in texts[: n + 1]]
            # What belongs to the line before may still come in front of it, and each piece may begin the line anew.
            if self._holds(" ".join(pieces), values) or any(
                self._is_whole(said, " ".join(pieces[first:])) for first in sorted({0, min(1, n), n})
            ):
                return ms
        return None

    def _holds(self, heard: str, values: Collection[Json]) -> bool:
        # Named is enough: a recogniser leaves out the comma of "no, fifteen".
        return bool(values) and all(self._words.names(heard, value) for value in values)

    def _is_whole(self, said: str, heard: str) -> bool:
        """Whether all that was said is in what was heard, in these words or in others."""
        if not said:
            return False
        # Slow to load, and most texts that are heard hold a value.
        from callproof.spoken import compare

        return compare(said, heard, language=self._words.language).outcome in ("match", "filler", "phrasing")


def _are_in(changes: Mapping[str, Json], values: Mapping[str, Json]) -> bool:
    return all(
        name in values and canonical(values[name]) == canonical(value) for name, value in changes.items()
    )


def agreed(
    late: CaseResult, at_once: CaseResult, acts: Sequence[ActUse], required: Collection[Axis]
) -> CaseResult:
    """What a case comes to where nobody knows when the agent had heard some `acts`: judged as if that was `late`, and as if it was
    `at_once`. An axis that hangs on it is not measured; what fails either way has failed."""
    apart = [axis for axis in AXES if late.axes[axis].status != at_once.axes[axis].status]
    broken = {breach.rule for breach in late.breaches}
    doubtful = [breach.rule for breach in at_once.breaches if breach.rule not in broken]
    if not apart and not doubtful:
        return late
    names = ", ".join(f"{act.event.kind} {act.id!r}" for act in acts)
    reason = f"the agent tells what it hears, and nothing shows when it had heard {names}"
    axes = {axis: AxisResult("not_measured", reason) if axis in apart else late.axes[axis] for axis in AXES}
    found = replace(
        late,
        axes=axes,
        integrity=integrity_of(axes),
        unknown=tuple(dict.fromkeys((*late.unknown, *doubtful))),
    )
    open_axes = [axis for axis in apart if axis in required]
    if late.status != "passed" or not open_axes:
        return found
    reasons = tuple(f"not measured: {axis}: {reason}" for axis in open_axes)
    return replace(found, status="invalid", reasons=reasons)

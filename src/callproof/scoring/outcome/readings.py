"""What an agent said, as two recognisers read it: nobody is accused by the ears of one.

Where they heard different things of an utterance whose own text nobody knows, the call is judged by each reading. What all readings
come to stands; an axis on which they differ is not measured. With both wrong in the same way nothing is gained: "for" and "four" sound
alike to everybody (`homophones`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from callproof.evidence.derived import Derivation, TextFound
from callproof.evidence.events import AnyEvent, SpeechStarted, SpeechText
from callproof.evidence.record import Record
from callproof.scenario.model import Axis
from callproof.scoring.outcome.verdicts import AXES, AxisResult, CaseResult, integrity_of
from callproof.spoken import compare

# Up to so many doubtful utterances every combination is judged; beyond it each by itself, and all of them together.
_MOST_COMBINED = 4
_SHOWN = 2


@dataclass(frozen=True, slots=True)
class Doubt:
    """An utterance of which two recognisers made different things; `event` is the sequence number of the first one's text."""

    event: int
    first: str
    second: str


def doubts_of(record: Record, derived: Iterable[Derivation], language: str) -> tuple[Doubt, ...]:
    """The utterances of the agent, without a text of its own, in which the recognisers differ by more than spelling."""
    again = {
        item.event: item.text
        for derivation in derived
        for item in derivation.items
        if isinstance(item, TextFound) and item.kind == "heard"
    }
    if not again:
        return ()
    started = {
        event.utterance: event.seq
        for event in record.events
        if isinstance(event, SpeechStarted) and event.speaker == "agent"
    }
    texts = [event for event in record.events if isinstance(event, SpeechText)]
    said = {text.utterance for text in texts if text.kind == "said"}
    found: list[Doubt] = []
    for text in texts:
        second = again.get(started.get(text.utterance, -1))
        if second is None or text.kind != "heard" or text.utterance in said:
            continue
        if compare(text.text, second, language=language).outcome in ("value", "substance"):
            found.append(Doubt(text.seq, text.text, second))
    return tuple(found)


def judged_by_all(
    record: Record, doubts: Sequence[Doubt], judge: Callable[[Record], CaseResult], required: Collection[Axis]
) -> CaseResult:
    """What every reading of the record comes to. `required` are the axes that a case needs to pass."""
    first = judge(record)
    singly = [judge(_with(record, [doubt])) for doubt in doubts]
    results = [first, *singly, *[judge(_with(record, chosen)) for chosen in _several(doubts)]]
    apart = [axis for axis in AXES if len({result.axes[axis].status for result in results}) > 1]
    if not apart and len({result.status for result in results}) == 1:
        return first
    # The two that decide something, if each does by itself.
    deciding = [doubt for doubt, result in zip(doubts, singly, strict=True) if _differ(first, result)]
    reason = _reason(deciding or doubts)
    return _agreed(results, apart, reason, required)


def _several(doubts: Sequence[Doubt]) -> list[tuple[Doubt, ...]]:
    if len(doubts) < 2:
        return []
    if len(doubts) > _MOST_COMBINED:
        return [tuple(doubts)]
    return [chosen for n in range(2, len(doubts) + 1) for chosen in combinations(doubts, n)]


def _with(record: Record, doubts: Iterable[Doubt]) -> Record:
    """The record, as if only the second recogniser had listened to these utterances."""
    second = {doubt.event: doubt.second for doubt in doubts}

    def heard(event: AnyEvent) -> AnyEvent:
        if isinstance(event, SpeechText) and event.seq in second:
            return replace(event, text=second[event.seq], words=())
        return event

    return Record(record.header, tuple(heard(event) for event in record.events))


def _differ(one: CaseResult, other: CaseResult) -> bool:
    return one.status != other.status or any(
        one.axes[axis].status != other.axes[axis].status for axis in AXES
    )


def _reason(doubts: Sequence[Doubt]) -> str:
    pairs = [f"{doubt.first!r} or {doubt.second!r}" for doubt in doubts[:_SHOWN]]
    more = f", and {len(doubts) - _SHOWN} more" if len(doubts) > _SHOWN else ""
    return f"two recognisers differ on what the agent said: {'; '.join(pairs)}{more}"


def _agreed(
    results: Sequence[CaseResult], apart: Collection[Axis], reason: str, required: Collection[Axis]
) -> CaseResult:
    # What says least against the agent stands for all.
    mildest = min(results, key=lambda result: sum(axis.status == "fail" for axis in result.axes.values()))
    axes = {
        axis: AxisResult("not_measured", reason) if axis in apart else mildest.axes[axis] for axis in AXES
    }
    mildest = replace(
        mildest,
        axes=axes,
        integrity=integrity_of(axes),
        measured=tuple(rule for rule in mildest.measured if all(rule in r.measured for r in results)),
        breaches=tuple(
            breach
            for breach in mildest.breaches
            if all(breach.rule in {b.rule for b in r.breaches} for r in results)
        ),
    )
    failed = [
        f"{axis}: {axes[axis].reason}" for axis in AXES if axis in required and axes[axis].status == "fail"
    ]
    if failed:
        return replace(mildest, status="failed", blame=None, reasons=(*failed, reason))
    if len({result.status for result in results}) == 1 and not set(apart) & set(required):
        return mildest
    return replace(
        mildest, status="invalid", blame="recogniser", cause=None, contributing=(), reasons=(reason,)
    )

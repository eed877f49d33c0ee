"""How well we kept to the clock ourselves: what the record says of it, so that no fault of ours is taken for the agent's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from callproof.evidence.derived import Derivation, EdgeFound
from callproof.evidence.events import AnyEvent, CallerBegan, CallerEnded, SpeechStarted
from callproof.evidence.record import HarnessTiming


def own_timing(
    late_ms: Sequence[float],
    lost: int,
    events: Iterable[AnyEvent],
    derived: Derivation,
    *,
    recording_drift_ms: float,
    wall_drift_ms: float,
) -> HarnessTiming:
    """`late_ms` of every frame that went out. A drift is what the one clock shows more than the event loop's, over the call."""
    late = sorted(late_ms)
    reactions = reactions_ms(events, derived)
    return HarnessTiming(
        frames=len(late),
        frames_lost=lost,
        late_p50_ms=_at(late, 50),
        late_p99_ms=_at(late, 99),
        late_max_ms=round(late[-1], 1) if late else 0.0,
        reactions=len(reactions),
        reaction_max_ms=max(reactions, default=None),
        recording_drift_ms=round(recording_drift_ms, 1),
        wall_drift_ms=round(wall_drift_ms, 1),
    )


def reactions_ms(events: Iterable[AnyEvent], derived: Derivation) -> list[int]:
    """From the moment of each act that speaks to its first sound on the line."""
    edges = {item.event: item.ms for item in derived.items if isinstance(item, EdgeFound)}
    found: list[int] = []
    began: CallerBegan | None = None
    for event in events:
        if isinstance(event, CallerBegan):
            began = event
        elif isinstance(event, CallerEnded):
            began = None
        elif isinstance(event, SpeechStarted) and event.speaker == "caller" and began is not None:
            found.append(max(edges.get(event.seq, event.ms) - began.ms, 0))
            began = None
    return found


def _at(late: Sequence[float], percent: int) -> float:
    return round(late[min(len(late) * percent // 100, len(late) - 1)], 1) if late else 0.0

"""How long ago the caller's sound was said when it is read."""

from __future__ import annotations

from callproof.calling.serving.lateness import Lateness


def after(*pieces: tuple[float, float]) -> int:
    """How late the last of the pieces (their length, the time of reading them) was."""
    lateness = Lateness()
    for sound_ms, now_ms in pieces:
        lateness.read(sound_ms, now_ms)
    return lateness.ms


def test_what_stood_in_a_queue_is_late_by_as_long() -> None:
    steady = [(20.0, 1000.0 + 20 * number) for number in range(50)]
    assert after(*steady) == 0
    # The fifty-first should have been read at 2000: 120 ms late, and what follows it at once less and less.
    assert after(*steady, (20.0, 2120.0)) == 120
    assert after(*steady, (20.0, 2120.0), (20.0, 2121.0)) == 101


def test_whoever_sends_in_bursts_is_not_late() -> None:
    # Two seconds at once, nothing for five, and then as it is said.
    assert after((2000.0, 0.0), (20.0, 5000.0)) == 0
    assert after((2000.0, 0.0), (20.0, 5000.0), (20.0, 5050.0)) == 30

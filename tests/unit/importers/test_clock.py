"""From a source's times to the milliseconds of a call."""

from __future__ import annotations

import pytest

from callproof.evidence.building import RecordBuilder
from callproof.importers.clock import Clock, epoch_s, in_seconds, is_epoch, out_of_order
from callproof.importers.registry import Place

MONDAY = 1728862774.556  # 13 October 2024, 23:39:34.556 UTC
WEEK = 7 * 24 * 3600


def noted(builder: RecordBuilder) -> list[tuple[str, str]]:
    return [(p.path, p.message) for p in builder.build("x", "x").header.time_problems]


def test_seconds_of_the_call_are_taken_as_they_are() -> None:
    clock = Clock([3.0, 5.0], RecordBuilder())
    assert clock.ms(3.0, "a") == 3000
    assert clock.ms(0.0005, "a") == 0
    assert clock.ms(0.0016, "a") == 2
    assert clock.ms(None, "a") is None
    assert clock.started_at is None
    assert not clock.is_wall_clock


def test_times_of_day_begin_with_the_earliest() -> None:
    clock = Clock([MONDAY + 5, MONDAY, None], RecordBuilder())
    assert clock.ms(MONDAY + 5, "a") == 5000
    assert clock.started_at == "2024-10-13T23:39:34.556000+00:00"
    assert clock.is_wall_clock


def test_a_call_may_begin_before_its_first_turn() -> None:
    assert Clock([MONDAY], RecordBuilder(), also=[MONDAY - 2, None]).ms(MONDAY, "a") == 2000
    assert Clock([MONDAY], RecordBuilder(), also=[MONDAY + 2]).ms(MONDAY, "a") == 0
    # A moment of another week, or one that is no time of day, says nothing about this call.
    assert Clock([MONDAY], RecordBuilder(), also=[MONDAY - WEEK - 1, 5.0]).ms(MONDAY, "a") == 0
    assert Clock([], RecordBuilder(), also=[MONDAY]).ms(MONDAY + 1, "a") == 1000
    assert Clock([3.0], RecordBuilder(), also=[MONDAY]).ms(3.0, "a") == 3000


@pytest.mark.parametrize(
    ("seconds", "message"),
    [
        (WEEK + 1.0, "is 604801 s, which does not fit the other times of the call"),
        (1e300, "is 1e+300 s, which does not fit the other times of the call"),
        (MONDAY, "is 1728862774.556 s, which does not fit the other times of the call"),
    ],
)
def test_a_time_that_cannot_belong_to_the_call(seconds: float, message: str) -> None:
    builder = RecordBuilder()
    assert Clock([3.0], builder).ms(seconds, "turns[3]", ".end_s") is None
    assert noted(builder) == [("turns[3].end_s", message)]


def test_the_last_moment_of_the_longest_call() -> None:
    builder = RecordBuilder()
    assert Clock([], builder).ms(WEEK, "a") == WEEK * 1000
    assert noted(builder) == []


def test_a_time_before_zero_does_not_fit() -> None:
    builder = RecordBuilder()
    assert Clock([MONDAY], builder).ms(MONDAY - 3, "a") is None
    assert Clock([MONDAY], builder).ms(3.0, "b") is None
    assert [path for path, _ in noted(builder)] == ["a", "b"]


def test_a_connection_by_its_time_of_day() -> None:
    builder = RecordBuilder()
    clock = Clock([MONDAY], builder, also=[MONDAY - 2])
    assert clock.connection_ms(MONDAY - 2, [MONDAY], "c") == 0
    # Two stamps may be a second apart.
    assert clock.connection_ms(MONDAY + 1, [MONDAY], "c") == 3000
    assert clock.connection_ms(None, [MONDAY], "c") is None
    assert noted(builder) == []
    assert clock.connection_ms(MONDAY + 1.5, [None, MONDAY], "c") is None
    assert noted(builder) == [("c", "is 1.5 s after the first turn of the call")]


def test_a_connection_among_seconds_of_the_call_is_not_known() -> None:
    builder = RecordBuilder()
    assert Clock([3.0], builder, also=[MONDAY]).connection_ms(MONDAY, [3.0], "c") is None
    assert noted(builder) == []


def test_a_connection_without_turns() -> None:
    assert Clock([], RecordBuilder(), also=[MONDAY]).connection_ms(MONDAY, [], "c") == 0


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        (1728862774556, 1728862774.556),
        (1728862782375.9998, 1728862782.3759998),
        (1728862774.556, 1728862774.556),
        (99999999999.0, 99999999999.0),
        (1e11, 1e8),
        (2.5, 2.5),
        (None, None),
    ],
)
def test_milliseconds_since_1970_are_told_by_their_size(given: float | None, seconds: float | None) -> None:
    assert in_seconds(given) == seconds


@pytest.mark.parametrize(
    ("seconds", "epoch"), [(0, False), (1e8 - 1, False), (1e8, True), (MONDAY, True), (1e11, False)]
)
def test_a_time_of_day(seconds: float, epoch: bool) -> None:
    assert is_epoch(seconds) is epoch


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2024-10-13T23:39:34.556Z", MONDAY),
        ("2024-10-14T01:39:34.556+02:00", MONDAY),
        ("2024-10-13T23:39:34.556", None),
        ("2024-10-13", None),
        (None, None),
    ],
)
def test_an_iso_time_needs_its_zone(text: str | None, seconds: float | None) -> None:
    assert epoch_s(text) == seconds


def test_turns_out_of_order() -> None:
    starts: list[tuple[tuple[str | int, ...], float, object]] = [
        (("t", 0), 5.0, 5),
        (("t", 1), 5.0, 5),
        (("t", 2), 4.0, 4000),
        (("t", 3), 4.5, 4500),
        (("t", 4), float("nan"), None),
        (("t", 5), 6.0, 6),
    ]
    below = "before the start of a turn above it (5); list the turns in the order in which they start"
    found = list(out_of_order(Place("f", "f", line="line 2"), starts))
    assert [str(problem) for problem in found] == [
        f"f: line 2: t[2]: found 4000, {below}",
        f"f: line 2: t[3]: found 4500, {below}",
    ]


def test_the_first_turn_is_never_out_of_order() -> None:
    assert list(out_of_order(Place("f", "f"), [(("t", 0), -5.0, -5)])) == []

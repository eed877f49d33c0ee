"""When a served agent gets what its caller said, by the samples of it and however long a recogniser takes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from callproof.audio.pcm import Signal
from callproof.calling.agent import CallerSaid, CallerStarted, Json
from callproof.calling.serving.session import ServedSession
from callproof.models.parts import Transcript
from tests.unit.calling.serving.realtime import Words, alone, served
from tests.unit.calling.serving.test_ears import RATE, quiet, tone

FRAME_MS = 20


class Slow(Words):
    """Takes its time, and writes how many seconds it was given."""

    def __init__(self, takes_ms: int) -> None:
        super().__init__()
        self.takes_ms = takes_ms
        self.asked = 0

    async def hear(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
        self.asked += 1
        await asyncio.sleep(self.takes_ms / 1000)
        return Transcript(f"{len(signal) / rate_hz:.1f}")


class Nowhere:
    """A platform that plays nothing, and tools of which there are none."""

    rate_hz = RATE

    def __init__(self) -> None:
        self.told: list[str] = []

    def utter(self, utterance: str, text: str, signal: Signal) -> None: ...
    def clear(self) -> None: ...
    def caller_began(self, so_far_ms: int) -> None: ...
    def caller_ended(self) -> None: ...
    def schemas(self) -> list[Mapping[str, Json]]:
        return []

    def build(self, name: str, arguments: Mapping[str, Json], state_version: int | None) -> Any:
        raise AssertionError(name)

    def said(self, text: str) -> None: ...
    def state(self, version: int, fields: Mapping[str, Json]) -> None: ...
    async def close(self) -> None: ...
    def heard(self, utterance: int, text: str) -> None:
        self.told.append(text)


def told(
    *pieces: Signal, speech: Slow, glances: Slow, late_at_ms: int | None = None
) -> list[tuple[int, Any]]:
    """What the agent is told of it, and when. `late_at_ms`: nothing is read from then on for 300 ms, and then all of it at once."""
    found: list[tuple[int, Any]] = []

    async def call() -> None:
        end = Nowhere()
        agent = replace(served(lambda call: None), speech=speech, glances=glances)
        session = ServedSession(end, agent, end, today="2026-03-10", hung_up=lambda: None)
        loop = asyncio.get_running_loop()
        start = loop.time()

        async def listen() -> None:
            async for event in session.events():
                found.append((round((loop.time() - start) * 1000), event))

        listening = asyncio.ensure_future(listen())
        signal = np.concatenate(pieces)
        size = RATE * FRAME_MS // 1000
        for number in range(len(signal) // size):
            due_ms = (number + 1) * FRAME_MS
            if late_at_ms is not None and late_at_ms <= due_ms < late_at_ms + 300:
                due_ms = late_at_ms + 300
            await asyncio.sleep(max(start + due_ms / 1000 - loop.time(), 0))
            session.frame(signal[number * size : (number + 1) * size])
        await asyncio.sleep(10)
        session.close()
        await listening

    alone(call())
    return found


def texts(found: list[tuple[int, Any]]) -> list[tuple[int, str]]:
    return [(ms, event.text) for ms, event in found if isinstance(event, CallerSaid)]


@pytest.mark.parametrize("takes_ms", [50, 600])
def test_the_text_of_a_turn_is_there_when_it_ends(takes_ms: int) -> None:
    # It ends with a second of silence at 2.5 s, and is recognised from its first 0.3 s on.
    ((ms, _),) = texts(told(quiet(500), tone(1000), quiet(1600), speech=Slow(takes_ms), glances=Slow(50)))
    assert ms == pytest.approx(500 + 1000 + 1000, abs=70)


def test_a_recogniser_that_takes_longer_is_waited_for() -> None:
    ((ms, _),) = texts(told(quiet(500), tone(1000), quiet(1600), speech=Slow(1500), glances=Slow(50)))
    assert ms == pytest.approx(500 + 1000 + 320 + 1500, abs=70)


@pytest.mark.parametrize("pause_ms", [100, 400, 700, 900])
@pytest.mark.parametrize("late_at_ms", [None, 1100, 1500, 2200])
def test_two_sentences_are_one_turn_whatever_the_machine_does(pause_ms: int, late_at_ms: int | None) -> None:
    speech = Slow(400)
    line = [quiet(500), tone(600), quiet(pause_ms), tone(600), quiet(1800)]
    found = told(*line, speech=speech, glances=Slow(50), late_at_ms=late_at_ms)
    ((ms, text),) = texts(found)
    assert ms == pytest.approx(500 + 1200 + pause_ms + 1000, abs=300 if late_at_ms else 70)
    # All of it, with 0.3 s before it and 0.2 s behind it.
    assert float(text) == pytest.approx((1200 + pause_ms + 500) / 1000, abs=0.06)
    assert speech.asked == (1 if pause_ms < 320 else 2)


def test_two_turns_are_two_texts() -> None:
    line = [quiet(500), tone(600), quiet(1300), tone(900), quiet(1600)]
    assert len(texts(told(*line, speech=Slow(400), glances=Slow(50)))) == 2


def test_nobody_looks_at_a_pause_twice() -> None:
    # At the first word, and once after the last.
    glances = Slow(50)
    told(quiet(500), tone(600), quiet(1800), speech=Slow(50), glances=glances)
    assert glances.asked == 2


@pytest.mark.parametrize(("takes_ms", "looks"), [(50, 10), (1000, 3)])
def test_looks_leave_others_the_time(takes_ms: int, looks: int) -> None:
    glances = Slow(takes_ms)
    told(quiet(500), tone(6500), quiet(1600), speech=Slow(50), glances=glances)
    assert glances.asked == pytest.approx(looks, abs=1)


def test_who_began_to_speak_in_a_queue_has_spoken_for_longer() -> None:
    def began(late_at_ms: int | None) -> int:
        line = [quiet(1000), tone(800), quiet(1600)]
        found = told(*line, speech=Slow(50), glances=Slow(50), late_at_ms=late_at_ms)
        ((ms, event),) = ((ms, event) for ms, event in found if isinstance(event, CallerStarted))
        assert isinstance(event, CallerStarted)
        return ms - event.ms_ago

    # It is found to have begun when it did, 45 ms on the line before.
    assert began(None) == pytest.approx(1000 - 45, abs=40)
    assert began(900) == pytest.approx(1000 - 45, abs=40)

"""An agent says a word: what a recogniser makes of it while it goes on, and what the agent tells itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from callproof.calling.simulation.clock import LoopClock
from callproof.calling.simulation.director import Director
from callproof.calling.simulation.log import Log
from callproof.evidence.events import CallerBegan, SpeechEnded, SpeechStarted, SpeechText
from callproof.scenario.model import Line
from callproof.scenario.moments import Moment
from tests.unit.calling.simulation.shop import scenario

ORDER = Moment(kind="agent_says", text="4821")
DOOR = Line(id="l1", when=ORDER, act="noise", sound="a door", ms=100)
DOG = Line(id="l2", when=ORDER, act="noise", sound="a dog", ms=100)


class QuietConnection:
    """A line on which a noise is over at once."""

    agent_silent = True
    tools_busy = False

    def agent_began_ms(self, told_ms: int) -> int:
        return told_ms

    async def say(self, utterance: str, text: str, heard: str | None) -> None: ...
    async def noise(self, sound: str, ms: int) -> None: ...
    async def press(self, keys: str, ms: int) -> None: ...
    async def agent_done(self) -> None: ...
    async def understood(self) -> None: ...
    def hang_up(self) -> None: ...
    def closed(self) -> None: ...


def acts(*steps: Callable[[Director, Log], object]) -> list[str]:
    """What the caller did, each time all that a step brings has been done."""

    async def call() -> list[str]:
        clock = LoopClock(asyncio.get_running_loop())
        log = Log(clock)
        what = replace(scenario(), script=(DOOR, DOG))
        director = Director(log, clock, what, QuietConnection(), reaction_ms=100)
        for step in steps:
            step(director, log)
            await asyncio.sleep(0.01)
        director.end("caller", "test")
        return [event.act for event in log.events if isinstance(event, CallerBegan)]

    return asyncio.run(call())


def begins(utterance: str) -> Callable[[Director, Log], object]:
    return lambda director, log: log.append(SpeechStarted, speaker="agent", utterance=utterance)


def ends(utterance: str) -> Callable[[Director, Log], object]:
    return lambda director, log: log.append(SpeechEnded, speaker="agent", utterance=utterance)


def recognised(utterance: str, text: str) -> Callable[[Director, Log], object]:
    return lambda director, log: director.hears(utterance, text)


def test_a_word_that_a_recogniser_hears_is_one_moment_and_not_two() -> None:
    once = (begins("a0"), recognised("a0", "I have order 4821"), recognised("a0", "I have order 4821 here."))
    assert acts(*once) == ["l1"]
    assert acts(*once, ends("a0"), begins("a1"), recognised("a1", "Order 4821")) == ["l1", "l2"]


def test_what_the_agent_tells_is_waited_for_and_not_recognised() -> None:
    def told(director: Director, log: Log) -> None:
        assert director.waits_for_words()
        log.append(
            SpeechText, speaker="agent", utterance="a0", kind="said", text="I have order 4821 here.", words=()
        )
        assert not director.waits_for_words()

    assert acts(begins("a0"), told, recognised("a0", "I have order 4821 here.")) == []

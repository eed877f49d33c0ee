"""How a flood of messages is read: in turns with everything else, and named."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from callproof.calling.simulation.reading import Reading


@dataclass
class Agent:
    """Sends a message every `every_s`, as soon as it may: at once where there is no time between them. Its clock stands still otherwise."""

    messages: int
    every_s: float
    size: int = 1
    now_s: float = 100.0
    slept: list[tuple[float, float]] = field(default_factory=list)
    due_s: float = 100.0
    closed_because: str = "hung up"

    def now(self) -> float:
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        self.slept.append((self.now_s, seconds))
        self.now_s += seconds

    async def receive(self) -> str | None:
        if not self.messages:
            return None
        self.messages -= 1
        self.now_s = max(self.now_s, self.due_s)
        self.due_s += self.every_s
        return "x" * self.size

    async def send(self, message: str | bytes) -> None:
        raise AssertionError

    async def close(self) -> None:
        raise AssertionError


def read(agent: Agent, cost_s: float) -> float | None:
    """Every message, each of which takes so long; when a flood began."""

    async def main() -> float | None:
        reading = Reading(agent, now=agent.now, sleep=agent.sleep)
        while await reading.next() is not None:
            agent.now_s += cost_s
        return reading.flood_began

    return asyncio.run(main())


def test_a_flood_takes_two_fifths_of_the_time_and_little_at_once() -> None:
    agent = Agent(messages=1000, every_s=0)
    read(agent, 0.001)
    # A second of work in steps of 8 ms, each followed by the rest of its 20 ms.
    assert agent.now_s - 100 == pytest.approx(2.6, abs=0.1)
    begun = [100.0, *(at + seconds for at, seconds in agent.slept)]
    at_once = [at - start for start, (at, _) in zip(begun, agent.slept, strict=False)]
    assert max(at_once) < 0.0035


def test_large_messages_do_not_come_five_at_a_time() -> None:
    agent = Agent(messages=100, every_s=0, size=200_000)
    read(agent, 0.009)
    # One at a time, each followed by a frame's time for others.
    assert agent.now_s - 100 == pytest.approx(100 * 0.029, abs=0.1)


@pytest.mark.parametrize("cost_s", [0.0002, 0.012])
def test_a_line_is_read_as_it_comes(cost_s: float) -> None:
    agent = Agent(messages=500, every_s=0.02)
    assert read(agent, cost_s) is None
    assert sum(seconds for _, seconds in agent.slept) == 0
    assert agent.now_s - 100 == pytest.approx(499 * 0.02 + cost_s)


@pytest.mark.parametrize(
    ("messages", "every_s", "size", "floods"),
    [
        # Three minutes of speech in one piece.
        (9000, 0, 400, False),
        (20_000, 0, 1, True),
        # Ten times what a line sends, all the time.
        (60_000, 0.002, 1, False),
        (60_000, 0.001, 1, True),
        # Three minutes at 48 kHz in messages of a second, and four.
        (180, 0, 128_000, False),
        (240, 0, 128_000, True),
        # Half a minute at 48 kHz in one message every twenty seconds.
        (100, 20, 3_840_000, False),
    ],
)
def test_what_no_line_takes_is_a_flood(messages: int, every_s: float, size: int, floods: bool) -> None:
    began = read(Agent(messages=messages, every_s=every_s, size=size), 0.00002)
    assert began == (100.0 if floods else None)


def test_a_flood_began_when_the_agent_began_to_send_too_much() -> None:
    """Not when that was noticed, twenty seconds later."""

    class Turns(Agent):
        async def receive(self) -> str | None:
            # Fifty messages a second for ten seconds, and a thousand from then on.
            self.every_s = 0.02 if self.now_s < 110 else 0.001
            return await super().receive()

    began = read(Turns(messages=50_000, every_s=0.02), 0.00002)
    assert began == pytest.approx(110.0, abs=0.05)

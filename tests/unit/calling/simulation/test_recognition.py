"""Who listens to the agent, and what becomes of it: in the call, beside it, and when somebody hears nothing."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from callproof.calling.simulation.clock import LoopClock
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.recognition import Recognition
from callproof.errors import RecogniserError
from callproof.evidence.derived import TextFound
from callproof.evidence.events import SpeechStarted
from callproof.models.parts import SpeechParts, Transcript

SOUND = np.zeros(800, np.float32)


@dataclass
class Scripted:
    """Two who hear what is written here, in turn; an error is raised. The second takes its time."""

    first: list[str | Exception] = field(default_factory=list)
    second: list[str | Exception] | None = None
    slow_s: float = 0.0

    @property
    def parts(self) -> SpeechParts:
        return SpeechParts(second=None if self.second is None else "faster-whisper:small/en")

    async def hear(self, signal: Any, rate_hz: int, language: str) -> Transcript:
        return _said(self.first)

    async def hear_again(self, signal: Any, rate_hz: int, language: str) -> Transcript | None:
        if self.second is None:
            return None
        await asyncio.sleep(self.slow_s)
        return _said(self.second)


def _said(script: list[str | Exception]) -> Transcript:
    following = script.pop(0)
    if isinstance(following, Exception):
        raise following
    return Transcript(following)


async def listened(speech: Scripted, utterances: int) -> tuple[Log, Recognition]:
    """After the agent has said so much, and as long as the call would wait."""
    log = Log(LoopClock(asyncio.get_running_loop()))
    recognition = Recognition(log, speech, "en", 8000)
    for n in range(utterances):
        event = log.append(SpeechStarted, speaker="agent", utterance=f"a{n}")
        recognition.hear(f"a{n}", event.seq, SOUND)
    await recognition.understood()
    return log, recognition


def texts(log: Log) -> list[tuple[str, str]]:
    return [(e.kind, e.text) for e in log.events if e.type == "speech.text"]


def errors(log: Log) -> list[tuple[str | None, str | None, str]]:
    return [(e.by, e.part, e.message) for e in log.events if e.type == "line.error"]


def test_the_call_waits_for_the_first_and_the_record_for_both() -> None:
    async def main() -> None:
        speech = Scripted(["Order for 821.", "Goodbye."], ["Order 4821.", "Bye."], slow_s=0.2)
        began = asyncio.get_running_loop().time()
        log, recognition = await listened(speech, 2)
        assert asyncio.get_running_loop().time() - began < 0.15
        assert texts(log) == [("heard", "Order for 821."), ("heard", "Goodbye.")]
        await recognition.all_heard()
        # The second says nothing in the call, and stands beside it by the event in which each utterance began.
        assert len(texts(log)) == 2
        found = recognition.second()
        assert found is not None
        assert found.producer == "faster-whisper-small-en"
        assert found.items == (
            TextFound(event=0, kind="heard", text="Order 4821."),
            TextFound(event=1, kind="heard", text="Bye."),
        )

    asyncio.run(main())


def test_without_a_second_there_is_nothing_beside_the_record() -> None:
    async def main() -> None:
        log, recognition = await listened(Scripted(["Hello."]), 1)
        await recognition.all_heard()
        assert texts(log) == [("heard", "Hello.")]
        assert recognition.second() is None

    asyncio.run(main())


def test_a_recogniser_that_fails_is_our_fault_and_named() -> None:
    async def main() -> None:
        log, recognition = await listened(Scripted([OSError("502")], [OSError("no such model")]), 1)
        await recognition.all_heard()
        assert texts(log) == []
        assert errors(log) == [
            ("harness", "recogniser", "the recogniser failed: 502"),
            ("harness", "recogniser", "the second recogniser failed: no such model"),
        ]

    asyncio.run(main())


@pytest.mark.parametrize(
    ("speech", "message"),
    [
        (Scripted([OSError("502")]), "the recogniser failed: 502"),
        (Scripted(["Refund it."], [OSError("no such model")]), "the second recogniser failed: no such model"),
    ],
)
def test_a_recogniser_that_fails_at_our_own_line_is_named_too(speech: Scripted, message: str) -> None:
    async def main() -> None:
        log = Log(LoopClock(asyncio.get_running_loop()))
        with pytest.raises(RecogniserError) as raised:
            await Recognition(log, speech, "en", 8000).own_line("Refund fifteen dollars.", SOUND, 8000)
        log.broke(raised.value)
        assert errors(log) == [("harness", "recogniser", message)]

    asyncio.run(main())


def test_a_line_of_ours_is_misspoken_only_if_nobody_understands_it() -> None:
    line = "Refund fifteen dollars."

    async def misspoken(*heard: list[str | Exception]) -> str | None:
        speech = Scripted(heard[0], heard[1] if len(heard) > 1 else None)
        log = Log(LoopClock(asyncio.get_running_loop()))
        return (await Recognition(log, speech, "en", 8000).own_line(line, SOUND, 8000)).wrong

    async def main() -> None:
        assert await misspoken(["refund $15"]) is None
        # Words that carry no value may come out as they like.
        assert await misspoken(["We fund fifteen dollars."]) is None
        problem = await misspoken(["Refund fifty dollars."])
        assert problem == (
            "our own voice is not understood: the line 'Refund fifteen dollars.' is heard as 'Refund fifty dollars.'"
        )
        assert await misspoken(["Refund fifty dollars."], ["Refund $15."]) is None
        assert await misspoken(["Refund fifty dollars."], ["Refund $50."]) is not None

    asyncio.run(main())


@pytest.mark.parametrize(
    ("heard", "understood"),
    [
        ("My name is Pray a ramen. I want order 5120.", True),
        ("My name is Pray a ramen. I want order 5121.", False),
        ("My name is Priya Raman. I do not want order 5120.", False),
        ("My name is Priya Raman. I want order five won too zero.", True),
        ("My name is Priya Raman. I want order five won for zero.", False),
    ],
)
def test_names_and_digits_that_a_recogniser_writes_as_words_make_no_line_misspoken(
    heard: str, understood: bool
) -> None:
    async def main() -> None:
        log = Log(LoopClock(asyncio.get_running_loop()))
        recognition = Recognition(log, Scripted([heard]), "en", 8000)
        line = await recognition.own_line("My name is Priya Raman. I want order 5120.", SOUND, 8000)
        assert (line.wrong is None) is understood

    asyncio.run(main())


@pytest.mark.parametrize(
    ("heard", "whole"),
    [
        ("I'd like fifteen dollars refunded.", True),
        ("I would like $15 refunded", True),
        ("I'd like fifteen dollars were funded.", False),
        ("I'd like fifty dollars refunded.", False),
    ],
)
def test_a_line_came_through_when_none_of_its_words_is_lost(heard: str, whole: bool) -> None:
    async def main() -> None:
        log = Log(LoopClock(asyncio.get_running_loop()))
        line = await Recognition(log, Scripted([heard]), "en", 8000).own_line(
            "I'd like fifteen dollars refunded.", SOUND, 8000
        )
        assert line.whole is whole

    asyncio.run(main())

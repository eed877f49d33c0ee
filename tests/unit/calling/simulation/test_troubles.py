"""What an agent does wrong again and again is written down a few times, and counted."""

from __future__ import annotations

import asyncio

from callproof.calling.simulation.clock import LoopClock
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.troubles import LONGEST_TEXT, Troubles
from callproof.calling.wire.events import AgentText, Problem
from callproof.evidence.events import LineError


def new_log() -> Log:
    async def made() -> Log:
        return Log(LoopClock(asyncio.get_running_loop()))

    return asyncio.run(made())


def messages(log: Log) -> list[str]:
    return [event.message for event in log.events if isinstance(event, LineError)]


def test_each_kind_is_counted_by_itself() -> None:
    log = new_log()
    troubles = Troubles(log)
    for number in range(1000):
        troubles.note(Problem("malformed", f"no payload in {number}"))
    troubles.note(Problem("wrong_stream", "another"))
    troubles.counted()
    assert messages(log) == [
        *(f"malformed: no payload in {number}" for number in range(20)),
        "wrong_stream: another",
        "malformed: 980 more of this kind",
    ]


def test_what_ends_the_call_is_written_down_in_any_case() -> None:
    log = new_log()
    troubles = Troubles(log)
    for _ in range(21):
        troubles.note(Problem("not_json", "garbage", fatal=False))
    troubles.note(Problem("not_json", "the last", fatal=True))
    assert messages(log)[-1] == "not_json: the last"
    troubles.counted()
    assert messages(log)[-1] == "not_json: 1 more of this kind"


def test_a_call_is_ended_once_and_what_comes_after_it_is_counted() -> None:
    log = new_log()
    troubles = Troubles(log)
    for number in range(20_000):
        troubles.note(Problem("not_json", f"garbage {number}", fatal=True))
    troubles.counted()
    assert messages(log) == [
        *(f"not_json: garbage {number}" for number in range(20)),
        "not_json: 19980 more of this kind",
    ]


def test_a_text_of_a_book_s_length_is_cut_and_said() -> None:
    log = new_log()
    troubles = Troubles(log)
    short = AgentText("x" * LONGEST_TEXT, True, "said")
    assert troubles.cut(short) is short
    long = AgentText("word " * 1_000_000, True, "said", "u1", interrupted=True)
    assert troubles.cut(long) == AgentText("word " * 4000, True, "said", "u1", interrupted=True)
    assert messages(log) == ["too_large: a text of 5000000 characters, of which 20000 are taken"]

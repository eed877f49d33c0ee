"""How exactly the caller acts and the record tells time, against a fake agent that keeps its own clock.

    python -m benchmarks.moment_timing [--calls 50] [--at-once 10] [--json FILE]

Half of the calls wait for a tool call to be in flight, half for the agent to have spoken for 700 ms; then the caller speaks. The agent
is another process (`logging_peer`), which notes when its call or its speech left and when the first sound of the caller's arrived.
Voice and recogniser are left out: lines are spoken before a call, and no moment here waits for words.

- act: from the moment (the tool call leaves; 700 ms after the first sound of speech leaves) to the caller's first sound at the agent.
  Wanted: at most 60 ms in 95 % of the calls.
- latency: the response latency in the record less what the agent did, for each of its answers. Wanted: within 20 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmarks.live_calls import Sounds, percentile
from benchmarks.logging_peer import LoggingPeer, PeerLog

from callproof.calling.live_agent import LiveAgent
from callproof.calling.live_agents import called
from callproof.calling.simulation.frames import undisturbed
from callproof.calling.simulation.live import LiveCall, LivePeer, LiveSettings, live_call
from callproof.calling.simulation.own_timing import reactions_ms
from callproof.evidence.call import fold
from callproof.models.workers import SpeechWorkers
from callproof.scenario.files import load_suites
from callproof.scenario.model import Line, Scenario
from callproof.scenario.moments import Moment

ACT_LIMIT_MS, LATENCY_LIMIT_MS = 60.0, 20.0
_INTO_SPEECH_MS = 700


@dataclass(slots=True)
class Timings:
    """All in ms. `late_ms`: our own frames, the 99th percentile of each call."""

    in_flight_ms: list[float] = field(default_factory=list)
    into_speech_ms: list[float] = field(default_factory=list)
    latency_error_ms: list[float] = field(default_factory=list)
    late_ms: list[float] = field(default_factory=list)
    reaction_ms: list[float] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    @property
    def acts_ms(self) -> list[float]:
        return self.in_flight_ms + self.into_speech_ms

    @property
    def acts_in_time(self) -> float:
        return sum(abs(ms) <= ACT_LIMIT_MS for ms in self.acts_ms) / max(len(self.acts_ms), 1)

    @property
    def latencies_right(self) -> float:
        good = sum(abs(ms) <= LATENCY_LIMIT_MS for ms in self.latency_error_ms)
        return good / max(len(self.latency_error_ms), 1)

    @property
    def holds(self) -> bool:
        return not self.broken and self.acts_in_time >= 0.95 and self.latencies_right >= 0.95


def scenarios() -> dict[str, Scenario]:
    (suite,) = load_suites(["outcomes-30"])
    flight = next(s for s in suite.scenarios if s.id == "intr-07-date-in-flight")
    flight = replace(flight, longest_ms=40_000)
    over = Line(
        id="l2",
        when=Moment(kind="agent_speaking", ms=_INTO_SPEECH_MS),
        act="interruption",
        say="Hang on, please wait a moment!",
    )
    return {"flight": flight, "speech": replace(flight, script=(flight.script[0], over))}


async def place(peer: LoggingPeer, calls: int, at_once: int, folder: Path) -> dict[str, LiveCall]:
    kinds = scenarios()
    room = asyncio.Semaphore(at_once)
    done: dict[str, LiveCall] = {}

    async def one(number: int, agent: LivePeer, speech: SpeechWorkers) -> None:
        async with room:
            kind = ("flight", "speech")[number % 2]
            id = f"{kind}-{number}"
            # Beginnings spread over the beat of the frames, as they are in life.
            await asyncio.sleep(number * 0.137 % 1.3)
            settings = LiveSettings(recording=folder / f"{id}.flac")
            done[id] = await live_call(kinds[kind], agent, speech, id=id, seed=number, settings=settings)

    with Sounds() as speech, undisturbed():
        async with called(LiveAgent("twilio", peer.url)) as agent:
            await asyncio.gather(*(one(number, agent, speech) for number in range(calls)))
    return done


def timings(done: dict[str, LiveCall], logs: dict[str, PeerLog]) -> Timings:
    found = Timings()
    for id, call in sorted(done.items()):
        log = logs.get(id, PeerLog())
        problems = [e for e in call.record.events if e.type == "line.error"]
        flight = id.startswith("flight")
        if (
            problems
            or len(log.heard) < 2
            or len(log.spoke) < (2 if flight else 3)
            or (flight and not log.sent)
        ):
            found.broken.append(f"{id}: {problems or log}")
            continue
        errors = _latency_errors(call, log)
        if errors is None:
            found.broken.append(f"{id}: the record has other utterances than the agent's log")
            continue
        onset = log.heard[1][0]
        if flight:
            found.in_flight_ms.append((onset - log.sent) * 1000)
        else:
            found.into_speech_ms.append((onset - log.spoke[1]) * 1000 - _INTO_SPEECH_MS)
        found.latency_error_ms += errors
        harness = call.record.header.harness
        found.late_ms.append(harness.late_p99_ms if harness is not None else float("nan"))
        found.reaction_ms += reactions_ms(call.record.events, call.derived)
    return found


def _latency_errors(call: LiveCall, log: PeerLog) -> list[float] | None:
    """For each of the agent's utterances that follows one of the caller's: the record's gap less the agent's own. None where the two do not
    agree on how many there were."""
    utterances = fold(call.record, call.derivations).utterances
    theirs = [
        (spoke - max(end for _, end in log.heard if end < spoke)) * 1000
        for spoke in log.spoke
        if any(end < spoke for _, end in log.heard)
    ]
    ours = []
    for utterance in utterances:
        if utterance.speaker != "agent" or utterance.start_ms is None:
            continue
        before = [
            u.end_ms
            for u in utterances
            if u.speaker == "caller" and u.end_ms is not None and u.end_ms < utterance.start_ms
        ]
        if before:
            ours.append(utterance.start_ms - max(before))
    if len(ours) != len(theirs):
        return None
    return [our - their for our, their in zip(ours, theirs, strict=True)]


def line_of(name: str, values: Sequence[float]) -> str:
    cells = "  ".join(f"p{p} {percentile(values, p):6.1f}" for p in (5, 50, 95, 99))
    return f"{name:38} n {len(values):3}   {cells}   max {max(values, default=float('nan')):6.1f} ms"


def measured(calls: int, at_once: int) -> Timings:
    with LoggingPeer.started() as peer, tempfile.TemporaryDirectory(prefix="callproof-bench-") as folder:
        done = asyncio.run(place(peer, calls, at_once, Path(folder)))
        return timings(done, peer.logs())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--calls", type=int, default=50)
    parser.add_argument("--at-once", type=int, default=10)
    parser.add_argument("--json", type=Path, help="where all values go")
    options = parser.parse_args()
    found = measured(options.calls, options.at_once)
    print(line_of("act, tool call in flight", found.in_flight_ms))
    print(line_of(f"act, {_INTO_SPEECH_MS} ms into speech", found.into_speech_ms))
    print(line_of("latency, the record less the agent", found.latency_error_ms))
    print(line_of("our frames late, p99 of each call", found.late_ms))
    print(line_of("our reaction, as in the record", found.reaction_ms))
    for broken in found.broken:
        print(f"broken: {broken}")
    print(f"acts within {ACT_LIMIT_MS:.0f} ms: {found.acts_in_time:.0%}, wanted 95 %")
    print(f"latencies within {LATENCY_LIMIT_MS:.0f} ms: {found.latencies_right:.0%}, wanted 95 %")
    print("holds" if found.holds else "does not hold")
    if options.json is not None:
        values = {name: getattr(found, name) for name in Timings.__slots__}
        options.json.write_text(json.dumps(values, indent=1))


if __name__ == "__main__":
    main()

"""How many calls with sound can go on at the same time: the lateness of our frames, beside a bare loop of sockets.

    python -m benchmarks.live_calls [--calls 200] [--seconds 60] [--most 400] [--no-search]

Each call is a whole one, as `run` places it: director, log, world, wire format, virtual speaker, both channels recorded as FLAC; only
the voice and the recogniser are left out (a sound for every line, known words for every answer), since they work in other processes.
The agents are one other process on this machine (`media_peer`). Lateness is from the moment at which a frame is due to the
moment at which the socket has it. "Holds": 99 % of the frames of all calls within 5 ms, none lost.

The bare loop sends as many frames over as many sockets and does nothing else: what the machine can do at that time. Machines
are shared and noisy: read the two beside each other.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from benchmarks.media_peer import MediaPeer, voice
from websockets.asyncio.client import connect

from callproof.calling.simulation.frames import undisturbed
from callproof.calling.simulation.live import LiveCall, LivePeer, LiveSettings, live_call
from callproof.calling.transport import WebSocket
from callproof.calling.wire.dialects import TWILIO
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from callproof.evidence.events import AnyEvent, LineConnected
from callproof.models.parts import Signal, Transcript, Voice
from callproof.models.workers import SpeechWorkers, Spoken
from callproof.scenario.files import load_suites
from callproof.scenario.model import Scenario

LIMIT_MS = 5.0
_RAMP_S = 15.0


class Sounds(SpeechWorkers):
    """A sound in place of a voice, and a recogniser that knows what every sound says."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: dict[int, str] = {}

    async def speak(self, text: str, voice_: Voice) -> Spoken:
        signal = voice(40 * len(text) + zlib.crc32(text.encode()) % 97, 24000)
        self._lines[len(signal)] = text
        return Spoken(signal, 24000)

    async def hear(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
        return Transcript(self._lines[len(signal)] if rate_hz == 24000 else "One moment, please.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What came of a number of calls. `late_*` is ours, `jitter_ms` what the other side saw (99th percentiles)."""

    calls: int
    seconds: float
    late_p50_ms: float
    late_ms: float
    late_max_ms: float
    jitter_ms: float
    cpu: float
    lost: int = 0
    broken: str = ""

    @property
    def holds(self) -> bool:
        return self.late_ms <= LIMIT_MS and not self.lost and not self.broken

    def __str__(self) -> str:
        return (
            f"{self.calls:4} calls {self.seconds:4.0f} s   late p50 {self.late_p50_ms:5.2f}  p99 {self.late_ms:6.2f}  "
            f"max {self.late_max_ms:6.1f} ms   jitter p99 at the peer {self.jitter_ms:6.2f} ms   "
            f"{self.cpu:.2f} of a core{f'   {self.lost} lost' if self.lost else ''}{self.broken and '   ' + self.broken}"
        )


def percentile(values: Sequence[float], percent: float) -> float:
    return float(np.percentile(np.asarray(values), percent)) if len(values) else float("nan")


# -- the bare loop -----------------------------------------------------------------------------------------------------


async def bare(peer: MediaPeer, calls: int, seconds: float) -> Kept:
    wire = TelephonyFormat(CallIdentity.of(TWILIO, "bare"))
    opening = wire.opening()
    (frame,) = wire.audio(voice(20))
    late: list[float] = []
    loop = asyncio.get_running_loop()
    sockets = [
        await connect(peer.url, compression=None, ping_interval=None, proxy=None) for _ in range(calls)
    ]

    async def one(number: int) -> None:
        socket = sockets[number]
        for message in opening:
            await socket.send(message)
        received = asyncio.ensure_future(_discarded(socket))
        due = began + number * 0.02 / calls
        while due < began + seconds:
            if (wait := due - loop.time()) > 0:
                await asyncio.sleep(wait)
            await socket.send(frame)
            late.append((loop.time() - due) * 1000)
            due += 0.02
        received.cancel()

    cpu, began = time.process_time(), loop.time() + 0.2
    await asyncio.gather(*(one(number) for number in range(calls)))
    cpu = (time.process_time() - cpu) / (loop.time() - began)
    jitter = percentile(peer.between(began, loop.time()), 99)
    await asyncio.gather(*(socket.close() for socket in sockets))
    return _kept(calls, seconds, late, jitter, cpu)


async def _discarded(socket: object) -> None:
    async for _ in socket:  # type: ignore[attr-defined]
        pass


def _kept(
    calls: int,
    seconds: float,
    late: Sequence[float],
    jitter: float,
    cpu: float,
    *,
    lost: int = 0,
    broken: str = "",
) -> Kept:
    return Kept(
        calls=calls,
        seconds=seconds,
        late_p50_ms=percentile(late, 50),
        late_ms=percentile(late, 99),
        late_max_ms=max(late, default=float("nan")),
        jitter_ms=jitter,
        cpu=cpu,
        lost=lost,
        broken=broken,
    )


# -- whole calls -------------------------------------------------------------------------------------------------------


async def live(peer: MediaPeer, calls: int, seconds: float, folder: Path) -> Kept:
    loop = asyncio.get_running_loop()
    scenario = _scenario(seconds)
    connected: dict[int, float] = {}
    all_up = asyncio.Event()
    agent = LivePeer(
        name="peer",
        wire=lambda scenario, seed, id: TelephonyFormat(CallIdentity.of(TWILIO, id)),
        open=lambda id: WebSocket.open(peer.url),
    )

    def watch(number: int, event: AnyEvent) -> None:
        if isinstance(event, LineConnected):
            connected[number] = loop.time()
            if len(connected) == calls:
                all_up.set()

    async def one(number: int, speech: SpeechWorkers) -> LiveCall:
        settings = LiveSettings(recording=folder / f"{number}.flac", watch=lambda event: watch(number, event))
        return await live_call(scenario, agent, speech, id=str(number), settings=settings)

    with Sounds() as speech, undisturbed():
        tasks = []
        for number in range(calls):
            tasks.append(asyncio.ensure_future(one(number, speech)))
            await asyncio.sleep(_RAMP_S / 2 / calls)
        await asyncio.wait_for(all_up.wait(), _RAMP_S)
        # The first second settles what came with the last connection.
        await asyncio.sleep(1)
        cpu, began = time.process_time(), loop.time()
        await asyncio.sleep(seconds)
        cpu, ended = (time.process_time() - cpu) / seconds, loop.time()
        done = await asyncio.gather(*tasks)
    jitter = percentile(peer.between(began, ended), 99)
    late: list[float] = []
    for number, call in enumerate(done):
        first = round((began - connected[number]) * 50)
        late.extend(call.late_ms[first : first + round((ended - began) * 50)])
    return _kept(calls, seconds, late, jitter, cpu, lost=_lost(done), broken=_broken(done, seconds))


def _lost(done: Sequence[LiveCall]) -> int:
    return sum(call.record.header.harness.frames_lost for call in done if call.record.header.harness)


def _broken(done: Sequence[LiveCall], seconds: float) -> str:
    """What ended calls early, in words."""
    wrong = [
        event
        for call in done
        for event in call.record.events
        if event.type == "line.error" or (event.type == "line.ended" and event.reason != "longest call")
    ]
    return f"{len(wrong)} broken: {wrong[0]}" if wrong else ""


def _scenario(seconds: float) -> Scenario:
    (suite,) = load_suites(["outcomes-30"])
    # Whoever waits for a word of the agent's has a recogniser listen all the time.
    chosen = next(s for s in suite.scenarios if all(line.when.kind != "agent_says" for line in s.script))
    return replace(chosen, longest_ms=round((seconds + _RAMP_S + 3) * 1000))


# -- the largest number ------------------------------------------------------------------------------------------------


def measured(peer: MediaPeer, calls: int, seconds: float) -> Kept:
    with tempfile.TemporaryDirectory(prefix="callproof-bench-") as folder:
        return asyncio.run(live(peer, calls, seconds, Path(folder)))


def largest(peer: MediaPeer, known: int, most: int, seconds: float) -> int:
    """The largest number that holds for short windows, to within 25."""
    holds, breaks = known, most + 25
    while breaks - holds > 25:
        middle = (holds + breaks) // 2 // 25 * 25
        if middle <= holds:
            break
        kept = measured(peer, middle, seconds)
        print(f"  searching  {kept}{'' if kept.holds else '   does not hold'}", flush=True)
        if kept.holds:
            holds = middle
        else:
            breaks = middle
    return holds


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--calls", type=int, default=200, help="how many calls the full time is for")
    parser.add_argument("--seconds", type=float, default=60, help="the full time")
    parser.add_argument(
        "--search-seconds", type=float, default=10, help="the time of each step of the search"
    )
    parser.add_argument("--most", type=int, default=400, help="the search goes no further")
    parser.add_argument("--no-search", action="store_true")
    options = parser.parse_args()
    with MediaPeer.started() as peer:
        for calls in sorted({100, options.calls}):
            kept = asyncio.run(bare(peer, calls, min(options.seconds, 20)))
            print(f"bare loop    {kept}", flush=True)
        kept = measured(peer, options.calls, options.seconds)
        print(f"callproof    {kept}{'' if kept.holds else '   does not hold'}", flush=True)
        if options.no_search:
            return
        found = largest(peer, options.calls if kept.holds else 0, options.most, options.search_seconds)
        while found > options.calls:
            full = measured(peer, found, options.seconds)
            print(f"callproof    {full}{'' if full.holds else '   does not hold'}", flush=True)
            if full.holds:
                break
            found = max(found - 25, options.calls)
        print(f"largest number of calls at the same time that holds: {found or json.dumps(None)}")


if __name__ == "__main__":
    main()

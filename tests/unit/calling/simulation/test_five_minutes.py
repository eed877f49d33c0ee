"""The times that are written down are those at which it is heard, from the first second of a recording to the last."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile

from callproof.calling.simulation.live import LiveCall, LiveSettings
from callproof.calling.wire.peer.events import CallerAudio
from callproof.calling.wire.peer.twilio import TwilioAgent
from callproof.evidence.call import fold
from callproof.evidence.validation import validate
from callproof.scenario.model import Line
from callproof.scenario.moments import Moment
from tests.unit.calling.simulation.lines import RATE, Ends, called_in_memory, in_virtual_time, sound
from tests.unit.calling.simulation.shop import REQUEST, scenario

MINUTES_5 = 300_000
# Odd places, so that nothing fits a frame; the caller would give up after twelve seconds of nothing.
AGENT_AT = [1003, *range(6007, MINUTES_5 - 8000, 7001), 297_013]
CALLER_AT = [3011, 100_003, 200_001, 295_017]
WITHIN_MS = 5


@dataclass
class Clicks:
    """The agent's own log: when it sent each sound, and when the first frame of each sound of the caller's came, in ms."""

    sent: list[float] = field(default_factory=list)
    came: list[float] = field(default_factory=list)

    async def agent(self, ends: Ends, wire: TwilioAgent) -> None:
        loop = asyncio.get_running_loop()
        began = 0.0
        speaks: asyncio.Future[None] | None = None
        quiet = True
        while (message := await ends.to_agent.get()) is not None:
            for event in wire.receive(message):
                if isinstance(event, CallerAudio):
                    if speaks is None:
                        began = loop.time()
                        speaks = asyncio.ensure_future(self._speak(ends, wire, began))
                    loud = bool(np.abs(event.signal).max() > 0.05)
                    if loud and quiet:
                        self.came.append((loop.time() - began) * 1000)
                    quiet = not loud

    async def _speak(self, ends: Ends, wire: TwilioAgent, began: float) -> None:
        loop = asyncio.get_running_loop()
        for at in AGENT_AT:
            await asyncio.sleep(began + at / 1000 - loop.time())
            self.sent.append((loop.time() - began) * 1000)
            # Half a second of sound in one piece.
            ends.to_caller.put_nowait(wire.audio(sound(500)))


def five_minutes_long(file: Path, clicks: Clicks) -> LiveCall:
    lines = [
        Line(id=f"l{n}", when=Moment(kind="at", ms=at), act="backchannel", say="Yes.")
        for n, at in enumerate(CALLER_AT, 2)
    ]
    what = scenario(*lines, longest_ms=MINUTES_5)
    what = replace(what, script=(replace(REQUEST, when=Moment(kind="at", ms=500)), *lines))
    return in_virtual_time(called_in_memory(what, clicks.agent, LiveSettings(recording=file)))


def sounds_in(channel: npt.NDArray[np.float32]) -> list[tuple[float, float]]:
    """From when to when there is sound, in ms; what is closer than 300 ms is one."""
    loud = np.flatnonzero(np.abs(channel) > 0.01)
    cuts = np.flatnonzero(np.diff(loud) > 0.3 * RATE)
    starts, ends = [loud[0], *loud[cuts + 1]], [*loud[cuts], loud[-1]]
    return [(start * 1000 / RATE, (end + 1) * 1000 / RATE) for start, end in zip(starts, ends, strict=True)]


def test_what_is_written_is_what_is_heard_at_both_ends_of_five_minutes(tmp_path: Path) -> None:
    clicks = Clicks()
    placed = five_minutes_long(tmp_path / "audio.flac", clicks)
    assert validate(placed.record) == []
    audio, rate = soundfile.read(tmp_path / "audio.flac", dtype="float32")
    assert rate == RATE
    assert len(audio) == MINUTES_5 * RATE // 1000

    utterances = fold(placed.record, placed.derivations).utterances
    for number, speaker, least in ((0, "caller", len(CALLER_AT)), (1, "agent", len(AGENT_AT))):
        written = [(u.start_ms, u.end_ms) for u in utterances if u.speaker == speaker]
        heard = sounds_in(audio[:, number])
        assert len(written) == len(heard) >= least
        off = np.abs(np.array(written, float) - np.array(heard))
        assert off.max() <= WITHIN_MS, f"{speaker}: {off.max()} ms off"

    # And it is what the other side did: the agent's sound is where it was sent, whatever the frames.
    agent_heard = [start for start, _ in sounds_in(audio[:, 1])]
    assert np.abs(np.array(agent_heard) - np.array(clicks.sent)).max() <= WITHIN_MS
    caller_heard = [start for start, _ in sounds_in(audio[:, 0])]
    assert np.abs(np.array(caller_heard) - np.array(clicks.came)).max() <= WITHIN_MS
    assert clicks.sent[0] < 2000
    assert clicks.sent[-1] > MINUTES_5 - 5000


def test_how_well_callproof_kept_to_the_clock_is_in_the_record(tmp_path: Path) -> None:
    own = five_minutes_long(tmp_path / "audio.flac", Clicks()).record.header.harness
    assert own is not None
    # Nothing is late in virtual time; the line went down with the frame that was going on.
    assert own.frames == MINUTES_5 // 20
    assert (own.frames_lost, own.late_max_ms) == (0, 0.0)
    assert own.reactions >= len(CALLER_AT)
    assert own.reaction_max_ms is not None
    assert own.reaction_max_ms <= 20
    assert 0 <= own.recording_drift_ms <= 20

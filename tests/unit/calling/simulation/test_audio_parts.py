"""The parts of a call with sound: the virtual speaker, the edges of speech, frames, the recording."""

from __future__ import annotations

import asyncio
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st

from callproof.audio.pcm import Signal
from callproof.calling.simulation.edges import HANG_MS, AgentEdges, Edge
from callproof.calling.simulation.frames import FrameLoop
from callproof.calling.simulation.recorder import Recorder
from callproof.calling.simulation.speaker import Speaker
from tests.unit.calling.simulation.lines import RATE, in_virtual_time

FRAME = 160


def sound(samples: int, level: float = 0.3) -> Signal:
    return np.full(samples, level, np.float32)


def speech(samples: int, dbfs: float = -20.0) -> Signal:
    """Something that moves as speech does, with a loud first and last sample."""
    signal = np.random.default_rng(samples).normal(0, 10 ** (dbfs / 20), samples).astype(np.float32)
    signal[[0, -1]] = 0.1
    return signal


def test_what_is_sent_at_once_is_played_in_its_own_time() -> None:
    speaker = Speaker()
    speaker.put(sound(4 * RATE))
    played = [speaker.play(FRAME) for _ in range(50)]
    assert speaker.cursor == RATE
    assert speaker.queued == 3 * RATE
    assert all(not p.empty for p in played)
    # Cleared after one second: the caller heard one.
    assert speaker.clear() == ()
    assert speaker.play(FRAME).empty


def test_a_mark_is_passed_when_everything_before_it_has_played_and_not_when_it_was_cleared() -> None:
    speaker = Speaker()
    speaker.put(sound(FRAME + 10))
    speaker.mark("one")
    speaker.put(sound(FRAME))
    speaker.mark("two")
    assert [speaker.play(FRAME).marks for _ in range(3)] == [(), ("one",), ("two",)]
    speaker.mark("empty queue")
    assert speaker.play(FRAME).marks == ("empty queue",)
    speaker.put(sound(FRAME))
    speaker.mark("never heard")
    assert speaker.clear() == ("never heard",)
    assert speaker.play(FRAME).marks == ()


def test_silence_in_the_queue_is_nothing_that_is_still_to_be_heard() -> None:
    speaker = Speaker()
    speaker.put(np.zeros(5 * FRAME, np.float32))
    assert (speaker.queued, speaker.queued_sound) == (5 * FRAME, 0)
    speaker.put(sound(FRAME))
    speaker.put(np.zeros(FRAME, np.float32))
    assert speaker.queued_sound == 6 * FRAME
    speaker.play(4 * FRAME)
    assert speaker.queued_sound == 2 * FRAME
    speaker.play(2 * FRAME)
    assert (speaker.queued, speaker.queued_sound) == (FRAME, 0)
    speaker.put(sound(FRAME))
    speaker.clear()
    assert (speaker.queued, speaker.queued_sound) == (0, 0)


def test_a_pause_keeps_the_queue() -> None:
    speaker = Speaker()
    speaker.put(sound(FRAME))
    speaker.paused = True
    assert speaker.play(FRAME).empty
    speaker.paused = False
    assert speaker.play(FRAME).frame.all()


@given(st.lists(st.integers(0, 700), max_size=20), st.integers(1, 400))
def test_every_sample_is_played_once_and_in_order(sizes: list[int], frame: int) -> None:
    speaker = Speaker()
    signal = np.arange(1, sum(sizes) + 1, dtype=np.float32)
    at = 0
    for size in sizes:
        speaker.put(signal[at : at + size])
        at += size
    frames = [speaker.play(frame).frame for _ in range(len(signal) // frame + 1)]
    assert np.concatenate(frames)[: len(signal)].tolist() == signal.tolist()
    assert speaker.queued == 0


def edges_of(signal: Signal) -> list[Edge]:
    edges = AgentEdges(RATE)
    found = [edges.feed(signal[at : at + FRAME]) for at in range(0, len(signal), FRAME)]
    return [edge for edge in found if edge is not None]


def test_edges_are_found_to_the_sample_and_pauses_bridged() -> None:
    pause = np.zeros(RATE * 600 // 1000, np.float32)
    quiet = np.zeros(RATE, np.float32)
    signal = np.concatenate([quiet[:1003], speech(2000), pause, speech(1000), quiet, speech(500), quiet])
    first, second = 1003, 1003 + 2000 + len(pause) + 1000
    assert edges_of(signal) == [
        Edge("began", first),
        Edge("ended", second),
        Edge("began", second + RATE),
        Edge("ended", second + RATE + 500),
    ]
    # Below the threshold is no speech.
    assert edges_of(speech(RATE, -60) * 0.1) == []


@given(st.lists(st.integers(1, 500), min_size=1, max_size=40))
def test_the_same_edges_are_found_however_the_sound_is_cut(sizes: list[int]) -> None:
    signal = np.concatenate([np.zeros(777, np.float32), speech(1000), np.zeros(7000, np.float32)])
    edges, found, at = AgentEdges(RATE), [], 0
    for size in [*sizes, len(signal)]:
        found.append(edges.feed(signal[at : at + size]))
        at = min(at + size, len(signal))
    found += [edges.feed(signal[:0]) for _ in range(2)]
    assert [edge for edge in found if edge] == [Edge("began", 777), Edge("ended", 1777)]


def test_an_end_can_be_called_before_the_hang_is_over() -> None:
    edges = AgentEdges(RATE)
    assert edges.stop() is None
    for _ in range(4):
        edges.feed(speech(FRAME))
    edges.feed(speech(FRAME // 2))
    assert edges.stop() == Edge("ended", 4 * FRAME + FRAME // 2)
    assert not edges.speaking
    assert edges.stop() is None
    assert HANG_MS == 700


def test_speech_with_a_noise_under_it_ends() -> None:
    noise = np.random.default_rng(7).normal(0, 10 ** (-42 / 20), 12 * RATE).astype(np.float32)
    signal = noise.copy()
    said = np.concatenate([speech(RATE), np.zeros(RATE // 5, np.float32), speech(RATE)])
    for start in (2 * RATE, 7 * RATE):
        signal[start : start + len(said)] += said
    found = edges_of(signal)
    assert [edge.kind for edge in found] == ["began", "ended", "began", "ended"]
    wanted = [2 * RATE, 2 * RATE + len(said), 7 * RATE, 7 * RATE + len(said)]
    assert all(abs(edge.sample - at) <= RATE * 20 // 1000 for edge, at in zip(found, wanted, strict=True))
    # A noise alone says nothing, from its first moment on.
    assert edges_of(noise) == []


@pytest.mark.parametrize("shorter", range(5))
def test_a_noise_under_the_last_utterance_does_not_hide_the_beginning_of_the_next(shorter: int) -> None:
    """An agent whose voice has a noise in it, and that sends nothing while it is silent: its next turn comes seconds later, softly."""
    noise = np.random.default_rng(7).normal(0, 10 ** (-45 / 20), 2 * RATE).astype(np.float32)
    around = np.zeros(RATE // 10, np.float32)
    turn = noise + np.concatenate([around, speech(2 * RATE - 2 * len(around)), around])
    # The floor is looked for in every fifth block.
    before = turn[: len(turn) - shorter * FRAME]
    silence = np.zeros(2107 * RATE // 1000, np.float32)
    edges, found = AgentEdges(RATE), []
    for signal, empty in ((before, False), (silence, True), (turn, False)):
        for at in range(0, len(signal), FRAME):
            found.append(edges.feed(signal[at : at + FRAME], empty=empty))
    first, _, second = [edge for edge in found if edge is not None]
    assert first.sample <= 8
    assert second.sample - first.sample == len(before) + len(silence)


@pytest.mark.parametrize("hz", [(440.0,), (440.0, 480.0), (941.0, 1336.0), (2000.0,)])
def test_a_tone_is_no_speech(hz: tuple[float, ...]) -> None:
    t = np.arange(3 * RATE) / RATE
    tone = np.sum([0.15 * np.sin(2 * np.pi * f * t) for f in hz], axis=0).astype(np.float32)
    quiet = np.zeros(RATE, np.float32)
    assert edges_of(np.concatenate([quiet, tone, quiet])) == []
    # Nor does it lengthen what was said before it.
    ((began, ended),) = [edges_of(np.concatenate([quiet, speech(RATE), tone, quiet]))]
    assert began == Edge("began", RATE)
    assert ended.sample <= 2 * RATE + 0.3 * RATE


def test_a_click_is_no_speech() -> None:
    click = np.concatenate([np.zeros(1000, np.float32), speech(80), np.zeros(2000, np.float32)])
    assert edges_of(click) == []


def test_frames_go_out_as_time_passes() -> None:
    async def main() -> tuple[list[int], float]:
        steps: list[int] = []
        frames = FrameLoop(steps.append)
        loop = asyncio.get_running_loop()
        began = loop.time()
        loop.call_later(0.31, frames.stop)
        await frames.run()
        return steps, loop.time() - began

    steps, took = asyncio.run(main())
    assert steps == list(range(len(steps)))
    assert len(steps) == pytest.approx(took / 0.02, abs=2)


def test_a_loop_that_was_held_up_catches_up_or_gives_up_what_is_lost() -> None:
    import time

    async def main(held_s: float) -> tuple[FrameLoop, list[int]]:
        steps: list[int] = []

        def step(number: int) -> None:
            steps.append(number)
            if number == 2:
                time.sleep(held_s)

        frames = FrameLoop(step)
        asyncio.get_running_loop().call_later(held_s + 0.3, frames.stop)
        await frames.run()
        return frames, steps

    frames, steps = asyncio.run(main(0.2))
    assert frames.lost == 0
    assert steps == list(range(len(steps)))
    assert max(frames.late_ms) >= 150
    frames, steps = asyncio.run(main(0.7))
    assert frames.lost >= 25
    assert len(steps) + frames.lost == steps[-1] + 1
    # Frames 0 to 2 were in time; what was due in the 700 ms after is late or lost.
    late, lost = frames.before(frames.origin + 0.05)
    assert (len(late), lost) == (3, 0)
    late, lost = frames.before(frames.origin + 0.5)
    assert len(late) + lost == 25
    assert lost >= 20
    late, lost = frames.before(frames.origin + 60)
    assert (list(late), lost) == (list(frames.late_ms), frames.lost)
    assert frames.before(frames.origin - 1)[1] == 0


def test_the_frames_of_many_calls_are_spread_over_the_beat() -> None:
    async def main() -> list[float]:
        calls = [FrameLoop(lambda number: None) for _ in range(40)]
        origins = [call.join() for call in calls]
        running = [asyncio.ensure_future(call.run()) for call in calls]
        await asyncio.sleep(0.1)
        for call in calls:
            call.stop()
        await asyncio.gather(*running)
        return origins

    origins = in_virtual_time(main())
    # Forty calls that begin at once: two in each millisecond of the twenty, and none waits longer than a frame.
    places = sorted(round(origin * 1000) % 20 for origin in origins)
    assert places == sorted([*range(20), *range(20)])
    assert max(origins) - min(origins) < 0.02


def test_each_frame_of_each_call_is_at_its_time() -> None:
    async def main() -> list[tuple[float, list[tuple[int, float]]]]:
        loop = asyncio.get_running_loop()
        steps: list[tuple[float, list[tuple[int, float]]]] = []
        for wait in (0.0, 0.0031, 0.0177, 0.4):
            await asyncio.sleep(wait)
            taken: list[tuple[int, float]] = []
            call = FrameLoop(lambda number, taken=taken: taken.append((number, loop.time())))  # type: ignore[misc]
            steps.append((call.join(), taken))
        await asyncio.sleep(1.0)
        return steps

    for origin, taken in in_virtual_time(main()):
        assert len(taken) >= 49
        assert [number for number, _ in taken] == list(range(len(taken)))
        assert all(at == pytest.approx(origin + number * 0.02, abs=1e-4) for number, at in taken)


def test_what_a_step_raises_ends_its_own_call_alone() -> None:
    def fails(number: int) -> None:
        if number == 3:
            raise ValueError("in the third")

    async def main() -> int:
        good = FrameLoop(lambda number: None)
        other = asyncio.ensure_future(good.run())
        with pytest.raises(ValueError, match="in the third"):
            await FrameLoop(fails).run()
        await asyncio.sleep(0.5)
        good.stop()
        await other
        return len(good.late_ms)

    assert in_virtual_time(main()) >= 25


def test_what_cannot_be_written_is_told_at_the_end(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "audio.flac", RATE)
    frame = sound(FRAME)
    for _ in range(150):
        recorder.write(frame, frame)
    # The disk is gone: closed under the recorder, between two of its writes.
    assert recorder._out is not None
    for block in recorder._written:
        block.result()
    recorder._out.close()
    with pytest.raises(soundfile.SoundFileRuntimeError):
        recorder.close()


def test_both_sides_are_recorded_on_one_clock(tmp_path: Path) -> None:
    file = tmp_path / "audio.flac"
    recorder = Recorder(file, RATE)
    caller, agent = np.linspace(-1, 1, 3 * RATE, dtype=np.float32), sound(3 * RATE, 0.25)
    for at in range(0, 3 * RATE, FRAME):
        recorder.write(caller[at : at + FRAME], agent[at : at + FRAME])
    recorder.close()
    recorder.close()
    heard, rate = soundfile.read(file, dtype="float32")
    assert rate == RATE
    assert np.abs(heard[:, 0] - caller).max() < 1e-4
    assert np.abs(heard[:, 1] - agent).max() < 1e-4


def test_the_last_of_the_agent_is_kept() -> None:
    recorder = Recorder(None, RATE, keep_s=0.1)
    numbers = np.arange(2000, dtype=np.float32)
    for at in range(0, 2000, FRAME):
        frame = numbers[at : at + FRAME]
        recorder.write(np.zeros(len(frame), np.float32), frame)
    assert recorder.agent_since(1500).tolist() == numbers[1500:].tolist()
    assert recorder.agent_since(0).tolist() == numbers[1200:].tolist()


def test_a_text_begins_with_its_sound() -> None:
    speaker = Speaker()
    speaker.text("One.")
    assert speaker.play(FRAME).texts == ()
    speaker.put(sound(FRAME + 10))
    speaker.text("Two.")
    speaker.put(sound(FRAME))
    speaker.text("Never heard.")
    speaker.mark("over")
    assert speaker.play(FRAME).texts == ("One.",)
    # Ten samples of the first are left in the queue; the text behind them is another.
    assert speaker.queued_of_text == 10
    assert speaker.play(FRAME).texts == ("Two.",)
    ended = speaker.play(FRAME)
    assert (ended.texts, ended.marks) == ((), ("over",))
    assert speaker.clear() == ()
    speaker.put(sound(FRAME))
    assert speaker.play(FRAME).texts == ()

"""What a line does to a call that goes on: frame by frame, on the wire, with the agent's own sound in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from callproof.audio.line_forms import line_of
from callproof.audio.pcm import Signal, dbfs
from callproof.calling.simulation.audio import AudioConnection
from callproof.calling.simulation.caller_sound import CallerSound
from callproof.calling.simulation.line import Unsteady, effects_on
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.recorder import Recorder
from callproof.calling.wire.dialects import TWILIO
from callproof.calling.wire.events import Message
from callproof.calling.wire.peer.events import CallerAudio
from callproof.calling.wire.peer.twilio import TwilioAgent
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from callproof.models.parts import Voice
from callproof.models.workers import SpeechWorkers
from callproof.scenario.model import Persona
from tests.unit.calling.wire.sounds import tone

RATE = 8000
FRAME = 160
# The caller makes a sound of 600 ms at the level of speech, from 200 ms on.
SPOKEN_AT, SPOKEN = 10, 30


class FrameClock:
    """Time goes on with the frames."""

    def __init__(self) -> None:
        self.frames = 0

    def now_ms(self) -> int:
        return self.frames * 20

    async def sleep_until(self, ms: int) -> None:
        return


class Nobody:
    """Directs nothing."""

    def end(self, by: str, reason: str) -> None:
        raise AssertionError(reason)

    def waits_for_words(self) -> bool:
        return False

    def hears(self, utterance: str, text: str) -> None: ...
    def finished(self, task: asyncio.Task[None]) -> None: ...


@pytest.fixture(scope="module")
def speech() -> Iterator[SpeechWorkers]:
    with SpeechWorkers() as workers:
        yield workers


def called(
    speech: SpeechWorkers, *line: str, agent_says: Signal | None = None, record: Path | None = None
) -> Signal:
    """What the agent gets of a call of two seconds, in which the caller makes one sound. `agent_says` comes at its start."""

    async def main() -> Signal:
        got: list[Signal] = []
        peer = TwilioAgent()

        def send(message: Message) -> None:
            got.extend(event.signal for event in peer.receive(message) if isinstance(event, CallerAudio))

        clock = FrameClock()
        wire = TelephonyFormat(CallIdentity.of(TWILIO, "1"))
        for message in wire.opening():
            send(message)
        connection = AudioConnection(
            Log(clock),
            clock,
            wire,
            send,
            CallerSound(
                persona=Persona(),
                speech=speech,
                seed="1",
                effects=await effects_on(line_of(line), speech, Voice("tenor"), RATE),
            ),
            Recorder(record, RATE),
        )
        connection.director = Nobody()
        if agent_says is not None:
            connection.receive(peer.audio(agent_says))
        sound = None
        for frame in range(100):
            if frame == SPOKEN_AT:
                sound = asyncio.create_task(connection.noise("white", SPOKEN * 20))
                await asyncio.sleep(0)
            connection.step(frame)
            clock.frames += 1
            await asyncio.sleep(0)
        assert sound is not None
        await sound
        connection.finish()
        await connection._recorder.closed()
        return np.concatenate(got)

    return asyncio.run(main())


def spoken_part(signal: Signal) -> Signal:
    return signal[SPOKEN_AT * FRAME : (SPOKEN_AT + SPOKEN) * FRAME]


def test_a_line_without_effects_only_brings_the_voice(speech: SpeechWorkers) -> None:
    got = called(speech)
    assert len(got) == 100 * FRAME
    assert dbfs(spoken_part(got)) == pytest.approx(-23, abs=0.5)
    assert not got[: SPOKEN_AT * FRAME].any()
    assert not got[(SPOKEN_AT + SPOKEN) * FRAME :].any()


def test_noise_lies_under_all_of_the_call(speech: SpeechWorkers) -> None:
    got = called(speech, "noise=hum:10dB")
    before, after = got[: SPOKEN_AT * FRAME], got[(SPOKEN_AT + SPOKEN) * FRAME :]
    assert dbfs(before) == pytest.approx(-33, abs=1)
    assert dbfs(after) == pytest.approx(-33, abs=1)


def test_level_and_clipping(speech: SpeechWorkers) -> None:
    assert dbfs(spoken_part(called(speech, "level=-20dB"))) == pytest.approx(-43, abs=0.7)
    clipped = np.abs(spoken_part(called(speech, "clipping=30dB")))
    assert (clipped > 0.95).mean() > 0.3


def test_the_telephone_s_band(speech: SpeechWorkers) -> None:
    def below_200_hz(signal: Signal) -> float:
        power = np.abs(np.fft.rfft(spoken_part(signal))) ** 2
        hz = np.fft.rfftfreq(SPOKEN * FRAME, 1 / RATE)
        return float(power[hz < 200].sum() / power.sum())

    assert below_200_hz(called(speech)) == pytest.approx(0.05, abs=0.01)
    assert below_200_hz(called(speech, "telephone")) < 0.005


def lost_frames(signal: Signal) -> list[bool]:
    return [not frame.any() for frame in spoken_part(signal).reshape(-1, FRAME)]


@pytest.mark.parametrize("effect", ["loss=40%", "jitter=60ms:60ms"])
def test_frames_that_never_come_are_gaps_in_the_voice(speech: SpeechWorkers, effect: str) -> None:
    lost = lost_frames(called(speech, effect))
    # About 40 and 37 in a hundred.
    assert 5 <= sum(lost) <= 20
    assert lost_frames(called(speech, effect)) == lost


def test_a_line_may_hide_what_was_lost(speech: SpeechWorkers) -> None:
    assert sum(lost_frames(called(speech, "loss=40%"))) > 5
    # Each gap has the frame before it again, at half the level; the first of all have none before them.
    assert sum(lost_frames(called(speech, "loss=40%:repeat"))) <= 2


def test_the_echo_is_what_the_agent_itself_said(speech: SpeechWorkers) -> None:
    said = tone(RATE // 5, hz=400)
    got = called(speech, "echo=100ms:12dB", agent_says=said)
    # It plays from the first frame on, and comes back after 100 ms.
    came = np.flatnonzero(np.abs(got[: SPOKEN_AT * FRAME]) > 0.01)
    assert came[0] / RATE * 1000 == pytest.approx(100, abs=1)
    back = got[came[0] : SPOKEN_AT * FRAME]
    assert dbfs(back) == pytest.approx(dbfs(said) - 12, abs=0.7)
    hz = np.fft.rfftfreq(len(back), 1 / RATE)[np.argmax(np.abs(np.fft.rfft(back)))]
    assert hz == pytest.approx(400, abs=20)
    # And nothing of it without an echo.
    assert not called(speech, agent_says=said)[: SPOKEN_AT * FRAME].any()


def test_the_recording_has_what_was_sent(speech: SpeechWorkers, tmp_path: Path) -> None:
    file = tmp_path / "audio.flac"
    got = called(speech, "noise=babble:5dB", "loss=20%", record=file)
    recorded, _ = soundfile.read(file, dtype="float32")
    n = min(len(got), len(recorded))
    assert n >= 99 * FRAME
    # To within the steps of G.711.
    assert np.abs(recorded[:n, 0] - got[:n]).max() < 0.02


def test_a_second_speaker_is_another_one_and_as_loud_as_it_says(speech: SpeechWorkers) -> None:
    (effect,) = asyncio.run(effects_on(line_of(["speaker=10dB"]), speech, Voice("tenor"), RATE))
    process = effect.start(RATE, np.random.default_rng(1))
    quiet = np.zeros(FRAME, np.float32)
    heard = np.concatenate([process(quiet, quiet) for _ in range(50 * 20)])
    loud = [dbfs(frame) for frame in heard.reshape(-1, FRAME)]
    assert np.percentile(loud, 95) == pytest.approx(-33 + 4, abs=4)
    # It pauses between its sentences.
    assert np.percentile(loud, 3) < -60


def test_an_unsteady_line_holds_messages_up_and_keeps_their_order() -> None:
    (jitter,) = line_of(["jitter=30ms:80ms"])
    line = Unsteady(jitter, seed=7)
    ready = [n * 0.02 for n in range(500)]
    left = [line.leaves_at(at) for at in ready]
    late = np.array(left) - np.array(ready)
    assert left == sorted(left)
    assert late.min() >= 0
    assert late.max() <= 0.0801
    # Those in front hold the ones behind up, so the mean is over that of the chance itself (28 ms).
    assert 0.028 < late.mean() < 0.06
    again = Unsteady(jitter, seed=7)
    assert [again.leaves_at(at) for at in ready] == left

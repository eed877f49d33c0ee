"""Lines that have been spoken once are kept: the same text in the same voice is made only once on a machine."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np
import soundfile

from callproof.models.parts import Signal, SpeechOut, Voice

_FORMAT = 1


class SpokenLines:
    """A voice that remembers, in a folder. What cannot be read there is made anew; several processes may use one folder."""

    def __init__(self, voice: SpeechOut, folder: Path) -> None:
        self.id = voice.id
        self.rate_hz = voice.rate_hz
        self.languages = voice.languages
        self.voices = voice.voices
        self._voice = voice
        self._folder = folder

    def speak(self, text: str, voice: Voice) -> Signal:
        file = self._file(text, voice)
        try:
            signal, rate_hz = soundfile.read(file, dtype="float32")
        except (OSError, soundfile.LibsndfileError):
            pass
        else:
            if rate_hz == self.rate_hz and signal.ndim == 1:
                return signal
        # As it will be read again: 16 bits a sample.
        spoken = np.rint(np.clip(self._voice.speak(text, voice), -1, 1) * 32767) / 32768
        self._keep(file, spoken.astype(np.float32))
        return spoken.astype(np.float32)

    def _file(self, text: str, voice: Voice) -> Path:
        what = [_FORMAT, self.id, text, voice.name, voice.speed, voice.seed]
        key = hashlib.sha256(json.dumps(what).encode()).hexdigest()
        return self._folder / key[:2] / f"{key}.flac"

    def _keep(self, file: Path, signal: Signal) -> None:
        """In one step, so that nobody reads half a line. A folder that cannot be written, or is full, only costs time."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, draft = tempfile.mkstemp(dir=file.parent, suffix=".part")
            os.close(handle)
        except OSError:
            return
        try:
            soundfile.write(draft, signal, self.rate_hz, format="FLAC", subtype="PCM_16")
            Path(draft).replace(file)
        except (OSError, soundfile.LibsndfileError):
            with suppress(OSError):
                Path(draft).unlink()

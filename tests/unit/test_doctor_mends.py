"""Each way in which a part can be broken, done to it in the process that it is tried in: what `doctor` finds, and the command that mends it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from callproof import doctor, running
from callproof.doctor import Examined, examine

AGAIN = "pip install --force-reinstall 'callproof[live]'"
LOADS = """
import os, time
import numpy as np

class Hibari:
    def __init__(self, threads):
        {loading}

    def __call__(self, text, speed, seed):
        {speaking}
        return np.zeros(72000, np.float32)
"""
# A recogniser without a model, so that nothing waits for one.
DEAF = """
class ModelArch:
    TINY = 0

class Transcriber:
    def __init__(self, model_path, model_arch):
        pass

    def transcribe_without_streaming(self, samples, rate_hz):
        return self

    lines = ()

def get_model_path(name):
    return {weights!r}
"""


class Packages:
    """Modules that stand before the installed ones, in this process and in those that it starts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.recogniser()
        self.second()

    def voice(self, *, loading: str = "pass", speaking: str = "pass", whole: str | None = None) -> None:
        text = LOADS.format(loading=loading, speaking=speaking) if whole is None else whole
        (self.folder / "hibari.py").write_text(text)

    def recogniser(self, weights: str | None = None) -> None:
        text = DEAF.format(weights=str(self.folder) if weights is None else weights)
        (self.folder / "moonshine_voice.py").write_text(text)

    def second(self) -> None:
        (self.folder / "faster_whisper.py").write_text("raise RuntimeError('no AVX')")

    def installed(self, package: str, files: Mapping[str, bytes]) -> None:
        """What pip noted of it: these contents."""
        info = self.folder / f"{package.replace('-', '_')}-0.2.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.2.1\n")
        rows = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
        (info / "RECORD").write_text("\n".join([*rows, f"{info.name}/RECORD,,", ""]))


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packages:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(doctor, "_text_run", lambda clock: "left out")
    return Packages(tmp_path)


def tried(*parts: str, **settings: Any) -> list[Examined]:
    found: list[Examined] = []
    examined = examine(time.monotonic, {}, **settings)
    for part in examined:
        if part.part in parts:
            found.append(part)
        if len(found) == len(parts):
            examined.close()  # type: ignore[attr-defined]
            return found
    raise AssertionError(f"{parts} are not among the parts")


@pytest.mark.parametrize(
    ("broken", "found"),
    [
        (
            {"whole": "raise ImportError('libgomp.so.1: cannot open shared object file')"},
            "the voice hibari cannot be loaded (libgomp.so.1: cannot open shared object file)",
        ),
        # A piece of the package is gone.
        (
            {"whole": "import hibari.engine"},
            "the voice hibari cannot be loaded (No module named 'hibari.engine'; 'hibari' is not a package)",
        ),
        (
            {"whole": "raise OSError('cannot load library')"},
            "the voice hibari cannot be loaded (cannot load library)",
        ),
        # The model.
        (
            {"loading": "raise FileNotFoundError(2, 'No such file or directory', 'hibari.onnx')"},
            "[Errno 2] No such file or directory: 'hibari.onnx'",
        ),
        ({"loading": "os._exit(1)"}, "its process died"),
        # At its first use.
        ({"speaking": "raise RuntimeError('Protobuf parsing failed')"}, "Protobuf parsing failed"),
        ({"speaking": "os._exit(1)"}, "its process died"),
        ({"speaking": "raise MemoryError"}, "MemoryError"),
        (
            {"speaking": "return np.zeros(240, np.float32)"},
            "hibari 0.2.1 made 0.0 s of sound of a line of two seconds",
        ),
    ],
)
def test_a_broken_voice_is_installed_again(packages: Packages, broken: dict[str, str], found: str) -> None:
    packages.voice(**broken)
    voice, recogniser = tried("caller's voice", "recogniser")
    assert (voice.status, voice.found, voice.mend) == ("broken", found, AGAIN)
    # It has nothing to hear, and is to blame for nothing.
    assert (recogniser.status, recogniser.found) == ("broken", "not tried: the caller's voice is broken")
    assert recogniser.mend == AGAIN


def test_a_file_that_has_changed_is_named(packages: Packages) -> None:
    packages.voice(speaking="raise RuntimeError('Protobuf parsing failed')")
    content = (packages.folder / "hibari.py").read_bytes()
    packages.installed("hibari-tts", {"hibari.py": content.replace(b"Protobuf", b"protobuf")})
    (voice,) = tried("caller's voice")
    assert voice.found == (
        "Protobuf parsing failed; hibari.py has another checksum than when it was installed in hibari-tts 0.2.1"
    )
    assert voice.mend == "pip install --force-reinstall --no-deps --no-cache-dir hibari-tts==0.2.1"


def test_a_file_that_is_missing_is_named(packages: Packages) -> None:
    packages.voice(loading="os._exit(1)")
    packages.installed("hibari-tts", {"hibari/hibari.onnx": b"weights"})
    (voice,) = tried("caller's voice")
    assert voice.found == "its process died; hibari/hibari.onnx is missing in hibari-tts 0.2.1"
    assert voice.mend.endswith(" hibari-tts==0.2.1")


def test_what_does_not_answer_may_have_more_time_once(
    packages: Packages, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages.voice(loading="time.sleep(600)")
    (voice,) = tried("caller's voice", within_s=1.0)
    assert (voice.status, voice.found) == ("broken", "no answer within 1 s")
    assert voice.mend == "callproof doctor --within 120"
    monkeypatch.setattr(doctor, "_PATIENCE_S", 1.0)
    (voice,) = tried("caller's voice", within_s=1.0)
    assert voice.mend == AGAIN


def test_a_recogniser_without_weights_or_without_ears(packages: Packages) -> None:
    packages.voice()
    packages.recogniser(weights="/nowhere/at/all")
    (recogniser,) = tried("recogniser")
    assert (recogniser.status, recogniser.mend) == ("missing", "pip install moonshine-voice==0.1.0")
    packages.recogniser()
    recogniser, detection = tried("recogniser", "speech detection")
    assert recogniser.found.startswith("moonshine-tiny-en 0.1.0 hears '' for 'Could you move my appointment")
    assert (recogniser.status, recogniser.mend) == ("broken", AGAIN)
    # The voice made a line of silence.
    assert detection.found == "silero 0.4.0 takes 0% of a spoken line and 0% of silence for speech"
    assert (detection.status, detection.mend) == ("broken", AGAIN)


def test_a_second_recogniser_that_fails(packages: Packages) -> None:
    packages.voice()
    (second,) = tried("second recogniser")
    assert second.found == "the recogniser faster-whisper cannot be loaded (no AVX)"
    assert (second.status, second.mend) == ("broken", "pip install --force-reinstall 'callproof[second]'")


def test_sound_that_cannot_be_written(packages: Packages, monkeypatch: pytest.MonkeyPatch) -> None:
    packages.voice()
    monkeypatch.setattr(tempfile, "tempdir", str(packages.folder / "none"))
    (recording,) = tried("recording")
    assert recording.status == "broken"
    assert recording.mend == "export TMPDIR=...  (a folder that can be written, with room)"


def test_what_our_own_process_cannot_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_text_run", lambda clock: "left out")
    monkeypatch.setitem(sys.modules, "callproof.models.workers", None)
    for part in tried("caller's voice", "recogniser", "speech detection", "second recogniser", "frames"):
        assert (part.status, part.mend) == ("broken", AGAIN)
        assert "callproof.models.workers" in part.found


def test_what_needs_no_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> None:
        raise OSError(99, "Cannot assign requested address")

    monkeypatch.setattr(running, "RunStream", failing)
    monkeypatch.setattr(asyncio, "start_server", failing)
    text, ports = tried("runs in text", "ports of this machine")
    assert (text.status, text.mend) == ("broken", "pip install --force-reinstall callproof")
    assert (ports.status, ports.mend) == ("broken", "sudo ip link set lo up")

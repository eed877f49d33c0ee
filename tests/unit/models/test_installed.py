"""Packages whose files are as they were installed, and others."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import pytest

from callproof.models.installed import damage_of

CONTENT = b"weights"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With a package of one model, whole."""
    (tmp_path / "parrot").mkdir()
    (tmp_path / "parrot" / "model.onnx").write_bytes(CONTENT)
    info = tmp_path / "parrot_tts-3.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parrot-tts\nVersion: 3.1\n")
    digest = base64.urlsafe_b64encode(hashlib.sha256(CONTENT).digest()).rstrip(b"=").decode()
    rows = [
        f"parrot/model.onnx,sha256={digest},{len(CONTENT)}",
        # Neither has to be there, or to be anything.
        "parrot/__pycache__/model.cpython-311.pyc,,",
        f"{info.name}/RECORD,,",
    ]
    (info / "RECORD").write_text("\n".join(rows))
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def what(folder: Path) -> str | None:
    damage = damage_of(["not-installed", "parrot-tts"])
    if damage is not None:
        assert damage.mend == "pip install --force-reinstall --no-deps --no-cache-dir parrot-tts==3.1"
    return None if damage is None else damage.what


def test_a_whole_package(folder: Path) -> None:
    assert what(folder) is None


def test_a_file_that_is_missing_cut_off_or_changed(folder: Path) -> None:
    model = folder / "parrot" / "model.onnx"
    model.write_bytes(b"weighed")
    assert what(folder) == (
        "parrot/model.onnx has another checksum than when it was installed in parrot-tts 3.1"
    )
    model.write_bytes(CONTENT[:3])
    assert what(folder) == "parrot/model.onnx has 3 bytes, not 7, in parrot-tts 3.1"
    model.unlink()
    assert what(folder) == "parrot/model.onnx is missing in parrot-tts 3.1"

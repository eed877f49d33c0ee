"""Each example stands alone in its folder; what two of them share are copies."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
LIVEKIT, PIPECAT = ROOT / "examples/livekit-agent", ROOT / "examples/pipecat-agent"
OBSERVERS = ROOT / "src/callproof/observers"


@pytest.mark.parametrize(
    ("copy", "original"),
    [
        (LIVEKIT / "model.py", PIPECAT / "model.py"),
        (LIVEKIT / "words.py", PIPECAT / "words.py"),
        (LIVEKIT / "callproof_observers/reporter.py", OBSERVERS / "reporter.py"),
        (LIVEKIT / "callproof_observers/livekit.py", OBSERVERS / "livekit.py"),
        (PIPECAT / "callproof_observers/reporter.py", OBSERVERS / "reporter.py"),
        (PIPECAT / "callproof_observers/pipecat.py", OBSERVERS / "pipecat.py"),
    ],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_a_copy_is_like_its_original(copy: Path, original: Path) -> None:
    assert copy.read_bytes() == original.read_bytes(), f"copy {original} to {copy}"

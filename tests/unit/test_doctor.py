"""What `doctor` makes of parts: there, missing, broken, and what it does not say."""

from __future__ import annotations

import sys
import time

import pytest

from callproof.doctor import Examined, examine, is_well

GIVEN = "sk-this-must-not-be-shown"


@pytest.fixture(scope="module")
def parts() -> dict[str, Examined]:
    """Of a machine with everything that the tests are run with, and one key."""
    return {part.part: part for part in examine(time.monotonic, {"OPENAI_API_KEY": GIVEN})}


def test_what_is_installed_is_tried(parts: dict[str, Examined]) -> None:
    assert parts["runs in text"].status == "ok"
    assert "corr-01" in parts["runs in text"].found
    assert "127.0.0.1" in parts["ports of this machine"].found
    for name, found in {
        "caller's voice": "hibari",
        "recogniser": "moonshine",
        "speech detection": "silero",
        "recording": "FLAC",
        "frames": "in 2 s",
    }.items():
        assert parts[name].status == "ok", parts[name]
        assert found in parts[name].found
    assert "real-time factor" in parts["recogniser"].found


def test_keys_are_named_and_never_shown(parts: dict[str, Examined]) -> None:
    assert parts["voice openai"].status == "ok"
    assert "OPENAI_API_KEY is set" in parts["voice openai"].found
    deepgram = parts["recogniser deepgram"]
    assert (deepgram.status, deepgram.mend) == ("missing", "export DEEPGRAM_API_KEY=...")
    assert GIVEN not in repr(list(parts.values()))


def test_what_is_missing_says_what_to_do(parts: dict[str, Examined]) -> None:
    missing = [part for part in parts.values() if part.status == "missing"]
    assert all(part.mend for part in missing)
    # And is no illness.
    assert is_well(list(parts.values()))


def test_a_machine_for_text_alone_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name in ("numpy", "psycopg") else real(name)
    )
    parts = {part.part: part for part in examine(time.monotonic, {})}
    assert parts["caller's voice"].status == "missing"
    assert parts["frames"].mend == "pip install 'callproof[live]'"
    assert parts["PostgreSQL"].mend == "pip install 'callproof[postgres]'"
    assert is_well(list(parts.values()))


def test_a_server_that_was_named_and_is_not_there_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    url = "postgresql+psycopg://nobody:secret@127.0.0.1:9/none"
    found = []
    for part in examine(time.monotonic, {}, database=url):
        found.append(part)
        if part.part == "PostgreSQL":
            break
    assert found[-1].status == "broken"
    assert "secret" not in found[-1].found
    assert not is_well(found)


def test_what_is_needed_must_be_there() -> None:
    def part(status: str, *, needed: bool) -> Examined:
        return Examined(part="x", status=status, found="", needed=needed)  # type: ignore[arg-type]

    assert is_well([part("ok", needed=True), part("missing", needed=False)])
    assert not is_well([part("missing", needed=True)])
    assert not is_well([part("broken", needed=False)])

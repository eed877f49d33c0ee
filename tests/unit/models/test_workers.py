"""Voices and recognisers in processes of their own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from callproof.errors import InputError
from callproof.models.parts import SpeechParts, Voice
from callproof.models.workers import SpeechWorkers


def test_a_line_is_spoken_and_heard_elsewhere(tmp_path: Path) -> None:
    async def main() -> str:
        with SpeechWorkers(cache=tmp_path) as workers:
            spoken = await workers.speak("No, four two eight one.", Voice("alto"))
            heard = await workers.hear(spoken.signal, spoken.rate_hz, "en")
            return heard.text

    heard = asyncio.run(main())
    assert "".join(sign for sign in heard.lower() if sign.isalnum()) in {"nofourtwoeightone", "no4281"}
    assert list(tmp_path.rglob("*.flac"))


def test_a_missing_part_is_named_here() -> None:
    async def main() -> None:
        with SpeechWorkers(SpeechParts(voice="nobody")) as workers:
            await workers.speak("Hello.", Voice())

    with pytest.raises(InputError, match="no voice 'nobody'"):
        asyncio.run(main())

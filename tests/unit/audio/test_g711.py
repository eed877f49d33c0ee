"""G.711 against libsndfile, for every input there is."""

from __future__ import annotations

import io

import numpy as np
import pytest
import soundfile

from callproof.audio import g711
from callproof.audio.g711 import Law

EVERY_SAMPLE = np.arange(-32768, 32768, dtype=np.int16)


def from_libsndfile(law: Law) -> tuple[bytes, list[int]]:
    """Every sample encoded by libsndfile, and what it decodes that to."""
    file = io.BytesIO()
    soundfile.write(file, EVERY_SAMPLE, 8000, format="WAV", subtype={"mulaw": "ULAW", "alaw": "ALAW"}[law])
    data = file.getvalue()
    start = data.index(b"data") + 8
    file.seek(0)
    decoded, _ = soundfile.read(file, dtype="int16")
    return data[start : start + len(EVERY_SAMPLE)], decoded.tolist()


@pytest.mark.parametrize("law", ["mulaw", "alaw"])
def test_every_sample_is_coded_as_libsndfile_codes_it(law: Law) -> None:
    codes, values = from_libsndfile(law)
    assert g711.encode((EVERY_SAMPLE / 32768).astype(np.float32), law) == codes
    assert np.rint(g711.decode(codes, law) * 32768).astype(int).tolist() == values


@pytest.mark.parametrize("law", ["mulaw", "alaw"])
def test_every_code_comes_back(law: Law) -> None:
    codes = bytes(range(256))
    again = g711.encode(g711.decode(codes, law), law)
    # Mu-law has two noughts.
    assert [c for c, a in zip(codes, again, strict=True) if c != a] == ([0x7F] if law == "mulaw" else [])


def test_silence() -> None:
    for law, code in g711.SILENCE.items():
        assert g711.encode(np.zeros(2, np.float32), law) == code * 2

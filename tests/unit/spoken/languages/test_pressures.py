"""Blood pressures in words and in figures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.spoken.language import LanguageCode
from tests.unit.spoken.languages.lattice import can_agree


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "one twenty over eighty"),
        ("en", "a hundred and twenty over eighty"),
        ("es", "ciento veinte sobre ochenta"),
        ("de", "hundertzwanzig zu achtzig"),
        ("fr", "cent vingt sur quatre-vingts"),
        ("pt", "cento e vinte por oitenta"),
        ("it", "centoventi su ottanta"),
    ],
)
def test_said_and_written(code: LanguageCode, said: str) -> None:
    assert can_agree(code, said, "120/80")
    assert not can_agree(code, said, "112/80")
    assert not can_agree(code, said, "120/90")


@given(st.integers(100, 180), st.integers(50, 95), st.integers(50, 95))
def test_another_pressure_never_agrees(upper: int, lower: int, other: int) -> None:
    assert can_agree("en", f"{upper} over {lower}", f"{upper}/{other}") is (lower == other)

"""The databases that the tests of this folder run on."""

from __future__ import annotations

import pytest


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str | None:
    """What a Backend is told: nothing, for SQLite in memory, or a server."""
    found: str | None = request.getfixturevalue("postgres") if request.param == "postgres" else None
    return found

"""The databases that the tests of this folder run on."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.postgres import NoServerError, server


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server. CI has one; elsewhere the tests that need it are skipped without it."""
    running = server()
    try:
        url = running.__enter__()
    except NoServerError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))
    yield url
    running.__exit__(None, None, None)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str | None:
    """What a Backend is told: nothing, for SQLite in memory, or a server."""
    found: str | None = request.getfixturevalue("postgres") if request.param == "postgres" else None
    return found

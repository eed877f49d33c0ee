"""What all tests share."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.postgres import NoServerError, server

# No example has a deadline: a machine that is busy with something else makes none of them wrong.
settings.register_profile("desk", deadline=None)
# CI draws the same examples every time, so that a change is judged and not the day; at a desk every run draws new ones.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


def pytest_collection_finish() -> None:
    """The tests and the modules stay to the end: searched for cycles at the usual pace they take a sixth of the time.

    They are not frozen: whoever asks how many objects are, as each run of checks does, has them all counted.
    """
    gc.set_threshold(10_000, 20, 20)


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

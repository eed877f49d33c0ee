"""Two calls at a time and no more: a machine that is too busy to hear in time has agents fail that are right."""

from __future__ import annotations

import pytest

# Each of their agents has a recogniser and a voice of its own, and two of them are called at once already.
_REAL_AGENTS = frozenset({"test_livekit_agent", "test_pipecat_agent", "test_written_to"})


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The real agents one after the other on one worker; beside them all else, a file at a time."""
    for item in items:
        file = item.path.stem
        item.add_marker(pytest.mark.xdist_group("real agents" if file in _REAL_AGENTS else file))

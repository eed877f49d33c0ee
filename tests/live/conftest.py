"""Two calls at a time and no more: a machine that is too busy to hear in time has agents fail that are right."""

from __future__ import annotations

from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# Each of their agents has a recogniser and a voice of its own, and two of them are called at once already.
_REAL_AGENTS = frozenset({"test_livekit_agent", "test_pipecat_agent", "test_written_to"})


class _Beside(LoadScopeScheduling):  # type: ignore[misc]
    """The real agents one after the other on one worker; beside them all else, a file at a time."""

    def _split_scope(self, nodeid: str) -> str:
        file = Path(nodeid.partition("::")[0]).stem
        return "real agents" if file in _REAL_AGENTS else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling | None:
    return _Beside(config, log) if config.getoption("dist") == "loadscope" else None

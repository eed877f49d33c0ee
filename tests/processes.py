"""Processes that tests have started, or had started."""

from __future__ import annotations

import os
from pathlib import Path


def runs(pid: int) -> bool:
    """A process whose parent is gone can stay behind as an entry without one."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False

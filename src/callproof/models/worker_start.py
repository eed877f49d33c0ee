"""How a process of a pool begins."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from threading import Thread


def start_worker() -> None:
    """A worker leaves Ctrl-C to its parent, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)

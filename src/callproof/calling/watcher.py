"""Ends the groups of processes that a run has started and could not end itself: it was killed outright.

A process of its own holds one end of a pipe, and is told over it which groups there are. The pipe breaks with whoever held the other end,
however that came to its end.

This file is also what that process runs, so that it needs the standard library alone.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable

# Ten seconds, as a run gives an agent that it stops itself.
_LOOKS, _LOOK_S = 200, 0.05
_ENDS_WITHIN_S = 5.0


class Watcher:
    """Its process starts with the first group, and again should it be gone."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._groups: set[int] = set()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def watch(self, group: int) -> None:
        with self._lock:
            self._groups.add(group)
            if self._process is None or self._process.poll() is not None:
                self._start()
                self._tell(*(f"+{known}" for known in self._groups))
            else:
                self._tell(f"+{group}")

    def leave(self, group: int) -> None:
        """The group is gone; its number may be another's from now on."""
        with self._lock:
            self._groups.discard(group)
            self._tell(f"-{group}")

    def close(self) -> None:
        """Ends what is left at once, for a run that was broken off in a way that left it no time."""
        with self._lock:
            for group in self._groups:
                end(group, signal.SIGKILL)
                self._tell(f"-{group}")
            self._groups.clear()
            if self._process is None:
                return
            self._let_go(self._process)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_ENDS_WITHIN_S)

    def _start(self) -> None:
        if self._process is not None:
            self._let_go(self._process)
        # Apart from everything that is ours: what is killed may be our whole group.
        self._process = subprocess.Popen(  # noqa: S603 - our own file
            [sys.executable, "-I", "-S", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
        )

    def _tell(self, *words: str) -> None:
        pipe = None if self._process is None else self._process.stdin
        if pipe is not None:
            # Without it nothing is worse than it was: groups are still ended by the run itself.
            with contextlib.suppress(OSError):
                os.write(pipe.fileno(), "".join(f"{word}\n" for word in words).encode())

    @staticmethod
    def _let_go(process: subprocess.Popen[bytes]) -> None:
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()


WATCHER = Watcher()
atexit.register(WATCHER.close)


def end(group: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def left_at_the_end(lines: Iterable[str]) -> set[int]:
    """The groups that there are when the pipe breaks."""
    groups: set[int] = set()
    for line in lines:
        change = groups.add if line[0] == "+" else groups.discard
        change(int(line[1:]))
    return groups


def main() -> None:
    groups = left_at_the_end(sys.stdin)
    for group in groups:
        end(group, signal.SIGTERM)
    for _ in range(_LOOKS):
        if not any(map(_there, groups)):
            return
        threading.Event().wait(_LOOK_S)
    for group in groups:
        end(group, signal.SIGKILL)


def _there(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()

"""Processes of the user's that callproof starts: their log, their end, and their whole group stopped."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import re
import signal
import tempfile
from asyncio.subprocess import DEVNULL, STDOUT, Process
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from pathlib import Path

from callproof.calling.transport import UnreachableError
from callproof.calling.watcher import WATCHER, end

TAIL_LINES = 20
_TAIL_BYTES = 64 * 1024
_LARGEST_LOG = 16 * 1024 * 1024
_LONGEST_LINE = 500
_LOOK_S = 0.05
_KILLED_WITHIN_S = 5.0
# Shorter values are found in any text.
_SHORTEST_SECRET = 6
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f]")


class StartedProcess:
    """A process in a group of its own; what it and its children print goes into one log, of which the end is kept when it is stopped.

    Values of `secrets` are left out where the log is shown.
    """

    def __init__(self, process: Process, log: int, secrets: Collection[str]) -> None:
        self._process = process
        self._log = log
        self._secrets = tuple(secrets)
        self._last_bytes = b""
        WATCHER.watch(process.pid)

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        *,
        folder: Path | None = None,
        env: Mapping[str, str] | None = None,
        secrets: Collection[str] = (),
    ) -> StartedProcess:
        """`env` is added to our own environment. Raises UnreachableError when there is no such command."""
        with tempfile.TemporaryFile() as file:
            log = os.dup(file.fileno())
        # So that it can be shortened under the process's hands.
        fcntl.fcntl(log, fcntl.F_SETFL, fcntl.fcntl(log, fcntl.F_GETFL) | os.O_APPEND)
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                cwd=folder,
                env={**os.environ, **(env or {})},
                stdin=DEVNULL,
                stdout=log,
                stderr=STDOUT,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            os.close(log)
            reason = f"{command[0]}: {getattr(error, 'strerror', None) or error}"
            if folder is not None and not folder.is_dir():
                reason = f"there is no folder {folder}"
            raise UnreachableError(f"the agent cannot be started: {reason}") from None
        except BaseException:
            os.close(log)
            raise
        return cls(process, log, secrets)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """None while it runs; below 0 the signal that ended it."""
        return self._process.returncode

    async def ended(self) -> int:
        return await self._process.wait()

    @property
    def how_it_ended(self) -> str:
        """In words, as the end of a sentence that begins with the process."""
        code = self.returncode
        if code is None:
            return "is still running"
        if code < 0:
            with contextlib.suppress(ValueError):
                return f"was ended by {signal.Signals(-code).name}"
        return f"ended with exit code {code}"

    async def lines(self) -> AsyncIterator[str]:
        """The log from its beginning, line by line as they come, until the process has ended."""
        at, rest = 0, b""
        while True:
            over = self.returncode is not None
            while self._log >= 0 and (piece := os.pread(self._log, _TAIL_BYTES, at)):
                at += len(piece)
                *whole, rest = (rest + piece).split(b"\n")
                for line in whole:
                    yield self._shown(line)
                # Of a line that never ends, and a log that grows faster than it is read, only the end is kept.
                rest = rest[-_TAIL_BYTES:]
                if at > _LARGEST_LOG:
                    self.shorten()
                    at = 0
                await asyncio.sleep(0)
            if over or self._log < 0:
                if rest:
                    yield self._shown(rest)
                return
            await asyncio.sleep(_LOOK_S)

    def tail(self, count: int = TAIL_LINES) -> str:
        """The last lines of the log."""
        lines = [self._shown(line) for line in self._end_of_log().split(b"\n")]
        return "\n".join([line for line in lines if line.strip()][-count:])

    def with_tail(self, sentence: str) -> str:
        """A sentence about the process, and what it said last."""
        tail = self.tail()
        return f"{sentence}; the end of its log:\n{tail}" if tail else f"{sentence}; its log is empty"

    async def stop(self, within_s: float = 10.0) -> None:
        """Ends the whole group, gently first. May be called again."""
        try:
            self._signal(signal.SIGTERM)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), within_s)
            # Children that ignored it, or outlived their parent.
            self._signal(signal.SIGKILL)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), _KILLED_WITHIN_S)
        finally:
            WATCHER.leave(self._process.pid)
            if self._log >= 0:
                self._last_bytes = self._end_of_log()
                os.close(self._log)
                self._log = -1

    def shorten(self, above: int = _LARGEST_LOG) -> None:
        """Drops all but the end of a log that has grown larger than so many bytes."""
        if self._log >= 0 and os.fstat(self._log).st_size > above:
            self._last_bytes = self._end_of_log()
            os.ftruncate(self._log, 0)

    def _end_of_log(self) -> bytes:
        if self._log < 0:
            return self._last_bytes
        size = os.fstat(self._log).st_size
        now = os.pread(self._log, _TAIL_BYTES, max(size - _TAIL_BYTES, 0))
        return (self._last_bytes + now)[-_TAIL_BYTES:]

    def _signal(self, number: signal.Signals) -> None:
        end(self._process.pid, number)

    def _shown(self, line: bytes) -> str:
        text = _CONTROL.sub("", line.decode(errors="replace"))
        return masked(text, self._secrets)[:_LONGEST_LINE]


def masked(text: str, secrets: Collection[str]) -> str:
    """A text without the secrets in it."""
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= _SHORTEST_SECRET:
            text = text.replace(secret, "***")
    return text

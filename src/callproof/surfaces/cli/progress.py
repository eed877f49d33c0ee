"""The bar of a long `check`, on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, ProgressColumn, Task, TimeElapsedColumn
from rich.progress_bar import ProgressBar
from rich.text import Text

from callproof.api import CheckStream


class _Read(ProgressColumn):
    """How much of the input is read; a bar that only moves where nobody knows how much there is."""

    def __init__(self, stream: CheckStream) -> None:
        super().__init__()
        self._stream = stream
        self._total = stream.total_bytes

    def render(self, task: Task) -> ProgressBar:
        return ProgressBar(
            total=self._total,
            completed=self._stream.bytes_read,
            width=30,
            pulse=self._total is None,
            animation_time=task.get_time(),
        )


class _Judged(ProgressColumn):
    def __init__(self, stream: CheckStream) -> None:
        super().__init__()
        self._stream = stream

    def render(self, task: Task) -> Text:
        return Text(f"{self._stream.calls} calls")


@contextmanager
def progress(stream: CheckStream) -> Iterator[None]:
    """Shown while the calls are judged, and gone when they are. It looks at the stream now and then by itself."""
    console = Console(file=sys.stderr)
    columns = (_Read(stream), _Judged(stream), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        bar.add_task("")
        yield

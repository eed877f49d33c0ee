"""The bar of a run that takes its time, on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TimeElapsedColumn
from rich.text import Text

from callproof.running import RunStream


class _Played(ProgressColumn):
    def __init__(self, stream: RunStream) -> None:
        super().__init__()
        self._stream = stream

    def render(self, task: Task) -> Text:
        return Text(f"{self._stream.done} of {self._stream.total} calls")


class _Bar(BarColumn):
    def __init__(self, stream: RunStream) -> None:
        super().__init__(bar_width=30)
        self._stream = stream

    def render(self, task: Task):  # type: ignore[no-untyped-def]
        task.completed, task.total = self._stream.done, self._stream.total
        return super().render(task)


@contextmanager
def progress(stream: RunStream) -> Iterator[None]:
    """Shown while the calls are placed, and gone when they are. It looks at the stream now and then by itself."""
    console = Console(file=sys.stderr)
    columns = (_Bar(stream), _Played(stream), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        bar.add_task("", total=stream.total)
        yield

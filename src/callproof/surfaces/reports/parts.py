"""The parts that `callproof doctor` has tried, a line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from callproof.surfaces.reports.text import shown

_COLOURS = {"ok": "green", "missing": "yellow", "broken": "bold red"}
_PART, _STATUS = 21, 7
_LONGEST = 200


class PartLines:
    def __init__(self, console: Console) -> None:
        self._console = console

    def show(self, part: Mapping[str, Any]) -> None:
        status = str(part["status"])
        line = Text(f"{status:<{_STATUS}}  ", style=_COLOURS.get(status, ""))
        line.append(f"{part['part']:<{_PART}}  ", style="bold")
        line.append(shown(str(part["found"]), _LONGEST), style="not bold default")
        if part["mend"]:
            line.append(f"; to mend: {part['mend']}", style="not bold default")
        self._console.print(line, soft_wrap=True)

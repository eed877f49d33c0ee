"""`callproof init`: a suite, an agent and a CI workflow to begin with."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from callproof.errors import InputError
from callproof.surfaces.reports.text import shown

_WORKFLOW = ".github/workflows/callproof.yml"
# What is written, and from which file beside this one.
_FILES = {
    "suite.yaml": "suite.yaml",
    "agent.py": "agent.py.txt",
    _WORKFLOW: "workflow.yaml",
}


@dataclass(frozen=True, kw_only=True)
class InitCommand:
    """Begin a suite of your own.

    Writes a suite, an agent that passes it, and a workflow that runs it in CI into DIR. Nothing is overwritten.
    """

    folder: Annotated[str, typer.Argument(metavar="DIR", help="New or existing folder.")]

    def run(self) -> int:
        folder = Path(self.folder)
        there = [name for name in _FILES if (folder / name).exists()]
        if there:
            raise InputError.of(f"{', '.join(there)} is there already; nothing was written", file=self.folder)
        try:
            for name, source in _FILES.items():
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(_starter(source), encoding="utf-8")
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError.of(f"cannot be written: {reason}", file=self.folder) from None
        print("\n".join([f"wrote {shown(str(folder / name))}" for name in _FILES]))
        print(f"next: cd {shown(self.folder)} && callproof run suite.yaml --agent agent.py")
        if (root := _repository_around(folder)) is not None:
            below = shown(folder.resolve().relative_to(root).as_posix())
            print(
                f"CI reads workflows at the root of a repository, {shown(str(root))}: move {_WORKFLOW} there, give its job\n"
                f"`defaults: {{run: {{working-directory: {below}}}}}`, and upload {below}/callproof-run"
            )
        return 0


def _repository_around(folder: Path) -> Path | None:
    """The root of the repository that a folder is a part of; None for one that is a root itself, or in none."""
    here = folder.resolve()
    if (here / ".git").exists():
        return None
    return next((parent for parent in here.parents if (parent / ".git").exists()), None)


def _starter(name: str) -> str:
    return (files("callproof.surfaces.cli") / "starter" / name).read_text(encoding="utf-8")

"""`callproof init`: a suite, an agent and a CI workflow to begin with."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from callproof.errors import InputError
from callproof.surfaces.reports.text import counted, shown

if TYPE_CHECKING:
    from callproof.drafting import Draft

_WORKFLOW = ".github/workflows/callproof.yml"
# What is written, and from which file beside this one.
_FILES = {
    "suite.yaml": "suite.yaml",
    "agent.py": "agent.py.txt",
    _WORKFLOW: "workflow.yaml",
}
_DRAFTED = ("suite.yaml", "agent.yaml")


@dataclass(frozen=True, kw_only=True)
class InitCommand:
    """Begin a suite of your own.

    Writes a suite, an agent that passes it, and a workflow that runs it in CI into DIR. With --from it drafts the suite from your own
    tools, and says how your agent is called. Nothing is overwritten.
    """

    folder: Annotated[str, typer.Argument(metavar="DIR", help="New or existing folder.")]
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="SOURCE",
            help="An OpenAPI document, a list of tools, pipecat:bot.py, livekit:agent.py, twilio.",
        ),
    ] = None

    def run(self) -> int:
        folder = Path(self.folder)
        try:
            _refuse_what_is_there(folder, _FILES if self.source is None else (*_DRAFTED, _WORKFLOW))
        except (OSError, ValueError) as error:
            raise _unwritable(folder, error) from None
        if self.source is None:
            texts = {name: _starter(source) for name, source in _FILES.items()}
            agent = "agent.py"
        else:
            from callproof.drafting import draft

            made = draft(self.source, folder)
            texts, agent = {**made.files, _WORKFLOW: _live_workflow()}, "agent.yaml"
        try:
            for name, text in texts.items():
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8")
        except (OSError, ValueError) as error:
            raise _unwritable(folder, error) from None
        print("\n".join([f"wrote {shown(str(folder / name))}" for name in texts]))
        if self.source is not None:
            print("\n".join(_said_of(made)))
        print(f"next: cd {shown(shlex.quote(self.folder))} && callproof run suite.yaml --agent {agent}")
        if (root := _repository_around(folder)) is not None:
            below = shown(folder.resolve().relative_to(root).as_posix())
            print(
                f"CI reads workflows at the root of a repository, {shown(str(root))}: move {_WORKFLOW} there, give its job\n"
                f"`defaults: {{run: {{working-directory: {below}}}}}`, and upload {below}/callproof-run"
            )
        return 0


def _unwritable(folder: Path, error: OSError | ValueError) -> InputError:
    return InputError.of(f"cannot be written: {getattr(error, 'strerror', None) or error}", file=str(folder))


def _refuse_what_is_there(folder: Path, names: Iterable[str]) -> None:
    if folder.exists() and not folder.is_dir():
        raise InputError.of("is a file, expected a folder, or the name of a new one", file=str(folder))
    there = [name for name in names if (folder / name).exists()]
    if there:
        raise InputError.of(f"{', '.join(there)} is there already; nothing was written", file=str(folder))


def _said_of(made: Draft) -> Iterator[str]:
    """What was made of a source, and what was not."""
    how = (
        "passes them all"
        if made.tried
        else "passes none of them: make the sentences such as your callers say"
    )
    yield f"{counted(made.tools, 'tool')}, {counted(made.scenarios, 'scenario')}; the reference agent `sound` {how}"
    for name, reason in made.left:
        yield f"  {shown(name, 80)} is for you to fill in, in suite.yaml: {shown(reason, 200)}"
    if made.gone:
        yield f"  {counted(len(made.gone), 'scenario')} stand in suite.yaml as comments: the reference agent did not pass them"
    for problem in made.problems:
        yield f"  not read: {shown(str(problem), 300)}"


def _repository_around(folder: Path) -> Path | None:
    """The root of the repository that a folder is a part of; None for one that is a root itself, or in none."""
    here = folder.resolve()
    if (here / ".git").exists():
        return None
    return next((parent for parent in here.parents if (parent / ".git").exists()), None)


def _live_workflow() -> str:
    """The same for an agent that is called with a voice, whose own needs only its owner knows."""
    text = _starter("workflow.yaml").replace("agent.py", "agent.yaml")
    return text.replace(
        "pip install callproof\n",
        "pip install 'callproof[live]'\n      # Install here what your agent needs, and give it its keys.\n",
    )


def _starter(name: str) -> str:
    return (files("callproof.surfaces.cli") / "starter" / name).read_text(encoding="utf-8")

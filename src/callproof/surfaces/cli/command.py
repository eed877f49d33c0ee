"""How a command is put together and run: its options are a dataclass, its errors end in a sentence and an exit code."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, Protocol, get_type_hints

import typer

from callproof.errors import HarnessError, InputError
from callproof.surfaces.reports.text import shown

FAILED, BAD_INPUT, HARNESS_FAILED, INTERRUPTED, READER_GONE = 1, 2, 3, 130, 141


class Command(Protocol):
    """A dataclass whose fields are annotated with typer's options, and whose docstring is the command's help."""

    def run(self) -> int:
        """Does it; returns the exit code."""


def add(app: typer.Typer, name: str, command: type[Command]) -> None:
    """Adds a command. Its fields become its options."""

    def call(ctx: typer.Context, **options: Any) -> None:
        debug = bool(ctx.find_root().params.get("debug"))
        raise typer.Exit(_exit_code(lambda: command(**options).run(), debug=debug))

    hints = get_type_hints(command, include_extras=True)
    hints = {field.name: hints[field.name] for field in fields(command)}  # type: ignore[arg-type]
    context = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    options = [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=_default(field), annotation=hints[field.name]
        )
        for field in fields(command)  # type: ignore[arg-type]
    ]
    call.__signature__ = inspect.Signature([context, *options])  # type: ignore[attr-defined]
    call.__annotations__ = {"ctx": typer.Context, **hints}
    app.command(name, help=inspect.getdoc(command))(call)


def _default(field: Any) -> Any:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return inspect.Parameter.empty if field.default is MISSING else field.default


def _exit_code(run: Callable[[], int], *, debug: bool) -> int:
    try:
        code = run()
        sys.stdout.flush()
    except InputError as error:
        for problem in error.problems:
            complain(*str(problem).split("\n"))
        return BAD_INPUT
    except BrokenPipeError:
        silence_stdout()
        return READER_GONE
    except KeyboardInterrupt:
        complain("stopped")
        return INTERRUPTED
    except OSError as error:
        if debug:
            raise
        return system_refused(error)
    except Exception as error:
        if debug:
            raise
        what = str(error) if isinstance(error, HarnessError) else f"{type(error).__name__}: {error}"
        complain(
            f"callproof itself failed, which says nothing about the calls: {what}",
            "Please report this in the project's issue tracker, with what `callproof --debug ...` shows.",
        )
        return HARNESS_FAILED
    return code


def complain(*lines: str) -> None:
    """A message to the person at the terminal. It may hold text from files, which must not steer the terminal."""
    print("error:", "\n".join([shown(line) for line in lines]), file=sys.stderr)


def system_refused(error: OSError) -> int:
    """A full disk, a broken mount: nothing that callproof could do better. Returns the exit code."""
    try:
        sys.stdout.flush()
    except OSError:
        silence_stdout()
    complain(f"the system refused: {error}")
    return HARNESS_FAILED


def silence_stdout() -> None:
    """Nobody reads the output any more; what is still buffered has to go somewhere when Python ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (AttributeError, OSError):  # there is no real stdout
        sys.stdout = open(nowhere, "w", encoding="utf-8")  # noqa: SIM115, PTH123

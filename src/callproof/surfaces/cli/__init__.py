"""The command line: a file a command, which takes the options to the api and what comes back to a report.

Exit codes: 0 all is well; 1 failed; 2 bad input or usage; 3 callproof itself failed; 130 stopped by Ctrl-C; 141 whoever read
the output went away.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from callproof.surfaces.cli.agent import AgentCommand
from callproof.surfaces.cli.check import CheckCommand
from callproof.surfaces.cli.command import READER_GONE, add, silence_stdout, system_refused
from callproof.surfaces.cli.diff import DiffCommand
from callproof.surfaces.cli.doctor import DoctorCommand
from callproof.surfaces.cli.gate import GateCommand
from callproof.surfaces.cli.init import InitCommand
from callproof.surfaces.cli.run import DemoCommand, RunCommand
from callproof.surfaces.cli.score import ScoreCommand
from callproof.surfaces.cli.selftest import SelftestCommand
from callproof.surfaces.cli.validate import ValidateCommand
from callproof.version import __version__

app = typer.Typer(
    name="callproof",
    add_completion=False,
    no_args_is_help=True,
    # Plain help is there at once; the styled one would load rich first.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 all is well, 1 failed, 2 bad input or usage, 3 callproof itself failed.",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"callproof {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback when callproof itself fails.")
    ] = False,
) -> None:
    """Prove that a voice agent did what it said."""


for name, command in (
    ("demo", DemoCommand),
    ("init", InitCommand),
    ("doctor", DoctorCommand),
    ("check", CheckCommand),
    ("run", RunCommand),
    ("score", ScoreCommand),
    ("diff", DiffCommand),
    ("gate", GateCommand),
    ("validate", ValidateCommand),
    ("selftest", SelftestCommand),
    ("agent", AgentCommand),
):
    add(app, name, command)


def main() -> None:
    if sys.stdout is None:  # the process was started with it closed
        silence_stdout()
    for stream in (sys.stdout, sys.stderr):
        # What the terminal's encoding lacks must not stop a report.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        silence_stdout()
        sys.exit(READER_GONE)
    except OSError as error:
        sys.exit(system_refused(error))

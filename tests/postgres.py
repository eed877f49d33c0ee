"""A real PostgreSQL server for tests: in a temporary folder, on loopback, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port

WHERE = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql*/bin",
)


class NoServerError(Exception):
    """PostgreSQL is not installed here, or nobody may run it."""


@contextmanager
def server() -> Iterator[str]:
    """The URL of a server that runs while the block does."""
    binaries = _binaries()
    run_as = _who_may_run_it()
    folder = Path(tempfile.mkdtemp(prefix="callproof-postgres-"))
    try:
        if run_as:
            shutil.chown(folder, *run_as)
        data = folder / "data"
        as_them = ["runuser", "-u", run_as[0], "--"] if run_as else []
        _do(
            *as_them,
            binaries / "initdb",
            "-D",
            data,
            "-U",
            "callproof",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
            "--no-locale",
        )
        port = free_port()
        options = f"-c listen_addresses=127.0.0.1 -p {port} -k {folder} -c fsync=off -c max_connections=50"
        _do(*as_them, binaries / "pg_ctl", "-D", data, "-l", folder / "log", "-w", "-o", options, "start")
        try:
            yield f"postgresql://callproof@127.0.0.1:{port}/postgres"
        finally:
            _do(*as_them, binaries / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _binaries() -> Path:
    for pattern in WHERE:
        for folder in sorted(Path("/").glob(pattern.removeprefix("/")), reverse=True):
            if (folder / "initdb").exists():
                return folder
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    raise NoServerError("PostgreSQL is not installed (apt-get install postgresql)")


def _who_may_run_it() -> tuple[str, str] | None:
    """User and group. None: whoever runs the tests. The server refuses root."""
    if os.geteuid() != 0:
        return None
    if shutil.which("runuser") is None:
        raise NoServerError("PostgreSQL refuses to run as root, and there is no runuser")
    for name, group in (("postgres", "postgres"), ("nobody", "nogroup"), ("nobody", "nobody")):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name, group
    raise NoServerError("PostgreSQL refuses to run as root, and there is neither postgres nor nobody")


def _do(*command: str | Path) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(str(part) for part in command)}: {done.stderr}")

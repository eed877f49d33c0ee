"""What ships with the package: suites and worlds, as data."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

_ENDING = ".yaml"


def _folder() -> Path:
    # The package is installed as files; from inside an archive Python would unpack them here.
    with as_file(files("callproof") / "packs") as folder:
        return folder


def pack_names() -> list[str]:
    """The names of the suites that ship with callproof."""
    return _names(_folder())


def pack_file(name: str) -> Path | None:
    """The file of a suite that ships with callproof."""
    return _folder() / f"{name}{_ENDING}" if name in pack_names() else None


def world_names() -> list[str]:
    """The names of the worlds that ship with callproof."""
    return _names(_folder() / "worlds")


def world_file(name: str) -> Path | None:
    return _folder() / "worlds" / f"{name}{_ENDING}" if name in world_names() else None


def _names(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    return sorted(path.stem for path in folder.iterdir() if path.suffix == _ENDING)

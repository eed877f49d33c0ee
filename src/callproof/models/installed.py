"""Whether a package is still as it was installed: its files, by the sizes and checksums that pip noted of them."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, PackagePath, distribution
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Damage:
    """`what` is wrong with a file, in words; `mend` is the command that puts the package back."""

    what: str
    mend: str


def damage_of(packages: Iterable[str]) -> Damage | None:
    """The first file that is not as it was, of the packages that are installed; reads all of them, hundreds of MB in a second or two."""
    for name in packages:
        try:
            installed = distribution(name)
        except PackageNotFoundError:
            continue
        if (what := _damage(installed)) is not None:
            # What is in pip's cache may be what is damaged.
            command = "pip install --force-reinstall --no-deps --no-cache-dir"
            return Damage(f"{what} in {name} {installed.version}", f"{command} {name}=={installed.version}")
    return None


def _damage(installed: Distribution) -> str | None:
    for file in installed.files or ():
        # pip compiles after it has noted what it installed, and notes nothing of what it writes itself.
        if file.hash is None or file.suffix == ".pyc":
            continue
        path = Path(str(file.locate()))
        if not path.is_file():
            return f"{file} is missing"
        if file.size is not None and path.stat().st_size != file.size:
            return f"{file} has {path.stat().st_size} bytes, not {file.size},"
        try:
            if not _is_as_noted(file, path):
                return f"{file} has another checksum than when it was installed"
        except OSError as error:
            return f"{file} cannot be read ({error.strerror})"
    return None


def _is_as_noted(file: PackagePath, path: Path) -> bool:
    if file.hash is None or file.hash.mode not in hashlib.algorithms_available:
        return True
    with path.open("rb") as content:
        found = hashlib.file_digest(content, file.hash.mode).digest()
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode() == file.hash.value.rstrip("=")

"""What `--from` names: a document, a list of tools, or the Python file of an agent."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from callproof.errors import InputError, did_you_mean
from callproof.scenario.documents import JSON_NAMES, parse_json_text, parse_yaml, read_file
from callproof.scenario.drafting.declared import Declared
from callproof.scenario.drafting.openapi import is_openapi, read_openapi
from callproof.scenario.drafting.python_source import beside, parse, read_python
from callproof.scenario.drafting.tool_lists import read_tools

Platform: TypeAlias = Literal["pipecat", "livekit", "twilio"]

# What an agent's file is usually called.
USUAL_FILES: dict[str, str | None] = {"pipecat": "bot.py", "livekit": "agent.py", "twilio": None}
_MOST_FILES = 20
_EXPECTED = "pipecat, livekit or twilio (with :FILE for one of yours), or a file with an OpenAPI document or a list of tools"


@dataclass(frozen=True, slots=True)
class Source:
    """`file` is None where there was none to read: then a starter's tools are to be taken."""

    platform: Platform | None
    file: Path | None
    declared: Declared


def read_source(text: str, folders: Sequence[Path]) -> Source:
    """`folders` are where a platform's usual file is looked for. Raises InputError for what cannot be used at all."""
    start, colon, rest = text.partition(":")
    platform = next((name for name in USUAL_FILES if name == start), None)
    if platform is None:
        if colon and not Path(text).exists():
            raise InputError.of(
                f"{start!r} is no kind of source; expected {_EXPECTED}.{did_you_mean(start, USUAL_FILES)}",
                file="--from",
            )
        return _of_file(Path(text), None)
    if rest:
        return _of_file(Path(rest), platform)
    usual = USUAL_FILES[platform]
    file = next((folder / usual for folder in folders if usual and (folder / usual).is_file()), None)
    if file is not None:
        return _of_file(file, platform)
    declared = Declared(f"--from {platform}")
    if usual is not None:
        declared.miss("", f"there is no {usual} here; {platform}:FILE names another file")
    return Source(_as_platform(platform), None, declared)


def _of_file(path: Path, platform: str | None) -> Source:
    if not path.exists() and platform is None and "." not in path.name:
        hint = did_you_mean(str(path), USUAL_FILES)
        raise InputError.of(f"there is no such file; expected {_EXPECTED}.{hint}", file=str(path))
    raw = read_file(path)
    if path.suffix == ".py":
        return _python(path, raw.decode(), platform)
    data = (
        parse_json_text(raw.decode(), str(path))
        if path.suffix.lower() in JSON_NAMES or raw.lstrip()[:1] in (b"{", b"[")
        else parse_yaml(raw, str(path))
    )
    declared = read_openapi(data, str(path)) if is_openapi(data) else read_tools(data, str(path))
    if not declared.tools:
        raise InputError(
            [*declared.problems, *InputError.of("holds no tool that can be used", file=str(path)).problems]
        )
    return Source(_as_platform(platform), path, declared)


def _python(path: Path, text: str, platform: str | None) -> Source:
    """The file and those beside it that it imports."""
    tree = parse(text, str(path))
    imported = {name.partition(".")[0] for name in beside(tree)}
    if platform is None:
        platform = next((name for name in ("pipecat", "livekit") if name in imported), None)
    if platform is None:
        raise InputError.of(
            "imports neither pipecat nor livekit; say which it is: pipecat:FILE or livekit:FILE",
            file=str(path),
        )
    declared = Declared(str(path))
    seen = {path.resolve()}
    waiting: list[tuple[Path, ast.Module]] = [(path, tree)]
    while waiting:
        file, module = waiting.pop(0)
        read_python(module, str(file), declared)
        for name in beside(module):
            other = file.parent.joinpath(*name.split(".")).with_suffix(".py")
            if other.is_file() and other.resolve() not in seen and len(seen) < _MOST_FILES:
                seen.add(other.resolve())
                try:
                    waiting.append((other, parse(read_file(other).decode(), str(other))))
                except InputError as error:
                    declared.problems.extend(error.problems)
    if not declared.tools:
        declared.miss("", "no tool can be read in it, or in the files beside it that it imports")
    return Source(_as_platform(platform), path, declared)


def _as_platform(name: str | None) -> Platform | None:
    platforms: dict[str | None, Platform] = {"pipecat": "pipecat", "livekit": "livekit", "twilio": "twilio"}
    return platforms.get(name)

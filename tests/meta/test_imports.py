"""Imports go one way: the table of rooms as code."""

from __future__ import annotations

from collections.abc import Iterator

from tests.meta.source import Module, modules

# What may be known everywhere.
SHARED = frozenset({"errors", "problems", "version"})
_DATA = frozenset({"evidence", "scenario", "spoken", "audio"})
_INNER = _DATA | {"listening", "scoring", "calling", "models", "importers", "proving"}
# Each area below `callproof` and the areas it may import, besides itself and SHARED.
ROOMS: dict[str, frozenset[str]] = {
    "evidence": frozenset(),
    "scenario": frozenset(),
    "spoken": frozenset(),
    "audio": frozenset(),
    "models": frozenset(),
    "listening": frozenset({"evidence", "spoken", "audio"}),
    "scoring": frozenset({"evidence", "scenario", "spoken"}),
    # Never scoring or listening: whoever places a call must not know how it will be judged.
    "calling": _DATA | {"models"},
    "importers": frozenset({"evidence"}),
    # Runs in the user's agent, without the rest of the package.
    "observers": frozenset(),
    "proving": frozenset({"scenario", "evidence", "scoring"}),
    "api": _INNER,
    "surfaces": _DATA | {"api"},
    **{name: frozenset() for name in SHARED},
}
# Modules at the top that are part of an area: the pipeline and the settings behind the verbs, and `python -m callproof`.
_VERBS = (
    "",
    "checking",
    "config",
    "doctor",
    "drafting",
    "gating",
    "memory",
    "reporting",
    "rescoring",
    "running",
    "serving",
)
PART_OF = {**dict.fromkeys(_VERBS, "api"), "__main__": "surfaces"}


def area_of(name: str) -> str | None:
    """The area of a dotted module name; None when it has none, or is not of this package."""
    parts = name.split(".")
    if parts[0] != "callproof":
        return None
    top = parts[1] if len(parts) > 1 else ""
    area = PART_OF.get(top, top)
    return area if area in ROOMS else None


def wrong_imports(module: Module, known: frozenset[str]) -> Iterator[str]:
    """`known` are the names of all modules of the package, to tell `from callproof import api` from a name in it."""
    area = area_of(module.name)
    if area is None:
        yield f"{module.name} belongs to no area: add a row to ROOMS, or move it"
        return
    for line, imported in module.imports():
        if imported.split(".")[0] != "callproof":
            continue
        target = imported if imported in known else imported.rpartition(".")[0]
        other = area_of(target)
        if other is None:
            yield f"{module.name}:{line} imports {imported}, which belongs to no area"
        elif other not in {area, *SHARED, *ROOMS[area]}:
            yield f"{module.name}:{line} imports {imported}: {area} may not import {other}"


def test_every_import_is_in_the_table() -> None:
    everything = modules()
    known = frozenset(module.name for module in everything)
    assert [line for module in everything for line in wrong_imports(module, known)] == []


def test_a_planted_import_is_found_in_every_form() -> None:
    known = frozenset({"callproof", "callproof.api", "callproof.scoring", "callproof.scoring.judge"})
    for source in (
        "import callproof.scoring.judge",
        "from callproof.scoring import judge",
        "from callproof.scoring.judge import Judge",
        "from ..scoring import judge",
        "def late():\n    import callproof.scoring",
        "from importlib import import_module\nimport_module('callproof.scoring.judge')",
    ):
        (wrong,) = wrong_imports(Module("callproof.calling.engine", source), known)
        assert "calling may not import scoring" in wrong, source


def test_the_top_of_the_package_is_no_way_around() -> None:
    known = frozenset({"callproof", "callproof.api"})
    (wrong,) = wrong_imports(Module("callproof.evidence.x", "from callproof import check"), known)
    assert "evidence may not import api" in wrong


def test_a_new_area_needs_a_row() -> None:
    (wrong,) = wrong_imports(Module("callproof.magic.wand", ""), frozenset())
    assert "no area" in wrong


def test_what_is_allowed_is_not_found() -> None:
    source = "import os\nfrom callproof.errors import InputError\nfrom callproof.evidence.call import Call\nfrom . import x"
    assert list(wrong_imports(Module("callproof.scoring.checks.y", source), frozenset())) == []

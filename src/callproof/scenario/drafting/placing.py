"""What a tool does, to which thing, and which parameter says to which one: guessed from its method and path, its name, and its
description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from callproof.scenario.drafting.declared import DeclaredParameter, DeclaredTool
from callproof.scenario.drafting.openapi import holes
from callproof.scenario.drafting.wording import (
    VERBS,
    Deed,
    identified,
    imperative,
    is_identifier,
    makes,
    singular,
    verb_and_object,
    words_of,
)

_BY_METHOD: dict[str, Deed] = {
    "get": "list",
    "post": "insert",
    "put": "set",
    "patch": "set",
    "delete": "delete",
}
# Where a row of a table is looked at for one thing alone: `/orders/{id}/status`.
_LOOKS: frozenset[Deed] = frozenset(("look", "list"))
_CHANGES: frozenset[Deed] = frozenset(("set", "cancel", "delete", "mark"))
# What is looked up of a row, and is no row itself: "the status of an order".
_ASPECTS = frozenset(
    ("status", "detail", "details", "info", "information", "balance", "state", "data", "record", "history")
)


@dataclass(frozen=True, slots=True)
class Placed:
    """`noun` is what a row is one of ("order"); `record` the parameter that names the row, None for rows that are found by their
    columns, and for new ones. `part` is what is cancelled where that is not the row itself: the service of an account."""

    tool: DeclaredTool
    deed: Deed
    verb: str
    noun: str
    record: str | None = None
    part: str | None = None


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A tool that is for a person to place, and why."""

    tool: DeclaredTool
    reason: str


def place(tool: DeclaredTool) -> Placed | Unplaced:
    if tool.path:
        return _by_path(tool)
    verb, words = verb_and_object(tool.name, tool.description)
    if verb is None and tool.method != "get":
        return Unplaced(tool, "its name begins with no verb that tells whether it reads or writes")
    return _by_words(tool, verb or "get", words)


# --- HTTP ---------------------------------------------------------------------------------------------------------


def _by_path(tool: DeclaredTool) -> Placed | Unplaced:
    parts = list(tool.path)
    literals = [at for at, part in enumerate(parts) if holes(part) is None]
    method = tool.method or "get"
    deed = _BY_METHOD[method]
    verb, words = verb_and_object(tool.name, tool.description)
    if not literals:
        return _by_words(tool, verb or method, words)
    last = literals[-1]
    hole = holes(parts[-1]) if last < len(parts) - 1 else None
    if hole is not None and VERBS.get(parts[last]) in _CHANGES:  # "/reservations/cancel/{id}"
        words_of_hole = identified(hole) or ([_noun(parts[last - 1])] if last else [])
        return Placed(tool, VERBS[parts[last]], parts[last], singular([*words_of_hole, "row"][0]), hole)
    if hole is not None:
        said = VERBS.get(verb or "")
        deed = "look" if method == "get" else said if said in _CHANGES and method != "delete" else deed
        if deed == "insert":
            return _by_words(tool, verb or "create", words)
        return Placed(tool, deed, verb or _verb(deed), _noun(parts[last]), hole)
    ending = words_of(parts[last])
    doing = imperative(ending[0]) if ending else None
    owner = _owner(parts, last)
    # "/orders" is a list and "/orders/{id}/order" would be no deed: a word that is also a thing does something behind a row only.
    if doing is not None and last and (owner is not None or VERBS[doing] in _LOOKS) and ending[0] == doing:
        return _behind_a_verb(tool, doing, parts, last, owner)
    if method == "get":
        if owner is not None and ending and singular(ending[-1]) == ending[-1]:
            return Placed(tool, "look", verb or "get", owner[0], owner[1])
        return Placed(tool, "list", verb or "list", _noun(parts[last]))
    if deed == "insert":
        if verb is not None and VERBS[verb] in _CHANGES:
            return _by_words(tool, verb, words)
        return Placed(
            tool, "insert", verb if verb and VERBS[verb] == "insert" else "create", _noun(parts[last])
        )
    if owner is not None:
        return Placed(tool, deed, verb or _verb(deed), owner[0], owner[1])
    return _by_words(tool, verb or _verb(deed), words or ending)


def _behind_a_verb(
    tool: DeclaredTool, verb: str, parts: Sequence[str], last: int, owner: tuple[str, str] | None
) -> Placed | Unplaced:
    deed = VERBS[verb]
    if deed in _LOOKS:
        return (
            Placed(tool, "list", verb, _noun(parts[last - 1]))
            if owner is None
            else Placed(tool, "look", verb, *owner)
        )
    if deed == "insert":
        return Placed(tool, "insert", verb, makes(verb) or singular(words_of(parts[last])[-1]))
    assert owner is not None  # noqa: S101 - only looks come without one
    return Placed(tool, deed, verb, *owner)


def _owner(parts: Sequence[str], last: int) -> tuple[str, str] | None:
    """The row that a part of a path stands behind: `("order", "id")` in `/orders/{id}/status`."""
    if last < 2:
        return None
    hole, above = holes(parts[last - 1]), parts[last - 2]
    return (_noun(above), hole) if hole is not None and holes(above) is None else None


def _verb(deed: Deed) -> str:
    return {"look": "get", "list": "list", "insert": "create", "set": "change", "cancel": "cancel"}.get(
        deed, "delete"
    )


def _noun(part: str) -> str:
    words = words_of(part)
    return singular(words[-1]) if words else "row"


# --- words --------------------------------------------------------------------------------------------------------


def _by_words(tool: DeclaredTool, verb: str, words: Sequence[str]) -> Placed | Unplaced:
    deed = VERBS.get(verb, "insert" if verb == "post" else "look")
    things = [singular(word) for word in words]
    record = _record(tool, things)
    if deed in _LOOKS:
        if record is not None and deed == "look":
            noun = _identified(record, things)
            if not set(things) - _ASPECTS or noun in things or not identified(record):
                return Placed(tool, deed, verb, noun, record)
        if not things:
            return Unplaced(tool, "its name does not say what it looks for")
        return Placed(tool, "list", verb, things[-1])
    if deed == "insert":
        noun = things[-1] if things else makes(verb) or ""
        if record is not None and noun in identified(record):
            noun = makes(verb) or noun
        return (
            Placed(tool, deed, verb, noun) if noun else Unplaced(tool, "its name does not say what it makes")
        )
    if record is None and verb == "set" and things:  # "set a reminder"
        return Placed(tool, "insert", verb, things[-1])
    if record is None:
        return Unplaced(
            tool, f"{verb}s something, and no parameter is an id, number or code that says which row"
        )
    noun = _identified(record, things)
    part = things[-1] if deed in ("cancel", "delete") and things and noun not in things else None
    return Placed(tool, deed, verb, noun, record, part)


def _record(tool: DeclaredTool, things: Sequence[str]) -> str | None:
    """The identifier of the thing that the tool is about, else the first one that is needed."""
    candidates = [p for p in tool.parameters if is_identifier(p.name) and p.required]
    own = [
        p
        for p in candidates
        if set(map(singular, identified(p.name))) & set(things) or not identified(p.name)
    ]
    chosen: DeclaredParameter | None = next(iter(own or candidates), None)
    return None if chosen is None else chosen.name


def _identified(record: str, things: Sequence[str]) -> str:
    words = identified(record)
    return singular(words[-1]) if words else things[-1] if things else "row"

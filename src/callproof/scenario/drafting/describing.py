"""Descriptions of tools and parameters as an agent reads them: the source's own, begun with the verb or the name where it does not."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from callproof.scenario.drafting.declared import DeclaredParameter
from callproof.scenario.drafting.placing import Placed
from callproof.scenario.drafting.wording import (
    VERBS,
    identified,
    imperative,
    is_identifier,
    label_of,
    with_article,
)

Kind: TypeAlias = Literal["string", "integer", "number", "boolean"]

_KINDS: dict[str, Kind] = {"string": "string", "integer": "integer", "number": "number", "boolean": "boolean", "": "string",
                           "str": "string", "int": "integer", "float": "number", "bool": "boolean"}  # fmt: skip
# The words for looking that say so to any reader.
_LOOKING = frozenset(("look", "find", "get", "list", "show", "search", "fetch", "read", "check", "retrieve"))
_CHANGING = frozenset(("change", "update", "set", "edit", "move", "modify", "reschedule", "adjust", "amend"))
_PLAINEST = {"look": "find", "list": "find", "set": "change", "insert": "create"}


def kind_of(parameter: DeclaredParameter) -> Kind | None:
    """None for what a world has no type for."""
    return _KINDS.get(parameter.type)


def described(placed: Placed) -> str:
    """`Reschedule an appointment.` for "Reschedules an appointment", and in front of what begins with no verb."""
    text = placed.tool.description.strip()
    first = re.match(r"[A-Za-z]+", text)
    verb = imperative(first[0]) if first is not None else None
    if first is not None and verb is not None and _says(verb, placed):
        return verb.capitalize() + text[first.end() :]
    verb = placed.verb if _says(placed.verb, placed) else _PLAINEST.get(placed.deed, placed.verb)
    start = f"{verb.capitalize()} {with_article(placed.noun)}"
    return f"{start}. {text}" if text else f"{start}."


def _says(verb: str, placed: Placed) -> bool:
    """Whether a verb says to any reader what is done, and not only to whoever knows the tool."""
    if placed.deed in ("look", "list"):
        return verb in _LOOKING
    if placed.deed == "set":
        return verb in _CHANGING
    return VERBS.get(verb) not in ("look", "list") and verb not in _LOOKING


def described_parameter(parameter: DeclaredParameter, placed: Placed) -> str:
    """The name in words, and behind it what the source says of it."""
    label = spoken_label(parameter.name, placed.noun)
    text = parameter.description.strip()
    start = label[:1].upper() + label[1:]
    if not text:
        return f"{start}."
    if re.match(
        rf"(?:the |new )*{re.escape(label)}(?:$|[,.;:(]| (?:in|of|as|from|for|on)\b)", text, re.IGNORECASE
    ):
        return text
    return f"{start}: {text}"


def spoken_label(name: str, noun: str) -> str:
    """What people call a parameter. An `id` alone is that of the thing that the tool is about."""
    label = label_of(name)
    return f"{noun} {label}" if is_identifier(name) and not identified(name) and " " not in label else label

"""What tools gave back, as values that an action may use, and which figures follow from others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from callproof.evidence.call import ToolCall
from callproof.evidence.events import Json
from callproof.scoring.actions import Leaf, leaves, results_of
from callproof.scoring.arguments import figure

_MOST_TIMES = 60
_LARGEST = 10**15
_PLAIN_WORD = re.compile(r"[^\W_]+")
_TOKEN = re.compile(r"[A-Za-z0-9$€£¥₩₹.,:@+_/#-]+")
_ISO = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}).*)?|(\d{2}:\d{2})(?::\d{2})?")


class Returned(NamedTuple):
    """The values that one tool call gave back, as they are written, and the texts that they stand in; without a tool, those that the
    agent was given before the call."""

    tool: ToolCall | None
    figures: frozenset[Decimal]
    words: frozenset[str]
    texts: tuple[str, ...]


def returned(tool: ToolCall) -> Returned:
    return _gathered(tool, results_of(tool))


def given(values: Mapping[str, Json]) -> Returned:
    return _gathered(None, leaves(values))


def _gathered(tool: ToolCall | None, told: Iterable[Leaf]) -> Returned:
    figures: set[Decimal] = set()
    words: set[str] = set()
    texts: list[str] = []
    for leaf in told:
        number = figure(leaf.value)
        if number is not None:
            figures.add(number)
        if isinstance(leaf.value, str):
            words.update(keys(leaf.value))
            if " " in leaf.value:
                texts.append(leaf.value)
                for token in _TOKEN.findall(leaf.value):
                    words.update(keys(token))
                    part = figure(token.strip(".,:"))
                    if part is not None:
                        figures.add(part)
        else:
            words.add(written(str(leaf.value)))
    words.discard("")
    return Returned(tool, frozenset(figures), frozenset(words), tuple(texts))


def written(text: str) -> str:
    """Letters and digits only: "EM-456" is "em456"."""
    return "".join(_PLAIN_WORD.findall(text.casefold()))


def keys(text: str) -> tuple[str, ...]:
    """What a value is found by, the most exact last: of a moment its day, its time, and both up to the minute."""
    iso = _ISO.fullmatch(text.strip())
    if iso is None:
        return (written(text),)
    day, time, clock = iso.groups()
    return tuple(written(part) for part in (day, time, clock, f"{day} {time}" if time else None) if part)


def mills(number: Decimal) -> int:
    """A number in thousandths, in which sums are exact and quick."""
    return int(number * 1000) if abs(number) < _LARGEST else 0


def may_follow(wanted: int, known: frozenset[int]) -> bool:
    """False only where `follows` is, however often each of these figures is there."""
    return (
        not known.isdisjoint([wanted - figure_ for figure_ in known])
        or not known.isdisjoint([wanted + figure_ for figure_ in known])
        or _is_multiple(wanted, known)
    )


def follows(wanted: int, figures: Sequence[int]) -> bool:
    known = frozenset(figures)
    if not known.isdisjoint([wanted + figure_ for figure_ in known]) or _is_multiple(wanted, known):
        return True
    halves = known.intersection([wanted - figure_ for figure_ in known])
    return any(figure_ * 2 != wanted or figures.count(figure_) > 1 for figure_ in halves)


def _is_multiple(wanted: int, known: frozenset[int]) -> bool:
    return any(
        wanted * 1000 // figure_ in known
        for figure_ in known
        if 1000 < figure_ <= _MOST_TIMES * 1000 and not wanted * 1000 % figure_
    )

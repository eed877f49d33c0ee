"""What the readers of all languages give: a sentence in pieces, each with what it does."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Literal, Protocol, TypeAlias, get_args

from callproof.spoken.language import LanguageCode
from callproof.spoken.reading import Reading
from callproof.spoken.values import Span

Act: TypeAlias = Literal[
    "asked",
    "offered",
    "promised",
    "announced",
    "done",
    "not_done",
    "undone",
    "confirmed",
    "refused",
    "unclear",
]
# What a piece can be besides an act of its own:
# - fragment: no predicate ("number 4821"); belongs to a neighbour
# - tag: asks for agreement with what was said before ("is that right", "yes?")
# - opener: "okay", "sure": agrees when it stands alone, and is nothing in front of something else
# - praise: "great", "perfect": the same, but weaker
# - correction: "not fifty"
# - reported: "according to our records": what follows in the sentence is the claim of others
# - hypothetical: "once I have placed it": a clause that claims nothing
Kind: TypeAlias = (
    Act | Literal["fragment", "tag", "opener", "praise", "correction", "reported", "hypothetical"]
)
ACTS: frozenset[str] = frozenset(get_args(Act))
KINDS = ACTS | {"fragment", "tag", "opener", "praise", "correction", "reported", "hypothetical"}

# The action that a claim is about: one vocabulary for all languages.
Topic: TypeAlias = Literal[
    "activate",
    "add",
    "block",
    "book",
    "cancel",
    "charge",
    "check",
    "close",
    "confirm",
    "connect",
    "create",
    "deliver",
    "discount",
    "identify",
    "keep",
    "open",
    "order",
    "pay",
    "record",
    "refund",
    "register",
    "remove",
    "replace",
    "report",
    "return",
    "send",
    "transfer",
    "undo",
    "update",
    "waive",
]


@dataclass(slots=True)
class Piece:
    """A part of a sentence, from `start` to `end` in the text.

    `worded`: it holds words that are no values. `forward`: it leads on to what follows ("and for order 4281"), and belongs to
    that when it is a fragment.
    """

    kind: Kind
    start: int
    end: int
    consent: bool = False
    topic: Topic | None = None
    worded: bool = True
    forward: bool = False
    # Places of values that it rules out.
    ruled_out: tuple[tuple[int, int], ...] = ()


class Grammar(Protocol):
    """What a language knows of what sentences do."""

    def has_cue(self, reading: Reading) -> bool:
        """Whether anything in the text can be more than unclear."""
        ...

    def may_claim(self, text: str) -> bool:
        """False only where certainly nothing is said to be done, not done or undone; without a reading."""
        ...

    def may_ask(self, text: str) -> bool:
        """False only where certainly no consent is asked for; without a reading."""
        ...

    def sentences(self, reading: Reading, spans: list[Span]) -> list[list[Piece]]:
        """The pieces of each sentence, in order."""
        ...


_START = attrgetter("start")
# With fewer values it is quicker to look at each.
_MANY = 16


def spans_in(spans: Sequence[Span], start: int, end: int) -> list[Span]:
    """Of values in their order those within a piece of the text."""
    first = bisect_left(spans, start, key=_START) if len(spans) > _MANY else 0
    last = bisect_left(spans, end, first, key=_START) if first else len(spans)
    return [span for span in spans[first:last] if start <= span.start and span.end <= end]


@cache
def grammar_of(code: LanguageCode) -> Grammar:
    """The grammar of a language; its module is loaded at first use."""
    module = import_module(f"callproof.spoken.claiming.{code}")
    build: Callable[[], Grammar] = module.grammar
    return build()

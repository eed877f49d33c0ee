"""What was found out about a call after it: by whom, in which version, and on which event.

Derived evidence never changes the record. It is laid over the events when they are folded: `fold(record, derived)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from callproof.evidence.events import STRICT, Speaker, TextKind, Word

DERIVED_SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeFound:
    """The true time of a `speech.started` or `speech.ended` event, measured from the audio."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: Literal["edge.found"] = "edge.found"
    event: int
    ms: int
    uncertainty_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFound:
    """A further text of an utterance, such as a second recogniser's. Stands beside the record's own text."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: Literal["text.found"] = "text.found"
    event: int
    kind: TextKind
    text: str
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechFound:
    """Speech in the audio that no event of the record speaks of."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: Literal["speech.found"] = "speech.found"
    speaker: Speaker
    start_ms: int
    end_ms: int
    uncertainty_ms: int


DerivedItem: TypeAlias = EdgeFound | TextFound | SpeechFound


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """All that one producer found; stored as `derived/<producer>@<version>.jsonl`."""

    producer: str
    version: str
    items: tuple[DerivedItem, ...]

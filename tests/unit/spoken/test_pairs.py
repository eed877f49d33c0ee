"""Pairs of what was said and what was heard, in all languages, each with the outcome a person would give it."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from callproof.spoken import compare
from callproof.spoken.language import LANGUAGES
from tests.rows import each

# The second file holds what comes up on customer calls, kind by kind, the third one kind in all languages, the fourth quantities, their
# parts and named days, the fifth whole sentences of shops, banks, surgeries and journeys; the first is also what the benchmark compares.
FILES = ("pairs.jsonl", "call_pairs.jsonl", "kinds.jsonl", "quantities.jsonl", "sentences.jsonl")
PAIRS = [Path(__file__).parents[2] / "data" / "spoken" / name for name in FILES]
# A different value is never called anything else, an equal one never this.
VALUE = "value"


@dataclass(frozen=True)
class SaidHeard:
    """`outcomes` has several where equal values are worded so differently that both "match" and "phrasing" are right."""

    file: str
    line: int
    language: str
    outcomes: tuple[str, ...]
    said: str
    heard: str
    date: datetime.date | None = None
    minimal: bool = False

    def __str__(self) -> str:
        return f"{self.language}:{self.file}:{self.line}"

    def group(self) -> str:
        return f"{self.language}:{self.file}"


def stored() -> list[SaidHeard]:
    lines = [
        (path.stem, line, text)
        for path in PAIRS
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    ]
    found = []
    for file, line, text in lines:
        row = json.loads(text)
        outcome = row.pop("outcome")
        outcomes = tuple(outcome) if isinstance(outcome, list) else (outcome,)
        date = datetime.date.fromisoformat(row.pop("date")) if "date" in row else None
        found.append(SaidHeard(file=file, line=line, outcomes=outcomes, date=date, **row))
    return found


ALL = stored()


@each(ALL, name=str, group=SaidHeard.group)
def test_a_pair_has_the_outcome_that_a_person_gives_it(pair: SaidHeard) -> None:
    comparison = compare(pair.said, pair.heard, language=pair.language, date=pair.date)
    evidence = (pair.said, pair.heard, comparison.differences, comparison.words)
    assert comparison.outcome in pair.outcomes, evidence
    assert bool(comparison.differences) == (comparison.outcome in ("substance", VALUE)), evidence


@each(ALL, name=str, group=SaidHeard.group)
def test_the_outcome_is_the_same_in_both_directions(pair: SaidHeard) -> None:
    there = compare(pair.said, pair.heard, language=pair.language, date=pair.date)
    back = compare(pair.heard, pair.said, language=pair.language, date=pair.date)
    assert back.outcome == there.outcome


@each([pair for pair in ALL if pair.language in LANGUAGES], name=str, group=SaidHeard.group)
def test_without_a_language_no_value_is_judged_otherwise(pair: SaidHeard) -> None:
    outcome = compare(pair.said, pair.heard, date=pair.date).outcome
    assert (outcome == VALUE) == (VALUE in pair.outcomes) or outcome == "not_measured"


@each(ALL, name=str, group=SaidHeard.group)
def test_a_text_is_itself(pair: SaidHeard) -> None:
    for text in (pair.said, pair.heard):
        comparison = compare(text, text, language=pair.language, date=pair.date)
        assert comparison.outcome == "match"
        assert comparison.wer in (0.0, None)


def test_there_are_enough_pairs() -> None:
    languages = Counter(pair.language for pair in ALL)
    assert len({(pair.language, pair.said, pair.heard) for pair in ALL}) == len(ALL) >= 250
    assert sum(pair.minimal for pair in ALL) >= 80
    assert languages["en"] >= 110
    assert all(languages[code] >= 30 for code in ("es", "ko", "ja"))
    assert all(languages[code] >= 15 for code in ("de", "fr", "pt", "it"))
    assert set(languages) == {*LANGUAGES, "zh"}


def test_minimal_pairs_differ_in_a_value() -> None:
    assert [str(pair) for pair in ALL if pair.minimal and pair.outcomes != (VALUE,)] == []

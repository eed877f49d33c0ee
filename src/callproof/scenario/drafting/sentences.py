"""What the caller says, in several wordings each, the most natural first. `{name}` stands for a value; days and times are written as
they are said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from callproof.scenario.drafting.samples import format_of
from callproof.scenario.drafting.wording import with_article
from callproof.scenario.drafting.world import DraftTool

_NOON = 12
_DAY_WORDS = frozenset(("date", "day"))


@dataclass(frozen=True, slots=True)
class Subject:
    """A tool, the parameter that names what it is about and what that is (`noun`), what its parameters are called, and the values that
    are asked for."""

    tool: DraftTool
    record: str | None
    noun: str
    labels: Mapping[str, str]
    values: Mapping[str, Any]

    @property
    def named(self) -> str:
        """`order {order_number}`."""
        if self.record is None:
            return ""
        return f"{self.noun} {{{self.record}}}"

    @property
    def others(self) -> list[str]:
        return [name for name in self.labels if name != self.record]

    def form(self, name: str) -> str | None:
        return next((format_of(p) for p in self.tool.placed.tool.parameters if p.name == name), None)

    def said(self, name: str) -> str:
        return spoken(self.values[name], self.form(name)) or f"{{{name}}}"

    def with_values(self, values: Mapping[str, Any]) -> Subject:
        return Subject(self.tool, self.record, self.noun, self.labels, {**self.values, **values})


def spoken(value: Any, form: str | None) -> str | None:
    """`March 18th` and `2:30 PM`; None for what is said as it is written."""
    if not isinstance(value, str):
        return None
    if form == "date-time" and (whole := re.fullmatch(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d):00Z", value, re.ASCII)):
        return f"{spoken(whole[1], 'date')} at {spoken(whole[2], 'time')}"
    if form == "date" and re.fullmatch(r"\d{4}-\d\d-\d\d", value, re.ASCII):
        day = date.fromisoformat(value)
        ending = "th" if 11 <= day.day <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
        return f"{day:%B} {day.day}{ending}"
    if form == "time" and re.fullmatch(r"\d\d:\d\d", value, re.ASCII):
        hour, minute = int(value[:2]), value[3:]
        figures = str(hour % _NOON or _NOON) + (f":{minute}" if minute != "00" else "")
        return f"{figures} {'PM' if hour >= _NOON else 'AM'}"
    return None


def requests(subject: Subject) -> list[str]:
    """Ways to ask for what a tool does."""
    placed = subject.tool.placed
    verb, thing = _verb_and_thing(subject)
    labelled = "".join(f", {subject.labels[name]} {subject.said(name)}" for name in subject.others)
    natural = _natural(subject)
    if placed.deed == "set" and subject.others:
        first, *rest = subject.others
        more = "".join(f" and the {subject.labels[name]} to {subject.said(name)}" for name in rest)
        change = f"Hi, please change the {subject.labels[first]} of {subject.named} to {subject.said(first)}{more}."
        whole = f"Hi, please {verb} {subject.named}{natural}."
        plain = f"Hi, please {verb} {subject.named}{labelled}."
        timed = {subject.form(name) for name in subject.others} & {"date", "time"}
        return (
            [whole, change, plain]
            if timed and verb not in ("update", "change", "set")
            else [change, whole, plain]
        )
    whose = f" for {subject.named}" if subject.record is not None else ""
    if placed.deed == "insert" and placed.noun != subject.noun:
        return [
            f"Hi, I would like to {verb} {thing}{whose}{natural}, please.",
            f"Hi, please {verb} {thing}{whose}{labelled}.",
            f"Hi, please {verb} {subject.named or thing}{labelled}.",
        ]
    return [
        f"Hi, please {verb} {subject.named or thing}{labelled}.",
        f"Hi, please {verb} the {placed.noun}, {subject.named or thing}{labelled}.",
    ]


def _verb_and_thing(subject: Subject) -> tuple[str, str]:
    """The first words of the description: `("book", "an appointment")`."""
    placed = subject.tool.placed
    text = str(subject.tool.data["description"])
    word = r"(?:(?!(?:for|of|at|that|which|from|to|by|with|in|on|and|or|as|if)\b)[A-Za-z'-]+ ?)"
    match = re.match(rf"(\w+) ((?:an?|the) )?({word}{{1,3}})", text)
    if match is None:
        return placed.verb, with_article(placed.noun)
    thing = match[3].strip().lower()
    return match[1].lower(), thing if thing.endswith("s") or thing == "money" else with_article(thing)


def _natural(subject: Subject) -> str:
    """` on March 18th at 10 AM, kind {kind}`; the days and times first."""
    near: list[str] = []
    rest: list[str] = []
    for name in subject.others:
        label, form = subject.labels[name], subject.form(name)
        if form == "date" and set(label.split()) & _DAY_WORDS:
            near.append(
                f" on {subject.said(name)}"
                if subject.tool.placed.deed == "insert"
                else f" to {subject.said(name)}"
            )
        elif form == "time":
            near.append(f" at {subject.said(name)}")
        elif isinstance(subject.values[name], int) and label.endswith("s") and " " not in label:
            near.append(f" for {subject.said(name)} {label}")
        else:
            rest.append(f", {label} {subject.said(name)}")
    return "".join([*near, *rest])


def other_record(subject: Subject) -> list[str]:
    return [
        f"Sorry, I mean {subject.named}.",
        f"No, sorry, {subject.labels[subject.record or '']} {{{subject.record}}}.",
    ]


def amending(subject: Subject, name: str) -> list[str]:
    label, value = subject.labels[name], subject.said(name)
    forms = [
        f"Sorry, make the {label} {value}.",
        f"Sorry, change the {label} to {value}.",
        f"No, {label} {value}, please.",
    ]
    return [f"No, sorry, {value}, please.", *forms] if value != f"{{{name}}}" else forms


def breaking_in(subject: Subject, name: str) -> list[str]:
    label, value = subject.labels[name], subject.said(name)
    return [
        f"Wait, make the {label} {value}.",
        f"Wait, change the {label} to {value}.",
        f"Wait, no, {label} {value}.",
    ]


def taking_back(subject: Subject) -> list[str]:
    """A change of mind, before the agent is done."""
    verb, thing = _verb_and_thing(subject)
    return [
        "Stop, never mind, please leave it as it is.",
        "No, better not. Leave it.",
        f"No, please don't {verb} {re.sub('^an? ', 'the ', thing)}.",
    ]


def undoing(subject: Subject) -> list[str]:
    """A change of mind, when the agent is done."""
    verb, thing = _verb_and_thing(subject)
    it = re.sub("^an? ", "the ", thing)
    return [
        f"Oh no, please don't {verb} {it} after all.",
        f"Actually, never mind {it}.",
        "Forget it, I changed my mind.",
    ]

"""What the reference agents say. Sentences are made from the schemas: "I have shipped order 4821, method express."."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from callproof.calling.agent import Json
from callproof.calling.agents.schemas import Parameter, ToolSchema

GREETING = "Hello, you have reached customer service. What can I do for you?"
LOOKING_UP = "One moment, let me look that up."
WAITING = "I am still waiting for the system, one moment please."
LET_ME_CHECK = "One moment, let me check that."
ANYTHING_ELSE = "Is there anything else I can do for you?"
GOODBYE = "Thank you for calling. Goodbye."
STILL_HERE = "Yes, I am here."
GO_ON = "Of course."
NOT_UNDERSTOOD = "I am sorry, I did not get that."
THANKS = "Thank you."

_PARTICIPLES = {"send": "sent", "set": "set", "make": "made", "put": "put", "take": "taken", "give": "given", "pay": "paid",
                "cut": "cut", "write": "written", "ship": "shipped", "cancel": "cancelled", "stop": "stopped", "drop": "dropped"}  # fmt: skip
_NOON = 12


def participle(verb: str) -> str:
    if verb in _PARTICIPLES:
        return _PARTICIPLES[verb]
    if verb.endswith("e"):
        return verb + "d"
    return re.sub(r"(?<=[^aeiou])y$", "i", verb) + "ed"


def asking(tool: ToolSchema, arguments: Mapping[str, Json]) -> str:
    """Reads back what is to be done, and asks for a yes."""
    return f"Shall I {tool.verb} {_what(tool, arguments)}?"


def done(tool: ToolSchema, arguments: Mapping[str, Json]) -> str:
    return f"I have {participle(tool.verb)} {_what(tool, arguments)}."


def not_done(tool: ToolSchema, arguments: Mapping[str, Json]) -> str:
    return f"I have not {participle(tool.verb)} {_about(tool, arguments)}."


def failed(tool: ToolSchema, arguments: Mapping[str, Json]) -> str:
    return f"I am sorry, I could not do that. {not_done(tool, arguments)}"


def taken_back(tool: ToolSchema, arguments: Mapping[str, Json]) -> str:
    return f"I have taken back the {_thing(tool)} {_about(tool, arguments, of=True)}."


def stays(tool: ToolSchema, arguments: Mapping[str, Json]) -> str:
    return f"I am sorry, I cannot take that back, so the {_thing(tool)} {_about(tool, arguments, of=True)} stays as it is."


def found(parameter: Parameter, value: Json) -> str:
    return f"I have {parameter.noun} {spoken(parameter, value)} here."


def not_found(parameter: Parameter, value: Json) -> str:
    return f"I am sorry, I cannot find {parameter.noun} {spoken(parameter, value)}."


def ask_for(parameter: Parameter) -> str:
    return f"What is the {parameter.label}?"


def acknowledged(values: Mapping[Parameter, Json]) -> str:
    return "Okay, " + " and ".join(f"{p.noun} {spoken(p, value)}" for p, value in values.items()) + "."


def spoken(parameter: Parameter, value: Json) -> str:
    """A value as it is said: "March 19th", "2:30 PM", "$35.50"."""
    text = str(value)
    if parameter.kind == "date" and re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        day = date.fromisoformat(text)
        return f"{day:%B} {day.day}{_ending(day.day)}"
    if parameter.kind == "time" and re.fullmatch(r"\d{2}:\d{2}", text):
        hour, minute = map(int, text.split(":"))
        return f"{hour % _NOON or _NOON}:{minute:02d} {'PM' if hour >= _NOON else 'AM'}"
    if parameter.is_money and isinstance(value, int | float):
        return f"${value:.2f}" if value % 1 else f"${int(value)}"
    return text


def _ending(day: int) -> str:
    return "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _what(tool: ToolSchema, arguments: Mapping[str, Json]) -> str:
    """What follows the verb: "the quantity of order 4821 to 3", "order 4821, method express"."""
    record = tool.record
    others = [p for name, p in tool.parameters.items() if p is not record and arguments.get(name) is not None]
    subject = _subject(tool, arguments)
    if tool.changes and others:
        first, *rest = others
        of = f" of {subject}" if subject else ""
        parts = [f"the {first.label}{of} to {spoken(first, arguments[first.name])}"]
        parts += [f"the {p.label} to {spoken(p, arguments[p.name])}" for p in rest]
        return " and ".join(parts)
    values = [f"{p.label} {spoken(p, arguments[p.name])}" for p in others]
    if _is_about_record(tool):
        return ", ".join([subject or _thing(tool), *values])
    money = next((p for p in others if p.is_money), None)
    if money is not None and tool.object == "money":
        values.remove(f"{money.label} {spoken(money, arguments[money.name])}")
        head = spoken(money, arguments[money.name])
    else:
        head = _with_article(tool.object) if tool.object else "that"
    return ", ".join([f"{head} for {subject}" if subject else head, *values])


def _about(tool: ToolSchema, arguments: Mapping[str, Json], *, of: bool = False) -> str:
    """The thing alone: "order 4821", "a voucher for order 4821"; behind "the shipment": "of order 4821"."""
    subject = _subject(tool, arguments)
    if of:
        money = next((p for p in tool.parameters.values() if p.is_money and p.name in arguments), None)
        head = f"of {spoken(money, arguments[money.name])} " if money is not None else ""
        return f"{head}for {subject}" if subject else head.strip() or "you asked for"
    if tool.changes or _is_about_record(tool):
        return subject or "anything"
    head = "anything" if tool.object == "money" else _with_article(tool.object or "thing")
    return f"{head} for {subject}" if subject else head


def _subject(tool: ToolSchema, arguments: Mapping[str, Json]) -> str:
    record = tool.record
    value = arguments.get(record.name) if record else None
    return f"{record.noun} {spoken(record, value)}" if record and value is not None else ""


def _is_about_record(tool: ToolSchema) -> bool:
    return tool.record is not None and tool.object == tool.record.noun


def _thing(tool: ToolSchema) -> str:
    """What a call of the tool makes: "change", "shipment", "refund", "visit"."""
    if tool.changes:
        return "change"
    if tool.object and tool.object != "money" and not _is_about_record(tool):
        return tool.object
    return {"ship": "shipment", "pay": "payment", "deliver": "delivery"}.get(tool.verb, tool.verb)


def _with_article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"

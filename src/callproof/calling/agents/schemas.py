"""What a reader makes of the schemas of the tools: which of them only look, which take something back, what a parameter takes.

Everything is read off descriptions, types and formats; that two things bear the same name (a parameter and a column of a result)
counts, what the name is does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, TypeAlias

from callproof.calling.agent import Json

ParameterKind: TypeAlias = Literal[
    "identifier", "integer", "number", "date", "time", "email", "choice", "name", "text"
]

_LOOKING = frozenset(
    ("look", "find", "get", "list", "show", "search", "fetch", "read", "check", "retrieve", "return")
)
_TAKING_BACK = frozenset(
    (
        "cancel",
        "void",
        "undo",
        "reverse",
        "revoke",
        "withdraw",
        "delete",
        "remove",
        "reopen",
        "restore",
        "take",
    )
)
CHANGING = frozenset(("change", "update", "set", "edit", "move", "modify", "reschedule", "adjust", "amend"))
_IDENTIFIES = re.compile(r"\b(?:number|code|id|reference|identifier)\b", re.IGNORECASE)
_NAMES_ONE = re.compile(r"\w (?:number|code|id|reference)$", re.IGNORECASE)
_MONEY = re.compile(r"[$€£]|\b(?:dollars?|euros?|pounds?|usd|eur|gbp)\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z]+")
_LABEL_ENDS = re.compile(r"[,.;:(]| (?:in|of|as|from|for|that|to|at|by|on)\b")
_ASKS = re.compile(r"(?:how|whether|if|what|which|when|where|who|why)\b")
_OBJECT = re.compile(r"\w+(?: (?:an?|the|some|up))? ((?!(?:for|of|at|that|which|from|to|by|with|in|on|and|out)\b)[\w'-]+"
                     r"(?: (?!(?:for|of|at|that|which|from|to|by|with|in|on|and|out)\b)[\w'-]+)*)")  # fmt: skip
_EMPTY = frozenset(
    ("the", "a", "an", "of", "for", "to", "with", "and", "or", "it", "its", "is", "was", "as", "in", "on", "at", "by", "that",
     "each", "both", "one", "returns", "return", "new", "only", "what", "not", "yet", "has", "which", "from", "new", "list",
     "number", "please", "this", "my", "i", "you", "would", "like", "can", "could", "have", "be", "are", "so", "there", "look", "up")
)  # fmt: skip
_SHORTEST_STEM, _LONGEST_ENDING = 4, 4


@dataclass(frozen=True)
class Parameter:
    """`label` is what a person calls it ("delivery date"), `noun` what it identifies ("order"). `is_whole`: an identifier that is a
    number to the tool."""

    name: str
    kind: ParameterKind
    required: bool
    label: str
    words: frozenset[str]
    choices: tuple[str, ...] = ()
    is_money: bool = False
    is_whole: bool = False
    has_default: bool = False

    @property
    def noun(self) -> str:
        return _IDENTIFIES.sub("", self.label).strip() or self.label


@dataclass(frozen=True)
class ToolSchema:
    """`verb` is the first word of the description ("ship"), `object` what follows it ("order"), `words` all that counts of it."""

    name: str
    verb: str
    object: str
    words: frozenset[str]
    parameters: Mapping[str, Parameter]

    @property
    def only_looks(self) -> bool:
        return self.verb in _LOOKING

    @property
    def lists(self) -> bool:
        return self.verb in ("list", "search")

    @property
    def takes_back(self) -> bool:
        return self.verb in _TAKING_BACK

    @property
    def changes(self) -> bool:
        """Whether it sets values of something that is there, and so may be called again with others."""
        return self.verb in CHANGING

    @property
    def required(self) -> tuple[Parameter, ...]:
        return tuple(p for p in self.parameters.values() if p.required)

    @cached_property
    def record(self) -> Parameter | None:
        """The parameter that says which thing it is about."""
        return next((p for p in self.required if p.kind == "identifier"), None)


class Catalogue:
    """All tools of a call."""

    def __init__(self, schemas: Sequence[Mapping[str, Json]]) -> None:
        self.tools = {tool.name: tool for tool in map(_tool, schemas)}
        self.writing = [tool for tool in self.tools.values() if not tool.only_looks]
        self._looking = [tool for tool in self.tools.values() if tool.only_looks]

    def lookup(self, parameter: Parameter) -> ToolSchema | None:
        """The tool that finds the one thing that a parameter identifies."""
        fitting = [t for t in self._looking if [p.name for p in t.required] == [parameter.name]]
        return min(fitting, key=lambda t: (t.lists, -len(common(t.words, parameter.words))), default=None)

    def profile(self) -> tuple[ToolSchema, Parameter] | None:
        """The tool that finds a caller by name."""
        for tool in self._looking:
            if len(tool.required) == 1 and tool.required[0].kind == "name":
                return tool, tool.required[0]
        return None

    def check(self, tool: ToolSchema) -> ToolSchema | None:
        """The tool that shows what another tool has done."""
        known = {p.name for p in tool.required}
        fitting = [t for t in self._looking if t.required and all(p.name in known for p in t.required)]
        record = tool.record.words if tool.record else frozenset()
        about = frozenset(word for word in tool.words if not common({word}, record))
        about |= {word for p in tool.parameters.values() if p is not tool.record for word in p.words}

        def likeness(candidate: ToolSchema) -> tuple[int, bool]:
            verb = len(common({tool.verb, *words_of(tool.object)} - record, words_of(candidate.object)))
            return 3 * verb + len(common(candidate.words, about)), not candidate.lists

        # What shares no word with it is about something else: the free rooms say nothing of the booking.
        own = {tool.verb} | words_of(tool.object) | record
        fitting = [t for t in fitting if not own or common(own, t.words)]
        return max(fitting, key=likeness, default=None)

    def lookup_of(self, row: Mapping[str, Json]) -> ToolSchema | None:
        """The tool that finds a row which another tool has made, by what identifies it."""
        fitting = [
            t
            for t in self._looking
            if len(t.required) == 1
            and t.required[0].kind == "identifier"
            and row.get(t.required[0].name) is not None
        ]
        return next((t for t in fitting if t.required[0].name == next(iter(row))), None)

    def taking_back(self, tool: ToolSchema, row: Mapping[str, Json]) -> ToolSchema | None:
        """The tool that takes back what another one did, given the row that it made."""
        known = set(tool.parameters)
        fitting = [
            t
            for t in self.writing
            if t.takes_back
            and t.required
            and all(p.name in row for p in t.required)
            and any(p.name not in known for p in t.required)
        ]
        return max(fitting, key=lambda t: len(common(t.words, tool.words)), default=None)


def words_of(text: str) -> frozenset[str]:
    return frozenset(
        word for word in _WORD.findall(text.lower().replace("e-mail", "email")) if word not in _EMPTY
    )


def common(some: Iterable[str], others: Iterable[str]) -> set[str]:
    """The words of `some` that are among the others, in whatever form: "shipping", "shipment" and "ship"."""
    return {word for word in some if any(_same(word, other) for other in others)}


@lru_cache(maxsize=8192)
def _same(one: str, other: str) -> bool:
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORTEST_STEM or len(long) - len(short) > _LONGEST_ENDING:
        return False
    stem = short.removesuffix("e")
    if len(stem) >= _SHORTEST_STEM and long.startswith(stem):
        return True
    shared = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return shared > _SHORTEST_STEM and len(long) - shared <= 3


def _tool(schema: Mapping[str, Json]) -> ToolSchema:
    function = schema.get("function", schema)
    description = str(function.get("description") or function["name"].replace("_", " "))
    parameters = function.get("parameters") or {}
    required = set(parameters.get("required") or ())
    words = _WORD.findall(description.lower())
    match = _OBJECT.match(description)
    return ToolSchema(
        name=function["name"],
        verb=words[0] if words else "",
        object=match[1].lower() if match else "",
        words=words_of(description),
        parameters={
            name: _parameter(name, item, required=name in required)
            for name, item in (parameters.get("properties") or {}).items()
        },
    )


def _parameter(name: str, schema: Mapping[str, Json], *, required: bool) -> Parameter:
    text = str(schema.get("description") or name.replace("_", " "))
    label = _LABEL_ENDS.split(text, maxsplit=1)[0].lower()
    if _ASKS.match(label):  # "How to ship it": nobody is asked for the "how"
        label = name.replace("_", " ").lower()
    return Parameter(
        name=name,
        kind=_kind(schema, text),
        required=required,
        label=re.sub(r"^(?:the |a |an )?(?:new )?", "", label).strip(),
        words=frozenset(_own_words(text)),
        choices=tuple(str(choice) for choice in schema.get("enum") or ()),
        is_money=_MONEY.search(text) is not None,
        is_whole=schema.get("type") == "integer",
        has_default=schema.get("default") is not None,
    )


def _own_words(text: str) -> Iterator[str]:
    yield from words_of(re.split(r"[,.;:(]", text, maxsplit=1)[0])


def _kind(schema: Mapping[str, Json], text: str) -> ParameterKind:
    formats: Mapping[str, ParameterKind] = {"date": "date", "time": "time", "email": "email"}
    if schema.get("enum"):
        return "choice"
    if schema.get("format") in formats:
        return formats[schema["format"]]
    if schema.get("type") == "integer":
        # "Room number" is one, "number of guests" is none.
        return "identifier" if _NAMES_ONE.search(_LABEL_ENDS.split(text, maxsplit=1)[0]) else "integer"
    if schema.get("type") == "number":
        return "number"
    if _IDENTIFIES.search(text):
        return "identifier"
    return "name" if re.search(r"\bname\b", text, re.IGNORECASE) else "text"

"""From the caller's words to what they want: a rule-based reading of one utterance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Literal, TypeAlias

from callproof.calling.agent import Json
from callproof.calling.agents.backchannels import is_listening
from callproof.calling.agents.digits import digits_meant
from callproof.calling.agents.schemas import CHANGING, Catalogue, Parameter, ToolSchema, common, words_of
from callproof.calling.agents.wishes import Goal, Goals, Wish
from callproof.spoken.claims import Claim, claims
from callproof.spoken.content import read_values
from callproof.spoken.phrases import asks_to_wait, is_farewell, is_line_check
from callproof.spoken.values import Span, Value

HeardKind: TypeAlias = Literal[
    "wish", "backchannel", "closing", "line_check", "wait", "objection", "name", "other"
]

_NAME = re.compile(r"\b(?i:this is|my name is|i am|i'm|it's|name's)\s+([A-Z][\w'-]+(?: [A-Z][\w'-]+)+)")
_CLOSING = re.compile(
    r"\b(?:that'?s (?:it|all|everything)|that is (?:it|all)|nothing else|no,? thank(?:s| you))\b",
    re.IGNORECASE,
)
_NOTHING_ELSE = re.compile(r"\W*(?:no|nope)\W*", re.IGNORECASE)
_TAKES_BACK = re.compile(
    r"\b(?:stop(?! at)|never ?mind|forget (?:it|that|about)|call (?:it|that) off|scrap (?:it|that)|leave it|let it be|cancel (?:that|it)|"
    r"changed my mind|no longer want|undo (?:that|it)|take (?:that|it) back|keep it as it (?:is|was))\b",
    re.IGNORECASE,
)  # fmt: skip
_AFTER_ALL = re.compile(
    r"\b(?:after all|go ahead|please do|do it|do send|do ship|on second thought|again)\b", re.IGNORECASE
)
_ANOTHER = re.compile(
    r"\b(?:also|as well|another|too|second one|while (?:we're|we are|you're|you are) at it)\b", re.IGNORECASE
)
# "Hold on, Ken is enough": something is to be otherwise, whatever that was.
_OBJECTS = re.compile(
    r"\W*(?:hold on|hang on|wait|stop|no|sorry|actually|oh)\b(?=.*[\w'’]+\W+[\w'’]+)",
    re.IGNORECASE | re.DOTALL,
)
_MORE = re.compile(r"\b(one|two|three|a couple)\s+(more|less|fewer)\b", re.IGNORECASE)
_STEPS = {"one": 1, "two": 2, "three": 3, "a couple": 2}
_NOT = re.compile(r"(?:\bnot|n't|\binstead of|\brather than)\s+(?:by\s+|the\s+|an?\s+)*$", re.IGNORECASE)
_FIGURES = re.compile(r"[A-Za-z]{0,3}\d{3,}[A-Za-z0-9]*(?![\w.:])")
_ANSWER = re.compile(r"(?:it's|it is|that's|no,)\s+([^,.?!]+)", re.IGNORECASE)
_ASKING_FOR_CHANGE = CHANGING | {"put", "make", "raise", "increase", "lower", "reduce", "correct", "switch"}
_CODE_LENGTH = 3
_OPENS, _CLOSES = 8, 18
_NEAR = 5
_REQUEST_SCORE = 3.0


@dataclass(frozen=True)
class Heard:
    """What an utterance comes to. `wish` with the kind `wish`, `name` where the caller said who they are. An `objection` is one of which no
    more was understood."""

    kind: HeardKind
    wish: Wish | None = None
    name: str | None = None


@dataclass(frozen=True)
class _Piece:
    """A value in the text and where it stands."""

    start: int
    end: int
    text: str
    readings: frozenset[Value]


class Listener:
    """Reads the caller's utterances against the tools there are and the day of the call."""

    def __init__(self, catalogue: Catalogue, today: str) -> None:
        self._catalogue = catalogue
        self._today = date.fromisoformat(today)

    def read(
        self, text: str, goals: Goals, *, asked: str | None, listening: bool, anything_else: bool = False
    ) -> Heard:
        """`asked` is the parameter that the agent has just asked for, `listening` whether the agent was speaking meanwhile, and
        `anything_else` whether all is done and told, so that a mere "no" takes nothing back."""
        text = digits_meant(text, _code_lengths(goals, self._catalogue))
        name = _NAME.search(text)
        who = name[1] if name else None
        if is_listening(text, over_speech=listening) and (listening or not self._revives(text, goals)):
            return Heard("backchannel")
        if _CLOSING.search(text) or is_farewell(text):
            return Heard("closing", name=who)
        if anything_else and not listening and _NOTHING_ELSE.fullmatch(text):
            return Heard("closing")
        said = claims(text, language="en", date=self._today)
        wish = self._wish(text, said, goals, asked)
        if wish is not None:
            return Heard("wish", wish, who)
        if is_line_check(text):
            return Heard("line_check")
        if asks_to_wait(text):
            return Heard("wait")
        if who:
            return Heard("name", name=who)
        return Heard("objection" if _OBJECTS.match(text) else "other")

    # -- what is wanted ------------------------------------------------------------------------------------------------

    def _wish(self, text: str, said: Sequence[Claim], goals: Goals, asked: str | None) -> Wish | None:
        pieces, ruled_out = _pieces(said, self._today)
        tool, score = self._best_tool(text, pieces)
        about = self._goal_of(goals, tool if score >= _REQUEST_SCORE else None, text)
        if goals and about is not None:
            known = self._catalogue.tools[about.tool]
            values = self._values(text, known, pieces, ruled_out, about.arguments, asked)
            more = _steps(text, known) if not values else {}
            other = tool is not None and score >= _REQUEST_SCORE and tool.name != about.tool
            if other and values and tool is not None and tool.changes and tool.record is not None:
                # "Make the nights three": of the booking that is being made, unless another one is named.
                other = tool.record.name in self._values(text, tool, pieces, ruled_out, {}, None)
            another = _ANOTHER.search(text) is not None and score >= _REQUEST_SCORE
            if not (other or another):
                return self._about(text, said, about, values, more)
        if tool is None or score < _REQUEST_SCORE or (_refused(said) and not pieces):
            return None
        values = self._values(text, tool, pieces, ruled_out, {}, asked)
        return Wish(None, tool.name, values, _steps(text, tool))

    def _about(
        self,
        text: str,
        said: Sequence[Claim],
        goal: Goal,
        values: Mapping[str, Json],
        more: Mapping[str, int],
    ) -> Wish | None:
        changed = {name: value for name, value in values.items() if goal.arguments.get(name) != value}
        if changed or more:
            return Wish(goal.number, goal.tool, changed, more)
        if not goal.wanted:
            revives = _AFTER_ALL.search(text) or values or not _refused(said)
            return (
                Wish(goal.number, goal.tool, dict(values))
                if revives and not _takes_back(text, said)
                else None
            )
        if _takes_back(text, said) and not values:
            return Wish(goal.number, goal.tool, negates=True)
        return None

    def _revives(self, text: str, goals: Goals) -> bool:
        return (
            bool(goals)
            and not goals[-1].wanted
            and text.strip(" .!?").lower() in ("yes", "yes please", "yes, please")
        )

    def _goal_of(self, goals: Goals, tool: ToolSchema | None, text: str) -> Goal | None:
        """The goal that an utterance is about: the one whose tool it names best, else the last one."""
        if not goals:
            return None
        same = [goal for goal in goals if tool is not None and goal.tool == tool.name]
        if same:
            return same[-1]
        words = words_of(text)
        return max(reversed(goals), key=lambda goal: self._named(self._catalogue.tools[goal.tool], words))

    @staticmethod
    def _named(tool: ToolSchema, words: frozenset[str]) -> int:
        record = tool.record.words if tool.record else frozenset()
        return len(common(words - common(words, record), {tool.verb, *words_of(tool.object)}))

    def _best_tool(self, text: str, pieces: Sequence[_Piece]) -> tuple[ToolSchema | None, float]:
        words = words_of(text)
        kinds = Counter(kind for piece in pieces for kind in {*_kinds(piece)})
        scores = {
            tool.name: self._likeness(tool, words, kinds)
            for tool in self._catalogue.writing
            if not tool.takes_back
        }
        best = max(scores, key=lambda name: scores[name], default=None)
        return (self._catalogue.tools[best], scores[best]) if best else (None, 0.0)

    @staticmethod
    def _likeness(tool: ToolSchema, words: frozenset[str], kinds: Counter[str]) -> float:
        record = tool.record.words if tool.record else frozenset()
        own = tool.words | {word for p in tool.parameters.values() for word in p.words}
        named = common(words - common(words, record), own)
        if tool.changes and not named - common(named, CHANGING):
            # "Change that" says nothing of what is to be changed; "move the appointment to Friday" does.
            fitting = {p.kind for p in tool.parameters.values() if p.kind in ("date", "time", "email")}
            if not (fitting & kinds.keys() and common(words, record)):
                return 0.0
        score = float(len(named))
        verbs = _ASKING_FOR_CHANGE if tool.changes else {tool.verb}
        score += 2.0 * bool(common(words, verbs)) + 1.5 * bool(common(words, words_of(tool.object) - record))
        for p in tool.parameters.values():
            if p.kind == "choice":
                score += 1.0 if common(words, p.choices) else 0.0
            elif p.kind in ("date", "time", "email") or p.is_money:
                there = ("money" if p.is_money else p.kind) in kinds
                score += 1.5 if there else (-1.0 if p.required else 0.0)
            elif tool.changes and p.kind == "integer" and common(words, p.words) and common(words, record):
                # "That order 6540 to a quantity of nine": whoever names both has said what is to be.
                score += 2.0 if kinds["number"] > 1 else 0.0
        return score

    # -- values --------------------------------------------------------------------------------------------------------

    def _values(
        self,
        text: str,
        tool: ToolSchema,
        pieces: Sequence[_Piece],
        ruled_out: Sequence[Span],
        known: Mapping[str, Json],
        asked: str | None,
    ) -> dict[str, Json]:
        offers: list[tuple[float, int, str, int, Json]] = []
        for index, piece in enumerate(pieces):
            if any(span.start == piece.start for span in ruled_out) or _MORE.match(text, piece.start):
                continue
            for p in tool.parameters.values():
                value = self._value(p, piece, known.get(p.name))
                if value is not None:
                    fit = self._fit(text, p, piece, known.get(p.name), asked)
                    offers.append((fit, index, p.name, index, value))
        found: dict[str, Json] = {}
        used: set[int] = set()
        for fit, _, name, index, value in sorted(offers, key=lambda offer: (-offer[0], -offer[1])):
            if name not in found and index not in used and fit > 0:
                found[name] = value
                used.add(index)
        found |= _choices(text, tool)
        return found | _worded(text, tool, asked)

    def _fit(self, text: str, p: Parameter, piece: _Piece, known: Json, asked: str | None) -> float:
        fit = 0.5
        before = words_of(" ".join(re.findall(r"[\w'-]+", text[: piece.start])[-_NEAR:]))
        after = words_of(" ".join(re.findall(r"[\w'-]+", text[piece.end :])[:2]))
        if common(p.words, before | after):
            fit += 3.0
        if p.name == asked:
            fit += 3.0
        if p.kind == "identifier":
            # An order number is not taken for a quantity, nor the other way round.
            if known is not None:
                fit += 2.0 if len(str(known)) == len(_code(piece) or "") else -2.0
            fit += 1.0 if len(_code(piece) or "") >= _CODE_LENGTH else -3.0
        elif p.kind in ("integer", "number"):
            money = any(value.kind == "money" for value in piece.readings)
            fit += 2.0 if p.is_money and money else 0.0
            fit -= 2.0 if money and not p.is_money else 0.0
            fit -= 1.0 if len(re.sub(r"\D", "", piece.text)) > _CODE_LENGTH and not money else 0.0
        else:
            fit += 2.0
        return fit

    def _value(self, p: Parameter, piece: _Piece, known: Json) -> Json:
        readings = piece.readings
        if p.kind == "identifier":
            code = _code(piece)
            if not p.is_whole:
                return code
            return int(code) if code is not None and code.isdecimal() else None
        if p.kind == "integer":
            whole = [
                v.key
                for v in readings
                if v.kind == "number" and isinstance(v.key, Decimal) and v.key == int(v.key)
            ]
            return int(min(whole)) if whole else None
        if p.kind == "number":
            return _amount(readings)
        if p.kind == "date":
            return self._date(readings, known)
        if p.kind == "time":
            return _time(readings)
        if p.kind == "email":
            return next((str(v.key) for v in readings if v.kind == "email"), None)
        return None

    def _date(self, readings: Iterable[Value], known: Json) -> str | None:
        """The day that is meant: the next one of that name; near the one that was meant before, where there is one."""
        days = sorted(set(self._days(readings)))
        if not days:
            return None
        ahead = [day for day in days if day >= self._today] or days
        if isinstance(known, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", known):
            near = date.fromisoformat(known)
            return min(ahead, key=lambda day: abs((day - near).days)).isoformat()
        return ahead[0].isoformat()

    def _days(self, readings: Iterable[Value]) -> Iterator[date]:
        for value in readings:
            if value.kind == "date" and isinstance(value.key, tuple) and value.key[2] is not None:
                year, month, day = value.key
                for candidate in (year,) if year else (self._today.year, self._today.year + 1):
                    found = _day(candidate, month, day)
                    if found is not None and (year or found >= self._today):
                        yield found
                        break
            elif value.kind == "weekday" and isinstance(value.key, tuple):
                ahead = (value.key[0] - self._today.weekday()) % 7 or 7
                yield self._today + timedelta(days=ahead + (7 if value.key[1] == "next" and ahead < 3 else 0))
            elif value.kind == "day" and isinstance(value.key, int):
                yield self._today + timedelta(days=value.key)
            elif value.kind == "ordinal" and isinstance(value.key, int):
                found = _day(self._today.year, self._today.month, value.key)
                if found is not None and found >= self._today:
                    yield found


def _code_lengths(goals: Goals, catalogue: Catalogue) -> frozenset[int]:
    """How long the identifiers are that the call is about."""
    return frozenset(
        len(str(value))
        for goal in goals
        for name, value in goal.arguments.items()
        if value is not None and catalogue.tools[goal.tool].parameters[name].kind == "identifier"
    )


def _pieces(said: Sequence[Claim], today: date) -> tuple[list[_Piece], list[Span]]:
    pieces = [piece for claim in said for span in claim.values for piece in _parted(span, today)]
    ruled_out = [span for claim in said for span in claim.negated_values]
    return sorted(pieces, key=lambda piece: piece.start), ruled_out


def _parted(span: Span, today: date) -> Iterator[_Piece]:
    """A value; what a number in figures has run into ("6187, sixty") is another one."""
    head, comma, rest = span.text.partition(", ")
    if not comma or not _FIGURES.fullmatch(head):
        yield _Piece(span.start, span.end, span.text, span.readings)
        return
    for start, text in ((0, head), (len(head) + len(comma), rest)):
        for part in read_values(text, language="en", date=today):
            at = span.start + start
            yield _Piece(at + part.start, at + part.end, part.text, part.readings)


def _kinds(piece: _Piece) -> Iterator[str]:
    for value in piece.readings:
        yield "date" if value.kind in ("weekday", "day") else value.kind


def _code(piece: _Piece) -> str | None:
    written = _FIGURES.match(piece.text)
    if written is not None:
        # Letters behind it begin the next word: "5268 I need".
        return written[0].upper()
    codes = sorted(
        str(v.key) for v in piece.readings if v.kind == "code" and any(map(str.isdigit, str(v.key)))
    )
    return max(codes, key=len, default=None)


def _amount(readings: Iterable[Value]) -> float | int | None:
    amounts = [v.key[0] for v in readings if v.kind == "money" and isinstance(v.key, tuple)]
    amounts += [v.key for v in readings if v.kind == "number"] if not amounts else []
    numbers = [amount for amount in amounts if isinstance(amount, Decimal)]
    if not numbers:
        return None
    amount = min(numbers)
    return int(amount) if amount == int(amount) else float(amount)


def _time(readings: Iterable[Value]) -> str | None:
    """Of "half past two", the one in the hours of business."""
    times = sorted(v.key for v in readings if v.kind == "time" and isinstance(v.key, tuple))
    best = next((t for t in times if _OPENS <= t[0] <= _CLOSES), times[0] if times else None)
    return f"{best[0]:02d}:{best[1]:02d}" if best else None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _choices(text: str, tool: ToolSchema) -> dict[str, Json]:
    """Of the choices named, the last that is not ruled out."""
    found: dict[str, Json] = {}
    for p in tool.parameters.values():
        places = [
            (match.start(), choice)
            for choice in p.choices
            for match in re.finditer(rf"\b{re.escape(choice.replace('_', ' '))}\b", text, re.IGNORECASE)
            if not _NOT.search(text[: match.start()])
        ]
        if places:
            found[p.name] = max(places)[1]
    return found


def _worded(text: str, tool: ToolSchema, asked: str | None) -> dict[str, Json]:
    """What stands behind a parameter's label ("reason a sore knee"), or answers the question for it ("It's Dana Reyes.")."""
    found: dict[str, Json] = {}
    for p in tool.parameters.values():
        if p.kind not in ("name", "text"):
            continue
        match = re.search(
            rf"\b{re.escape(p.label)}(?: of [^,.?!]*? to| is| to)? (?!of\b)([^,.?!]+)", text, re.IGNORECASE
        )
        match = match or (_ANSWER.match(text) if p.name == asked else None)
        if match is not None:
            found[p.name] = re.split(r" and the |(?<!\w)please\b", match[1])[0].strip()
    return {name: value for name, value in found.items() if value}


def _steps(text: str, tool: ToolSchema) -> dict[str, int]:
    """ "One more": against what is there."""
    match = _MORE.search(text)
    counted = next((p for p in tool.parameters.values() if p.kind == "integer"), None)
    if (
        match is None
        or counted is None
        or re.match(r"\s*(?:thing|question|moment|time|second)", text[match.end() :])
    ):
        return {}
    return {counted.name: _STEPS[match[1].lower()] * (1 if match[2].lower() == "more" else -1)}


def _refused(said: Sequence[Claim]) -> bool:
    return any(
        claim.act == "refused" or (claim.act == "not_done" and claim.topic == "keep") for claim in said
    )


def _takes_back(text: str, said: Sequence[Claim]) -> bool:
    return _refused(said) or _TAKES_BACK.search(text) is not None

"""What the agent says that it has done, beside what the tools were called to do."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from callproof.evidence.call import Call, ToolCall, Utterance
from callproof.evidence.events import Json
from callproof.scoring.actions import (
    MAPPINGS,
    arguments_of,
    ran,
    reads_as_lookup,
    results_of,
    sent_seq,
    succeeded,
    topics_of,
)
from callproof.scoring.dialogue import Clause, dialogue_of
from callproof.scoring.once import once_each
from callproof.spoken.claims import Topic
from callproof.spoken.shapes import by_shape, shape

# Looking something up, or saying so, changes nothing; a call is often put through by the platform itself.
_NO_DEED: frozenset[Topic] = frozenset({"check", "confirm", "identify", "keep", "connect", "undo"})
# "Your order has shipped", "your card was charged" tell how things stand, unless the agent says that it did so.
_STATES: frozenset[Topic] = frozenset({"deliver", "return", "charge", "pay", "open", "close"})
_MONEY: frozenset[Topic] = frozenset(
    {"refund", "pay", "charge", "transfer", "return", "discount", "waive", "undo"}
)
_MAKING: frozenset[Topic] = frozenset(
    {"order", "book", "create", "add", "register", "record", "report", "open", "replace", "activate", "pay"}
)
_TAKING: frozenset[Topic] = frozenset({"cancel", "remove", "close", "undo", "block", "return", "refund"})
_CHANGING: frozenset[Topic] = frozenset(
    {"replace", "add", "remove", "book", "activate", "block", "record", "update"}
)
_TELLING: frozenset[Topic] = frozenset({"send", "report", "record", "connect", "confirm"})
_FAMILIES = (_MONEY, _MAKING, _TAKING, _CHANGING, _TELLING)
# What a backend does of its own accord once something has been booked, paid or changed.
_SIDE_EFFECTS: frozenset[Topic] = frozenset(
    {"send", "record", "report", "register", "update", "add", "create", "deliver", "charge", "activate"}
)
_MINE = re.compile(
    r"\b(?:i|we)(?:'ve|'d)?\b|\b(?:he|hemos|ich|wir|j'ai|nous|ho|abbiamo|eu|nós)\b|ました|했습니다|했어요|드렸",
    re.IGNORECASE,
)
_NOTED = re.compile(r"\b(?:noted|note of|made a note|my notes|written (?:that |it )?down)\b", re.IGNORECASE)
_PUT_THROUGH = re.compile(
    r"\b(?:(?:transferr?ed|connected|put) you|your call (?:has been|was|is) \w+)\b", re.IGNORECASE
)
_GIVES_BACK = re.compile(
    r"refund|reimburs|money.?back|credited|reembols|devuelt|erstatt|rembours|rimbors|환불|返金", re.IGNORECASE
)
# What could be given back, and when, says nothing of what was.
_MAY_GIVE_BACK = re.compile(r"refundable|polic|eligib|deadline|window|possible|days", re.IGNORECASE)
_GIVES_NOTHING = re.compile(
    r"\b(?:no|not|non|without|none|never|denied|declined|rejected|ineligible|false|sin|ohne|kein\w*|nicht|pas|sans|senza|sem|não)\b|refundable|n['’]t\b",
    re.IGNORECASE,
)
_DEEPEST = 12
_new = tuple.__new__  # what the classes do themselves, but by way of a function of Python's
# Stems by which a text in a record tells of an action: "cancelled", "status: refunded".
_STEMS: dict[Topic, tuple[str, ...]] = {
    "book": ("book", "reserv", "schedul"),
    "deliver": ("deliver", "ship", "dispatch"),
    "cancel": ("cancel", "terminat"),
    "update": ("updat", "chang", "modif"),
    "charge": ("charg", "bill"),
    "pay": ("pay", "paid", "settl"),
    "send": ("sen", "mail"),
    "order": ("order", "placed", "purchas", "confirm"),
}


class Account(NamedTuple):
    """A clause that claims something done, the turn it stands in, and the acting tools that fit it and were there by then."""

    turn: Utterance
    claim: Clause
    topic: Topic
    fitting: tuple[ToolCall, ...]
    # That would fit, but failed, or came after the words.
    failed: tuple[ToolCall, ...]
    later: tuple[ToolCall, ...]
    # Whether another action had been carried out by then.
    acted: bool


@once_each
def accounts_of(call: Call) -> tuple[Account, ...]:
    """The agent's claims of having done something, in the order of the call."""
    dialogue = dialogue_of(call)
    found: list[Account] = []
    acting: list[ToolCall] | None = None
    for turn, said in dialogue.claiming():
        for claim in dialogue.done_in(said):
            if claim.topic is not None and _is_deed(claim.topic, shape(claim.text), claim.has_values):
                if acting is None:
                    acting = [
                        tool for tool in call.tool_calls if ran(tool) and not reads_as_lookup(tool.name)
                    ]
                found.append(_account(turn, claim, claim.topic, acting))
    return tuple(found)


@lru_cache(maxsize=1024)
def _is_deed(topic: Topic, shape: str, has_values: bool) -> bool:
    if topic in _NO_DEED or _NOTED.search(shape) is not None:
        return False
    if _PUT_THROUGH.search(shape) is not None and not has_values:
        return False
    return topic not in _STATES or _is_own(shape)


@by_shape
def _is_own(text: str) -> bool:
    return _MINE.search(text) is not None


def _account(turn: Utterance, claim: Clause, topic: Topic, acting: Sequence[ToolCall]) -> Account:
    fitting: list[ToolCall] = []
    failed: list[ToolCall] = []
    later: list[ToolCall] = []
    acted = False
    for tool in acting:
        before = was_called_by_the_end_of(turn, tool)
        done = succeeded(tool)
        acted = acted or (before and done)
        if fits(tool, topic):
            (later if not before else fitting if done else failed).append(tool)
    return _new(Account, (turn, claim, topic, tuple(fitting), tuple(failed), tuple(later), acted))


def was_called_by_the_end_of(turn: Utterance, tool: ToolCall) -> bool:
    """Whether a tool had been called before a turn was over; one without a time of its own counts for its turn."""
    end, sent = turn.timed_end_ms, tool.timed_sent_ms
    if end is not None and sent is not None:
        return sent <= end
    return tool.utterance == turn.id or (bool(turn.events) and sent_seq(tool) < turn.events[-1])


def fits(tool: ToolCall, topic: Topic) -> bool:
    """Whether a tool may have done what a claim is about; a name that tells nothing may be anything."""
    if topic == "refund" and _only_ends(tool.name):
        return _gives_back(tool.arguments) or _gives_back(tool.result)
    if _is_named_for(tool.name, topic):
        return True
    for leaf in arguments_of(tool):  # noqa: SIM110 - a generator would take twice as long
        if _tells_of(str(leaf.value), topic):
            return True
    return False


@lru_cache(maxsize=1024)
def _is_named_for(name: str, topic: Topic) -> bool:
    topics = topics_of(name)
    if not topics or topic in topics:
        return True
    if any(topic in family and not topics.isdisjoint(family) for family in _FAMILIES):
        return True
    return "update" in topics and topic not in _MONEY


@lru_cache(maxsize=1024)
def _only_ends(name: str) -> bool:
    """Whether a tool ends something and, by its name, moves no money: cancel_order."""
    topics = topics_of(name)
    return not topics.isdisjoint(_TAKING - _MONEY) and topics.isdisjoint(_MONEY)


def _gives_back(told: Json, key: str = "", deepest: int = _DEEPEST) -> bool:
    """Whether a result or an argument says that money goes back: {"refund": 40}, {"refund_issued": true}, "cancelled, $40 refunded"."""
    if told is None or not deepest:
        return False
    if isinstance(told, MAPPINGS):
        for name, item in told.items():
            inner = str(name) if _GIVES_BACK.search(str(name)) else key
            if not _MAY_GIVE_BACK.search(str(name)) and _gives_back(item, inner, deepest - 1):
                return True
        return False
    if isinstance(told, list | tuple):
        return any(_gives_back(item, key, deepest - 1) for item in told)
    if isinstance(told, str):
        if told.lstrip()[:1] in ("{", "["):
            try:
                return _gives_back(json.loads(told), key, deepest - 1)
            except (ValueError, RecursionError):
                pass
        named = bool(key and told.strip("0. ")) or _GIVES_BACK.search(told) is not None
        return named and _GIVES_NOTHING.search(told) is None
    return bool(key) and bool(told)


def _tells_of(text: str, topic: Topic) -> bool:
    plain = text.casefold()
    for stem in _STEMS.get(topic, (str(topic),)):  # noqa: SIM110 - a generator would take twice as long
        if stem in plain:
            return True
    return False


def is_report(call: Call, account: Account) -> bool:
    """ "Your appointment has been cancelled" after a lookup that says so tells how things stand."""
    if _is_own(account.claim.text):
        return False
    if account.topic == "refund":
        return any(
            was_called_by_the_end_of(account.turn, tool)
            and tool.status == "returned"
            and _gives_back(tool.result)
            for tool in call.tool_calls
        )
    return any(
        was_called_by_the_end_of(account.turn, tool)
        and any(
            _tells_of(str(leaf.value), account.topic) or _tells_of(leaf.key, account.topic)
            for leaf in results_of(tool)
        )
        for tool in call.tool_calls
    )


def is_side_effect(account: Account) -> bool:
    """ "I've sent you a confirmation" after a booking: most backends do that by themselves."""
    return account.acted and account.topic in _SIDE_EFFECTS

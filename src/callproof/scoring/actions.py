"""Tool calls as actions: whether they ran, what their names say, what is in their arguments and results."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from callproof.evidence.call import Call, ToolCall, Utterance
from callproof.evidence.events import Json
from callproof.scoring.once import once_each
from callproof.spoken.claims import Topic

# A name is read word by word; the first verb that is known decides.
_LOOKS_UP = frozenset(
    ("get", "find", "search", "lookup", "look", "list", "check", "fetch", "read", "query", "verify", "validate", "retrieve",
     "show", "describe", "view", "count", "calculate", "compute", "estimate", "compare", "is", "has")
)  # fmt: skip
_ACTS = frozenset(
    ("add", "apply", "approve", "assign", "block", "book", "buy", "cancel", "change", "charge", "close", "confirm", "create",
     "activate", "capture", "credit", "deactivate", "debit", "delete", "deliver", "dispatch", "edit", "end", "enroll", "execute", "hang",
     "redeem", "void", "insert", "issue", "make", "modify", "move", "notify", "open", "order",
     "pay", "place", "post", "purchase", "put", "refund", "register", "reject", "release", "remove", "replace", "reschedule",
     "reserve", "reset", "save", "schedule", "send", "set", "start", "stop", "submit", "transfer", "unblock", "update",
     "upsert", "write")
)  # fmt: skip
# Verbs that are nouns before one of the endings: "order_status" looks up, "update_status" does not.
_NOUNS_TOO = frozenset(
    ("book", "charge", "issue", "order", "post", "refund", "release", "schedule", "transfer")
)
_LOOKUP_ENDINGS = frozenset(
    ("status", "details", "info", "information", "availability", "balance", "history", "lookup", "search", "query", "list", "eligibility",
     "policy", "policies", "quote", "estimate", "preview", "options", "rules", "reasons")
)  # fmt: skip
_JOINTS = frozenset(("and", "or", "then"))

# Whether an action costs money, moves data or is hard to undo, by the words of its name, where the record does not say.
_WEIGHTY = frozenset(
    ("refund", "refunds", "reimburse", "charge", "debit", "pay", "payment", "payments", "purchase", "buy", "checkout", "book", "rebook",
     "reserve", "cancel", "cancellation", "reschedule", "delete", "terminate", "unsubscribe", "wire", "withdraw", "redeem")
)  # fmt: skip
# Making or changing one of these is weighty; a note or a ticket is not, or nobody can tell.
_WEIGHTY_THINGS = frozenset(
    ("order", "orders", "reservation", "reservations", "booking", "bookings", "appointment", "appointments", "subscription", "contract",
     "loan", "prescription", "return", "replacement", "exchange", "withdrawal", "purchase", "money", "funds", "account", "address",
     "password", "card", "plan", "flight", "seat", "policy", "delivery", "invoice", "table")
)  # fmt: skip
_MAKES_OR_CHANGES = frozenset(
    ("create", "make", "place", "submit", "post", "insert", "issue", "confirm", "new", "update", "change", "modify", "edit", "move",
     "replace", "switch", "upgrade", "downgrade", "set", "close", "block", "schedule", "transfer", "send", "open", "start", "finalize",
     "finalise", "complete")
)  # fmt: skip
# The call itself, notes, settings: nobody has to agree to them.
_LIGHT = frozenset(
    ("call", "dtmf", "digit", "digits", "voicemail", "agent", "human", "operator", "handoff", "handover", "escalate", "hang", "hangup",
     "log", "note", "notes", "transcript", "recording", "language", "memory", "context", "variable", "variables", "state", "extract",
     "knowledge", "wait", "hold", "mute", "say", "speak", "disposition", "outcome", "summary", "sentiment", "feedback", "survey")
)  # fmt: skip
_NAMESPACE = re.compile(r"\.|/|:+|__")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

# What an action is about, by the words of its name; the names of claims (`spoken.claims`).
_TOPICS: Mapping[Topic, str] = {
    "refund": "refund refunds reimburse reimbursement",
    "book": "book booking reserve reservation appointment schedule rebook table flight",
    "order": "order orders purchase buy checkout cart reorder",
    "cancel": "cancel cancellation terminate unsubscribe",
    "update": "update change modify edit adjust amend set move reschedule patch put upsert switch swap upgrade downgrade extend "
    "alter increase decrease raise lower",
    "send": "send resend email mail sms text notify message whatsapp forward",
    "pay": "pay payment payments settle charge",
    "transfer": "transfer wire",
    "charge": "charge bill debit invoice",
    "return": "return returns rma",
    "replace": "replace replacement exchange",
    "add": "add append include attach",
    "remove": "remove delete erase",
    "create": "create generate insert new make",
    "deliver": "deliver delivery ship shipment dispatch",
    "connect": "connect escalate handoff handover forward",
    "record": "record save store log note write",
    "report": "report file ticket complaint claim",
    "waive": "waive waiver",
    "discount": "discount coupon credit voucher",
    "open": "open reopen",
    "close": "close",
    "block": "block freeze lock suspend disable deactivate pause",
    "activate": "activate enable unlock unblock unfreeze reset reactivate resume",
    "register": "register enroll enrol subscribe signup",
    "undo": "undo revert rollback restore reverse void",
}
_TOPICS_OF: dict[str, frozenset[Topic]] = {
    word: frozenset(topic for topic, words in _TOPICS.items() if word in words.split())
    for words in _TOPICS.values()
    for word in words.split()
}

_REFUSED = ("success", "ok", "verified", "authenticated", "identified", "valid", "authorized", "approved")
_HTTP_FAILURE = re.compile(r"[45]\d\d")
CLOCKS_DIFFER_MS = 300
_DEEPEST, _MOST_LEAVES = 60, 400
_NUMBERS = (int, float)
# To ask of a plain dictionary whether it is a mapping takes twenty times as long.
MAPPINGS = (dict, Mapping)
_JSON_BEGINS = ("{", "[")
_new = tuple.__new__  # what the classes do themselves, but by way of a function of Python's

Scalar: TypeAlias = str | int | float


class Leaf(NamedTuple):
    """A text or number inside a JSON value; `key` is the name of the nearest field around it."""

    path: str
    key: str
    value: Scalar


def ran(tool: ToolCall) -> bool:
    """Sent, and not taken back before its effect; it may have failed."""
    if tool.status == "cancelled":
        return tool.cancelled_in_time is False
    return tool.status != "built"


@once_each
def succeeded(tool: ToolCall) -> bool:
    """It ran, and is not known to have failed."""
    return ran(tool) and tool.status != "failed" and not says_failed(tool.result)


def says_failed(result: Json) -> bool:
    """A result that came back and tells of a failure all the same: {"error": …}, {"success": false}, "Error: …"."""
    if result is None:
        return False
    if isinstance(result, str):
        parsed = _parsed(result)
        if parsed is None:
            return result.lstrip().lower().startswith(("error", "failed"))
        result = parsed
    if not isinstance(result, MAPPINGS):
        return False
    if result.get("error") or any(result.get(name) is False for name in _REFUSED):
        return True
    return any(_is_bad(result.get(name)) for name in ("status", "statusCode", "status_code", "http_status"))


def _is_bad(status: Json) -> bool:
    """ "failed", 404, "500"."""
    if isinstance(status, bool):
        return False
    if isinstance(status, int):
        return 400 <= status < 600
    return isinstance(status, str) and (
        status.lower() in ("error", "failed", "failure", "declined", "rejected")
        or _HTTP_FAILURE.fullmatch(status) is not None
    )


def _parsed(text: str) -> Any:
    """The JSON object or list in a text; None when it holds none."""
    plain = text.strip()
    if not plain.startswith(("{", "[")):
        return None
    try:
        return json.loads(plain)
    except (ValueError, RecursionError):
        return None


@lru_cache(maxsize=1024)
def reads_as_action(name: str) -> bool:
    """Whether a tool's name says that it does something: create_order, getOrCreateOrder, lookup_then_refund. A name without
    a verb that is known here (weather, current_time) says nothing of the kind."""
    words = name_words(name)
    return not reads_as_lookup(name) and not _ACTS.isdisjoint(words)


@lru_cache(maxsize=1024)
def reads_as_lookup(name: str) -> bool:
    """Whether a tool's name says that it only looks something up: get_order, orderLookup, check-availability, order_status."""
    words = name_words(name)
    if not words:
        return False
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word in _LOOKS_UP and following not in ("in", "out"):
            # "get_or_create", "validate_payment_capture": what acts behind a look-up decides.
            plain = _ACTS - _NOUNS_TOO if _JOINTS.isdisjoint(words) else _ACTS
            return plain.isdisjoint(words)
        if word in _ACTS:
            return word in _NOUNS_TOO and words[-1] in _LOOKUP_ENDINGS
    return words[-1] in _LOOKUP_ENDINGS


@lru_cache(maxsize=1024)
def weighs(name: str) -> bool | None:
    """Whether a tool's name says that it has consequences: refund and cancel_order do, get_order and end_call do not; None where it says
    neither, as "send_sms", "create_ticket" and "execute"."""
    words = name_words(name)
    if reads_as_lookup(name) or not _LIGHT.isdisjoint(words):
        return False
    if not _WEIGHTY.isdisjoint(words):
        return True
    makes = words and (words[0] == "order" or not _MAKES_OR_CHANGES.isdisjoint(words))
    return True if makes and not _WEIGHTY_THINGS.isdisjoint(words) else None


def has_consequences(tool: ToolCall) -> bool | None:
    """What the record says, else what the name says; None: not known."""
    return tool.consequential if tool.consequential is not None else weighs(tool.name)


@lru_cache(maxsize=1024)
def name_words(name: str) -> tuple[str, ...]:
    """ "issueRefund", "orders.issue_refund": ("issue", "refund")."""
    return tuple(word.lower() for word in _WORD.findall(_NAMESPACE.split(name)[-1]))


@lru_cache(maxsize=1024)
def topics_of(name: str) -> frozenset[Topic]:
    """What a tool may be about, by its name; empty when the name does not tell ("execute")."""
    found: frozenset[Topic] = frozenset()
    for word in name_words(name):
        found |= _TOPICS_OF.get(word, frozenset())
    return found


@once_each
def arguments_of(tool: ToolCall) -> tuple[Leaf, ...]:
    """The texts and numbers in the arguments; none where they are no JSON."""
    return leaves(tool.arguments) if isinstance(tool.arguments, MAPPINGS) else ()


@once_each
def results_of(tool: ToolCall) -> tuple[Leaf, ...]:
    """The texts and numbers in what a tool returned; JSON inside a text is read too."""
    return leaves(tool.result) if tool.status == "returned" else ()


def leaves(value: Json) -> tuple[Leaf, ...]:
    if value is None:
        return ()
    found: list[Leaf] = []
    _gather(value, "", "", _DEEPEST, found)
    return tuple(found)


def _gather(value: Json, path: str, key: str, deepest: int, found: list[Leaf]) -> None:
    if value is None or not deepest or len(found) >= _MOST_LEAVES:
        return
    if isinstance(value, str):
        parsed = _parsed(value) if value.lstrip()[:1] in _JSON_BEGINS else None
        if parsed is None:
            found.append(Leaf(path, key, value))
        else:
            _gather(parsed, path, key, deepest - 1, found)
    elif isinstance(value, _NUMBERS):
        if not isinstance(value, bool):
            found.append(Leaf(path, key, value))
    elif isinstance(value, MAPPINGS):
        for name, item in value.items():
            inner, plain = f"{path}.{name}" if path else str(name), type(item)
            # Most arguments are flat: a step down for each of them would double the time.
            is_leaf = plain is int or (
                plain is str and item[:1] not in _JSON_BEGINS and not item[:1].isspace()
            )
            if is_leaf and deepest > 1 and len(found) < _MOST_LEAVES:
                found.append(_new(Leaf, (inner, str(name), item)))
            else:
                _gather(item, inner, str(name), deepest - 1, found)
    elif isinstance(value, list | tuple):
        for i, item in enumerate(value):
            _gather(item, f"{path}[{i}]", key, deepest - 1, found)


def turn_of(call: Call, tool: ToolCall) -> Utterance | None:
    """The utterance in which, or after which, a tool was called."""
    return next((u for u in call.utterances if u.id == tool.utterance), None)


def sent_seq(tool: ToolCall) -> int:
    """The place of its sending in the log; of its first event where it was never sent."""
    return tool.events[1] if tool.built_ms is not None and len(tool.events) > 1 else tool.events[0]


def began_before(utterance: Utterance, tool: ToolCall) -> bool:
    """Whether an utterance had begun when a tool was called."""
    if utterance.start_ms is not None and tool.sent_ms is not None and utterance.start_ms != tool.sent_ms:
        return utterance.start_ms < tool.sent_ms
    return bool(utterance.events) and utterance.events[0] < sent_seq(tool)


def ended_before(utterance: Utterance, tool: ToolCall) -> bool:
    """Whether all of an utterance could be known when a tool was called.

    Speech and tools are mostly timed by two clocks: a call 0.2 s before the end of a "yes" came after it. A tool whose time is only derived is held to have been called after what had begun before it.
    """
    if not began_before(utterance, tool):
        return False
    end, sent = utterance.timed_end_ms, tool.timed_sent_ms
    return end is None or sent is None or end <= sent + CLOCKS_DIFFER_MS


def returned_before(other: ToolCall, tool: ToolCall) -> bool:
    """Whether the answer of one call was there when the other one was sent."""
    if other.finished_ms is not None and tool.sent_ms is not None and other.finished_ms != tool.sent_ms:
        return other.finished_ms < tool.sent_ms
    return other.events[-1] < sent_seq(tool)


@once_each
def consequential(call: Call) -> tuple[ToolCall, ...]:
    """The actions that ran and have consequences, by the record or else by their names."""
    return tuple([tool for tool in call.tool_calls if has_consequences(tool) and ran(tool)])


def consequences_told(call: Call) -> bool:
    """Whether it is known of every tool whether it has consequences."""
    return all(has_consequences(tool) is not None for tool in call.tool_calls)


def plain_arguments(tool: ToolCall) -> Any:
    """The arguments as they go into the evidence of a finding."""
    return dict(tool.arguments) if isinstance(tool.arguments, Mapping) else tool.arguments

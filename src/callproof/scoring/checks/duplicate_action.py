"""The same action is carried out a second time."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar

from callproof.evidence.call import Call, ToolCall
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.findings import Finding, Outcome, not_measured
from callproof.scoring.timing import Timing

_NO_TOOL_CALLS = not_measured("the record has no tool calls")

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
    ("status", "details", "info", "information", "availability", "balance", "history", "lookup", "search", "query", "list")
)  # fmt: skip
_JOINTS = frozenset(("and", "or", "then"))
_UNDOES = frozenset(
    ("cancel", "delete", "remove", "undo", "revert", "void", "rollback", "release", "reset", "clear", "refund")
)  # fmt: skip
_NAMESPACE = re.compile(r"\.|/|:+|__")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@check
@dataclass(frozen=True, slots=True)
class DuplicateAction:
    """A tool is executed again with the same arguments.

    A retry after a failure, a second delivery with the same idempotency key, and a change back (3, then 4, then 3) are none. Where
    the record does not say whether an action has consequences, tools whose name reads as a lookup are left out.
    """

    id: ClassVar[str] = "duplicate_action"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()

    def judge(self, call: Call, timing: Timing) -> Outcome:
        tools = call.tool_calls
        if not tools:
            return _NO_TOOL_CALLS
        names = {tool.name for tool in tools}
        if len(names) == len(tools):
            return CLEAN
        findings = tuple([self._finding(call, run) for run in _repeats(tools)])
        return Outcome(findings) if findings else CLEAN

    def _finding(self, call: Call, run: list[ToolCall]) -> Finding:
        first, again, last = run[0], run[1], run[-1]
        consequential = any(tool.consequential for tool in run)
        turns = {u.id: u.index for u in call.utterances}
        times = "twice" if len(run) == 2 else f"{len(run)} times"
        arguments = first.arguments
        return Finding(
            check=self.id,
            severity="high" if consequential else "medium",
            message=f"{first.name} was executed {times} with the same arguments",
            turn=turns.get(again.utterance) if again.utterance is not None else None,
            start_ms=again.sent_ms,
            end_ms=last.finished_ms if last.finished_ms is not None else last.sent_ms,
            evidence={
                "tool": first.name,
                "arguments": dict(arguments) if isinstance(arguments, Mapping) else arguments,
                "count": len(run),
                "consequential": True if consequential else None,
                "calls": [tool.id for tool in run],
                "events": [seq for tool in run for seq in tool.events[:1]],
            },
        )


def _repeats(tools: tuple[ToolCall, ...]) -> Iterator[list[ToolCall]]:
    """Runs of two or more executions of one tool with equal arguments, in the order of their first ones."""
    executed = [tool for tool in tools if _executed(tool)]
    often = {name for name, n in Counter(tool.name for tool in executed).items() if n > 1}
    found: list[tuple[int, list[ToolCall]]] = []
    for name in often:
        places = [place for place, tool in enumerate(executed) if tool.name == name]
        # Another value in between makes a new run: going back to the first one is a change, not a repeat.
        for _, group in groupby(places, key=lambda place: _canonical(executed[place].arguments)):
            found.extend((run[0], [executed[place] for place in run]) for run in _effects(executed, [*group]))
    found.sort(key=lambda item: item[0])
    return (run for _, run in found if len(run) > 1 and _matters(run))


def _effects(executed: list[ToolCall], places: list[int]) -> Iterator[list[int]]:
    """Splits where something was undone in between, and takes calls with one idempotency key as one."""
    run: list[int] = []
    keys: set[str] = set()
    for place in places:
        tool = executed[place]
        if run and any(_undoes(between.name) for between in executed[run[-1] + 1 : place]):
            yield run
            run, keys = [], set()
        key = tool.idempotency_key
        if key is None or key not in keys:
            run.append(place)
        if key is not None:
            keys.add(key)
    yield run


def _executed(tool: ToolCall) -> bool:
    """Sent, and not known to have failed or to have been taken back before its effect. A call of which only the result is
    known has no arguments to compare."""
    if tool.arguments == "":
        return False
    if tool.status == "cancelled":
        return tool.cancelled_in_time is False
    return tool.status == "sent" or (tool.status == "returned" and not _says_failed(tool.result))


def _says_failed(result: Any) -> bool:
    """A result that came back and tells of a failure all the same: {"error": …}, {"success": false}, "Error: …"."""
    if isinstance(result, str):
        text = result.strip()
        if not text.startswith("{"):
            return text.lower().startswith(("error", "failed"))
        try:
            result = json.loads(text)
        except (ValueError, RecursionError):
            return False
    if not isinstance(result, Mapping):
        return False
    if result.get("error") or result.get("success") is False or result.get("ok") is False:
        return True
    status = result.get("status")
    return isinstance(status, str) and status.lower() in ("error", "failed", "failure")


def _matters(run: list[ToolCall]) -> bool:
    known = [tool.consequential for tool in run if tool.consequential is not None]
    return any(known) if known else reads_as_action(run[0].name)


def reads_as_action(name: str) -> bool:
    """Whether a tool's name says that it does something: create_order, getOrCreateOrder, lookup_then_refund. A name without
    a verb that is known here (weather, current_time) says nothing of the kind."""
    words = _words(name)
    return not reads_as_lookup(name) and not _ACTS.isdisjoint(words)


def reads_as_lookup(name: str) -> bool:
    """Whether a tool's name says that it only looks something up: get_order, orderLookup, check-availability, order_status."""
    words = _words(name)
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


def _undoes(name: str) -> bool:
    return not _UNDOES.isdisjoint(_words(name)[:1])


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(_NAMESPACE.split(name)[-1])]


def _canonical(value: Any) -> Hashable:
    """Equal for values that are equal as JSON: 1 and 1.0, and objects in any order of keys; true is not 1."""
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, float) and math.isnan(value):
        return ("nan",)
    if isinstance(value, Mapping):
        return ("object", frozenset((key, _canonical(item)) for key, item in value.items()))
    if isinstance(value, list | tuple):
        return ("list", tuple(_canonical(item) for item in value))
    if isinstance(value, str):
        return ("text", value)
    return ("value", value)

"""The same action is carried out a second time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar

from callproof.evidence.call import Call, ToolCall
from callproof.scoring.actions import name_words, plain_arguments, reads_as_action, says_failed
from callproof.scoring.checks.reasons import NO_TOOL_CALLS
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.findings import Finding, Outcome
from callproof.scoring.timing import Timing

_UNDOES = frozenset(
    ("cancel", "delete", "remove", "undo", "revert", "void", "rollback", "release", "reset", "clear", "refund")
)  # fmt: skip


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
            return NO_TOOL_CALLS
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
        return Finding(
            check=self.id,
            severity="high" if consequential else "medium",
            message=f"{first.name} was executed {times} with the same arguments",
            turn=turns.get(again.utterance) if again.utterance is not None else None,
            start_ms=again.sent_ms,
            end_ms=last.finished_ms if last.finished_ms is not None else last.sent_ms,
            evidence={
                "tool": first.name,
                "arguments": plain_arguments(first),
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
    return tool.status == "sent" or (tool.status == "returned" and not says_failed(tool.result))


def _matters(run: list[ToolCall]) -> bool:
    known = [tool.consequential for tool in run if tool.consequential is not None]
    return any(known) if known else reads_as_action(run[0].name)


def _undoes(name: str) -> bool:
    return not _UNDOES.isdisjoint(name_words(name)[:1])


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

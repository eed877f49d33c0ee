"""The rules that came with a call, read out of its `policy`. docs/checks.md describes them.

A rule that cannot be read is named as unreadable; it never counts as kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any, NamedTuple

from callproof.evidence.call import ToolCall
from callproof.evidence.events import Json
from callproof.scoring.actions import Leaf, arguments_of, name_words, reads_as_lookup
from callproof.scoring.arguments import counted_in, figure, key_words

RULES = ("max_refund", "limits", "allowed_actions", "forbidden_actions", "order", "at_most")
_LIMIT_FIELDS = frozenset(("action", "argument", "max", "min", "total"))
_ORDER_FIELDS = frozenset(("before", "action"))
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_REFUNDS = frozenset(("refund", "refunds", "reimburse", "reimbursement", "refunding"))
_KIND_FIELDS = frozenset(("type", "kind", "action", "operation", "transaction_type", "transactiontype"))
# Where the amount of a refund stands, the surest name first.
_AMOUNT_FIELDS = (
    frozenset(("amount", "amt")),
    frozenset(("total", "sum", "value")),
    frozenset(("refund", "price", "money")),
)
# Of a policy of hundreds of wrong rules the first few are named.
_MOST_PROBLEMS = 5
_LONGEST_REMEMBERED, _MOST_REMEMBERED = 2000, 64


class Limit(NamedTuple):
    """Bounds of an argument: `lowest` and `highest` of each action, `total` over the call. `action` is a glob; None: any refund."""

    where: str
    action: str | None
    argument: str
    lowest: Decimal | None
    highest: Decimal | None
    total: Decimal | None

    def holds_for(self, tool: ToolCall) -> bool:
        return is_refund(tool) if self.action is None else matches(tool.name, self.action)

    def amounts(self, tool: ToolCall) -> tuple[tuple[Json, Decimal | None], ...]:
        """The values that are bounded, as they stand in the arguments, with their figures; none where the argument is not there."""
        if self.action is None:
            return _refunded(tool)
        return tuple((value, figure(value)) for value in _values_at(tool, self.argument))


class Order(NamedTuple):
    """`before` has to have succeeded before `action` is called; both are globs."""

    where: str
    before: str
    action: str


class AtMost(NamedTuple):
    where: str
    action: str
    times: int


class Policy(NamedTuple):
    limits: tuple[Limit, ...]
    allowed: tuple[str, ...] | None
    forbidden: tuple[str, ...]
    orders: tuple[Order, ...]
    at_most: tuple[AtMost, ...]
    problems: tuple[str, ...]

    @property
    def has_rules(self) -> bool:
        return bool(self.limits or self.forbidden or self.orders or self.at_most) or self.allowed is not None

    @property
    def unreadable(self) -> str | None:
        """The rules that cannot be held against the call, in one sentence."""
        if not self.problems:
            return None
        more = len(self.problems) - _MOST_PROBLEMS
        return "; ".join(self.problems[:_MOST_PROBLEMS]) + (f"; and {more} more" if more > 0 else "")


@lru_cache(maxsize=1024)
def matches(name: str, pattern: str) -> bool:
    """Whether a tool's name fits a glob ("refund*"), in capitals or not; "delete_account" is deleteAccount and delete-account too."""
    return fnmatchcase(name.casefold(), pattern.casefold()) or fnmatchcase(_apart(name), _apart(pattern))


def _apart(name: str) -> str:
    return _HUMP.sub("_", name).replace("-", "_").casefold()


def is_refund(tool: ToolCall) -> bool:
    """issueRefund, reimburse_customer; process_transaction({"type": "refund"}) too, and no look-up of refunds."""
    if reads_as_lookup(tool.name):
        return False
    if not _REFUNDS.isdisjoint(name_words(tool.name)):
        return True
    for _, key, value in arguments_of(tool):
        if _names_kind(key) and isinstance(value, str) and not _REFUNDS.isdisjoint(name_words(value)):
            return True
    return False


def _refunded(tool: ToolCall) -> tuple[tuple[Json, Decimal | None], ...]:
    """The amount of a refund in whole currency, wherever it stands; one that may be in cents and tells nothing has no figure."""
    leaves = arguments_of(tool)
    surest = len(_AMOUNT_FIELDS)
    found: list[Leaf] = []
    for leaf in leaves:
        rank = _amount_rank(leaf.key)
        if rank < surest:
            surest, found = rank, [leaf]
        elif rank == surest and found:
            found.append(leaf)
    if found:
        return tuple([(leaf.value, _in_whole(leaf, leaves)) for leaf in found])
    arguments = tool.arguments
    given = arguments.get("amount") if isinstance(arguments, Mapping) else None
    return ((given, None),) if given is not None else ()


@lru_cache(maxsize=1024)
def _names_kind(key: str) -> bool:
    return key.lower() in _KIND_FIELDS


@lru_cache(maxsize=1024)
def _amount_rank(key: str) -> int:
    """How sure it is that a field of this name holds the amount: 0 for the surest, `len(_AMOUNT_FIELDS)` where it does not. A name of two
    kinds counts for the surer one."""
    words = key_words(key)
    ranks = [rank for rank, names in enumerate(_AMOUNT_FIELDS) if not names.isdisjoint(words)]
    return min(ranks, default=len(_AMOUNT_FIELDS))


def _in_whole(leaf: Leaf, leaves: Sequence[Leaf]) -> Decimal | None:
    number = figure(leaf.value)
    unit = counted_in(leaf, leaves)
    if number is None or unit == "perhaps cents":
        return None
    return abs(number) / 100 if unit == "cents" else abs(number)


def _values_at(tool: ToolCall, path: str) -> tuple[Json, ...]:
    """An argument by its name, by the path to it ("payment.amount"), or by its name wherever it stands."""
    arguments = tool.arguments
    if not isinstance(arguments, Mapping):
        return ()
    if path in arguments:
        return (arguments[path],)
    value: Json = arguments
    for name in path.split("."):
        if not isinstance(value, Mapping) or name not in value:
            return tuple(leaf.value for leaf in arguments_of(tool) if leaf.key == path)
        value = value[name]
    return (value,)


def policy_of(data: Mapping[str, Json]) -> Policy:
    """The rules in a policy. Calls of one agent come with the same one, and it is read once: `repr` tells 1 from 1.0 and from true."""
    if type(data) is not dict:
        return _read(data)
    text = repr(data)
    found = _policies.get(text)
    if found is None:
        found = _read(data)
        if len(text) <= _LONGEST_REMEMBERED:
            if len(_policies) >= _MOST_REMEMBERED:
                _policies.clear()
            _policies[text] = found
    return found


_policies: dict[str, Policy] = {}


def _read(data: Mapping[str, Json]) -> Policy:
    reader = _Reader()
    limits = [*reader.max_refund(data), *reader.limits(data)]
    policy = Policy(
        tuple(limits),
        reader.globs(data, "allowed_actions") if data.get("allowed_actions") is not None else None,
        reader.globs(data, "forbidden_actions"),
        tuple(reader.orders(data)),
        tuple(reader.at_most(data)),
        (),
    )
    for name in data:
        if name not in RULES:
            reader.problem(f"policy.{_named(name)} is no rule that is known here")
    return policy._replace(problems=tuple(reader.problems))


class _Reader:
    def __init__(self) -> None:
        self.problems: list[str] = []

    def problem(self, message: str) -> None:
        self.problems.append(message)

    def max_refund(self, data: Mapping[str, Json]) -> Iterator[Limit]:
        value = data.get("max_refund")
        if value is not None:
            highest = self._number(value, "policy.max_refund")
            if highest is not None:
                yield Limit("max_refund", None, "amount", None, highest, None)

    def limits(self, data: Mapping[str, Json]) -> Iterator[Limit]:
        for where, rule in self._objects(data, "limits", _LIMIT_FIELDS):
            action, argument = (self._glob(rule, field, where) for field in ("action", "argument"))
            bounds = [
                self._number(rule[field], f"policy.{where}.{field}") if rule.get(field) is not None else None
                for field in ("min", "max", "total")
            ]
            if all(rule.get(field) is None for field in ("min", "max", "total")):
                self.problem(f"policy.{where} has no max, min or total")
            elif action is not None and argument is not None:
                yield Limit(where, action, argument, *bounds)

    def globs(self, data: Mapping[str, Json], field: str) -> tuple[str, ...]:
        value = data.get(field)
        if value is None:
            return ()
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
            self.problem(f"policy.{field} is no list of names")
            # Nothing is allowed by a list that cannot be read, but nothing is forbidden by it either.
            return ("*",) if field == "allowed_actions" else ()
        return tuple(names)

    def orders(self, data: Mapping[str, Json]) -> Iterator[Order]:
        for where, rule in self._objects(data, "order", _ORDER_FIELDS):
            before, action = (self._glob(rule, field, where) for field in ("before", "action"))
            if before is not None and action is not None:
                yield Order(where, before, action)

    def at_most(self, data: Mapping[str, Json]) -> Iterator[AtMost]:
        value = data.get("at_most")
        if value is None:
            return
        if not isinstance(value, Mapping):
            self.problem("policy.at_most is no object of names and numbers")
            return
        for name, times in value.items():
            where = f"at_most.{_named(name)}"
            number = self._number(times, f"policy.{where}")
            if number is not None and (number < 0 or number != number.to_integral_value()):
                self.problem(f"policy.{where} is no whole number")
            elif number is not None:
                yield AtMost(where, str(name), int(number))

    def _objects(
        self, data: Mapping[str, Json], field: str, known: frozenset[str]
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        value = data.get(field)
        if value is None:
            return
        rules = [value] if isinstance(value, Mapping) else value
        if not isinstance(rules, list | tuple):
            self.problem(f"policy.{field} is no list of rules")
            return
        for i, rule in enumerate(rules):
            where = f"{field}[{i}]"
            if not isinstance(rule, Mapping):
                self.problem(f"policy.{where} is no object")
                continue
            for name in rule:
                if name not in known:
                    self.problem(f"policy.{where}.{_named(name)} is not known here")
            yield where, rule

    def _glob(self, rule: Mapping[str, Any], field: str, where: str) -> str | None:
        value = rule.get(field)
        if isinstance(value, str) and value:
            return value
        self.problem(
            f"policy.{where} has no {field}" if value is None else f"policy.{where}.{field} is no name"
        )
        return None

    def _number(self, value: Json, where: str) -> Decimal | None:
        number = figure(value)
        if number is None:
            self.problem(f"{where} is no number")
        return number


def _named(name: object) -> str:
    return " ".join(str(name).split())[:40]

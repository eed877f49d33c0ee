"""An action that the rules of the call do not allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from callproof.evidence.call import Call, ToolCall
from callproof.scoring.actions import ran, returned_before, succeeded
from callproof.scoring.arguments import figure
from callproof.scoring.checks.reasons import NO_TOOL_CALLS, about_action
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.findings import Finding, Outcome, Severity, not_measured
from callproof.scoring.policy import AtMost, Limit, Order, Policy, matches, policy_of
from callproof.scoring.quoting import number_text
from callproof.scoring.timing import Timing

_NO_POLICY = not_measured("the call came without a policy")
_MOST = 3


@check
@dataclass(frozen=True, slots=True)
class PolicyViolation:
    """An action breaks a rule of the call's policy: over a limit, in all or at once, forbidden, too early, or too often.

    A number in a text counts ("500"), what failed does not count towards a total. A rule or an argument that cannot be read is
    not measured.
    """

    id: ClassVar[str] = "policy_violation"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    severity: Severity = "high"

    def judge(self, call: Call, timing: Timing) -> Outcome:
        if not call.header.policy:
            return _NO_POLICY
        policy = policy_of(call.header.policy)
        if not call.tool_calls:
            return NO_TOOL_CALLS
        actions = [tool for tool in call.tool_calls if ran(tool)]
        unread: list[str] = []
        findings = [self._finding(call, *broken) for broken in _broken(policy, actions, unread)]
        reasons = [reason for reason in (policy.unreadable, "; ".join(unread[:_MOST])) if reason]
        if not findings and not reasons:
            return CLEAN
        return Outcome(
            tuple(findings),
            measured=policy.has_rules,
            missing="; ".join(reasons) or None,
        )

    def _finding(self, call: Call, tool: ToolCall, rule: str, message: str, facts: dict[str, Any]) -> Finding:
        return about_action(call, tool, self.id, self.severity, f"{message} ({rule})", rule=rule, **facts)


_Broken = tuple[ToolCall, str, str, dict[str, Any]]


def _broken(policy: Policy, actions: Sequence[ToolCall], unread: list[str]) -> Iterator[_Broken]:
    for limit in policy.limits:
        yield from _over(limit, [tool for tool in actions if limit.holds_for(tool)], unread)
    for tool in actions:
        if policy.allowed is not None and not any(matches(tool.name, name) for name in policy.allowed):
            yield tool, "allowed_actions", f"{tool.name} is not among the allowed actions", {}
        for name in policy.forbidden:
            if matches(tool.name, name):
                yield tool, "forbidden_actions", f"{tool.name} is forbidden", {}
                break
    for order in policy.orders:
        yield from _too_early(order, actions)
    for most in policy.at_most:
        yield from _too_often(most, [tool for tool in actions if matches(tool.name, most.action)])


def _over(limit: Limit, actions: Sequence[ToolCall], unread: list[str]) -> Iterator[_Broken]:
    total = Decimal(0)
    over_total = False
    keys: set[str] = set()
    for tool in actions:
        amounts = limit.amounts(tool)
        numbers = [number for _, number in amounts if number is not None]
        if len(numbers) < max(1, len(amounts)):
            unread.append(f"{tool.name}: the argument {limit.argument} {_unreadable(amounts)}")
        if not numbers:
            continue
        for value, number in amounts:
            bound = _bound(limit, number) if number is not None else None
            if number is not None and bound is not None:
                words, figure_ = bound
                yield (
                    tool,
                    limit.where,
                    f"{tool.name} with {limit.argument} {number_text(number)}, {words} {number_text(figure_)}",
                    {"argument": limit.argument, "value": value, "limit": str(figure_)},
                )
                break
        if not succeeded(tool) or _is_second_delivery(tool, keys):
            continue
        total += sum(numbers)
        if limit.total is not None and total > limit.total and not over_total:
            over_total = True
            allowed = number_text(limit.total)
            facts = {
                "argument": limit.argument,
                "value": amounts[0][0],
                "total": str(total),
                "limit": str(limit.total),
            }
            yield (
                tool,
                limit.where,
                f"{tool.name} brings the total of {limit.argument} to {number_text(total)}, over the limit of {allowed}",
                facts,
            )


def _unreadable(amounts: Sequence[tuple[Any, Decimal | None]]) -> str:
    if not amounts:
        return "is not there"
    return "may be in cents" if all(figure(value) is not None for value, _ in amounts) else "is no number"


def _bound(limit: Limit, number: Decimal) -> tuple[str, Decimal] | None:
    """Which bound a number is beyond."""
    if limit.highest is not None and number > limit.highest:
        return "over the limit of", limit.highest
    if limit.lowest is not None and number < limit.lowest:
        return "under the least of", limit.lowest
    return None


def _too_early(order: Order, actions: Sequence[ToolCall]) -> Iterator[_Broken]:
    for tool in actions:
        if not matches(tool.name, order.action) or matches(tool.name, order.before):
            continue
        if not any(
            matches(other.name, order.before) and succeeded(other) and _was_there(other, tool)
            for other in actions
        ):
            message = f"{tool.name} was called before {order.before} had succeeded"
            yield tool, order.where, message, {"before": order.before}


def _too_often(most: AtMost, actions: Sequence[ToolCall]) -> Iterator[_Broken]:
    keys: set[str] = set()
    done = [tool for tool in actions if succeeded(tool) and not _is_second_delivery(tool, keys)]
    if len(done) > most.times:
        message = f"{most.action} was carried out {len(done)} times, and {most.times} at most are allowed"
        yield done[most.times], most.where, message, {"count": len(done), "limit": most.times}


def _was_there(other: ToolCall, tool: ToolCall) -> bool:
    """Whether an action was over when another one began; without an answer in the record, whether it had been sent."""
    return other is not tool and returned_before(other, tool)


def _is_second_delivery(tool: ToolCall, keys: set[str]) -> bool:
    key = tool.idempotency_key
    if key is None:
        return False
    known = key in keys
    keys.add(key)
    return known

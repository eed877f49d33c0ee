"""Moments: when the caller acts. A moment is named by what happens in the call, not timed.

In a file a moment is one key with what it is about, and its options beside it:

    when: after_agent_turn
    when: {tool_in_flight: update_order, hold: reply}
    when: {agent_says: "4821", nth: 2}

A line waits for its moment once the line before has begun, and behind the request not before that has been said in full. `nth` counts the
moments of a tool from there, whichever line is next, and all others from when the line waits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

MomentKind: TypeAlias = Literal[
    "after_agent_turn",  # the agent has finished speaking, and no tool call of its is being prepared or under way
    "agent_speaking",  # `ms` into one of its utterances
    "agent_says",  # it says a word or a value (`text`)
    "tool_preparing",  # it has put a call of `tool` together, and not sent it
    "tool_sent",  # the instant it sends one
    "tool_in_flight",  # one is under way; `hold` says what waits for the caller: its commit or its reply
    "tool_succeeded",
    "tool_failed",
    "tool_retrying",  # it puts together or sends another call of `tool` after one that failed
    "silence",  # nobody has spoken for `ms`
    "at",  # `ms` from the start of the call
]
MOMENT_KINDS: tuple[MomentKind, ...] = get_args(MomentKind)
TOOL_MOMENTS = frozenset(kind for kind in MOMENT_KINDS if kind.startswith("tool_"))
TIMED_MOMENTS = frozenset(("agent_speaking", "silence", "at"))
Hold: TypeAlias = Literal["commit", "reply"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """`tool` is set for the tool's moments, `text` for `agent_says`, `ms` for the timed ones, `hold` for `tool_in_flight`.

    A moment of a tool with `tool` "*" means any writing tool.
    """

    kind: MomentKind = "after_agent_turn"
    tool: str | None = None
    text: str | None = None
    ms: int | None = None
    hold: Hold = "commit"
    nth: int = 1

    def __str__(self) -> str:
        """As a file has it in one line: `tool_in_flight: update_order`."""
        about = self.tool or self.text or (f"{self.ms} ms" if self.ms is not None else "")
        nth = f" (no. {self.nth})" if self.nth > 1 else ""
        return f"{self.kind}: {about}{nth}" if about else f"{self.kind}{nth}"

"""What passes between the two sides of a call: an answer, a wait without one, one speaking over the other."""

from __future__ import annotations

from typing import NamedTuple

from callproof.evidence.call import Utterance


class Response(NamedTuple):
    """The agent's answer to a turn of the caller's: from the caller's last sound to the agent's first one.

    `content_ms` is the same up to the first utterance that is more than "let me check": 700 and 6200 for "let me pull that
    up" after 0.7 s and the answer after 6.2 s. A filler that nothing followed counts as the answer it was.
    """

    caller: Utterance
    agent: Utterance
    latency_ms: int
    content_ms: int


class Unanswered(NamedTuple):
    """A turn of the caller's after which the agent was silent until the caller spoke again or the call ended.

    `asked_again`: the caller had to say it again, or to ask whether anybody was there; then it is the whole wait, to the
    answer or the end.
    """

    caller: Utterance
    waited_ms: int
    until_end: bool
    asked_again: bool = False


class TalkOver(NamedTuple):
    """The caller took the floor while the agent spoke.

    `overlap_ms` is how long both were audible from then on; `yield_ms` how long the agent went on after the caller's
    onset, None when it did not give up the floor.
    """

    caller: Utterance
    agent: Utterance
    overlap_ms: int
    yield_ms: int | None


class AgentInterruption(NamedTuple):
    """The agent started inside a turn of the caller's, `early_ms` before its last sound."""

    caller: Utterance
    agent: Utterance
    early_ms: int


class Implausible(NamedTuple):
    """A wait that is too long to be true."""

    caller: Utterance
    agent: Utterance
    wait_ms: int

"""Root causes as people read them: the layer, and what to repair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from callproof.scoring.outcome.verdicts import CauseName, Layer


class Repair(NamedTuple):
    """`many` completes "10 of 23: ...", `repair` says what to do about it."""

    layer: Layer
    many: str
    repair: str


REPAIRS: Mapping[CauseName, Repair] = {
    "misheard_value": Repair(
        "conversation",
        "a value was misheard and used",
        "read back values before acting on them, and tune the recogniser for codes and amounts",
    ),
    "noise_taken_as_interruption": Repair(
        "conversation",
        "a noise was taken for an interruption",
        "let only speech with content stop the agent, and change nothing on other sounds",
    ),
    "correction_missed": Repair(
        "conversation",
        "a correction was not taken up",
        "update the state from every turn of the caller, also while the agent speaks or a tool runs",
    ),
    "state_not_updated": Repair(
        "conversation",
        "a correction was acknowledged, and the state kept the old value",
        "write what was acknowledged into the state before the next call is built from it",
    ),
    "tool_result_unchecked": Repair(
        "execution",
        "a tool's answer was used without a look at it",
        "check that an answer is complete, fresh and about the record that was asked for; look again if not",
    ),
    "stale_tool_args": Repair(
        "execution",
        "arguments were built on old values",
        "compare the state's version when a call is sent with the one it was built on, and rebuild it",
    ),
    "inflight_call_not_cancelled": Repair(
        "execution",
        "a call under way was left to run",
        "cancel calls that a correction outdates; where it is too late, undo and do it again",
    ),
    "wrong_record": Repair(
        "execution",
        "another record was changed than the caller named",
        "take the record from what the caller confirmed, not from the last look-up",
    ),
    "unrequested_change": Repair(
        "execution", "something was changed that nobody asked for", "act only on a request that was completed"
    ),
    "unsafe_retry": Repair(
        "execution",
        "a call was repeated although the first had worked",
        "read the record before a retry, and retry with the same idempotency key",
    ),
    "missing_idempotency_key": Repair(
        "execution",
        "a call without an idempotency key was carried out twice",
        "send an idempotency key with every call that takes one",
    ),
    "duplicate_write": Repair(
        "execution", "the same thing was done twice", "remember what has succeeded, and do not send it again"
    ),
    "write_missing": Repair(
        "execution",
        "what was wanted was never done",
        "make sure that an agreed action ends in a tool call",
    ),
    "write_lost": Repair(
        "state",
        "an acknowledged write never landed",
        "read the record after a write, and send it again or say so when it is not there",
    ),
    "premature_confirmation": Repair(
        "state",
        "something was called done before it was known",
        "say that something is done only when the tool has answered",
    ),
    "false_confirmation": Repair(
        "state",
        "something was called done that was not so",
        "take the account from the tools' answers, not from the talk",
    ),
    "no_confirmation": Repair(
        "state",
        "the caller was never told what came of it",
        "end every action with an account of what was done",
    ),
    "not_heard_in_full": Repair(
        "conversation",
        "what the caller has to hear was not heard in full",
        "keep count of what was played, and say again from its beginning what was broken off",
    ),
    "agent_error": Repair(
        "execution", "the agent raised, hung or never spoke", "see the agent's own error in the record"
    ),
}

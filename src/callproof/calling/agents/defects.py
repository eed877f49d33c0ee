"""The planted defects, named as the root causes that they must be found under."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Defect: TypeAlias = Literal[
    "stale_tool_args",  # a built call is sent as built, whatever the caller has said since, and taken for the new one
    "tool_result_unchecked",  # takes the record out of any answer, and overlooks what the look afterwards shows
    "inflight_call_not_cancelled",  # lets a call run on that is no longer wanted, and takes it for the new one
    "noise_taken_as_interruption",  # any sound stops its speech and drops what it understood last
    "unsafe_retry",  # sends again at once, with a fresh key
    "premature_confirmation",  # says that it is done when the answer is slow
    "missing_idempotency_key",  # sends no key
]
DEFECTS: tuple[Defect, ...] = get_args(Defect)

"""What the user's own backend did not do: the agent did nothing wrong by it, and neither did callproof."""

from __future__ import annotations

from callproof.errors import CallproofError


class OwnBackendError(CallproofError):
    """`ended` is the reason for which the call is over."""

    ended: str


class UnreadableBackendError(OwnBackendError):
    """It cannot be read."""

    ended = "backend unreadable"


class HookFailedError(OwnBackendError):
    """A hook of the user's that sets it up before a call, or puts it back afterwards, failed."""

    ended = "backend hook failed"

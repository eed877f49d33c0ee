"""What the server does not do, and says so: a status and a sentence."""

from __future__ import annotations


class RefusedError(Exception):
    """A request that is turned down. `message` is for the person who set the agent up."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message

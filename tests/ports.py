"""Ports for servers that a test starts."""

from __future__ import annotations

import random
import socket

# Below the range that systems hand out by themselves (from 32 768, or from 49 152): a port of that range may be some connection's,
# or another server's, by the time that the server which it was found for has started.
_PORTS = range(12_000, 30_000)
# Not the seeded one: all workers of a run would come to the same ports.
_DRAW = random.SystemRandom()


def free_port() -> int:
    """One on which nothing listens, of a range of which nobody is given one unasked."""
    while True:
        port = _DRAW.choice(_PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port

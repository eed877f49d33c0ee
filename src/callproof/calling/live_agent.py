"""Which live agent a specification names: a kind of wire, and an address. How it is called is loaded when it is called."""

from __future__ import annotations

from dataclasses import dataclass

from callproof.errors import InputError

KINDS = (
    "twilio",
    "telnyx",
    "plivo",
    "vonage",
    "exotel",
    "openai-realtime",
    "pipecat",
    "pipecat-eval",
    # A reference agent, served by callproof itself in a process of its own.
    "spoken",
)


@dataclass(frozen=True, slots=True)
class LiveAgent:
    """`target` is a WebSocket's URL; of the kind `spoken` the name of a reference agent."""

    kind: str
    target: str

    @property
    def name(self) -> str:
        return f"{self.kind}:{self.target}"


def live_agent(spec: str) -> LiveAgent | None:
    """The live agent that a specification names; None when it names none. Raises InputError for a kind without an address."""
    kind, colon, target = spec.partition(":")
    is_address = target.startswith(("ws://", "wss://"))
    if kind not in KINDS:
        if is_address:
            raise InputError.of(
                f"--agent {spec!r}: there is no kind of live agent {kind!r} (there are: {', '.join(KINDS)})"
            )
        return None
    if kind == "spoken":
        return LiveAgent(kind, target or "sound")
    if not is_address:
        raise InputError.of(f"--agent {spec!r}: expected {kind}:ws://host:port/path, found {target!r}")
    return LiveAgent(kind, target) if colon else None

"""What is served: an agent with its ears and its voice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from callproof.calling.agent import Agent
from callproof.models.parts import Voice
from callproof.models.workers import SpeechWorkers


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedAgent:
    """`tools` is where the tools are when the stream does not say; `voice` the agent's own, `detector` what tells it speech from
    other sounds, `language` that of both sides. `glances` looks at what a caller has said so far: whether to fall silent for them must not
    wait for what another caller's whole turn was."""

    make: Callable[[], Agent]
    speech: SpeechWorkers
    glances: SpeechWorkers
    voice: Voice
    detector: str = "silero"
    language: str = "en"
    today: str = "2026-03-10"
    tools: str | None = None
    token: str | None = None

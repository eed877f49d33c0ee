"""Which live agent a specification names."""

from __future__ import annotations

import pytest

from callproof.calling.live_agent import LiveAgent, live_agent
from callproof.errors import InputError


@pytest.mark.parametrize(
    ("spec", "agent"),
    [
        ("twilio:ws://localhost:8765/ws", LiveAgent("twilio", "ws://localhost:8765/ws")),
        (
            "openai-realtime:wss://api.example/v1?model=a:b",
            LiveAgent("openai-realtime", "wss://api.example/v1?model=a:b"),
        ),
        ("spoken:naive", LiveAgent("spoken", "naive")),
        ("spoken:", LiveAgent("spoken", "sound")),
        ("naive", None),
        ("my_module:agent", None),
        ("agents/mine.py:agent", None),
    ],
)
def test_a_live_agent_is_a_kind_and_an_address(spec: str, agent: LiveAgent | None) -> None:
    assert live_agent(spec) == agent
    if agent is not None and not spec.endswith(":"):
        assert agent.name == spec


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "twilio:localhost:8765",
            "expected twilio:ws://host:port/path, or twilio:http://host:port/voice, found 'localhost:8765'",
        ),
        ("twilio", "expected twilio:ws://host:port/path, or twilio:http://host:port/voice, found ''"),
        ("twillio:ws://localhost/", "there is no kind of live agent 'twillio'"),
    ],
)
def test_what_names_none_is_said(spec: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        live_agent(spec)

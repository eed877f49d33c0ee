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


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("twilio:ws://localhost:99999/ws", "cannot be read, Port out of range 0-65535; expected scheme://host:port"),
        ("chat:http://localhost:abc/v1", "cannot be read, Port could not be cast"),
        ("openai-realtime:ws://[::1/", "cannot be read, Invalid IPv6 URL"),
        ("twilio:ws://localhost:0/", "has the port 0, expected 1 to 65535"),
        ("twilio:ws:///ws", "names no host"),
        ("pipecat:ws://local host/", "has no blanks and no control characters"),
        ("twilio:http://host/a\x07b", "has no blanks and no control characters"),
        ("twilio:ws://dana:hunter2@host/", "has a name or password in it"),
    ],
)  # fmt: skip
def test_an_address_that_cannot_be_dialled_is_said_before_anybody_is_called(
    address: str, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        live_agent(address)
    assert message in str(caught.value)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("wss://h/ws?api_key=abcdefgh&model=x", "wss://h/ws?api_key=***&model=x"),
        ("wss://h/ws?model=x&accessToken=abcdefgh#a", "wss://h/ws?model=x&accessToken=***#a"),
    ],
)
def test_a_key_in_an_address_goes_out_and_is_not_shown(url: str, shown: str) -> None:
    agent = live_agent(f"openai-realtime:{url}")
    assert agent is not None
    assert (agent.target, agent.name) == (url, f"openai-realtime:{shown}")
    assert agent.secrets == {"abcdefgh"}

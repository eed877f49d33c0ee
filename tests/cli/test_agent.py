"""`callproof agent`: what can be served."""

from __future__ import annotations

from tests.cli.running import run


def test_an_agent_that_is_not_there_and_a_wire_that_is_none() -> None:
    done = run("agent", "soundd")
    assert done.code == 2
    assert "'soundd' is no agent" in done.err
    assert "Did you mean 'sound'?" in done.err
    done = run("agent", "sound", "--serve", "carrier-pigeon")
    assert done.code == 2
    assert "cannot be served over 'carrier-pigeon'; there is: twilio, openai-realtime" in done.err
    done = run("agent", "sound", "--serve", "openai-realtime", "--tools", "http://localhost:1/")
    assert done.code == 2
    assert "the client carries the tools out" in done.err


def test_a_live_agent_without_an_address_is_named() -> None:
    done = run("run", "outcomes-30", "--agent", "twilio:localhost")
    assert done.code == 2
    assert "expected twilio:ws://host:port/path" in done.err

"""What `--agent` and `--input` choose together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from callproof.calling.choosing import chosen_agent
from callproof.calling.live_agent import LiveAgent
from callproof.calling.simulation.call import AgentSpec
from callproof.errors import InputError


def chosen(agent: Any, input: str | None = None) -> AgentSpec | LiveAgent:
    return chosen_agent(agent, environment={"KEY": "k-123456"}, input=input)


async def clerk(call: Any) -> None:
    return


@pytest.mark.parametrize("input", [None, "text"])
def test_an_agent_in_python_is_called_in_text_where_nothing_else_is_said(input: str | None) -> None:
    for agent in ("naive", clerk):
        assert isinstance(chosen(agent, input), AgentSpec)


def test_with_speech_it_is_served(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("async def agent(call): ...\n")
    assert chosen("naive", "speech") == LiveAgent("spoken", "naive")
    assert chosen(f"{file}:agent", "speech") == LiveAgent("spoken", f"{file}:agent")
    with pytest.raises(InputError, match="has no 'clerk'"):
        chosen(f"{file}:clerk", "speech")
    with pytest.raises(InputError, match="--input speech: clerk has to be served"):
        chosen(clerk, "speech")


def test_what_is_usual_for_a_kind_is_not_written_down() -> None:
    assert chosen("twilio:ws://h/", "speech") == LiveAgent("twilio", "ws://h/")
    assert chosen("chat:http://h/v1", "text") == LiveAgent("chat", "http://h/v1")
    written = chosen("openai-realtime:ws://h/", "text")
    assert isinstance(written, LiveAgent)
    assert written.input == "text"
    in_text = chosen("spoken:naive", "text")
    assert isinstance(in_text, AgentSpec)
    assert in_text.name == "naive"


def test_a_file_is_read_and_an_input_that_its_kind_lacks_is_said_with_it(tmp_path: Path) -> None:
    file = tmp_path / "agent.yaml"
    file.write_text("agent: plivo:ws://h/?k=${KEY}\n")
    agent = chosen(str(file))
    assert isinstance(agent, LiveAgent)
    assert agent.target == "ws://h/?k=k-123456"
    with pytest.raises(
        InputError, match=r"agent.yaml: --input text: an agent of the kind plivo takes speech alone"
    ):
        chosen(str(file), "text")
    with pytest.raises(InputError, match=r"--input is 'Text', expected text or speech. Did you mean 'text'"):
        chosen("naive", "Text")


def test_a_protocol_of_ones_own_needs_a_file() -> None:
    with pytest.raises(InputError, match="is described in a file; write `agent: websocket:ws://h/`"):
        chosen("websocket:ws://h/")

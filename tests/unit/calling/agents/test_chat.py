"""A language model behind chat completions as an agent in text: real requests to a server in the same process."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from callproof.calling.agents.chat import ChatAgent
from callproof.calling.agents.completions import ChatSettings
from callproof.calling.simulation.call import AgentSpec, place_call
from callproof.errors import InputError
from callproof.evidence.record import Record
from callproof.evidence.validation import validate
from callproof.scenario.model import Scenario
from callproof.scoring.outcome.case import score
from tests.unit.calling.agents.models import ModelServer
from tests.unit.calling.simulation.shop import only, said, scenario

# People who speak fast: these calls run on the real clock.
QUICK = replace(scenario(), persona=replace(scenario().persona, words_per_minute=900))


def played(server: ModelServer, what: Scenario = QUICK, **options: Any) -> Record:
    settings = ChatSettings(**{"greeting": "Hi.", **options.pop("settings", {})})
    agent = ChatAgent(url=server.url, settings=settings, **options)
    record = place_call(what, AgentSpec(name="chat", make=lambda: agent))
    assert validate(record) == []
    return record


def verdict(record: Record, what: Scenario = QUICK) -> dict[str, Any]:
    return score(record, what).to_json()


@pytest.mark.parametrize("stream", [False, True])
def test_a_model_that_does_as_it_is_told_passes(stream: bool, tmp_path: Path) -> None:
    with ModelServer().up() as server:
        record = played(
            server,
            wire=tmp_path / "wire.jsonl",
            settings={
                "stream": stream,
                "key": "k-123456",
                "parameters": {"temperature": 0},
                "idempotency_keys": stream,
            },
        )
    assert verdict(record)["status"] == "passed"
    assert said(record, "agent") == ["Hi.", "One moment.", "I have set order 4821 to 3. Goodbye!"]
    first, second = server.requests
    assert (first["model"], first["temperature"], server.keys[0]) == ("tiny-1", 0, "Bearer k-123456")
    assert ("stream" in first) is stream
    assert [tool["function"]["name"] for tool in first["tools"]] == ["set_quantity", "find_order"]
    assert first["messages"][0]["content"].endswith("\nToday is 2026-03-10.")
    assert [message["role"] for message in first["messages"]] == ["system", "assistant", "user"]
    call = second["messages"][-2]["tool_calls"][0]
    assert json.loads(call["function"]["arguments"]) == {"order_number": "4821", "quantity": 3}
    assert second["messages"][-1]["tool_call_id"] == call["id"]
    assert len(only(record, "tool.sent").idempotency_key or "") == (32 if stream else 0)
    lines = [json.loads(line) for line in (tmp_path / "wire.jsonl").read_text().splitlines()]
    assert [line["direction"] for line in lines[:4]] == ["sent", "received", "sent", "received"]
    assert lines[0]["message"]["messages"][-1]["content"] == "Please send 3 of order 4821."
    assert lines[1]["message"]["tool_calls"][0]["function"]["name"] == "set_quantity"


@pytest.mark.parametrize(
    ("server", "message"),
    [
        (ModelServer(status=503, body=b'{"error":{"message":"overloaded"}}'), "answers with 503: overloaded"),
        (ModelServer(status=401, body=b"no key"), "answers with 401: no key"),
        (ModelServer(body=b"<html>"), "answers with no chat completion: <html>"),
        (ModelServer(body=b'{"choices":[]}'), "answers with no chat completion"),
        (ModelServer(body=b'{"choices":[{"message":{"tool_calls":[{}]}}]}'), "a message that cannot be read"),
        (ModelServer(broken_off=True), "the stream broke off before its end"),
        (ModelServer(think_s=1.5), "failed: "),
    ],
)
def test_a_server_that_fails_makes_the_call_invalid_and_is_nobody_s_failure(
    server: ModelServer, message: str
) -> None:
    with server.up():
        record = played(server, settings={"model": "m", "stream": server.broken_off, "within_s": 1.0})
    error = only(record, "line.error")
    assert (error.by, message in error.message) == ("platform", True), error.message
    result = verdict(record)
    assert (result["status"], result["blame"]) == ("invalid", "platform")


def test_one_that_is_not_there_is_told_with_what_is_known_of_its_process_and_without_secrets() -> None:
    server = ModelServer(url="http://127.0.0.1:9/k-123456/v1")
    record = played(
        server,
        settings={"model": "m"},
        died=lambda: "the agent's process ended",
        secrets=frozenset({"k-123456"}),
    )
    message = only(record, "line.error").message
    assert message.startswith("http://127.0.0.1:9/***/v1/chat/completions failed: ")
    assert message.endswith("; the agent's process ended")


def test_settings_come_from_the_file_or_from_the_environment() -> None:
    url = "http://h/v1"
    environment = {"CALLPROOF_CHAT_MODEL": "m1", "CALLPROOF_CHAT_KEY": "k1", "OPENAI_API_KEY": "k2"}
    assert ChatSettings.read({}, "", url, environment) == ChatSettings(model="m1", key="k1")
    assert ChatSettings.read({"model": "m", "key": "k"}, "", url, environment) == ChatSettings(
        model="m", key="k"
    )
    # A key for one server is not sent to another.
    assert ChatSettings.read({}, "", url, {"OPENAI_API_KEY": "k2"}).key is None
    assert ChatSettings.read({}, "", "https://api.openai.com/v1", {"OPENAI_API_KEY": "k2"}).key == "k2"
    with pytest.raises(InputError, match=r"agent.yaml: chat.modell: is not a field .* Did you mean 'model'"):
        ChatSettings.read({"modell": "m"}, "agent.yaml", url, {})
    with pytest.raises(InputError, match=r"chat.parameters.tools: is set by callproof itself"):
        ChatSettings.read({"parameters": {"tools": []}}, "agent.yaml", url, {})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"model": ""}, "chat.model: is empty, expected the name of a model"),
        ({"key": "sk-hidden\n"}, "chat.key: has other than printable ASCII characters in it (a line's end?)"),
    ],
)
def test_what_no_request_can_carry_is_said_before_anybody_is_called(
    settings: dict[str, str], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        ChatSettings.read(settings, "agent.yaml", "http://h/v1", {})
    assert str(caught.value) == f"agent.yaml: {message}"

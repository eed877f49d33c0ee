"""The JSON Schema of agent.yaml says of files what the reader says."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from callproof.calling.agent_blocks import agent_schema, problems_of

ROOT = Path(__file__).parents[3]
WHOLE = yaml.safe_load((ROOT / "examples" / "websocket-agent" / "agent.yaml").read_text())
CHAT = {"agent": "chat:http://h/v1", "chat": {"model": "m", "parameters": {"temperature": 0}}}


def changed(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    made = copy.deepcopy(data)
    *parts, last = path.split(".")
    place: Any = made
    for part in parts:
        place = place[int(part)] if part.isdigit() else place[part]
    place[last] = value
    return made


@pytest.mark.parametrize(
    ("data", "right"),
    [
        (WHOLE, True),
        (CHAT, True),
        ({"agent": "twilio:ws://h/", "twilio": {"auth_token": "x"}}, True),
        (changed(CHAT, "agent", "chatt:http://h/v1"), False),
        (changed(CHAT, "chat.modell", "m"), False),
        (changed(CHAT, "chat.stream", "yes"), False),
        (changed(WHOLE, "start.within_s", 0), False),
        (changed(WHOLE, "start.ready.port", 0), False),
        (changed(WHOLE, "websocket.audio.codec", "opus"), False),
        (changed(WHOLE, "websocket.receive.0.gives", "sound"), False),
        (changed(WHOLE, "headers", {"A": 1}), False),
        (changed(WHOLE, "line", "telephone"), True),
        (changed(WHOLE, "line", ["telephone", "noise=pink:15dB"]), True),
        (changed(WHOLE, "line", 5), False),
        (changed(WHOLE, "start.env", {"A": 1, "B": "2", "C": 0.5}), True),
        (changed(WHOLE, "start.env", {"A": [1]}), False),
        (changed(WHOLE, "tools", {"token": "x" * 15}), False),
        (changed(WHOLE, "tools", {"token": "x" * 16, "url": "http://h:80/x"}), True),
        (changed(WHOLE, "tools", {"url": "ftp://h/"}), False),
        (changed(WHOLE, "name", ""), False),
    ],
)
def test_the_schema_and_the_reader_agree(data: dict[str, Any], right: bool, tmp_path: Path) -> None:
    schema = agent_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    file = tmp_path / "agent.yaml"
    file.write_text(yaml.safe_dump(data))
    assert jsonschema.Draft202012Validator(schema).is_valid(data) is right
    assert (problems_of(file, {}) == ()) is right

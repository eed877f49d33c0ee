"""What real agents put on the wire, frame by frame, as `--wire` kept it of calls to them (tests/data/wire): a Pipecat agent behind Pipecat's
own serializer for each telephone platform. Sound is kept there as its length in bytes, and is a tone here."""

from __future__ import annotations

import base64
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.dialects import DIALECTS
from callproof.calling.wire.events import AgentAudio, Clear, Message
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from tests.unit.calling.wire.sounds import tone

FOLDER = Path(__file__).parents[3] / "data" / "wire"
STREAM = "5950ca2a-881b-02c6-5dcf-4955d43eb183"
# Of each platform how its line sounds, and for how long each message of the agent's was.
LINES = {
    "telnyx": (Encoding("mulaw", 8000), 137.5),
    "plivo": (Encoding("mulaw", 8000), 137.5),
    "exotel": (Encoding("pcm16", 8000), 137.5),
    "vonage": (Encoding("pcm16", 16000), 68.75),
}


def sounding(message: Any, encoding: Encoding) -> Any:
    """A message as it was, with its sound."""
    if isinstance(message, dict) and "base64" in message:
        return base64.b64encode(sound(message["base64"], encoding)).decode()
    if isinstance(message, dict):
        return {name: sounding(value, encoding) for name, value in message.items()}
    return message


def sound(size: int, encoding: Encoding) -> bytes:
    return encoding.encode(tone(size // encoding.sample_bytes, rate_hz=encoding.rate_hz))


def received(line: dict[str, Any], encoding: Encoding) -> Message:
    if "binary" in line:
        return sound(line["binary"], encoding)
    return json.dumps(sounding(line["message"], encoding))


@pytest.mark.parametrize("platform", LINES)
def test_a_pipecat_agent_on_the_line_of(platform: str) -> None:
    encoding, ms = LINES[platform]
    _, *lines = map(json.loads, (FOLDER / f"{platform}.jsonl").read_text().splitlines())
    call = TelephonyFormat(CallIdentity(stream=STREAM, call="c", account="a"), DIALECTS[platform])
    call.opening()
    found: Counter[type] = Counter()
    for line in lines:
        if line["direction"] != "received":
            continue
        (event,) = call.receive(received(line, encoding))
        found[type(event)] += 1
        if isinstance(event, AgentAudio):
            assert (event.rate_hz, event.ms) == (encoding.rate_hz, ms)
    assert found.keys() == {AgentAudio, Clear}
    assert found[AgentAudio] >= 8

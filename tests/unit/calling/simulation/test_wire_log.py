"""What is written down of the messages of a protocol."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from callproof.calling.simulation.wire_log import WireLog

SOUND = bytes(range(160))
KNOWN, QUOTED = "run-token-123", 'pass"word\\1'


def written(folder: Path, *messages: str | bytes) -> list[Any]:
    clock = iter(range(0, 1000, 20))
    log = WireLog(folder / "wire.jsonl", lambda: next(clock), {KNOWN, QUOTED})
    for message in messages:
        log.write("sent", message)
    log.write("closed", "hung up")
    log.write("sent", "to nobody")
    log.close()
    log.write("sent", "after the end")
    return [json.loads(line) for line in (folder / "wire.jsonl").read_text().splitlines()]


def test_sound_is_its_length_and_its_hash(tmp_path: Path) -> None:
    payload = base64.b64encode(SOUND).decode()
    media = json.dumps({"event": "media", "media": {"payload": payload, "chunk": "1"}})
    digest = hashlib.sha256(SOUND).hexdigest()[:16]
    assert written(tmp_path, media, SOUND, b"\x0a\x0b") == [
        {
            "ms": 0,
            "direction": "sent",
            "message": {
                "event": "media",
                "media": {"payload": {"base64": 160, "sha256": digest}, "chunk": "1"},
            },
        },
        {"ms": 20, "direction": "sent", "binary": 160, "sha256": digest},
        {"ms": 40, "direction": "sent", "hex": "0a0b"},
        {"ms": 60, "direction": "closed", "text": "hung up"},
    ]


def test_secrets_are_masked_by_value_and_by_name(tmp_path: Path) -> None:
    start = json.dumps(
        {"a": f"Bearer {KNOWN}", "parameters": {"callproof_token": "other-value", "n": [KNOWN]}}
    )
    first, second, _ = written(tmp_path, start, f"not JSON: {KNOWN}")
    assert first["message"] == {"a": "Bearer ***", "parameters": {"callproof_token": "***", "n": ["***"]}}
    assert second["text"] == "not JSON: ***"


def test_secrets_are_masked_however_they_are_written(tmp_path: Path) -> None:
    binary = b"\x0a\x0d" + KNOWN.encode()
    first, second, _ = written(tmp_path, json.dumps({"note": f"it is {QUOTED}"}), binary)
    assert first["message"] == {"note": "it is ***"}
    assert second["binary"] == len(binary)
    assert KNOWN.encode().hex() not in (tmp_path / "wire.jsonl").read_text()


def test_long_texts_that_are_no_sound_stay(tmp_path: Path) -> None:
    text = "The order comes on Friday. " * 20
    first, _ = written(tmp_path, json.dumps({"text": text}))
    assert first["message"] == {"text": text}

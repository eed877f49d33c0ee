"""Services behind HTTP, against a server on this machine that answers as they document it."""

from __future__ import annotations

import email
import email.policy
import io
import json
import threading
import wave
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from callproof.errors import HarnessError
from callproof.models.parts import RECOGNISERS, VOICES, MissingPartError, Voice

KEY = "key-that-nobody-may-see"
TONE = (0.3 * np.sin(np.arange(24_000) / 8)).astype(np.float32)


class Answering(BaseHTTPRequestHandler):
    """Remembers what it is asked, and answers what the test says."""

    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.append((self.path, dict(self.headers), body))
        status, answer = self.server.answer
        data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: Any) -> None: ...


class Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.asked: list[tuple[str, dict[str, str], bytes]] = []
        self.answer: tuple[int, Any] = (200, {})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with Server() as made:
        thread = threading.Thread(target=made.serve_forever, daemon=True)
        thread.start()
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.setenv("OPENAI_BASE_URL", f"{made.url}/v1/")
        monkeypatch.setenv("DEEPGRAM_API_KEY", KEY)
        monkeypatch.setenv("DEEPGRAM_HOST", made.url)
        yield made
        made.shutdown()
        thread.join()


def wav_in(data: bytes) -> tuple[int, int]:
    """The rate and the samples of a WAV file."""
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return file.getframerate(), file.getnframes()


def form_of(headers: dict[str, str], body: bytes) -> dict[str, bytes]:
    """The fields of a form with a file in it."""
    head = f"Content-Type: {headers['Content-Type']}\r\n\r\n".encode()
    message = email.message_from_bytes(head + body, policy=email.policy.compat32)
    return {
        str(part.get_param("name", header="content-disposition")): bytes(part.get_payload(decode=True))
        for part in message.walk()
        if not part.is_multipart()
    }


def test_openai_speaks(server: Server) -> None:
    server.answer = (200, (np.clip(TONE, -1, 1) * 32767).astype("<i2").tobytes() + b"\x00")
    voice = VOICES.make("openai:coral")
    signal = voice.speak("No, four.", Voice("alto", 1.1))
    np.testing.assert_allclose(signal, TONE, atol=1e-4)
    ((path, headers, body),) = server.asked
    assert path == "/v1/audio/speech"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert json.loads(body) == {
        "model": "tts-1",
        "voice": "coral",
        "input": "No, four.",
        "response_format": "pcm",
        "speed": 1.1,
    }
    # Another register is the same speaker, spoken slower and moved up again; another name another speaker.
    assert len(voice.speak("No.", Voice("soprano"))) == pytest.approx(len(TONE) / 1.12, abs=2)
    assert json.loads(server.asked[1][2])["speed"] == pytest.approx(1 / 1.12)
    voice.speak("No.", Voice("onyx"))
    assert json.loads(server.asked[2][2])["voice"] == "onyx"


def test_openai_listens(server: Server) -> None:
    server.answer = (200, {"text": " Order 4281, please. "})
    recogniser = RECOGNISERS.make("openai:whisper-1")
    assert recogniser.transcribe(TONE, 24_000, "en").text == "Order 4281, please."
    ((path, headers, body),) = server.asked
    assert path == "/v1/audio/transcriptions"
    form = form_of(headers, body)
    assert (form["model"], form["language"], form["response_format"]) == (b"whisper-1", b"en", b"json")
    assert wav_in(form["file"]) == (16_000, 16_000)


def test_deepgram_listens(server: Server) -> None:
    word = {"word": "friday", "punctuated_word": "Friday.", "start": 0.52, "end": 1.004, "confidence": 0.98}
    best = {"transcript": "On Friday.", "confidence": 0.99, "words": [word]}
    server.answer = (200, {"results": {"channels": [{"alternatives": [best]}]}})
    heard = RECOGNISERS.make("deepgram").transcribe(TONE, 24_000, "en")
    assert heard.text == "On Friday."
    assert [(w.text, w.start_ms, w.end_ms, w.confidence) for w in heard.words] == [
        ("Friday.", 520, 1004, 0.98)
    ]
    ((path, headers, body),) = server.asked
    assert path == "/v1/listen?model=nova-3&language=en&punctuate=true"
    assert headers["Authorization"] == f"Token {KEY}"
    assert wav_in(body) == (16_000, 16_000)


@pytest.mark.parametrize("name", ["openai", "deepgram"])
def test_what_goes_wrong_is_said_without_the_key(server: Server, name: str) -> None:
    recogniser = RECOGNISERS.make(name)
    server.answer = (401, {"error": {"message": f"Incorrect API key provided: {KEY}."}})
    with pytest.raises(HarnessError, match=r"answered 401: .*Incorrect API key") as error:
        recogniser.transcribe(TONE, 24_000, "en")
    assert KEY not in str(error.value)
    server.answer = (200, {"unexpected": KEY})
    with pytest.raises(HarnessError, match="without a t") as error:
        recogniser.transcribe(TONE, 24_000, "en")
    assert KEY not in str(error.value)


@pytest.mark.parametrize(
    ("parts", "name", "variable"),
    [(VOICES, "openai", "OPENAI_API_KEY"), (RECOGNISERS, "deepgram", "DEEPGRAM_API_KEY")],
)
def test_without_a_key_its_variable_is_named(
    monkeypatch: pytest.MonkeyPatch, parts: Any, name: str, variable: str
) -> None:
    monkeypatch.delenv(variable, raising=False)
    with pytest.raises(MissingPartError, match=rf"export {variable}=\.\.\.") as error:
        parts.make(name)
    assert error.value.mend == f"export {variable}=..."


def test_a_server_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPGRAM_API_KEY", KEY)
    monkeypatch.setenv("DEEPGRAM_HOST", "http://127.0.0.1:9")
    with pytest.raises(HarnessError, match="deepgram cannot be reached"):
        RECOGNISERS.make("deepgram").transcribe(TONE, 24_000, "en")

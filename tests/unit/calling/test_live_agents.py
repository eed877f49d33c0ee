"""How agents are dialled: real sockets, and peers that write down what they get."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest
from websockets.asyncio.server import ServerConnection, serve

from callproof.calling.agent_file import read_agent_file
from callproof.calling.live_agent import LiveAgent, live_agent
from callproof.calling.live_agents import called, in_url
from callproof.calling.transport import UnreachableError
from callproof.calling.wire.twiml import signature
from callproof.errors import InputError
from callproof.scenario.model import AgentSettings
from tests.ports import free_port
from tests.unit.calling.simulation.shop import scenario

SHOP = scenario()


@dataclass
class Peer:
    """An agent that listens, and what it got."""

    address: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    messages: list[Any] = field(default_factory=list)

    async def take(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        self.headers = {name.lower(): value for name, value in socket.request.headers.raw_items()}
        async for message in socket:
            self.messages.append(json.loads(message))


@asynccontextmanager
async def peer() -> Any:
    it = Peer()
    async with serve(it.take, "127.0.0.1", 0) as server:
        it.address = f"127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
        yield it


@dataclass
class Webhook:
    """Answers the voice webhook."""

    answer: str
    status: str = "200 OK"
    url: str = ""
    request: str = ""

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = int(head.lower().partition("content-length: ")[2].split("\r\n")[0])
        self.request = head + (await reader.readexactly(length)).decode()
        body = self.answer.encode()
        writer.write(
            f"HTTP/1.1 {self.status}\r\nContent-Type: text/xml\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        await writer.drain()
        writer.close()


@asynccontextmanager
async def webhook(answer: str, status: str = "200 OK") -> Any:
    it = Webhook(answer, status)
    async with await asyncio.start_server(it.take, "127.0.0.1", 0) as server:
        it.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/voice"
        yield it


async def greeted(agent: LiveAgent, notes: list[str] | None = None) -> None:
    """Dials it and says what opens the call."""
    async with called(agent, (notes if notes is not None else []).append) as dialled:
        wire = dialled.wire(SHOP, "0:shop", "suite/shop")
        transport = await dialled.open("suite/shop")
        for message in wire.opening():
            await transport.send(message)
        await asyncio.sleep(0.1)
        await transport.close()


def named(spec: str) -> LiveAgent:
    agent = live_agent(spec)
    assert agent is not None
    return agent


def from_file(folder: Path, text: str, **environment: str) -> LiveAgent:
    file = folder / "agent.yaml"
    file.write_text(text)
    return read_agent_file(file, environment)


def test_a_stream_tells_the_agent_of_its_call_and_its_tools() -> None:
    async def main() -> Any:
        async with peer() as it:
            await greeted(named(f"twilio:ws://{it.address}/ws"))
            return it

    it = asyncio.run(main())
    start = it.messages[1]["start"]
    assert start["customParameters"]["callproof_tools"].endswith("/calls/suite~shop")
    assert len(start["customParameters"]["callproof_token"]) > 20
    assert it.headers["x-callproof-call"] == "suite~shop"


def test_the_webhook_is_asked_as_the_platform_asks_and_its_stream_is_dialled(tmp_path: Path) -> None:
    notes: list[str] = []

    async def main() -> Any:
        async with peer() as it:
            twiml = (
                f'<Response><Say>Hi</Say><Connect><Stream url="ws://{it.address}/media">'
                '<Parameter name="tenant" value="north"/><Parameter name="callproof_tools" value="elsewhere"/>'
                "</Stream></Connect></Response>"
            )
            async with webhook(twiml) as hook:
                text = f'agent: twilio:{hook.url}\ntwilio: {{auth_token: "${{AUTH}}", caller: "+4930111"}}\nheaders: {{X-Team: a}}'
                await greeted(from_file(tmp_path, text, AUTH="auth-1234"), notes)
                return it, hook

    it, hook = asyncio.run(main())
    head, _, body = hook.request.partition("\r\n\r\n")
    form = {name: values[0] for name, values in parse_qs(body).items()}
    start = it.messages[1]["start"]
    assert head.startswith("POST /voice HTTP/1.1\r\n")
    assert "application/x-www-form-urlencoded" in head
    assert f"x-twilio-signature: {signature('auth-1234', hook.url, form)}" in head.replace(
        "X-Twilio-S", "x-twilio-s"
    )
    assert "x-team: a" in head.lower()
    assert (form["From"], form["CallStatus"], form["CallSid"]) == ("+4930111", "ringing", start["callSid"])
    assert start["customParameters"]["tenant"] == "north"
    assert start["customParameters"]["callproof_tools"].endswith("/calls/suite~shop")
    assert "x-twilio-signature" in it.headers
    assert [note.rpartition(": ")[2] for note in notes] == ["<Say> before the stream is not carried out"]


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        ("<Response><Reject/></Response>", "200 OK", "the agent's webhook answers with <Reject>"),
        ("no route", "404 Not Found", "answers with 404: no route"),
        ("{}", "200 OK", "is not the XML that a voice webhook gives"),
        ("<Response><Say>Hello</Say></Response>", "200 OK", "no <Connect><Stream> in the answer, but <Say>"),
    ],
)
def test_an_answer_that_the_platform_would_not_take(answer: str, status: str, said: str) -> None:
    async def main() -> None:
        async with webhook(answer, status) as hook:
            await greeted(named(f"twilio:{hook.url}"))

    with pytest.raises(UnreachableError, match=said):
        asyncio.run(main())


def test_a_webhook_that_is_not_there_is_said_without_what_is_secret(tmp_path: Path) -> None:
    agent = from_file(tmp_path, "agent: twilio:http://127.0.0.1:9/voice?key=${KEY}", KEY="k-123456")
    with pytest.raises(
        UnreachableError, match=r"the voice webhook http://127.0.0.1:9/voice\?key=\*\*\* cannot"
    ):
        asyncio.run(greeted(agent))


HOME_MADE = """
agent: websocket:ws://{address}/talk
headers: {{Authorization: "Bearer ${{AUTH}}"}}
websocket:
  audio: {{codec: pcm16, rate_hz: 16000}}
  send:
    hello: [{{type: start, call: $call, tools: $tools, token: $token, rate: "#rate", day: $today}}]
    audio: {{type: audio, data: $payload}}
  receive:
    - {{when: {{type: audio}}, gives: audio, take: {{payload: data}}}}
"""


def test_a_session_of_the_realtime_api_is_set_up_as_the_scenario_says() -> None:
    async def main() -> Any:
        settings = AgentSettings(prompt="Be brief.", voice="marin", tools=("find_order",))
        async with called(named("openai-realtime:ws://127.0.0.1:1/")) as live:
            (update, *_) = live.wire(replace(scenario(), agent=settings), "1", "shop").opening()
            return json.loads(update)["session"]

    session = asyncio.run(main())
    assert (session["instructions"], session["audio"]["output"]["voice"]) == ("Be brief.", "marin")
    assert [tool["name"] for tool in session["tools"]] == ["find_order"]


def test_a_home_made_protocol_says_hello_and_goes_with_its_headers(tmp_path: Path) -> None:
    async def main() -> Any:
        async with peer() as it:
            agent = from_file(tmp_path, HOME_MADE.format(address=it.address), AUTH="t-123456")
            assert agent.call_told_by == "connection"
            await greeted(agent)
            return it

    it = asyncio.run(main())
    (hello,) = it.messages
    assert it.headers["authorization"] == "Bearer t-123456"
    assert (hello["type"], hello["call"], hello["rate"], hello["day"]) == (
        "start",
        "suite~shop",
        16000,
        "2026-03-10",
    )
    assert hello["tools"].endswith("/calls/suite~shop")


@pytest.mark.parametrize(
    ("find", "replace", "said"),
    [
        ("codec: pcm16", "codec: opus", "websocket.audio.codec: found 'opus', expected 'mulaw'"),
        (
            "gives: audio",
            "gives: sound",
            "websocket.receive[0].gives: found 'sound', expected 'ready', 'audio'",
        ),
        (
            "{payload: data}",
            "{payloud: data}",
            "websocket.receive[0].take: does not say where payload stands",
        ),
        (
            "data: $payload",
            "data: $pailoud",
            "websocket.send.audio: $pailoud has no value here. Did you mean 'payload'?",
        ),
        ("hello:", "helo:", "websocket.send.helo: is not a field that is known here. Did you mean 'hello'?"),
    ],
)
def test_a_protocol_that_cannot_be_is_said_with_its_place(
    tmp_path: Path, find: str, replace: str, said: str
) -> None:
    text = HOME_MADE.format(address="h:1").replace(find, replace)
    agent = from_file(tmp_path, text, AUTH="t-123456")
    with pytest.raises(InputError) as caught:
        asyncio.run(greeted(agent))
    assert any(f"agent.yaml: {said}" in str(problem) for problem in caught.value.problems), str(caught.value)


def test_an_agent_that_has_one_url_for_its_tools_cannot_name_its_call(tmp_path: Path) -> None:
    quiet = HOME_MADE.format(address="h:1").replace("call: $call, tools: $tools, token: $token, ", "")
    asks = quiet + "    - {when: {type: tool}, gives: tool, take: {call: id, name: name}}\n"
    assert from_file(tmp_path, quiet, AUTH="t-123456").call_told_by is None
    assert from_file(tmp_path, asks, AUTH="t-123456").call_told_by == "connection"
    assert from_file(tmp_path, quiet + "names_call: true\n", AUTH="t-123456").call_told_by == "connection"
    assert named("pipecat:ws://h/").call_told_by is None
    assert named("twilio:ws://h/").call_told_by == "stream parameters"


STARTED = """
agent: twilio:ws://127.0.0.1:{port}/
start:
  command: [{python}, -c, "{code}"]
"""


def test_a_started_agent_learns_where_the_tools_are(tmp_path: Path) -> None:
    code = "import http.server, os, sys; print(os.environ['CALLPROOF_URL'], len(os.environ['CALLPROOF_TOKEN'])); sys.exit(5)"
    text = STARTED.format(port=free_port(), python=sys.executable, code=code)
    with pytest.raises(InputError) as caught:
        asyncio.run(greeted(from_file(tmp_path, text)))
    said = str(caught.value)
    assert "agent.yaml: start: the agent's process ended with exit code 5 before it was ready" in said
    assert said.splitlines()[1].startswith("http://127.0.0.1:")
    assert said.splitlines()[1].endswith(" 32")


def test_tools_have_the_address_that_the_file_says_for_agents_that_run_already(tmp_path: Path) -> None:
    port = free_port()
    tools = f'{{port: {port}, url: "https://tunnel.example/", token: "${{AGREED}}"}}'

    async def main() -> Any:
        async with peer() as it:
            agent = from_file(
                tmp_path,
                f"agent: twilio:ws://{it.address}/\ntools: {tools}",
                AGREED="agreed-upon-words",
            )
            async with called(agent) as dialled:
                wire = dialled.wire(SHOP, "0:shop", "shop")
                _, start = wire.opening()
                async with httpx.AsyncClient(trust_env=False) as client:
                    url = f"http://127.0.0.1:{port}/tools"
                    refused = await client.get(url)
                    allowed = await client.get(url, headers={"Authorization": "Bearer agreed-upon-words"})
                return json.loads(start)["start"]["customParameters"], refused, allowed

    parameters, refused, allowed = asyncio.run(main())
    assert parameters["callproof_tools"] == "https://tunnel.example/calls/shop"
    assert "agreed-upon-words" in parameters.values()
    # No call is running, which only those who have the token are told.
    assert (refused.status_code, allowed.status_code) == (401, 404)


def test_a_port_for_the_tools_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        agent = from_file(tmp_path, f"agent: twilio:ws://h/\ntools: {{port: {port}}}")
        with pytest.raises(
            InputError, match=rf"agent.yaml: tools: the tool server cannot listen on 127.0.0.1:{port}"
        ):
            asyncio.run(greeted(agent))


def test_every_id_of_a_case_can_be_part_of_a_url_and_is_another() -> None:
    ids = ["shop", "suite/shop", "suite~shop", ".", "..", "../x", "~.", "a/b/c"]
    names = [in_url(id) for id in ids]
    assert names[:5] == ["shop", "suite~shop", "suite~~shop", "~.", "~.."]
    assert len(set(names)) == len(ids)
    assert all("/" not in name and name not in {".", ".."} for name in names)


@pytest.mark.parametrize(
    ("spec", "file", "waits"),
    [
        ("twilio:ws://127.0.0.1:1/ws", None, False),
        ("openai-realtime:ws://127.0.0.1:1/ws", None, False),
        # They have one static URL for their tools.
        ("pipecat:ws://127.0.0.1:1/ws", None, True),
        ("pipecat-eval:ws://127.0.0.1:1/ws", None, True),
        (None, "agent: pipecat:ws://127.0.0.1:1/ws\nnames_call: true\n", False),
        (None, "agent: twilio:ws://127.0.0.1:1/ws\nnames_call: false\n", True),
    ],
)
def test_only_an_agent_that_cannot_name_its_call_is_given_time_between_two(
    spec: str | None, file: str | None, waits: bool, tmp_path: Path
) -> None:
    async def main() -> bool:
        agent = named(spec) if spec is not None else from_file(tmp_path, file or "")
        async with called(agent) as dialled:
            return dialled.quiet is not None

    assert asyncio.run(main()) is waits

"""What the tool server promises about who gets what: each promise with a request that tries it."""

from __future__ import annotations

import asyncio
import logging

import httpx
import pytest

from callproof.calling.toolserver.server import ToolServer
from callproof.errors import InputError
from tests.unit.calling.toolserver.running import Running, run, serving

FIND = {"order_number": "4821"}
ROUTES = [
    ("GET", "/calls/a/tools"),
    ("POST", "/calls/a/tools/find_order"),
    ("POST", "/tools/find_order"),
    ("POST", "/calls/a/tool-calls/x1/cancel"),
    ("POST", "/calls/a/events"),
    ("POST", "/calls/a/mcp"),
    ("POST", "/hooks/vapi"),
    ("GET", "/"),
    ("GET", "/no/such/path"),
]


@pytest.mark.parametrize(
    "header", [None, "", "Bearer", "Bearer wrong", "Bearer é", "Basic {token}", "{token}"]
)
@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_without_the_token_nothing_is_told(method: str, path: str, header: str | None) -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (server, client):
            del client.headers["Authorization"]
            given = httpx.Headers()
            if header is not None:
                given = httpx.Headers([(b"Authorization", header.format(token=server.token).encode())])
            answer = await client.request(method, path, json=FIND, headers=given)
            assert answer.status_code == 401
            assert answer.headers["WWW-Authenticate"] == "Bearer"
            assert "find_order" not in answer.text
            assert call.log.events == ()

    run(test)


def test_a_token_is_made_anew_for_every_run() -> None:
    tokens = {ToolServer().token for _ in range(20)}
    assert len(tokens) == 20
    assert all(token is not None and len(token) >= 32 for token in tokens)


def test_the_secret_header_of_vapi_is_as_good() -> None:
    async def test() -> None:
        async with serving(Running()) as (server, client):
            token = str(server.token)
            del client.headers["Authorization"]
            for given, status in ((token, 200), (token[:-1], 401)):
                answer = await client.post("/tools/find_order", json=FIND, headers={"X-Vapi-Secret": given})
                assert answer.status_code == status

    run(test)


def test_only_this_machine_may_do_without_a_token() -> None:
    with pytest.raises(InputError, match="can be reached from elsewhere and needs a token"):
        ToolServer(host="192.0.2.1", guarded=False)

    async def test() -> None:
        async with serving(Running(), guarded=False) as (server, client):
            assert server.token is None
            assert (await client.post("/tools/find_order", json=FIND)).status_code == 200
            # A page whose name was made to point here.
            rebound = await client.post("/tools/find_order", json=FIND, headers={"Host": "evil.example"})
            assert rebound.status_code == 403

    run(test)


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1.evil.example", "http://[::1"]
)
def test_pages_of_other_origins_are_refused(origin: str) -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            answer = await client.post("/tools/find_order", json=FIND, headers={"Origin": origin})
            assert answer.status_code == 403
            assert call.log.events == ()

    run(test)


def test_what_is_too_large_is_refused_before_it_is_read() -> None:
    async def test() -> None:
        call = Running()
        async with serving(call, limit=1000) as (_, client):
            exactly = b'{"order_number": "4821"}'.ljust(1000)
            assert (await client.post("/calls/a/tools/find_order", content=exactly)).status_code == 200
            for path in ("tools/find_order", "events", "mcp", "hooks/vapi"):
                answer = await client.post(f"/calls/a/{path}", content=exactly + b" ")
                assert answer.status_code == 413
                assert answer.json() == {"error": "the request is larger than 1000 bytes"}

            async def chunks() -> object:
                for _ in range(100):
                    yield b" " * 100

            answer = await client.post("/calls/a/tools/find_order", content=chunks())  # type: ignore[arg-type]
            assert answer.status_code == 413
            assert len(call.events("tool.sent")) == 1

    run(test)


def test_whoever_is_still_sending_what_is_too_large_is_told_so() -> None:
    async def test() -> None:
        call = Running()
        async with serving(call, limit=1000) as (_, client):
            # More than the system's buffers between the two hold.
            answer = await client.post("/calls/a/tools/find_order", content=b" " * 20_000_000)
            assert answer.status_code == 413
            assert call.events("tool.sent") == []

    run(test)


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("tools/find_order", '{{"order_number": {}}}', "400 the arguments are no JSON object"),
        ("hooks/vapi", '{{"message": {}}}', "the body is no JSON that can be used: nested deeper than 60"),
        ("mcp", "{}", "the body is no JSON that can be used: nested deeper than 60"),
        ("events", "{}", "the body is no JSON that can be used: nested deeper than 60"),
    ],
)
@pytest.mark.parametrize("depth", [61, 70, 600, 50_000])
def test_what_is_nested_too_deeply_is_the_agent_s_mistake(
    path: str, body: str, message: str, depth: int
) -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            nested = "[" * depth + "]" * depth
            answer = await client.post(f"/calls/a/{path}", content=body.format(nested))
            assert answer.status_code == 400
            if depth < 50_000:
                assert answer.json() == {"error": message}
            assert call.events("line.error") == []

    run(test)


def test_arguments_as_deep_as_may_be_reach_the_tool() -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            nested = "[" * 59 + "]" * 59
            answer = await client.post("/calls/a/tools/find_order", content=f'{{"order_number": {nested}}}')
            assert answer.status_code == 400
            assert len(call.events("tool.sent")) == 1
            assert call.events("line.error") == []

    run(test)


def test_a_length_that_is_only_claimed_is_not_waited_for() -> None:
    async def test() -> None:
        async with serving(Running()) as (server, _):
            head = _head(server, "POST", "/calls/a/tools/find_order", b"Content-Length: 99999999999\r\n")
            answer = await _raw(server, head)
            assert answer.startswith(b"HTTP/1.1 413 ")

    run(test)


@pytest.mark.parametrize(
    "path",
    [
        "/calls/../tools",
        "/calls/b/../a/tools",
        "/calls/b%2F..%2Fa/tools",
        "/calls/%2e%2e/a/tools",
        "//calls/a/tools",
        "/calls/a/tools/",
        "/calls//tools",
        "/calls/a%00/tools",
        "/calls/A/tools",
        "/calls/a/tools/..%2f..%2f..%2fetc%2fpasswd",
    ],
)
def test_tricks_with_paths_lead_nowhere(path: str) -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (server, _):
            for method in ("GET", "POST"):
                answer = await _raw(server, _head(server, method, path, b"Content-Length: 0\r\n"))
                status = int(answer.split()[1])
                assert status in {307, 400, 404, 405}, (method, answer)
                assert b"find_order" not in answer
            assert call.log.events == ()

    run(test)


@pytest.mark.parametrize("name", ["..", "a b", "x" * 129, "naïve;drop", "%0d%0aX-Evil: 1"])
def test_names_that_are_no_names_are_not_written_down(name: str) -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            hooked = {"id": "c1", "type": "function", "function": {"name": name, "arguments": "{}"}}
            answer = await client.post("/calls/a/hooks/openai", json=hooked)
            assert answer.status_code == 400 or name == ".."
            assert "tool.sent" not in call.types() or name == ".."
            assert "x-evil" not in answer.headers

    run(test)


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": NaN}',
        b"[" * 5000,
        b'[{"type": "state.reported", "fields": {"a": "\\ud800"}}]',
        b"\xff\xfe",
        b"1" * 5000,
    ],
)
def test_json_that_no_file_could_hold_is_refused(body: bytes) -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            for path in ("events", "mcp", "hooks/openai"):
                answer = await client.post(f"/calls/a/{path}", content=body)
                assert answer.status_code == 400
            # A tool gets it as the text that it is.
            assert (await client.post("/calls/a/tools/find_order", content=body)).status_code == 400
            assert isinstance(call.events("tool.sent")[0].arguments, str)

    run(test)


def test_no_secret_is_ever_logged(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    async def test() -> str:
        call = Running()
        async with serving(call) as (server, client):
            await client.post("/tools/find_order", json=FIND)
            await client.post(
                "/tools/find_order", json=FIND, headers={"Authorization": "Bearer s3cr3t-of-somebody"}
            )
            await _raw(server, b"GARBAGE\r\n\r\n")
            assert str(server.token) not in repr(server) + repr(call.log.events)
            return str(server.token)

    caplog.set_level(logging.DEBUG)
    token = run(test)
    caught = capfd.readouterr()
    everything = caplog.text + caught.out + caught.err
    # The test's own client may tell of its requests, in which no secret stands.
    assert token not in everything
    assert "s3cr3t-of-somebody" not in everything


def _head(server: ToolServer, method: str, path: str, more: bytes = b"") -> bytes:
    return (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {server.token}\r\n".encode()
        + more
        + b"Connection: close\r\n\r\n"
    )


async def _raw(server: ToolServer, request: bytes) -> bytes:
    """What comes back for these bytes; no client has put the path right."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rsplit(":", 1)[1]))
    writer.write(request)
    try:
        return await reader.read()
    finally:
        writer.close()

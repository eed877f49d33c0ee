"""The recording proxy between an agent and an API of the user's own, both with real sockets."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from callproof.calling.toolserver.listening import Listener
from callproof.calling.toolserver.rules import ProxyConfig, Rule
from callproof.calling.toolserver.server import ToolServer
from callproof.errors import InputError
from callproof.scenario.model import Fault
from tests.unit.calling.toolserver.running import Running, run, serving, until

RULES = (
    Rule(method="PATCH", path="/orders/{order_number}", tool="set_quantity"),
    Rule(method="GET", path="/orders/{order_number}", tool="find_order"),
    Rule(
        method="POST",
        path="/v2/change",
        tool="set_quantity",
        arguments={"order_number": "json.order.id", "quantity": "query.n"},
    ),
)


@dataclass
class Api:
    """The user's own API: keeps what it is sent, answers `orders/…` with JSON, and streams `stream`."""

    seen: list[tuple[str, bytes, list[tuple[bytes, bytes]], bytes]] = field(default_factory=list)
    wait_s: float = 0.0
    go_on: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
        self.seen.append((scope["method"], target, list(scope["headers"]), body))
        await asyncio.sleep(self.wait_s)
        if scope["path"].endswith("/stream"):
            await send({"type": "http.response.start", "status": 200, "headers": [(b"x-kind", b"slow")]})
            await send({"type": "http.response.body", "body": b"first,", "more_body": True})
            await self.go_on.wait()
            await send({"type": "http.response.body", "body": b"second"})
            return
        status, headers, answer = self._answer(scope["path"])
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    @staticmethod
    def _answer(path: str) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        cookies = [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2"), (b"content-type", b"application/json")]
        if path.endswith("/zipped"):
            return (
                200,
                [(b"content-encoding", b"gzip")],
                gzip.compress(b'{"order_number": "zipped"}', mtime=0),
            )
        if path.endswith("/1"):
            return 404, cookies, b'{"error": {"message": "no such order"},  "id":1}'
        if path.endswith("/moved"):
            return 302, [(b"location", b"http://elsewhere.example/")], b""
        if path.endswith("/gone"):
            return 204, [], b""
        return 200, cookies, b'{"order_number":  "4821"}'


@asynccontextmanager
async def _proxied(
    *calls: Running, rules: tuple[Rule, ...] = RULES, **settings: Any
) -> AsyncIterator[tuple[Api, ToolServer, httpx.AsyncClient]]:
    """An API, a proxy before it, and an agent that knows nothing of either but a base URL."""
    api = Api()
    async with Listener(api, "127.0.0.1", 0) as listener:
        config = ProxyConfig(base_url=f"{listener.url}/base", rules=rules, **settings)
        async with serving(*calls, proxy=config) as (server, _), httpx.AsyncClient(trust_env=False) as agent:
            yield api, server, agent


def test_a_request_that_is_a_tool_call_is_recorded_and_passed_on() -> None:
    async def test() -> None:
        call = Running()
        async with _proxied(call) as (api, server, agent):
            answer = await agent.patch(
                f"{server.proxy_url('a')}/orders/4821?dry=no",
                content=b'{"quantity":  3}',
                headers={
                    "Authorization": "Bearer of-the-agent",
                    "Idempotency-Key": "k1",
                    "X-Callproof-Call": "a",
                },
            )
            assert answer.content == b'{"order_number":  "4821"}'
            assert answer.headers.get_list("set-cookie") == ["a=1", "b=2"]
            ((method, target, headers, body),) = api.seen
            assert (method, target, body) == ("PATCH", b"/base/orders/4821?dry=no", b'{"quantity":  3}')
            assert (b"authorization", b"Bearer of-the-agent") in headers
            assert not [name for name, _ in headers if name.startswith(b"x-callproof")]
            assert call.types() == ["tool.built", "tool.sent", "tool.returned"]
            sent, returned = call.events("tool.sent", "tool.returned")
            assert sent.name == "set_quantity"
            assert sent.arguments == {"order_number": "4821", "quantity": 3, "dry": "no"}
            assert sent.idempotency_key == "k1"
            assert returned.result == {"order_number": "4821"}
            assert "of-the-agent" not in repr(call.log.events)
            # The world behind the simulated tools has no part in it.
            assert call.quantity("4821") == 1

    run(test)


def test_arguments_come_from_where_the_rule_says() -> None:
    async def test() -> None:
        call = Running()
        async with _proxied(call) as (_, server, agent):
            order = {"order": {"id": "4821"}, "quantity": 99}
            await agent.post(f"{server.proxy_url()}/v2/change?n=3", json=order)
            await agent.post(f"{server.proxy_url()}/v2/change?n=many", content=b"no json")
            sent = [event.arguments for event in call.events("tool.sent")]
            assert sent == [{"order_number": "4821", "quantity": 3}, "no json"]

    run(test)


def test_everything_else_goes_through_unchanged() -> None:
    async def test() -> None:
        call = Running()
        async with _proxied(call) as (api, server, agent):
            url = server.proxy_url("a")
            body = bytes(range(256)) * 2000
            answer = await agent.put(
                f"{url}/a%2Fb/%C3%A9?x=1&x=2&y=%20", content=body, headers={"X-Odd": "1", "TE": "x"}
            )
            assert answer.headers.get_list("set-cookie") == ["a=1", "b=2"]
            method, target, headers, arrived = api.seen[0]
            assert (method, target, arrived) == ("PUT", b"/base/a%2Fb/%C3%A9?x=1&x=2&y=%20", body)
            names = [name for name, _ in headers]
            assert (b"x-odd", b"1") in headers
            assert b"te" not in names
            assert names.count(b"host") == 1
            assert dict(headers)[b"host"].startswith(b"127.0.0.1:")
            assert dict(headers)[b"host"].decode() not in server.url

            async def chunks() -> AsyncIterator[bytes]:
                yield b"one"
                yield b"two"

            await agent.post(f"{url}/up", content=chunks())
            assert api.seen[1][3] == b"onetwo"
            moved = await agent.get(f"{url}/moved")
            assert (moved.status_code, moved.headers["location"]) == (302, "http://elsewhere.example/")
            assert (await agent.get(f"{url}/gone")).status_code == 204
            assert (await agent.head(f"{url}/x")).content == b""
            zipped = await agent.get(f"{url}/x/zipped")
            assert (zipped.headers["content-encoding"], zipped.text) == ("gzip", '{"order_number": "zipped"}')
            assert call.log.events == ()

    run(test)


def test_an_answer_in_pieces_comes_in_pieces() -> None:
    async def test() -> None:
        async with (
            _proxied(Running()) as (api, server, agent),
            agent.stream("GET", f"{server.proxy_url()}/stream") as response,
        ):
            assert response.headers["x-kind"] == "slow"
            pieces = response.aiter_raw()
            assert await anext(pieces) == b"first,"
            api.go_on.set()
            assert await anext(pieces) == b"second"

    run(test)


def test_the_apis_own_errors_are_passed_on_as_they_are() -> None:
    async def test() -> None:
        call = Running()
        async with _proxied(call) as (_, server, agent):
            answer = await agent.get(f"{server.proxy_url()}/orders/1")
            assert (answer.status_code, answer.content) == (
                404,
                b'{"error": {"message": "no such order"},  "id":1}',
            )
            (failed,) = call.events("tool.failed")
            assert (failed.reason, failed.message) == ("error", "404 no such order")
            zipped = await agent.get(f"{server.proxy_url()}/orders/zipped")
            assert zipped.headers["content-encoding"] == "gzip"
            assert zipped.json() == call.events("tool.returned")[0].result == {"order_number": "zipped"}

    run(test)


@pytest.mark.parametrize(
    ("fault", "status", "text", "arrived"),
    [
        (
            Fault(tool="set_quantity", kind="error_status", status=503),
            503,
            '{"error": "503 service unavailable"}',
            0,
        ),
        (
            Fault(tool="set_quantity", kind="error_status", committed=True),
            500,
            '{"error": "500 internal error"}',
            1,
        ),
        (Fault(tool="set_quantity", kind="timeout", ms=200), 504, '{"error": "no answer within 200 ms"}', 0),
        (
            Fault(tool="set_quantity", kind="timeout", ms=200, committed=True),
            504,
            '{"error": "no answer within 200 ms"}',
            1,
        ),
        (Fault(tool="set_quantity", kind="empty"), 200, "{}", 1),
        (Fault(tool="set_quantity", kind="malformed"), 200, '{"data": {"order_', 1),
        (Fault(tool="set_quantity", kind="partial", keep=()), 200, "{}", 1),
        (Fault(tool="set_quantity", kind="duplicate_delivery"), 200, '{"order_number":  "4821"}', 2),
    ],
)
def test_faults_are_injected(fault: Fault, status: int, text: str, arrived: int) -> None:
    async def test() -> None:
        call = Running("a", fault)
        async with _proxied(call) as (api, server, agent):
            if fault.kind == "timeout":
                api.wait_s = 0.4
            answer = await agent.patch(f"{server.proxy_url('a')}/orders/4821", json={"quantity": 3})
            assert (answer.status_code, answer.text) == (status, text)
            await call.desk.all_through()
            assert len(api.seen) == arrived
            assert [event.kind for event in call.events("fault.injected")] == [fault.kind]
            sent, over = call.events("tool.sent", "tool.returned", "tool.failed")
            if fault.kind == "timeout":
                assert 195 <= over.ms - sent.ms <= 300
                assert over.reason == "timeout"
            # The next one is whole.
            api.wait_s = 0
            answer = await agent.patch(f"{server.proxy_url('a')}/orders/4821", json={"quantity": 3})
            assert answer.text == '{"order_number":  "4821"}'

    run(test)


def test_a_delay_is_before_the_answer_and_not_before_the_api() -> None:
    async def test() -> None:
        call = Running("a", Fault(tool="find_order", kind="delay", ms=300))
        async with _proxied(call) as (api, server, agent):
            asked = asyncio.create_task(agent.get(f"{server.proxy_url('a')}/orders/4821"))
            await until(lambda: len(api.seen) == 1)
            assert not call.events("tool.returned")
            await asked
            sent, returned = call.events("tool.sent", "tool.returned")
            assert 295 <= returned.ms - sent.ms <= 400

    run(test)


def test_a_fault_that_cannot_be_done_to_the_api_says_so_and_is_left_out() -> None:
    async def test() -> None:
        faults = (
            Fault(tool="find_order", kind="wrong_record"),
            Fault(tool="set_quantity", kind="acknowledged_but_lost"),
        )
        call = Running("a", *faults)
        async with _proxied(call) as (api, server, agent):
            url = f"{server.proxy_url('a')}/orders/4821"
            assert (await agent.get(url)).content == b'{"order_number":  "4821"}'
            assert (await agent.patch(url, json={"quantity": 3})).status_code == 200
            assert len(api.seen) == 2
        to_api = "cannot be done to the user's own API"
        assert [(event.by, event.message) for event in call.events("line.error")] == [
            (
                "platform",
                f"the fault wrong_record of find_order {to_api}: the rows that the probes read are not those of the world",
            ),
            (
                "platform",
                f"the fault acknowledged_but_lost of set_quantity {to_api}: what the API answers is not known; say it with "
                "`acknowledges` in the proxy's rule",
            ),
        ]
        assert call.events("fault.injected") == []

    run(test)


def test_a_write_is_acknowledged_in_the_words_of_the_api_and_never_passed_on() -> None:
    async def test() -> None:
        rule = Rule(
            method="PATCH",
            path="/orders/{order_number}",
            tool="set_quantity",
            acknowledges={"order_number": "$order_number", "quantity": "#quantity", "state": "open"},
        )
        call = Running("a", Fault(tool="set_quantity", kind="acknowledged_but_lost"))
        async with _proxied(call, rules=(rule,)) as (api, server, agent):
            url = f"{server.proxy_url('a')}/orders/4821"
            answer = await agent.patch(url, json={"quantity": 3})
            assert answer.json() == {"order_number": "4821", "quantity": 3, "state": "open"}
            assert api.seen == []
            # The second goes through.
            await agent.patch(url, json={"quantity": 3})
            assert len(api.seen) == 1
        assert [event.kind for event in call.events("fault.injected")] == ["acknowledged_but_lost"]

    run(test)


def test_a_canary_of_each_call_is_seen_in_no_other_call() -> None:
    async def test() -> None:
        calls = [Running("a"), Running("b")]
        async with _proxied(*calls, rules=RULES) as (api, server, agent):

            async def use(call: str, other: str, n: int) -> None:
                mine = f"canary-{call}-{n}"
                headers = {"Idempotency-Key": f"key-{mine}"}
                # Called by the path, and by the header at the static address.
                named = {} if n % 2 else {"X-Callproof-Call": call}
                url = server.proxy_url(call if n % 2 else None)
                answer = await agent.patch(
                    f"{url}/orders/{mine}?trace={mine}", json={"quantity": n}, headers={**headers, **named}
                )
                assert f"canary-{other}" not in answer.text
                answer = await agent.get(f"{url}/echo/{mine}", headers=named)
                assert answer.status_code == 200

            api.wait_s = 0.01
            await asyncio.gather(
                *(use(call, other, n) for n in range(10) for call, other in (("a", "b"), ("b", "a")))
            )
            # Each reached the API once, with its own key and no word of callproof.
            patched = [entry for entry in api.seen if entry[0] == "PATCH"]
            assert len(patched) == 20
            for _, target, sent, _ in patched:
                mine = target.split(b"trace=")[1]
                assert (b"idempotency-key", b"key-" + mine) in sent
                assert b"callproof" not in repr(sent).encode()
        for call, other in (calls, calls[::-1]):
            written = repr(call.log.events)
            assert len(call.events("tool.sent")) == 10
            assert f"canary-{call.id}-3" in written
            assert f"canary-{other.id}" not in written

    run(test)


def test_calls_that_run_in_loops_of_their_own_keep_apart() -> None:
    """As calls in text do, each in its own thread."""

    class Thread:
        def __init__(self, id: str) -> None:
            self.loop = asyncio.new_event_loop()
            self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
            self.thread.start()

            async def made() -> Running:
                return Running(id)

            self.call = asyncio.run_coroutine_threadsafe(made(), self.loop).result(5)

        def over(self) -> None:
            self.loop.call_soon_threadsafe(self.loop.stop)
            self.thread.join(5)
            self.loop.close()

    async def test() -> None:
        threads = [Thread("a"), Thread("b")]
        api = Api()
        async with Listener(api, "127.0.0.1", 0) as listener:
            config = ProxyConfig(base_url=f"{listener.url}/base", rules=RULES)
            async with ToolServer(proxy=config) as server, httpx.AsyncClient(trust_env=False) as agent:
                closes = [server.opened(t.call.id, t.call.desk, t.call.log, loop=t.loop) for t in threads]

                async def use(call: str, n: int) -> None:
                    url = f"{server.proxy_url(call)}/orders/canary-{call}-{n}"
                    answer = await agent.patch(url, json={"quantity": n})
                    assert answer.content == b'{"order_number":  "4821"}'

                await asyncio.gather(*(use(call, n) for n in range(10) for call in "ab"))
                for thread, other in zip(threads, "ba", strict=True):
                    written = repr(thread.call.log.events)
                    assert len(thread.call.events("tool.returned")) == 10
                    assert f"canary-{thread.call.id}-9" in written
                    assert f"canary-{other}" not in written
                # A call whose loop has ended takes nothing more.
                threads[0].over()
                answer = await agent.patch(f"{server.proxy_url('a')}/orders/1", json={})
                assert (answer.status_code, answer.json()) == (410, {"error": "the call 'a' is over"})
                for close in closes:
                    close()
                threads[1].over()

    run(test)


def test_holds_are_before_the_api_and_after_it() -> None:
    async def test() -> None:
        call = Running(held=True)
        async with _proxied(call) as (api, server, agent):
            asked = asyncio.create_task(
                agent.patch(f"{server.proxy_url('a')}/orders/4821", json={"quantity": 3})
            )
            await until(lambda: call.gate.waiting == [("t0", "commit")])
            await asyncio.sleep(0.05)
            assert api.seen == []
            call.gate.open.set()
            await asked
            assert call.gate.waiting == [("t0", "commit"), ("t0", "reply")]
            assert len(api.seen) == 1

    run(test)


def test_an_api_that_is_not_there_is_nobodys_failure_but_the_platforms() -> None:
    async def test() -> None:
        call = Running()
        async with Listener(Api(), "127.0.0.1", 0) as listener:
            gone = listener.url
        async with serving(call, proxy=ProxyConfig(base_url=gone, rules=RULES)) as (server, client):
            for path in ("/orders/4821", "/else"):
                answer = await client.get(f"{server.proxy_url()}{path}")
                assert answer.status_code == 502
                assert "cannot be reached" in answer.json()["error"]
            (error,) = call.events("line.error")
            assert error.by == "platform"

    run(test)


def test_an_api_that_does_not_answer_is_a_timeout_of_its_own() -> None:
    async def test() -> None:
        call = Running()
        async with _proxied(call, timeout_s=0.2) as (api, server, agent):
            api.wait_s = 0.6
            answer = await agent.get(f"{server.proxy_url()}/orders/4821")
            assert (answer.status_code, answer.json()) == (
                504,
                {"error": "504 the API gave no answer within 0.2 s"},
            )

    run(test)


def test_two_calls_keep_apart() -> None:
    async def test() -> None:
        calls = Running("a", Fault(tool="find_order", kind="error_status", nth=None)), Running("b")
        async with _proxied(*calls) as (_, server, agent):
            urls = [f"{server.proxy_url(call)}/orders/4821" for call in "ab"] * 5
            answers = await asyncio.gather(*(agent.get(url) for url in urls))
            assert [answer.status_code for answer in answers] == [500, 200] * 5
            assert [len(call.events("tool.sent")) for call in calls] == [5, 5]
            unclear = await agent.get(f"{server.proxy_url()}/orders/4821")
            assert unclear.status_code == 409
            headers = {"X-Callproof-Call": "b"}
            assert (await agent.get(f"{server.proxy_url()}/orders/4821", headers=headers)).status_code == 200

    run(test)


def test_nothing_is_passed_on_without_the_secret_or_out_of_the_base() -> None:
    async def test() -> None:
        async with _proxied(Running(), limit=1000) as (api, server, agent):
            url = server.proxy_url("a")
            key = url.split("/")[4]
            assert len(key) >= 24
            assert (await agent.get(url.replace(key, "x" * len(key)) + "/orders/4821")).status_code == 401
            assert (await agent.get(f"{server.url}/proxy/")).status_code == 404
            port = int(server.url.rsplit(":", 1)[1])
            for path in ("../admin", "..%2fadmin", "%2e%2e/admin", "x/..%5c..%5cadmin", "./orders/4821"):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                target = f"{url.removeprefix(server.url)}/{path}"
                writer.write(
                    f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
                )
                answer = await reader.read()
                writer.close()
                assert b" 400 " in answer.split(b"\r\n")[0], (path, answer)
            large = await agent.patch(f"{url}/orders/1", content=b" " * 1001)
            assert large.status_code == 413
            assert api.seen == []

    run(test)


@pytest.mark.parametrize(
    ("url", "hosts", "sentence"),
    [
        (
            "https://api.example.com/v1",
            ("api.example.com",),
            "api.example.com is on the list of production hosts",
        ),
        ("https://API.Example.com./v1", ("*.example.com",), "is on the list"),
        ("https://api.example.com:8443", ("api.example.com:443",), "is on the list"),
        ("https://10.0.0.7", ("10.*",), "is on the list"),
        ("https://bücher.example", ("xn--bcher-kva.example",), "is on the list"),
        ("http://localhost@api.example.com/", (), "has a name or password in it"),
        ("ftp://api.example.com", (), "begins with http:// or https://"),
        ("http://", (), "names a host"),
        ("http://[::1", (), "names a host"),
        ("http://x:99999", (), "names a host"),
    ],
)
def test_production_is_refused(url: str, hosts: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        ProxyConfig(base_url=url, production_hosts=hosts).check()
    ProxyConfig(base_url="https://staging.example.org/v1", production_hosts=hosts).check()


def test_rules_that_cannot_be_are_named_all_at_once() -> None:
    rules = (
        Rule(method="GET", path="orders", tool="t"),
        Rule(method="GET", path="/{a}/{a}", tool="t"),
        Rule(method="GET", path="/{a}", tool="t", arguments={"x": "header.y", "y": "path.b", "z": "json"}),
    )
    with pytest.raises(InputError) as raised:
        ProxyConfig(base_url="http://localhost:1", rules=rules, timeout_s=0, limit=0).check()
    assert [problem.path for problem in raised.value.problems] == [
        "rules[0].path",
        "rules[1].path",
        "rules[2].arguments.x",
        "rules[2].arguments.y",
        "rules[2].arguments.z",
        "timeout_s",
        "limit",
    ]

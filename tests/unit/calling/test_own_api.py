"""What is wrong with the blocks `backend` and `proxy`, and with a suite that does not go with them, is said before anybody is called."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from callproof.calling.live_agent import LiveAgent
from callproof.calling.own_api import check_tools, own_api
from callproof.errors import InputError
from tests.unit.calling.simulation.shop import scenario

BACKEND: dict[str, Any] = {
    "probes": [
        {"kind": "http", "tables": {"orders": {"url": "http://h/orders", "rows": "$.items", "key": "id"}}}
    ]
}
PROXY: dict[str, Any] = {
    "base_url": "http://h",
    "rules": [{"method": "PATCH", "path": "/orders/{order_number}", "tool": "set_quantity"}],
}


def test_a_rule_of_the_proxy_names_a_tool_that_there_is() -> None:
    agent = LiveAgent("chat", "http://h/v1", backend=BACKEND, proxy=PROXY, file="agent.yaml")
    check_tools(own_api(agent), [scenario()], "agent.yaml")
    wrong = replace(
        agent, proxy={**PROXY, "rules": [*PROXY["rules"], {**PROXY["rules"][0], "tool": "set_quantty"}]}
    )
    with pytest.raises(InputError) as caught:
        check_tools(own_api(wrong), [scenario()], "agent.yaml")
    assert str(caught.value) == (
        "agent.yaml: proxy.rules[1].tool: found 'set_quantty', which the world of no scenario has (there are: find_order, "
        "set_quantity). Did you mean 'set_quantity'?"
    )


@pytest.mark.parametrize(
    ("block", "change", "said"),
    [
        ("proxy", {"rules": []}, "proxy.rules: are missing: no request would be a tool call"),
        ("proxy", {"rules": [{"method": "FETCH", "path": "/o", "tool": "t"}]}, "proxy.rules[0].method: found 'FETCH', expected one of GET, "),
        ("proxy", {"rules": [{"method": "get", "path": "/o/{a", "tool": "t"}]}, "proxy.rules[0].path: found '/o/{a', expected values in it as {order_number}"),
        ("proxy", {"rules": [{"method": "GET", "path": "/o/{1a}", "tool": "t"}]}, "proxy.rules[0].path: found '/o/{1a}', expected values"),
        ("backend", {"probes": []}, "backend.probes: is empty: no table would be read"),
        ("backend", {"probes": [{"kind": "python", "function": "../x:read"}]}, "backend.probes[0].function: found '../x:read', expected module:name"),
    ],
)  # fmt: skip
def test_what_would_lose_the_agent_s_calls_is_said_before_it_is_called(
    block: str, change: dict[str, Any], said: str
) -> None:
    blocks: dict[str, dict[str, Any]] = {"backend": BACKEND, "proxy": PROXY}
    blocks[block] = {**blocks[block], **change}
    with pytest.raises(InputError) as caught:
        own_api(
            LiveAgent(
                "chat", "http://h/v1", backend=blocks["backend"], proxy=blocks["proxy"], file="agent.yaml"
            )
        )
    assert any(str(problem).startswith(f"agent.yaml: {said}") for problem in caught.value.problems), (
        caught.value.problems
    )

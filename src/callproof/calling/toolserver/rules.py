"""Which requests to the user's own API are tool calls, and what their arguments are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar
from urllib.parse import parse_qsl

from pydantic import TypeAdapter, ValidationError

from callproof.calling.agent import Json
from callproof.calling.toolserver.bodies import arguments_in
from callproof.calling.toolserver.hosts import host_of, refuse_production
from callproof.calling.wire.template import Template
from callproof.errors import InputError, Problem, did_you_mean
from callproof.problems import below, from_pydantic
from callproof.scenario.worlds import STRICT, Tool

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
_LONGEST_S = 600
_PLACES = ("path", "query", "json")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_KEY = re.compile(r"[A-Za-z0-9_-]{16,128}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """`method` and `path` (`/orders/{order_number}`, below the base URL) are a call of `tool`.

    `arguments` says where each argument comes from: `path.order_number`, `query.q`, `json.order.quantity`. Without it every value in
    the path, the query and the JSON object is an argument of its own name. `acknowledges` is what the API answers to such a call when it has
    worked: the fault `acknowledged_but_lost` says it in the API's place ("$quantity" in it is that argument as a text, "#quantity" as it is).
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    method: str
    path: str
    tool: str
    arguments: Mapping[str, str] = field(default_factory=dict)
    acknowledges: Json = None

    def acknowledgement(self, arguments: Json) -> Json:
        """None where there is none for these arguments."""
        if self.acknowledges is None or not isinstance(arguments, dict):
            return None
        template = Template(self.acknowledges)
        if not template.names <= arguments.keys():
            return None
        return json.loads(template.fill(**arguments))

    def matched(self, method: str, path: str) -> dict[str, str] | None:
        """The values in the path; None for a request that is another."""
        if method != self.method.upper():
            return None
        found = _pattern(self.path).fullmatch(path)
        return None if found is None else found.groupdict()

    def read(self, path: Mapping[str, str], query: str, body: bytes, tool: Tool | None) -> Json:
        """The arguments of a request that matched. In a path and in a query everything is text, and becomes what the tool declares.

        A body that is no JSON object gives the text that it is, for a judge to see.
        """
        texts = dict(parse_qsl(query, keep_blank_values=True))
        content = arguments_in(body)
        if isinstance(content, str):
            return content
        if not self.arguments:
            plain = {**texts, **path}
            return {**content, **{name: _typed(name, value, tool) for name, value in plain.items()}}
        sources: dict[str, Mapping[str, Json]] = {"path": path, "query": texts, "json": content}
        arguments = {}
        for name, source in self.arguments.items():
            place, *steps = source.split(".")
            value = _reached(sources[place], steps)
            if value is not None:
                arguments[name] = value if place == "json" else _typed(name, value, tool)
        return arguments


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyConfig:
    """`base_url` is the user's own API, `rules` the requests that are tool calls, of which the first that fits holds.

    The agent finds the proxy's address in the variable `env` of its environment; a `key` makes it the same in every run. `production_hosts` are refused. `idempotency_header` is where the API takes its idempotency key. No answer within `timeout_s` is
    a timeout; a request that is a tool call may have `limit` bytes.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    base_url: str
    rules: tuple[Rule, ...] = ()
    production_hosts: tuple[str, ...] = ()
    idempotency_header: str = "Idempotency-Key"
    env: str = "CALLPROOF_PROXY_URL"
    key: str | None = None
    timeout_s: float = 30.0
    limit: int = 10 * 1024 * 1024

    def check(self, file: str = "") -> None:
        """Raises InputError."""
        refuse_production([host_of(self.base_url)], self.production_hosts, "the recording proxy")
        if self.key is not None and not _KEY.fullmatch(self.key):
            raise InputError.of("expected 16 to 128 letters, figures, - and _", file=file, path="key")
        if not _VARIABLE.fullmatch(self.env):
            raise InputError.of(f"found {self.env!r}, expected the name of a variable", file=file, path="env")
        problems = list(_problems(self.rules, file))
        if not 0 < self.timeout_s <= _LONGEST_S:
            expected = f"expected more than 0 and up to {_LONGEST_S}"
            problems.append(Problem(file, "timeout_s", f"found {self.timeout_s:g}, {expected}"))
        if self.limit < 1:
            problems.append(Problem(file, "limit", f"found {self.limit}, expected 1 or more"))
        if problems:
            raise InputError(problems)

    def rule_for(self, method: str, path: str) -> tuple[Rule, dict[str, str]] | None:
        for rule in self.rules:
            found = rule.matched(method, path)
            if found is not None:
                return rule, found
        return None


def read_proxy_config(data: Json, file: str = "", within: tuple[str, ...] = ()) -> ProxyConfig:
    """`within` is where the settings stand in the file. Raises InputError with all that is wrong."""
    try:
        config = TypeAdapter(ProxyConfig).validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        known = [item.name for kind in (ProxyConfig, Rule) for item in fields(kind)]
        raise InputError(from_pydantic(error, file, known=known, within=within)) from None
    with below(within, file):
        if not config.rules:
            raise InputError.of("are missing: no request would be a tool call", file=file, path="rules")
        config.check(file)
    return config


def _problems(rules: Iterable[Rule], file: str) -> Iterable[Problem]:
    for number, rule in enumerate(rules):
        place = f"rules[{number}]"
        if rule.method.upper() not in _METHODS:
            known = f"expected one of {', '.join(_METHODS)}.{did_you_mean(rule.method.upper(), _METHODS)}"
            yield Problem(file, f"{place}.method", f"found {rule.method!r}, {known}")
        if not rule.path.startswith("/"):
            yield Problem(file, f"{place}.path", f"found {rule.path!r}, expected a path that begins with /")
        named = _PLACEHOLDER.findall(rule.path)
        if len(named) != len(set(named)):
            yield Problem(file, f"{place}.path", "names a value twice")
        strange = [name for name in named if not name.isidentifier()]
        if strange or re.search(r"[{}]", _PLACEHOLDER.sub("", rule.path)):
            message = f"found {rule.path!r}, expected values in it as {{order_number}}: letters, figures and _, no figure first"
            yield Problem(file, f"{place}.path", message)
        for argument, source in rule.arguments.items():
            first, *rest = source.split(".")
            if first not in _PLACES or not all(rest) or not rest:
                where = f"{place}.arguments.{argument}"
                yield Problem(file, where, f"found {source!r}, expected path.…, query.… or json.…")
            elif first == "path" and (len(rest) > 1 or rest[0] not in named):
                yield Problem(file, f"{place}.arguments.{argument}", f"the path has no {{{'.'.join(rest)}}}")


def _pattern(path: str) -> re.Pattern[str]:
    parts = _PLACEHOLDER.split(path)
    made = [f"(?P<{part}>[^/]+)" if number % 2 else re.escape(part) for number, part in enumerate(parts)]
    return re.compile("".join(made))


def _reached(value: Json, steps: Iterable[str]) -> Json:
    for step in steps:
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def _typed(name: str, value: str, tool: Tool | None) -> Json:
    parameter = None if tool is None else tool.parameters.get(name)
    if parameter is None or parameter.type == "string":
        return value
    if parameter.type == "boolean":
        return {"true": True, "false": False}.get(value.lower(), value)
    if _WHOLE.fullmatch(value):
        return int(value)
    return float(value) if parameter.type == "number" and _DECIMAL.fullmatch(value) else value

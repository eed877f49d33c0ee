"""Chat completions over HTTP, as OpenAI and the many servers that do as it does speak them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import httpx
from pydantic import TypeAdapter, ValidationError

from callproof.calling.agent import Json, ServiceFailedError
from callproof.errors import InputError
from callproof.problems import from_pydantic

_CONNECTS_WITHIN_S = 10.0
_SHOWN = 300
_KEY, _OPENAI_KEY, _MODEL = "CALLPROOF_CHAT_KEY", "OPENAI_API_KEY", "CALLPROOF_CHAT_MODEL"
_OPENAI = "https://api.openai.com/"
# Fields of a request that are ours.
_OURS = ("model", "messages", "tools", "stream")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSettings:
    """The block `chat:` of agent.yaml. `model` None: the first that the server names. `instructions` are for scenarios that give none,
    `greeting` is what is said first (None: the caller begins). `parameters` are more fields of each request (`temperature`).

    With `idempotency_keys` each tool call carries a key made of the tool and its arguments, as an integration might make it.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}

    model: str | None = None
    key: str | None = field(default=None, repr=False)
    stream: bool = False
    instructions: str | None = None
    greeting: str | None = "Hello, how can I help you?"
    parameters: Mapping[str, Any] = field(default_factory=dict)
    within_s: float = 60.0
    idempotency_keys: bool = False

    @classmethod
    def read(
        cls, settings: Mapping[str, Any], file: str, url: str, environment: Mapping[str, str]
    ) -> ChatSettings:
        """What the file leaves out is taken from the environment: CALLPROOF_CHAT_MODEL, CALLPROOF_CHAT_KEY (for OpenAI's own address
        OPENAI_API_KEY too). Raises InputError."""
        given = dict(settings)
        if given.get("model") is None and environment.get(_MODEL):
            given["model"] = environment[_MODEL]
        if given.get("key") is None:
            key = environment.get(_KEY) or (environment.get(_OPENAI_KEY) if url.startswith(_OPENAI) else None)
            given["key"] = key or None
        try:
            read = TypeAdapter(cls).validate_json(json.dumps(given))
        except ValidationError as error:
            known = cls.__dataclass_fields__
            raise InputError(from_pydantic(error, file, known=known, within=("chat",))) from None
        if read.model == "":
            raise InputError.of("is empty, expected the name of a model", file=file, path="chat.model")
        if read.key is not None and not (read.key.isascii() and read.key.isprintable()):
            raise InputError.of(
                "has other than printable ASCII characters in it (a line's end?)", file=file, path="chat.key"
            )
        for name in _OURS:
            if name in read.parameters:
                raise InputError.of("is set by callproof itself", file=file, path=f"chat.parameters.{name}")
        if not 0 < read.within_s <= 600:
            raise InputError.of(
                f"found {read.within_s:g}, expected more than 0 and up to 600",
                file=file,
                path="chat.within_s",
            )
        return read


@dataclass(slots=True)
class Asked:
    """A tool call of the model's; `arguments` as the text that it wrote."""

    id: str
    name: str
    arguments: str

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "type": "function",
            "function": {"name": self.name, "arguments": self.arguments},
        }


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    calls: tuple[Asked, ...] = ()


class ChatServer:
    """The server of one call. `told` is told of each message that goes out or comes in."""

    def __init__(
        self, url: str, settings: ChatSettings, headers: Mapping[str, str], told: Callable[[bool, str], None]
    ) -> None:
        own = {} if settings.key is None else {"Authorization": f"Bearer {settings.key}"}
        self._url = url.rstrip("/")
        self._settings = settings
        self._told = told
        self._model = settings.model
        timeout = httpx.Timeout(settings.within_s, connect=_CONNECTS_WITHIN_S)
        self._client = httpx.AsyncClient(headers={**own, **headers}, timeout=timeout, trust_env=False)

    async def close(self) -> None:
        await self._client.aclose()

    async def reply(
        self, messages: Sequence[Mapping[str, Json]], tools: Sequence[Mapping[str, Json]]
    ) -> Reply:
        """What the model says and wants done. Raises ServiceFailedError for whatever else comes, or does not come."""
        settings = self._settings
        body: dict[str, Json] = {
            **settings.parameters,
            "model": await self._named_model(),
            "messages": list(messages),
            **({"tools": list(tools)} if tools else {}),
            **({"stream": True} if settings.stream else {}),
        }
        self._told(True, json.dumps(body))
        url = f"{self._url}/chat/completions"
        try:
            async with self._client.stream("POST", url, json=body) as answer:
                if not answer.is_success:
                    raise _refused(url, answer.status_code, (await answer.aread()).decode(errors="replace"))
                streamed = "text/event-stream" in answer.headers.get("content-type", "")
                message = (
                    await _put_together(_events(answer)) if streamed else _message(await answer.aread(), url)
                )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ServiceFailedError(f"{url} failed: {str(error) or type(error).__name__}") from None
        self._told(False, json.dumps(message))
        return _reply(message, url)

    async def _named_model(self) -> str:
        if self._model is None:
            url = f"{self._url}/models"
            try:
                answer = await self._client.get(url)
                self._model = str(answer.json()["data"][0]["id"])
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                raise ServiceFailedError(f"{url} failed: {str(error) or type(error).__name__}") from None
            except (ValueError, LookupError, TypeError):
                raise ServiceFailedError(
                    f"{url} names no model (status {answer.status_code}); say which one with `chat: {{model: ...}}` in agent.yaml, or {_MODEL}"
                ) from None
        return self._model


def _refused(url: str, status: int, body: str) -> ServiceFailedError:
    said: Json = body.strip()
    try:
        data = json.loads(body)
        said = data["error"]["message"]
    except (ValueError, LookupError, TypeError):
        pass
    return ServiceFailedError(f"{url} answers with {status}{f': {str(said)[:_SHOWN]}' if said else ''}")


def _message(body: bytes, url: str) -> Json:
    try:
        return json.loads(body)["choices"][0]["message"]
    except (ValueError, LookupError, TypeError):
        shown = body[:_SHOWN].decode(errors="replace")
        raise ServiceFailedError(f"{url} answers with no chat completion: {shown}") from None


async def _events(answer: httpx.Response) -> AsyncIterator[Json]:
    """The data of each event of a stream, up to its end."""
    ended = False
    async for line in answer.aiter_lines():
        if not line.startswith("data:"):
            continue
        data = line.removeprefix("data:").strip()
        if data == "[DONE]":
            ended = True
            break
        try:
            event = json.loads(data)
        except ValueError:
            raise ServiceFailedError(f"a stream with an event that is no JSON: {data[:_SHOWN]}") from None
        if isinstance(event, dict) and "error" in event:
            raise _refused("the stream", 200, data)
        yield event
        if _finished(event):
            ended = True
    if not ended:
        raise ServiceFailedError("the stream broke off before its end")


def _finished(event: Json) -> bool:
    try:
        return event["choices"][0].get("finish_reason") is not None
    except (LookupError, TypeError, AttributeError):
        return False


async def _put_together(events: AsyncIterator[Json]) -> Json:
    """The message that the deltas of a stream are pieces of."""
    text: list[str] = []
    calls: dict[int, dict[str, str]] = {}
    async for event in events:
        try:
            for choice in event["choices"][:1]:
                delta = choice.get("delta") or {}
                text.append(delta.get("content") or "")
                for number, piece in enumerate(delta.get("tool_calls") or ()):
                    call = calls.setdefault(
                        piece.get("index", number), {"id": "", "name": "", "arguments": ""}
                    )
                    function = piece.get("function") or {}
                    call["id"] = piece.get("id") or call["id"]
                    call["name"] += function.get("name") or ""
                    call["arguments"] += function.get("arguments") or ""
        except (LookupError, TypeError, AttributeError):
            raise ServiceFailedError(
                f"a stream with an event that is no chunk: {str(event)[:_SHOWN]}"
            ) from None
    made = [Asked(call["id"], call["name"], call["arguments"]).to_json() for _, call in sorted(calls.items())]
    return {"role": "assistant", "content": "".join(text) or None, **({"tool_calls": made} if made else {})}


def _reply(message: Json, url: str) -> Reply:
    try:
        calls = []
        for number, call in enumerate(message.get("tool_calls") or ()):
            function = call["function"]
            arguments = function.get("arguments")
            # Some servers give the object itself.
            text = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
            calls.append(Asked(str(call.get("id") or f"call_{number}"), str(function["name"]), text))
        return Reply(_text(message.get("content")), tuple(calls))
    except (LookupError, TypeError, AttributeError):
        shown = json.dumps(message)[:_SHOWN]
        raise ServiceFailedError(f"{url} answers with a message that cannot be read: {shown}") from None


def _text(content: Json) -> str:
    """The words of a message; some servers give them in parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return str(content or "")

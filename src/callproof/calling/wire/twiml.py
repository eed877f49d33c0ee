"""The voice webhook in front of a media stream: what the platform posts, and what it understands of the answer."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from xml.parsers import expat

from callproof.calling.wire.events import Problem
from callproof.calling.wire.twilio import CallIdentity

# Twilio's own limit for a document is 64 kB (error 11750).
MAX_BYTES = 64 * 1024
_MAX_DEPTH = 20


@dataclass(frozen=True, slots=True)
class StreamInstruction:
    """Where the platform would dial to. `warnings` are what works here and fails, or acts otherwise, with the real one."""

    url: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class _Element:
    name: str
    attributes: dict[str, str]
    children: list[_Element]
    text: str = ""


def webhook_form(identity: CallIdentity) -> dict[str, str]:
    """What Twilio posts, form-encoded, when a call comes in."""
    return {
        "CallSid": identity.call,
        "AccountSid": identity.account,
        "From": identity.caller,
        "To": identity.callee,
        "CallStatus": "ringing",
        "Direction": "inbound",
        "ApiVersion": "2010-04-01",
    }


def signature(auth_token: str, url: str, form: Mapping[str, str] | None = None) -> str:
    """The header X-Twilio-Signature: over the URL and the posted fields, sorted; for a WebSocket over the URL alone."""
    signed = url + "".join(name + value for name, value in sorted((form or {}).items()))
    return base64.b64encode(hmac.digest(auth_token.encode(), signed.encode(), hashlib.sha1)).decode("ascii")


def read_twiml(body: bytes | str) -> StreamInstruction | Problem:
    """The stream that a webhook's answer asks for: TwiML, or Plivo's XML, whose `<Stream>` has the URL as its text."""
    data = body.encode(errors="replace") if isinstance(body, str) else body
    if len(data) > MAX_BYTES:
        return Problem("too_large", f"an answer of {len(data)} bytes, more than {MAX_BYTES}")
    try:
        root = _parsed(data)
    except (expat.ExpatError, ValueError, LookupError) as error:
        return Problem("malformed", f"the answer is not the XML that a voice webhook gives: {error}")
    if root.name != "Response":
        return Problem("malformed", f"the answer begins with <{root.name}>, not with <Response>")
    warnings: list[str] = []
    for verb in root.children:
        if verb.name == "Connect":
            for noun in verb.children:
                if noun.name == "Stream":
                    return _instruction(noun, warnings)
        elif verb.name == "Stream":
            return _instruction(verb, warnings)
        elif verb.name == "Start" and any(noun.name == "Stream" for noun in verb.children):
            warnings.append(
                "<Start><Stream> is one-way: the agent cannot be heard over it; <Connect> is needed"
            )
        elif verb.name in ("Hangup", "Reject"):
            return Problem("refused", f"the agent's webhook answers with <{verb.name}>")
        else:
            warnings.append(f"<{verb.name}> before the stream is not carried out")
    found = ", ".join(f"<{verb.name}>" for verb in root.children) or "nothing"
    reason = "; ".join(warning for warning in warnings if "one-way" in warning)
    return Problem(
        "malformed", f"no <Connect><Stream> in the answer, but {found}{'; ' + reason if reason else ''}"
    )


def _instruction(stream: _Element, warnings: list[str]) -> StreamInstruction | Problem:
    url = (stream.attributes.get("url") or stream.text).strip()
    try:
        parts = urlsplit(url)
    except ValueError as error:
        return Problem("malformed", f"the stream's URL {url!r} cannot be read: {error}")
    if parts.scheme not in ("ws", "wss") or not parts.netloc:
        return Problem("malformed", f"the stream's URL is {url!r}; it must begin with ws:// or wss://")
    if "url" in stream.attributes and parts.query:
        warnings.append("Twilio takes no query string in the stream's URL; use <Parameter> instead")
    if parts.scheme == "ws":
        warnings.append("the platform itself dials only wss://")
    parameters = {
        child.attributes["name"]: child.attributes.get("value", "")
        for child in stream.children
        if child.name == "Parameter" and "name" in child.attributes
    }
    # Plivo's form: X-a=1,X-b=2.
    for pair in filter(None, stream.attributes.get("extraHeaders", "").split(",")):
        name, _, value = pair.partition("=")
        parameters[name.strip()] = value.strip()
    return StreamInstruction(url, parameters, tuple(warnings))


def _parsed(data: bytes) -> _Element:
    """The document's elements.

    Entities are declared in a DOCTYPE, so refusing that is all it takes against those that grow or read files. Raises ValueError for
    one.
    """
    parser = expat.ParserCreate()
    top = _Element("", {}, [])
    path = [top]

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(path) > _MAX_DEPTH:
            raise ValueError(f"nested deeper than {_MAX_DEPTH}")
        element = _Element(name, attributes, [])
        path[-1].children.append(element)
        path.append(element)

    def end(name: str) -> None:
        path.pop()

    def text(data: str) -> None:
        path[-1].text += data

    def declaration(*_: object) -> None:
        raise ValueError("a DOCTYPE has no place in it")

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = declaration
    parser.Parse(data, True)
    return top.children[0]

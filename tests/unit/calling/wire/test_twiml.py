"""The answer to the voice webhook."""

from __future__ import annotations

import pytest

from callproof.calling.wire.events import Problem
from callproof.calling.wire.twilio import CallIdentity
from callproof.calling.wire.twiml import StreamInstruction, read_twiml, signature, webhook_form

ORDINARY = """<?xml version="1.0" encoding="UTF-8"?>
<Response>
  <Connect>
    <Stream url="wss://agent.example/ws">
      <Parameter name="tenant" value="north &amp; wind"/>
      <Parameter value="nameless"/>
    </Stream>
  </Connect>
</Response>"""


def test_the_stream_and_its_parameters() -> None:
    expected = StreamInstruction("wss://agent.example/ws", {"tenant": "north & wind"})
    assert read_twiml(ORDINARY) == expected
    assert read_twiml(ORDINARY.encode()) == expected
    assert read_twiml(ORDINARY.replace("UTF-8", "UTF-16").encode("utf-16")) == expected


def test_what_fails_with_the_real_platform_is_warned_of() -> None:
    body = '<Response><Say>Hi</Say><Connect><Stream url="ws://a.example/ws?key=1"/></Connect></Response>'
    read = read_twiml(body)
    assert isinstance(read, StreamInstruction)
    assert read.url == "ws://a.example/ws?key=1"
    assert [warning.split()[0] for warning in read.warnings] == ["<Say>", "Twilio", "the"]


def test_plivo_has_the_url_as_text() -> None:
    read = read_twiml(
        '<Response><Stream bidirectional="true" extraHeaders="X-a=1,X-b=2">wss://a.example/ws?x=1</Stream></Response>'
    )
    assert read == StreamInstruction("wss://a.example/ws?x=1", {"X-a": "1", "X-b": "2"})


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        ("", "malformed", "no element found"),
        ("not xml", "malformed", "syntax error"),
        ("<Response/>", "malformed", "but nothing"),
        ("<Response><Say>Hi</Say></Response>", "malformed", "but <Say>"),
        ("<Response><Hangup/></Response>", "refused", "<Hangup>"),
        ("<html/>", "malformed", "begins with <html>"),
        ('<Response><Start><Stream url="wss://a/"/></Start></Response>', "malformed", "one-way"),
        ('<Response><Connect><Stream url="https://a/"/></Connect></Response>', "malformed", "ws://"),
        ('<Response><Connect><Stream url="wss://[a/"/></Connect></Response>', "malformed", "cannot be read"),
        ("<a>" * 30 + "</a>" * 30, "malformed", "nested deeper"),
        ("<Response>" + " " * 70_000 + "</Response>", "too_large", "bytes"),
        ('<?xml version="1.0" encoding="klingon"?><Response/>', "malformed", "encoding"),
    ],
)
def test_what_is_no_answer(body: str, kind: str, words: str) -> None:
    read = read_twiml(body)
    assert isinstance(read, Problem)
    assert read.kind == kind
    assert words in read.message


def test_entities_are_refused() -> None:
    billion = (
        '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
        '<Response><Connect><Stream url="&b;"/></Connect></Response>'
    )
    outside = '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><Response>&f;</Response>'
    for body in (billion, outside, '<!DOCTYPE Response SYSTEM "http://a.example/x.dtd"><Response/>'):
        read = read_twiml(body)
        assert isinstance(read, Problem)
        assert "DOCTYPE" in read.message


def test_the_signature_is_twilios() -> None:
    # The worked example of https://www.twilio.com/docs/usage/security
    form = {
        "CallSid": "CA1234567890ABCDE",
        "Caller": "+14158675309",
        "Digits": "1234",
        "From": "+14158675309",
        "To": "+18005551212",
    }
    url = "https://mycompany.com/myapp.php?foo=1&bar=2"
    assert signature("12345", url, form) == "RSOYDt4T1cUTdK1PDd93/VVr8B8="
    assert signature("12345", "wss://a.example/ws") == signature("12345", "wss://a.example/ws", {})


def test_what_is_posted() -> None:
    form = webhook_form(CallIdentity(stream="MZ1", call="CA1", account="AC1", caller="+1555", callee="+1556"))
    assert (form["CallSid"], form["From"], form["CallStatus"]) == ("CA1", "+1555", "ringing")

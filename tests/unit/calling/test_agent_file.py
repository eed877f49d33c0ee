"""`agent.yaml`: what it may say, and what is said of it where it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from callproof.calling.agent_file import is_agent_file, read_agent_file
from callproof.calling.live_agent import LiveAgent, Ready, Start
from callproof.errors import InputError

WHOLE = """
agent: twilio:wss://${HOST}/ws?key=${KEY}
name: my bot
start:
  command: python 'my bot.py' --fast
  folder: sub
  env: {BOT_PORT: 8765, API_KEY: "${KEY}", PLAIN: "$${KEY}"}
  ready: {line: "listening on (\\\\d+)"}
  within_s: 5
headers: {Authorization: "Bearer ${AUTH}"}
line: [noise=street:10dB]
"""


def read(folder: Path, text: str, **environment: str) -> LiveAgent:
    file = folder / "agent.yaml"
    file.write_text(text)
    return read_agent_file(file, environment)


def problems(folder: Path, text: str, **environment: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(folder, text, **environment)
    file = str(folder / "agent.yaml")
    assert all(problem.file == file for problem in caught.value.problems)
    return [f"{problem.path}: {problem.message}" for problem in caught.value.problems]


def test_a_whole_file(tmp_path: Path) -> None:
    agent = read(tmp_path, WHOLE, HOST="bots.example", KEY="k-123456", AUTH="t-123456")
    assert agent == LiveAgent(
        "twilio",
        "wss://bots.example/ws?key=k-123456",
        title="my bot",
        start=Start(
            command=("python", "my bot.py", "--fast"),
            folder=tmp_path / "sub",
            env={"BOT_PORT": "8765", "API_KEY": "k-123456", "PLAIN": "${KEY}"},
            ready=Ready(line="listening on (\\d+)"),
            within_s=5,
        ),
        headers={"Authorization": "Bearer t-123456"},
        line=("noise=street:10dB",),
        secrets=frozenset({"bots.example", "k-123456", "t-123456"}),
        file=str(tmp_path / "agent.yaml"),
    )


def test_a_short_file_and_its_name_without_the_secret(tmp_path: Path) -> None:
    agent = read(tmp_path, "agent: twilio:wss://h/ws?key=${KEY}", KEY="k-123456")
    assert agent.target.endswith("k-123456")
    assert agent.name == "twilio:wss://h/ws?key=${KEY}"


@pytest.mark.parametrize(
    ("name", "is_one"), [("agent.yaml", True), ("a/b.YML", True), ("agent.py", False), ("naive", False)]
)
def test_a_file_is_known_by_its_ending(name: str, is_one: bool) -> None:
    assert is_agent_file(name) is is_one


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("agent: twilio:ws://h/\nheader: {}", "header: is not a field that is known here. Did you mean 'headers'?"),
        ("agent: twilio:ws://h/\nstart: {commands: x}", "start.command: is missing"),
        ("agent: twilio:ws://h/\nstart: {command: []}", "start.command: is empty, expected a command"),
        ("agent: twilio:ws://h/\nstart: {command: 'a \"b'}", "start.command: found 'a \"b', which cannot be split: No closing quotation"),
        ("agent: twilio:ws://h/\nstart: {command: [python, 3]}", "start.command: found a list of 2, expected a command, or a list of its parts as texts"),
        ("agent: twilio:ws://h/\nstart: {command: x, env: {A: true}}", "start.env.A: found true, expected a text or a number"),
        ("agent: twilio:ws://h/\nstart: {command: x, ready: {port: 8, line: x}}", "start.ready: expected one of port, url and line"),
        ("agent: twilio:ws://h/\nstart: {command: x, ready: {url: 'localhost:80'}}", "start.ready.url: found 'localhost:80', expected http://host:port/path"),
        ("agent: twilio:ws://h/\nstart: {command: x, ready: {line: '('}}", "start.ready.line: found '(', which is no regular expression"),
        ("agent: twilio:ws://h/\nstart: {command: x, ready: {port: 70000}}", "start.ready.port: found 70000, expected at most 65535"),
        ("agent: twilio:ws://h/\nstart: {command: x, within_s: 0}", "start.within_s: found 0, expected more than 0"),
        ("agent: twilio:localhost", "agent: expected twilio:ws://host:port/path"),
        ("agent: twillio:ws://h/", "agent: there is no kind of live agent 'twillio'"),
        ("agent: naive", "agent: found 'naive', expected a live agent"),
        ("agent: twilio:ws://h/\nwebsocket: {}", "websocket: means nothing to an agent of the kind twilio"),
        ("agent: websocket:ws://h/", "websocket: is missing: an agent of the kind websocket is described there"),
        ("agent: twilio:ws://h/\nheaders: {A: '${B C}'}", "headers.A: ${B C} is no name of the environment"),
        ("agent: twilio:ws://h/\ntools: {port: 70000}", "tools.port: found 70000, expected at most 65535"),
        ("agent: twilio:ws://h/\ntools: {tokn: x}", "tools.tokn: is not a field that is known here. Did you mean 'token'?"),
        ("agent: twilio:ws://h:99999/", "agent: the address cannot be read, Port out of range"),
        ("agent: twilio:ws://h/\nstart: {command: x, ready: {url: 'http://h:99999/'}}", "start.ready.url: the address cannot be read"),
        ("agent: twilio:ws://h/\nstart: {command: x, env: {'A=B': x}}", "start.env: found 'A=B', which cannot be a name in an environment"),
        ('agent: twilio:ws://h/\nheaders: {A: "secret\\r\\nB: c"}', "headers: the value of A has other than printable ASCII characters in it"),
        ("agent: twilio:ws://h/\nheaders: {A B: x}", "headers: found the name 'A B', expected letters, figures and -"),
        ("agent: twilio:ws://h/\nheaders: {Host: x}", "headers: Host belongs to the connection"),
        ("agent: twilio:ws://h/\nheaders: {Sec-WebSocket-Key: x}", "headers: Sec-WebSocket-Key belongs to the connection"),
        ("agent: twilio:ws://h/\nline: 5", "line: found 5, expected an effect, or a list of effects"),
        ("agent: twilio:ws://h/\nline: [telephon]", "line: effect 'telephon': there is no effect 'telephon'"),
        ("agent: chat:http://h/\nline: telephone", "line: means nothing to an agent of the kind chat: it is called in text"),
        ("agent: spoken:sound\nstart: {command: x}", "start: means nothing to an agent of the kind spoken"),
        ("agent: livekit-console:a.py\nheaders: {A: b}", "headers: means nothing to an agent of the kind livekit-console"),
        ("agent: twilio:ws://h/\ntools: {token: short}", "tools.token: found 5 characters, expected 16 or more"),
        ("agent: twilio:ws://h/\ntools: {url: 'ftp://h/'}", "tools.url: found 'ftp://h/', expected http://host:port/path"),
        ("agent: twilio:ws://h/\ntools: {host: ''}", "tools.host: is empty"),
        ('agent: twilio:ws://h/\nname: "\\e[31mred"', "name: found '\\x1b[31mred', expected a name that can be printed"),
        ("- a", ": found a list of 1, expected an object with agent, name, start"),
        ("agent: [a", "line 2: is not valid YAML"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    assert any(problem.startswith(said) for problem in problems(tmp_path, text)), problems(tmp_path, text)


def test_all_names_that_the_environment_lacks_are_said_at_once(tmp_path: Path) -> None:
    text = "agent: twilio:ws://h/\nheaders: {A: '${BOT_KAY}'}\nstart: {command: [x, '${OTHER}']}"
    assert problems(tmp_path, text, BOT_KEY="secret") == [
        "headers.A: ${BOT_KAY} is not set in the environment; set it before the run: export BOT_KAY=... Did you mean 'BOT_KEY'?",
        "start.command[1]: ${OTHER} is not set in the environment; set it before the run: export OTHER=...",
    ]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        read_agent_file(tmp_path / "agent.yaml", {})

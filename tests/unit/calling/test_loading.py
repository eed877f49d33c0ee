"""From a specification or a Python object to an agent, and what is said of those that are none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from callproof.calling.loading import agent_from, load_agent, load_tools
from callproof.errors import InputError


def told(load: Callable[..., object], *args: Any) -> str:
    with pytest.raises(InputError) as error:
        load(*args)
    return str(error.value)


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_file_that_ends_the_program_when_it_is_loaded(tmp_path: Path) -> None:
    spec = written(tmp_path, "leaving.py", "import sys\nsys.exit(5)\n")
    assert told(load_agent, spec) == f"{spec}: cannot be loaded: it ended the program: SystemExit(5)"


def test_a_file_without_an_agent_says_what_is_in_it(tmp_path: Path) -> None:
    spec = written(tmp_path, "clerks.py", "import json\n\ndef clerk(call): ...\n\nclass Desk: ...\n")
    assert told(load_agent, spec) == (
        f"--agent {spec!r}: {spec} has no 'agent'; name yours: {spec}:NAME (it has clerk, Desk)."
    )
    assert told(load_agent, f"{spec}:clark").endswith(
        f"{spec}:NAME (it has clerk, Desk). Did you mean 'clerk'?"
    )
    empty = written(tmp_path, "empty_agent.py", "")
    assert told(load_agent, empty).endswith(f"name yours: {empty}:NAME.")
    assert told(load_agent, "json:agent").startswith(
        "--agent 'json:agent': json has no 'agent'; name yours: json:NAME"
    )


def test_a_folder_is_no_agent_and_says_what_in_it_is(tmp_path: Path) -> None:
    spec = str(tmp_path)
    assert told(load_agent, spec) == f"--agent {spec!r} is a folder; name a Python file or an agent.yaml"
    file = written(tmp_path, "agent.py", "")
    assert told(load_agent, spec) == f"--agent {spec!r} is a folder; name {file}"
    file = written(tmp_path, "agent.txt", "")
    assert told(load_agent, file).startswith(
        f"--agent {file!r} is a file of another kind; expected a Python file"
    )


def test_a_name_that_is_no_agent_says_what_one_can_be() -> None:
    said = told(load_agent, "nive")
    assert said.startswith(
        "--agent 'nive' is no agent; expected module:name, a Python file, an agent.yaml, a live one"
    )
    assert "naive, sound, or one with a single defect (stale-tool-args, " in said
    assert said.endswith("). Did you mean 'naive'?")
    assert "do-nothing" not in said
    assert told(load_agent, "").startswith("--agent '' is no agent; expected ")


def test_a_tool_that_is_none_says_so_itself(tmp_path: Path) -> None:
    text = """
from callproof import Read, tool
@tool(read=Read(table="orders", record="number"))
def find(db, number):
    "Looks."
"""
    spec = written(tmp_path, "untyped_tools.py", text)
    assert (
        told(load_tools, spec) == f"{spec}: cannot be loaded: the tool find: the parameter number has no type"
    )


def test_a_file_with_the_name_of_a_module_does_not_take_its_place(tmp_path: Path) -> None:
    spec = written(tmp_path, "json.py", "async def agent(call):\n    await call.say('Hello.')\n")
    load_agent(spec)
    assert sys.modules["json"] is json
    # Nor in a process that takes over the path, as workers do.
    child = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); del sys.modules['json']; import json; json.JSONEncoder"
    subprocess.run([sys.executable, "-c", child, json.dumps(sys.path)], check=True)


@pytest.fixture(autouse=True)
def the_path_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))


def generator(call: Any) -> Any:
    yield call


async def asynchronous_generator(call: Any) -> AsyncIterator[Any]:
    yield call


def without_a_call() -> None: ...


def with_two(call: Any, other: Any) -> None: ...


@pytest.mark.parametrize("target", [generator, asynchronous_generator])
def test_generators_are_no_agents(target: Any) -> None:
    assert (
        told(agent_from, target, "mine")
        == "mine is a generator: an agent speaks with `call.say`, and yields nothing"
    )


@pytest.mark.parametrize(
    ("target", "why"),
    [(without_a_call, "too many positional arguments"), (with_two, "missing a required argument: 'other'")],
)
def test_an_agent_takes_the_session_alone(target: Any, why: str) -> None:
    assert (
        told(agent_from, target, "mine")
        == f"mine cannot be called with the session alone, as an agent is: {why}"
    )


def test_what_takes_more_by_default_is_an_agent() -> None:
    def mine(call: Any, name: str = "x", *more: Any) -> None: ...

    assert agent_from(mine, "mine").name == "mine"

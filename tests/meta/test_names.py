"""Names say what a thing is, in the words of the project."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import get_args

import pytest

from callproof.evidence import events
from callproof.scenario import model
from tests.meta.source import Module, modules

SAY_NOTHING = frozenset({"util", "utils", "helper", "helpers", "common", "base", "misc", "shared"})
# The two sides of a call are the caller and the agent. Only importers speak the platforms' words.
FOREIGN = frozenset({"user", "users", "bot", "bots", "assistant", "assistants"})
MAY_BE_FOREIGN = "callproof.importers."
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def empty_names(module: Module) -> Iterator[str]:
    yield from (
        f"{module.name}: {part!r} says nothing" for part in module.parts if part.strip("_") in SAY_NOTHING
    )


def foreign_words(module: Module) -> Iterator[str]:
    for node in module.nodes:
        for name in _identifiers(node):
            if FOREIGN & {word.lower() for word in _WORD.findall(name)}:
                yield f"{module.name}:{getattr(node, 'lineno', 0)} {name}"


def _identifiers(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.arg | ast.keyword):
        yield node.arg or ""
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.alias):
        yield node.asname or node.name


def test_every_module_has_a_name_that_says_something() -> None:
    assert [line for module in modules() for line in empty_names(module)] == []


def test_the_code_says_caller_and_agent() -> None:
    ours = [m for m in modules() if not m.name.startswith(MAY_BE_FOREIGN)]
    assert [line for module in ours for line in foreign_words(module)] == []


def test_a_planted_name_is_found() -> None:
    assert list(empty_names(Module("callproof.scoring.utils", ""))) != []
    assert list(empty_names(Module("callproof.scoring._common", ""))) != []
    assert list(empty_names(Module("callproof.scoring.baseline", ""))) == []


@pytest.mark.parametrize(
    "source",
    [
        "user_turns = 1",
        "x.bot_said",
        "def f(assistant): ...",
        "f(user=1)",
        "class UserTurn: ...",
        "def bot(): ...",
    ],
)
def test_a_planted_word_is_found(source: str) -> None:
    assert len(list(foreign_words(Module("callproof.scoring.planted", source)))) == 1


def test_texts_and_longer_words_are_free() -> None:
    source = "SPEAKERS = {'user': 'caller'}\npath.expanduser()\nbottom = robots = 1"
    assert list(foreign_words(Module("callproof.scoring.planted", source))) == []


def test_what_two_rooms_name_for_themselves_is_the_same_list() -> None:
    """A record and a scenario know nothing of each other; what a scenario plants, a record has to be able to say."""
    assert get_args(events.FaultKind) == get_args(model.FaultKind)
    assert set(get_args(events.ActKind)) == {*get_args(model.ActKind), "request"}

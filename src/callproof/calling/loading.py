"""From what `--agent` says to an agent: a reference agent's name, `module:name`, or a Python file; and from what `--tools` says to
the functions of tools."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from callproof.calling.agent import FunctionAgent
from callproof.calling.agents import REFERENCE_AGENTS, SINGLE_DEFECT_AGENTS
from callproof.calling.simulation.call import AgentSpec
from callproof.calling.world.functions import ToolRegistry
from callproof.errors import InputError, did_you_mean

# What a file's agent is called where nothing else is said.
_USUAL_NAME = "agent"
_USUAL_FILES = ("agent.yaml", "agent.yml", "agent.py")
_MOST_NAMED = 8


def load_agent(spec: str) -> AgentSpec:
    """The agent that a specification names: `naive`, `my_module:agent`, `agents/mine.py`, `agents/mine.py:agent`.

    Modules are looked for in the current folder first. Raises InputError.
    """
    if spec in REFERENCE_AGENTS:
        return AgentSpec(name=spec, make=REFERENCE_AGENTS[spec])
    place, _, name = spec.rpartition(":") if _names_attribute(spec) else (spec, "", "")
    if place.endswith(".py"):
        module = _module_from_file(Path(place), f"--agent {spec!r}")
    elif name:
        module = _module(place, f"--agent {spec!r}")
    else:
        raise _no_agent(spec)
    return agent_from(_attribute(module, name, place, spec), spec)


def _no_agent(spec: str) -> InputError:
    path = Path(spec)
    try:
        is_folder, is_file = path.is_dir(), path.is_file()
    except OSError:
        is_folder, is_file = False, False
    if is_folder and spec:
        there = next((path / name for name in _USUAL_FILES if (path / name).is_file()), None)
        what = "a Python file or an agent.yaml" if there is None else str(there)
        return InputError.of(f"--agent {spec!r} is a folder; name {what}")
    if is_file:
        return InputError.of(
            f"--agent {spec!r} is a file of another kind; expected a Python file (.py) or an agent.yaml"
        )
    return InputError.of(
        f"--agent {spec!r} is no agent; expected module:name, a Python file, an agent.yaml, a live one (twilio:ws://HOST/PATH), "
        f"or one that ships with callproof: naive, sound, or one with a single defect ({', '.join(SINGLE_DEFECT_AGENTS.values())})."
        f"{did_you_mean(spec, REFERENCE_AGENTS)}"
    )


def load_tools(spec: str) -> ToolRegistry:
    """The functions of a module or of a Python file that `callproof.tool` made tools. Raises InputError."""
    asked = f"--tools {spec!r}"
    module = _module_from_file(Path(spec), asked) if spec.endswith(".py") else _module(spec, asked)
    functions = ToolRegistry.of(module)
    if not len(functions):
        raise InputError.of(f"{asked}: there is no function with @callproof.tool in it")
    return functions


def agent_from(target: Any, name: str) -> AgentSpec:
    """An agent from a Python object: an (async) function, a class with `run`, or an object of one. Raises InputError.

    A class is made anew for every call; an object is used for all of them.
    """
    if isinstance(target, AgentSpec):
        return target
    if inspect.isclass(target) and callable(getattr(target, "run", None)):
        make: Any = target
        return AgentSpec(name=name, make=make)
    if callable(getattr(target, "run", None)):
        return AgentSpec(name=name, make=lambda: target)
    if callable(target) and not inspect.isclass(target):
        _check_function(target, name)
        virtual = bool(getattr(target, "virtual_time", False))
        return AgentSpec(name=name, make=lambda: FunctionAgent(target, virtual))
    raise InputError.of(
        f"{name} is {type(target).__name__}: an agent is a function that takes a session, or a class with `run`"
    )


def _check_function(target: Any, name: str) -> None:
    if inspect.isasyncgenfunction(target) or inspect.isgeneratorfunction(target):
        raise InputError.of(f"{name} is a generator: an agent speaks with `call.say`, and yields nothing")
    try:
        inspect.signature(target).bind(None)
    except TypeError as error:
        raise InputError.of(
            f"{name} cannot be called with the session alone, as an agent is: {error}"
        ) from None
    except ValueError:
        # Something that does not say what it takes.
        return


def _names_attribute(spec: str) -> bool:
    place, _, name = spec.rpartition(":")
    return bool(place) and name.isidentifier()


def _module(name: str, asked: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise InputError.of(f"{asked}: there is no module {name!r} here or installed") from None
        raise InputError.of(f"{asked}: {name} cannot be loaded: {error}") from error
    except (Exception, SystemExit) as error:
        raise InputError.of(f"{asked}: {name} cannot be loaded: {_told(error)}") from error


def _module_from_file(path: Path, asked: str) -> ModuleType:
    try:
        if not path.is_file():
            raise InputError.of(f"{asked}: there is no such file", file=str(path))
    except OSError as error:
        raise InputError.of(f"{asked}: cannot be read: {error.strerror}", file=str(path)) from None
    folder = str(path.resolve().parent)
    # Neither the file nor what lies beside it must take the place of what others mean by such a name (json.py), here or in the
    # processes that are started from here.
    if folder not in sys.path:
        sys.path.append(folder)
    name = path.stem if path.stem not in sys.modules else f"{path.stem} in {folder}"
    found = importlib.util.spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise InputError.of("is not a Python file", file=str(path))
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise InputError.of(f"cannot be loaded: {_told(error)}", file=str(path)) from error
    return module


def _told(error: BaseException) -> str:
    if isinstance(error, InputError):
        return str(error)
    if isinstance(error, SystemExit):
        return f"it ended the program: SystemExit({error.code})"
    return f"{type(error).__name__}: {error}"


def _attribute(module: ModuleType, name: str, place: str, spec: str) -> Any:
    wanted = name or _USUAL_NAME
    try:
        return getattr(module, wanted)
    except AttributeError:
        own = [
            n for n, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__
        ]
        names = [n for n in own if not n.startswith("_")]
        listed = f" (it has {', '.join(names[:_MOST_NAMED])})" if names else ""
        raise InputError.of(
            f"--agent {spec!r}: {place} has no {wanted!r}; name yours: {place}:NAME{listed}.{did_you_mean(wanted, names)}"
        ) from None

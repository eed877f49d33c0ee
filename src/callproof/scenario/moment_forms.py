"""Moments as files write them: `after_agent_turn`, `{tool_in_flight: update_order, hold: reply, nth: 2}`."""

from __future__ import annotations

from typing import Any, get_args

from callproof.errors import did_you_mean
from callproof.problems import found
from callproof.scenario.moments import MOMENT_KINDS, TIMED_MOMENTS, TOOL_MOMENTS, Hold, Moment
from callproof.scenario.report import Report

HOLDS = get_args(Hold)
_OPTIONS = ("nth", "hold")
# What a moment is about, in words for an error.
_ABOUT = {
    **dict.fromkeys(TOOL_MOMENTS, "a tool's name"),
    **dict.fromkeys(TIMED_MOMENTS, "whole milliseconds"),
    "agent_says": "a text",
    "after_agent_turn": "nothing",
}


def read_moment(data: Any, report: Report) -> Moment | None:
    """The moment; None when the report has what is wrong with it."""
    if isinstance(data, str):
        return _named(data, report)
    if not isinstance(data, dict):
        report.add((), f"found {found(data)}, expected a moment: {_listed()}")
        return None
    kinds = [key for key in data if key in MOMENT_KINDS]
    strange = [key for key in data if key not in MOMENT_KINDS and key not in _OPTIONS]
    for key in strange:
        report.add(
            (key,), f"is no moment and no option of one.{did_you_mean(key, (*MOMENT_KINDS, *_OPTIONS))}"
        )
    if len(kinds) != 1:
        if not strange:
            what = " and ".join(kinds) if kinds else found(data)
            report.add((), f"found {what}, expected one moment: {_listed()}")
        return None
    kind = kinds[0]
    about = _about(kind, data[kind], report.below(kind))
    options = _options(kind, data, report)
    if about is None or options is None or strange:
        return None
    return Moment(kind=kind, **about, **options)


def _named(name: str, report: Report) -> Moment | None:
    if name == "after_agent_turn":
        return Moment()
    if name in MOMENT_KINDS:
        report.add((), f"{name} needs {_ABOUT[name]}: {{{name}: {_sample(name)}}}")
    else:
        report.add((), f"found {name!r}, expected a moment: {_listed()}.{did_you_mean(name, MOMENT_KINDS)}")
    return None


def _listed() -> str:
    return ", ".join(MOMENT_KINDS)


def _sample(kind: str) -> str:
    return "NAME" if kind in TOOL_MOMENTS else "400" if kind in TIMED_MOMENTS else '"4821"'


def _about(kind: str, value: Any, report: Report) -> dict[str, Any] | None:
    if kind == "after_agent_turn" and (value is None or value is True):
        return {}
    if kind in TOOL_MOMENTS and isinstance(value, str) and value:
        return {"tool": value}
    if kind == "agent_says" and isinstance(value, str) and value.strip():
        return {"text": value}
    if kind in TIMED_MOMENTS and isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return {"ms": value}
    hint = " (write it in quotes)" if kind == "agent_says" and isinstance(value, int | float) else ""
    report.add((), f"found {found(value)}, expected {_ABOUT[kind]}{hint}")
    return None


def _options(kind: str, data: dict[str, Any], report: Report) -> dict[str, Any] | None:
    options: dict[str, Any] = {}
    fine = True
    if "hold" in data:
        options["hold"] = data["hold"]
        if kind != "tool_in_flight":
            report.add(("hold",), "says what waits while a call is under way; only tool_in_flight has it")
            fine = False
        elif data["hold"] not in HOLDS:
            report.add(("hold",), f"found {found(data['hold'])}, expected commit or reply")
            fine = False
    if "nth" in data:
        nth = options["nth"] = data["nth"]
        if kind == "at":
            report.add(("nth",), "a time comes once; at has no nth")
            fine = False
        elif not isinstance(nth, int) or isinstance(nth, bool) or nth < 1:
            report.add(("nth",), f"found {found(nth)}, expected a whole number from 1")
            fine = False
    return options if fine else None


def write_moment(moment: Moment) -> str | dict[str, Any]:
    """The moment as a file has it; what holds its default is left out."""
    about: Any = (
        moment.tool if moment.tool is not None else moment.text if moment.text is not None else moment.ms
    )
    options: dict[str, Any] = {}
    if moment.hold != "commit":
        options["hold"] = moment.hold
    if moment.nth != 1:
        options["nth"] = moment.nth
    if about is None and not options:
        return moment.kind
    return {moment.kind: about, **options}

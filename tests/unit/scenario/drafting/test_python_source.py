"""What the Python files of agents declare, read without running them."""

from __future__ import annotations

import pytest

from callproof.errors import InputError
from callproof.scenario.drafting.declared import Declared
from callproof.scenario.drafting.python_source import beside, parse, read_python
from tests.unit.scenario.drafting.sources import source, tools_of


def read(text: str) -> Declared:
    declared = Declared("bot.py")
    read_python(parse(text, "bot.py"), "bot.py", declared)
    return declared


def test_a_pipecat_bot() -> None:
    tools = tools_of("pipecat/bot.py")
    assert list(tools) == ["change_reservation", "get_reservation", "book_table", "cancel_reservation"]
    change = tools["change_reservation"]
    assert change.description == "Change the party size or the time of a reservation"
    assert [(p.name, p.type, p.required) for p in change.parameters] == [
        ("reservation_number", "string", True),
        ("party_size", "integer", False),
        ("time", "string", False),
    ]
    (number,) = tools["get_reservation"].parameters
    assert number.description == "Reservation number, as in the confirmation message."
    assert [(p.name, p.type, p.required) for p in tools["book_table"].parameters] == [
        ("date", "string", True),
        ("time", "string", True),
        ("party_size", "integer", True),
        ("area", "string", False),
    ]


def test_what_a_pipecat_bot_makes_when_it_runs_is_told_with_its_line() -> None:
    problems = source("pipecat/bot.py").declared.problems
    assert [(p.path, p.message) for p in problems] == [
        ("line 57", "the tool that special(...) makes is only known when the program runs"),
        ("line 58", "the name of a FunctionSchema is only known when the program runs"),
    ]
    assert all(p.file.endswith("pipecat/bot.py") for p in problems)


def test_a_livekit_agent() -> None:
    tools = tools_of("livekit/agent.py")
    assert list(tools) == ["find_parcel", "reschedule_delivery", "redirect_parcel", "set_pieces"]
    assert tools["find_parcel"].description == "Looks up a parcel."
    assert [(p.name, p.type, p.description) for p in tools["find_parcel"].parameters] == [
        ("parcel_number", "string", "Parcel number, four digits.")
    ]
    moved = tools["reschedule_delivery"].parameters
    assert [(p.name, p.type, p.description, p.choices) for p in moved] == [
        ("parcel_number", "string", "Parcel number", ()),
        ("new_date", "string", "New delivery day, YYYY-MM-DD", ()),
        ("window", "string", "", ("morning", "afternoon", "evening")),
    ]
    assert [(p.name, p.choices, p.required, p.description) for p in tools["redirect_parcel"].parameters] == [
        ("parcel_number", (), True, "parcel number"),
        ("shop", ("north", "south"), True, "the shop where it is picked up"),
        ("note", (), False, ""),
    ]
    (problem,) = source("livekit/agent.py").declared.problems
    assert (problem.path, problem.message) == (
        "line 56",
        "the name of the tool other is only known when the program runs",
    )


def test_a_raw_schema() -> None:
    declared = read(
        "SCHEMA = {'name': 'pay', 'description': 'Pay it.', 'parameters': {'properties': {'amount': {'type': 'number'}}}}\n"
        "a = function_tool(use, raw_schema=SCHEMA)\n"
        "@function_tool(raw_schema={'name': 'refund'})\n"
        "async def give_back(raw_arguments: dict, context: RunContext): ...\n"
    )
    assert [(tool.name, [p.name for p in tool.parameters]) for tool in declared.tools] == [
        ("pay", ["amount"]),
        ("refund", []),
    ]


def test_the_file_is_never_run() -> None:
    declared = read("raise SystemExit('ran')\n@function_tool\nasync def pay(amount: float): 'Pay.'\n")
    assert [tool.name for tool in declared.tools] == ["pay"]


def test_names_that_are_bound_to_themselves_or_twice_are_not_followed() -> None:
    declared = read("A = A\nFunctionSchema(name=A, description='', properties={}, required=[])\n")
    assert declared.tools == []
    assert [p.message for p in declared.problems] == ["the name of a FunctionSchema is nested too deeply"]
    twice = read("A = 'x'\nA = 'y'\nFunctionSchema(name=A, description='', properties={}, required=[])\n")
    assert [p.message for p in twice.problems] == [
        "the name of a FunctionSchema is only known when the program runs"
    ]


def test_lists_of_lists_that_multiply_with_each_name_end() -> None:
    levels = "".join(f"A{n} = [{', '.join([f'A{n - 1}'] * 8)}]\n" for n in range(1, 15))
    declared = read(
        f"A0 = ['x']\n{levels}"
        "FunctionSchema(name='pay', description='Pay.', properties={'a': {'enum': A14}}, required=[])\n"
    )
    assert declared.tools == []
    assert [p.message for p in declared.problems] == [
        "the properties of a FunctionSchema is not read any more: the values of this file are too many"
    ]


@pytest.mark.parametrize("text", ["def f(:", "x = " + "(" * 5000, "\x00", "x = " + "-" * 100_000 + "1"])
def test_what_is_no_python(text: str) -> None:
    with pytest.raises(InputError, match=r"bot\.py"):
        read(text)


def test_which_files_are_beside_it() -> None:
    text = "import os, tools\nfrom .menu import a\nfrom . import b\nfrom app.desk import c\nfrom .. import d"
    assert set(beside(parse(text, "bot.py"))) == {"os", "tools", "menu", "b", "app.desk"}


def test_what_is_put_together_from_literals_is_one() -> None:
    declared = read(
        "TEAMS = {'sales': 1, 'support': 2}\n"
        "KIND = 'a ticket'\n"
        "FunctionSchema('open_ticket', f'Open {KIND}.', {'team': {'type': 'string', 'enum': list(TEAMS)}}, ['team'])\n"
    )
    (tool,) = declared.tools
    assert (tool.description, tool.parameters[0].choices) == ("Open a ticket.", ("sales", "support"))


def test_what_is_about_the_line_is_told() -> None:
    declared = read(
        "@function_tool\nasync def end_call(): 'End it.'\n@function_tool\nasync def transfer_to_sales(): 'Move it.'\n"
    )
    assert declared.tools == []
    assert [p.message for p in declared.problems] == [
        "end_call is about the call itself, and reads or writes nothing",
        "transfer_to_sales is about the call itself, and reads or writes nothing",
    ]

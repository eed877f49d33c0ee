"""A suite drafted from an agent's own schemas: it loads, the reference agent passes it, and a naive one does not."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from callproof.calling.agents import REFERENCE_AGENTS
from callproof.calling.simulation.call import AgentSpec, place_call
from callproof.drafting import Draft, draft
from callproof.errors import InputError
from callproof.scenario.documents import Document, parse_yaml
from callproof.scenario.files import suite_from
from callproof.scenario.model import Suite
from callproof.scoring.outcome.case import score
from tests.meta.source import ROOT
from tests.strategies import ANY_TEXT, JSON_VALUES, damaged
from tests.unit.scenario.drafting.sources import SCHEMAS

SOURCES = {
    "clinic": str(SCHEMAS / "clinic.yaml"),
    "hotel": str(SCHEMAS / "hotel.json"),
    "tools": str(SCHEMAS / "tools.json"),
    "pipecat": str(SCHEMAS / "pipecat" / "bot.py"),
    "livekit": str(SCHEMAS / "livekit" / "agent.py"),
    # Both get their tools when they run.
    "pipecat example": f"pipecat:{ROOT / 'examples' / 'pipecat-agent' / 'bot.py'}",
    "livekit example": f"livekit:{ROOT / 'examples' / 'livekit-agent' / 'agent.py'}",
    "twilio": "twilio",
}


@cache
def drafted(name: str) -> Draft:
    return draft(SOURCES[name], ROOT)


def suite_of(made: Draft) -> Suite:
    data = parse_yaml(made.files["suite.yaml"].encode(), "suite.yaml")
    return suite_from([Document("suite.yaml", "", data)], "suite.yaml")


def passed(name: str, agent: str) -> list[bool]:
    spec = AgentSpec(name=agent, make=REFERENCE_AGENTS[agent])
    scenarios = suite_of(drafted(name)).scenarios
    return [score(place_call(scenario, spec), scenario).status == "passed" for scenario in scenarios]


@pytest.mark.parametrize("name", SOURCES)
def test_the_reference_agent_passes_what_is_written(name: str) -> None:
    assert all(passed(name, "sound"))


@pytest.mark.parametrize("name", SOURCES)
def test_a_naive_agent_does_not(name: str) -> None:
    results = passed(name, "naive")
    assert results.count(False) >= 3


@pytest.mark.parametrize(
    ("name", "tools", "scenarios", "left"),
    [
        ("clinic", 8, 24, ["addReminders", "uploadAttachment"]),
        ("hotel", 8, 20, []),
        ("tools", 6, 24, ["escalate"]),
        ("pipecat", 4, 13, []),
        ("livekit", 4, 22, []),
        ("twilio", 5, 16, []),
    ],
)
def test_how_much_comes_of_it(name: str, tools: int, scenarios: int, left: list[str]) -> None:
    made = drafted(name)
    assert (made.tools, [tool for tool, _ in made.left]) == (tools, left)
    assert made.scenarios >= scenarios
    assert {s.category for s in suite_of(made).scenarios} == {
        "task",
        "correction",
        "interruption",
        "tool_fault",
    }


@pytest.mark.parametrize("name", SOURCES)
def test_callers_change_their_mind_where_a_tool_has_a_way_back(name: str) -> None:
    negated = [
        s for s in suite_of(drafted(name)).scenarios if any(line.act == "negation" for line in s.events)
    ]
    assert len(negated) >= 2
    assert all(s.id.endswith(("taken-back", "taken-back-in-flight", "undone")) for s in negated)


def test_agents_that_get_their_tools_when_they_run_are_told_so() -> None:
    made = drafted("pipecat example")
    assert [p.message for p in made.problems] == [
        "the name of a FunctionSchema is only known when the program runs",
        "no tool can be read in it, or in the files beside it that it imports",
    ]
    assert "a starter's tools, since none can be read in bot.py" in made.files["suite.yaml"]
    assert "folder: examples/pipecat-agent" in made.files["agent.yaml"]
    assert (
        '"livekit-console:examples/livekit-agent/agent.py"' in drafted("livekit example").files["agent.yaml"]
    )


def test_tools_for_a_person_to_place_stand_in_the_file() -> None:
    text = drafted("clinic").files["suite.yaml"]
    assert (
        "# addReminders (paths./appointments/{appointment_id}/reminders.post) is for you to fill in: needs channels"
        in text
    )
    assert "#   parameters: {appointment_id: {type: string}, channels: {type: array}}" in text


def test_a_tool_to_place_is_yaml_once_it_is_no_comment_however_much_is_said_of_it(tmp_path: Path) -> None:
    schema = {"properties": {f"field_{n}": {"type": "string"} for n in range(30)}}
    known = {
        "properties": {"order_id": {"type": "string"}, "amount": {"type": "number"}},
        "required": ["order_id", "amount"],
    }
    tools = [
        {"name": "frobnicate", "description": "Word of it. " * 60, "input_schema": schema},
        {"name": "change_order", "input_schema": known},
    ]
    (tmp_path / "tools.json").write_text(json.dumps(tools))
    made = draft(str(tmp_path / "tools.json"), tmp_path)
    assert [name for name, _ in made.left] == ["frobnicate"]
    lines = made.files["suite.yaml"].splitlines()
    start = lines.index("      # frobnicate:")
    skeleton = "\n".join(line.removeprefix("      # ") for line in lines[start : start + 3])
    tool = parse_yaml(skeleton.encode(), "suite.yaml")["frobnicate"]
    assert (len(tool["description"]), len(tool["parameters"])) == (600, 30)


def test_what_the_reference_agent_does_not_pass_is_yaml_once_it_is_no_comment() -> None:
    made = drafted("clinic")
    head, _, commented = made.files["suite.yaml"].partition("# The reference agent did not pass these")
    lines = [line[2:] for line in commented.splitlines() if line.startswith(("#   - id:", "#     "))]
    data = parse_yaml((head + "\n".join(lines) + "\n").encode(), "suite.yaml")
    assert len(data["scenarios"]) == made.scenarios + len(made.gone)
    whole = suite_from([Document("suite.yaml", "", data)], "suite.yaml")
    assert "cancel-appointment-plain" in {scenario.id for scenario in whole.scenarios}


def test_what_only_reads_is_nothing_to_test(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(
        '[{"name": "get_order", "input_schema": {"properties": {"order_id": {}}}}]'
    )
    with pytest.raises(InputError, match="holds no tool that can be seen to write anything"):
        draft(str(tmp_path / "tools.json"), tmp_path)


def test_what_the_reference_agent_never_passes_is_written_all_the_same(tmp_path: Path) -> None:
    begins = {"type": "string", "format": "date-time"}
    schema = {
        "properties": {"visit_id": {"type": "string"}, "begins": begins},
        "required": ["visit_id", "begins"],
    }
    (tmp_path / "tools.json").write_text(json.dumps([{"name": "move_visit", "input_schema": schema}]))
    made = draft(str(tmp_path / "tools.json"), tmp_path)
    assert not made.tried
    assert len(suite_of(made).scenarios) == made.scenarios > 0
    assert "# The reference agent understood none of these." in made.files["suite.yaml"]


WHOLES = [
    parse_yaml((SCHEMAS / "clinic.yaml").read_bytes(), "clinic.yaml"),
    json.loads((SCHEMAS / "hotel.json").read_text(encoding="utf-8")),
    json.loads((SCHEMAS / "tools.json").read_text(encoding="utf-8")),
]
PARAMETER = st.fixed_dictionaries(
    {"type": st.sampled_from(["string", "integer", "number", "boolean", "array", "", None, 3])},
    optional={
        "description": ANY_TEXT,
        "format": st.sampled_from(["date", "time", "email", "uuid", "x"]),
        "enum": st.lists(st.one_of(ANY_TEXT, st.integers(), st.none()), max_size=3),
        "example": JSON_VALUES,
    },
)
NAMES = st.one_of(
    ANY_TEXT,
    st.sampled_from(["order_id", "id", "new_date", "time", "Status", "status", "amount", "a-b", "note"]),
)
TOOL_NAMES = st.builds(
    "{}_{}".format, st.sampled_from(["get", "list", "book", "update", "cancel", "confirm", "pay", "order"]), NAMES
)  # fmt: skip
TOOLS = st.lists(
    st.builds(
        lambda name, text, parameters, required: {
            "name": name,
            "description": text,
            "input_schema": {"type": "object", "properties": parameters, "required": required},
        },
        st.one_of(TOOL_NAMES, ANY_TEXT),
        ANY_TEXT,
        st.dictionaries(NAMES, PARAMETER, max_size=4),
        st.lists(NAMES, max_size=3),
    ),
    min_size=1,
    max_size=4,
)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.one_of(JSON_VALUES, TOOLS, TOOLS, *map(damaged, WHOLES)))
def test_any_json_gives_a_suite_or_a_clear_error(tmp_path: Path, data: Any) -> None:
    try:
        text = json.dumps(data)
    except (ValueError, RecursionError):
        return
    file = tmp_path / "any.json"
    file.write_text(text, encoding="utf-8")
    try:
        made = draft(str(file), tmp_path)
    except InputError:
        return
    assert len(suite_of(made).scenarios) == made.scenarios > 0
    parse_yaml(made.files["agent.yaml"].encode(), "agent.yaml")

"""What a scenario must not be: every rule broken once, in a suite that is otherwise sound."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.scenario.rules import LANGUAGES
from callproof.spoken.language import LANGUAGES as SPOKEN
from tests.unit.scenario.suites import MISSING, ONE, SUITE, changed, problems, scenario

SCRIPT = (*ONE, "script")
ACT = (*SCRIPT, 1)
FAULT = (*ONE, "faults", 0)
ARGUMENTS = (*ONE, "goal", "arguments")
SET = {"kind": "set", "table": "parcels", "record": "4821", "values": {"pieces": 4}}
NOISE: dict[str, Any] = {"act": "noise"}
NEGATION = {"act": "negation", "say": "No, leave it."}


def test_the_suite_itself_is_sound() -> None:
    assert problems(SUITE) == []


HEADER: list[tuple[tuple[str | int, ...], Any, str]] = [
    ((*ONE, "id"), MISSING, "scenarios[0].id: is missing"),
    ((*ONE, "id"), " ", "scenarios[0].id: found ' ', expected one line of 1 to 100 characters"),
    ((*ONE, "id"), "a\nb", "scenarios[0].id: found 'a\\nb', expected one line"),
    ((*ONE, "id"), "x" * 101, "expected one line of 1 to 100 characters"),
    ((*ONE, "id"), "a#2", "scenarios[0].id: must not have a #"),
    ((*ONE, "id"), 7, "scenarios[0].id: found 7, expected a text"),
    ((*ONE, "category"), "corection", "expected 'task', 'correction', 'interruption', 'tool_fault', 'state_conflict' or 'combination'. Did you mean 'correction'?"),
    ((*ONE, "categry"), "x", "scenarios[0].categry: is not a field that is known here. Did you mean 'category'?"),
    ((*ONE, "colour"), "x", "scenarios[0].colour: is not a field that is known here. Known: schema_version, id, "),
    ((*ONE, "schema_version"), 2, "scenarios[0].schema_version: found 2, but this callproof reads up to 1"),
    ((*ONE, "schema_version"), "1", "scenarios[0].schema_version: found '1', expected 1"),
    ((*ONE, "today"), "2026-02-30", "scenarios[0].today: found '2026-02-30', expected a date as 2026-03-14"),
    ((*ONE, "today"), "10 March", "scenarios[0].today: found '10 March', expected a date"),
    ((*ONE, "reaction_ms"), -1, "scenarios[0].reaction_ms: found -1, expected 0 or more"),
    ((*ONE, "reaction_ms"), "1500", "scenarios[0].reaction_ms: found '1500', expected a whole number"),
    ((*ONE, "longest_ms"), 0, "scenarios[0].longest_ms: found 0, expected 1 or more"),
    ((*ONE, "requires"), [], "scenarios[0].requires: is empty, so that any call would pass"),
    ((*ONE, "requires"), ["captred"], "scenarios[0].requires[0]: found 'captred', expected"),
    ((*ONE, "persona"), {"words_per_minute": 5}, "scenarios[0].persona.words_per_minute: found 5, expected 40 to 400"),
    ((*ONE, "persona"), {"pause_ms": 9000}, "scenarios[0].persona.pause_ms: found 9000, expected 0 to 5000"),
    ((*ONE, "persona"), {"language": "en-US"}, "scenarios[0].persona.language: found 'en-US', expected en, es, ko, ja, de, fr, pt or it"),
    ((*ONE, "persona"), {"nam": "x"}, "scenarios[0].persona.nam: is not a field that is known here. Did you mean 'name'?"),
    ((*ONE, "persona"), "Dana", "scenarios[0].persona: found 'Dana', expected an object"),
    ((*ONE, "agent"), {"tools": ["set_piece"]}, "scenarios[0].agent.tools[0]: there is no tool 'set_piece'; known: "),
    ((*ONE, "category"), "tool_fault", ""),
    ((*ONE, "faults"), [], ""),
]  # fmt: skip
GOALS: list[tuple[tuple[str | int, ...], Any, str]] = [
    ((*ONE, "goal"), MISSING, "scenarios[0].goal: is missing"),
    ((*ONE, "goals"), {"main": {"tool": "set_pieces", "arguments": {}}}, "scenarios[0].goal: is there beside goals; write one of them"),
    ((*ONE, "goal", "tool"), "set_piece", "scenarios[0].goal.tool: there is no tool 'set_piece'; known: drop_parcel, find_parcel, print_label, set_pieces, void_label. Did you mean 'set_pieces'?"),
    ((*ONE, "goal", "args"), {}, "scenarios[0].goal.args: is not a field that is known here. Known: tool, arguments."),
    ((*ARGUMENTS, "piece"), 3, "scenarios[0].goal.arguments.piece: there is no parameter 'piece'; known: number, pieces. Did you mean 'pieces'?"),
    ((*ARGUMENTS, "number"), 4821, "scenarios[0].goal.arguments.number: found 4821, expected a text (write it in quotes)"),
    ((*ARGUMENTS, "pieces"), "3", "scenarios[0].goal.arguments.pieces: found '3', expected a whole number"),
    ((*ARGUMENTS, "pieces"), True, "scenarios[0].goal.arguments.pieces: found true, expected a whole number"),
    ((*ARGUMENTS, "pieces"), MISSING, "scenarios[0].goal.arguments.pieces: is missing; set_pieces needs it"),
    ((*ARGUMENTS, "number"), "4822", "scenarios[0].goal.arguments.number: parcels has no row '4822'; there are '4821', '4281'"),
]  # fmt: skip
LINES: list[tuple[tuple[str | int, ...], Any, str]] = [
    (SCRIPT, MISSING, "scenarios[0].script: is missing"),
    (SCRIPT, "hello", "scenarios[0].script: found 'hello', expected a list"),
    ((*SCRIPT, 0), "hello", "scenarios[0].script[0]: found 'hello', expected an object"),
    ((*SCRIPT, 0, "sy"), "x", "scenarios[0].script[0].sy: is not a field that is known here"),
    ((*SCRIPT, 0, "id"), "l2", "scenarios[0].script[1].id: 'l2' is the id of script[0] already"),
    ((*SCRIPT, 0, "id"), "", "scenarios[0].script[0].id: is empty"),
    ((*SCRIPT, 0, "say"), " ", "scenarios[0].script[0].say: is empty"),
    ((*SCRIPT, 0), {"act": "noise"}, "scenarios[0].script: no line asks for the goal 'main': give one of them request: main"),
    ((*SCRIPT, 0, "request"), "mian", "scenarios[0].script[0].request: there is no goal 'mian'; known: main. Did you mean 'main'?"),
    ((*SCRIPT, 2), {"say": "Again.", "request": "main"}, ""),
    ((*ACT, "act"), "corection", "scenarios[0].script[1].act: found 'corection', expected 'correction', 'negation'"),
    ((*ACT, "act"), MISSING, "scenarios[0].script[1].changes: has no place in a line without act; give the line an act"),
    ((*ACT, "say"), MISSING, "scenarios[0].script[1].say: is missing; a correction needs it"),
    ((*ACT, "sound"), "dog", "scenarios[0].script[1].sound: has no place in a correction"),
    ((*ACT, "negates"), True, "scenarios[0].script[1].negates: has no place in a correction"),
    ((*ACT, "goal"), "other", "scenarios[0].script[1].goal: there is no goal 'other'; known: main."),
    ((*ACT, "request"), "main", "scenarios[0].script[1].request: has no place in a correction"),
    ((*ACT, "changes"), MISSING, "scenarios[0].script[1].changes: is missing: a correction says what is wanted instead"),
    ((*ACT, "changes"), {"piece": 4}, "scenarios[0].script[1].changes.piece: there is no parameter 'piece'; known: number, pieces. Did you mean"),
    ((*ACT, "changes"), {"pieces": "4"}, "scenarios[0].script[1].changes.pieces: found '4', expected a whole number"),
    ((*ACT, "changes"), {"pieces": 3}, "scenarios[0].script[1].changes.pieces: is 3, which is what the caller wants already"),
    ((*ACT, "changes"), {"number": "4822"}, "scenarios[0].script[1].changes.number: parcels has no row '4822'"),
    ((*ACT, "say"), "No, {piece}.", "scenarios[0].script[1].say: there is no value 'piece'; known: number, pieces. Did you mean 'pieces'?"),
    ((*ACT, "say"), "No, {pieces.", "scenarios[0].script[1].say: has a brace without its other half"),
    ((*ACT, "heard"), "No, {four}.", "scenarios[0].script[1].heard: there is no value 'four'"),
    ((*SCRIPT, 2), {"act": "noise", "say": "woof"}, "scenarios[0].script[2].say: has no place in a noise"),
    ((*SCRIPT, 2), {"act": "noise", "goal": "main"}, "scenarios[0].script[2].goal: has no place in a noise, which changes nothing"),
    ((*SCRIPT, 2), {"act": "noise", "ms": 0}, "scenarios[0].script[2].ms: found 0, expected 1 or more"),
    ((*SCRIPT, 2), {"act": "silence"}, "scenarios[0].script[2].ms: is missing; a silence needs it"),
    ((*SCRIPT, 2), {"act": "key_press"}, "scenarios[0].script[2].keys: is missing; a key_press needs it"),
    ((*SCRIPT, 2), {"act": "key_press", "keys": "12x"}, "scenarios[0].script[2].keys: found '12x', expected keys of a telephone"),
    ((*SCRIPT, 2), {"act": "backchannel"}, "scenarios[0].script[2].say: is missing; a backchannel needs it"),
    ((*SCRIPT, 2), {"act": "interruption", "say": "Stop.", "negates": True, "changes": {"pieces": 5}}, "scenarios[0].script[2].changes: are of no use when the line negates the goal"),
    ((*SCRIPT, 2), {"say": "Thanks.", "negates": True}, "scenarios[0].script[2].negates: has no place in a line without act"),
    (SCRIPT, [{**NOISE, "when": {"tool_sent": "set_pieces"}}, {"say": "Please."}], "scenarios[0].script[0].when: can never come: no tool is called before the request, which is script[1]"),
    (SCRIPT, [{"act": "correction", "say": "Four.", "changes": {"pieces": 4}}, {"say": "Please."}], "scenarios[0].script[0]: comes before the line that asks for 'main'; the caller wants nothing yet"),
    (SCRIPT, [{"say": "Please."}, NEGATION, NEGATION], "scenarios[0].script[2]: takes back what is taken back already"),
]  # fmt: skip
MOMENTS: list[tuple[tuple[str | int, ...], Any, str]] = [
    ((*ACT, "when"), {"at": 120_000}, "scenarios[0].script[1].when: can never come: the call is over after 120000 ms (longest_ms)"),
    ((*ACT, "when"), {"tool_preparing": "set_piece"}, "scenarios[0].script[1].when.tool_preparing: there is no tool 'set_piece'; known: "),
    ((*ACT, "when"), {"tool_failed": "set_pieces"}, "scenarios[0].script[1].when: can never come: no fault makes set_pieces fail"),
    ((*ACT, "when"), {"tool_retrying": "*"}, "scenarios[0].script[1].when: can never come: no fault makes a writing tool fail"),
    ((*ONE, "agent"), {"tools": ["find_parcel"]}, "scenarios[0].script[1].when: can never come: the agent is not given the tool set_pieces (agent.tools)"),
    ((*ACT, "when"), {"tool_snt": "set_pieces"}, "scenarios[0].script[1].when.tool_snt: is no moment and no option of one. Did you mean 'tool_sent'?"),
]  # fmt: skip
FAULTS: list[tuple[tuple[str | int, ...], Any, str]] = [
    ((*FAULT, "tool"), "find_parcl", "scenarios[0].faults[0].tool: there is no tool 'find_parcl'; known: drop_parcel, find_parcel, print_label, set_pieces, void_label. Did you mean 'find_parcel'?"),
    ((*FAULT, "kind"), "wrong_recrd", "scenarios[0].faults[0].kind: found 'wrong_recrd', expected 'timeout'"),
    ((*FAULT, "recrd"), "x", "scenarios[0].faults[0].recrd: is not a field that is known here. Did you mean 'record'?"),
    ((*FAULT, "record"), MISSING, "scenarios[0].faults[0].record: is missing; wrong_record needs it"),
    ((*FAULT, "record"), "4822", "scenarios[0].faults[0].record: parcels has no row '4822'"),
    ((*FAULT, "record"), "4821", "scenarios[0].faults[0].record: '4821' is the row that the caller means, so it is not wrong"),
    ((*FAULT, "tool"), "set_pieces", "scenarios[0].faults[0].kind: wrong_record is a fault of reading; set_pieces writes"),
    ((*FAULT, "nth"), 0, "scenarios[0].faults[0].nth: found 0, expected a whole number from 1, or null for every call"),
    ((*FAULT, "committed"), True, "scenarios[0].faults[0].committed: has no effect on wrong_record; it is for timeout, error_status"),
    ((*FAULT, "ms"), 5, "scenarios[0].faults[0].ms: has no effect on wrong_record; it is for timeout, delay, late_success"),
    ((*ONE, "faults", 1), {"tool": "find_parcel", "kind": "wrong_record", "record": "4281"}, "scenarios[0].faults[1]: is there already, as faults[0]"),
    (FAULT, {"tool": "set_pieces", "kind": "delay", "ms": 0}, "scenarios[0].faults[0].ms: found 0, expected 1 or more"),
    (FAULT, {"tool": "set_pieces", "kind": "error_status", "status": 200}, "scenarios[0].faults[0].status: found 200, expected the status of an error, 400 to 599"),
    (FAULT, {"tool": "set_pieces", "kind": "timeout", "status": 503}, "scenarios[0].faults[0].status: has no effect on timeout; it is for error_status"),
    (FAULT, {"tool": "set_pieces", "kind": "delay", "late": "commit"}, "scenarios[0].faults[0].late: has no effect on delay; it is for late_success"),
    (FAULT, {"tool": "find_parcel", "kind": "late_success", "late": "commit"}, "scenarios[0].faults[0].late: find_parcel reads, so no commit can be late"),
    (FAULT, {"tool": "find_parcel", "kind": "timeout", "committed": True}, "scenarios[0].faults[0].committed: find_parcel reads, so there is nothing to commit"),
    (FAULT, {"tool": "find_parcel", "kind": "acknowledged_but_lost"}, "scenarios[0].faults[0].kind: acknowledged_but_lost is a fault of writing; find_parcel reads"),
    (FAULT, {"tool": "find_parcel", "kind": "partial"}, "scenarios[0].faults[0].keep: is missing; partial needs it"),
    (FAULT, {"tool": "find_parcel", "kind": "partial", "keep": ["piece"]}, "scenarios[0].faults[0].keep[0]: there is no column 'piece'; known: "),
    (FAULT, {"tool": "find_parcel", "kind": "partial", "keep": ["number", "address", "pieces", "weight", "fragile"]}, "scenarios[0].faults[0].keep: keeps all columns"),
    (FAULT, {"tool": "find_parcel", "kind": "stale_read", "row": {"piece": 1}}, "scenarios[0].faults[0].row.piece: there is no column 'piece'"),
    (FAULT, {"tool": "find_parcel", "kind": "stale_read", "row": {"pieces": "1"}}, "scenarios[0].faults[0].row.pieces: found '1', expected a whole number"),
    (FAULT, {"tool": "find_parcel", "kind": "empty", "keep": ["number"]}, "scenarios[0].faults[0].keep: has no effect on empty; it is for partial"),
]  # fmt: skip
EXPECTATIONS: list[tuple[Any, str]] = [
    ("unchanged", "scenarios[0].expect: found 'unchanged', expected a list"),
    ([{"chnges": []}], "scenarios[0].expect[0].chnges: is not a field that is known here. Did you mean 'changes'?"),
    ([{"changes": [SET]}, {"changes": [SET]}], "scenarios[0].expect[1]: is the same end as expect[0]"),
    ([{"changes": [{**SET, "table": "parcel"}]}], "scenarios[0].expect[0].changes[0].table: there is no table 'parcel'; known: labels, parcels. Did you mean 'parcels'?"),
    ([{"changes": [{**SET, "record": "4822"}]}], "scenarios[0].expect[0].changes[0].record: parcels has no row '4822'"),
    ([{"changes": [{"kind": "set", "table": "parcels", "values": {"pieces": 4}}]}], "scenarios[0].expect[0].changes[0].record: is missing: the key of the row"),
    ([{"changes": [{**SET, "values": {}}]}], "scenarios[0].expect[0].changes[0].values: is empty: nothing is set"),
    ([{"changes": [{**SET, "values": {"piece": 4}}]}], "scenarios[0].expect[0].changes[0].values.piece: there is no column 'piece'"),
    ([{"changes": [{**SET, "values": {"pieces": "4"}}]}], "scenarios[0].expect[0].changes[0].values.pieces: found '4', expected a whole number"),
    ([{"changes": [{**SET, "values": {"pieces": 1}}]}], "scenarios[0].expect[0].changes[0].values.pieces: is 1 from the start; only what changes is named"),
    ([{"changes": [{"kind": "insert", "table": "labels", "record": "L2", "values": {"number": "4821"}}]}], "scenarios[0].expect[0].changes[0].record: a new row has no record yet"),
    ([{"changes": [{"kind": "insert", "table": "labels"}]}], "scenarios[0].expect[0].changes[0].values: is empty: nothing is said of the new row"),
    ([{"changes": [{"kind": "delete", "table": "parcels", "record": "4821", "values": {"pieces": 1}}]}], "scenarios[0].expect[0].changes[0].values: a row that is deleted has no values"),
    ([{"changes": [], "must_say": "stays"}], "scenarios[0].expect[0].must_say: nothing is changed, so there is nothing that stays"),
    ([{"changes": []}], "scenarios[0].expect[0]: nothing has changed, although the caller wants something and no fault keeps the agent from it"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "value", "problem"), [case for case in [*HEADER, *GOALS, *LINES, *MOMENTS, *FAULTS] if case[2]]
)
def test_a_rule_that_is_broken(path: tuple[str | int, ...], value: Any, problem: str) -> None:
    found = problems(changed(path, value))
    assert [line for line in found if problem in line], found


@pytest.mark.parametrize(("expect", "problem"), EXPECTATIONS)
def test_an_expectation_that_cannot_be(expect: Any, problem: str) -> None:
    found = problems(changed((*ONE, "expect"), expect))
    assert found
    assert found[0].startswith(problem), found


@pytest.mark.parametrize(
    ("fault", "may_be_left"),
    [
        ({"tool": "find_parcel", "kind": "empty", "nth": None}, True),
        ({"tool": "find_parcel", "kind": "empty"}, False),
        ({"tool": "find_parcel", "kind": "delay", "nth": None}, False),
        ({"tool": "set_pieces", "kind": "error_status", "nth": None}, True),
    ],
)
def test_what_can_never_be_looked_up_or_done_may_be_left(fault: dict[str, Any], *, may_be_left: bool) -> None:
    left = changed((*ONE, "expect"), [{"changes": []}], changed((*ONE, "faults"), [fault]))
    refused = [line for line in problems(left) if "no fault keeps the agent from it" in line]
    assert bool(refused) is not may_be_left


def test_categories_that_are_not_what_happens() -> None:
    plain = changed(SCRIPT, [{"say": "Please."}])
    assert problems(plain) == ["scenarios[0].category: is correction, but no line of the script is one"]
    assert problems(changed((*ONE, "category"), "interruption", plain)) == [
        "scenarios[0].category: is interruption, but no line of the script has an act"
    ]
    plain = changed((*ONE, "faults"), [], plain)
    assert problems(changed((*ONE, "category"), "tool_fault", plain)) == [
        "scenarios[0].category: is tool_fault, but faults is empty"
    ]
    assert problems(changed((*ONE, "category"), "task", plain)) == []


def test_a_goal_asked_for_twice_and_one_never() -> None:
    goals = {
        name: {"tool": "drop_parcel", "arguments": {"number": number}}
        for name, number in (("a", "4821"), ("b", "4281"))
    }
    data = changed((*ONE, "goals"), goals, changed((*ONE, "goal"), MISSING))
    data = changed(SCRIPT, [{"say": "A.", "request": "a"}, {"say": "A!", "request": "a"}], data)
    found = problems(changed((*ONE, "category"), "task", data))
    assert found == [
        "scenarios[0].script[1].request: script[0] asks for it already",
        "scenarios[0].script: no line asks for the goal 'b': give one of them request: b",
    ]


def test_with_several_goals_an_act_says_which_it_means() -> None:
    goals = {
        name: {"tool": "set_pieces", "arguments": {"number": number, "pieces": 3}}
        for name, number in (("a", "4821"), ("b", "4281"))
    }
    data = changed((*ONE, "goals"), goals, changed((*ONE, "goal"), MISSING))
    lines: list[dict[str, Any]] = [
        {"say": "A, {pieces} of {number}.", "request": "a"},
        {"say": "And B.", "request": "b"},
        {"act": "correction", "say": "No, {pieces}.", "changes": {"pieces": 4}},
    ]
    found = problems(changed(SCRIPT, lines, data))
    assert found == [
        "scenarios[0].script[2].goal: is missing; the caller wants a and b",
        "scenarios[0].script[2].say: has {pieces}, but the line has no goal to take it from",
    ]
    lines[2]["goal"] = "b"
    assert problems(changed(SCRIPT, lines, data)) == []


def test_what_is_there_from_the_start_is_no_goal() -> None:
    data = changed((*ACT, "changes"), {"pieces": 1})
    assert problems(data) == [
        "scenarios[0].goal: is what the backend holds from the start: an agent that does nothing would be right"
    ]


def test_a_new_row_whose_key_is_taken() -> None:
    goal = {"tool": "print_label", "arguments": {"number": "4821", "label": "L1"}}
    data = changed(SCRIPT, [{"say": "Please."}], changed((*ONE, "goal"), goal))
    assert problems(changed((*ONE, "category"), "task", data)) == [
        "scenarios[0].goal.arguments.label: labels has a row 'L1' already"
    ]


def test_a_wish_of_which_nothing_is_compared() -> None:
    assert problems(changed(("worlds", "desk", "tables", "parcels", "ignore"), ["pieces"]))[0] == (
        "scenarios[0].goal.arguments: sets only what parcels ignores (pieces): nothing could be compared"
    )


def with_default(pieces: int) -> dict[str, Any]:
    """`pieces` has a default, and the goal leaves it out."""
    tool = ("worlds", "desk", "tools", "set_pieces")
    parameter = {"type": "integer", "required": False, "default": pieces}
    data = changed((*tool, "parameters", "pieces"), parameter, changed((*ARGUMENTS, "pieces"), MISSING))
    return changed((*SCRIPT, 0, "say"), "Please.", data)


def test_a_default_is_wanted_where_nothing_is_said_of_it() -> None:
    data = changed((*ACT, "changes"), {"pieces": 3}, with_default(3))
    assert problems(data) == [
        "scenarios[0].script[1].changes.pieces: is 3, which is what the caller wants already"
    ]
    assert problems(changed((*ACT, "changes"), {"pieces": 5}, with_default(3))) == []


def test_a_row_that_was_taken_back_is_not_there() -> None:
    data = changed(("worlds", "desk", "tables", "labels", "rows", 0, "state"), "void")
    goal = {"tool": "void_label", "arguments": {"label": "L1"}}
    data = changed(SCRIPT, [{"say": "Please."}], changed((*ONE, "goal"), goal, data))
    assert "labels has no row 'L1'" in problems(changed((*ONE, "category"), "task", data))[0]


def test_nothing_may_be_right_where_a_fault_keeps_the_agent_from_it() -> None:
    data = changed((*FAULT,), {"tool": "set_pieces", "kind": "error_status", "nth": None})
    assert problems(changed((*ONE, "expect"), [{"changes": []}], data)) == []


def test_a_correction_after_a_negation_asks_again_with_or_without_changes() -> None:
    again = {"act": "correction", "say": "Do it after all."}
    data = changed(SCRIPT, [{"say": "Please."}, NEGATION, again])
    assert problems(data) == []
    assert problems(changed((*SCRIPT, 2), {**again, "changes": {"pieces": 5}}, data)) == []


def test_back_to_the_first_value_is_a_change() -> None:
    back = {"act": "correction", "say": "No, three was right.", "changes": {"pieces": 3}}
    assert problems(changed((*SCRIPT, 2), back)) == []


def test_what_a_file_leaves_out_is_put_in() -> None:
    whole = scenario(SUITE)
    assert [(line.id, line.request, line.goal) for line in whole.script] == [
        ("l1", "main", None),
        ("l2", None, "main"),
    ]
    assert whole.source == "s.yaml: scenarios[0]"
    assert whole.today == "2026-03-10"
    assert whole.requires == ("integrity",)


def test_an_interruption_before_the_request() -> None:
    hello = {"when": {"agent_speaking": 700}, "act": "interruption", "say": "Hello?"}
    data = changed(SCRIPT, [hello, {"say": "Set {number} to {pieces}."}])
    whole = scenario(changed((*ONE, "category"), "interruption", data))
    assert [line.request for line in whole.script] == [None, "main"]


def test_every_language_that_is_read_may_be_spoken() -> None:
    assert set(LANGUAGES) == set(SPOKEN)


def test_a_misspelt_axis_is_named_once() -> None:
    (told,) = problems(changed((*ONE, "requires"), ["integrty"]))
    assert told.endswith("'confirmation_matches_backend' or 'integrity'. Did you mean 'integrity'?")

"""Worlds: what has to hold in one, and where a scenario can take it from."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from callproof.errors import InputError
from callproof.scenario.files import load_suite
from callproof.scenario.worlds import Parameter, Tool, Write
from tests.unit.scenario.suites import MISSING, ONE, SUITE, WORLD, changed, problems, scenario

TABLES = ("worlds", "desk", "tables")
TOOLS = ("worlds", "desk", "tools")
PARCELS = (*TABLES, "parcels")
SET = (*TOOLS, "set_pieces")


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        (("worlds", "desk"), "desk", "worlds.desk: found 'desk', expected tables and tools, or a file's name"),
        (("worlds", "desk"), 3, "worlds.desk: found 3, expected a world: an object with tables and tools"),
        (("worlds",), [], "worlds: found an empty list, expected an object of worlds by name"),
        (TABLES, {}, "worlds.desk.tables: holds no table"),
        (TOOLS, {}, "worlds.desk.tools: holds no tool"),
        (TOOLS, MISSING, "worlds.desk.tools: is missing"),
        ((*TABLES, "my table"), WORLD["tables"]["labels"], "worlds.desk.tables.my table: is no name for a table"),
        ((*TABLES, "Parcels"), WORLD["tables"]["labels"], "worlds.desk.tables.Parcels: differs from parcels only in upper and lower case"),
        ((*PARCELS, "keys"), "x", "worlds.desk.tables.parcels.keys: is not a field that is known here. Did you mean 'key'?"),
        ((*PARCELS, "key"), "numbr", "worlds.desk.tables.parcels.key: there is no column 'numbr'; known: address, fragile, number, pieces, weight. Did you mean 'number'?"),
        ((*PARCELS, "key"), "weight", "worlds.desk.tables.parcels.key: the column weight is a number; a key is a text or an integer"),
        ((*PARCELS, "columns", "a b"), "text", "worlds.desk.tables.parcels.columns.a b: is no name for a column"),
        ((*PARCELS, "columns", "Pieces"), "text", "worlds.desk.tables.parcels.columns.Pieces: differs from pieces only in upper and lower case"),
        ((*PARCELS, "columns", "pieces"), "int", "worlds.desk.tables.parcels.columns.pieces: found 'int', expected 'text', 'integer', 'number' or 'boolean'"),
        ((*PARCELS, "ignore"), ["piecs"], "worlds.desk.tables.parcels.ignore[0]: there is no column 'piecs'"),
        ((*PARCELS, "ignore"), ["number"], "worlds.desk.tables.parcels.ignore[0]: is the key"),
        ((*PARCELS, "void"), {"gone": True}, "worlds.desk.tables.parcels.void.gone: there is no column 'gone'"),
        ((*PARCELS, "rows", 0, "piece"), 1, "worlds.desk.tables.parcels.rows[0].piece: there is no column 'piece'"),
        ((*PARCELS, "rows", 0, "pieces"), "1", "worlds.desk.tables.parcels.rows[0].pieces: found '1', expected a whole number"),
        ((*PARCELS, "rows", 0, "weight"), True, "worlds.desk.tables.parcels.rows[0].weight: found true, expected a number"),
        ((*PARCELS, "rows", 0, "fragile"), "no", "worlds.desk.tables.parcels.rows[0].fragile: found 'no', expected true or false"),
        ((*PARCELS, "rows", 0, "number"), 4821, "worlds.desk.tables.parcels.rows[0].number: found 4821, expected a text (write it in quotes)"),
        ((*PARCELS, "rows", 0, "number"), None, "worlds.desk.tables.parcels.rows[0]: has no number, which is the key"),
        ((*PARCELS, "rows", 1, "number"), "4821", "worlds.desk.tables.parcels.rows[1].number: '4821' is the key of row 0 already"),
        ((*PARCELS, "rows", 0), "4821", "worlds.desk.tables.parcels.rows[0]: found '4821', expected an object"),
        ((*TOOLS, "my tool"), WORLD["tools"]["find_parcel"], "worlds.desk.tools.my tool: is no name for a tool"),
        ((*SET, "write"), MISSING, "worlds.desk.tools.set_pieces: neither reads nor writes"),
        ((*SET, "read"), {"table": "parcels"}, "worlds.desk.tools.set_pieces: both reads and writes"),
        ((*SET, "writes"), {}, "worlds.desk.tools.set_pieces.writes: is not a field that is known here. Did you mean 'write'?"),
        ((*SET, "write", "kind"), "update", "worlds.desk.tools.set_pieces.write.kind: found 'update', expected 'set', 'insert' or 'delete'"),
        ((*SET, "write", "table"), "parcel", "worlds.desk.tools.set_pieces.write.table: there is no table 'parcel'; known: labels, parcels. Did you mean 'parcels'?"),
        ((*SET, "write", "record"), MISSING, "worlds.desk.tools.set_pieces.write.record: is missing: the parameter that names the row"),
        ((*SET, "write", "record"), "nmber", "worlds.desk.tools.set_pieces.write.record: there is no parameter 'nmber'"),
        ((*SET, "parameters", "number", "required"), False, "worlds.desk.tools.set_pieces.write.record: the parameter number is not required"),
        ((*SET, "write", "values"), {}, "worlds.desk.tools.set_pieces.write: sets nothing: values and constants are empty"),
        ((*SET, "write", "values"), {"piece": "pieces"}, "worlds.desk.tools.set_pieces.write.values.piece: there is no column 'piece'"),
        ((*SET, "write", "values"), {"pieces": "piece"}, "worlds.desk.tools.set_pieces.write.values.pieces: there is no parameter 'piece'"),
        ((*SET, "write", "values"), {"pieces": "number"}, "worlds.desk.tools.set_pieces.write.values.pieces: the parameter number is a string, the column pieces a integer"),
        ((*SET, "write", "values"), {"number": "number"}, "worlds.desk.tools.set_pieces.write: would change number, the key of parcels; a row keeps its key"),
        ((*SET, "write", "constants"), {"pieces": 1}, "worlds.desk.tools.set_pieces.write.constants.pieces: is in values, too"),
        ((*SET, "write", "constants"), {"weight": "1"}, "worlds.desk.tools.set_pieces.write.constants.weight: found '1', expected a number"),
        ((*SET, "parameters", "pieces", "type"), "int", "worlds.desk.tools.set_pieces.parameters.pieces.type: found 'int', expected 'string', 'integer'"),
        ((*SET, "parameters", "pieces", "choices"), ["1"], "worlds.desk.tools.set_pieces.parameters.pieces.choices[0]: found '1', expected a whole number"),
        ((*SET, "parameters", "pieces", "default"), 1, "worlds.desk.tools.set_pieces.parameters.pieces.default: is of no use: the parameter is required; say required: false"),
        ((*SET, "parameters", "pieces"), {"type": "integer", "required": False, "default": "1"}, "worlds.desk.tools.set_pieces.parameters.pieces.default: found '1', expected a whole number"),
        ((*SET, "commit_after_ms"), -1, "worlds.desk.tools.set_pieces.commit_after_ms: found -1, expected 0 or more"),
        ((*SET, "commit_after_ms"), 500, "worlds.desk.tools.set_pieces.reply_after_ms: is 300, before the commit at 500"),
        ((*SET, "undo"), "undo_pieces", "worlds.desk.tools.set_pieces.undo: there is no tool 'undo_pieces'"),
        ((*SET, "undo"), "find_parcel", "worlds.desk.tools.set_pieces.undo: find_parcel writes nothing, so it undoes nothing"),
        ((*TOOLS, "print_label", "write", "record"), "label", "worlds.desk.tools.print_label.write.record: a new row has no record yet"),
        ((*TOOLS, "drop_parcel", "write", "constants"), {"pieces": 0}, "worlds.desk.tools.drop_parcel.write: a row that is deleted takes no values"),
        ((*TOOLS, "find_parcel", "keyed"), True, "worlds.desk.tools.find_parcel.keyed: find_parcel writes nothing, so this has no effect"),
        ((*TOOLS, "find_parcel", "undo"), "drop_parcel", "worlds.desk.tools.find_parcel.undo: find_parcel writes nothing, so there is nothing to undo"),
        ((*TOOLS, "find_parcel", "read", "table"), "parcel", "worlds.desk.tools.find_parcel.read.table: there is no table 'parcel'"),
        ((*TOOLS, "find_parcel", "read", "where"), {"number": "number"}, "worlds.desk.tools.find_parcel.read.where: a tool reads one row by record or rows by where, not both"),
        ((*TOOLS, "find_parcel", "read"), {"table": "parcels", "where": {"numbr": "number"}}, "worlds.desk.tools.find_parcel.read.where.numbr: there is no column 'numbr'"),
    ],
)  # fmt: skip
def test_a_world_that_does_not_hold(path: tuple[str | int, ...], value: Any, problem: str) -> None:
    found = problems(changed(path, value))
    assert [line for line in found if line.startswith(problem)], found
    assert all(line.startswith("worlds") for line in found), (
        "a bad world is said once, and nothing of its scenarios"
    )


def test_rows_and_tools_of_a_scenario_of_its_own() -> None:
    world = {
        "use": "desk",
        "rows": {"parcels": [{"number": "4821", "pieces": 9}, {"number": "4281", "pieces": 9}]},
        "tools": {
            "set_pieces": {"reply_after_ms": 900},
            "drop_parcel": None,
            "look": WORLD["tools"]["find_parcel"],
        },
    }
    made = scenario(changed((*ONE, "world"), world)).world
    assert made.tables["parcels"].rows == ({"number": "4821", "pieces": 9}, {"number": "4281", "pieces": 9})
    assert made.tables["labels"].rows == tuple(WORLD["tables"]["labels"]["rows"])
    assert (made.tools["set_pieces"].reply_after_ms, made.tools["set_pieces"].cancellable) == (900, True)
    assert "drop_parcel" not in made.tools
    assert made.tools["look"] == made.tools["find_parcel"]


@pytest.mark.parametrize(
    ("world", "problem"),
    [
        ({"use": "dsk"}, "world.use: there is no world 'dsk'; known: desk, northwind. Did you mean 'desk'?"),
        ({"use": 3}, "world.use: found 3, expected the name of a world"),
        ("dsk", "world: there is no world 'dsk'; known: desk, northwind. Did you mean 'desk'?"),
        (7, "world: found 7, expected a world: a name, a file beside this one"),
        ({"use": "desk", "row": {}}, "world.row: is not a field that is known here. Did you mean 'rows'?"),
        ({"use": "desk", "rows": []}, "world.rows: found an empty list, expected an object of lists of rows, by table"),
        ({"use": "desk", "rows": {"parcel": []}}, "world.rows.parcel: there is no table 'parcel'; known: labels, parcels. Did you mean 'parcels'?"),
        ({"use": "desk", "rows": {"parcels": [{"piece": 1}]}}, "world.rows.parcels[0].piece: there is no column 'piece'"),
        ({"use": "desk", "rows": {"parcels": 3}}, "world.rows.parcels: found 3, expected a list"),
        ({"use": "desk", "tools": {"set_piecs": None}}, "world.tools.set_piecs: there is no tool 'set_piecs'"),
        ({"use": "desk", "tools": {"set_piecs": {"keyed": True}}}, "world.tools.set_piecs: there is no tool 'set_piecs'"),
        ({"use": "desk", "tools": {"set_pieces": 3}}, "world.tools.set_pieces: found 3, expected the fields of a tool, or null"),
        ({"use": "desk", "tools": {"set_pieces": {"commit_after_ms": 900}}}, "world.tools.set_pieces.reply_after_ms: is 300, before the commit at 900"),
        ({"use": "desk", "tools": {"void_label": None}}, "world.tools.print_label.undo: there is no tool 'void_label'"),
        ({"use": "desk", "tools": {"set_pieces": None}}, "goal.tool: there is no tool 'set_pieces'"),
        ({"use": "desk", "rows": {"parcels": []}}, "goal.arguments.number: parcels has no row '4821'; it is empty"),
        ({"tables": {}}, "world.tools: is missing"),
        ("desk.yaml", "world: names the file 'desk.yaml', but what was given is in no folder"),
    ],
)  # fmt: skip
def test_another_world_that_does_not_hold(world: Any, problem: str) -> None:
    found = problems(changed((*ONE, "world"), world))
    assert found
    assert found[0].startswith(f"scenarios[0].{problem}"), found


def test_without_any_world() -> None:
    assert problems(changed(("worlds",), MISSING)) == [
        "scenarios[0].world: is missing: the tables and tools of the backend, or a world's name"
    ]
    assert problems(changed(("worlds", "other"), WORLD)) == [
        "scenarios[0].world: is missing: the tables and tools of the backend, or a world's name"
    ]
    assert problems(changed(("defaults",), {"world": "desk"}, changed(("worlds", "other"), WORLD))) == []


def test_a_default_world_that_is_not_there_is_said_where_it_stands() -> None:
    assert problems(changed(("defaults",), {"world": "dsk"})) == [
        "defaults.world: there is no world 'dsk'; known: desk, northwind. Did you mean 'desk'?"
    ]


def test_worlds_in_files_beside_the_suite(tmp_path: Path) -> None:
    (tmp_path / "worlds").mkdir()
    (tmp_path / "worlds/desk.yaml").write_text(yaml.safe_dump(WORLD))
    for data in (
        changed(("worlds", "desk"), "worlds/desk.yaml"),
        changed(("defaults",), {"world": "worlds/desk.yaml"}, changed(("worlds",), MISSING)),
        changed((*ONE, "world"), {"use": "worlds/desk.yaml"}, changed(("worlds",), MISSING)),
    ):
        (tmp_path / "s.json").write_text(json.dumps(data))
        assert load_suite(tmp_path / "s.json").scenarios[0].world.tables.keys() == {"parcels", "labels"}
    (tmp_path / "worlds/desk.yaml").write_text(yaml.safe_dump({**WORLD, "tools": {}}))
    with pytest.raises(InputError) as error:
        load_suite(tmp_path / "s.json")
    assert [(p.file, p.path) for p in error.value.problems] == [(str(tmp_path / "worlds/desk.yaml"), "tools")]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../desk.yaml", "leads out of the folder of this file"),
        ("/etc/desk.yaml", "leads out of the folder of this file"),
        ("link.yaml", "leads out of the folder of this file"),
        ("none.yaml", "there is no file 'none.yaml' beside this one"),
        ("two.jsonl", "holds 2 values, expected one world"),
        ("list.yaml", "found a list of 1, expected a world"),
        ("broken.yaml", "is not valid YAML"),
    ],
)
def test_files_that_are_no_world(tmp_path: Path, name: str, message: str) -> None:
    folder = tmp_path / "suites"
    folder.mkdir()
    (tmp_path / "desk.yaml").write_text(yaml.safe_dump(WORLD))
    (folder / "link.yaml").symlink_to(tmp_path / "desk.yaml")
    (folder / "two.jsonl").write_text("{}\n{}\n")
    (folder / "list.yaml").write_text("- 1")
    (folder / "broken.yaml").write_text("a: [")
    (folder / "s.json").write_text(json.dumps(changed(("worlds", "desk"), name)))
    with pytest.raises(InputError) as error:
        load_suite(folder / "s.json")
    assert len(error.value.problems) == 1
    assert message in str(error.value)


def test_tools_from_elsewhere_are_in_every_world_that_has_none_of_their_names(tmp_path: Path) -> None:
    write = Write(kind="delete", table="parcels", record="number")
    extra = Tool(description="Lose it.", parameters={"number": Parameter(type="string")}, write=write)
    data = changed((*ONE, "world"), {"use": "desk", "tools": {"lose": {"commit_after_ms": 1}}})
    data = changed((*ONE, "goal"), {"tool": "lose", "arguments": {"number": "4821"}}, data)
    data = changed((*ONE, "script"), [{"say": "Lose {number}."}], data)
    data = changed((*ONE, "category"), "task", data)
    (tmp_path / "s.json").write_text(json.dumps(data))
    pieces = replace(extra, parameters={**extra.parameters, "pieces": Parameter(type="integer")})
    world = load_suite(tmp_path / "s.json", tools={"lose": extra, "set_pieces": pieces}).scenarios[0].world
    assert world.tools["lose"].commit_after_ms == 1
    assert world.tools["set_pieces"].description == "Set the pieces."
    with pytest.raises(InputError, match="there is no tool 'lose'"):
        load_suite(tmp_path / "s.json")
    with pytest.raises(
        InputError, match=r"set_pieces\.parameters: the function set_pieces does not take pieces"
    ):
        load_suite(tmp_path / "s.json", tools={"lose": extra, "set_pieces": extra})


def test_what_is_wrong_with_a_function_is_said_of_it_and_not_of_the_file(tmp_path: Path) -> None:
    write = Write(kind="delete", table="parcel", record="number")
    lose = Tool(description="Lose it.", parameters={"number": Parameter(type="string")}, write=write)
    (tmp_path / "s.json").write_text(json.dumps(SUITE))
    with pytest.raises(InputError) as error:
        load_suite(tmp_path / "s.json", tools={"lose": lose})
    assert [(problem.path, problem.message) for problem in error.value.problems] == [
        (
            "worlds.desk",
            "the function lose, which --tools makes a tool of every world: write.table: there is no table 'parcel'; "
            "known: labels, parcels. Did you mean 'parcels'?",
        )
    ]
    (tmp_path / "s.json").write_text(json.dumps(changed((*TOOLS, "lose"), {"keyed": True})))
    with pytest.raises(InputError) as error:
        load_suite(tmp_path / "s.json", tools={"lose": lose})
    assert [problem.path for problem in error.value.problems] == ["worlds.desk.tools.lose.write.table"]


def test_what_a_world_leaves_out_of_a_tool_is_as_its_function_says(tmp_path: Path) -> None:
    write = Write(kind="set", table="parcels", record="number", values={"pieces": "pieces"})
    function = Tool(
        description="The function's.",
        parameters={"number": Parameter(type="string"), "pieces": Parameter(type="integer", required=False)},
        write=write,
        keyed=True,
    )

    def made(tool: dict[str, Any]) -> Tool:
        (tmp_path / "s.json").write_text(json.dumps(changed(SET, tool)))
        return (
            load_suite(tmp_path / "s.json", tools={"set_pieces": function})
            .scenarios[0]
            .world.tools["set_pieces"]
        )

    assert made({}) == function
    assert made({"description": "Mine.", "keyed": False}) == replace(
        function, description="Mine.", keyed=False
    )
    assert made(
        {"write": {**WORLD["tools"]["set_pieces"]["write"], "constants": {"fragile": True}}}
    ) == replace(function, write=replace(write, constants={"fragile": True}))
    with pytest.raises(InputError, match="the function set_pieces does not take many"):
        made(
            {
                "parameters": {"number": {"type": "string"}, "many": {"type": "integer"}},
                "write": {"kind": "delete", "table": "parcels", "record": "number"},
            }
        )


def test_the_world_that_ships_is_there_by_name() -> None:
    data = changed((*ONE, "world"), "northwind", changed(("worlds",), MISSING))
    data = changed(
        (*ONE, "goal"), {"tool": "update_order", "arguments": {"order_number": "4821", "quantity": 6}}, data
    )
    data = changed((*ONE, "script"), [{"say": "Please."}], changed((*ONE, "faults"), [], data))
    assert "orders" in scenario(changed((*ONE, "category"), "task", data)).world.tables
    assert SUITE["worlds"]["desk"] is WORLD

"""`callproof run` from end to end: suites, agents, cases, run folders, errors and exit codes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Done, run

FIRST = "corr-01-order-while-read-back"
STALE = "corr-04-order-in-preparation"


def play(*args: str | Path, agent: str = "naive", only: str = f"{FIRST},{STALE}") -> Done:
    return run("run", "outcomes-30", "--agent", agent, "--only", only, *args)


def lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


# --- what is played -----------------------------------------------------------------------------------------------


def test_a_failed_case_is_1_and_a_passed_run_0() -> None:
    assert play().code == 1
    assert play(agent="sound").code == 0
    assert play(only=FIRST).code == 0


def test_the_cases_can_be_listed_without_calling_anybody() -> None:
    done = run("run", "outcomes-30", "--only", "tool_fault", "--trials", "2", "--list", "--json")
    cases = done.json["cases"]
    assert done.code == 0
    assert len(cases) == 20
    assert {case["category"] for case in cases} == {"tool_fault"}
    assert cases[1]["id"] == f"{cases[0]['id']}#2"
    shown = run("run", "outcomes-30", "--only", FIRST, "--list")
    assert shown.out.splitlines() == [
        f"{FIRST}  correction  Another order number while the agent reads the first one back.",
        "1 case",
    ]


def test_trials_are_cases_of_their_own() -> None:
    report = play("--trials", "3", "--json", only=STALE).json
    assert [case["id"] for case in report["cases"]] == [STALE, f"{STALE}#2", f"{STALE}#3"]
    assert (report["total"], report["trials"]) == (3, 3)
    assert report["root_causes"] == {"stale_tool_args": 3}


def test_another_seed_lets_people_speak_otherwise_and_judges_the_same() -> None:
    here, there = (play("--seed", seed, "--json").json for seed in ("0", "1"))
    assert [c["seed"] for c in here["cases"]] != [c["seed"] for c in there["cases"]]
    assert [c["duration_ms"] for c in here["cases"]] != [c["duration_ms"] for c in there["cases"]]
    assert here["axes"] == there["axes"]


def test_one_case_can_be_watched() -> None:
    done = play("--watch", only=STALE)
    said = [line for line in done.out.splitlines() if line.startswith("0:")]
    assert done.code == 1
    assert said[0].split() == ["0:00.0", "line", "connected"]
    assert any("caller" in line and "correction" in line and '"5590" -> "5599"' in line for line in said)
    assert any("sends update_order(" in line for line in said)
    assert said[-1].split()[1:3] == ["line", "ended"]


def test_what_an_agent_prints_does_not_stand_in_the_json(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(
        "print('loaded')\n"
        "async def agent(call):\n"
        "    print('called')\n"
        "    await call.say('Hello.')\n"
        "agent.virtual_time = True\n",
        encoding="utf-8",
    )
    done = play("--json", agent=str(tmp_path / "loud.py"), only=FIRST)
    assert [case["id"] for case in done.json["cases"]] == [FIRST]
    assert done.err.splitlines()[:2] == ["loaded", "called"]
    assert play(agent=str(tmp_path / "loud.py"), only=FIRST).out.startswith("loaded\ncalled\n")


def test_watching_is_for_people() -> None:
    done = play("--watch", "--json", only=STALE)
    assert (done.code, done.out) == (2, "")
    assert "--watch is for people and --json for machines; leave one of them out" in done.err
    two = play("--watch", "--agent", "sound", only=STALE)
    assert "--watch shows one case of one agent, and here are 2 agents; name one" in two.err


def test_two_cases_cannot_be_watched() -> None:
    done = play("--watch")
    assert (done.code, done.out) == (2, "")
    assert "--watch shows one case of one agent, and here are 2 cases; choose one with --only" in done.err


# --- two agents ---------------------------------------------------------------------------------------------------


def test_two_agents_are_compared() -> None:
    done = play("--agent", "sound", "--json")
    first, second = done.json["runs"]
    (change,) = done.json["diffs"]
    assert done.code == 1
    assert (first["agent"], second["agent"]) == ("naive", "sound")
    assert change["verdict"] == "improved"
    assert [case["id"] for case in change["fixed"]] == [STALE]
    assert change["causes"] == {"stale_tool_args": {"before": 1, "after": 0}}
    shown = play("--agent", "sound").out
    assert "IMPROVED  0 regressed, 1 fixed" in shown
    assert "outcomes-30 against naive" in shown
    assert "outcomes-30 against sound" in shown


def test_two_agents_are_kept_in_a_folder_each(tmp_path: Path) -> None:
    play("--agent", "sound", "-o", tmp_path / "both")
    assert sorted(path.name for path in (tmp_path / "both").iterdir()) == ["naive", "sound"]
    done = run("diff", tmp_path / "both" / "sound", tmp_path / "both" / "naive", "--strict", "--json")
    assert done.code == 1
    assert done.json["verdict"] == "regression"
    assert [case["id"] for case in done.json["regressed"]] == [STALE]


def test_an_agent_with_a_long_path_has_a_label_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deep = tmp_path / ("deep" * 20) / "mine.py"
    deep.parent.mkdir()
    deep.write_text("def agent(call):\n    call.hang_up()\n", encoding="utf-8")
    done = play("--agent", str(deep), "--label", "x", only=FIRST)
    assert (done.code, done.err) == (1, "")
    labels = sorted(path.name for path in Path(".callproof/runs").iterdir())
    assert [len(label) for label in labels] == [len("x-") + 60, len("x-naive")]
    assert labels[0].endswith("deep-mine.py")
    assert run("gate", labels[0]).code == 1


def test_the_folder_of_two_agents_is_no_run_and_says_what_to_name(tmp_path: Path) -> None:
    both = tmp_path / "both"
    play("--agent", "sound", "-o", both)
    for command in ("gate", "score"):
        done = run(command, both)
        assert (done.code, done.out) == (2, "")
        assert done.err == (
            f"error: {both}: holds the runs of 2 agents, naive and sound; name one of them: "
            f"callproof {command} {both}/naive, or callproof {command} {both}/sound\n"
        )
    assert run("gate", both, "--save-baseline", tmp_path / "b.json").err == run("gate", both).err
    for args in (("diff", both, both / "naive"), ("gate", both / "naive", "--baseline", both)):
        done = run(*args)
        assert (done.code, done.out) == (2, "")
        assert f"naive and sound; name one of them: {both}/naive, or {both}/sound" in done.err


# --- run folders --------------------------------------------------------------------------------------------------


def test_a_run_folder_holds_all_that_judging_needs(tmp_path: Path) -> None:
    report = play("-o", tmp_path / "r", "--json").json
    head = json.loads((tmp_path / "r" / "run.json").read_text(encoding="utf-8"))
    results = lines(tmp_path / "r" / "results.jsonl")
    assert (head["kind"], head["seed"], head["trials"]) == ("run", 0, 1)
    assert head["suites"] == ["outcomes-30"]
    assert head["cases"] == [FIRST, STALE]
    assert head["summary"]["integrity"] == report["integrity"]
    for result, case in zip(results, report["cases"], strict=True):
        folder = tmp_path / "r" / result.pop("record")
        assert result == case
        assert sorted(path.name for path in folder.iterdir()) == ["call.jsonl", "scenario.json"]


def test_a_label_keeps_the_run_where_diff_and_gate_find_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play("--label", "before")
    play("--label", "after", agent="sound")
    done = run("diff", "before", "after", "--json")
    assert (done.code, done.json["verdict"]) == (0, "improved")
    assert run("gate", "before").code == 1
    play("--label", "two", "--agent", "sound")
    assert run("score", "two-sound").code == 0


def test_check_reads_the_records_of_a_run(tmp_path: Path) -> None:
    play("-o", tmp_path / "r")
    calls = run("check", tmp_path / "r", "--json").json["calls"]
    assert [call["id"] for call in calls] == [FIRST, STALE]


def test_a_run_is_never_written_over_another(tmp_path: Path) -> None:
    play("-o", tmp_path / "r")
    done = play("-o", tmp_path / "r")
    assert done.code == 2
    assert "the folder is not empty" in done.err


def test_a_check_is_not_compared_with_a_run(tmp_path: Path) -> None:
    play("-o", tmp_path / "r")
    run("check", tmp_path / "r", "-o", tmp_path / "c")
    done = run("diff", tmp_path / "c", tmp_path / "r")
    assert done.code == 2
    assert "holds the results of run, and" in done.err


# --- mistakes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suite", "sentence"),
    [
        ("outcomes-3", "Did you mean 'outcomes-30'?"),
        ("examples/calls/ferry.jsonl", "holds recorded calls and no scenarios; use check"),
        ("examples/three-calls", "holds recorded calls and no scenarios; use check"),
        ("README.md", "README.md"),
        ("tests/cli/running.py", "is a Python file, expected scenarios: YAML, JSON or JSON Lines"),
    ],
)
def test_what_is_no_suite_is_2_and_a_sentence(suite: str, sentence: str) -> None:
    done = run("run", suite, "--agent", "naive")
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err


def test_a_pipe_named_as_a_suite_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = run("run", tmp_path / "pipe", "--agent", "naive")
    assert (done.code, done.err) == (2, f"error: {tmp_path}/pipe: is no file\n")


def test_a_run_is_no_suite(tmp_path: Path) -> None:
    play("-o", tmp_path / "r")
    done = run("run", tmp_path / "r", "--agent", "naive")
    assert done.code == 2
    assert f"is a run; to judge it again, use: callproof score {tmp_path / 'r'}" in done.err
    (tmp_path / "printed.json").write_text(play("--json").out, encoding="utf-8")
    done = run("run", tmp_path / "printed.json", "--agent", "naive")
    assert done.err == (
        f"error: {tmp_path}/printed.json: is a run; to decide on it, use: callproof gate {tmp_path}/printed.json\n"
    )
    run("check", tmp_path / "r", "-o", tmp_path / "c")
    done = run("run", tmp_path / "c", "--agent", "naive")
    assert done.err == f"error: {tmp_path}/c: holds the results of check and no scenarios\n"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "name the agent to call: --agent"),
        (["--agent", "nave"], "Did you mean 'naive'?"),
        (["--agent", "nowhere.py"], "there is no such file"),
        (["--agent", "nowhere:agent"], "there is no module 'nowhere'"),
        (["--agent", "naive", "--only", "corr-99"], "--only 'corr-99' matches no case"),
        (["--agent", "naive", "--tools", "json"], "no function with @callproof.tool"),
        (["--agent", "naive", "--database", "mysql://x/y"], "found a database URL of 'mysql'"),
        (["--agent", "naive", "--database", "postgresql://localhost:1/x"], "cannot be reached"),
        (["--agent", "naive", "--label", "../x"], "cannot be a label"),
    ],
)
def test_what_cannot_be_used_is_2_and_a_sentence(options: list[str], sentence: str) -> None:
    done = run("run", "outcomes-30", *options)
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert "Traceback" not in done.err


AGENT = """
import callproof

@callproof.agent(virtual_time=True)
async def agent(call):
    await call.say("\\x1b[31mHello\\x1b[0m")
    raise RuntimeError("\\x1b[2J broken \\x07")
"""


def test_what_an_agent_says_cannot_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(AGENT, encoding="utf-8")
    done = play("--watch", agent=str(tmp_path / "loud.py"), only=FIRST)
    assert done.code == 1
    assert "\x1b" not in done.out + done.err
    assert "\\x1b[2J broken \\x07" in done.out


def test_a_case_that_a_rule_could_not_be_held_to_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(AGENT, encoding="utf-8")
    gate = play(agent=str(tmp_path / "loud.py"), only=FIRST).out.split("\nGATE FAILED\n")[1]
    assert (gate.count("NOT MEASURED"), gate.count(FIRST)) == (4, 4)


TOOLS = '''
from callproof import Transaction, Write, tool

@tool(write=Write(kind="set", table="orders", record="order_number", values={"quantity": "quantity"}), cancellable=True)
def set_quantity(db: Transaction, order_number: str, quantity: int) -> dict:
    """Changes how many are sent."""
    db.update("orders", order_number, quantity=quantity)
    return {"ok": True}
'''
SUITE = """
suite: mine
worlds:
  shop:
    tables:
      orders:
        key: order_number
        columns: {order_number: text, quantity: integer}
        rows: [{order_number: "4821", quantity: 1}]
    tools:
      find_order:
        description: Look up an order.
        parameters: {order_number: {type: string}}
        read: {table: orders, record: order_number}
scenarios:
  - id: own-tool
    category: task
    world: shop
    goal: {tool: set_quantity, arguments: {order_number: "4821", quantity: 3}}
    script:
      - say: "Please set the quantity of order {order_number} to {quantity}."
"""


def test_tools_of_ones_own_do_the_work(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(TOOLS, encoding="utf-8")
    (tmp_path / "suite.yaml").write_text(SUITE, encoding="utf-8")
    run("init", tmp_path / "begun")
    agent = tmp_path / "begun" / "agent.py"
    done = run("run", tmp_path / "suite.yaml", "--agent", agent, "--tools", tmp_path / "tools.py", "--json")
    assert done.code == 0, done.out + done.err
    assert done.json["integrity"]["pass"] == 1
    without = run("run", tmp_path / "suite.yaml", "--agent", agent)
    assert without.code == 2
    assert "set_quantity" in without.err


def test_what_a_suite_says_cannot_steer_the_terminal(tmp_path: Path) -> None:
    loud = SUITE.replace("suite: mine", 'suite: "\\e[31mmine"').replace(
        "category: task", 'category: task\n    description: "\\e[2J loud"'
    )
    (tmp_path / "tools.py").write_text(TOOLS, encoding="utf-8")
    (tmp_path / "suite.yaml").write_text(loud, encoding="utf-8")
    options = (tmp_path / "suite.yaml", "--tools", tmp_path / "tools.py")
    listed = run("run", *options, "--list")
    played = run("run", *options, "--agent", "do-nothing", "-o", tmp_path / "r")
    assert (listed.code, played.code) == (0, 1)
    for done in (listed, played, run("score", tmp_path / "r"), run("diff", tmp_path / "r", tmp_path / "r")):
        assert "\x1b" not in done.out + done.err
    assert "\\x1b[2J loud" in listed.out
    assert "\\x1b[31mmine against do-nothing" in played.out


AT_TIMES = """
import callproof

calls = []

@callproof.agent(virtual_time=True)
async def agent(call):
    calls.append(call)
    await call.say("Hello.")
    async for text in call.turns():
        if "Please" in text:
            await call.tool("set_quantity", order_number="4821", quantity=3)
            if (await call.tool("find_order", order_number="4821"))["quantity"] == 3 and len(calls) != 2:
                await call.say("I have changed the quantity of order 4821 to 3. Anything else?")
            else:
                await call.say("I have changed the quantity of order 4821 to 7. Anything else?")
        else:
            call.hang_up()
"""


def test_a_scenario_that_passes_at_times_has_a_rate_with_an_interval(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(TOOLS, encoding="utf-8")
    (tmp_path / "suite.yaml").write_text(SUITE, encoding="utf-8")
    (tmp_path / "at_times.py").write_text(AT_TIMES, encoding="utf-8")
    options = (tmp_path / "suite.yaml", "--agent", tmp_path / "at_times.py", "--tools", tmp_path / "tools.py")
    done = run("run", *options, "--trials", "4", "--json")
    assert done.code == 1
    assert done.json["unstable"] == [
        {
            "scenario": "own-tool",
            "suite": "mine",
            "passed": 3,
            "trials": 4,
            "rate": 0.75,
            "interval": [0.3006, 0.9544],
            "failing": ["own-tool#2"],
        }
    ]
    shown = run("run", *options, "--trials", "4").out
    assert "  own-tool  3 of 4  95 % interval 30% to 95%  failed: own-tool#2" in shown


def test_a_case_in_which_nothing_failed_says_what_was_not_measured(tmp_path: Path) -> None:
    (tmp_path / "mute.py").write_text(
        "import callproof\n"
        "@callproof.agent(virtual_time=True)\n"
        "async def agent(call):\n"
        "    raise ValueError('no model')\n",
        encoding="utf-8",
    )
    out = play(agent=str(tmp_path / "mute.py"), only=FIRST).out
    assert f"FAIL  {FIRST}  agent_error  nothing measured  0:00.0" in out

"""`callproof.run`, `score` and `gate` as functions: what the commands do, for Python programs."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import callproof
from callproof.calling.engine import cases_of, play
from callproof.calling.live_agent import LiveAgent
from callproof.calling.loading import load_agent
from callproof.calling.simulation.call import Settings
from callproof.calling.world.functions import ToolRegistry
from callproof.errors import InputError
from callproof.models.parts import SpeechParts
from callproof.reporting import RunReport, report_of
from callproof.running import RunOptions, RunStream, chosen_agent, result_of, selftest
from callproof.scenario.files import load_suites
from callproof.surfaces.cli.run import exit_code
from tests.cli.running import run as command

ONLY = ("corr-01*", "corr-04*")


def test_a_report_is_what_the_command_prints() -> None:
    report = callproof.run("outcomes-30", "naive", only=ONLY)
    printed = command("run", "outcomes-30", "--agent", "naive", "--only", ",".join(ONLY), "--json").json
    assert json.loads(json.dumps(report.to_json())) == printed


def test_one_pattern_needs_no_list_and_no_suites_are_no_run() -> None:
    report = callproof.run("outcomes-30", "naive", only="corr-01*")
    assert [case["id"] for case in report.cases] == ["corr-01-order-while-read-back"]
    with pytest.raises(InputError, match="no suite is named"):
        callproof.run([], "naive")


def test_functions_are_tools_of_suites_that_were_loaded_already() -> None:
    @callproof.tool(read=callproof.Read(table="orders", record="order_number"))
    def look(db: callproof.Transaction, order_number: str) -> str:
        return order_number

    @callproof.tool(write=callproof.Write(kind="delete", table="orders", record="order"), name="update_order")
    def other(db: callproof.Transaction, order: str) -> None:
        db.delete("orders", order)

    suites = load_suites(["outcomes-30"])
    case, *_ = RunOptions(tools=ToolRegistry([look])).cases(suites)
    assert case.scenario.world.tools["look"] == look.declared
    assert case.scenario.world.tools["update_order"] == suites[0].scenarios[0].world.tools["update_order"]
    with pytest.raises(InputError, match="the function update_order does not take order_number"):
        RunOptions(tools=ToolRegistry([other])).cases(suites)


def test_scoring_is_what_the_command_prints(tmp_path: Path) -> None:
    callproof.run("outcomes-30", "naive", only=ONLY, output=tmp_path / "r")
    scored = callproof.score(tmp_path / "r").to_json()
    printed = command("score", tmp_path / "r", "--json").json
    assert scored.pop("scores") == str(tmp_path / "r" / "scores" / "1")
    assert printed.pop("scores") == str(tmp_path / "r" / "scores" / "2")
    assert json.loads(json.dumps(scored)) == printed


def test_a_gate_is_what_the_command_prints(tmp_path: Path) -> None:
    callproof.run("outcomes-30", "naive", only=ONLY, output=tmp_path / "r")
    assert callproof.gate(tmp_path / "r") == command("gate", tmp_path / "r", "--json").json
    policy = {"rules": ["retries_idempotent"]}
    assert callproof.gate(tmp_path / "r", policy=policy)["passed"] is True


def test_a_day_has_to_be_named_where_one_counts(tmp_path: Path) -> None:
    callproof.run("outcomes-30", "naive", only=ONLY, output=tmp_path / "r")
    policy: dict[str, Any] = {
        "accepted": [{"case": "corr-04-order-in-preparation", "reason": "r", "expires": "2026-06-01"}]
    }
    with pytest.raises(callproof.InputError, match="today is needed"):
        callproof.gate(tmp_path / "r", policy=policy)
    for today, passed in ((date(2026, 6, 1), True), (date(2026, 6, 2), False)):
        assert callproof.gate(tmp_path / "r", policy=policy, today=today)["passed"] is passed


def test_agents_come_as_functions_classes_and_objects() -> None:
    class Silent:
        virtual_time = True

        async def run(self, call: callproof.Session) -> None:
            async for _ in call.turns():
                pass

    @callproof.agent(virtual_time=True)
    def plain(call: Any) -> None:
        call.say("Hello.")

    for agent, name in ((Silent, "Silent"), (Silent(), "Silent"), (plain, "plain")):
        report = callproof.run("outcomes-30", agent, only=["corr-01*"])
        assert report.agent == name
        assert report.cases[0]["status"] != "passed"
        assert not report.crashed
    with pytest.raises(callproof.InputError, match="an agent is a function that takes a session"):
        callproof.run("outcomes-30", 3)


def test_suites_come_as_names_and_objects() -> None:
    (suite,) = load_suites(["outcomes-30"])
    mine = replace(suite, name="mine", scenarios=suite.scenarios[:1])
    report = callproof.run([mine, "outcomes-30"], "sound", only=["corr-01*", "corr-02*"])
    first = suite.scenarios[0].id
    assert report.suites == ("mine", "outcomes-30")
    assert [case["id"] for case in report.cases][:2] == [f"mine/{first}", f"outcomes-30/{first}"]
    assert report.passed


def test_all_that_is_wrong_with_the_suites_is_said_at_once() -> None:
    with pytest.raises(callproof.InputError) as raised:
        callproof.run(["nowhere.yaml", "examples/calls/ferry.jsonl"], "sound")
    assert [problem.file for problem in raised.value.problems] == [
        "nowhere.yaml",
        "examples/calls/ferry.jsonl",
    ]


def test_no_trial_is_none() -> None:
    with pytest.raises(callproof.InputError, match="trials is 0, expected 1 or more"):
        callproof.run("outcomes-30", "sound", trials=0)


# --- what a run has come to ---------------------------------------------------------------------------------------


def report(*ids: str, planned: tuple[str, ...] = (), broken: int = 0) -> RunReport:
    """Cases of the sound agent, the first ones on a database that there is not."""
    cases = cases_of(load_suites(["outcomes-30"]), only=ids)
    nowhere = Settings(database="nonsense://nowhere")
    played = [
        *play(cases[:broken], load_agent("sound"), nowhere),
        *play(cases[broken:], load_agent("sound")),
    ]
    judged = [result_of(case, record) for case, record in played]
    return report_of(judged, {"agent": "sound", "cases": [*(case.id for case in cases), *planned]})


def test_what_was_planned_and_never_played_is_no_pass() -> None:
    assert report("correction").passed
    half = report("correction", planned=("corr-99",))
    assert (half.passed, half.unplayed, exit_code(half)) == (False, ("corr-99",), 1)


def test_an_error_of_our_own_is_3_and_nobodys_failure(capsys: pytest.CaptureFixture[str]) -> None:
    broken = report("correction", broken=1)
    assert broken.cases[0]["status"] == "invalid"
    assert (broken.summary["failed"], broken.crashed) == (0, True)
    assert exit_code(broken) == 3
    assert "callproof itself failed in some calls" in capsys.readouterr().err


def test_one_in_twenty_may_be_invalid() -> None:
    """One of thirty is 3 %, one of ten 10 %."""
    assert report("*", broken=1).passed
    assert not report("correction", broken=1).passed
    assert not report("correction", broken=10).passed


def test_a_case_of_which_the_evidence_does_not_tell_is_no_pass_however_many_do() -> None:
    whole = report("*", broken=1)
    unknown = [{**case, "blame": None} if case["status"] == "invalid" else case for case in whole.cases]
    assert whole.passed
    assert not replace(whole, cases=tuple(unknown)).passed


def test_a_selftest_tells_what_is_found_where_it_should_not_be() -> None:
    """Of the corrections and interruptions alone, the defects in handling tools cannot be seen: that is not right."""
    (suite,) = load_suites(["outcomes-30"])
    spoken = tuple(s for s in suite.scenarios if s.category in ("correction", "interruption"))
    matrix = selftest(replace(suite, scenarios=spoken))
    assert not matrix.diagonal
    assert {row.agent for row in matrix.rows if not row.right} == {
        "tool-result-unchecked",
        "unsafe-retry",
        "premature-confirmation",
        "missing-idempotency-key",
    }
    assert all(not row.stray for row in matrix.rows)


def test_what_a_line_does_is_for_agents_with_a_voice() -> None:
    cases = RunOptions().cases("outcomes-30")[:1]
    for options in (
        RunOptions(line=["telephone"]),
        RunOptions(voice="hibari:tenor"),
        RunOptions(recognisers=["moonshine"]),
    ):
        with pytest.raises(InputError, match="are for agents with a voice, and sound is called in text"):
            RunStream(cases, chosen_agent("sound"), options)


def test_the_line_of_an_agent_s_file_holds_where_none_is_asked_for() -> None:
    agent = LiveAgent("spoken", "sound", line=("telephone", "noise=hum:20dB"), file="agent.yaml")
    assert [str(effect) for effect in RunOptions().effects(agent)] == ["noise=hum:20dB", "telephone"]
    assert [str(effect) for effect in RunOptions(line=["loss"]).effects(agent)] == ["loss=3%:20ms"]
    wrong = LiveAgent("spoken", "sound", line=("telefone",), file="agent.yaml")
    with pytest.raises(InputError, match=r"agent\.yaml: line 'telefone': .* Did you mean 'telephone'"):
        RunStream(RunOptions().cases("outcomes-30")[:1], wrong, RunOptions())


def test_at_most_two_listen() -> None:
    assert RunOptions(recognisers=["moonshine", "faster-whisper:small.en"]).parts() == SpeechParts(
        "hibari", "moonshine", "faster-whisper:small.en"
    )
    with pytest.raises(InputError, match="--recogniser is there 3 times"):
        RunOptions(recognisers=["moonshine", "faster-whisper", "deepgram"]).parts()

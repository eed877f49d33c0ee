"""Cases of suites, and that no call stops the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from callproof.calling.agent import FunctionAgent, Session, agent
from callproof.calling.engine import Case, case_seed, cases_of, play
from callproof.calling.loading import load_agent
from callproof.calling.simulation.call import AgentSpec, Settings
from callproof.errors import InputError
from callproof.evidence.events import LineError
from callproof.scenario.files import load_suites
from callproof.scenario.model import Suite


@pytest.fixture(scope="module")
def thirty() -> Suite:
    (suite,) = load_suites(["outcomes-30"])
    return suite


def ids(cases: list[Case]) -> list[str]:
    return [case.id for case in cases]


def two(suite: Suite) -> Suite:
    return replace(suite, scenarios=suite.scenarios[:2])


def test_a_case_is_a_trial_of_a_scenario(thirty: Suite) -> None:
    first, second = two(thirty).scenarios
    cases = cases_of([two(thirty)], trials=3)
    assert ids(cases) == [f"{s.id}{trial}" for s in (first, second) for trial in ("", "#2", "#3")]
    assert [(case.suite, case.trial) for case in cases[:3]] == [(thirty.name, n) for n in (1, 2, 3)]


def test_a_seed_is_the_cases_own_whatever_else_is_run(thirty: Suite) -> None:
    alone = cases_of([thirty], only=["corr-02*"], seed=7)
    among = {case.id: case for case in cases_of([thirty], trials=2, seed=7)}
    assert [case.seed for case in alone] == [among[case.id].seed for case in alone]
    assert len({case.seed for case in among.values()}) == len(among) == 60
    assert case_seed(7, "a", 1) != case_seed(8, "a", 1)


def test_only_takes_ids_of_cases_and_scenarios_and_categories(thirty: Suite) -> None:
    assert len(cases_of([thirty], only=["correction"])) == 10
    assert len(cases_of([thirty], only=["corr-0[12]*", "tool_fault"])) == 12
    first = thirty.scenarios[0].id
    assert ids(cases_of([thirty], trials=2, only=[first])) == [first, f"{first}#2"]
    assert ids(cases_of([thirty], trials=2, only=[f"{first}#2"])) == [f"{first}#2"]


def test_a_pattern_that_matches_nothing_is_a_mistake(thirty: Suite) -> None:
    with pytest.raises(InputError, match=r"--only 'corection' matches no case\. Did you mean 'correction'\?"):
        cases_of([thirty], only=["corr-01*", "corection"])


@pytest.mark.parametrize(
    ("pattern", "hint"),
    [
        ("corr-01", "Did you mean 'corr-01*'?"),
        ("read-back", "Did you mean '*read-back*'?"),
        ("CORR-01*", "Did you mean 'corr-01*'?"),
        ("Corr-01", "Did you mean 'corr-01*'?"),
        ("Correction", "Did you mean 'correction'?"),
        ("corrections", "Did you mean 'correction'?"),
        ("weather", "--list shows them all."),
        ("", "--list shows them all."),
    ],
)
def test_what_was_meant_by_a_pattern_that_matches_nothing(thirty: Suite, pattern: str, hint: str) -> None:
    with pytest.raises(InputError) as error:
        cases_of([thirty], only=[pattern])
    assert str(error.value) == f"--only {pattern!r} matches no case. {hint}"
    if hint.startswith("Did"):
        assert cases_of([thirty], only=[hint.split("'")[1]])


def test_the_same_id_in_two_suites_is_told_apart_by_the_suite(thirty: Suite) -> None:
    one, other = two(thirty), replace(two(thirty), name="other", scenarios=thirty.scenarios[1:3])
    a, b, c = (scenario.id for scenario in thirty.scenarios[:3])
    assert ids(cases_of([one, other])) == [a, f"outcomes-30/{b}", f"other/{b}", c]
    with pytest.raises(InputError, match=f"the scenario '{a}' is there twice"):
        cases_of([one, one])


def test_calls_come_in_the_order_of_the_cases_with_their_ids(thirty: Suite) -> None:
    cases = cases_of([two(thirty)], trials=2)
    played = list(play(cases, load_agent("sound")))
    assert [case for case, _ in played] == cases
    assert [record.header.id for _, record in played] == ids(cases)


def test_several_calls_at_a_time_come_to_the_same(thirty: Suite) -> None:
    cases = cases_of([thirty], only=["interruption"])
    alone = {case.id: record for case, record in play(cases, load_agent("naive"))}
    together = {case.id: record for case, record in play(cases, load_agent("naive"), at_once=4)}
    assert together == alone
    assert len(alone) == 10


def test_an_agent_that_raises_stops_no_other_case(thirty: Suite) -> None:
    calls: list[Session] = []

    @agent(virtual_time=True)
    async def breaks_in_the_first(call: Session) -> None:
        calls.append(call)
        await call.say("Hello.")
        async for _ in call.turns():
            if len(calls) == 1:
                raise RuntimeError("no such thing")

    spec = AgentSpec(name="breaks", make=lambda: FunctionAgent(breaks_in_the_first, True))
    (_, first), (_, second) = play(cases_of([two(thirty)]), spec)
    errors = [
        [(event.by, event.message) for event in record.events if isinstance(event, LineError)]
        for record in (first, second)
    ]
    assert errors == [[("agent", "raised RuntimeError: no such thing")], []]


def test_an_error_of_our_own_is_in_the_record_and_stops_no_other_case(thirty: Suite) -> None:
    settings = Settings(database="nonsense://nowhere")
    played = list(play(cases_of([two(thirty)]), load_agent("sound"), settings))
    assert len(played) == 2
    for _, record in played:
        (error,) = (event for event in record.events if isinstance(event, LineError))
        assert error.by == "harness"

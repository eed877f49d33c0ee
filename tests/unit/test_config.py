"""Which checks run, and with which limits."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from callproof.config import choose_checks, settings_of
from callproof.errors import InputError
from callproof.evidence.call import Call
from callproof.scoring.checks import builtin_checks, registry
from callproof.scoring.checks.slow_response import SlowResponse
from callproof.scoring.findings import Outcome
from callproof.scoring.timing import Timing

ALL = [check.id for check in builtin_checks()]


def chosen(**options: Any) -> list[str]:
    return [check.id for check in choose_checks(**options)]


def problems(**options: Any) -> list[tuple[str, str, str]]:
    with pytest.raises(InputError) as raised:
        choose_checks(**options)
    return [(problem.file, problem.path, problem.message) for problem in raised.value.problems]


def test_all_checks_run_by_default_in_their_own_order() -> None:
    assert chosen() == ALL
    assert len(ALL) == 22
    assert choose_checks()[0] == SlowResponse(medium_ms=1500, high_ms=3000)


def test_the_checks_by_the_clock_and_on_words_are_chosen_alike() -> None:
    assert chosen(only=["misheard_number", "dead_air"]) == ["dead_air", "misheard_number"]
    assert chosen(config={"only": ["misheard"]}) == ["misheard"]
    assert chosen(skip=["misheard"]) == [id for id in ALL if id != "misheard"]


def test_only_and_skip_take_ids_and_aliases() -> None:
    assert chosen(only=["dead_air", "slow_response"]) == ["slow_response", "dead_air"]
    assert chosen(only=["talked_over_user"]) == ["talked_over_caller"]
    assert chosen(skip=["talked_over_user"]) == [id for id in ALL if id != "talked_over_caller"]
    assert chosen(only=["dead_air", "slow_response"], skip=["dead_air"]) == ["slow_response"]
    assert chosen(only="dead_air") == ["dead_air"]


def test_only_of_the_command_takes_the_place_of_the_configs_choice() -> None:
    config = {"only": ["dead_air", "slow_response"], "skip": ["dead_air"]}
    assert chosen(config=config) == ["slow_response"]
    assert chosen(config=config, only=["dead_air"]) == ["dead_air"]
    assert chosen(config={"only": ["dead_air", "incomplete"]}, skip=["incomplete"]) == ["dead_air"]
    assert chosen(config={"skip": ["incomplete"]}, skip=["dead_air"]) == [
        id for id in ALL if id not in ("incomplete", "dead_air")
    ]


def test_no_check_at_all_is_a_mistake() -> None:
    ((file, path, message),) = problems(only=["dead_air"], skip=["dead_air"])
    assert (file, path) == ("", "")
    assert message.startswith("every check is left out")


@pytest.mark.parametrize(
    "text",
    ["checks:\n  slow_response:\n    high_ms: 2500\n", '{"checks": {"slow_response": {"high_ms": 2500}}}'],
)
def test_settings_from_a_file(tmp_path: Path, text: str) -> None:
    file = tmp_path / "limits"
    file.write_text(text)
    (check,) = choose_checks(config=file, only=["slow_response"])
    assert check == SlowResponse(high_ms=2500)
    assert settings_of(check) == {"medium_ms": 1500, "high_ms": 2500}


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "only:\nskip:\nchecks:\n"])
def test_an_empty_config_changes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "limits.yaml").write_text(text)
    assert choose_checks(config=tmp_path / "limits.yaml") == choose_checks()


@pytest.mark.parametrize(
    ("config", "path", "message"),
    [
        ({"cheks": {}}, "cheks", "is not a field that is known here. Did you mean 'checks'?"),
        ({"checks": []}, "checks", "found an empty list, expected an object of checks"),
        ({"checks": {"slow_respons": {}}}, "checks.slow_respons", "no check 'slow_respons'. Did you mean 'slow_response'?"),
        ({"checks": {"slow_response": 3}}, "checks.slow_response", "found 3, expected an object of settings"),
        (
            {"checks": {"slow_response": {"hig_ms": 3}}},
            "checks.slow_response.hig_ms",
            "is no setting; settings of slow_response: medium_ms, high_ms. Did you mean 'high_ms'?",
        ),
        ({"checks": {"incomplete": {"x": 3}}}, "checks.incomplete.x", "is no setting; settings of incomplete: none."),
        ({"checks": {"slow_response": {"id": "x"}}}, "checks.slow_response.id", "is no setting; settings of slow_response: medium_ms, high_ms."),
        ({"checks": {"slow_response": {"high_ms": "3 s"}}}, "checks.slow_response.high_ms", "found '3 s', expected a whole number"),
        ({"checks": {"slow_response": {"high_ms": 2.5}}}, "checks.slow_response.high_ms", "found 2.5, expected a whole number"),
        ({"checks": {"slow_response": {"high_ms": True}}}, "checks.slow_response.high_ms", "found true, expected a whole number"),
        ({"checks": {"slow_response": {"high_ms": -1}}}, "checks.slow_response.high_ms", "found -1, expected 0 or more"),
        ({"checks": {"slow_response": {"high_ms": None}}}, "checks.slow_response.high_ms", "found null, expected a whole number"),
        ({"only": "slow_response"}, "only", "found 'slow_response', expected a list of checks"),
        ({"skip": [1]}, "skip", "found a list of 1, expected a list of checks"),
        ({"only": ["nix"]}, "only", "no check 'nix'. There are "),
        (
            {"checks": {"talked_over_user": {}, "talked_over_caller": {}}},
            "checks.talked_over_caller",
            "is talked_over_caller, which is set above already",
        ),
    ],
)  # fmt: skip
def test_a_mistake_in_a_config_is_named(config: Mapping[str, Any], path: str, message: str) -> None:
    ((file, found_path, found_message),) = problems(config=config)
    assert (file, found_path) == ("config", path)
    assert found_message.startswith(message)


def test_all_mistakes_come_at_once() -> None:
    config = {"onyl": 1, "checks": {"dead_air": {"high_ms": -1}, "nix": {}}, "skip": ["nox"]}
    assert [path for _, path, _ in problems(config=config, only=["nax"])] == [
        "onyl",
        "checks.dead_air.high_ms",
        "checks.nix",
        "skip",
        "--only",
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"checks: [", "is not valid YAML: "),
        (b"a: b: c", "is not valid YAML: mapping values are not allowed"),
        (b"- 1\n- 2\n", "found a list of 2, expected an object with checks, only, skip"),
        (b"just text", "found 'just text', expected an object with checks, only, skip"),
        (b"\xff\xfe\xfa", "is UTF-16 text, expected UTF-8"),
        (b"\x00", "is not valid YAML: "),
        (
            b"a: !!python/object/apply:os.system ['true']",
            "the tag 'tag:yaml.org,2002:python/object/apply:os.sys",
        ),
        (b"[" * 70, "is nested more than 64 deep"),
        (b"only: [dead_air]\nonly: []", "the key 'only' is there twice in one object"),
        (b"x" * (10 * 2**20 + 1), "is over 10 MiB, more than a person writes"),
    ],
    ids=range(10),
)
def test_a_config_that_cannot_be_read_is_a_sentence(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "limits.yaml"
    file.write_bytes(content)
    ((name, _, found_message),) = problems(config=file)
    assert name == str(file)
    assert found_message.startswith(message)


def test_the_line_of_a_mistake_in_yaml_is_named(tmp_path: Path) -> None:
    file = tmp_path / "limits.yaml"
    file.write_text("checks:\n  slow_response: {\n")
    ((_, path, _),) = problems(config=file)
    assert path == "line 3"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere.yaml", "there is no such file"),
        ("", "is a folder"),
        ("x\x00", "there is no such file"),
    ],
)
def test_a_file_that_is_not_there_is_a_sentence(name: str, said: str) -> None:
    ((_, _, message),) = problems(config=Path(name))
    assert message == said


@pytest.fixture
def level() -> Any:
    """A check of an extension whose setting is a real number with a limit of its own."""

    @dataclass(frozen=True)
    class Level:
        id: ClassVar[str] = "level"
        version: ClassVar[int] = 1
        aliases: ClassVar[tuple[str, ...]] = ()
        share: float = 0.5

        def __post_init__(self) -> None:
            if self.share > 1:
                raise ValueError("share is a part of 1")

        def judge(self, call: Call, timing: Timing) -> Outcome:
            return Outcome()

    registry.check(Level)
    yield Level
    registry._registered.pop("level")
    registry._by_name.pop("level")


def test_settings_of_other_kinds(level: Any) -> None:
    (check,) = choose_checks(only=["level"], config={"checks": {"level": {"share": 0.25}}})
    assert check == level(share=0.25)
    for bad in (math.nan, math.inf, -0.1):
        ((_, path, message),) = problems(config={"checks": {"level": {"share": bad}}})
        assert path == "checks.level.share"
        assert message.endswith("expected 0 or more") or "finite" in message
    assert problems(config={"checks": {"level": {"share": 2.0}}}) == [
        ("config", "checks.level", "share is a part of 1")
    ]


@pytest.mark.parametrize(
    ("checks", "path", "said"),
    [
        (
            {"slow_response": {"medium_ms": 4000}},
            "checks.slow_response",
            "medium_ms is 4000 and high_ms 3000, so that nothing could be medium; set medium_ms to high_ms or less",
        ),
        (
            {"slow_response": {"high_ms": 1000}},
            "checks.slow_response",
            "medium_ms is 1500 and high_ms 1000, so that nothing could be medium; set medium_ms to high_ms or less",
        ),
        (
            {"runaway_tool": {"most": 5}},
            "checks.runaway_tool",
            "most_at_once is 10 and most 5, so that most_at_once could never be the limit; set most_at_once to most or less",
        ),
        (
            {"dead_air": {"medium_ms": 999}},
            "checks.dead_air.medium_ms",
            "found 999, expected 1000 or more: shorter silences are not looked at",
        ),
        (
            {"abandoned_in_silence": {"agent_last_ms": 0}},
            "checks.abandoned_in_silence.agent_last_ms",
            "found 0, expected 1000 or more: shorter silences are not looked at",
        ),
    ],
)
def test_settings_that_cannot_take_effect_are_refused(checks: dict[str, Any], path: str, said: str) -> None:
    assert problems(config={"checks": checks}) == [("config", path, said)]


def test_settings_at_the_edge_are_taken() -> None:
    checks = {
        "slow_response": {"medium_ms": 3000},
        "dead_air": {"medium_ms": 1000, "high_ms": 1000},
        "runaway_tool": {"most": 10},
    }
    assert chosen(config={"checks": checks}) == ALL

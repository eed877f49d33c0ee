"""The report of `check` on a terminal."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from callproof.checking import JudgedLine
from callproof.surfaces.reports.terminal import Ending, WorstCalls, console_on, print_check
from callproof.surfaces.reports.text import clock, counted, seconds, share, shown
from tests.cli.running import GOOD, SLOW, UNTIMED, call, run, spawn, write_json, write_lines

GOLDEN = Path(__file__).parent / "golden"


def test_the_report_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compared line by line. What is shown there is what a change of the wording or the layout has to be judged by."""
    monkeypatch.chdir(GOLDEN)
    checks = "slow_response,dead_air,talked_over_caller,agent_interrupts,greeting_late,silent_agent"
    done = run("check", "calls", "--only", checks)
    assert done.out.splitlines() == (GOLDEN / "check.txt").read_text(encoding="utf-8").splitlines()
    assert done.code == 2
    assert not any(line.endswith(" ") for line in done.out.splitlines())


def heads(out: str) -> list[str]:
    """The first lines of the calls, without their files and durations."""
    marks = ("FAIL  ", "PASS  ", "PASS (partly measured)  ", "NOT MEASURED  ")
    return ["  ".join(line.split("  ")[:2]) for line in out.splitlines() if line.startswith(marks)]


def test_the_worst_call_comes_first_and_equals_keep_their_order(tmp_path: Path) -> None:
    calls = [
        call("medium", wait_s=2.0),
        GOOD,
        call("high 1", wait_s=3.5, completed=True),
        call("high and more", wait_s=3.5, completed=False),
        call("high 2", wait_s=3.5, completed=True),
    ]
    done = run("check", write_lines(tmp_path / "c.jsonl", calls), "--only", "slow_response,incomplete")
    assert heads(done.out) == [
        "FAIL  high and more",
        "FAIL  high 1",
        "FAIL  high 2",
        "PASS  medium",
        "PASS  good",
    ]


def test_at_most_twenty_calls_are_listed_and_the_rest_counted(tmp_path: Path) -> None:
    calls = [call(f"good {n}") for n in range(30)] + [call(f"slow {n}", wait_s=4.0) for n in range(25)]
    done = run("check", write_lines(tmp_path / "c.jsonl", calls))
    assert heads(done.out) == [f"FAIL  slow {n}" for n in range(20)]
    assert "… and 35 more: 5 failed, 30 passed\n" in done.out
    assert "30 of 55 calls passed (54.5 %), 25 failed\n" in done.out


def test_clean_calls_are_listed_only_where_all_calls_are(tmp_path: Path) -> None:
    twenty = [call(f"c{n}") for n in range(20)]
    assert len(heads(run("check", write_lines(tmp_path / "a.jsonl", twenty)).out)) == 20
    done = run("check", write_lines(tmp_path / "b.jsonl", [*twenty, SLOW]))
    assert heads(done.out) == ["FAIL  slow"]
    assert "… and 20 more: 0 failed, 20 passed\n" in done.out
    done = run("check", write_lines(tmp_path / "c.jsonl", [*twenty, GOOD]))
    assert done.out.startswith("21 of 21 calls passed (100.0 %), 0 failed\n")


def test_a_call_says_how_much_of_it_was_measured(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "c.jsonl", [GOOD, UNTIMED])
    done = run("check", file, "--only", "slow_response")
    assert heads(done.out) == ["NOT MEASURED  untimed", "PASS  good"]
    assert "1 of 2 calls passed (50.0 %), 1 failed, 1 of them not measured" in done.out
    file = write_lines(tmp_path / "d.jsonl", [GOOD, call("no claim", completed=None)])
    done = run("check", file, "--only", "slow_response,incomplete")
    assert heads(done.out) == ["PASS  good", "PASS (partly measured)  no claim"]
    assert "  not measured:  incomplete (" in done.out
    assert "2 of 2 calls passed (100.0 %), 0 failed\n" in done.out


def test_the_totals_by_check(tmp_path: Path) -> None:
    calls = [call("a", wait_s=4.0), call("b", wait_s=2.0), call("c", wait_s=2.0), UNTIMED]
    done = run("check", write_lines(tmp_path / "c.jsonl", calls), "--only", "slow_response")
    assert [line.split() for line in done.out.splitlines() if line.startswith("  slow_response ")] == [
        ["slow_response", "1", "2", "–", "3", "1"]
    ]
    assert (
        "response latency  n = 3, 1 not measured, P50 2.00 s, longest 4.00 s, too few for P95\n" in done.out
    )


def test_percentiles_are_shown_only_with_enough_behind_them(tmp_path: Path) -> None:
    def latencies(n: int) -> str:
        file = write_lines(tmp_path / f"{n}.jsonl", [call(f"c{i}") for i in range(n)])
        (line,) = [
            line for line in run("check", file).out.splitlines() if line.startswith("response latency")
        ]
        return line

    assert latencies(19).endswith("n = 19, P50 0.80 s, longest 0.80 s, too few for P95")
    assert latencies(20).endswith("n = 20, P50 0.80 s, P95 0.80 s, longest 0.80 s")
    assert latencies(100).endswith("n = 100, P50 0.80 s, P95 0.80 s, P99 0.80 s, longest 0.80 s")


def test_many_findings_of_one_call_are_cut_and_counted(tmp_path: Path) -> None:
    turns = []
    for n in range(20):
        turns.append({"speaker": "caller", "text": "And?", "start_s": n * 20, "end_s": n * 20 + 1})
        turns.append({"speaker": "agent", "text": "Yes.", "start_s": n * 20 + 5, "end_s": n * 20 + 19.5})
    file = write_json(tmp_path / "c.json", {"id": "long", "turns": turns})
    done = run("check", file, "--only", "slow_response")
    assert done.out.count("\n  high  ") == 12
    assert "  … and 8 high more\n" in done.out


def test_there_is_colour_only_on_a_terminal(tmp_path: Path) -> None:
    file = write_json(tmp_path / "c.json", SLOW)
    assert "\x1b[" not in spawn("check", file).out
    forced = spawn("check", file, env={"FORCE_COLOR": "1", "TERM": "xterm-256color"}).out
    assert "\x1b[1;31mFAIL" in forced
    assert "\x1b[" not in spawn("check", file, env={"FORCE_COLOR": "1", "NO_COLOR": "1", "TERM": "dumb"}).out


def result_text(message: str) -> str:
    finding = {
        "severity": "high",
        "check": "dead_air",
        "turn": 3,
        "start_ms": 83_400,
        "message": message,
    }
    return json.dumps(
        {
            "id": "c",
            "file": "f",
            "passed": False,
            "duration_ms": None,
            "findings": [finding],
            "not_measured": [],
        }
    )


def printed(result: str, width: int) -> list[str]:
    worst = WorstCalls()
    worst.add(JudgedLine("c", (1, 1, 0, 0), result, None))
    figures = {"n": 0, "p50": None, "p95": None, "p99": None, "max": None}
    names = ("response_latency_ms", "greeting_latency_ms", "yield_time_ms")
    summary = {"calls": 1, "passed": 0, "failed": 1, "by_check": {}, "metrics": dict.fromkeys(names, figures)}
    out = io.StringIO()
    print_check(console_on(out, width=width), worst, Ending(summary))
    return out.getvalue().splitlines()


def test_long_sentences_are_wrapped_under_their_own_column() -> None:
    assert printed(result_text("nobody spoke for a long time, and then nobody did again"), 60) == [
        "FAIL  c  f  –",
        "  high  1:23.4  turn 3  dead_air  nobody spoke for a long",
        "                                  time, and then nobody did",
        "                                  again",
        "",
        "0 of 1 call passed (0.0 %), 1 failed",
    ]


def test_narrow_terminals_lose_no_text() -> None:
    lines = printed(result_text("a silence " * 10 + "x" * 70), 30)
    words = " ".join(lines).split()
    assert words.count("silence") == 10
    assert sum(word.count("x") for word in words) == 70


def test_pieces_of_text() -> None:
    assert [clock(ms) for ms in (0, 49, 50, 59_949, 59_950, 83_400, 4_500_000, None)] == [
        "0:00.0", "0:00.0", "0:00.1", "0:59.9", "1:00.0", "1:23.4", "75:00.0", "–",
    ]  # fmt: skip
    assert [seconds(ms) for ms in (0, 1234, 1500.0, None)] == ["0.00 s", "1.23 s", "1.50 s", "–"]
    assert [counted(n, "call") for n in (0, 1, 2)] == ["0 calls", "1 call", "2 calls"]
    assert [share(*pair) for pair in ((0, 0), (0, 9), (9, 9), (1, 3), (1999, 2000), (1, 5000))] == [
        "–", "0.0 %", "100.0 %", "33.3 %", "99.9 %", "0.1 %",
    ]  # fmt: skip


def test_what_is_shown_of_a_text() -> None:
    assert shown("plain, größer, 電話, 👍") == "plain, größer, 電話, 👍"
    assert shown("a\u00a0b\u2003c") == "a b c"
    assert shown("a\nb\tc\\n") == "a\\nb\\tc\\n"
    assert shown("\x1b[31m \x07 \x85 \u2028 \u2066 \ud800") == "\\x1b[31m \\x07 \\x85 \\u2028 \\u2066 \\ud800"
    assert shown("👩\u200d🚒") == "👩\u200d🚒"
    assert shown("x" * 10, 4) == "xxx…"
    assert shown("x" * 4, 4) == "xxxx"


@pytest.mark.skipif(os.name == "nt", reason="terminals are others there")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_bar_moves_on_stderr_only_where_somebody_watches(tmp_path: Path, options: list[str]) -> None:
    file = write_lines(tmp_path / "c.jsonl", [GOOD, SLOW])
    plain = spawn("check", file, *options)
    assert plain.err == ""
    watcher, terminal = os.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "callproof", "check", str(file), *options],
        stdout=subprocess.PIPE,
        stderr=terminal,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "TERM": "xterm"},
        check=False,
    )
    seen = os.read(watcher, 65536).decode()
    os.close(watcher)
    os.close(terminal)
    assert "2 calls" in seen
    assert done.stdout.decode() == plain.out

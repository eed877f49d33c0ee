"""What the documentation shows works: its code runs, its JSON imports, its links and paths lead somewhere."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

import callproof
from callproof.calling.agent_file import read_agent_file
from callproof.calling.agents.completions import ChatSettings
from callproof.calling.own_api import own_api
from callproof.calling.wire.generic import read_protocol
from callproof.config import choose_checks, settings_of
from callproof.evidence.call import fold
from callproof.evidence.files import decode_record, read_derivations, read_record
from callproof.evidence.record import Record
from callproof.importers.registry import Place, importers, read_payload
from callproof.scenario.files import load_suite
from callproof.scoring.checks import builtin_checks
from callproof.scoring.outcome.gate import RULES
from callproof.scoring.outcome.repairs import REPAIRS
from callproof.scoring.outcome.verdicts import LAYER_OF_AXIS
from callproof.scoring.results import judge
from tests.meta.source import ROOT

GLUE = ROOT / "tests" / "data" / "glue"
LONGEST_GLUE = 15
LONGEST_ARCHITECTURE = 80
FORMATS = "docs/formats.md"
OUTCOMES = "docs/outcomes.md"
SCENARIOS = "docs/scenarios.md"
AGENT_FILE = "docs/agent-file.md"

_FENCE = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
_PATH = re.compile(r"`((?:src|docs|tests|examples|benchmarks)/[\w./-]*)`")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page. `file` is the page's path in the repository."""

    file: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def pages() -> list[Path]:
    tops = sorted(ROOT.glob("*.md"))
    return [*tops, *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "examples").rglob("*.md"))]


def blocks(file: str, text: str) -> list[Block]:
    return [
        Block(file, text.count("\n", 0, match.start()) + 1, match[1], match[2])
        for match in _FENCE.finditer(text)
    ]


def all_blocks(*languages: str) -> list[Block]:
    found = [
        block
        for page in pages()
        for block in blocks(str(page.relative_to(ROOT)), page.read_text(encoding="utf-8"))
    ]
    return [block for block in found if block.language in languages]


def run_page(file: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Runs the Python blocks of a page in their order, as one program, in an empty folder with the examples in it."""
    monkeypatch.chdir(folder)
    (folder / "examples").symlink_to(ROOT / "examples")
    names: dict[str, Any] = {}
    for block in all_blocks("python"):
        if block.file == file:
            exec(compile(block.text, str(block), "exec"), names)  # noqa: S102
    return names


def records(data: Any, file: str = "page") -> list[Record]:
    found = list(read_payload(data, Place(file, "page")))
    for item in found:
        assert isinstance(item, Record), f"{file}: {item}"
    return [item for item in found if isinstance(item, Record)]


# --- code ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted({block.file for block in all_blocks("python")}))
def test_the_python_of_a_page_runs(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_page(file, tmp_path, monkeypatch)


def glue(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    return run_page(FORMATS, tmp_path, monkeypatch)[name]


@pytest.mark.parametrize("name", ["livekit_to_simple", "twilio_to_simple"])
def test_the_glue_is_as_short_as_it_says(name: str) -> None:
    functions = [
        node
        for block in all_blocks("python")
        if block.file == FORMATS
        for node in ast.parse(block.text).body
        if isinstance(node, ast.FunctionDef) and node.name == name
    ]
    (function,) = functions
    assert (function.end_lineno or 0) - function.lineno + 1 <= LONGEST_GLUE


def test_the_glue_for_livekit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = json.loads((GLUE / "livekit-session-report.json").read_text(encoding="utf-8"))
    simple = glue("livekit_to_simple", tmp_path, monkeypatch)(report)
    (record,) = records(json.loads(json.dumps(simple)))
    call = fold(record)
    assert record.header.format == "simple"
    assert record.header.id == "AJ_harbour01"
    assert record.header.started_at == "2026-03-10T10:30:01.450000+00:00"
    assert record.header.time_problems == ()
    # The first sound is at 1.2 s of the session, and becomes zero.
    assert [(u.speaker, u.timed_start_ms, u.timed_end_ms, u.cut) for u in call.utterances] == [
        ("agent", 0, 2500, False),
        ("caller", 3400, 6700, False),
        ("agent", 7600, 9200, False),
        ("caller", 10100, 11800, False),
        ("agent", 13700, 16400, True),
        ("caller", 16100, 17700, False),
        ("agent", 19200, 21100, False),
    ]
    assert call.utterances[1].heard == "My bike is in for repair. Is it ready?"
    assert call.utterances[4].said == "It is ready. You can fetch it until"
    assert [
        (t.name, t.arguments, t.timed_sent_ms, t.timed_finished_ms, t.status) for t in call.tool_calls
    ] == [
        ("find_ticket", {"ticket": "307"}, 12700, 13150, "returned"),
        ("notify_workshop", {"ticket": "307"}, 18300, 18900, "failed"),
    ]
    assert call.tool_calls[0].result == '{"state": "ready", "until": "18:00"}'
    assert call.tool_calls[1].error == "workshop is closed"
    assert call.ended_ms == 22300


def test_the_glue_for_twilio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    transcript = json.loads((GLUE / "twilio-transcript.json").read_text(encoding="utf-8"))
    sentences = json.loads((GLUE / "twilio-sentences.json").read_text(encoding="utf-8"))["sentences"]
    convert = glue("twilio_to_simple", tmp_path, monkeypatch)
    (record,) = records(json.loads(json.dumps(convert(transcript, sentences))))
    call = fold(record)
    assert record.header.id == "GT00000000000000000000000000000307"
    assert record.header.started_at == "2026-03-10T10:30:00Z"
    assert [(u.speaker, u.timed_start_ms, u.timed_end_ms, u.text) for u in call.utterances] == [
        ("agent", 880, 2610, "Harbour Bikes, how can I help?"),
        ("caller", 3520, 5100, "Are you open tomorrow?"),
        ("agent", 6050, 7660, "Yes, from nine to six."),
        ("agent", 8020, 9400, "The workshop closes at one."),
        ("caller", 9150, 10300, "Great, thank you."),
    ]
    transcript["channel"]["participants"][0]["role"] = None
    with pytest.raises(KeyError):
        convert(transcript, sentences)


def test_the_terminal_output_that_is_shown_is_what_comes(tmp_path: Path) -> None:
    """Every line of it, in its order; "…" stands for any number of lines."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    sessions = [block for block in all_blocks("text") if block.text.startswith("$ ")]
    assert len(sessions) >= 2
    for block in sessions:
        for part in block.text.removeprefix("$ ").split("\n$ "):
            command, *shown = part.splitlines()
            name, *options = shlex.split(command)
            assert name == "callproof"
            done = subprocess.run(
                [sys.executable, "-m", "callproof", *options],
                cwd=tmp_path,
                env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
                capture_output=True,
                encoding="utf-8",
                timeout=60,
                check=False,
            )
            assert done.stderr == "", f"{block}: {command}"
            assert matches([line.rstrip() for line in done.stdout.splitlines()], shown), done.stdout


def matches(lines: list[str], shown: list[str]) -> bool:
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in shown)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)) is not None


def test_what_matches_an_output() -> None:
    lines = ["a", "b", "c"]
    assert matches(lines, ["a", "b", "c"])
    assert matches(lines, ["a", "…"])
    assert matches(lines, ["…", "b", "…"])
    assert not matches(lines, ["a", "c"])
    assert not matches(lines, ["a"])
    assert not matches(lines, ["…", "B", "…"])


# --- JSON ---------------------------------------------------------------------------------------------------------


def test_every_call_on_the_formats_page_imports() -> None:
    examples = [block for block in all_blocks("json") if block.file == FORMATS]
    assert len(examples) >= 2
    for block in examples:
        (record,) = records(json.loads(block.text), str(block))
        assert record.header.time_problems == (), str(block)
        assert all(u.timed_start_ms is not None for u in fold(record).utterances), str(block)


def test_every_other_json_block_is_json() -> None:
    for block in all_blocks("json"):
        json.loads(block.text)


def test_the_record_on_its_page_is_one(tmp_path: Path) -> None:
    (block,) = all_blocks("jsonl")
    record = decode_record([line.encode() + b"\n" for line in block.text.splitlines()], str(block))
    assert [event.type for event in record.events][-1] == "line.ended"
    (found,) = (b for b in all_blocks("json") if b.file == block.file)
    (tmp_path / "derived").mkdir()
    header = '{"type":"derivation","schema_version":1}\n'
    (tmp_path / "derived" / "edges@1.jsonl").write_text(header + found.text, encoding="utf-8")
    assert len(read_derivations(tmp_path, record)[0].items) == 1


def test_every_suite_that_is_shown_can_be_loaded(tmp_path: Path) -> None:
    shown = [block for block in all_blocks("yaml", "json") if block.file == SCENARIOS]
    assert {block.language for block in shown} == {"yaml", "json"}
    for block in shown:
        file = tmp_path / f"shown.{block.language}"
        file.write_text(block.text, encoding="utf-8")
        assert load_suite(file).scenarios, str(block)


def test_every_config_that_is_shown_can_be_used() -> None:
    shown = [block for block in all_blocks("yaml") if block.file not in (SCENARIOS, OUTCOMES, AGENT_FILE)]
    assert shown
    for block in shown:
        assert choose_checks(config=yaml.safe_load(block.text)), str(block)


def test_every_agent_file_on_its_page_and_in_the_examples_is_one(tmp_path: Path) -> None:
    shown = [block.text for block in all_blocks("yaml") if block.file == AGENT_FILE]
    texts = [*shown, *(file.read_text() for file in (ROOT / "examples").rglob("agent.yaml"))]
    assert len(texts) >= 4
    for text in texts:
        file = tmp_path / "agent.yaml"
        file.write_text(text)
        agent = read_agent_file(
            file, {"MY_KEY": "key", "TOKEN": "token", "CALLPROOF_TOKEN": "0123456789abcdef"}
        )
        if agent.kind == "websocket":
            read_protocol(agent.settings, str(file))
        elif agent.kind == "chat":
            ChatSettings.read(agent.settings, str(file), agent.target, {})
        own_api(agent)


def test_every_gate_file_that_is_shown_can_be_used(tmp_path: Path) -> None:
    played = tmp_path / "run"
    callproof.run("outcomes-30", "sound", only=["corr-01*"], output=played)
    policy, accept = [block for block in all_blocks("yaml") if block.file == OUTCOMES]
    for name, block in (("policy", policy), ("accept", accept)):
        file = tmp_path / f"{name}.yaml"
        file.write_text(block.text, encoding="utf-8")
        options: dict[str, Any] = {name: file}
        assert callproof.gate(played, **options, today=date(2026, 1, 1))["passed"], str(block)


# --- words --------------------------------------------------------------------------------------------------------


def anchor(heading: str) -> str:
    """The name that a heading gets on the web page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_and_path_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in _LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), f"{page.name}: {target}"
        if fragment:
            anchors = {anchor(heading) for heading in _HEADING.findall(there.read_text(encoding="utf-8"))}
            assert fragment in anchors, f"{page.name}: {target}"
    for path in _PATH.findall(text):
        assert (ROOT / path).exists(), f"{page.name}: {path}"


def setting(text: str) -> int | bool | str:
    return int(text) if text.isdigit() else {"true": True, "false": False}.get(text, text)


def test_every_check_is_on_its_page_with_its_settings() -> None:
    text = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    assert list(sections) == [check.id for check in builtin_checks()]
    for check in builtin_checks():
        section = sections[check.id]
        told = {
            name: setting(value)
            for name, value in re.findall(r"`(\w+)` (\d+|true|false|high|medium|low)\b", section)
        }
        assert told == settings_of(check()), check.id
        assert ("No settings." in section) == (not told), check.id
        assert all(f"`{alias}`" in section for alias in check.aliases), check.id
        assert f"[`{check.id}`](#{check.id})" in text


def test_every_axis_cause_and_rule_is_on_its_page() -> None:
    text = (ROOT / OUTCOMES).read_text(encoding="utf-8")
    assert re.findall(r"^\*\*(\w+)\*\* \((\w+)\)", text, re.MULTILINE) == list(LAYER_OF_AXIS.items())
    causes = re.findall(r"^\| `(\w+)` \| (conversation|execution|state) \|", text, re.MULTILINE)
    assert sorted(causes) == sorted((name, repair.layer) for name, repair in REPAIRS.items())
    assert set(re.findall(r"^\| `(\w+)` \| [^|]+\|$", text, re.MULTILINE)) == set(RULES)


def test_every_format_is_on_its_page() -> None:
    text = (ROOT / FORMATS).read_text(encoding="utf-8")
    assert {"simple", "vapi", "retell", "timed_roles"} == {importer.format for importer in importers()}
    assert all(f"[`{importer.format}`]" in text for importer in importers())


def test_every_figure_is_on_its_page() -> None:
    text = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
    figures = re.findall(r"^\| `(\w+)`", text, re.MULTILINE)
    result = judge(fold(read_record(ROOT / "examples" / "calls" / "garden-centre")), [])
    assert sorted(figures) == sorted(result.metrics.to_json())


def test_the_walk_through_the_code_stays_a_walk() -> None:
    assert (
        len((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines())
        < LONGEST_ARCHITECTURE
    )


def test_a_planted_block_is_found() -> None:
    page = "# A\n\n```python\nx = 1\n```\n\ntext\n\n```json\n{}\n```\n"
    assert [(b.line, b.language, b.text) for b in blocks("p.md", page)] == [
        (3, "python", "x = 1\n"),
        (9, "json", "{}\n"),
    ]

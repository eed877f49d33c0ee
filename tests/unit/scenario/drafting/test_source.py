"""What `--from` may name."""

from __future__ import annotations

from pathlib import Path

import pytest

from callproof.errors import InputError
from callproof.scenario.drafting.source import read_source
from tests.unit.scenario.drafting.sources import SCHEMAS, source


def test_files_are_told_by_their_content() -> None:
    assert [source(name).platform for name in ("clinic.yaml", "tools.json", "pipecat/bot.py", "livekit/agent.py")] == [
        None, None, "pipecat", "livekit",
    ]  # fmt: skip


def test_a_platform_with_tools_of_one_s_own() -> None:
    found = read_source(f"twilio:{SCHEMAS / 'tools.json'}", [])
    assert (found.platform, len(found.declared.tools)) == ("twilio", 7)


def test_the_usual_file_is_looked_for(tmp_path: Path) -> None:
    assert read_source("pipecat", [tmp_path, SCHEMAS / "pipecat"]).file == SCHEMAS / "pipecat" / "bot.py"
    nothing = read_source("livekit", [tmp_path])
    assert (nothing.file, nothing.declared.tools) == (None, [])
    assert [p.message for p in nothing.declared.problems] == [
        "there is no agent.py here; livekit:FILE names another file"
    ]
    assert read_source("twilio", [tmp_path]).declared.problems == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pipcat:bot.py", "'pipcat' is no kind of source.*Did you mean 'pipecat'"),
        ("pipcat", "there is no such file.*Did you mean 'pipecat'"),
        ("none.json", "there is no such file"),
        ("pipecat:none.py", "there is no such file"),
        (str(SCHEMAS), "is a folder"),
        (str(SCHEMAS / "pipecat" / "menu.py"), "imports neither pipecat nor livekit"),
    ],
)
def test_what_cannot_be_used(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_source(text, [])


def test_a_file_beside_it_that_is_broken_is_told(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "import pipecat, tools\n@function_tool\nasync def pay(amount: float): 'Pay.'\n"
    )
    (tmp_path / "tools.py").write_text("def f(:\n")
    found = read_source(str(tmp_path / "bot.py"), [])
    assert [tool.name for tool in found.declared.tools] == ["pay"]
    assert [(Path(p.file).name, p.path) for p in found.declared.problems] == [("tools.py", "line 1")]

"""The text of the files: YAML that says what was meant, whatever it holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.scenario.documents import parse_yaml
from callproof.scenario.drafting.files import agent_text, flow, scalar

SOUND_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(-1e9, 1e9) | SOUND_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(SOUND_TEXT, inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    assert parse_yaml(f"at: {flow(value)}\n".encode(), "x.yaml") == {"at": value}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("plain words", "plain words"),
        ("Dr. Moreno", "Dr. Moreno"),
        ("no", '"no"'),
        ("4821", '"4821"'),
        ("a: b", '"a: b"'),
        ("a #b", '"a #b"'),
        ("", '""'),
        ("x\ny", '"x\\U0000000ay"'),
        (True, "true"),
        (3, "3"),
    ],
)
def test_a_value(value: Any, text: str) -> None:
    assert scalar(value) == text


@pytest.mark.parametrize("platform", ["pipecat", "livekit", "twilio", None])
def test_the_agent_s_file_is_yaml(platform: str | None) -> None:
    data = parse_yaml(agent_text(platform, "../my bot: 2/bot.py").encode(), "agent.yaml")
    assert isinstance(data["agent"], str)
    assert ("start" in data) == (platform == "pipecat")

"""Which kind of agent takes what, whether its wire can carry it, and which test tries it for real."""

from __future__ import annotations

import pytest

from callproof.calling.choosing import chosen_agent
from callproof.calling.live_agent import KINDS, Input
from callproof.calling.wire.dialects import DIALECTS
from callproof.calling.wire.format import WireFormat
from callproof.calling.wire.livekit_console import LiveKitConsole
from callproof.calling.wire.openai_realtime import OpenAIRealtime
from callproof.calling.wire.pipecat import PipecatEval, PipecatProtobuf
from callproof.errors import InputError
from tests.named import assert_test_is_there

LINE = "tests/live/test_own_api_on_a_line.py::test_an_answer_that_the_proxy_keeps_back"
REAL = "tests/live/test_written_to.py::test_a_real_agent_is_written_to"
DIALECT = "tests/unit/calling/wire/test_dialects.py"

# Every kind, with every input that it takes.
TRIED: dict[tuple[str, Input], str] = {
    ("twilio", "speech"): LINE,
    ("telnyx", "speech"): f"{DIALECT}::test_telnyx",
    ("plivo", "speech"): f"{DIALECT}::test_plivo",
    ("vonage", "speech"): f"{DIALECT}::test_vonage_is_binary",
    ("exotel", "speech"): f"{DIALECT}::test_exotel_has_linear_audio_in_json",
    ("openai-realtime", "speech"): (
        "tests/live/test_served_realtime.py::test_an_interruption_and_a_correction_in_flight"
    ),
    ("openai-realtime", "text"): (
        "tests/live/test_text_over_realtime.py::test_a_caller_who_writes_is_served_and_judged"
    ),
    ("pipecat", "speech"): "tests/live/test_pipecat_agent.py::test_its_own_connections_carry_the_same_call",
    ("pipecat", "text"): REAL,
    ("pipecat-eval", "speech"): (
        "tests/live/test_pipecat_agent.py::test_its_own_connections_carry_the_same_call"
    ),
    ("pipecat-eval", "text"): REAL,
    ("websocket", "speech"): LINE,
    ("websocket", "text"): (
        "tests/live/test_own_protocol.py::test_the_example_passes_its_case_and_keeps_its_messages"
    ),
    ("livekit-console", "speech"): (
        "tests/live/test_livekit_agent.py::test_a_real_agent_is_recorded_and_judged"
    ),
    ("livekit-console", "text"): REAL,
    ("chat", "text"): (
        "tests/live/test_chat.py::test_a_correction_while_a_tool_is_in_flight_reaches_the_model_after_its_answer"
    ),
    (
        "spoken",
        "speech",
    ): "tests/live/test_spoken.py::test_the_sound_agent_passes_and_both_sides_are_recorded",
    (
        "spoken",
        "text",
    ): "tests/cli/test_run_agents.py::test_a_spoken_agent_in_text_is_the_one_in_this_process",
}


def test_every_input_of_every_kind_is_tried() -> None:
    assert TRIED.keys() == {(name, input) for name, kind in KINDS.items() for input in kind.inputs}


@pytest.mark.parametrize("test", sorted(set(TRIED.values())))
def test_the_test_that_tries_it_is_there(test: str) -> None:
    assert_test_is_there(test)


def test_a_kind_takes_text_where_its_wire_does() -> None:
    wires: dict[str, WireFormat] = {
        "openai-realtime": OpenAIRealtime(),
        "pipecat": PipecatProtobuf(),
        "pipecat-eval": PipecatEval(),
        "livekit-console": LiveKitConsole(),
    }
    assert {name: wire.capabilities.takes_text for name, wire in wires.items()} == {
        name: "text" in KINDS[name].inputs for name in wires
    }
    assert not any("text" in KINDS[name].inputs for name in DIALECTS)


# A `websocket:` says in its file what it takes.
@pytest.mark.parametrize("name", sorted(KINDS.keys() - {"websocket"}))
@pytest.mark.parametrize("input", ["text", "speech"])
def test_what_a_kind_cannot_take_is_said_in_a_sentence(name: str, input: Input) -> None:
    kind = KINDS[name]
    scheme = f"{kind.schemes[0]}://localhost:1/" if kind.schemes else "sound"
    if input in kind.inputs:
        chosen_agent(f"{name}:{scheme}", environment={}, input=input)
        return
    with pytest.raises(InputError) as caught:
        chosen_agent(f"{name}:{scheme}", environment={}, input=input)
    (only,) = kind.inputs
    assert f"--input {input}: an agent of the kind {name} takes {only} alone" in str(caught.value)

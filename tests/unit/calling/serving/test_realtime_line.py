"""A served agent as a session of the Realtime API: turns, answers, function calls, interruptions."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from callproof.calling.agent import ServiceFailedError, Session, SpeechPlayed, ToolAnswered, ToolError
from callproof.calling.wire.codec import Encoding
from tests.unit.calling.serving.realtime import SESSION, TOOL, Client, alone, quiet, tone

ANSWER = [
    "response.created",
    "response.output_item.added",
    "conversation.item.added",
    "response.content_part.added",
    "response.output_audio_transcript.delta",
    *["response.output_audio.delta"] * 10,
    "response.output_audio.done",
    "response.output_audio_transcript.done",
    "response.content_part.done",
    "response.output_item.done",
    "conversation.item.done",
    "response.done",
]


def played(run: Callable[[Any], Any], client_side: Callable[[Client], Awaitable[None]]) -> Client:
    """A call of both, to its end."""

    async def call() -> Client:
        client = Client(run)
        try:
            await client.send("session.update", session=SESSION)
            await client_side(client)
        finally:
            await client.line.end()
        return client

    return alone(call())


async def echo(call: Session) -> None:
    await call.say("Hello.")
    async for text in call.turns():
        await call.say(f"You said: {text}")


def test_a_turn_has_its_events_in_their_order() -> None:
    async def client_side(client: Client) -> None:
        await client.send("response.create")
        await client.until("response.done")
        await client.speak(quiet(1100))
        await client.speak(tone(2100))
        await client.speak(quiet(1400))
        await client.until("response.done", 2)

    client = played(echo, client_side)
    assert client.types == [
        "session.created",
        "session.updated",
        *ANSWER,
        "input_audio_buffer.speech_started",
        "input_audio_buffer.speech_stopped",
        "input_audio_buffer.committed",
        "conversation.item.added",
        "conversation.item.done",
        "conversation.item.input_audio_transcription.completed",
        *ANSWER,
    ]
    said = [m["transcript"] for m in client.of("response.output_audio_transcript.done")]
    assert said == ["Hello.", "You said: It is 4821."]
    assert client.audio_ms() == 2000
    began, ended = (
        client.of("input_audio_buffer.speech_started")[0],
        client.of("input_audio_buffer.speech_stopped")[0],
    )
    # Three frames of 32 ms make a beginning, when the last nine of them are kept; and a second of silence an end.
    assert began["audio_start_ms"] == pytest.approx(1100 + 96 - 288, abs=60)
    assert ended["audio_end_ms"] == pytest.approx(1100 + 2100 + 1000, abs=40)
    heard = client.of("conversation.item.input_audio_transcription.completed")[0]
    assert heard["item_id"] == began["item_id"] == ended["item_id"]
    assert client.of("session.updated")[0]["session"]["tools"] == [TOOL]


def test_law_encoded_sound_both_ways() -> None:
    mulaw = Encoding("mulaw", 8000)

    async def client_side(client: Client) -> None:
        format_ = {"format": {"type": "audio/pcmu"}}
        audio = {"input": format_, "output": format_}
        await client.send("session.update", session={"type": "realtime", "audio": audio})
        await client.speak(tone(2100, mulaw), mulaw)
        await client.speak(quiet(1400, mulaw), mulaw)
        await client.until("response.done", 2)

    client = played(echo, client_side)
    assert client.of("response.output_audio_transcript.done")[1]["transcript"] == "You said: It is 4821."
    # A second at 8000 bytes.
    first = [m["delta"] for m in client.of("response.output_audio.delta")][:10]
    assert sum(len(delta.rstrip("=")) * 3 // 4 for delta in first) == 8000


def test_the_program_begins_when_it_is_asked_or_spoken_to() -> None:
    async def client_side(client: Client) -> None:
        await client.speak(quiet(3000))
        assert client.types == ["session.created", "session.updated"]
        await client.send("response.create")
        await client.until("response.done")

    played(echo, client_side)


def test_a_turn_in_writing() -> None:
    async def client_side(client: Client) -> None:
        item = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi."}]}
        await client.send("conversation.item.create", item=item)
        await client.send("response.create")
        await client.until("response.done", 2)

    client = played(echo, client_side)
    said = [m["transcript"] for m in client.of("response.output_audio_transcript.done")]
    assert said == ["Hello.", "You said: Hi."]


def test_a_function_call_is_carried_out_by_the_client() -> None:
    got: list[Any] = []

    async def looks_up(call: Session) -> None:
        got.append((call.tools[0]["function"]["name"], call.instructions))
        got.append(await call.tool("find_order", order_number="4821"))
        try:
            await call.tool("find_order", order_number="9")
        except ToolError as error:
            got.append((error.reason, str(error)))
        try:
            await call.tool("find_order", order_number="8")
        except ToolError as error:
            got.append((error.reason, str(error)))
        got.append(await call.tool("find_order", order_number="7"))

    async def client_side(client: Client) -> None:
        await client.send("response.create")
        for number, output in enumerate(
            ('{"quantity":3}', '{"error":"404 not found"}', '{"error":"no answer within 1500 ms"}', '{"quan')
        ):
            done = await client.until("response.done", number + 1)
            (call,) = done["response"]["output"]
            assert (call["type"], call["name"], done["response"]["status"]) == (
                "function_call",
                "find_order",
                "completed",
            )
            item = {"type": "function_call_output", "call_id": call["call_id"], "output": output}
            await client.send("conversation.item.create", item=item)
        await asyncio.sleep(0.1)

    client = played(looks_up, client_side)
    assert got == [
        ("find_order", "Be brief."),
        {"quantity": 3},
        ("error", "404 not found"),
        ("timeout", "no answer within 1500 ms"),
        '{"quan',
    ]
    assert json.loads(client.of("response.function_call_arguments.done")[0]["arguments"]) == {
        "order_number": "4821"
    }
    # The program is over, and so is the call.
    assert client.closed == [(1000, "")]


def test_a_call_that_is_dropped_before_it_leaves_breaks_its_answer_off() -> None:
    outcome: list[Any] = []

    async def changes_its_mind(call: Session) -> None:
        first = call.build("find_order", {"order_number": "1"})
        second = call.build("find_order", {"order_number": "2"})
        await call.sleep(500)
        outcome.append((first.cancel(), first.status))
        second.send()
        await call.sleep(100)
        # It has left: nothing takes it back.
        outcome.append((second.cancel(), second.status))
        outcome.append(await second.answer())

    async def client_side(client: Client) -> None:
        await client.send("response.create")
        await client.until("response.function_call_arguments.done")
        await asyncio.sleep(0.2)
        assert client.of("response.done") == []
        done = await client.until("response.done", 2)
        statuses = [m["response"]["status"] for m in client.of("response.done")]
        assert statuses == ["cancelled", "completed"]
        (call,) = done["response"]["output"]
        assert json.loads(call["arguments"]) == {"order_number": "2"}
        await asyncio.sleep(0.2)
        item = {"type": "function_call_output", "call_id": call["call_id"], "output": "5"}
        await client.send("conversation.item.create", item=item)
        await asyncio.sleep(0.1)

    played(changes_its_mind, client_side)
    assert outcome == [(True, "cancelled"), (False, "sent"), 5]


def test_a_call_whose_answer_the_client_breaks_off_leaves_in_another() -> None:
    outcome: list[Any] = []

    async def looks_up(call: Session) -> None:
        handle = call.build("find_order", {"order_number": "1"})
        await call.sleep(500)
        handle.send()
        outcome.append(await handle.answer())

    async def client_side(client: Client) -> None:
        await client.send("response.create")
        await client.until("response.function_call_arguments.done")
        await client.send("response.cancel")
        done = await client.until("response.done", 2)
        first, second = client.of("response.function_call_arguments.done")
        assert first["call_id"] != second["call_id"]
        call = done["response"]["output"][0]["call_id"]
        item = {"type": "function_call_output", "call_id": call, "output": "7"}
        await client.send("conversation.item.create", item=item)
        await asyncio.sleep(0.1)

    played(looks_up, client_side)
    assert outcome == [7]


def test_what_is_still_to_be_said_is_not_said_over_the_caller() -> None:
    said: list[bool] = []

    async def reads_on(call: Session) -> None:
        speeches = [call.speak("One, two."), call.speak("Three, four.")]
        for speech in speeches:
            said.append(await speech.done())
        async for _ in call.events():
            pass

    async def client_side(client: Client) -> None:
        await client.send("response.create")
        item = (await client.until("response.done"))["response"]["output"][0]["id"]
        await client.speak(tone(300))
        await client.send("conversation.item.truncate", item_id=item, content_index=0, audio_end_ms=200)
        await client.speak(quiet(1400))
        assert len(client.of("response.created")) == 1

    played(reads_on, client_side)
    assert said == [False, False]


def test_an_interruption_is_what_the_client_says_was_heard() -> None:
    events: list[Any] = []

    async def reads_aloud(call: Session) -> None:
        call.speak("One, two, three, four.")
        async for event in call.events():
            events.append(event)

    async def client_side(client: Client) -> None:
        await client.send("response.create")
        item = (await client.until("response.done"))["response"]["output"][0]["id"]
        await client.speak(tone(300))
        await client.until("input_audio_buffer.speech_started")
        await client.send("conversation.item.truncate", item_id=item, content_index=0, audio_end_ms=500)
        await client.until("conversation.item.truncated")
        await client.speak(quiet(1400))

    client = played(reads_aloud, client_side)
    (over,) = [e for e in events if isinstance(e, SpeechPlayed)]
    # Half of a second that holds four words of about the same length.
    assert over == SpeechPlayed("a0", False, "One, two,")
    assert "error" not in client.types


def test_a_client_that_never_says_what_was_heard_played_until_the_caller_spoke() -> None:
    events: list[Any] = []

    async def reads_aloud(call: Session) -> None:
        call.speak("One, two, three, four.")
        async for event in call.events():
            events.append(event)

    async def client_side(client: Client) -> None:
        await client.send("response.create")
        await client.until("response.done")
        await client.speak(tone(300))
        await client.speak(quiet(1400))

    played(reads_aloud, client_side)
    assert [e for e in events if isinstance(e, SpeechPlayed)] == [SpeechPlayed("a0", False, "")]


def test_an_agent_that_stops_by_itself_interrupts_the_client() -> None:
    async def stops(call: Session) -> None:
        speech = call.speak("One, two, three, four.")
        while not speech.playing:
            await call.sleep(20)
        speech.stop()
        async for _ in call.events():
            pass

    async def client_side(client: Client) -> None:
        await client.send("response.create")
        await client.until("input_audio_buffer.speech_started")
        assert client.types[-5:] == [
            "input_audio_buffer.speech_started",
            "input_audio_buffer.speech_stopped",
            "input_audio_buffer.committed",
            "conversation.item.added",
            "conversation.item.done",
        ]

    played(stops, client_side)


def test_an_answer_that_is_being_made_can_be_cancelled() -> None:
    said: list[bool] = []

    async def slow(call: Session) -> None:
        await call.sleep(1000)
        said.append(await call.say("Hello."))

    async def client_side(client: Client) -> None:
        await client.send("response.create")
        await client.send("response.create")
        await client.send("response.cancel")
        await client.send("response.cancel", event_id="mine")
        done = await client.until("response.done")
        assert done["response"]["status_details"] == {"type": "cancelled", "reason": "client_cancelled"}
        twice, nothing = client.of("error")
        assert twice["error"]["code"] == "conversation_already_has_active_response"
        assert (nothing["error"]["code"], nothing["error"]["event_id"]) == (
            "response_cancel_not_active",
            "mine",
        )
        await client.until("response.done", 2)
        await asyncio.sleep(2)

    played(slow, client_side)
    assert said == [True]


def test_an_agent_that_breaks_says_why_with_the_closing() -> None:
    async def broken(call: Session) -> None:
        raise ServiceFailedError("the model is down")

    async def client_side(client: Client) -> None:
        await client.send("response.create")
        await asyncio.sleep(0.1)

    client = played(broken, client_side)
    assert client.closed == [(1011, "the agent raised ServiceFailedError: the model is down")]


def test_tool_answers_reach_the_agent_as_events() -> None:
    events: list[Any] = []

    async def asks(call: Session) -> None:
        call.build("find_order", {}).send()
        async for event in call.events():
            events.append(event)

    async def client_side(client: Client) -> None:
        await client.send("response.create")
        (item,) = (await client.until("response.done"))["response"]["output"]
        answer = {"type": "function_call_output", "call_id": item["call_id"], "output": "[]"}
        await client.send("conversation.item.create", item=answer)
        # A second output of the same call is not waited for.
        await client.send("conversation.item.create", item=answer)
        await asyncio.sleep(0.1)
        (error,) = client.of("error")
        assert error["error"]["param"] == "item.call_id"

    played(asks, client_side)
    (answered,) = [e for e in events if isinstance(e, ToolAnswered)]
    assert answered.call.result == []

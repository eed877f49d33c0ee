"""Failures that people met in the field and that only the words show, judged from the file to the verdict by all checks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from callproof.errors import InputError
from callproof.evidence.call import Call, fold
from callproof.importers.registry import Place, read_payload
from callproof.spoken import compare, says, word_error_rate
from tests.unit.scoring.calls import action, agent, call_of, caller
from tests.unit.scoring.talks import (
    WORD_CHECKS,
    Line,
    act,
    found_in,
    high,
    judged_by_all,
    lookup,
    refund,
    talk,
)

# voiceeval's documented example: the caller says fifteen, the recogniser hears fifty, and nobody asks.
MISHEARD_REFUND: dict[str, Any] = {
    "id": "refund-misheard-fifty",
    "completed": True,
    "turns": [
        {"speaker": "agent", "text": "How can I help?", "start_s": 0.0, "end_s": 1.5},
        {
            "speaker": "user",
            "text": "refund fifty dollars",
            "truth": "refund fifteen dollars",
            "start_s": 2.0,
            "end_s": 5.0,
        },
        {
            "speaker": "agent",
            "text": "Refunding fifty now.",
            "start_s": 5.4,
            "end_s": 7.2,
            "actions": [{"name": "refund", "args": {"amount": 50}, "consequential": True}],
        },
    ],
}


def read(data: dict[str, Any]) -> Call:
    (record,) = read_payload(data, Place("test.json", "test"))
    assert not isinstance(record, InputError)
    return fold(record)


def test_the_misheard_refund_has_exactly_two_findings() -> None:
    result = judged_by_all(read(MISHEARD_REFUND))
    assert [(f.check, f.severity, f.turn) for f in result.findings] == [
        ("misheard_number", "high", 1),
        ("no_confirmation", "high", 2),
    ]
    assert not result.passed


def test_a_happy_refund_has_no_finding_at_all() -> None:
    turns = [
        agent(0.5, 1.5, "Hello, how can I help you?"),
        caller(
            2.0,
            3.0,
            "Refund fifteen dollars for order 4821, please.",
            truth="Refund 15 dollars for order 4821, please.",
        ),
        agent(3.6, 6.0, "So that's fifteen dollars back to your card for order 4821, yes?"),
        caller(6.5, 7.4, "Yes, please.", truth="yes please"),
        agent(
            8.0,
            11.0,
            "I've refunded fifteen dollars. Is there anything else?",
            actions=[act("refund", {"amount": 15, "order": "4821"}, result={"status": "ok"})],
        ),
        caller(11.6, 12.4, "No, thank you. Bye.", truth="No, thank you. Bye."),
        agent(12.9, 13.8, "Goodbye."),
    ]
    call = call_of(
        *turns, completed=True, connected_s=0, ended_s=14, ended_by="caller", policy={"max_refund": 50}
    )
    result = judged_by_all(call)
    assert result.findings == ()
    assert result.not_measured == ()
    assert result.passed


# --- judging a call ----------------------------------------------------------------------------------------------


def test_fifty_after_no_fifteen() -> None:
    """Caller "no, fifteen" after "just to confirm, fifty?", then refund(50)."""
    call = talk("c: Fifty back.", "a: Just to confirm, fifty?", "c: No, fifteen.", ("a: Done.", refund(50)))
    assert found_in(call) == high("acted_against_answer")


def test_an_early_confirm_about_the_name_confirms_no_refund() -> None:
    """ "Can you confirm your name?" early on confirms nothing about a refund later."""
    lines: list[Line] = [
        "a: Can you confirm your name?",
        "c: Yes, Bob Smith.",
        "a: How can I help?",
        "c: Fifteen back.",
    ]
    assert found_in(talk(*lines, ("a: One moment.", refund(15)))) == high("no_confirmation")


def test_a_confirmation_without_the_word() -> None:
    """ "So that's forty dollars back to your card, yes?" - "yes" is a confirmation although the word confirm is missing."""
    call = talk(
        "c: Forty back.",
        "a: So that's forty dollars back to your card, yes?",
        "c: yes",
        ("a: OK.", refund(40)),
    )
    assert found_in(call) == set()


def test_what_must_not_pass() -> None:
    """A number in a text against a limit; a total; fifteen said and fifty done; no turns; a mute agent."""
    asked: list[Line] = ["c: Five hundred back.", "a: Shall I refund 500 dollars?", "c: Yes."]
    limit = talk(*asked, ("a: OK.", refund("500")), policy={"max_refund": 50})
    forty: list[Line] = ["c: Forty back, twice.", "a: Shall I refund forty dollars twice?", "c: Yes."]
    total = {"limits": [{"action": "refund", "argument": "amount", "total": 50}]}
    twice = talk(*forty, ("a: OK.", refund(40)), "c: And?", ("a: OK.", refund(40)), policy=total)
    fifty: list[Line] = ["c: Fifty back.", "a: Shall I refund fifty?", "c: Yes."]
    differs = talk(*fifty, ("a: Fifteen refunded.", refund(50)))
    assert found_in(limit) == high("policy_violation")
    assert found_in(twice) == high("policy_violation", "duplicate_action")
    assert found_in(differs) == high("claim_differs_from_action")
    empty = call_of(completed=True, connected_s=0)
    mute = talk("c: Hello?", completed=True)
    for call in (limit, twice, differs, empty, mute):
        assert not judged_by_all(call).passed


# --- tools and outcomes ------------------------------------------------------------------------------------------


def test_an_order_with_no_tool_call() -> None:
    assert found_in(talk("c: Two pizzas.", "a: I've placed the order.")) == high("claim_without_action")


def test_completed_with_no_attempt() -> None:
    """task_completed true with attempts []: the claim of the source is no proof."""
    result = judged_by_all(talk("c: Two pizzas.", "a: I have ordered two pizzas.", completed=True))
    assert {f.check for f in result.findings} == {"claim_without_action"}
    assert not result.passed


def test_hang_up_called_337_times() -> None:
    turns = [
        agent(1 + i * 148 / 336, text="Bye.", actions=[action("hang_up", start_s=1 + i * 148 / 336)])
        for i in range(337)
    ]
    assert ("runaway_tool", "high") in found_in(call_of(caller(0, 0.5, "Bye."), *turns))


def test_a_question_of_the_agents_is_not_the_answer() -> None:
    """The agent's own question taken as the answer: forty was asked, never said."""
    call = talk("c: My money back.", "a: Was it forty dollars?", "c: I don't know.", ("a: OK.", refund(40)))
    assert high("no_confirmation", "ungrounded_argument") <= found_in(call)


@pytest.mark.parametrize(
    ("day", "right"), [("2026-05-27", True), ("2026-05-28", False), ("2026-05-26", False)]
)
def test_tomorrow_said_in_los_angeles_in_the_evening(day: str, right: bool) -> None:
    """ "Tomorrow", said at 20:45 on 26 May in Los Angeles, is 27 May."""
    booked = act("book", {"date": day})
    call = talk(
        "c: Tomorrow, please.",
        "a: Shall I book it?",
        "c: Yes.",
        ("a: OK.", booked),
        started_at="2026-05-26T20:45:00-07:00",
    )
    # Today needs no telling.
    assert (found_in(call) == set()) == (right or day == "2026-05-26")


def test_in_utc_nobody_knows_what_day_it_is_there() -> None:
    booked = act("book", {"date": "2026-05-27"})
    call = talk(
        "c: Tomorrow, please.",
        "a: Shall I book it?",
        "c: Yes.",
        ("a: OK.", booked),
        started_at="2026-05-27T03:45:00Z",
    )
    assert found_in(call) == set()


# --- values and words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("It has fifty turns.", "It has 50 turns."),
        ("I am Type One.", "I am type 1."),
        ("I am thirty six", "I am 36"),
        ("one hundred twenty three", "123"),
        ("in twenty twenty-four", "in 2024"),
        ("on the twenty first", "on the 21st"),
        ("at ten a.m.", "at 10:00 AM"),
        ("nineteen ninety four, zero two, eleven", "1994-02-11"),
        ("four one five dash five five five dash zero one three two", "415-555-0132"),
        ("fifteen dollars please", "Fifteen dollars, please."),
        ("double five nine nine", "5599"),
    ],
)
def test_the_same_in_other_words(said: str, heard: str) -> None:
    assert found_in(talk("a: Hello, how can I help you?", (f"c: {heard}", said), "a: I see.")) == set()


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("thirty six", "3006"),
        ("from account two to account nine", "from account nine to account two"),
        ("from account two to account nine", "from nine to two"),
        ("I do not want it", "I do want it"),
        ("seven thirty in the morning", "7:30 PM"),
        ("ten a.m.", "100 am"),
    ],
)
def test_the_opposite_in_much_the_same_words(said: str, heard: str) -> None:
    assert found_in(talk("a: Hello, how can I help you?", (f"c: {heard}", said), "a: I see.")) == high(
        "misheard_number"
    )


def test_the_21st_is_no_saint() -> None:
    """ "21st" is "twenty first", and "21 saint" is something else, though not another figure."""
    assert found_in(talk("a: When?", ("c: on 21 saint", "on the twenty first"), "a: I see.")) == {
        ("misheard", "medium")
    }
    assert found_in(talk("a: When?", ("c: on the 21st", "on the twenty first"), "a: I see.")) == set()


@pytest.mark.parametrize(
    ("spoken", "argument", "right"),
    [
        ("X X F six O H, with the letter O, not zero", "XXF6OH", True),
        ("X X F six O H, with the letter O, not zero", "XXF60H", False),
        ("zero zero twelve thirty four five", "0012345", True),
        ("zero zero twelve thirty four five", "12345", False),
        ("D as in dog, X, seven, Q, two", "DX7Q2", True),
        ("one two three four five six seven", "1234567", True),
        ("one two three four five six seven", "345", False),
    ],
)
def test_codes_that_are_spelled(spoken: str, argument: str, right: bool) -> None:
    cancelled = act("cancel_order", {"order": argument})
    call = talk(f"c: It is {spoken}.", "a: Shall I cancel it?", "c: Yes.", ("a: OK.", cancelled))
    assert found_in(call) == (set() if right else high("ungrounded_argument"))


@pytest.mark.parametrize(("orders", "right"), [(["EM123"], False), (["EM455"], False), (["EM456"], True)])
def test_a_booking_number_that_was_corrected(orders: list[str], right: bool) -> None:
    """ "E M one two three", later "sorry, E M four five six"."""
    lines: list[Line] = ["c: Cancel E M one two three.", "a: Let me see.", "c: Sorry, E M four five six."]
    actions = [act("cancel_order", {"order": order}) for order in orders]
    call = talk(*lines, "a: Shall I cancel it?", "c: Yes.", ("a: OK.", actions))
    assert found_in(call) == (set() if right else high("ungrounded_argument"))


def test_the_number_before_the_correction_was_right_then() -> None:
    cancelled = act("cancel_order", {"order": "EM123"})
    lines: list[Line] = [
        "c: Cancel E M one two three.",
        "a: Shall I cancel it?",
        "c: Yes.",
        ("a: OK.", cancelled),
    ]
    assert found_in(talk(*lines, "c: Sorry, E M four five six.", "a: Oh.")) == set()


def test_not_on_saturday_on_sunday() -> None:
    """ "Not on Saturday, on Sunday" does not confirm Saturday."""
    lines: list[Line] = ["c: The weekend.", "a: On Saturday, yes?", "c: Not on Saturday, on Sunday."]
    saturday, sunday = (act("book", {"day": day}) for day in ("Saturday", "Sunday"))
    assert found_in(talk(*lines, ("a: OK.", saturday))) == high("acted_against_answer")
    assert found_in(talk(*lines, ("a: OK.", sunday))) == set()


@pytest.mark.parametrize(
    ("spoken", "args", "right"),
    [
        ("twenty one hundred dollars", {"amount": 2100}, True),
        ("twenty one hundred dollars", {"amount": 21}, False),
        ("at quarter to eight", {"time": "07:45"}, True),
        ("seven thirty in the morning", {"time": "19:30"}, False),
        ("at eleven o'clock", {"time": "11:00"}, True),
    ],
)
def test_amounts_and_times_in_words(spoken: str, args: dict[str, Any], right: bool) -> None:
    call = talk(f"c: For {spoken}, please.", "a: Shall I do that?", "c: Yes.", ("a: OK.", act("do_it", args)))
    assert found_in(call) == (set() if right else high("ungrounded_argument"))


def test_word_error_rates() -> None:
    """ "Fifteen dollars, please." has a rate of 0; Chinese, Japanese and Korean are compared by character."""
    assert compare("fifteen dollars please", "Fifteen dollars, please.").wer == 0
    assert word_error_rate("예약 취소", "예약 최소") == pytest.approx(1 / 4)
    assert word_error_rate("取消订单", "取消定单") == pytest.approx(1 / 4)
    assert word_error_rate("返金します", "返品します") == pytest.approx(1 / 5)


def test_a_name_that_is_read_back_in_letters() -> None:
    """ "Shayne Cole" counts as said when the letters are heard."""
    assert says("S-H-A-Y-N-E C-O-L-E", "Shayne Cole", language="en") is True
    booked = act("book_table", {"name": "Shayne Cole"})
    asked: list[Line] = [
        "c: S-H-A-Y-N-E C-O-L-E.",
        "a: A table for S-H-A-Y-N-E C-O-L-E, is that right?",
        "c: Yes.",
    ]
    assert found_in(talk(*asked, ("a: OK.", booked))) == set()


def test_asterisks_that_are_read_aloud() -> None:
    call = talk("c: How much is it?", "a: asterisk asterisk total: fifty dollars asterisk asterisk", "c: Hm.")
    assert found_in(call) == {("markup_spoken", "medium")}


# --- the examples ------------------------------------------------------------------------------------------------


def test_the_documented_call_is_the_misheard_refund() -> None:
    """The call on the page of formats: fifteen heard as fifty, refunded unasked."""
    page = Path(__file__).parents[3] / "docs" / "formats.md"
    text = page.read_text(encoding="utf-8")
    data = json.loads(text.split("```json\n")[1].split("```")[0])
    assert found_in(read(data)) >= high("misheard_number", "no_confirmation")


def test_each_check_on_words_says_what_it_needs() -> None:
    """A call without words and without tools is not clean; nothing was looked at."""
    result = judged_by_all(call_of(caller(0, 1), agent(2, 3)))
    missing = {item.check for item in result.not_measured}
    assert {check.id for check in WORD_CHECKS} <= missing


def test_lookups_alone_ask_for_nothing() -> None:
    call = talk(
        "c: Where is order 4821?",
        ("a: It arrives on Friday.", lookup("get_order", {"order": "4821"}, {"day": "Friday"})),
    )
    assert found_in(call) == set()

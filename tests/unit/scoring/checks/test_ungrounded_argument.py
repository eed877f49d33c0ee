"""Arguments that nobody said and no tool returned."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import fold
from callproof.evidence.events import CallerBegan, ToolSent
from callproof.evidence.record import Header, Record
from callproof.scoring.checks.ungrounded_argument import UngroundedArgument
from tests.unit.scoring.calls import findings, only_finding, outcome
from tests.unit.scoring.talks import Line, act, lookup, refund, talk

CHECK = UngroundedArgument()
MONDAY = "2026-11-30T10:00:00-05:00"


def grounded(said: str, args: dict[str, Any], *, started_at: str | None = MONDAY) -> bool:
    """Whether the caller's words give an action its arguments; the agent asks for a yes, and names nothing."""
    call = talk(
        f"c: {said}", "a: Shall I go ahead?", "c: Yes.", ("a: OK.", act("do_it", args)), started_at=started_at
    )
    return findings(CHECK, call) == []


def test_a_number_from_nowhere() -> None:
    call = talk("c: Refund fifteen dollars.", "a: Shall I?", "c: Yes.", ("a: OK.", refund(50)))
    finding = only_finding(CHECK, call)
    assert finding.message == (
        "refund: amount 50 occurs in nothing that the agent had heard or a tool had returned"
    )
    assert (finding.severity, finding.turn) == ("high", 3)
    assert finding.evidence == {
        "tool": "refund",
        "arguments": {"amount": 50},
        "call": "t0",
        "ungrounded": [{"argument": "amount", "value": 50, "kind": "amount", "corrected_to": None}],
        "events": [11],
    }


@pytest.mark.parametrize(
    ("said", "args", "expected"),
    [
        ("fifteen dollars please", {"amount": 15}, True),
        ("fifteen dollars please", {"amount": "15.00"}, True),
        ("fifteen dollars please", {"amount": "$15"}, True),
        ("fifteen dollars please", {"amount_cents": 1500}, True),
        ("fifteen dollars please", {"amount": 50}, False),
        ("fifteen percent off", {"discount": 0.15}, True),
        ("fifty, five of them", {"amount": 55}, True),  # a sum
        ("order four eight two one", {"order": "4821"}, True),
        ("order four eight two one", {"order_id": 4821}, True),
        ("order four eight two one", {"order": "4281"}, False),
        ("it is E M four five six", {"order": "EM456"}, True),
        ("it is E M four five six", {"order": "EM-456"}, True),
        ("it is E M four five six", {"order": "EM455"}, False),
        ("D as in dog, X, seven, Q, two", {"code": "DX7Q2"}, True),
        ("X X F six O H, with the letter O, not zero", {"code": "XXF6OH"}, True),
        ("zero zero twelve thirty four five", {"account": "0012345"}, True),
        ("my number is one two three four five six seven", {"code": "345"}, False),
        ("twenty one hundred", {"amount": 2100}, True),
        ("at quarter to eight", {"time": "07:45"}, True),
        ("seven thirty in the morning", {"time": "19:30"}, False),
        ("at half past seven in the evening", {"time": "19:30"}, True),
        ("at eleven o'clock", {"time": "11:00"}, True),
        ("tomorrow at nine", {"date": "2026-12-01", "time": "09:00"}, True),
        ("tomorrow at nine", {"when": "2026-12-01T09:00:00"}, True),
        ("tomorrow at nine", {"date": "2026-12-02"}, False),
        ("next Tuesday", {"date": "2026-12-08"}, True),
        ("on Friday", {"day": "Friday"}, True),
        ("on Friday", {"day": "Thursday"}, False),
        ("on the third of March", {"date": "2027-03-03"}, True),
        ("from Friday for two nights", {"check_in": "2026-12-04", "check_out": "2026-12-06"}, True),
        ("jane dot doe at example dot com", {"email": "jane.doe@example.com"}, True),
        ("jane dot doe at example dot com", {"email": "jane.do@example.com"}, False),
        ("four one five, five five five, oh one three two", {"phone": "+14155550132"}, True),
        ("four one five, five five five, oh one three two", {"phone": "+14155550133"}, False),
        ("a table for four", {"party_size": 4}, True),
        ("a table for four", {"party_size": 6}, False),
    ],
)
def test_digits_words_and_spelling_alike(said: str, args: dict[str, Any], expected: bool) -> None:
    assert grounded(said, args) == expected


@pytest.mark.parametrize(
    "args",
    [
        {"currency": "USD"},
        {"method": "card", "express": True, "note": "2 parcels, 3 kg", "name": "Area 51"},
        {"quantity": 1, "offset": 0, "limit": 25, "version": 3, "timeout_ms": 5000},
        {"idempotency_key": "8f21-4a11", "request_id": "REQ-1234", "created_at": "2026-11-30T10:00:12Z"},
        {"plan": "premium_v2", "size": "30cm", "model": "pizza_margherita_12in"},
        {"id": "3f2504e0-4f89-11d3-9a0c-0305e82c3301"},
        {"date": "2026-11-30"},  # today
        {"phone": "+14155550132"},  # the platform knows who calls
        {"address": "12 High Street", "status": "closed"},
        {"nothing": None, "empty": ""},
    ],
)
def test_what_the_agents_program_fills_in_is_not_asked_for(args: dict[str, Any]) -> None:
    assert grounded("Please do it.", args)


@pytest.mark.parametrize(
    ("result", "args"),
    [
        ({"order_id": "EM456", "total": "50.00"}, {"order": "EM-456", "amount": 50}),
        ('{"order": {"id": 4821}, "total": 50}', {"order": "4821", "amount": "50.00"}),
        ("Order EM456, total $50.00", {"order": "EM456", "amount": 50}),
        ([{"slot": "2026-12-04T10:00:00Z"}], {"date": "2026-12-04", "time": "10:00"}),
        ({"next": "Friday 4 December at 10:00"}, {"date": "2026-12-04", "time": "10:00"}),
        ({"items": [20, 30]}, {"amount": 50}),
    ],
)
def test_what_a_tool_returned_before(result: Any, args: dict[str, Any]) -> None:
    find = lookup("find_order", {}, result)
    lines: list[Line] = [
        "c: My last order.",
        ("a: One moment.", find),
        "c: Yes.",
        ("a: OK.", act("do_it", args)),
    ]
    assert findings(CHECK, talk(*lines)) == []
    late: list[Line] = ["c: My last order.", ("a: OK.", act("do_it", args)), "c: Yes.", ("a: Hm.", find)]
    assert findings(CHECK, talk(*late)) == [("high", 1)]


def test_a_later_correction_wins() -> None:
    def cancelled(*orders: str) -> list[Line]:
        return [("a: Let me see.", act("cancel_order", {"order": order})) for order in orders]

    first, second = "c: E M one two three.", "c: Sorry, E M four five six."
    assert findings(CHECK, talk(first, *cancelled("EM123"), second)) == []
    assert findings(CHECK, talk(first, "a: OK.", second, *cancelled("EM456"))) == []
    assert findings(CHECK, talk(first, "a: OK.", second, *cancelled("EM455"))) == [("high", 3)]
    finding = only_finding(CHECK, talk(first, "a: OK.", second, *cancelled("EM123")))
    assert finding.message == (
        "cancel_order: order EM123 had been corrected by the caller to EM456 (E M four five six) (turn 2)"
    )
    assert finding.evidence["ungrounded"][0]["corrected_to"] == "E M four five six"
    assert finding.evidence["events"] == [8, 11]


def test_a_correction_of_what_was_returned_too() -> None:
    found = lookup("get_order", {"order": "4821"}, {"order": "4821"})
    moved = act("update_order", {"order": "4821"})
    lines: list[Line] = ["c: Order 4821.", ("a: OK.", found), "c: Sorry, I mean 4281.", ("a: OK.", moved)]
    assert findings(CHECK, talk(*lines)) == [("high", 3)]


@pytest.mark.parametrize(
    "later",
    [
        "Sorry, what did you say?",
        "Sorry, my name is Bob, and I have 2 more questions.",
        "And the other order is 4281.",
        "No, that is fine.",
    ],
)
def test_what_is_no_correction(later: str) -> None:
    lines: list[Line] = ["c: Cancel order 4821.", "a: OK.", f"c: {later}"]
    assert findings(CHECK, talk(*lines, ("a: Done.", act("cancel_order", {"order": "4821"})))) == []


def test_back_to_the_first_value() -> None:
    lines: list[Line] = [
        "c: For two.",
        "a: OK.",
        "c: Sorry, for three.",
        "a: OK.",
        "c: No, for two after all.",
    ]
    assert findings(CHECK, talk(*lines, ("a: Done.", act("book", {"size": 2})))) == []
    assert findings(CHECK, talk(*lines, ("a: Done.", act("book", {"size": 3})))) == [("high", 5)]


def test_a_cancelled_day_is_named_though_it_is_denied() -> None:
    lines: list[Line] = ["c: I can't come on Tuesday.", "a: Shall I cancel it?", "c: Yes."]
    assert findings(CHECK, talk(*lines, ("a: Done.", act("cancel", {"day": "Tuesday"})))) == []
    lines = ["c: Not on Saturday, on Sunday.", "a: Shall I book it?", "c: Yes."]
    assert findings(CHECK, talk(*lines, ("a: Done.", act("book", {"day": "Saturday"})))) == [("high", 3)]


def test_what_the_caller_agreed_to_or_chose() -> None:
    booked = ("a: Done.", act("book", {"day": "Thursday", "time": "10:00"}))
    offer = "a: I have Thursday at ten or Friday at three. Which is better?"
    assert findings(CHECK, talk("c: A slot, please.", offer, "c: The first one.", booked)) == []
    assert findings(CHECK, talk("c: A slot, please.", "a: Thursday at ten, yes?", "c: Yes.", booked)) == []
    assert findings(CHECK, talk("c: A slot, please.", "a: I take Thursday at ten.", "c: When?", booked)) != []
    assert findings(CHECK, talk("c: A slot, please.", offer, "c: Friday.", booked)) != []


def test_a_mishearing_is_grounded_here() -> None:
    call = talk(("c: Refund fifty.", "Refund fifteen."), "a: Shall I?", "c: Yes.", ("a: OK.", refund(50)))
    assert findings(CHECK, call) == []


def test_what_was_said_counts_where_nothing_was_heard() -> None:
    builder = RecordBuilder()
    builder.speech("caller", 0, 1000, said="Refund fifteen dollars.")
    builder.speech("agent", 1500, 2500, said="OK.")
    builder.tool_sent(None, "refund", {"amount": 15}, 2000, consequential=True)
    assert findings(CHECK, fold(builder.build("x", "simple"))) == []


def test_an_answer_that_was_ignored_is_named_once() -> None:
    lines: list[Line] = ["c: Fifty back.", "a: Fifty, right?", "c: No, fifteen."]
    assert findings(CHECK, talk(*lines, ("a: OK.", refund(50)))) == []


def test_several_arguments_are_one_finding() -> None:
    args = {"a": {"order": "EM1234"}, "list": [{"amount": 77}, {"amount": 88}], "day": "Friday"}
    finding = only_finding(CHECK, talk("c: Do it.", ("a: OK.", act("do_it", args))))
    assert [item["argument"] for item in finding.evidence["ungrounded"]] == [
        "a.order",
        "list[0].amount",
        "list[1].amount",
        "day",
    ]
    assert finding.message.endswith("; and 1 more")


def test_keys_that_were_pressed() -> None:
    keys = CallerBegan(ms=0, seq=0, quality="measured", act="a0", kind="key_press", new="6031")
    sent = ToolSent(
        ms=5, seq=1, quality="measured", call="t0", name="pay", arguments={"pin": "6031"}, consequential=True
    )
    assert findings(CHECK, fold(Record(Header(id="x", format="callproof"), (keys, sent)))) == []
    assert findings(CHECK, fold(Record(Header(id="x", format="callproof"), (sent,)))) == [("high", None)]


def test_arguments_that_are_no_json() -> None:
    builder = RecordBuilder()
    builder.speech("caller", 0, 1000, heard="Refund fifteen.")
    builder.speech("agent", 1500, 2500, said="OK.")
    builder.tool_sent(None, "refund", "{amount: 15", 2000, consequential=True)
    result = outcome(CHECK, fold(builder.build("x", "simple")))
    assert (result.measured, result.missing) == (False, "1 of 1 actions: the arguments are no JSON")


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("Quiero quince euros.", 15),
        ("십오 달러 환불해 주세요.", 15),
        ("十五ドル返金してください。", 15),
        ("Ich möchte fünfzehn Euro zurück.", 15),
        ("Je voudrais quinze euros.", 15),
        ("Eu quero quinze euros de volta, por favor.", 15),
        ("Vorrei quindici euro.", 15),
    ],
)
def test_in_every_language(said: str, amount: int) -> None:
    assert findings(CHECK, talk(f"c: {said}", ("a: OK.", refund(amount)))) == []
    assert findings(CHECK, talk(f"c: {said}", ("a: OK.", refund(50)))) == [("high", 1)]


def test_the_end_of_what_has_a_beginning_needs_no_telling() -> None:
    times = {"start_time": "10:00", "end_time": "10:30"}
    assert grounded("Friday at ten o'clock, please.", times)
    assert not grounded("Friday from ten o'clock to eleven o'clock, please.", times)
    assert not grounded("Friday at ten o'clock, please.", {"end_time": "10:30"})


def test_what_the_business_fills_in_by_itself() -> None:
    assert grounded(
        "Fifteen dollars back.",
        {"amount": 15, "store_id": "4411", "event_type_id": 91142, "length_minutes": 90},
    )


def test_an_amount_in_two_figures() -> None:
    assert grounded("I paid 37 dollars and 90 cents.", {"amount": 37.9})
    assert not grounded("I paid 37 dollars and 80 cents.", {"amount": 37.9})


def test_a_count_that_nobody_put_into_a_number() -> None:
    assert grounded("A table for me and my wife.", {"party_size": 2})
    assert grounded("For the four of us and two kids.", {"party_size": 6})
    assert not grounded("Two pizzas.", {"quantity": 5})


def test_a_date_in_digits_alone_and_a_code_as_it_is_written() -> None:
    assert grounded("Zero five zero three nineteen eighty.", {"dob": "1980-05-03"})
    assert not grounded("Zero five zero four nineteen eighty.", {"dob": "1980-05-03"})
    assert not grounded("On the fifth of May.", {"dob": "12/04/2026"})
    assert grounded("The R2D2 plan.", {"plan": "R2D2"})


def test_a_moment_told_in_parts() -> None:
    start = {"start": "2026-12-03T09:30:00"}
    for last, expected in (("Half past nine in the morning.", []), ("Ten o'clock.", [("high", 3)])):
        call = talk(
            "c: On Thursday.",
            "a: At what time?",
            f"c: {last}",
            ("a: OK.", act("book", start)),
            started_at=MONDAY,
        )
        assert findings(CHECK, call) == expected


def test_an_address_on_file_may_be_known_from_elsewhere() -> None:
    email = act("send_link", {"email": "x@example.com"})
    asked = "a: Shall I send it to the e-mail address on file?"
    assert findings(CHECK, talk("c: Reset my password.", asked, "c: Yes.", ("a: OK.", email))) == []
    assert findings(
        CHECK, talk("c: Reset my password.", "a: Shall I send it?", "c: Yes.", ("a: OK.", email))
    ) == [("high", 3)]


@pytest.mark.parametrize(
    ("given", "is_grounded"),
    [
        ({"order_id": "4821"}, True),
        ({"customer": {"orders": [{"id": 4821}]}}, True),
        ({"greeting": "You are calling about order 4821."}, True),
        ({"customer": '{"order": "4821"}'}, True),
        ({"order_id": "4281"}, False),
        ({}, False),
    ],
)
def test_what_the_agent_was_given_before_the_call(given: dict[str, Any], is_grounded: bool) -> None:
    call = talk(
        "c: Please cancel it.",
        "a: Shall I cancel it?",
        "c: Yes.",
        ("a: OK.", act("cancel_order", {"order_id": "4821"})),
    )
    call = replace(call, header=replace(call.header, given=given))
    assert (findings(CHECK, call) == []) is is_grounded

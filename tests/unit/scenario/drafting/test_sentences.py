"""What the caller says."""

from __future__ import annotations

from callproof.scenario.drafting.sentences import (
    Subject,
    amending,
    breaking_in,
    other_record,
    requests,
    spoken,
)
from callproof.scenario.drafting.world import guess_world
from tests.unit.scenario.drafting.sources import tool


def subject(
    name: str, record: str | None, noun: str, values: dict[str, str | int], description: str = ""
) -> Subject:
    (made,) = guess_world([tool(name, *values, description=description)]).tools
    return Subject(made, record, noun, {key: key.replace("_", " ") for key in values}, values)


def test_days_and_times_are_written_as_they_are_said() -> None:
    assert spoken("2026-03-22", "date") == "March 22nd"
    assert spoken("2026-03-12", "date") == "March 12th"
    assert spoken("14:30", "time") == "2:30 PM"
    assert spoken("00:00", "time") == "12 AM"
    assert spoken("2026-03-18T09:00:00Z", "date-time") == "March 18th at 9 AM"
    assert spoken("14:30", None) is None
    assert spoken(3, "date") is None


def test_a_booking() -> None:
    booking = subject(
        "book_visit",
        "order_number",
        "order",
        {"order_number": "4821", "date": "2026-03-18", "time": "10:00"},
        "Book a visit.",
    )
    assert (
        requests(booking)[0]
        == "Hi, I would like to book a visit for order {order_number} on March 18th at 10 AM, please."
    )
    assert other_record(booking)[0] == "Sorry, I mean order {order_number}."
    assert amending(booking.with_values({"time": "14:30"}), "time")[0] == "No, sorry, 2:30 PM, please."
    assert breaking_in(booking, "date")[0] == "Wait, make the date March 18th."


def test_a_change() -> None:
    change = subject(
        "update_order", "order_number", "order", {"order_number": "4821", "address": "7 Mill Lane"}
    )
    assert requests(change)[0] == "Hi, please change the address of order {order_number} to {address}."


def test_a_deed_without_more() -> None:
    assert requests(subject("cancel_order", "order_number", "order", {"order_number": "4821"}))[0] == (
        "Hi, please cancel order {order_number}."
    )

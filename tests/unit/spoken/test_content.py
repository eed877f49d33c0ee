"""Whether words name an argument of a tool, and what an argument may be called."""

from __future__ import annotations

import datetime
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.spoken import affirmed, read_values, readings_of, says
from callproof.spoken.content import Data
from callproof.spoken.language import Context, language_of
from callproof.spoken.reading import read
from callproof.spoken.values import Value, code, number

CALL_DAY = datetime.date(2026, 11, 30)  # a Monday
NAMED: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "spoken" / "named.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


@pytest.mark.parametrize("row", NAMED, ids=lambda row: f"{row['language']}-{row['text']}-{row['data']}")
def test_arguments_in_eight_languages(row: dict[str, Any]) -> None:
    day = datetime.date.fromisoformat(row["date"]) if "date" in row else None
    assert says(row["text"], row["data"], language=row["language"], date=day) is row["says"]


@pytest.mark.parametrize(
    ("data", "readings"),
    [
        (15, {number(15), code("15")}),
        (15.0, {number(15), code("15")}),
        (Decimal("15.50"), {number(Decimal("15.5"))}),
        (-5, {number(-5)}),
        ("345", {number(345), code("345")}),
        ("0345", {code("0345")}),
        ("50.00", {number(50)}),
        ("EM-456", {code("EM456")}),
        ("11:00", {Value("time", (11, 0))}),
        ("2026-12-01", {Value("date", (2026, 12, 1))}),
        ("2026-12-01T19:00:00", {Value("date", (2026, 12, 1)), Value("time", (19, 0))}),
        ("2026-12-01 19:00:00+01:00", {Value("date", (2026, 12, 1)), Value("time", (19, 0))}),
        ("+1 (415) 555-0132", {code("14155550132"), code("4155550132")}),
        ("Shayne Cole", set()),
        ("", set()),
        (True, set()),
        (float("nan"), set()),
    ],
)
def test_what_data_may_be_called(data: Data, readings: set[Value]) -> None:
    assert readings_of(data, language="en") == readings


def test_data_in_words_is_read_like_a_text() -> None:
    assert Value("money", (Decimal(50), "USD")) in readings_of("$50.00", language="en")
    assert Value("weekday", (5, None)) in readings_of("Saturday", language="en")
    assert Value("date", (2026, 12, 1)) in readings_of("tomorrow", language="en", date=CALL_DAY)
    assert readings_of("maria.lopez@example.com") == {Value("email", "maria.lopez@example.com")}
    assert number(15) in readings_of("quince", language="es")


@pytest.mark.parametrize(
    ("text", "data", "said"),
    [
        # A value inside another one is not named.
        ("my order is 1234567", "345", False),
        ("one two three four five six seven", "345", False),
        ("one two three four five six seven", "1234567", True),
        ("it is three four five", "345", True),
        ("twenty five", 5, False),
        ("twenty five", 20, False),
        ("one hundred", 1, False),
        ("fifteen dollars and fifty cents", 15, False),
        ("fifteen dollars and fifty cents", 15.5, True),
        ("five, five, nine, nine", 55, False),
        ("415, 555, 0132", "555", False),
        ("4821, 2 of them", "4821", True),
        # Between spaces alone a run of figures may be one number or two.
        ("order 4821 2 pizzas", "4821", None),
        # Amounts and numbers.
        ("fifteen dollars please", 15, True),
        ("fifteen dollars please", Decimal("15.00"), True),
        ("fifteen dollars please", "$15.00", True),
        ("fifteen dollars please", 50, False),
        ("I want fifty", "50 USD", True),
        ("I want fifty euros", "50 USD", False),
        ("fifteen percent", "15%", True),
        ("the third floor", 3, True),
        ("a pizza", 1, None),
        ("dollars fifteen hundred", 1500, True),
        # Identifiers.
        ("E M four five six", "EM456", True),
        ("E M four five six", "EM-456", True),
        ("E M four five six", "EM455", False),
        ("sorry, E M four five six", "EM123", False),
        ("my order is four five six", "ORD-456", None),
        ("zero zero twelve thirty four five", "0012345", True),
        ("zero zero twelve thirty four five", "12345", False),
        ("D as in dog, X, 7, Q, 2", "DX7Q2", True),
        ("X X F six O H, with the letter O, not zero", "XXF6OH", True),
        ("the code is A as in alpha B as in bravo one two", "AB12", True),
        ("four one five, five five five, oh one three two", "+14155550132", True),
        ("415-555-0133", "+1 (415) 555-0132", False),
        ("maria dot lopez at example dot com", "maria.lopez@example.com", True),
        ("maria dot lopez at example dot com", "maria.lopes@example.com", False),
        # Times and dates.
        ("at eleven o'clock", "11:00", True),
        ("at eleven p.m.", "11:00", False),
        ("at eleven p.m.", "23:00", True),
        ("quarter to eight", "19:45", True),
        ("quarter to eight in the morning", "19:45", False),
        ("7:45 in the evening", "7:45 PM", True),
        ("December first at seven pm", "2026-12-01T19:00:00", True),
        ("December first", "2026-12-01T19:00:00", False),
        ("December first at eight pm", "2026-12-01T19:00:00", False),
        ("March third", "2026-03-03", True),
        ("March thirteenth", "2026-03-03", False),
        # Without the day of the call a weekday may be the date, or may not.
        ("Tuesday", "2026-12-01", None),
        ("Wednesday", "2026-12-01", False),
        ("tomorrow", "2026-12-01", None),
        ("on the first", "2026-12-01", None),
        # A time in UTC is called otherwise where the call is.
        ("Tuesday at two", "2026-12-01T10:00:00Z", None),
        # Names, letter by letter too.
        ("my name is Shayne Cole", "Shayne Cole", True),
        ("S-H-A-Y-N-E C-O-L-E", "Shayne Cole", True),
        ("Shayne, C-O-L-E", "Shayne Cole", True),
        ("my name is Shane Coal", "Shayne Cole", None),
        ("me llamo José", "Jose", True),
        # Free text and what is no value.
        ("the table by the window please", "by the window", True),
        ("anything at all", "confirmed by the manager", None),
        ("please send it", True, None),
        ("I want a refund", "", None),
        ("", 15, False),
    ],
)
def test_what_a_text_says(text: str, data: Data, said: bool | None) -> None:
    assert says(text, data, language="en") is said


@pytest.mark.parametrize("text", ["two thousand, one hundred", "It costs two thousand, one hundred dollars."])
def test_a_comma_inside_a_number_ends_none(text: str) -> None:
    assert says(text, 2100, language="en")
    assert says(text, 2000, language="en") is False
    assert says(text, 100, language="en") is False
    assert says("4821, 2 of them", 4821, language="en")


@pytest.mark.parametrize(
    "text", ["A17, 2026-06-12", "2026-06-12, A17", "A17 2026-06-12", "4821: A17, 2026-06-12, 4"]
)
def test_a_date_in_digits_is_no_part_of_a_code_beside_it(text: str) -> None:
    assert says(text, "2026-06-12") is True
    assert says(text, "A17") is True
    assert says(text, "2026-06-13") is not True


@pytest.mark.parametrize("text", ["H204, 4 nights", "So H204, four nights?", "H204, 4 nights please"])
def test_what_is_counted_behind_a_code_is_no_part_of_it(text: str) -> None:
    assert says(text, 4) is True
    assert says(text, "H204") is True
    assert says(text, "H2044") is not True


@pytest.mark.parametrize("text", ["H204, 4", "H204, 4 please", "H 2 0 4, 4 thanks", "H204, four and"])
def test_a_code_may_go_on_after_a_pause(text: str) -> None:
    assert says(text, "H2044") is True


def test_the_day_of_the_call_tells_relative_dates() -> None:
    assert says("tomorrow at seven p.m.", "2026-12-01T19:00:00", language="en", date=CALL_DAY) is True
    assert says("tomorrow", "2026-12-02", language="en", date=CALL_DAY) is False
    assert says("next Tuesday", "2026-12-08", language="en", date=CALL_DAY) is True


@pytest.mark.parametrize(
    ("text", "language", "data", "said"),
    [
        ("quiero quince euros", "es", 15, True),
        ("quiero quince euros", "es", 50, False),
        ("십오 달러 환불해 주세요", "ko", 15, True),
        ("오후 네 시 반", "ko", "16:30", True),
        ("十五ドル返金してください", "ja", 15, True),
        ("fünfzehn Euro", "de", 15, True),
        ("quinze euros", "fr", 15, True),
        ("quinze reais", "pt", 15, True),
        ("quindici euro", "it", 15, True),
        ("我要15块", "zh", 15, None),
        ("我要15块", None, 15, None),
    ],
)
def test_other_languages(text: str, language: str | None, data: Data, said: bool | None) -> None:
    assert says(text, data, language=language) is said


@pytest.mark.parametrize(
    ("text", "data", "meant"),
    [
        ("not on Saturday, on Sunday", "Saturday", False),
        ("not on Saturday, on Sunday", "Sunday", True),
        ("on Monday", "Sunday", False),
        ("no, fifteen", 15, True),
        ("no fifteen", 15, None),
        ("I said fifteen, not fifty", 15, True),
        ("I said fifteen not fifty", 15, True),
        ("I said fifteen, not fifty", 50, False),
        ("I do not want fifteen", 15, False),
        ("that's not right it is fifteen", 15, True),
        ("I did not say fifty, I said fifteen", 50, False),
        ("I did not say fifty, I said fifteen", 15, True),
        ("Saturday doesn't work, Sunday does", "Saturday", False),
        ("Saturday doesn't work, Sunday does", "Sunday", True),
        # Said twice, denied once.
        ("not fifty, well, yes, fifty", 50, True),
        ("I am not Shayne Cole", "Shayne Cole", None),
        ("I am Shayne Cole", "Shayne Cole", True),
        ("December first, not at seven", "2026-12-01T19:00", False),
    ],
)
def test_a_value_may_be_named_and_denied(text: str, data: Data, meant: bool | None) -> None:
    assert says(text, data, language="en") is not False or meant is False
    assert affirmed(text, data, language="en") is meant


def test_a_reading_may_be_given_for_a_text() -> None:
    reading = read("quince euros", Context(language_of("es")))
    assert says(reading, 15) is True
    assert affirmed(reading, 50) is False


def test_the_values_of_a_text() -> None:
    text = "move order 4821 to Tuesday at half past four"
    assert [span.text for span in read_values(text, language="en")] == ["4821", "Tuesday", "half past four"]
    assert all(text[span.start : span.end] == span.text for span in read_values(text))
    assert read_values("我要15块") == ()
    assert read_values("15", language="zh") == ()


@given(st.integers(0, 999_999_999))
def test_digits_name_their_number_and_no_other(amount: int) -> None:
    assert says(f"it is {amount}.", amount, language="en") is True
    assert says(f"it is {amount}.", str(amount), language="en") is True
    assert says(f"it is {amount}.", amount + 1, language="en") is not True


@given(st.datetimes(datetime.datetime(1990, 1, 1), datetime.datetime(2090, 1, 1)))
def test_a_date_and_time_name_themselves(moment: datetime.datetime) -> None:
    text = f"on {moment:%Y-%m-%d} at {moment:%H:%M}"
    assert says(text, moment.isoformat(), language="en") is True
    later = moment + datetime.timedelta(minutes=1)
    assert says(text, later.isoformat(), language="en") is not True


@given(st.text(), st.one_of(st.text(), st.integers(), st.floats(), st.booleans(), st.decimals()))
def test_anything_can_be_asked(text: str, data: Data) -> None:
    said, meant = says(text, data), affirmed(text, data)
    assert said in (True, False, None)
    assert meant is not True or said is True


@pytest.mark.parametrize("text", ["send her this note about dinner " * 400, "A B C " * 500])
def test_free_text_of_any_length_is_found(text: str) -> None:
    assert says(text, text, language="en") is True
    assert says(text, f"{text} and wine", language="en") is not True


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "a table for two tomorrow", False), ("en", "a table for two", None), ("en", "not tomorrow, the second", True),
        ("es", "una mesa para dos mañana", False), ("es", "mañana no, el dos", True), ("fr", "pas demain, le deux", True),
        ("it", "domani no, il due", True), ("pt", "amanhã não, o dia dois", True), ("de", "morgen für zwei", False),
        ("ko", "내일 두 명", False), ("ja", "明日二人で", False),
    ],
)  # fmt: skip
def test_a_number_beside_another_day_is_no_day_of_the_month(
    language: str, text: str, said: bool | None
) -> None:
    day = datetime.date(2026, 11, 30)
    assert says(text, "2026-12-02", language=language, date=day) is said

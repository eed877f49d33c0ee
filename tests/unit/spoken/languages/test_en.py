"""English: numbers, codes, money, dates, times, addresses and negation, in the words people and recognisers use."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from callproof.spoken.values import NEGATION, Value, code, money, number
from tests.unit.spoken.languages import lattice

MONDAY = date(2026, 11, 30)


def spans(text: str, day: date | None = None) -> list[str]:
    return lattice.spans("en", text, day)


def values(text: str, day: date | None = None) -> frozenset[Value]:
    return lattice.values("en", text, day)


def of_kind(text: str, kind: str, day: date | None = None) -> set[object]:
    return lattice.of_kind("en", text, kind, day)


def can_agree(said: str, heard: str, day: date | None = None) -> bool:
    return lattice.can_agree("en", said, heard, day)


# --- numbers


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("zero", "0"), ("one", "1"), ("fifteen", "15"), ("fifty", "50"), ("thirty six", "36"), ("thirty-six", "36"), ("ninety nine", "99"),
        ("one hundred", "100"), ("a hundred", "100"), ("hundred", "100"), ("one hundred twenty three", "123"), ("a hundred and thirteen", "113"),
        ("one hundred and twenty-three", "123"), ("fifteen hundred", "1500"), ("twenty one hundred", "2100"), ("ninety-nine hundred", "9900"),
        ("nineteen hundred and five", "1905"), ("a thousand and one", "1001"), ("two thousand twenty four", "2024"), ("twelve thousand", "12000"),
        ("three thousand five hundred", "3500"), ("three thousand, five hundred", "3500"), ("one hundred thousand", "100000"),
        ("four hundred and two thousand and six", "402006"), ("one million two hundred thousand", "1200000"), ("a million", "1000000"),
        ("nine hundred ninety nine billion nine hundred ninety nine million nine hundred ninety nine thousand nine hundred ninety nine",
         "999999999999"),
        ("five grand", "5000"), ("a grand", "1000"), ("5k", "5000"), ("50k", "50000"), ("fifty k", "50000"), ("2 million", "2000000"),
        ("1.5 million", "1500000"), ("3 hundred", "300"), ("1,200", "1200"), ("minus five", "-5"), ("minus 5.5", "-5.5"), ("-5", "-5"),
    ],
)  # fmt: skip
def test_cardinals(text: str, value: str) -> None:
    numbers = {key for key in of_kind(text, "number") if isinstance(key, Decimal)}
    assert numbers == {Decimal(value)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("three point five", "3.5"), ("zero point oh five", "0.05"), ("oh point five", "0.5"), ("point five", "0.5"), ("3 point 5", "3.5"),
        ("a quarter of a million", "250000"), ("a quarter million", "250000"), ("three quarters of a million", "750000"),
        ("half of a million", "500000"), ("two thirds of a million", str(Decimal(2) / 3 * 1_000_000)), ("two and half", "2.5"),
        ("three point one four one five nine", "3.14159"), ("two point twenty five", "2.25"), ("one point two million", "1200000"),
        ("two and a half", "2.5"), ("2 and a half", "2.5"), ("one and three quarters", "1.75"), ("three and a quarter", "3.25"),
        ("two and a half million", "2500000"), ("half a million", "500000"), ("an hour and a half", "1.5"), ("three quarters", "0.75"),
        ("twenty three point five", "23.5"),
    ],
)  # fmt: skip
def test_decimals_and_halves(text: str, value: str) -> None:
    assert of_kind(text, "number") == {Decimal(value)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a dozen", 12), ("two dozen", 24), ("half a dozen", 6), ("a couple of", 2), ("twice", 2), ("a couple hundred", 200), ("3 dozen", 36),
        ("half an hour", 30), ("two thirds", Decimal(2) / 3), ("one third", Decimal(1) / 3),
    ],
)  # fmt: skip
def test_quantities(text: str, value: int | Decimal) -> None:
    assert number(value) in values(text)


def test_a_number_is_not_cut_where_it_goes_on() -> None:
    assert not can_agree("thirty six", "30 6")
    assert not can_agree("thirty six", "306")
    assert not can_agree("thirty six", "3006")
    assert not can_agree("one hundred twenty three", "100 23")
    assert not can_agree("one hundred and two", "1002")
    assert spans("between one hundred and two hundred") == ["one hundred", "two hundred"]
    assert spans("one thousand two thousand") == ["one thousand", "two thousand"]
    assert can_agree("one hundred and twenty guests", "120 guests")


def test_words_that_can_be_one_number_or_several() -> None:
    assert values("one five") == {number(15), code("15"), Value("time", (1, 5)), Value("time", (13, 5))}
    assert values("seventy nine ninety nine") == {number(7999), code("7999"), money(Decimal("79.99"), None)}
    assert {number(2024), code("2024")} <= values("twenty twenty-four")
    assert {number(1984), code("1984")} <= values("nineteen eighty four")
    assert {number(105), code("105"), Value("time", (1, 5))} <= values("one oh five")
    assert {number(125), code("125")} <= values("one twenty five")
    assert of_kind("eight hundred five five five", "code") == {"800555", "80555"}


@pytest.mark.parametrize(
    "text",
    [
        "this one", "that one", "the blue one", "the big blue one", "which one", "the other one, please", "one moment", "one moment please",
        "one of us", "no problem", "every single one", "another one", "one second", "one by one", "the one on the left", "hold on one sec",
    ],
)  # fmt: skip
def test_one_is_no_number_where_it_is_a_pronoun(text: str) -> None:
    assert spans(text) == []


@pytest.mark.parametrize(
    "text", ["one pizza", "type one", "account one", "I want one", "just one, please", "table for one", "one"]
)
def test_one_is_a_number_elsewhere(text: str) -> None:
    assert spans(text) == ["one"]


def test_a_figure_for_a_pronoun_is_no_other_value() -> None:
    assert can_agree("the blue one, please", "the blue 1 please")
    assert can_agree("one moment", "1 moment")
    assert can_agree("one moment", "a moment")
    assert not can_agree("type one", "type two")
    assert not can_agree("this one", "this 2")


@pytest.mark.parametrize(
    "text",
    [
        "may I have your name", "will you mark it", "I see, are you sure?", "wait a second", "a second please", "thirty", "won the case",
        "to be or for me", "oh, I see", "a friend of mine", "I for one like it", "why are you asking", "he ate it", "at this point", "a few hundred",
        "march on", "the sun sat down", "like I said", "I like ice cream", "double check", "plan B", "vitamin C", "a third party", "TV",         "J. K. Rowling", "x-ray results", "first of all", "at first", "my first name", "by the way", "be that as it may", "several thousand things",
        "quarter of the people", "the grand piano", "my better half", "an M. D.", "e.g. this", "mike told oscar", "tonight", "next week",
        "the end of the month", "point taken", "so I said hi", "half price", "A person called", "letter of intent", "find us at example dot com",
    ],
)  # fmt: skip
def test_plain_words_hold_no_value(text: str) -> None:
    certain = [span for span in spans(text) if span not in ("one", "thirty")]
    assert certain == []


# --- codes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("five five nine nine", "5599"), ("five, five, nine, nine", "5599"), ("double five nine nine", "5599"), ("double five double nine", "5599"),
        ("five five ninety nine", "5599"), ("fifty-five ninety nine", "5599"), ("55-99", "5599"), ("5 5 9 9", "5599"), ("triple oh seven", "0007"),
        ("triple eight", "888"), ("one eight oh four", "1804"), ("zero zero twelve thirty four five", "0012345"), ("oh one two three", "0123"),
        ("E M one two three", "EM123"), ("E M four five six", "EM456"), ("em four five six", "EM456"), ("EM-456", "EM456"), ("EM 456", "EM456"),
        ("E M dash four five six", "EM456"), ("E M hyphen 456", "EM456"), ("D as in dog, X, 7, Q, 2", "DX7Q2"), ("D like dog, X, 7, Q, 2", "DX7Q2"),
        ("A as in alpha", "A"), ("A for apple, B for boy, seven", "AB7"), ("B for bravo, one", "B1"), ("alpha bravo one two", "AB12"),
        ("Juliett kilo 9", "JK9"), ("x-ray yankee 4 2", "XY42"), ("bee four five", "B45"), ("zed nine", "Z9"), ("x y zee", "XYZ"),
        ("double u double u two", "WW2"), ("double-u seven", "W7"), ("double you seven", "W7"), ("cee dee one", "CD1"), ("gate B twelve", "B12"),
        ("seat twelve A", "12A"), ("S H A Y N E", "SHAYNE"), ("s-h-a-y-n-e", "SHAYNE"), ("x y see nine", "XYC9"), ("capital X, seven", "X7"),
        ("five, number five, seven", "557"), ("one eight hundred five five five one two one two", "18005551212"), ("A one two three", "A123"),
        ("five five for nine", "5549"), ("two point oh point one", "201"), ("2.0.1", "201"), ("nil nil seven", "007"),
    ],
)  # fmt: skip
def test_codes(text: str, expected: str) -> None:
    (span,) = lattice.read("en", text).spans()
    assert code(expected) in span.readings


def test_an_oh_is_a_letter_or_a_zero_until_one_says_which() -> None:
    assert of_kind("X X F six O H", "code") == {"XXF6OH", "XXF60H"}
    assert of_kind("X X F six O H, with the letter O, not zero", "code") == {"XXF6OH"}
    assert of_kind("X X F six O H, that's a zero, not the letter O", "code") == {"XXF60H"}
    assert of_kind("X X F six, the letter O, H", "code") == {"XXF6OH"}
    assert of_kind("X X F six O as in oscar, H", "code") == {"XXF6OH"}
    assert of_kind("one eight oh four", "code") == {"1804", "18O4"}
    assert of_kind("one eight zero four", "code") == {"1804"}
    assert of_kind("XXF6OH", "code") == {"XXF6OH"}


def test_what_says_which_it_is_denies_nothing() -> None:
    assert can_agree("X X F six O H, with the letter O, not zero", "XXF6OH")
    assert not can_agree("X X F six O H, with the letter O, not zero", "XXF60H")
    assert spans("that's the letter O, not zero") == ["that's the letter O, not zero"]


@pytest.mark.parametrize(
    "text",
    [
        "four one five five five five zero one three two", "four one five, five five five, oh one three two", "415-555-0132", "(415) 555-0132",
        "415.555.0132", "415 5550132", "+1 415 555 0132", "1 415 555 0132", "plus one four one five five five five oh one three two",
        "four fifteen triple five zero one thirty two", "area code four one five, 555 0132",
    ],
)  # fmt: skip
def test_a_phone_number_in_any_grouping(text: str) -> None:
    assert can_agree(text, "4155550132")
    assert not can_agree(text, "4155550123")
    assert not can_agree(text, "4155550133")


def test_other_country_codes() -> None:
    assert of_kind("+44 20 7946 0958", "code") == {"442079460958", "2079460958", "02079460958"}
    assert can_agree("plus four four two oh seven nine four six oh nine five eight", "020 7946 0958")


def test_letters_of_a_code_that_may_be_words() -> None:
    assert spans("a 5 percent discount") == ["5 percent"]
    assert spans("A 5 percent discount") == ["5 percent"]
    assert spans("I 15") == ["15"]
    assert spans("Oh, five five nine nine") == ["five five nine nine"]
    assert spans("No 5015") == ["No", "5015"]
    assert can_agree("twelve a", "12A")
    assert not can_agree("12A", "12B")
    assert not can_agree("twelve A", "twelve")
    assert can_agree("COVID-19", "covid 19")


@pytest.mark.parametrize(
    ("said", "heard", "same"),
    [
        ("three hundred of them", "three hundred and one of them", False), ("XCF 520", "XFC 520", False), ("KFK dash five six", "KFK-56", True),
        ("GF dash seven eight seven", "G-F-7-8-7", True), ("oh one one oh", "011-0", True), ("7120598806", "77120598806", False),
        ("It's one-fifty a cup", "it's $1.50 a cup", True), ("your PIN 4821", "your pin four eight two one", True), ("B A M one", "BAM1", True),
    ],
)  # fmt: skip
def test_blocks_of_letters_and_digits(said: str, heard: str, same: bool) -> None:
    assert can_agree(said, heard) == same
    assert can_agree(heard, said) == same


def test_numbers_that_are_no_code_together() -> None:
    assert not can_agree("fifty, fifteen", "5015")
    assert not can_agree("10-15 minutes", "1015 minutes")
    assert not can_agree("$10-15", "$1015")
    assert can_agree("fifty five, ninety nine", "5599")
    assert can_agree("ten, twenty, thirty, forty", "10203040")
    assert can_agree("the code is 10-15", "the code is 1015")
    assert can_agree("555-1212 extension 5", "5551212 extension 5")


def test_a_share_of_something() -> None:
    half = {number(Decimal("0.5")), Value("percent", Decimal(50))}
    assert values("half of it") == values("half the price") == half
    assert values("one half of it") == half
    assert values("a quarter of it") == {number(Decimal("0.25")), Value("percent", Decimal(25))}
    assert spans("the second half of it") == ["second"]
    assert spans("on second thought") == []


def test_a_scale_that_two_numbers_share() -> None:
    for said, heard in (
        ("two to three hundred dollars", "200 to 300 dollars"),
        ("between two and three hundred", "between 200 and 300"),
        ("five or six thousand", "5000 or 6000"),
        ("two to three hundred thousand", "200,000 to 300,000"),
    ):
        assert can_agree(said, heard), said
    assert not can_agree("three to two hundred", "300 to 200")
    assert not can_agree("two to three", "200 to 3")


def test_pieces_of_an_amount_with_cents() -> None:
    assert can_agree("four oh five ninety five", "$405.95")
    assert can_agree("one twenty five fifty dollars", "$125.50")
    assert not can_agree("four oh five ninety five", "$45.95")


def test_decimals_without_a_whole() -> None:
    assert can_agree("it was .25", "it was point two five")
    assert can_agree("it was $.50", "it was fifty cents")
    assert not can_agree("it was $.50", "it was $50")
    assert can_agree("I live at 5. 25 people came", "I live at 5. Twenty five people came")


def test_how_often() -> None:
    assert can_agree("once a week", "1 time a week")
    assert can_agree("twice a day", "two times a day")
    assert not can_agree("once a week", "twice a week")
    assert spans("at once") == spans("once you have it") == []


def test_a_card_that_expires() -> None:
    assert can_agree("oh four twenty seven", "04/27")
    assert not can_agree("oh four twenty seven", "04/28")
    assert can_agree("4x6 inches", "four by six inches")


def test_a_required_code_is_not_a_part_of_another() -> None:
    assert not can_agree("345", "1234567")
    assert not can_agree("0012345", "12345")
    assert can_agree("zero zero twelve thirty four five", "0012345")


# --- money and percentages


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("$50", "50", "USD"), ("50 dollars", "50", "USD"), ("fifty dollars", "50", "USD"), ("fifty bucks", "50", "USD"), ("50.00 USD", "50", "USD"),
        ("USD 50", "50", "USD"), ("50 US dollars", "50", "USD"), ("fifty U.S. dollars", "50", "USD"), ("ten Canadian dollars", "10", "CAD"),
        ("fifty dollars and ten cents", "50.10", "USD"), ("fifty dollars ten cents", "50.10", "USD"), ("$50 and ten cents", "50.10", "USD"),
        ("fifty dollars ten", "50.10", "USD"), ("a dollar fifty", "1.50", "USD"), ("a dollar", "1", "USD"), ("three pounds fifty", "3.50", "GBP"),
        ("fifty ten", "50.10", None), ("five ninety nine", "5.99", None), ("five oh nine", "5.09", None), ("ninety nine cents", "0.99", None),
        ("99¢", "0.99", None), ("fifty pence", "0.50", "GBP"), ("50p", "0.50", "GBP"), ("twelve hundred dollars", "1200", "USD"),
        ("one point two million dollars", "1200000", "USD"), ("$1.2 million", "1200000", "USD"), ("$1.2M", "1200000", "USD"), ("$5k", "5000", "USD"),
        ("five grand", "5000", None), ("ten quid", "10", "GBP"), ("€20", "20", "EUR"), ("twenty euros", "20", "EUR"), ("5000 yen", "5000", "JPY"),
        ("fifteen thousand won", "15000", "KRW"), ("one fifty dollars", "150", "USD"), ("one five zero dollars", "150", "USD"),
        ("five ninety nine dollars", "599", "USD"), ("two and a half dollars", "2.5", "USD"), ("-$50", "-50", "USD"), ("$50 dollars", "50", "USD"),
    ],
)  # fmt: skip
def test_money(text: str, amount: str, currency: str | None) -> None:
    found = values(text)
    assert money(Decimal(amount), currency) in found or number(Decimal(amount)) in found


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("fifteen dollars", "fifty dollars"), ("$50.00", "$15.00"), ("$50.00", "$5000"), ("fifty dollars", "fifty euros"), ("$5", "$5k"),
        ("ninety nine cents", "ninety nine dollars"), ("fifty dollars and ten cents", "$50"), ("one fifty dollars", "$115"),
        ("one point two million", "two million"), ("fifteen hundred", "fifty hundred"), ("2.5", "25"), ("he won fifty dollars", "fifty won"),
    ],
)  # fmt: skip
def test_other_money(said: str, heard: str) -> None:
    assert not can_agree(said, heard)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ten percent", "10"), ("10%", "10"), ("10 %", "10"), ("10 percent", "10"), ("ten per cent", "10"), ("two point five per cent", "2.5"),
        ("a half percent", "0.5"), ("half a percent", "0.5"), ("two and a half percent", "2.5"), ("one hundred percent", "100"),
    ],
)  # fmt: skip
def test_percentages(text: str, value: str) -> None:
    assert values(text) == {Value("percent", Decimal(value))}


# --- ordinals


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("21st", 21), ("the twenty-first", 21), ("the twenty first", 21), ("the 2nd", 2), ("the second", 2), ("the second option", 2), ("third", 3),
        ("one hundred and first", 101), ("one hundred twenty-first", 121), ("the twelfth", 12), ("thirtieth", 30), ("two hundredth", 200),
        ("the twenty second", 22), ("the first", 1),
    ],
)  # fmt: skip
def test_ordinals(text: str, rank: int) -> None:
    assert values(text) == {Value("ordinal", rank)}


def test_a_second_is_a_time_or_a_rank() -> None:
    assert spans("thirty seconds") == ["thirty"]
    assert spans("a thirty second wait") == ["thirty"]
    assert spans("give me one second") == []
    assert can_agree("a second pizza", "a 2nd pizza")
    assert not can_agree("the first option", "the second option")
    assert not can_agree("the twenty-first", "the 20th")


# --- dates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("March third", (None, 3, 3)), ("March the third", (None, 3, 3)), ("the third of March", (None, 3, 3)), ("March 3rd", (None, 3, 3)),
        ("3 March", (None, 3, 3)), ("3rd of March", (None, 3, 3)), ("Mar 3", (None, 3, 3)), ("Sept. 5th", (None, 9, 5)), ("March three", (None, 3, 3)),
        ("May third", (None, 5, 3)), ("may 3", (None, 5, 3)), ("the twenty second of December", (None, 12, 22)), ("December 22", (None, 12, 22)),
        ("March 3rd, 2026", (2026, 3, 3)), ("March third twenty twenty six", (2026, 3, 3)), ("March third two thousand and twenty six", (2026, 3, 3)),
        ("the 3rd of March 2026", (2026, 3, 3)), ("3 March 2026", (2026, 3, 3)), ("2026-03-03", (2026, 3, 3)), ("1994-02-11", (1994, 2, 11)),
        ("nineteen ninety four, zero two, eleven", (1994, 2, 11)), ("February eleventh nineteen ninety-four", (1994, 2, 11)),
        ("February eleventh nineteen oh four", (1904, 2, 11)), ("two eleven nineteen ninety four", (1994, 2, 11)), ("in March", (None, 3, None)),
        ("in May", (None, 5, None)), ("June", (None, 6, None)), ("March 2026", (2026, 3, None)), ("August of twenty twenty six", (2026, 8, None)),
        ("February twenty-ninth", (None, 2, 29)),
    ],
)  # fmt: skip
def test_dates(text: str, expected: tuple[int | None, ...]) -> None:
    (span,) = lattice.read("en", text).spans()
    assert Value("date", expected) in span.readings


def test_dates_in_figures_have_two_orders() -> None:
    assert of_kind("3/4/2026", "date") == {(2026, 3, 4), (2026, 4, 3)}
    assert of_kind("12/1", "date") == {(None, 12, 1), (None, 1, 12)}
    assert can_agree("December first", "12/1")
    assert can_agree("1994-02-11", "nineteen ninety four, zero two, eleven")
    assert can_agree("1994-02-11", "February eleventh nineteen ninety-four")
    assert not can_agree("1994-02-11", "February twelfth nineteen ninety-four")
    assert not can_agree("12/1", "121")


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("March third", "March thirteenth"), ("March third", "May third"), ("in March", "in May"), ("June", "July"), ("March third", "in March"),
        ("Tuesday", "Thursday"), ("next Tuesday", "last Tuesday"), ("next Tuesday", "next Thursday"), ("tomorrow", "today"),
        ("in two weeks", "in two days"), ("March 3rd, 2026", "March 3rd, 2027"), ("Saturday", "Sunday"), ("three days ago", "in three days"),
    ],
)  # fmt: skip
def test_other_dates(said: str, heard: str) -> None:
    assert not can_agree(said, heard)
    assert not can_agree(said, heard, MONDAY)


def test_may_and_march_are_months_only_where_nothing_else_fits() -> None:
    assert spans("may I call in May") == ["May"]
    assert spans("I may march in March") == ["March"]
    assert spans("you may 3 boxes") == ["may 3"]  # cannot be told apart
    assert spans("may five people come") == ["five"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Tuesday", (1, None)), ("on tuesdays", (1, None)), ("Tuesday's", (1, None)), ("this Tuesday", (1, "this")), ("next Tuesday", (1, "next")),
        ("last Tuesday", (1, "last")), ("this coming Friday", (4, "this")), ("Mon at", (0, None)), ("a week from Monday", (0, "next")),
    ],
)  # fmt: skip
def test_weekdays(text: str, key: tuple[int, str | None]) -> None:
    assert Value("weekday", key) in values(text)


def test_a_weekday_with_its_day_of_the_month() -> None:
    weekday, day = lattice.read("en", "Tuesday the eighth", MONDAY).spans()
    assert Value("weekday", (1, None)) in weekday.readings
    assert {Value("ordinal", 8), Value("date", (2026, 12, 8))} <= day.readings


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("today", 0), ("tomorrow", 1), ("to-morrow", 1), ("yesterday", -1), ("day after tomorrow", 2), ("day before yesterday", -2), ("in three days", 3),
        ("in 3 days", 3), ("in two weeks", 14), ("in a week", 7), ("three days from now", 3), ("two weeks from tomorrow", 15), ("two days ago", -2),
        ("a week ago", -7), ("two weeks from today", 14),
    ],
)  # fmt: skip
def test_days_from_now(text: str, days: int) -> None:
    assert of_kind(text, "day") == {days}
    then = date.fromordinal(MONDAY.toordinal() + days)
    assert of_kind(text, "date", MONDAY) == {(then.year, then.month, then.day)}
    assert of_kind(text, "day", MONDAY) == set()


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("next Tuesday", {(2026, 12, 1), (2026, 12, 8)}), ("Tuesday", {(2026, 12, 1)}), ("this Friday", {(2026, 12, 4)}), ("Monday", {(2026, 11, 30), (2026, 12, 7)}),
        ("last Monday", {(2026, 11, 23)}), ("last Friday", {(2026, 11, 27)}), ("a week from Monday", {(2026, 12, 7)}), ("two weeks from Friday", {(2026, 12, 18)}),
    ],
)  # fmt: skip
def test_weekdays_of_a_known_week(text: str, dates: set[tuple[int, int, int]]) -> None:
    assert of_kind(text, "date", MONDAY) == dates


# --- times


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("4:30 pm", ["16:30"]), ("4:30 p.m.", ["16:30"]), ("4:30", ["04:30", "16:30"]), ("04:30", ["04:30"]), ("16:30", ["16:30"]), ("10:00 AM", ["10:00"]),
        ("half past four", ["04:30", "16:30"]), ("half four", ["04:30", "16:30"]), ("half past four in the afternoon", ["16:30"]),
        ("quarter to eight", ["07:45", "19:45"]), ("a quarter past nine", ["09:15", "21:15"]), ("quarter after two p m", ["14:15"]),
        ("ten to five", ["04:50", "16:50"]), ("twenty past six", ["06:20", "18:20"]), ("seven minutes past nine", ["09:07", "21:07"]),
        ("ten to twelve", ["11:50", "23:50"]), ("quarter to noon", ["11:45"]), ("seven p.m.", ["19:00"]), ("seven pm", ["19:00"]), ("7pm", ["19:00"]),
        ("seven a m", ["07:00"]), ("seven in the morning", ["07:00"]), ("seven thirty in the morning", ["07:30"]), ("nine at night", ["21:00"]),
        ("two at night", ["02:00"]), ("noon", ["12:00"]), ("twelve noon", ["12:00"]), ("midnight", ["00:00"]), ("twelve am", ["00:00"]), ("12 pm", ["12:00"]),
        ("eleven o'clock", ["11:00", "23:00"]), ("eleven o’clock in the morning", ["11:00"]), ("sixteen thirty", ["16:30"]), ("4 30", ["04:30", "16:30"]),
        ("seven thirty", ["07:30", "19:30"]), ("seven oh five", ["07:05", "19:05"]), ("oh nine hundred", ["09:00"]), ("oh nine thirty", ["09:30"]),
        ("sixteen hundred hours", ["16:00"]), ("1630 hours", ["16:30"]), ("730 pm", ["19:30"]), ("at 730", ["07:30", "19:30"]), ("at seven", ["07:00", "19:00"]),
        ("twelve thirty", ["00:30", "12:30"]),
    ],
)  # fmt: skip
def test_times(text: str, times: list[str]) -> None:
    assert lattice.times("en", text) == times


@pytest.mark.parametrize(
    "text", ["make it eight", "eight works for me", "let's say 8 then", "eight tomorrow"]
)
def test_a_bare_hour_is_a_time_where_something_makes_it_one(text: str) -> None:
    (found,) = (span.readings for span in lattice.read("en", text).spans() if number(8) in span.readings)
    assert {Value("time", (8, 0)), Value("time", (20, 0))} <= found


@pytest.mark.parametrize(
    "text", ["eight", "I want eight of them", "at 600 meters", "about 600", "tomorrow eight people come"]
)
def test_a_bare_number_is_no_time_elsewhere(text: str) -> None:
    edges = [edge.value.kind for edges in lattice.read("en", text).edges for edge in edges]
    assert "number" in edges
    assert "time" not in edges


def test_what_else_a_time_can_be() -> None:
    assert values("seven thirty") == {
        number(730),
        code("730"),
        money(Decimal("7.30"), None),
        Value("time", (7, 30)),
        Value("time", (19, 30)),
    }
    assert can_agree("eleven o'clock", "11:00")
    assert can_agree("at eleven o'clock", "at 11")
    assert can_agree("eleven o'clock", "11")
    assert can_agree("from nine to five", "from 9:00 to 17:00")
    assert can_agree("two to four pm", "2 pm to 4 pm")
    assert can_agree("from ten to five", "from 10 to 5")
    assert can_agree("seven thirty in the evening", "19:30")


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("seven thirty in the morning", "7:30 PM"), ("seven a.m.", "seven p.m."), ("half past four", "half past five"), ("noon", "midnight"),
        ("quarter to eight", "quarter past eight"), ("ten to five", "ten past five"), ("four thirty", "four thirteen"), ("10:00 AM", "100 AM"),
        ("eleven o'clock", "twelve o'clock"), ("from two to nine", "from nine to two"), ("from two to nine", "229"), ("7 pm", "7"), ("1:05", "15 o'clock"),
    ],
)  # fmt: skip
def test_other_times(said: str, heard: str) -> None:
    assert not can_agree(said, heard)


# --- addresses


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("maria dot lopez at example dot com", "maria.lopez@example.com"), ("m l 42 at example dot co dot uk", "ml42@example.co.uk"),
        ("maria underscore lopez at example dot com, all lower case", "maria_lopez@example.com"), ("maria.lopez@example.com", "maria.lopez@example.com"),
        ("Maria dash Lopez at my dash shop dot com", "maria-lopez@my-shop.com"), ("john forty two at gmail dot com", "john42@gmail.com"),
        ("m a r i a at gmail dot com", "maria@gmail.com"), ("j dot smith at g mail dot com", "j.smith@gmail.com"), ("info plus 5 at example dot org", "info+5@example.org"),
        ("maria dot lopez at sign example dot com", "maria.lopez@example.com"), ("maria dot lopez at example.com", "maria.lopez@example.com"),
    ],
)  # fmt: skip
def test_addresses(text: str, address: str) -> None:
    assert of_kind(text, "email") == {address}


def test_an_address_whose_letters_are_explained() -> None:
    address = Value("email", "tk@example.org")
    assert address in values("t as in tom, k, at example dot org")
    assert address in values("T for tango, K at example dot org")


def test_where_an_address_begins_and_ends() -> None:
    assert spans("my email is maria dot lopez at example dot com please") == [
        "maria dot lopez at example dot com"
    ]
    assert can_agree("maria lopez at gmail dot com", "marialopez@gmail.com")
    assert not can_agree("maria dot lopez at example dot com", "mario.lopez@example.com")
    assert spans("meet me at ten, I bought it at amazon dot com") == ["ten"]


# --- negation


@pytest.mark.parametrize(
    "text",
    [
        "I do not want it", "I don't want it", "I dont want it", "I can't", "I cannot go", "I won't", "it isn't here", "never", "no, thanks", "nope",
        "no one called", "nobody called", "nothing else", "without sugar", "not on Saturday's list", "I ain't going", "no, no, no", "never mind",
        "why don't you call", "Isn't the shop open?", "didn't you call me?", "I wouldn’t", "neither of them", "No.", "no refunds",
    ],
)  # fmt: skip
def test_negation(text: str) -> None:
    certain = [span for span in lattice.read("en", text).spans() if NEGATION in span.readings]
    assert len(certain) == 1


@pytest.mark.parametrize("text", ["No one nine zero seven.", "no, one nine zero seven", "No one 907"])
def test_a_no_before_a_code_that_begins_with_one(text: str) -> None:
    first, *rest = spans(text)
    assert first.lower() == "no"
    assert "".join(rest).startswith("one")


@pytest.mark.parametrize(
    "text",
    [
        "I do want it", "isn't it?", "It's here, isn't it?", "you called, didn't you?", "fine, right?", "no problem", "no worries at all", "no doubt",
        "cancel that", "not only that", "whether or not", "not a problem", "I know", "note it", "nor", "knot", "I want it",
    ],
)  # fmt: skip
def test_no_negation(text: str) -> None:
    assert not any(NEGATION in span.readings for span in lattice.read("en", text).spans())


def test_with_and_without_a_negation() -> None:
    assert not can_agree("I do not want it", "I do want it")
    assert can_agree("I do not want it", "I don't want it")
    assert can_agree("no, no, fifteen", "no, fifteen")
    assert not can_agree("no, fifteen", "yes, fifteen")
    assert not can_agree("not on Saturday, on Sunday", "on Saturday, not on Sunday")
    assert can_agree("It's fifty, isn't it?", "It's fifty, right?")
    assert can_agree("No. 5", "number five")


# --- what callers say


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("has fifty turns", "has 50 turns"), ("Type One", "type 1"), ("fifteen dollars please", "Fifteen dollars, please."), ("a phone, dash 4 5 5", "a phone 455"),
        ("E M one two three, sorry, E M four five six", "EM123, sorry, EM456"), ("from account two to account nine", "from account 2 to account 9"),
        ("twenty one hundred", "2100"), ("quarter to eight", "7:45"), ("not on Saturday, on Sunday", "not on saturday on sunday"),
        ("that's forty dollars back to your card, yes?", "That is $40 back to your card. Yes?"), ("a dozen eggs for half past nine", "12 eggs for 9:30"),
        ("the twenty-first at ten", "the 21st at 10:00"), ("plan B, 7 pm", "plan b 7 p.m."), ("to-day's special", "today's special"),
    ],
)  # fmt: skip
def test_the_same_said_in_other_words(said: str, heard: str) -> None:
    assert can_agree(said, heard)
    assert can_agree(heard, said)
    assert can_agree(said, said)


def test_order_counts() -> None:
    assert not can_agree("from account two to account nine", "from nine to two")
    assert not can_agree("E M four five six", "EM455")
    assert not can_agree("fifteen adults and five children", "five adults and fifteen children")
    assert not can_agree("fifteen", "fifty")
    assert not can_agree("4821", "4281")

"""The lattice of values: what is written in digits and signs, codes, paths, and what may be no value."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from callproof.spoken.language import LANGUAGES, Context, Edge, Hint, Language, Numeral, language_of, words
from callproof.spoken.reading import Reading, read
from callproof.spoken.tokens import Token
from callproof.spoken.values import NOTHING, Value, code, money, number

_DIGITS = {"null": 0, "eins": 1, "zwei": 2, "drei": 3}


def _numerals(tokens: list[Token], i: int) -> Iterable[Numeral]:
    value = _DIGITS.get(tokens[i].text)
    return [Numeral(i + 1, Decimal(value))] if value is not None else []


def _word(reading: Reading, i: int) -> Iterable[Edge]:
    """ "maybe" is 7 or nothing; "seven of" is 7, up to two words later."""
    if reading.word(i) == "maybe":
        return [Edge(i + 1, number(7)), Edge(i + 1, NOTHING)]
    if reading.word(i) == "seven" and reading.word(i + 1) == "of":
        return [Edge(i + 3, number(7))]
    return []


def _hints(reading: Reading) -> Iterable[Hint]:
    return [
        Hint(i, i + 1, reading.words[i] == "letter")
        for i in range(len(reading.words))
        if reading.words[i] in ("letter", "cipher")
    ]


# A language of a few words: what is read here is read for every language.
PLAIN = Language(
    code="en",
    numerals=_numerals,
    readers=(_word,),
    digits={"oh": "0", "o": "0"},
    letters={"zed": "Z", "double u": "W", "bee": "B"},
    letter_words=frozenset({"a", "i"}),
    weak_letters={"see": "C"},
    weak_digits={"fore": "4"},
    letter_marks=frozenset({"capital"}),
    digit_marks=frozenset({"figure"}),
    hints=_hints,
    plus=frozenset({"plus"}),
    spelling=(("as", "in"), ("for",)),
    repeats={"double": 2, "triple": 3},
    separators=frozenset({"dash"}),
    currencies={"$": "USD", "€": "EUR", "dollars": "USD", "euros": "EUR", "eur": "EUR"},
    connectives=frozenset({"of"}),
)


def plain(text: str, language: Language = PLAIN) -> Reading:
    return read(text, Context(language))


def values(text: str, language: Language = PLAIN) -> frozenset[Value]:
    """All that the only value of a text can be."""
    (span,) = plain(text, language).spans()
    return span.readings


def codes(text: str) -> set[object]:
    return {value.key for value in values(text) if value.kind == "code"}


def is_day(year: int | None, month: int, day: int | None) -> Value:
    return Value("date", (year, month, day))


def at(hour: int, minute: int) -> Value:
    return Value("time", (hour, minute))


# --- numbers, money, percentages


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("15", "15"), ("1,234", "1234"), ("1,234,567.89", "1234567.89"), ("50.00", "50"), ("0.5", "0.5"), ("12,50", "12.5"),
        ("1.234.567", "1234567"), ("1.234", "1.234"), ("2½", "2.5"), ("3¾", "3.75"), ("05", "5"), ("0", "0"), ("-5", "-5"), ("１５", "15"),
    ],
)  # fmt: skip
def test_numbers_in_digits(text: str, value: str) -> None:
    assert number(Decimal(value)) in values(text)


@pytest.mark.parametrize(
    ("text", "value"), [("1.234", "1234"), ("1.234,56", "1234.56"), ("12,50", "12.5"), ("12.50", "12.5")]
)
def test_the_sign_of_the_language_decides_what_a_point_is(text: str, value: str) -> None:
    german = Language(code="de", numerals=_numerals, decimal_sign=",")
    numbers = {reading.key for reading in values(text, german) if reading.kind == "number"}
    assert numbers == {Decimal(value)}


@pytest.mark.parametrize("text", ["0132", "007", "0012345"])
def test_three_digits_behind_a_zero_are_a_code_and_no_number(text: str) -> None:
    assert values(text) == {code(text)}


@pytest.mark.parametrize("text", ["50.00", "$4.05", "2.5", "1,234.50"])
def test_a_decimal_is_no_code_and_not_two_numbers(text: str) -> None:
    reading = plain(text)
    assert not any(edge.value.kind == "code" for edges in reading.edges for edge in edges)
    assert len(reading.spans()) == 1


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("$50", 50, "USD"), ("€ 50", 50, "EUR"), ("50 €", 50, "EUR"), ("50€", 50, "EUR"), ("50 dollars", 50, "USD"), ("zwei euros", 2, "EUR"),
        ("$50 dollars", 50, "USD"), ("EUR 50", 50, "EUR"), ("50 EUR", 50, "EUR"), ("-$50", -50, "USD"), ("$1,500", 1500, "USD"),
    ],
)  # fmt: skip
def test_money_with_a_sign_or_a_name(text: str, amount: int, currency: str) -> None:
    assert money(amount, currency) in values(text)


def test_the_name_of_a_currency_without_an_amount_is_a_word() -> None:
    assert plain("dollars or euros, in $ please").spans() == []


@pytest.mark.parametrize("text", ["15%", "15 %", "15.0%"])
def test_percentages(text: str) -> None:
    assert values(text) == {Value("percent", Decimal(15))}


# --- times and dates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4:30", {at(4, 30), at(16, 30)}), ("12:05", {at(0, 5), at(12, 5)}), ("04:30", {at(4, 30)}), ("16:30", {at(16, 30)}),
        ("00:10", {at(0, 10)}), ("0:10", {at(0, 10)}), ("23:59:59", {at(23, 59)}),
    ],
)  # fmt: skip
def test_times_with_a_colon(text: str, expected: set[Value]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize("text", ["24:00", "4:60", "4:5", "123:45", "4 : 30"])
def test_what_is_no_time(text: str) -> None:
    assert not any(edge.value.kind == "time" for edges in plain(text).edges for edge in edges)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-04", {is_day(2026, 3, 4)}), ("1994/02/11", {is_day(1994, 2, 11)}), ("3/4/2026", {is_day(2026, 3, 4), is_day(2026, 4, 3)}),
        ("12/1", {is_day(None, 12, 1), is_day(None, 1, 12)}), ("13/1", {is_day(None, 1, 13)}), ("31.12.2026", {is_day(2026, 12, 31)}),
        ("2/29/2024", {is_day(2024, 2, 29)}), ("2/29/2026", set()), ("12/2026", {is_day(2026, 12, None)}), ("24/7", set()), ("13/13", set()),
        ("1/13/26", {is_day(2026, 1, 13), is_day(1926, 1, 13)}), ("3000-01-01", set()),
    ],
)  # fmt: skip
def test_dates_in_digits(text: str, expected: set[Value]) -> None:
    found = {edge.value for edge in plain(text).edges[0] if edge.value.kind == "date"}
    assert found == expected


def test_where_the_day_is_first_the_month_is_first_only_if_it_must() -> None:
    language = Language(code="es", numerals=_numerals, day_first=True)
    assert is_day(2026, 4, 3) in values("3/4/2026", language)
    assert is_day(2026, 3, 4) not in values("3/4/2026", language)
    assert is_day(2026, 3, 13) in values("3/13/2026", language)


def test_a_time_stamp_is_a_date_and_a_time() -> None:
    day, clock = plain("2026-03-03T10:00:00Z").spans()
    assert is_day(2026, 3, 3) in day.readings
    assert at(10, 0) in clock.readings


def test_three_quarters_in_digits_is_a_date_too() -> None:
    part = {number(Decimal("0.75")), Value("percent", Decimal(75))}
    assert values("3/4") == {*part, is_day(None, 3, 4), is_day(None, 4, 3)}


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("maria.lopez@example.com", "maria.lopez@example.com"), ("write to M_L-42+x@Example.co.uk.", "m_l-42+x@example.co.uk"),
        ("(a@b.co)", "a@b.co"), ("at 5@home", None), ("@handle", None), ("me @ example.com", None), ("a@b", None),
    ],
)  # fmt: skip
def test_addresses_as_they_are_written(text: str, address: str | None) -> None:
    found = {edge.value.key for edges in plain(text).edges for edge in edges if edge.value.kind == "email"}
    assert found == ({address} if address else set())


# --- codes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("eins zwei drei", {"123"}), ("12 34 5", {"12345"}), ("1-2-3", {"123"}), ("eins, zwei, drei", {"123"}), ("12 drei", {"123"}),
        ("double zwei eins", {"221"}), ("triple drei", {"333"}), ("EM456", {"EM456"}), ("em456", {"EM456"}), ("EM-456", {"EM456"}),
        ("E M 4 5 6", {"EM456"}), ("D X 7 Q 2", {"DX7Q2"}), ("d x 7 q 2", {"DX7Q2"}), ("AB-12-CD", {"AB12CD"}), ("x, y, zed", {"XYZ"}),
        ("double u zwei", {"W2"}), ("double-u zwei", {"W2"}), ("x dash 4 dash 2", {"X42"}), ("k as in kilo 5 5", {"K55"}),
        ("k as in kilo", {"K"}), ("x for xylophone, zwei", {"X2"}), ("m a r i a", {"MARIA"}), ("seat 12 A", {"12A"}), ("12A", {"12A"}),
        ("(415) 555-0132", {"4155550132"}), ("415.555.0132", {"4155550132"}), ("1 415 555 0132", {"14155550132", "4155550132"}),
        ("+44 20 7946 0958", {"442079460958", "2079460958", "02079460958"}), ("x see 4 2", {"X42", "XC42"}),
    ],
)  # fmt: skip
def test_codes(text: str, expected: set[str]) -> None:
    assert codes(text) <= expected
    assert codes(text) & expected


def test_a_sound_amid_letters_is_one_of_them() -> None:
    assert codes("x y see 4") == {"XYC4"}
    assert codes("1 2 fore 3") == {"1243"}
    assert plain("I see you, fore and aft").spans() == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("eins oh zwei", {"102", "1O2"}), ("x x 6 o h", {"XX60H", "XX6OH"}), ("x x 6 o h, letter", {"XX6OH"}), ("x x 6 o h cipher", {"XX60H"}),
        ("x capital o 5", {"XO5"}), ("x figure o 5", {"X05"}), ("XX6OH", {"XX6OH"}), ("oh eins zwei", {"012", "O12"}), ("1O2", {"1O2"}),
    ],
)  # fmt: skip
def test_an_oh_is_a_letter_or_a_digit_until_the_text_says_which(text: str, expected: set[str]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "oh, I want it", "A. I.", "I", "a b", "plan b", "A friend", "I for one like ice", "x", "the k in kilo", "J. Smith", "TV", "no",
        "Covid", "e.g. this", "the U.S. office",
    ],
)  # fmt: skip
def test_letters_alone_are_no_certain_code(text: str) -> None:
    assert plain(text).spans() == []


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("A 5 euros", ["5 euros"]), ("I 15", ["15"]), ("oh, eins", ["eins"]), ("16 h", ["16"]), ("COVID-19", ["19"]), ("10am", ["10"]),
        ("2-4", ["2", "4"]), ("12/15 x", ["12/15"]), ("the 5k", ["5"]),
    ],
)  # fmt: skip
def test_units_articles_and_ranges_are_no_parts_of_codes(text: str, spans: list[str]) -> None:
    assert [span.text for span in plain(text).spans()] == spans


def test_digits_in_a_row_are_the_number_they_make_too() -> None:
    assert values("eins zwei drei") == {code("123"), number(123)}
    assert number(12) not in values("null eins zwei")
    assert number(1234567) not in values("1 2 3 4 5 6 7")


def test_every_piece_of_a_run_is_a_code() -> None:
    reading = plain("1 2 3 4")
    pieces = {value.key for edges in reading.edges for _, value in edges if value.kind == "code"}
    assert pieces >= {"12", "23", "34", "123", "234", "1234"}


# --- paths


def _reaches_its_end(reading: Reading) -> bool:
    reached = {0}
    for i in range(len(reading.tokens)):
        if i in reached:
            reached |= {edge.end for edge in reading.edges[i]}
            if not reading.covered[i]:
                reached.add(i + 1)
    return len(reading.tokens) in reached


_WORDS = words(
    """
one two five fifteen twenty fifty hundred thousand and - , . ? ' : / a the of to at on point half quarter past o'clock pm am p m noon oh
zero double dollars cents percent $ € 50 7 30 2026 12 0012 5.99 4:30 3/3/2026 10:00 AM March may third second first twenty-first 21st
Tuesday next this tomorrow day week from ago days not don't isn't it no problem never moment A B x EM EM456 DX7Q2 u as in alpha see
you dash dot @ example.com com + plus ( ) letter number k grand couple dozen minus I sorry hours morning Mr USD fünfzig Uhr halb vier
quince y media las euros con siebenundzwanzig vingt quatre heures il y a deux 십오 만 원 오후 네 시 반 五 十 時 半 午後 三 月
"""
)


@given(
    st.sampled_from(LANGUAGES),
    st.lists(st.sampled_from(_WORDS), max_size=9),
    st.sampled_from([" ", " ", ""]),
    st.sampled_from([None, date(2026, 11, 30)]),
)
@example("en", ["plan", "B,", "7", "pm"], " ", None)
@example("en", ["minus", "4:30", "$"], " ", None)
@settings(max_examples=300, deadline=None)
def test_a_path_leads_through_every_text(
    language: str, said: list[str], space: str, day: date | None
) -> None:
    (known,) = (one for one in LANGUAGES if one == language)
    reading = read(space.join(said), Context(language_of(known), day))
    assert _reaches_its_end(reading)
    assert all(i < edge.end <= len(reading.tokens) for i, edges in enumerate(reading.edges) for edge in edges)
    assert all(
        any(reading.covered[i] for i in range(len(reading.tokens))) or not edges for edges in reading.edges
    )


@given(st.text(max_size=60))
@settings(max_examples=150, deadline=None)
def test_any_text_at_all_can_be_read(text: str) -> None:
    for language in LANGUAGES:
        reading = read(text, Context(language_of(language)))
        spans = reading.spans()
        assert [text[span.start : span.end] for span in spans] == [span.text for span in spans]
        assert [span.start for span in spans] == sorted(span.start for span in spans)
        assert all(span.readings and NOTHING not in span.readings for span in spans)


def test_what_may_be_nothing_is_no_span_and_has_its_edges() -> None:
    reading = plain("maybe 5")
    assert [span.text for span in reading.spans()] == ["5"]
    assert {edge.value for edge in reading.edges[0]} == {number(7), NOTHING}
    assert reading.covered == [True, True]


def test_a_path_may_pass_a_connective_that_begins_no_value() -> None:
    reading = plain("seven of them, of course")
    assert reading.edges[1] == [Edge(2, NOTHING)]
    assert not reading.edges[5]
    assert reading.covered == [True, True, True, False, False, False]


def test_a_value_behind_which_nothing_goes_on_is_dropped() -> None:
    # "7 pm" takes the 7, so "B7" would leave the "pm" over.
    reading = read("plan B, 7 pm", Context(language_of("en")))
    assert [span.text for span in reading.spans()] == ["7 pm"]
    assert reading.covered == [False, True, True, True, True]


@pytest.mark.parametrize(
    "text",
    [
        "1" * 5000, "9" * 5000 + " dollars", "3/" + "1" * 5000, "2026-1-" + "1" * 5000, "1" * 5000 + ":30", "at " + "1" * 5000,
        "one " * 400, "1.2." * 300, "a b c " * 200, "no " * 400, "minus " * 2000, "double " * 2000 + "five", "x@y." * 300, "A1" * 300,
        "one hundred and " * 300, "oh " * 300, "in " + "9" * 40 + " days", "dot at " * 300,
    ],
)  # fmt: skip
def test_long_texts_are_read_in_time(text: str) -> None:
    started = time.process_time()
    read(text, Context(language_of("en"), date(2026, 11, 30))).spans()
    assert time.process_time() - started < 2


def test_a_language_is_loaded_once() -> None:
    assert language_of("en") is language_of("en")

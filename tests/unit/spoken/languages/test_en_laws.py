"""Laws of English: what can be said reads back, in any style, and one changed digit is another value."""

from __future__ import annotations

import calendar
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import product

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from num2words import num2words

from callproof.spoken.language import Context, language_of
from callproof.spoken.reading import read
from callproof.spoken.values import Value, code, money, number
from tests.unit.spoken.languages import lattice

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_MONTHS = calendar.month_name[1:]


def can_agree(said: str, heard: str) -> bool:
    return lattice.can_agree("en", said, heard)


def in_words(n: int) -> str:
    return str(num2words(n))


def ordinal(n: int) -> str:
    return str(num2words(n, to="ordinal"))


@st.composite
def changed(draw: st.DrawFn, digits: str) -> str:
    """The digits with one of them replaced, and no new zero in front."""
    place = draw(st.integers(0, len(digits) - 1))
    others = [d for d in "0123456789" if d != digits[place] and (d != "0" or place or len(digits) == 1)]
    return digits[:place] + draw(st.sampled_from(others)) + digits[place + 1 :]


# --- numbers


def styles_of_number(n: int) -> list[str]:
    words = in_words(n)
    styles = [
        words,
        words.replace(" and ", " ").replace(",", ""),
        words.replace("-", " "),
        words.capitalize(),
        str(n),
        f"{n:,}",
    ]
    if words.startswith(("one hundred", "one thousand")):
        styles.append("a" + words[3:])
    if 1100 <= n <= 9999 and n // 100 % 10:
        rest = f" and {in_words(n % 100)}" if n % 100 else ""
        styles.append(f"{in_words(n // 100)} hundred{rest}")
    return styles


NUMBERS = st.one_of(st.integers(0, 99), st.integers(0, 9_999), st.integers(0, 999_999))


@pytest.mark.parametrize("hundreds", range(0, 10_000, 500))
def test_the_numbers_up_to_ten_thousand_read_back(hundreds: int) -> None:
    english = Context(language_of("en"))
    for n in range(hundreds, hundreds + 500, 7):
        (span,) = read(in_words(n), english).spans()
        assert {value for value in span.readings if value.kind == "number"} == {number(n)}


@given(NUMBERS, st.data())
@example(100_000, None)
@example(999_999, None)
@settings(max_examples=250, deadline=None)
def test_every_number_reads_back_in_every_style(n: int, data: st.DataObject | None) -> None:
    for style in styles_of_number(n):
        (span,) = lattice.read("en", style).spans()
        assert {value for value in span.readings if value.kind == "number"} == {number(n)}


@given(NUMBERS, st.data())
@settings(max_examples=250, deadline=None)
def test_a_changed_digit_is_another_number(n: int, data: st.DataObject) -> None:
    other = int(data.draw(changed(str(n))))
    said = data.draw(st.sampled_from(styles_of_number(n)))
    assert not can_agree(said, data.draw(st.sampled_from(styles_of_number(other))))
    assert can_agree(said, data.draw(st.sampled_from(styles_of_number(n))))


# --- codes


def _doubled(digits: str) -> str:
    words, i = [], 0
    while i < len(digits):
        twice = digits[i : i + 2] == digits[i] * 2
        words.append(("double " if twice else "") + _DIGITS[int(digits[i])])
        i += 2 if twice else 1
    return " ".join(words)


def _in_pairs(digits: str) -> str:
    """ "forty-eight twenty-one"; a pair with a zero in it is said in two digits."""
    pairs = [digits[i : i + 2] for i in range(0, len(digits), 2)]
    return " ".join(
        in_words(int(p)) if len(p) == 2 and "0" not in p else " ".join(_DIGITS[int(d)] for d in p)
        for p in pairs
    )


def styles_of_code(digits: str) -> list[str]:
    one_by_one = [_DIGITS[int(digit)] for digit in digits]
    return [
        " ".join(one_by_one), ", ".join(one_by_one), " ".join(one_by_one).replace("zero", "oh"), _doubled(digits), _in_pairs(digits), digits,
        " ".join(digits), f"{digits[:3]}-{digits[3:]}", f"{digits[:3]} {digits[3:]}",
    ]  # fmt: skip


@given(st.text("0123456789", min_size=6, max_size=10), st.data())
@settings(max_examples=200, deadline=None)
def test_a_code_is_the_same_in_every_style_and_another_with_another_digit(
    digits: str, data: st.DataObject
) -> None:
    said, heard = (data.draw(st.sampled_from(styles_of_code(digits))) for _ in range(2))
    place = data.draw(st.integers(0, len(digits) - 1))
    digit = data.draw(st.sampled_from([d for d in "0123456789" if d != digits[place]]))
    other = digits[:place] + digit + digits[place + 1 :]
    assert can_agree(said, heard)
    assert not can_agree(said, data.draw(st.sampled_from(styles_of_code(other))))


@given(
    st.text("ABCDEFGHJKLMNPQRSTUVWXYZ", min_size=2, max_size=3),
    st.text("123456789", min_size=3, max_size=4),
    st.data(),
)
@settings(max_examples=100, deadline=None)
def test_a_code_with_letters_reads_back(letters: str, digits: str, data: st.DataObject) -> None:
    assume(letters.lower() not in language_of("en").currencies)  # "EUR 111" is an amount
    spoken = " ".join(_DIGITS[int(digit)] for digit in digits)
    explained = ", ".join(f"{letter} as in {letter.lower()}word" for letter in letters)
    styles = [
        f"{' '.join(letters)} {spoken}",
        f"{letters}{digits}",
        f"{letters}-{digits}",
        f"{explained}, {spoken}",
        f"{' '.join(letters)} dash {digits}",
    ]
    said = data.draw(st.sampled_from(styles))
    assert code(letters + digits) in lattice.values("en", said)
    other = data.draw(changed(digits))
    assert not can_agree(said, letters + other)
    assert not can_agree(said, digits)


# --- times


def _of_twelve(hour: int) -> int:
    return (hour - 1) % 12 + 1


def styles_of_time(hour: int, minute: int, half: str) -> list[str]:
    """`half` is what says whether it is before or after noon, with the space in front, or empty."""
    spoken = in_words(_of_twelve(hour))
    styles = [f"{_of_twelve(hour)}:{minute:02}{half}"]
    if minute:
        styles.append(f"{spoken} {'oh ' if minute < 10 else ''}{in_words(minute)}{half}")
        styles.append(f"{in_words(minute)} minutes past {spoken}{half}")
    else:
        styles.append(f"{spoken} o'clock{half}")
    if minute == 30:
        styles.append(f"half past {spoken}{half}")
    if minute == 15:
        styles += [f"quarter past {spoken}{half}", f"a quarter after {spoken}{half}"]
    if minute in (5, 10, 20):
        styles.append(f"{in_words(minute)} past {spoken}{half}")
    if minute > 30 and hour % 12 != 11:
        following = in_words(_of_twelve(hour + 1))
        styles.append(f"{in_words(60 - minute)} minutes to {following}{half}")
        if minute == 45:
            styles.append(f"quarter to {following}{half}")
    return styles


def _halves(hour: int) -> list[str]:
    if hour in (0, 12):
        return [" am", " a.m.", " AM"] if hour == 0 else [" pm", " p.m.", " PM"]
    if hour < 12:
        return [" am", " a.m.", " A M", " in the morning"]
    return [" pm", " p.m.", " P M", " in the afternoon" if hour < 18 else " in the evening"]


MINUTES = st.one_of(st.sampled_from([0, 5, 10, 15, 20, 30, 45]), st.integers(0, 59))


@given(st.integers(0, 23), MINUTES, st.data())
@settings(max_examples=200, deadline=None)
def test_every_time_reads_back_in_every_style(hour: int, minute: int, data: st.DataObject) -> None:
    half = data.draw(st.sampled_from(_halves(hour)))
    for style in styles_of_time(hour, minute, half):
        assert lattice.times("en", style) == [f"{hour:02}:{minute:02}"]
    for style in styles_of_time(hour, minute, ""):
        assert lattice.times("en", style) == lattice.either(hour, minute, spoken=_of_twelve(hour))
    if hour >= 10 and hour > 12:
        assert lattice.times("en", f"{hour}:{minute:02}") == [f"{hour:02}:{minute:02}"]


@given(st.integers(0, 23), MINUTES, st.integers(1, 1439), st.data())
@settings(max_examples=200, deadline=None)
def test_another_time_never_agrees(hour: int, minute: int, later: int, data: st.DataObject) -> None:
    total = (hour * 60 + minute + later) % 1440
    other_hour, other_minute = divmod(total, 60)
    half, other_half = (data.draw(st.sampled_from(_halves(h))) for h in (hour, other_hour))
    said = data.draw(st.sampled_from(styles_of_time(hour, minute, half)))
    assert not can_agree(
        said, data.draw(st.sampled_from(styles_of_time(other_hour, other_minute, other_half)))
    )
    assert can_agree(said, data.draw(st.sampled_from(styles_of_time(hour, minute, ""))))


# --- dates


def _ranked(n: int) -> str:
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def styles_of_day(day: date) -> list[str]:
    month, spoken = _MONTHS[day.month - 1], ordinal(day.day)
    return [
        f"{month} {spoken}", f"the {spoken} of {month}", f"{month} the {spoken}", f"{month} {_ranked(day.day)}", f"{month} {day.day}",
        f"{day.day} {month}", f"{month[:3]} {day.day}", f"{_ranked(day.day)} of {month}", f"{month} {spoken.replace('-', ' ')}",
    ]  # fmt: skip


def styles_of_date(day: date) -> list[str]:
    year = str(num2words(day.year, to="year"))
    years = [year, year.replace("-", " "), str(day.year), in_words(day.year)]
    figures = [
        day.isoformat(),
        f"{day.month}/{day.day}/{day.year}",
        f"{day.month:02}/{day.day:02}/{day.year}",
    ]
    return figures + [
        f"{style}{sign} {spoken}" for style in styles_of_day(day) for spoken in years for sign in ("", ",")
    ]


DATES = st.dates(date(1920, 1, 1), date(2060, 12, 31))


@given(DATES, st.data())
@settings(max_examples=150, deadline=None)
def test_every_date_reads_back(day: date, data: st.DataObject) -> None:
    full = Value("date", (day.year, day.month, day.day))
    for style in data.draw(st.lists(st.sampled_from(styles_of_date(day)), min_size=3, max_size=3)):
        assert full in lattice.values("en", style)
    for style in styles_of_day(day):
        assert Value("date", (None, day.month, day.day)) in lattice.values("en", style)


@given(DATES, DATES, st.data())
@settings(max_examples=150, deadline=None)
def test_another_date_never_agrees(day: date, other: date, data: st.DataObject) -> None:
    assume(day != other)
    said, heard = (data.draw(st.sampled_from(styles_of_date(d)[3:])) for d in (day, other))
    assert not can_agree(said, heard)
    if (day.month, day.day) != (other.month, other.day):
        without_year, other_without = (data.draw(st.sampled_from(styles_of_day(d))) for d in (day, other))
        assert not can_agree(without_year, other_without)
        assert not can_agree(said, other_without)
    assert can_agree(said, data.draw(st.sampled_from(styles_of_date(day))))


# --- amounts


def styles_of_amount(total: int) -> list[str]:
    """`total` in cents."""
    dollars, cents = divmod(total, 100)
    words = in_words(dollars)
    styles = [
        f"${dollars}.{cents:02}",
        f"${dollars:,}.{cents:02}",
        f"{dollars}.{cents:02} dollars",
        f"{dollars}.{cents:02} USD",
    ]
    if not cents:
        return [
            *styles,
            f"${dollars}",
            f"{words} dollars",
            f"{dollars} bucks",
            f"{words.replace('-', ' ')} dollars",
        ]
    if not dollars:
        return [*styles, f"{in_words(cents)} cents", f"{cents}¢"]
    styles += [f"{words} dollars and {in_words(cents)} cents", f"{dollars} dollars {cents} cents"]
    return [*styles, f"{words} dollars {in_words(cents)}"] if cents >= 10 else styles


AMOUNTS = st.one_of(st.integers(1, 2_000).map(lambda n: 100 * n), st.integers(1, 100_000), st.integers(1, 99))


@given(AMOUNTS, st.data())
@settings(max_examples=200, deadline=None)
def test_every_amount_reads_back_and_a_changed_digit_is_another(total: int, data: st.DataObject) -> None:
    amount = Decimal(total) / 100
    for style in styles_of_amount(total):
        (span,) = lattice.read("en", style).spans()
        assert {money(amount, "USD"), money(amount, None)} & span.readings
    other = int(data.draw(changed(str(total))))
    assume(other > 0)
    said = data.draw(st.sampled_from(styles_of_amount(total)))
    assert not can_agree(said, data.draw(st.sampled_from(styles_of_amount(other))))
    assert can_agree(said, data.draw(st.sampled_from(styles_of_amount(total))))


@given(st.integers(1, 99), st.integers(10, 99))
@settings(max_examples=100, deadline=None)
def test_a_price_without_its_units(dollars: int, cents: int) -> None:
    said = f"{in_words(dollars)} {in_words(cents)}"
    assume(not (dollars >= 20 and dollars % 10 == 0 and cents < 10))
    assert can_agree(said, f"${dollars}.{cents}")
    assert can_agree(said, f"{dollars}{cents}")
    assert not can_agree(said, f"${dollars}.{(cents + 1) % 100:02}")


# --- addresses


@given(
    st.lists(st.sampled_from(["maria", "jo", "lopez", "x", "42", "b"]), min_size=2, max_size=3),
    st.sampled_from([(" dot ", "."), (" underscore ", "_"), (" dash ", "-")]),
    st.sampled_from(["example dot com", "my dash shop dot org", "mail dot example dot co dot uk"]),
)
@settings(max_examples=60, deadline=None)
def test_an_address_that_is_spelled_out_reads_back(
    parts: list[str], joint: tuple[str, str], host: str
) -> None:
    address = f"{joint[1].join(parts)}@{host.replace(' dot ', '.').replace(' dash ', '-')}"
    said = f"{joint[0].join(parts)} at {host}"
    assert can_agree(said, address)
    assert lattice.of_kind("en", said, "email") == {address}
    assert not can_agree(said, f"z{address}")


# What may stand behind the words that begin a value before few others, and behind that.
_BEHIND = sorted(
    {word for behind in language_of("en").starts_before.values() for word in behind}
    | {"", "of", "the", "day", "first", "three", "five", "march", "morning", "now", "today", "a", "-", ","}
)
_BEYOND = ("", "of the year", "tomorrow", "yesterday", "Monday", "day")


@pytest.mark.parametrize("first", sorted(language_of("en").starts_before))
@pytest.mark.parametrize("before", ["", "a ", "two "])
def test_a_word_that_is_no_start_before_most_words_would_begin_no_value_there(
    first: str, before: str
) -> None:
    english = language_of("en")
    everywhere = replace(english, starts_before={})
    for day in (None, date(2026, 3, 3)):
        for behind, beyond in product(_BEHIND, _BEYOND):
            text = f"{before}{first} {behind} {beyond}"
            found = read(text, Context(english, day)).edges
            assert found == read(text, Context(everywhere, day)).edges, text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("last Monday", Value("weekday", (0, "last"))),
        ("this coming Friday", Value("weekday", (4, "this"))),
        ("the last day of May", Value("date", (None, 5, 31))),
        ("the day after tomorrow", Value("day", 2)),
        ("a fortnight ago", Value("day", -14)),
        ("a week from today", Value("day", 7)),
        ("to-morrow", Value("day", 1)),
    ],
)
def test_words_that_begin_a_value_before_few_others_begin_it(text: str, value: Value) -> None:
    edges = read(text, Context(language_of("en"), None)).edges
    assert value in [edge.value for found in edges for edge in found]

"""German: compounds of any length, halves before the hour, weekdays, money and negation."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from num2words import num2words

from callproof.spoken.values import NEGATION, Value
from tests.unit.spoken.languages.lattice import (
    can_agree,
    counted,
    either,
    is_money,
    is_number,
    of_kind,
    read,
    spans,
    times,
    values,
)

MONDAY = date(2026, 11, 30)
MONTHS = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
]
WEEKDAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")


def in_words(number: int) -> str:
    return str(num2words(number, lang="de"))


def split(words: str) -> str:
    """A compound as a recogniser may cut it: "fünf und fünfzig", "zwei tausend drei hundert"."""
    for piece in ("tausend", "hundert", "und"):
        words = words.replace(piece, f" {piece} ")
    return words.replace("h und ert", "hundert").replace("ta us end", "tausend")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", 0), ("eins", 1), ("zwo", 2), ("fünfzehn", 15), ("fuenfzehn", 15), ("funfzehn", 15), ("einundzwanzig", 21),
        ("fünfundfünfzig", 55), ("fünf und fünfzig", 55), ("dreißig", 30), ("dreissig", 30), ("hundert", 100), ("einhundert", 100),
        ("ein hundert", 100), ("hunderteins", 101), ("hundertundeins", 101), ("hundert und fünf", 105), ("fünf hundert fünfzehn", 515),
        ("fünfhundertfünfzehn", 515), ("tausend", 1000), ("eintausendeinhundert", 1100), ("zwei tausend drei hundert", 2300),
        ("zweitausendsechsundzwanzig", 2026), ("neunzehnhundertvierundachtzig", 1984), ("elfhundert", 1100),
        ("einundzwanzigtausend", 21_000), ("eine Million", 1_000_000), ("zwei Millionen fünfhunderttausend", 2_500_000),
        ("3 Millionen", 3_000_000), ("1.234", 1234), ("15 000", 15_000),
        ("neunhundertneunundneunzigtausendneunhundertneunundneunzig", 999_999), ("zwei hundert fünfzigtausend", 250_000),
        ("fünf und zwanzigtausend drei", 25_003),
    ],
)  # fmt: skip
def test_cardinals(text: str, value: int) -> None:
    assert counted("de", text) == {value}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("drei Komma fünf", "3.5"), ("drei Komma null fünf", "3.05"), ("drei Komma eins vier", "3.14"), ("3,5", "3.5"),
        ("anderthalb", "1.5"), ("zweieinhalb", "2.5"), ("zweieinhalb Millionen", "2500000"), ("zwei Komma fünf Millionen", "2500000"),
        ("ein Komma fünf", "1.5"),
    ],
)  # fmt: skip
def test_decimals(text: str, value: str) -> None:
    assert is_number("de", text, value)


@pytest.mark.parametrize(
    "text",
    [
        "ein Moment", "einen Moment bitte", "eine Frage", "guten Morgen", "am Morgen", "tausend Dank", "ich achte darauf", "nicht wahr",
        "um Gottes Willen", "nach Hause", "halb so schlimm", "erst später", "die Millionen", "das ist so, oder nicht?",
    ],
)  # fmt: skip
def test_no_values(text: str) -> None:
    assert spans("de", text) == []


def test_what_does_not_melt_into_one_number() -> None:
    assert counted("de", "zwanzig fünf") == set()
    assert counted("de", "zwölf und zwanzig") == set()
    assert counted("de", "vier und acht") == set()
    assert counted("de", "vierzig achtundzwanzig") == set()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("vierzig achtundzwanzig", "4028"), ("fünf fünf neun neun", "5599"), ("A wie Anton fünf fünf", "A55"),
        ("zwo drei null null", "2300"), ("Doppel fünf neun", "559"), ("E wie Emil vier fünf sechs", "E456"), ("null null zwölf", "0012"),
    ],
)  # fmt: skip
def test_codes(text: str, key: str) -> None:
    assert Value("code", key) in values("de", text)


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("zweiundfünfzig Euro zehn", "52.10", "EUR"), ("zweiundfünfzig Euro und zehn Cent", "52.10", "EUR"), ("52,10 €", "52.10", "EUR"),
        ("52,10 Euro", "52.10", "EUR"), ("ein Euro fünfzig", "1.50", "EUR"), ("fünfzig Cent", "0.50", None),
        ("zwanzig Franken fünfzig", "20.50", "CHF"), ("zehn Dollar", "10", "USD"), ("zwei Millionen Euro", "2000000", "EUR"),
        ("fünfzig Rappen", "0.50", "CHF"), ("zwölf fünfzig", "12.50", None), ("1'500.50 CHF", "1500.50", "CHF"),
    ],
)  # fmt: skip
def test_money(text: str, amount: str, currency: str | None) -> None:
    assert is_money("de", text, amount, currency)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("halb fünf", ["04:30", "16:30"]), ("um halb 5", ["04:30", "16:30"]), ("halb eins", ["00:30", "12:30"]),
        ("Viertel vor acht", ["07:45", "19:45"]), ("Viertel nach acht", ["08:15", "20:15"]), ("dreiviertel acht", ["07:45", "19:45"]),
        ("viertel acht", ["07:15", "19:15"]), ("fünf vor halb acht", ["07:25", "19:25"]), ("fünf nach halb acht", ["07:35", "19:35"]),
        ("zehn nach acht", ["08:10", "20:10"]), ("zehn Minuten vor acht", ["07:50", "19:50"]), ("vier Uhr", ["04:00", "16:00"]),
        ("sechzehn Uhr dreißig", ["16:30"]), ("16 Uhr 30", ["16:30"]), ("16.30 Uhr", ["16:30"]), ("16:30 Uhr", ["16:30"]),
        ("um acht", ["08:00", "20:00"]), ("um acht Uhr morgens", ["08:00"]), ("acht Uhr abends", ["20:00"]), ("um eins", ["01:00", "13:00"]),
        ("Mitternacht", ["00:00"]), ("drei Uhr nachts", ["03:00"]), ("mittags um zwölf", ["12:00"]), ("morgens um halb neun", ["08:30"]), ("ein Uhr", ["01:00", "13:00"]),
    ],
)  # fmt: skip
def test_times(text: str, found: list[str]) -> None:
    assert times("de", text) == found


def test_the_part_of_the_day_before_a_time() -> None:
    assert {("time", (20, 0))} <= {
        (value.kind, value.key) for value in read("de", "heute Abend um acht").spans()[1].readings
    }
    assert not can_agree("de", "heute Abend um acht", "heute um 8 Uhr morgens")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("der dritte März", (None, 3, 3)), ("am dritten März", (None, 3, 3)), ("dritter März", (None, 3, 3)), ("am 3. März", (None, 3, 3)),
        ("am dritten dritten", (None, 3, 3)), ("3. März 2026", (2026, 3, 3)), ("der einunddreißigste Dezember", (None, 12, 31)),
        ("erster Mai zweitausendsechsundzwanzig", (2026, 5, 1)), ("3.3.2026", (2026, 3, 3)), ("am 3.3.", (None, 3, 3)), ("am 15. 3.", (None, 3, 15)), ("im Maerz", (None, 3, None)),
    ],
)  # fmt: skip
def test_dates(text: str, key: tuple[int | None, ...]) -> None:
    assert key in of_kind("de", text, "date")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("am Dienstag", (1, None)), ("nächsten Dienstag", (1, "next")), ("kommenden Dienstag", (1, "next")),
        ("letzten Dienstag", (1, "last")), ("diesen Dienstag", (1, "this")), ("dienstags", (1, None)), ("Dienstagabend", (1, None)),
        ("Sonnabend", (5, None)), ("Dienstag nächster Woche", (1, "next")),
    ],
)  # fmt: skip
def test_weekdays(text: str, key: tuple[int, str | None]) -> None:
    assert key in of_kind("de", text, "weekday")


@pytest.mark.parametrize(
    ("text", "days"),
    [("heute", 0), ("morgen", 1), ("morgen früh", 1), ("Bis morgen!", 1), ("übermorgen", 2), ("gestern", -1), ("in drei Tagen", 3),
     ("vor zwei Wochen", -14), ("heute Morgen", 0)],
)  # fmt: skip
def test_days(text: str, days: int) -> None:
    assert of_kind("de", text, "day") == {days}


def test_days_have_dates_when_the_day_of_the_call_is_known() -> None:
    assert of_kind("de", "morgen", "date", MONDAY) == {(2026, 12, 1)}
    assert of_kind("de", "nächsten Dienstag", "date", MONDAY) == {(2026, 12, 1), (2026, 12, 8)}


@pytest.mark.parametrize("text", ["fünfzehn Prozent", "15 Prozent", "15 %"])
def test_percentages(text: str) -> None:
    assert Value("percent", 15) in values("de", text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("das will ich nicht", 1),
        ("kein Zucker", 1),
        ("nie wieder", 1),
        ("nein", 1),
        ("das will ich", 0),
        ("gut, nicht wahr?", 0),
    ],
)
def test_negations(text: str, count: int) -> None:
    edges = [edge for place in read("de", text).edges for edge in place]
    assert sum(edge.value == NEGATION for edge in edges) == count


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("fünfzehn", "fünfzig"), ("zweiundfünfzig", "fünfundzwanzig"), ("halb fünf", "5:30"), ("Viertel vor acht", "8:15"),
        ("Dienstag", "Donnerstag"), ("morgen", "übermorgen"), ("ich will das", "ich will das nicht"), ("fünf vor vier", "vier nach fünf"),
        ("fünf vor vier", "fünf nach vier"), ("um acht Uhr morgens", "um acht Uhr abends"), ("dritter März", "dreizehnter März"),
        ("fünfzig Euro", "fünfzig Dollar"), ("zwei", "drei"), ("hundert zwei", "1002"), ("ein Euro zehn", "1,01 €"),
    ],
)  # fmt: skip
def test_what_is_different(said: str, heard: str) -> None:
    assert not can_agree("de", said, heard)


@given(st.integers(0, 999_999_999))
@example(1)
@example(21_021_021)
def test_every_number_reads_back(number: int) -> None:
    words = in_words(number)
    assert counted("de", words) == {number}
    assert counted("de", split(words)) == {number}
    assert counted("de", words.replace("ü", "ue").replace("ö", "oe").replace("ß", "ss")) == {number}


@given(st.integers(0, 999_999), st.integers(0, 5), st.integers(1, 9))
def test_a_changed_digit_never_agrees(number: int, place: int, change: int) -> None:
    digit = number // 10**place % 10
    other = number + ((digit + change) % 10 - digit) * 10**place
    assert not can_agree("de", in_words(number), in_words(other))
    assert not can_agree("de", in_words(number), str(other))
    assert can_agree("de", in_words(number), str(number))


@given(st.integers(2, 9999), st.integers(1, 99), st.booleans())
def test_every_amount_reads_back(whole: int, cents: int, named: bool) -> None:
    words = f"{in_words(whole)} Euro {in_words(cents)}" + " Cent" * named
    assert is_money("de", words, f"{whole}.{cents:02}", "EUR")
    assert not can_agree("de", words, f"{whole},{cents % 99 + 1:02} €")


@given(st.integers(0, 23), st.integers(0, 59))
def test_every_time_reads_back(hour: int, minute: int) -> None:
    words = f"{'ein' if hour == 1 else in_words(hour)} Uhr" + (f" {in_words(minute)}" if minute else "")
    assert times("de", words) == either(hour, minute, spoken=hour)
    assert can_agree("de", words, f"{hour:02}:{minute:02} Uhr")
    assert not can_agree("de", words, f"{hour:02}:{(minute + 1) % 60:02} Uhr")


@given(st.dates(date(1950, 1, 1), date(2099, 12, 31)), st.booleans())
def test_every_date_reads_back(day: date, figures: bool) -> None:
    first = f"{day.day}." if figures else f"{num2words(day.day, lang='de', to='ordinal')}n"
    year = day.year if figures else num2words(day.year, lang="de", to="year")
    assert of_kind("de", f"am {first} {MONTHS[day.month - 1]} {year}", "date") == {
        (day.year, day.month, day.day)
    }


@given(
    st.sampled_from(WEEKDAYS),
    st.sampled_from(WEEKDAYS),
    st.sampled_from(["am {}", "nächsten {}", "letzten {}"]),
)
def test_every_weekday_reads_back(one: str, other: str, frame: str) -> None:
    assert can_agree("de", frame.format(one), frame.format(other)) == (one == other)

"""Italian: compounds and their elisions, "sei" that is no six, money, weekdays, times and negation."""

from __future__ import annotations

import re
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
    "gennaio",
    "febbraio",
    "marzo",
    "aprile",
    "maggio",
    "giugno",
    "luglio",
    "agosto",
    "settembre",
    "ottobre",
    "novembre",
    "dicembre",
]
WEEKDAYS = ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica")


def in_words(number: int) -> str:
    """num2words writes "centodicotto" for 118; it is "centodiciotto"."""
    return str(num2words(number, lang="it")).replace("dicotto", "diciotto")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("zero", 0), ("tre", 3), ("quindici", 15), ("ventuno", 21), ("ventun", 21), ("ventotto", 28), ("ventitré", 23), ("ventitre", 23),
        ("venti tre", 23), ("trentuno", 31), ("ottantotto", 88), ("novantanove", 99), ("cento", 100), ("centouno", 101), ("centuno", 101),
        ("cento uno", 101), ("cento e uno", 101), ("centotto", 108), ("centootto", 108), ("centottanta", 180), ("centodiciotto", 118),
        ("duecento", 200), ("due cento", 200), ("duecentocinquanta", 250), ("cinquecentoquindici", 515), ("mille", 1000),
        ("milleuno", 1001), ("millecento", 1100), ("milleduecento", 1200), ("mille duecento", 1200), ("duemila", 2000),
        ("duemilaventisei", 2026), ("due mila", 2000), ("ventunomila", 21_000), ("centomila", 100_000), ("un milione", 1_000_000), ("cento quarantamila", 140_000),
        ("due milioni e cinquecentomila", 2_500_000), ("millenovecentonovantanove", 1999), ("1.234", 1234), ("5 mila", 5000),
    ],
)  # fmt: skip
def test_cardinals(text: str, value: int) -> None:
    assert counted("it", text) == {value}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("tre virgola cinque", "3.5"), ("tre virgola zero cinque", "3.05"), ("tre virgola quattordici", "3.14"), ("3,5", "3.5"),
        ("un virgola cinque", "1.5"), ("due e mezzo", "2.5"), ("due milioni e mezzo", "2500000"), ("1.234,50", "1234.5"),
    ],
)  # fmt: skip
def test_decimals(text: str, value: str) -> None:
    assert is_number("it", text, value)


@pytest.mark.parametrize(
    "text",
    [
        "un momento", "una domanda", "un secondo", "uno sconto", "grazie mille", "prima di tutto", "secondo me", "sei sicuro?",
        "tu sei gentile", "come no", "di niente", "di mattina", "i miei amici e io", "mezz'ora", "va bene, no?",
    ],
)  # fmt: skip
def test_no_values(text: str) -> None:
    assert spans("it", text) == []


def test_from_nine_to_five_is_no_time_before_five() -> None:
    assert spans("it", "dalle nove alle cinque") == ["nove", "cinque"]


def test_six_and_one_where_they_are_numbers() -> None:
    assert is_number("it", "sei biglietti", 6)
    assert is_number("it", "ne voglio uno", 1)
    assert is_number("it", "le sei", 6)


def test_what_does_not_melt_into_one_number() -> None:
    assert counted("it", "venti trenta") == set()
    assert counted("it", "due tre") == set()
    assert counted("it", "venti un") == set()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("cinque cinque nove nove", "5599"), ("doppio cinque nove", "559"), ("A come Ancona cinque cinque", "A55"),
        ("zero uno due", "012"), ("cinquantacinque novantanove", "5599"), ("B come Bologna sei sei", "B66"),
    ],
)  # fmt: skip
def test_codes(text: str, key: str) -> None:
    assert Value("code", key) in values("it", text)


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("dieci euro e cinquanta", "10.50", "EUR"), ("cinquantadue euro e dieci centesimi", "52.10", "EUR"), ("52,10 €", "52.10", "EUR"),
        ("cinquantadue euro dieci", "52.10", "EUR"), ("un euro", "1", "EUR"), ("ventun euro", "21", "EUR"),
        ("cinquanta centesimi", "0.50", None), ("tre euro e mezzo", "3.5", "EUR"), ("quindici dollari", "15", "USD"),
        ("due milioni di euro", "2000000", "EUR"), ("venti sterline", "20", "GBP"), ("milleduecento euro", "1200", "EUR"), ("dodici e novanta", "12.90", None),
    ],
)  # fmt: skip
def test_money(text: str, amount: str, currency: str | None) -> None:
    assert is_money("it", text, amount, currency)


@pytest.mark.parametrize("text", ["quindici per cento", "15%", "15 per cento"])
def test_percentages(text: str) -> None:
    assert Value("percent", 15) in values("it", text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("le quattro", ["04:00", "16:00"]), ("le quattro e mezza", ["04:30", "16:30"]), ("le quattro e mezzo", ["04:30", "16:30"]),
        ("le otto meno un quarto", ["07:45", "19:45"]), ("le otto e un quarto", ["08:15", "20:15"]),
        ("le otto e tre quarti", ["08:45", "20:45"]), ("alle otto e dieci", ["08:10", "20:10"]), ("alle sedici e trenta", ["16:30"]),
        ("ore 16:30", ["16:30"]), ("alle 16.30", ["16:30"]), ("alle otto di sera", ["20:00"]), ("alle otto di mattina", ["08:00"]),
        ("alle tre di notte", ["03:00"]), ("alle tre del pomeriggio", ["15:00"]), ("mezzogiorno", ["12:00"]),
        ("mezzogiorno e mezza", ["12:30"]), ("mezzanotte", ["00:00"]), ("all'una", ["01:00", "13:00"]),
        ("all'una e mezza", ["01:30", "13:30"]), ("le nove in punto", ["09:00", "21:00"]), ("mancano dieci minuti alle otto", ["07:50", "19:50"]),
    ],
)  # fmt: skip
def test_times(text: str, found: list[str]) -> None:
    assert times("it", text) == found


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("il tre marzo", (None, 3, 3)), ("il 3 marzo 2026", (2026, 3, 3)), ("il tre marzo duemilaventisei", (2026, 3, 3)),
        ("il primo maggio", (None, 5, 1)), ("il 1º maggio", (None, 5, 1)), ("l'8 marzo", (None, 3, 8)), ("a marzo", (None, 3, None)),
        ("3/3/2026", (2026, 3, 3)),
    ],
)  # fmt: skip
def test_dates(text: str, key: tuple[int | None, ...]) -> None:
    assert key in of_kind("it", text, "date")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("martedì", (1, None)), ("martedi", (1, None)), ("martedì prossimo", (1, "next")), ("il prossimo martedì", (1, "next")),
        ("martedì scorso", (1, "last")), ("questo martedì", (1, "this")), ("domenica", (6, None)),
    ],
)  # fmt: skip
def test_weekdays(text: str, key: tuple[int, str | None]) -> None:
    assert key in of_kind("it", text, "weekday")


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("oggi", 0),
        ("domani", 1),
        ("dopodomani", 2),
        ("ieri", -1),
        ("l'altro ieri", -2),
        ("fra tre giorni", 3),
        ("tre giorni fa", -3),
    ],
)
def test_days(text: str, days: int) -> None:
    assert of_kind("it", text, "day") == {days}


def test_days_have_dates_when_the_day_of_the_call_is_known() -> None:
    assert of_kind("it", "domani", "date", MONDAY) == {(2026, 12, 1)}
    assert of_kind("it", "martedì prossimo", "date", MONDAY) == {(2026, 12, 1), (2026, 12, 8)}


@pytest.mark.parametrize(
    ("text", "rank"), [("il secondo", 2), ("la prima volta", 1), ("il terzo piano", 3), ("ventunesimo", 21)]
)
def test_ordinals(text: str, rank: int) -> None:
    assert Value("ordinal", rank) in values("it", text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("non lo voglio", 1),
        ("non c'è nessuno", 1),
        ("nessuno", 1),
        ("no", 1),
        ("lo voglio", 0),
        ("come no", 0),
        ("va bene, no?", 0),
    ],
)
def test_negations(text: str, count: int) -> None:
    edges = [edge for place in read("it", text).edges for edge in place]
    assert sum(edge.value == NEGATION for edge in edges) == count


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("quindici", "cinquanta"), ("sessanta", "settanta"), ("tre", "tredici"), ("martedì", "giovedì"), ("domani", "dopodomani"),
        ("lo voglio", "non lo voglio"), ("alle otto di mattina", "alle otto di sera"), ("tre marzo", "tre maggio"),
        ("dieci euro e cinquanta", "dieci euro e sessanta"), ("sei biglietti", "sette biglietti"), ("dieci euro", "dieci dollari"),
        ("cento due", "1002"), ("due milioni", "2 mila"),
    ],
)  # fmt: skip
def test_what_is_different(said: str, heard: str) -> None:
    assert not can_agree("it", said, heard)


@given(st.integers(0, 999_999_999))
@example(118)
@example(100_300)
@example(1_000_000)
@example(21_021_121)
def test_every_number_reads_back(number: int) -> None:
    words = in_words(number)
    assert counted("it", words) == {number}
    assert counted("it", words.replace("é", "e")) == {number}
    assert counted("it", re.sub("(mila|cento)(?!t|mila)", r"\1 ", words).strip()) == {number}


@given(st.integers(0, 999_999), st.integers(0, 5), st.integers(1, 9))
def test_a_changed_digit_never_agrees(number: int, place: int, change: int) -> None:
    digit = number // 10**place % 10
    other = number + ((digit + change) % 10 - digit) * 10**place
    assert not can_agree("it", in_words(number), in_words(other))
    assert not can_agree("it", in_words(number), str(other))
    assert can_agree("it", in_words(number), str(number))


@given(st.integers(2, 9999), st.integers(1, 99), st.booleans())
def test_every_amount_reads_back(whole: int, cents: int, named: bool) -> None:
    words = f"{in_words(whole)} euro e {in_words(cents)}" + " centesimi" * named
    assert is_money("it", words, f"{whole}.{cents:02}", "EUR")
    assert not can_agree("it", words, f"{whole},{cents % 99 + 1:02} €")


@given(st.integers(2, 23), st.integers(0, 59))
def test_every_time_reads_back(hour: int, minute: int) -> None:
    words = f"alle {in_words(hour)}" + (f" e {in_words(minute)}" if minute else "")
    assert times("it", words) == either(hour, minute, spoken=hour)
    assert can_agree("it", words, f"alle {hour:02}:{minute:02}")
    assert not can_agree("it", words, f"alle {hour:02}:{(minute + 1) % 60:02}")


@given(st.dates(date(1950, 1, 1), date(2099, 12, 31)), st.booleans())
def test_every_date_reads_back(day: date, figures: bool) -> None:
    number, year = (str(day.day), str(day.year)) if figures else (in_words(day.day), in_words(day.year))
    first = "primo" if day.day == 1 else number
    assert of_kind("it", f"il {first} {MONTHS[day.month - 1]} {year}", "date") == {
        (day.year, day.month, day.day)
    }


@given(
    st.sampled_from(WEEKDAYS), st.sampled_from(WEEKDAYS), st.sampled_from(["{}", "{} prossimo", "{} scorso"])
)
def test_every_weekday_reads_back(one: str, other: str, frame: str) -> None:
    frame = frame.replace("prossimo", "prossima") if "domenica" in (one, other) else frame
    assert can_agree("it", frame.format(one), frame.format(other)) == (one == other)

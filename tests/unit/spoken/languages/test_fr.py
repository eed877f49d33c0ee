"""French: the seventies and nineties of three countries, hyphens old and new, hours, weekdays, money and negation."""

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
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
]
WEEKDAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")


def in_words(number: int, country: str = "fr") -> str:
    return str(num2words(number, lang=country))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("zéro", 0), ("zero", 0), ("quinze", 15), ("dix-sept", 17), ("dix sept", 17), ("vingt et un", 21), ("vingt-et-un", 21),
        ("vingt et une", 21), ("vingt-deux", 22), ("vingt deux", 22), ("soixante et onze", 71), ("soixante-et-onze", 71),
        ("soixante-quinze", 75), ("quatre-vingts", 80), ("quatre vingt", 80), ("quatre-vingt-un", 81), ("quatre vingt dix", 90),
        ("quatre-vingt-onze", 91), ("quatre-vingt-dix-neuf", 99), ("quatre vingt dix neuf", 99), ("septante-deux", 72),
        ("septante et un", 71), ("huitante", 80), ("octante-cinq", 85), ("nonante-neuf", 99), ("cent", 100), ("cent un", 101),
        ("cent-un", 101), ("deux cents", 200), ("deux cent cinquante", 250), ("cinq cent quatre-vingts", 580), ("mille", 1000),
        ("mille deux cents", 1200), ("douze cents", 1200), ("dix-neuf cent quatre-vingt-dix-neuf", 1999), ("deux mille vingt-six", 2026),
        ("deux-mille-vingt-six", 2026), ("un million", 1_000_000), ("deux millions cinq cent mille", 2_500_000), ("15 000", 15_000),
        ("1 234 567", 1_234_567), ("5 millions", 5_000_000),
    ],
)  # fmt: skip
def test_cardinals(text: str, value: int) -> None:
    assert counted("fr", text) == {value}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("trois virgule cinq", "3.5"), ("trois virgule zéro cinq", "3.05"), ("trois virgule quatorze", "3.14"), ("3,5", "3.5"),
        ("un virgule cinq", "1.5"), ("deux et demi", "2.5"), ("deux millions et demi", "2500000"), ("1 234,50", "1234.5"),
        ("zéro virgule quatre-vingt", "0.8"),
    ],
)  # fmt: skip
def test_decimals(text: str, value: str) -> None:
    assert is_number("fr", text, value)


@pytest.mark.parametrize(
    "text",
    [
        "un instant", "une commande", "une seconde", "mille mercis", "c'est bien ça, n'est-ce pas ?", "moi non plus",
        "j'en veux plus tard", "à la prochaine", "le soir", "Quoi de neuf ?", "un téléphone tout neuf", "les cents", "il y a une personne", "cet après-midi",
    ],
)  # fmt: skip
def test_no_values(text: str) -> None:
    assert spans("fr", text) == []


def test_an_article_is_a_digit_only_among_digits() -> None:
    assert Value("code", "0123") in values("fr", "zéro un deux trois")
    assert Value("code", "571") in values("fr", "cinq, sept, un")
    assert spans("fr", "à deux un moment") == ["deux"]


def test_what_does_not_melt_into_one_number() -> None:
    assert counted("fr", "vingt et onze") == set()
    assert counted("fr", "dix-six") == set()
    assert counted("fr", "cent et deux") == set()
    assert counted("fr", "deux trois") == set()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("zéro six douze trente-quatre cinquante-six soixante-dix-huit", "0612345678"), ("06 12 34 56 78", "0612345678"),
        ("cinq cinq neuf neuf", "5599"), ("double cinq neuf", "559"), ("E comme Eugène cinq cinq", "E55"), ("B comme Bernard deux", "B2"),
    ],
)  # fmt: skip
def test_codes(text: str, key: str) -> None:
    assert Value("code", key) in values("fr", text)


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("cinquante-deux euros dix", "52.10", "EUR"), ("cinquante-deux euros et dix centimes", "52.10", "EUR"), ("52,10 €", "52.10", "EUR"),
        ("52€10", "52.10", "EUR"), ("un euro", "1", "EUR"), ("cinquante centimes", "0.50", None), ("quinze dollars", "15", "USD"),
        ("quinze dollars canadiens", "15", "CAD"), ("deux millions d'euros", "2000000", "EUR"), ("trois euros et demi", "3.5", "EUR"),
        ("vingt francs", "20", "CHF"), ("dix livres sterling", "10", "GBP"), ("mille deux cents euros", "1200", "EUR"),
    ],
)  # fmt: skip
def test_money(text: str, amount: str, currency: str | None) -> None:
    assert is_money("fr", text, amount, currency)


def test_a_hundred_euros_and_per_cent() -> None:
    assert is_money("fr", "pour cent euros", "100", "EUR")
    assert Value("percent", 15) in values("fr", "quinze pour cent")
    assert Value("percent", 15) in values("fr", "15 %")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("quatre heures", ["04:00", "16:00"]), ("quatre heures et demie", ["04:30", "16:30"]), ("quatre heures trente", ["04:30", "16:30"]),
        ("huit heures moins le quart", ["07:45", "19:45"]), ("huit heures et quart", ["08:15", "20:15"]),
        ("huit heures moins dix", ["07:50", "19:50"]), ("seize heures trente", ["16:30"]), ("16h30", ["16:30"]), ("16 h 30", ["16:30"]),
        ("08h30", ["08:30"]), ("midi", ["12:00"]), ("midi et demi", ["12:30"]), ("minuit", ["00:00"]),
        ("trois heures de l'après-midi", ["15:00"]), ("huit heures du matin", ["08:00"]), ("huit heures du soir", ["20:00"]),
        ("une heure du matin", ["01:00"]), ("ce soir à huit heures", ["20:00"]), ("neuf heures précises", ["09:00", "21:00"]),
    ],
)  # fmt: skip
def test_times(text: str, found: list[str]) -> None:
    assert times("fr", text) == found


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("le trois mars", (None, 3, 3)), ("le 3 mars 2026", (2026, 3, 3)), ("le premier mai", (None, 5, 1)), ("le 1er mai", (None, 5, 1)),
        ("le trois mars deux mille vingt-six", (2026, 3, 3)), ("3/3/2026", (2026, 3, 3)), ("en aout", (None, 8, None)),
        ("le trente et un décembre", (None, 12, 31)),
    ],
)  # fmt: skip
def test_dates(text: str, key: tuple[int | None, ...]) -> None:
    assert key in of_kind("fr", text, "date")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("mardi", (1, None)), ("mardi prochain", (1, "next")), ("mardi dernier", (1, "last")), ("ce mardi", (1, "this")),
        ("mardi de la semaine prochaine", (1, "next")), ("les samedis", (5, None)),
    ],
)  # fmt: skip
def test_weekdays(text: str, key: tuple[int, str | None]) -> None:
    assert key in of_kind("fr", text, "weekday")


@pytest.mark.parametrize(
    ("text", "days"),
    [("aujourd'hui", 0), ("aujourd’hui", 0), ("demain", 1), ("après-demain", 2), ("hier", -1), ("avant-hier", -2), ("dans trois jours", 3),
     ("il y a deux semaines", -14)],
)  # fmt: skip
def test_days(text: str, days: int) -> None:
    assert of_kind("fr", text, "day") == {days}


def test_days_have_dates_when_the_day_of_the_call_is_known() -> None:
    assert of_kind("fr", "demain", "date", MONDAY) == {(2026, 12, 1)}
    assert of_kind("fr", "mardi prochain", "date", MONDAY) == {(2026, 12, 1), (2026, 12, 8)}


@pytest.mark.parametrize(
    ("text", "rank"), [("le premier", 1), ("la deuxième fois", 2), ("vingt et unième", 21), ("2e", 2)]
)
def test_ordinals(text: str, rank: int) -> None:
    assert Value("ordinal", rank) in values("fr", text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("je ne veux pas", 1), ("je veux pas", 1), ("je n'en veux plus", 1), ("je n'ai rien dit", 1), ("personne n'est venu", 1),
        ("il n'y a aucun problème", 1), ("jamais", 1), ("non", 1), ("je ne veux que le livre", 0), ("c'est ça, n'est-ce pas ?", 0),
        ("j'en veux plus", 0), ("non, je ne veux pas", 2), ("je le veux", 0),
    ],
)  # fmt: skip
def test_negations(text: str, count: int) -> None:
    edges = [edge for place in read("fr", text).edges for edge in place]
    assert sum(edge.value == NEGATION for edge in edges) == count


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("quinze", "cinquante"), ("soixante-cinq", "soixante-quinze"), ("quatre-vingts", "quatre-vingt-dix"), ("deux cents", "douze cents"),
        ("quatre heures et demie", "quatre heures et quart"), ("mardi", "jeudi"), ("demain", "après-demain"), ("six", "dix"),
        ("je le veux", "je ne le veux pas"), ("huit heures du matin", "huit heures du soir"), ("trois mars", "treize mars"),
        ("cent deux", "1002"), ("vingt mille", "vingt et un mille"), ("mille deux", "10 002"), ("soixante-dix", "6010"), ("deux euros", "deux dollars"),
    ],
)  # fmt: skip
def test_what_is_different(said: str, heard: str) -> None:
    assert not can_agree("fr", said, heard)


@given(st.integers(0, 999_999_999), st.sampled_from(["fr", "fr_CH", "fr_BE"]))
@example(1_000_000, "fr")
@example(81, "fr_BE")
@example(99_091, "fr")
def test_every_number_reads_back(number: int, country: str) -> None:
    words = in_words(number, country)
    expected = set() if number == 1 else {number}  # "un" alone is an article
    assert counted("fr", words) == expected
    assert counted("fr", words.replace("-", " ")) == expected
    assert counted("fr", words.replace(" ", "-")) == expected


@given(st.integers(2, 999_999), st.integers(0, 5), st.integers(1, 9))
def test_a_changed_digit_never_agrees(number: int, place: int, change: int) -> None:
    digit = number // 10**place % 10
    other = number + ((digit + change) % 10 - digit) * 10**place
    assert not can_agree("fr", in_words(number), in_words(other))
    assert not can_agree("fr", in_words(number), str(other))
    assert can_agree("fr", in_words(number), str(number))


@given(st.integers(2, 9999), st.integers(1, 99), st.booleans())
def test_every_amount_reads_back(whole: int, cents: int, named: bool) -> None:
    words = f"{in_words(whole)} euros {in_words(cents)}" + " centimes" * named
    assert is_money("fr", words, f"{whole}.{cents:02}", "EUR")
    assert not can_agree("fr", words, f"{whole},{cents % 99 + 1:02} €")


@given(st.integers(0, 23), st.integers(0, 59))
def test_every_time_reads_back(hour: int, minute: int) -> None:
    words = f"{'une heure' if hour == 1 else in_words(hour) + ' heures'}" + (
        f" {in_words(minute)}" if minute else ""
    )
    words = words.replace("vingt et un heures", "vingt et une heures")
    assert times("fr", words) == either(hour, minute, spoken=hour)
    assert can_agree("fr", words, f"{hour:02}h{minute:02}")
    assert not can_agree("fr", words, f"{hour:02}h{(minute + 1) % 60:02}")


@given(st.dates(date(1950, 1, 1), date(2099, 12, 31)), st.booleans())
def test_every_date_reads_back(day: date, figures: bool) -> None:
    number, year = (str(day.day), str(day.year)) if figures else (in_words(day.day), in_words(day.year))
    first = "premier" if day.day == 1 else number
    assert of_kind("fr", f"le {first} {MONTHS[day.month - 1]} {year}", "date") == {
        (day.year, day.month, day.day)
    }


@given(
    st.sampled_from(WEEKDAYS), st.sampled_from(WEEKDAYS), st.sampled_from(["{}", "{} prochain", "{} dernier"])
)
def test_every_weekday_reads_back(one: str, other: str, frame: str) -> None:
    assert can_agree("fr", frame.format(one), frame.format(other)) == (one == other)

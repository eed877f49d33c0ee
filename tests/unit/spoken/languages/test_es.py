"""Spanish: numbers, codes, money, dates, times and negation, in all their spellings."""

from __future__ import annotations

from datetime import date, timedelta

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
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
]
WEEKDAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")


def in_words(number: int) -> str:
    """num2words leaves "uno" before "mil" and "millones" ("veintiuno mil"); here it is shortened as people say it."""
    words = str(num2words(number, lang="es"))
    for unit in ("mil", "millones"):
        words = words.replace(f"veintiuno {unit}", f"veintiún {unit}").replace(f" uno {unit}", f" un {unit}")
    return words


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("cero", 0), ("uno", 1), ("quince", 15), ("dieciséis", 16), ("dieciseis", 16), ("diez y seis", 16), ("veintiuno", 21),
        ("veintiún", 21), ("veintiuna", 21), ("veinte y uno", 21), ("veintitrés", 23), ("veintitres", 23), ("treinta y uno", 31),
        ("treinta y un", 31), ("treinta y una", 31), ("treintaiuno", 31), ("treinta cinco", 35), ("noventa y nueve", 99), ("cien", 100),
        ("ciento", 100), ("ciento uno", 101), ("ciento quince", 115), ("doscientas dos", 202), ("quinientos", 500), ("quinientas", 500),
        ("setecientas setenta y siete", 777), ("novecientos noventa y nueve", 999), ("mil", 1000), ("mil uno", 1001), ("mil cien", 1100),
        ("cien mil", 100_000), ("ciento un mil", 101_000), ("veintiún mil", 21_000), ("un millón", 1_000_000),
        ("un millon mil", 1_001_000), ("dos millones quinientos mil", 2_500_000), ("treinta y un millones", 31_000_000),
        ("mil millones", 1_000_000_000), ("1.234", 1234), ("15 000", 15_000), ("5 mil", 5000), ("2 millones", 2_000_000),
        ("2 mil quinientos", 2500),
    ],
)  # fmt: skip
def test_cardinals(text: str, value: int) -> None:
    assert counted("es", text) == {value}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("tres coma cinco", "3.5"), ("tres punto cinco", "3.5"), ("tres coma cero cinco", "3.05"), ("tres coma catorce", "3.14"),
        ("tres coma uno cuatro uno seis", "3.1416"), ("cero coma setenta y cinco", "0.75"), ("3,5", "3.5"), ("3 coma 5", "3.5"),
        ("1.234,50", "1234.5"), ("dos millones y medio", "2500000"), ("2,5 millones", "2500000"), ("dos y medio", "2.5"),
        ("tres coma cinco millones", "3500000"),
    ],
)  # fmt: skip
def test_decimals(text: str, value: str) -> None:
    assert is_number("es", text, value)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("veinte treinta", ["veinte treinta"]),  # 20:30 as well
        ("dos, tres", ["dos", "tres"]),
        ("un momento", []),
        ("un segundo, por favor", []),
        ("una pregunta", []),
        ("mil gracias", []),
        ("quince por ciento", ["quince por ciento"]),
        ("el cien por cien", ["cien por cien"]),
        ("por ciento veinte euros", ["ciento veinte euros"]),
        ("cientos de personas", []),
        ("uno se cansa", []),
        ("hoy en día", []),
        ("de nada", []),
        ("cómo no", []),
        ("es así, ¿no?", []),
        ("la mañana", []),
        ("por la mañana", []),
        ("primero, dígame su nombre", []),
        ("este pedido", []),
        ("las cosas", []),
        ("habitación doble", []),
        ("te veo a la tarde", []),
    ],
)
def test_what_is_a_value_and_what_is_none(text: str, pieces: list[str]) -> None:
    assert spans("es", text) == pieces


def test_two_numbers_do_not_melt_into_one() -> None:
    assert counted("es", "veinte treinta") == set()
    assert counted("es", "cien cinco") == set()
    assert counted("es", "mil mil") == set()
    assert counted("es", "cinco y tres") == set()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("cinco cinco nueve nueve", "5599"), ("doble cinco nueve nueve", "5599"), ("triple cero siete", "0007"),
        ("cincuenta y cinco noventa y nueve", "5599"), ("cero cero doce", "0012"), ("E de España cinco cinco", "E55"),
        ("B de Barcelona uno dos tres", "B123"), ("equis siete cu dos", "X7Q2"), ("doble uve cinco uno", "W51"),
        ("seis doce treinta y cuatro cincuenta y seis", "6123456"), ("612 34 56", "6123456"), ("4821", "4821"),
    ],
)  # fmt: skip
def test_codes(text: str, key: str) -> None:
    assert Value("code", key) in values("es", text)


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("cincuenta y dos euros con diez", "52.10", "EUR"),
        ("cincuenta y dos euros con diez céntimos", "52.10", "EUR"),
        ("cincuenta y dos euros y diez centimos", "52.10", "EUR"),
        ("cincuenta y dos euros diez", "52.10", "EUR"),
        ("52,10 €", "52.10", "EUR"),
        ("52,10 euros", "52.10", "EUR"),
        ("€52,10", "52.10", "EUR"),
        ("un euro", "1", "EUR"),
        ("veintiún euros", "21", "EUR"),
        ("tres euros y medio", "3.5", "EUR"),
        ("setenta y cinco centavos", "0.75", None),
        ("quince dólares con cincuenta centavos", "15.50", "USD"),
        ("quince pesos", "15", "MXN"),
        ("quince pesos", "15", "ARS"),
        ("quince pesos argentinos", "15", "ARS"),
        ("$15", "15", "USD"),
        ("$15", "15", "MXN"),
        ("MX$15", "15", "MXN"),
        ("dos millones de dólares", "2000000", "USD"),
        ("cinco mil libras esterlinas", "5000", "GBP"),
        ("cien reales", "100", "BRL"),
        ("doce con cincuenta", "12.50", None),
    ],
)
def test_money(text: str, amount: str, currency: str | None) -> None:
    assert is_money("es", text, amount, currency)


def test_money_that_is_another() -> None:
    assert not is_money("es", "quince pesos argentinos", "15", "MXN")
    assert not is_money("es", "MX$15", "15", "USD")
    assert not can_agree("es", "quince euros", "quince dólares")
    assert not can_agree("es", "cincuenta y dos euros con diez", "52,01 €")
    assert can_agree("es", "cincuenta euros, diez personas", "50 euros, 10 personas")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("las cuatro", ["04:00", "16:00"]), ("las cuatro y media", ["04:30", "16:30"]), ("las tres menos cuarto", ["02:45", "14:45"]),
        ("las cuatro y cuarto", ["04:15", "16:15"]), ("las cuatro y diez", ["04:10", "16:10"]), ("la una y media", ["01:30", "13:30"]),
        ("a las siete de la tarde", ["19:00"]), ("a las siete de la mañana", ["07:00"]), ("a las siete y media de la noche", ["19:30"]),
        ("a las dos de la madrugada", ["02:00"]), ("a las doce del mediodía", ["12:00"]), ("a las doce de la noche", ["00:00"]),
        ("las dieciséis treinta", ["16:30"]), ("a las 4 p.m.", ["16:00"]), ("a las 4:30 de la tarde", ["16:30"]), ("16:30", ["16:30"]),
        ("16:30 h", ["16:30"]), ("las nueve en punto", ["09:00", "21:00"]), ("mediodía", ["12:00"]), ("medianoche", ["00:00"]),
        ("diez para las tres", ["02:50", "14:50"]), ("cuarto para las tres", ["02:45", "14:45"]),
        ("las ocho cero cinco", ["08:05", "20:05"]), ("esta tarde a las cuatro", ["16:00"]), ("las veintidós horas", ["22:00"]),
        ("cuatro treinta", ["04:30", "16:30"]), ("mediodía y media", ["12:30"]),
    ],
)  # fmt: skip
def test_times(text: str, found: list[str]) -> None:
    assert times("es", text) == found


def test_the_part_of_the_day_counts() -> None:
    assert not can_agree("es", "a las siete de la mañana", "a las siete de la tarde")
    assert not can_agree("es", "esta tarde a las cuatro", "a las 4 a.m.")
    assert can_agree("es", "a las siete de la tarde", "a las 19:00")
    assert can_agree("es", "a las siete", "a las 19:00")
    assert not can_agree("es", "las cuatro y media", "las cuatro y cuarto")
    assert can_agree("es", "cuatro horas", "4 horas")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("el tres de marzo", (None, 3, 3)), ("el 3 de marzo de 2026", (2026, 3, 3)),
        ("el tres de marzo de dos mil veintiséis", (2026, 3, 3)), ("el tres de marzo del 26", (2026, 3, 3)), ("3/3/2026", (2026, 3, 3)),
        ("primero de mayo", (None, 5, 1)), ("uno de mayo", (None, 5, 1)), ("1º de mayo", (None, 5, 1)), ("marzo 3", (None, 3, 3)),
        ("treinta y uno de diciembre", (None, 12, 31)), ("en marzo de 2026", (2026, 3, None)), ("en marzo", (None, 3, None)),
        ("setiembre", (None, 9, None)), ("el cuatro de julio de mil novecientos ochenta y cinco", (1985, 7, 4)),
    ],
)  # fmt: skip
def test_dates(text: str, key: tuple[int | None, ...]) -> None:
    assert key in of_kind("es", text, "date")


def test_there_is_no_thirtieth_of_february() -> None:
    assert of_kind("es", "treinta y dos", "date") == set()
    assert read("es", "treinta de febrero").edges[0] == read("es", "treinta").edges[0]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("el martes", (1, None)), ("el próximo martes", (1, "next")), ("el martes que viene", (1, "next")), ("este martes", (1, "this")),
        ("el martes pasado", (1, "last")), ("el pasado martes", (1, "last")), ("los sábados", (5, None)), ("miercoles", (2, None)),
        ("el martes de la semana que viene", (1, "next")),
    ],
)  # fmt: skip
def test_weekdays(text: str, key: tuple[int, str | None]) -> None:
    assert key in of_kind("es", text, "weekday")


def test_weekdays_have_dates_when_the_day_of_the_call_is_known() -> None:
    assert of_kind("es", "el martes", "date", MONDAY) == {(2026, 12, 1)}
    assert of_kind("es", "el próximo martes", "date", MONDAY) == {(2026, 12, 1), (2026, 12, 8)}
    assert of_kind("es", "el martes pasado", "date", MONDAY) == {(2026, 11, 24)}
    assert of_kind("es", "el lunes", "date", MONDAY) == {(2026, 11, 30), (2026, 12, 7)}
    assert of_kind("es", "el lunes pasado", "date", MONDAY) == {(2026, 11, 23)}
    assert not can_agree("es", "el próximo martes", "el martes pasado", MONDAY)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("hoy", 0), ("mañana", 1), ("manana", 1), ("pasado mañana", 2), ("ayer", -1), ("anteayer", -2), ("antier", -2), ("hasta mañana", 1),
        ("dentro de tres días", 3), ("en dos semanas", 14), ("hace tres días", -3), ("esta mañana", 0),
    ],
)  # fmt: skip
def test_days(text: str, days: int) -> None:
    assert Value("day", days) in values("es", text)
    there = MONDAY + timedelta(days=days)
    assert (there.year, there.month, there.day) in of_kind("es", text, "date", MONDAY)


def test_tomorrow_morning_is_one_day() -> None:
    assert spans("es", "mañana por la mañana") == ["mañana"]
    assert spans("es", "ayer por la mañana") == ["ayer"]


@pytest.mark.parametrize(
    ("text", "rank"),
    [("el primero", 1), ("la segunda vez", 2), ("el segundo", 2), ("tercer piso", 3), ("3º", 3)],
)
def test_ordinals(text: str, rank: int) -> None:
    assert Value("ordinal", rank) in values("es", text)


@pytest.mark.parametrize("text", ["quince por ciento", "15%", "15 %", "15 por ciento", "quince porciento"])
def test_percentages(text: str) -> None:
    assert Value("percent", 15) in values("es", text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("no lo quiero", 1), ("nunca lo pedí", 1), ("no quiero nada", 1), ("no lo quiere nadie", 1), ("ninguno", 1), ("no, no es eso", 2),
        ("lo quiero", 0), ("de nada", 0), ("son quince, ¿no?", 0), ("claro, cómo no", 0),
    ],
)  # fmt: skip
def test_negations(text: str, count: int) -> None:
    edges = [edge for place in read("es", text).edges for edge in place]
    assert sum(edge.value == NEGATION for edge in edges) == count


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("quince", "cincuenta"), ("sesenta", "setenta"), ("dos", "doce"), ("tres mil", "trece mil"), ("doscientos", "seiscientos"),
        ("4821", "4281"), ("cinco cinco nueve nueve", "cinco nueve cinco nueve"), ("de dos a nueve", "de nueve a dos"),
        ("el martes", "el jueves"), ("mañana", "pasado mañana"), ("tres de marzo", "tres de mayo"), ("tres de marzo", "trece de marzo"),
        ("lo quiero", "no lo quiero"), ("las tres menos cuarto", "las tres y cuarto"), ("15,00 euros", "50,00 euros"),
        ("mil doscientos", "dos mil cien"), ("ciento dos", "1002"), ("mil dos", "10.002"), ("treinta mil", "treinta y un mil"),
    ],
)  # fmt: skip
def test_what_is_different(said: str, heard: str) -> None:
    assert not can_agree("es", said, heard)


@given(st.integers(0, 999_999_999))
@example(21_000)
@example(101_001)
@example(31_000_000)
def test_every_number_reads_back(number: int) -> None:
    words = in_words(number)
    assert counted("es", words) == {number} or words == "un"
    assert counted("es", words.translate(str.maketrans("áéíóú", "aeiou"))) == {number}


@given(st.integers(0, 999_999), st.integers(0, 5), st.integers(1, 9))
def test_a_changed_digit_never_agrees(number: int, place: int, change: int) -> None:
    digit = number // 10**place % 10
    other = number + ((digit + change) % 10 - digit) * 10**place
    assert not can_agree("es", in_words(number), in_words(other))
    assert not can_agree("es", in_words(number), str(other))
    assert can_agree("es", in_words(number), str(number))


@given(
    st.integers(2, 9999), st.integers(1, 99), st.sampled_from(["euros", "dólares", "pesos"]), st.booleans()
)
def test_every_amount_reads_back(whole: int, cents: int, currency: str, named: bool) -> None:
    words = f"{in_words(whole)} {currency} con {in_words(cents)}" + " céntimos" * named
    code = {"euros": "EUR", "dólares": "USD", "pesos": "MXN"}[currency]
    assert is_money("es", words, f"{whole}.{cents:02}", code)
    assert can_agree("es", words, f"{whole},{cents:02} {currency}")
    assert not can_agree("es", words, f"{whole},{cents % 99 + 1:02} {currency}")


@given(st.integers(0, 23), st.integers(0, 59), st.booleans())
def test_every_time_reads_back(hour: int, minute: int, twelve: bool) -> None:
    spoken = hour % 12 or 12 if twelve else hour
    words = f"{'la' if spoken == 1 else 'las'} {'una' if spoken == 1 else in_words(spoken)}"
    if minute > 30 and twelve:
        words = f"{'la' if spoken == 12 else 'las'} {'una' if spoken == 12 else in_words(spoken + 1)}"
        words += " menos cuarto" if minute == 45 else f" menos {in_words(60 - minute)}"
    elif minute:
        words += {15: " y cuarto", 30: " y media"}.get(minute, f" y {in_words(minute)}")
    # "las diez y seis" is 10:06, and 16:00 as well
    if spoken in (10, 20):
        assert set(either(hour, minute, spoken=spoken)) <= set(times("es", words))
    else:
        assert times("es", words) == either(hour, minute, spoken=spoken)
    assert can_agree("es", words, f"{'la' if spoken == 1 else 'las'} {hour}:{minute:02}")
    assert not can_agree("es", words, f"las {hour}:{(minute + 1) % 60:02}")


@given(st.dates(date(1950, 1, 1), date(2099, 12, 31)), st.booleans())
def test_every_date_reads_back(day: date, figures: bool) -> None:
    year = day.year if figures else in_words(day.year)
    words = f"el {in_words(day.day)} de {MONTHS[day.month - 1]} de {year}"
    assert of_kind("es", words, "date") == {(day.year, day.month, day.day)}
    other = day + timedelta(days=1)
    assert not can_agree("es", words, f"el {other.day} de {MONTHS[other.month - 1]} de {other.year}")


@given(
    st.sampled_from(WEEKDAYS),
    st.sampled_from(WEEKDAYS),
    st.sampled_from(["el {}", "el próximo {}", "el {} que viene"]),
)
def test_every_weekday_reads_back(one: str, other: str, frame: str) -> None:
    assert can_agree("es", frame.format(one), frame.format(other)) == (one == other)

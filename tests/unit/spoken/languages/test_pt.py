"""Portuguese of Brazil and Portugal: numbers, "meia" for six, money, weekdays, times and negation."""

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
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
]
WEEKDAYS = (
    "segunda-feira",
    "terça-feira",
    "quarta-feira",
    "quinta-feira",
    "sexta-feira",
    "sábado",
    "domingo",
)


def in_words(number: int, country: str = "pt_BR") -> str:
    """num2words sets commas after thousands; here they are left out."""
    return str(num2words(number, lang=country)).replace(",", "")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("zero", 0), ("dois", 2), ("duas", 2), ("três", 3), ("tres", 3), ("catorze", 14), ("quatorze", 14), ("dezesseis", 16),
        ("dezasseis", 16), ("dezessete", 17), ("dezassete", 17), ("dezenove", 19), ("dezanove", 19), ("vinte e um", 21),
        ("vinte e uma", 21), ("cinquenta e dois", 52), ("cem", 100), ("cento e um", 101), ("cento e quinze", 115), ("duzentas", 200),
        ("quinhentos e quinze", 515), ("mil", 1000), ("mil e um", 1001), ("mil e cem", 1100), ("mil e duzentos", 1200),
        ("mil duzentos e cinquenta", 1250), ("dois mil e vinte e seis", 2026), ("cem mil", 100_000), ("cento e um mil", 101_000),
        ("um milhão", 1_000_000), ("dois milhões e quinhentos mil", 2_500_000), ("um milhao e mil", 1_001_000), ("1.234", 1234),
        ("5 mil", 5000), ("2 milhões", 2_000_000),
    ],
)  # fmt: skip
def test_cardinals(text: str, value: int) -> None:
    assert counted("pt", text) == {value}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("três vírgula cinco", "3.5"), ("tres virgula cinco", "3.5"), ("três vírgula zero cinco", "3.05"), ("3,5", "3.5"),
        ("um vírgula cinco", "1.5"), ("dois e meio", "2.5"), ("dois milhões e meio", "2500000"), ("1.234,50", "1234.5"),
    ],
)  # fmt: skip
def test_decimals(text: str, value: str) -> None:
    assert is_number("pt", text, value)


@pytest.mark.parametrize(
    "text",
    [
        "um momento", "uma pergunta", "só um segundo", "mil desculpas", "de nada", "pois não", "o quarto é bom", "de manhã", "hoje em dia",
        "primeiro, me diga o nome", "boa tarde", "a conta e a senha", "meia hora",
    ],
)  # fmt: skip
def test_no_values(text: str) -> None:
    assert spans("pt", text) == []


def test_what_does_not_melt_into_one_number() -> None:
    assert counted("pt", "vinte e trinta") == set()
    assert counted("pt", "cinco e três") == set()
    assert counted("pt", "duzentos e mil") == set()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("meia dois meia", "626"), ("cinco cinco nove nove", "5599"), ("um dois três", "123"), ("zero um meia", "016"),
        ("A de amor cinco cinco", "A55"), ("B de bola um dois três", "B123"), ("cinquenta e cinco noventa e nove", "5599"),
    ],
)  # fmt: skip
def test_codes(text: str, key: str) -> None:
    assert Value("code", key) in values("pt", text)


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("quinze reais e cinquenta centavos", "15.50", "BRL"), ("quinze reais e cinquenta", "15.50", "BRL"), ("R$ 15,50", "15.50", "BRL"),
        ("R$15,50", "15.50", "BRL"), ("um real", "1", "BRL"), ("dez euros", "10", "EUR"), ("dez euros e vinte cêntimos", "10.20", "EUR"),
        ("cinquenta centavos", "0.50", None), ("US$ 20", "20", "USD"), ("$20", "20", "USD"), ("dois milhões de reais", "2000000", "BRL"),
        ("três reais e meio", "3.5", "BRL"), ("cem dólares", "100", "USD"), ("cinco libras esterlinas", "5", "GBP"), ("doze e noventa", "12.90", None),
    ],
)  # fmt: skip
def test_money(text: str, amount: str, currency: str | None) -> None:
    assert is_money("pt", text, amount, currency)


def test_reais_are_no_dollars() -> None:
    assert not is_money("pt", "R$ 15", "15", "USD")
    assert not can_agree("pt", "R$ 15", "15 dólares")


@pytest.mark.parametrize("text", ["quinze por cento", "15%", "15 por cento"])
def test_percentages(text: str) -> None:
    assert Value("percent", 15) in values("pt", text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("quatro e meia", ["04:30", "16:30"]), ("às quatro e meia", ["04:30", "16:30"]), ("às quatro", ["04:00", "16:00"]),
        ("quinze para as oito", ["07:45", "19:45"]), ("um quarto para as oito", ["07:45", "19:45"]),
        ("oito menos um quarto", ["07:45", "19:45"]), ("oito e um quarto", ["08:15", "20:15"]), ("às oito e dez", ["08:10", "20:10"]),
        ("dezesseis horas", ["16:00"]), ("16h30", ["16:30"]), ("16:30", ["16:30"]), ("às sete da noite", ["19:00"]),
        ("às sete da manhã", ["07:00"]), ("às sete e meia da noite", ["19:30"]), ("meio-dia", ["12:00"]), ("meio-dia e meia", ["12:30"]),
        ("meia-noite", ["00:00"]), ("à uma e meia", ["01:30", "13:30"]), ("às nove em ponto", ["09:00", "21:00"]),
    ],
)  # fmt: skip
def test_times(text: str, found: list[str]) -> None:
    assert times("pt", text) == found


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("três de março", (None, 3, 3)), ("3 de março de 2026", (2026, 3, 3)), ("três de março de dois mil e vinte e seis", (2026, 3, 3)),
        ("primeiro de maio", (None, 5, 1)), ("1º de maio", (None, 5, 1)), ("3/3/2026", (2026, 3, 3)), ("em marco", (None, 3, None)),
    ],
)  # fmt: skip
def test_dates(text: str, key: tuple[int | None, ...]) -> None:
    assert key in of_kind("pt", text, "date")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("terça-feira", (1, None)), ("na terça", (1, None)), ("terca feira", (1, None)), ("próxima terça", (1, "next")),
        ("terça que vem", (1, "next")), ("terça passada", (1, "last")), ("nesta terça", (1, "this")), ("segunda", (0, None)),
        ("sábado", (5, None)), ("terça da semana que vem", (1, "next")),
    ],
)  # fmt: skip
def test_weekdays(text: str, key: tuple[int, str | None]) -> None:
    assert key in of_kind("pt", text, "weekday")


def test_a_second_time_is_perhaps_no_monday() -> None:
    assert Value("ordinal", 2) in values("pt", "pela segunda vez")


@pytest.mark.parametrize(
    ("text", "days"),
    [("hoje", 0), ("amanhã", 1), ("depois de amanhã", 2), ("ontem", -1), ("anteontem", -2), ("daqui a três dias", 3), ("há três dias", -3),
     ("duas semanas atrás", -14)],
)  # fmt: skip
def test_days(text: str, days: int) -> None:
    assert of_kind("pt", text, "day") == {days}


def test_days_have_dates_when_the_day_of_the_call_is_known() -> None:
    assert of_kind("pt", "amanhã", "date", MONDAY) == {(2026, 12, 1)}
    assert of_kind("pt", "próxima terça", "date", MONDAY) == {(2026, 12, 1), (2026, 12, 8)}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("eu não quero", 1),
        ("não tem nada", 1),
        ("nunca mais", 1),
        ("eu quero", 0),
        ("pois não", 0),
        ("é quinze, não é?", 0),
        ("nao", 1),
    ],
)
def test_negations(text: str, count: int) -> None:
    edges = [edge for place in read("pt", text).edges for edge in place]
    assert sum(edge.value == NEGATION for edge in edges) == count


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("quinze", "cinquenta"), ("sessenta", "setenta"), ("três", "treze"), ("na terça", "na quinta"), ("amanhã", "depois de amanhã"),
        ("eu quero", "eu não quero"), ("às sete da manhã", "às sete da noite"), ("três de março", "três de maio"),
        ("quinze reais", "quinze euros"), ("seis", "dez"), ("quinze reais e cinquenta", "quinze reais e sessenta"),
        ("mil dois", "10.002"),
        ("vinte mil", "vinte e um mil"),
        ("3/4", "quatro de março"), ("meia dois", "meia três"), ("de dois a nove", "de nove a dois"),
    ],
)  # fmt: skip
def test_what_is_different(said: str, heard: str) -> None:
    assert not can_agree("pt", said, heard)


@given(st.integers(0, 999_999_999), st.sampled_from(["pt", "pt_BR"]))
@example(23_001_583, "pt")
@example(1_000_000, "pt_BR")
def test_every_number_reads_back(number: int, country: str) -> None:
    words = in_words(number, country)
    expected = set() if number == 1 else {number}  # "um" alone is an article
    assert counted("pt", str(num2words(number, lang=country))) == expected
    assert counted("pt", words) == expected
    assert counted("pt", words.translate(str.maketrans("ãêõ", "aeo"))) == expected


@given(st.integers(2, 999_999), st.integers(0, 5), st.integers(1, 9))
def test_a_changed_digit_never_agrees(number: int, place: int, change: int) -> None:
    digit = number // 10**place % 10
    other = number + ((digit + change) % 10 - digit) * 10**place
    assert not can_agree("pt", in_words(number), in_words(other))
    assert not can_agree("pt", in_words(number), str(other))
    assert can_agree("pt", in_words(number), str(number))


@given(st.integers(2, 9999), st.integers(1, 99), st.booleans())
def test_every_amount_reads_back(whole: int, cents: int, named: bool) -> None:
    words = f"{in_words(whole)} reais e {in_words(cents)}" + " centavos" * named
    assert is_money("pt", words, f"{whole}.{cents:02}", "BRL")
    assert not can_agree("pt", words, f"R$ {whole},{cents % 99 + 1:02}")


@given(st.integers(2, 23), st.integers(0, 59))
def test_every_time_reads_back(hour: int, minute: int) -> None:
    words = f"às {in_words(hour)}" + (f" e {in_words(minute)}" if minute else "")
    # "às vinte e um" is 20:01, and 21:00 as well
    if hour >= 20:
        assert set(either(hour, minute, spoken=hour)) <= set(times("pt", words))
    else:
        assert times("pt", words) == either(hour, minute, spoken=hour)
    assert can_agree("pt", words, f"às {hour:02}:{minute:02}")
    assert not can_agree("pt", words, f"às {hour:02}:{(minute + 1) % 60:02}")


@given(st.dates(date(1950, 1, 1), date(2099, 12, 31)), st.booleans())
def test_every_date_reads_back(day: date, figures: bool) -> None:
    number, year = (str(day.day), str(day.year)) if figures else (in_words(day.day), in_words(day.year))
    words = f"{number} de {MONTHS[day.month - 1]} de {year}"
    assert of_kind("pt", words, "date") == {(day.year, day.month, day.day)}


@given(
    st.sampled_from(WEEKDAYS),
    st.sampled_from(WEEKDAYS),
    st.sampled_from(["na {}", "{} que vem", "{} passada"]),
)
def test_every_weekday_reads_back(one: str, other: str, frame: str) -> None:
    assert can_agree("pt", frame.format(one), frame.format(other)) == (one == other)

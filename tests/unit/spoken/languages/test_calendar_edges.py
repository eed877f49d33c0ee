"""The last and the first day of a month or a year, as each language calls them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.spoken.language import LanguageCode
from callproof.spoken.values import Value
from tests.unit.spoken.languages.lattice import read

THIS_MONTH: dict[LanguageCode, tuple[str, ...]] = {
    "en": ("the end of the month", "the last day of the month", "month end", "the month's end"),
    "es": ("a fin de mes", "a finales de mes", "el último día del mes"),
    "de": ("am Monatsende", "Ende des Monats", "am letzten Tag des Monats"),
    "fr": ("à la fin du mois", "le dernier jour du mois"),
    "pt": ("no fim do mês", "no final do mês", "no último dia do mês"),
    "it": ("a fine mese", "alla fine del mese", "l'ultimo giorno del mese"),
    "ko": ("월말", "이번 달 말", "이달 말일", "이번 달 마지막 날"),
    "ja": ("月末", "今月末", "今月の末日", "今月の最後の日"),
}
NEXT_MONTH: dict[LanguageCode, tuple[str, ...]] = {
    "en": ("the end of next month",),
    "es": ("a fin del mes que viene", "a finales del próximo mes"),
    "de": ("Ende des nächsten Monats",),
    "fr": ("à la fin du mois prochain",),
    "pt": ("no fim do mês que vem", "no final do próximo mês"),
    "it": ("alla fine del prossimo mese", "alla fine del mese prossimo"),
    "ko": ("다음 달 말", "다음 달 말일"),
    "ja": ("来月末", "来月の最後の日"),
}
THIS_YEAR: dict[LanguageCode, tuple[str, ...]] = {
    "en": ("the end of the year", "the last day of the year", "year-end"),
    "es": ("a fin de año", "el último día del año"),
    "de": ("zum Jahresende", "am letzten Tag des Jahres"),
    "fr": ("à la fin de l'année", "le dernier jour de l'année"),
    "pt": ("no fim do ano", "no último dia do ano"),
    "it": ("a fine anno", "l'ultimo giorno dell'anno"),
    "ko": ("올해 말", "올해 마지막 날"),
    "ja": ("今年の最後の日", "今年末"),
}
NAMES = [
    (code, text, ahead) for ahead, table in enumerate((THIS_MONTH, NEXT_MONTH)) for code in table for text in table[code]
]  # fmt: skip


def days(code: LanguageCode, text: str, today: date) -> set[object]:
    """The dates that the longest value of a text can be, from where the first of them begins."""
    dated = [[edge for edge in edges if edge.value.kind == "date"] for edges in read(code, text, today).edges]
    edges = next(edges for edges in dated if edges)
    longest = max(edge.end for edge in edges)
    return {value.key for end, value in edges if end == longest}


def last_of_month(day: date, ahead: int) -> date:
    first = day.replace(day=1)
    for _ in range(ahead + 1):
        first = (first + timedelta(days=32)).replace(day=1)
    return first - timedelta(days=1)


@given(st.sampled_from(NAMES), st.dates(date(2000, 1, 1), date(2099, 12, 31)))
def test_the_last_day_of_a_month(name: tuple[LanguageCode, str, int], today: date) -> None:
    code, text, ahead = name
    last = last_of_month(today, ahead)
    assert days(code, text, today) == {(last.year, last.month, last.day)}


@pytest.mark.parametrize(("code", "text"), [(code, text) for code in THIS_YEAR for text in THIS_YEAR[code]])
def test_the_last_day_of_the_year(code: LanguageCode, text: str) -> None:
    assert days(code, text, date(2026, 11, 10)) == {(2026, 12, 31)}


@pytest.mark.parametrize(
    ("code", "text"), [("ja", "三月末"), ("ja", "3月末日"), ("ko", "3월 말"), ("ko", "삼월 말일")]
)
def test_the_end_of_a_month_with_a_name(code: LanguageCode, text: str) -> None:
    assert days(code, text, date(2026, 11, 10)) == {(None, 3, 31)}


@pytest.mark.parametrize(("code", "text"), [("ja", "年末"), ("ko", "연말")])
def test_a_year_end_is_a_season_too(code: LanguageCode, text: str) -> None:
    reading = read(code, text, date(2026, 11, 10))
    assert reading.spans() == []
    assert Value("date", (2026, 12, 31)) in [value for edges in reading.edges for _, value in edges]


@pytest.mark.parametrize(
    ("code", "text"),
    [("es", "en fin, gracias"), ("fr", "enfin, merci"), ("de", "am Ende"), ("it", "va bene, fine"), ("ko", "거짓말 하지"), ("ja", "結末")],
)  # fmt: skip
def test_other_ends(code: LanguageCode, text: str) -> None:
    assert not any(value.kind == "date" for span in read(code, text).spans() for value in span.readings)

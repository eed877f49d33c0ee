"""Quantities: numbers with their units, and what of them is the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.spoken import compare
from callproof.spoken.language import LANGUAGES, LanguageCode
from callproof.spoken.measures import measures, other_measures
from callproof.spoken.paths import Text
from callproof.spoken.wording.units import units_of

UNITS: dict[LanguageCode, str] = {
    "en": "minutes hours days weeks months years kilograms grams pounds kilometers miles liters nights",
    "es": "minutos horas días semanas meses años kilos gramos kilómetros litros noches",
    "de": "Minuten Stunden Tage Wochen Monate Jahre Kilo Gramm Kilometer Liter Nächte",
    "fr": "minutes heures jours semaines mois ans kilos grammes kilomètres litres nuits",
    "pt": "minutos horas dias semanas meses anos quilos gramas quilômetros litros noites",
    "it": "minuti ore giorni settimane mesi anni chili grammi chilometri litri notti",
    "ko": "분 시간 일 주 개월 년 킬로 그램 킬로미터 리터",
    "ja": "分 時間 日間 週間 か月 年間 キロ グラム キロメートル リットル",
}


def told(text: str, code: LanguageCode = "en") -> list[tuple[str, str, set[float]]]:
    read = Text(text, code, None)
    return [
        (
            text[read.reading.spots[found.start][0] : read.reading.spots[found.end - 1][1]],
            found.unit.measures,
            {float(amount) for amount in found.amounts},
        )
        for found in measures(read)
    ]


def test_a_quantity_is_a_number_and_its_unit() -> None:
    assert told("wait 5 minutes or 2.5 hours") == [
        ("5 minutes", "time", {300}),
        ("2.5 hours", "time", {9000}),
    ]
    assert told("a 10-minute walk") == [("10-minute", "time", {600})]
    assert told("5kg") == [("5kg", "mass", {5000})]
    assert told("twenty degrees Celsius") == [("twenty degrees Celsius", "celsius", {20})]
    assert told("no minutes, just days") == []


def test_parts_of_a_unit() -> None:
    assert told("half an hour") == [("half an hour", "time", {1800})]
    assert told("an hour and a half") == [("an hour and a half", "time", {5400})]
    assert told("one hour and thirty minutes") == [("one hour and thirty minutes", "time", {5400})]
    assert told("two kilos and half a liter") == [
        ("two kilos", "mass", {2000}),
        ("half a liter", "volume", {500}),
    ]
    assert told("tres cuartos de hora", "es") == [("tres cuartos de hora", "time", {2700})]
    assert told("hora y media", "es") == [("hora y media", "time", {5400})]
    assert told("eine Viertelstunde", "de") == [("eine Viertelstunde", "time", {900})]
    assert told("un'ora e mezza", "it") == [("un'ora e mezza", "time", {5400})]
    assert told("두 시간 반", "ko") == [("두 시간 반", "time", {9000})]


def test_what_is_no_quantity() -> None:
    assert told("2027년 8월 3일", "ko") == []
    assert told("3 주세요", "ko") == []
    assert told("trois mille soixante", "fr") == []


def test_units_that_differ_are_the_evidence() -> None:
    (difference,) = compare("It takes 3 days.", "It takes 3 weeks.", language="en").differences
    assert difference.said is not None
    assert difference.heard is not None
    assert (difference.said.text, difference.heard.text) == ("3 days", "3 weeks")
    (difference,) = compare("I pay 20 dollars a month", "I pay 20 dollars a year", language="en").differences
    assert difference.said is not None
    assert difference.said.text == "20 dollars a month"


def test_a_letter_that_may_be_two_units_differs_from_none() -> None:
    assert compare("5 m", "five meters", language="en").outcome == "match"
    assert compare("It is 5 m long", "It is 5 minutes long", language="en").outcome == "substance"


def test_a_rate_has_to_be_named_on_both_sides() -> None:
    assert compare("I pay 20 dollars a month", "I pay 20 dollars", language="en").outcome == "substance"
    assert compare("20 dollars per month", "20 dollars a month", language="en").outcome == "phrasing"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_unit_has_a_size_and_is_found(code: LanguageCode) -> None:
    for name in units_of(code).table:
        if name not in ("주",):
            assert told(f"37 {name}" if code != "ja" else f"37{name}", code), name


@given(st.sampled_from(LANGUAGES), st.integers(2, 900), st.data())
def test_other_units_are_other_values(code: LanguageCode, count: int, data: st.DataObject) -> None:
    one, other = data.draw(
        st.lists(st.sampled_from(UNITS[code].split()), min_size=2, max_size=2, unique=True)
    )
    space = "" if code in ("ko", "ja") else " "
    assert compare(f"{count}{space}{one}", f"{count}{space}{other}", language=code).outcome == "value"
    assert compare(f"{count}{space}{one}", f"{count + 1}{space}{one}", language=code).outcome == "value"


def test_quantities_without_a_number_that_differ() -> None:
    def differing(said: str, heard: str) -> int:
        return len(list(other_measures(Text(said, "es", None), Text(heard, "es", None))))

    assert differing("media hora", "una hora") == 1
    assert differing("media hora", "media hora más") == 0
    assert differing("media hora", "una hora y media hora") == 0
    assert compare("media hora", "una hora", language="es").outcome == "value"
    assert compare("media hora", "30 minutos", language="es").outcome == "match"


def test_a_single_letter_differs_from_what_measures_the_same() -> None:
    assert compare("5 mg", "5 g", language="en").outcome == "value"
    assert compare("10 m", "10 km", language="en").outcome == "value"
    assert compare("10 m", "10 minutes", language="en").outcome != "value"

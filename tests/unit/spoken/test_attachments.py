"""What values and negations belong to."""

from __future__ import annotations

import pytest

from callproof.spoken.attachments import attachment, denial, denies, is_negation, reordered
from callproof.spoken.language import LanguageCode
from callproof.spoken.paths import Text


@pytest.mark.parametrize(
    ("text", "role", "before", "after"),
    [
        ("from account two", "way:from", "account", ""),
        ("two adults", "", "", "adults"),
        ("pay at least twenty dollars", "size:least", "", ""),
        ("call after five", "way:from", "", ""),
        ("ten or more", "size:least", "", ""),
        ("to Anna, two pizzas", "", "", "pizzas"),
    ],
)
def test_the_words_around_a_value(text: str, role: str, before: str, after: str) -> None:
    read = Text(text, "en", None)
    found = attachment(read, read.places[0])
    assert (found.role, found.before, found.after) == (role, before, after)


@pytest.mark.parametrize(
    ("text", "code", "roles"),
    [
        ("口座二から口座九へ", "ja", ["way:from", "way:to"]),
        ("2번 계좌에서 9번 계좌로", "ko", ["way:from", "way:to"]),
        ("von Konto zwei auf Konto neun", "de", ["way:from", "way:to"]),
        ("de la cuenta dos a la cuenta nueve", "es", ["way:from", "way:to"]),
        ("du compte deux au compte neuf", "fr", ["way:from", "way:to"]),
        ("da conta dois para a conta nove", "pt", ["way:from", "way:to"]),
        ("dal conto due al conto nove", "it", ["way:from", "way:to"]),
    ],
)
def test_roles_in_all_languages(text: str, code: LanguageCode, roles: list[str]) -> None:
    read = Text(text, code, None)
    assert [attachment(read, place).role for place in read.places] == roles


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("not on Saturday, on Sunday", "Saturday"),
        ("I do not want it", "want"),
        ("no, I want it", ""),
        ("Saturday does not work", "work"),
    ],
)
def test_what_a_negation_denies(text: str, denied: str) -> None:
    read = Text(text, "en", None)
    (negation,) = [place for place in read.places if is_negation(place)]
    found = denial(read, negation)
    assert (read.span(found.value).text if found.value is not None else found.word) == denied


def test_whether_a_value_is_denied() -> None:
    read = Text("not on Saturday, on Sunday, and I can not pay fifty", "en", None)
    values = [place for place in read.places if not is_negation(place)]
    assert [denies(read, place) for place in values] == [True, False, True]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("from two to nine", "to nine from two", True),
        ("from two to nine", "to two from nine", False),
        ("Tuesday at half past four", "half past four on Tuesday", True),
        ("two coffees and three teas", "three teas and two coffees", True),
        ("nine, then two", "two, then nine", False),
        ("not on Saturday, on Sunday", "on Sunday, not on Saturday", True),
        ("not on Saturday, on Sunday", "on Saturday, not on Sunday", False),
    ],
)
def test_another_order(one: str, other: str, same: bool) -> None:
    said, heard = Text(one, "en", None), Text(other, "en", None)
    assert (reordered(said, heard) is not None) == same
    assert (reordered(heard, said) is not None) == same

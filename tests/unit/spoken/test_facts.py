"""What is told in words and counts as a value: names, ways, addresses, parts of the day."""

from __future__ import annotations

import pytest

from callproof.spoken import compare
from callproof.spoken.facts import other_facts
from callproof.spoken.language import LanguageCode
from callproof.spoken.paths import Text


def facts(said: str, heard: str, code: LanguageCode = "en") -> list[tuple[str, str]]:
    found = other_facts(Text(said, code, None), Text(heard, code, None))
    return [(one.text, other.text) for one, other in found]


def test_names_that_are_told() -> None:
    assert facts("My name is Cole.", "My name is Baker.") == [("name is Cole", "name is Baker")]
    assert facts("my name is cole", "my name is baker") == [("name is cole", "name is baker")]
    assert facts("This is Mr. Johnson", "This is Mr. Miller") == [("Mr. Johnson", "Mr. Miller")]
    assert facts("Ich heiße Müller", "Ich heiße Schneider", "de") == [("heiße Müller", "heiße Schneider")]
    assert facts("名前は田中です", "名前は鈴木です", "ja") == [("名前は田中", "名前は鈴木")]


def test_one_of_two_names_is_another() -> None:
    assert facts("My name is John Smith.", "My name is Jane Smith.") == [
        ("name is John Smith", "name is Jane Smith")
    ]
    assert facts("My name is Jon Smyth.", "My name is John Smith.") == []


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("My name is Catherine.", "My name is Katherine."),
        # Close enough to be one name that was written otherwise.
        ("My name is Anna.", "My name is Hannah."),
        ("My name is Anna Cole.", "My name is Anna."),
        ("My name is on the list.", "My name is in the book."),
        ("My name is Cole.", "I am Cole."),
        ("I saw Cole.", "I saw Baker."),
    ],
)
def test_names_that_may_be_the_same(said: str, heard: str) -> None:
    assert facts(said, heard) == []


def test_ways_that_are_exchanged() -> None:
    assert facts("from Boston to New York", "from New York to Boston") == [
        ("from Boston", "from New York"),
        ("to New York", "to Boston"),
    ]
    assert facts("da Roma a Milano", "da Milano a Roma", "it")
    assert facts("서울에서 부산으로 가요", "부산에서 서울로 가요", "ko")
    assert facts("明日東京から大阪へ行きます", "明日大阪から東京へ行きます", "ja")


def test_ways_that_are_told_in_another_order() -> None:
    assert facts("from Boston to Denver", "to Denver from Boston") == []
    assert facts("東京から大阪へ行きます", "大阪へ東京から行きます", "ja") == []


def test_places_that_one_goes_to() -> None:
    assert facts("from Boston to Denver", "from Boston to Dallas") == [("to Denver", "to Dallas")]
    assert facts("de Madrid a Sevilla", "de Madrid a Bilbao", "es") == [("a Sevilla", "a Bilbao")]
    assert facts("from Boston to LA", "from Boston to Los Angeles") == []
    assert facts("I go to Mt. Vernon", "I go to Mount Vernon") == []
    assert facts("I go to New York", "I go to New York City") == []
    assert facts("send it to my office", "send it to my house") == []


def test_what_one_word_comes_before_or_after() -> None:
    assert facts("two tablets before meals", "two tablets after meals") == [("before meals", "after meals")]
    assert facts("a ticket from Boston", "a ticket to Boston") == [("from Boston", "to Boston")]
    assert facts("vor dem Essen", "nach dem Essen", "de") == [("vor dem Essen", "nach dem Essen")]
    assert facts("before meals or after meals", "after meals or before meals") == []
    assert facts("call after the delivery", "the delivery came before I called") == []
    assert facts("오전에 갈게요", "오전 전에 갈게요", "ko") == []


def test_addresses_that_may_be_none() -> None:
    assert facts("write to sam at gmail dot com", "write to sam at yahoo dot com")
    assert facts("write to sam at gmail dot com", "write sam at gmail dot com") == []


def test_parts_of_the_day() -> None:
    assert facts("tomorrow morning", "tomorrow afternoon") == [("morning", "afternoon")]
    assert facts("tomorrow evening", "tomorrow night") == []
    assert facts("good morning", "good evening") == []
    assert facts("오전에 갈게요", "오후에 갈게요", "ko") == [("오전", "오후")]


def test_facts_are_values() -> None:
    comparison = compare("My name is Cole.", "My name is Baker.", language="en")
    assert comparison.outcome == "value"
    assert [difference.kind for difference in comparison.differences] == ["changed"]

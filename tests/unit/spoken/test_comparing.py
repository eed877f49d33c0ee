"""What differs between what was said and what was heard, and how much that matters."""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.spoken import Comparison, compare
from callproof.spoken.language import LANGUAGES, LanguageCode, language_of
from callproof.spoken.paths import Text, meet
from callproof.spoken.values import number
from callproof.spoken.wording.lexicon import lexicon_of, words
from tests.unit.spoken.test_pairs import ALL, VALUE

CALL_DAY = datetime.date(2026, 11, 30)  # a Monday


def english(said: str, heard: str, date: datetime.date | None = None) -> Comparison:
    return compare(said, heard, language="en", date=date)


def named(comparison: Comparison) -> list[tuple[str, str | None, str | None]]:
    """The differences as a report would show them."""
    return [(d.kind, d.said and d.said.text, d.heard and d.heard.text) for d in comparison.differences]


# --- values that differ are named -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "heard", "differences"),
    [
        ("I want fifteen back", "I want 50 back", [("changed", "fifteen", "50")]),
        (
            "move order 4821 to Tuesday at ten, please",
            "move order 4281 to Thursday at ten, please",
            [("changed", "4821", "4281"), ("changed", "Tuesday", "Thursday")],
        ),
        ("I paid twenty on Friday", "I paid on Friday", [("missing", "twenty", None)]),
        ("I paid on Friday", "I paid twenty on Friday", [("added", None, "twenty")]),
        ("I want it", "I do not want it", [("added", None, "not")]),
        ("my pin is one two three four", "my pin is 1243", [("changed", "one two three four", "1243")]),
        # The order decides: both numbers are there, each in the other's place.
        (
            "nine, then two dogs",
            "two, then nine dogs",
            [("changed", "nine", "two"), ("changed", "two", "nine")],
        ),
        # The same numbers in the same places, said of something else: the word that says so belongs to the evidence.
        (
            "take it from account two",
            "take it to account two",
            [("changed", "from account two", "to account two")],
        ),
        ("call me before five", "call me after five", [("changed", "before five", "after five")]),
        ("keep it, do not cancel it", "do not keep it, cancel it", [("changed", "not", "not")]),
    ],
)
def test_exactly_what_differs_is_named(
    said: str, heard: str, differences: list[tuple[str, str, str]]
) -> None:
    comparison = english(said, heard)
    assert comparison.outcome == "value"
    assert named(comparison) == differences


def test_a_difference_carries_its_readings_and_its_place() -> None:
    (difference,) = english("I said fifteen.", "I said 50.").differences
    assert difference.said is not None
    assert difference.heard is not None
    assert number(15) in difference.said.readings
    assert number(50) in difference.heard.readings
    assert (difference.said.start, difference.said.end) == (7, 14)
    assert "I said 50."[difference.heard.start : difference.heard.end] == "50"


def test_places_hold_behind_a_sound_of_thinking() -> None:
    said = "Um, I want, uh, fifteen."
    (difference,) = english(said, "I want 50.").differences
    assert difference.said is not None
    assert said[difference.said.start : difference.said.end] == difference.said.text == "fifteen"


def test_the_day_of_the_call_makes_tomorrow_a_date() -> None:
    assert english("tomorrow", "on December 1st", CALL_DAY).outcome == "phrasing"
    assert english("tomorrow", "on December 2nd", CALL_DAY).outcome == "value"


@pytest.mark.parametrize(
    ("said", "heard", "outcome"),
    [
        # In another order, each with its own role, thing or kind.
        ("from two to nine", "to nine from two", "phrasing"),
        ("two coffees and three teas", "three teas and two coffees", "phrasing"),
        ("I do not want it on Tuesday", "on Tuesday I do not want it", "phrasing"),
        ("two coffees and three teas", "three coffees and two teas", VALUE),
        ("two coffees and three teas", "two teas and three coffees", VALUE),
        ("nine, two", "two, nine", VALUE),
        # What a negation belongs to.
        ("do not call me, email me", "call me, do not email me", VALUE),
        ("I want the red one, not the blue one", "I want the blue one, not the red one", VALUE),
        ("please don't, I will keep it", "please, I won't keep it", VALUE),
        ("no, I want it", "I do not want it", VALUE),
        ("no, I do not want it", "I do not want it", "filler"),
        ("I do not think it works", "I think it does not work", "phrasing"),
        ("if it does not work, cancel it", "cancel it if it does not work", "phrasing"),
        ("to be or not to be", "to be or to be", "substance"),
        # Opposite relations.
        ("at least twenty", "at most twenty", VALUE),
        ("less than ten", "more than ten", VALUE),
        ("with two sugars", "without two sugars", VALUE),
        ("between five and seven", "from 5 to 7", "phrasing"),
    ],
)
def test_what_a_value_is_said_of(said: str, heard: str, outcome: str) -> None:
    assert english(said, heard).outcome == outcome


# --- equal values, in other words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "heard", "outcome"),
    [
        ("five, six thousand", "5, 6,000", "match"),
        ("five five nine nine", "5, 5, 9, 9.", "match"),
        ("my address is 12 Main Street", "my address is twelve Main St", "match"),
        ("one pizza", "a pizza", "match"),
        ("I want fifty", "I want $50", "phrasing"),
        ("at half past four", "at 4:30 in the afternoon", "phrasing"),
        ("my name is Shayne Cole", "my name is S-H-A-Y-N-E C-O-L-E", "phrasing"),
        ("my name is Shayne Cole", "my name is S-H-A-Y-N-E C-O-A-L", VALUE),
        ("my name is Cole, C-O-L-E", "my name is Cole", "phrasing"),
        ("555-0132", "555-132", VALUE),
        ("1.05", "1.5", VALUE),
        ("five to four", "five past four", VALUE),
    ],
)
def test_equal_values_are_equal(said: str, heard: str, outcome: str) -> None:
    assert english(said, heard).outcome == outcome


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "heard", "outcome"),
    [
        ("Okay, colour", "ok color", "match"),
        ("we're gonna check in", "We are going to check-in", "match"),
        ("the cards were shipped", "the card was ship", "phrasing"),
        ("two cards were shipped", "two card were shipping", "match"),
        ("I can't make it", "I cannot make it", "match"),
        ("I like it", "well I like it", "filler"),
        ("the the order", "the order", "filler"),
        ("I would like to cancel", "I want to cancel", "phrasing"),
        ("send it back", "return it", "phrasing"),
        ("turn it on", "turn it off", "substance"),
        ("I want a refund", "I want a refund for my broken phone", "substance"),
        ("call John", "call Joan", "substance"),
        ("okay", "", "filler"),
        ("please", "", "substance"),
        ("...", "", "match"),
    ],
)
def test_words_apart_from_values(said: str, heard: str, outcome: str) -> None:
    assert english(said, heard).outcome == outcome


def test_lost_content_is_named() -> None:
    comparison = english("I want a refund for my order", "I want a return")
    assert comparison.outcome == "substance"
    assert named(comparison) == [("changed", "refund for my order", "return")]
    assert comparison.differences[0].said is not None
    assert comparison.differences[0].said.readings == frozenset()


def test_words_are_laid_beside_each_other() -> None:
    comparison = english("Um, I'd like fifteen dollars, please", "I would like $15 now please")
    assert [tuple(pair) for pair in comparison.words] == [
        ("similar", "I'd", "I"),
        ("similar", "I'd", "would"),
        ("equal", "like", "like"),
        ("similar", "fifteen dollars", "$15"),
        ("added", "", "now"),
        ("equal", "please", "please"),
    ]
    assert comparison.wer == pytest.approx(1 / 5)  # I would like, the amount, please: five words, one added


# --- languages --------------------------------------------------------------------------------------------------------


def test_a_comparison_says_in_which_language() -> None:
    assert english("yes", "yes").language == "en"
    assert compare("Quiero quince euros", "15", language=None).language == "es"
    assert compare("Cole", "Coal").language is None
    assert compare("15", "15").language == "en"


def test_each_text_is_read_in_its_own_language() -> None:
    assert compare("quiero quince euros", "I want fifteen euros").outcome == "substance"
    assert compare("quiero quince euros", "I want fifty euros").outcome == "value"
    assert compare("십오 달러", "fifteen dollars", language="ko").outcome == "match"
    assert compare("십오 달러", "fifty dollars", language="ko").outcome == "value"


@pytest.mark.parametrize(
    ("said", "heard", "language", "outcome"),
    [
        ("你好。", "你好", "zh", "match"),
        ("15", "15", "zh", "match"),
        ("15", "50", "zh", VALUE),
        ("1,500", "1500", "zh", "match"),
        ("我要退15块", "我要退50块", None, VALUE),
        ("我要退15块", "我要退１５块", "zh", "match"),
        ("我要退15块", "我要退十五块", "zh", "not_measured"),
        ("我要退款", "我要取消", None, "not_measured"),
        ("пятнадцать", "пятьдесят", None, "not_measured"),
        ("пятнадцать", "пятнадцать", None, "match"),
        ("vijftien euro graag", "vijftig euro graag", "nl", "not_measured"),
        ("vijftien", "vijftig", None, "not_measured"),
        ("取消", "取消", None, "match"),
        ("十五", "五十", None, VALUE),
    ],
)
def test_what_nobody_can_read_is_not_measured(
    said: str, heard: str, language: str | None, outcome: str
) -> None:
    comparison = compare(said, heard, language=language)
    assert comparison.outcome == outcome
    assert (comparison.reason is None) == (outcome != "not_measured")


def test_the_reason_names_the_language() -> None:
    assert compare("hoi", "hallo", language="nl").reason == "no reader for the language 'nl'"


def test_numbers_of_an_unread_language_are_named() -> None:
    comparison = compare("我要退15块", "我要退50块", language="zh")
    assert named(comparison) == [("changed", "15", "50")]
    assert comparison.language is None
    assert [pair.op for pair in comparison.words] == ["equal", "equal", "equal", "changed", "equal"]


# --- laws -------------------------------------------------------------------------------------------------------------

VOCABULARY = words(
    "you want do not the a refund fifteen fifty two nine from to account Tuesday 15 4:30 half past four dollars $50 , . please "
    "no um order C-O-L-E cole one oh five point percent March third yesterday and or before after"
)
SENTENCES = st.lists(st.sampled_from(sorted(VOCABULARY)), max_size=9).map(" ".join)


@given(SENTENCES)
def test_a_text_is_what_it_is(text: str) -> None:
    assert english(text, text).outcome == "match"


@given(SENTENCES)
def test_all_values_of_a_text_meet_those_of_its_twin(text: str) -> None:
    pairs = meet(Text(text, "en", None), Text(text, "en", None))
    assert pairs is not None
    assert {pair.relation for pair in pairs} <= {"same"}
    # A word more behind it: the texts are read, and the values are still the same.
    assert english(text, f"{text} , today's").outcome == VALUE
    assert english(text, f"{text} , elephants").outcome == "substance"


@given(st.text())
def test_any_text_is_itself_in_any_language(text: str) -> None:
    assert compare(text, text).outcome == "match"
    for code in LANGUAGES:
        assert compare(text, text, language=code).outcome == "match"


@given(SENTENCES, SENTENCES)
def test_a_value_differs_in_both_directions(one: str, other: str) -> None:
    assert (english(one, other).outcome == VALUE) == (english(other, one).outcome == VALUE)


@given(st.text(), st.text())
def test_any_two_texts_can_be_compared(one: str, other: str) -> None:
    comparison = compare(one, other)
    assert (comparison.outcome == "not_measured") == (comparison.reason is not None)
    assert all(difference.said or difference.heard for difference in comparison.differences)
    rate = comparison.wer
    assert rate is None or rate >= 0
    assert all(pair.said or pair.heard for pair in comparison.words)


CARRIERS: dict[LanguageCode, str] = {
    "en": "my order number is {}, thank you",
    "es": "mi número de pedido es {}, gracias",
    "ko": "주문 번호는 {} 입니다",
    "ja": "注文番号は{}です。",
    "de": "meine Bestellnummer ist {}, danke",
    "fr": "mon numéro de commande est le {}, merci",
    "pt": "o número do meu pedido é {}, obrigado",
    "it": "il mio numero d'ordine è {}, grazie",
}


@given(
    st.sampled_from(LANGUAGES),
    st.text("0123456789", min_size=1, max_size=12),
    st.integers(min_value=0),
    st.sampled_from("0123456789"),
    st.sampled_from(["{}", "${}", "{}.50", "EM{}", "1{}"]),
)
def test_a_changed_digit_is_always_a_value(
    code: LanguageCode, digits: str, at: int, digit: str, shape: str
) -> None:
    at %= len(digits)
    changed = digits[:at] + digit + digits[at + 1 :]
    said, heard = (CARRIERS[code].format(shape.format(text)) for text in (digits, changed))
    assert compare(said, heard, language=code).outcome == ("match" if changed == digits else VALUE)


ENGLISH_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@given(
    st.text("0123456789", min_size=3, max_size=10), st.integers(min_value=0), st.sampled_from("0123456789")
)
def test_digits_said_one_by_one_are_the_number_and_no_other(digits: str, at: int, digit: str) -> None:
    spoken = " ".join(ENGLISH_DIGITS[int(char)] for char in digits)
    at %= len(digits)
    changed = digits[:at] + digit + digits[at + 1 :]
    assert english(f"it is {spoken}", f"it is {changed}").outcome == ("match" if changed == digits else VALUE)


SOUNDS: dict[LanguageCode, tuple[str, ...]] = {
    "en": ("um", "uh", "er", "hmm"),
    "es": ("eh", "em"),
    "ko": ("음", "어"),
    "ja": ("えーと、", "あのー、"),
    "de": ("äh", "ähm"),
    "fr": ("euh", "heu"),
    "pt": ("hum", "eh"),
    "it": ("ehm", "eh"),
}
READABLE = [pair for pair in ALL if pair.language in LANGUAGES]


@given(st.sampled_from(READABLE), st.data())
def test_a_sound_of_thinking_between_any_words_is_a_filler(pair: object, data: st.DataObject) -> None:
    assert isinstance(pair, type(ALL[0]))
    code: LanguageCode = next(code for code in LANGUAGES if code == pair.language)
    parts = pair.said.split(" ")
    at = data.draw(st.integers(0, len(parts)))
    parts.insert(at, data.draw(st.sampled_from(SOUNDS[code])))
    heard = " ".join(parts)
    assert compare(pair.said, heard, language=code).outcome == "filler"


@given(st.sampled_from(READABLE), st.data())
def test_a_filler_at_the_beginning_is_never_more(pair: object, data: st.DataObject) -> None:
    assert isinstance(pair, type(ALL[0]))
    code: LanguageCode = next(code for code in LANGUAGES if code == pair.language)
    fillers = sorted(language_of(code).fillers | lexicon_of(code).fillers)
    filler = data.draw(st.sampled_from(fillers))
    assert compare(pair.said, f"{filler}, {pair.said}", language=code).outcome in ("match", "filler")


@given(SENTENCES, SENTENCES)
def test_the_words_hold_both_texts(one: str, other: str) -> None:
    laid = english(one, other).words
    for text, side in ((one, "said"), (other, "heard")):
        shown = {word for pair in laid for word in re.findall(r"\w+", getattr(pair, side).lower())}
        assert shown - {"um"} == set(re.findall(r"\w+", text.lower())) - {"um"}


def test_importing_loads_no_language() -> None:
    code = (
        "import sys; import callproof.spoken; before = [n for n in sys.modules if 'rapidfuzz' in n];"
        "from callproof.spoken import compare;"
        "print(before, [n for n in sys.modules if n.startswith('callproof.spoken.languages.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[] []"


@pytest.mark.parametrize(
    ("said", "heard", "outcome"),
    [
        # The one inside a number is no article of another sentence.
        ("Ten thousand. I want a refund.", "Ten thousand and one. I want a refund.", "value"),
        ("Twenty. I want a refund.", "Twenty one. I want a refund.", "value"),
        ("I want a ticket.", "I want one ticket.", "match"),
        ("I want one. A refund.", "I want one. One refund.", "match"),
    ],
)
def test_an_article_stands_for_a_one_of_its_own_alone(said: str, heard: str, outcome: str) -> None:
    assert compare(said, heard, language="en").outcome == outcome
    assert compare(heard, said, language="en").outcome == outcome


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("I want to fly from Boston to Denver.", "I want to fly from Denver to Boston."),
        (
            "I want to cancel it. The flight from Boston to Denver.",
            "I want to cancel it. The flight from Denver to Boston.",
        ),
        ("I'd like to go to Denver from Boston.", "I'd like to go to Boston from Denver."),
    ],
)
def test_a_verb_is_no_way(said: str, heard: str) -> None:
    assert compare(said, heard, language="en").outcome == "value"
    assert compare(said, said.upper(), language="en").outcome == "match"


def test_an_address_begins_behind_the_end_of_a_sentence() -> None:
    said, heard = (
        "My name is Cole. john dot smith at gmail dot com.",
        "My name is Cole. john.smith@gmail.com.",
    )
    assert compare(said, heard, language="en").outcome == "match"


def test_texts_that_can_be_read_in_too_many_ways_are_not_measured() -> None:
    text = "http://x.y/ " * 400
    comparison = compare(text, text[:-1] + "5", language="en")
    assert comparison.outcome == "not_measured"
    assert comparison.reason == "the texts can be read in too many ways to be laid beside each other"
    assert comparison.wer is not None


@pytest.mark.parametrize("texts", [(None, "five"), ("five", None), (5, "5"), (b"five", "five")])
def test_only_texts_are_compared(texts: tuple[Any, Any]) -> None:
    with pytest.raises(TypeError, match="two texts are compared, not "):
        compare(*texts)


@pytest.mark.parametrize("day", [datetime.date.min, datetime.date.max])
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "next Tuesday, in ten days"), ("en", "yesterday"), ("es", "mañana"), ("ko", "내일"), ("ja", "昨日"), ("de", "gestern")],
)  # fmt: skip
def test_the_ends_of_the_calendar_are_no_days_of_calls(day: datetime.date, language: str, said: str) -> None:
    assert compare(said, f"{said} 5", language=language, date=day).outcome == "value"
    assert compare(said, said.upper() + "!", language=language, date=day).outcome == "match"


def test_a_long_text_of_another_writing_is_not_quoted_whole() -> None:
    comparison = compare("пять рублей " * 1000, "шесть", language=None)
    assert comparison.outcome == "not_measured"
    assert len(comparison.reason or "") < 200


@pytest.mark.parametrize(
    ("language", "said", "heard", "outcome"),
    [
        ("en", "the seventh of May", "May seventh of the", "phrasing"),
        ("en", "July half first of the", "July half first of the one", "phrasing"),
        ("ko", "일주일에 한 알", "한 일A일에 알", "value"),
    ],
)
def test_words_that_break_off_or_are_mixed_up_are_compared(
    language: str, said: str, heard: str, outcome: str
) -> None:
    assert compare(said, heard, language=language).outcome == outcome

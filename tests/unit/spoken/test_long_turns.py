"""Turns of thousands of words: what is asked of them takes a time that grows with their length, not with its square."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from callproof.spoken import compare
from callproof.spoken.claims import claims
from callproof.spoken.language import LanguageCode
from callproof.spoken.paths import text_of

WORDS = 5_000
# Ten times what it takes; a time that grew with the square would be a hundred times as long.
LONGEST_S = 5.0


def own_words(first: str) -> str:
    """Words of which none is another: "vba", "vbb"."""
    return " ".join(f"{first}{''.join(chr(ord('a') + int(digit)) for digit in str(n))}" for n in range(WORDS))


def amounts(verb: str, count: int = WORDS // 9) -> str:
    return " ".join(f"I {verb} {n % 90 + 10} of item {n} at {n % 12 + 1} pm." for n in range(count))


def signs(first: int, count: int) -> list[str]:
    return [chr(first + n * 7919 % 9000) for n in range(count)]


def japanese(start: int) -> str:
    return "".join(f"それは{sign}{sign}です。" for sign in signs(0x4E00 + start, WORDS // 4))


def korean(start: int) -> str:
    return " ".join(f"{sign}{sign}을 주세요." for sign in signs(0xAC00 + start, WORDS // 3))


def took(question: Callable[[], object]) -> float:
    text_of.cache_clear()
    started = time.process_time()
    question()
    return time.process_time() - started


@pytest.mark.parametrize(
    ("code", "said", "heard"),
    [
        ("en", own_words("v"), own_words("w")),
        ("en", amounts("want"), amounts("need")),
        ("en", amounts("want"), amounts("want").replace("item", "size")),
        ("en", amounts("want"), amounts("want", WORDS // 18)),
        ("en", "two and " * (WORDS // 2), "two and " * (WORDS // 2) + "three"),
        ("ja", japanese(0), japanese(3)),
        ("ko", korean(0), korean(3)),
    ],
)
def test_two_long_turns_are_compared_in_time(code: LanguageCode, said: str, heard: str) -> None:
    assert took(lambda: compare(said, heard, language=code).words) < LONGEST_S


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", amounts("refunded")),
        ("ja", "はい、三千円です。" * (WORDS // 2)),
        ("ko", "네, 오만 원입니다. " * (WORDS // 2)),
    ],
)
def test_a_long_turn_is_searched_for_claims_in_time(code: LanguageCode, text: str) -> None:
    assert took(lambda: claims(text, language=code)) < LONGEST_S


def test_twice_the_length_takes_about_twice_as_long() -> None:
    def least(count: int) -> float:
        said, heard = amounts("want", count), amounts("need", count)
        return min(took(lambda: compare(said, heard, language="en")) for _ in range(3))

    assert least(1600) < 9 * least(400)  # the square would be sixteen times as much


def test_words_are_found_again_in_whatever_place_of_a_long_turn() -> None:
    said = own_words("v").split()
    heard = said[WORDS // 2 :] + said[: WORDS // 2]
    assert compare(" ".join(said), " ".join(heard), language="en").outcome == "phrasing"

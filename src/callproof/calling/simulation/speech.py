"""Speech without sound: how long a text takes to say, word by word, so that it can be cut at a word."""

from __future__ import annotations

import random
import re

from callproof.evidence.events import Word

# What a persona speaks at who says nothing of it.
USUAL_RATE = 165
# The rates behind it: 165 words a minute is about 4.7 letters' worth of 58 ms each and 90 ms around every word; a digit is a word
# of its own when it is spoken.
_LETTER_MS, _WORD_MS, _DIGIT_MS, _PAUSE_MS = 58, 90, 210, 180
_SPREAD = 0.08
_WORDS = re.compile(r"\S+\s*")


def timed_words(
    text: str, start_ms: int, *, words_per_minute: int = USUAL_RATE, seed: str, pause_ms: int = 0
) -> tuple[Word, ...]:
    """The words of a text with their times. The same seed gives the same times; the words joined give the text. `pause_ms`
    is what is paused between two phrases beyond the usual."""
    rng = random.Random(seed)  # noqa: S311 - for variation, not for secrets
    scale = USUAL_RATE / words_per_minute
    words: list[Word] = []
    at = float(start_ms)
    for match in _WORDS.finditer(text):
        word = match.group()
        length = _length(word) * scale * rng.uniform(1 - _SPREAD, 1 + _SPREAD)
        words.append(Word(word, round(at), round(at + length)))
        at += length + (_PAUSE_MS * scale + pause_ms if word.rstrip()[-1:] in ".!?,;:。、" else 0)
    return tuple(words)


def _length(word: str) -> float:
    digits = sum(map(str.isdigit, word))
    letters = sum(map(str.isalpha, word))
    # A sign of Chinese, Japanese or Korean is a syllable.
    wide = sum(map(_is_wide, word))
    return _WORD_MS + digits * _DIGIT_MS + (letters - wide) * _LETTER_MS + wide * 2.5 * _LETTER_MS


def _is_wide(letter: str) -> bool:
    return "\u3040" <= letter <= "\u9fff" or "\uac00" <= letter <= "\ud7a3"


def played_until(words: tuple[Word, ...], ms: int) -> str:
    """What had been heard in full by `ms`."""
    return "".join(word.text for word in words if word.end_ms is not None and word.end_ms <= ms).rstrip()

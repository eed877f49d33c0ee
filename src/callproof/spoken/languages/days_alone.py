"""A day without its month: "el día 2", "am zweiten", 31日. Where the day of the call is known it is that of this month or of the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from callproof.spoken.language import Edge, LanguageCode, Scan
from callproof.spoken.languages.calendar_edges import day_of
from callproof.spoken.languages.moments import calendar_date
from callproof.spoken.reading import Reading
from callproof.spoken.values import Value

# What stands before such a day. English says a rank behind "the", which its own dates read.
_BEFORE: Mapping[LanguageCode, frozenset[str]] = {
    "es": frozenset({"el", "día", "al"}),
    "de": frozenset({"am", "zum", "dem", "vom"}),
    "fr": frozenset({"le", "au", "du"}),
    "pt": frozenset({"dia"}),
    "it": frozenset({"il", "giorno", "al"}),
}
_SIGNS: Mapping[LanguageCode, str] = {"ko": "일", "ja": "日"}
# Behind the sign: what makes a length of time of it, or a rank.
_NO_DAY: Mapping[LanguageCode, frozenset[str]] = {
    "ko": frozenset("간후뒤전째치분동이정요밤"),
    "ja": frozenset("間後前以目分本程ほ曜"),
}
# No number of a day is longer, in tokens.
_LONGEST = 4
# The days that the last one of a month can be.
_LAST = range(28, 32)


def scan(code: LanguageCode) -> Scan:
    if code in _SIGNS:
        return Scan(frozenset({_SIGNS[code]}), _by_sign)
    return Scan(_BEFORE.get(code, frozenset()), _behind_word)


def _behind_word(reading: Reading) -> Iterator[tuple[int, Edge]]:
    if reading.context.date is None:
        return
    before = _BEFORE[reading.context.language.code]
    for i in [i for i, word in enumerate(reading.words[:-1], start=1) if word in before]:
        for end, value in reading.edges[i]:
            day = day_of(value)
            if day and not _is_counted(reading, end):
                start = i - 1 if reading.words[i - 1] in _DAYS else i
                yield from ((start, Edge(end, dated)) for dated in _coming(reading, day))


_DAYS = frozenset({"día", "dia", "giorno"})


def _is_counted(reading: Reading, i: int) -> bool:
    """Whether a number in front of a token counts or ranks what is there: "am zweiten Schalter"."""
    if i >= len(reading.tokens):
        return False
    text, raw, kind, _ = reading.tokens[i]
    language = reading.context.language
    is_noun = raw[0].isupper() if language.code == "de" else text not in language.function_words
    return text in _OF or (kind == "word" and is_noun)


# "el 2 de", "il 2 per cento"; "le 2 %"
_OF = frozenset({"de", "del", "por", "per", "pour", "%", ":", "/"})


def _by_sign(reading: Reading) -> Iterator[tuple[int, Edge]]:
    code = reading.context.language.code
    for at in [i for i, word in enumerate(reading.words) if word == _SIGNS[code]]:
        if reading.word(at + 1) in _NO_DAY[code]:
            continue
        for i in range(max(0, at - _LONGEST), at):
            for end, value in reading.numbers[i]:
                if end == at and 1 <= value <= 31 and value == int(value):
                    yield from ((i, Edge(at + 1, dated)) for dated in _coming(reading, int(value)))


def _coming(reading: Reading, day: int) -> Iterator[Value]:
    today = reading.context.date
    if today is None:
        if day in _LAST:
            yield Value("ordinal", day)
        return
    for later in (0, 1):
        months = today.year * 12 + today.month - 1 + later
        value = calendar_date(months // 12, months % 12 + 1, day)
        if value is not None:
            yield value

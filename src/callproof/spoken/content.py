"""Whether words name a piece of data: the argument of a tool, a field of a backend."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice
from typing import NamedTuple, TypeAlias

from callproof.spoken.attachments import denies, is_negation
from callproof.spoken.detection import detect_language, known_code, script_of
from callproof.spoken.paths import Place, Text, bare, text_of
from callproof.spoken.reading import Reading
from callproof.spoken.values import Span, Value, agree, code, number

Data: TypeAlias = str | int | float | Decimal | bool

_ISO = re.compile(
    r"(?P<date>\d{4}-\d{2}-\d{2})(?:[T ](?P<time>\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?P<zone>Z|[+-]\d{2}:?\d{2})?)?"
)
_CLOCK = re.compile(r"(\d{2}):(\d{2})(?::\d{2})?")
_PHONE = re.compile(r"(\+?)[\d\s().-]+")
_SHORTEST_PHONE = 7
_PLAIN_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# An identifier: at least one digit, and the signs that part it are not said ("EM-456").
_IDENTIFIER = re.compile(r"(?=.*\d)[A-Za-z0-9]+(?:[-_/#. ][A-Za-z0-9]+)*")
_PREFIX = re.compile(r"[A-Z]+(?=\d+$)")
_NOT_IN_CODE = re.compile(r"[^A-Za-z0-9]")
_HOURS_OF_CLOCK = 12
# A code of fewer digits may be part of a longer one that is said in groups.
_LONGEST_GROUP = 7


class Part(NamedTuple):
    """What has to be named, in one of its readings. Where `loose`, another value may name it just as well: nobody says 19:00 UTC."""

    readings: frozenset[Value]
    loose: bool = False


def read_values(
    text: str, *, language: str | None = None, date: datetime.date | None = None
) -> tuple[Span, ...]:
    """The values in a text, each as long as it can be, with all that it can stand for; none where it cannot be read."""
    read = _text(text, language, date)
    return tuple(read.span(place) for place in read.places) if read is not None else ()


def readings_of(
    data: Data, *, language: str | None = None, date: datetime.date | None = None
) -> frozenset[Value]:
    """What a piece of data may be called; nothing for true, false and free text.

    "2026-12-01T19:00:00" is a date and a time. "345" is a number and a code, "0345" a code.
    """
    return frozenset(value for part in _parts(data, language, date) for value in part.readings)


def says(
    text: str | Reading, data: Data, *, language: str | None = None, date: datetime.date | None = None
) -> bool | None:
    """Whether a text names a piece of data, in whatever words; None where that cannot be told.

    "One two three four five six seven" does not name 345, "eleven o'clock" names "11:00". A date and time has to be named in both. Free
    text and names are found when they are there, letter by letter too; that they are missing says nothing.
    """
    return _found(text, data, language, date, affirmed_only=False)


def affirmed(
    text: str | Reading, data: Data, *, language: str | None = None, date: datetime.date | None = None
) -> bool | None:
    """Whether a text names a piece of data and does not deny it: "not on Saturday, on Sunday" affirms Sunday alone."""
    return _found(text, data, language, date, affirmed_only=True)


def _found(
    source: str | Reading,
    data: Data,
    language: str | None,
    date: datetime.date | None,
    *,
    affirmed_only: bool,
) -> bool | None:
    if isinstance(source, Reading):
        context = source.context
        text: Text | None = text_of(source.text, context.language.code, context.date)
        language, date = context.language.code, context.date
    else:
        text = _text(source, language, date)
    if text is None or isinstance(data, bool):
        return None
    parts = _parts(data, text.language.code, date)
    if not parts:
        return _named(text, data, affirmed_only=affirmed_only)
    verdicts = [_part_said(text, part, affirmed_only=affirmed_only) for part in parts]
    if False in verdicts:
        return False
    return None if None in verdicts else True


def _text(source: str, language: str | None, date: datetime.date | None) -> Text | None:
    """The text as it can be read, None when it cannot."""
    given = known_code(language) if language is not None else None
    if language is not None and given is None:
        return None
    script = script_of(source)
    if script in ("zh", "other"):
        return None
    if given is None or (script in ("ko", "ja") and given != script):
        given = detect_language(source) or ("en" if source.isascii() else None)
    return text_of(source, given, date) if given is not None else None


# --- data -------------------------------------------------------------------------------------------------------------


def _parts(data: Data, language: str | None, date: datetime.date | None) -> tuple[Part, ...]:
    """The parts of a piece of data, of which each has to be named."""
    if isinstance(data, bool):
        return ()
    if isinstance(data, int | float | Decimal):
        return _number_parts(data)
    plain = data.strip()
    iso = _ISO.fullmatch(plain)
    if iso is not None:
        return _iso_parts(iso)
    clock = _CLOCK.fullmatch(plain)
    if clock is not None:
        return _time_parts(int(clock[1]), int(clock[2]))
    phone = _PHONE.fullmatch(plain)
    digits = _NOT_IN_CODE.sub("", plain)
    if phone is not None and len(digits) >= _SHORTEST_PHONE and not _PLAIN_NUMBER.fullmatch(plain):
        return (Part(frozenset(map(code, _phone_forms(digits, international=bool(phone[1]))))),)
    if _PLAIN_NUMBER.fullmatch(plain):
        whole = "." not in plain and "-" not in plain
        readings = {code(plain)} if whole else set()
        if not (whole and plain.startswith("0") and len(plain) > 1):
            readings.add(number(Decimal(plain)))
        return (Part(frozenset(readings)),)
    return _worded_parts(plain, language, date)


def _number_parts(data: int | float | Decimal) -> tuple[Part, ...]:
    amount = Decimal(str(data))
    if not amount.is_finite():
        return ()
    readings = {number(amount)}
    if amount == amount.to_integral_value() and amount >= 0:
        readings.add(code(str(int(amount))))
    return (Part(frozenset(readings)),)


def _iso_parts(iso: re.Match[str]) -> tuple[Part, ...]:
    try:
        day = datetime.date.fromisoformat(iso["date"])
    except ValueError:
        return ()
    # A time in UTC is called otherwise where the call is, and so may be the day.
    loose = iso["zone"] == "Z"
    parts = [Part(frozenset({Value("date", (day.year, day.month, day.day))}), loose)]
    if iso["time"]:
        hour, minute = iso["time"].split(":")
        parts += [part._replace(loose=loose) for part in _time_parts(int(hour), int(minute))]
    return tuple(parts)


def _time_parts(hour: int, minute: int) -> tuple[Part, ...]:
    return (Part(frozenset({Value("time", (hour, minute))})),) if hour < 24 and minute < 60 else ()


def _phone_forms(digits: str, *, international: bool) -> Iterator[str]:
    """A number with its country code, and as it is dialled in the country: codes have one to three digits."""
    yield digits
    if not international:
        return
    if digits.startswith("1"):
        yield digits[1:]
    else:
        for length in (1, 2, 3):
            yield "0" + digits[length:]
            yield digits[length:]


def _worded_parts(data: str, language: str | None, date: datetime.date | None) -> tuple[Part, ...]:
    """A value in words or with a unit ("$50", "next Tuesday", "7:45 PM"), an e-mail, an identifier."""
    text = _text(data, language, date)
    whole: frozenset[Value] = frozenset()
    if text is not None and text.places:
        (first, *_), last = text.places, text.places[-1]
        outside = [*range(first.start), *range(last.end, len(text.tokens))]
        if first is last and all(text.tokens[i].kind == "sign" for i in outside) and not is_negation(first):
            whole = first.readings
    if _IDENTIFIER.fullmatch(data) and not any(value.kind not in ("number", "code") for value in whole):
        whole |= {code(_NOT_IN_CODE.sub("", data))}
    return (Part(whole),) if whole else ()


# --- text -------------------------------------------------------------------------------------------------------------


def _part_said(text: Text, part: Part, *, affirmed_only: bool) -> bool | None:
    named = list(_places_of(text, part))
    if named:
        if not affirmed_only:
            return True
        doubts = [denies(text, place) for place in named]
        if False in doubts:
            return True
        return None if None in doubts else False
    return None if part.loose or _may_be_said(text, part) else False


def _places_of(text: Text, part: Part) -> Iterator[Place]:
    """Where a part is named: a whole value, or one that a comma parts from the next ("4821, 2 of them")."""
    i = 0
    while i < len(text.tokens):
        if not text.edges[i]:
            i += 1
            continue
        end = max(edge.end for edge in text.edges[i])
        for start in range(i, end):
            for edge in text.edges[start]:
                whole = start == i and edge.end == end
                if (whole or _parted(text, i, start, edge.end, end)) and _fits(edge.value, part):
                    yield Place(start, edge.end, frozenset({edge.value}))
        i = end


def _fits(value: Value, part: Part) -> bool:
    if any(agree(value, other) for other in part.readings):
        return True
    if value.kind == "weekday":
        days = {
            other.key[0]
            for other in part.readings
            if other.kind == "weekday" and isinstance(other.key, tuple)
        }
        return isinstance(value.key, tuple) and value.key[0] in days
    return False


def _parted(text: Text, first: int, start: int, end: int, last: int) -> bool:
    """Whether a stretch inside a longer one stands by itself: between commas, and no group of a long number."""
    if (start > first and not _is_stop(text, start - 1)) or (end < last and not _is_stop(text, end)):
        return False
    if _is_piece(text, first, start, end):
        return False
    inner = [token for token in text.tokens[start:end] if token.kind != "sign"]
    if len(inner) != end - start:
        return False
    digits = _NOT_IN_CODE.sub("", "".join(token.text for token in text.tokens[first:last]))
    long = digits.isdigit() and len(digits) >= _LONGEST_GROUP
    single = all(len(word.text) == 1 or _is_digit(text, i) for i, word in enumerate(inner, start))
    return not long and not single


def _is_piece(text: Text, first: int, start: int, end: int) -> bool:
    """Whether a number goes on over the comma: "two thousand, one hundred"."""
    return any(
        (k < start < numeral.end) or (k == start and numeral.end > end)
        for k in range(first, start + 1)
        for numeral in text.reading.numbers[k]
    )


def _is_stop(text: Text, i: int) -> bool:
    spaced = i + 1 >= len(text.tokens) or not text.tokens[i + 1].glued
    return text.tokens[i].text in ",;.、，。" and spaced


def _is_digit(text: Text, i: int) -> bool:
    """Whether a token is one digit in a word: it is then one of a run."""
    return any(
        edge.end == i + 1 and edge.value.kind == "number" and edge.value.key in range(10)
        for edge in text.edges[i]
    )


def _may_be_said(text: Text, part: Part) -> bool:
    """Whether something was said that may be meant: the weekday or the day of a date, a bare hour, the digits of an identifier, a
    group of figures in a longer run."""
    hints: set[Value] = set()
    for value in part.readings:
        if value.kind == "date" and isinstance(value.key, tuple) and all(value.key):
            year, month, day = value.key
            hints |= {
                Value("weekday", (datetime.date(year, month, day).weekday(), None)),
                Value("ordinal", day),
            }
        elif value.kind == "time" and isinstance(value.key, tuple) and value.key[1] == 0:
            hour = value.key[0]
            hints |= {number(hour), number(hour % _HOURS_OF_CLOCK or _HOURS_OF_CLOCK)}
        elif value.kind == "number" and isinstance(value.key, Decimal) and value.key in range(25):
            hour = int(value.key)
            hints |= {Value("time", (hour % 24, 0)), Value("time", ((hour + _HOURS_OF_CLOCK) % 24, 0))}
        elif value.kind == "code":
            hints.add(code(_PREFIX.sub("", str(value.key))))
    if number(1) in part.readings and text.articles():
        return True  # "a pizza"
    dated = any(value.kind == "date" for value in part.readings)
    said = {value for place in text.places for value in place.readings}
    if dated and not _DAYS.isdisjoint([value.kind for value in said]):
        # In "a table for two tomorrow" the two is no day, for another is named.
        said = {
            value
            for place in text.places
            for value in place.readings
            if value.kind != "number" or text.reading.word(place.start - 1) in _BEFORE_DAYS
        }
    if any(_fits(value, Part(frozenset(hints))) or (dated and value.kind == "day") for value in said):
        return True
    return any(_is_group(text, start, edge.end) and _fits(edge.value, part)
               for start, edges in enumerate(text.edges) for edge in edges)  # fmt: skip


_DAYS = frozenset({"date", "weekday", "day"})
# Behind these a plain number can be a day: "el dos", "le deux", "o dia dois", "il due".
_BEFORE_DAYS = frozenset(
    {"el", "día", "dia", "le", "jour", "o", "il", "giorno", "al", "del", "du", "ao", "the"}
)


def _is_group(text: Text, start: int, end: int) -> bool:
    """Whether figures stand by themselves between spaces, where a run of them may be one number or several."""
    written = [token for token in text.tokens[start:end] if token.kind == "digits"]
    spaced = not text.tokens[start].glued and (end == len(text.tokens) or not text.tokens[end].glued)
    return spaced and len(written) == end - start == 1 and len(written[0].text) > 1


def _named(text: Text, data: Data, *, affirmed_only: bool) -> bool | None:
    """Names and free text: True where the words are there, one by one or spelled; None where they are not."""
    wanted = [bare(word) for word in re.findall(r"[^\W_]+(?:['’][^\W_]+)*", str(data))]
    if not wanted:
        return None
    for start in range(len(text.tokens)):
        end = _end_of_words(text, start, wanted)
        if end and not (affirmed_only and denies(text, Place(start, end, frozenset())) is not False):
            return True
    return None


def _end_of_words(text: Text, start: int, wanted: list[str]) -> int:
    """The token behind some words that begin here, each as a word or in its letters; 0 when they do not."""
    # Free text may have thousands of words, so that this must not go as deep as they are many.
    ways = [(start, 0)]
    tried: set[tuple[int, int]] = set()
    while ways:
        i, found = way = ways.pop()
        if found == len(wanted):
            return i
        if way in tried:
            continue
        tried.add(way)
        while i < len(text.tokens) and text.tokens[i].kind == "sign":
            i += 1
        if i >= len(text.tokens):
            continue
        if bare(text.tokens[i].text) == wanted[found]:
            ways.append((i + 1, found + 1))
            continue
        for edge in reversed(text.edges[i]):
            count = _spelled(edge.value, wanted, found)
            if count:
                ways.append((edge.end, found + count))
    return 0


def _spelled(value: Value, wanted: list[str], found: int) -> int:
    """How many of the words from `found` on have the letters of a code; 0 for none."""
    if value.kind != "code":
        return 0
    letters, joined = bare(str(value.key)), ""
    for count, word in enumerate(islice(wanted, found, None), 1):
        joined += word
        if len(joined) >= len(letters):
            return count if joined == letters else 0
    return 0

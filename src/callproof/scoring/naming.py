"""Whether words name a piece of data, or another one in its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from callproof.scoring.arguments import Datum, DatumKind
from callproof.scoring.dialogue import Dialogue
from callproof.scoring.lexis import Lexis, lexis
from callproof.spoken.content import affirmed, read_values, says
from callproof.spoken.values import NEGATION, Span, Value

_LOCAL_NUMBER = 7
_NO_DIGIT = re.compile(r"\D+")
# A figure behind one of these counts no money and nothing else.
_NAMES_A_CODE = re.compile(
    r"\b(?:number|order|account|card|code|reference|room|flight|phone|ticket|zip|booking|ending(?: in| with)?|id)\W+(?:is\W+|number\W+|"
    r"it\W+is\W+)*$",
    re.IGNORECASE,
)
# A figure before one of these is no money.
_COUNTED = re.compile(
    r"\W{0,3}(?:(?:to|or|a|bis|à|-)\W*\w+\W+)?(?:business |working |more )?(?:minutes?|hours?|days?|nights?|weeks?|months?|years?|people|persons?|guests?|times|"
    r"minutos?|horas?|d[ií]as?|noches?|noites?|semanas?|meses|mes|personas?|pessoas|minuten|stunden?|tagen?|tage|nächte|wochen?|monaten?|"
    r"personen|heures?|jours?|nuits?|semaines?|mois|personnes?|minuti|ore|giorn[oi]|nott[ei]|settiman[ae]|mes[ei]|persone)\b"
    r"|\s?(?:분|시간|일|박|주|명|개월|泊|日|時間|分|週間|名|人|か月)",
    re.IGNORECASE,
)
# Behind it a bare number is an hour.
_AT = re.compile(r"\b(?:at|a las|a la|um|à|alle|às)\W*$", re.IGNORECASE)
_O_CLOCK = re.compile(r"\s*(?:o['’]?clock|uhr|heures?|horas|시|時)", re.IGNORECASE)
_KINDS: dict[DatumKind, frozenset[str]] = {
    "date": frozenset({"date", "weekday", "day"}),
    "time": frozenset({"time"}),
    "moment": frozenset({"date", "weekday", "day", "time"}),
    "email": frozenset({"email"}),
}
_MOMENT = re.compile(r"(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})")
_PLAIN = frozenset({"number", "code", "ordinal", "time", "percent"})
# "Fifty" and "four thousand" differ in more than a slip of the ear.
_FARTHEST_LENGTHS = 1


def named(dialogue: Dialogue, text: str, datum: Datum) -> bool | None:
    """Whether a text names a piece of data, denied or not; None where that cannot be told."""
    return _said(dialogue, text, datum, False)


def stated(dialogue: Dialogue, text: str, datum: Datum) -> bool | None:
    """Whether a text names a piece of data and does not deny it."""
    return _said(dialogue, text, datum, True)


def mentioned(dialogue: Dialogue, said: Lexis, datum: Datum) -> tuple[bool | None, bool | None]:
    """Whether a text states a piece of data, and whether it names it."""
    if dialogue.language == "en" and datum.word in said.certain:
        if not said.shape.denies:
            return True, True
    elif not may_be_named(dialogue, said, datum):
        return False, False
    verdict = stated(dialogue, said.text, datum)
    return verdict, verdict or named(dialogue, said.text, datum)


def _said(dialogue: Dialogue, text: str, datum: Datum, affirmed_only: bool) -> bool | None:
    said = lexis(text)
    if dialogue.language == "en" and datum.word in said.certain and not (affirmed_only and said.shape.denies):
        return True
    if not may_be_named(dialogue, said, datum):
        return False
    key = (text, datum.key, datum.kind, datum.forms, affirmed_only)
    if key not in dialogue.verdicts:
        dialogue.verdicts[key] = _looked_for(dialogue, text, datum, affirmed_only=affirmed_only)
    return dialogue.verdicts[key]


def _looked_for(dialogue: Dialogue, text: str, datum: Datum, *, affirmed_only: bool) -> bool | None:
    language = dialogue.language_in(text)
    if language is None:
        return None
    ask = affirmed if affirmed_only else says
    verdicts = [ask(text, value, language=language, date=dialogue.day) for value in datum.forms]
    return True if True in verdicts else None if None in verdicts else False


def may_be_named(dialogue: Dialogue, said: Lexis, datum: Datum) -> bool:
    """What the bare words tell: False is certain."""
    kind, shape = datum.kind, said.shape
    if kind in _KINDS:
        return kind == "email" or _may_hold(dialogue, said, kind)
    if shape.counts_in(dialogue.language):
        return True
    if not shape.runs and kind != "phone":
        return "" in datum.digits
    numbers, joined = said.figures
    if kind == "phone":
        # Without its country code.
        local = _NO_DIGIT.sub("", datum.text)[-_LOCAL_NUMBER:]
        return local in joined or any(number.endswith(local) for number in numbers)
    for digits in datum.digits:  # noqa: SIM110 - a generator would take twice as long
        if not digits or digits in numbers or digits in joined:
            return True
    return False


def asks_more_than_bare_words(datum: Datum) -> bool:
    """Whether a piece of data may be named by words without a figure, a word for a number, or a day (`Shape.is_valueless`)."""
    return datum.kind == "email" or (datum.kind not in _KINDS and "" in datum.digits)


def _may_hold(dialogue: Dialogue, said: Lexis, kind: DatumKind) -> bool:
    """Whether there may be a date or a time among some words."""
    if dialogue.language != "en":
        return True
    shape = said.shape
    if shape.may_date:
        return True
    if not shape.runs:
        return kind != "date" and shape.counts_in("en")
    return bool(said.figures.digits) or kind != "date"


def parts(datum: Datum) -> tuple[Datum, ...]:
    """The day and the time of a moment, each as a datum of its own."""
    found = _MOMENT.match(datum.text) if datum.kind == "moment" else None
    if found is None:
        return ()
    return (
        datum.part("date", found[1]),
        datum.part("time", found[2]),
    )


def partly_stated(dialogue: Dialogue, text: str, datum: Datum) -> bool:
    """Whether a text states a piece of data, or of a moment its day or its time and no other in the place of the rest."""
    if stated(dialogue, text, datum):
        return True
    of_moment = parts(datum)
    return any(stated(dialogue, text, part) for part in of_moment) and rival(dialogue, text, datum) is None


def rival(dialogue: Dialogue, text: str, datum: Datum, others: Iterable[Datum] = ()) -> Span | None:
    """Another value of the same kind that a text states: 15 beside 50, Thursday beside Friday, 4281 beside 4821.

    None where the text names the value itself. `others` are data that are meant by their own names.
    """
    said = lexis(text)
    if dialogue.language == "en" and datum.word in said.certain:
        return None
    if not _may_have_rival(dialogue, said, datum):
        return None
    language = dialogue.language_in(text)
    if language is None or named(dialogue, text, datum) is not False:
        return None
    spans = [
        span
        for span in read_values(text, language=language, date=dialogue.day)
        if NEGATION not in span.readings
    ]
    # "Tomorrow" stands in the place of no moment that is tomorrow.
    known = [part for other in others if other.value != datum.value for part in (other, *parts(other))]
    known += parts(datum)
    candidates = [span for span in spans if _is_rival(text, span, datum, alone=len(spans) == 1)]
    return next(
        (
            span
            for span in candidates
            if not any(named(dialogue, span.text, other) is not False for other in known)
        ),
        None,
    )


def _may_have_rival(dialogue: Dialogue, said: Lexis, datum: Datum) -> bool:
    """What the bare words tell: False is certain."""
    if datum.kind in ("date", "email"):
        return datum.kind == "email" or _may_hold(dialogue, said, "date")
    if said.shape.counts_in(dialogue.language):
        return True
    if not said.shape.runs:
        return False
    numbers, joined = said.figures
    if joined:
        return True
    if datum.kind != "code":
        return bool(numbers)
    length = len(_NO_DIGIT.sub("", datum.text))
    return length in map(len, numbers)


def _is_rival(text: str, span: Span, datum: Datum, *, alone: bool) -> bool:
    kinds = {value.kind for value in span.readings}
    if datum.kind in _KINDS:
        if datum.kind in ("time", "moment") and (
            _AT.search(text[: span.start]) or _O_CLOCK.match(text, span.end)
        ):
            kinds -= {"number", "code"}
            return bool(kinds) and kinds <= _KINDS[datum.kind]
        return bool(kinds) and kinds <= _KINDS[datum.kind]
    if datum.kind in ("code", "phone"):
        return any(
            value.kind == "code" and _same_shape(str(value.key), datum.text) for value in span.readings
        )
    if "money" in kinds:
        return datum.kind == "amount"
    if not alone or "number" not in kinds or not kinds <= _PLAIN or _NAMES_A_CODE.search(text[: span.start]):
        return False
    if datum.kind == "amount" and _COUNTED.match(text, span.end):
        return False
    return any(_near(value, datum) for value in span.readings if value.kind == "number")


def _near(value: Value, datum: Datum) -> bool:
    number = datum.number
    if number is None:
        return False
    return abs(_length(number) - _length(_number(value))) <= _FARTHEST_LENGTHS


def _length(number: Decimal) -> int:
    """The digits before the point; a part of one has one, its 0."""
    return max(number.adjusted(), 0) + 1


def _number(value: Value) -> Decimal:
    return Decimal(str(value.key))


def _same_shape(a: str, b: str) -> bool:
    return _shape(a) == _shape(b)


def _shape(code: str) -> str:
    return "".join("9" if char.isdigit() else "A" for char in code if char.isalnum())

"""What a caller's sentence asks for, as a recogniser writes it down: order numbers, quantities, dates, amounts, and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

UNITS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
TENS = {
    word: 10 * number
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
}  # fmt: skip
MONTHS = "january february march april may june july august september october november december".split()
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()

_NEAR_ONE = {*UNITS, *TENS, "-", "piece", "pieces", "dollar", "dollars", "to", "quantity", "just"} - {"one"}
_MONTH = "|".join(MONTHS)
# Words that sound like a digit, where one is due.
_SOUNDS_LIKE = {"for": "4", "to": "2", "too": "2", "won": "1", "ate": "8", "oh": "0", "o": "0"}
_HOMOPHONE = "|".join(_SOUNDS_LIKE)
_CODE_DIGITS = 4
_DIGITS = re.compile(rf"(?<![\w$.])\d(?:[ ,]+(?:\d|{_HOMOPHONE})\b)*[ ,]+\d\b")
_CODE = re.compile(r"(?<![\d$.])\d(?:[ ,.-]{0,2}\d){3}(?![\d%]|[ ,.-]{0,2}\d\b|st|nd|rd|th)")
_MONEY = re.compile(
    r"\$ ?(\d+(?:\.\d+)?)(?: (?:dollars? )?and (\d{1,2}) cents?)?|(\d+(?:\.\d+)?) dollars?(?:,? (?:and )?(\d{1,2}) cents?)?"
)
_PAID_IN_FULL = re.compile(r"\brefund (?:me )?(?:of )?(\d{1,2})[ -](\d0|\d5)\b")
_DATE = re.compile(
    rf"(?P<m1>{_MONTH}),? (?:the )?(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\b|"
    rf"(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,? (?:of )?(?P<m2>{_MONTH})\b|(?P<d3>\d{{1,2}})(?:st|nd|rd|th)\b|"
    rf"\b(?P<day>{'|'.join(WEEKDAYS)}|tomorrow|today)\b"
)
_NUMBER = re.compile(r"(?<![\d$.])\d{1,2}(?!\d|\.\d|st|nd|rd|th| (?:week|day|hour|minute|year)s?\b)")
_METHOD = re.compile(r"\b(?:standard|express|overnight)\b")
_NOT = re.compile(r"\b(?:not|instead of|rather than)(?: the| order| number|,)* $")
_ACTIONS = (
    ("send_voucher", r"\bvoucher"),
    ("refund", r"\brefund|\bpay me back|\bmoney back"),
    ("ship_order", r"\bship(?!ment)"),
    ("update_order", r"\bquantity|\bpieces?\b|\bdeliver|\bupdate|\bchange"),
)
_NEGATION = re.compile(
    r"\b(?:stop|don'?t|do not|never mind|forget it|leave it|leave that|cancel (?:it|that)|better not|changed my mind)\b"
)
_AGREES = re.compile(r"\W*(?:yes|yeah|yep|sure|please do|correct|right|exactly|go ahead|okay|ok)\b")
_CLOSES = re.compile(r"\bthat(?:'s| is| was) (?:all|it|everything)\b|\bnothing else\b|\bgoodbye\b|\bbye\b")
_LISTENS = re.compile(
    r"\W*(?:m+ ?h?m*|h+m+|uh,? ?huh|yeah|okay|ok|right|sure|thanks|thank you|makes sense|i see)?\W*"
)
_LINE_CHECK = re.compile(r"\b(?:hello|hear me|still there|listen)\b")


def normalised(text: str) -> str:
    """Lower case, with number words as figures: "twenty-third" is "23rd", "four eight" is "4 8", "twenty-four fifty" is "24 50"."""
    words = re.findall(r"\d+(?:[,.:]\d+)*(?:st|nd|rd|th)?|[a-z']+|[$,.;:!?-]", text.lower().replace("’", "'"))
    out: list[str] = []
    for word, after, before in _with_neighbours(words):
        number = _number(word, after, before)
        if isinstance(number, int) and out and _is_tens(out[-1]) and number < 10 and before in (*TENS, "-"):
            out[-1] = str(int(out[-1]) + number)
        elif isinstance(number, str) and out and _is_tens(out[-1]) and len(number) == 3:
            out[-1] = f"{int(out[-1]) + int(number[0])}{number[1:]}"
        elif number is not None:
            out.append(str(number))
        elif word == "-":
            continue
        else:
            out.append(word)
    joined = re.sub(r" ([,.;:!?])", r"\1", " ".join(out)).replace("$ ", "$")
    joined = re.sub(
        rf"\b(order(?: number)?) (?:{_HOMOPHONE})((?:[ ,]*\d){{3}})\b(?!\d)", _first_digit, joined
    )
    return _DIGITS.sub(_digits, joined)


def _digits(match: re.Match[str]) -> str:
    """A run of digits: "4 8 to 1" is one number, and "5 1 2 0 to 3" is one of four digits and another."""
    before = re.split(rf"\b(?:{_HOMOPHONE})\b", match[0], maxsplit=1)[0]
    if len(re.findall(r"\d", before)) >= _CODE_DIGITS:
        return match[0]
    return re.sub(rf"\b({_HOMOPHONE})\b", lambda m: _SOUNDS_LIKE[m[1]], match[0])


def _first_digit(match: re.Match[str]) -> str:
    sound = match[0][len(match[1]) :].split()[0]
    return f"{match[1]} {_SOUNDS_LIKE[sound]} {match[2].strip()}"


def _with_neighbours(words: list[str]) -> Iterator[tuple[str, str, str]]:
    for n, word in enumerate(words):
        after = next((w for w in words[n + 1 :] if w not in ",;"), "")
        before = next((w for w in reversed(words[:n]) if w not in ",;"), "")
        yield word, after, before


def _is_tens(text: str) -> bool:
    return text in {str(number) for number in TENS.values()}


def _number(word: str, after: str, before: str) -> int | str | None:
    if word == "one" and not ({after, before} & _NEAR_ONE):
        # "The right one" is no number.
        return None
    if word in UNITS:
        return UNITS[word]
    if word in TENS:
        return TENS[word]
    if word in ORDINALS and word != "second":
        day = ORDINALS[word]
        return f"{day}{'th' if day in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"
    return None


def action_of(text: str) -> str | None:
    return next((tool for tool, pattern in _ACTIONS if re.search(pattern, text)), None)


def values_of(text: str, tool: str | None, today: date, month: int | None) -> dict[str, object]:
    """The values that a sentence gives, as arguments of the tool. `month` is that of the date spoken of so far."""
    values: dict[str, object] = {}
    rest = text
    if tool in {"refund", "send_voucher"}:
        rest = _take(rest, _MONEY, lambda m: values.update(amount=_amount(m)))
        rest = _take(rest, _PAID_IN_FULL, lambda m: values.update(amount=float(f"{m[1]}.{m[2]}")))
    rest = _take(rest, _CODE, lambda m: values.update(order_number=re.sub(r"\D", "", m[0])))
    if tool == "update_order":
        rest = _take(rest, _DATE, lambda m: values.update(delivery_date=_date(m, today, month)))
        _take(rest, _NUMBER, lambda m: values.update(quantity=int(m[0])))
    elif tool == "ship_order":
        _take(rest, _METHOD, lambda m: values.update(method=m[0]))
    elif tool in {"refund", "send_voucher"} and "amount" not in values:
        _take(rest, _NUMBER, lambda m: values.update(amount=float(m[0])))
    return values


def _take(text: str, pattern: re.Pattern[str], found: object) -> str:
    """Hands over every match that is not denied, in order, and blanks all of them out."""
    for match in pattern.finditer(text):
        if not _NOT.search(text[: match.start()]):
            found(match)  # type: ignore[operator]
    return pattern.sub(lambda m: " " * len(m[0]), text)


def _amount(match: re.Match[str]) -> float:
    whole, cents = (match[1], match[2]) if match[1] else (match[3], match[4])
    return float(whole) + (int(cents) / 100 if cents else 0)


def _date(match: re.Match[str], today: date, month: int | None) -> str:
    if match["day"]:
        if match["day"] in {"today", "tomorrow"}:
            return str(today + timedelta(days=match["day"] == "tomorrow"))
        ahead = (WEEKDAYS.index(match["day"]) - today.weekday() - 1) % 7 + 1
        return str(today + timedelta(days=ahead))
    name = match["m1"] or match["m2"]
    number = MONTHS.index(name) + 1 if name else month or today.month
    day = int(match["d1"] or match["d2"] or match["d3"])
    year = today.year + ((number, day) < (today.month, today.day))
    try:
        return str(date(year, number, day))
    except ValueError:
        return ""


def negates(text: str) -> bool:
    return _NEGATION.search(text) is not None


def agrees(text: str) -> bool:
    return _AGREES.match(text) is not None


def closes(text: str) -> bool:
    return _CLOSES.search(text) is not None


def checks_the_line(text: str) -> bool:
    return _LINE_CHECK.search(text) is not None


def only_listens(text: str) -> bool:
    """A "mm-hm" or a "thank you", or nothing at all."""
    return _LISTENS.fullmatch(text) is not None


def spoken_date(text: str) -> str:
    day = date.fromisoformat(text)
    ending = "th" if day.day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
    return f"{day:%B} {day.day}{ending}"


def spoken_amount(amount: float) -> str:
    dollars, cents = divmod(round(amount * 100), 100)
    return f"{dollars} dollars" + (f" and {cents} cents" if cents else "")

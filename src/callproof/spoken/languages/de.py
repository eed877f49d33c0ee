"""German, of Germany, Austria and Switzerland."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from callproof.spoken.language import Language
from callproof.spoken.languages.european import (
    Counting,
    Doubt,
    Part,
    Phrases,
    Starts,
    denominators,
    numbered,
    part,
    scale,
    spelled,
    words,
)
from callproof.spoken.languages.european_dates import Calendar, Which
from callproof.spoken.languages.european_emails import Addresses
from callproof.spoken.languages.european_shares import Shares
from callproof.spoken.languages.european_times import HALVES_OF_THE_DAY, Clock, DayPart
from callproof.spoken.languages.european_values import Coins, Negations, Reader
from callproof.spoken.languages.scanners import shared_scans
from callproof.spoken.reading import Reading

_UNITS = "null eins|ein zwei|zwo drei vier fünf sechs sieben acht neun"
_TEENS = "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"
_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_ARTICLES = "ein eine einen einem einer eines"


def _below_100() -> dict[str, int]:
    table = numbered(_UNITS) | numbered(_TEENS, 10) | numbered(_TENS, 20, 10)
    units = numbered("ein|eins zwei|zwo drei vier fünf sechs sieben acht neun", 1)
    table |= {
        f"{unit}und{ten}": tens + value
        for ten, tens in numbered(_TENS, 20, 10).items()
        for unit, value in units.items()
    }
    return spelled(table)


_BELOW_100 = _below_100()


def _below_1000(word: str) -> int | None:
    value = _BELOW_100.get(word)
    if value is not None:
        return value
    head, hundred, tail = word.partition("hundert")
    times = _BELOW_100.get(head) if head else 1
    rest = _BELOW_100.get(tail.removeprefix("und")) if tail else 0
    if not hundred or not times or rest is None or tail.endswith("null"):
        return None
    return times * 100 + rest


@lru_cache(maxsize=4096)
def _compound(word: str) -> Part | None:
    """A number written as one word, up to "neunhundertneunundneunzigtausendneunhundertneunundneunzig".

    "neunzehnhundertvierundachtzig" is 1984.
    """
    if len(word) < 6:
        return None
    head, thousand, tail = word.partition("tausend")
    if not thousand:
        value = _below_1000(word)
        return None if value is None else part(value, open_tens=False)
    times = _below_1000(head) if head else 1
    rest = _below_1000(tail.removeprefix("und")) if tail else 0
    if not times or times >= 1000 or rest is None or rest >= 1000 or tail.endswith("null"):
        return None
    return part(times * 1000 + rest, open_tens=False)


def _parts() -> dict[str, Part]:
    table = {word: part(value, open_tens=False) for word, value in _BELOW_100.items()}
    table |= {word: Part(1) for word in _ARTICLES.split()}
    table |= {"hundert": scale(100), "tausend": scale(1000), "riesen": scale(1000, begins=False)}
    table |= dict.fromkeys(("million", "millionen"), scale(1_000_000, begins=False))
    return table | dict.fromkeys(("milliarde", "milliarden"), scale(1_000_000_000, begins=False))


def _broken() -> dict[str, Decimal]:
    """What is no part of a longer number: "zweieinhalb"."""
    table = {
        f"{unit}einhalb": value + Decimal("0.5") for unit, value in _BELOW_100.items() if 0 < value <= 20
    }
    return table | {
        "anderthalb": Decimal("1.5"),
        "eineinhalb": Decimal("1.5"),
        "eineinviertel": Decimal("1.25"),
        "eindreiviertel": Decimal("1.75"),
    }


def _occasions() -> dict[str, int]:
    """ "dreimal"; "einmal" may be no value as well."""
    values = _BELOW_100 | {"hundert": 100, "tausend": 1000}
    return spelled({f"{unit}mal": value for unit, value in values.items() if value > 1})


_CURRENCIES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("euro", "euros", "mäuse", "€", "eur"), ("EUR",)),
    **dict.fromkeys(("dollar", "dollars", "$", "usd"), ("USD",)),
    **dict.fromkeys(("pfund", "£", "gbp"), ("GBP",)),
    **dict.fromkeys(("franken", "chf", "fränkli", "stutz"), ("CHF",)),
    **dict.fromkeys(("peso", "pesos"), ("MXN", "ARS", "COP", "CLP")),
    **dict.fromkeys(("real", "reais", "brl"), ("BRL",)),
    **dict.fromkeys(("yen", "¥", "jpy"), ("JPY",)),
    **dict.fromkeys(("krone", "kronen"), ("DKK", "SEK", "NOK", "CZK")),
    **dict.fromkeys(("zloty",), ("PLN",)),
}
_MONEY = Coins(
    names=spelled(_CURRENCIES),
    kinds={"sterling": "GBP", "sfr": "CHF"},
    hundredths={"cent": None, "cents": None, "rappen": "CHF", "pence": "GBP", "penny": "GBP"},
    weak_joiners=frozenset({"und"}),
    dollar_letters={"us": "USD", "c": "CAD", "a": "AUD", "r": "BRL"},
)

_COUNTING = Counting(
    parts=_parts(),
    compound=_compound,
    joiner_rooms={"und": frozenset({100, 1000, 1_000_000, 1_000_000_000})},
    inverted="und",
    halves=words("halbe halben halber halbes halbem"),
    hundreds=range(1, 100),
    decimal=frozenset({"komma"}),
    broken=spelled(_broken()),
    articles=frozenset(_ARTICLES.split()),
    after_one=(frozenset(_MONEY.names) - {"real"})
    | frozenset({"cent", "rappen", "komma", "prozent", "uhr", "%"}),
    doubts={
        "tausend": Doubt(after=frozenset({"dank", "mal"})),
        "acht": Doubt(before=frozenset({"außer", "ausser"}), after=frozenset({"geben", "gibst"})),
    },
    percent=(("prozent",), ("%",)),
    parts_of_scales=Phrases(
        {
            "halbe million": Decimal(500_000),
            "viertelmillion": Decimal(250_000),
            "halben million": Decimal(500_000),
        }
    ),
)


def _ordinals() -> dict[str, int]:
    """ "erste" to "einunddreißigste", with every ending."""
    stems = numbered("erst zweit|zwot dritt viert fünft sechst siebt|siebent acht neunt", 1)
    for word, value in _BELOW_100.items():
        if 10 <= value < 20:
            stems[f"{word}t"] = value
        elif 20 <= value <= 31:
            stems[f"{word}st"] = value
    return {
        f"{stem}{ending}": value for stem, value in stems.items() for ending in ("e", "er", "es", "en", "em")
    }


def _is_ordinal(reading: Reading, i: int) -> bool:
    """ "der achte", not "ich achte darauf"."""
    return reading.word(i - 1) in _BEFORE_ORDINAL


def _is_tomorrow(reading: Reading, i: int) -> bool:
    """ "morgen", and not "am Morgen", "heute Morgen", "guten Morgen"."""
    return reading.word(i - 1) not in _BEFORE_MORNING


_BEFORE_ORDINAL = words(
    "der die das dem den am zum im vom jede jeder jedes ihr ihre mein meine dein deine sein seine beim"
)
_BEFORE_MORNING = words(
    "am guten gut jeden diesen der den dem vom heute gestern eines einen schönen früher frühen montag dienstag mittwoch "
    "donnerstag freitag samstag sonntag sonnabend"
)
_MONTHS = spelled(
    numbered(
        "januar|jänner februar|feber märz april mai juni|juno juli|julei august september oktober november dezember",
        1,
    )
)
_DAY_PARTS: dict[str, DayPart] = {
    "morgen": "morning", "vormittag": "morning", "früh": "morning", "mittag": "noon", "nachmittag": "afternoon",
    "abend": "evening", "nacht": "night",
}  # fmt: skip
_DAY_NAMES = numbered("montag dienstag mittwoch donnerstag freitag samstag|sonnabend sonntag")
_WEEKDAYS = {
    f"{name}{ending}": day for name, day in _DAY_NAMES.items() for ending in ("", "s", "e", "en", *_DAY_PARTS)
}

_WHICH: dict[str, Which] = {
    "nächst": "next", "kommend": "next", "letzt": "last", "vergangen": "last", "vorig": "last", "dies": "this",
}  # fmt: skip


def _which() -> dict[str, Which]:
    return spelled(
        {f"{stem}{ending}": which for stem, which in _WHICH.items() for ending in ("en", "er", "em")}
    )


_CALENDAR = Calendar(
    months=_MONTHS,
    of=frozenset({"im"}),
    year_words=frozenset({"jahr", "jahre", "jahres"}),
    numbered_months=True,
    dotted_behind=words("am vom bis zum den der dem ab seit und"),
    ordinals=Phrases(_ordinals()),
    ordinal_marks=frozenset({"ter", "te", "ten"}),
    weekdays=Phrases(_WEEKDAYS),
    which_before=_which(),
    which_after=Phrases(
        {
            "nächster woche": "next", "nächste woche": "next", "kommender woche": "next", "kommende woche": "next",
            "in der nächsten woche": "next", "der nächsten woche": "next", "dieser woche": "this", "diese woche": "this",
            "letzter woche": "last", "letzte woche": "last", "vergangener woche": "last", "der letzten woche": "last",
        }
    ),
    days=Phrases({"heute": 0, "morgen": 1, "übermorgen": 2, "gestern": -1, "vorgestern": -2, "heut": 0}),
    guards=spelled({"morgen": _is_tomorrow, "achte": _is_ordinal, "achten": _is_ordinal}),
    feasts=Phrases(
        {
            "silvester": (12, 31),
            "neujahr": (1, 1),
            "neujahrstag": (1, 1),
            "heiligabend": (12, 24),
            "heiliger abend": (12, 24),
            "heiligen abend": (12, 24),
            "erster weihnachtstag": (12, 25),
            "ersten weihnachtstag": (12, 25),
            "zweiter weihnachtstag": (12, 26),
            "zweiten weihnachtstag": (12, 26),
        }
    ),
    edges=Phrases({"letzter tag": True, "letzten tag": True, "letzte tag": True, "erster tag": False, "ersten tag": False, "erste tag": False}),
    edge_links=words("des im dieses diesem vom"),
    ends=words("ende"),
    period_ends={"monatsende": "month", "monatsletzten": "month", "monatsletzter": "month", "jahresende": "year"},
    periods={"monats": "month", "monat": "month", "jahres": "year", "jahr": "year"},
    spans={"tag": 1, "tage": 1, "tagen": 1, "woche": 7, "wochen": 7},
    ahead=frozenset({"in", "binnen", "innerhalb von"}),
    ago=frozenset({"vor"}),
)  # fmt: skip

_CLOCK = Clock(
    cues=frozenset({"um", "gegen", "ab", "bis", "zwischen"}),
    units=frozenset({"uhr", "h"}),
    lasting=frozenset({"h"}),
    minute_units=frozenset({"minuten", "minute", "min"}),
    around=Phrases({"vor": -1, "nach": 1}),
    around_not_behind=frozenset({"von"}),
    quarters=Phrases({"viertel": 15}),
    leading=Phrases(
        {"halb": -30, "viertel": -45, "dreiviertel": -15, "drei viertel": -15}
    ),
    named=Phrases({"mitternacht": 0}),
    day_parts=Phrases(
        {
            **HALVES_OF_THE_DAY,
            "morgens": "morning", "früh": "morning", "vormittags": "morning", "mittags": "noon", "nachmittags": "afternoon",
            "abends": "evening", "nachts": "night", "am morgen": "morning", "am vormittag": "morning", "am mittag": "noon",
            "am nachmittag": "afternoon", "am abend": "evening", "in der nacht": "night", "in der früh": "morning",
            "heute morgen": "morning", "heute früh": "morning", "heute nachmittag": "afternoon", "heute abend": "evening",
            "heute nacht": "night",
        }
    ),
    day_parts_before=spelled(
        {
            **{name: value for name, value in _DAY_PARTS.items() if name != "morgen"},
            **{f"{day}{name}": value for day in _DAY_NAMES for name, value in _DAY_PARTS.items()},
            **{f"{before} morgen": "morning" for before in ("heute", "gestern", "am", *_DAY_NAMES)},
            "morgens": "morning", "vormittags": "morning", "mittags": "noon", "nachmittags": "afternoon", "abends": "evening", "nachts": "night",
        }
    ),
    prepositions=frozenset({"um", "gegen", "ab", "bis", ",", "kurz", "so"}),
)  # fmt: skip

_NEGATIONS = Negations(
    first=words(
        "nicht nein nie weder niemals nichts niemand kein keine keinen keinem keiner keines keinesfalls keineswegs nee nö ohne"
    ),
    idle=frozenset(
        {
            ("nicht", "wahr"),
            ("oder", "nicht"),
            ("nichts", "anderes"),
            ("ohne", "zweifel"),
            ("ohne", "problem"),
            ("ohne", "probleme"),
            ("ohne", "weiteres"),
        }
    ),
    tags=Phrases({"nicht": True, "nein": True, "nicht wahr": True}),
)

_HALF, _THIRD, _THREE_QUARTERS = Decimal("0.5"), Decimal(1) / 3, Decimal("0.75")
_SHARES = Shares(
    groups=Phrases({"dutzend": 12, "halbes dutzend": 6}),
    counted=words("dutzend"),
    shares=Phrases(
        {
            "die hälfte": _HALF,
            "der hälfte": _HALF,
            "hälfte": _HALF,
            "drei viertel": _THREE_QUARTERS,
            "dreiviertel": _THREE_QUARTERS,
            "ein drittel": _THIRD,
            "zwei drittel": Decimal(2) / 3,
        }
    ),
    part=Phrases(denominators("viertel=4 fünftel=5 sechstel=6 achtel=8 zehntel=10")),
    parts=Phrases(
        denominators("drittel=3 viertel=4 fünftel=5 sechstel=6 siebtel=7 achtel=8 neuntel=9 zehntel=10")
    ),
    pairs=words("paar"),
    no_parts_before=words("vor nach") | _BELOW_100.keys(),
    between=frozenset(["oder", "und", "bis", "-"]),
)

_READER = Reader(
    counting=_COUNTING,
    coins=_MONEY,
    calendar=_CALENDAR,
    clock=_CLOCK,
    negations=_NEGATIONS,
    shares=_SHARES,
    doubtful={"einmal": 1} | dict.fromkeys(("beide", "beiden", "beider", "beides", "beidem"), 2),
    occasions=_occasions(),
    minus=words("minus"),
    degrees=words("grad °"),
    below_zero=Phrases({"unter null": True}),
)

# Names of letters that are no words of their own ("er", "es", "ha", "we" are).
_LETTERS = spelled({"jot": "j", "vau": "v", "ypsilon": "y", "zett": "z", "eszett": "ß", "ix": "x"})

# Names that are words too; they count only amid other letters and digits.
_WEAK_LETTERS = spelled(
    {
        "be": "b",
        "ce": "c",
        "ef": "f",
        "ge": "g",
        "ha": "h",
        "ka": "k",
        "el": "l",
        "pe": "p",
        "ku": "q",
        "te": "t",
        "we": "w",
    }
)

_ADDRESSES = Addresses(
    at=frozenset({"at", "ät", "klammeraffe"}),
    signs={"punkt": ".", "bindestrich": "-", "minus": "-", "unterstrich": "_", "plus": "+"},
)

LANGUAGE = Language(
    code="de",
    numerals=_COUNTING,
    readers=(_READER,),
    scans=(_ADDRESSES.scan, *shared_scans("de")),
    decimal_sign=",",
    day_first=True,
    letters=_LETTERS,
    weak_letters=_WEAK_LETTERS,
    letter_marks=frozenset({"buchstabe"}),
    plus=words("plus"),
    spelling=(("wie",), ("wie", "in"), ("von",)),
    repeats={"doppel": 2, "doppelt": 2, "dreifach": 3},
    separators=words("bindestrich strich minus schrägstrich"),
    currencies=_MONEY.language_currencies(),
    ones=frozenset(_ARTICLES.split()) | {"'n", "'ne"},
    connectives=words("und der die das den dem am im um in von ,"),
    starts=Starts(
        _READER.starts()
        | frozenset(_LETTERS)
        | _WEAK_LETTERS.keys()
        | frozenset({"doppel", "doppelt", "dreifach", "plus"}),
        _compound,
    ),
    fillers=words("äh ähm öh hm hmm mhm tja naja also halt eben quasi sozusagen") | {"na ja", "sagen wir"},
    function_words=words(
        "der die das den dem des ein eine einen einem einer eines und oder aber dass wenn weil ob zu zum zur in im an am auf für mit von "
        "vom bei beim aus nach bis um als wie es er sie ich du wir ihr mich mir dich dir uns euch ihm ihn ihnen sich mein meine meinen "
        "meiner dein deine sein seine unser ihre ihren ist sind bin bist war waren sein wird werden hat habe haben hatte da dann auch "
        "schon noch ja doch mal bitte sehr so"
    ),
    cues=words(
        "grad mittags stimmt passt alle tage wollen will dem des er es so wenn oder aber gelassen war schon nur mehr tagen "
        "ich und ist nicht der die das ein eine einen den dem für mit auf zu habe haben hätte möchte würde gerne bitte danke hallo guten "
        "tag ja nein sie wir mein meine bestellung nummer konto rückerstattung heute morgen gestern können kann was wie wann wo dass "
        "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig "
        "hundert tausend uhr montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober "
        "dezember halb viertel auch noch sehr gut kein keine von bei aus um im punkt "
        "klammeraffe kilo wochen stunden minuten"
    ),
)

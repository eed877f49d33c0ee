"""Italian."""

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
from callproof.spoken.languages.european_dates import Calendar
from callproof.spoken.languages.european_emails import Addresses
from callproof.spoken.languages.european_shares import Shares
from callproof.spoken.languages.european_times import HALVES_OF_THE_DAY, Clock, DayPart
from callproof.spoken.languages.european_values import Coins, Negations, Reader
from callproof.spoken.languages.scanners import shared_scans
from callproof.spoken.reading import Reading

_UNITS = "zero uno|un|una due|du tre|tré quattro cinque sei sette otto nove"
_TEENS = "dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove"
_TENS = "venti trenta quaranta cinquanta sessanta settanta ottanta novanta"


def _below_100() -> dict[str, int]:
    table = numbered(_UNITS) | numbered(_TEENS, 10) | numbered(_TENS, 20, 10)
    for ten, tens in numbered(_TENS, 20, 10).items():
        for unit, units in numbered(_UNITS).items():
            # "ventuno", "ventotto": the vowel before a vowel goes
            stem = ten[:-1] if unit[0] in "uo" else ten
            if units:
                table |= {stem + unit: tens + units, ten + unit: tens + units}
    # "centodicotto" is also found for 118
    return spelled(table | {"dicotto": 18})


_BELOW_100 = _below_100()


def _below_1000(word: str) -> int | None:
    """ "duecentocinquanta", "centuno", "centotto"."""
    value = _BELOW_100.get(word)
    if value is not None:
        return value
    head, hundred, tail = word.partition("cent")
    times = _BELOW_100.get(head) if head else 1
    if not hundred or times is None or not 1 <= times <= 9:
        return None
    for rest in (tail[1:], tail) if tail.startswith("o") else (tail,):
        if not rest and tail:
            return times * 100
        value = _BELOW_100.get(rest)
        if value:
            return times * 100 + value
    return None


_ELIDED = frozenset({"l", "all", "dall", "dell", "nell", "sull"})


@lru_cache(maxsize=4096)
def _compound(word: str) -> Part | None:
    """A number written as one word, up to "novecentonovantanovemilanovecentonovantanove"."""
    if len(word) < 5:
        return None
    if "'" in word:
        # "l'otto maggio", "nell'ottantanove"
        article, _, word = word.partition("'")
        if article not in _ELIDED or word[:1] not in ("o", "u"):
            return None
        if word in _BELOW_100:
            return part(_BELOW_100[word])
    head, thousand, tail = word.partition("mila")
    if thousand:
        times = _below_1000(head)
    else:
        head, thousand, tail = word.partition("mille")
        times = 1 if thousand and not head else None
    if not thousand:
        value = _below_1000(word)
        return None if value is None else part(value)
    rest = _below_1000(tail) if tail else 0
    return None if not times or rest is None or tail == "zero" else part(times * 1000 + rest)


def _parts() -> dict[str, Part]:
    table = {word: part(value) for word, value in _BELOW_100.items() if word not in ("du", "tré")}
    table |= {"cento": scale(100), "mille": scale(1000), "mila": scale(1000, begins=False)}
    table |= dict.fromkeys(("milione", "milioni"), scale(1_000_000, begins=False))
    table |= dict.fromkeys(("miliardo", "miliardi"), scale(1_000_000_000, begins=False))
    return table


_CURRENCIES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("euro", "euri", "€", "eur"), ("EUR",)),
    **dict.fromkeys(("dollaro", "dollari", "$", "usd"), ("USD",)),
    **dict.fromkeys(("sterlina", "sterline", "£", "gbp"), ("GBP",)),
    **dict.fromkeys(("franco", "franchi", "chf"), ("CHF",)),
    **dict.fromkeys(("peso", "pesos"), ("MXN", "ARS", "COP", "CLP")),
    **dict.fromkeys(("real", "reais", "brl"), ("BRL",)),
    **dict.fromkeys(("yen", "¥", "jpy"), ("JPY",)),
    **dict.fromkeys(("lira", "lire"), ("ITL", "GBP", "TRY")),
}
_MONEY = Coins(
    names=_CURRENCIES,
    kinds={"canadesi": "CAD", "australiani": "AUD", "americani": "USD", "svizzeri": "CHF", "sterline": "GBP"},
    hundredths={"centesimo": None, "centesimi": None, "cent": None, "penny": "GBP", "pence": "GBP"},
    joiners=frozenset(),
    weak_joiners=frozenset({"e"}),
    price_joiners=frozenset({"e"}),
    of=frozenset({"di"}),
    dollar_letters={"us": "USD", "c": "CAD", "a": "AUD", "r": "BRL"},
)


_COUNTING = Counting(
    parts=_parts(),
    compound=_compound,
    joiner_rooms={"e": frozenset({100, 1000, 1_000_000, 1_000_000_000})},
    half_joiners=frozenset({"e"}),
    halves=frozenset({"mezzo", "mezza"}),
    decimal=frozenset({"virgola", "punto"}),
    articles=frozenset({"un", "una"}),
    after_one=(frozenset(_MONEY.names) - {"franco", "real"})
    | words("centesimo virgola punto")
    | {"per cento", "%", "percento"},
    doubts={
        "mille": Doubt(before=frozenset({"grazie"}), after=frozenset({"grazie", "scuse"})),
    },
    percent=(("per", "cento"), ("percento",), ("%",)),
    parts_of_scales=Phrases({"mezzo milione": Decimal(500_000), "quarto di milione": Decimal(250_000)}),
)

# Before "sconto", "zaino", "gnomo" the article is "uno".
_IMPURE = ("z", "gn", "ps", "x", "y")


def _is_article(reading: Reading, i: int) -> bool:
    word = reading.word(i + 1)
    if len(word) < 2 or word in _COUNTING.parts:
        return False
    return word.startswith(_IMPURE) or (word[0] == "s" and word[1] not in "aeiouàèéìòù")


def _is_verb(reading: Reading, i: int) -> bool:
    """ "sei sicuro", "tu sei", and not "sei biglietti"."""
    return reading.word(i - 1) in _BEFORE_ARE or reading.word(i + 1) in _AFTER_ARE


_BEFORE_ARE = words("tu ci chi dove come se che già non ancora perché quanto")
_AFTER_ARE = words(
    "tu sicuro sicura stato stata pronto pronta un una il la lo in molto così gentile ancora libero libera qui lì già solo sola"
)

_ORDINALS = (
    "primo|prima secondo|seconda terzo|terza quarto|quarta quinto|quinta sesto|sesta settimo|settima ottavo|ottava nono|nona "
    "decimo|decima undicesimo dodicesimo tredicesimo quattordicesimo quindicesimo sedicesimo diciassettesimo diciottesimo "
    "diciannovesimo ventesimo ventunesimo ventiduesimo ventitreesimo ventiquattresimo venticinquesimo ventiseiesimo "
    "ventisettesimo ventottesimo ventinovesimo trentesimo trentunesimo"
)


def _ordinals() -> dict[str, int]:
    table = numbered(_ORDINALS, 1)
    return table | {f"{word[:-1]}a": rank for word, rank in table.items() if word.endswith("esimo")}


def _is_ordinal(reading: Reading, i: int) -> bool:
    """ "il secondo", not "un secondo" or "secondo me"; "la prima", not "prima di"; "il primo marzo", "primo marzo"."""
    return reading.word(i - 1) in _DEFINITE or reading.word(i + 1) in _MONTHS


_DEFINITE = words("il la al alla del della nel nella sul sulla dal dalla questo questa mio mia suo sua per")
_MONTHS = numbered(
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre", 1
)
_WEEKDAYS = spelled(numbered("lunedì martedì mercoledì giovedì venerdì sabato|sabati domenica|domeniche"))

_CALENDAR = Calendar(
    months=_MONTHS,
    of=frozenset({"di", "del", "dell"}),
    year_words=words("anno dell'anno"),
    ordinals=Phrases(_ordinals()),
    ordinal_marks=frozenset({"o", "a", "°"}),
    weekdays=Phrases(_WEEKDAYS),
    which_before={
        "prossimo": "next", "prossima": "next", "questo": "this", "questa": "this", "scorso": "last", "scorsa": "last",
        "ultimo": "last",
    },
    which_after=Phrases(
        {
            "prossimo": "next", "prossima": "next", "che viene": "next", "scorso": "last", "scorsa": "last", "passato": "last",
            "della prossima settimana": "next", "della settimana prossima": "next", "di questa settimana": "this",
            "della settimana scorsa": "last", "della scorsa settimana": "last",
        }
    ),
    days=Phrases(
        {
            "oggi": 0, "domani": 1, "dopodomani": 2, "dopo domani": 2, "ieri": -1, "l'altro ieri": -2, "avantieri": -2, "altroieri": -2,
            "l'altroieri": -2, "stamattina": 0, "stamani": 0,
        }
    ),
    guards=dict.fromkeys(("primo", "prima", "secondo", "seconda", "quarto", "quarta"), _is_ordinal),
    feasts=Phrases(
        {
            "capodanno": (1, 1),
            "san silvestro": (12, 31),
            "vigilia di natale": (12, 24),
            "giorno di natale": (12, 25),
            "santo stefano": (12, 26),
            "ferragosto": (8, 15),
        }
    ),
    edges=Phrases({"ultimo giorno": True, "l'ultimo giorno": True, "primo giorno": False}),
    edge_links=words("di del dell' questo"),
    ends=words("fine"),
    periods={"mese": "month", "anno": "year", "dell'anno": "year"},
    spans={"giorno": 1, "giorni": 1, "settimana": 7, "settimane": 7},
    ahead=frozenset({"fra", "tra", "in"}),
    ago_after=frozenset({"fa"}),
)  # fmt: skip

_DAY_PARTS: dict[str, DayPart] = {
    "mattina": "morning", "mattino": "morning", "pomeriggio": "afternoon", "sera": "evening", "notte": "night",
}  # fmt: skip

_CLOCK = Clock(
    cues=frozenset({"le", "alle", "dalle", "ore", "delle"}),
    units=frozenset({"h", "ore"}),
    lasting=frozenset({"h", "ore"}),
    minute_units=frozenset({"minuti", "minuto", "min"}),
    fixed=Phrases(
        {
            "e mezza": 30, "e mezzo": 30, "e un quarto": 15, "e quarto": 15, "meno un quarto": -15, "meno quarto": -15,
            "e tre quarti": 45, "in punto": 0,
        }
    ),
    plus=frozenset({"e"}),
    minus=frozenset({"meno"}),
    around=Phrases({"alle": -1, "all": -1}),
    around_behind=frozenset({"manca", "mancano", "mancavano", "mancava"}),
    quarters=Phrases({"un quarto": 15}),
    named=Phrases({"mezzogiorno": 720, "mezzanotte": 0}),
    hour_words={"l'una": 1, "all'una": 1, "dall'una": 1, "dell'una": 1},
    day_parts=Phrases(
        {
            **HALVES_OF_THE_DAY,
            **{f"{link} {name}": value for name, value in _DAY_PARTS.items() for link in ("di", "del", "della", "alla", "al")},
            "stasera": "evening", "stamattina": "morning", "di stasera": "evening", "di stamattina": "morning",
            "questa sera": "evening", "questa mattina": "morning", "questo pomeriggio": "afternoon", "questa notte": "night",
        }
    ),
    day_parts_before={
        **_DAY_PARTS, "stasera": "evening", "stamattina": "morning", "stanotte": "night", "stamani": "morning",
    },
    prepositions=frozenset({"alle", "le", "dalle", "ore", ",", "verso", "per", "all'una", "intorno"}),
)  # fmt: skip

_NEGATIONS = Negations(
    first=frozenset({"non", "no", "senza"}),
    # not its bare spelling: "ne" is a pronoun
    second=words("nessuno nessun nessuna niente nulla neanche nemmeno neppure mica") | {"né"},
    idle=frozenset(
        {
            ("come", "no"),
            ("di", "niente"),
            ("di", "nulla"),
            ("nulla", "osta"),
            ("niente", "altro"),
            ("senza", "dubbio"),
            ("senza", "problemi"),
            ("senza", "altro"),
        }
    ),
    tags=Phrases({"no": True, "non è vero": True, "non è così": True, "non crede": True}),
)

_HALF, _THIRD, _THREE_QUARTERS = Decimal("0.5"), Decimal(1) / 3, Decimal("0.75")
_SHARES = Shares(
    groups=Phrases(
        {
            "tutti e due": 2,
            "tutte e due": 2,
            "tutti e tre": 3,
            "tutte e tre": 3,
            "dozzina": 12,
            "dozzine": 12,
            "mezza dozzina": 6,
            "un paio di": 2,
            "un paio": 2,
            "decina": 10,
            "decine": 10,
            "quindicina": 15,
            "ventina": 20,
            "trentina": 30,
            "quarantina": 40,
            "cinquantina": 50,
            "centinaio": 100,
            "centinaia": 100,
        }
    ),
    counted=words("dozzina dozzine decina decine centinaio centinaia"),
    shares=Phrases(
        {
            "la metà": _HALF,
            "metà": _HALF,
            "tre quarti": _THREE_QUARTERS,
            "un terzo": _THIRD,
            "terza parte": _THIRD,
            "quarta parte": Decimal("0.25"),
            "quinta parte": Decimal("0.2"),
            "due terzi": Decimal(2) / 3,
        }
    ),
    part=Phrases(denominators("quarto=4 quinto=5 sesto=6 ottavo=8 decimo=10")),
    parts=Phrases(denominators("terzi=3 quarti=4 quinti=5 sesti=6 settimi=7 ottavi=8 noni=9 decimi=10")),
    no_parts_before=words("alle all'una prima"),
    between=frozenset(["o", "e", "a", "-"]),
)

_READER = Reader(
    counting=_COUNTING,
    coins=_MONEY,
    calendar=_CALENDAR,
    clock=_CLOCK,
    negations=_NEGATIONS,
    shares=_SHARES,
    optional={"sei": _is_verb, "uno": _is_article},
    doubtful=dict.fromkeys(words("entrambi entrambe ambedue"), 2),
    minus=words("meno"),
    degrees=words("gradi grado °"),
    below_zero=Phrases({"sotto zero": True}),
)

# Names of letters that are no words of their own ("di", "ci", "ti", "vi" are).
_LETTERS = {
    "bi": "b", "effe": "f", "gi": "g", "acca": "h", "kappa": "k", "cappa": "k", "elle": "l", "emme": "m", "enne": "n", "pi": "p",
    "qu": "q", "cu": "q", "erre": "r", "esse": "s", "vu": "v", "doppia vu": "w", "doppio vu": "w", "vu doppia": "w", "ics": "x",
    "ipsilon": "y", "i greca": "y", "i lunga": "j", "zeta": "z",
}  # fmt: skip

_ADDRESSES = Addresses(
    at=frozenset({"chiocciola", "at"}),
    signs={"punto": ".", "trattino": "-", "meno": "-", "trattino basso": "_", "underscore": "_", "più": "+"},
)

LANGUAGE = Language(
    code="it",
    numerals=_COUNTING,
    readers=(_READER,),
    scans=(_ADDRESSES.scan, *shared_scans("it")),
    decimal_sign=",",
    day_first=True,
    letters=_LETTERS,
    letter_words=words("a e i o è é ì ò à"),
    letter_marks=frozenset({"lettera"}),
    plus=words("più"),
    spelling=(("come",), ("di",), ("come", "in")),
    repeats={"doppio": 2, "doppia": 2, "triplo": 3, "tripla": 3},
    separators=words("trattino barra lineetta"),
    currencies=_MONEY.language_currencies(),
    ones=frozenset({"un", "una", "uno"}),
    connectives=words("e di del della il la le lo a alle per ,"),
    starts=Starts(
        _READER.starts() | frozenset(_LETTERS) | {"doppio", "doppia", "triplo", "tripla", "più"}, _compound
    ),
    fillers=words("eh ehm uhm mmm beh mah boh cioè allora insomma diciamo"),
    function_words=words(
        "il lo la i gli le un uno una l'una di a da in con su per tra fra del dello della dei degli delle al allo alla ai agli alle dal "
        "dalla dai dalle nel nella nei nelle sul sulla che chi e ed o se mi ti si ci vi lo ne me te lui lei noi voi loro io tu mio mia "
        "miei mie tuo tua suo sua suoi sue questo questa questi queste quello quella è sono sei siamo essere era stato stata ho ha hai "
        "hanno abbiamo avere anche già molto"
    ),
    cues=words(
        "gradi stasera stamattina attimo mezzogiorno mezzanotte pronto esatto ogni giorni giorno uno una di la le si mi ci se ora ore prima altro altra sarebbe utile fare "
        "il gli che è sono vorrei voglio grazie ciao buongiorno salve per favore non ho della dello delle degli nel nella alle alla mi "
        "mio questo questa perché anche ordine rimborso numero conto sì domani oggi ieri può posso quale quando dove come due tre quattro "
        "cinque sette otto nove dieci undici dodici tredici quattordici quindici sedici venti trenta quaranta cinquanta sessanta settanta "
        "ottanta novanta cento mille euro dollari lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio aprile "
        "maggio giugno luglio settembre ottobre dicembre cosa bene allora più con una e di da dal a minuti settimana "
        "settimane mezza chiocciola punto"
    ),
)

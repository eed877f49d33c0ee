"""French, of France, Belgium, Switzerland and Canada."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from callproof.spoken.language import Edge, Language
from callproof.spoken.languages.european import (
    Counting,
    Doubt,
    Part,
    Phrases,
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
from callproof.spoken.languages.european_times import HALVES_OF_THE_DAY, Clock
from callproof.spoken.languages.european_values import Coins, Negations, Reader
from callproof.spoken.languages.scanners import shared_scans
from callproof.spoken.reading import Reading
from callproof.spoken.values import NEGATION

_UNITS = "zéro un|une deux trois quatre cinq six sept huit neuf"
_TEENS = "dix onze douze treize quatorze quinze seize"
_TENS = "vingt trente quarante cinquante soixante septante huitante|octante nonante"


def _parts() -> dict[str, Part]:
    table = {word: part(value) for word, value in numbered(_UNITS).items()}
    table |= {word: part(value) for word, value in numbered(_TEENS, 10).items()}
    table |= {word: part(value) for word, value in numbered(_TENS, 20, 10).items()}
    # "dix-sept" but not "dix-six"; "soixante-dix-neuf"
    table |= {"dix": Part(10, 10, 7), "soixante": Part(60, 20), "vingts": Part(20, begins=False)}
    table |= {"cent": scale(100), "cents": scale(100, begins=False), "mille": scale(1000), "mil": scale(1000)}
    table |= dict.fromkeys(("million", "millions"), scale(1_000_000, begins=False))
    table |= dict.fromkeys(("milliard", "milliards"), scale(1_000_000_000, begins=False))
    return spelled(table)


_CURRENCIES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("euro", "euros", "balles", "€", "eur"), ("EUR",)),
    **dict.fromkeys(("dollar", "dollars", "$"), ("USD", "CAD")),
    **dict.fromkeys(("usd",), ("USD",)),
    **dict.fromkeys(("cad",), ("CAD",)),
    **dict.fromkeys(("livre", "livres", "£", "gbp"), ("GBP",)),
    **dict.fromkeys(("franc", "francs", "chf"), ("CHF", "XOF", "XAF")),
    **dict.fromkeys(("peso", "pesos"), ("MXN", "ARS", "COP", "CLP")),
    **dict.fromkeys(("real", "reais", "réal", "réaux", "brl"), ("BRL",)),
    **dict.fromkeys(("yen", "yens", "¥", "jpy"), ("JPY",)),
    **dict.fromkeys(("dirham", "dirhams"), ("MAD", "AED")),
}
_MONEY = Coins(
    names=spelled(_CURRENCIES),
    kinds={
        "canadiens": "CAD",
        "américains": "USD",
        "australiens": "AUD",
        "suisses": "CHF",
        "sterling": "GBP",
        "cfa": "XOF",
    },
    hundredths={
        "centime": None,
        "centimes": None,
        "pence": "GBP",
        "penny": "GBP",
        "cents": None,
    },
    weak_joiners=frozenset({"et"}),
    of=frozenset({"de"}),
    prefix="d'",
    dollar_letters={"us": "USD", "ca": "CAD", "c": "CAD", "a": "AUD", "r": "BRL"},
)

_COUNTING = Counting(
    parts=_parts(),
    joiner_values={"et": frozenset({1, 11})},
    score=frozenset({"vingt", "vingts"}),
    hundreds=range(2, 20),
    half_joiners=frozenset({"et"}),
    halves=frozenset({"demi", "demie"}),
    decimal=frozenset({"virgule"}),
    articles=frozenset({"un", "une"}),
    after_one=(
        (frozenset(_MONEY.names) - {"livre", "franc", "real"})
        | frozenset({"centime", "virgule", "pour cent", "pourcent", "%", "heure", "h", "d'euros"})
    ),
    digit_articles=frozenset({"un"}),
    doubts={"mille": Doubt(after=frozenset({"mercis", "excuses", "fois"}))},
    percent=(("pour", "cent"), ("pourcent",), ("pourcents",), ("pour", "cents"), ("%",)),
    parts_of_scales=Phrases({"demi million": Decimal(500_000), "quart de million": Decimal(250_000)}),
)


def _is_new(reading: Reading, i: int) -> bool:
    """ "tout neuf", "quoi de neuf", "un téléphone neuf": new, and not nine."""
    if i + 1 < len(reading.tokens) and (reading.numbers[i + 1] or reading.word(i + 1) in _MONEY.names):
        return False
    return reading.word(i - 1) in _BEFORE_NEW


_BEFORE_NEW = words("tout flambant de produit téléphone appareil article modèle état comme quasi véhicule")

_ORDINALS = (
    "premier|première deuxième|second troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième "
    "treizième quatorzième quinzième seizième"
)


def _ordinals() -> dict[str, int]:
    table = numbered(_ORDINALS, 1)
    table |= {"dix septième": 17, "dix huitième": 18, "dix neuvième": 19, "vingtième": 20, "trentième": 30}
    units = "unième deuxième troisième quatrième cinquième sixième septième huitième neuvième"
    table |= {f"vingt {unit}": 20 + value for unit, value in numbered(units, 1).items()}
    return table | {"vingt et unième": 21, "trente et unième": 31}


_MONTHS = spelled(
    numbered("janvier février mars avril mai juin juillet août septembre octobre novembre décembre", 1)
)
_WEEKDAYS = numbered(
    "lundi|lundis mardi|mardis mercredi|mercredis jeudi|jeudis vendredi|vendredis samedi|samedis dimanche"
)

_CALENDAR = Calendar(
    months=_MONTHS,
    of=frozenset({"de"}),
    year_words=frozenset({"l'an", "l'année"}),
    ordinals=Phrases(_ordinals()),
    ordinal_marks=words("er re ère e è ème eme ième nd nde"),
    weekdays=Phrases(_WEEKDAYS),
    which_before={"ce": "this", "prochain": "next", "dernier": "last"},
    which_after=Phrases(
        {
            "prochain": "next", "prochains": "next", "suivant": "next", "qui vient": "next", "dernier": "last", "passé": "last",
            "de la semaine prochaine": "next", "de cette semaine": "this", "de la semaine dernière": "last",
        }
    ),
    days=Phrases({"aujourd'hui": 0, "demain": 1, "après demain": 2, "hier": -1, "avant hier": -2}),
    feasts=Phrases(
        {
            "saint sylvestre": (12, 31),
            "jour de l'an": (1, 1),
            "jour de noël": (12, 25),
            "veille de noël": (12, 24),
        }
    ),
    edges=Phrases({"dernier jour": True, "premier jour": False}),
    edge_links=words("de du ce cette"),
    ends=words("fin"),
    periods={"mois": "month", "l'année": "year", "année": "year", "d'année": "year", "l'an": "year"},
    spans={"jour": 1, "jours": 1, "semaine": 7, "semaines": 7},
    ahead=frozenset({"dans", "d'ici"}),
    ago=frozenset({"y a"}),
)  # fmt: skip

_CLOCK = Clock(
    units=frozenset({"heures", "heure", "h"}),
    lasting=frozenset({"heures", "heure", "h"}),
    minute_units=frozenset({"minutes", "minute", "min"}),
    fixed=Phrases(
        {
            "et demie": 30, "et demi": 30, "et quart": 15, "un quart": 15, "moins le quart": -15, "moins quart": -15,
            "moins un quart": -15, "trois quarts": 45, "pile": 0, "précises": 0,
        }
    ),
    plus=frozenset({"et"}),
    minus=frozenset({"moins"}),
    named=Phrases({"midi": 720, "minuit": 0}),
    not_behind=words("après l'après d'après"),
    day_parts=Phrases(
        {
            **HALVES_OF_THE_DAY,
            "du matin": "morning", "ce matin": "morning", "du soir": "evening", "ce soir": "evening", "de l'après midi": "afternoon",
            "cet après midi": "afternoon", "de la nuit": "night", "cette nuit": "night", "le matin": "morning", "le soir": "evening",
        }
    ),
    day_parts_before={"matin": "morning", "soir": "evening", "midi": "afternoon", "nuit": "night"},
    prepositions=frozenset({"à", "a", "vers", ",", "pour", "dès"}),
)  # fmt: skip

# What closes a negation that "ne" opens; the first two negate without it too.
_CLOSING = words("pas jamais plus rien personne aucun aucune ni guère nullement")
_ONLY_CLOSING = _CLOSING - {"pas", "jamais"}
# "ne ... que" is "only".
_RESTRICTING = words("que qu'à qu'un qu'une qu'en")
_SENTENCE_ENDS = frozenset(".?!;")


class _FrenchNegations(Negations):
    """ "ne" and "pas" are one negation, which stands where it is closed: in speech "ne" is often left out."""

    __slots__ = ()

    def at_word(self, reading: Reading, i: int) -> Iterator[Edge]:
        word = reading.word(i)
        if word == "non":
            if self._is_tag(reading, i) or reading.word(i + 1) == "plus":
                return
        elif word == "sans":
            if (word, reading.word(i + 1)) in self.idle:
                return
        elif _opens(word):
            if any(near in _CLOSING or near in _RESTRICTING for near in _around(reading, i, 3, 6)):
                return
        elif (
            any(near in _CLOSING for near in _around(reading, i, 5, 0))
            or _is_tag(reading, i)
            or (
                word in _ONLY_CLOSING
                and not any(_opens(near) for near in _around(reading, i, 5, 3))
                and not (word == "ni" and "ni" in _around(reading, i, 0, 6))
            )
        ):
            return
        yield Edge(i + 1, NEGATION)


def _around(reading: Reading, i: int, before: int, after: int) -> list[str]:
    """The words of the same sentence near a place."""
    start, end = i, i + 1
    while start > max(0, i - before) and reading.word(start - 1) not in _SENTENCE_ENDS:
        start -= 1
    while end < min(len(reading.words), i + 1 + after) and reading.word(end) not in _SENTENCE_ENDS:
        end += 1
    return reading.words[start:i] + reading.words[i + 1 : end]


def _is_tag(reading: Reading, i: int) -> bool:
    """ "n'est-ce pas"."""
    return (
        reading.word(i - 1) == "ce" and reading.word(i - 2) == "-" and reading.word(i - 3) in ("n'est", "est")
    )


def _opens(word: str) -> bool:
    return word == "ne" or word.startswith("n'")


_NEGATIONS = _FrenchNegations(
    first=words(
        "non pas jamais sans ne n'ai n'a n'est n'es n'était n'en n'y n'avez n'avons n'ont n'as n'arrive n'aime n'existe"
    ),
    second=_ONLY_CLOSING,
    idle=frozenset({("sans", "doute"), ("sans", "problème"), ("sans", "probleme"), ("sans", "souci")}),
    tags=Phrases({"non": True}),
)

_HALF, _THIRD, _THREE_QUARTERS = Decimal("0.5"), Decimal(1) / 3, Decimal("0.75")
_SHARES = Shares(
    groups=Phrases(
        {
            "tous les deux": 2,
            "toutes les deux": 2,
            "douzaine": 12,
            "douzaines": 12,
            "demi douzaine": 6,
            "une paire de": 2,
            "paire de": 2,
            "dizaine": 10,
            "dizaines": 10,
            "quinzaine": 15,
            "vingtaine": 20,
            "trentaine": 30,
            "quarantaine": 40,
            "cinquantaine": 50,
            "soixantaine": 60,
            "centaine": 100,
            "centaines": 100,
        }
    ),
    counted=words("douzaine douzaines dizaine dizaines centaine centaines"),
    shares=Phrases(
        {
            "la moitié": _HALF,
            "moitié": _HALF,
            "trois quarts": _THREE_QUARTERS,
            "un tiers": _THIRD,
            "deux tiers": Decimal(2) / 3,
        }
    ),
    part=Phrases(denominators("quart=4 cinquième=5 sixième=6 huitième=8 dixième=10")),
    parts=Phrases(
        denominators(
            "tiers=3 quarts=4 cinquièmes=5 sixièmes=6 septièmes=7 huitièmes=8 neuvièmes=9 dixièmes=10"
        )
    ),
    between=frozenset(["ou", "et", "à", "-"]),
)

_READER = Reader(
    counting=_COUNTING,
    coins=_MONEY,
    calendar=_CALENDAR,
    clock=_CLOCK,
    negations=_NEGATIONS,
    shares=_SHARES,
    optional={"neuf": _is_new},
    minus=words("moins"),
    degrees=words("degrés degré °"),
    below_zero=Phrases({"au dessous de zéro": True, "en dessous de zéro": True, "sous zéro": True}),
)

# Names of letters that are no words of their own ("elle", "dé" are).
_LETTERS = {
    "bé": "b", "cé": "c", "effe": "f", "gé": "g", "ache": "h", "ji": "j", "ka": "k", "emme": "m", "enne": "n", "pé": "p", "erre": "r",
    "esse": "s", "té": "t", "vé": "v", "double vé": "w", "double v": "w", "ixe": "x", "i grec": "y", "zède": "z", "zed": "z",
}  # fmt: skip
# Names that are words too; they count only amid other letters and digits.
_WEAK_LETTERS = {"dé": "d", "haine": "n"}

_ADDRESSES = Addresses(
    at=frozenset({"arobase", "arobas", "arrobase", "at"}),
    signs={
        "point": ".",
        "tiret": "-",
        "trait d'union": "-",
        "tiret bas": "_",
        "underscore": "_",
        "plus": "+",
    },
)

LANGUAGE = Language(
    code="fr",
    numerals=_COUNTING,
    readers=(_READER,),
    scans=(_ADDRESSES.scan, *shared_scans("fr")),
    decimal_sign=",",
    day_first=True,
    letters=_LETTERS,
    letter_words=words("a à y ô é è"),
    weak_letters=_WEAK_LETTERS,
    letter_marks=frozenset({"lettre"}),
    plus=words("plus"),
    spelling=(("comme",), ("de",), ("comme", "dans")),
    repeats={"double": 2, "triple": 3},
    separators=words("tiret slash trait"),
    currencies=_MONEY.language_currencies(),
    ones=frozenset({"un", "une"}),
    connectives=words("et de du la le les l' d' à a au ,"),
    starts=_READER.starts() | frozenset(_LETTERS) | _WEAK_LETTERS.keys() | {"double", "triple", "plus"},
    fillers=words("euh heu hum hein ben bah bon alors voilà enfin quoi") | {"du coup", "eh bien"},
    function_words=words(
        "le la les l' un une des du de d' au aux à en dans sur pour par avec et ou que qu' qui se me te lui leur y ce cet cette ces mon "
        "ma mes ton ta tes son sa ses notre nos votre vos leurs je j' tu il elle on nous vous ils elles c' c'est est sont suis es êtes "
        "être était ai as a avez avons ont avoir j'ai n' ne aussi très déjà si"
    ),
    cues=words(
        "degrés minuit de ça du un en y se fait fois jours jour autre autres rien si "
        "le les des du une est et pour pas vous je je suis j'ai c'est voudrais merci bonjour oui non s'il vous plaît mon votre avec sur "
        "dans commande remboursement numéro compte demain aujourd'hui hier peux pouvez quel quelle quand où qui nous au aux il elle ce "
        "cette deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante "
        "cent mille euros lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août septembre "
        "octobre novembre décembre heures heure demie midi très bien été à mai premier première semaine semaines arobase "
        "point"
    ),
)

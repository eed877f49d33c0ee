"""Spanish, of Spain and of the Americas."""

from __future__ import annotations

from decimal import Decimal

from callproof.spoken.language import Language
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
from callproof.spoken.languages.european_times import HALVES_OF_THE_DAY, Clock, DayPart
from callproof.spoken.languages.european_values import Coins, Negations, Reader
from callproof.spoken.languages.scanners import shared_scans
from callproof.spoken.reading import Reading

_UNITS = "cero uno|un|una dos tres cuatro cinco seis siete ocho nueve"
_TEENS = (
    "diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno|veintiún|veintiuna "
    "veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve"
)
_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa"
_HUNDREDS = (
    "doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas "
    "seiscientos|seiscientas setecientos|setecientas|sietecientos ochocientos|ochocientas novecientos|novecientas|nuevecientos"
)


def _parts() -> dict[str, Part]:
    table = {word: part(value) for word, value in numbered(_UNITS).items()}
    table |= {word: part(value) for word, value in numbered(_TEENS, 10).items()}
    table |= {word: part(value) for word, value in numbered(_TENS, 30, 10).items()}
    table |= {word: part(value) for word, value in numbered(_HUNDREDS, 200, 100).items()}
    # "treintaicinco", as some write what they say
    table |= {
        f"{ten}{link}{unit}": part(tens + units)
        for ten, tens in numbered(_TENS, 30, 10).items()
        for unit, units in numbered(
            "uno|ún|un|una dós|dos trés|tres cuatro cinco séis|seis siete ocho nueve", 1
        ).items()
        for link in ("i", "y")
    }
    # "diez y seis", "veinte y uno"
    table["diez"] = Part(10, 10, 6)
    # "cien" only multiplies ("cien mil"); "ciento" takes more
    table |= {
        "cien": Part(100),
        "ciento": part(100),
        "cientos": scale(100, begins=False),
        "cientas": scale(100, begins=False),
    }
    table |= {
        "mil": scale(1000),
        "lucas": scale(1000, begins=False),
        "millón": scale(1_000_000, begins=False),
        "millones": scale(1_000_000, begins=False),
    }
    return spelled(table)


_CURRENCIES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("euro", "euros", "€", "eur"), ("EUR",)),
    "pavos": ("EUR", "USD"),
    **dict.fromkeys(("dólar", "dólares", "usd"), ("USD",)),
    # The peso of the country one is in.
    **dict.fromkeys(("peso", "pesos"), ("MXN", "ARS", "COP", "CLP", "UYU", "DOP", "PHP")),
    "$": ("USD", "MXN", "ARS", "COP", "CLP", "UYU", "DOP"),
    **dict.fromkeys(("libra", "libras", "£", "gbp"), ("GBP",)),
    **dict.fromkeys(("real", "reales", "brl"), ("BRL",)),
    **dict.fromkeys(("sol", "soles", "pen"), ("PEN",)),
    **dict.fromkeys(("franco", "francos", "chf"), ("CHF",)),
    **dict.fromkeys(("yen", "yenes", "¥", "jpy"), ("JPY",)),
    **dict.fromkeys(("bolívar", "bolívares"), ("VES",)),
    **dict.fromkeys(("quetzal", "quetzales"), ("GTQ",)),
    **dict.fromkeys(("lempira", "lempiras"), ("HNL",)),
    **dict.fromkeys(("guaraní", "guaraníes"), ("PYG",)),
    **{code.lower(): (code,) for code in ("MXN", "ARS", "COP", "CLP", "UYU")},
}
_MONEY = Coins(
    names=spelled(_CURRENCIES),
    kinds=spelled(
        {
            "mexicanos": "MXN", "argentinos": "ARS", "colombianos": "COP", "chilenos": "CLP", "uruguayos": "UYU",
            "dominicanos": "DOP", "filipinos": "PHP", "canadienses": "CAD", "australianos": "AUD", "americanos": "USD",
            "estadounidenses": "USD", "esterlinas": "GBP", "suizos": "CHF", "brasileños": "BRL",
        }
    ),
    hundredths=spelled({"céntimo": None, "céntimos": None, "centavo": None, "centavos": None, "peniques": "GBP"}),
    joiners=frozenset({"con"}),
    weak_joiners=frozenset({"y"}),
    price_joiners=frozenset({"con"}),
    of=frozenset({"de"}),
    dollar_letters={"r": "BRL", "us": "USD", "mx": "MXN", "mxn": "MXN", "u": "USD", "a": "AUD", "c": "CAD"},
)  # fmt: skip

_COUNTING = Counting(
    parts=_parts(),
    joiner_rooms={"y": frozenset({10}), "i": frozenset({10})},
    half_joiners=frozenset({"y"}),
    halves=frozenset({"medio", "media"}),
    comma_groups=True,
    decimal=frozenset({"coma", "punto"}),
    articles=frozenset({"un", "una"}),
    after_one=(frozenset(_MONEY.names) - {"real", "sol", "franco"})
    | words("céntimo centavo coma punto")
    | {"por ciento", "por cien", "%", "porciento"},
    before_one=frozenset({"la una"}),
    doubts={
        "mil": Doubt(after=words("gracias disculpas perdones")),
        "uno": Doubt(after=words("se mismo misma")),
    },
    percent=(("por", "ciento"), ("por", "cien"), ("porciento",), ("%",)),
    parts_of_scales=Phrases({"medio millón": Decimal(500_000), "cuarto de millón": Decimal(250_000)}),
)

_ORDINALS = (
    "primero|primer|primera segundo|segunda tercero|tercer|tercera _ quinto|quinta sexto|sexta séptimo|séptima octavo|octava "
    "noveno|novena décimo|décima undécimo|undécima duodécimo|duodécima"
)


def _ordinals() -> dict[str, int]:
    table = numbered(_ORDINALS, 1)
    del table["_"]
    table |= {"cuarta": 4, "decimoprimero": 11, "decimoprimera": 11, "decimosegundo": 12, "decimotercero": 13}
    units = "primero|primer segundo tercero|tercer cuarto quinto sexto séptimo octavo noveno"
    for unit, value in numbered(units, 1).items():
        table |= {f"décimo {unit}": 10 + value, f"vigésimo {unit}": 20 + value}
    return table | {"vigésimo": 20, "trigésimo": 30, "trigésimo primero": 31, "trigésimo primer": 31}


def _is_after_article(reading: Reading, i: int) -> bool:
    """ "el segundo", not "un segundo"; "el primero", and not "primero, dígame"."""
    return reading.word(i - 1) in _DEFINITE or (
        reading.word(i + 1) == "de" and reading.word(i + 2) in _MONTHS
    )


def _is_tomorrow(reading: Reading, i: int) -> bool:
    """ "mañana", and not "la mañana", "por la mañana"."""
    return reading.word(i - 1) not in _BEFORE_MORNING


_DEFINITE = words("el al del su mi tu lo este ese")
_BEFORE_MORNING = words("la una cada toda esta media tu su mi buena")
_MONTHS = spelled(
    numbered(
        "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre",
        1,
    )
)
_WEEKDAYS = numbered("lunes martes miércoles jueves viernes sábado|sábados domingo|domingos")

_CALENDAR = Calendar(
    months=_MONTHS,
    of=frozenset({"de", "del"}),
    year_words=words("año"),
    month_first=True,
    ordinals=Phrases(_ordinals()),
    ordinal_marks=frozenset({"o", "a", "er", "ro", "ra", "do", "da", "°"}),
    weekdays=Phrases(_WEEKDAYS),
    which_before=spelled({"próximo": "next", "este": "this", "pasado": "last", "último": "last"}),
    which_after=Phrases(
        {
            "próximo": "next", "que viene": "next", "que entra": "next", "siguiente": "next", "pasado": "last", "último": "last",
            "de la semana que viene": "next", "de la próxima semana": "next", "de la semana próxima": "next",
            "de esta semana": "this", "de la semana pasada": "last", "que pasó": "last",
        }
    ),
    days=Phrases(
        {
            "hoy": 0, "hoy en día": None, "esta mañana": 0, "mañana": 1, "pasado mañana": 2, "ayer": -1, "anteayer": -2, "antier": -2,
            "antes de ayer": -2, "antes": None,
        }
    ),
    guards=spelled({"mañana": _is_tomorrow, "primero": _is_after_article, "segundo": _is_after_article}),
    feasts=Phrases(
        {
            "nochevieja": (12, 31),
            "nochebuena": (12, 24),
            "víspera de navidad": (12, 24),
            "día de navidad": (12, 25),
            "día de año nuevo": (1, 1),
            "día de reyes": (1, 6),
        }
    ),
    edges=Phrases({"último día": True, "primer día": False}),
    edge_links=words("de del este el la"),
    ends=words("fin final fines finales"),
    periods={"mes": "month", "año": "year"},
    spans=spelled({"día": 1, "días": 1, "semana": 7, "semanas": 7}),
    ahead=frozenset({"en", "dentro de", "de aquí a"}),
    ago=frozenset({"hace"}),
    ago_after=words("atrás"),
)  # fmt: skip

_DAY_PARTS: dict[str, DayPart] = {
    "mañana": "morning", "madrugada": "morning", "tarde": "afternoon", "noche": "night", "mediodía": "noon",
}  # fmt: skip

_CLOCK = Clock(
    cues=frozenset({"las"}),
    cues_of_one=frozenset({"la"}),
    units=frozenset({"horas", "hora", "h", "hs", "hrs"}),
    lasting=frozenset({"horas", "hora", "h"}),
    minute_units=frozenset({"minutos", "minuto", "min"}),
    fixed=Phrases(
        {
            "y media": 30, "y cuarto": 15, "y un cuarto": 15, "menos cuarto": -15, "menos un cuarto": -15, "en punto": 0,
            "horas en punto": 0,
        }
    ),
    plus=frozenset({"y", "con"}),
    minus=frozenset({"menos"}),
    around=Phrases({"para las": -1, "para la": -1}),
    quarters=Phrases({"cuarto": 15, "un cuarto": 15}),
    named=Phrases({"mediodía": 720, "medianoche": 0, "medio día": 720, "media noche": 0}),
    day_parts=Phrases(
        {
            **HALVES_OF_THE_DAY,
            **{f"{link} {name}": value for name, value in _DAY_PARTS.items() for link in ("de la", "por la", "en la")},
            "del mediodía": "noon", "del medio día": "noon", "de mediodía": "noon", "de esta tarde": "afternoon",
            "de esta noche": "night", "de esta mañana": "morning",
        }
    ),
    day_parts_before=spelled(
        {
            "tarde": "afternoon", "noche": "night", "madrugada": "morning", "la mañana": "morning", "esta mañana": "morning",
        }
    ),
    prepositions=frozenset({"a", "las", "la", ",", "sobre", "de"}),
)  # fmt: skip

_NEGATIONS = Negations(
    first=frozenset({"no", "sin"}),
    second=words("nunca jamás tampoco nada nadie ningún ninguno ninguna ni"),
    idle=frozenset(
        {
            ("de", "nada"), ("cómo", "no"), ("como", "no"), ("no", "obstante"), ("nada", "más"), ("nada", "mas"),
            ("sin", "embargo"), ("sin", "duda"), ("sin", "dudas"), ("sin", "problema"), ("sin", "problemas"),
        }
    ),
    tags=Phrases({"no": True, "no es así": True, "no es cierto": True, "no es verdad": True, "no cree": True}),
)  # fmt: skip

_HALF, _THIRD = Decimal("0.5"), Decimal(1) / 3
_SHARES = Shares(
    groups=Phrases(
        {
            "docena": 12,
            "docenas": 12,
            "media docena": 6,
            "un par de": 2,
            "un par": 2,
            "quincena": 15,
            "una quincena": 15,
            "decena": 10,
            "decenas": 10,
            "veintena": 20,
            "treintena": 30,
            "centenar": 100,
            "centenares": 100,
        }
    ),
    counted=words("docena docenas decena decenas centenar centenares"),
    shares=Phrases(
        {
            "la mitad": _HALF,
            "mitad de": _HALF,
            "un tercio": _THIRD,
            "dos tercios": Decimal(2) / 3,
            "tercera parte": _THIRD,
            "cuarta parte": Decimal("0.25"),
            "quinta parte": Decimal("0.2"),
            "décima parte": Decimal("0.1"),
        }
    ),
    part=Phrases(denominators("cuarto=4 quinto=5 sexto=6 octavo=8 décimo=10")),
    parts=Phrases(
        denominators(
            "medios=2 tercios=3 cuartos=4 quintos=5 sextos=6 séptimos=7 octavos=8 novenos=9 décimos=10 terceras_partes=3 cuartas_partes=4 "
            "quintas_partes=5"
        )
    ),
    no_parts_before=words("para antes"),
    between=frozenset(["o", "u", "y", "a", "e", "-"]),
)

_READER = Reader(
    counting=_COUNTING,
    coins=_MONEY,
    calendar=_CALENDAR,
    clock=_CLOCK,
    negations=_NEGATIONS,
    shares=_SHARES,
    doubtful=dict.fromkeys(words("ambos ambas"), 2),
    minus=words("menos"),
    degrees=words("grados grado °"),
    below_zero=Phrases({"bajo cero": True}),
)

# Names of letters that are no words of their own ("de" is one).
_LETTERS = spelled(
    {
        "be": "b", "ce": "c", "efe": "f", "ge": "g", "hache": "h", "jota": "j", "ka": "k", "ele": "l", "eme": "m", "ene": "n",
        "eñe": "ñ", "pe": "p", "cu": "q", "erre": "r", "uve": "v", "doble uve": "w", "uve doble": "w", "doble ve": "w",
        "doble u": "w", "equis": "x", "ye": "y", "i griega": "y", "zeta": "z", "be larga": "b", "ve corta": "v",
    }
)  # fmt: skip

# Names that are words too; they count only amid other letters and digits.
_WEAK_LETTERS = spelled({"ve": "v", "ese": "s", "te": "t"})

_ADDRESSES = Addresses(
    at=frozenset({"arroba"}),
    signs={"punto": ".", "guión": "-", "guión medio": "-", "guión bajo": "_", "barra baja": "_", "más": "+"},
)

LANGUAGE = Language(
    code="es",
    numerals=_COUNTING,
    readers=(_READER,),
    scans=(_ADDRESSES.scan, *shared_scans("es")),
    decimal_sign=",",
    letters=_LETTERS,
    letter_words=words("a e o u y á é ó"),
    weak_letters=_WEAK_LETTERS,
    letter_marks=frozenset({"letra"}),
    plus=words("más"),
    spelling=(("de",), ("como",), ("como", "en"), ("como", "de"), ("de", "la", "palabra")),
    repeats={"doble": 2, "triple": 3},
    separators=words("guión raya barra"),
    currencies=_MONEY.language_currencies(),
    ones=frozenset({"un", "una", "uno"}),
    connectives=words("y con de del el la las los a en para por ,"),
    starts=_READER.starts() | frozenset(_LETTERS) | _WEAK_LETTERS.keys() | {"doble", "triple"} | words("más"),
    fillers=words("eh ehm em mmm hmm ah ajá bueno pues digamos") | {"o sea", "a ver"},
    function_words=words(
        "el la los las un una unos unas lo al del de a en con por para que y o e u se me te le les nos mi mis tu tus su sus este "
        "esta esto estos estas ese esa eso esos esas es son está están soy estoy ser estar fue era ha he han hay había si como "
        "yo tú él ella usted ustedes ellos ellas nosotros muy ya también"
    ),
    cues=words(
        "grados mediodía tarde noche medianoche soy sé vale pronto no me un uno son que se la de nada ninguno seis cosas veces otra mitad docena puerta casa vez otro este esta "
        "el los las una y es está estoy por para con pero muy usted ustedes quiero quisiera gracias hola buenos buenas días mañana "
        "hoy ayer sí necesito tengo tiene puede puedo gustaría pedido cuenta reembolso número mi favor cómo qué cuál dónde cuándo "
        "dos tres cuatro cinco siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta cincuenta sesenta setenta "
        "ochenta noventa cien ciento doscientos quinientos dólares euros pesos lunes martes miércoles jueves viernes sábado domingo "
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre del al hasta eso así sin "
        "cada avenida norte sur hora horas minutos semanas semana años noche media arroba punto mil cuarto cuartos cuartas partes tercio tercios"
    ),
)

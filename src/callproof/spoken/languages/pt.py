"""Portuguese, of Brazil and of Portugal."""

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

_UNITS = "zero um|uma dois|duas três quatro cinco seis sete oito nove"
_TEENS = "dez onze doze treze catorze|quatorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove"
_TENS = "vinte trinta quarenta cinquenta|cinqüenta|cincoenta sessenta setenta oitenta noventa"
_HUNDREDS = (
    "duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas seiscentos|seiscentas "
    "setecentos|setecentas oitocentos|oitocentas novecentos|novecentas"
)


def _parts() -> dict[str, Part]:
    table = {word: part(value) for word, value in numbered(_UNITS).items()}
    table |= {word: part(value) for word, value in numbered(_TEENS, 10).items()}
    table |= {word: part(value) for word, value in numbered(_TENS, 20, 10).items()}
    table |= {word: part(value) for word, value in numbered(_HUNDREDS, 200, 100).items()}
    # "cem" only multiplies ("cem mil"); "cento" takes more
    table |= {"cem": Part(100), "cento": part(100), "mil": scale(1000)}
    table |= dict.fromkeys(("milhão", "milhões"), scale(1_000_000, begins=False))
    table |= dict.fromkeys(("bilhão", "bilhões", "bilião"), scale(1_000_000_000, begins=False))
    return spelled(table)


_CURRENCIES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("real", "reais", "brl"), ("BRL",)),
    **dict.fromkeys(("euro", "euros", "€", "eur"), ("EUR",)),
    **dict.fromkeys(("dólar", "dólares", "$", "usd"), ("USD",)),
    **dict.fromkeys(("libra", "libras", "£", "gbp"), ("GBP",)),
    **dict.fromkeys(("peso", "pesos"), ("ARS", "MXN", "CLP", "COP", "UYU")),
    **dict.fromkeys(("franco", "francos", "chf"), ("CHF",)),
    **dict.fromkeys(("iene", "ienes", "¥", "jpy"), ("JPY",)),
    **dict.fromkeys(("kwanza", "kwanzas"), ("AOA",)),
    **dict.fromkeys(("metical", "meticais"), ("MZN",)),
}
_MONEY = Coins(
    names=spelled(_CURRENCIES),
    kinds=spelled(
        {
            "esterlinas": "GBP", "argentinos": "ARS", "mexicanos": "MXN", "chilenos": "CLP", "colombianos": "COP",
            "uruguaios": "UYU", "canadenses": "CAD", "canadianos": "CAD", "americanos": "USD", "australianos": "AUD",
            "suíços": "CHF",
        }
    ),
    hundredths=spelled({"centavo": None, "centavos": None, "cêntimo": None, "cêntimos": None, "cents": None}),
    weak_joiners=frozenset({"e"}),
    price_joiners=frozenset({"e"}),
    of=frozenset({"de"}),
    dollar_letters={"r": "BRL", "us": "USD", "u": "USD", "c": "CAD", "a": "AUD"},
)  # fmt: skip

_MONTHS = spelled(
    numbered("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro", 1)
)

_COUNTING = Counting(
    parts=_parts(),
    # "mil, duzentos e dez"
    joiner_rooms={
        "e": frozenset({10, 100, 1000, 1_000_000, 1_000_000_000}),
        ",": frozenset({1000, 1_000_000}),
    },
    half_joiners=frozenset({"e"}),
    halves=frozenset({"meio", "meia"}),
    decimal=words("vírgula ponto"),
    articles=frozenset({"um", "uma"}),
    after_one=frozenset(_MONEY.names)
    | words("centavo cêntimo vírgula ponto")
    | {"por cento", "%", "porcento"}
    | frozenset(f"de {month}" for month in _MONTHS),
    before_one=frozenset({"à uma"}),
    digit_articles=frozenset({"um", "uma"}),
    digit_words=frozenset({"meia"}),
    doubts={"mil": Doubt(after=words("desculpas perdões"))},
    percent=(("por", "cento"), ("porcento",), ("por", "cem"), ("%",)),
    parts_of_scales=Phrases({"meio milhão": Decimal(500_000), "quarto de milhão": Decimal(250_000)}),
)

_ORDINALS = (
    "primeiro|primeira segundo|segunda terceiro|terceira _ quinto|quinta sexto|sexta sétimo|sétima oitavo|oitava nono|nona "
    "décimo|décima"
)


def _ordinals() -> dict[str, int]:
    table = numbered(_ORDINALS, 1)
    del table["_"]
    table["quarta"] = 4
    units = "primeiro|primeira segundo|segunda terceiro|terceira quarto|quarta quinto|quinta sexto|sexta sétimo|sétima"
    for unit, value in numbered(f"{units} oitavo|oitava nono|nona", 1).items():
        gender = unit[-1]
        table |= {f"décim{gender} {unit}": 10 + value, f"vigésim{gender} {unit}": 20 + value}
    return table | {"vigésimo": 20, "vigésima": 20, "trigésimo": 30, "trigésimo primeiro": 31}


def _is_ordinal(reading: Reading, i: int) -> bool:
    """ "o segundo", not "um segundo"; "o primeiro", and not "primeiro, diga"."""
    return reading.word(i - 1) in _DEFINITE or (
        reading.word(i + 1) == "de" and reading.word(i + 2) in _MONTHS
    )


def _is_third_day(reading: Reading, i: int) -> bool:
    """A weekday without "feira" is one where a day can stand: "na sexta", "até quinta"."""
    return reading.word(i - 1) not in ("uma", "duas", "três")


_DEFINITE = words("o no ao do meu seu teu este esse pelo dia")
_FEIRAS = "segunda|segundas terça|terças quarta|quartas quinta|quintas sexta|sextas"
_WEEKDAYS = numbered(_FEIRAS) | {
    f"{word} {feira}": day for word, day in numbered(_FEIRAS).items() for feira in ("feira", "feiras")
}
_WEEKDAYS |= {"sábado": 5, "sábados": 5, "domingo": 6, "domingos": 6}

_CALENDAR = Calendar(
    months=_MONTHS,
    of=frozenset({"de", "do"}),
    year_words=words("ano"),
    ordinals=Phrases(_ordinals()),
    ordinal_marks=frozenset({"o", "a", "°"}),
    weekdays=Phrases(_WEEKDAYS),
    which_before=spelled(
        {
            "próximo": "next", "próxima": "next", "este": "this", "esta": "this", "neste": "this", "nesta": "this",
            "passado": "last", "último": "last", "última": "last",
        }
    ),
    which_after=Phrases(
        {
            "que vem": "next", "próximo": "next", "próxima": "next", "seguinte": "next", "passado": "last", "passada": "last",
            "da semana que vem": "next", "da próxima semana": "next", "desta semana": "this", "da semana passada": "last",
        }
    ),
    days=Phrases(
        {
            "hoje": 0, "hoje em dia": None, "amanhã": 1, "depois de amanhã": 2, "ontem": -1, "anteontem": -2, "antes de ontem": -2,
        }
    ),
    guards=spelled(
        {
            "primeiro": _is_ordinal, "segundo": _is_ordinal, "segunda": _is_third_day, "quarta": _is_third_day,
            "quinta": _is_third_day, "sexta": _is_third_day,
        }
    ),
    feasts=Phrases(
        {
            "véspera de ano novo": (12, 31),
            "véspera de natal": (12, 24),
            "dia de natal": (12, 25),
            "dia de ano novo": (1, 1),
        }
    ),
    edges=Phrases({"último dia": True, "primeiro dia": False}),
    edge_links=words("de do deste este o"),
    ends=words("fim final"),
    periods={"mês": "month", "ano": "year"},
    spans=spelled({"dia": 1, "dias": 1, "semana": 7, "semanas": 7}),
    ahead=frozenset({"em", "dentro de", "daqui a", "daqui"}),
    ago=words("há faz"),
    ago_after=words("atrás"),
)  # fmt: skip

_DAY_PARTS: dict[str, DayPart] = {
    "manhã": "morning",
    "madrugada": "morning",
    "tarde": "afternoon",
    "noite": "night",
}

_CLOCK = Clock(
    cues=words("às as das pelas"),
    cues_of_one=words("à pela"),
    units=frozenset({"horas", "hora", "h", "hs"}),
    lasting=frozenset({"horas", "hora", "h"}),
    minute_units=frozenset({"minutos", "minuto", "min"}),
    fixed=Phrases(
        {"e meia": 30, "e quarto": 15, "e um quarto": 15, "menos um quarto": -15, "menos quarto": -15, "em ponto": 0}
    ),
    plus=frozenset({"e"}),
    minus=frozenset({"menos"}),
    around=Phrases({"para as": -1, "para à": -1, "para a": -1, "pras": -1, "pra as": -1, "para o": -1, "para": -1}),
    around_not_behind=frozenset({"de", "do", "da", "dos", "das"}),
    quarters=Phrases({"um quarto": 15, "quarto": 15}),
    named=Phrases({"meio dia": 720, "meia noite": 0}),
    hour_words={},
    day_parts=Phrases(
        {
            **HALVES_OF_THE_DAY,
            **{f"{link} {name}": value for name, value in _DAY_PARTS.items() for link in ("da", "de", "à", "na")},
            "desta noite": "night", "desta tarde": "afternoon", "hoje à noite": "night",
        }
    ),
    day_parts_before=spelled({"tarde": "afternoon", "noite": "night", "madrugada": "morning", "manhã": "morning"}),
    prepositions=words("às as à das pelas , por volta"),
)  # fmt: skip

_NEGATIONS = Negations(
    first=words("não sem"),
    second=words("nunca jamais nada ninguém nenhum nenhuma nem tampouco"),
    idle=frozenset(
        {
            ("de", "nada"),
            ("pois", "não"),
            ("nada", "mais"),
            ("pois", "nao"),
            ("nem", "todo"),
            ("sem", "dúvida"),
            ("sem", "duvida"),
            ("sem", "problema"),
            ("sem", "problemas"),
        }
    ),
    tags=Phrases({"não": True, "não é": True, "não é verdade": True, "não está": True, "não foi": True}),
)

_HALF, _THIRD = Decimal("0.5"), Decimal(1) / 3
_SHARES = Shares(
    groups=Phrases(
        {
            "dúzia": 12,
            "dúzias": 12,
            "meia dúzia": 6,
            "um par de": 2,
            "um par": 2,
            "dezena": 10,
            "dezenas": 10,
            "vintena": 20,
            "trintena": 30,
            "quinzena": 15,
            "centena": 100,
            "centenas": 100,
        }
    ),
    counted=words("dúzia dúzias dezena dezenas centena centenas"),
    shares=Phrases(
        {
            "a metade": _HALF,
            "metade": _HALF,
            "um terço": _THIRD,
            "dois terços": Decimal(2) / 3,
            "terça parte": _THIRD,
            "quarta parte": Decimal("0.25"),
            "quinta parte": Decimal("0.2"),
        }
    ),
    part=Phrases(denominators("quarto=4 quinto=5 sexto=6 oitavo=8 décimo=10")),
    parts=Phrases(
        denominators(
            "terços=3 quartos=4 quintos=5 sextos=6 sétimos=7 oitavos=8 nonos=9 décimos=10 quartas_partes=4 quintas_partes=5"
        )
    ),
    no_parts_before=words("para antes"),
    between=frozenset(["ou", "e", "a", "-"]),
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
    degrees=words("graus grau °"),
    below_zero=Phrases({"abaixo de zero": True}),
)

_LETTERS = {
    "bê": "b", "cê": "c", "efe": "f", "gê": "g", "guê": "g", "agá": "h", "aga": "h", "jota": "j", "eme": "m", "ene": "n", "pê": "p",
    "erre": "r", "tê": "t", "dáblio": "w", "dablio": "w", "xis": "x", "ípsilon": "y", "ipsilon": "y", "zê": "z",
}  # fmt: skip
# Names that are words too; they count only amid other letters and digits.
_WEAK_LETTERS = {"dê": "d", "vê": "v"}

_ADDRESSES = Addresses(
    at=frozenset({"arroba"}),
    signs={
        "ponto": ".",
        "hífen": "-",
        "traço": "-",
        "underline": "_",
        "sublinhado": "_",
        "traço baixo": "_",
        "mais": "+",
    },
)

LANGUAGE = Language(
    code="pt",
    numerals=_COUNTING,
    readers=(_READER,),
    scans=(_ADDRESSES.scan, *shared_scans("pt")),
    decimal_sign=",",
    day_first=True,
    # "half", of a dozen
    digits={"meia": "6"},
    letters=_LETTERS,
    letter_words=words("a e o à é á ó"),
    weak_letters=_WEAK_LETTERS,
    letter_marks=frozenset({"letra"}),
    plus=words("mais"),
    spelling=(("de",), ("como",), ("como", "em")),
    repeats={"duplo": 2, "triplo": 3},
    separators=words("hífen traço barra"),
    currencies=_MONEY.language_currencies(),
    ones=frozenset({"um", "uma"}),
    connectives=words("e de do da das dos a o as os à às em para por ,"),
    starts=_READER.starts()
    | frozenset(_LETTERS)
    | _WEAK_LETTERS.keys()
    | {"duplo", "triplo", "meia", "mais"},
    fillers=words("é eh hã hum ah né tipo então") | {"quer dizer"},
    function_words=words(
        "o a os as um uma uns umas de do da dos das em no na nos nas ao aos à às por pelo pela para pra com que e ou se me te lhe "
        "nos meu minha meus minhas teu tua seu sua seus suas este esta isto esse essa isso aquele aquela é são está estão sou estou "
        "ser estar foi era tem têm há eu tu você vocês ele ela eles elas nós já também muito"
    ),
    cues=words(
        "vez vezes graus exato quinze pronto isso cinco seis o a e que de se me só por favor primeiro primeira segunda mil doze cada dias dia outro outra hora horas pela pelo foi "
        "não você vocês obrigado obrigada olá oi bom tudo bem eu quero queria gostaria preciso tenho tem é são está estou em um uma do "
        "da dos das na ao à às com meu minha pedido reembolso conta número isso esse essa muito hoje amanhã ontem sim dois duas três "
        "quatro sete oito nove dez onze doze treze catorze quatorze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta "
        "sessenta setenta oitenta cem cento duzentos quinhentos reais dólares terça quarta quinta sexta sábado março maio fevereiro "
        "janeiro setembro outubro dezembro até pode posso qual quando onde então pra domingo "
        "minutos semanas semana anos noite meia arroba ponto"
    ),
)

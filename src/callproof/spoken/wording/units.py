"""Units of measure by their names in each language: three days are not three weeks, and half an hour is thirty minutes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache, cached_property
from typing import NamedTuple

from callproof.spoken.language import LanguageCode


class Unit(NamedTuple):
    """What a unit measures, and how many of the smallest one of that kind it is."""

    measures: str
    size: Decimal


_HALF, _QUARTER = Decimal("0.5"), Decimal("0.25")
# Nights, months and years are no fixed number of days.
_SIZES = {
    name: Unit(kind, Decimal(size))
    for kind, sizes in {
        "time": "second=1 minute=60 hour=3600 day=86400 week=604800 fortnight=1209600",
        "months": "month=1 year=12",
        "nights": "night=1",
        "mass": "microgram=0.000001 milligram=0.001 gram=1 hectogram=100 kilogram=1000 ton=1000000 pound=453.59237 ounce=28.349523125 stone=6350.29318",
        "length": "millimeter=1 centimeter=10 meter=1000 kilometer=1000000 inch=25.4 foot=304.8 yard=914.4 mile=1609344",
        "volume": "milliliter=1 teaspoon=5 tablespoon=15 cup=240 centiliter=10 deciliter=100 liter=1000 gallon=3785.411784 pint=473.176473",
        "area": "square_meter=1 square_foot=0.09290304 hectare=10000 acre=4046.8564224",
        "celsius": "celsius=1",
        "fahrenheit": "fahrenheit=1",
        "data": "megabyte=1 gigabyte=1000 terabyte=1000000",
        "speed": "kmh=1 mph=1.609344",
        "energy": "kwh=1",
        "degrees": "degree=1",
        "share": "percent=1",
        "points": "percentage_point=1 basis_point=0.01",
        "pairs": "pair=2",
    }.items()
    for name, _, size in (part.partition("=") for part in sizes.split())
}
# A bare number behind some of the one is of the other, when it is so large at least and at most: "five foot six", "un metro ochenta".
TAILS: Mapping[Unit, tuple[Unit, int, int]] = {
    _SIZES["foot"]: (_SIZES["inch"], 0, 11),
    _SIZES["meter"]: (_SIZES["centimeter"], 10, 99),
}
# The name of a unit that is another word where it is not behind the larger one: "5 ft 6 in".
TAIL_NAMES = frozenset({"in", '"', "″", "”"})
MINUTE, HOUR, DAY, WEEK = (_SIZES[name] for name in ("minute", "hour", "day", "week"))
# Right between two numbers it is the sign of feet: 5'6".
FEET = frozenset({"'", "′", "’"})
FOOT = _SIZES["foot"]
# Symbols that every language writes. A single letter is one only right behind a number.
_SYMBOLS = {
    "kg": "kilogram", "kgs": "kilogram", "g": "gram", "mg": "milligram", "mcg": "microgram", "µg": "microgram", "μg": "microgram", "km": "kilometer", "m": "meter", "cm": "centimeter",
    "mm": "millimeter", "ml": "milliliter", "cl": "centiliter", "dl": "deciliter", "l": "liter", "h": "hour", "min": "minute",
    "ha": "hectare", "mb": "megabyte", "gb": "gigabyte", "tb": "terabyte", "kwh": "kwh", "km / h": "kmh", "kmh": "kmh",
    "mph": "mph", "%": "percent", "°": "degree", "° c": "celsius", "° f": "fahrenheit", "㎏": "kilogram", "㎞": "kilometer",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True, eq=False)
class Units:
    """The units of a language. `names`: phrases and the unit they name.

    `halves`: words for parts of a unit, before it ("half an hour") or behind it ("two kilos and a half"). `ands` stand between a
    number and such a part, and between hours and minutes. `articles` are the number one before a unit, and stand between a part and
    it. `rates` stand between an amount and the time it is for ("a month", "per day"). `wholes` are a part and its unit in one word.
    """

    names: Mapping[str, str]
    halves: Mapping[str, Decimal] = field(default_factory=dict)
    ands: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    rates: frozenset[str] = frozenset()
    wholes: Mapping[str, tuple[Decimal, str]] = field(default_factory=dict)
    # Phrases are written without spaces.
    by_character: bool = False

    @cached_property
    def half_words(self) -> frozenset[str]:
        return frozenset(self.halves)

    @cached_property
    def parts(self) -> dict[str, tuple[Decimal, Unit]]:
        return {word: (amount, _SIZES[unit]) for word, (amount, unit) in self.wholes.items()}

    @cached_property
    def longest_part(self) -> int:
        """The most tokens in the name of a part and its unit."""
        return max((len(word) if self.by_character else 1 for word in self.wholes), default=0)

    @cached_property
    def table(self) -> dict[str, Unit]:
        names = (_SYMBOLS | dict(self.names)).items()
        return {
            phrase.replace(" ", "") if self.by_character else phrase: _SIZES[unit] for phrase, unit in names
        }

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The first tokens of all units: a text with none of them holds no quantity."""
        first = (
            phrase[0] if self.by_character and not phrase.isascii() else phrase.split()[0]
            for phrase in self.table
        )
        wholes = (word[0] if self.by_character else word for word in self.wholes)
        return frozenset(first) | frozenset(wholes) | FEET

    @cached_property
    def openers(self) -> frozenset[str]:
        """The words with which a quantity can begin that begins with no number."""
        return self.articles | self.halves.keys() | self.parts.keys() | self.table.keys()

    @cached_property
    def longest(self) -> int:
        """The most tokens in the name of a unit."""
        return max(len(phrase) if self.by_character else phrase.count(" ") + 1 for phrase in self.table)


def _names(text: str) -> dict[str, str]:
    """ "minute: minuto minutos" lines; an underscore stands for a space."""
    return {
        name.replace("_", " "): unit
        for line in text.strip().splitlines()
        for unit, _, names in [line.strip().partition(": ")]
        for name in names.split()
    }


def _parts(half: str, quarter: str = "") -> dict[str, Decimal]:
    return dict.fromkeys(half.split(), _HALF) | dict.fromkeys(quarter.split(), _QUARTER)


def _days(text: str) -> dict[str, tuple[Decimal, str]]:
    """Names of so many days."""
    return {word: (Decimal(n), "day") for word, _, n in (part.partition("=") for part in text.split())}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ENGLISH = Units(
    names=_names(
        """
        second: second seconds sec secs
        minute: minute minutes mins
        hour: hour hours hr hrs
        day: day days
        week: week weeks wk wks
        fortnight: fortnight fortnights
        month: month months
        year: year years yr yrs
        night: night nights
        gram: gram grams gramme grammes
        kilogram: kilogram kilograms kilogramme kilogrammes kilo kilos
        milligram: milligram milligrams
        microgram: microgram micrograms
        percent: percent per_cent
        percentage_point: percentage_point percentage_points percent_point percent_points
        basis_point: basis_point basis_points bps
        degree: degree degrees
        pair: pair pairs
        cup: cup cups
        teaspoon: teaspoon teaspoons teaspoonful teaspoonfuls tsp tsps
        tablespoon: tablespoon tablespoons tablespoonful tablespoonfuls tbsp tbsps
        ton: tonne tonnes
        pound: pound pounds lb lbs
        ounce: ounce ounces oz
        stone: stone
        millimeter: millimeter millimeters millimetre millimetres
        centimeter: centimeter centimeters centimetre centimetres
        meter: meter meters metre metres
        kilometer: kilometer kilometers kilometre kilometres kilometers kms
        inch: inch inches
        foot: foot feet ft
        yard: yard yards
        mile: mile miles
        milliliter: milliliter milliliters millilitre millilitres cc ccs
        liter: liter liters litre litres
        gallon: gallon gallons gal
        pint: pint pints
        square_meter: square_meter square_meters square_metre square_metres
        square_foot: square_foot square_feet sq_ft
        acre: acre acres
        celsius: celsius degrees_celsius degree_celsius
        fahrenheit: fahrenheit degrees_fahrenheit degree_fahrenheit
        megabyte: megabyte megabytes megs
        gigabyte: gigabyte gigabytes gigs
        terabyte: terabyte terabytes
        kmh: kilometers_per_hour kilometres_per_hour
        mph: miles_per_hour miles_an_hour
        kwh: kilowatt_hour kilowatt_hours
        """
    ),
    halves=_parts("half", "quarter quarters"),
    ands=_words("and ,"),
    articles=_words("a an of one"),
    rates=_words("a an per each every"),
)
_SPANISH = Units(
    names=_names(
        """
        second: segundo segundos
        minute: minuto minutos
        hour: hora horas
        day: día días dia dias
        week: semana semanas
        month: mes meses
        year: año años
        night: noche noches
        gram: gramo gramos
        kilogram: kilo kilos kilogramo kilogramos
        milligram: miligramo miligramos
        microgram: microgramo microgramos
        percent: por_ciento porciento
        percentage_point: punto_porcentual puntos_porcentuales
        basis_point: punto_básico puntos_básicos
        degree: grado grados
        celsius: grados_centígrados grados_celsius
        fahrenheit: grados_fahrenheit
        pair: par pares par_de pares_de
        cup: taza tazas
        teaspoon: cucharadita cucharaditas
        tablespoon: cucharada cucharadas
        ton: tonelada toneladas
        pound: libra libras
        ounce: onza onzas
        millimeter: milímetro milímetros
        centimeter: centímetro centímetros
        meter: metro metros
        kilometer: kilómetro kilómetros
        inch: pulgada pulgadas
        foot: pie pies
        mile: milla millas
        milliliter: mililitro mililitros
        liter: litro litros
        gallon: galón galones
        square_meter: metro_cuadrado metros_cuadrados
        hectare: hectárea hectáreas
        """
    ),
    halves=_parts("medio media", "cuarto cuartos"),
    ands=_words("y ,"),
    articles=_words("un una de"),
    rates=_words("a al la el por cada"),
)
_GERMAN = Units(
    names=_names(
        """
        second: sekunde sekunden
        minute: minute minuten
        hour: stunde stunden std
        day: tag tage tagen
        week: woche wochen
        month: monat monate monaten
        year: jahr jahre jahren
        night: nacht nächte nächten
        gram: gramm
        kilogram: kilo kilos kilogramm
        milligram: milligramm
        microgram: mikrogramm
        percent: prozent
        percentage_point: prozentpunkt prozentpunkte prozentpunkten
        basis_point: basispunkt basispunkte basispunkten
        degree: grad
        pair: paar
        cup: tasse tassen
        teaspoon: teelöffel tl
        tablespoon: esslöffel el
        ton: tonne tonnen
        millimeter: millimeter
        centimeter: zentimeter
        meter: meter metern
        kilometer: kilometer kilometern
        mile: meile meilen
        milliliter: milliliter
        liter: liter litern
        square_meter: quadratmeter quadratmetern qm
        hectare: hektar
        celsius: grad_celsius
        fahrenheit: grad_fahrenheit
        """
    ),
    halves=_parts("halbe halbes halben halber"),
    wholes={
        "viertelstunde": (_QUARTER, "hour"),
        "dreiviertelstunde": (Decimal("0.75"), "hour"),
        "viertelliter": (_QUARTER, "liter"),
        "dreiviertelliter": (Decimal("0.75"), "liter"),
    },
    ands=_words("und ,"),
    articles=_words("ein eine einen einer eines"),
    rates=_words("pro im in der die den am jeden jede jedes je"),
)
_FRENCH = Units(
    names=_names(
        """
        second: seconde secondes
        minute: minute minutes
        hour: heure heures d'heure l'heure
        day: jour jours journée journées
        week: semaine semaines
        month: mois
        year: an ans année années l'an l'année
        night: nuit nuits
        gram: gramme grammes
        kilogram: kilo kilos kilogramme kilogrammes
        milligram: milligramme milligrammes
        microgram: microgramme microgrammes
        percent: pour_cent pourcent pourcents
        percentage_point: point_de_pourcentage points_de_pourcentage
        basis_point: point_de_base points_de_base
        degree: degré degrés
        celsius: degrés_celsius
        pair: paire paires paire_de paires_de
        cup: tasse tasses
        teaspoon: cuillère_à_café cuillères_à_café
        tablespoon: cuillère_à_soupe cuillères_à_soupe
        ton: tonne tonnes
        pound: livre livres
        millimeter: millimètre millimètres
        centimeter: centimètre centimètres
        meter: mètre mètres
        kilometer: kilomètre kilomètres
        mile: milles
        milliliter: millilitre millilitres
        centiliter: centilitre centilitres
        liter: litre litres
        square_meter: mètre_carré mètres_carrés
        hectare: hectare hectares
        """
    ),
    halves=_parts("demi demie", "quart quarts"),
    ands=_words("et ,"),
    articles=_words("un une de"),
    rates=_words("par à le la chaque"),
)
_PORTUGUESE = Units(
    names=_names(
        """
        second: segundo segundos
        minute: minuto minutos
        hour: hora horas
        day: dia dias
        week: semana semanas
        month: mês meses mes
        year: ano anos
        night: noite noites
        gram: grama gramas
        kilogram: quilo quilos kilo kilos quilograma quilogramas
        milligram: miligrama miligramas
        microgram: micrograma microgramas
        percent: por_cento
        percentage_point: ponto_percentual pontos_percentuais
        basis_point: ponto_base pontos_base
        degree: grau graus
        celsius: graus_celsius
        pair: par pares par_de pares_de
        cup: xícara xícaras
        teaspoon: colher_de_chá colheres_de_chá
        tablespoon: colher_de_sopa colheres_de_sopa
        ton: tonelada toneladas
        millimeter: milímetro milímetros
        centimeter: centímetro centímetros
        meter: metro metros
        kilometer: quilômetro quilômetros quilómetro quilómetros
        mile: milha milhas
        milliliter: mililitro mililitros
        liter: litro litros
        square_meter: metro_quadrado metros_quadrados
        hectare: hectare hectares
        """
    ),
    halves=_parts("meio meia", "quarto quartos"),
    ands=_words("e ,"),
    articles=_words("um uma de"),
    rates=_words("por ao à a cada"),
)
_ITALIAN = Units(
    names=_names(
        """
        second: secondo secondi
        minute: minuto minuti
        hour: ora ore d'ora all'ora l'ora
        day: giorno giorni
        week: settimana settimane
        month: mese mesi
        year: anno anni all'anno l'anno
        night: notte notti
        gram: grammo grammi
        kilogram: chilo chili chilogrammo chilogrammi
        milligram: milligrammo milligrammi
        microgram: microgrammo microgrammi
        hectogram: etto etti
        percent: per_cento percento
        percentage_point: punto_percentuale punti_percentuali
        basis_point: punto_base punti_base
        degree: grado gradi
        celsius: gradi_celsius
        pair: paio paia paio_di paia_di
        cup: tazza tazze
        teaspoon: cucchiaino cucchiaini
        tablespoon: cucchiaio cucchiai
        ton: tonnellata tonnellate
        millimeter: millimetro millimetri
        centimeter: centimetro centimetri
        meter: metro metri
        kilometer: chilometro chilometri
        mile: miglio miglia
        milliliter: millilitro millilitri
        liter: litro litri
        square_meter: metro_quadrato metri_quadrati
        hectare: ettaro ettari
        """
    ),
    halves=_parts("mezzo mezza", "quarto quarti"),
    wholes={"mezz'ora": (_HALF, "hour"), "mezzora": (_HALF, "hour"), "un'ora": (Decimal(1), "hour")},
    ands=_words("e ,"),
    articles=_words("un uno una di"),
    rates=_words("al alla allo a ogni per il la"),
)
_KOREAN = Units(
    names=_names(
        """
        second: 초
        minute: 분
        hour: 시간
        day: 일
        week: 주 주일 주간
        month: 달 개월
        year: 년
        night: 박
        gram: 그램 그람
        kilogram: 킬로 킬로그램 키로
        milligram: 밀리그램
        microgram: 마이크로그램
        percent: 퍼센트 프로
        percentage_point: 퍼센트포인트 %포인트 퍼센트_포인트
        pair: 쌍 켤레
        ton: 톤
        pound: 파운드
        millimeter: 밀리미터
        centimeter: 센티 센티미터
        meter: 미터
        kilometer: 킬로미터
        inch: 인치
        mile: 마일
        milliliter: 밀리리터
        liter: 리터
        gallon: 갤런
        gigabyte: 기가 기가바이트
        megabyte: 메가 메가바이트
        """
    ),
    halves={"반": _HALF},
    wholes=_days("하루=1 이틀=2 사흘=3 나흘=4 닷새=5 엿새=6 이레=7 여드레=8 아흐레=9 열흘=10 보름=15"),
    by_character=True,
)
_JAPANESE = Units(
    names=_names(
        """
        second: 秒 秒間
        minute: 分 分間 ふん ぷん
        hour: 時間 じかん
        day: 日 日間
        week: 週 週間
        month: か月 ヶ月 ケ月 カ月 ヵ月 箇月 か月間 ヶ月間 カ月間
        year: 年 年間
        night: 泊
        gram: グラム
        kilogram: キロ キログラム
        milligram: ミリグラム
        microgram: マイクログラム
        percent: パーセント
        percentage_point: パーセントポイント ポイント
        pair: 足
        ton: トン
        pound: ポンド
        millimeter: ミリ ミリメートル
        centimeter: センチ センチメートル
        meter: メートル
        kilometer: キロメートル
        inch: インチ
        mile: マイル
        milliliter: ミリリットル
        liter: リットル
        gallon: ガロン
        gigabyte: ギガ ギガバイト
        megabyte: メガ メガバイト
        """
    ),
    halves={"半": _HALF},
    wholes=_days(
        "ふつか=2 みっか=3 よっか=4 いつか=5 むいか=6 なのか=7 ようか=8 ここのか=9 とおか=10 はつか=20"
    ),
    by_character=True,
)

_UNITS: Mapping[LanguageCode, Units] = {
    "en": _ENGLISH,
    "es": _SPANISH,
    "de": _GERMAN,
    "fr": _FRENCH,
    "pt": _PORTUGUESE,
    "it": _ITALIAN,
    "ko": _KOREAN,
    "ja": _JAPANESE,
}


@cache
def units_of(code: LanguageCode) -> Units:
    return _UNITS[code]

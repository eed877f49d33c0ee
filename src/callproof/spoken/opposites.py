"""Words of which one excludes the other and that are as expensive as a value: "monthly" and "yearly", "including tax" and
"excluding tax", 税込み and 税抜き."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from callproof.spoken.language import LanguageCode
from callproof.spoken.paths import Text
from callproof.spoken.values import Span

# For each language the patterns of some dimensions: what a word says, as dimension and pole. Words of one dimension that say
# different things exclude each other.
_PATTERNS: Mapping[LanguageCode, Mapping[str, str]] = {
    "en": {
        "rate_day": r"daily|(?:every|each|per) day",
        "rate_week": r"weekly|(?:every|each|per) week",
        "rate_month": r"monthly|(?:every|each|per) month",
        "rate_year": r"yearly|annual|annually|(?:every|each|per) year|per annum",
        "part_in": r"including|included|inclusive|incl",
        "part_out": r"excluding|excluded|exclusive of|excl",
    },
    "es": {
        "rate_day": r"diari[oa]s?|diariamente|(?:cada|al|por) día",
        "rate_week": r"semanal(?:es|mente)?|(?:cada|a la|por) semana",
        "rate_month": r"mensual(?:es|mente)?|(?:cada|al|por) mes",
        "rate_year": r"anual(?:es|mente)?|(?:cada|al|por) año",
        "part_in": r"incluid[oa]s?|incluyendo|incluye",
        "part_out": r"excluid[oa]s?|excluyendo|excluye",
    },
    "de": {
        "rate_day": r"täglich\w*|(?:pro|jeden|am) tag",
        "rate_week": r"wöchentlich\w*|(?:pro|jede|in der) woche",
        "rate_month": r"monatlich\w*|(?:pro|jeden|im) monat",
        "rate_year": r"jährlich\w*|(?:pro|jedes|im) jahr",
        "part_in": r"inklusive|inkl|einschließlich|inbegriffen",
        "part_out": r"exklusive|exkl|ausschließlich|zuzüglich|zzgl",
    },
    "fr": {
        "rate_day": r"quotidien(?:ne)?s?|(?:par|chaque) jour",
        "rate_week": r"hebdomadaires?|(?:par|chaque) semaine",
        "rate_month": r"mensuel(?:le)?s?|mensuellement|(?:par|chaque) mois",
        "rate_year": r"annuel(?:le)?s?|annuellement|(?:par|chaque) (?:an|année)",
        "part_in": r"ttc|toutes taxes comprises|inclus\w*|comprise?s?",
        "part_out": r"ht|hors taxes?|exclus\w*",
    },
    "pt": {
        "rate_day": r"diári[oa]s?|diariamente|(?:por|cada|ao) dia",
        "rate_week": r"semana(?:l|is|lmente)|(?:por|cada) semana",
        "rate_month": r"mensa(?:l|is|lmente)|(?:por|cada|ao) mês",
        "rate_year": r"anua(?:l|is|lmente)|(?:por|cada|ao) ano",
        "part_in": r"incluíd[oa]s?|incluindo|inclus[oa]s?",
        "part_out": r"excluíd[oa]s?|excluindo",
    },
    "it": {
        "rate_day": r"giornalier[oaie]|quotidian[oaie]|(?:al|ogni) giorno",
        "rate_week": r"settimanal[ei]|(?:alla|ogni) settimana",
        "rate_month": r"mensil[ei]|mensilmente|(?:al|ogni) mese",
        "rate_year": r"annual[ei]|annualmente|annu[oaie]|(?:all'|ogni )anno",
        "part_in": r"inclus[oaie]|compres[oaie]",
        "part_out": r"esclus[oaie]",
    },
    "ko": {
        "rate_day": r"매일|날마다",
        "rate_week": r"매주|주마다",
        "rate_month": r"매달|매월|달마다|월간|(?<![가-힣0-9])월(?= ?[0-9일이삼사오육칠팔구십백천만])(?! ?일에)",
        "rate_year": r"매년|해마다|연간|(?<![가-힣0-9])연(?= ?[0-9일이삼사오육칠팔구십백천만])",
        "part_in": r"(?<!불)포함|넣고|넣어",
        "part_out": r"불포함|제외|별도|빼고|빼 ",
    },
    "ja": {
        "rate_day": r"毎日|日額",
        "rate_week": r"毎週|(?<![今来先一二三四五六七八九0-9])週に",
        "rate_month": r"毎月|月額|(?<![今来先毎一二三四五六七八九十0-9])月に",
        "rate_year": r"毎年|年額|(?<![今来去昨毎一二三四五六七八九〇十0-9])年に",
        "part_in": r"(?<![しりちえみ見])込み|込(?=で)|(?<![にちおり])入り|付き|あり(?=で|の|、|。|$)",
        "part_out": r"抜き|税別|(?<!な)なし(?=で|の|、|。|$)",
    },
}
_WITHOUT_SPACES = frozenset({"ko", "ja"})


def other_poles(a: Text, b: Text) -> Iterator[tuple[Span, Span]]:
    """Where both texts say as many things of a dimension, those that differ."""
    these, those = _found(a), _found(b)
    for dimension in these.keys() & those.keys():
        said, heard = these[dimension], those[dimension]
        if len(said) == len(heard):
            yield from (
                (span, other)
                for (pole, span), (other_pole, other) in zip(said, heard, strict=True)
                if pole != other_pole
            )


def _found(text: Text) -> dict[str, list[tuple[str, Span]]]:
    found: dict[str, list[tuple[str, Span]]] = {}
    for match in _pattern(text.language.code).finditer(text.source):
        dimension, _, pole = str(match.lastgroup).partition("_")
        span = Span(match.start(), match.end(), match.group(), frozenset())
        found.setdefault(dimension, []).append((pole, span))
    return found


@cache
def _pattern(code: LanguageCode) -> re.Pattern[str]:
    before, after = ("", "") if code in _WITHOUT_SPACES else (r"(?<!\w)", r"(?!\w)")
    alternatives = "|".join(f"(?P<{name}>{words})" for name, words in _PATTERNS[code].items())
    return re.compile(f"{before}(?:{alternatives}){after}", re.IGNORECASE)

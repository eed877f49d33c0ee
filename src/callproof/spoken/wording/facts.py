"""Words that a value in words stands behind: what a name follows, and what the parts of the day are called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from callproof.spoken.language import LanguageCode


@dataclass(frozen=True, kw_only=True, eq=False)
class Facts:
    """`names`: phrases behind which a name is told; `name_ends`: what stands behind a name where words have no spaces.

    `loose_names`: phrases behind which a name may be told, and is one when it is capitalised ("the passenger is Anna").
    `orders`: words and phrases of which two exclude each other before one word: "before" and "after" a meal, as dimension and pole.
    `links` stand between the words of a name of something: "cuenta de ahorro".
    `bound_for`: a place, and behind it that something goes there: 大阪行き.
    `day_parts`: words and the part of the day they name. `greetings` stand before one that is only wished ("good morning").
    """

    names: frozenset[str]
    name_ends: frozenset[str] = frozenset()
    loose_names: frozenset[str] = frozenset()
    orders: Mapping[str, str] = field(default_factory=dict)
    links: frozenset[str] = frozenset()
    bound_for: re.Pattern[str] | None = None
    day_parts: Mapping[str, str] = field(default_factory=dict)
    greetings: frozenset[str] = frozenset()

    @cached_property
    def day_starts(self) -> frozenset[str]:
        """The first tokens of the parts of the day."""
        by_character = bool(self.name_ends)
        return frozenset(word[0] if by_character else word.split("-")[0] for word in self.day_parts)

    @cached_property
    def cues(self) -> dict[str, list[tuple[str, ...]]]:
        """The phrases by their last word."""
        return _by_last_word(self.names | self.loose_names)

    @cached_property
    def order_firsts(self) -> frozenset[str]:
        return frozenset(phrase.split()[0] for phrase in self.orders)

    @cached_property
    def order_phrases(self) -> dict[str, list[tuple[str, ...]]]:
        """The phrases of orders by their last word."""
        return _by_last_word(self.orders)


def _by_last_word(phrases: Iterable[str]) -> dict[str, list[tuple[str, ...]]]:
    """Phrases by their last word, the longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        words = tuple(phrase.split())
        found.setdefault(words[-1], []).append(words)
    return found


def _orders(**poles: str) -> dict[str, str]:
    return {phrase: pole for pole, phrases in poles.items() for phrase in _phrases(phrases)}


def _phrases(text: str) -> frozenset[str]:
    return frozenset(part.strip() for part in text.split(","))


def _day(**parts: str) -> dict[str, str]:
    return {word: part for part, words in parts.items() for word in words.split()}


_FACTS: Mapping[LanguageCode, Facts] = {
    "en": Facts(
        loose_names=_phrases(
            "holder is, passenger is, patient is, guest is, traveler is, traveller is, cardholder is"
        ),
        orders=_orders(
            when_before="before, prior to", when_after="after", way_from="from", way_to="to, into"
        ),
        names=_phrases("name is, name's, names, surname is, name of, mr, mrs, ms, miss, mister, call me"),
        day_parts=_day(
            morning="morning mornings",
            afternoon="afternoon afternoons",
            evening="evening evenings night nights",
        ),
        greetings=frozenset({"good"}),
    ),
    "es": Facts(
        links=frozenset({"de"}),
        loose_names=_phrases("titular es, pasajero es, pasajera es, paciente es, huésped es"),
        orders=_orders(
            when_before="antes de, antes del",
            when_after="después de, después del, luego de",
            way_from="desde",
            way_to="hasta, hacia",
        ),
        names=_phrases(
            "me llamo, se llama, nombre es, apellido es, apellidos son, a nombre de, señor, señora, señorita, sr, sra"
        ),
        day_parts=_day(morning="mañana", afternoon="tarde tardes", evening="noche noches"),
        greetings=frozenset({"buenos", "buenas", "buena"}),
    ),
    "de": Facts(
        orders=_orders(when_before="vor", when_after="nach"),
        names=_phrases(
            "heiße, heisse, heißt, name ist, nachname ist, vorname ist, herr, herrn, frau, den namen"
        ),
        day_parts=_day(
            morning="morgens früh vormittag vormittags",
            afternoon="nachmittag nachmittags",
            evening="abend abends nacht nachts",
        ),
        greetings=frozenset({"guten", "gute", "schönen"}),
    ),
    "fr": Facts(
        links=frozenset({"de"}),
        loose_names=_phrases("titulaire est, passager est, passagère est, patient est, patiente est"),
        orders=_orders(when_before="avant", when_after="après", way_from="depuis", way_to="vers, jusqu'à"),
        names=_phrases(
            "m'appelle, s'appelle, nom est, prénom est, au nom de, monsieur, madame, mademoiselle"
        ),
        day_parts=_day(morning="matin matinée", afternoon="après-midi", evening="soir soirée nuit"),
        greetings=frozenset({"bon", "bonne", "bel", "belle"}),
    ),
    "pt": Facts(
        links=frozenset({"de"}),
        loose_names=_phrases("titular é, passageiro é, passageira é, paciente é, hóspede é"),
        orders=_orders(
            when_before="antes de, antes do, antes da, antes dos, antes das",
            when_after="depois de, depois do, depois da, depois dos, depois das, após",
            way_from="desde",
            way_to="até",
        ),
        names=_phrases(
            "me chamo, chamo - me, se chama, nome é, sobrenome é, em nome de, senhor, senhora, sr, sra"
        ),
        day_parts=_day(morning="manhã", afternoon="tarde tardes", evening="noite noites"),
        greetings=frozenset({"bom", "boa"}),
    ),
    "it": Facts(
        links=frozenset({"di"}),
        loose_names=_phrases("titolare è, intestatario è, passeggero è, paziente è, ospite è"),
        orders=_orders(
            when_before="prima di, prima del, prima della, prima dei, prima delle, prima degli, prima dello",
            when_after="dopo",
        ),
        names=_phrases("mi chiamo, si chiama, nome è, cognome è, a nome di, signor, signora, signore"),
        day_parts=_day(
            morning="mattina mattino mattinata stamattina",
            afternoon="pomeriggio",
            evening="sera serata stasera notte stanotte",
        ),
        greetings=frozenset({"buon", "buona"}),
    ),
    "ko": Facts(
        names=_phrases("이름은, 성함은, 성명은, 이름이"),
        name_ends=_phrases("입니다, 이에요, 예요, 이고, 이라고, 라고, 인데, 이요, 요"),
        bound_for=re.compile(r"([가-힣]{2,})행(?= |$|[.,?!]|열|버|비|기|편|으로|이)"),
        day_parts=_day(morning="오전 아침", afternoon="오후", evening="저녁 밤"),
    ),
    "ja": Facts(
        names=_phrases("名前は, 氏名は, 名字は, 苗字は, 姓は"),
        name_ends=_phrases("です, でござ, と申, といい, と言, だ, と, で"),
        bound_for=re.compile(r"([一-龥ァ-ヶー]{2,})行(?:き|(?=の|で|、|。|$))"),
        day_parts=_day(morning="午前 朝", afternoon="午後", evening="夕方 夜 晩"),
    ),
}


@cache
def facts_of(code: LanguageCode) -> Facts:
    return _FACTS[code]

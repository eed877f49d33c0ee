"""Questions that ask whether somebody minds: "do you mind if I cancel it?". A "no" agrees to them, a "yes, I do" does not."""

from __future__ import annotations

import re
from functools import cache

# Up to the one who acts; "do you mind waiting?" asks the other to act, and is no question for consent.
_ASKS = (
    r"\b(?:mind|object|objections?|(?:bother|trouble|disturb) you|problem(?: for you)?) (?:at all )?(?:if (?:i|we)|to (?:me|us|my|our)|me|us|my|our|to)\b"
    r"|\b(?:import(?:a|aría)|molest(?:a|aría)|inconveniente|problema)(?: usted)?(?: en)? (?:si|que)\b"
    r"|\b(?:dagegen|aus|ausmachen|stört es (?:sie|dich)|problem)\b,? (?:wenn|falls|dass) (?:ich|wir)\b"
    r"|\b(?:dérange(?:rait)?|gêne(?:rait)?|ennuie(?:rait)?|inconvénient)\b(?: à ce)? (?:si (?:je|j['’ ]|nous|on)|que (?:je|j['’ ]|nous|on)|qu['’ ]?on)"
    r"|\b(?:dispiace|dispiacerebbe|contrario|disturba|problema)\b (?:se|che|a che)\b"
    r"|\b(?:importa(?:ria)?|incomoda|problema|objeção)\b (?:se|que|em que|a que)\b"
)
# What a question of this kind begins with, or holds; all of it as one would make "that is no problem if I do it" one.
_QUESTION = (
    r"\b(?:(?:do|would|does|will|wouldn['’]?t|don['’]?t) (?:you|it|that)|(?:is|are|have) (?:there|you|it|that)|any objections?)\b|(?:^|[.!?,] )(?:so,? )?mind\b"
    r"|\b(?:le|te|les|tiene|tienes|hay|habría)\b|\b(?:haben sie|hast du|macht es|stört es|würde es|wäre es|ist es)\b"
    r"|\b(?:vous|te|voyez[- ]vous|avez[- ]vous)\b|\b(?:ha|hai|se|tem|há|incomoda)\b"
)
# One of these is in every such question: looking for them first takes a fiftieth of the time.
_STEMS = (
    "mind", "objec", "bother", "trouble", "disturb", "problem", "import", "molest", "inconv", "dagegen", "etwas aus", "stört", "dérang",
    "gên", "ennui", "dispiac", "contrario", "incomod", "obje",
)  # fmt: skip
_ERROR_STEMS = (
    "wrong",
    "mistake",
    "miss",
    "falsch",
    "equivoqu",
    "tromp",
    "mal compris",
    "sbaglia",
    "capito male",
    "errei",
    "enganei",
    "間違",
    "잘못",
)
_ERRORS = (
    r"\b(?:did|have|has|is|was|am) (?:i|we|there|anything|something|that)\b.{0,20}\b(?:wrong|mistaken?|mistakes?|misunderst\w+|miss(?:ed)?|misheard)\b"
    r"|\b(?:habe|hab) ich\b.{0,20}\b(?:falsch|missverstanden)\b|\bme equivoqu\w+|\bje me suis tromp\w+|\bj['’]ai mal compris"
    r"|\bho (?:sbagliato|capito male)\b|\b(?:errei|me enganei)\b|잘못 ?(?:들|알|이해)|間違(?:ってい|えてい|い[がは]あり)"
)
_NO = (
    r"(?:no|nope|nah|not at all|of course not|certainly not|not really|absolutely not|not a problem|no problem|no worries|no objections?|"
    r"para nada|en absoluto|claro que no|por supuesto que no|no hay problema|ningún problema|"
    r"nein|nee|gar nicht|überhaupt nicht|natürlich nicht|kein problem|nicht im geringsten|keineswegs|"
    r"non|pas du tout|bien sûr que non|aucun problème|pas de problème|absolument pas|"
    r"não|de jeito nenhum|claro que não|de modo (?:algum|nenhum)|sem problemas?|nenhum problema|imagina|"
    r"affatto|per niente|per nulla|assolutamente no|certo che no|nessun problema|ci mancherebbe|si figuri)"
)
_YES = r"(?:yes|yeah|yep|yup|sí|si|ja|oui|sì|sim)"
_BARE_NO = rf"{_NO}(?:\W+{_NO})*(?:\W+(?:thanks?|thank you|gracias|danke|merci|grazie|obrigad[oa]))?"
_BARE_YES = rf"{_YES}(?:\W+{_YES})*"
_OBJECTS = (
    r"\b(?:(?<!n't )(?<!n’t )(?<!not )(?:i|we) (?:do|would|really|actually)(?: \w+)? mind|(?:i|we) mind|(?:yes|yeah),? (?:i|we) (?:do|would)\b(?! like)|"
    r"(?:i['’]?d|i would|we['’]?d) (?:rather|prefer) (?:you )?(?:not|didn['’]?t|don['’]?t)|(?:i|we) (?:do )?object"
    r"|^\W*(?:i|we) (?:do|would)\W*$|rather (?:keep|leave|have|wait)|prefer to|(?:keep|leave) (?:it|that|them)\b)"
    r"|(?<!no )\bme (?:importa|molesta)\b|\bpref(?:iero|eriría)|\b(?:ja,? (?:das )?(?:stört|schon)|lieber|behalten)"
    r"|(?<!ne )(?<!n['’])\b(?:oui,? )?(?:ça|cela) me (?:dérange|gêne)(?! pas)|\bplutôt|\bpréf(?:ère|érerais)"
    r"|(?<!non )\bmi dispiace(?:rebbe)?\b|\bprefer(?:isco|irei)|(?<!não )\bme (?:importo|incomoda)\b|\bprefiro|\bpreferia"
)
_WAVES_ON = (
    r"\b(?:do not|don['’]?t|wouldn['’]?t|would not) mind\b|\bno me (?:importa|molesta)\b|\b(?:nichts dagegen|macht (?:mir )?nichts|stört (?:mich )?nicht|"
    r"machen sie (?:das )?(?:ruhig|nur)|nur zu)\b|\bme (?:dérange|gêne) pas\b|\bnon mi (?:dispiace|disturba)\b|\bnão me (?:importo|incomoda)\b"
)
_EDGES = " \t\n.,;:!?…¡¿\"'"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Together they take milliseconds, and most calls need none of them."""
    return re.compile(pattern, re.IGNORECASE)


def asks_whether_minded(text: str) -> bool:
    """Whether a text asks if the other minds that the speaker does something."""
    plain = text.lower()
    for stem in _STEMS:
        if stem in plain:
            break
    else:
        return False
    found = _compiled(_ASKS).search(text)
    return found is not None and _compiled(_QUESTION).search(text, 0, found.end()) is not None


def asks_for_errors(text: str) -> bool:
    """ "Did I get anything wrong?" """
    plain = text.lower()
    for stem in _ERROR_STEMS:
        if stem in plain:
            return _compiled(_ERRORS).search(text) is not None
    return False


def objects(reply: str) -> bool:
    return _compiled(_OBJECTS).search(reply) is not None


def waves_on(reply: str) -> bool:
    """ "I don't mind", "machen Sie ruhig"."""
    return _compiled(_WAVES_ON).search(reply) is not None


def is_bare_no(clause: str) -> bool:
    return _compiled(_BARE_NO).fullmatch(clause.strip(_EDGES)) is not None


def is_bare_yes(clause: str) -> bool:
    return _compiled(_BARE_YES).fullmatch(clause.strip(_EDGES)) is not None

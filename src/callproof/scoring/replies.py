"""What the words of a caller's reply do beside saying yes or no: choose, thank, listen, add something else."""

from __future__ import annotations

import re
from collections.abc import Set

from callproof.spoken.shapes import by_shape

# A choice among what the agent has named.
_CHOOSES = re.compile(
    r"\b(?:(?:the |that |this )?(?:first|second|third|last|earlier|earliest|later|latest|former|latter|other) (?:one|option|slot|time)|the "
    r"(?:first|second|third|last|earlier|later|former|latter)|either|(?:that|this) one|"
    r"(?:el|la) (?:primer[oa]|segund[oa]|tercer[oa]|últim[oa])|(?:der|die|das|den) (?:erste|zweite|dritte|letzte|frühere|spätere)n?|"
    r"(?:le|la) (?:premi[eè]re?|seconde?|deuxième|dernière?)|(?:il|la) (?:prim[oa]|second[oa]|terz[oa]|ultim[oa])|"
    r"(?:o|a) (?:primeir[oa]|segund[oa]|terceir[oa]|últim[oa]))\b|첫|두 ?번째|마지막|最初|一つ目|二つ目|最後|前者|後者",
    re.IGNORECASE,
)
# What stands behind it is beside what was asked, not in its place.
_BESIDE = re.compile(
    r"\b(?:other|another|also|too|besides|plus|otr[oa]s?|también|ander[en]+|auch|außerdem|autres?|aussi|altr[oaie]|anche|outr[oa]s?|também)\b"
    r"|다른|또|他の|あと",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"(?:(?:okay|ok|great|oh)\W+)?(?:thank you|thanks|gracias|danke|merci|grazie|obrigad[oa]|감사합니다|고맙습니다|ありがとうございます)"
    r"(?:\W+(?:so|very|much|a lot|kindly|sir|ma'am|muchas|schön|sehr|beaucoup|mille|muito))*\W*",
    re.IGNORECASE,
)
_OR = frozenset(("or", "oder", "ou", "o", "oppure"))
_DENYING = frozenset(
    (
        "not",
        "dont",
        "never",
        "without",
        "instead",
        "rather",
        "kein",
        "keine",
        "nicht",
        "pas",
        "sin",
        "sem",
        "senza",
    )
)
# A sound of listening; to a question it is a yes, to a statement nothing.
_HUM = re.compile(r"(?:m+|h+m+|m+[- ]?h+m*|u+h?[- ]?h+u+h|a+h+a*|음|うん|ふん)", re.IGNORECASE)
_OF_AN_HOUR = re.compile(r"\b(?:at|number|order|a las|um|à|alle|às)\W*$", re.IGNORECASE)
_ALONE = re.compile(
    r"\W*(?:$|[.,;!?]|(?:please|instead|not|only|back|to|on|for|is|was|would|and|but|or|thanks?|then|right|por favor|bitte|s'il|per favore)\b)",
    re.IGNORECASE,
)
_SURE = re.compile(
    r"(?:okay|ok|sure|alright|all right|fine|vale|claro|in ordnung|d'accord|va bene|tá bem|tudo bem)\b(?!\W+(?:but|no|wait|aber|nein|pero|mais|non|ma|mas|não)\b)",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d_]+")
_FILLERS = frozenset(
    ("please", "just", "yes", "okay", "ok", "then", "so", "uh", "um", "well", "and", "you", "can", "could")
)


@by_shape
def chooses(reply: str) -> bool:
    """ "The first one", "either": a choice among what was offered."""
    return _CHOOSES.search(reply) is not None


def only_thanks(reply: str) -> bool:
    """ "Thank you so much" to a question or an announcement: the caller takes it."""
    return _THANKS.fullmatch(reply.strip()) is not None


def only_hums(reply: str) -> bool:
    return _HUM.fullmatch(reply.strip(" .!,")) is not None


def is_beside(before: str) -> bool:
    """Whether what comes behind these words of a reply is something else than what was asked: "yes, and the other one was …"."""
    return _BESIDE.search(before) is not None


def names_choice(asked: Set[str], replied: Set[str], names: Set[str]) -> bool:
    """Whether a reply picks one of two things by its name: "a refund of fifty, or a voucher?" – "the refund, please"."""
    return (
        not asked.isdisjoint(_OR)
        and not names.isdisjoint(asked & replied)
        and replied.isdisjoint(_DENYING)
        and not any("n't" in word for word in replied)
    )


def is_its_value(reply: str, start: int, end: int) -> bool:
    """Whether a bare number in a reply that says yes may stand in the place of an amount: "yes, but fifteen"; not "with two cards"."""
    return _OF_AN_HOUR.search(reply[:start]) is None and _ALONE.match(reply, end) is not None


def takes_it(reply: str, names: Set[str]) -> bool:
    """ "Sure, within five days" and "please refund it": a yes without the word for it. `names`: the words of the action's name."""
    if "?" in reply:
        return False
    if _SURE.match(reply.lstrip()):
        return True
    words = [word for word in _WORDS.findall(reply.casefold()) if word not in _FILLERS]
    return bool(words) and words[0] in names and _DENYING.isdisjoint(words)

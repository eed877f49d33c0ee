"""What names and descriptions say: verbs, what they are about, and labels that people use."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Deed: TypeAlias = Literal["look", "list", "insert", "set", "cancel", "delete", "mark"]

VERBS: dict[str, Deed] = {
    **dict.fromkeys(("get", "find", "look", "lookup", "fetch", "read", "retrieve", "check", "show", "verify", "view", "query",
                     "describe", "track", "validate", "identify", "quote", "calculate"), "look"),
    **dict.fromkeys(("list", "search", "browse"), "list"),
    **dict.fromkeys(("create", "book", "add", "place", "order", "send", "refund", "ship", "make", "insert", "open", "file", "pay",
                     "charge", "reserve", "schedule", "register", "submit", "issue", "request", "log", "record", "post", "new",
                     "start", "join", "report", "buy", "purchase", "leave", "prescribe", "refill", "renew"), "insert"),
    **dict.fromkeys(("update", "change", "set", "move", "reschedule", "modify", "edit", "adjust", "amend", "extend", "upgrade",
                     "patch", "put", "rename", "assign", "rebook", "redirect", "switch", "correct", "downgrade",
                     "replace"), "set"),
    **dict.fromkeys(("cancel", "void", "revoke", "withdraw"), "cancel"),
    **dict.fromkeys(("delete", "remove", "drop"), "delete"),
    **dict.fromkeys(("confirm", "approve", "activate", "complete", "close", "pause", "suspend", "resume", "reject", "deliver",
                     "return", "reopen", "block", "unblock", "reactivate", "deactivate"), "mark"),
}  # fmt: skip
# What a deed makes that is named by its verb alone: "ship an order" makes a shipment.
_MAKES = {"ship": "shipment", "pay": "payment", "charge": "charge", "refund": "refund", "book": "booking", "reserve": "reservation",
          "order": "order", "schedule": "appointment", "register": "registration", "refill": "refill", "renew": "renewal",
          "prescribe": "prescription", "report": "report", "leave": "message"}  # fmt: skip
# What a row's status is then.
_STATES = {"resume": "active", "activate": "active", "reactivate": "active", "reopen": "open", "deactivate": "inactive",
           "unblock": "active"}  # fmt: skip
_SMALL = frozenset(("a", "an", "the", "for", "of", "by", "to", "in", "on", "at", "with", "from", "up", "new", "all", "my", "and",
                    "existing", "given", "current", "customer's", "into", "out", "its", "their", "one"))  # fmt: skip
_ENDS = frozenset(("for", "of", "by", "to", "in", "on", "at", "with", "from", "and", "into"))
# Verbs that begin a name as often as things do: "order_status", "record_payment".
_THINGS_TOO = frozenset(
    ("order", "record", "file", "report", "post", "log", "request", "issue", "charge", "quote", "view")
)
# What generators put in front of an operation's name.
_OWNER = re.compile(r"^\w*?(?:Controller|Service|Resource|Api)[_.](?=\w)")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_IDENTIFIES = ("number", "id", "code", "reference", "no", "uuid", "ref", "key")
_ITS_OWN = {"id": "ID", "no": "number", "ref": "reference", "uuid": "ID"}
_NEW = ("new_", "updated_", "to_")


def words_of(name: str) -> list[str]:
    """`["find", "order"]` for `findOrder`, `find_order` and `find-order`."""
    return [part.lower() for part in _PART.findall(name)]


def tool_name(text: str) -> str:
    """A name that a tool can bear, as near to the given one as can be."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "_", text).strip("_")[:64]
    return name if re.match(r"[A-Za-z_]", name) else f"tool_{name}"[:64]


def column_name(text: str) -> str:
    """Columns have no dashes."""
    name = re.sub(r"[^A-Za-z0-9_]+", "_", text).strip("_")[:60]
    return name if re.match(r"[A-Za-z_]", name) else f"column_{name}"[:60]


def imperative(word: str) -> str | None:
    """The verb that a word is a form of: `reschedule` for "Reschedules" and "rescheduling"."""
    word = word.lower()
    if word in VERBS:
        return word
    for ending, instead in (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e")):
        stem = word.removesuffix(ending) + instead
        if word.endswith(ending) and stem in VERBS:
            return stem
    doubled = re.fullmatch(r"(\w+?)(\w)\2ing", word)  # "cancelling"
    stem = doubled[1] + doubled[2] if doubled else ""
    return stem if stem in VERBS else None


def verb_and_object(name: str, description: str) -> tuple[str | None, list[str]]:
    """What a tool does, and to what: `("find", ["order"])` for `find_order_by_number`."""
    words = words_of(_OWNER.sub("", name))
    said = re.findall(r"[A-Za-z'-]+", description)[:12]
    first = words[0] if words and words[0] in VERBS else None
    if first in _THINGS_TOO and (
        any(word in VERBS for word in words[1:]) or (said and imperative(said[0]) not in (None, first))
    ):
        first = None
    if first is not None:
        return first, _object(words[1:])
    if said and (verb := imperative(said[0])) is not None:
        return verb, _object([word.lower() for word in said[1:]]) or _object(words)
    for at, word in enumerate(words):
        if at and word in VERBS:
            return word, _object([*words[:at], *words[at + 1 :]])
    return None, _object(words)


def _object(words: list[str]) -> list[str]:
    kept: list[str] = []
    for word in words:
        if word in _ENDS and kept:
            break
        if word not in _SMALL and not word.isdigit():
            kept.append(word)
    return kept[:3]


def makes(verb: str) -> str | None:
    return _MAKES.get(verb)


def status_after(verb: str) -> str:
    """`confirmed` after "confirm"."""
    if verb in _STATES:
        return _STATES[verb]
    return verb + "d" if verb.endswith("e") else verb + "ed"


def is_identifier(name: str) -> bool:
    words = words_of(name)
    return bool(words) and words[-1] in _IDENTIFIES and not (len(words) == 1 and words[0] in ("no", "key"))


def identified(name: str) -> list[str]:
    """What an identifier is of: `["order"]` for `order_number`, nothing for `id`."""
    return [word for word in words_of(name)[:-1] if word != "new"] if is_identifier(name) else []


def label_of(name: str) -> str:
    """`order number` for `order_number`, `check in date` for `checkInDate`; without the "new" that says nothing to a caller."""
    words = words_of(name)
    if len(words) > 1 and words[0] in ("new", "updated"):
        words = words[1:]
    words = [
        _ITS_OWN.get(word, word) if at == len(words) - 1 and at else word for at, word in enumerate(words)
    ]
    # A preposition would end the label.
    return re.sub(r"\bcheck (in|out)\b", r"check-\1", " ".join(words).replace("ID", "id")) or name


def without_new(name: str) -> str:
    """The column that `new_date` is about."""
    for start in _NEW:
        if name.startswith(start) and len(name) > len(start):
            return name[len(start) :]
    return name


def singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def plural(word: str) -> str:
    if word.endswith(("s", "x", "ch", "sh")):
        return word if word.endswith("s") and not word.endswith("ss") else word + "es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def with_article(words: str) -> str:
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}"

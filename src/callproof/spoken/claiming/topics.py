"""Which action a clause is about: by its verb, or by the noun beside a verb that says little ("placed the order")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast, get_args

from callproof.spoken.claiming.pieces import Topic

# Actions that count only where no other is named: "can you confirm the refund?", "I've checked your order".
WEAK: frozenset[Topic] = frozenset({"confirm", "check", "undo"})
_TOPICS = frozenset(get_args(Topic))


def topic_named(name: str) -> Topic:
    if name not in _TOPICS:
        raise ValueError(f"not a topic: {name!r}")
    return cast("Topic", name)


class Topics:
    """`verbs` are pairs of a topic and its words; without a topic the noun beside the verb tells: the one before it when a word of
    the passive voice stands between them, else the one behind it."""

    def __init__(
        self, verbs: Iterable[tuple[str, str]], nouns: Mapping[str, str], passive: Iterable[str]
    ) -> None:
        self._passive = frozenset(passive)
        self._verbs: dict[str, Topic | None] = {}
        for topic, words in verbs:
            for word in words.split():
                self._verbs.setdefault(word, topic_named(topic) if topic else None)
        self._nouns = {word: topic_named(topic) for topic, words in nouns.items() for word in words.split()}
        self._noun_words = frozenset(self._nouns)

    def is_verb(self, word: str) -> bool:
        return word in self._verbs

    def is_noun(self, word: str) -> bool:
        return word in self._nouns

    def of(self, words: list[str], verb: str, *, informs: bool, verbs: bool = True) -> Topic | None:
        """The topic of a clause, `verb` being its main verb, or "". `informs`: it asks for information, and may ask who somebody is.

        Without `verbs` only nouns count: "all set" sets nothing.
        """
        mine = self._verbs.get(verb)
        if mine is not None and mine not in WEAK:
            return mine
        noun = None
        if not self._noun_words.isdisjoint(words):
            at = words.index(verb) if verb in words else 0
            passive = at > 0 and words[at - 1] in self._passive
            near = words[:at] if passive else words[at:]
            noun = self._noun(near, informs) or self._noun(words, informs)
        if not verbs:
            return noun
        if noun is None or mine in WEAK or not verb:
            # "would you like me to cancel the order": the action, then what it is done to
            for word in words:
                topic = self._verbs.get(word)
                if topic is not None and topic not in WEAK and word not in self._nouns:
                    return topic
        if noun is not None:
            return noun
        return mine or next((topic for word in words if (topic := self._verbs.get(word)) is not None), None)

    def _noun(self, words: list[str], informs: bool) -> Topic | None:
        """The topic of the first noun; of the last in a row ("order cancellation")."""
        found: Topic | None = None
        for word in words:
            topic = self._nouns.get(word)
            if topic == "identify" and not informs:
                topic = None
            if topic is not None:
                found = topic
            elif found is not None:
                break
        return found

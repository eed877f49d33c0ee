"""The same denied in other words: "unable" and "not able", "neither tea nor coffee" and "no tea and no coffee", "zero complaints" and
"no complaints".

Only asked where the values of two texts do not agree otherwise: what a word may deny is read by what the other text says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from callproof.spoken.attachments import content_behind, denial, is_negation, misattached
from callproof.spoken.language import Edge, LanguageCode
from callproof.spoken.opposites import denied_state
from callproof.spoken.paths import Pair, Place, Text, TooManyWaysError, meet
from callproof.spoken.values import NEGATION, NOTHING

# What joins another denied thing to one that is denied before it.
_JOINING: Mapping[LanguageCode, frozenset[str]] = {
    "en": frozenset({"nor"}),
    "es": frozenset({"ni", "tampoco"}),
    "de": frozenset({"noch"}),
    "fr": frozenset({"ni"}),
    "pt": frozenset({"nem", "tampouco"}),
    "it": frozenset({"né", "neanche", "nemmeno", "neppure"}),
}
_ZEROS: Mapping[LanguageCode, frozenset[str]] = {
    "en": frozenset({"zero", "0"}),
    "es": frozenset({"cero", "0"}),
    "de": frozenset({"null", "0"}),
    "fr": frozenset({"zéro", "0"}),
    "pt": frozenset({"zero", "0"}),
    "it": frozenset({"zero", "0"}),
}
# Two things that are denied one after the other, and what joins them where one negation does for both.
_EACH: Mapping[LanguageCode, re.Pattern[str]] = {
    "ko": re.compile(r"([가-힣A-Za-z]+)(?:도|은|는|이|가) ?\S*(?:없고|않고|아니고)[, ]*([가-힣A-Za-z]+)(?:도|은|는|이|가) "),
    "ja": re.compile(r"([^\s、。]+?)[もはが][^、。もはが]*(?:ません|ない|なく)(?:し|て)?、?([^\s、。もはが]+)[もはが]"),
}  # fmt: skip
_BOTH: Mapping[LanguageCode, str] = {
    "ko": "(?:와|과|이랑|랑|하고|이나|나|도)?,? ?",
    "ja": "(?:と|や|も|、)",
}
_Extra = dict[int, list[Edge]]


def denied_alike(a: Text, b: Text) -> list[Pair] | None:
    """The values of two texts in pairs, when both deny the same in other words; None when they do not, or when it cannot be told."""
    if a.lexicon is not b.lexicon:
        return None
    more, other_more = _extra(a, b), _extra(b, a)
    if not more and not other_more:
        return None
    try:
        pairs = meet(a, b, more=more, other_more=other_more)
    except TooManyWaysError:
        return None
    if pairs is None:
        return None
    plain = [pair for pair in pairs if _is_plain(pair)]
    worded = [
        (_as_negation(said), _as_negation(heard))
        for pair in pairs
        if not _is_plain(pair) and (said := pair.said) is not None and (heard := pair.heard) is not None
    ]
    if misattached(a, b, plain) or not all(_fits(a, b, said, heard) for said, heard in worded):
        return None
    negations = iter(worded)
    return [pair if _is_plain(pair) else Pair(*next(negations), "near") for pair in pairs]


def _is_plain(pair: Pair) -> bool:
    """Whether both sides deny, or neither does."""
    return pair.said is None or pair.heard is None or is_negation(pair.said) == is_negation(pair.heard)


def _as_negation(place: Place) -> Place:
    return place._replace(readings=_DENIES)


_DENIES = frozenset({NEGATION})


def _fits(a: Text, b: Text, said: Place, heard: Place) -> bool:
    """Whether a negation and what denies in other words deny the same."""
    if said.start in {place.start for place in a.places if is_negation(place)}:
        return _fits(b, a, heard, said)
    word = a.reading.words[said.start]
    if word in _ZEROS[a.language.code]:
        return a.reading.word(said.end) == b.reading.word(heard.end)
    if word not in _JOINING[a.language.code]:
        return _denies_state(b, heard, denied_state(word, a.language.code))
    denied = content_behind(a, said.start)
    later = {place.start for place in b.places if is_negation(place)}
    for i in range(heard.end, len(b.tokens)):
        if i in later or b.tokens[i].kind == "sign":
            break
        if denied == b.reading.words[i] or a.lexicon.is_form(denied, b.reading.words[i]):
            return True
    return False


def _extra(text: Text, other: Text) -> _Extra:
    """What the tokens of a text may deny, or not deny, by what the other one says."""
    if text.lexicon.by_character:
        return _said_once(text, other)
    code, words = text.language.code, text.reading.words
    denied = [place for place in other.places if is_negation(place)]
    if not denied:
        return {}
    at = set(_states(text, other))
    if not _ZEROS[code].isdisjoint(text.reading.vocabulary):
        nouns = {other.reading.word(place.end) for place in denied}
        at |= {i for i, word in enumerate(words[:-1]) if word in _ZEROS[code] and words[i + 1] in nouns}
    if len(denied) > 1 and not _JOINING[code].isdisjoint(text.reading.vocabulary):
        at.update(_joined(text))
    return {i: [Edge(i + 1, NEGATION)] for i in at}


def _joined(text: Text) -> Iterator[int]:
    """The tokens that deny something more: "nor", and "ni" but for the first of "no quiero ni té ni café"."""
    joining, words = _JOINING[text.language.code], text.reading.words
    at = [i for i, word in enumerate(words) if word in joining]
    before = [place.start for place in text.places if is_negation(place)]
    if len(at) > 1 and at[0] not in before and words[at[0]] == words[at[1]]:
        at = at[1:]
    yield from (i for i in at if i not in before and before and before[0] < i)


def _states(text: Text, other: Text) -> Iterator[int]:
    """The words that deny one of the other text: "incorrect", where that one says "not correct"."""
    words, others = text.reading.vocabulary, other.reading.vocabulary
    for word in words - others:
        state = denied_state(word, text.language.code)
        if state and words.isdisjoint(state):
            i = text.reading.words.index(word)
            if not text.edges[i] and any(_denies_state(other, place, state) for place in other.places):
                yield i


def _denies_state(text: Text, place: Place, state: frozenset[str]) -> bool:
    """Whether a negation denies one of some words, or is part of one: "not able", "can't"."""
    if not is_negation(place):
        return False
    return text.tokens[place.start].text in state or denial(text, place).word in state


def _said_once(text: Text, other: Text) -> _Extra:
    """The first of two negations where one in the other text is of both: 차도 없고 면허도 없어요, 차와 면허가 없어요."""
    code = text.language.code
    denied = [place for place in text.places if is_negation(place)]
    if len(denied) != 2 or sum(map(is_negation, other.places)) != 1:
        return {}
    each = _EACH[code].search(text.source)
    if each is None:
        return {}
    both = re.escape(each[1]) + _BOTH[code] + re.escape(each[2])
    if re.search(both, other.source) is None:
        return {}
    return {denied[0].start: [Edge(denied[0].end, NOTHING)]}

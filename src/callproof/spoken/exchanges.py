"""Two things that have changed places: "take it from A and put it in B" and "take it from B and put it in A".

All other words are the same, and so are the values in their order; what the two are there for is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from rapidfuzz.distance import Levenshtein

from callproof.spoken.attachments import role_before
from callproof.spoken.language import LanguageCode, words
from callproof.spoken.paths import Text

# Texts with more words of their own say something else altogether.
_MOST_OTHERS = 4
_LONGEST = 3
# Between more words than this nothing is looked for: the way is as long as its square.
_LONGEST_STRETCH = 60
# How far before a thing its role word stands: "from the old account A".
_REACH = 4
# Roles of things that may as well be named the other way round: "fish with chips".
_MUTUAL = frozenset({"having:with", "sum:plus", "as"})
_SIGNS = frozenset(",.;:!?…")
# What joins two things or two clauses.
_JOINTS: Mapping[LanguageCode, frozenset[str]] = {
    "en": _SIGNS | set(words("and or nor but then plus")),
    "es": _SIGNS | set(words("y e o u ni pero")),
    "de": _SIGNS | set(words("und oder noch aber sowie")),
    "fr": _SIGNS | set(words("et ou ni mais puis")),
    "pt": _SIGNS | set(words("e ou nem mas")),
    "it": _SIGNS | set(words("e ed o od né ma poi")),
}


class _Thing(NamedTuple):
    """Some words of a text: the tokens from `start` up to `end` (not included), and the word before them that says what they are.

    `is_bare`: nothing but articles stands between the two.
    """

    start: int
    end: int
    since: int
    role: str
    is_bare: bool


def exchanged(a: Text, b: Text) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """What was said and what was heard in its place, each from a token up to another."""
    if a.lexicon.by_character or len(a.reading.vocabulary ^ b.reading.vocabulary) > _MOST_OTHERS:
        return
    if not _may_be_exchanged(a, b):
        return
    for with_articles in (True, False):
        these, those = (_words(text, with_articles=with_articles) for text in (a, b))
        found = list(_crossed(a, b, these, those))
        if found:
            yield from found
            return


def _may_be_exchanged(a: Text, b: Text) -> bool:
    """Whether some word of what differs between the ends that both texts share stands in both; two things that have changed places do."""
    these, those = a.tokens, b.tokens
    start, shorter = 0, min(len(these), len(those))
    while start < shorter and these[start] == those[start]:
        start += 1
    end = 0
    while end < shorter - start and these[-1 - end] == those[-1 - end]:
        end += 1
    words, others = (set(text.reading.words[start : len(text.tokens) - end]) for text in (a, b))
    return not words.isdisjoint(others) or not {_plain(a, word) for word in words}.isdisjoint(
        [_plain(b, word) for word in others]
    )


def _plain(text: Text, word: str) -> str:
    """A word in one spelling, and one that gives a role as the role ("pelo", "pela")."""
    plain = text.lexicon.variants.get(word, word)
    return text.lexicon.roles_before.get(plain, plain) if len(plain) > 1 else plain


_Words: TypeAlias = Sequence[tuple[str, int]]


def _words(text: Text, *, with_articles: bool) -> _Words:
    """The words but for signs, each with its token."""
    variants, roles, articles = text.lexicon.variants, text.lexicon.roles_before, text.lexicon.articles
    found: list[tuple[str, int]] = []
    for i, (word, raw, kind, _) in enumerate(text.tokens):
        if kind != "sign" and (with_articles or word not in articles or (len(word) == 1 and raw.isupper())):
            plain = variants.get(word, word)
            found.append((roles.get(plain, plain) if len(plain) > 1 else plain, i))
    return found


def _crossed(
    a: Text, b: Text, these: _Words, those: _Words
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    changed = _changed([word for word, _ in these], [word for word, _ in those])
    for one, other in combinations(changed, 2):
        places = (one[0], other[0], one[1], other[1])
        said, other_said, heard, other_heard = (
            [word for word, _ in items[start:end]]
            for items, (start, end) in zip((these, these, those, those), places, strict=True)
        )
        if said != other_heard or heard != other_said or not (_is_thing(a, said) and _is_thing(a, heard)):
            continue
        first, second = _things(a, these, places[:2])
        third, fourth = _things(b, those, places[2:])
        named = _are_names(a, first, second) and _are_names(b, third, fourth)
        if (first.role, second.role) == (third.role, fourth.role) and _tells(a, first, second, named=named):
            yield (first.since, first.end), (third.since, third.end)
            yield (second.since, second.end), (fourth.since, fourth.end)


def _changed(these: Sequence[str], those: Sequence[str]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The words of both that stand in one place and differ; none where too many may."""
    start, end, other_end = 0, len(these), len(those)
    while start < min(end, other_end) and these[start] == those[start]:
        start += 1
    while min(end, other_end) > start and these[end - 1] == those[other_end - 1]:
        end, other_end = end - 1, other_end - 1
    if max(end, other_end) - start > _LONGEST_STRETCH:
        return []
    if end == other_end:
        plain = [(i, i + 1) for i in range(start, end) if these[i] != those[i]]
        if len(plain) == 2:
            return [(place, place) for place in plain]
    found: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for step in Levenshtein.opcodes(these[start:end], those[start:other_end]):
        i, j, k, m = step.src_start, step.src_end, step.dest_start, step.dest_end
        if step.tag == "equal":
            continue
        if found and found[-1][0][1] == start + i and found[-1][1][1] == start + k:
            (first, _), (other_first, _) = found.pop()
        else:
            first, other_first = start + i, start + k
        found.append(((first, start + j), (other_first, start + m)))
    return [
        (one, other)
        for one, other in found
        if 0 < one[1] - one[0] <= _LONGEST and 0 < other[1] - other[0] <= _LONGEST
    ]


def _is_thing(text: Text, parts: Sequence[str]) -> bool:
    return any(part not in text.lexicon.function_words or len(part) == 1 for part in parts)


def _things(text: Text, items: _Words, places: Sequence[tuple[int, int]]) -> tuple[_Thing, _Thing]:
    (start, end), (other_start, other_end) = ((items[i][1], items[j - 1][1] + 1) for i, j in places)
    return _thing(text, start, end, 0), _thing(text, other_start, other_end, end)


def _thing(text: Text, start: int, end: int, floor: int) -> _Thing:
    """A thing with the role word before it in its clause, not before the token `floor`."""
    for i in range(start - 1, max(floor, start - _REACH) - 1, -1):
        if text.tokens[i].text in _SIGNS:
            break
        # The Portuguese "a" is an article and a role.
        role = role_before(text, i) if text.tokens[i].text not in text.lexicon.articles else None
        if role is not None and role[1] >= floor:
            return _Thing(start, end, role[1], role[0], not _content(text, i + 1, start))
    return _Thing(start, end, start, "", True)


def _tells(text: Text, one: _Thing, other: _Thing, *, named: bool) -> bool:
    """Whether it tells anything which of two things stands in which place: "tea and coffee" are "coffee and tea"."""
    joints = _JOINTS[text.language.code]
    joint = next(
        (i for i in range(other.start - 1, one.end - 1, -1) if text.reading.words[i] in joints), None
    )
    # In "today I want to see Anna" the "to" is not Anna's.
    differs = one.role != other.role and ((one.is_bare and other.is_bare) or (one.role != "" != other.role))
    differs = differs and _MUTUAL.isdisjoint({one.role, other.role})
    if joint is None:
        return differs or (named and bool(_content(text, one.end, other.start)))
    mine, yours = _adjectives(text, one.start), _adjectives(text, other.start)
    if mine is not None and yours is not None and mine != yours:
        return True
    before, head = (
        _content(text, _clause_start(text, one.start), one.start),
        _content(text, joint + 1, other.start),
    )
    # "From A and put it in B" are two clauses, "to cancel and book" is one.
    has_own = bool(head) or (other.role != "" and other.since > joint)
    if has_own and (differs or (before and head and before != head)):
        return True
    tail, behind = _content(text, one.end, joint), _content(text, other.end, _clause_end(text, other.end))
    return bool(tail and behind) and tail != behind


def _adjectives(text: Text, i: int) -> list[str] | None:
    """The words between an article and a thing that begins at a token; None where no article stands before them."""
    articles = text.lexicon.articles | text.language.ones
    for k in range(i - 1, max(-1, i - _REACH), -1):
        if text.tokens[k].text in articles:
            return text.reading.words[k + 1 : i]
        if text.tokens[k].text in text.lexicon.function_words or text.tokens[k].kind == "sign":
            return None
    return None


def _are_names(text: Text, *things: _Thing) -> bool:
    """Whether all have capitals, in a language that writes no other noun so."""
    return text.language.code != "de" and all(text.tokens[thing.start].raw[0].isupper() for thing in things)


def _content(text: Text, start: int, end: int) -> list[str]:
    light = text.lexicon.function_words
    return [
        token.text for token in text.tokens[start:end] if token.kind != "sign" and token.text not in light
    ]


def _clause_start(text: Text, i: int) -> int:
    while i > 0 and text.tokens[i - 1].text not in _SIGNS:
        i -= 1
    return i


def _clause_end(text: Text, i: int) -> int:
    while i < len(text.tokens) and text.tokens[i].text not in _SIGNS:
        i += 1
    return i

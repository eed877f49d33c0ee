"""What is told in words and is as expensive as a value: a name, from where to where something goes, an address, the part of the
day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from functools import cache, lru_cache, reduce
from itertools import product
from operator import or_
from string import ascii_lowercase, digits
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from callproof.spoken.attachments import ends_word, role_before
from callproof.spoken.blocks import other_blocks
from callproof.spoken.exchanges import exchanged
from callproof.spoken.language import LanguageCode, language_of
from callproof.spoken.measures import other_halves, other_measures
from callproof.spoken.names import sounds_like
from callproof.spoken.opposites import begins_pole, denies_word, other_poles, other_words
from callproof.spoken.paths import Text
from callproof.spoken.values import Span
from callproof.spoken.wording.facts import facts_of
from callproof.spoken.wording.lexicon import lexicon_of
from callproof.spoken.wording.places import CITIES
from callproof.spoken.wording.units import units_of

_LONGEST_NAME = 3
# Names with more in common may be one that was written otherwise ("Anna", "Hannah").
_NEAR = 0.6
# Articles between "from" and what it is from: "from the old house".
_MOST_ARTICLES = 2
_GREETING_REACH = 2
# The sign behind a place that something goes to.
_BOUND_FOR = frozenset({"行", "행"})
# Behind where something comes from they say where it goes to: 普通口座から定期口座に.
_LOOSE_GOALS = frozenset({"に"})
# Languages in which only names have capitals.
_LOWER_NOUNS = frozenset({"en", "es", "fr", "pt", "it"})


class _Phrase(NamedTuple):
    """Some words of a text, from a token up to another; `since` is where the word before them begins that says what they are."""

    text: str
    since: int
    end: int


def other_facts(a: Text, b: Text) -> list[tuple[Span, Span]]:
    """The facts of two texts that cannot both be right: what was said, and what was heard in its place."""
    these, those = _hinted(a), _hinted(b)
    both, one, either = these & those, these ^ those, these | those
    found = [*_other_names(a, b)] if both & _NAMES else []
    found += _other_addresses(a, b)
    if both & _PARTS_OF_DAY:
        found += _other_parts_of_day(a, b)
    ways = list(_exchanged_ways(a, b)) if both & _WAYS else []
    if not ways:
        ways = list(_other_orders(a, b)) if both & _ORDERS else []
        ways += _other_places(a, b) if both & _WAYS else ()
    found += ways or [(_Phrase("", *said), _Phrase("", *heard)) for said, heard in exchanged(a, b)]
    if both & _FIGURES:
        found += [(_Phrase(*said), _Phrase(*heard)) for said, heard in other_blocks(a, b)]
    if both & _MEASURES:
        found += [
            (_Phrase("", said.start, said.end), _Phrase("", heard.start, heard.end))
            for said, heard in other_measures(a, b)
        ]
    if one & _HALVES:
        found += [(_Phrase("", *said), _Phrase("", *heard)) for said, heard in other_halves(a, b)]
    if either & _LETTERS:
        found += _other_letters(a, b)
    return [
        *[(_span(a, said), _span(b, heard)) for said, heard in found],
        *(other_poles(a, b) if both & _POLES else ()),
        *(other_words(a, b) if either & _DENIALS else ()),
    ]


# What words can tell; a text is looked through for what some word of it can.
_NAMES, _PARTS_OF_DAY, _WAYS, _ORDERS, _FIGURES, _MEASURES, _HALVES, _LETTERS, _POLES, _DENIALS = (
    1 << n for n in range(10)
)
_MOST_WORDS = 20_000


class _Hints(dict[str, int]):
    """What each word of a language can tell, worked out at the first time; after too many words it begins anew.

    `always` is what no single word shows, where words have no spaces.
    """

    def __init__(self, code: LanguageCode) -> None:
        super().__init__()
        self._code = code
        lexicon, facts, units = lexicon_of(code), facts_of(code), units_of(code)
        self._words: list[tuple[int, Set[str]]] = [
            (_PARTS_OF_DAY, facts.day_starts),
            (_MEASURES, units.beginnings),
            (_LETTERS, _letters_of(code)),
        ]
        self.always = 0
        if lexicon.by_character:
            self.always = _NAMES | _WAYS | _ORDERS | _POLES
        else:
            self._words += [
                (_NAMES, facts.cues.keys()),
                (_WAYS, lexicon.way_ends),
                (_ORDERS, facts.order_phrases.keys()),
                (_HALVES, units.half_words),
            ]

    def __missing__(self, word: str) -> int:
        if len(self) >= _MOST_WORDS:
            self.clear()
        told = sum(kind for kind, words in self._words if word in words)
        if not self.always:
            told |= begins_pole(word, self._code) * _POLES | denies_word(word, self._code) * _DENIALS
        told |= (word[0] in digits) * _FIGURES
        self[word] = told
        return told


@cache
def _hints_of(code: LanguageCode) -> _Hints:
    return _Hints(code)


def _hinted(text: Text) -> int:
    """What a text may tell by its words."""
    hints = _hints_of(text.language.code)
    return reduce(or_, map(hints.__getitem__, text.reading.vocabulary), hints.always)


def _span(text: Text, phrase: _Phrase) -> Span:
    start, end = text.reading.spots[phrase.since][0], text.reading.spots[phrase.end - 1][1]
    return Span(start, end, text.source[start:end], frozenset())


def _other_names(a: Text, b: Text) -> Iterator[tuple[_Phrase, _Phrase]]:
    these = _names(a)
    those = _names(b) if these else []
    if len(these) != len(those):
        return
    for said, heard in zip(these, those, strict=True):
        words, others = said.text.split(), heard.text.split()
        if len(words) == len(others):
            # "John Smith" and "Jane Smith"
            differ = any(map(_are_apart, words, others))
        else:
            alike = any(sounds_like(one, other) for one, other in zip(words, others, strict=False))
            differ = not alike and _are_apart("".join(words), "".join(others))
        if differ:
            yield said, heard


def _are_apart(one: str, other: str) -> bool:
    return Levenshtein.normalized_similarity(one, other) < _NEAR and not sounds_like(one, other)


def _names(text: Text) -> list[_Phrase]:
    """The names that are told: behind "my name is", "Mr."."""
    cues, loose = facts_of(text.language.code).cues, facts_of(text.language.code).loose_names
    found: list[_Phrase] = []
    if text.lexicon.by_character:
        return list(_names_in_characters(text))
    words = text.reading.words
    for i in [i for i, word in enumerate(words) if word in cues]:
        for phrase in cues[words[i]]:
            start = i + 1 - len(phrase)
            if start >= 0 and tuple(words[start : i + 1]) == phrase:
                folds_case = text.source == text.source.lower()
                if folds_case and " ".join(phrase) in loose:
                    break
                name = _name(text, i + 1, folds_case=folds_case)
                if name is not None and (not found or found[-1].end < name.end):
                    found.append(_Phrase(name.text, start, name.end))
                break
    return found


def _name(text: Text, i: int, *, folds_case: bool) -> _Phrase | None:
    """The words of a name from a token on: capitalised ones, or any where a text has no capitals."""
    tokens, cues = text.tokens, facts_of(text.language.code).cues
    while i < len(tokens) and (tokens[i].text == "." or (tokens[i].text,) in cues.get(tokens[i].text, ())):
        i += 1
    words: list[str] = []
    end = i
    while end < len(tokens) and len(words) < _LONGEST_NAME and text.passable[end] and not text.edges[end]:
        token = tokens[end]
        if token.kind != "word" or token.text in text.lexicon.function_words:
            break
        if not folds_case and not token.raw[0].isupper():
            break
        words.append(token.text)
        end += 1
    return _Phrase(" ".join(words), i, end) if words else None


def _names_in_characters(text: Text) -> Iterator[_Phrase]:
    facts = facts_of(text.language.code)
    cues = [cue for cue in sorted(facts.names, key=len, reverse=True) if cue in text.source]
    for i in range(len(text.tokens)) if cues else ():
        length = next((len(cue) for cue in cues if _joined(text, i, i + len(cue)) == cue), 0)
        if not length:
            continue
        end = i + length
        while end < len(text.tokens) and text.tokens[end].kind == "sound":
            if end > i + length and any(
                _joined(text, end, end + len(stop)) == stop for stop in facts.name_ends
            ):
                break
            end += 1
        if end > i + length:
            yield _Phrase(_joined(text, i + length, end), i, end)


def _joined(text: Text, start: int, end: int) -> str:
    return "".join(text.reading.words[start:end])


def _exchanged_ways(a: Text, b: Text) -> Iterator[tuple[_Phrase, _Phrase]]:
    """ "From Boston to Denver" and "from Denver to Boston"."""
    these = _ways(a)
    those = _ways(b) if len(these) == 2 else {}
    if len(those) != 2:
        return
    (start, goal), (other_start, other_goal) = ((ways["way:from"], ways["way:to"]) for ways in (these, those))
    crossed = _ends_alike(start.text, other_goal.text) and _ends_alike(goal.text, other_start.text)
    if crossed and not _ends_alike(start.text, goal.text):
        yield start, other_start
        yield goal, other_goal


class _Order(NamedTuple):
    """A word with what stands before it: "before" and "meals"."""

    dimension: str
    pole: str
    word: str
    phrase: _Phrase


def _other_orders(a: Text, b: Text) -> Iterator[tuple[_Phrase, _Phrase]]:
    """ "Before meals" and "after meals", "a flight from Boston" and "a flight to Boston"."""
    if _of_one_pole(a, b):
        return
    these = _orders(a)
    those = _orders(b) if these else []
    for one in these:
        same = [
            other
            for other in those
            if other.dimension == one.dimension and _same_word(a, one.word, other.word)
        ]
        if same and all(other.pole != one.pole for other in same):
            yield one.phrase, same[0].phrase


def _of_one_pole(a: Text, b: Text) -> bool:
    """Whether both texts have nothing but one word for it, as most have with their "to": told at a glance."""
    if a.lexicon.by_character:
        return len({role for text in (a, b) for role, _ in _ways_told(text)}) < 2
    known = facts_of(a.language.code).order_firsts
    return len(known & a.reading.vocabulary | known & b.reading.vocabulary) < 2


def _same_word(text: Text, one: str, other: str) -> bool:
    if text.lexicon.by_character:
        return _ends_alike(one, other)
    return one == other or text.lexicon.is_form(one, other)


def _orders(text: Text) -> list[_Order]:
    """The words of a text that are said to be before or after, but for those that are both."""
    found: list[_Order] = []
    if text.lexicon.by_character:
        for role, way in _ways_told(text):
            dimension, _, pole = role.partition(":")
            # The 오 of 오전에 is no word.
            if len(way.text) > 1:
                found.append(_Order(dimension, pole, way.text, way))
    else:
        facts, words = facts_of(text.language.code), text.reading.words
        known = facts.order_phrases
        for i in [i for i, word in enumerate(words) if word in known]:
            phrase = next((p for p in known[words[i]] if tuple(words[i + 1 - len(p) : i + 1]) == p), None)
            k = i + 1
            while k < len(words) and k <= i + _MOST_ARTICLES + 1 and words[k] in text.lexicon.function_words:
                k += 1
            if phrase is None or k == len(words) or text.tokens[k].kind != "word" or not text.passable[k]:
                continue
            dimension, _, pole = facts.orders[" ".join(phrase)].partition("_")
            found.append(_Order(dimension, pole, words[k], _Phrase(words[k], i + 1 - len(phrase), k + 1)))
    return [
        one
        for one in found
        if not any(
            other.word == one.word and other.dimension == one.dimension and other.pole != one.pole
            for other in found
        )
    ]


def _other_places(a: Text, b: Text) -> Iterator[tuple[_Phrase, _Phrase]]:
    """Names behind "from" or "to": "to Austin", "to Boston"."""
    if a.lexicon.by_character:
        yield from _other_destinations(a, b)
    if a.language.code not in _LOWER_NOUNS:
        return
    these = _named_ways(a)
    those = _named_ways(b) if these else {}
    for role in these.keys() & those.keys():
        if len(these[role]) == len(those[role]):
            for one, other in zip(these[role], those[role], strict=True):
                said, heard = _respelled(a, one.text), _respelled(b, other.text)
                # "Mt. Vernon" is cut at its point.
                is_part = said.startswith(heard) or heard.startswith(said) or _ends_alike(said, heard)
                are_cities = said != heard and said in CITIES and heard in CITIES
                if are_cities or (_are_apart(said, heard) and not is_part):
                    yield one, other


def _respelled(text: Text, phrase: str) -> str:
    """A name in the spelling in which words are compared: "mt vernon" for "mount vernon"."""
    return " ".join(" ".join(text.lexicon.spellings[word]) for word in phrase.split())


def _other_destinations(a: Text, b: Text) -> Iterator[tuple[_Phrase, _Phrase]]:
    """大阪行き and 京都行き, 부산행 and 대구행."""
    pattern = facts_of(a.language.code).bound_for
    if pattern is None or _BOUND_FOR.isdisjoint(a.reading.vocabulary):
        return
    these, those = (list(pattern.finditer(text.source)) for text in (a, b))
    if len(these) == len(those) == 1 and _are_apart(these[0][1], those[0][1]):
        yield _phrase_at(a, these[0]), _phrase_at(b, those[0])


def _phrase_at(text: Text, match: re.Match[str]) -> _Phrase:
    first = next(i for i, (_, end) in enumerate(text.reading.spots) if end > match.start())
    last = next(i for i in range(first, len(text.tokens)) if text.reading.spots[i][1] >= match.end())
    return _Phrase(match[1], first, last + 1)


def _named_ways(text: Text) -> dict[str, list[_Phrase]]:
    found: dict[str, list[_Phrase]] = {}
    for role, phrase in _ways_told(text):
        first = phrase.end - len(phrase.text.split())
        tokens = text.tokens[first : phrase.end]
        # "LA" is Los Angeles, too.
        if all(token.raw[0].isupper() and not token.raw.isupper() for token in tokens):
            found.setdefault(role, []).append(phrase)
    return found


def _ends_alike(one: str, other: str) -> bool:
    """Whether two phrases are the same, where words have no spaces but for what stands before one of them."""
    return one.endswith(other) or other.endswith(one)


# Asked of a text more than once in a comparison.
@lru_cache(maxsize=16)
def _ways_told(text: Text) -> tuple[tuple[str, _Phrase], ...]:
    return tuple(_ways_in_characters(text) if text.lexicon.by_character else _ways_in_words(text))


def _ways(text: Text) -> dict[str, _Phrase]:
    """The words behind the first "from", and behind the next "to" after it or else the last one before it: in "I want to fly from
    Boston to Denver" the first "to" is no way."""
    found = _ways_told(text)
    start = next((phrase for role, phrase in found if role == "way:from"), None)
    goals = [phrase for role, phrase in found if role == "way:to"]
    if start is None or not goals:
        return {}
    goal = next((phrase for phrase in goals if phrase.since > start.since), goals[-1])
    return {"way:from": start, "way:to": goal}


def _ways_in_words(text: Text) -> Iterator[tuple[str, _Phrase]]:
    ends = text.lexicon.way_ends
    for i in [i for i, word in enumerate(text.reading.words[:-1]) if word in ends]:
        found = role_before(text, i)
        if found is None or not found[0].startswith("way:") or role_before(text, i + 1):
            continue
        start = end = i + 1
        while start < len(text.tokens) and text.tokens[start].text in text.lexicon.function_words:
            start += 1
        if start - i - 1 > _MOST_ARTICLES:
            continue
        words: list[str] = []
        end = start
        while end < len(text.tokens) and len(words) < _LONGEST_NAME and text.passable[end]:
            token = text.tokens[end]
            if words and token.text in facts_of(text.language.code).links and _is_noun(text, end + 1):
                words.append(token.text)
            elif token.kind != "word" or token.text in text.lexicon.function_words or role_before(text, end):
                break
            else:
                words.append(token.text)
            end += 1
        if words:
            yield found[0], _Phrase(" ".join(words), found[1], end)


def _is_noun(text: Text, i: int) -> bool:
    """Whether a word can be part of what another one names: the "ahorro" of "cuenta de ahorro", not the "Madrid" of "de Madrid"."""
    if i >= len(text.tokens) or not text.passable[i]:
        return False
    token = text.tokens[i]
    return token.kind == "word" and token.raw.islower() and token.text not in text.lexicon.function_words


def _ways_in_characters(text: Text) -> Iterator[tuple[str, _Phrase]]:
    roles, start, before, has_start = text.lexicon.roles_after, 0, 0, False
    role_starts = text.lexicon.role_starts | _LOOSE_GOALS
    for i, token in enumerate(text.tokens):
        if token.kind == "sign" or not text.passable[i] or (text.lexicon.spaced and not token.glued):
            is_next = token.kind != "sign" and text.passable[i]
            before, start = (start if is_next else i + 1), (i if token.kind != "sign" else i + 1)
            continue
        if i <= start or token.text not in role_starts:
            continue
        for length in (3, 2, 1):
            end = i + length
            role = roles.get(_joined(text, i, end), "") if end <= len(text.tokens) else ""
            if has_start and length == 1 and token.text in _LOOSE_GOALS:
                role = "way:to"
            if role.startswith("way:") and ends_word(text, end):
                has_start = has_start or role == "way:from"
                # 저축 계좌 is two words.
                yield role, _Phrase(_joined(text, before, i), before, end)
                start = before = end
                break


def _other_addresses(a: Text, b: Text) -> Iterator[tuple[_Phrase, _Phrase]]:
    """Addresses that may be none ("find us at example dot com") and are there on both sides."""
    these = _addresses(a)
    those = _addresses(b) if these else []
    if not these or not those:
        return
    if any(
        one.text == other.text or _is_named_in_words(a, one, other) or _is_named_in_words(b, other, one)
        for one, other in product(these, those)
    ):
        return
    yield (
        max(these, key=lambda phrase: phrase.end - phrase.since),
        max(those, key=lambda phrase: phrase.end - phrase.since),
    )


def _is_named_in_words(text: Text, address: _Phrase, other: _Phrase) -> bool:
    """Whether words before an address are part of it in the other text: "blue sky dot com", "bluesky.com"."""
    before = "".join(text.reading.words[: address.since])
    return other.text.endswith(address.text) and f"{before}{address.text}".endswith(other.text)


def _other_letters(a: Text, b: Text) -> Iterator[tuple[_Phrase, _Phrase]]:
    """Where both texts name as many single letters that are no words, those that differ: "seat F", "Marc with a K"."""
    letters = _letters_of(a.language.code)
    these, those = (
        [
            i
            for i, (word, _, _, glued) in enumerate(text.tokens)
            if (not glued or (i and text.tokens[i - 1].kind == "sound"))
            and (word in letters or _is_label(text, i))
            and text.passable[i]
        ]
        for text in (a, b)
    )
    if len(these) == len(those):
        for i, j in zip(these, those, strict=True):
            if a.tokens[i].text != b.tokens[j].text:
                yield _Phrase("", i, i + 1), _Phrase("", j, j + 1)


def _is_label(text: Text, i: int) -> bool:
    """The A of "seat A", which is an article elsewhere: a capital amid small letters, behind a word that is none for it."""
    word, raw, kind = text.tokens[i][:3]
    if kind != "word" or len(raw) != 1 or not raw.isupper() or not i or word == "i":
        return False
    before = text.tokens[i - 1]
    return before.kind == "word" and before.raw.islower() and before.text not in text.lexicon.function_words


@cache
def _letters_of(code: LanguageCode) -> frozenset[str]:
    """The letters that are no words."""
    lexicon = lexicon_of(code)
    if lexicon.by_character:
        return frozenset(ascii_lowercase)
    return frozenset(ascii_lowercase) - language_of(code).letter_words - lexicon.function_words


def _addresses(text: Text) -> list[_Phrase]:
    return [
        _Phrase(str(value.key), i, end)
        for i, edges in enumerate(text.edges)
        if edges
        for end, value in edges
        if value.kind in ("email", "web")
    ]


def _other_parts_of_day(a: Text, b: Text) -> Iterator[tuple[_Phrase, _Phrase]]:
    """Where each text names one part of the day outside its times: "tomorrow morning", "tomorrow evening"."""
    these = list(_parts_of_day(a))
    those = list(_parts_of_day(b)) if len(these) == 1 else []
    if len(those) == 1 and these[0].text != those[0].text:
        yield these[0], those[0]


def _parts_of_day(text: Text) -> Iterator[_Phrase]:
    facts = facts_of(text.language.code)
    for i in range(len(text.tokens)):
        for length in (2, 1) if text.lexicon.by_character else (3, 1):
            part = facts.day_parts.get(_joined(text, i, i + length))
            if part is None or i + length > len(text.tokens) or not all(text.passable[i : i + length]):
                continue
            before = {token.text for token in text.tokens[max(0, i - _GREETING_REACH) : i]}
            if not before & facts.greetings:
                yield _Phrase(part, i, i + length)
            break

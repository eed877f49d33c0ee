"""The words of a text in their order, values in one piece, in the spelling in which they are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from operator import eq
from typing import Literal, NamedTuple, TypeAlias

from callproof.spoken.opposites import stem_of_denial
from callproof.spoken.paths import Pair, Place, Text, bare
from callproof.spoken.values import NEGATION

# Of these kinds a value is the same with an article before it: "a quarter to eight", "the third of May".
_TIMES = frozenset({"time", "date"})
_new = tuple.__new__  # half the time of Item(...), at the places where most are made
ItemKind: TypeAlias = Literal["word", "filler", "value"]


class Item(NamedTuple):
    """A word, or a value in one piece: the tokens from `start` up to `end` (not included).

    `key` is what equal ones share, `text` a word as it is written. That of a value is cut out when it is asked for (`cut_out`): most
    are compared by their keys alone.
    """

    key: str
    text: str
    kind: ItemKind
    start: int
    end: int


def cut_out(text: Text, start: int, end: int) -> str:
    """The piece of a text from a token up to another (not included)."""
    spots = text.reading.spots
    return text.source[spots[start][0] : spots[end - 1][1]]


def sequences(a: Text, b: Text, pairs: Sequence[Pair]) -> tuple[list[Item], list[Item]]:
    """The items of two texts; values that agree have one key."""
    said: dict[Place, str] = {}
    heard: dict[Place, str] = {}
    for number, pair in enumerate(pairs):
        same = pair.relation != "other"
        if pair.said is not None:
            said[pair.said] = f"={number}" if same else f"<{number}"
        if pair.heard is not None:
            heard[pair.heard] = f"={number}" if same else f">{number}"
    these, those = _items(a, said), _items(b, heard)
    for pair in pairs:
        if pair.said is not None and pair.heard is not None and pair.relation == "near":
            if not pair.heard.readings:
                _mark_repeated(these, b.span(pair.heard).text)
            elif not pair.said.readings:
                _mark_repeated(those, a.span(pair.said).text)
    return these, those


def _mark_repeated(items: list[Item], word: str) -> None:
    """A word that is said and then spelled ("Cole, C-O-L-E") is said once."""
    plain = bare(word)
    for i, item in enumerate(items):
        if item.kind == "word" and bare(item.key) == plain:
            items[i] = item._replace(kind="filler")


def _items(text: Text, keys: dict[Place, str]) -> list[Item]:
    by_start = {place.start: place for place in keys}
    items: list[Item] = []
    i = 0
    for start in sorted(by_start):
        if start >= i:
            place = by_start[start]
            _append_words(text, range(i, start), by_start, items)
            _append_value(text, place, keys[place], items)
            i = place.end
    _append_words(text, range(i, len(text.tokens)), by_start, items)
    _mark_fillers(text, items)
    return items


def _append_value(text: Text, place: Place, key: str, items: list[Item]) -> None:
    carriers, start = text.lexicon.carriers, place.start
    if NEGATION in place.readings:
        _before_negation(text, place, items)
        while items and items[-1].kind == "word" and items[-1].key in carriers:
            start = items.pop().start
    elif start and text.reading.words[start - 1] in text.lexicon.articles and _is_time(place):
        start = items.pop().start
    items.append(_new(Item, (key, "", "value", start, place.end)))


def _append_words(text: Text, between: range, values: Mapping[int, Place], items: list[Item]) -> None:
    """The words of a text between two values."""
    tokens = text.tokens
    if text.lexicon.by_character:
        i = between.start
        while i < between.stop:
            i = i + 1 if tokens[i].kind == "sign" else _append_run(text, i, values, items)
        return
    spelled, answers, last = text.lexicon.spellings, text.lexicon.answers, len(tokens)
    new = _new
    if answers.isdisjoint(text.reading.vocabulary):
        items += [
            new(Item, (word, raw, "word", i, i + 1))
            for i, (said, raw, written_as, _) in enumerate(
                tokens[between.start : between.stop], between.start
            )
            if written_as != "sign"
            for word in spelled[said]
        ]
        return
    for i in between:
        said, raw, written_as, _ = tokens[i]
        if written_as != "sign":
            # "No," that a path passed without a value only repeats the negation after it.
            spare = said in answers and i + 1 < last and tokens[i + 1].kind == "sign"
            kind: ItemKind = "filler" if spare else "word"
            for word in spelled[said]:
                items.append(new(Item, (word, raw, kind, i, i + 1)))


def _is_time(place: Place) -> bool:
    return bool(place.readings) and all(value.kind in _TIMES for value in place.readings)


def _append_run(text: Text, i: int, values: Mapping[int, Place], items: list[Item]) -> int:
    """Characters without a space, a sign or a value between them, as one item; returns the token behind them."""
    end = i + 1
    tokens = text.tokens
    while (
        end < len(tokens) and tokens[end].glued and tokens[end].kind == tokens[i].kind and end not in values
    ):
        end += 1
    key = text.lexicon.respelled("".join(text.reading.words[i:end]))
    items.append(Item(key, "".join([token.raw for token in tokens[i:end]]), "word", i, end))
    return end


def _before_negation(text: Text, place: Place, items: list[Item]) -> None:
    """The verb in "can't", of which only the negation is a value, and the "able" of "unable"."""
    token = text.tokens[place.start]
    verb = text.lexicon.contractions.get(token.text) or stem_of_denial(token.text, text.language.code)
    if verb and place.end == place.start + 1:
        items.extend(Item(word, token.raw, "word", place.start, place.end) for word in verb.split())


def _mark_fillers(text: Text, items: list[Item]) -> None:
    """Fillers, of one word and of several, and a word that is stuttered ("the the")."""
    phrases, stutters = text.lexicon.filler_phrases, not text.lexicon.by_character
    keys = [item[0] for item in items]
    if stutters and any(map(eq, keys, keys[1:])):
        for i, (key, behind) in enumerate(pairwise(keys)):
            if key == behind and items[i + 1].kind == "word":
                items[i] = _as_filler(items[i])
    if phrases.keys().isdisjoint(keys):
        return
    for i in [i for i, key in enumerate(keys) if key in phrases]:
        # The particle of 목요일에 is no sound of thinking.
        if not stutters and i and items[i - 1].kind == "value" and text.tokens[items[i].start].glued:
            continue
        for phrase in phrases[keys[i]]:
            length = len(phrase)
            if length == 1 or tuple(keys[i : i + length]) == phrase:
                items[i : i + length] = map(_as_filler, items[i : i + length])
                break


def _as_filler(item: Item) -> Item:
    key, text, _, start, end = item
    return _new(Item, (key, text, "filler", start, end))

"""How far two Korean or Japanese texts differ in their words: spaces do not count, particles and endings hardly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from callproof.spoken.names import sounds_like
from callproof.spoken.paths import Text
from callproof.spoken.wording.lexicon import Lexicon, any_of
from callproof.spoken.wording.sequence import Item, cut_out
from callproof.spoken.wording.words import Difference, WordDifference

_HIRAGANA_RUN = re.compile(r"[\u3041-\u309f]+")
_PIECE = re.compile(r"[\u3041-\u309f]+|[^\u3041-\u309f]+")
# What an inflected Japanese word has of its own behind its character: 買"い"たい.
_LONGEST_OKURIGANA = 2
# Marks for ways of saying one thing; a private character each.
_FIRST_MARK = 0xE000


def difference(
    said: Sequence[Item], heard: Sequence[Item], texts: tuple[Text, Text], *, pauses_differ: bool
) -> WordDifference:
    """What the words of two texts differ in, as `callproof.spoken.wording.words.difference` has it for other languages."""
    lexicon = texts[0].lexicon
    spoken = [item for item in said if item.kind != "filler"]
    caught = [item for item in heard if item.kind != "filler"]
    fillers_differ = pauses_differ or len(said) - len(spoken) != len(heard) - len(caught)
    plain: Difference = "filler" if fillers_differ else "match"
    if _written(spoken) == _written(caught):
        return WordDifference(plain)
    if not spoken or not caught:
        return WordDifference("substance", ((tuple(spoken), tuple(caught)),))
    lost = [(piece, item) for item in spoken for piece in _content(item, lexicon)]
    gained = [(piece, item) for item in caught for piece in _content(item, lexicon)]
    if "".join(piece for piece, _ in lost) == "".join(piece for piece, _ in gained):
        return WordDifference("phrasing")
    lost, gained = _without_twins(lost, gained)
    lost, gained = _without_values(lost, caught, texts[1]), _without_values(gained, spoken, texts[0])
    lost, gained = _without_counters(lost, gained)
    if "".join(piece for piece, _ in lost) == "".join(piece for piece, _ in gained):
        return WordDifference("phrasing")
    return WordDifference("substance", ((_items(lost), _items(gained)),))


_Pieces: TypeAlias = list[tuple[str, Item]]
# In longer texts that differ no piece is compared by its sound with one that stands far from it.
_LONGEST_SOUND, _REACH = 100, 20


def _without_twins(lost: _Pieces, gained: _Pieces) -> tuple[_Pieces, _Pieces]:
    """The pieces of both texts but for those that the other has too, or one that sounds like it."""
    places: dict[str, list[int]] = {}
    for k in reversed(range(len(gained))):
        places.setdefault(gained[k][0], []).append(k)
    left = [True] * len(gained)
    kept: _Pieces = []
    for k, entry in enumerate(lost):
        same = places.get(entry[0], [])
        while same and not left[same[-1]]:
            same.pop()
        near = (
            range(len(gained))
            if len(gained) <= _LONGEST_SOUND
            else range(max(0, k - _REACH), min(len(gained), k + _REACH))
        )
        twin = (
            same[-1]
            if same
            else next((j for j in near if left[j] and sounds_like(entry[0], gained[j][0])), None)
        )
        if twin is None:
            kept.append(entry)
        else:
            left[twin] = False
    return kept, [entry for entry, stays in zip(gained, left, strict=True) if stays]


def _without_values(pieces: _Pieces, others: Sequence[Item], other: Text) -> _Pieces:
    """The pieces but for those that are part of a value of the other text, which says the same: the 錠 of "1.5錠" in 一錠半."""
    told = [
        cut_out(other, item.start, item.end)
        for item in (others if pieces else ())
        if item.kind == "value" and item.key[0] == "="
    ]
    return [entry for entry in pieces if not any(entry[0] in text for text in told)]


# What counters count; where one text has none, those of people and things say nothing more.
_COUNTED = {
    counter: kind
    for kind, counters in (("age", "살 세 歳 才 さい"), ("people", "명 분 사람 人 名 名様 様 さま 人様"), ("things", "개 個 コ つ"))
    for counter in counters.split()
}  # fmt: skip


def _without_counters(lost: _Pieces, gained: _Pieces) -> tuple[_Pieces, _Pieces]:
    """The pieces but for counters of one kind on both sides, and for those that one side leaves out."""
    kinds, other_kinds = (
        {_COUNTED[piece] for piece, _ in pieces if piece in _COUNTED} for pieces in (lost, gained)
    )
    if kinds == other_kinds:
        spare = kinds
    elif kinds and other_kinds:
        return lost, gained
    else:
        spare = (kinds | other_kinds) - {"age"}
    kept, other_kept = (
        [entry for entry in pieces if _COUNTED.get(entry[0]) not in spare] for pieces in (lost, gained)
    )
    return kept, other_kept


def _items(pieces: list[tuple[str, Item]]) -> tuple[Item, ...]:
    return tuple(dict.fromkeys(item for _, item in pieces))


def _written(items: Sequence[Item]) -> str:
    return "".join(item.key for item in items)


def _content(item: Item, lexicon: Lexicon) -> list[str]:
    """The pieces of an item that carry content; ways of saying one thing have one mark."""
    if item.kind == "value":
        return []
    if item.key in lexicon.function_words:
        return []
    text = _marked(item.key, lexicon)
    pieces = [_without_endings(text, lexicon)] if lexicon.spaced else _japanese(text, lexicon)
    return [piece for piece in pieces if piece]


@lru_cache(maxsize=8)
def _marks(synonyms: tuple[tuple[str, ...], ...]) -> tuple[dict[str, str], re.Pattern[str]]:
    marks = {phrase: chr(_FIRST_MARK + i) for i, group in enumerate(synonyms) for phrase in group}
    return marks, any_of(marks)


def _marked(text: str, lexicon: Lexicon) -> str:
    marks, pattern = _marks(lexicon.synonyms)
    return pattern.sub(lambda match: marks[match.group()], text)


def _without_endings(word: str, lexicon: Lexicon) -> str:
    """A Korean word without the particles and endings behind it: 환불을 and 환불해요 are 환불."""
    while word and word not in lexicon.function_words:
        ending = next(
            (word[-n:] for n in range(min(6, len(word)), 0, -1) if word[-n:] in lexicon.particles), ""
        )
        if not ending or (len(ending) == len(word) and len(word) > 2):
            return word
        word = word[: -len(ending)]
    return ""


def _japanese(text: str, lexicon: Lexicon) -> list[str]:
    """The pieces of a Japanese text but for hiragana that are particles, endings and inflection."""
    pieces: list[str] = []
    for piece in _PIECE.findall(text):
        after_character = bool(pieces)
        if not _HIRAGANA_RUN.fullmatch(piece):
            pieces.append(piece)
        elif not _is_light(piece, lexicon, after_character):
            pieces.append(_without_light_end(piece, lexicon))
    return pieces


def _without_light_end(run: str, lexicon: Lexicon) -> str:
    """A word in hiragana without the function words behind it: すみすです is すみす."""
    ends = (cut for cut in range(1, len(run)) if _is_light(run[cut:], lexicon, after_character=False))
    return run[: next(ends, len(run))]


def _is_light(run: str, lexicon: Lexicon, after_character: bool) -> bool:
    """Whether hiragana can be cut into function words, after an inflection where a character stands before."""
    starts = range(_LONGEST_OKURIGANA + 1) if after_character else range(1)
    reached = {start for start in starts if start <= len(run)}
    for i in range(len(run)):
        if i in reached:
            reached.update(end for end in range(i + 1, len(run) + 1) if run[i:end] in lexicon.function_words)
    return len(run) in reached

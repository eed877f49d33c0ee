"""How far two texts differ in their words, apart from the values in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import compress
from typing import Literal, NamedTuple, TypeAlias, cast

from rapidfuzz.distance import Levenshtein

from callproof.spoken.names import sounds_like
from callproof.spoken.paths import Text, bare
from callproof.spoken.wording.lexicon import Lexicon
from callproof.spoken.wording.sequence import Item, cut_out

_new = tuple.__new__  # half the time of Chunk(...), at the place where most are made
Op: TypeAlias = Literal["equal", "similar", "changed", "missing", "added"]


class Chunk(NamedTuple):
    """Items of the one text beside items of the other; in "similar" they are one word in two spellings or forms."""

    op: Op
    said: tuple[Item, ...]
    heard: tuple[Item, ...]


def aligned(said: Sequence[Item], heard: Sequence[Item], lexicon: Lexicon | None) -> list[Chunk]:
    """The items of both texts beside each other, with the fewest changes; neighbouring changes are one: two words for one are found as
    a change and a loss."""
    chunks: list[Chunk] = []
    opcodes = Levenshtein.opcodes([x[0] for x in said], [x[0] for x in heard])
    # Plain tuples, which are made in half the time of the others.
    steps = cast("list[tuple[str, int, int, int, int]]", opcodes.as_list())
    start = other_start = 0
    for n, (tag, _, end, _, other_end) in enumerate(steps, 1):
        if tag != "equal" and n < len(steps) and steps[n][0] != "equal":
            continue
        these, those = tuple(said[start:end]), tuple(heard[other_start:other_end])
        op: Op = "equal" if tag == "equal" else "missing" if not those else "changed" if these else "added"
        chunk = _new(Chunk, (op, these, those))
        chunks.append(_judged(chunk, lexicon) if op == "changed" and lexicon is not None else chunk)
        start, other_start = end, other_end
    return chunks


def _judged(chunk: Chunk, lexicon: Lexicon) -> Chunk:
    """A change that is "similar" where it is none of words."""
    if any(item[2] == "value" for item in chunk.said + chunk.heard):
        return chunk
    said, heard = _words(chunk.said), _words(chunk.heard)
    if said and heard and _one_word(said, heard, lexicon):
        return chunk._replace(op="similar")
    return chunk


def _words(items: Sequence[Item]) -> list[str]:
    return [item.key for item in items if item.kind == "word"]


def _one_word(said: list[str], heard: list[str], lexicon: Lexicon) -> bool:
    """Whether words differ in spelling or form alone: "to-day" and "today", "cards" and "card"."""
    if len(said) == len(heard) and all(map(lexicon.is_form, said, heard)):
        return True
    one, other = bare("".join(said)), bare("".join(heard))
    return one == other or lexicon.variants.get(one, one) == lexicon.variants.get(other, other)


Difference: TypeAlias = Literal["match", "filler", "phrasing", "substance"]


class WordDifference(NamedTuple):
    """How far words differ, and the content that was left out or added: words of the one text in the place of the other's."""

    grade: Difference
    changes: tuple[tuple[tuple[Item, ...], tuple[Item, ...]], ...] = ()


def difference(
    said: Sequence[Item], heard: Sequence[Item], texts: tuple[Text, Text], *, pauses_differ: bool
) -> WordDifference:
    """What the words of two texts differ in. Texts of characters go to `callproof.spoken.wording.characters`."""
    lexicons = texts[0].lexicon, texts[1].lexicon
    spoken, caught = _without_fillers(said), _without_fillers(heard)
    fillers_differ = pauses_differ or len(said) - len(spoken) != len(heard) - len(caught)
    plain: Difference = "filler" if fillers_differ else "match"
    keys, other_keys = [x[0] for x in spoken], [x[0] for x in caught]
    if keys == other_keys:
        return WordDifference(plain)
    chunks = _changes(spoken, caught, lexicons[0])
    if not chunks:
        return WordDifference(plain)
    if not spoken or not caught:
        return WordDifference("substance", ((tuple(spoken), tuple(caught)),))
    if len(said) > len(spoken) or len(heard) > len(caught):
        # A filler may be part of what is said in other words: "like" in "would like".
        chunks = _changes(said, heard, lexicons[0])
    lost = [item for chunk in chunks for item in chunk.said]
    gained = [item for chunk in chunks for item in chunk.heard]
    _drop_concepts(said, lost, heard, gained, lexicons)
    lost, gained = _content(lost, lexicons[0]), _content(gained, lexicons[1])
    if lexicons[0].joining:
        lost, gained = _without_joints(lost, said, lexicons[0]), _without_joints(gained, heard, lexicons[1])
    _drop_forms(lost, gained, lexicons[0])
    if lost or gained:
        _drop_alike(chunks, lost, gained)
        lost[:] = _without_values(lost, heard, texts[1], lexicons[0])
        gained[:] = _without_values(gained, said, texts[0], lexicons[1])
        lost, gained = _without_signs(lost, texts[1]), _without_signs(gained, texts[0])
    if not lost and not gained:
        return WordDifference("phrasing")
    losses, gains = set(lost), set(gained)
    changes = [
        (tuple(x for x in chunk.said if x in losses), tuple(x for x in chunk.heard if x in gains))
        for chunk in chunks
    ]
    return WordDifference("substance", tuple(change for change in changes if any(change)))


def _changes(said: Sequence[Item], heard: Sequence[Item], lexicon: Lexicon) -> list[Chunk]:
    return [chunk for chunk in aligned(said, heard, lexicon) if chunk[0] not in ("equal", "similar")]


def _without_values(
    items: Sequence[Item], others: Sequence[Item], other: Text, lexicon: Lexicon
) -> list[Item]:
    """Items but for those that are part of a value of the other text, which says the same: the customer in "one customer in four"."""
    if not items:
        return []
    told = {
        word
        for item in others
        if item.kind == "value" and item.key[0] == "="
        for word in cut_out(other, item.start, item.end).lower().split()
    }
    return [item for item in items if not any(lexicon.is_form(item.key, word) for word in told)]


def _without_signs(items: list[Item], other: Text) -> list[Item]:
    """Items but for the names of signs that the other text has: "press pound one", "press #1"."""
    names = other.lexicon.sign_names
    return [item for item in items if names.get(item.key) not in other.reading.vocabulary]


def _content(items: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    light = lexicon.function_words
    return [item for item in items if item[2] == "word" and item[0] not in light]


def _without_joints(items: list[Item], among: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    """Items but for words that only join the two values they stand between, for which a dash may be written."""
    joints = {
        item
        for before, item, behind in zip(among, among[1:], among[2:], strict=False)
        if item.key in lexicon.joining and before.kind == behind.kind == "value"
    }
    return [item for item in items if item not in joints]


def _without_fillers(items: Sequence[Item]) -> list[Item]:
    return [item for item in items if item[2] != "filler"]


def _drop_concepts(
    spoken: Sequence[Item],
    lost: list[Item],
    caught: Sequence[Item],
    gained: list[Item],
    lexicons: tuple[Lexicon, Lexicon],
) -> None:
    """Takes out what both texts say in other words ("would like" for "want"), as often as both do."""
    these = _concepts(spoken, lost, lexicons[0]) if lost and gained else {}
    those = _concepts(caught, gained, lexicons[1]) if these else {}
    spoken_of, caught_of = set[Item](), set[Item]()
    for name, stretches in these.items():
        for stretch, other in zip(stretches, those.get(name, ()), strict=False):
            spoken_of.update(stretch)
            caught_of.update(other)
    if spoken_of:
        lost[:] = [item for item in lost if item not in spoken_of]
        gained[:] = [item for item in gained if item not in caught_of]


def _concepts(
    items: Sequence[Item], changed: list[Item], lexicon: Lexicon
) -> dict[str, list[Sequence[Item]]]:
    """The ways of saying something that are touched by a change, by the name of what they say."""
    found: dict[str, list[Sequence[Item]]] = {}
    touched, end = set(changed), 0
    begins = list(map(lexicon.concept_words.__getitem__, [x[0] for x in items]))
    for i in compress(range(len(items)), begins):
        if i < end or items[i][2] == "value":
            continue
        name, length = _concept(begins[i], items, i, lexicon)
        end = i + length
        stretch = items[i:end]
        if name and not touched.isdisjoint(stretch):
            found.setdefault(name, []).append(stretch)
    return found


def _concept(begins: Sequence[str], items: Sequence[Item], i: int, lexicon: Lexicon) -> tuple[str, int]:
    """The name of what is said from here with one of some first words, and in how many words; the longest phrase counts."""
    for word in begins:
        known = lexicon.concepts.get(word)
        if not known:
            continue
        for phrase in known:
            length = _length_of(phrase, items, i, lexicon)
            if length:
                return known[phrase], length
    return "", 1


def _length_of(phrase: tuple[str, ...], items: Sequence[Item], i: int, lexicon: Lexicon) -> int:
    """In how many words a phrase is said from here; a function word may stand inside it ("send it back"). 0 when it is not."""
    if len(phrase) == 1:
        return 1
    at = i
    for word in phrase[1:]:
        at += 1
        if at + 1 < len(items) and items[at].key != word and items[at].key in lexicon.function_words:
            at += 1
        if at >= len(items) or items[at].key != word:
            return 0
    return at + 1 - i


def _drop_forms(lost: list[Item], gained: list[Item], lexicon: Lexicon) -> None:
    """Takes out the words that stand on both sides, in whatever place and form."""
    if not lost or not gained:
        return
    # A counter takes longer than most sentences need here.
    common = {item.key for item in lost}.intersection([item.key for item in gained])
    if common:
        both = Counter(item.key for item in gained) & Counter(item.key for item in lost)
        for items in (lost, gained):
            spare = both.copy()
            items[:] = [item for item in items if not _take(spare, item.key)]
    if not lost or not gained:
        return
    # Forms of one word begin alike: two texts with nothing in common would else be asked word by word.
    near: dict[str, list[Item]] = {}
    for item in gained:
        near.setdefault(lexicon.stem_of(item.key), []).append(item)
    spent, twins = set[Item](), set[Item]()
    for item in lost:
        others = near.get(lexicon.stem_of(item.key), ())
        twin = next((x for x in others if x not in twins and lexicon.is_form(item.key, x.key)), None)
        if twin is not None:
            spent.add(item)
            twins.add(twin)
    if spent:
        lost[:] = [item for item in lost if item not in spent]
        gained[:] = [item for item in gained if item not in twins]


def _take(spare: Counter[str], key: str) -> bool:
    """Takes one of a key, if there is one left."""
    if spare[key] <= 0:
        return False
    spare[key] -= 1
    return True


def _drop_alike(chunks: Sequence[Chunk], lost: list[Item], gained: list[Item]) -> None:
    """Takes out words that stand in the same place and sound alike, one by one or together."""
    losses, gains = set(lost), set(gained)
    spent, twins = set[Item](), set[Item]()
    for chunk in chunks:
        if chunk.op != "changed":
            continue
        these = [item for item in chunk.said if item in losses]
        those = [item for item in chunk.heard if item in gains]
        if not these or not those:
            continue
        together = len(these) <= _LONGEST_SOUND >= len(those) and sounds_like(
            "".join(x.key for x in these), "".join(x.key for x in those)
        )
        for k, item in enumerate(these):
            beside = those if len(those) <= _LONGEST_SOUND else those[max(0, k - _REACH) : k + _REACH]
            twin = next((x for x in beside if x not in twins and sounds_like(item.key, x.key)), None)
            if twin is not None:
                twins.add(twin)
            if twin is not None or together:
                spent.add(item)
        if together:
            twins.update(those)
    if spent or twins:
        lost[:] = [item for item in lost if item not in spent]
        gained[:] = [item for item in gained if item not in twins]


# Of longer stretches that differ no word is compared by its sound with one that stands far from it.
_LONGEST_SOUND, _REACH = 100, 20

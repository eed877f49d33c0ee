"""What a value belongs to: the word that gives it its role, the thing it counts, and what a negation denies.

"From two to nine" and "from nine to two" hold the same values; "two adults and nine children" and "two children and nine adults"
even hold them in the same order. What they are said of differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from callproof.spoken.paths import Pair, Place, Text, meets
from callproof.spoken.values import NEGATION, Value

# How far before a value its role word stands: "from my savings account two".
_REACH = 4
_NOUN = 5
# 이었습니다: in characters.
_LONGEST_COPULA = 5
# Texts with more values are not looked at for another order: each value would be asked of each.
_MOST_MOVED = 1000
# What joins another denied thing to one that is denied by a word before it, and what joins two clauses.
_NOR = frozenset({"noch"})
_AND = frozenset({"and", "y", "e", "ed", "et", "und"})
_new = tuple.__new__  # a third of the time of Attachment(...), at the place where most are made
_CLAUSE_SIGNS = frozenset(",.;:!?…、，。！？；：")


class Attachment(NamedTuple):
    """`role` is the class of the word before or behind a value ("way:from"), `before` and `after` the nouns that touch it.

    `since` is the token at which the role word begins.
    """

    role: str
    before: str
    after: str
    since: int


def is_negation(place: Place) -> bool:
    return NEGATION in place.readings


def attachment(text: Text, place: Place) -> Attachment:
    """What stands around a value, in its own clause and up to the next value."""
    before, role, since = "", "", place.start
    last_words, light = text.lexicon.role_ends, text.lexicon.function_words
    for i in range(place.start - 1, max(-1, place.start - 1 - _REACH), -1):
        word, _, kind, _ = text.tokens[i]
        if not text.passable[i] or word in _CLAUSE_SIGNS:
            break
        found = role_before(text, i) if word in last_words else None
        if found is not None:
            role, since = found
            break
        if not before and kind == "word" and word not in light:
            before = word
    behind = _role_behind(text, place.end)
    noun = "" if behind else _noun_behind(text, place.end)
    return _new(Attachment, (behind or role, before, noun, since))


def role_before(text: Text, i: int) -> tuple[str, int] | None:
    """The role that a word gives to what stands behind it, and where its phrase begins."""
    roles, last_words = text.lexicon.roles_before, text.lexicon.role_ends
    for length in last_words.get(text.reading.words[i], ()):
        start = i - length + 1
        if start >= 0:
            phrase = _joined(text, start, i + 1)
            if phrase in roles:
                return roles[phrase], start
    return None


def _role_behind(text: Text, i: int) -> str:
    """The role word right behind a value; in Korean and Japanese a counter and a noun may stand between ("2번 계좌에서")."""
    roles = text.lexicon.roles_after
    reach = _NOUN if text.lexicon.by_character else 1
    first_words = text.lexicon.role_starts
    for start in range(i, min(i + reach, len(text.tokens))):
        for length in (3, 2, 1) if text.tokens[start].text in first_words else ():
            end = start + length
            if end <= len(text.tokens) and ends_word(text, end):
                role = roles.get(_joined(text, start, end))
                if role is not None:
                    return role
        if not text.passable[start] or text.tokens[start].kind == "sign":
            break
    return ""


def ends_word(text: Text, end: int) -> bool:
    """Whether a word ends before a token, where the language shows it; what is only polite may follow ("까지요")."""
    spaced = text.lexicon.spaced and text.lexicon.by_character
    if not spaced or end == len(text.tokens) or not text.tokens[end].glued or text.tokens[end].kind == "sign":
        return True
    stop = end
    while stop < len(text.tokens) and text.tokens[stop].glued and text.tokens[stop].kind != "sign":
        stop += 1
    return stop - end <= _LONGEST_COPULA and _joined(text, end, stop) in text.lexicon.copulas


def _joined(text: Text, start: int, end: int) -> str:
    """A phrase as it stands in the tables: without spaces where the language writes none."""
    return ("" if text.lexicon.by_character else " ").join(text.reading.words[start:end])


def _noun_behind(text: Text, i: int) -> str:
    if text.lexicon.by_character:
        return ""  # a counter is part of the value; a noun behind it has a particle between
    while i < len(text.tokens) and text.passable[i] and text.tokens[i].kind == "word":
        word = text.tokens[i].text
        if word in text.lexicon.roles_before:
            return ""
        if word not in text.lexicon.function_words:
            return word
        i += 1
    return ""


def opposed(a: Attachment, b: Attachment) -> bool:
    """Two roles that exclude each other: "from" and "to", "before" and "after"; none and one do not."""
    dimension, _, end = a.role.partition(":")
    other_dimension, _, other_end = b.role.partition(":")
    return bool(end and other_end) and dimension == other_dimension and end != other_end


def misattached(a: Text, b: Text, pairs: Sequence[Pair]) -> list[Pair]:
    """Of values that are equal one by one, those that are said of something else."""
    both = [
        (pair, pair.said, pair.heard) for pair in pairs if pair.said is not None and pair.heard is not None
    ]
    wrong = _misplaced_negations(a, b, pairs) if any(is_negation(said) for _, said, _ in both) else []
    values = [
        (pair, attachment(a, said), attachment(b, heard))
        for pair, said, heard in both
        if not is_negation(said)
    ]
    exchanged: set[int] = set()
    if len(values) > 1:
        exchanged.update(_exchanged(a, b, [(these.after, those.after) for _, these, those in values]))
        exchanged.update(_exchanged(a, b, [(these.before, those.before) for _, these, those in values]))
    wrong += [
        pair
        for k, (pair, these, those) in enumerate(values)
        if k in exchanged or opposed(these, those) or _is_turned(a, b, pair)
    ]
    return wrong


def _is_turned(a: Text, b: Text, pair: Pair) -> bool:
    """Whether a value counts things in the one text and is what one of them holds or is called in the other: "ten packs" and "a pack
    of ten", "ten rooms" and "room ten"."""
    if pair.said is None or pair.heard is None or a.lexicon.by_character:
        return False
    behind, other_behind = _noun_right_behind(a, pair.said), _noun_right_behind(b, pair.heard)
    return (behind != "" and _holds(b, pair.heard, behind, other_behind)) or (
        other_behind != "" and _holds(a, pair.said, other_behind, behind)
    )


def _noun_right_behind(text: Text, place: Place) -> str:
    i = place.end
    is_noun = i < len(text.tokens) and text.passable[i] and text.tokens[i].kind == "word"
    return text.tokens[i].text if is_noun else ""


def _holds(text: Text, place: Place, noun: str, behind: str) -> bool:
    """Whether another form of a noun stands right before a value, or before the "of" in front of it."""
    i = place.start - 1
    if i > 0 and text.tokens[i].text in text.lexicon.holding:
        i -= 1
    elif behind and behind not in text.lexicon.function_words:
        return False  # "order ten pizzas"
    if i < 0 or text.tokens[i].kind != "word":
        return False
    before = text.tokens[i].text
    return before != noun and text.lexicon.is_form(before, noun) and not _same_word(text, noun, behind)


def _exchanged(a: Text, b: Text, nouns: Sequence[tuple[str, str]]) -> list[int]:
    """The values whose noun has gone to another value, and that one's has come here."""
    moved = [
        k
        for k, (said, heard) in enumerate(nouns)
        if said and heard and said != heard and not a.lexicon.is_form(said, heard)
    ]
    if not moved:
        return moved
    these, those = Counter(said for said, _ in nouns), Counter(heard for _, heard in nouns)
    return [
        k
        for k in moved
        if _stands_elsewhere(a, those, *nouns[k]) and _stands_elsewhere(b, these, *nouns[k][::-1])
    ]


def _stands_elsewhere(text: Text, nouns: Counter[str], noun: str, own: str) -> bool:
    """Whether a noun is that of another value; `own` is what stands by its own one."""
    return any(_same_word(text, noun, other) for other, n in nouns.items() if other and n > (other == own))


def _same_word(text: Text, one: str, other: str) -> bool:
    return one == other or text.lexicon.is_form(one, other)


# --- negation ---------------------------------------------------------------------------------------------------------


class Denial(NamedTuple):
    """What a negation denies: a value ("not on Saturday"), or what the word says ("do not send it")."""

    value: Place | None
    word: str


def denial(text: Text, place: Place) -> Denial:
    """The first value or content word behind a negation in its clause, or before it where that is the language's way."""
    backwards = text.lexicon.negates_backwards
    if not backwards and _ends_clause(text, place.end):
        # "el martes no, el jueves"
        before = next((value for value in text.places if value.end == place.start), None)
        if before is not None and not is_negation(before):
            return Denial(before, "")
    ahead = range(place.start - 1, -1, -1) if backwards else range(place.end, len(text.tokens))
    behind = range(place.end, len(text.tokens)) if backwards else range(place.start - 1, -1, -1)
    for path in (ahead, behind):
        found = _first_content(text, path)
        if found is not None and (path is ahead or found.word):
            return found
    return Denial(None, "")


def _ends_clause(text: Text, i: int) -> bool:
    return i >= len(text.tokens) or text.tokens[i].text in _CLAUSE_SIGNS


def _first_content(text: Text, path: range) -> Denial | None:
    found = text.by_last if path.step < 0 else text.by_start
    for i in path:
        token = text.tokens[i]
        if token.text in _CLAUSE_SIGNS and token.kind == "sign":
            return None
        value = found.get(i)
        if value is not None:
            return None if is_negation(value) else Denial(value, "")
        if token.kind == "sign" or not text.passable[i]:
            continue
        if text.lexicon.by_character:
            return (
                Denial(None, _characters(text, i, path.step))
                if token.kind == "sound"
                else Denial(None, token.text)
            )
        if token.text not in text.lexicon.function_words:
            return Denial(None, token.text)
    return None


_CHARACTERS = 4


def _characters(text: Text, i: int, step: int) -> str:
    """The few characters before or behind a negation, up to a sign or a value."""
    found = ""
    while (
        0 <= i < len(text.tokens)
        and len(found) < _CHARACTERS
        and text.tokens[i].kind == "sound"
        and text.passable[i]
    ):
        found = text.tokens[i].text + found if step < 0 else found + text.tokens[i].text
        i += step
    return found


def denies(text: Text, place: Place) -> bool | None:
    """Whether a negation in the text denies what stands at a place; None where it may be an answer ("no fifteen").

    A negation denies the value behind it, or all values in its clause when it denies the verb: "not on Saturday, on Sunday"; "I do not
    want fifteen"; "no, fifteen" denies nothing.
    """
    doubtful = False
    for negation in text.places:
        if not is_negation(negation):
            continue
        found = denial(text, negation)
        if found.value is not None:
            # "Not fifty, fifteen" can be read as one code, of which the first part is denied.
            passed = text.tokens[found.value.start : place.start]
            hit = found.value.start <= place.start < found.value.end and not any(
                token.text in _CLAUSE_SIGNS for token in passed
            )
        else:
            hit = bool(found.word) and _in_clause(text, negation, place)
        is_ahead = found.value is None or found.value.start >= negation.end
        if hit and is_ahead and text.tokens[negation.start].text in text.lexicon.answers:
            doubtful = True
        elif hit:
            return True
    return None if doubtful else False


def _in_clause(text: Text, negation: Place, place: Place) -> bool:
    """Whether nothing between a negation and a place begins a new clause: a sign, "but", or a subject ("not right, it is")."""
    first, last = sorted((negation, place))
    between = text.tokens[first.end : last.start]
    return not any(
        (token.kind == "sign" and token.text in _CLAUSE_SIGNS) or token.text in text.lexicon.clause_words
        for token in between
    )


def _misplaced_negations(a: Text, b: Text, pairs: Sequence[Pair]) -> list[Pair]:
    wrong: list[Pair] = []
    partner = {pair.said: pair.heard for pair in pairs}
    for pair in pairs:
        if pair.said is None or pair.heard is None or not is_negation(pair.said):
            continue
        these, those = denial(a, pair.said), denial(b, pair.heard)
        moved = False
        if these.value is not None and those.value is not None:
            counterpart = partner.get(these.value)
            moved = counterpart is not None and counterpart.start != those.value.start
        elif these.word and those.word:
            spread, other_spread = _spreads(a, pair.said), _spreads(b, pair.heard)
            if spread == other_spread:
                moved = _moved(a, these.word, b, those.word)
            elif spread:
                moved = _denies_less(b, pair.heard, these.word)
            else:
                moved = _denies_less(a, pair.said, those.word)
        elif these.word or those.word:
            # "Please don't, I will keep it" and "please, I won't keep it"
            moved = _affirms(b, pair.heard, these.word) if these.word else _affirms(a, pair.said, those.word)
        if moved or _frees(a, b, pair.heard) or _frees(b, a, pair.said):
            wrong.append(pair)
    return wrong


def _frees(text: Text, other: Text, negation: Place) -> bool:
    """Whether the other text wants what is denied behind a "nor": "neither tea nor coffee", "no tea, and I want coffee"."""
    lexicon, words = text.lexicon, other.reading.words
    if lexicon.spreading.isdisjoint(text.reading.vocabulary) or not lexicon.spreading.isdisjoint(words):
        return False
    denied = [content_behind(text, i) for i in range(len(text.tokens)) if _joins_denied(text, i)]
    later = [place.start for place in other.places if is_negation(place) and place.start > negation.start]
    reach = range(negation.end, min(later, default=len(words)))
    return any(
        _same_word(text, word, words[i]) and any(_begins_again(other, k) for k in range(negation.end, i))
        for word in denied
        for i in (reach if word else ())
    )


def _joins_denied(text: Text, i: int) -> bool:
    words, spreading = text.reading.words, text.lexicon.spreading
    return words[i] in spreading or (words[i] in _NOR and not spreading.isdisjoint(words[:i]))


def content_behind(text: Text, i: int) -> str:
    """The first word of content behind a token in its clause; empty where there is none near."""
    light = text.lexicon.function_words
    for token in text.tokens[i + 1 : i + 1 + _REACH]:
        if token.kind == "sign":
            break
        if token.text not in light:
            return token.text
    return ""


def _begins_again(text: Text, i: int) -> bool:
    """Whether a new clause begins at a word: its subject or verb is said once more ("and want", "et je")."""
    words = text.reading.words
    if words[i] in text.lexicon.clause_words:
        return True
    return words[i - 1] in _AND and words[i] in words[: i - 1] and words[i] not in text.lexicon.articles


def _spreads(text: Text, negation: Place) -> bool:
    return text.tokens[negation.start].text in text.lexicon.spreading


def _denies_less(text: Text, negation: Place, word: str) -> bool:
    """Whether a text denies less than one with "neither" in it: "A works, B does not", "A or B does not work"."""
    before = text.reading.words[: negation.start]
    return not text.lexicon.alternatives.isdisjoint(before) or _affirms(text, negation, word)


def _affirms(text: Text, negation: Place, word: str) -> bool:
    """Whether a word is said outside the clause of a negation."""
    return any(
        token.kind == "word"
        and _same_word(text, word, token.text)
        and not _in_clause(text, negation, Place(i, i + 1, frozenset()))
        for i, token in enumerate(text.tokens)
    )


def _moved(a: Text, said: str, b: Text, heard: str) -> bool:
    """Whether what was denied is now affirmed and the other way round: "do not keep it, cancel" and "keep it, do not cancel"."""
    if _same_word(a, said, heard) or {said, heard} & a.lexicon.raising:
        return False
    return _occurs(b, said) and _occurs(a, heard)


def _occurs(text: Text, word: str) -> bool:
    if text.lexicon.by_character:
        return word in "".join(token.text for token in text.tokens if token.kind != "sign")
    return any(_same_word(text, word, token.text) for token in text.tokens if token.kind == "word")


# --- order ------------------------------------------------------------------------------------------------------------


class _Fact(NamedTuple):
    """A value with what it belongs to and the negation of it; or a negation, and the word that it denies."""

    place: Place
    role: str
    nouns: tuple[str, str]
    denier: Place | None
    denies: str


def _facts(text: Text) -> list[_Fact]:
    denials = {place: denial(text, place) for place in text.places if is_negation(place)}
    deniers = {found.value: place for place, found in denials.items() if found.value is not None}
    facts: list[_Fact] = []
    for place in text.places:
        if place in denials:
            if denials[place].value is None:
                facts.append(_Fact(place, "", ("", ""), None, denials[place].word))
            continue
        role, before, after, _ = attachment(text, place)
        facts.append(_Fact(place, role, (before, after), deniers.get(place), ""))
    return facts


def reordered(a: Text, b: Text) -> list[Pair] | None:
    """The values in pairs when both texts say the same of each of them in another order; None when they do not.

    "To nine from two" is "from two to nine", for each carries its own role; so is "at three on Tuesday" of "on Tuesday at three", for
    the one cannot stand for the other. "Nine, two" is not "two, nine".
    """
    if len(a.places) != len(b.places) or not 2 <= len(a.places) <= _MOST_MOVED:
        return None
    # What one text says and the other does not needs no order looked at.
    if any(not is_negation(p) and not any(meets(p, q) for q in b.places) for p in a.places):
        return None
    these, those = _facts(a), _facts(b)
    if len(these) != len(those) or len(these) < 2:
        return None
    order = _twins(a, these, those, with_nouns=True) or _twins(a, these, those, with_nouns=False)
    if order is None:
        return None
    twins = [(fact, those[k]) for fact, k in zip(these, order, strict=True)]
    for i, j in combinations(range(len(twins)), 2):
        if order[i] > order[j] and not _told_apart(twins[i], twins[j]):
            return None
    pairs = [_paired(fact.place, twin.place) for fact, twin in twins]
    pairs += [
        _paired(fact.denier, twin.denier)
        for fact, twin in twins
        if fact.denier is not None and twin.denier is not None
    ]
    return pairs


def _twins(text: Text, these: list[_Fact], those: list[_Fact], *, with_nouns: bool) -> list[int] | None:
    """For each value the place of the one that is the same in the other text; None unless there is just one for each."""
    order: list[int] = []
    for fact in these:
        same = [
            k
            for k, other in enumerate(those)
            if _same_fact(text, fact, other) and (not with_nouns or fact.nouns == other.nouns)
        ]
        if len(same) != 1:
            return None
        order += same
    return order if len(set(order)) == len(order) else None


def _paired(said: Place, heard: Place) -> Pair:
    return Pair(said, heard, "same" if said.readings == heard.readings else "near")


def _same_fact(text: Text, fact: _Fact, other: _Fact) -> bool:
    if (fact.denier is None) != (other.denier is None) or bool(fact.denies) != bool(other.denies):
        return False
    if fact.denies:
        return _same_word(text, fact.denies, other.denies)
    if is_negation(fact.place) or is_negation(other.place):
        return is_negation(fact.place) and is_negation(other.place)
    return _hard(fact.role) == _hard(other.role) and meets(fact.place, other.place)


def _hard(role: str) -> str:
    """A role that has an opposite; "at" and "on" only mark a place in the sentence."""
    return role if ":" in role else ""


def _told_apart(one: tuple[_Fact, _Fact], two: tuple[_Fact, _Fact]) -> bool:
    """Whether two values that have changed places cannot be taken for each other."""
    (fact, twin), (other, other_twin) = one, two
    if fact.denies or other.denies:
        return fact.denier is None and other.denier is None
    if (fact.denier is None) != (other.denier is None):
        return True
    if (
        (fact.role, other.role) == (twin.role, other_twin.role)
        and fact.role
        and other.role
        and fact.role != other.role
    ):
        return True
    for k in (0, 1):
        noun, other_noun = fact.nouns[k], other.nouns[k]
        kept = noun == twin.nouns[k] and other_noun == other_twin.nouns[k]
        if noun and other_noun and noun != other_noun and kept:
            return True
    mine, yours = fact.place.readings | twin.place.readings, other.place.readings | other_twin.place.readings
    return _kinds(mine).isdisjoint(_kinds(yours))


def _kinds(readings: frozenset[Value]) -> frozenset[str]:
    """What else values of these kinds could be: a plain number or a code may be any of the bare ones."""
    kinds = frozenset(value.kind for value in readings)
    return kinds | {"number", "code"} if kinds & {"number", "code"} else kinds

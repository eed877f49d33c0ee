"""What sentences do in languages that write words: by the classes of their words, and patterns over them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple, cast

from callproof.spoken.claiming.cutting import COMMA, VALUE, Cutter, Sentence
from callproof.spoken.claiming.patterns import Alphabet, Pattern, bits_in
from callproof.spoken.claiming.pieces import KINDS, Kind, Piece, Topic
from callproof.spoken.claiming.topics import Topics, topic_named
from callproof.spoken.reading import Reading
from callproof.spoken.values import Span

_AGREEING: tuple[Kind, ...] = ("tag", "opener", "praise", "confirmed")
_DONE: tuple[Kind, ...] = ("done", "not_done", "undone")
# Classes that the code knows; a language may leave them empty.
_KNOWN = (
    "lead",
    "stop",
    "conj",
    "past",
    "base",
    "forward",
    "light",
    "kept",
    "dull",
    "not",
    "no",
    "none",
    "passive",
    "aux",
    "wh",
)
_REMEMBERED = 4096
# No clause has more words: what a recogniser writes without a stop is cut, so that patterns stay quick.
_LONGEST = 60
# Within so many words from its beginning a question has its question word.
_OPENING = 3
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_APOSTROPHES = str.maketrans("’‘ʼ", "'''")
# Accents written apart, full-width letters, other question marks: what a tokenizer reads as something else.
_NOT_PLAIN = re.compile(
    r"[\u0300-\u036f\uff00-\uffef\u2000-\u200f\u2100-\u214f\U0001d400-\U0001d7ff\ufb00-\ufb06]"
)
# A verb form of an elliptical clause goes on with what the clause before it does.
_GOES_ON: tuple[tuple[str, tuple[Kind, ...], tuple[Kind, ...]], ...] = (
    ("past", ("fragment", "done", "undone"), ("done", "not_done", "undone", "asked", "hypothetical")),
    ("base", ("fragment",), ("promised", "offered", "announced", "asked", "refused", "hypothetical")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What a language knows. `rules` and the like are read line by line; an empty line or one that begins with # is none.

    Classes with a meaning of their own: "lead" (words that may stand before a sentence), "stop" (words that a `..` does not
    pass), "conj" ("and"), "past" (participles and such of actions), "base" (infinitives), "forward" ("for", "and": a fragment
    with one in front belongs to what follows), "light" (what may stand beside a value in a fragment), "aux" and "wh" ("would", "which": a question), "kept" (words of values
    that are no mere value: "yesterday"; so are "not", "no" and "none"), "passive" ("been", "is"), "dull" (words that alone say nothing), "value" (a value).
    """

    classes: Mapping[str, str]
    # Forms of the verbs of actions: (class, topic, words).
    verbs: Iterable[tuple[str, str, str]]
    # Topics to nouns.
    nouns: Mapping[str, str]
    # "I've" for "I have".
    contractions: Mapping[str, str]
    # "kind: pattern", the first that fits counts. "kind+" asks for consent, "kind?" counts only in a question, "kind topic:"
    # names the topic, "kind -:" leaves it to a noun.
    rules: str
    # Where a clause begins without a comma.
    joints: str
    # What rules a value out.
    ruled_out: str
    # "topic: pattern": what names an action without a word for it ("forty dollars back").
    topics: str = ""
    # Words before a full stop that ends nothing.
    abbreviations: frozenset[str] = frozenset()
    behind_apostrophe: bool = False


class _Rule(NamedTuple):
    """`verbs`: a verb tells the topic, else only a noun."""

    kind: Kind
    consent: bool
    question: bool
    topic: Topic | None
    verbs: bool
    pattern: Pattern


class _Finding(NamedTuple):
    """What a piece is, and from where to where the words stand that say so."""

    kind: Kind
    consent: bool
    topic: Topic | None
    verbs: bool
    start: int
    end: int
    worded: bool
    forward: bool


class WordGrammar:
    def __init__(self, table: Table) -> None:
        rules, topics = (
            [_split(line) for line in _lines(table.rules)],
            [_split(line) for line in _lines(table.topics)],
        )
        joints, ruled_out = _lines(table.joints), _lines(table.ruled_out)
        classes = {name: words.split() for name, words in table.classes.items()}
        for name in _KNOWN:
            classes.setdefault(name, [])
        for name, _, words in table.verbs:
            classes.setdefault(name, []).extend(words.split())
        classes["value"], classes["comma"] = [VALUE], [COMMA]
        alphabet = Alphabet(classes, [*(body for _, body in (*rules, *topics)), *joints, *ruled_out])
        chars = dict(alphabet.chars)
        for short, long in table.contractions.items():
            chars[short] = "".join(chars.get(word, alphabet.other) for word in long.split())
        self._alphabet = alphabet
        self._cutter = Cutter(
            chars=chars,
            other=alphabet.other,
            kept=frozenset(word for name in ("kept", "not", "no", "none") for word in classes[name]),
            behind_apostrophe=table.behind_apostrophe,
            abbreviations=table.abbreviations,
        )
        self._cues = frozenset(chars) - frozenset(classes["dull"])
        self._topics = Topics(
            ((topic, words) for _, topic, words in table.verbs), table.nouns, classes["passive"]
        )
        self._phrases = [(topic_named(topic), alphabet.compile(body)) for topic, body in topics]
        self._rules = [_rule(head, alphabet.compile(body)) for head, body in rules]
        self._asking = sum(rule.question << i for i, rule in enumerate(self._rules))
        self._always, self._by_char = self._index()
        # Sentences differ more than the classes of their words.
        self._finding = lru_cache(maxsize=_REMEMBERED)(self._find)
        starts = [f"(?={alphabet.compile(line).source})" for line in joints]
        self._joint = re.compile("|".join([f"{chars[COMMA]}+", *starts]))
        self._ruled_out = [alphabet.compile(line) for line in ruled_out]
        self._value = chars[VALUE]
        self._bare = frozenset(alphabet.members("lead/light/conj/value"))
        self._word_masks = {word: alphabet.mask(mine) for word, mine in chars.items()}
        self._any_value = alphabet.mask(self._value)
        deeds = [rule.pattern.masks for rule in self._rules if rule.kind in _DONE]
        consents = [
            rule.pattern.masks
            for rule in self._rules
            if not rule.question and (rule.consent or rule.kind == "tag")
        ]
        # Many texts have words of the same classes.
        self._may_claim = lru_cache(maxsize=_REMEMBERED)(partial(_fits, deeds))
        self._may_ask = lru_cache(maxsize=_REMEMBERED)(partial(_fits, consents))
        self._action = frozenset(alphabet.members("base/past"))
        self._aux, self._wh = frozenset(alphabet.members("aux")), frozenset(alphabet.members("wh"))
        self._conj, self._forward = (
            frozenset(alphabet.members("conj")),
            frozenset(alphabet.members("forward")),
        )
        self._forms = [(alphabet.members(name), mine, before) for name, mine, before in _GOES_ON]

    def _index(self) -> tuple[int, dict[str, tuple[int, int]]]:
        """Sets of rules, a bit for each: those to try in any case, and for each word its classes and those to try with it.

        A rule is tried where the rarest class that it needs is there.
        """
        always = 0
        by_class: dict[int, int] = {}
        for i, rule in enumerate(self._rules):
            if not rule.pattern.masks:
                always |= 1 << i
                continue
            for name in bits_in(min(rule.pattern.masks, key=self._alphabet.size)):
                by_class[name] = by_class.get(name, 0) | 1 << i
        by_char: dict[str, tuple[int, int]] = {}
        for char, mask in self._alphabet.masks.items():
            rules = 0
            for name in bits_in(mask):
                rules |= by_class.get(name, 0)
            by_char[char] = (mask, rules)
        return always, by_char

    def has_cue(self, reading: Reading) -> bool:
        """Whether a word says what a sentence does, or a question mark, or an apostrophe that may hide such a word."""
        words = reading.words
        return not self._cues.isdisjoint(words) or "?" in words or "'" in reading.text or "’" in reading.text

    def may_claim(self, text: str) -> bool:
        mask = self._mask(text)
        return mask is None or self._may_claim(mask)

    def may_ask(self, text: str) -> bool:
        if "?" in text:
            return True
        mask = self._mask(text)
        return mask is None or self._may_ask(mask)

    def _mask(self, text: str) -> int | None:
        """The classes of all words of a text; None when it is not written plainly enough to tell."""
        text = text.lower()
        if not text.isascii():
            text = text.translate(_APOSTROPHES)
            if _NOT_PLAIN.search(text):
                return None
        mask = self._any_value
        masks = self._word_masks
        for word in _WORD.findall(text):
            if word in masks:
                mask |= masks[word]
            elif "'" in word:
                for part in self._cutter.parts(word):
                    mask |= masks.get(part, 0)
        return mask

    def sentences(self, reading: Reading, spans: list[Span]) -> list[list[Piece]]:
        return [self._pieces(sentence, reading) for sentence in self._cutter.cut(reading, spans)]

    def _pieces(self, sentence: Sentence, reading: Reading) -> list[Piece]:
        chars = sentence.chars
        bounds = self._bounds(chars)
        asking = self._asked(sentence, bounds, reading) if sentence.question else None
        pieces = [
            asking[1]
            if asking is not None and i == asking[0]
            else self._piece(sentence, lo, hi, reading, False)
            for i, (lo, hi) in enumerate(bounds)
        ]
        if asking is not None:
            self._ask_together(sentence, bounds, pieces, asking, reading)
        for (before, piece), (lo, hi) in zip(pairwise(pieces), bounds[1:], strict=True):
            if chars[lo] in self._conj:
                self._go_on(chars[lo:hi], before, piece)
        if any(piece.kind == "reported" for piece in pieces):
            for piece in pieces:
                if piece.kind in _DONE:
                    piece.kind = "unclear"
        self._rule_out(sentence, pieces, reading)
        return pieces

    def _bounds(self, chars: str) -> list[tuple[int, int]]:
        """The clauses: between commas, and where one begins without a comma."""
        bounds: list[tuple[int, int]] = []
        last = 0
        for match in self._joint.finditer(chars):
            start, end = match.span()
            if (
                start == end
                and chars[start] in self._aux
                and not self._wh.isdisjoint(chars[last : last + _OPENING])
            ):
                continue  # "which account would you like"
            if start > last:
                bounds.append((last, start))
            last = max(last, end)
        if last < len(chars):
            bounds.append((last, len(chars)))
        if len(chars) > _LONGEST:
            return [(at, min(at + _LONGEST, hi)) for lo, hi in bounds for at in range(lo, hi, _LONGEST)]
        return bounds

    def _piece(self, sentence: Sentence, lo: int, hi: int, reading: Reading, question: bool) -> Piece:
        places, words = sentence.places, reading.words
        first = lo
        while first < hi - 1 and sentence.chars[first] in self._conj:
            first += 1
        found = self._finding(sentence.chars[lo:hi], question)
        topic = found.topic
        if topic is None:
            spoken = self._cutter.bare([words[i] for i in places[lo:hi]])
            verb = self._verb(spoken[found.start : found.end]) if found.verbs else ""
            informs = not found.consent and (found.kind == "asked" or (question and found.kind == "fragment"))
            topic = self._topics.of(spoken, verb, informs=informs, verbs=found.verbs)
        return Piece(
            found.kind,
            reading.spots[places[first]][0],
            reading.spots[places[hi - 1]][1],
            found.consent,
            topic,
            found.worded,
            found.forward,
        )

    def _find(self, chars: str, question: bool) -> _Finding:
        """What the words of a piece say by their classes."""
        mask, left = 0, self._always
        for char in chars:
            mine = self._by_char[char]
            mask |= mine[0]
            left |= mine[1]
        rule, match = self._first(chars, mask, left if question else left & ~self._asking)
        topic = next(
            (
                name
                for name, pattern in self._phrases
                if pattern.fits(mask) and pattern.compiled.search(chars)
            ),
            None,
        )
        worded, forward = not self._bare.issuperset(chars), chars[0] in self._forward
        if rule is None or match is None:
            return _Finding("fragment", False, topic, True, 0, 0, worded, forward)
        return _Finding(
            rule.kind,
            rule.consent,
            rule.topic or topic,
            rule.verbs,
            match.start(),
            match.end(),
            worded,
            forward,
        )

    def _first(self, chars: str, mask: int, left: int) -> tuple[_Rule | None, re.Match[str] | None]:
        """The first of some rules that meets a piece."""
        while left:
            lowest = left & -left
            left ^= lowest
            rule = self._rules[lowest.bit_length() - 1]
            for needed in rule.pattern.masks:
                if not mask & needed:
                    break
            else:
                match = rule.pattern.compiled.search(chars)
                if match is not None:
                    return rule, match
        return None, None

    def _verb(self, words: list[str]) -> str:
        """The last word of a match that is a form of an action."""
        last = len(words) - 1
        if last > 0 and self._topics.is_noun(words[last]) and self._topics.is_verb(words[last - 1]):
            last -= 1  # "cancel order 4821"
        for i in range(last, -1, -1):
            # "refund" in "your refund will be" is none
            if self._topics.is_verb(words[i]) and (i == last or not self._topics.is_noun(words[i])):
                return words[i]
        return ""

    def _asked(
        self, sentence: Sentence, bounds: list[tuple[int, int]], reading: Reading
    ) -> tuple[int, Piece, bool] | None:
        """The last piece that can bear the question mark, and whether it bears it by its sign alone."""
        i = len(bounds) - 1
        piece = self._piece(sentence, *bounds[i], reading, True)
        while i > 0 and piece.kind in ("fragment", "hypothetical", "correction"):
            before = self._piece(sentence, *bounds[i - 1], reading, True)
            if piece.kind == "fragment" and piece.worded and before.kind in ("confirmed", "refused", "tag"):
                break  # "Yes, hello?"
            i, piece = i - 1, before
        claimed = piece.kind
        lo, hi = bounds[i]
        if claimed == "hypothetical":
            return None
        if claimed in _AGREEING or (claimed == "refused" and not piece.worded):
            piece.kind, piece.consent = "tag", True
        elif claimed != "asked":
            piece.kind = "asked"
            valued = self._value in sentence.chars[bounds[i][0] :]
            # "The e-mail address?" names a thing, and no action.
            acts = claimed not in (*_DONE, "fragment") or not self._action.isdisjoint(sentence.chars[lo:hi])
            piece.consent = valued or (
                acts and piece.topic not in (None, "identify") and claimed not in _DONE
            )
        own = claimed == "asked" and (
            (piece.start > 0 and reading.text[piece.start - 1] == "¿")
            or self._finding(sentence.chars[lo:hi], False).kind in ("asked", "hypothetical")
        )
        for at in range(i + 1, len(bounds)):
            # "Is it okay if I charge your card?"
            rest = self._piece(sentence, *bounds[at], reading, False)
            if piece.consent and piece.topic is None and rest.kind == "hypothetical":
                piece.topic = rest.topic
        return i, piece, not own

    def _ask_together(
        self,
        sentence: Sentence,
        bounds: list[tuple[int, int]],
        pieces: list[Piece],
        asking: tuple[int, Piece, bool],
        reading: Reading,
    ) -> None:
        """What stands before a piece that is asked, and is one question with it."""
        last, _, by_sign = asking
        for i in range(last):
            if by_sign and pieces[i].kind in _DONE:
                # "I've placed it, and sent it?"
                pieces[i].kind = "asked"
            elif pieces[i].kind == "announced" and sentence.chars[bounds[last][0]] in self._conj:
                # "J'annule et je rembourse ?"
                again = self._piece(sentence, *bounds[i], reading, True)
                pieces[i] = again if again.kind == "asked" else pieces[i]

    def _go_on(self, chars: str, before: Piece, piece: Piece) -> None:
        """ "... and refunded fifty dollars" after "I have not cancelled the order"."""
        first = next((char for char in chars if char not in self._conj), "")
        if not first or (before.kind == "asked" and not before.consent):
            return
        for verbs, mine, kinds in self._forms:
            if piece.kind in mine and (first in verbs or chars[-1] in verbs) and before.kind in kinds:
                if not (before.kind == "done" and piece.kind == "undone"):
                    piece.kind = "done" if before.kind == "undone" else before.kind
                piece.consent = before.consent
                return

    def _rule_out(self, sentence: Sentence, pieces: list[Piece], reading: Reading) -> None:
        if self._value not in sentence.chars:
            return
        mask = self._alphabet.mask(sentence.chars)
        for pattern in self._ruled_out:
            if not pattern.fits(mask):
                continue
            for match in pattern.compiled.finditer(sentence.chars):
                lo, hi = match.span(match.lastindex or 0)
                start = reading.spots[sentence.places[lo]][0]
                end = reading.spots[sentence.places[hi - 1]][1]
                owner = next((piece for piece in pieces if piece.start <= start < piece.end), pieces[-1])
                owner.ruled_out += ((start, end),)


def _fits(rows: list[tuple[int, ...]], mask: int) -> bool:
    """Whether some pattern finds all the classes that it needs."""
    return any(all(mask & needed for needed in masks) for masks in rows)


def _rule(head: str, pattern: Pattern) -> _Rule:
    kind, _, topic = head.partition(" ")
    name = kind.rstrip("+?")
    if name not in KINDS:
        raise ValueError(f"not a kind: {kind}")
    named = None if topic in ("", "-") else topic_named(topic)
    return _Rule(cast("Kind", name), "+" in kind, "?" in kind, named, topic != "-", pattern)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]


def _split(line: str) -> tuple[str, str]:
    head, sign, body = line.partition(":")
    if not sign:
        raise ValueError(f"not a rule: {line!r}")
    return head.strip(), body.strip()

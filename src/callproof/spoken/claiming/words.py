"""What sentences do in languages that write words: by the classes of their words, and patterns over them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import cast, get_args

from callproof.spoken.claiming.patterns import Alphabet, Pattern
from callproof.spoken.claiming.pieces import Kind, Piece, Topic
from callproof.spoken.reading import Reading
from callproof.spoken.tokens import Token
from callproof.spoken.values import Span

_ENDS = frozenset(".!?。")
_JOINTS = frozenset({",", ";", ":", "—", "–", "-", "…", "、", "(", ")"})
_AGREEING: tuple[Kind, ...] = ("tag", "opener", "praise", "confirmed")
_DONE: tuple[Kind, ...] = ("done", "not_done", "undone")
# A verb form of an elliptical clause goes on with what the clause before it does.
_GOES_ON: dict[str, tuple[Kind, ...]] = {
    "past": ("done", "not_done", "undone", "asked", "hypothetical"),
    "base": ("promised", "offered", "announced", "asked", "refused", "hypothetical"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What a language knows. `rules` and the like are read line by line; an empty line or one that begins with # is none.

    Classes with a meaning of their own: "lead" (words that may stand before a sentence), "stop" (words that a `..` does not
    pass), "conj" ("and"), "sub" ("if", "once"), "past" (participles and such of actions), "base" (infinitives), "forward"
    ("for", "and": a fragment with one in front belongs to what follows), "light" (what may stand beside a value in a fragment);
    "value" is a value.
    """

    classes: Mapping[str, str]
    # For each action a form of which is a word of class "past", "base", ...: (class, topic, words). An empty topic: the noun
    # beside the verb tells ("placed the order").
    verbs: Iterable[tuple[str, str, str]]
    # Nouns to topics.
    nouns: Mapping[str, str]
    # Topics that count when there is no other.
    weak: frozenset[str] = frozenset({"confirm", "check", "undo"})
    # "I've" for "I have".
    contractions: Mapping[str, str]
    # What a word is cut at when it is not known: "l'ordre" is "l'" and "ordre".
    cuts_behind_apostrophe: bool = False
    # "kind: pattern"; "kind+" asks for consent, "kind?" counts only in a question; "kind topic:" names the topic.
    rules: str
    # Where a clause begins without a comma.
    joints: str
    # What rules a value out.
    ruled_out: str
    # "topic: pattern": what names an action without a word for it ("forty dollars back").
    topics: str = ""
    # Words before a full stop that ends nothing.
    abbreviations: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Rule:
    kind: Kind
    consent: bool
    question: bool
    topic: Topic | None
    pattern: Pattern


@dataclass(slots=True)
class _Sentence:
    """`chars` stand for words; `places` are the tokens they come from."""

    chars: str
    places: list[int]
    question: bool


class WordGrammar:
    def __init__(self, table: Table) -> None:
        self._table = table
        rules = [_split(line) for line in _lines(table.rules)]
        joints, ruled_out = _lines(table.joints), _lines(table.ruled_out)
        classes = {name: words.split() for name, words in table.classes.items()}
        self._topics: dict[str, Topic] = {}
        for name, topic, words in table.verbs:
            classes[name] = [*classes.get(name, []), *words.split()]
            for word in words.split() if topic else ():
                self._topics.setdefault(word, _topic(topic))
        self._nouns = {word: _topic(topic) for word, topic in table.nouns.items()}
        self._verbal = frozenset(word for _, _, words in table.verbs for word in words.split())
        for name in ("lead", "stop", "conj", "sub", "past", "base", "forward", "light"):
            classes.setdefault(name, [])
        classes["value"], classes["comma"] = [" value"], [","]
        topics = [_split(line) for line in _lines(table.topics)]
        everything = [*(rule[1] for rule in rules), *(topic[1] for topic in topics), *joints, *ruled_out]
        self._alphabet = Alphabet(classes, everything)
        self._phrases = [(_topic(topic), self._alphabet.compile(body)) for topic, body in topics]
        self._value, self._comma = self._alphabet.chars[" value"], self._alphabet.chars[","]
        self._words = {**self._alphabet.chars}
        for short, long in table.contractions.items():
            self._words[short] = self._chars_of(long.split())
        self._rules = [self._rule(head, body) for head, body in rules]
        starts = "|".join(f"(?={self._alphabet.compile(line).search.pattern})" for line in joints)
        self._joint = re.compile(f"{self._comma}+|{starts}" if starts else f"{self._comma}+")
        self._ruled_out = [self._alphabet.compile(line) for line in ruled_out]
        self._cues = frozenset(self._words) - frozenset(table.classes.get("dull", "").split())
        self._bare = frozenset(self._alphabet.members("lead/light/conj/value"))
        self._conj, self._sub, self._forward, self._past, self._base = (
            frozenset(self._alphabet.members(name)) for name in ("conj", "sub", "forward", "past", "base")
        )

    def _rule(self, head: str, body: str) -> _Rule:
        kind, _, topic = head.partition(" ")
        name = kind.rstrip("+?")
        if name not in (*get_args(get_args(Kind)[0]), *get_args(get_args(Kind)[1])):
            raise ValueError(f"not a kind: {kind}")
        return _Rule(
            cast("Kind", name), "+" in kind, "?" in kind, _topic(topic) if topic else None, self._alphabet.compile(body)
        )

    def _chars_of(self, words: Iterable[str]) -> str:
        return "".join(self._words.get(word, self._alphabet.other) for word in words)

    def has_cue(self, reading: Reading) -> bool:
        """Whether a word says what a sentence does, or a question mark, or an apostrophe that may hide such a word."""
        words = reading.words
        return not self._cues.isdisjoint(words) or "?" in words or "'" in reading.text or "’" in reading.text

    def sentences(self, reading: Reading, spans: list[Span]) -> list[list[Piece]]:
        return [self._pieces(sentence, reading) for sentence in self._cut(reading, spans)]

    def _cut(self, reading: Reading, spans: list[Span]) -> list[_Sentence]:
        sentences: list[_Sentence] = []
        chars: list[str] = []
        places: list[int] = []
        tokens, words, get = reading.tokens, reading.words, self._words.get
        valued = _valued(tokens, spans)
        for i, word in enumerate(words):
            found = self._value if i in valued else get(word)
            token = tokens[i]
            if found is None:
                if token.kind == "sign":
                    if word in _ENDS and self._ends(tokens, i):
                        _finish(sentences, chars, places, word == "?")
                        chars, places = [], []
                        continue
                    found = self._sign(tokens, i)
                else:
                    found = self._unknown(word)
            if len(found) == 1:
                chars.append(found)
                places.append(i)
            else:
                chars += found
                places += [i] * len(found)
        _finish(sentences, chars, places, False)
        return sentences

    def _ends(self, tokens: list[Token], i: int) -> bool:
        """Whether a sign ends a sentence: not the points of "p.m.", "a.b@c.d", "Dr. Who"."""
        if tokens[i].text != ".":
            return True
        if i + 1 < len(tokens) and (tokens[i + 1].glued or tokens[i + 1].text == "."):
            return tokens[i + 1].kind == "sign" and tokens[i + 1].text not in (".", "@", "…")
        if i >= 1 and i + 1 < len(tokens):
            if tokens[i - 1].text == ".":
                return False
            if tokens[i - 1].text in self._table.abbreviations:
                return False
            initial = len(tokens[i - 1].raw) == 1 and i >= 2 and tokens[i - 2].text == "." and tokens[i - 1].glued
            return not initial or tokens[i + 1].raw[:1].isupper()
        return True

    def _sign(self, tokens: list[Token], i: int) -> str:
        sign = tokens[i].text
        if sign == ".":
            return self._comma if i and tokens[i - 1].text == "." else ""
        if sign == "-" and tokens[i].glued:
            return ""
        return self._comma if sign in _JOINTS else ""

    def _unknown(self, word: str) -> str:
        if "'" not in word:
            return self._alphabet.other
        at = word.index("'")
        behind = at + 1 if self._table.cuts_behind_apostrophe else at
        head, tail = word[:behind], word[behind:]
        return self._words.get(head, self._alphabet.other) + self._words.get(tail, self._alphabet.other)

    def _pieces(self, sentence: _Sentence, reading: Reading) -> list[Piece]:
        chars = sentence.chars
        bounds = self._bounds(chars)
        pieces = [self._piece(sentence, lo, hi, reading, False) for lo, hi in bounds]
        if sentence.question:
            self._ask(sentence, bounds, pieces, reading)
        for i in range(1, len(pieces)):
            self._go_on(chars[bounds[i][0] : bounds[i][1]], pieces[i - 1], pieces[i])
        if self._ruled_out:
            self._rule_out(sentence, pieces, reading)
        return pieces

    def _bounds(self, chars: str) -> list[tuple[int, int]]:
        """The clauses: between commas, and where one begins without a comma."""
        cuts = {0, len(chars)}
        commas = set()
        for match in self._joint.finditer(chars):
            cuts.add(match.start())
            if match.end() > match.start():
                cuts.add(match.end())
                commas.add(match.start())
        return [(lo, hi) for lo, hi in pairwise(sorted(cuts)) if lo not in commas]

    def _piece(self, sentence: _Sentence, lo: int, hi: int, reading: Reading, question: bool) -> Piece:
        chars = sentence.chars[lo:hi]
        first = lo
        while first < hi - 1 and sentence.chars[first] in self._conj:
            first += 1
        tokens = reading.tokens
        piece = Piece(
            kind="fragment",
            start=tokens[sentence.places[first]].start,
            end=tokens[sentence.places[hi - 1]].end,
            asked=question,
            worded=not self._bare.issuperset(chars),
            forward=chars[0] in self._forward,
        )
        words = [reading.words[i] for i in dict.fromkeys(sentence.places[lo:hi])]
        mask = self._alphabet.mask(chars)
        rule, match = self._first(chars, mask, question)
        verb = ""
        if rule is not None and match is not None:
            piece.kind, piece.consent = rule.kind, rule.consent
            piece.topic = rule.topic
            verb = self._verb(sentence, reading, lo, match)
        for topic, pattern in self._phrases:
            if piece.topic is None and pattern.met(chars, mask):
                piece.topic = topic
        if piece.topic is None:
            piece.topic = self._topic_of(words, verb, piece)
        return piece

    def _first(self, chars: str, mask: int, question: bool) -> tuple[_Rule | None, re.Match[str] | None]:
        """The first rule that meets a piece."""
        for rule in self._rules:
            if rule.question and not question:
                continue
            for needed in rule.pattern.masks:
                if not mask & needed:
                    break
            else:
                match = rule.pattern.search.search(chars)
                if match is not None:
                    return rule, match
        return None, None

    def _verb(self, sentence: _Sentence, reading: Reading, lo: int, match: re.Match[str]) -> str:
        """The last word of the match that is a form of an action."""
        for i in range(lo + match.end() - 1, lo + match.start() - 1, -1):
            word = reading.words[sentence.places[i]]
            if word in self._verbal:
                return word
        return ""

    def _topic_of(self, words: list[str], verb: str, piece: Piece) -> Topic | None:
        weak = self._table.weak
        mine = self._topics.get(verb)
        if mine is not None and mine not in weak:
            return mine
        asks = piece.kind == "asked" and not piece.consent
        at = words.index(verb) if verb in words else 0
        found = self._noun(words[at:], asks) or self._noun(words, asks)
        if found is None or verb == "":
            # "would you like me to cancel the order": the action, then what it is done to
            for word in words:
                topic = self._topics.get(word)
                if topic is not None and topic not in weak and word not in self._nouns:
                    return topic
        if found is not None:
            return found
        return mine or next((self._topics[word] for word in words if word in self._topics), None)

    def _noun(self, words: list[str], asks: bool) -> Topic | None:
        """The topic of the first noun; of the last in a row ("order cancellation"). Who somebody is is a topic of questions only."""
        found: Topic | None = None
        for word in words:
            topic = self._nouns.get(word)
            if topic == "identify" and not asks:
                topic = None
            if topic is not None:
                found = topic
            elif found is not None:
                break
        return found

    def _ask(
        self, sentence: _Sentence, bounds: list[tuple[int, int]], pieces: list[Piece], reading: Reading
    ) -> None:
        """Give the question mark to the last piece that can bear it."""
        i = len(pieces) - 1
        lo, hi = bounds[i]
        last = self._piece(sentence, lo, hi, reading, True)
        while i > 0 and last.kind in ("fragment", "hypothetical", "correction"):
            i -= 1
            last = self._piece(sentence, *bounds[i], reading, True)
        claimed = last.kind
        valued = self._value in sentence.chars[bounds[i][0] :]
        if claimed in _AGREEING or (claimed == "refused" and not last.worded):
            last.kind, last.consent = "tag", True
        elif claimed == "hypothetical":
            last.asked = False
        elif claimed != "asked":
            last.kind = "asked"
            last.consent = valued or (last.topic is not None and claimed not in _DONE)
        pieces[i] = last
        if claimed != "asked":
            # "I've placed it, and sent it?" is one question
            for piece in pieces[:i]:
                if piece.kind in _DONE:
                    piece.kind = "asked"

    def _go_on(self, chars: str, before: Piece, piece: Piece) -> None:
        """ "... and refunded fifty dollars" after "I have not cancelled the order"."""
        at = 0
        while at < len(chars) - 1 and chars[at] in self._conj:
            at += 1
        if at == 0:
            return
        for form, verbs, kinds in (
            ("past", self._past, _GOES_ON["past"]),
            ("base", self._base, _GOES_ON["base"]),
        ):
            bare = piece.kind in ("fragment", "done", "undone") if form == "past" else piece.kind == "fragment"
            if bare and chars[at] in verbs and before.kind in kinds and (before.kind != "asked" or before.consent):
                undone = before.kind == "done" and piece.kind == "undone"
                piece.kind = piece.kind if undone else "done" if before.kind == "undone" else before.kind
                piece.consent = before.consent
                return

    def _rule_out(self, sentence: _Sentence, pieces: list[Piece], reading: Reading) -> None:
        mask = self._alphabet.mask(sentence.chars)
        for pattern in self._ruled_out:
            if not all(mask & needed for needed in pattern.masks):
                continue
            for match in pattern.search.finditer(sentence.chars):
                lo, hi = match.span(match.lastindex or 0)
                start = reading.tokens[sentence.places[lo]].start
                end = reading.tokens[sentence.places[hi - 1]].end
                owner = next((piece for piece in pieces if piece.start <= start < piece.end), pieces[-1])
                owner.ruled_out.append((start, end))


def _finish(sentences: list[_Sentence], chars: list[str], places: list[int], question: bool) -> None:
    if chars:
        sentences.append(_Sentence("".join(chars), places, question))
    elif question and sentences:
        sentences[-1].question = True


def _valued(tokens: list[Token], spans: list[Span]) -> set[int]:
    """The tokens that are part of a value."""
    found: set[int] = set()
    i = 0
    for span in spans:
        while i < len(tokens) and tokens[i].start < span.start:
            i += 1
        while i < len(tokens) and tokens[i].end <= span.end:
            found.add(i)
            i += 1
    return found


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]


def _split(line: str) -> tuple[str, str]:
    head, sign, body = line.partition(":")
    if not sign:
        raise ValueError(f"not a rule: {line!r}")
    return head.strip(), body.strip()


def _topic(name: str) -> Topic:
    if name not in get_args(Topic):
        raise ValueError(f"not a topic: {name!r}")
    return cast("Topic", name)

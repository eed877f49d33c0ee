"""What sentences do in Korean and Japanese: by the ending of the predicate, which stands last."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias, cast, get_args

from callproof.spoken.claiming.pieces import Kind, Piece, Topic, spans_in
from callproof.spoken.claiming.topics import WEAK, topic_named
from callproof.spoken.reading import Reading
from callproof.spoken.values import Span

# What an ending says. Those that are no kind of a piece depend on the verb before them:
# - past, not_past: done and not done, when an action is named
# - stands: how things stand, as "past", but not for what may have been so before ("the card is blocked")
# - will: promised, or announced when something is only looked up
# - cannot: refused, or not done when something is not found
# - asks: a question; asks for consent to a value
# - shall: asks for consent to an action
# - request: "please": to wait, to tell something, to go ahead, or to do something
# - going_on: "cancel and", with the tense of what follows
Ending: TypeAlias = Literal[
    "past",
    "not_past",
    "stands",
    "will",
    "cannot",
    "asks",
    "shall",
    "request",
    "going_on",
    "offered",
    "announced",
    "refused",
    "confirmed",
    "opener",
    "tag",
    "hypothetical",
    "reported",
    "unclear",
]
_FINALS = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
# です, 입니다
_LONGEST_COPULA = 3
_TAIL = 24
_REMEMBERED = 4096
_NO_WORDS = re.compile(r"[^\w]+|_")
_STATES: tuple[Topic, ...] = ("block", "activate", "open", "close", "register")
_DONE: tuple[Kind, ...] = ("done", "not_done", "undone")
_GOES_ON: tuple[Kind, ...] = ("done", "undone", "promised", "offered", "announced", "asked")


@dataclass(frozen=True, slots=True, kw_only=True)
class Endings:
    """Patterns are regular expressions; `{ㄹ}` stands for any Korean syllable that ends in that letter.

    `endings`: the longest that meets the end of a clause counts, of equals the first. They see a clause without spaces and signs.
    """

    endings: tuple[tuple[Ending, str], ...]
    # Clauses that are an answer as they are.
    whole: Mapping[str, str]
    # Where a clause ends inside a sentence; and a first word that is an answer of its own.
    joint: str
    answer: str
    # Words for a negated verb in front of it.
    negated: str
    # Words that ask for information.
    wh: str
    # What one is asked to tell, and to wait.
    tell: str
    wait: str
    # "That way, please": a request that agrees.
    ahead: str
    # What leaves something as it is; trouble; taking something back.
    keep: str
    trouble: str
    # "No, that is": a correction.
    corrects: str
    # What happens as a rule.
    generic: str
    # When something was done that is no act of this call.
    past_time: str
    undo: str
    # Actions that say what was done only together with a noun; other verbs claim nothing.
    light: str
    # Actions by topic; the last in a clause counts.
    topics: tuple[tuple[str, str], ...]
    # What stands behind a value that is ruled out, and behind the old value of a change.
    ruled_out: str
    changed_from: str


@dataclass(frozen=True, slots=True)
class _Clause:
    start: int
    end: int
    question: bool


class EndingGrammar:
    def __init__(self, table: Endings) -> None:
        self._kinds: list[Ending] = [kind for kind, _ in table.endings]
        unknown = set(self._kinds) - set(get_args(Ending))
        if unknown:
            raise ValueError(f"no such endings: {sorted(unknown)}")
        groups = "|".join(f"({_expanded(pattern)})" for _, pattern in table.endings)
        self._ending = re.compile(f"(?:{groups})$")
        self._whole = {
            word: cast("Kind", kind) for kind, words in table.whole.items() for word in words.split()
        }
        self._sentence = re.compile(r"[.](?=\s|$)|[。!！?？\n]+|[.]{2,}")
        self._joint = re.compile(_expanded(table.joint))
        self._answer = re.compile(_expanded(table.answer))
        self._negated, self._wh, self._tell = map(re.compile, (table.negated, table.wh, table.tell))
        self._wait, self._ahead, self._keep = map(re.compile, (table.wait, table.ahead, table.keep))
        self._trouble, self._undo, self._light = map(re.compile, (table.trouble, table.undo, table.light))
        self._generic = re.compile(table.generic)
        self._past_time, self._corrects = re.compile(table.past_time), re.compile(table.corrects)
        self._topics: list[Topic] = [topic_named(topic) for topic, _ in table.topics]
        self._topic = re.compile("|".join(f"({pattern})" for _, pattern in table.topics))
        self._ruled_out, self._changed_from = re.compile(table.ruled_out), re.compile(table.changed_from)
        # Sentences differ, their ends hardly.
        self._said = lru_cache(maxsize=_REMEMBERED)(self._say)

    def has_cue(self, reading: Reading) -> bool:
        """Every sentence has an ending; a single number has none."""
        return any(token.kind in ("sound", "word") for token in reading.tokens)

    def may_claim(self, text: str) -> bool:
        return True

    def may_ask(self, text: str) -> bool:
        return True

    def sentences(self, reading: Reading, spans: list[Span]) -> list[list[Piece]]:
        text = reading.text
        found: list[list[Piece]] = []
        for clauses in self._cut(text, spans):
            pieces = [self._piece(text, clause, spans) for clause in clauses]
            for i in range(len(pieces) - 2, -1, -1):
                self._go_on(pieces, clauses, i, text)
            if any(piece.kind == "reported" for piece in pieces):
                for piece in pieces:
                    if piece.kind in _DONE:
                        piece.kind = "unclear"
            if clauses[-1].question and pieces[-1].kind == "fragment" and len(pieces) > 1:
                last = self._piece(text, _Clause(clauses[-2].start, clauses[-1].end, True), spans)
                pieces[-2:] = [last]
            if clauses[-1].question and not self._is_question(text[clauses[-1].start : clauses[-1].end]):
                # "I've placed it and will send it?" is one question
                for piece in pieces:
                    piece.kind = "asked" if piece.kind in _DONE else piece.kind
            found.append(pieces)
        return found

    def _is_question(self, words: str) -> bool:
        """Whether a clause asks by its words, not only by the sign behind it."""
        stripped = _NO_WORDS.sub("", words)
        return self._end(stripped) in ("asks", "shall", "tag") or self._wh.search(stripped) is not None

    def _cut(self, text: str, spans: list[Span]) -> list[list[_Clause]]:
        """The clauses of each sentence; none ends inside a value."""
        inside = {at for span in spans for at in range(span.start + 1, span.end)}
        sentences: list[list[_Clause]] = []
        last = 0
        ends = [
            (match.start(), match.end(), "?" in match[0] or "？" in match[0])
            for match in self._sentence.finditer(text)
        ]
        for start, end, question in [*ends, (len(text), len(text), False)]:
            if start in inside:
                continue
            clauses = self._clauses(text, last, start, question, inside)
            if clauses:
                sentences.append(clauses)
            elif question and sentences:
                sentences[-1][-1] = _Clause(sentences[-1][-1].start, sentences[-1][-1].end, True)
            last = end
        return sentences

    def _clauses(self, text: str, lo: int, hi: int, question: bool, inside: set[int]) -> list[_Clause]:
        cuts = [lo]
        answer = self._answer.match(text, lo, hi)
        if answer is not None and answer.end() not in inside and lo not in inside:
            cuts.append(answer.end())
        cuts += [
            match.end() for match in self._joint.finditer(text, cuts[-1], hi) if match.end() not in inside
        ]
        cuts.append(hi)
        clauses = []
        for start, end in pairwise(cuts):
            words = _trimmed(text, start, end)
            if words is not None:
                clauses.append(words)
        if clauses and question:
            clauses[-1] = _Clause(clauses[-1].start, clauses[-1].end, True)
        return clauses

    def _piece(self, text: str, clause: _Clause, spans: list[Span]) -> Piece:
        words = text[clause.start : clause.end]
        mine = spans_in(spans, clause.start, clause.end)
        kind, consent, topic = self._said(words, clause.question, bool(mine))
        out = tuple(
            (span.start, span.end)
            for span in mine
            if self._ruled_out.match(text, span.end, clause.end)
            or (topic == "update" and self._changed_from.match(text, span.end, clause.end))
        )
        if out and kind in ("unclear", "fragment") and self._ruled_out.match(text, out[0][1], clause.end):
            kind = "correction"
        left = words
        for span in reversed(mine):
            left = left[: span.start - clause.start] + left[span.end - clause.start :]
        worded = len(_NO_WORDS.sub("", left)) > _LONGEST_COPULA
        if kind == "unclear" and mine and not worded:
            kind = "fragment"  # "15ドルです"
        return Piece(kind, clause.start, clause.end, consent, topic, worded=worded, ruled_out=out)

    def _go_on(self, pieces: list[Piece], clauses: list[_Clause], i: int, text: str) -> None:
        """A clause without a tense has that of the next one ("cancel and", "cancel, and")."""
        clause, piece, following = clauses[i], pieces[i], pieces[i + 1]
        ending = self._end(_NO_WORDS.sub("", text[clause.start : clause.end]))
        if ending == "going_on" and piece.topic is not None:
            piece.kind = following.kind if following.kind in _GOES_ON else "unclear"
            piece.consent = following.consent
            if piece.kind == "announced" and piece.topic not in WEAK:
                piece.kind = "unclear"

    def _end(self, stripped: str) -> Ending | None:
        match = self._ending.search(stripped[-_TAIL:])
        return self._kinds[match.lastindex - 1] if match is not None and match.lastindex else None

    def _say(self, words: str, question: bool, valued: bool) -> tuple[Kind, bool, Topic | None]:
        """What a clause does, whether it asks for consent, and about what."""
        stripped = _NO_WORDS.sub("", words).lower()
        topics = [self._topics[(found.lastindex or 1) - 1] for found in self._topic.finditer(stripped)]
        if len(topics) > 1 and topics[-1] == "confirm":
            topics.pop()
        # The verb stands last.
        topic = topics[-1] if topics else None
        whole = self._whole.get(stripped)
        if whole is not None:
            if question:
                agreeing = whole in ("confirmed", "opener", "tag", "refused")
                return ("tag" if agreeing else "asked"), agreeing, topic
            return whole, False, None if whole in ("confirmed", "refused", "opener", "praise") else topic
        ending = self._end(stripped)
        negated = self._negated.search(words) is not None
        kind, consent = self._kind(ending, stripped, topic, question, valued)
        if negated and kind in ("done", "promised", "offered"):
            kind = "not_done" if kind == "done" else "refused"
        if kind in ("done", "not_done", "promised", "unclear", "refused") and self._keep.search(stripped):
            return "not_done", False, "keep"
        if kind in ("unclear", "fragment") and self._corrects.search(stripped):
            kind = "correction"
        if kind == "done" and self._past_time.search(stripped):
            kind = "unclear"
        if kind in ("done", "promised", "announced") and self._generic.search(stripped):
            kind = "unclear"
        if kind == "done" and self._undo.search(stripped):
            kind = "undone"
        if topic == "identify" and (kind != "asked" or consent):
            topic = None
        return kind, consent, topic

    def _kind(
        self, ending: Ending | None, stripped: str, topic: Topic | None, question: bool, valued: bool
    ) -> tuple[Kind, bool]:
        asking = ending in ("asks", "shall", "tag")
        if question and ending not in ("hypothetical",) and not asking:
            if self._wh.search(stripped):
                return "asked", False
            if ending == "request":
                return "asked", bool(valued)
            if ending in ("confirmed", "opener"):
                return "tag", True
            claimed = ending in ("past", "not_past", "stands")
            if ending is None and topic is None and not valued:
                return "fragment", False
            return "asked", valued or (topic not in (None, "identify") and not claimed)
        match ending:
            case "asks" | "shall" | "tag":
                informs = self._wh.search(stripped) is not None
                acts = ending != "asks" and (topic != "identify" or valued)
                return "asked", not informs and (acts or valued)
            case "stands" if topic in _STATES:
                return "unclear", False
            case "past" | "stands":
                if self._trouble.search(stripped):
                    return "not_done", False
                acts = topic not in (None, "identify") or self._light.search(stripped) is not None
                return ("done" if acts or self._undo.search(stripped) else "unclear"), False
            case "not_past":
                acts = topic is not None or self._light.search(stripped) is not None
                return ("not_done" if acts or self._trouble.search(stripped) else "unclear"), False
            case "will":
                return ("announced" if topic == "check" or self._wait.search(stripped) else "promised"), False
            case "cannot":
                return ("not_done" if topic == "check" else "refused"), False
            case "request":
                return self._request(stripped, valued)
            case "going_on":
                return "fragment", False
            case None:
                return "fragment", False
            case _:
                return cast("Kind", ending), False

    def _request(self, stripped: str, valued: bool) -> tuple[Kind, bool]:
        if self._wait.search(stripped):
            return "announced", False
        if self._tell.search(stripped):
            return "asked", valued
        if self._ahead.search(stripped):
            return "confirmed", False
        return "unclear", False


def _trimmed(text: str, start: int, end: int) -> _Clause | None:
    """A clause without the spaces and signs around it."""
    while start < end and not (text[start].isalnum() or text[start] in "$€£¥₩#+"):
        start += 1
    while end > start and not (text[end - 1].isalnum() or text[end - 1] in "%€ー"):
        end -= 1
    return _Clause(start, end, False) if start < end else None


@lru_cache(maxsize=32)
def _syllables(final: str) -> str:
    """The Korean syllables that end in a letter."""
    index = _FINALS.index(final) + 1
    return "[" + "".join(chr(code) for code in range(0xAC00 + index, 0xD7A4, 28)) + "]"


def _expanded(pattern: str) -> str:
    return re.sub(r"\{([ㄱ-ㅎ])\}", lambda match: _syllables(match[1]), pattern)

"""The agent says the same sentence again and again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, NamedTuple

from callproof.evidence.call import Call, Utterance
from callproof.scoring.checks.reasons import NO_AGENT_WORDS
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.dialogue import Dialogue, audible, dialogue_of
from callproof.scoring.findings import Finding, Outcome, Severity
from callproof.scoring.quoting import quoted
from callproof.scoring.timing import Timing
from callproof.spoken.claims import agrees
from callproof.spoken.content import read_values
from callproof.spoken.phrases import is_line_check
from callproof.spoken.values import NEGATION

_SENTENCE = re.compile(r"[.!?…。！？\n]+(?:\s+|$)|[。！？]")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SYLLABLE = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
# Two written syllables or characters are about one word.
_SYLLABLES_A_WORD = 2
_SHORTEST_REASON = 3
# What is asked politely more than once in a call.
_POLITE = re.compile(
    r"\b(?:anything else|something else|else (?:i|we) can|still there|still on the line|algo más|algo mais|autre chose|sonst noch|"
    r"qualcos'altro|altro)\b|더 (?:필요|도와)|ほかに|他に",
    re.IGNORECASE,
)
# Said at every wait, at every bad news, at the beginning and the end: once more is courtesy, not a fault.
_COURTESY = re.compile(
    r"\b(?:(?:one|just a) (?:moment|second|minute)|hold on|bear with me|your patience|for (?:waiting|holding|calling)|sorry|apologi[sz]e|"
    r"(?:looking|look) (?:that|this|it) up|still (?:checking|looking|working)|let me (?:check|see|look|verify|confirm)|un momento|"
    r"einen (?:moment|augenblick)|un instant|um momento|disculpe|perd[oó]n|lo siento|entschuldigung|tut mir leid|désolée?|mi dispiace|"
    r"desculpe)\b|잠시만|죄송|少々お待ち|申し訳",
    re.IGNORECASE,
)
# A question for a value, and a caller who is still looking for it.
_WANTS_VALUE = re.compile(
    r"\b(?:number|code|date|birth|birthday|phone|when|how (?:many|much|old)|what time|which day|zip|amount|e-?mail|digits|year|"
    r"número|código|fecha|cuándo|cuántos|teléfono|nummer|datum|wann|geburtsdatum|wie viele?|numéro|date|quand|combien|numero|codice|"
    r"data|quando|quanti|quante|quantos|quantas)\b|번호|생년월일|언제|몇|番号|生年月日|いつ|何(?:時|名|人|日)",
    re.IGNORECASE,
)
_STALLS = re.compile(
    r"\b(?:hold on|hang on|one (?:moment|second|minute|sec)|just a (?:moment|second|minute|sec)|let me (?:see|look|check|find|get|think)|"
    r"give me a|wait|un momento|einen moment|moment mal|un instant|um momento|attendi|aspetti?|espere)\b|잠깐|잠시|ちょっと|少し待",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"\b(?:sorry|pardon|excuse me|what|repeat|again|once more|say that|didn'?t (?:hear|catch|get|understand)|did not (?:hear|catch|get)|"
    r"come again|huh|louder|speak up|slower|otra vez|repet\w*|répét\w*|répèt\w*|wiederhol\w*|noch ?mal|ripet\w*|come scusi|"
    r"cómo|como|wie bitte|comment|de nouveau|di nuovo|de novo|não (?:ouvi|entendi)|no (?:oí|entendí|escuché))\b"
    r"|다시|뭐라고|못 들|もう一度|もう一回|聞こえ|何(?:て|と)",
    re.IGNORECASE,
)

# One more thing, named behind an answer.
_ADDS = re.compile(
    r"\b(?:also|another|as well|too|plus|and (?:a|an|one|two|three|the (?:other|second)|then|for)|(?:the )?(?:second|other|next) one|también|"
    r"adem[áa]s|otr[oa]s?|y (?:un|una|otr[oa])|auch|außerdem|noch ein\w*|und (?:ein\w*|dann)|aussi|et (?:un|une|aussi)|encore (?:un|une)|anche|"
    r"e (?:un|una|anche|um|uma)|ancora un\w*|também|mais um\w*|outr[oa]s?)\b|하고|그리고|또 |도 하나|それと|あと|もう一つ|ともう",
    re.IGNORECASE,
)
_COMPLAINS = re.compile(
    r"\b(?:already|just (?:said|told|gave)|i (?:said|told|gave)|again|same|ya (?:lo )?(?:dije|he dicho)|schon gesagt|habe ich (?:doch|ja|bereits)|"
    r"déjà|gi[àa] dett\w*|já (?:disse|falei))\b|아까|방금|さっき|言いました",
    re.IGNORECASE,
)
_IDLE = frozenset(
    (
        "a", "an", "the", "uh", "um", "well", "please", "it's", "its", "that's", "is", "one", "i", "and", "for", "to", "of", "thanks", "okay", "ok",
        "por", "favor", "un", "una", "el", "la", "bitte", "der", "die", "das", "ein", "eine", "le", "il", "o", "s'il", "vous", "plaît",
    )
)  # fmt: skip
_LONGEST_ANSWER = 6
_COUNTS = re.compile(
    r"\b(?:how (?:many|much)|wie viele?|cu[aá]nt[oa]s|combien|quant[ieoa]s?)\b|몇 (?:개|명|분)|何(?:個|名|人)",
    re.IGNORECASE,
)


class _Said(NamedTuple):
    """A sentence in one of the agent's replies. `whole`: it was heard to its end; `asked`: the caller had asked for it again;
    `question`: it is one; `led_up_to`: with a reason in front, as in "That's too short. What is your number?"."""

    reply: int
    turn: Utterance
    text: str
    whole: bool
    asked: bool
    question: bool
    led_up_to: bool


@check
@dataclass(frozen=True, slots=True)
class RepeatedReply:
    """The agent says the same sentence in two replies in a row, or `times` times in a call, and nobody had asked it to.

    Short sentences (under `words` words) and polite questions ("anything else?") may come again; so may what was cut off.
    """

    id: ClassVar[str] = "repeated_reply"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    severity: Severity = "medium"
    words: int = 5
    times: int = 3

    def judge(self, call: Call, timing: Timing) -> Outcome:
        dialogue = dialogue_of(call)
        if not dialogue.agent:
            return NO_AGENT_WORDS
        if not _may_repeat(dialogue):
            return CLEAN
        said: dict[str, list[_Said]] = {}
        for item in _sentences(dialogue):
            said.setdefault(_plain(item.text), []).append(item)
        findings = [
            self._finding(items)
            for text, items in said.items()
            if len(items) > 1 and self._is_repeated(dialogue, text, items)
        ]
        return Outcome(tuple(findings)) if findings else CLEAN

    def _is_repeated(self, dialogue: Dialogue, text: str, items: list[_Said]) -> bool:
        if _length(text) < self.words or _POLITE.search(text):
            return False
        items = [
            items[0],
            *(
                again
                for before, again in pairwise(items)
                if not (_unanswered(dialogue, again) or _is_of_another(dialogue, before, again))
            ),
        ]
        unasked = [item for item in items[1:] if not item.asked]
        if len(unasked) + 1 >= self.times:
            return True
        if _COURTESY.search(text):
            return False
        return any(
            again.reply == before.reply + 1 and before.whole and not again.asked and not again.led_up_to
            for before, again in pairwise(items)
        )

    def _finding(self, items: list[_Said]) -> Finding:
        last = items[-1]
        times = "twice" if len(items) == 2 else f"{len(items)} times"
        return Finding(
            check=self.id,
            severity=self.severity,
            message=f"the agent said {quoted(last.text)} {times}, and nobody had asked it to",
            turn=last.turn.index,
            start_ms=last.turn.start_ms,
            end_ms=last.turn.end_ms,
            evidence={
                "sentence": last.text,
                "count": len(items),
                "turns": [item.turn.index for item in items],
                "events": sorted({seq for item in items for seq in item.turn.events[:1]}),
            },
        )


def _may_repeat(dialogue: Dialogue) -> bool:
    """A quick look: False only where no two sentences are alike."""
    seen: set[str] = set()
    for _, said in dialogue.agent:
        for sentence in said.shape.sentences:
            if sentence in seen:
                return True
            seen.add(sentence)
    return False


def _sentences(dialogue: Dialogue) -> Iterator[_Said]:
    """The sentences of the agent's replies; one said twice in one reply counts once."""
    for number, exchange in enumerate(dialogue.exchanges):
        asked = number > 0 and _asked(dialogue.exchanges[number - 1].caller)
        seen: set[str] = set()
        led_up_to = False
        for turn in exchange.agent:
            for sentence, sign in _cut(audible(turn)):
                text = sentence.strip()
                plain = _plain(text)
                if text and plain not in seen:
                    seen.add(plain)
                    question = "?" in sign or "？" in sign
                    yield _Said(number, turn, text, not turn.cut, asked, question, question and led_up_to)
                led_up_to = _length(text) >= _SHORTEST_REASON


def _cut(text: str) -> Iterator[tuple[str, str]]:
    """The sentences of a text, and the signs behind them."""
    start = 0
    for end in _SENTENCE.finditer(text):
        yield text[start : end.start()], end.group()
        start = end.end()
    yield text[start:], ""


def _unanswered(dialogue: Dialogue, item: _Said) -> bool:
    """Whether a question comes again because the caller is still looking, or told no number, date or code where one was asked for."""
    if not item.question or item.reply == 0:
        return False
    texts = [audible(turn) for turn in dialogue.exchanges[item.reply - 1].caller]
    if any(_STALLS.search(text) for text in texts):
        return True
    if not _WANTS_VALUE.search(item.text):
        return False
    return not any(
        span.readings - {NEGATION}
        for text in texts
        for span in read_values(text, language=dialogue.language_in(text), date=dialogue.day)
    )


def _is_of_another(dialogue: Dialogue, before: _Said, again: _Said) -> bool:
    """Whether a question comes again because it is about a second thing: the caller had named one more ("large, and also a salami
    pizza"), or gives another answer to it this time ("large", and then "small")."""
    if not again.question or again.reply == 0:
        return False
    first, between, now = (
        [audible(turn) for turn in dialogue.exchanges[reply].caller]
        for reply in (before.reply, again.reply - 1, again.reply)
    )
    if any(_ADDS.search(text) for text in between):
        return True
    if _WANTS_VALUE.search(again.text) and not _COUNTS.search(again.text):
        return False  # another number is the same number, told again
    told, tells = _answer(first), _answer(now)
    if not 0 < len(told) <= _LONGEST_ANSWER or not 0 < len(tells) <= _LONGEST_ANSWER or told & tells:
        return False
    if any(_COMPLAINS.search(text) for text in now):
        return False
    stand = _stand(dialogue, first)
    return stand is None or stand != _stand(dialogue, now)


def _answer(texts: list[str]) -> frozenset[str]:
    return frozenset(_WORD.findall(" ".join(texts).lower())) - _IDLE


def _stand(dialogue: Dialogue, texts: list[str]) -> bool | None:
    """Whether an answer says yes or no."""
    return next(
        (verdict for text in texts if (verdict := agrees(text, language=dialogue.language)) is not None), None
    )


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


def _asked(turns: tuple[Utterance, ...]) -> bool:
    """Whether the caller asked to hear it again, or whether anybody is there, or said nothing that can be read."""
    texts = [text for turn in turns if (text := audible(turn).strip())]
    return not texts or any(
        _AGAIN.search(text) or is_line_check(text) or text.rstrip().endswith(("?", "？")) for text in texts
    )


def _length(text: str) -> int:
    syllables = len(_SYLLABLE.findall(text))
    return syllables // _SYLLABLES_A_WORD if syllables else len(_WORD.findall(text))

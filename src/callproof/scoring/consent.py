"""What the caller agreed to: the agent's questions about an action, and the caller's answers to them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from callproof.evidence.call import Call, ToolCall, Utterance
from callproof.scoring.actions import (
    arguments_of,
    name_words,
    succeeded,
    topics_of,
)
from callproof.scoring.arguments import Datum
from callproof.scoring.dialogue import Clause, Dialogue, Exchange, audible, dialogue_of
from callproof.scoring.lexis import Lexis, lexis
from callproof.scoring.naming import asks_more_than_bare_words, named, partly_stated, rival, stated
from callproof.scoring.once import lazy, once_each
from callproof.scoring.replies import (
    chooses,
    is_beside,
    is_its_value,
    names_choice,
    only_hums,
    only_thanks,
    takes_it,
)
from callproof.spoken.claims import Topic, asks_for_errors, asks_whether_minded, permits
from callproof.spoken.content import says
from callproof.spoken.phrases import is_backchannel
from callproof.spoken.values import Span

# confirmed: the caller agreed. against: the caller said no, or another value. unheard: the answer has no text.
Verdict: TypeAlias = Literal["confirmed", "against", "unheard"]

_SHORTEST_WORD = 3
_OFFERS = frozenset(("promised", "offered", "announced"))
_SETTLED = frozenset(("done", "not_done", "undone", "refused"))
_PAID: frozenset[Topic] = frozenset({"pay", "charge", "order"})
_BACK = re.compile(
    r"\b(?:back|refund\w*|return\w*|reimburs\w*|credit\w*|devol\w*|reembols\w*|erstatt\w*|zurück\w*|rembours\w*|rimbors\w*)\b|환불|返金",
    re.IGNORECASE,
)
# Actions on something that is there already, which its number only names.
_ON_WHAT_IS_THERE: frozenset[Topic] = frozenset(
    {"cancel", "refund", "return", "block", "close", "remove", "undo", "waive", "replace"}
)
_THINGS: frozenset[Topic] = frozenset({"order", "book", "pay", "charge", "send"})
# What one looks up first: "is it okay if I check your account?" asks for no more than that.
_RECORDS = re.compile(
    r"\b(?:accounts?|profile|files?|records?|orders?|system|status|details|availability|konto|bestellung|cuenta|pedido|compte|commande|"
    r"conta|conto|ordine)\b|계정|계좌|アカウント",
    re.IGNORECASE,
)
_SAY_LITTLE: frozenset[Topic] = frozenset({"confirm", "check"})


class Answer(NamedTuple):
    """How the caller answered to an action. `instead` is the value that the caller gave in the place of `datum`."""

    verdict: Verdict
    question: tuple[Utterance, ...]
    reply: tuple[Utterance, ...]
    datum: Datum | None = None
    instead: Span | None = None


class Block:
    """An exchange as far as it was over at some moment, with what the agent's words in it do."""

    def __init__(self, dialogue: Dialogue, number: int, exchange: Exchange) -> None:
        self.dialogue = dialogue
        self.number = number
        self.exchange = exchange

    @lazy
    def told(self) -> list[Lexis]:
        return self.dialogue.words_of(self.exchange.agent)

    @lazy
    def replied(self) -> list[Lexis]:
        return self.dialogue.words_of(self.exchange.caller)

    @lazy
    def text(self) -> str:
        return _joined(self.told)

    @lazy
    def reply(self) -> str:
        return _joined(self.replied)

    @lazy
    def replies_valueless(self) -> bool:
        """Whether the caller's part certainly names no value but perhaps an address."""
        return self.dialogue.language == "en" and False not in [
            said.shape.is_valueless for said in self.replied
        ]

    @lazy
    def clauses(self) -> list[Clause]:
        clauses_in = self.dialogue.clauses_in
        return [clause for said in self.told for clause in clauses_in(said)]

    @lazy
    def asks(self) -> bool:
        told, dialogue = self.told, self.dialogue
        may_ask = [said for said in told if dialogue.may_ask(said)]
        # What may ask for agreement mostly asks; the rest need not be read then.
        return bool(may_ask) and (any(map(dialogue.asks, may_ask)) or any(map(dialogue.asks, told)))

    @lazy
    def consents(self) -> list[Clause]:
        """The clauses that ask for agreement."""
        if not self.asks:
            return []
        consents_in, told = self.dialogue.consents_in, self.told
        if len(told) == 1:
            return consents_in(told[0])
        return [clause for said in told for clause in consents_in(said)]

    @lazy
    def agreed(self) -> bool | None:
        """Whether the caller said yes or no; the last word counts."""
        verdict: bool | None = None
        for said in self.replied:
            answer = (
                permits(said.text, language=self.dialogue.language_in_words(said))
                if self.asks_for_no
                else self.dialogue.agreement(said)
            )
            verdict = verdict if answer is None else answer
        return True if verdict is None and only_thanks(self.reply) else verdict

    @lazy
    def asks_for_errors(self) -> bool:
        """ "Did I get anything wrong?", and nothing else."""
        asked = (
            [clause.text for clause in self.clauses if clause.act == "asked"]
            if self.asks and not self.consents
            else []
        )
        return bool(asked) and all(map(asks_for_errors, asked))

    @lazy
    def asks_for_no(self) -> bool:
        """Whether a "no" agrees: "do you mind if I cancel it?"."""
        if self.consents:
            return asks_whether_minded(self.consents[-1].text)
        return self.asks_for_errors

    @lazy
    def hums(self) -> bool:
        return only_hums(self.reply)

    @lazy
    def only_listening(self) -> bool:
        """The caller's part is a mere "mm-hm"."""
        return bool(self.exchange.caller) and all(is_backchannel(audible(u)) for u in self.exchange.caller)


def _joined(parts: Sequence[Lexis]) -> str:
    return parts[0].text if len(parts) == 1 else "\n".join([said.text for said in parts])


class Consents:
    """The exchanges of a call, and how the caller answered to each action."""

    def __init__(self, call: Call) -> None:
        self.dialogue = dialogue_of(call)
        self._answers: dict[str, Answer | None] = {}
        self._blocks: dict[int, Block] = {}

    def answer(self, tool: ToolCall) -> Answer | None:
        """The caller's last answer to an action before it was carried out; None when the agent did not ask about it."""
        if tool.id not in self._answers:
            self._answers[tool.id] = self._answer(tool)
        return self._answers[tool.id]

    def block(self, number: int) -> Block:
        """A whole exchange, by its number."""
        found = self._blocks.get(number)
        if found is None:
            found = self._blocks[number] = Block(self.dialogue, number, self.dialogue.exchange(number))
        return found

    def blocks_before(self, tool: ToolCall) -> Iterator[Block]:
        """The exchanges up to an action that the caller spoke in, from the last one back: what the agent had begun to say, and what
        the caller had said in full."""
        begun, ended, all_begun, all_ended = self.dialogue.heard_by(tool)
        starts, utterances = self.dialogue.exchange_starts, self.dialogue.call.utterances
        # All exchanges before that one were over.
        number = max(bisect_right(starts, min(all_begun, all_ended)) - 1, 0)
        while number < len(starts):
            end = starts[number + 1] if number + 1 < len(starts) else len(utterances)
            turns = utterances[starts[number] : end]
            replied = tuple([u for u in turns if u.speaker == "caller" and ended[u.index]])
            if not replied:
                break
            agent, caller = self.block(number).exchange
            asked = tuple([u for u in agent if begun[u.index]])
            if len(asked) < len(agent) or len(replied) < len(caller):
                yield Block(self.dialogue, number, Exchange(asked, replied))
                break
            number += 1
        while number:
            number -= 1
            block = self.block(number)
            if block.exchange.caller:
                yield block

    def _answer(self, tool: ToolCall) -> Answer | None:
        action = _Action(self, tool)
        stopped: Answer | None = None
        agreed_later: Block | None = None
        # From the last one back: the last answer counts, and is mostly the only one that has to be read.
        for block in self.blocks_before(tool):
            if block.asks:
                given = action.answered(block)
                if given is None and agreed_later is not None and action.is_asked(block):
                    # "Shall I?" – "How long does it take?" – "Five days." – "Okay, go ahead."
                    given = Answer("confirmed", block.exchange.agent, agreed_later.exchange.caller)
                if given is not None and given.verdict == "confirmed" and self._is_used_up(tool, block):
                    given = None
                if given is not None:
                    return stopped if stopped is not None and given.verdict == "confirmed" else given
                agreed_later = None
                continue
            told = action.told(block)
            if told is not None:
                return stopped if stopped is not None and told.verdict == "confirmed" else told
            if stopped is None and block.agreed is False:
                # "Yes." – "One moment." – "No, wait, stop."
                stopped = Answer("against", block.exchange.agent, block.exchange.caller)
            elif agreed_later is None and block.agreed and not block.hums:
                agreed_later = block
        return None

    def _is_used_up(self, tool: ToolCall, block: Block) -> bool:
        """Whether the question was about an earlier action of the kind: "fifteen for the pizza, right?", and after the pizza's refund and a
        new turn of the caller's, fifteen for the wine. A question that names what is new was about both."""
        for other in self.dialogue.call.tool_calls:
            if other is tool:
                return False
            if other.name != tool.name or not succeeded(other):
                continue
            new = set(arguments_of(tool)) - set(arguments_of(other))
            now, then = self.dialogue.heard_by(tool).begun, self.dialogue.heard_by(other).begun
            spoke_again = any(now[turn.index] and not then[turn.index] for turn, _ in self.dialogue.caller)
            if not new or not spoke_again or not _is_answer_to(self.answer(other), block):
                continue
            if not any(
                says(
                    block.text,
                    leaf.value,
                    language=self.dialogue.language_in(block.text),
                    date=self.dialogue.day,
                )
                for leaf in new
            ):
                return True
        return False


def _is_answer_to(answer: Answer | None, block: Block) -> bool:
    return answer is not None and answer.question[:1] == block.exchange.agent[:1]


class _Action:
    """An action in the eyes of a question: what it is about, and which values it used."""

    def __init__(self, consents: Consents, tool: ToolCall) -> None:
        self._consents = consents
        self._dialogue = consents.dialogue
        self._tool = tool
        self._topics = _deeds(tool.name)
        self._data = self._dialogue.data(tool)

    @lazy
    def _name(self) -> frozenset[str]:
        return frozenset(name_words(self._tool.name))

    @lazy
    def _texts(self) -> tuple[str, ...]:
        kept = {datum.value for datum in self._data}
        return tuple(
            leaf.value
            for leaf in arguments_of(self._tool)
            if isinstance(leaf.value, str) and leaf.value not in kept and len(leaf.value) >= _SHORTEST_WORD
        )

    def _before(self, block: Block) -> Block | None:
        return self._consents.block(block.number - 1) if block.number else None

    def _in_reply(self, block: Block) -> Sequence[Datum]:
        """The data that the caller's reply may name, or give another value in the place of."""
        if not block.reply:
            return ()
        if not block.replies_valueless:
            return self._data
        return [datum for datum in self._data if asks_more_than_bare_words(datum)]

    def answered(self, block: Block) -> Answer | None:
        reply = block.reply
        asked = block.exchange.agent
        if not block.consents:
            if block.asks_for_errors:
                return self.told(block)
            chosen = self._chosen(block) or self._chosen_by_name(block)
            return Answer("confirmed", asked, block.exchange.caller) if chosen else None
        in_reply = self._in_reply(block)
        stated_now = [datum for datum in in_reply if self._states(reply, datum)]
        about = self._about(block)
        told_apart = [datum for datum in stated_now if not self._identifies(datum)]
        if about == "other value" and told_apart and self._settled(block, stated_now):
            # "Fifty, right?" – "No, fifteen." and fifteen it was.
            return Answer("confirmed", asked, block.exchange.caller)
        if about in ("other value", "no"):
            return None
        if not reply:
            return Answer("unheard", asked, block.exchange.caller)
        for datum in in_reply:
            if datum in stated_now:
                continue
            other = self._instead(block, datum)
            if other is not None and (about == "generic" or self._asked_for(block, datum)):
                return Answer("against", asked, block.exchange.caller, datum, other)
            if self._names(reply, datum):
                return Answer("against", asked, block.exchange.caller, datum)
        if stated_now or block.agreed or (block.agreed is None and takes_it(reply, self._name)):
            return Answer("confirmed", asked, block.exchange.caller)
        if block.agreed is False and self._chosen_by_name(block):
            return Answer("confirmed", asked, block.exchange.caller)
        return Answer("against", asked, block.exchange.caller) if block.agreed is False else None

    def _names(self, words: str, datum: Datum) -> bool:
        """Without the day of the call nobody can tell which Friday is meant; one that fits will do."""
        verdict = named(self._dialogue, words, datum)
        return verdict is True or (verdict is None and datum.kind in ("date", "moment"))

    def _states(self, words: str, datum: Datum) -> bool:
        verdict = stated(self._dialogue, words, datum)
        return verdict is True or (verdict is None and datum.kind in ("date", "moment"))

    def is_asked(self, block: Block) -> bool:
        return bool(block.consents) and self._about(block) in ("this", "generic")

    def told(self, block: Block) -> Answer | None:
        """ "So fifteen dollars back to your card." – "Yes, please.": a statement of what is to be done, and the answer to it; a choice of
        what was offered."""
        asked, replied = block.exchange.agent, block.exchange.caller
        if not block.text or not block.reply:
            return None
        if self._chosen(block):
            return Answer("confirmed", asked, replied)
        if block.agreed is None or block.hums or not self._is_told(block):
            return None
        if block.agreed:
            return Answer("confirmed", asked, replied)
        datum, other = next(
            (
                (datum, other)
                for datum in self._data
                if (other := rival(self._dialogue, block.reply, datum, self._data)) is not None
            ),
            (None, None),
        )
        return Answer("against", asked, replied, datum, other)

    def _is_told(self, block: Block) -> bool:
        """Whether a statement says what is to be done."""
        amounts = [datum for datum in self._data if datum.kind == "amount"]
        if not all(self._names(block.text, datum) for datum in amounts):
            return False
        if any(clause.act in _SETTLED for clause in block.clauses) or self._contradicted(block.text):
            return False
        if amounts:
            return not self._of_another_deed(block.text, _topics(block.clauses))
        # An order number is told to find the order.
        if any(
            self._names(block.text, datum)
            for datum in self._data
            if datum.kind not in ("code", "phone", "email")
        ):
            return True
        topics = _topics(clause for clause in block.clauses if clause.act in _OFFERS)
        # "It is 118 euros a night." – "That is fine. Please book it."
        topics |= _topics(self._dialogue.clauses_in(lexis(block.reply)))
        return not self._topics.isdisjoint(topics)

    def _of_another_deed(self, words: str, topics: Collection[Topic]) -> bool:
        """ "You paid fifteen dollars, right?" asks for no refund of it."""
        return (
            "refund" in self._topics
            and not _PAID.isdisjoint(topics)
            and "refund" not in topics
            and _BACK.search(words) is None
        )

    def _chosen(self, block: Block) -> bool:
        """ "Thursday at ten or Friday at three?" – "Thursday at ten", "Thursday", or "the first one"."""
        reply = block.reply
        if not reply:
            return False
        any_of = chooses(reply)
        return any(
            self._names(block.text, datum) and (any_of or partly_stated(self._dialogue, reply, datum))
            for datum in self._data
            if (datum.kind != "amount" or block.asks) and not self._identifies(datum)
        )

    def _chosen_by_name(self, block: Block) -> bool:
        """ "A refund of fifty, or a voucher?" – "The refund, please."."""
        asked, replied = lexis(block.text).words, lexis(block.reply).words
        return names_choice(asked, replied, self._name)

    def _settled(self, block: Block, stated_now: Sequence[Datum]) -> bool:
        """Whether the caller gave every value that the question had otherwise."""
        return all(
            datum in stated_now or rival(self._dialogue, block.text, datum, self._data) is None
            for datum in self._data
        )

    def _instead(self, block: Block, datum: Datum) -> Span | None:
        """The value that the caller gave in the place of one; "yes, and the other one was twenty" gives none."""
        other = rival(self._dialogue, block.reply, datum, self._data)
        if other is not None and block.agreed and is_beside(block.reply[: other.start]):
            return None
        if other is not None and block.agreed and datum.kind == "amount" and not _is_money(other):
            return other if is_its_value(block.reply, other.start, other.end) else None
        return other

    def _asked_for(self, block: Block, datum: Datum) -> bool:
        """Whether the question gave this value, or none of its kind."""
        return rival(self._dialogue, block.text, datum, self._data) is None

    def _about(self, block: Block) -> Literal["this", "generic", "other value", "no"]:
        """Whether a question for agreement is about this action.

        It names a value that the action used, or the action, and no other value in the place of one. "Shall I go ahead?" is about
        what was said before it; where nothing is named there either ("generic"), about what the caller had asked for.
        """
        words = "\n".join([clause.text for clause in block.consents])
        topics = _topics(block.consents)
        bare = not topics and True not in [
            clause.has_values or (clause.topic == "check" and _RECORDS.search(clause.text) is not None)
            for clause in block.consents
        ]
        if bare:
            words = block.text
            before = self._before(block)
            if before is not None and before.only_listening:
                words = f"{before.text}\n{words}"
            topics = _topics(block.clauses)
        if self._contradicted(block.text if topics else words):
            return "other value"
        if self._of_another_deed(words, topics):
            return "no"
        if self._meets(words, topics):
            return "this"
        if self._is_read_back(block, words):
            return "this"
        if self._promised_before(block, same_sentence=bool(topics)):
            # "I'll refund fifty dollars, it takes five days. Is that okay?"
            return "other value" if self._contradicted(block.text) else "this"
        return "generic" if bare and not topics else "no"

    def _promised_before(self, block: Block, *, same_sentence: bool) -> bool:
        """Whether the clause before the question offers or promises this action: "I'll refund fifteen and cancel the order, okay?"."""
        offers = [
            clause
            for clause, after in pairwise(block.clauses)
            if after.asks_consent
            and clause.act in _OFFERS
            and not (same_sentence and _is_sentence_end(block.text, clause.text))
        ]
        words = "\n".join(clause.text for clause in offers)
        return bool(offers) and self._meets(words if same_sentence else block.text, _topics(offers))

    def _meets(self, words: str, topics: Collection[Topic]) -> bool:
        if not self._topics.isdisjoint(topics):
            return True
        # Where money moves, the amount has to be named: "are you calling about order 4821?" asks for no refund.
        amounts = [datum for datum in self._data if datum.kind == "amount"]
        for datum in amounts or self._data:
            if not self._identifies(datum) and self._names(words, datum):
                return True
        language = self._dialogue.language_in(words)
        if not amounts and any(
            says(words, text, language=language, date=self._dialogue.day) or _holds(words, text)
            for text in self._texts
        ):
            return True
        # A tool without a telling name and without data may be anything that is asked.
        return not self._topics and not self._data and not self._texts

    def _identifies(self, datum: Datum) -> bool:
        """Whether a value only says of what the action is: "order 4821, right?" asks for no cancellation of it."""
        return datum.kind == "code" and not _ON_WHAT_IS_THERE.isdisjoint(self._topics)

    def _is_read_back(self, block: Block, words: str) -> bool:
        """ "I can cancel that for you. It's order 4821, right?", and "order 4821?" – "yes, please cancel it"."""
        if not any(self._identifies(datum) and self._names(words, datum) for datum in self._data):
            return False
        offers = _topics(clause for clause in block.clauses if clause.act in _OFFERS)
        if not self._topics.isdisjoint(offers):
            return True
        # "Cancel EM123?" – "No, EM456." – "EM456, right?"
        before = self._before(block)
        if before is not None and not self._topics.isdisjoint(_topics(before.consents)):
            return True
        return bool(block.agreed) and not self._topics.isdisjoint(
            _topics(self._dialogue.clauses_in(lexis(block.reply)))
        )

    def _contradicted(self, words: str) -> bool:
        for datum in self._data:  # noqa: SIM110 - a generator would take twice as long
            if rival(self._dialogue, words, datum, self._data) is not None:
                return True
        return False


@lru_cache(maxsize=1024)
def _deeds(name: str) -> frozenset[Topic]:
    """What a tool does: cancel_order cancels; the order in its name is a thing, and "order 4821, right?" speaks of that."""
    topics = topics_of(name)
    if topics.isdisjoint(_ON_WHAT_IS_THERE) or not {"and", "or", "then"}.isdisjoint(name_words(name)):
        return topics
    return topics - _THINGS


def _is_sentence_end(text: str, clause: str) -> bool:
    """Whether a sentence ends behind a clause."""
    behind = text[text.find(clause) + len(clause) :].lstrip()
    return behind[:1] in (".", "!", "?", "。", "！", "？")


def _is_money(span: Span) -> bool:
    """A value with a currency; "seven" alone may be seven of anything."""
    return any(value.kind == "money" for value in span.readings) and not any(
        value.kind == "number" for value in span.readings
    )


def _holds(words: str, text: str) -> bool:
    """Whether most words of a text of several words stand in others: "twelve Mill Lane" for "12 Mill Lane"."""
    wanted = {word for word in lexis(text).words if word.isalpha()}
    found = wanted & lexis(words).words
    # "Apt" may be "apartment".
    return len(found) > 1 and len(found) * 3 >= len(wanted) * 2


def _topics(clauses: Iterable[Clause]) -> frozenset[Topic]:
    return frozenset(
        [clause.topic for clause in clauses if clause.topic is not None and clause.topic not in _SAY_LITTLE]
    )


@once_each
def consents_of(call: Call) -> Consents:
    return Consents(call)

"""What the scripted caller says when the script has no line for it: answers to the agent's questions.

The script holds what makes the scenario. Any agent asks in its own way for a number, for a confirmation, for anything else; the
caller answers with what they want at that time, and never brings anything up by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from callproof.scenario.model import Scenario
from callproof.scenario.worlds import Json
from callproof.spoken.claims import Claim, asks_whether_minded, claims
from callproof.spoken.content import readings_of, says
from callproof.spoken.language import LanguageCode
from callproof.spoken.phrases import asks_to_repeat, is_farewell
from callproof.spoken.values import Value, agree

_REPEATS = 3
_NAME = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Words:
    """The caller's stock replies in one language. `{}` takes a value. `go_ahead` and `minds` answer "do you mind if I …?", to which a
    "no" is a yes."""

    yes: str
    no: str
    go_ahead: str
    minds: str
    it_is: str
    nothing_else: str
    leave_it: str
    bye: str
    more: tuple[str, ...]


_WORDS: Mapping[str, Words] = {
    "en": Words(
        "Yes, please.",
        "No, {}.",
        "No, go ahead.",
        "Yes, I do mind: {}.",
        "It's {}.",
        "No, that's all, thank you.",
        "No, please leave it as it is.",
        "Thank you, goodbye.",
        ("anything else", "something else"),
    ),
    "es": Words(
        "Sí, por favor.",
        "No, {}.",
        "No, adelante.",
        "Sí, me importa: {}.",
        "Es {}.",
        "No, eso es todo, gracias.",
        "No, déjelo como está.",
        "Gracias, adiós.",
        ("algo más", "alguna otra cosa"),
    ),
    "de": Words(
        "Ja, bitte.",
        "Nein, {}.",
        "Nein, machen Sie nur.",
        "Ja, das stört mich: {}.",
        "Das ist {}.",
        "Nein, das ist alles, danke.",
        "Nein, lassen Sie es bitte so.",
        "Danke, auf Wiederhören.",
        ("sonst noch etwas", "noch etwas", "sonst etwas"),
    ),
    "fr": Words(
        "Oui, s'il vous plaît.",
        "Non, {}.",
        "Non, allez-y.",
        "Oui, ça me dérange : {}.",
        "C'est {}.",
        "Non, c'est tout, merci.",
        "Non, laissez comme c'est.",
        "Merci, au revoir.",
        ("autre chose",),
    ),
    "pt": Words(
        "Sim, por favor.",
        "Não, {}.",
        "Não, pode fazer.",
        "Sim, eu me importo: {}.",
        "É {}.",
        "Não, é só isso, obrigado.",
        "Não, deixe como está.",
        "Obrigado, tchau.",
        ("mais alguma coisa", "algo mais"),
    ),
    "it": Words(
        "Sì, per favore.",
        "No, {}.",
        "No, faccia pure.",
        "Sì, mi dispiace: {}.",
        "È {}.",
        "No, è tutto, grazie.",
        "No, lasci così.",
        "Grazie, arrivederci.",
        ("altro", "qualcos'altro"),
    ),
    "ko": Words(
        "네, 부탁드립니다.",
        "아니요, {}.",
        "아니요, 그렇게 해 주세요.",
        "아니요, {}.",
        "{}입니다.",
        "아니요, 괜찮습니다. 감사합니다.",
        "아니요, 그대로 두세요.",
        "감사합니다. 안녕히 계세요.",
        ("더 필요하신", "다른 도움", "더 도와"),
    ),
    "ja": Words(
        "はい、お願いします。",
        "いいえ、{}です。",
        "はい、お願いします。",
        "いいえ、{}です。",
        "{}です。",
        "いいえ、以上です。ありがとうございます。",
        "いいえ、そのままにしてください。",
        "ありがとうございました。失礼します。",
        ("他に", "ほかに"),
    ),
}


def stock_replies(language: str) -> list[str]:
    """What the caller may have to say in any call."""
    words = _WORDS.get(language, _WORDS["en"])
    return [words.yes, words.go_ahead, words.nothing_else, words.leave_it, words.bye]


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    hangs_up: bool = False


class ScriptedCaller:
    """`wanted` is what the caller wants now: the arguments of every goal asked for, None for one that was taken back."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._language: LanguageCode = scenario.persona.language  # type: ignore[assignment]
        self._words = _WORDS.get(scenario.persona.language, _WORDS["en"])
        self._today = date.fromisoformat(scenario.today)
        self._once_wanted: list[tuple[str, str, Json]] = []
        self._repeated = 0

    def wants(self, goal: str, arguments: Mapping[str, Json]) -> None:
        """Remembers values, to notice when the agent asks with an old one."""
        self._once_wanted.extend((goal, name, value) for name, value in arguments.items())

    def reply(self, agent_text: str, wanted: Mapping[str, Mapping[str, Json] | None]) -> Reply | None:
        """The answer to a turn of the agent's; None when there is nothing to answer."""
        asked = [claim for claim in self._claims(agent_text) if claim.act in {"asked", "offered"}]
        if asked and self._asks_for_more(agent_text, asked[-1]):
            return Reply(self._words.nothing_else)
        if is_farewell(agent_text.strip()):
            return Reply(self._words.bye, hangs_up=True)
        current = {goal: arguments for goal, arguments in wanted.items() if arguments is not None}
        if current and not (asked and asked[-1].asks_consent) and asks_to_repeat(agent_text):
            return self._again(current)
        if not asked or not wanted:
            return None
        last = asked[-1]
        if last.asks_consent:
            return Reply(self._consent(agent_text, last, current))
        return self._value_asked(last.text, current)

    def acknowledges(self, agent_text: str, wanted: Mapping[str, Mapping[str, Json] | None]) -> Reply | None:
        """The answer to an agent that has read something back and now waits: its voice may have asked where its words did not."""
        current = {goal: arguments for goal, arguments in wanted.items() if arguments is not None}
        claimed = self._claims(agent_text)
        if not claimed or any(claim.act in {"done", "not_done", "undone"} for claim in claimed):
            return None
        values = [value for arguments in current.values() for value in arguments.values()]
        if not any(self._says(claimed[-1].text, value) for value in values):
            return None
        return Reply(self._consent(agent_text, claimed[-1], current))

    def _asks_for_more(self, text: str, last: Claim) -> bool:
        """Whether the last question is "anything else?": one that came before a read-back is not what waits for an answer."""
        at = max(text.lower().rfind(more) for more in self._words.more)
        return at >= 0 and not (last.asks_consent and last.values and at < last.start)

    def _claims(self, text: str) -> tuple[Claim, ...]:
        return claims(text, language=self._language, date=self._today)

    def _consent(self, text: str, claim: Claim, wanted: Mapping[str, Mapping[str, Json]]) -> str:
        if not wanted:
            return self._words.leave_it
        minded = asks_whether_minded(claim.text)
        yes, no = (self._words.go_ahead, self._words.minds) if minded else (self._words.yes, self._words.no)
        for goal, name, value in self._once_wanted:
            now = wanted.get(goal, {}).get(name)
            if now is None or now == value or not self._says(text, value) or self._says(text, now):
                continue
            return no.format(self._spoken(name, now))
        named = [(name, value) for arguments in wanted.values() for name, value in arguments.items()]
        right = frozenset(reading for _, value in named for reading in self._readings(value))
        if any(not _agrees(span.readings, right) for span in claim.values):
            # It names something that the caller does not want, in the place of what it leaves out.
            missing = [(name, value) for name, value in named if not self._says(text, value)]
            if missing:
                return no.format(", ".join(self._spoken(name, value) for name, value in missing))
        return yes

    def _value_asked(self, question: str, wanted: Mapping[str, Mapping[str, Json]]) -> Reply | None:
        words = set(_NAME.findall(question.lower()))
        best, most = None, 0
        told = None
        for goal, arguments in wanted.items():
            tool = self._scenario.world.tools[self._scenario.goals[goal].tool]
            for name, value in arguments.items():
                if self._says(question, value):
                    # "What can I do for order 6554?" asks for no order number.
                    told = goal
                    continue
                parameter = tool.parameters.get(name)
                about = f"{name.replace('_', ' ')} {parameter.description if parameter else ''}".lower()
                common = len(words & set(_NAME.findall(about)) - _EMPTY)
                if common > most:
                    best, most = value, common
        if best is not None:
            return Reply(self._words.it_is.format(best))
        if "name" in words:
            return Reply(self._words.it_is.format(self._scenario.persona.name))
        return None if told is None else self._request(told, wanted[told])

    def _again(self, wanted: Mapping[str, Mapping[str, Json]]) -> Reply | None:
        """For an agent that has not understood; whoever never does is not told for ever."""
        if self._repeated == _REPEATS:
            return None
        self._repeated += 1
        goal = list(wanted)[-1]
        return self._request(goal, wanted[goal])

    def _request(self, goal: str, arguments: Mapping[str, Json]) -> Reply | None:
        """What was asked for in the beginning, with the values of now."""
        line = next((line for line in self._scenario.script if line.request == goal and line.say), None)
        return None if line is None or line.say is None else Reply(line.say.format(**arguments))

    def _readings(self, value: Json) -> frozenset[Value]:
        return readings_of(value, language=self._language, date=self._today)

    def _says(self, text: str, value: Json) -> bool:
        return says(text, value, language=self._language, date=self._today) is True

    def _spoken(self, name: str, value: Json) -> str:
        return f"{name.replace('_', ' ')} {value}" if self._language == "en" else str(value)


def _agrees(readings: frozenset[Value], right: frozenset[Value]) -> bool:
    return any(agree(one, other) for one in readings for other in right)


_EMPTY = frozenset(
    ("the", "of", "a", "an", "to", "is", "it", "in", "as", "for", "and", "or", "what", "you", "your")
)

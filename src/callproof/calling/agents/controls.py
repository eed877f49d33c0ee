"""Agents that must not pass: whoever does nothing, lies, or does too much. They show that the judge looks at the work."""

from __future__ import annotations

from callproof.calling.agent import CallerSaid, Json, Session, ToolError
from callproof.calling.agents import wording
from callproof.calling.agents.conversation import Conversation
from callproof.calling.agents.execution import PREPARATION_MS, Hands
from callproof.calling.agents.planning import Effect, key_of
from callproof.calling.agents.schemas import Catalogue, ParameterKind
from callproof.calling.agents.wishes import Goal, Goals, by_number
from callproof.spoken.phrases import is_farewell

# Before the first there is the state in which nothing is wanted yet.
_FIRST_VERSION = 1
_ANYTHING: dict[ParameterKind, object] = {
    "integer": 1,
    "number": 1,
    "date": "2030-01-01",
    "time": "12:00",
    "email": "nobody@example.com",
}


class Silent:
    """Stays on the line and never says or does anything."""

    virtual_time = True

    async def run(self, call: Session) -> None:
        async for _ in call.events():
            pass


class DoNothing:
    """Greets, and that is all."""

    virtual_time = True

    async def run(self, call: Session) -> None:
        call.speak(wording.GREETING)
        async for _ in call.events():
            pass


class _Parrot:
    """Says the same to everything."""

    virtual_time = True
    says = ""

    async def run(self, call: Session) -> None:
        call.speak(wording.GREETING)
        async for event in call.events():
            if isinstance(event, CallerSaid):
                call.speak(
                    wording.GOODBYE if is_farewell(event.text) else f"{self.says} {wording.ANYTHING_ELSE}"
                )


class OnlySaysDone(_Parrot):
    says = "Done."


class TruthfulRefuser(_Parrot):
    """Does nothing and says so."""

    says = "I am sorry, I could not do that. I have not changed anything."


class FluentLiar:
    """Understands everything, says and reports the right things, and never calls a tool."""

    virtual_time = True

    async def run(self, call: Session) -> None:
        await Conversation(call, frozenset(), hands=_LyingHands).run()


class _LyingHands(Hands):
    async def open_profile(self, name: str) -> None:
        return

    async def look_up(self, goal: Goal) -> None:
        need = self._desk.looks_up(goal)
        if need is not None:
            self._desk.looked_up.add(need)

    async def do(self, goal: Goal) -> None:
        if await self._at.prepare(PREPARATION_MS, lambda: self._at.current(goal) == goal):
            self._desk.effects.append(Effect(goal, goal, goal.arguments, "done", checked=True))

    async def take_back(self, effect: Effect) -> None:
        effect.status, effect.checked = "taken_back", True


class RepeatsEachWrite:
    """Does every writing call twice, to be on the safe side."""

    virtual_time = True

    async def run(self, call: Session) -> None:
        await Conversation(call, frozenset(), hands=_RepeatingHands).run()


class _RepeatingHands(Hands):
    async def check(self, effect: Effect) -> None:
        await super().check(effect)
        self._repeat(effect)

    async def resolve(self, effect: Effect) -> None:
        await super().resolve(effect)
        self._repeat(effect)

    def _repeat(self, effect: Effect) -> None:
        if effect.status == "done" and effect.checked:
            self._at.call.build(effect.goal.tool, effect.arguments).send(key=f"again:{key_of(effect.goal)}")


class WritesBeforeAsked:
    """Calls every writing tool as soon as the line is up, with whatever it takes; then it works as it should."""

    virtual_time = True

    async def run(self, call: Session) -> None:
        for tool in Catalogue(call.tools).writing:
            arguments = {
                p.name: p.choices[0] if p.choices else _ANYTHING.get(p.kind, "1000")
                for p in tool.parameters.values()
            }
            try:
                await call.tool(tool.name, **arguments)
            except ToolError:
                continue
        await Conversation(call, frozenset()).run()


class NeverClaims:
    """Does the work and says nothing of it."""

    virtual_time = True

    async def run(self, call: Session) -> None:
        await _Mute(call, frozenset()).run()


class _Mute(Conversation):
    async def give_account(self) -> None:
        self.told.update((goal.number, goal) for goal in self.heard)
        for effect in self.desk.effects:
            effect.told = True
        await self.voice.say(wording.ANYTHING_ELSE)


class StuckState:
    """Its state stays at what the caller said first; it does and says what they want now."""

    virtual_time = True

    async def run(self, call: Session) -> None:
        await _StuckState(call, frozenset()).run()


class _StuckState(Conversation):
    def report(self) -> None:
        if len(self.versions) == _FIRST_VERSION + 1:
            super().report()
        else:
            first = self.versions[_FIRST_VERSION][0]
            self.call.report_state({"action": first.tool, **first.arguments})


class StuckPayload:
    """Its tool calls stay at what the caller said first; it holds for true and says what they want now."""

    virtual_time = True

    async def run(self, call: Session) -> None:
        await Conversation(call, frozenset(), hands=_StuckHands).run()


class _StuckHands(Hands):
    def payload(self, goal: Goal) -> dict[str, Json]:
        first = by_number(self._at.versions[_FIRST_VERSION], goal.number)
        # What the caller has said only later has no older value.
        return super().payload(goal) | ({} if first is None else super().payload(first))

    async def check(self, effect: Effect) -> None:
        effect.checked = True


class StuckSpeech:
    """It confirms what the caller said first; it holds for true and does what they want now."""

    virtual_time = True

    async def run(self, call: Session) -> None:
        await _StuckSpeech(call, frozenset()).run()


class _StuckSpeech(Conversation):
    def account_of(self) -> Goals:
        first = self.versions[_FIRST_VERSION]
        return tuple(by_number(first, goal.number) or goal for goal in self.heard)

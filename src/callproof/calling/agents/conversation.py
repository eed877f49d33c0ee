"""The pipeline at work: one task listens to the call, the other carries out one step after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from callproof.calling.agent import (
    CallerSaid,
    CallerStarted,
    Json,
    KeyPressed,
    LineClosed,
    NoiseStarted,
    Session,
)
from callproof.calling.agents import wording
from callproof.calling.agents.accounts import account, is_told
from callproof.calling.agents.backchannels import may_be_listening
from callproof.calling.agents.defects import Defect
from callproof.calling.agents.execution import Hands
from callproof.calling.agents.hearing import Heard, Listener
from callproof.calling.agents.planning import (
    Account,
    Ask,
    Check,
    Confirm,
    Desk,
    Do,
    LookUp,
    Resolve,
    Step,
    TakeBack,
    key_of,
    next_step,
)
from callproof.calling.agents.schemas import Catalogue
from callproof.calling.agents.voice import Voice
from callproof.calling.agents.wishes import Goal, Goals, Wish, apply, by_number, without
from callproof.spoken.claims import agrees

# A sound that is over by then was no more than a "hmm"; whoever goes on without a word that is understood has the floor.
_YIELDS_AFTER_MS = 425
_LISTENS_EVERY_MS = 25
# After the caller's last word.
_REACTION_MS = 150
_IDLE_MS = 9000
_UNDERSTOOD_WITHIN_MS = 6000
_ASKS_EVERY_MS = 500
_LONGEST_TURN = 300


class Conversation:
    """One call. `state` is what the agent acts on, `heard` what the caller said: with a defect the two come apart."""

    def __init__(self, call: Session, defects: frozenset[Defect], *, hands: type[Hands] = Hands) -> None:
        self.call = call
        self.defects = defects
        self.voice = Voice(call)
        self.catalogue = Catalogue(call.tools)
        self.desk = Desk(self.catalogue, [], set(), set(), {}, set())
        self.heard: Goals = ()
        self.versions: list[Goals] = [()]
        self.told: dict[int, Goal] = {}
        self.asked: str | None = None
        self.profile: Mapping[str, Json] = {}
        self.over = False
        self._listener = Listener(self.catalogue, call.today)
        self._name: str | None = None
        self._reply: str | None = None
        self._asked_to_agree: str | None = None
        self._not_understood: str | None = None
        self._closing = False
        self._distracted = False
        self._touched = 0
        self._woken = asyncio.Event()
        self._talking: dict[str, bool] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._hands = hands(self)

    async def run(self) -> None:
        tasks = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._work())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (*tasks, *self._tasks):
                task.cancel()

    # -- what is known -------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Goals:
        return self.versions[-1]

    def current(self, goal: Goal) -> Goal | None:
        """The goal as it is by now."""
        return by_number(self.state, goal.number)

    def amend(self, goal: Goal, arguments: Mapping[str, Json]) -> None:
        """Puts what a look-up told into the state, which stays the same version."""
        values = {**goal.arguments, **arguments}
        more = {name: step for name, step in goal.more.items() if name not in values}
        amended = Goal(goal.number, goal.tool, values, goal.wanted, more)
        if amended != goal:
            self.versions[-1] = tuple(amended if g.number == goal.number else g for g in self.state)
            self.report()

    def settle_heard(self, number: int, values: Mapping[str, Json]) -> None:
        """What a relative wish comes to, for the account."""
        self.heard = apply(self.heard, Wish(number, values=values))

    def forget(self, goal: Goal, name: str) -> None:
        """The caller has to say a value again, and may say the same."""
        self.versions[-1] = without(self.state, goal.number, name)
        self.heard = without(self.heard, goal.number, name)

    @property
    def is_told(self) -> bool:
        return is_told(self.heard, self.desk, self.told)

    def report(self) -> None:
        goal = by_number(self.state, self._touched)
        if goal is None or not goal.wanted:
            self.call.report_state({"action": None})
        else:
            self.call.report_state({"action": goal.tool, **goal.arguments})

    # -- listening -----------------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        async for event in self.call.events():
            if isinstance(event, CallerStarted):
                self._caller_started(event)
            elif isinstance(event, CallerSaid):
                self._caller_said(event.text, over_speech=self._talking.pop(event.utterance, False))
            elif isinstance(event, NoiseStarted):
                self._hear_sound()
            elif isinstance(event, KeyPressed):
                self._caller_said(event.keys.strip("#* "), over_speech=False)
            elif isinstance(event, LineClosed):
                self.over = True
            self._woken.set()

    def _caller_started(self, event: CallerStarted) -> None:
        self._talking[event.utterance] = self.voice.speaking
        if "noise_taken_as_interruption" in self.defects:
            self.voice.stop()
        elif self.voice.speaking:
            task = asyncio.ensure_future(self._yield_floor(event))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _yield_floor(self, event: CallerStarted) -> None:
        """Falls silent for whoever wants the floor, and goes on for a "thank you"."""
        since = self.call.now_ms - event.ms_ago
        while event.utterance in self._talking and self.voice.speaking:
            words = self.call.hearing
            left = since + _YIELDS_AFTER_MS - self.call.now_ms
            goes_on = self.call.caller_audible and left <= 0
            if not may_be_listening(words) if words else goes_on:
                self.voice.stop()
            # To the moment itself: there is little time between it and the half second in which whoever is interrupted has to stop.
            await self.call.sleep(left if 0 < left < _LISTENS_EVERY_MS else _LISTENS_EVERY_MS)

    def _caller_said(self, text: str, *, over_speech: bool) -> None:
        if over_speech and self.voice.speaking and not any(map(str.isalnum, text)):
            # No word was heard of it, and it was over before the floor was given up.
            self._hear_sound()
            return
        if self._not_understood is not None:
            # Between two sentences a voice may pause for longer than the end of a turn takes.
            text = f"{self._not_understood} {text}"
        heard = self._listener.read(
            text,
            self.heard,
            asked=self.asked,
            listening=over_speech,
            anything_else=bool(self.heard) and self.is_told and self._asked_to_agree is None,
        )
        if self._asked_to_agree is not None and heard.wish is None and agrees(text, language="en"):
            self.desk.agreed.add(self._asked_to_agree)
            self._not_understood = None
            return
        if heard.kind == "backchannel":
            self._hear_sound()
            return
        self._not_understood = text[-_LONGEST_TURN:] if heard.kind in ("objection", "other") else None
        self.voice.stop()
        self._name = heard.name or self._name
        self._closing = heard.kind == "closing"
        self._reply = self._answer(heard)
        if heard.kind == "objection":
            # What was agreed on is not what the caller wants now: it is read back again.
            self.desk.agreed.clear()
        if heard.wish is not None:
            self._reply = self._understood(heard.wish)
            self._take(heard.wish)

    def _take(self, wish: Wish) -> None:
        self.asked = None
        self.heard = apply(self.heard, wish)
        self.versions.append(apply(self.state, wish))
        self._touched = self.state[-1].number if wish.goal is None else wish.goal
        self.desk.given_up.discard(self._touched)
        self.report()

    def _hear_sound(self) -> None:
        """Anything on the line that asks for nothing."""
        if "noise_taken_as_interruption" not in self.defects:
            return
        self.voice.stop()
        self._distracted = True
        # The first version is of a call in which nothing has been asked; the second has nothing to fall back to.
        if len(self.versions) > 2:
            self.versions.pop()
            self.report()
        # It believes that this has been agreed on.
        self.desk.agreed.update(key_of(goal) for goal in self.state)

    def _answer(self, heard: Heard) -> str | None:
        if heard.kind == "line_check":
            return wording.STILL_HERE
        if heard.kind == "wait" or (heard.kind == "other" and self.heard):
            return wording.GO_ON
        if heard.kind in ("objection", "other"):
            return wording.NOT_UNDERSTOOD
        return wording.THANKS if heard.kind == "name" else None

    def _understood(self, wish: Wish) -> str | None:
        """ "Okay, order 4281." It reads as if the agent had taken it in, whatever becomes of it."""
        if wish.goal is None or not wish.values:
            return None
        parameters = self.catalogue.tools[wish.tool].parameters
        return wording.acknowledged({parameters[name]: value for name, value in wish.values.items()})

    def reply(self) -> None:
        """Answers what the caller said last, if there is anything to say to it."""
        reply, self._reply = self._reply, None
        if reply is not None:
            self.voice.start(reply)

    # -- waiting -------------------------------------------------------------------------------------------------------

    @property
    def caller_talking(self) -> bool:
        return bool(self._talking)

    async def wait(self, ms: int | None = None) -> bool:
        """Until something happens, at the longest so long; whether something did."""
        self._woken.clear()
        try:
            await asyncio.wait_for(self._woken.wait(), None if ms is None else ms / 1000)
        except TimeoutError:
            return False
        return True

    async def hear_on(self) -> None:
        """Waits for the caller to go on or to finish. Speech of which nothing was understood is over when it is silent."""
        heard = self.call.now_ms
        while self.call.now_ms - heard < _UNDERSTOOD_WITHIN_MS:
            if await self.wait(_ASKS_EVERY_MS):
                return
            if self.call.caller_speaking:
                heard = self.call.now_ms
        self._talking.clear()

    async def quiet(self) -> None:
        while self.caller_talking and not self.over:
            await self.hear_on()

    async def prepare(self, ms: int, still_wanted: Callable[[], bool]) -> bool:
        """Takes its time, and never ends while the caller speaks. False as soon as it is not wanted any more."""
        ready = self.call.now_ms + ms
        while not self.over:
            if not still_wanted():
                return False
            if self.caller_talking:
                await self.hear_on()
                ready = max(ready, self.call.now_ms + _REACTION_MS)
            elif self.call.now_ms >= ready:
                return True
            else:
                await self.wait(ready - self.call.now_ms)
        return False

    # -- working -------------------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        hands = self._hands
        self.voice.start(wording.GREETING)
        while not self.over:
            await self.quiet()
            self.reply()
            if self._name is not None:
                name, self._name = self._name, None
                await hands.open_profile(name)
                continue
            step = next_step(
                self.state,
                self.desk,
                retries_blindly="unsafe_retry" in self.defects,
                accounted=self.is_told,
            )
            if step is not None:
                await self._carry_out(step, hands)
            elif self._closing or not (await self.wait(_IDLE_MS) or not self.heard):
                await self.voice.say(wording.GOODBYE)
                self.call.hang_up()
                return

    async def _carry_out(self, step: Step, hands: Hands) -> None:
        if isinstance(step, Resolve):
            await hands.resolve(step.effect)
        elif isinstance(step, TakeBack):
            await hands.take_back(step.effect)
        elif isinstance(step, LookUp):
            await hands.look_up(step.goal)
        elif isinstance(step, Do):
            await hands.do(step.goal)
        elif isinstance(step, Check):
            await hands.check(step.effect)
        elif isinstance(step, Ask):
            await self._ask(step)
        elif isinstance(step, Confirm):
            await self._confirm(step.goal)
        elif isinstance(step, Account):
            await self.give_account()

    async def _ask(self, step: Ask) -> None:
        parameter = self.catalogue.tools[step.goal.tool].parameters[step.parameter]
        if parameter.name in self.profile and parameter.name == next(iter(self.profile), None):
            # The profile is the record itself.
            self.amend(step.goal, {parameter.name: self.profile[parameter.name]})
            self._hands.knows(step.goal, parameter.name, self.profile)
            return
        self.asked = parameter.name
        self.voice.start(wording.ask_for(parameter))
        while self.asked is not None and not self.over and self.current(step.goal) == step.goal:
            if not await self.wait(_IDLE_MS):
                self.desk.given_up.add(step.goal.number)
                return
            if self._reply is not None:
                return

    async def _confirm(self, goal: Goal) -> None:
        """Reads back what the caller has said, and waits for a yes to it."""
        key, wanted = key_of(goal), by_number(self.heard, goal.number) or goal
        tool = self.catalogue.tools[goal.tool]
        text = wording.asking(tool, wanted.arguments)
        record = wanted.arguments.get(tool.record.name) if tool.record is not None else None
        if tool.record is not None and record is not None and not self.desk.agreed:
            text = f"{wording.found(tool.record, record)} {text}"
        if not await self.voice.say(text):
            return
        self._asked_to_agree = key
        while key not in self.desk.agreed and self.current(goal) == goal and not self.over:
            if not await self.wait(_IDLE_MS) or self._reply is not None:
                break
        self._asked_to_agree = None

    def account_of(self) -> Goals:
        """What the account is about: what the caller has said."""
        return self.heard

    async def give_account(self) -> None:
        heard = self.heard
        self._distracted = False
        text = account(self.account_of(), self.desk, self.told)
        if await self.voice.say(text) or self._distracted:
            self.told.update((goal.number, goal) for goal in heard)
            for effect in self.desk.effects:
                effect.told = effect.told or effect.status == "taken_back"

"""The director: has the caller act at the moments that the scenario names, and holds the agent's tool calls for it.

It is the only listener of the log that acts. The lines of the script come in their order: each waits for its moment once the one
before has begun, and the moments after the request count from the end of the request. In between the caller answers what the
agent asks (`calling.caller`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field

from callproof.calling.caller import ScriptedCaller, stock_replies
from callproof.calling.simulation.clock import Clock
from callproof.calling.simulation.connection import Connection
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.tools import Stage
from callproof.evidence.events import (
    AnyEvent,
    CallerBegan,
    CallerEnded,
    LineEnded,
    Party,
    SpeechCut,
    SpeechEnded,
    SpeechStarted,
    SpeechText,
    ToolBuilt,
    ToolCancelled,
    ToolFailed,
    ToolReturned,
    ToolSent,
    WriteCommitted,
)
from callproof.scenario.model import Line, Scenario
from callproof.scenario.moments import Moment
from callproof.scenario.worlds import Json
from callproof.spoken.content import says

# How long the agent has to be quiet before the caller takes it for the end of its turn.
_TURN_GAP_MS = 450
# An agent that has read something back and then does nothing for so long waits for an answer.
_WAITS_MS = 1500
# Somebody who hears no greeting speaks first.
_NO_GREETING_MS = 4000
# After so long without a word or a tool's answer the caller gives up; the limit of `no_response` is 10 s.
_GIVES_UP_MS = 12_000
_NOISE_MS, _KEYS_MS = 600, 300
_NOISE = "noise"
# How long a held tool call stays held after the caller has finished, by the real clock: people and networks need longer than programs.
REAL_REACTION_MS = 2000
# No call is held longer, whatever becomes of the act it waits for.
_LONGEST_HOLD_MS = 60_000


@dataclass(slots=True)
class _Hold:
    stage: Stage
    line: Line
    begun: bool = False
    released: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(slots=True)
class _Wishes:
    """What the caller wants by goal: `now` (None: taken back) and the last that was not nothing."""

    now: dict[str, Mapping[str, Json] | None] = field(default_factory=dict)
    last: dict[str, Mapping[str, Json]] = field(default_factory=dict)

    def change(self, goal: str, changes: Mapping[str, Json], *, negates: bool) -> None:
        if negates:
            self.now[goal] = None
            return
        self.now[goal] = self.last[goal] = {**self.last.get(goal, {}), **changes}


def lines_of(scenario: Scenario) -> list[str]:
    """What the caller will say, as far as the script goes and can be known before the call."""
    wishes, lines = _Wishes(), []
    for line in scenario.script:
        goal = line.goal or line.request or next(iter(scenario.goals), "")
        changes = dict(line.changes)
        if line.request is not None:
            changes = {**scenario.goals[line.request].arguments, **changes}
        values = {**wishes.last.get(goal, {}), **changes}
        if line.say is not None:
            lines.append(line.say.format(**values))
        if changes:
            wishes.change(goal, changes, negates=False)
    return lines + stock_replies(scenario.persona.language)


def noises_of(scenario: Scenario) -> list[str]:
    """The sounds of the script."""
    return [line.sound or _NOISE for line in scenario.script if line.act == "noise"]


class Director:
    """`reaction_ms`: how long a held tool call stays held after the caller has finished, for the agent to take it back."""

    def __init__(
        self,
        log: Log,
        clock: Clock,
        scenario: Scenario,
        connection: Connection,
        *,
        reaction_ms: int,
    ) -> None:
        self.over = asyncio.Event()
        self._log = log
        self._clock = clock
        self._scenario = scenario
        self._connection = connection
        self._reaction_ms = reaction_ms
        self._caller = ScriptedCaller(scenario)
        self._wishes = _Wishes()
        self._next = 0
        self._request = max((n for n, line in enumerate(scenario.script) if line.request), default=-1)
        self._asked = self._request < 0
        self._acting: Line | None = None
        self._due: Line | None = None
        self._speaking = False
        self._utterances = 0
        self._counts: dict[int, int] = {}
        self._failed_tools: set[str] = set()
        self._retried: set[str] = set()
        self._holds: dict[str, _Hold] = {}
        self._tool_names: dict[str, str] = {}
        # Whether the agent has sent something that writes since the caller last spoke: what it says then, it says of that.
        self._acted_on = False
        # What the agent's utterances say, and those of them that it tells itself.
        self._texts: dict[str, str] = {}
        self._told: set[str] = set()
        self._agent_says: str | None = None
        # The line that was next when the agent began to say it.
        self._next_at_start = 0
        self._turn: list[str] = []
        self._last_ms = 0
        self._last_speech_ms = 0
        self._agent_spoke = False
        self._tasks: set[asyncio.Task[None]] = set()
        log.listen(self._hear)

    def warm_up(self) -> None:
        """Has what the caller needs to understand an agent loaded before the call; a frame must not wait for it."""
        self._caller.reply("Shall I change that? I have done it. Is there anything else?", {"": {}})
        self._is_said("I have it here.", "4821")

    def broke(self, error: BaseException) -> None:
        """Something of callproof's own failed: the call says nothing about the agent."""
        if not self.over.is_set():
            self._log.broke(error)
            self.end("harness", "harness error")

    def finished(self, task: asyncio.Task[None]) -> None:
        """A task of the call's is over: what it raises is a fault of callproof's own."""
        if not task.cancelled() and (error := task.exception()) is not None:
            self.broke(error)

    def start(self) -> None:
        self._task(self._give_up())
        self._task(self._speak_first())
        self._task(self._end_at(self._scenario.longest_ms))
        for line in self._scenario.script:
            if line.when.kind == "at" and line.when.ms is not None:
                self._later(line.when.ms, line)

    def end(self, by: Party, reason: str) -> None:
        """The line goes down; nothing happens if it is down already."""
        if self.over.is_set():
            return
        self.over.set()
        self._connection.hang_up()
        self._log.append(LineEnded, by=by, reason=reason)
        for task in self._tasks:
            task.cancel()
        for hold in self._holds.values():
            hold.released.set()
        self._connection.closed()

    def end_when_quiet(self, by: Party, reason: str) -> None:
        """The same, once the agent has said what it was saying."""

        async def wait() -> None:
            await self._connection.agent_done()
            self.end(by, reason)

        self._task(wait())

    def waits_for_words(self) -> bool:
        """Where the agent tells what it says, that is waited for, and not what a recogniser makes of it."""
        return bool(self._open_lines("agent_says")) and self._agent_says not in self._told

    def hears(self, utterance: str, text: str) -> None:
        """What has been recognised so far of an utterance that goes on: the agent says it now.

        What it said before the line before this one was not meant for this one.
        """
        if utterance in self._told or self._next != self._next_at_start:
            return
        for line in self._open_lines("agent_says"):
            said = self._agent_says == utterance and self._is_said(text, line.when.text or "")
            if said and self._counted(line):
                self._fire(line)

    async def passage(self, call: str, stage: Stage) -> None:
        """Where a tool call waits on its way, if a line of the script hangs on its being under way."""
        hold = self._holds.get(call)
        if hold is None or hold.stage != stage or self.over.is_set():
            return
        if not hold.begun:
            hold.begun = True
            self._fire(hold.line)
        limit = self._clock.sleep_until(self._clock.now_ms() + _LONGEST_HOLD_MS)
        waits = [asyncio.ensure_future(hold.released.wait()), asyncio.ensure_future(limit)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    # -- what is heard -------------------------------------------------------------------------------------------------

    def _hear(self, event: AnyEvent) -> None:
        if self.over.is_set():
            return
        try:
            self._take(event)
        except Exception as error:
            # Whoever appended the event, often the agent, is not to blame.
            self.broke(error)

    def _take(self, event: AnyEvent) -> None:
        self._last_ms = event.ms
        if isinstance(event, SpeechStarted | SpeechText | SpeechCut | SpeechEnded):
            self._hear_speech(event)
        elif isinstance(event, ToolBuilt | ToolSent | ToolReturned | ToolFailed | ToolCancelled):
            self._hear_tool(event)
        elif isinstance(event, WriteCommitted):
            hold = self._holds.get(event.call or "")
            if hold is not None and hold.stage == "reply" and not hold.begun:
                hold.begun = True
                self._fire(hold.line)

    def _hear_speech(self, event: SpeechStarted | SpeechText | SpeechCut | SpeechEnded) -> None:
        if not isinstance(event, SpeechText):
            self._last_speech_ms = event.ms
        if event.speaker != "agent":
            return
        if isinstance(event, SpeechStarted):
            self._agent_spoke = True
            self._agent_says = event.utterance
            self._next_at_start = self._next
            self._turn.append(event.utterance)
            began = self._connection.agent_began_ms(event.ms)
            for line in self._open_lines("agent_speaking"):
                self._task(self._into_speech(event.utterance, began + (line.when.ms or 0), line))
        elif isinstance(event, SpeechText):
            # What a recogniser makes of it comes late, and counts where the agent does not tell itself.
            if event.kind == "said":
                # Sentences can be told one by one.
                before = self._texts.get(event.utterance, "") if event.utterance in self._told else ""
                self._told.add(event.utterance)
                self._texts[event.utterance] = before + event.text
            elif event.utterance not in self._texts:
                self._texts[event.utterance] = event.text
            for line in self._open_lines("agent_says"):
                at = self._said_at(event, line.when.text or "")
                if at is not None:
                    self._task(self._into_speech(event.utterance, at, line))
        elif isinstance(event, SpeechCut):
            self._agent_says = None
            if event.played is not None:
                self._texts[event.utterance] = event.played
        else:
            self._agent_says = None
            self._task(self._after_turn(event.ms))
            for line in self._open_lines("silence"):
                self._task(self._after_silence(line))

    def _hear_tool(self, event: ToolBuilt | ToolSent | ToolReturned | ToolFailed | ToolCancelled) -> None:
        if isinstance(event, ToolBuilt):
            self._tool_moment("tool_preparing", event.name)
            if event.name in self._failed_tools:
                self._retried.add(event.call)
                self._tool_moment("tool_retrying", event.name)
        elif isinstance(event, ToolSent):
            self._tool_names[event.call] = event.name
            self._acted_on |= self._writes(event.name)
            self._tool_moment("tool_sent", event.name)
            if event.name in self._failed_tools and event.call not in self._retried:
                self._tool_moment("tool_retrying", event.name)
            for line in self._matching("tool_in_flight", event.name):
                self._hold(event, line)
        elif isinstance(event, ToolReturned):
            self._tool_moment("tool_succeeded", self._tool_names[event.call])
        elif isinstance(event, ToolFailed):
            name = self._tool_names[event.call]
            self._failed_tools.add(name)
            self._tool_moment("tool_failed", name)

    def _hold(self, event: ToolSent, line: Line) -> None:
        hold = self._holds[event.call] = _Hold(line.when.hold, line)
        if hold.stage == "commit" or not self._writes(event.name):
            hold.begun = True
            self._fire(line)

    def _tool_moment(self, kind: str, tool: str) -> None:
        for line in self._matching(kind, tool):
            self._fire(line)

    # -- whose moment it is --------------------------------------------------------------------------------------------

    def _open_lines(self, kind: str) -> list[Line]:
        """The line that is next, if it waits for a moment of this kind."""
        script = self._scenario.script
        if self._next < len(script) and script[self._next].when.kind == kind and self._armed(self._next):
            return [script[self._next]]
        return []

    def _armed(self, number: int) -> bool:
        return self._asked or number <= self._request

    def _matching(self, kind: str, tool: str) -> list[Line]:
        """Counts a tool's event for every line that waits for it; gives the next line if this is the one it waits for."""
        found = []
        for number, line in enumerate(self._scenario.script):
            if line.when.kind != kind or not self._armed(number) or not self._is_tool(line.when, tool):
                continue
            count = self._counts[number] = self._counts.get(number, 0) + 1
            if count == line.when.nth and number == self._next:
                found.append(line)
        return found

    def _is_tool(self, moment: Moment, tool: str) -> bool:
        return moment.tool == tool or (moment.tool == "*" and self._writes(tool))

    def _writes(self, tool: str) -> bool:
        declared = self._scenario.world.tools.get(tool)
        return declared is not None and declared.write is not None

    def _counted(self, line: Line) -> bool:
        """Counts an occurrence of the line's moment that belongs to no tool; whether it is the one."""
        if line not in self._open_lines(line.when.kind):
            return False
        count = self._counts[self._next] = self._counts.get(self._next, 0) + 1
        return count == line.when.nth

    def _fire(self, line: Line) -> None:
        """The line's moment has come. A caller who is speaking finishes first."""
        if self.over.is_set() or line not in self._scenario.script[self._next : self._next + 1]:
            return
        if self._acting is not None or self._speaking:
            self._due = line
        else:
            self._begin(line)

    # -- moments that are times ----------------------------------------------------------------------------------------

    async def _into_speech(self, utterance: str, at: int, line: Line) -> None:
        await self._clock.sleep_until(at)
        if self._agent_says == utterance and self._counted(line):
            self._fire(line)

    def _said_at(self, event: SpeechText, text: str) -> int | None:
        """When an utterance has said a word or a value, if it does: the end of the word that completes it."""
        so_far = ""
        for word in event.words:
            so_far += word.text
            if self._is_said(so_far, text):
                return word.end_ms
        return None

    def _is_said(self, so_far: str, text: str) -> bool:
        language = self._scenario.persona.language
        return text.casefold() in so_far.casefold() or says(so_far, text, language=language) is True

    async def _after_turn(self, ended: int) -> None:
        await self._clock.sleep_until(ended + _TURN_GAP_MS)
        if self._last_agent_sound() != ended or self._speaking or self._acting is not None:
            return
        for line in self._open_lines("after_agent_turn"):
            if not self._connection.tools_busy and self._counted(line):
                self._fire(line)
                return
        await self._connection.understood()
        busy = self._speaking or self._acting is not None or self._due is not None
        if busy or not self._wishes.now or self._last_agent_sound() != ended:
            return
        heard = " ".join(self._texts.get(utterance, "") for utterance in self._turn)
        reply = self._caller.reply(heard, self._wishes.now)
        if reply is None and not self._acted_on:
            reply = self._caller.acknowledges(heard, self._wishes.now)
            last = self._log.events[-1].seq
            await self._pause(_WAITS_MS)
            if self._log.events[-1].seq != last or self._connection.tools_busy or self._speaking:
                return
        if reply is not None:
            self._turn = []
            await self._speak(reply.text)
            if reply.hangs_up:
                self.end("caller", "goodbye")
            else:
                self._go_on()

    def _last_agent_sound(self) -> int:
        """-1 while the agent speaks."""
        return self._last_speech_ms if self._connection.agent_silent else -1

    async def _after_silence(self, line: Line) -> None:
        since = self._last_speech_ms
        await self._clock.sleep_until(since + (line.when.ms or 0))
        quiet = self._last_speech_ms == since and self._connection.agent_silent and not self._speaking
        if quiet and self._counted(line):
            self._fire(line)

    def _later(self, at: int, line: Line) -> None:
        async def wait() -> None:
            await self._clock.sleep_until(at)
            if line in self._open_lines("at"):
                self._fire(line)

        self._task(wait())

    async def _speak_first(self) -> None:
        await self._clock.sleep_until(_NO_GREETING_MS)
        if not self._agent_spoke:
            for line in self._open_lines("after_agent_turn"):
                self._fire(line)

    async def _give_up(self) -> None:
        quiet_since = self._last_ms
        while True:
            await self._clock.sleep_until(quiet_since + _GIVES_UP_MS)
            busy = self._acting is not None or not self._connection.agent_silent
            if self._last_ms == quiet_since and not busy:
                self.end("caller", "no answer")
                return
            # Whoever is still speaking counts as heard of just now.
            quiet_since = self._clock.now_ms() if busy else self._last_ms

    async def _end_at(self, ms: int) -> None:
        await self._clock.sleep_until(ms)
        self.end("harness", "longest call")

    # -- acting --------------------------------------------------------------------------------------------------------

    def _begin(self, line: Line) -> None:
        self._next += 1
        self._acting = line
        goal = line.goal or line.request or self._only_goal(line)
        changes = dict(line.changes)
        if line.request is not None:
            changes = {**self._scenario.goals[line.request].arguments, **changes}
        negates = line.negates or line.act == "negation"
        if line.act is not None or line.request is not None:
            self._announce(line, goal, changes, negates)
        self._task(self._act(line, goal, changes, negates))

    def _only_goal(self, line: Line) -> str | None:
        changes = line.changes or line.negates or line.act == "negation"
        return next(iter(self._scenario.goals)) if changes and len(self._scenario.goals) == 1 else None

    def _announce(self, line: Line, goal: str | None, changes: Mapping[str, Json], negates: bool) -> None:
        old = self._wishes.last.get(goal or "", {})
        fields: dict[str, Json] = {}
        if line.request is not None or len(changes) > 1:
            fields = {"old": {name: old[name] for name in changes if name in old} or None, "new": changes}
        elif changes:
            (name,) = changes
            fields = {"field": name, "old": old.get(name), "new": changes[name]}
        elif line.act == "key_press":
            fields = {"new": line.keys}
        elif line.act == "noise":
            fields = {"new": line.sound}
        self._log.append(
            CallerBegan,
            act=line.id,
            kind=line.act or "request",
            goal=goal,
            negates=negates,
            moment=str(line.when),
            **fields,
        )

    async def _act(self, line: Line, goal: str | None, changes: Mapping[str, Json], negates: bool) -> None:
        values = {**self._wishes.last.get(goal or "", {}), **changes}
        if line.act == "noise":
            await self._connection.noise(line.sound or _NOISE, line.ms or _NOISE_MS)
        elif line.act == "silence":
            await self._pause(line.ms or _NO_GREETING_MS)
        elif line.act == "key_press":
            await self._connection.press(line.keys or "", line.ms or _KEYS_MS)
        elif line.say is not None:
            if line.act != "backchannel":
                self._turn = []
            heard = None if line.heard is None else line.heard.format(**values)
            await self._speak(line.say.format(**values), heard)
        self._acted(line, goal, changes, negates)

    def _acted(self, line: Line, goal: str | None, changes: Mapping[str, Json], negates: bool) -> None:
        """What is wanted changes now, at the end of the act."""
        if line.act is not None or line.request is not None:
            self._log.append(CallerEnded, act=line.id)
        if goal is not None and (changes or negates):
            self._wishes.change(goal, changes, negates=negates)
            self._caller.wants(goal, changes)
        if self._next > self._request:
            self._asked = True
        self._acting = None
        for hold in self._holds.values():
            if hold.line is line:
                self._task(self._release(hold))
        self._go_on()

    async def _release(self, hold: _Hold) -> None:
        await self._pause(self._reaction_ms)
        hold.released.set()

    def _go_on(self) -> None:
        """What has become due while the caller was busy."""
        due, self._due = self._due, None
        if due is not None:
            self._fire(due)
            return
        for line in self._open_lines("at"):
            if self._clock.now_ms() >= (line.when.ms or 0):
                self._fire(line)
        for line in self._open_lines("silence"):
            self._task(self._after_silence(line))

    async def _speak(self, text: str, heard: str | None = None) -> None:
        self._speaking = True
        self._acted_on = False
        utterance = f"c{self._utterances}"
        self._utterances += 1
        await self._connection.say(utterance, text, heard)
        self._speaking = False

    async def _pause(self, ms: int) -> None:
        await self._clock.sleep_until(self._clock.now_ms() + ms)

    def _task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.finished(task)

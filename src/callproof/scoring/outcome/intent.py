"""What the caller wanted, at every moment: worked out from what they said in the call, never from what was planned or heard.

It changes at the END of an act: nobody can know it earlier. The onset of an act matters for causes and for yielding alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from callproof.evidence.events import CallerBegan, Json
from callproof.evidence.frozen import quick_init
from callproof.scenario.model import CONTENT_ACTS, DISTRACTIONS, Fault, Goal, Line, Scenario
from callproof.scenario.sameness import canonical
from callproof.scoring.actions import MAPPINGS
from callproof.scoring.outcome.effects import Atom, Effect, Meanings
from callproof.scoring.outcome.hearing import AFTER_HEARING_MS, Hearing
from callproof.scoring.outcome.timeline import NEVER, ActUse, Timeline, ToolUse
from callproof.scoring.outcome.wording import Words
from callproof.spoken.content import says

Arguments = Mapping[str, Json]


@quick_init
@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """What is wanted from `pos` on, because of `act` (None: nothing was said yet, or a request without an act)."""

    pos: int
    act: ActUse | None
    goals: Mapping[str, Arguments | None]
    effects: tuple[Effect, ...]
    wanted: Mapping[Atom, int]

    @property
    def writes_wanted(self) -> bool:
        return any(atom[0] != "read" for atom in self.wanted)


@quick_init
@dataclass(frozen=True, slots=True, eq=False)
class Planned:
    """An event of the scenario, and what the log has of it: the act, or the tool calls that the fault hit."""

    line: Line | None = None
    act: ActUse | None = None
    fault: Fault | None = None
    hit: tuple[ToolUse, ...] = ()

    @property
    def applied(self) -> bool:
        return (self.act is not None and self.act.complete) or bool(self.hit)

    @property
    def name(self) -> str:
        if self.line is not None:
            return f"{self.line.act or 'request'} {self.line.id!r}"
        assert self.fault is not None  # noqa: S101
        return f"{self.fault.kind} of {self.fault.tool}"


@quick_init
@dataclass(frozen=True, slots=True)
class Excuse:
    """Up to when what was wanted before an act counts as well. `unheard`: the agent, which tells what it hears, did not tell of it."""

    until_ms: int
    unheard: bool = False


def changes_of(event: CallerBegan) -> dict[str, Json]:
    """The new values that an act gives, by parameter."""
    if event.field is not None:
        return {event.field: event.new}
    return dict(event.new) if isinstance(event.new, MAPPINGS) else {}


def old_values_of(event: CallerBegan) -> dict[str, Json]:
    if event.field is not None:
        return {event.field: event.old}
    return dict(event.old) if isinstance(event.old, MAPPINGS) else {}


class Intent:
    """The steps of what was wanted, in the order of the log; the first wants nothing."""

    def __init__(self, scenario: Scenario, meanings: Meanings, timeline: Timeline) -> None:
        self._scenario = scenario
        self._meanings = meanings
        self._timeline = timeline
        # A clock of which nobody knows which it was gives no grace.
        self.grace_ms = scenario.reaction_ms if timeline.record.header.clock == "real" else 0
        self._as_heard = False
        self.content = [act for act in timeline.acts if act.event.kind in CONTENT_ACTS]
        self.requested: int = NEVER
        self.steps: list[Step] = [Step(-1, None, {}, (), {})]
        self._follow()
        self._starts = [step.pos for step in self.steps]
        self.planned = self._planned()

    @property
    def final(self) -> Step:
        return self.steps[-1]

    @cached_property
    def all_applied(self) -> bool:
        return all(event.applied for event in self.planned)

    @property
    def whole(self) -> bool:
        """Whether the caller asked, and all that was planned came to pass."""
        return self.requested != NEVER and self.all_applied

    def at(self, pos: float) -> Step:
        return self.steps[bisect_right(self._starts, pos) - 1]

    def current(self, pos: float) -> tuple[Step, ...]:
        """What counts as wanted at a position: the step in force, and those of whose end the agent need not know yet."""
        index = bisect_right(self._starts, pos) - 1
        if not self.grace_ms or index < 1:
            return (self.steps[index],)
        found = [self.steps[index]]
        now = self._timeline.ms(pos)
        # A step holds until the next one begins.
        while index > 0 and now < self._excused[index].until_ms:
            index -= 1
            found.append(self.steps[index])
        return tuple(found)

    def count(self, atom: Atom, pos: float) -> int:
        """How often an effect is wanted at a position."""
        return max(step.wanted.get(atom, 0) for step in self.current(pos))

    def least(self, atom: Atom, pos: float) -> int:
        """How often an effect is wanted at a position at the least: taking it back is right for who has just heard so, and for who
        heard so within the grace."""
        return min(step.wanted.get(atom, 0) for step in self.current(pos))

    def outdated_by(self, atoms: frozenset[Atom], step: Step) -> ActUse | None:
        """The act after `step` from which on some of the atoms are no longer wanted."""
        for later in self.steps[self.steps.index(step) + 1 :]:
            if any(atom not in later.wanted for atom in atoms):
                return later.act
        return None

    # -- the grace of a live call --------------------------------------------------------------------------------------

    @cached_property
    def unheard(self) -> tuple[ActUse, ...]:
        """The acts of which the agent did not tell when it had heard what they changed, though it tells what it hears."""
        if not self.grace_ms:
            return ()
        return tuple(
            step.act
            for step, excuse in zip(self.steps, self._excused, strict=True)
            if excuse.unheard and step.act
        )

    def take_as_heard(self) -> None:
        """Holds the agent to have heard at once what it did not tell of; to be called before anything is asked."""
        self._as_heard = True

    @cached_property
    def _excused(self) -> list[Excuse]:
        """How long each step's coming into force leaves those before it excused."""
        hearing = Hearing(self._timeline, Words.of(self._scenario.persona.language, self._scenario.today))
        return [self._excuse(index, hearing) for index in range(len(self.steps))]

    def _excuse(self, index: int, hearing: Hearing) -> Excuse:
        step = self.steps[index]
        end = self._timeline.ms(step.pos)
        longest = end + self.grace_ms
        act = step.act
        if act is None or act.event.kind not in CONTENT_ACTS:
            return Excuse(longest)
        old, new = old_values_of(act.event), changes_of(act.event)
        changes = {
            name: value for name, value in new.items() if canonical(value) != canonical(old.get(name))
        } or new
        heard = hearing.heard_ms(act, changes.values())
        unheard = heard is None and hearing.is_told
        known = [ms for ms in (heard, self._acted_on_ms(index, act, changes, hearing)) if ms is not None]
        if unheard and self._as_heard:
            known = [end]
        if not known:
            return Excuse(longest, unheard)
        return Excuse(min(longest, max(end, min(known)) + AFTER_HEARING_MS), unheard)

    def _acted_on_ms(
        self, index: int, act: ActUse, changes: Mapping[str, Json], hearing: Hearing
    ) -> int | None:
        # What was wanted before, the agent can have from then.
        earlier = [goal for step in self.steps[:index] for goal in step.goals.values() if goal is not None]
        if any(
            canonical(goal.get(name)) == canonical(value)
            for goal in earlier
            for name, value in changes.items()
        ):
            return None
        return hearing.acted_on_ms(act, changes)

    # -- the steps -----------------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        goals: dict[str, Arguments | None] = {}
        last: dict[str, Arguments] = {}
        requests = [act for act in self._timeline.acts if act.event.kind == "request"]
        if not requests and self._timeline.record.header.clock is None:
            self._requested_in_words(goals, last)
        for act in sorted(self._timeline.acts, key=lambda act: act.ended):
            event = act.event
            goal = event.goal or self._only_goal()
            if not act.complete or goal is None:
                continue
            if event.negates:
                if goal in goals:
                    goals = {**goals, goal: None}
            elif event.kind == "request" or event.kind in CONTENT_ACTS:
                changes = changes_of(event)
                # A correction without values asks again for what was taken back.
                again = event.kind == "correction" and goal in goals and goals[goal] is None
                if (
                    not changes
                    and not again
                    and not (event.kind == "request" and self._needs_no_values(goal))
                ):
                    continue
                whole = {**last.get(goal, {}), **changes}
                goals = {**goals, goal: whole}
                last[goal] = whole
            else:
                continue
            if event.kind == "request":
                self.requested = min(self.requested, act.ended)
            self._add(act.ended, act, goals)

    def _requested_in_words(self, goals: dict[str, Arguments | None], last: dict[str, Arguments]) -> None:
        """A recorded call has no act for its request: it is made when the caller has named all values that they ever name.

        Only what was said before the first change counts.
        """
        changing = [a.began for a in self._timeline.acts if a.event.negates or changes_of(a.event)]
        first = min(changing, default=NEVER)
        said = [speech for speech in self._timeline.caller if speech.end < first]
        if not said:
            return
        language = self._scenario.persona.language
        at = said[0].end
        for goal in self._scenario.goals.values():
            for value in goal.arguments.values():
                named = next(
                    (
                        speech.end
                        for speech in said
                        if not isinstance(value, Mapping | list)
                        and value is not None
                        and says(speech.utterance.said or speech.utterance.text, value, language=language)
                    ),
                    -1,
                )
                at = max(at, named)
        for name, goal in self._scenario.goals.items():
            goals[name] = last[name] = dict(goal.arguments)
        self.requested = at
        self._add(at, None, dict(goals))

    def _add(self, pos: int, act: ActUse | None, goals: Mapping[str, Arguments | None]) -> None:
        effects: list[Effect] = []
        wanted: dict[Atom, int] = {}
        for name, arguments in goals.items():
            goal: Goal | None = self._scenario.goals.get(name)
            if goal is None or arguments is None:
                continue
            effect = self._meanings.effect(goal.tool, arguments)
            if effect is None:
                continue
            effects.append(effect)
            for atom in effect.atoms:
                wanted[atom] = wanted.get(atom, 0) + 1 if atom[0] == "insert" else 1
        self.steps.append(Step(pos, act, dict(goals), tuple(effects), wanted))

    def _needs_no_values(self, goal: str) -> bool:
        asked = self._scenario.goals.get(goal)
        return asked is not None and not asked.arguments

    def _said(self, act: ActUse | None) -> bool:
        return act is not None and act.complete

    def _only_goal(self) -> str | None:
        goals = self._scenario.goals
        return next(iter(goals)) if len(goals) == 1 else None

    def _planned(self) -> tuple[Planned, ...]:
        acts = {act.event.act: act for act in self._timeline.acts}
        found = [Planned(line, acts.get(line.id)) for line in self._scenario.script if line.act is not None]
        if "request" in [act.event.kind for act in self._timeline.acts]:
            # A second wish that was never said leaves nothing to judge it by.
            found += [
                Planned(line=line)
                for line in self._scenario.script
                if line.request is not None and line.act is None and not self._said(acts.get(line.id))
            ]
        for fault in self._scenario.faults:
            hit = tuple(
                use
                for use in self._timeline.uses
                if use.name == fault.tool and any(kind == fault.kind for _, kind in use.faults)
            )
            found.append(Planned(fault=fault, hit=hit))
        return tuple(found)


def last_event(intent: Intent) -> int:
    """The position from which on the agent could know of the last thing that happened to it on purpose; -1 without one.

    A visible fault is known by its answer, an invisible one counts from the sending of the call.
    """
    found = intent.requested if intent.requested != NEVER else -1
    for event in intent.planned:
        if event.act is not None and (
            event.act.event.kind in CONTENT_ACTS or event.act.event.kind in DISTRACTIONS
        ):
            if event.act.complete:
                found = max(found, event.act.ended)
        elif event.fault is not None:
            for use in event.hit:
                pos = use.finished if event.fault.visible else use.sent
                if pos != NEVER:
                    found = max(found, pos)
    return found

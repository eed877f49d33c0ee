"""To an agent with a voice: frames both ways, a virtual speaker, both sides recorded."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import numpy as np

from callproof.audio.effects import NOMINAL_SPEECH_DBFS, Line
from callproof.audio.noise import NOISE_KINDS, loop
from callproof.audio.pcm import Signal, frame_samples, gain
from callproof.audio.resampling import Resampler
from callproof.calling.pronouncing import pronounced
from callproof.calling.simulation.caller_sound import (
    CallerSound,
    for_line,
    number_of,
    spoken_clearly,
    spread,
    voice_of,
)
from callproof.calling.simulation.clock import Clock
from callproof.calling.simulation.edges import AgentEdges, Edge
from callproof.calling.simulation.frames import FRAME_MS
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.recognition import Recognition
from callproof.calling.simulation.recorder import Recorder
from callproof.calling.simulation.said import SaidAfterwards
from callproof.calling.simulation.said_in_place import SaidInPlace
from callproof.calling.simulation.speaker import Speaker, silent
from callproof.calling.simulation.speech import timed_words
from callproof.calling.simulation.tools import ToolDesk
from callproof.calling.simulation.troubles import Troubles
from callproof.calling.simulation.wire_tools import WireTools
from callproof.calling.simulation.written import write_line
from callproof.calling.wire import events as wire_events
from callproof.calling.wire.events import Message
from callproof.calling.wire.format import WireFormat
from callproof.evidence.derived import Derivation, EdgeFound
from callproof.evidence.events import (
    LineError,
    Party,
    SpeechCut,
    SpeechEnded,
    SpeechStarted,
    SpeechText,
    StateReported,
    TextKind,
    Word,
)
from callproof.version import __version__

# Takes a text that the agent reports.
Texts: TypeAlias = Callable[[TextKind, str], None]

_EDGE_UNCERTAINTY_MS = 5
_ON_ITS_WAY_MS = 100
# An agent that sends its sound at the pace of speech is never further ahead of the line than this.
_PACED_MS = 200
_NOTHING = np.zeros(0, np.float32)
_INTERIM_S = 0.2


@dataclass(slots=True)
class _CallerSpeech:
    utterance: str
    text: str
    signal: Signal
    at: int = 0
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Attentive(Protocol):
    """What the connection tells the director of, besides the log."""

    def end(self, by: Party, reason: str) -> None: ...
    def waits_for_words(self) -> bool:
        """Whether something hangs on what the agent says in the middle of its speech."""

    def hears(self, utterance: str, text: str) -> None:
        """What has been recognised so far of an utterance that goes on."""

    def finished(self, task: asyncio.Task[None]) -> None:
        """Something that was done for the call is over, or has failed."""


class AudioConnection:
    """`Connection`, with sound.

    `step` is called for every frame; it does arithmetic and nothing else. `send` takes messages for the agent. `desk` and `director` are
    set before the call begins.
    """

    def __init__(
        self,
        log: Log,
        clock: Clock,
        wire: WireFormat,
        send: Callable[[Message], None],
        caller: CallerSound,
        recorder: Recorder,
    ) -> None:
        self.desk: ToolDesk
        self.director: Attentive
        self.rate_hz = recorder.rate_hz
        self._log = log
        self._clock = clock
        self._wire = wire
        self._send = send
        self._speech = caller.speech
        self._persona = caller.persona
        self._voice = voice_of(caller.persona)
        self.recognition = Recognition(log, caller.speech, caller.persona.language, self.rate_hz)
        self._recorder = recorder
        self._seed = caller.seed
        self._writes = caller.writes
        self._samples = frame_samples(self.rate_hz, FRAME_MS)
        self._line = Line(caller.effects, self.rate_hz, seed=number_of(caller.seed))
        # The frames so far, and the last of the caller's, which is on its way while the agent's is still being heard.
        self._frames = 0
        self._outgoing: Signal | None = None
        self._heard: list[Signal] = []
        self._down = False
        self._ready: dict[str, Signal] = {}
        self._caller: deque[_CallerSpeech] = deque()
        self._sounds: list[tuple[Signal, asyncio.Event]] = []
        self._speaker = Speaker()
        self._resamplers: dict[int, Resampler] = {}
        self._edges = AgentEdges(self.rate_hz)
        self._held_end: Edge | None = None
        self._found: list[EdgeFound] = []
        self._agent: str | None = None
        self._agent_from = 0
        self._agent_event = -1
        self._agent_count = 0
        self._said: dict[str | None, str] = {}
        # Where the sound of what the agent names began, among all samples that arrived.
        self._sound_from: dict[str | None, int] = {}
        self._said_afterwards = SaidAfterwards(self.rate_hz, self._seed)
        self._said_in_place = SaidInPlace(self._speaker, clock, self.rate_hz, self._seed, self._agent_says)
        self._caller_last: str | None = None
        self._state_version = -1
        self._tools = WireTools(log, wire, send, self._task)
        self._tasks: set[asyncio.Task[None]] = set()
        self._checked: dict[str, str | None] = {}
        self._troubles = Troubles(log)

    # -- the frame -----------------------------------------------------------------------------------------------------

    def step(self, frame: int) -> None:
        """The caller's frame of this number goes out, and the agent's before it has been heard."""
        if self._down:
            return
        while self._frames < frame:
            self._frame_passes(sent=False)
        self._frame_passes(sent=True)

    def _frame_passes(self, *, sent: bool) -> None:
        """`sent` False: the loop was held up for so long that this frame has been given up; time goes on all the same."""
        heard = self._frame_heard()
        self._frames += 1
        self._outgoing = out = self._line.feed(self._caller_frame(), heard)
        if sent:
            for message in self._wire.audio(out):
                self._send(message)

    def _frame_heard(self) -> Signal:
        """Ends the frame that was going on: what was heard in it, and its place in the recording."""
        if self._outgoing is None:
            return silent(self._samples)
        self._hear_until(self._frames * self._samples)
        if len(self._heard) == 1 and len(self._heard[0]) == self._samples:
            frame = self._heard.pop()
        else:
            heard = np.concatenate([_NOTHING, *self._heard])
            frame, rest = heard[: self._samples], heard[self._samples :]
            self._heard = [rest] if len(rest) else []
        self._recorder.write(self._outgoing, frame)
        return frame

    def _hear_until(self, sample: int) -> None:
        """Moves the play cursor on, to the frame or to what has just come in: sound starts where it came, and not with a frame."""
        samples = sample - self._speaker.cursor
        if samples <= 0:
            return
        played = self._speaker.play(samples)
        self._heard.append(played.frame)
        if self._down:
            return
        for mark in played.marks:
            for message in self._wire.mark_played(mark):
                self._send(message)
        if played.texts:
            self._said_in_place.passed(played.texts, sample)
        edge = self._edges.feed(played.frame, empty=played.empty)
        if edge is not None:
            self._agent_edge(edge)
        if self._said_in_place.awaits_sound:
            self._said_in_place.sounded(self._edges.last_sound)

    def _hear_until_now(self) -> None:
        if not self._down:
            self._hear_until(self._sample_now)

    @property
    def _sample_now(self) -> int:
        return self._clock.now_ms() * self.rate_hz // 1000

    def _unheard(self) -> int:
        """Samples by which the time is ahead of the play cursor."""
        return self._sample_now - self._speaker.cursor

    def _caller_frame(self) -> Signal:
        if not self._caller and not self._sounds:
            return silent(self._samples)
        frame = np.zeros(self._samples, np.float32)
        if self._caller:
            speech = self._caller[0]
            if speech.at == 0:
                self._caller_begins(speech)
            piece = speech.signal[speech.at : speech.at + self._samples]
            frame[: len(piece)] += piece
            speech.at += self._samples
            if speech.at >= len(speech.signal):
                self._caller.popleft()
                event = self._log.append(SpeechEnded, speaker="caller", utterance=speech.utterance)
                self._edge_found(event.seq, self._frame_start + len(piece), self._sent_within_ms)
                speech.over.set()
        for number, (sound, over) in enumerate(list(self._sounds)):
            frame[: len(sound)] += sound[: self._samples]
            self._sounds[number] = (sound[self._samples :], over)
        for sound, over in self._sounds:
            if not len(sound):
                over.set()
        self._sounds = [(sound, over) for sound, over in self._sounds if len(sound)]
        return frame

    def _caller_begins(self, speech: _CallerSpeech) -> None:
        self._caller_last = speech.utterance
        event = self._log.append(SpeechStarted, speaker="caller", utterance=speech.utterance)
        self._edge_found(event.seq, self._frame_start, self._sent_within_ms)
        self._log.append(
            SpeechText,
            speaker="caller",
            utterance=speech.utterance,
            kind="said",
            text=speech.text,
            words=self._words(speech),
        )

    @property
    def _frame_start(self) -> int:
        """Where the caller's frame that is being made has its place, in samples."""
        return (self._frames - 1) * self._samples

    @property
    def _sent_within_ms(self) -> int:
        """How far the caller's frame that is being made may be from its place: on a busy machine it goes out late."""
        late_ms = self._clock.now_ms() - self._frame_start * 1000 // self.rate_hz
        return max(late_ms, _EDGE_UNCERTAINTY_MS)

    def _words(self, speech: _CallerSpeech) -> tuple[Word, ...]:
        """Spread over the length that the voice took, as long words take longer."""
        words = timed_words(speech.text, 0, seed=self._seed, pause_ms=self._persona.pause_ms)
        start_ms = self._frame_start * 1000 // self.rate_hz
        return spread(words, start_ms, len(speech.signal) * 1000 / self.rate_hz)

    # -- the agent's speech --------------------------------------------------------------------------------------------

    def _agent_edge(self, edge: Edge) -> None:
        if edge.kind == "began":
            self._agent = f"a{self._agent_count}"
            self._agent_count += 1
            self._agent_from = edge.sample
            event = self._log.append(SpeechStarted, speaker="agent", utterance=self._agent)
            self._agent_event = event.seq
            self._said_afterwards.began(self._agent, edge.sample)
            self._edge_found(event.seq, edge.sample, edge.uncertainty_ms)
            self._said_in_place.began(self._agent, edge.sample)
            if self._said:
                # In the order of the dict: what was told first is heard first.
                self._said_in_place.say(self._said.pop(next(iter(self._said))))
            if self.director.waits_for_words():
                self._task(self._follow(self._agent))
        elif self._speaker.paused:
            # Whether it goes on or is broken off is yet to be told.
            self._held_end = edge
        else:
            self._agent_over(edge)

    def _agent_over(self, edge: Edge, *, cut: bool = False, dropped: int = 0) -> None:
        """`dropped`: samples of its text that had arrived and will not be heard."""
        utterance, self._agent = self._agent, None
        if utterance is None:
            return
        if cut:
            played = self._said_in_place.heard_of_it(dropped)
            self._log.append(SpeechCut, speaker="agent", utterance=utterance, played=played)
            self._said_in_place.cut()
        else:
            self._said_in_place.over(edge.sample)
        event = self._log.append(SpeechEnded, speaker="agent", utterance=utterance)
        self._edge_found(event.seq, edge.sample, edge.uncertainty_ms)
        self._said_afterwards.ended(utterance, edge.sample)
        signal = self._recorder.agent_since(self._agent_from)
        self.recognition.hear(utterance, self._agent_event, signal)

    async def _follow(self, utterance: str) -> None:
        """Recognises an utterance while it goes on."""
        while self._agent == utterance and self.director.waits_for_words():
            signal = self._recorder.agent_since(self._agent_from)
            heard = await self._speech.hear(signal, self.rate_hz, self._persona.language)
            if self._agent == utterance:
                self.director.hears(utterance, heard.text)
            await asyncio.sleep(_INTERIM_S)

    def _edge_found(self, event: int, sample: int, uncertainty_ms: int = _EDGE_UNCERTAINTY_MS) -> None:
        ms = round(sample * 1000 / self.rate_hz)
        self._found.append(EdgeFound(event=event, ms=ms, uncertainty_ms=uncertainty_ms))

    def reported(self, kind: TextKind, text: str) -> None:
        """The agent reports what it says next, or what it has heard of what the caller said last; unless its wire tells that anyway."""
        told = self._wire.capabilities
        if kind == "heard" and not told.tells_heard:
            self._caller_heard(text)
        elif kind == "said" and not told.tells_said:
            self._speaker.text(text)

    def _caller_heard(self, text: str) -> None:
        """What is written is read as it stands, and noted with the message."""
        if self._caller_last is not None and not self._writes:
            self._log.append(
                SpeechText, speaker="caller", utterance=self._caller_last, kind="heard", text=text
            )

    def _agent_says(self, utterance: str, text: str, words: tuple[Word, ...]) -> None:
        self._log.append(
            SpeechText, speaker="agent", utterance=utterance, kind="said", text=text, words=words
        )

    # -- what the agent sends ------------------------------------------------------------------------------------------

    def receive(self, message: Message) -> None:
        for event in self._wire.receive(message):
            # What comes behind sound that is still queued waits for it, and the cursor goes on with the next frame.
            if not (isinstance(event, wire_events.AgentAudio) and self._speaker.queued > self._unheard()):
                self._hear_until_now()
            self._take(event)

    def _take(self, event: wire_events.Event) -> None:
        if isinstance(event, wire_events.AgentAudio):
            self._said_afterwards.sound_follows()
            self._sound_from.setdefault(event.utterance, self._speaker.arrived)
            self._speaker.put(self._at_our_rate(event))
        elif isinstance(event, wire_events.Mark):
            self._speaker.mark(event.name)
        elif isinstance(event, wire_events.Clear):
            self._clear()
        elif isinstance(event, wire_events.Pause | wire_events.Resume):
            self._pause(isinstance(event, wire_events.Pause))
        elif isinstance(event, wire_events.AgentText):
            self._take_text(event)
        elif isinstance(event, wire_events.ToolCalled | wire_events.ToolCancelled | wire_events.ToolReported):
            self._tools.take(event, self.desk)
        elif isinstance(event, wire_events.StateReported):
            self._state_version += 1
            self._log.append(StateReported, version=self._state_version, fields=dict(event.fields))
        elif isinstance(event, wire_events.Send):
            self._send(event.message)
        elif isinstance(event, wire_events.HungUp):
            self.director.end("agent", event.reason or "hung up")
        elif isinstance(event, wire_events.Problem):
            self._troubles.note(event)
            if event.fatal:
                self.director.end("agent", event.kind)

    def _at_our_rate(self, event: wire_events.AgentAudio) -> Signal:
        if event.rate_hz == self.rate_hz:
            return event.signal
        resampler = self._resamplers.setdefault(event.rate_hz, Resampler(event.rate_hz, self.rate_hz))
        return resampler.feed(event.signal)

    def _clear(self) -> None:
        dropped = self._speaker.queued_of_text
        dropped_ms = round(self._speaker.queued * 1000 / self.rate_hz)
        marks = self._speaker.clear()
        for message in self._wire.cleared(dropped_ms, marks):
            self._send(message)
        edge = self._edge_now()
        if edge is not None:
            self._agent_over(edge, cut=True, dropped=dropped)
        self._said_in_place.cut()
        self._said_afterwards.broken_off()

    def _pause(self, paused: bool) -> None:
        self._speaker.paused = paused
        if not paused and self._held_end is not None:
            held, self._held_end = self._held_end, None
            self._agent_over(held)

    def _edge_now(self) -> Edge | None:
        """Where the agent's speech ends that ends now, or has ended in a pause that is over now."""
        held, self._held_end = self._held_end, None
        return self._edges.stop() if held is None else held

    def _take_text(self, event: wire_events.AgentText) -> None:
        when = self._wire.capabilities.said_when
        if not event.final:
            return
        event = self._troubles.cut(event)
        if event.kind == "heard":
            self._caller_heard(event.text)
        elif when == "after":
            for piece in self._said_afterwards.told(event.text, self._speaker.cursor, cut=event.interrupted):
                self._agent_says(piece.utterance, piece.text, piece.words)
        elif when == "in place":
            # How much of one that was broken off has been heard, is told by what was played.
            if not event.interrupted:
                self._speaker.text(event.text)
        elif event.utterance is not None and event.utterance in self._sound_from:
            self._text_of_sound(self._sound_from[event.utterance], event.text)
        elif self._agent is not None:
            self._said_in_place.say(event.text)
        else:
            self._said[event.utterance] = event.text

    def _text_of_sound(self, place: int, text: str) -> None:
        """The text of sound that has arrived: what is queued before it may still be heard, or have just been."""
        ago = self._speaker.passed(place)
        if ago <= 0:
            self._speaker.text_at(place, text)
        else:
            self._said_in_place.passed((text,), self._speaker.cursor - ago)

    # -- what the director asks for ------------------------------------------------------------------------------------

    def agent_began_ms(self, told_ms: int) -> int:
        return round(self._agent_from * 1000 / self.rate_hz)

    @property
    def agent_silent(self) -> bool:
        # A frame or two are always on their way from agents that send a noise, or their silence, as a telephone line does.
        on_its_way = self._speaker.queued_sound > _ON_ITS_WAY_MS * self.rate_hz // 1000
        return not self._edges.speaking and not on_its_way

    @property
    def tools_busy(self) -> bool:
        return self.desk.unfinished

    async def prepare(self, texts: Sequence[str], noises: Sequence[str] = ()) -> None:
        """Has lines spoken and noises made before the call, so that they are there at their moment: no act waits for a voice that is
        busy."""
        if self._writes:
            return
        await asyncio.gather(
            *[self._spoken(text, patient=True) for text in texts],
            *[asyncio.to_thread(self._noise_of, sound) for sound in noises],
        )

    async def say(self, utterance: str, text: str, heard: str | None) -> None:
        if self._writes:
            self._caller_last = utterance
            write_line(self._log, utterance, text, text if heard is None else heard, self._write)
            return
        speech = _CallerSpeech(utterance, text, await self._spoken(text))
        self._caller.append(speech)
        await speech.over.wait()
        problem = self._checked.get(text)
        if problem is not None:
            self._log.append(LineError, by="caller", message=problem)

    def _write(self, text: str) -> None:
        for message in self._wire.text(text):
            self._send(message)

    async def _spoken(self, text: str, *, patient: bool = False) -> Signal:
        if (ready := self._ready.get(text)) is not None:
            return ready
        written = pronounced(text, self._persona.language)
        spoken, self._checked[text] = await spoken_clearly(
            lambda voice: self._speech.speak(written, voice),
            self._voice,
            lambda said: self.recognition.own_line(text, said.signal, said.rate_hz),
            patient=patient,
        )
        ready = await asyncio.to_thread(for_line, spoken.signal, spoken.rate_hz, self.rate_hz)
        self._ready[text] = ready
        return ready

    async def noise(self, sound: str, ms: int) -> None:
        over = asyncio.Event()
        samples = ms * self.rate_hz // 1000
        made = self._noise_of(sound)
        start = number_of(f"{self._seed}:{sound}") % len(made)
        piece = made.take(range(start, start + samples), mode="wrap")
        self._sounds.append((gain(piece, NOMINAL_SPEECH_DBFS), over))
        await over.wait()

    def _noise_of(self, sound: str) -> Signal:
        """Half a minute of it. The first time takes seconds: see `prepare`."""
        return loop(next((kind for kind in NOISE_KINDS if kind == sound), "babble"), self.rate_hz)

    async def press(self, keys: str, ms: int) -> None:
        if not self._wire.capabilities.keys:
            problem = "no key can be pressed over this connection: its protocol has no message for it"
            self._log.append(LineError, by="platform", message=problem)
        for key in keys:
            for message in self._wire.key_press(key):
                self._send(message)
            await self._clock.sleep_until(self._clock.now_ms() + ms)

    async def agent_done(self) -> None:
        while not self.agent_silent:
            await self._clock.sleep_until(self._clock.now_ms() + FRAME_MS)

    async def agent_left(self) -> None:
        """Waits until what the agent had sent when it closed the connection has been heard, if it ever is."""
        queued_ms = self._speaker.queued_sound * 1000 // self.rate_hz
        if self._wire.capabilities.plays_out or queued_ms <= _PACED_MS:
            await self.agent_done()

    async def understood(self) -> None:
        await self.recognition.understood()

    def hang_up(self) -> None:
        self._hear_until_now()
        edge = self._edge_now()
        if edge is not None:
            self._agent_over(edge, cut=bool(self._speaker.queued), dropped=self._speaker.queued_of_text)
        for speech in self._caller:
            if speech.at:
                self._log.append(SpeechCut, speaker="caller", utterance=speech.utterance)
                event = self._log.append(SpeechEnded, speaker="caller", utterance=speech.utterance)
                self._edge_found(event.seq, self._frames * self._samples)
        self._caller.clear()
        self._down = True

    def closed(self) -> None:
        for message in self._wire.closing():
            self._send(message)
        for task in self._tasks:
            task.cancel()

    # -- afterwards ----------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Puts the last frame into the recording."""
        self._troubles.counted()
        if self._outgoing is not None:
            self._down = True
            self._frame_heard()
            self._outgoing = None

    def derivation(self) -> Derivation:
        """The edges of the agent's speech to the sample, laid over the record."""
        return Derivation(producer="line", version=__version__, items=tuple(self._found))

    def _task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(self.director.finished)

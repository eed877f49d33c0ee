"""A caller who writes: each line is there at once, at the moment at which a voice would begin."""

from __future__ import annotations

from collections.abc import Callable

from callproof.calling.simulation.log import Log
from callproof.evidence.events import SpeechEnded, SpeechStarted, SpeechText


def write_line(log: Log, utterance: str, text: str, read: str, send: Callable[[str], None]) -> None:
    """Hands a line to the agent. `read` is what the agent is to make of it.

    Nothing of a message is known before it is there. One that took its time would be late for its moment, and the agent judged by when it began.
    """
    log.append(SpeechStarted, speaker="caller", utterance=utterance)
    log.append(SpeechText, speaker="caller", utterance=utterance, kind="said", text=text)
    send(read)
    log.append(SpeechText, speaker="caller", utterance=utterance, kind="heard", text=read)
    log.append(SpeechEnded, speaker="caller", utterance=utterance)

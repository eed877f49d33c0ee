"""The agent's mouth: what it is saying, and breaking it off."""

from __future__ import annotations

from callproof.calling.agent import Session, SpeechHandle


class Voice:
    def __init__(self, call: Session) -> None:
        self._call = call
        self._speeches: list[SpeechHandle] = []

    @property
    def speaking(self) -> bool:
        return any(speech.playing for speech in self._speeches)

    def start(self, text: str) -> SpeechHandle:
        """Begins to speak; what is still being said is said first."""
        speech = self._call.speak(text)
        self._speeches = [*(s for s in self._speeches if s.playing), speech]
        return speech

    async def say(self, text: str) -> bool:
        """True when it was heard to its end."""
        return await self.start(text).done()

    def stop(self) -> None:
        speeches, self._speeches = self._speeches, []
        for speech in reversed(speeches):
            speech.stop()

"""Short phrases that change what a silence or an overlap means."""

from __future__ import annotations

import re
from functools import lru_cache

_BACKCHANNEL = re.compile(
    r"(?:(?:mm+|hmm*|mhm+|uh|huh|um|ah|oh|aha|yeah|yep|yes|ok|okay|right|sure|alright|"
    r"i see|got it|makes sense|thank you|thanks|great|good|cool|exactly|of course)\s*)+"
)
_LINE_CHECK = re.compile(
    r"\b(?:hello|are you (?:still )?there|still there|you there|anybody there|anyone there|"
    r"can you hear me|did you hear me|did i lose you|are we still connected)\b"
)
_WAIT = re.compile(
    r"\b(?:let me (?:just )?(?:find|look|check|see|get|grab|think|pull|search|have a look)|"
    r"(?:one|just a|give me a|a) (?:second|sec|moment|minute)|hold on|hang on|bear with me|wait a)\b"
)
_NO_WORD = re.compile(r"[^a-z0-9' ]+")


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    return " ".join(_NO_WORD.sub(" ", text.lower().replace("-", " ")).split())


def is_backchannel(text: str) -> bool:
    """ "mm-hm", "yeah", "makes sense": the speaker listens and does not want the floor."""
    return _BACKCHANNEL.fullmatch(_plain(text)) is not None


def is_line_check(text: str) -> bool:
    """ "Hello?", "are you there?": the speaker has been waiting for the other side."""
    return _LINE_CHECK.search(_plain(text)) is not None


def asks_to_wait(text: str) -> bool:
    """ "Let me find it", "one moment": the speaker keeps the floor and is silent on purpose."""
    return _WAIT.search(_plain(text)) is not None

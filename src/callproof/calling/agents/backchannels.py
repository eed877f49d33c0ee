"""What a caller says while listening, as a recogniser writes it: "make sense" for "makes sense", "her" for "hmm"."""

from __future__ import annotations

import re

from callproof.spoken.phrases import is_backchannel

_MAKES_SENSE = re.compile(r"\b(?:(?:it|that)(?:'?s)? )?makes? (?:sense|since)(?: to me)?\b", re.IGNORECASE)
_GOT_IT = re.compile(r"\bgot (?:you|ya)\b", re.IGNORECASE)
# One syllable from h or m to m, n or r says nothing by itself; "men" and "her" have been seen.
_HUM = re.compile(r"\b(?:[hm][aeiou]?[mnr]+|m+|mm?kay)\b", re.IGNORECASE)
_AHA = re.compile(r"\bah?[- ]?h[au]h?\b", re.IGNORECASE)

_HALF = ("thank", "makes", "got", "sounds")
_SHORTEST_HALF = len("got")
# "Makes up", "makes fat" and "make that" have been seen of a "makes sense" that was still being said.
_HALF_WITH_A_WORD = re.compile(r"makes?\W+(?!(?:it|the|my|an?|me|sure)\b)\w+", re.IGNORECASE)


def is_listening(text: str, *, over_speech: bool) -> bool:
    """Whether the caller wants neither the floor nor anything else. A hum counts as that over the agent's own speech alone: elsewhere it
    may be an answer that was not understood."""
    text = _GOT_IT.sub("got it", _MAKES_SENSE.sub("makes sense", text))
    if over_speech:
        text = _HUM.sub("hmm", _AHA.sub("aha", text))
    return is_backchannel(text)


def may_be_listening(words: str) -> bool:
    """Whether the first words of an utterance over the agent's speech may yet become a "thank you" or a "makes sense"."""
    begun = words.strip(" ,.").lower()
    return (
        is_listening(words, over_speech=True)
        or any(half.startswith(begun) for half in _HALF if len(begun) >= _SHORTEST_HALF)
        or _HALF_WITH_A_WORD.fullmatch(begun) is not None
    )

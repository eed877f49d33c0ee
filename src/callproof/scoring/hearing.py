"""What became of the caller's words on their way to the agent, turn by turn."""

from __future__ import annotations

from typing import NamedTuple

from callproof.evidence.call import Call, Utterance
from callproof.scoring.dialogue import Dialogue, dialogue_of
from callproof.scoring.once import once_each
from callproof.spoken.comparing import Comparison, compare


class Compared(NamedTuple):
    """A turn that was not heard letter by letter as it was said."""

    turn: Utterance
    comparison: Comparison


class Hearing(NamedTuple):
    """The caller's turns with words. `judged` counts those that could be compared, `differing` are those of them whose texts are
    not equal; `missing` says why the others could not be."""

    turns: int
    judged: int
    differing: tuple[Compared, ...]
    missing: str | None


@once_each
def hearing_of(call: Call) -> Hearing:
    differing: list[Compared] = []
    turns = without_said = without_heard = 0
    unread: list[str] = []
    dialogue: Dialogue | None = None
    for turn in call.utterances:
        said, heard = turn.said, turn.heard
        if turn.speaker != "caller" or (said is None and heard is None):
            continue
        turns += 1
        if said is None:
            without_said += 1
        elif heard is None:
            without_heard += 1
        elif said != heard:
            dialogue = dialogue or dialogue_of(call)
            comparison = compare(said, heard, language=dialogue.language_in(said), date=dialogue.day)
            if comparison.outcome == "not_measured":
                unread.append(comparison.reason or "the words cannot be read")
            else:
                differing.append(Compared(turn, comparison))
    judged = turns - without_said - without_heard - len(unread)
    return Hearing(turns, judged, tuple(differing), _missing(turns, without_said, without_heard, unread))


def _missing(turns: int, without_said: int, without_heard: int, unread: list[str]) -> str | None:
    if not turns:
        return "the record has no words of the caller's"
    if without_said == turns:
        return "the record does not say what the caller really said"
    reasons = []
    if without_said:
        reasons.append(
            f"{without_said} of {turns} turns of the caller's: the record does not say what was really said"
        )
    if without_heard:
        reasons.append(
            f"{without_heard} of {turns} turns of the caller's: the record does not say what was heard"
        )
    if unread:
        reasons.append(f"{len(unread)} of {turns} turns of the caller's: {' '.join(unread[0].split())}")
    return "; ".join(reasons) or None

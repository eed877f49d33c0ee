"""The errors that callproof raises for its users.

    CallproofError
    ├── InputError      what was given cannot be used: a file, a field, an option (exit code 2)
    └── HarnessError    callproof itself failed at its job (exit code 3)
        └── RecogniserError    its recogniser did: a call in which that happens is invalid, and the run goes on

A user's mistake is described by `Problem` values, all problems of a file at once, and never by a traceback.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with what was given.

    `file` is the file as the user named it, `path` the place inside it (`turns[3].start_s`, for JSON Lines
    `line 17: turns[3].start_s`), empty when the file as a whole is meant.
    """

    file: str
    path: str
    message: str

    def to_json(self) -> dict[str, str]:
        return {"file": self.file, "path": self.path, "message": self.message}

    def __str__(self) -> str:
        where = ": ".join(part for part in (self.file, self.path) if part)
        return f"{where}: {self.message}" if where else self.message


class CallproofError(Exception):
    """Every error that callproof raises on purpose."""


class InputError(CallproofError):
    """Something that was given cannot be used. Carries at least one `Problem`."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[Problem, ...]]]:
        # What `args` holds is the text, which is no list of problems to be made from.
        return type(self), (self.problems,)

    @classmethod
    def of(cls, message: str, *, file: str = "", path: str = "") -> InputError:
        return cls([Problem(file, path, message)])


class HarnessError(CallproofError):
    """callproof could not do its own part; says nothing about the agent."""


class RecogniserError(HarnessError):
    """The recogniser with which callproof listens, to the agent or to its own voice, gave no text."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` Did you mean 'x'?` when a known word is close, else an empty string."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.7)
    return f" Did you mean {near[0]!r}?" if near else ""

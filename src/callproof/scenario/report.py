"""Everything that is wrong with a file, gathered before anything is said."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from callproof.errors import Problem, did_you_mean
from callproof.problems import dotted

Path = tuple[str | int, ...]


@dataclass(slots=True)
class Report:
    """Problems of one file, seen from a place in it. `line` is the place of a whole value (`line 17`), where a file holds several.

    `renamed` are beginnings of paths, below the place, that the file writes otherwise. With `only`, a
    path is told when it begins with one of these fields; the others are of values that were made, which the file does not have.
    """

    file: str
    line: str = ""
    within: Path = ()
    renamed: tuple[tuple[Path, Path], ...] = ()
    only: tuple[str, ...] | None = None
    problems: list[Problem] = field(default_factory=list)

    @property
    def place(self) -> str:
        """Where it is seen from, in words: `line 17: scenarios[3]`."""
        return self._in_words(self.within)

    def _in_words(self, path: Path) -> str:
        return ": ".join([part for part in (self.line, dotted(path)) if part])

    def add(self, path: Iterable[str | int], message: str) -> None:
        problem = Problem(self.file, self._in_words(self.path(path)), message)
        if problem not in self.problems[-20:]:
            self.problems.append(problem)

    def path(self, below: Iterable[str | int]) -> Path:
        path = tuple(below)
        if self.only is not None and path and path[0] not in self.only:
            path = ()
        for old, new in self.renamed:
            if path[: len(old)] == old:
                path = new + path[len(old) :]
                break
        return self.within + path

    def below(
        self,
        *parts: str | int,
        renamed: tuple[tuple[Path, Path], ...] = (),
        only: tuple[str, ...] | None = None,
    ) -> Report:
        """The same problems, seen from a place further in."""
        if not self.renamed and self.only is None:
            return Report(self.file, self.line, self.within + parts, renamed, only, self.problems)
        within = self.path(parts)
        if parts and self.only is not None:
            only = self.only if parts[0] in self.only else ()
        return Report(self.file, self.line, within, renamed, only, self.problems)

    def unknown(self, path: Iterable[str | int], name: str, known: Collection[str], what: str) -> None:
        """A name that is none of those known: `there is no tool 'x'; known: a, b. Did you mean 'a'?`"""
        listed = ", ".join(sorted(known)[:16]) + (", …" if len(known) > 16 else "")
        self.add(path, f"there is no {what} {name!r}; known: {listed or 'none'}.{did_you_mean(name, known)}")

    def unknown_field(self, path: Iterable[str | int], known: Collection[str]) -> None:
        place = tuple(path)
        hint = did_you_mean(str(place[-1]), known) or f" Known: {', '.join(known)}."
        self.add(place, f"is not a field that is known here.{hint}")

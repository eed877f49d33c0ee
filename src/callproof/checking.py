"""The pipeline behind `check`: documents -> records -> calls -> results, in one process or several.

Results come in the order of the documents, as soon as they are there, and nothing that is finished is kept: memory does not
grow with the number of calls.
"""

from __future__ import annotations

import json
import math
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pydantic_core import to_json

from callproof.errors import HarnessError, InputError, Problem
from callproof.evidence.call import fold
from callproof.evidence.derived import Derivation
from callproof.evidence.files import decode_record, encode_record, read_derivations
from callproof.evidence.jsontext import parse_json
from callproof.evidence.record import Record
from callproof.importers import registry as importers
from callproof.importers.registry import Place, read_payload
from callproof.importers.sources import Document, Skipped
from callproof.memory import fewer_searches_for_cycles
from callproof.scoring.checks import registry as checks
from callproof.scoring.checks.registry import Check
from callproof.scoring.results import CallResult, Tally, judge_together

if TYPE_CHECKING:
    from concurrent.futures import Future

# A share of the documents that one process takes at a time.
_BATCH_BYTES = 2**20
# So many calls are judged together, and fewer where they are long ones.
_WAVE_CALLS = 48
_WAVE_EVENTS = 4000
# Up to here starting other processes costs more than it saves.
_ALONE_BYTES = 8 * 2**20


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with each document; plain values, because it is sent to other processes."""

    checks: tuple[Check, ...]
    format: str | None = None
    keep_records: bool = False


class JudgedLine:
    """One judged call as plain values: its result as a JSON object in text, and its record if that is kept.

    `badness` sorts the worst calls first: failed, then the number of high, medium and low findings. Of many calls only the worst
    are shown, so that a result is put into text when somebody asks for it, or when it leaves its process.
    """

    __slots__ = ("_result", "badness", "id", "record")

    def __init__(
        self,
        id: str,
        badness: tuple[int, int, int, int],
        result: CallResult | str,
        record: bytes | None = None,
    ) -> None:
        self.id = id
        self.badness = badness
        self.record = record
        self._result = result

    @property
    def result(self) -> str:
        if not isinstance(self._result, str):
            self._result = result_text(self._result)
        return self._result

    def _plain(self) -> tuple[object, ...]:
        return self.id, self.badness, self.result, self.record

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JudgedLine) and self._plain() == other._plain()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[JudgedLine], tuple[object, ...]]:
        return JudgedLine, self._plain()


class Batch(NamedTuple):
    """What came of one share of the documents."""

    items: list[JudgedLine | Problem]
    tally: Tally


Judged: TypeAlias = tuple[CallResult, Record]


class _Read(NamedTuple):
    """A record, what was derived from it later, and the file that they are from."""

    record: Record
    derived: Sequence[Derivation]
    file: str


@cache
def load_extensions() -> None:
    """Lets the checks and importers of other installed packages register themselves."""
    # Looked through once: it reads a file of every package that is installed.
    installed = entry_points()
    for group in (checks.ENTRY_POINTS, importers.ENTRY_POINTS):
        for entry in installed.select(group=group):
            try:
                entry.load()
            except Exception as error:
                raise HarnessError(
                    f"the extension {entry.name} ({entry.value}) cannot be loaded: {error}"
                ) from error


def judge_documents(
    documents: Iterable[Document | Problem | Skipped], plan: Plan
) -> Iterator[Judged | Problem | Skipped]:
    """Every call in some documents, judged; what cannot be read comes as problems in its place, and so does what is no document."""
    wave: list[_Read | Problem | Skipped] = []
    events = 0
    for item in _read_all(documents, plan.format):
        wave.append(item)
        if isinstance(item, _Read):
            events += len(item.record.events)
        if len(wave) >= _WAVE_CALLS or events >= _WAVE_EVENTS:
            yield from _judged(wave, plan)
            wave, events = [], 0
    yield from _judged(wave, plan)


def _judged(wave: list[_Read | Problem | Skipped], plan: Plan) -> Iterator[Judged | Problem | Skipped]:
    """What was read, the calls in it judged together."""
    calls = [(fold(item.record, item.derived), item.file) for item in wave if isinstance(item, _Read)]
    results = iter(judge_together(calls, plan.checks))
    for item in wave:
        yield (next(results), item.record) if isinstance(item, _Read) else item


def _read_all(
    documents: Iterable[Document | Problem | Skipped], format: str | None
) -> Iterator[_Read | Problem | Skipped]:
    for document in documents:
        if not isinstance(document, Document):
            yield document
            continue
        for read in _records(document, format):
            if isinstance(read, InputError):
                yield from read.problems
                continue
            try:
                derived = read_derivations(Path(document.folder), read) if document.folder else ()
            except InputError as error:
                yield from error.problems
                continue
            yield _Read(read, derived, document.file)


def _records(document: Document, format: str | None) -> Iterator[Record | InputError]:
    if document.kind == "record":
        try:
            yield stored_record(document)
        except InputError as error:
            yield error
        return
    place = Place(document.file, document.default_id, line=document.line)
    try:
        data = parse_json(document.data)
    except ValueError as error:
        # In a line of JSON Lines the parser's own line number is always 1.
        reason = str(error).replace(" line 1 column ", " column ") if document.line else str(error)
        yield InputError([place.problem(f"is not valid JSON: {reason}")])
        return
    yield from read_payload(data, place, format)


def stored_record(document: Document) -> Record:
    """The record in a document of that kind. Raises InputError with all that is wrong with it."""
    try:
        return decode_record(document.data.splitlines(keepends=True), document.file)
    except InputError as error:
        raise InputError([_in_record(document, problem) for problem in error.problems]) from None


def _in_record(document: Document, problem: Problem) -> Problem:
    """Lines of a record that does not begin its file are counted from the record's own beginning."""
    if not document.line:
        return problem
    return Problem(problem.file, f"{document.line}: {problem.path}", problem.message)


def judge_batch(documents: list[Document], plan: Plan) -> Batch:
    """Judges a share of the documents, down to plain values that can be sent between processes."""
    load_extensions()
    tally = Tally()
    items: list[JudgedLine | Problem] = []
    with fewer_searches_for_cycles():
        for judged in judge_documents(documents, plan):
            if isinstance(judged, Problem):
                items.append(judged)
            elif not isinstance(judged, Skipped):
                result, record = judged
                tally.add(result)
                kept = encode_record(record) if plan.keep_records else None
                items.append(JudgedLine(result.id, badness(result), result, kept))
    return Batch(items, tally)


def result_text(result: CallResult) -> str:
    """The result as one line of JSON in plain ASCII, which any text can be written in, half an emoji too.

    JSON has no NaN and no infinity; where a tool's arguments brought one into the evidence, it becomes a text.
    """
    data = result.to_json()
    try:
        text = to_json(data, inf_nan_mode="strings").decode()
    except ValueError:  # half an emoji
        text = ""
    return text if text and text.isascii() else json.dumps(_finite(data))


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def badness(result: CallResult) -> tuple[int, int, int, int]:
    """Larger is worse: failed, then the number of high, medium and low findings."""
    counts = {"high": 0, "medium": 0, "low": 0}
    for finding in result.findings:
        counts[finding.severity] += 1
    return int(not result.passed), counts["high"], counts["medium"], counts["low"]


def judge_all(
    documents: Iterable[Document | Problem | Skipped], plan: Plan, *, workers: int = 1
) -> Iterator[Batch | Skipped]:
    """Batch after batch in the order of the documents. With several workers, other processes take over once there is
    enough work for them."""
    batches = _batches(documents)
    if workers <= 1:
        yield from (_done(batch, plan) for batch in batches)
        return
    alone = 0
    for batch in batches:
        yield _done(batch, plan)
        alone += _size(batch)
        if alone >= _ALONE_BYTES:
            break
    else:
        return
    yield from _judge_in_workers(batches, plan, workers)


def _judge_in_workers(batches: Iterator[_Batch], plan: Plan, workers: int) -> Iterator[Batch | Skipped]:
    """No more batches are read than the workers can take soon."""
    # Only here: most input is judged before another process would have started.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    from callproof.models.worker_start import start_worker

    waiting: deque[Future[Batch] | Batch | Skipped] = deque()
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=start_worker)
    try:
        for batch in batches:
            with _ctrl_c_held_back():
                waiting.append(
                    pool.submit(judge_batch, batch, plan) if isinstance(batch, list) else _done(batch, plan)
                )
            while len(waiting) > 2 * workers:
                yield _came_of(waiting.popleft())
        while waiting:
            yield _came_of(waiting.popleft())
    except BrokenProcessPool as error:
        raise HarnessError("a worker process was killed; was there enough memory?") from error
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """A process that is started in here never hears of Ctrl-C, not even before it comes to `start_worker`; this one hears
    of it right afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_Batch: TypeAlias = list[Document] | Problem | Skipped


def _came_of(item: Future[Batch] | Batch | Skipped) -> Batch | Skipped:
    return item if isinstance(item, Batch | Skipped) else item.result()


def _done(batch: _Batch, plan: Plan) -> Batch | Skipped:
    if isinstance(batch, Skipped):
        return batch
    return Batch([batch], Tally()) if isinstance(batch, Problem) else judge_batch(batch, plan)


def _size(batch: _Batch) -> int:
    return sum(len(document.data) for document in batch) if isinstance(batch, list) else 0


def _batches(documents: Iterable[Document | Problem | Skipped]) -> Iterator[_Batch]:
    held: list[Document] = []
    size = 0
    for document in documents:
        if isinstance(document, Document):
            held.append(document)
            size += len(document.data)
            if size < _BATCH_BYTES:
                continue
        if held:
            yield held
            held, size = [], 0
        if not isinstance(document, Document):
            yield document
    if held:
        yield held

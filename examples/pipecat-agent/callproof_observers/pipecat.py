"""For Pipecat agents:

    from callproof.observers.pipecat import FunctionCallObserver
    from callproof.observers.reporter import Reporter

    reporter = Reporter.from_environment()
    observer = FunctionCallObserver(reporter, state=lambda: booking)
    worker = PipelineWorker(pipeline, observers=[observer])      # PipelineTask in older releases

`state` gives what the agent holds for true, if there is one place for it; else call `reporter.state` where it changes. What the agent
hears and says is reported word for word, sentence by sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .reporter import Reporter

try:
    from pipecat.observers.base_observer import BaseObserver
except ImportError:
    BaseObserver = object

# After these the agent may think otherwise.
_THINKING = frozenset(
    {
        "TranscriptionFrame",
        "UserStoppedSpeakingFrame",
        "LLMFullResponseEndFrame",
        "BotStartedSpeakingFrame",
        "FunctionCallsStartedFrame",
        "FunctionCallInProgressFrame",
        "FunctionCallResultFrame",
    }
)


class FunctionCallObserver(BaseObserver):  # type: ignore[misc]
    """Reports function calls and speech from the frames about them, each once, however many processors they go through."""

    def __init__(self, reporter: Reporter, state: Callable[[], Mapping[str, Any]] | None = None) -> None:
        super().__init__()
        self._reporter = reporter
        self._state = state
        self._told: set[tuple[str, str]] = set()
        self._spoken: set[int] = set()

    async def on_push_frame(self, data: Any) -> None:
        try:
            self._take(data.frame)
            self._take_speech(data.frame, getattr(data, "source", None))
        except Exception as error:
            self._reporter.lost(error)

    def _take(self, frame: Any) -> None:
        # By name: the classes have moved between releases.
        kind = type(frame).__name__
        if self._state is not None and kind in _THINKING:
            self._reporter.state(self._state())
        if kind == "FunctionCallsStartedFrame":
            for call in frame.function_calls:
                self._built(call)
        elif kind == "FunctionCallInProgressFrame":
            self._built(frame)
            if self._first("sent", frame):
                self._reporter.sent(frame.tool_call_id)
        elif kind == "FunctionCallResultFrame":
            self._over(frame)
        elif kind == "FunctionCallCancelFrame" and self._first("cancelled", frame):
            self._reporter.cancelled(frame.tool_call_id)

    def _take_speech(self, frame: Any, source: Any) -> None:
        kind = type(frame).__name__
        if kind == "TranscriptionFrame" and self._first_time(frame):
            self._reporter.heard(frame.text)
        elif (
            kind == "AggregatedTextFrame"
            and getattr(frame, "will_be_spoken", False)
            # It waits there for the audio before it; its own leaves next.
            and any(base.__name__ == "BaseOutputTransport" for base in type(source).__mro__)
            and self._first_time(frame)
        ):
            self._reporter.said(frame.text)

    def _first_time(self, frame: Any) -> bool:
        if frame.id in self._spoken:
            return False
        self._spoken.add(frame.id)
        return True

    def _built(self, call: Any) -> None:
        if self._first("built", call):
            self._reporter.built(call.tool_call_id, call.function_name, call.arguments)

    def _over(self, frame: Any) -> None:
        if getattr(getattr(frame, "properties", None), "is_final", True) is False:
            return
        if not self._first("over", frame):
            return
        error = getattr(frame, "error", None)
        if error is not None:
            self._reporter.failed(frame.tool_call_id, str(error))
        else:
            self._reporter.returned(frame.tool_call_id, frame.result)

    def _first(self, stage: str, call: Any) -> bool:
        key = (stage, str(call.tool_call_id))
        if key in self._told:
            return False
        self._told.add(key)
        return True

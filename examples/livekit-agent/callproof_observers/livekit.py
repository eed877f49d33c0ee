"""For LiveKit agents:

    from callproof.observers.livekit import observe
    from callproof.observers.reporter import Reporter

    session = AgentSession(...)
    observe(session, Reporter.from_environment(), state=lambda: vars(session.userdata))
    await session.start(...)

`state` gives what the agent holds for true, if there is one place for it; else call `reporter.state` where it changes. Tool calls are
told of by the event `tool_execution_updated`; a release that does not have it reports the state alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .reporter import Reporter

# After these the agent may think otherwise.
_THINKING = (
    "user_input_transcribed",
    "conversation_item_added",
    "agent_state_changed",
    "function_tools_executed",
    "speech_created",
)


def observe(session: Any, reporter: Reporter, state: Callable[[], Mapping[str, Any]] | None = None) -> None:
    """Reports from the session's events, from now on."""

    def think(event: Any = None) -> None:
        if state is None:
            return
        try:
            reporter.state(state())
        except Exception as error:
            reporter.lost(error)

    def run(event: Any) -> None:
        think()
        try:
            _take(event.update, reporter)
        except Exception as error:
            reporter.lost(error)

    try:
        session.on("tool_execution_updated", run)
        if state is not None:
            for name in _THINKING:
                session.on(name, think)
    except Exception as error:
        reporter.lost(error)


def _take(update: Any, reporter: Reporter) -> None:
    if update.type == "tool_call_started":
        call = update.function_call
        reporter.built(call.call_id, call.name, call.arguments)
        reporter.sent(call.call_id)
    elif update.type == "tool_call_ended":
        if update.status == "cancelled":
            reporter.cancelled(update.call_id)
        elif update.status == "error":
            reporter.failed(update.call_id, update.message)
        else:
            reporter.returned(update.call_id, update.message)

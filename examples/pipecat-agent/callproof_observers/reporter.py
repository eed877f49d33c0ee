"""Reports to a callproof run, from a thread of their own. Nothing here waits for the run or raises into the agent.

reporter = Reporter.from_environment()      # silent where no run has asked for reports
reporter.state({"order_number": "4821", "quantity": 3})
"""

from __future__ import annotations

import json
import logging
import os
import queue
import threading
import urllib.request
from collections.abc import Mapping
from typing import Any

_log = logging.getLogger("callproof.observers")
_MOST_WAITING = 1000
_AT_ONCE = 100


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The token is for one server alone."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Reporter:
    """Reports of one call. `url` is that of the call (`…/calls/<id>`), or the server's where one call runs at a time; None: silent.

    What cannot be sent is dropped and counted in `dropped`.
    """

    def __init__(self, url: str | None, token: str | None = None, *, within_s: float = 2.0) -> None:
        self.dropped = 0
        self.version: int | None = None
        self._url = url.rstrip("/") + "/events" if url and url.startswith(("http://", "https://")) else None
        self._token = token
        self._within_s = within_s
        self._fields: str | None = None
        self._waiting: queue.Queue[str | threading.Event] = queue.Queue(_MOST_WAITING)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._warned = False
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())

    @classmethod
    def from_environment(cls) -> Reporter:
        """From CALLPROOF_URL and CALLPROOF_TOKEN, which a run sets for an agent that it starts."""
        return cls(os.environ.get("CALLPROOF_URL"), os.environ.get("CALLPROOF_TOKEN"))

    def state(self, fields: Mapping[str, Any]) -> int | None:
        """What the agent holds for true now; the version of it, which counts up when it has changed. None: nothing could be told."""
        try:
            text = json.dumps(fields, default=str, allow_nan=False, sort_keys=True)
            with self._lock:
                if text != self._fields:
                    self._fields = text
                    self.version = 0 if self.version is None else self.version + 1
                    told = {"type": "state.reported", "version": self.version, "fields": json.loads(text)}
                    self._put(told)
                return self.version
        except Exception as error:
            self.lost(error)
            return None

    def said(self, text: str) -> None:
        """What the agent says next, word for word; to be told before its sound leaves. Sentences of one answer may come one by one."""
        self._put_safely({"type": "speech.said", "text": text})

    def heard(self, text: str) -> None:
        """What the agent's recogniser makes of what the caller said last."""
        self._put_safely({"type": "speech.heard", "text": text})

    def built(self, call: str, name: str, arguments: Any = None) -> None:
        """A tool call has been put together, on the state reported last. `call` is its id; send it as X-Callproof-Tool-Call, too."""
        given = _read(arguments)
        self._report("tool.built", call, name=name, arguments=given, state_version=self.version)

    def sent(self, call: str, key: str | None = None) -> None:
        self._report("tool.sent", call, idempotency_key=key)

    def returned(self, call: str, result: Any = None) -> None:
        self._report("tool.returned", call, result=result)

    def failed(self, call: str, message: str | None = None, *, timeout: bool = False) -> None:
        self._report("tool.failed", call, reason="timeout" if timeout else "error", message=message)

    def cancelled(self, call: str) -> None:
        """The agent waits for it no longer."""
        self._report("tool.cancelled", call)

    def flush(self, within_s: float = 1.0) -> bool:
        """Waits until what was reported has been sent; False when that takes longer. For threads, not for an event loop."""
        if self._url is None or self._thread is None:
            return True
        done = threading.Event()
        try:
            self._waiting.put_nowait(done)
        except queue.Full:
            return False
        return done.wait(within_s)

    def _report(self, type: str, call: str, **fields: Any) -> None:
        self._put_safely({"type": type, "call": str(call), **fields})

    def _put_safely(self, event: Mapping[str, Any]) -> None:
        try:
            self._put(event)
        except Exception as error:
            self.lost(error)

    def _put(self, event: Mapping[str, Any]) -> None:
        if self._url is None:
            return
        # As it is now: the agent goes on changing what it has handed over.
        self._waiting.put_nowait(json.dumps(event, default=str, allow_nan=False))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="callproof-reports", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            batch = [self._waiting.get()]
            while len(batch) < _AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get())
            events = [item for item in batch if isinstance(item, str)]
            if events:
                try:
                    self._send(events)
                except Exception as error:
                    self.lost(error, len(events))
            for item in batch:
                if isinstance(item, threading.Event):
                    item.set()

    def _send(self, events: list[str]) -> None:
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        data = f"[{','.join(events)}]".encode()
        request = urllib.request.Request(str(self._url), data, headers)  # noqa: S310 - http(s) alone, see __init__
        with self._opener.open(request, timeout=self._within_s) as answer:
            answer.read()

    def lost(self, error: Exception, count: int = 1) -> None:
        """Something could not be reported. The first time is logged, with no more than the kind of error."""
        self.dropped += count
        if not self._warned:
            self._warned = True
            _log.warning("reports to callproof do not get through: %s", type(error).__name__)


def _read(arguments: Any) -> Any:
    """Models give arguments as JSON text; what is none stays text."""
    if arguments is None:
        return {}
    if isinstance(arguments, str):
        try:
            value = json.loads(arguments or "{}")
        except ValueError:
            return arguments
        return value if isinstance(value, dict) else arguments
    return dict(arguments) if isinstance(arguments, Mapping) else str(arguments)

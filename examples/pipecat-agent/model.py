"""A scripted language model for a mail-order shop's telephone line: rules, no network, no key.

`respond` is a function of the conversation so far and of nothing else, as a model is: OpenAI chat messages in, a text and tool calls
out. It asks before it changes anything, looks at the shop's records after each change, and believes what it sees there more than
what a tool said. A call that failed, or was broken off, counts as unknown until it has looked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import words

GREETING = "Hello, this is Northwind. How can I help you?"
ANYTHING_ELSE = "Is there anything else I can do for you?"
GOODBYE = "Thank you for calling. Goodbye."
NOT_UNDERSTOOD = "I am sorry, I did not get that."
STILL_HERE = "Yes, I am here."

# A look, or a change, that does not work out is tried again so often.
MOST_TRIES = 3

Row = dict[str, Any]
Message = Mapping[str, Any]


@dataclass(frozen=True)
class Call:
    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """An empty one: there is nothing to say or to do now."""

    text: str = ""
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Action:
    """What the caller may ask for. `look` shows what came of it; `undo` is the tool that takes it back, with the key that it needs."""

    needs: tuple[str, ...]
    look: str
    undo: tuple[str, str] | None = None


ACTIONS = {
    "update_order": Action(("order_number",), "find_order"),
    "ship_order": Action(
        ("order_number", "method"), "list_shipments", ("cancel_shipment", "shipment_number")
    ),
    "refund": Action(("order_number", "amount"), "list_refunds", ("void_refund", "refund_number")),
    "send_voucher": Action(("order_number", "amount"), "list_vouchers"),
}
_UNDOES = {action.undo[0]: (tool, action.undo[1]) for tool, action in ACTIONS.items() if action.undo}
_CHANGES = ("quantity", "delivery_date")
_GONE = {"cancelled", "void"}


def respond(messages: Sequence[Message], *, today: str = "2026-03-10", stale: bool = False) -> Reply:
    """`stale` plants a defect: what it sends to a tool was put together when the caller first asked."""
    return _Conversation(messages, date.fromisoformat(today), stale).reply()


def working_state(messages: Sequence[Message], *, today: str = "2026-03-10") -> dict[str, Any]:
    """What the model holds for true: what the caller wants done now, with its values."""
    goal = _Conversation(messages, date.fromisoformat(today), stale=False).goal
    return {"action": None} if goal is None or not goal.wanted else {"action": goal.tool, **goal.values}


def writes(name: str) -> bool:
    return name in ACTIONS or name in _UNDOES


def idempotency_key(messages: Sequence[Message], name: str, arguments: Mapping[str, Any]) -> str:
    """One key for all attempts at one thing; another one once that has been reported as done."""
    conversation = _Conversation(messages, date.min, stale=False)
    done = sum(
        call.ok for call in conversation.calls if (call.name, call.arguments) == (name, dict(arguments))
    )
    return f"{name}:{json.dumps(dict(arguments), sort_keys=True)}:{done}"


@dataclass
class _Goal:
    """`first` are the values as they were when there was enough to begin with."""

    tool: str
    values: Row = field(default_factory=dict)
    first: Row = field(default_factory=dict)
    wanted: bool = True
    agreed: Row | None = None
    told: bool = False
    given_up: bool = False

    @property
    def missing(self) -> str | None:
        for name in ACTIONS[self.tool].needs:
            if name not in self.values:
                return name
        if self.tool == "update_order" and not any(name in self.values for name in _CHANGES):
            return "change"
        return None

    def give(self, values: Row) -> None:
        self.values.update(values)
        self.wanted, self.told, self.given_up = True, False, False
        if not self.first and self.missing is None:
            self.first = dict(self.values)


@dataclass
class _Sent:
    """A call as the conversation has it."""

    name: str
    arguments: Row
    answered: bool = False
    content: Any = None

    @property
    def ok(self) -> bool:
        return isinstance(self.content, dict) and self.content.get("ok") is True


class _Conversation:
    """Replays the messages. What the shop's records show is kept by (look, order number): as it was first, and as it is."""

    def __init__(self, messages: Sequence[Message], today: date, stale: bool) -> None:
        self.calls: list[_Sent] = []
        self._today = today
        self._stale = stale
        self._goals: list[_Goal] = []
        self._loose: Row = {}
        self._by_id: dict[str, _Sent] = {}
        self._first: dict[tuple[str, str], list[Row]] = {}
        self._latest: dict[tuple[str, str], list[Row]] = {}
        # Changes and looks since then that showed nothing, or not what a change was said to have done.
        self._sent_to: dict[tuple[str, str], _Sent] = {}
        self._bad_looks: dict[tuple[str, str], int] = {}
        self._undone: list[str] = []
        self._greeted = False
        self._asked: Row | None = None
        self._asked_more = False
        self._closing = False
        self._prefix = ""
        for message in messages:
            self._replay(message)

    @property
    def goal(self) -> _Goal | None:
        """The one that is being talked about."""
        return self._goals[-1] if self._goals else None

    # -- what has happened ---------------------------------------------------------------------------------------------

    def _replay(self, message: Message) -> None:
        role, content = message.get("role"), message.get("content")
        if role == "user":
            self._hear(_text(content))
        elif role == "assistant":
            self._said(_text(content))
            for call in message.get("tool_calls") or ():
                function = call["function"]
                self._send(call["id"], function["name"], json.loads(function["arguments"] or "{}"))
        elif role == "tool":
            self._answered(str(message.get("tool_call_id")), _text(content))

    def _hear(self, text: str) -> None:
        heard = words.normalised(text)
        asked, self._asked = self._asked, None
        asked_more, self._asked_more = self._asked_more, False
        self._prefix = ""
        goal, action = self.goal, words.action_of(heard)
        tool = action if goal is None or (action and action != "update_order") else goal.tool
        month = int(goal.values["delivery_date"][5:7]) if goal and "delivery_date" in goal.values else None
        values = words.values_of(heard, tool, self._today, month)
        no = words.negates(heard)
        if asked_more and words.closes(heard) and not values:
            self._closing = True
        elif no and not values:
            self._take_back(goal)
        elif action and (
            goal is None or tool != goal.tool or (goal.told and not values.keys() <= goal.values.keys())
        ):
            self._goals.append(_Goal(action))
            self._goals[-1].give({**self._loose, **values})
            self._loose = {}
        elif goal is not None and (values or (action and not goal.wanted)):
            goal.give(values)
        elif goal is not None and asked is not None and words.agrees(heard):
            goal.agreed = asked
        elif words.checks_the_line(heard):
            self._prefix = STILL_HERE
        elif goal is None:
            self._loose.update(values)
            self._prefix = "" if values else NOT_UNDERSTOOD
        elif not goal.told and not words.only_listens(heard):
            # Whatever it was: what had been agreed on before may be what it was about.
            goal.agreed = None
            self._prefix = NOT_UNDERSTOOD

    def _take_back(self, goal: _Goal | None) -> None:
        if goal is not None:
            goal.wanted, goal.told = False, False

    def _said(self, text: str) -> None:
        if not text:
            return
        self._greeted = True
        self._prefix = ""
        self._asked_more = ANYTHING_ELSE in text
        for sentence in list(self._undone):
            if sentence in text:
                self._undone.remove(sentence)
        for goal in self._goals:
            goal.told = goal.told or _account(goal, self._is_done(goal)) in text
        if self.goal is not None and self.goal.missing is None and _question(self.goal) in text:
            self._asked = dict(self.goal.values)

    def _send(self, id: str, name: str, arguments: Row) -> None:
        call = self._by_id[id] = _Sent(name, arguments)
        self.calls.append(call)
        key = self._about(call)
        if key is not None and writes(name):
            self._latest.pop(key, None)
            self._bad_looks.pop(key, None)
            self._sent_to[key] = call

    def _about(self, call: _Sent) -> tuple[str, str] | None:
        """The records that a call changes or looks at."""
        if call.name in ACTIONS:
            return ACTIONS[call.name].look, str(call.arguments.get("order_number"))
        if call.name in _UNDOES:
            tool, number = _UNDOES[call.name]
            return self._holder(ACTIONS[tool].look, number, call.arguments.get(number))
        return call.name, str(call.arguments.get("order_number"))

    def _holder(self, look: str, name: str, value: Any) -> tuple[str, str] | None:
        return next(
            (key for key, rows in self._seen(look) if any(row.get(name) == value for row in rows)), None
        )

    def _seen(self, look: str) -> Iterator[tuple[tuple[str, str], list[Row]]]:
        for shown in (self._latest, self._first):
            yield from ((key, rows) for key, rows in shown.items() if key[0] == look)
        for key, call in self._sent_to.items():
            if (
                key[0] == look
                and isinstance(call.content, dict)
                and isinstance(call.content.get("record"), dict)
            ):
                yield key, [call.content["record"]]

    def _answered(self, id: str, content: str) -> None:
        call = self._by_id.get(id)
        if call is None or content == "IN_PROGRESS":
            return
        try:
            answer = json.loads(content)
        except ValueError:
            answer = {"error": content}
        call.answered = True
        call.content = answer.get("result") if isinstance(answer, dict) and "result" in answer else answer
        if not writes(call.name) and content != "CANCELLED":
            self._looked(call)

    def _looked(self, call: _Sent) -> None:
        key = (call.name, str(call.arguments.get("order_number")))
        rows = _rows(call.content, key)
        if rows is None:
            self._bad_looks[key] = self._bad_looks.get(key, 0) + 1
            return
        self._first.setdefault(key, rows)
        sent = self._sent_to.get(key)
        if sent is not None and sent.ok and not self._shows(rows, key, sent) and not self._bad_looks.get(key):
            # It contradicts what the tool said: one more look settles it.
            self._bad_looks[key] = 1
            return
        self._latest[key] = rows
        if sent is not None and sent.name in _UNDOES and not self._is_live(rows, sent):
            self._undone.append(_taken_back(_UNDOES[sent.name][0], key[1]))

    def _is_live(self, rows: list[Row], undo: _Sent) -> bool:
        return any(row.get("status") not in _GONE and undo.arguments.items() <= row.items() for row in rows)

    def _shows(self, rows: list[Row], key: tuple[str, str], sent: _Sent) -> bool:
        if sent.name in _UNDOES:
            return not self._is_live(rows, sent)
        return any(sent.arguments.items() <= row.items() for row in self._ours(key, rows))

    def _ours(self, key: tuple[str, str], rows: list[Row]) -> list[Row]:
        """The rows that stand and were not there at first; of orders, which are changed, all."""
        if key[0] == "find_order":
            return rows
        before = self._first.get(key, [])
        return [row for row in rows if row not in before and row.get("status") not in _GONE]

    # -- what is to be done --------------------------------------------------------------------------------------------

    def reply(self) -> Reply:
        if not self._greeted and not self._goals:
            return Reply(GREETING)
        if any(not call.answered for call in self.calls):
            return Reply(self._prefix)
        if self._closing:
            return Reply(GOODBYE)
        reply = self._look_after() or self._tidy() or self._goals_reply()
        return Reply(f"{self._prefix} {reply.text}".strip(), reply.calls)

    def _look_after(self) -> Reply | None:
        """A look after each change."""
        for key, sent in self._sent_to.items():
            if key not in self._latest and self._bad_looks.get(key, 0) < MOST_TRIES:
                text = "" if sent.ok or self._bad_looks.get(key) else "One moment, let me check that."
                return Reply(text, (Call(key[0], {"order_number": key[1]}),))
        return None

    def _tidy(self) -> Reply | None:
        """Takes back what stands and is not wanted any more."""
        for key, rows in self._latest.items():
            if key not in self._sent_to:
                continue
            if key[0] == "find_order":
                call = self._reset(key, rows[0])
            else:
                call = self._undo(key, rows)
            if call is not None and self._tries(call) < MOST_TRIES:
                return Reply("", (call,))
        return None

    def _undo(self, key: tuple[str, str], rows: list[Row]) -> Call | None:
        tool = next(tool for tool, action in ACTIONS.items() if action.look == key[0])
        undo = ACTIONS[tool].undo
        wanted = [self._payload(goal) for goal in self._goals if goal.tool == tool and goal.wanted]
        for row in self._ours(key, rows):
            mine = any(call.name == tool and call.arguments.items() <= row.items() for call in self.calls)
            if undo and mine and not any(payload.items() <= row.items() for payload in wanted):
                return Call(undo[0], {undo[1]: row[undo[1]]})
        return None

    def _reset(self, key: tuple[str, str], row: Row) -> Call | None:
        """An order that was changed and should not have been: as it was at first, apart from what is wanted of it."""
        first = self._first[key][0]
        should = {name: first[name] for name in _CHANGES}
        for goal in self._goals:
            if goal.tool == "update_order" and goal.wanted and goal.missing is None:
                payload = self._payload(goal)
                if payload["order_number"] == key[1]:
                    should.update({name: payload[name] for name in _CHANGES if name in payload})
        touched = {
            name
            for call in self.calls
            if call.name == "update_order" and call.arguments.get("order_number") == key[1]
            for name in call.arguments
        }
        back = {n: v for n, v in should.items() if n in touched and row.get(n) != v and v == first[n]}
        return Call("update_order", {"order_number": key[1], **back}) if back else None

    def _tries(self, call: Call) -> int:
        return sum((sent.name, sent.arguments) == (call.name, call.arguments) for sent in self.calls)

    def _goals_reply(self) -> Reply:
        told = list(self._undone)
        for goal in self._goals:
            if goal.told:
                continue
            if not goal.wanted:
                told.append(_account(goal, self._is_done(goal)))
                continue
            step = self._step(goal)
            if step is not None:
                return Reply(" ".join([*told, step.text]).strip(), step.calls)
            told.append(_account(goal, self._is_done(goal)))
        if not self._goals:
            asked = f"What can I do for order {self._loose['order_number']}?" if self._loose else ""
            return Reply(asked or "What can I do for you?")
        return Reply(" ".join([*told, ANYTHING_ELSE]))

    def _step(self, goal: _Goal) -> Reply | None:
        """The next step towards a goal; None when there is nothing left but to tell what became of it."""
        if goal.missing is not None:
            return Reply(_ask_for(goal))
        payload = self._payload(goal)
        order = payload["order_number"]
        needed = {("find_order", order), (ACTIONS[goal.tool].look, order)}
        unseen = sorted(key for key in needed if key not in self._latest)
        if any(self._bad_looks.get(key, 0) >= MOST_TRIES for key in unseen):
            if goal.tool == "update_order" and self._was_sent(payload, goal.tool):
                return None
            return Reply(f"I am sorry, I cannot find order {order}. Which order is it?")
        if unseen:
            calls = tuple(Call(look, {"order_number": number}) for look, number in unseen)
            return Reply("", calls)
        if self._is_done(goal) or self._tries(Call(goal.tool, payload)) >= MOST_TRIES:
            return None
        if goal.agreed != goal.values:
            return Reply(_question(goal))
        return Reply("", (Call(goal.tool, payload),))

    def _was_sent(self, payload: Row, tool: str) -> bool:
        return any(call.ok and (call.name, call.arguments) == (tool, payload) for call in self.calls)

    def _payload(self, goal: _Goal) -> Row:
        return dict(goal.first if self._stale and goal.first else goal.values)

    def _is_done(self, goal: _Goal) -> bool:
        if goal.missing is not None:
            return False
        payload = self._payload(goal)
        key = (ACTIONS[goal.tool].look, str(payload["order_number"]))
        if key not in self._latest:
            # What could not be looked at is believed.
            return self._was_sent(payload, goal.tool)
        return any(payload.items() <= row.items() for row in self._ours(key, self._latest[key]))


# -- what is read and said --------------------------------------------------------------------------------------------


def _text(content: Any) -> str:
    if isinstance(content, list):
        return " ".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content or ""


def _rows(content: Any, key: tuple[str, str]) -> list[Row] | None:
    """What a look shows; None when that cannot be the answer to it."""
    rows = [content] if isinstance(content, dict) else content
    if not isinstance(rows, list) or (key[0] == "find_order" and len(rows) != 1):
        return None
    needed = {"order_number", *(_CHANGES if key[0] == "find_order" else ())}
    if any(not isinstance(row, dict) or not needed <= row.keys() for row in rows):
        return None
    return rows if all(row["order_number"] == key[1] for row in rows) else None


def _question(goal: _Goal) -> str:
    values = goal.values
    order = f"order {values['order_number']}"
    if goal.tool == "update_order":
        parts = []
        if "quantity" in values:
            parts.append(f"change the quantity of {order} to {values['quantity']}")
        if "delivery_date" in values:
            parts.append(f"move the delivery of {order} to {words.spoken_date(values['delivery_date'])}")
        return f"Shall I {' and '.join(parts)}?"
    if goal.tool == "ship_order":
        return f"Shall I ship {order} {_by(values['method'])}?"
    amount = words.spoken_amount(values["amount"])
    if goal.tool == "refund":
        return f"Shall I refund {amount} for {order}?"
    return f"Shall I send a voucher of {amount} for {order}?"


def _account(goal: _Goal, done: bool) -> str:
    values = goal.values
    order = f"order {values['order_number']}" if "order_number" in values else "the order"
    if not done:
        verb = {"update_order": "changed", "ship_order": "shipped"}.get(goal.tool)
        if verb is not None:
            return f"I have not {verb} {order}."
        return f"I have not {'refunded anything' if goal.tool == 'refund' else 'sent a voucher'} for {order}."
    if not goal.wanted:
        return f"I am sorry, I cannot take that back, so it stays as it is for {order}."
    if goal.tool == "update_order":
        parts = []
        if "quantity" in values:
            parts.append(f"changed the quantity of {order} to {values['quantity']}")
        if "delivery_date" in values:
            parts.append(f"moved the delivery of {order} to {words.spoken_date(values['delivery_date'])}")
        return f"I have {' and '.join(parts)}."
    if goal.tool == "ship_order":
        return f"I have shipped {order} {_by(values['method'])}."
    amount = words.spoken_amount(values["amount"])
    if goal.tool == "refund":
        return f"I have refunded {amount} for {order}."
    return f"I have sent a voucher of {amount} for {order}."


def _by(method: str) -> str:
    return {"express": "by express", "overnight": "overnight"}.get(method, f"by {method} shipping")


def _taken_back(tool: str, order: str) -> str:
    thing = {"ship_order": "shipment", "refund": "refund"}[tool]
    return f"I have taken back the {thing} for order {order}."


def _ask_for(goal: _Goal) -> str:
    asked = {
        "order_number": "What is the order number?",
        "method": "Standard, express or overnight shipping?",
        "amount": "What is the amount?",
        "change": "What shall I change, the quantity or the delivery date?",
    }
    return asked[goal.missing or ""]

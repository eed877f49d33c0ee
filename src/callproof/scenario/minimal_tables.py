"""What the words of the minimal form stand for. The tables of docs/scenarios.md are these."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from callproof.scenario.worlds import Json

AXES = (
    "captured",
    "active_state_correct",
    "tool_args_correct",
    "stale_write_prevented",
    "backend_correct",
    "confirmation_matches_backend",
)
CASE_FIELDS = ("schema_version", "id", "category", "description", "setup", "expected")
EXPECTED_FIELDS = (*AXES, "should_execute")

# Keys of `setup` by category. What all have: `tool` (in place of the usual one for the field) and `arguments` (its others).
_CHANGE = ("field", "initial_value", "corrected_value", "interrupt_stage")
_ALL = ("tool", "arguments")
SETUP_FIELDS: dict[str, tuple[str, ...]] = {
    "correction": (*_CHANGE, *_ALL),
    "interruption": (*_CHANGE, "interruption_type", "sound", *_ALL),
    "tool_fault": (
        "fault",
        "faulty_tool",
        "nth",
        "committed",
        "status",
        "delay_ms",
        "late",
        "keep",
        "wrong_record",
        "field",
        "value",
        *_ALL,
    ),
    "state_conflict": ("conflict", *_CHANGE, *_ALL),
}
INTERRUPTION_TYPES = ("change", "stop", "talk_over", "noise", "backchannel")
CONFLICTS = ("state_stuck", "payload_stuck", "speech_stuck", "write_never_lands")

# Stages that need no tool; the others name the moment of the goal's tool.
STAGES: dict[str, dict[str, Any]] = {
    "before_tool_prep": {"agent_speaking": 400},
    "during_greeting": {"agent_speaking": 700},
    "during_agent_speech": {"agent_speaking": 400},
    "during_readback": {"agent_says": "{initial_value}"},
    "during_tool_prep": {"tool_preparing": "{tool}"},
    "at_tool_send": {"tool_sent": "{tool}"},
    "tool_in_flight": {"tool_in_flight": "{tool}"},
    "before_tool_reply": {"tool_in_flight": "{tool}", "hold": "reply"},
    "after_tool_success": {"tool_succeeded": "{tool}"},
    "after_agent_turn": {"after_agent_turn": None},
}
USUAL_STAGE = "during_tool_prep"


@dataclass(frozen=True, slots=True)
class UsualTool:
    """The tool that a field stands for, and the values of its other parameters."""

    tool: str
    arguments: dict[str, Json] = field(default_factory=dict)


_ORDER = "4821"
TOOLS_BY_FIELD: dict[str, UsualTool] = {
    "order_number": UsualTool("update_order", {"quantity": 6}),
    "quantity": UsualTool("update_order", {"order_number": _ORDER}),
    "delivery_date": UsualTool("update_order", {"order_number": _ORDER}),
    "amount": UsualTool("refund", {"order_number": _ORDER}),
    "method": UsualTool("ship_order", {"order_number": _ORDER}),
    "date": UsualTool("book_visit", {"order_number": _ORDER, "time": "10:00"}),
    "time": UsualTool("book_visit", {"order_number": _ORDER, "date": "2026-03-18"}),
    "email": UsualTool("update_email", {"customer_number": "30189"}),
}


@dataclass(frozen=True, slots=True)
class UsualFault:
    """The field (`about`) and value of the goal, what breaks and the settings of the fault.

    What breaks is the goal's own tool, the one that looks up the record it is about, or the one that looks at what it has written.
    """

    about: str
    value: Json
    breaks: Literal["goal", "look_up", "look_after"] = "goal"
    settings: dict[str, Any] = field(default_factory=dict)


FAULTS: dict[str, UsualFault] = {
    "timeout": UsualFault("method", "express", settings={"committed": True}),
    "error_status": UsualFault("method", "express", settings={"committed": True}),
    "delay": UsualFault("method", "express"),
    "late_success": UsualFault("method", "express"),
    "duplicate_delivery": UsualFault("method", "express"),
    "acknowledged_but_lost": UsualFault("quantity", 6),
    "wrong_record": UsualFault("quantity", 6, "look_up"),
    "empty": UsualFault("quantity", 6, "look_up"),
    "partial": UsualFault("quantity", 6, "look_up"),
    "malformed": UsualFault("quantity", 6, "look_up"),
    "stale_read": UsualFault("quantity", 6, "look_after", {"nth": 2}),
}
# What people call some of them.
FAULT_NAMES: dict[str, str] = {
    **{name: name for name in FAULTS},
    "backend_500": "error_status",
    "empty_result": "empty",
    "duplicate_request": "duplicate_delivery",
    "lost_write": "acknowledged_but_lost",
}

# What the caller says, by tool and by what they ask for; `{words}` of a tool that is not here are its name's.
REQUESTS: dict[tuple[str, str], str] = {
    (
        "update_order",
        "quantity",
    ): "I'd like to change order {order_number}. Set the quantity to {quantity}, please.",
    (
        "update_order",
        "delivery_date",
    ): "I'd like to change order {order_number}. Move the delivery to {delivery_date}, please.",
    ("refund", "amount"): "I'd like a refund of {amount} dollars for order {order_number}, please.",
    ("ship_order", "method"): "Please ship order {order_number}, method {method}.",
    ("book_visit", "date"): "Please book an installation visit for order {order_number} on {date} at {time}.",
    ("send_voucher", "amount"): "Please send me a voucher of {amount} dollars for order {order_number}.",
    ("update_email", "email"): "Please change the e-mail address of customer {customer_number} to {email}.",
}
CORRECTIONS: dict[str, str] = {
    "order_number": "No, sorry, order {order_number}.",
    "quantity": "No, sorry, quantity {quantity}.",
    "delivery_date": "No, sorry, delivery on {delivery_date}.",
    "amount": "No, sorry, {amount} dollars.",
    "method": "No, sorry, method {method}.",
}
NEGATION = "Wait, no. Please don't do that."
STOP = "Stop. I don't want that any more."
TALK_OVER = "Sorry, hello?"
BACKCHANNEL = "Uh-huh."
SOUND = "dog barking"

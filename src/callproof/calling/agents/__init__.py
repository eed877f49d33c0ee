"""The reference agents: one rule-based pipeline with a switch for each planted defect, and agents that must never pass.

    hearing     the caller's words  -> what they want (`Heard`)
    wishes      what they want      -> goals, version by version
    planning    goals, effects      -> the next step
    conversation                       carries the steps out: looks up, builds, sends, checks, speaks
    wording     goals, effects      -> sentences
    schemas     what a tool's schema tells a reader: which tool looks up, which takes back, what a parameter takes

None of them sees a scenario. They know what is said to them and the schemas of their tools, and nothing of their names.
"""

from callproof.calling.agents.registry import (
    NULL_AGENTS,
    OVERDOING_AGENTS,
    REFERENCE_AGENTS,
    SINGLE_DEFECT_AGENTS,
    STUCK_AGENTS,
    ReferenceAgent,
)

__all__ = [
    "NULL_AGENTS",
    "OVERDOING_AGENTS",
    "REFERENCE_AGENTS",
    "SINGLE_DEFECT_AGENTS",
    "STUCK_AGENTS",
    "ReferenceAgent",
]

"""How a function or a class is declared to be an agent."""

from __future__ import annotations

from callproof.calling.agent import Session, agent


async def clerk(call: Session) -> None:
    await call.say("Hello.")


def test_a_declared_agent_is_what_it_was_and_says_whose_time_it_takes() -> None:
    declared = agent(virtual_time=True)(clerk)
    assert declared is clerk
    assert vars(declared)["virtual_time"] is True
    assert vars(agent()(clerk))["virtual_time"] is False


def test_without_options_no_parentheses_are_needed() -> None:
    agent(virtual_time=True)(clerk)
    assert agent(clerk) is clerk
    assert vars(clerk)["virtual_time"] is False

    @agent
    class Desk:
        async def run(self, call: Session) -> None:
            await call.say("Hello.")

    assert vars(Desk)["virtual_time"] is False
    assert Desk.__name__ == "Desk"

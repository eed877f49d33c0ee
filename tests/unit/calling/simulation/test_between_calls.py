"""What lies between two calls of an agent that cannot say which call it uses a tool in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from callproof.calling.simulation.live import LivePeer, live_call
from callproof.calling.transport import UnreachableError
from callproof.calling.wire.dialects import TWILIO
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from tests.unit.calling.simulation.lines import Ends, Sounds, in_virtual_time
from tests.unit.calling.simulation.shop import scenario


class LeavesAtOnce(Ends):
    async def receive(self) -> None:
        return None


async def leaves(id: str) -> Ends:
    return LeavesAtOnce()


async def is_not_there(id: str) -> Ends:
    raise UnreachableError("nobody listens")


@pytest.mark.parametrize("agent", [leaves, is_not_there])
def test_a_call_is_finished_when_nothing_more_can_come_of_it(agent: Any) -> None:
    happened: list[str] = []

    def opened(*_: object) -> Callable[[], None]:
        return lambda: happened.append("its tools are gone")

    async def quiet() -> None:
        happened.append("waited")

    peer = LivePeer(
        name="nobody",
        wire=lambda scenario, seed, id: TelephonyFormat(CallIdentity.of(TWILIO, seed), TWILIO),
        open=agent,
        desk_opened=opened,
        quiet=quiet,
    )

    async def main() -> None:
        with Sounds() as speech:
            await live_call(scenario(), peer, speech)
        happened.append("finished")

    in_virtual_time(main())
    assert happened == ["its tools are gone", "waited", "finished"]

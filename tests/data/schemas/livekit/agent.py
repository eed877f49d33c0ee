"""A parcel service on LiveKit, cut down to what declares its tools. Read by tests, never run."""

from enum import Enum
from typing import Annotated, Literal, Optional

from livekit.agents import Agent, RunContext, function_tool, llm
from pydantic import Field


class Window(str, Enum):
    MORNING = "morning"
    AFTERNOON = "afternoon"
    EVENING = "evening"


class ParcelDesk(Agent):
    def __init__(self) -> None:
        super().__init__(instructions="You work for a parcel service.")

    @function_tool()
    async def find_parcel(self, context: RunContext, parcel_number: str) -> dict:
        """Looks up a parcel.

        Args:
            parcel_number: Parcel number, four digits.

        Returns:
            The parcel.
        """
        return await self.api.parcel(parcel_number)

    @function_tool(name="reschedule_delivery", description="Reschedule the delivery of a parcel.")
    async def _reschedule(
        self,
        context: RunContext[dict],
        parcel_number: Annotated[str, Field(description="Parcel number")],
        new_date: Annotated[str, "New delivery day, YYYY-MM-DD"],
        window: Window,
    ) -> str:
        return await self.api.move(parcel_number, new_date, window)

    @llm.function_tool
    async def redirect_parcel(self, parcel_number: str, shop: Literal["north", "south"], note: Optional[str] = None) -> str:
        """Redirect a parcel to a shop.

        :param parcel_number: parcel number
        :param shop: the shop where it is picked up
        """
        return "ok"

    @function_tool
    async def set_pieces(self, ctx: RunContext, parcel_number: str, pieces: int) -> str:
        """Change the number of pieces of a parcel."""
        return "ok"

    @function_tool(name=NAME_FROM_SETTINGS)
    async def other(self, context: RunContext) -> str:
        """Something else."""
        return "ok"

    async def no_tool(self, parcel_number: str) -> None:
        """Not declared as a tool."""

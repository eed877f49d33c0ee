"""A restaurant's telephone line on Pipecat, cut down to what declares its tools. Read by tests, never run."""

from pipecat.adapters.schemas.function_schema import FunctionSchema
from pipecat.adapters.schemas.tools_schema import ToolsSchema
from pipecat.pipeline.pipeline import Pipeline
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.services.llm_service import FunctionCallParams
from pipecat.services.openai.llm import OpenAILLMService

from menu import menu_tool

RESERVATION_NUMBER = {"type": "string", "description": "Reservation number, as in the confirmation message"}

change_reservation = FunctionSchema(
    name="change_reservation",
    description="Change the party size or the time " + "of a reservation",
    properties={
        "reservation_number": RESERVATION_NUMBER,
        "party_size": {"type": "integer", "description": "Number of people"},
        "time": {"type": "string", "description": "HH:MM, 24-hour"},
    },
    required=["reservation_number"],
)


async def get_reservation(params: FunctionCallParams, reservation_number: str):
    """Get a reservation by its number.

    Args:
        reservation_number: Reservation number, as in the
            confirmation message.
    """
    await params.result_callback(await table(reservation_number))


async def book_table(params: FunctionCallParams, date: str, time: str, party_size: int, area: str | None = None):
    """Book a table.

    Args:
        date (str): Day of the visit, YYYY-MM-DD.
        time (str): HH:MM, 24-hour.
        party_size (int): Number of people.
        area: Inside or terrace.
    """
    await params.result_callback({"ok": True})


async def handle_change(params: FunctionCallParams):
    """What `change_reservation` leads to: no tool of its own."""
    await params.result_callback({"ok": True})


async def bot(runner_args):
    llm = OpenAILLMService(api_key="...")
    llm.register_function("change_reservation", handle_change)
    llm.register_direct_function(get_reservation)
    tools = ToolsSchema(standard_tools=[change_reservation, get_reservation, book_table, menu_tool, special(today())])
    extra = FunctionSchema(name=f"order_{runner_args.kind}", description="Order", properties={}, required=[])
    context = LLMContext(tools=tools)
    return Pipeline([llm, context, extra])

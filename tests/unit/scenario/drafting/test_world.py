"""Tables and tools guessed from schemas."""

from __future__ import annotations

import pytest

from callproof.scenario.drafting.declared import DeclaredParameter, DeclaredTool
from callproof.scenario.drafting.world import DraftWorld, guess_world
from callproof.scenario.fields import decode
from callproof.scenario.report import Report
from callproof.scenario.world_rules import check_world
from callproof.scenario.worlds import World
from tests.unit.scenario.drafting.sources import NAMES, source, tool


def guessed(name: str) -> DraftWorld:
    return guess_world(source(name).declared.tools)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_sound_world(name: str) -> None:
    report = Report(name)
    world = decode(World, guessed(name).to_json(), report)
    assert world is not None
    check_world(world, report)
    assert report.problems == []


@pytest.mark.parametrize("name", NAMES)
def test_no_tool_is_lost(name: str) -> None:
    world = guessed(name)
    assert {item.name for item in world.tools} | {item.tool.name for item in world.left} == {
        item.name for item in source(name).declared.tools
    }


@pytest.mark.parametrize("name", NAMES)
def test_no_key_is_that_of_another_table(name: str) -> None:
    keys = [str(row[table.key]) for table in guessed(name).tables.values() for row in table.rows]
    assert len(keys) == len(set(keys))


def test_a_clinic() -> None:
    world = guessed("clinic.yaml")
    appointments = world.tables["appointment"]
    assert appointments.key == "appointment_id"
    assert set(appointments.columns) == {
        "appointment_id",
        "patient_id",
        "date",
        "time",
        "kind",
        "status",
        "doctor",
    }
    assert appointments.void == {"status": "cancelled"}
    assert [row["patient_id"] for row in appointments.rows] == [
        row["patient_id"] for row in world.tables["patient"].rows
    ]
    tools = {item.name: item.data for item in world.tools}
    assert tools["bookAppointment"]["write"] == {
        "kind": "insert",
        "table": "appointments",
        "values": {"patient_id": "patient_id", "date": "date", "time": "time", "kind": "kind"},
        "constants": {"status": "booked"},
    }
    assert tools["bookAppointment"]["undo"] == "cancelAppointment"
    assert tools["cancelAppointment"]["write"]["constants"] == {"status": "cancelled"}
    assert tools["rescheduleAppointment"]["description"].startswith("Reschedule an appointment. Moves")
    assert tools["listAppointments"]["read"] == {
        "table": "appointments",
        "where": {"patient_id": "patient_id"},
    }
    assert {item.tool.name: item.reason for item in world.left} == {
        "addReminders": "needs channels, of the type array; a world has texts, numbers, and true or false",
        "uploadAttachment": "none of its parameters goes into a column, so that it would change nothing",
    }


def test_a_hotel_names_its_reservations_by_a_code() -> None:
    world = guessed("hotel.json")
    assert [row["confirmationCode"] for row in world.tables["reservation"].rows] == [
        "HB4821",
        "HB4281",
        "HB5907",
    ]
    assert [row["confirmationCode"] for row in world.tables["extra"].rows] == ["HB4821", "HB4281", "HB5907"]
    tools = {item.name: item.data for item in world.tools}
    assert tools["ReservationsController_remove"]["write"]["kind"] == "delete"
    assert "parameters" in tools["ReservationsController_search"]


def test_a_new_value_goes_into_the_column_of_the_old_one() -> None:
    (tool_,) = [item for item in guessed("livekit/agent.py").tools if item.name == "reschedule_delivery"]
    assert tool_.data["write"]["values"] == {"date": "new_date", "window": "window"}


def test_what_is_no_row_is_marked_as_cancelled() -> None:
    world = guess_world([tool("cancel_subscription", "customer_id")])
    (table,) = world.tables.values()
    assert [row["subscription_status"] for row in table.rows] == ["active"] * 3
    assert world.tools[0].data["write"]["constants"] == {"subscription_status": "cancelled"}


def test_what_a_world_has_no_type_for_is_left_out_and_said() -> None:
    found = DeclaredTool(
        name="update_order",
        place="here",
        parameters=(
            DeclaredParameter(name="order_id", type="integer"),
            DeclaredParameter(name="note", type="string"),
            DeclaredParameter(name="lines", type="array", required=False),
        ),
    )
    (made,) = guess_world([found]).tools
    assert list(made.data["parameters"]) == ["order_id", "note"]
    assert made.notes == ("lines (array) is left out: a world has no such type",)
    assert made.table.key_type == "integer"


def test_rows_name_rows_of_tables_that_come_later() -> None:
    world = guess_world([tool("add_note", "order_number", "note"), tool("get_order", "order_number")])
    assert [row["order_number"] for row in world.tables["note"].rows] == [
        row["order_number"] for row in world.tables["order"].rows
    ]

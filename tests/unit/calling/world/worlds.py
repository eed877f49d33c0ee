"""A small shop, and ways to make others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from callproof.scenario.worlds import Parameter, Read, Table, Tool, World, Write

TEXT = Parameter(type="string")
WHOLE = Parameter(type="integer")

ORDERS = Table(
    key="order_number",
    columns={
        "order_number": "text",
        "customer": "text",
        "delivery_date": "text",
        "quantity": "integer",
        "total": "number",
        "gift": "boolean",
    },
    rows=(
        {
            "order_number": "4281",
            "customer": "Ines Marti",
            "delivery_date": "2026-03-12",
            "quantity": 2,
            "total": 19.99,
            "gift": False,
        },
        {
            "order_number": "4821",
            "customer": "Ines Marti",
            "delivery_date": "2026-03-14",
            "quantity": 1,
            "total": 40,
            "gift": True,
        },
        {"order_number": "0042", "customer": "Per Lund"},
    ),
)
SHIPMENTS = Table(
    key="id",
    columns={"id": "integer", "order": "text", "quantity": "integer", "status": "text"},
    void={"status": "cancelled"},
)


def shop(**tools: Tool) -> World:
    """Orders, shipments, and a tool of every kind; `tools` are added or take the place of those."""
    made: Mapping[str, Tool] = {
        "find_order": Tool(
            description="Looks up an order.",
            parameters={"order_number": TEXT},
            read=Read(table="orders", record="order_number"),
        ),
        "search_orders": Tool(
            description="Orders of a customer.",
            parameters={"customer": TEXT, "quantity": Parameter(type="integer", required=False)},
            read=Read(table="orders", where={"customer": "customer", "quantity": "quantity"}),
        ),
        "update_order": Tool(
            description="Changes an order.",
            parameters={
                "order_number": TEXT,
                "date": Parameter(type="string", format="date", required=False),
                "quantity": Parameter(type="integer", required=False),
            },
            write=Write(
                kind="set",
                table="orders",
                record="order_number",
                values={"delivery_date": "date", "quantity": "quantity"},
            ),
        ),
        "ship_order": Tool(
            description="Sends an order.",
            parameters={"order_number": TEXT, "quantity": Parameter(type="integer", required=False)},
            write=Write(
                kind="insert",
                table="shipments",
                values={"order": "order_number", "quantity": "quantity"},
                constants={"status": "sent"},
            ),
            keyed=True,
            undo="cancel_shipment",
        ),
        "cancel_shipment": Tool(
            description="Calls a shipment back.",
            parameters={"shipment": WHOLE},
            write=Write(kind="set", table="shipments", record="shipment", constants={"status": "cancelled"}),
        ),
        "delete_order": Tool(
            description="Deletes an order.",
            parameters={"order_number": TEXT},
            write=Write(kind="delete", table="orders", record="order_number"),
        ),
    }
    return World(tables={"orders": ORDERS, "shipments": SHIPMENTS}, tools={**made, **tools})


def one_table(columns: Mapping[str, Any], *rows: Mapping[str, Any], key: str = "id", **more: Any) -> World:
    """A world with the table `things`."""
    return World(tables={"things": Table(key=key, columns=columns, rows=rows, **more)}, tools={})

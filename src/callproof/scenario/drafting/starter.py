"""The tools of a small shop, for agents that get theirs only when they run."""

from __future__ import annotations

from callproof.scenario.drafting.declared import DeclaredParameter, DeclaredTool

_ORDER = DeclaredParameter(name="order_number", type="string", description="Order number, four digits.")

# Named as in the world `northwind`, which the examples' scripted models know.
SHOP = (
    DeclaredTool(name="find_order", place="", description="Look up an order by its number.", parameters=(_ORDER,)),
    DeclaredTool(
        name="update_order",
        place="",
        description="Change an order that has not left yet: the quantity, the delivery date, or both.",
        parameters=(
            _ORDER,
            DeclaredParameter(name="quantity", type="integer", description="New quantity.", required=False),
            DeclaredParameter(
                name="delivery_date", type="string", format="date", description="New delivery date.", required=False
            ),
        ),
    ),
    DeclaredTool(
        name="list_shipments", place="", description="List the shipments of an order, each with its method.", parameters=(_ORDER,)
    ),
    DeclaredTool(
        name="ship_order",
        place="",
        description="Ship an order. Returns the new shipment.",
        parameters=(
            _ORDER,
            DeclaredParameter(
                name="method", type="string", description="Method of shipping.", choices=("standard", "express", "overnight")
            ),
        ),
    ),
    DeclaredTool(
        name="cancel_shipment",
        place="",
        description="Cancel a shipment that has not been delivered yet.",
        parameters=(DeclaredParameter(name="shipment_number", type="string", description="Shipment number."),),
    ),
)  # fmt: skip

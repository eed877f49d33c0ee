"""Beside bot.py, and imported by it."""

menu_tool = {
    "type": "function",
    "function": {
        "name": "cancel_reservation",
        "description": "Cancel a reservation",
        "parameters": {
            "type": "object",
            "properties": {"reservation_number": {"type": "string"}},
            "required": ["reservation_number"],
        },
    },
}

"""The example's order service, with its rows in PostgreSQL: `postgres_orders.py PORT URL`."""

from __future__ import annotations

import importlib.util
import sys
from datetime import UTC, datetime
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row

SERVICE = Path(__file__).parents[2] / "examples" / "own-backend" / "service.py"


class Orders:
    def __init__(self, url: str) -> None:
        self.url = url

    def every(self) -> list[dict[str, Any]]:
        with psycopg.connect(self.url, row_factory=dict_row) as db:
            return db.execute("SELECT order_number, item, quantity FROM orders").fetchall()

    def one(self, number: str) -> dict[str, Any] | None:
        return next((row for row in self.every() if row["order_number"] == number), None)

    def set_quantity(self, number: str, quantity: int, key: str | None) -> dict[str, Any] | None:
        with psycopg.connect(self.url) as db:
            seen = "INSERT INTO seen_keys VALUES (%s) ON CONFLICT DO NOTHING"
            if key is None or db.execute(seen, [key]).rowcount:
                change = "UPDATE orders SET quantity = %s, updated_at = %s WHERE order_number = %s"
                db.execute(change, [quantity, datetime.now(UTC), number])
        return self.one(number)


def main() -> None:
    spec = importlib.util.spec_from_file_location("service", SERVICE)
    assert spec is not None
    assert spec.loader is not None
    service = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(service)
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), service.Handler)
    server.orders = Orders(sys.argv[2])  # type: ignore[attr-defined]
    print("listening", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()

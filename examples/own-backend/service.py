"""An order service: HTTP before SQLite. Stands for the backend that you have already; it knows nothing of callproof.

    python service.py --port 8801 --db orders.db
"""

import argparse
import json
import re
import sqlite3
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROWS = [("4821", "rain jacket", 1), ("4281", "garden bench", 1), ("5590", "desk lamp", 2)]


class Orders:
    def __init__(self, file):
        self.file = file
        self.reset()

    def connect(self):
        connection = sqlite3.connect(self.file)
        connection.row_factory = sqlite3.Row
        return connection

    def reset(self):
        with self.connect() as db:
            db.execute("DROP TABLE IF EXISTS orders")
            db.execute("DROP TABLE IF EXISTS seen_keys")
            db.execute("CREATE TABLE orders (order_number TEXT PRIMARY KEY, item TEXT, quantity INTEGER, updated_at TEXT)")
            db.execute("CREATE TABLE seen_keys (key TEXT PRIMARY KEY)")
            db.executemany("INSERT INTO orders VALUES (?, ?, ?, NULL)", ROWS)

    def every(self):
        with self.connect() as db:
            return [dict(row) for row in db.execute("SELECT * FROM orders ORDER BY order_number")]

    def one(self, number):
        return next((row for row in self.every() if row["order_number"] == number), None)

    def set_quantity(self, number, quantity, key):
        now = datetime.now(UTC).isoformat()
        with self.connect() as db:
            # A key that was used before: done already.
            if key is None or db.execute("INSERT OR IGNORE INTO seen_keys VALUES (?)", [key]).rowcount:
                change = "UPDATE orders SET quantity = ?, updated_at = ? WHERE order_number = ?"
                db.execute(change, [quantity, now, number])
        return self.one(number)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/orders":
            self.answer(200, {"items": self.server.orders.every()})
        else:
            self.about_one(lambda order: order)

    def do_PATCH(self):
        body = self.body()
        key = self.headers.get("Idempotency-Key")
        quantity = body.get("quantity")
        if type(quantity) is not int or not 1 <= quantity <= 99:
            self.answer(400, {"error": "quantity is a whole number from 1 to 99"})
            return
        self.about_one(lambda order: self.server.orders.set_quantity(order["order_number"], quantity, key))

    def do_POST(self):
        self.body()
        if self.path == "/test/reset":
            self.server.orders.reset()
            self.answer(200, {})
        else:
            self.answer(404, {"error": "there is nothing here"})

    def about_one(self, give):
        number = re.fullmatch(r"/orders/(\w+)", self.path)
        order = self.server.orders.one(number[1]) if number else None
        if order is None:
            self.answer(404, {"error": "no such order"})
        else:
            self.answer(200, give(order))

    def body(self):
        return json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")

    def answer(self, status, content):
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, default=8801)
    options.add_argument("--db", default="orders.db")
    chosen = options.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", chosen.port), Handler)
    server.orders = Orders(chosen.db)
    print("orders on port", server.server_port, flush=True)
    server.serve_forever()

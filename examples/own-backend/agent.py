"""An order desk behind OpenAI-compatible chat completions, with tools of its own: it calls the order service at API_BASE_URL.

    API_BASE_URL=http://127.0.0.1:8801 PORT=8802 python agent.py

AGENT_DEFECT=trusting makes an agent that takes a time-out for a failure, sends the change again under another key and looks at nothing.
"""

import json
import os
import re
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

API = os.environ["API_BASE_URL"]
TRUSTING = os.environ.get("AGENT_DEFECT") == "trusting"


class Desk:
    """One conversation: what has been changed, and what it was before."""

    def __init__(self, call):
        self.call = call
        self.lock = threading.Lock()
        self.done = None
        self.before = {}

    def answer(self, texts):
        # The turn before may still wait for the service: first things first.
        with self.lock:
            if re.search(r"\b(no|nothing|bye|goodbye)\b.*(thank|bye|else)|goodbye", texts[-1].lower()):
                return "Thank you. Goodbye!"
            wanted = wanted_in(texts)
            if None in wanted:
                return "Which order is it, and how many pieces should it be?"
            if wanted == self.done:
                return f"Order {wanted[0]} has {wanted[1]} pieces now. Anything else?"
            return self.change(*wanted)

    def change(self, number, quantity):
        order = self.look(number)
        if order is None:
            return f"I cannot find order {number}. Nothing has been changed. Which order is it?"
        back = None
        if self.done is not None and self.done[0] != number:
            back = self.done[0]
            if not self.set(back, self.before[back]):
                return f"I could not put order {back} back."
        self.before.setdefault(number, order["quantity"])
        if not self.set(number, quantity):
            return f"I could not change order {number}. It is as it was."
        self.done = (number, quantity)
        put_back = f"I have put order {back} back to {self.before[back]}. " if back else ""
        return f"{put_back}I have set order {number} to {quantity} pieces. Anything else?"

    def set(self, number, quantity):
        """Whether the service holds it in the end: an answer that did not come says nothing."""
        key = str(uuid.uuid4())
        for _ in range(2):
            answered = self.asked("PATCH", number, {"quantity": quantity}, key) is not None
            if TRUSTING:
                if answered:
                    return True
                key = str(uuid.uuid4())
                continue
            for _ in range(3 if answered else 1):
                order = self.look(number)
                if order is not None and order["quantity"] == quantity:
                    return True
                time.sleep(0.2)
        return False

    def look(self, number):
        return self.asked("GET", number)

    def asked(self, method, number, body=None, key=None):
        """None for whatever is no order."""
        headers = {"Content-Type": "application/json"}
        if key is not None:
            headers["Idempotency-Key"] = key
        if self.call:
            # Says to callproof's proxy which call this is in; it goes no further.
            headers["X-Callproof-Call"] = self.call
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{API}/orders/{number}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                order = json.load(answer)
        except (OSError, ValueError):
            return None
        return order if isinstance(order, dict) and "quantity" in order else None


def wanted_in(texts):
    """The order and the number of pieces that were said last."""
    number = quantity = None
    for text in texts:
        for figures in re.findall(r"\d+", text):
            if len(figures) == 4:
                number = figures
            else:
                quantity = int(figures)
    return number, quantity


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = [message["content"] for message in body["messages"] if message["role"] == "user"]
        call = self.headers.get("X-Callproof-Call", "")
        text = self.server.desks[call].answer(texts)
        message = {"role": "assistant", "content": text}
        data = json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}).encode()
        try:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            # The caller spoke meanwhile, and nobody waits for this answer.
            pass

    def log_message(self, *_):
        pass


class Desks(defaultdict):
    def __missing__(self, call):
        self[call] = Desk(call)
        return self[call]


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8802"))), Handler)
    server.desks = Desks()
    print("desk on port", server.server_port, flush=True)
    server.serve_forever()

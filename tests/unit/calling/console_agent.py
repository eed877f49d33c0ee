"""A process that does what LiveKit's console does on the wire, started by tests: `… -m livekit.agents console FILE --connect-addr
HOST:PORT`. How it behaves is in BEHAVIOUR."""

from __future__ import annotations

import os
import socket
import sys
import time

from callproof.calling.wire.livekit_console import AUDIO_OUTPUT, EVENT, FLUSH, audio_frame, framed
from callproof.calling.wire.protobuf import write

LISTENING = framed(EVENT, write((10, write((1, 0), (2, 2)))))
HALF_A_SECOND = framed(AUDIO_OUTPUT, audio_frame(b"\x10\x20" * 24_000, 48_000)) + framed(FLUSH, b"")


def main() -> None:
    behaviour = os.environ["BEHAVIOUR"]
    print("arguments", *sys.argv[1:5], flush=True)
    print("call", os.environ.get("CALLPROOF_URL"), os.environ.get("CALLPROOF_TOKEN"), flush=True)
    print("day", os.environ.get("CALLPROOF_TODAY"), flush=True)
    if behaviour == "crashes":
        sys.exit(3)
    if behaviour == "never dials":
        time.sleep(60)
    host, _, port = sys.argv[sys.argv.index("--connect-addr") + 1].rpartition(":")
    with socket.create_connection((host, int(port))) as line:
        if behaviour == "hangs up":
            return
        if behaviour == "says nothing":
            time.sleep(60)
        # Cut in the middle of a message.
        whole = LISTENING + HALF_A_SECOND
        line.sendall(whole[:7])
        time.sleep(0.05)
        line.sendall(whole[7:])
        if behaviour == "dies":
            line.recv(1)
            print("boom", flush=True)
            os._exit(9)
        while piece := line.recv(65536):
            line.sendall(piece)
    time.sleep(60)


if __name__ == "__main__":
    main()

"""`callproof agent`: an agent in Python that can be called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer


@dataclass(frozen=True, kw_only=True)
class AgentCommand:
    """Serve an agent that ships with callproof, or one of yours in Python, with ears and a voice.

    As an agent on Twilio Media Streams, or as a session of OpenAI's Realtime API. A run tells it where its tools are, or carries
    them out. Ends with Ctrl-C.
    """

    name: Annotated[str, typer.Argument(metavar="NAME", help="naive, sound, ..., MODULE:NAME, or a file.")]
    serve: Annotated[
        str, typer.Option(help="The wire to serve it over: twilio or openai-realtime.", metavar="WIRE")
    ] = "twilio"
    port: Annotated[int, typer.Option(help="On this machine alone; 0 takes a free one.", metavar="N")] = 8765
    tools: Annotated[
        str | None, typer.Option(help="Its tools, when the stream (twilio) does not say.", metavar="URL")
    ] = None
    token: Annotated[
        str | None,
        typer.Option(
            help="Callers have to bring it as a bearer token.",
            metavar="TEXT",
            envvar="CALLPROOF_AGENT_TOKEN",
        ),
    ] = None

    def run(self) -> int:
        from callproof.serving import serve

        serve(
            self.name,
            self.serve,
            port=self.port,
            tools=self.tools,
            token=self.token or None,
            ready=_say,
        )
        return 0


def _say(url: str) -> None:
    print(f"serving at {url}", flush=True)

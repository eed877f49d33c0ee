"""The sources in tests/data/schemas, as they are read."""

from __future__ import annotations

from pathlib import Path

from callproof.scenario.drafting.declared import DeclaredParameter, DeclaredTool
from callproof.scenario.drafting.source import Source, read_source

SCHEMAS = Path(__file__).parents[3] / "data" / "schemas"
NAMES = ("clinic.yaml", "hotel.json", "tools.json", "pipecat/bot.py", "livekit/agent.py")


def source(name: str) -> Source:
    return read_source(str(SCHEMAS / name), [])


def tools_of(name: str) -> dict[str, DeclaredTool]:
    return {tool.name: tool for tool in source(name).declared.tools}


def tool(
    name: str, *parameters: str, description: str = "", method: str | None = None, path: str = ""
) -> DeclaredTool:
    """A tool that needs these parameters, all texts; those that end with `?` are optional."""
    return DeclaredTool(
        name=name,
        place="here",
        description=description,
        parameters=tuple(
            DeclaredParameter(name=p.removesuffix("?"), type="string", required=not p.endswith("?")) for p in parameters
        ),
        method=method,
        path=tuple(part for part in path.split("/") if part),
    )  # fmt: skip

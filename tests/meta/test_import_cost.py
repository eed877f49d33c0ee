"""Importing callproof is free: nothing heavy is loaded and the environment is not read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HEAVY = frozenset(
    {
        *("annotated_types", "click", "hypothesis", "numpy", "pandas", "plotly", "pydantic", "pydantic_core"),
        *("ray", "rich", "scipy", "sqlalchemy", "starlette", "streamlit", "typer", "websockets", "yaml"),
    }
)

_WATCHED_IMPORT = """
import json, os, sys

reads = []

class Watched(dict):
    def __getitem__(self, key):
        reads.append(key)
        return super().__getitem__(key)
    def get(self, key, default=None):
        reads.append(key)
        return super().get(key, default)
    def __contains__(self, key):
        reads.append(key)
        return super().__contains__(key)
    def __iter__(self):
        reads.append("*")
        return super().__iter__()
    def items(self):
        reads.append("*")
        return super().items()

os.environ = Watched(os.environ)
__import__(sys.argv[1])
print(json.dumps({"modules": sorted({name.split(".")[0] for name in sys.modules}), "reads": reads}))
"""


def cost_of(module: str, folder: Path | None = None) -> tuple[frozenset[str], list[str]]:
    """The heavy packages that an import loads, and the environment variables it asks for."""
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED_IMPORT, module],
        capture_output=True,
        check=True,
        text=True,
        cwd=folder,
        timeout=60,
    )
    seen = json.loads(done.stdout)
    return HEAVY & set(seen["modules"]), seen["reads"]


def test_importing_the_package_costs_nothing() -> None:
    assert cost_of("callproof") == (frozenset(), [])


def test_a_planted_cost_is_found(tmp_path: Path) -> None:
    (tmp_path / "planted.py").write_text(
        "import os\nimport pydantic\nos.getenv('PLANTED_SETTING')\n", encoding="utf-8"
    )
    heavy, reads = cost_of("planted", tmp_path)
    assert {"pydantic", "pydantic_core"} <= heavy
    assert "PLANTED_SETTING" in reads


def test_a_run_loads_nothing_that_it_does_not_need() -> None:
    """What a person waits for at the first `callproof demo`."""
    heavy, _ = cost_of("callproof.running")
    assert heavy <= {"annotated_types", "pydantic", "pydantic_core", "sqlalchemy"}


def test_judging_recorded_calls_loads_no_database() -> None:
    heavy, _ = cost_of("callproof.api")
    assert "sqlalchemy" not in heavy

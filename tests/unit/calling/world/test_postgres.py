"""Schemas on a server: one per call, gone afterwards, swept up after a crash."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from callproof.calling.world.database import Backend
from callproof.calling.world.postgres import PREFIX, sweep
from callproof.errors import HarnessError, InputError
from tests.unit.calling.world.worlds import shop

DIES_IN_A_CALL = """
import sys
from callproof.calling.world.database import Backend
from tests.unit.calling.world.worlds import shop
backend = Backend(shop(), url=sys.argv[1])
print("ready", flush=True)
sys.stdin.read()
"""


def schemas(url: str) -> list[str]:
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    with engine.connect() as connection:
        query = text("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'callproof%' ORDER BY 1")
        return list(connection.execute(query).scalars())


def test_a_call_has_a_schema_while_it_lasts(postgres: str) -> None:
    with Backend(shop(), url=postgres), Backend(shop(), url=postgres):
        assert len(schemas(postgres)) == 2
    assert schemas(postgres) == []


def test_a_call_that_breaks_off_while_it_is_filled_leaves_nothing_behind(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(_: Backend) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Backend, "_fill", breaks)
    with pytest.raises(KeyboardInterrupt):
        Backend(shop(), url=postgres)
    assert schemas(postgres) == []


def test_what_a_crash_leaves_is_swept_up_and_calls_that_live_are_not(postgres: str) -> None:
    with Backend(shop(), url=postgres) as alive:
        process = subprocess.Popen(
            [sys.executable, "-c", DIES_IN_A_CALL, postgres],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "ready\n"
        assert len(schemas(postgres)) == 2
        assert sweep(postgres) == []
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=30)
        process.stdin.close()
        process.stdout.close()
        swept = swept_soon(postgres)
        assert len(swept) == 1
        assert swept[0].startswith(PREFIX)
        assert len(schemas(postgres)) == 1
        assert alive.snapshot() == alive.initial


def swept_soon(url: str) -> list[str]:
    """The server needs a moment to see that its client is gone."""
    for _ in range(100):
        if swept := sweep(url):
            return swept
        with create_engine(
            url.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool
        ).connect() as c:
            c.execute(text("SELECT pg_sleep(0.05)"))
    return []


def test_schemas_of_others_are_left_alone(postgres: str) -> None:
    engine = create_engine(postgres.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("CREATE SCHEMA callproof_of_somebody"))
    try:
        assert sweep(postgres) == []
        assert schemas(postgres) == ["callproof_of_somebody"]
    finally:
        with engine.begin() as connection:
            connection.execute(text("DROP SCHEMA callproof_of_somebody"))


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_each_way_to_write_the_url(postgres: str, scheme: str) -> None:
    with Backend(shop(), url=postgres.replace("postgresql", scheme, 1)) as backend:
        assert backend.snapshot() == backend.initial


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("sqlite:///a.db", "found a database URL of 'sqlite', expected postgresql://"),
        ("mysql://localhost/a", "found a database URL of 'mysql'"),
        ("localhost", "the database URL cannot be read"),
    ],
)
def test_a_url_that_cannot_be_used(url: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Backend(shop(), url=url)


def test_a_server_that_is_not_there_and_a_password_that_stays_secret() -> None:
    with pytest.raises(HarnessError, match="cannot be reached") as caught:
        Backend(shop(), url="postgresql://me:hunter2@127.0.0.1:1/x")
    assert "hunter2" not in str(caught.value)


def test_a_server_that_drops_the_call_is_our_problem(postgres: str) -> None:
    engine = create_engine(postgres.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    backend = Backend(shop(), url=postgres)
    with engine.connect() as connection:
        connection.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        )
    for _ in range(2):
        with pytest.raises(HarnessError, match="the database behind the tools failed"):
            backend.snapshot()
    backend.close()
    assert schemas(postgres) == []

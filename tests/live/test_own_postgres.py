"""Calls to an agent whose rows are in a PostgreSQL server: set up, read before and after, and taken away."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_run_own_backend import events
from tests.cli.test_run_own_postgres import EMPTY, ROWS, called, rows_there, shop

__all__ = ["shop"]


def test_rows_are_set_up_read_before_and_after_and_taken_away(tmp_path: Path, shop: tuple[str, str]) -> None:
    name = "other-number-in-flight"
    done = called(tmp_path, shop, name)
    assert done.code == 0, done.out + done.err
    (case,) = done.json["cases"]
    assert {verdict["status"] for verdict in case["axes"].values()} == {"pass"}
    before, after = events(tmp_path, name, "snapshot.taken")
    quantities = [
        {key: row["quantity"] for key, row in snapshot["tables"]["orders"].items()}
        for snapshot in (before, after)
    ]
    assert quantities == [{"4821": 1, "4281": 1, "5590": 2}, {"4821": 1, "4281": 3, "5590": 2}]
    jacket = {"order_number": "4821", "item": "rain jacket", "quantity": 1, "updated_at": None, "price": 79.9}
    assert before["tables"]["orders"]["4821"] == jacket
    writes = events(tmp_path, name, "write.committed")
    assert [(write["key"], write["after"]["quantity"]) for write in writes] == [
        ("4821", 3),
        ("4821", 1),
        ("4281", 3),
    ]
    assert rows_there(shop[0]) == 0


def test_a_server_that_goes_away_in_the_call_leaves_it_unmeasured(
    tmp_path: Path, shop: tuple[str, str]
) -> None:
    """Its rows can be read before the call, and no more after it."""
    url = shop[0].replace("postgresql:", "postgresql+psycopg:")
    gone = [
        "CREATE OR REPLACE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS "
        "$$BEGIN ALTER TABLE orders RENAME COLUMN price TO cost; RETURN NULL; END$$",
        "CREATE TRIGGER gone AFTER UPDATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION gone()",
    ]
    seed = [{"kind": "sql", "url": url, "statements": [*EMPTY, *ROWS, *gone]}]
    done = called(tmp_path, shop, "set-quantity", seed=seed, reset=[])
    (case,) = done.json["cases"]
    assert (case["status"], case["blame"]) == ("invalid", "platform")
    assert 'column "price" does not exist' in case["reasons"][0]

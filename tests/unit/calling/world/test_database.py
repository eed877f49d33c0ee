"""The backend of a call: seeds, snapshots, transactions, and the changes that tell of them. On both databases."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from callproof.calling.world.database import ApiError, Backend, Change, following, natural, singular
from callproof.errors import HarnessError, InputError
from callproof.scenario.worlds import Row, Table, World
from tests.unit.calling.world.worlds import ORDERS, one_table, shop

Url = str | None


def replayed(
    before: Mapping[str, Mapping[str, Row]], changes: list[Change]
) -> dict[str, dict[str, Row | None]]:
    """The snapshot that these changes lead to; each has to start from what is there."""
    tables: dict[str, dict[str, Row | None]] = {name: dict(rows) for name, rows in before.items()}
    for change in changes:
        assert tables[change.table].get(change.key) == change.before
        if change.after is None:
            del tables[change.table][change.key]
        else:
            tables[change.table][change.key] = change.after
    return tables


# --- seeds and snapshots ------------------------------------------------------------------------------------------


def test_a_snapshot_holds_the_seed(url: Url) -> None:
    with Backend(shop(), url=url) as backend:
        taken = backend.snapshot()
    assert taken["shipments"] == {}
    assert list(taken["orders"]) == ["0042", "4281", "4821"]
    assert taken["orders"]["4821"] == {
        "order_number": "4821",
        "customer": "Ines Marti",
        "delivery_date": "2026-03-14",
        "quantity": 1,
        "total": 40,
        "gift": True,
    }
    assert taken["orders"]["0042"] == dict.fromkeys(ORDERS.columns) | {
        "order_number": "0042",
        "customer": "Per Lund",
    }
    assert taken["orders"]["4281"]["gift"] is False
    assert list(taken["orders"]["0042"]) == list(ORDERS.columns)


@pytest.mark.parametrize(
    "number", [0, -7, 2**53 + 1, 2**63 - 1, -(2**63), 0.1, 19.99, 1 / 3, 1e300, -5e-324, 0.1 + 0.2]
)
def test_numbers_are_exact(url: Url, number: float) -> None:
    world = one_table({"id": "integer", "n": "number"}, {"id": 1, "n": number})
    with Backend(world, url=url) as backend:
        stored = backend.snapshot()["things"]["1"]["n"]
        assert stored == number
        assert type(stored) is type(number)
        with backend.transaction() as transaction:
            assert transaction.find("things", n=number) == [{"id": 1, "n": number}]
            assert transaction.insert("things", n=number)["n"] == number


def test_a_whole_number_is_an_int_however_it_was_written(url: Url) -> None:
    world = one_table({"id": "integer", "n": "number"}, {"id": 1, "n": 40.0})
    with Backend(world, url=url) as backend:
        assert type(backend.snapshot()["things"]["1"]["n"]) is int


def test_what_a_snapshot_hands_out_is_not_the_backend_itself() -> None:
    with Backend(shop()) as backend:
        backend.snapshot()["orders"]["4281"]["quantity"] = 99
        assert backend.snapshot()["orders"]["4281"]["quantity"] == 2
        assert backend.snapshot() == backend.initial


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({"id": "x"}, "s.yaml: tables.things.rows[1].id: found 'x', expected a whole number"),
        ({"id": 2, "n": "40"}, "s.yaml: tables.things.rows[1].n: found '40', expected a number"),
        ({"id": 2, "name": 42}, "s.yaml: tables.things.rows[1].name: found 42, expected a text"),
        ({"id": 2, "nmae": "x"}, "tables.things.rows[1].nmae: is no column of things. Did you mean 'name'?"),
        ({"id": 1}, "tables.things.rows[1].id: '1' is there twice"),
        ({"name": "x"}, "tables.things.rows[1].id: is missing: it names the row"),
    ],
)
def test_a_row_that_does_not_fit_is_named(row: Row, problem: str) -> None:
    world = one_table({"id": "integer", "n": "number", "name": "text"}, {"id": 1}, row)
    with pytest.raises(InputError) as caught:
        Backend(world, file="s.yaml")
    assert problem in str(caught.value)
    assert len(caught.value.problems) == 1


def test_all_that_is_wrong_is_said_at_once() -> None:
    world = one_table({"id": "integer", "n": "number"}, {"id": "a", "n": "b"}, {"id": 1, "m": 1})
    with pytest.raises(InputError) as caught:
        Backend(world)
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("tables", "problem"),
    [
        (
            {"t": Table(key="nmae", columns={"name": "text"})},
            "tables.t.key: no column is called 'nmae'. Did you mean 'name'?",
        ),
        (
            {"t": Table(key="ok", columns={"ok": "boolean"})},
            "tables.t.key: is a boolean; a key is a text or an integer",
        ),
        (
            {"t": Table(key="a", columns={"a": "text"}, ignore=("b",))},
            "tables.t.ignore: no column is called 'b'",
        ),
        (
            {"t": Table(key="a", columns={"a": "text"}, void={"b": 1})},
            "tables.t.void: no column is called 'b'",
        ),
        (
            {"t" * 64: Table(key="a", columns={"a": "text"})},
            "is no name for a table: 1 to 63 bytes",
        ),
        (
            {"t": Table(key="a", columns={"a": "text", "": "text"})},
            "tables.t.columns: '' is no name for a column",
        ),
        (
            {"t": Table(key="a", columns={"a": "text", "A": "text"})},
            "the columns 'a' and 'A' differ in nothing but case",
        ),
        (
            {"t": ORDERS, "T": ORDERS},
            "the tables 't' and 'T' differ in nothing but case",
        ),
    ],
)
def test_a_table_that_cannot_be(tables: dict[str, Table], problem: str) -> None:
    with pytest.raises(InputError, match="tables") as caught:
        Backend(World(tables=tables, tools={}))
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    "name",
    ["select", "Bestellung Nr.", 'a"b', "100%", "a:b", "a(b)", "größe", "x" * 63, "a'; DROP", ":p", "%(q)s"],
)
def test_names_are_only_names(url: Url, name: str) -> None:
    table = Table(key=name, columns={name: "text", "other": "integer"}, rows=({name: "1", "other": 5},))
    with Backend(World(tables={name: table}, tools={}), url=url) as backend:
        with backend.transaction() as transaction:
            transaction.update(name, "1", {"other": 6})
            transaction.insert(name, {name: "2"})
            assert transaction.find(name, {name: "1", "other": 6}) == [{name: "1", "other": 6}]
        assert backend.snapshot()[name] == {"1": {name: "1", "other": 6}, "2": {name: "2", "other": None}}


# --- transactions -------------------------------------------------------------------------------------------------


def test_every_write_is_a_change_in_its_order(url: Url) -> None:
    with Backend(shop(), url=url) as backend:
        before = backend.snapshot()
        with backend.transaction() as transaction:
            transaction.update("orders", "4281", quantity=3)
            transaction.update("orders", "4281", quantity=3)
            transaction.insert("shipments", order="4281")
            gone = transaction.delete("orders", "0042")
        after = backend.snapshot()
    row = before["orders"]["4281"]
    assert gone["customer"] == "Per Lund"
    assert transaction.changes == [
        Change("orders", "4281", row, row | {"quantity": 3}),
        Change("orders", "4281", row | {"quantity": 3}, row | {"quantity": 3}),
        Change("shipments", "1", None, {"id": 1, "order": "4281", "quantity": None, "status": None}),
        Change("orders", "0042", before["orders"]["0042"], None),
    ]
    assert replayed(before, transaction.changes) == after


def test_nothing_stays_of_a_transaction_that_raises(url: Url) -> None:
    with Backend(shop(), url=url) as backend:
        before = backend.snapshot()

        def fails() -> None:
            with backend.transaction() as transaction:
                transaction.delete("orders", "4281")
                transaction.insert("shipments", order="4821")
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fails()
        assert backend.snapshot() == before
        with backend.transaction() as again:
            assert again.insert("shipments", order="4821")["id"] == 1


def test_nothing_stays_of_a_rehearsal(url: Url) -> None:
    with Backend(shop(), url=url) as backend:
        with backend.transaction(keep=False) as transaction:
            assert transaction.insert("shipments", order="4821")["id"] == 1
            assert transaction.get("shipments", 1) is not None
        assert backend.snapshot()["shipments"] == {}


def test_a_transaction_that_is_over_refuses_to_work() -> None:
    with Backend(shop()) as backend:
        with backend.transaction() as transaction:
            pass
        with pytest.raises(RuntimeError, match="this transaction is over"):
            transaction.get("orders", "4281")


def test_what_is_not_there(url: Url) -> None:
    with Backend(shop(), url=url) as backend, backend.transaction() as transaction:
        assert transaction.get("orders", "9999") is None
        assert transaction.get("shipments", "one") is None
        assert transaction.get("orders", "\0") is None
        with pytest.raises(ApiError, match="404 no order 9999"):
            transaction.update("orders", "9999", quantity=1)
        with pytest.raises(ApiError, match="404 no shipment 7"):
            transaction.delete("shipments", 7)
        with pytest.raises(ApiError, match="409 order 4281 is already there"):
            transaction.insert("orders", order_number="4281")
        with pytest.raises(ValueError, match=r"there is no table 'order'. Did you mean 'orders'\?"):
            transaction.find("order")
        with pytest.raises(ValueError, match=r"orders has no column 'quantiy'. Did you mean 'quantity'\?"):
            transaction.update("orders", "4281", quantiy=1)
        with pytest.raises(ValueError, match=r"orders\.quantity: found 'two', expected a whole number"):
            transaction.update("orders", "4281", quantity="two")
        with pytest.raises(ValueError, match=r"orders\.order_number names the row and cannot be changed"):
            transaction.update("orders", "4281", order_number="1")
        assert transaction.changes == []


def test_find(url: Url) -> None:
    with Backend(shop(), url=url) as backend, backend.transaction() as transaction:
        assert [row["order_number"] for row in transaction.find("orders")] == ["0042", "4281", "4821"]
        assert [r["order_number"] for r in transaction.find("orders", customer="Ines Marti", gift=True)] == [
            "4821"
        ]
        assert [r["order_number"] for r in transaction.find("orders", {"quantity": None})] == ["0042"]
        assert transaction.find("orders", customer="ines marti") == []


def test_a_key_may_be_a_text_or_a_number(url: Url) -> None:
    with Backend(shop(), url=url) as backend, backend.transaction() as transaction:
        assert transaction.get("orders", 4281) == transaction.get("orders", "4281")
        assert transaction.get("orders", 42) is None
        transaction.insert("shipments", id=7)
        assert transaction.get("shipments", "7") == transaction.get("shipments", 7)


def test_the_number_of_a_row_that_is_gone_is_not_given_again(url: Url) -> None:
    with Backend(shop(), url=url) as backend:
        with backend.transaction() as transaction:
            assert transaction.insert("shipments")["id"] == 1
            transaction.delete("shipments", 1)
            assert transaction.insert("shipments")["id"] == 2
            transaction.delete("shipments", 2)
        with backend.transaction() as transaction:
            assert transaction.insert("shipments")["id"] == 3


@pytest.mark.parametrize(
    ("keys", "next_one"),
    [
        ([], "1"),
        (["4281", "4821", "0042"], "4822"),
        (["0042"], "0043"),
        (["0999"], "1000"),
        (["R-7", "R-10", "R-9"], "R-11"),
        (["A-1", "B-20"], "B-21"),
        (["anna"], "1"),
        (["0"], "1"),
        (["x" + "9" * 30], "x" + "9" * 12 + "1" + "0" * 18),
    ],
)
def test_the_next_key(keys: list[str], next_one: str) -> None:
    assert following(keys) == next_one


def test_keys_are_in_the_order_of_their_numbers() -> None:
    keys = ["S-10", "S-9", "10", "9", "S-9b", "a", "S-", ""]
    assert sorted(keys, key=natural) == ["", "9", "10", "S-", "S-9", "S-9b", "S-10", "a"]


@pytest.mark.parametrize(
    ("table", "one"),
    [
        ("orders", "order"),
        ("deliveries", "delivery"),
        ("boxes", "box"),
        ("addresses", "address"),
        ("address", "address"),
        ("purchase_orders", "purchase order"),
        ("status", "status"),
        ("stock", "stock"),
        ("s", "s"),
        ("Bestellungen", "Bestellungen"),
    ],
)
def test_one_of_a_table(table: str, one: str) -> None:
    assert singular(table) == one


# --- side by side -------------------------------------------------------------------------------------------------


def test_two_worlds_side_by_side_know_nothing_of_each_other(url: Url) -> None:
    with Backend(shop(), url=url) as one, Backend(shop(), url=url) as two:
        with one.transaction() as transaction:
            transaction.update("orders", "4281", quantity=77)
            transaction.insert("shipments", order="4281")
        assert two.snapshot() == two.initial
        with two.transaction() as transaction:
            assert transaction.insert("shipments", order="4821")["id"] == 1
        assert one.snapshot()["orders"]["4281"]["quantity"] == 77
        assert two.snapshot()["shipments"]["1"]["order"] == "4821"


def test_a_transaction_while_another_is_open_in_the_same_process(url: Url) -> None:
    with Backend(shop(), url=url) as one, Backend(shop(), url=url) as two:
        with one.transaction() as first, two.transaction() as second:
            first.update("orders", "4281", quantity=7)
            second.update("orders", "4281", quantity=8)
        assert one.snapshot()["orders"]["4281"]["quantity"] == 7
        assert two.snapshot()["orders"]["4281"]["quantity"] == 8


def test_threads_take_turns(url: Url) -> None:
    with Backend(shop(), url=url) as backend:

        def ship() -> None:
            for _ in range(10):
                with backend.transaction() as transaction:
                    transaction.insert("shipments", order="4281")

        threads = [threading.Thread(target=ship) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert list(backend.snapshot()["shipments"]) == [str(n) for n in range(1, 41)]


def test_a_closed_backend_stays_closed_and_says_so(url: Url) -> None:
    backend = Backend(shop(), url=url)
    backend.close()
    backend.close()
    with pytest.raises(HarnessError, match="the database behind the tools failed"):
        backend.snapshot()


# --- laws ---------------------------------------------------------------------------------------------------------

_KEYS = st.sampled_from(["1", "2", "3", "7", "x"])
_STEP = st.one_of(
    st.tuples(st.just("insert"), _KEYS | st.none(), st.integers(-9, 9) | st.none()),
    st.tuples(st.just("update"), _KEYS, st.integers(-9, 9) | st.none()),
    st.tuples(st.just("delete"), _KEYS, st.none()),
    st.tuples(st.sampled_from(["end", "fail"]), st.none(), st.none()),
)


def carried_out(backend: Backend, steps: list[tuple[str, Any, Any]]) -> list[Change]:
    """The steps in transactions that end with `end` or `fail`; the changes of those that ended well."""
    changes: list[Change] = []
    rest = [*steps, ("end", None, None)]
    while rest:
        try:
            with backend.transaction() as transaction:
                while rest:
                    kind, key, n = rest.pop(0)
                    if kind == "end":
                        break
                    if kind == "fail":
                        raise ZeroDivisionError
                    try:
                        if kind == "insert":
                            transaction.insert("things", {"id": key, "n": n})
                        elif kind == "update":
                            transaction.update("things", key, n=n)
                        else:
                            transaction.delete("things", key)
                    except ApiError:
                        pass
        except ZeroDivisionError:
            continue
        changes.extend(transaction.changes)
    return changes


@given(st.lists(_STEP, max_size=25))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_replaying_the_changes_onto_the_first_snapshot_gives_the_last(
    url: Url, steps: list[tuple[str, Any, Any]]
) -> None:
    world = one_table({"id": "text", "n": "number"}, {"id": "1", "n": 1}, {"id": "x"})
    with Backend(world, url=url) as backend:
        before = backend.snapshot()
        changes = carried_out(backend, steps)
        assert replayed(before, changes) == backend.snapshot()


_NAME = st.text(min_size=1, max_size=12).filter(lambda name: "\0" not in name and name.isprintable())
_CELL_TYPES = ("text", "integer", "number", "boolean")
_CELL = st.fixed_dictionaries(
    {
        "text": st.text().filter(lambda text: "\0" not in text),
        "integer": st.integers(-(2**63), 2**63 - 1),
        "number": st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False),
        "boolean": st.booleans(),
    }
)


@given(_NAME, st.lists(_NAME, min_size=5, max_size=5, unique_by=str.lower), st.lists(_CELL, max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_any_names_and_any_values_come_back(
    url: Url, table: str, names: list[str], rows: list[dict[str, Any]]
) -> None:
    key, *columns = names
    seeded = [
        {key: index, **{column: cells[kind] for column, kind in zip(columns, _CELL_TYPES, strict=True)}}
        for index, cells in enumerate(rows)
    ]
    types: Any = {key: "integer", **dict(zip(columns, _CELL_TYPES, strict=True))}
    world = World(tables={table: Table(key=key, columns=types, rows=tuple(seeded))}, tools={})
    with Backend(world, url=url) as backend:
        assert backend.snapshot()[table] == {str(row[key]): row for row in seeded}

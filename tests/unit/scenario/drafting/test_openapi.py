"""Operations of an OpenAPI document."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.errors import InputError
from callproof.scenario.drafting.openapi import read_openapi
from tests.unit.scenario.drafting.sources import source, tools_of


def test_a_clinic() -> None:
    tools = tools_of("clinic.yaml")
    assert list(tools) == [
        "searchPatients", "getPatient", "updatePatient", "listAppointments", "bookAppointment", "getAppointment",
        "rescheduleAppointment", "cancelAppointment", "uploadAttachment", "addReminders",
    ]  # fmt: skip
    book = tools["bookAppointment"]
    assert (book.method, book.path) == ("post", ("patients", "{patient_id}", "appointments"))
    assert [(p.name, p.type, p.format, p.required) for p in book.parameters] == [
        ("patient_id", "string", None, True),
        ("date", "string", "date", True),
        ("time", "string", "time", True),
        ("kind", "string", None, True),
    ]
    assert book.parameters[0].examples == ("30189",)
    assert list(book.result) == ["date", "time", "kind", "appointment_id", "patient_id", "status", "doctor"]
    assert list(tools["searchPatients"].result) == ["patient_id", "name", "phone", "email"]


def test_what_is_no_json_is_told_with_its_place() -> None:
    (problem,) = source("clinic.yaml").declared.problems
    assert problem.path == "paths./attachments.post"
    assert problem.message == "its request body is no JSON; its fields are not known"


def test_parameters_that_a_path_has_and_the_document_forgets() -> None:
    data = {"openapi": "3.0.0", "paths": {"/orders/{order_number}": {"get": {"responses": {}}}}}
    (tool,) = read_openapi(data, "api.json").tools
    assert tool.name == "get_orders_order_number"
    assert [(p.name, p.required) for p in tool.parameters] == [("order_number", True)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"swagger": "2.0"}, "is swagger 2.0; OpenAPI 3 is read"),
        ({"openapi": 3}, "is openapi: 3; OpenAPI 3 is read"),
        ({"openapi": "3.1.0"}, "has no paths"),
    ],
)
def test_what_is_no_document_of_version_3(data: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_openapi(data, "api.json")

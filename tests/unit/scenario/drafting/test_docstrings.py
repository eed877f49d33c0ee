"""What docstrings say of parameters."""

from __future__ import annotations

from callproof.scenario.drafting.docstrings import documented


def test_the_form_with_args() -> None:
    text = """Book a table.

    It is held for ten minutes.

    Args:
        day (str): The day,
            as YYYY-MM-DD.
        people: How many.

    Returns:
        str: nothing of use
    """
    assert documented(text) == (
        "Book a table. It is held for ten minutes.",
        {"day": "The day, as YYYY-MM-DD.", "people": "How many."},
    )


def test_the_form_with_fields() -> None:
    text = "Book.\n\n:param str day: the day\n:param people: how many\n    there are\n:return: nothing"
    assert documented(text) == ("Book.", {"day": "the day", "people": "how many there are"})


def test_no_docstring() -> None:
    assert documented("") == ("", {})

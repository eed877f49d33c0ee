"""The errors for users."""

from __future__ import annotations

import pickle

from callproof.errors import InputError, Problem, did_you_mean


def test_an_input_error_goes_from_process_to_process() -> None:
    error = InputError(
        [Problem("a.json", "turns[0].start_s", "is missing"), Problem("b.json", "", "is empty")]
    )
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert again.problems == error.problems
    assert str(again) == "a.json: turns[0].start_s: is missing\nb.json: is empty"


def test_the_nearest_word_is_named() -> None:
    assert did_you_mean("strat_s", ["start_s", "end_s"]) == " Did you mean 'start_s'?"
    assert did_you_mean("colour", ["start_s"]) == ""

"""The same denied in other words, and what only looks like it."""

from __future__ import annotations

import pytest

from callproof.spoken.denials import denied_alike
from callproof.spoken.language import LanguageCode
from callproof.spoken.paths import text_of


def alike(code: LanguageCode, said: str, heard: str) -> bool:
    return denied_alike(text_of(said, code, None), text_of(heard, code, None)) is not None


@pytest.mark.parametrize(
    ("code", "said", "heard"),
    [
        ("en", "It's unavailable.", "It's not available."),
        ("en", "I'm unable to pay.", "I can't pay."),
        ("en", "Remember to cancel it.", "Don't forget to cancel it."),
        ("en", "neither tea nor coffee", "no tea and no coffee"),
        ("en", "We have zero rooms left.", "We have no rooms left."),
        ("es", "No quiero ni té ni café.", "No quiero té y no quiero café."),
        ("de", "weder Tee noch Kaffee", "keinen Tee und keinen Kaffee"),
        ("ko", "차도 없고 면허도 없어요.", "차와 면허가 없어요."),
        ("ja", "お茶はいりませんし、コーヒーもいりません。", "お茶もコーヒーもいりません。"),
    ],
)
def test_one_thing_is_denied_in_two_ways(code: LanguageCode, said: str, heard: str) -> None:
    assert alike(code, said, heard)
    assert alike(code, heard, said)


@pytest.mark.parametrize(
    ("code", "said", "heard"),
    [
        ("en", "It's unavailable, order it.", "It's available, don't order it."),
        ("en", "I'm unable to log in, the code is correct.", "I'm able to log in, the code is incorrect."),
        ("en", "Don't forget to cancel it.", "Forget to cancel it."),
        ("en", "Unlock it.", "Don't lock it."),
        ("en", "neither tea nor coffee, and no sugar", "no tea and no sugar, but coffee"),
        ("en", "We have zero rooms left.", "We have rooms left, not suites."),
        ("es", "No tengo coche ni moto.", "No tengo coche y no tengo perro, pero una moto."),
        ("ko", "차도 없고 면허도 없어요.", "차는 있고 면허는 없어요."),
        ("ja", "お茶はいりませんし、コーヒーもいりません。", "お茶はいりますが、コーヒーはいりません。"),
    ],
)
def test_another_thing_is_denied(code: LanguageCode, said: str, heard: str) -> None:
    assert not alike(code, said, heard)
    assert not alike(code, heard, said)

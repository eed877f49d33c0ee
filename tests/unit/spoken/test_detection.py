"""In which language a text is."""

from __future__ import annotations

import pytest

from callproof.spoken import detect_language
from callproof.spoken.detection import known_code, languages_of, script_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I want a refund", "en"),
        ("hello", "en"),
        ("fifteen", "en"),
        ("order 4821", "en"),
        ("Quiero un reembolso", "es"),
        ("quince", "es"),
        ("mañana", "es"),
        ("no quiero", "es"),
        ("Je voudrais annuler", "fr"),
        ("quatre-vingts", "fr"),
        ("Ich möchte stornieren", "de"),
        ("fünfundfünfzig Euro", "de"),
        ("Quero cancelar o pedido", "pt"),
        ("não quero", "pt"),
        ("Voglio annullare", "it"),
        ("quindici", "it"),
        ("환불해 주세요", "ko"),
        ("iPhone 15 주세요", "ko"),
        ("返金してください", "ja"),
        ("五十円", "ja"),
        ("予約", "ja"),
    ],
)
def test_a_text_shows_its_language(text: str, language: str) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize(
    "text",
    [
        "",
        "415",
        "4:30",
        "no",
        "ok",
        "Kowalczyk",
        "EM456",
        "十五",
        "我要退款",
        "Привет",
        "dank je wel",
        "a@b.com",
    ],
)
def test_some_texts_do_not(text: str) -> None:
    assert detect_language(text) is None


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("hello", "latin"),
        ("415", None),
        ("환불", "ko"),
        ("キャンセルする", "ja"),
        ("我要退款", "zh"),
        ("十五", "han"),
        ("Привет", "other"),
        ("مرحبا", "other"),
    ],
)
def test_the_writing_of_a_text(text: str, script: str | None) -> None:
    assert script_of(text) == script


@pytest.mark.parametrize(
    ("language", "code"), [("en-US", "en"), ("EN", "en"), ("pt_BR", "pt"), ("zh", None), ("english", None)]
)
def test_a_language_may_have_a_region(language: str, code: str | None) -> None:
    assert known_code(language) == code


def test_each_text_of_a_call_has_its_own_language() -> None:
    assert languages_of("quiero quince euros", "I want fifteen euros", None)[:2] == ("es", "en")


def test_digits_and_names_take_the_language_of_the_other_text() -> None:
    assert languages_of("15", "quince euros", None)[:2] == ("es", "es")
    assert languages_of("mein Name ist Kowalczyk", "Kowalczyk", None)[:2] == ("de", "de")


def test_the_language_of_the_call_holds_where_the_writing_agrees() -> None:
    assert languages_of("no", "no", "es")[:2] == ("es", "es")
    assert languages_of("hello there", "hello there", "es")[:2] == ("es", "es")
    assert languages_of("I want fifteen", "십오", "en")[:2] == ("en", "ko")
    assert languages_of("五十", "五十", "ja-JP")[:2] == ("ja", "ja")


def test_what_cannot_be_read_has_a_reason() -> None:
    assert languages_of("你好", "你好", "zh").reason == "no reader for the language 'zh'"
    assert languages_of("hello", "你好吗", "en").reason == "'你好吗' is in Chinese"
    assert languages_of("取消", "取消", None).reason is not None


def test_english_is_the_last_resort_and_not_sure() -> None:
    assert languages_of("Cole", "Coal", None) == ("en", "en", False, None)
    assert languages_of("4821", "4281", None) == ("en", "en", True, None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a mezzogiorno", "it"),
        ("stasera", "it"),
        ("un attimo", "it"),
        ("a mediodía", "es"),
        ("a medianoche", "es"),
        ("mittags", "de"),
        ("stimmt", "de"),
        ("à minuit", "fr"),
        ("exato", "pt"),
        ("tonight", "en"),
        ("fifteen dollars", "en"),
        # Two of them have the word.
        ("quinze", None),
        ("pronto", None),
        ("claro", None),
        ("un momento", None),
    ],
)
def test_short_texts(text: str, code: str | None) -> None:
    assert detect_language(text) == code


def test_dos_behind_cada_is_spanish() -> None:
    assert detect_language("Cada dos semanas.") == "es"
    assert detect_language("cada um dos clientes") == "pt"

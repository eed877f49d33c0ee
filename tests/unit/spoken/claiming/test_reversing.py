"""Refusals behind a yes: the last word, or a reason for it."""

from __future__ import annotations

import pytest

from callproof.spoken.claims import agrees


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        ("en", "Yes, I don't want it anymore."),
        ("en", "Yes, I can't make it."),
        ("en", "Yes please, I won't be home."),
        ("en", "Yes, I will not order again."),
        ("es", "Sí, ya no lo quiero."),
        ("es", "Sí, no lo necesito."),
        ("de", "Ja, ich brauche es nicht mehr."),
        ("fr", "Oui, je ne peux pas venir."),
        ("it", "Sì, non mi serve più."),
        ("pt", "Sim, não quero mais."),
        ("ko", "네, 더 이상 필요 없어요."),
        ("ja", "はい、もういりません。"),
    ],
)
def test_a_reason_leaves_the_yes(language: str, reply: str) -> None:
    assert agrees(reply, language=language) is True  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        ("en", "Yes. No, wait."),
        ("en", "Yes, don't send it."),
        ("en", "Yes, that's not right."),
        ("en", "Yes. Actually no, I changed my mind."),
        ("es", "Sí. No, espere."),
        ("de", "Ja. Nein, doch nicht."),
        ("fr", "Oui. Non, attendez."),
        ("it", "Sì. No, aspetti."),
        ("pt", "Sim. Não, espere."),
        ("ko", "네. 아니요, 하지 마세요."),
        ("ja", "はい。いいえ、やめてください。"),
    ],
)
def test_a_no_takes_the_yes_back(language: str, reply: str) -> None:
    assert agrees(reply, language=language) is False  # type: ignore[arg-type]

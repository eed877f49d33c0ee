"""Two days of one month of which only one is named: the other is of the same month."""

from __future__ import annotations

import pytest

from callproof.spoken.language import LanguageCode
from tests.unit.spoken.languages.lattice import can_agree


@pytest.mark.parametrize(
    ("code", "said", "heard", "other"),
    [
        ("en", "from the third to the seventh of July", "from July 3 to July 7", "from July 3 to June 7"),
        ("en", "July 3 to 7", "from July 3 to July 7", "from July 3 to August 7"),
        ("es", "del tres al siete de julio", "del 3 de julio al 7 de julio", "del 3 de junio al 7 de julio"),
        ("de", "vom 3. bis zum 7. Juli", "vom 3. Juli bis zum 7. Juli", "vom 3. Juni bis zum 7. Juli"),
        ("fr", "du 3 au 7 juillet", "du 3 juillet au 7 juillet", "du 3 juin au 7 juillet"),
        ("pt", "de 3 a 7 de julho", "de 3 de julho a 7 de julho", "de 3 de junho a 7 de julho"),
        ("it", "dal 3 al 7 luglio", "dal 3 luglio al 7 luglio", "dal 3 giugno al 7 luglio"),
        ("ko", "7월 3일부터 7일까지", "7월 3일부터 7월 7일까지", "7월 3일부터 8월 7일까지"),
        ("ja", "七月三日から七日まで", "7月3日から7月7日まで", "7月3日から8月7日まで"),
    ],
)
def test_the_month_is_that_of_both(code: LanguageCode, said: str, heard: str, other: str) -> None:
    assert can_agree(code, said, heard)
    assert not can_agree(code, said, other)
    assert not can_agree(code, heard, other)

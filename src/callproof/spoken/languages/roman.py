"""Roman numerals, and ranks in words, behind a name: "World War II", "Henry V", "Felipe segundo"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from callproof.spoken.language import Edge, Scan
from callproof.spoken.reading import Reading
from callproof.spoken.values import NOTHING, Value, number

_ONES = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
# I and X alone are more often words and letters.
_NUMERALS = {
    tens + ones: 10 * k + n
    for (k, tens), (n, ones) in product(enumerate(("", "x", "xx")), enumerate(_ONES))
    if tens + ones not in ("", "i", "x")
}
# Ranks that are other words elsewhere ("un segundo") and are ranks behind a name: "Felipe segundo".
_RANKS = {"primero": 1, "primeiro": 1, "primo": 1, "segundo": 2, "secondo": 2, "quarto": 4}


def _numerals(reading: Reading) -> Iterator[tuple[int, Edge]]:
    for i in [i for i, word in enumerate(reading.words) if word in _TELLING]:
        token, before = reading.tokens[i], reading.tokens[i - 1] if i else None
        if token.text in _RANKS:
            # The first word of a sentence has a capital, too.
            if i > 1 and before is not None and before.raw.istitle() and not reading.edges[i]:
                yield i, Edge(i + 1, Value("ordinal", _RANKS[token.text]))
            continue
        if not token.raw.isupper() or token.glued:
            continue
        is_named = before is not None and before.raw.istitle() and len(before.raw) > 1
        if is_named or len(token.raw) > 1:
            yield i, Edge(i + 1, number(_NUMERALS[token.text]))
        if not is_named and len(token.raw) > 1:
            yield i, Edge(i + 1, NOTHING)  # "the IV bag"


_TELLING = _NUMERALS.keys() | _RANKS.keys()
SCAN = Scan(_TELLING, _numerals)

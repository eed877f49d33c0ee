"""How English spells codes: names of letters, the words of spelling alphabets, "double five", "with the letter O, not zero"."""

from __future__ import annotations

import re

from callproof.spoken.language import Hint, words
from callproof.spoken.reading import Reading

_ALPHABET = words(
    "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango "
    "uniform victor whiskey xray yankee zulu"
)
LETTERS = {word: word[0].upper() for word in _ALPHABET} | {
    "alfa": "A", "juliett": "J", "whisky": "W", "foxtrott": "F", "x ray": "X",
    "bee": "B", "cee": "C", "dee": "D", "eff": "F", "gee": "G", "aitch": "H", "haitch": "H", "ell": "L", "em": "M", "en": "N",
    "ess": "S", "vee": "V", "ex": "X", "wye": "Y", "zee": "Z", "zed": "Z", "double u": "W", "double you": "W", "double v": "W",
}  # fmt: skip
WEAK_LETTERS = {
    "be": "B", "see": "C", "sea": "C", "jay": "J", "kay": "K", "el": "L", "pee": "P", "pea": "P", "queue": "Q", "cue": "Q",
    "are": "R", "tea": "T", "tee": "T", "you": "U", "why": "Y", "eye": "I", "aye": "I", "hey": "A",
}  # fmt: skip
WEAK_DIGITS = {"to": "2", "too": "2", "for": "4", "won": "1", "ate": "8"}
DIGITS = {"oh": "0", "o": "0", "nought": "0", "nil": "0", "niner": "9"}
REPEATS = {"double": 2, "triple": 3, "treble": 3, "quadruple": 4}
LETTER_MARKS = frozenset({"letter", "capital", "uppercase", "lowercase"})
DIGIT_MARKS = frozenset({"number", "digit", "numeral", "figure"})
SEPARATORS = frozenset({"dash", "hyphen", "slash", "dot", "point", "space", "stroke"})
SPELLING = (
    ("as", "in"), ("like", "in"), ("is", "for"), ("for",), ("like",), ("as", "in", "the", "word"),
)  # fmt: skip

_CAN_BE_O = frozenset({"o", "oh", "zero", "zeros", "zeroes", "os", "ohs", "o's", "0", "0s"})
_OHS, _ZEROS = "o|oh|os|ohs|o's", "zero|zeros|zeroes|0|0s"
_LEAD = r"(?:with|using|that's|that is|thats|it's|its|which is|and)"
_HINT = re.compile(
    rf"\b(?:{_LEAD} )*(?:(?:the|a|an) )?(?:(?P<mark>letter|capital|number|digit|numeral) )?(?:(?P<oh>{_OHS})|(?P<zero>{_ZEROS}))"
    rf" (?:and )?(?:not|instead of|rather than) (?:(?:the|a|an) )?(?:(?:letter|number|digit|numeral) )?(?:{_OHS}|{_ZEROS})\b"
    rf"|\b(?:{_LEAD} )+(?:the|a|an) (?:(?P<letter>letter (?:{_OHS}))|(?:number|digit|numeral) (?:{_ZEROS}))\b"
)


def hints(reading: Reading) -> list[Hint]:
    """ "with the letter O, not zero"; "that's a zero, not the letter O"."""
    if _CAN_BE_O.isdisjoint(reading.vocabulary):
        return []
    words = [(token.text, k) for k, token in enumerate(reading.tokens) if token.kind != "sign"]
    plain = " ".join(word for word, _ in words)
    found: list[Hint] = []
    for match in _HINT.finditer(plain):
        first = plain.count(" ", 0, match.start())
        last = plain.count(" ", 0, match.end())
        is_letter = bool(match["letter"]) or (
            bool(match["oh"]) and match["mark"] in (None, "letter", "capital")
        )
        found.append(Hint(words[first][1], words[last][1] + 1, is_letter))
    return found

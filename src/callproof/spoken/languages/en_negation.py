"""English negation: "not", "don't", "never", "no" as an answer or before a noun, "without"; not "isn't it?" nor "no problem"."""

from __future__ import annotations

from collections.abc import Iterator

from callproof.spoken.language import Edge, words
from callproof.spoken.reading import Reading
from callproof.spoken.values import NEGATION, NOTHING

_AUXILIARIES = words(
    "do does did is are was were have has had would could should ca wo must need might sha ai"
)
# "don't", and how it comes out of a recogniser that writes no apostrophes.
_WITH_NOT = {f"{word}n't" for word in _AUXILIARIES} | {f"{word}nt" for word in _AUXILIARIES}
CONTRACTIONS = frozenset(_WITH_NOT - {"cant", "want", "wont", "dont"} | {"dont", "cant", "wont", "dunno"})
_PLAIN = frozenset(
    {
        "never",
        "nevermind",
        "without",
        "cannot",
        "neither",
        "nobody",
        "nothing",
        "none",
        "nowhere",
        "nope",
        "nah",
        "hardly",
        "scarcely",
        "w/o",
    }
)
# Behind the hyphen of "non-": these are names of something, and deny nothing.
_NAMED_NON = frozenset({"stop", "profit", "fiction", "disclosure"})
STARTS = CONTRACTIONS | _PLAIN | {"not", "no", "non", "under"}

_PRONOUNS = frozenset(words("i you he she it we they there that this"))
_ASKING = frozenset(words("why how what when where who which if that whether because"))
_MOST_NOS = 5
_FIGURES = frozenset(
    (
        "zero",
        "oh",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "hundred",
        "thousand",
    )
)
# "no problem" and the like deny nothing.
_NO_DENIAL = frozenset(
    {
        "problem",
        "problems",
        "worries",
        "worry",
        "doubt",
        "matter",
        "wonder",
        "kidding",
        "sweat",
        "rush",
        "biggie",
    }
)


def negation(reading: Reading, i: int) -> Iterator[Edge]:
    word = reading.words[i]
    if word == "no":
        yield from _no(reading, i)
    elif word == "not":
        yield Edge(i + 1, NEGATION)
        before, after = reading.word(i - 1), reading.word(i + 1)
        if (
            (after in ("only", "just", "a") and _no_denial(reading, i))
            or before in ("or", "whether")
            or _is_bound(reading, i + 1)
        ):
            yield Edge(i + 1, NOTHING)
    elif word == "under":
        if reading.word(i + 1) == "no" and reading.word(i + 2) == "circumstances":
            yield Edge(i + 3, NEGATION)
    elif word == "non":
        if reading.word(i + 1) == "-" and reading.word(i + 2) not in _NAMED_NON:
            yield Edge(i + 2, NEGATION)
    elif word in CONTRACTIONS:
        if not _is_tag(reading, i):
            yield Edge(i + 1, NEGATION)
    elif word in _PLAIN:
        yield Edge(i + 1, NEGATION)
        if word in ("nothing", "nobody", "none") and reading.word(i + 1) == "but":
            yield Edge(i + 1, NOTHING)  # "nothing but the truth" is only that


def _is_bound(reading: Reading, i: int) -> bool:
    """ "more than" behind a negation: "no more than three" are three at most."""
    return reading.word(i) in ("more", "less", "fewer") and reading.word(i + 1) == "than"


def _no_denial(reading: Reading, i: int) -> bool:
    """ "not only", "not just", "not a problem"."""
    return reading.word(i + 1) != "a" or reading.word(i + 2) in _NO_DENIAL


def _no(reading: Reading, i: int) -> Iterator[Edge]:
    following = reading.word(i + 1)
    if following in _NO_DENIAL:
        return
    # "No one nine zero seven" is a no and a code that begins with one.
    counts = reading.word(i + 2) in _FIGURES or _kind(reading, i + 2) == "digits"
    if following == "longer" or (following == "one" and not counts):
        yield Edge(i + 2, NEGATION)
        return
    yield Edge(i + 1, NEGATION)
    if (following == "." and _kind(reading, i + 2) == "digits") or _is_bound(reading, i + 1):
        yield Edge(i + 1, NOTHING)  # "No. 5" is a number, too
    end = i + 1
    for _ in range(_MOST_NOS):
        k = end + 1 if reading.word(end) in (",", ".", "-", "!") else end
        if reading.word(k) != "no" or reading.word(k + 1) in _NO_DENIAL or reading.word(k + 1) == "one":
            return
        # "no, no, no" denies once, too
        end = k + 1
        yield Edge(end, NEGATION)


def _kind(reading: Reading, i: int) -> str:
    return reading.tokens[i].kind if i < len(reading.tokens) else ""


def _is_tag(reading: Reading, i: int) -> bool:
    """ "..., isn't it?": asks for agreement and denies nothing."""
    if reading.word(i + 1) not in _PRONOUNS or reading.word(i - 1) in _ASKING:
        return False
    return i + 2 >= len(reading.tokens) or (
        reading.tokens[i + 2].kind == "sign" or reading.words[i + 2] in ("right", "though", "then")
    )

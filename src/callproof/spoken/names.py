"""Whether two words sound alike: for names, which every recogniser spells in its own way.

A word in Latin letters becomes its consonants, by sound, and the vowels between them: "Kowalczyk" is k-v-l-C-k with o, a, i, and so
is "Kovalchik". Two words sound alike when the consonants are the same, or one of them is a near one ("Patel", "Padel"), and the
vowels nearly are. A consonant more or less is always heard: "Tuesday" is not "Thursday", "Anna" is not "Hannah", "contact" is not
"contract". Korean and Japanese letters are compared by their sounds, and with Latin ones by the consonants; Chinese characters do
not show theirs, so only equal ones are alike.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_LATIN = re.compile(r"[a-z]+")
_PART = re.compile(r"[^\W_]+")
_FIGURES = re.compile(r"\d+")

# Letters that no decomposition takes to a plain one.
_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "e", "œ": "e", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
# Names whose spelling says little about their sound, written as an English speaker would.
_IRREGULAR = {
    "siobhan": "shivon",
    "sean": "shon",
    "aoife": "eefa",
    "niamh": "neev",
    "caoimhe": "keeva",
    "saoirse": "seersha",
    "eoghan": "oen",
    "xavier": "zavier",
    "joaquin": "wokeen",
}
# From a spelling to sounds, first match at each place: C as in church, S as in ship, J as in jam, 0 as in thin.
_SOUNDS: tuple[tuple[str, str], ...] = (
    (r"^(?:kn|gn|pn)", "n"),
    (r"^wr", "r"),
    (r"^wh(?!o)", "v"),
    (r"^ps", "s"),
    (r"^mac(?=[^aeiouyhk])|^mc", "mak"),
    (r"^x", "z"),
    (r"^si(?=o)", "S"),
    (r"tsch|tch|cz|ch(?![rl])", "C"),
    (r"chr", "kr"),
    (r"chl", "kl"),
    (r"sch|sh|sz|ti(?=[oa])|ssi(?=o)|sci(?=[oa])", "S"),
    (r"ph", "f"),
    (r"(?<=[aeiouy])gh(?![aeiouy])", ""),
    (r"gh", "g"),
    (r"bh|mh", "v"),
    (r"^thom(?=[aps]|$)", "tom"),
    (r"th", "0"),
    (r"dt", "t"),
    (r"dg(?=[eiy])|dj|g(?=[eiy])|j", "J"),
    (r"gn(?=e?$)", "n"),
    (r"ck|q(?!u)|c(?![eiy])|k", "k"),
    (r"que$", "k"),
    (r"qu", "kv"),
    (r"c", "s"),
    (r"x", "ks"),
    (r"tz|ts|z", "z"),
    (r"mb$", "m"),
    (r"eaux?", "o"),
    (r"^y(?=[aeiou])", "Y"),
    (r"[aeou]w(?![aeiouy])", "@"),
    (r"w", "v"),
    (r"h(?![aeiouy])|(?<=[^aeiouy])(?<!^)h", ""),
)
_SOUND = re.compile("|".join(f"({pattern})" for pattern, _ in _SOUNDS))
_OUT = tuple(out for _, out in _SOUNDS)

# The first letters of a group of vowels that are heard as one: A as in day, O as in coal.
_VOWELS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("ai", "ay", "ei", "ey"), "A"),
    (("oa",), "O"),
    (("au", "ow", "ou"), "o"),
    (("ea", "ee", "ie", "i", "y"), "i"),
    (("ew", "eu", "oo", "ue", "u"), "u"),
    (("e",), "e"),
    (("o",), "o"),
    (("a",), "a"),
)
_GROUP = re.compile(r"[aeiouyw@]+")
_NEAR_CONSONANTS = frozenset(
    frozenset(pair)
    for pair in (
        "CS",
        "CJ",
        "Ck",
        "Ss",
        "sz",
        "Sz",
        "Jg",
        "JY",
        "0t",
        "0s",
        "0f",
        "vf",
        "vb",
        "dt",
        "kg",
        "pb",
    )
)
_NEAR_VOWELS = frozenset(frozenset(pair) for pair in ("Ae", "Ai", "Aa", "ae", "ei", "ou", "oO"))


_SILENT = re.compile(r"(?<=[^aeiouyw])e$")
_DOUBLED = re.compile(r"(.)\1+")
_LONG = re.compile(r"([ao])([^aeiouyw])e$|(o)h(l)")
_LONG_VOWELS = {"a": "ay", "o": "oa"}


class Sound(NamedTuple):
    """How a word sounds: its consonants, and the vowels in their order."""

    consonants: str
    vowels: str


def sounds_like(a: str, b: str) -> bool:
    """Whether two words, or names of several words, sound alike; equal ones do."""
    return _alike(*sorted((_folded(a), _folded(b))))


@lru_cache(maxsize=4096)
def _alike(a: str, b: str) -> bool:
    if a == b:
        return True
    if not a or not b or _FIGURES.findall(a) != _FIGURES.findall(b):
        return False
    these, those = a.split(), b.split()
    if len(these) == len(those) > 1:
        return all(_word_alike(*pair) for pair in zip(these, those, strict=True))
    return _word_alike("".join(these), "".join(those))


def _folded(text: str) -> str:
    if text.isascii():
        return " ".join(_PART.findall(text.lower().replace("'", "")))
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    bare = "".join(char for char in plain if not unicodedata.combining(char) or char in "\u3099\u309a")
    return " ".join(_PART.findall(unicodedata.normalize("NFC", bare).replace("'", "").replace("’", "")))


def _word_alike(a: str, b: str) -> bool:
    if a == b:
        return True
    if _LATIN.fullmatch(a) and _LATIN.fullmatch(b):
        if {a[-1], b[-1]} == {"a", "o"}:
            return False  # "Maria" and "Mario"
        return _sounds_agree(sound_of(a), sound_of(b))
    scripts = _script(a), _script(b)
    if scripts == ("ko", "ko"):
        return _jamo_agree(a, b)
    if scripts == ("ja", "ja"):
        return _romaji(a) == _romaji(b)
    if None in scripts or scripts[0] == scripts[1]:
        return False
    return _foreign_skeleton(_latin(a)) == _foreign_skeleton(_latin(b))


def _script(word: str) -> str | None:
    """Where the sounds of a word can be seen: "latin", "ko", "ja"; None for all other writing."""
    if _LATIN.fullmatch(word):
        return "latin"
    if all(_HANGUL.match(char) for char in word):
        return "ko"
    return "ja" if all(_KANA.match(char) for char in word) else None


@lru_cache(maxsize=4096)
def sound_of(word: str) -> Sound:
    """The sound of a word in plain Latin letters, lower case."""
    word = _IRREGULAR.get(word, word)
    # The silent e at the end makes the vowel before it long: "Jane" has the vowel of "day", "Jan" has not.
    long = _LONG.sub(_with_long_vowel, word)
    silent = _SILENT.sub("", long) if len(long) > 3 else long
    text = _SOUND.sub(lambda match: _OUT[(match.lastindex or 1) - 1], silent)
    vowels = "".join(_vowel(group) for group in _GROUP.findall(text))
    consonants = _DOUBLED.sub(r"\1", _GROUP.sub(" ", text)).replace(" ", "")
    return Sound(consonants, vowels)


def _with_long_vowel(match: re.Match[str]) -> str:
    vowel, consonant = match[1] or match[3], match[2] or match[4]
    return _LONG_VOWELS[vowel] + consonant


def _vowel(group: str) -> str:
    if group.startswith("@"):
        return "o"
    return next(sound for starts, sound in _VOWELS if group.startswith(starts))


def _sounds_agree(a: Sound, b: Sound) -> bool:
    if len(a.consonants) != len(b.consonants) or not a.consonants:
        return False
    unlike = [pair for pair in zip(a.consonants, b.consonants, strict=True) if pair[0] != pair[1]]
    if not unlike and a.vowels == b.vowels:
        return True
    if len(a.consonants) < 3:
        return False  # short words are told apart by little: "Jan" and "John", "pat" and "bad"
    # The first sound is heard best; a near consonant counts inside a word only, but for C and k, S and s, J and g.
    if len(unlike) > 1 or (unlike and frozenset(unlike[0]) not in _NEAR_CONSONANTS):
        return False
    if a.consonants[0] != b.consonants[0] and not {"C", "S", "J"} & {a.consonants[0], b.consonants[0]}:
        return False
    return _vowels_agree(a.vowels, b.vowels)


def _vowels_agree(a: str, b: str) -> bool:
    """In words of several syllables the vowels may be near ones, or one of three be swallowed ("Catherine", "Kathryn")."""
    if not a or not b:
        return a == b
    if a[0] != b[0] and frozenset((a[0], b[0])) not in _NEAR_VOWELS:
        return False
    if len(a) != len(b):
        return max(len(a), len(b)) >= 3 and Levenshtein.distance(a[1:], b[1:]) <= 1
    unlike = [pair for pair in zip(a, b, strict=True) if pair[0] != pair[1]]
    near = all(frozenset(pair) in _NEAR_VOWELS for pair in unlike)
    return not unlike or (len(a) > 1 and near and len(unlike) <= 2) or (len(a) > 2 and len(unlike) == 1)


# --- Korean -----------------------------------------------------------------------------------------------------------

_INITIALS = (
    "g",
    "gg",
    "n",
    "d",
    "dd",
    "r",
    "m",
    "b",
    "bb",
    "s",
    "ss",
    "",
    "j",
    "jj",
    "c",
    "k",
    "t",
    "p",
    "h",
)
# ㅐ and ㅔ, ㅒ and ㅖ, ㅙ, ㅚ and ㅞ sound alike today.
_MEDIALS = (
    *("a", "e", "ya", "ye", "eo", "e", "yeo", "ye", "o", "wa", "we", "we", "yo", "u", "wo", "we"),
    *("wi", "yu", "eu", "ui", "i"),
)
_FINALS = (
    *("", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p"),
    *("t", "t", "ng", "t", "t", "k", "t", "p", "t"),
)
_LAX = {"gg": "g", "k": "g", "dd": "d", "t": "d", "bb": "b", "p": "b", "ss": "s", "jj": "j", "c": "j"}


def _syllables(word: str) -> list[tuple[str, str, str]]:
    places = (ord(char) - 0xAC00 for char in word)
    return [(_INITIALS[p // 588], _MEDIALS[p % 588 // 28], _FINALS[p % 28]) for p in places]


def _jamo_agree(a: str, b: str) -> bool:
    """The same sounds; in longer words one consonant may be tense or breathed where the other is plain."""
    these, those = _syllables(a), _syllables(b)
    if len(these) != len(those):
        return False
    unlike = [pair for pair in zip(these, those, strict=True) if pair[0] != pair[1]]
    if not unlike:
        return True
    (initial, *rest), (other, *other_rest) = unlike[0]
    plain = _LAX.get(initial, initial) == _LAX.get(other, other) and rest == other_rest
    return len(unlike) == 1 and len(these) >= 2 and plain


# --- Japanese ---------------------------------------------------------------------------------------------------------

_KANA_ROWS = {
    "": "アイウエオ",
    "k": "カキクケコ",
    "g": "ガギグゲゴ",
    "s": "サシスセソ",
    "z": "ザジズゼゾ",
    "t": "タチツテト",
    "d": "ダヂヅデド",
    "n": "ナニヌネノ",
    "h": "ハヒフヘホ",
    "b": "バビブベボ",
    "p": "パピプペポ",
    "m": "マミムメモ",
    "r": "ラリルレロ",
    "f": "・・フ・・",
}
_KANA_SOUNDS = {
    char: head + vowel for head, row in _KANA_ROWS.items() for char, vowel in zip(row, "aiueo", strict=True)
}
_KANA_SOUNDS |= {
    "ヤ": "ya",
    "ユ": "yu",
    "ヨ": "yo",
    "ワ": "wa",
    "ヲ": "o",
    "ン": "n",
    "ヴ": "vu",
    "ヂ": "zi",
    "ヅ": "zu",
}
_SMALL = {"ァ": "a", "ィ": "i", "ゥ": "u", "ェ": "e", "ォ": "o", "ャ": "ya", "ュ": "yu", "ョ": "yo"}


def _romaji(word: str) -> str:
    """Kana as consonants and vowels; long vowels and doubled consonants are short: トーキョー and とうきょう are "tokyo"."""
    sounds: list[str] = []
    for char in word:
        kana = chr(ord(char) + 0x60) if "\u3041" <= char <= "\u3096" else char
        if kana in _SMALL and sounds:
            sounds[-1] = sounds[-1][:-1] + _SMALL[kana]
        else:
            sounds.append(_KANA_SOUNDS.get(kana, ""))
    joined = "".join(sounds)
    return re.sub(r"([aeiou])\1+|ou(?!$)|ei", lambda match: match.group()[0], re.sub(r"ou$", "o", joined))


# --- between writings -------------------------------------------------------------------------------------------------


def _latin(word: str) -> str:
    if _HANGUL.match(word):
        return "".join("".join(syllable) for syllable in _syllables(word))
    return _romaji(word) if _KANA.match(word) else word


_BORROWED = str.maketrans(
    {"l": "r", "v": "b", "f": "h", "p": "b", "d": "t", "g": "k", "z": "s", "0": "s", "S": "s", "C": "t"}
)


def _foreign_skeleton(word: str) -> str:
    """The consonants of a borrowed name, where a language has no l, v or th: スミス is "Smith", 메리 is "Mary"."""
    return _DOUBLED.sub(r"\1", sound_of(word).consonants.replace("Y", "").translate(_BORROWED))

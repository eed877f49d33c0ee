"""In which language a text is: by its writing, then by the words that only one of the languages has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from callproof.spoken.language import LANGUAGES, LanguageCode, language_of
from callproof.spoken.tokens import tokenize
from callproof.spoken.wording.lexicon import lexicon_of

# "han": Chinese characters that Chinese and Japanese share, and nothing else. None: no letter at all.
Script: TypeAlias = Literal["latin", "ko", "ja", "zh", "han", "other"]

LATIN: tuple[LanguageCode, ...] = ("en", "es", "de", "fr", "pt", "it")

_LETTERS: tuple[tuple[Script, re.Pattern[str], int], ...] = (
    # A syllable or a character stands for two or three Latin letters.
    ("ko", re.compile(r"[\uac00-\ud7a3\u1100-\u11ff]"), 5),
    ("ja", re.compile(r"[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d]"), 5),
    ("han", re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]"), 5),
    ("latin", re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]"), 2),
)
_ANY_LETTER = re.compile(r"[^\W\d_]")
# Characters that only Japanese writes, and words that only Chinese has.
_JAPANESE = re.compile(r"[円々込働駅気売読図発変応実楽権渋桜沢駄払総鉄]|[月火水木金土日]曜|午[前後].*[時分]半?$|号室|予約|番号")
_CHINESE = re.compile(r"[你您们这哪吗呢吧啊的了是我没么谢请钱给让说话对没过还号块两岁买卖电订单预约确认点钟]|不[要是会能]")

# How much a word says: one that was listed to tell languages apart, and one that is merely frequent in one.
_CUE, _FREQUENT, _SHORTEST = 1.0, 0.6, 0.5
# By how much the best language has to be ahead of the next.
_LEAD = 1.25
_SIGNS: dict[str, tuple[LanguageCode, ...]] = {
    **dict.fromkeys("ñ¿¡", ("es",)),
    **dict.fromkeys("ãõ", ("pt",)),
    **dict.fromkeys("ß", ("de",)),
    **dict.fromkeys("äö", ("de",)),
    **dict.fromkeys("ü", ("de", "es")),
    **dict.fromkeys("œûëî", ("fr",)),
    **dict.fromkeys("ìò", ("it",)),
    **dict.fromkeys("èù", ("fr", "it")),
    **dict.fromkeys("çâê", ("fr", "pt")),
    **dict.fromkeys("áíóú", ("es", "pt")),
}


def detect_language(text: str) -> LanguageCode | None:
    """The language of a text; None when it cannot be told ("415", "no") or is none of ours."""
    script = script_of(text)
    if script == "ko" or script == "ja":
        return script
    return best(scores(text)) if script == "latin" else None


@lru_cache(maxsize=4096)
def script_of(text: str) -> Script | None:
    """The writing of the greater part of a text."""
    if text.isascii():
        return "latin" if _ANY_LETTER.search(text) else None
    weights = {name: weight * len(pattern.findall(text)) for name, pattern, weight in _LETTERS}
    letters = len(_ANY_LETTER.findall(text))
    if not letters:
        return None
    known = sum(len(pattern.findall(text)) for _, pattern, _ in _LETTERS)
    # Chinese characters go with the kana beside them.
    if weights["ja"]:
        weights["ja"] += weights.pop("han")
    script = max(weights, key=lambda name: weights[name])
    if 2 * (letters - known) > weights[script]:
        return "other"
    if script == "han":
        return "zh" if _CHINESE.search(text) else "ja" if _JAPANESE.search(text) else "han"
    return script


@cache
def _vocabulary() -> dict[str, dict[LanguageCode, float]]:
    """What each word says for each language; a word of several languages says less for each."""
    weights: dict[str, dict[LanguageCode, float]] = {}
    for code in LATIN:
        language, lexicon = language_of(code), lexicon_of(code)
        synonyms = {word for group in lexicon.synonyms for phrase in group for word in phrase.split()}
        known: tuple[tuple[Iterable[str], float], ...] = (
            (language.cues, _CUE),
            (language.function_words | lexicon.light | lexicon.heavy, _FREQUENT),
            (synonyms | set(lexicon.forms) | set(lexicon.contractions), _FREQUENT),
            (language.starts or (), _FREQUENT),
        )
        for words, weight in known:
            for word in words:
                mine = weights.setdefault(word, {})
                mine[code] = max(weight, mine.get(code, 0.0))
    return {
        word: {code: weight / len(mine) for code, weight in mine.items()} for word, mine in weights.items()
    }


@lru_cache(maxsize=4096)
def _scores(text: str) -> tuple[tuple[LanguageCode, float], ...]:
    vocabulary = _vocabulary()
    found: dict[LanguageCode, float] = {}
    tokens = [token for token in tokenize(text) if token.kind == "word"]
    for token in tokens:
        said = vocabulary.get(token.text)
        if said is None and "'" in token.text:
            head, _, tail = token.text.partition("'")
            said = vocabulary.get(tail) or vocabulary.get(head)
        for code, weight in (said or {}).items():
            found[code] = found.get(code, 0.0) + weight
    if not text.isascii():
        for char in set(text.lower()):
            for code in _SIGNS.get(char, ()):
                found[code] = found.get(code, 0.0) + _FREQUENT / len(_SIGNS[char])
    if best(found) is None:
        for code in LATIN:
            numerals = sum(any(True for _ in language_of(code).numerals(tokens, i)) for i in range(len(tokens)))
            if numerals:
                found[code] = found.get(code, 0.0) + _FREQUENT * numerals
    return tuple(found.items())


def scores(*texts: str) -> dict[LanguageCode, float]:
    """How much speaks for each of the languages in Latin letters."""
    total: dict[LanguageCode, float] = {}
    for text in texts:
        for code, score in _scores(text):
            total[code] = total.get(code, 0.0) + score
    return total


def best(found: dict[LanguageCode, float]) -> LanguageCode | None:
    """The language that leads clearly."""
    if not found:
        return None
    ranked = sorted(found.items(), key=lambda item: -item[1])
    leader, score = ranked[0]
    runner_up = ranked[1][1] if len(ranked) > 1 else 0.0
    return leader if score >= _SHORTEST and score >= _LEAD * runner_up else None


def known_code(language: str) -> LanguageCode | None:
    """ "en" for "en-US", "EN"; None for a language that has no reader."""
    plain = language.replace("_", "-").split("-")[0].lower()
    return next((code for code in LANGUAGES if code == plain), None)

"""In which language a text is: by its writing, then by the words that only one of the languages has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from callproof.spoken.language import LANGUAGES, Language, LanguageCode, language_of
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
# What is glued to a figure is a unit or a rank: "1er", "5th".
_WORD = re.compile(r"(?<![^\W_])[^\W\d_]+(?:'[^\W\d_]+)*")
_ANY_LETTER = re.compile(r"[^\W\d_ºª]")
# Characters that only Japanese writes, and words that only Chinese has.
_JAPANESE = re.compile(
    r"[円々込働駅気売読図発変応実楽権渋桜沢駄払総鉄]|[月火水木金土日]曜|午[前後].*[時分]半?$|号室|予約|番号"
)
_CHINESE = re.compile(
    r"[你您们这哪吗呢吧啊的了是我没么谢请钱给让说话对没过还号块两岁买卖电订单预约确认点钟]|不[要是会能]"
)

_HAN_NUMERALS = re.compile(r"[〇零一二三四五六七八九十百千万亿億\d\s.,。，、年月日時分円元]*")

# How much a word says: one that was listed to tell languages apart, and one that is merely frequent in one.
_CUE, _FREQUENT, _SHORTEST = 1.0, 0.6, 0.5
# By how much the best language has to be ahead of the next.
_LEAD = 1.25
# A text is as likely in a language that has so much of the score of its own.
_AS_LIKELY = 0.5
# From this many words on more than one in so many has to be known.
_ENOUGH_WORDS = 3
# Words that all of the languages have taken over.
_EVERYWHERE = frozenset({"euro", "euros", "dollar", "ok", "okay", "hotel", "taxi", "internet", "com"})
# Parts of an e-mail or a web address are words of no language.
_POINTED = re.compile(r"\.\w")
_ADDRESS = re.compile(r"\S+@\S+|\w+(?:\.\w{2,})+")
# Neither are letters that are spelled, and "a.m.".
_SPELLED = re.compile(r"\b[A-Z](?:[ .,-]+[A-Z]\b)+|\b[a-z](?:[ .,-]+[a-z]\b){2,}|\b(?i:[ap]\.? ?m)\b\.?")
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
    return _latin_language(text) if script == "latin" else None


def _latin_language(text: str) -> LanguageCode | None:
    found, words = _scores(text)
    leader = best(dict(found))
    if leader is None or len(words) < _ENOUGH_WORDS:
        return leader
    # One word of a language in a text of another is a coincidence: Dutch "dank je wel" is not French for its "je".
    vocabulary, starts = _vocabulary(), language_of(leader).starts or ()
    known = sum(leader in vocabulary.get(word, ()) or "'" in word or word in starts for word in words)
    return leader if known * _ENOUGH_WORDS > len(words) else None


@lru_cache(maxsize=4096)
def script_of(text: str) -> Script | None:
    """The writing of the greater part of a text."""
    if text.isascii():
        return "latin" if _ANY_LETTER.search(text) else None
    letters = len(_ANY_LETTER.findall(text))
    if not letters:
        return None
    counts = {name: len(pattern.findall(text)) for name, pattern, _ in _LETTERS}
    weights = {name: weight * counts[name] for name, _, weight in _LETTERS}
    # Chinese characters go with the kana beside them.
    if weights["ja"]:
        weights["ja"] += weights.pop("han")
    script = max(weights, key=lambda name: weights[name])
    if 2 * (letters - sum(counts.values())) > weights[script]:
        return "other"
    if script == "han":
        return "zh" if _CHINESE.search(text) else "ja" if _JAPANESE.search(text) else "han"
    return script


@cache
def _vocabulary() -> dict[str, dict[LanguageCode, float]]:
    """What each word says for each language; a word of several languages says less for each."""
    weights: dict[str, dict[LanguageCode, float]] = {}
    cues = frozenset[str]().union(*(language_of(code).cues for code in LATIN))
    for code in LATIN:
        language, lexicon = language_of(code), lexicon_of(code)
        synonyms = {word for group in lexicon.synonyms for phrase in group for word in phrase.split()}
        known: tuple[tuple[Iterable[str], float], ...] = (
            (language.cues, _CUE),
            (language.function_words | lexicon.light | lexicon.heavy, _FREQUENT),
            (lexicon.contractions, _CUE),
            (synonyms | set(lexicon.forms) | set(lexicon.forms.values()) | language.fillers, _FREQUENT),
            # "seis" tells as much of Portuguese as of Spanish, whichever of them has it on its list.
            (_listed(language) & cues, _CUE),
            (_listed(language), _FREQUENT),
        )
        for words, weight in known:
            for word in words:
                mine = weights.setdefault(word, {})
                mine[code] = max(weight, mine.get(code, 0.0))
    return {
        word: {code: weight / len(mine) for code, weight in mine.items()}
        for word, mine in weights.items()
        if word not in _EVERYWHERE
    }


def _listed(language: Language) -> frozenset[str]:
    """The words at which a value can begin, as far as they are listed: "mezzogiorno", "übermorgen"; no signs, single letters or names of
    currencies, which most languages share."""
    starts = language.starts
    words = starts if isinstance(starts, Set) else getattr(starts, "listed", frozenset())
    return frozenset(
        [word for word in words if len(word) > 1 and word.isalpha() and word not in language.currencies]
    )


@lru_cache(maxsize=4096)
def _scores(text: str) -> tuple[tuple[tuple[LanguageCode, float], ...], tuple[str, ...]]:
    """What speaks for each language, and the words of the text."""
    vocabulary = _vocabulary()
    found: dict[LanguageCode, float] = {}
    plain = _ADDRESS.sub(" ", text) if "@" in text or _POINTED.search(text) else text
    plain = _SPELLED.sub(" ", plain).replace("per cent", "percent")
    words = _WORD.findall(plain.lower().replace("’", "'"))
    for word in words:
        said = vocabulary.get(word)
        if said is None and "'" in word:
            head, _, tail = word.partition("'")
            said = vocabulary.get(tail) or vocabulary.get(head)
        if said is not None:
            for code, weight in said.items():
                found[code] = found.get(code, 0.0) + weight
    if "cada" in words and ("cada", "dos") in pairwise(words):
        # Behind "cada" the "dos" is a number, and not the Portuguese "of the".
        found["es"] = found.get("es", 0.0) + _CUE
    if not text.isascii():
        for char in set(text.lower()):
            for code in _SIGNS.get(char, ()):
                found[code] = found.get(code, 0.0) + _FREQUENT / len(_SIGNS[char])
    if words and max(found.values(), default=0.0) <= _CUE:
        # Little was said for any language: numerals are often all there is.
        tokens = tokenize(" ".join(words))
        for code in LATIN:
            numerals = language_of(code).numerals
            count = sum(
                code not in vocabulary.get(token.text, ()) and any(True for _ in numerals(tokens, i))
                for i, token in enumerate(tokens)
            )
            if count:
                found[code] = found.get(code, 0.0) + _FREQUENT * count
    return tuple(found.items()), tuple(words)


def scores(*texts: str) -> dict[LanguageCode, float]:
    """How much speaks for each of the languages in Latin letters."""
    total: dict[LanguageCode, float] = {}
    for text in texts:
        for code, score in _scores(text)[0]:
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


@lru_cache(maxsize=256)
def known_code(language: str) -> LanguageCode | None:
    """ "en" for "en-US", "EN"; None for a language that has no reader."""
    plain = language.replace("_", "-").split("-")[0].lower()
    return next((code for code in LANGUAGES if code == plain), None)


class PairLanguages(NamedTuple):
    """In what two texts are to be read; `reason` says why they cannot be. `sure` is False where English is only the last resort."""

    said: LanguageCode = "en"
    heard: LanguageCode = "en"
    sure: bool = True
    reason: str | None = None


_GIVEN = {code: PairLanguages(code, code) for code in LATIN}


def _quoted(text: str) -> str:
    """A text for a reason: its beginning, in quotation marks."""
    return repr(text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…")


_LONGEST_QUOTE = 80


def languages_of(said: str, heard: str, language: str | None) -> PairLanguages:
    """The languages of two texts of one call, each its own where it shows; digits and names take the other's."""
    given = None
    if language is not None:
        given = known_code(language)
        if given is None:
            return PairLanguages(reason=f"no reader for the language {language!r}")
        if given in LATIN and said.isascii() and heard.isascii():
            return _GIVEN[given]
    found: list[LanguageCode | None] = []
    for text in (said, heard):
        script = script_of(text)
        code = _language_in(text, script, given)
        if code is None and script in ("zh", "other"):
            writing = "Chinese" if script == "zh" else "a writing that is not read here"
            return PairLanguages(reason=f"{_quoted(text)} is in {writing}")
        found.append(code)
    first, second = (code or other or given for code, other in (found, found[::-1]))
    if given is None and first != second and first in LATIN and second in LATIN:
        first, second = _together(said, heard, first, second)
    if first is None or second is None:
        return _last_resort(said, heard)
    return PairLanguages(first, second)


def _together(
    said: str, heard: str, first: LanguageCode | None, second: LanguageCode | None
) -> tuple[LanguageCode | None, LanguageCode | None]:
    """Few words of one language can be those of its neighbour: a text takes that of both where it may well be in it."""
    common = best(scores(said, heard))
    if common is None or common not in (first, second):
        return first, second
    other = heard if common == first else said
    own = scores(other)
    likely = own.get(common, 0.0) >= max(own.values(), default=0.0) * _AS_LIKELY
    return (common, common) if likely else (first, second)


def _language_in(text: str, script: Script | None, given: LanguageCode | None) -> LanguageCode | None:
    """The language of one text; what was given holds unless the writing speaks against it."""
    if script == "han":
        return "ja" if given == "ja" else None
    if given is not None and (script is None or (script == "latin") == (given in LATIN)):
        return given
    return detect_language(text)


def _last_resort(said: str, heard: str) -> PairLanguages:
    """Nothing tells the language: by both texts together, else the numerals of English."""
    scripts = {script_of(said), script_of(heard)} - {None}
    if scripts == {"han"}:
        if _HAN_NUMERALS.fullmatch(said) and _HAN_NUMERALS.fullmatch(heard):
            return PairLanguages("ja", "ja")
        return PairLanguages(
            reason="Chinese characters alone do not tell whether they are Chinese or Japanese"
        )
    if scripts <= {"latin"}:
        ranked = sorted(scores(said, heard).items(), key=lambda item: (-item[1], LATIN.index(item[0])))
        if ranked and ranked[0][1] >= _SHORTEST:
            return PairLanguages(ranked[0][0], ranked[0][0], sure=False)
        if said.isascii() and heard.isascii():
            return PairLanguages(sure=not scripts)
    return PairLanguages(reason="the language cannot be told")

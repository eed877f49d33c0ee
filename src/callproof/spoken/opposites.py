"""Words of which one excludes the other and that are as expensive as a value: "monthly" and "yearly", "including tax" and
"excluding tax", 税込み and 税抜き."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from string import digits

from callproof.spoken.language import LanguageCode, words
from callproof.spoken.paths import Text
from callproof.spoken.values import Span
from callproof.spoken.wording.poles import POLES


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WITHOUT_SPACES = frozenset({"ko", "ja"})


def other_poles(a: Text, b: Text) -> Iterator[tuple[Span, Span]]:
    """Where both texts say as many things of a dimension, those that differ."""
    if a.source == b.source:
        return
    these = _found(a)
    those = _found(b) if these else {}
    for dimension in these.keys() & those.keys():
        said, heard = these[dimension], those[dimension]
        if len(said) == len(heard):
            yield from (
                (span, other)
                for (pole, span), (other_pole, other) in zip(said, heard, strict=True)
                if pole != other_pole
            )


# Words that the prefix denies: "possible", "impossible". "In", "dis" and the like begin other words too often to be tried on all.
_DENIED: Mapping[LanguageCode, tuple[tuple[str, ...], frozenset[str]]] = {
    "en": (
        ("im", "in", "ir", "il", "dis", "de", "non", "mis"),
        _words(
            "possible correct complete valid active accurate sufficient adequate capable convenient eligible visible secure dependent "
            "direct definite appropriate effective regular relevant responsible legal agree approve satisfied connect connected connecting "
            "continue continued refundable smoking proper patient perfect compatible consistent expensive understood understand activate activated activating"
        ),
    ),
    "es": (
        ("im", "in", "des", "ir", "i"),
        _words(
            "posible correcto correcta completo completa válido válida activo activa suficiente capaz activar activado conectado conectar "
            "conforme acuerdo legal regular conocido bloquear bloqueado bloquee bloquea bloqueen habilitado habilitar satisfecho satisfecha"
        ),
    ),
    "fr": (
        ("im", "in", "dés", "dé", "ir", "il"),
        _words(
            "possible correct correcte complet complète valide actif active suffisant capable utile disponible activer activé connu "
            "exact exacte bloquer bloquez bloqué légal régulier satisfait satisfaite connecté"
        ),
    ),
    "pt": (
        ("im", "in", "des", "ir", "i"),
        _words(
            "possível correto correta completo completa válido válida ativo ativa suficiente capaz disponível ativar ativado conectado "
            "bloquear bloqueado bloqueie bloqueia legal regular satisfeito satisfeita"
        ),
    ),
    "de": (("ent", "in", "il"), _words("sperren sperrt korrekt aktiv legal kompatibel")),
    "it": (
        ("im", "in", "dis", "ir", "il", "s"),
        _words(
            "possibile corretto corretta completo completa valido valida attivo attiva sufficiente capace disponibile attivare attivato "
            "bloccare bloccato blocchi blocca legale regolare soddisfatto soddisfatta"
        ),
    ),
}
# "un" is put before any word in these; shorter words and these few begin with it by chance ("unless", "unter").
_UN = frozenset({"en", "de"})
_SHORTEST_DENIED = 4
_NOT_DENIED = frozenset({"less", "iversal", "iform", "tern", "ters", "terhalb"})

# Verbs of which the prefix turns round what is done: not to lock something is not to unlock it.
_UNDOING = _words(
    "unlock unlocks unlocking unblock unblocks unblocking unsubscribe unsubscribes undo undoes unlink unplug unpack uninstall unmute unfreeze unhook "
    "disconnect disconnecting discontinue deactivate deactivating desactivar desbloquear desconectar deshabilitar inhabilitar "
    "désactiver débloquer désactivez débloquez desativar desbloqueie desbloqueia desbloquee desbloquea desbloqueen sbloccare sblocchi sblocca disattivare entsperren entsperrt"
)
# Words that are the denial of one another.
_INVERSE: Mapping[LanguageCode, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "remember": words("forget forgot forgotten"),
        "remembered": words("forget forgot forgotten"),
        **dict.fromkeys(("forget", "forgot", "forgotten"), words("remember remembered recall")),
        "unable": words("able can't cannot cant couldn't"),
    },
    "es": {
        **dict.fromkeys(("recuerde", "recuerda", "recuerden"), words("olvide olvides olviden")),
        **dict.fromkeys(("olvidé", "olvidado"), words("recuerdo acuerdo")),
    },
    "fr": {"pensez": words("oubliez"), "oublié": words("souviens rappelle")},
    "pt": {
        **dict.fromkeys(("lembre", "lembrem"), words("esqueça esqueçam")),
        **dict.fromkeys(("esqueci", "esquecido"), words("lembro")),
    },
    "it": {
        **dict.fromkeys(("ricordi", "ricordate"), words("dimentichi dimenticate")),
        **dict.fromkeys(("dimenticato", "dimenticata"), words("ricordo")),
    },
    "de": {"vergessen": words("erinnere erinnern")},
}


def other_words(a: Text, b: Text) -> Iterator[tuple[Span, Span]]:
    """Where one text has a word and the other its opposite in its place: "able", "unable"."""
    if a.lexicon.by_character:
        return
    these, those = set(a.reading.words), set(b.reading.words)
    code = a.language.code
    # Hardly any word begins so, and to ask for each takes longer than all the rest.
    prefixes, inverse = _prefixes(code), _INVERSE.get(code, {})
    for word in [word for word in these ^ those if word.startswith(prefixes) or word in inverse]:
        denied = inverse[word][0] if word in inverse else _without_prefix(word, code)
        if not denied:
            continue
        if word in these and denied in those - these:
            yield _span(a, word), _span(b, denied)
        elif word in those and denied in these - those:
            yield _span(a, denied), _span(b, word)


def denies_word(word: str, code: LanguageCode) -> bool:
    """Whether a word is the opposite of one that `other_words` may find: "unable"."""
    return word in _INVERSE.get(code, {}) or bool(_without_prefix(word, code))


@cache
def _prefixes(code: LanguageCode) -> tuple[str, ...]:
    return (*(("un",) if code in _UN else ()), *_DENIED.get(code, ((), frozenset()))[0])


def _without_prefix(word: str, code: LanguageCode) -> str:
    """The word that another one denies; empty when it denies none."""
    if code in _UN and word.startswith("un") and len(word) >= 2 + _SHORTEST_DENIED:
        return word[2:] if word[2:] not in _NOT_DENIED else ""
    prefixes, denied = _DENIED.get(code, ((), frozenset()))
    if not word.startswith(prefixes):
        return ""
    return next((word[len(p) :] for p in prefixes if word.startswith(p) and word[len(p) :] in denied), "")


# Words that say "without" of what stands behind them.
_LEAVING_OUT: Mapping[LanguageCode, Mapping[str, frozenset[str]]] = {
    "en": dict.fromkeys(("excluding", "excl"), frozenset({"without"})),
    "de": dict.fromkeys(("exklusive", "exkl"), frozenset({"ohne"})),
    "es": dict.fromkeys(("excluyendo", "excluido"), frozenset({"sin"})),
    "fr": {"hors": frozenset({"sans"})},
    "pt": {"excluindo": frozenset({"sem"})},
    "it": dict.fromkeys(("esclusa", "escluso"), frozenset({"senza"})),
}


@lru_cache(maxsize=4096)
def denied_state(word: str, code: LanguageCode) -> frozenset[str]:
    """The words of which one is not so where this word is: "correct" of "incorrect"."""
    known = _INVERSE.get(code, {}).get(word)
    if known is not None:
        return frozenset(known)
    if (left_out := _LEAVING_OUT.get(code, {}).get(word)) is not None:
        return left_out
    stem = stem_of_denial(word, code)
    return frozenset({stem}) if stem else frozenset()


def stem_of_denial(word: str, code: LanguageCode) -> str:
    """The "correct" of "incorrect", the "forget" of "remember"; empty for a word that denies none."""
    known = _INVERSE.get(code, {}).get(word)
    if known is not None:
        return known[0]
    return _without_prefix(word, code) if word not in _UNDOING else ""


def _span(text: Text, word: str) -> Span:
    start, end = text.reading.spots[text.reading.words.index(word)]
    return Span(start, end, text.source[start:end], frozenset())


def _found(text: Text) -> dict[str, list[tuple[str, Span]]]:
    found: dict[str, list[tuple[str, Span]]] = {}
    names = _names_in(text)
    if not names:
        return found
    # Lower case and a search that begins at words take a third of the time.
    source = text.source.lower()
    if len(source) != len(text.source):
        return found  # a letter that grows, as the Turkish capital I does
    # Without names for what is found a search takes half the time, and mostly there is nothing.
    if _any_pattern(text.language.code, names).search(source) is None:
        return found
    for match in _pattern(text.language.code, names).finditer(source):
        dimension, _, pole = str(match.lastgroup).partition("_")
        start, end = match.span()
        span = Span(start, end, text.source[start:end], frozenset())
        found.setdefault(dimension, []).append((pole, span))
    return found


# With more patterns than these there would be too many sets of them to make one pattern of each.
_FEW = 5


def _names_in(text: Text) -> tuple[str, ...]:
    """The patterns that may match, by the words with which they begin: a search for them all takes as long as all the rest here."""
    code = text.language.code
    if text.lexicon.by_character:
        return tuple(POLES[code])
    telling = _telling(code)
    names = {name for word in text.reading.vocabulary if (begun := telling[word]) for name in begun}
    if len(names) > _FEW:
        return tuple(POLES[code])
    return tuple(sorted(names, key=tuple(POLES[code]).index)) if names else ()


def begins_pole(word: str, code: LanguageCode) -> bool:
    """Whether `other_poles` may find something that begins with a word, in a language that writes words."""
    return bool(_telling(code)[word])


class _Telling(dict[str, tuple[str, ...]]):
    """The names of the patterns that may begin with a word; worked out at the first time."""

    def __init__(self, beginnings: dict[str, tuple[str, ...]]) -> None:
        super().__init__()
        self._beginnings = beginnings

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= _MOST_WORDS:
            self.clear()
        found = self[word] = tuple(
            name for name, firsts in self._beginnings.items() if word.startswith(firsts)
        )
        return found


_MOST_WORDS = 20_000
# In a pattern: what looks around, groups, and the letters that certainly stand there.
_LOOK, _GROUP, _CERTAIN = re.compile(r"\(\?<?[=!]"), re.compile(r"\(\?:"), re.compile(r"[^\W\d_]+")


@cache
def _telling(code: LanguageCode) -> _Telling:
    return _Telling({name: tuple(_firsts(pattern)) for name, pattern in POLES[code].items()})


def _firsts(pattern: str) -> Iterator[str]:
    """The letters with which a text can begin that a pattern matches."""
    for alternative in _alternatives(pattern):
        rest = alternative
        while _LOOK.match(rest):
            rest = rest[_closing(rest) :]
        if _GROUP.match(rest):
            end = _closing(rest)
            yield from _firsts(rest[3 : end - 1])
            if rest[end : end + 1] == "?":
                yield from _firsts(rest[end + 1 :])
            continue
        # Figures are words of their own: "1st".
        rest = rest.lstrip(digits)
        letters = _CERTAIN.match(rest)
        certain = letters.group() if letters is not None else ""
        if rest[len(certain) : len(certain) + 1] not in ("?", "*"):
            yield certain
        elif len(certain) > 1:
            yield certain[:-1]  # "seat" of "seats?"
        else:
            yield certain
            yield from _firsts(rest[len(certain) + 1 :])


def _alternatives(pattern: str) -> Iterator[str]:
    depth = start = 0
    for i, sign in enumerate(pattern):
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            yield pattern[start:i]
            start = i + 1
    yield pattern[start:]


def _closing(pattern: str) -> int:
    """Where the bracket ends with which a pattern begins."""
    depth = 0
    for i, sign in enumerate(pattern):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return i + 1
    raise ValueError(f"a bracket is not closed in {pattern!r}")


@lru_cache(maxsize=1024)
def _pattern(code: LanguageCode, names: tuple[str, ...]) -> re.Pattern[str]:
    return _whole("|".join(f"(?P<{name}>{POLES[code][name]})" for name in names), code)


@lru_cache(maxsize=1024)
def _any_pattern(code: LanguageCode, names: tuple[str, ...]) -> re.Pattern[str]:
    return _whole("|".join(POLES[code][name] for name in names), code)


def _whole(alternatives: str, code: LanguageCode) -> re.Pattern[str]:
    before, after = ("", "") if code in _WITHOUT_SPACES else (r"\b", r"(?!\w)")
    return re.compile(f"{before}(?:{alternatives}){after}")

"""E-mail addresses spelled out in Korean and Japanese: "kim 골뱅이 네이버 점 컴", "tanaka アットマーク example ドット コム"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from callproof.spoken.language import Edge, Scan
from callproof.spoken.languages.sounds import Words
from callproof.spoken.reading import Reading
from callproof.spoken.values import Value

_WRITTEN = frozenset(".-_")
_LONGEST = 24


class Addresses:
    """The words of a language's addresses: those for "@", those for signs, and names of hosts; ".com" is a name with its point."""

    def __init__(self, *, at: tuple[str, ...], signs: Mapping[str, str], names: Mapping[str, str]) -> None:
        self._at: Words[None] = Words(dict.fromkeys(at))
        self._signs = Words(signs)
        self._names = Words(names)
        self._lengths = sorted({len(word) for word in signs}, reverse=True)

    @property
    def scan(self) -> Scan:
        return Scan(self._at.firsts, self._read)

    def _read(self, reading: Reading) -> Iterator[tuple[int, Edge]]:
        """All addresses of a text, each with the token it begins at."""
        for i, word in enumerate(reading.words):
            named = self._at.longest(reading.tokens, i) if word in self._at.firsts and i else None
            if named is None:
                continue
            host, end = self._host(reading, named[0])
            if "." in host:
                for local, start in self._locals(reading, i):
                    yield start, Edge(end, Value("email", f"{local}@{host}"))

    def _host(self, reading: Reading, k: int) -> tuple[str, int]:
        tokens, text, label, end = reading.tokens, "", "", k
        while k < min(len(tokens), end + _LONGEST):
            token = tokens[k]
            name, sign = self._names.longest(tokens, k), self._signs.longest(tokens, k)
            if name is not None and (not label or name[1][0] == "."):
                text, label, k = (
                    (text + label + ".", name[1][1:], name[0])
                    if name[1][0] == "."
                    else (text, name[1], name[0])
                )
                end = k
            elif label and (sign is not None or (token.text in _WRITTEN and token.glued)):
                text, label, k = (
                    text + label + (sign[1] if sign else token.text),
                    "",
                    sign[0] if sign else k + 1,
                )
            elif (
                token.text.isascii()
                and token.text.isalnum()
                and (not label or token.glued or len(token.text) == 1)
            ):
                label, k = label + token.text, k + 1
                end = k
            else:
                break
        return text + label, end

    def _locals(self, reading: Reading, at: int) -> Iterator[tuple[str, int]]:
        """What may stand before the at-sign, and the token it begins at: letters and figures as they are written, or a spelled code."""
        tokens, text, k = reading.tokens, "", at
        while k > max(0, at - _LONGEST):
            token = tokens[k - 1]
            sign = self._sign_before(reading, k)
            if sign is not None and text:
                text, k = sign[0] + text, sign[1]
            elif token.text.isascii() and token.text.isalnum() and self._goes_on(reading, k, text):
                text, k = token.text + text, k - 1
            else:
                break
        while text and not text[0].isalnum():
            text, k = text[1:], k + 1
        if text:
            yield text, k
            return
        for i in range(max(0, at - _LONGEST), at):
            for end, value in reading.edges[i]:
                if end == at and value.kind == "code":
                    yield str(value.key).lower(), i

    def _goes_on(self, reading: Reading, k: int, text: str) -> bool:
        """Whether a word belongs to what stands behind it: glued, before a sign, a figure, or letters one by one."""
        if not text or not text[0].isalnum() or text[0].isdigit():
            return True
        return (k < len(reading.tokens) and reading.tokens[k].glued) or len(reading.words[k - 1]) == 1

    def _sign_before(self, reading: Reading, k: int) -> tuple[str, int] | None:
        """The sign that ends at a token, and where it begins."""
        if reading.words[k - 1] in _WRITTEN:
            return reading.words[k - 1], k - 1
        for length in self._lengths:
            if k > length:
                found = self._signs.longest(reading.tokens, k - length)
                if found is not None and found[0] == k:
                    return found[1], k - length
        return None

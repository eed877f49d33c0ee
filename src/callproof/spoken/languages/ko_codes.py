"""Korean digit strings and codes: 공일공 일이삼사 오육칠팔, 공일공에 일이삼사, 에이 일이삼, 하나 둘 셋.

A text is taken word by word: a word belongs to a code when it is made of digits and letter names alone. Few syllables prove
nothing (이 일이, 사이, 오이, 구이 are ordinary words), so a code has to be long enough and to look like one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from callproof.spoken.language import Edge
from callproof.spoken.languages.ko_context import ends_word, is_whole, unit_behind
from callproof.spoken.languages.ko_numbers import DIGITS, native, sino
from callproof.spoken.languages.sounds import Beginning, Words, ahead, rest
from callproof.spoken.reading import Reading
from callproof.spoken.tokens import Token
from callproof.spoken.values import NOTHING, Value, code, number

_DIGIT_NAMES = {syllable: str(value) for syllable, value in DIGITS.items()} | {
    "영": "0", "공": "0", "제로": "0", "하나": "1", "둘": "2", "셋": "3", "넷": "4", "다섯": "5", "여섯": "6", "일곱": "7", "여덟": "8",
    "아홉": "9",
}  # fmt: skip
_LETTER_NAMES = {
    "에이": "A", "비": "B", "씨": "C", "디": "D", "이": "E", "에프": "F", "지": "G", "에이치": "H", "아이": "I", "제이": "J", "케이": "K",
    "엘": "L", "엠": "M", "엔": "N", "오": "O", "피": "P", "큐": "Q", "알": "R", "아르": "R", "에스": "S", "티": "T", "유": "U", "브이": "V",
    "더블유": "W", "더블류": "W", "엑스": "X", "와이": "Y", "제트": "Z",
}  # fmt: skip
# Each name with the character it stands for, or the two: 이 is "2E".
_NAMES: Words[str] = Words(
    {name: _DIGIT_NAMES.get(name, "") + _LETTER_NAMES.get(name, "") for name in _DIGIT_NAMES | _LETTER_NAMES}
)
FIRSTS = _NAMES.firsts
# Letters whose names are no other words.
_SURE_LETTERS = frozenset("AFHJKLMQSVWXYZ")
_SEPARATORS: Words[None] = Words(dict.fromkeys(["다시", "대시", "대쉬", "하이픈", "슬래시", "에", "의"]))
_SIGNS = frozenset("-–/·.,")
# Digits that are frequent syllables, and words made of them.
_WEAK = frozenset("12459")
_ORDINARY = frozenset(
    [
        "이사",
        "사이",
        "오이",
        "구이",
        "이일",
        "일이",
        "사일",
        "구사",
        "오사",
        "이구",
        "사구",
        "이오",
        "일사",
        "이이",
        "오일",
        "구일",
        "사오",
        "일일",
        "오구",
        "사사",
    ]
)
_ORDINARY_LONG = frozenset(["사이사이", "사이공", "일일이", "구이구이"])
_CHILD = "아이"
_DAY = re.compile(" ?[일이삼사오육칠팔구십]+일(?:이|은|에|로|도|날|까|부|입|요|$| )")
_LONGEST = 40
_new = tuple.__new__
# Syllables that are a digit or a letter; more of them in one code are digits.
_MOST_AMBIGUOUS = 4
_LONGEST_NUMBER = 6
# 이삼일: in characters.
_LONGEST_IDIOM = 3
_ATOM = rf"(?:{'|'.join(_NAMES.words)}|[0-9０-９]+|[A-Za-z]{{1,4}}(?![A-Za-z]))"
_JOINT = rf"(?:(?:{'|'.join(_SEPARATORS.words)})? |[-–/·.,] ?)?"
# A cheap look whether a code in words can begin somewhere, and where one can begin with a letter.
CODE = re.compile(rf"{_ATOM}{_JOINT}(?:{_ATOM}{_JOINT}{_ATOM}|십)")
_ONE_SYLLABLE = "".join(name for name in _LETTER_NAMES if len(name) == 1)
BEGINNINGS = [
    Beginning(_ONE_SYLLABLE, "".join(FIRSTS), "".join(FIRSTS)),
    *(beginning for beginning in _NAMES.beginnings if beginning.glued),
]


class _Word(NamedTuple):
    """A word of a code, up to `end`; the next one begins at `following`.

    Each atom is one character of the code, or the two that it may be ("2E" for 이). `loose`: its last atom may be an ending.
    """

    raw: str
    atoms: tuple[str, ...]
    letters: int
    end: int
    following: int
    spoken: bool
    loose: bool = False
    final: bool = False
    separated: bool = False

    @property
    def digits(self) -> str:
        atoms = self.atoms
        return atoms[0][0] if len(atoms) == 1 else "".join([atom[0] for atom in atoms])

    @property
    def has_digit(self) -> bool:
        """One that is no letter's name as well."""
        return any(atom.isdigit() for atom in self.atoms)


Known: TypeAlias = dict[int, _Word | None]


def codes(reading: Reading, i: int, known: Known) -> Iterator[tuple[int, Edge]]:
    """The codes that begin at a word, each with its place; what parts two words of one may be no part of it.

    `known` holds the words of the text that were looked at before.
    """
    tokens = reading.tokens
    if i and tokens[i].glued and tokens[i - 1].kind == "digits" and tokens[i].kind == "sound":
        return  # the 일 of "12일"
    if i and tokens[i - 1].text == "월" and _DAY.match(ahead(tokens, i)):
        return  # 칠월 사일이
    evidence = _Evidence()
    at, digits = i, ""
    while at < len(tokens) and len(digits) < _LONGEST:
        word = _known(tokens, at, known)
        if word is None or (word.raw == "이" and _is_this(tokens, evidence, word, known)):
            break
        evidence.add(word)
        digits += word.digits
        if evidence.convinces():
            doubt = _doubt(tokens, i, evidence.words)
            if doubt != "idiom":
                if evidence.letters or word.loose:
                    texts = _texts(evidence.words) if evidence.letters else [digits]
                    yield from ((i, edge) for edge in _edges(word, texts))
                else:
                    # The frequent case, of which a long text has thousands.
                    yield i, _new(Edge, (word.end, _new(Value, ("code", digits))))
                    if len(digits) <= _LONGEST_NUMBER and digits[0] != "0":
                        yield i, Edge(word.end, number(int(digits)))
                if len(evidence.words) > 1:
                    before = evidence.words[-2]
                    if before.following > before.end:
                        # "일이삼, 사오육" may be two codes
                        yield before.end, Edge(before.following, NOTHING)
            if doubt == "word":
                yield i, Edge(word.end, NOTHING)
        if word.final:
            break
        at = word.following
    if len(evidence.words) == 1:
        for cardinal in _cardinal(tokens, evidence.words[0]):
            yield from ((i, edge) for edge in _edges(cardinal, _texts([evidence.words[0], cardinal])))


class _Evidence:
    """What tells words of digits and letter names from ordinary words, over the words of a run."""

    def __init__(self) -> None:
        self.letters = 0
        # All words, and all those in words, have one character.
        self.single = self._spoken_single = True
        self.words: list[_Word] = []
        self._digits = 0
        self._spoken = 0
        # Each word but the last is followed by a separator.
        self._parted = True
        self._separated = self._weakly_separated = self._sure = self._telling = False

    def add(self, word: _Word) -> None:
        length = len(word.atoms)
        if self.words:
            self._parted = self._parted and self.words[-1].separated
        self.words.append(word)
        self._digits += length - word.letters
        self.letters += word.letters
        self.single = self.single and length == 1
        self._separated = self._separated or word.separated
        self._weakly_separated = self._weakly_separated or word.following - word.end == 1
        self._sure = self._sure or _is_surely_letters(word)
        if word.spoken:
            self._spoken += 1
            self._spoken_single = self._spoken_single and length == 1
            self._telling = self._telling or length >= 3 or _is_no_ordinary(word)

    def convinces(self) -> bool:
        """Whether the words so far are a code."""
        if not self._spoken and not self._separated:
            return False  # digits and Latin letters alone are read for all languages alike
        if self.letters:
            if self._digits == 0:
                return len(self.words) >= 3 and self._sure and self.single
            return self._sure if self._digits == 2 else self._digits >= 3
        if self._digits < 3:
            return False
        if not self._spoken:
            # "1234의 5678원" are two numbers
            phone = len(self.words) > 2 or self.words[0].raw[0] == "0"
            return self._parted and (phone or not self._weakly_separated)
        return self._digits >= 6 or self._spoken_single or self._telling


def _edges(last: _Word, texts: list[str]) -> Iterator[Edge]:
    for text in [*texts, *(text[:-1] for text in texts)] if last.loose else texts:
        yield Edge(last.end, code(text))
        if text.isdigit() and text[0] != "0" and len(text) <= _LONGEST_NUMBER:
            yield Edge(last.end, number(int(text)))


def _texts(words: list[_Word]) -> list[str]:
    """What words with letters among them can spell."""
    atoms: list[str] = []
    for word in words:
        # In 일이삼 the 이 is no letter.
        atoms += word.digits if word.has_digit and not word.letters else word.atoms
    if sum(len(atom) > 1 for atom in atoms) > _MOST_AMBIGUOUS:
        atoms = [atom[0] for atom in atoms]
    return ["".join(chars) for chars in product(*atoms)]


def _is_this(tokens: list[Token], before: _Evidence, word: _Word, known: Known) -> bool:
    """Whether a lone 이 is "this", and not a 2 among single digits."""
    if before.words and not before.letters:
        return not before.single
    if before.words:
        at = word.following
        return at < len(tokens) and tokens[word.end].kind != "sign" and _known(tokens, at, known) is None
    following: _Word | None = word
    for _ in range(2):
        following = _known(tokens, following.following, known) if following is not None else None
        if following is None or len(following.atoms) != 1:
            return True
    return False


def _known(tokens: list[Token], i: int, known: Known) -> _Word | None:
    if i >= len(tokens):
        return None
    if i not in known:
        word = _word(tokens, i)
        known[i] = None if word is not None and word.raw == _CHILD and _is_counted(tokens, word) else word
    return known[i]


def _is_counted(tokens: list[Token], word: _Word) -> bool:
    """Whether a native number stands behind a word: in "어른 둘, 아이 셋" that is a child, and no I."""
    return bool(native(tokens, word.following))


def _word(tokens: list[Token], i: int) -> _Word | None:
    """The word at a token when digits and letter names make it up, but for an ending, a unit or a separator behind them."""
    if tokens[i].kind == "digits":
        return _ended(tokens, i, i + 1, list(tokens[i].text), 0)
    atoms: list[str] = []
    end, letters = i, 0
    while end < len(tokens) and (end == i or tokens[end].glued):
        token = tokens[end]
        if token.kind == "word":
            if not (token.raw.isascii() and (len(token.raw) == 1 or token.raw.isupper())):
                return None
            atoms.extend(token.text.upper())
            letters += len(token.text)
            end += 1
        elif token.kind == "digits" and letters == len(atoms):
            atoms.extend(token.text)
            end += 1
        else:
            found = _NAMES.longest(tokens, end)
            if found is None:
                break
            end, text = found
            atoms.append(text)
            letters += text.isalpha()
    return _ended(tokens, i, end, atoms, letters) if atoms else None


def _ended(tokens: list[Token], i: int, end: int, atoms: list[str], letters: int) -> _Word | None:
    behind = rest(tokens, end)
    raw = "".join(token.text for token in tokens[i:end])
    spoken = tokens[i].kind == "sound"
    word = _Word(raw, tuple(atoms), letters, end, end, spoken)
    separator = _SEPARATORS.longest(tokens, end)
    # The 에 of "칠 에이치" parts nothing.
    if separator is not None and (
        len(behind) == separator[0] - end or (not behind and not rest(tokens, separator[0]))
    ):
        return word._replace(following=separator[0], separated=True)
    if behind:
        if not (ends_word(tokens, end) or unit_behind(tokens, end)):
            return None
        if raw.endswith("이") and len(atoms) > 1:
            if behind.startswith(("에요", "었")):
                word = word._replace(atoms=tuple(atoms[:-1]))
            elif behind.startswith(("요", "고", "라", "면", "죠", "지", "네", "며")):
                word = word._replace(loose=True)
        return word._replace(final=True)
    if (
        raw.endswith("이")
        and len(atoms) > 1
        and ahead(tokens, end).startswith((" 아니", " 아닙", " 아닌", " 맞"))
    ):
        return word._replace(loose=True, final=True)
    following = end
    while following < len(tokens) and tokens[following].text in _SIGNS:
        following += 1
    return word._replace(following=following)


def _cardinal(tokens: list[Token], letters: _Word) -> list[_Word]:
    """The number behind letters, read as one: 에이 십이 is A12."""
    if letters.final or not _is_surely_letters(letters):
        return []
    for end, value, parts in reversed(sino(tokens, letters.following)):
        if parts > 1 and value < 1000 and (ends_word(tokens, end) or unit_behind(tokens, end)):
            return [_Word("", tuple(str(value)), 0, end, end, True, final=True)]
    return []


def _is_surely_letters(word: _Word) -> bool:
    return word.letters > 0 and (word.raw.isascii() or any(atom in _SURE_LETTERS for atom in word.atoms))


def _doubt(tokens: list[Token], i: int, words: list[_Word]) -> Literal["word", "idiom"] | None:
    """사이사이 ("in between") and 일일이 ("one by one", 112) are words as well; 이삼일 is two or three days."""
    raw = words[0].raw
    if len(words) == 1 and raw in _ORDINARY_LONG:
        return None if is_whole(tokens, i, words[0].end) else "word"
    if len(words) > _LONGEST_IDIOM:
        return None
    joined = "".join(word.raw for word in words)
    if (
        len(joined) != _LONGEST_IDIOM
        or len(raw) == 1
        or joined[2] != "일"
        or (joined == raw and is_whole(tokens, i, words[0].end))
    ):
        return None
    first, second = words[0].digits[0], words[0].digits[1]
    return "idiom" if (first + second).isdigit() and int(second) == int(first) + 1 else None


def _is_no_ordinary(word: _Word) -> bool:
    if len(word.atoms) < 2 or word.raw in _ORDINARY:
        return False
    return not _WEAK.issuperset(word.digits) or len(set(word.raw)) == 1

"""Korean: numbers, money, percentages, ordinals, dates, times, digit strings, negation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from callproof.spoken.language import Edge, Language, Reader, Scan
from callproof.spoken.languages import day_ranges, days_alone, ko_codes, ko_numbers, ko_plates, web_addresses
from callproof.spoken.languages import ko_calendar as calendar
from callproof.spoken.languages.ko_context import MAY_PRECEDE, begins_number, begins_word
from callproof.spoken.languages.ko_negation import FIRSTS as NEGATION_FIRSTS
from callproof.spoken.languages.ko_negation import negations
from callproof.spoken.languages.portions import sound_scan
from callproof.spoken.languages.sound_emails import Addresses
from callproof.spoken.languages.sound_parts import parts_scan
from callproof.spoken.languages.sound_quantities import Quantities
from callproof.spoken.languages.sounds import (
    RANGE_SIGNS,
    Beginning,
    Places,
    Words,
    ahead,
    below_zero,
    listed,
    rest,
    shared_scale,
)
from callproof.spoken.reading import Reading
from callproof.spoken.values import NOTHING, Value, code, money, number

_CURRENCIES: Words[str] = Words(
    {
        "원": "KRW", "달러": "USD", "불": "USD", "미국 달러": "USD", "유로": "EUR", "엔": "JPY", "엔화": "JPY", "위안": "CNY", "파운드": "GBP",
        "바트": "THB", "프랑": "CHF", "krw": "KRW", "usd": "USD", "eur": "EUR", "jpy": "JPY",
    }
)  # fmt: skip
# What begins like a currency and is another word: 원하는, 원피스, 엔진, 불만, 유로피언.
_NO_CURRENCY = re.compile(
    "원(?:하|했|할|함|합|해|한[다 ]|래|피|칙|활|격|룸|두|본|천|리|서)|엔(?:진|터|드)|불(?:만|편|량|법|가)|유로피|파운드리"
)
_PERCENT: Words[None] = Words(dict.fromkeys(["퍼센트", "퍼", "프로", "%"]))
_OFF: Words[None] = Words({"할인": None})
_NO_PERCENT = re.compile("프로(?:그|필|모|젝|세|덕|토|텍|야|듀)")
_FIXED_ORDINALS: Words[int] = Words(
    {
        "첫 번째": 1, "첫째": 1, "둘째": 2, "셋째": 3, "넷째": 4, "다섯째": 5, "여섯째": 6, "일곱째": 7, "여덟째": 8, "아홉째": 9, "열째": 10,
    }
)  # fmt: skip
_BELOW_ZERO: Words[None] = Words({"영하": None})
_RANK: Words[None] = Words({"번째": None})
_CHAPTERS = re.compile(r" ?(?:조|항|호|회|차|권|과|편|기|절)(?![가-힣]*요)| 장")


def _amounts(reading: Reading, i: int) -> Iterator[Edge]:
    """Money, and percentages in words: 만 오천 원, 오십 달러 십 센트, 십오 퍼센트."""
    tokens = reading.tokens
    for end, value in reading.numbers[i]:
        for after, currency in _CURRENCIES.at(tokens, end):
            if _NO_CURRENCY.match("".join(token.text for token in tokens[end:after]) + rest(tokens, after)):
                continue
            yield Edge(after, money(value, currency))
            if currency in ("USD", "EUR"):
                for last, cents in _cents(reading, after):
                    yield Edge(last, money(value + cents, currency))
        for after, _ in _PERCENT.at(tokens, end):
            if not _NO_PERCENT.match(
                "".join(token.text for token in tokens[end:after]) + rest(tokens, after)
            ):
                yield Edge(after, Value("percent", value.normalize()))
                off = _OFF.longest(tokens, after)
                if off is not None:
                    yield Edge(off[0], Value("percent", value.normalize()))
                break
    for end, cents in _cents(reading, i):
        yield Edge(end, money(cents, None))


def _cents(reading: Reading, i: int) -> Iterator[tuple[int, Decimal]]:
    if i < len(reading.tokens):
        for end, value in reading.numbers[i]:
            if value < 100 and [reading.word(end), reading.word(end + 1)] == ["센", "트"]:
                yield end + 2, value / 100


def _fixed_ordinals(reading: Reading, i: int) -> Iterator[Edge]:
    fixed = _FIXED_ORDINALS.longest(reading.tokens, i)
    if fixed is not None:
        yield Edge(fixed[0], Value("ordinal", fixed[1]))


def _chapters(reading: Reading, i: int) -> Iterator[Edge]:
    """제3, 제 삼 조."""
    tokens = reading.tokens
    for end, value in calendar.counts(tokens, i + 1):
        if (tokens[i + 1].kind == "digits" and tokens[i + 1].glued) or _CHAPTERS.match(ahead(tokens, end)):
            yield Edge(end, Value("ordinal", value))
            return


# 이 is "this" as well.
_SEAT = re.compile(
    r"(?<![가-힣A-Za-z0-9])(에이치|에이|비|씨|디|에프|제이|케이|[A-Za-z]) ?(?=(?:좌석|석|구역)(?![가-힣]{4}))"
)
_SEAT_LETTERS = {
    "에이치": "H",
    "에이": "A",
    "비": "B",
    "씨": "C",
    "디": "D",
    "에프": "F",
    "제이": "J",
    "케이": "K",
}


_SEAT_SIGNS = frozenset("석역")


def _seats(reading: Reading) -> Iterator[tuple[int, Edge]]:
    """The letter of a seat: "A 좌석", 에이 좌석."""
    for match in _SEAT.finditer(reading.text):
        start, end = match.span(1)
        first = next((i for i, (begins, _) in enumerate(reading.spots) if begins == start), None)
        last = next((i for i, (_, ends) in enumerate(reading.spots) if ends == end), None)
        if first is not None and last is not None:
            yield first, Edge(last + 1, code(_SEAT_LETTERS.get(match[1], match[1])))


# 할 is the future of "do" as well: "이 할 일" is something that this one has to do.
_TENTH = re.compile(
    " ?할(?: ?[일이삼사오육칠팔구1-9] ?푼| ?(?:할인|세일|이상|이하|정도|가량|인상|인하|감소|증가|이자|만 )|(?:을|를)? ?(?:할인|깎|빼|돌려|환불)|"
    "(?:입니다|이에요|이요|이고|은|의|씩|로)|[.,?!]|$)"
)


def _tenths(reading: Reading) -> Iterator[tuple[int, Edge]]:
    """할 is ten percent, the 푼 behind it one: "이 할", "삼 할 오 푼" (35 percent)."""
    tokens = reading.tokens
    for i, token in enumerate(tokens[:-1]):
        if tokens[i + 1].text != "할" or not begins_word(tokens, i) or not _TENTH.match(ahead(tokens, i + 1)):
            continue
        tenths = ko_numbers.DIGITS.get(token.text) or (int(token.text) if token.kind == "digits" else 0)
        if not 0 < tenths < 10:
            continue
        end, percent = i + 2, tenths * 10
        for after, small in calendar.counts(tokens, end):
            if reading.word(after) == "푼" and small < 10:
                end, percent = after + 1, percent + small
        yield i, Edge(end, Value("percent", Decimal(percent).normalize()))


def _ranks(reading: Reading, i: int) -> Iterator[Edge]:
    """세 번째, 3번째."""
    tokens = reading.tokens
    native = [(end, int(value)) for end, value, _ in ko_numbers.native(tokens, i)]
    for end, count in native + calendar.counts(tokens, i):
        rank = _RANK.longest(tokens, end)
        if rank is not None:
            yield Edge(rank[0], Value("ordinal", count))


# What the unit behind a number makes of it.
_BY_UNIT: dict[str, Reader] = {
    "년": calendar.dates,
    "월": calendar.dates,
    "일": calendar.distances,
    "주": calendar.distances,
    "시": calendar.clock_times,
    "번": _ranks,
}
_WORD_READERS: dict[str, tuple[Reader, ...]] = {}
for _firsts, _reader in (
    (calendar.WEEK_FIRSTS, calendar.week_edges),
    (calendar.DAY_FIRSTS, calendar.day_edges),
    (calendar.TIME_FIRSTS, calendar.times),
    (calendar.CALENDAR_FIRSTS, calendar.relative_dates),
    (calendar.PERIOD_FIRSTS, calendar.period_ends),
    (frozenset("유시"), calendar.dates),
    (_FIXED_ORDINALS.firsts, _fixed_ordinals),
):
    for _first in _firsts:
        _WORD_READERS[_first] = (*_WORD_READERS.get(_first, ()), _reader)
_PLACES = Places(
    [
        *calendar.BEGINNINGS,
        *_FIXED_ORDINALS.beginnings,
        *ko_numbers.BEGINNINGS,
        *ko_codes.BEGINNINGS,
        Beginning("절", "반", ""),
        *_BELOW_ZERO.beginnings,
        Beginning("제", "일이삼사오육칠팔구십", "일이삼사오육칠팔구십"),
    ],
    script="가-힣",
    inside="".join(NEGATION_FIRSTS) + "월화수목금토일반",
    may_precede="".join(MAY_PRECEDE),
)


def _scan(reading: Reading) -> Iterator[tuple[int, Edge]]:
    """The values that begin in Korean script."""
    tokens = reading.tokens
    known: ko_codes.Known = {}
    # From the end, since the cents behind an amount have to be known before it.
    for i, text, place in _PLACES.of(reading.text, tokens):
        first = tokens[i].text
        for edge in _edges(reading, i, first):
            yield i, edge
        if first in ko_numbers.FIRSTS:
            for edge in _second_number(reading, i + 1):
                yield i + 1, edge
        if first in ko_codes.FIRSTS and begins_word(tokens, i) and ko_codes.CODE.match(text, place):
            yield from ko_codes.codes(reading, i, known)
    for i, token in enumerate(tokens):
        if token.kind == "digits" or token.kind == "word":
            yield from ko_codes.codes(reading, i, known)


def _second_number(reading: Reading, i: int) -> Iterator[Edge]:
    """The 3 of "이삼 일" (two or three days)."""
    for end, value in ko_numbers.second_of_two(reading.tokens, i):
        yield Edge(end, number(value))


def _edges(reading: Reading, i: int, first: str) -> Iterator[Edge]:
    if first in NEGATION_FIRSTS:
        yield from negations(reading, i)
    if first in calendar.WEEKDAY_FIRSTS:
        yield from calendar.weekday_edges(reading, i)
    if first == "반":
        yield from calendar.half_units(reading, i)
        if reading.word(i + 1) == "값":
            yield Edge(i + 2, Value("percent", Decimal(50)))
    elif first == "절" and reading.word(i + 1) == "반" and begins_word(reading.tokens, i):
        yield Edge(i + 2, Value("percent", Decimal(50)))
        yield Edge(i + 2, number(Decimal("0.5")))
    if not begins_number(reading.tokens, i):
        return
    if first == "영":
        yield from below_zero(reading, _BELOW_ZERO, i)
    if first == "제":
        yield from _chapters(reading, i)
    for reader in _WORD_READERS.get(first, ()):
        yield from reader(reading, i)
    if first in ko_numbers.FIRSTS:
        yield from _numbers(reading, i)


def _beside(reading: Reading, i: int) -> Iterator[Edge]:
    """At digits and Latin letters."""
    kind = reading.tokens[i].kind
    if kind == "digits":
        yield from _with_unit(reading, i)
        if reading.word(i + 1) == ".":
            yield from calendar.pointed_dates(reading, i)
        elif reading.word(i + 1) in RANGE_SIGNS:
            yield from shared_scale(reading, i)
    elif kind == "word":
        yield from calendar.times(reading, i)


def _numbers(reading: Reading, i: int) -> Iterator[Edge]:
    found = reading.numbers[i] = list(ko_numbers.numerals(reading.tokens, i))
    for end, value in found:
        yield Edge(end, number(value))
        until = ko_numbers.nothing_until(reading.tokens, i, end)
        if until is not None:
            yield Edge(until, NOTHING)
    yield from _with_unit(reading, i)


_ONE_SYLLABLE = frozenset(ko_numbers.SINO) - {"일"}


def _with_unit(reading: Reading, i: int) -> Iterator[Edge]:
    """What the units behind a number make of it."""
    tokens = reading.tokens
    # Behind one syllable the unit has to be next; 일 may be the first of two (일곱).
    single = reading.word(i + 1) not in ko_numbers.FIRSTS and tokens[i].text in _ONE_SYLLABLE
    reach = i + 2 if single else i + 9
    if not _BY_UNIT.keys().isdisjoint(reading.words[i + 1 : reach]):
        ends = [end for end, _ in calendar.counts(tokens, i)] + [
            end for end, *_ in ko_numbers.native(tokens, i)
        ]
        for reader in {_BY_UNIT[reading.word(end)] for end in ends if reading.word(end) in _BY_UNIT}:
            yield from reader(reading, i)
    if reading.words[i + 2 : i + 4] == ["년", "생"] and tokens[i].kind == "sound":
        yield from _year_of_birth(reading, i)
    zero = reading.word(i + 4) == "년" and reading.word(i + 1) in ko_numbers.ZEROS
    if zero or (reading.word(i + 2) == "년" and tokens[i].kind == "sound"):
        yield from calendar.dates(reading, i)
    if reading.numbers[i]:
        yield from _amounts(reading, i)
        if "반" in reading.words[i + 1 : i + 16]:
            yield from calendar.halves(reading, i)


def _year_of_birth(reading: Reading, i: int) -> Iterator[Edge]:
    """The 89 of 팔구년생."""
    figures = [ko_numbers.DIGITS.get(word, 0) for word in reading.words[i : i + 2]]
    if all(figures):
        yield Edge(i + 2, number(figures[0] * 10 + figures[1]))


_ADDRESSES = Addresses(
    at=("골뱅이", "골벵이", "앳"),
    signs={
        "점": ".", "쩜": ".", "닷": ".", "도트": ".", "언더바": "_", "언더스코어": "_", "밑줄": "_", "하이픈": "-", "대시": "-", "빼기": "-",
    },
    names={
        "네이버": "naver", "지메일": "gmail", "쥐메일": "gmail", "다음": "daum", "한메일": "hanmail", "핫메일": "hotmail", "카카오": "kakao",
        "네이트": "nate", "야후": "yahoo", "아웃룩": "outlook", "아이클라우드": "icloud", "구글": "google", "컴": "com", "콤": "com", "넷": "net",
        "케이알": "kr", "씨오": "co", "오알지": "org", "닷컴": ".com", "닷넷": ".net", "쩜컴": ".com",
    },
)  # fmt: skip

_QUANTITIES = Quantities(
    half="반",
    counters="판|알|개|병|잔|컵|그릇|마리|접시|봉지|조각|통|상자|박스|정|스푼|모|송이|포기|캔|줄",
    ends=r"$|[ .,?!]|[만을를은는이가씩요에로]|주세요|정도|입니다|이에요|예요",
    dozens=("다스",),
    feasts={"크리스마스이브": (12, 24), "크리스마스": (12, 25)},
    loose=frozenset({"크리스마스"}),
)

LANGUAGE = Language(
    code="ko",
    numerals=ko_numbers.numerals,
    readers=(_beside,),
    scans=(
        Scan(None, _scan), parts_scan(ko_numbers.DIGITS), sound_scan("ko", ko_numbers.DIGITS), ko_plates.SCAN,
        Scan(frozenset({"할"}), _tenths), Scan(_SEAT_SIGNS, _seats), _ADDRESSES.scan, *_QUANTITIES.scans, day_ranges.scan("ko"), days_alone.scan("ko"), web_addresses.scan("ko"),
    ),
    starts=listed("am pm"),
    currencies={
        "₩": "KRW", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "krw": "KRW", "usd": "USD", "eur": "EUR", "jpy": "JPY", "gbp": "GBP",
        "cny": "CNY",
    },
    fillers=listed("음 어 저 그 아 에 흠 으음 어어 저기 그게"),
    function_words=listed(
        # particles
        "은 는 이 가 을 를 에 의 도 로 으로 과 와 이랑 랑 하고 께서 께 에서 에게 한테 까지 부터 "
        # endings
        "요 입니다 이에요 예요 이요 습니다 니다 세요 주세요 해주세요 해요 합니다 할게요 하겠습니다 드릴게요 드리겠습니다 거든요 네요 는데요 고요 "
        "했어요 했습니다 됩니다 돼요 "
        # whole words
        "그 저 제 저희 제가 저는 내 우리 것 거 수 여기 거기 이것 그것 그리고 그럼 그러면 그래서 그러니까 그니까 바로 혹시 조금 좀 잠시 뭐 이제 "
        "막 자 고객님 님"
    ),
    cues=listed(
        "은 는 을 를 에서 입니다 습니다 세요 해요 예요 네 아니요 감사합니다 안녕하세요 주세요 고객님 그런데 제가 저는 주문 환불 예약 있어요 없어요 "
        "하고 오늘 내일"
    ),
)  # fmt: skip

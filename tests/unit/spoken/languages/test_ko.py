"""Korean: numbers in both systems, money, dates, times, digit strings, negation, and ordinary words made of their syllables."""

from __future__ import annotations

import unicodedata
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from num2words import num2words

from callproof.spoken.language import language_of
from callproof.spoken.tokens import tokenize
from callproof.spoken.values import NEGATION, NOTHING, Value, code, money, number
from tests.unit.spoken.languages.lattice import can_agree, is_number, read, spans, times, values

MONDAY = date(2026, 11, 30)
DIGITS = "영일이삼사오육칠팔구"
HOURS = ["", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두"]
NATIVE_ONES = ["", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"]
NATIVE_TENS = ["", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"]


def _below_myriad(number: int) -> str:
    text = ""
    for unit, name in ((1000, "천"), (100, "백"), (10, "십"), (1, "")):
        digit = number // unit % 10
        if digit:
            text += (DIGITS[digit] if digit > 1 or unit == 1 else "") + name
    return text


def sino(number: int, separator: str = "") -> str:
    """A number as it is said: 만 오천, 이십일; no 일 before the first 만."""
    if number == 0:
        return "영"
    parts: list[str] = []
    for unit, name in ((10**8, "억"), (10**4, "만"), (1, "")):
        amount = number // unit % 10**4
        if amount:
            parts.append(("" if (amount, unit) == (1, 10**4) and not parts else _below_myriad(amount)) + name)
    return separator.join(parts)


def native(number: int) -> str:
    return NATIVE_TENS[number // 10] + NATIVE_ONES[number % 10]


def month(number: int) -> str:
    return {6: "유월", 10: "시월"}.get(number, f"{sino(number)}월")


def numbers(text: str) -> set[object]:
    return {value.key for value in values("ko", text) if value.kind == "number"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("십오", 15), ("오십", 50), ("이십일", 21), ("만 오천", 15_000), ("만오천", 15_000), ("일만 오천", 15_000), ("구만 칠십일", 90_071),
        ("삼십사만 오천육백칠십팔", 345_678), ("백만", 1_000_000), ("일억 이천만", 120_000_000), ("이천이십육", 2026), ("육십륙", 66),
        ("구천구백구십구억 구천구백구십구만 구천구백구십구", 999_999_999_999), ("영", 0), ("제로", 0), ("오", 5), ("네, 삼이요.", 3),
        ("3만 5천", 35_000), ("1만5천", 15_000), ("15만", 150_000), ("1,500만", 15_000_000), ("1억 2천만", 120_000_000), ("3만 5000", 35_000),
        ("하나", 1), ("열다섯", 15), ("스물", 20), ("서른셋", 33), ("아흔아홉", 99), ("열 다섯", 15),
    ],
)  # fmt: skip
def test_a_number_that_is_the_whole_text(text: str, value: int) -> None:
    assert numbers(text) == {Decimal(value)}


@pytest.mark.parametrize(
    ("text", "span", "value"),
    [
        ("사과 세 개 주세요", "세", 3), ("두 명이서 갈게요", "두", 2), ("스무 살이에요", "스무", 20), ("맥주 열두 병이요", "열두", 12),
        ("백스물다섯 명입니다", "백스물다섯", 125), ("삼 개월 할부로요", "삼", 3), ("일 번 누르세요", "일", 1), ("십 분 걸려요", "십", 10),
        ("삼백이십일 호예요", "삼백이십일", 321), ("커피 하나 더요", "하나", 1), ("표 석 장 주세요", "석", 3), ("오 층입니다", "오", 5),
        ("수량 삼으로 해 주세요", "삼", 3), ("방은 이 층에 있어요", "이", 2), ("이틀 걸려요", "이틀", 2), ("사흘 동안", "사흘", 3),
        ("삼 점 오 리터", "삼 점 오", "3.5"), ("영점오 배", "영점오", "0.5"), ("12 점 5 리터", "12 점 5", "12.5"), ("육 일 동안 쓸게요", "육", 6),
        ("커피 두 잔하고 물", "두", 2), ("구분이 아니라 구 분이요", "구", 9),
    ],
)  # fmt: skip
def test_a_number_in_a_sentence(text: str, span: str, value: int | str) -> None:
    found = [(s.text, s.readings) for s in read("ko", text).spans() if number(Decimal(value)) in s.readings]
    assert [piece for piece, _ in found] == [span]


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("만 오천 원", "15000", "KRW"), ("만오천원이요", "15000", "KRW"), ("3만 5천 원", "35000", "KRW"), ("15,000원", "15000", "KRW"),
        ("₩15,000", "15000", "KRW"), ("오십 달러", "50", "USD"), ("오십 달러 십 센트", "50.10", "USD"), ("50달러 10센트", "50.10", "USD"),
        ("오십불", "50", "USD"), ("$50", "50", "USD"), ("십오 유로입니다", "15", "EUR"), ("천 엔", "1000", "JPY"), ("사 원", "4", "KRW"),
        ("십 센트", "0.10", None), ("삼조 원", "3000000000000", "KRW"), ("오만 원짜리", "50000", "KRW"), ("영 원", "0", "KRW"),
    ],
)  # fmt: skip
def test_money(text: str, amount: str, currency: str | None) -> None:
    assert values("ko", text) == {money(Decimal(amount), currency)}


@pytest.mark.parametrize(
    ("text", "value"),
    [("십오 퍼센트", "15"), ("십오퍼센트", "15"), ("십 프로", "10"), ("백 프로 환불", "100"), ("15%", "15"), ("삼 점 오 퍼센트", "3.5"), ("이 퍼센트", "2")],
)  # fmt: skip
def test_percentages(text: str, value: str) -> None:
    assert values("ko", text) == {Value("percent", Decimal(value))}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("첫 번째", 1), ("첫째", 1), ("두 번째", 2), ("세번째", 3), ("열한 번째", 11), ("스무 번째", 20), ("3번째", 3), ("둘째", 2), ("제3조", 3),
        ("제 이 조", 2), ("백 번째", 100),
    ],
)  # fmt: skip
def test_ordinals(text: str, value: int) -> None:
    assert Value("ordinal", value) in values("ko", text)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("십이월 이십이일", (None, 12, 22)), ("12월 22일", (None, 12, 22)), ("십이월이십이일에", (None, 12, 22)), ("유월 육일", (None, 6, 6)),
        ("시월 십일", (None, 10, 10)), ("시월 십일일", (None, 10, 11)), ("2026년 3월 3일", (2026, 3, 3)), ("이월 이십구일", (None, 2, 29)),
        ("이천이십육년 삼월 삼일", (2026, 3, 3)), ("이공이육년 삼월 삼일", (2026, 3, 3)), ("26년 3월 3일", (2026, 3, 3)), ("유월", (None, 6, None)),
        ("내년 3월 3일", (2027, 3, 3)), ("다음 달 십오일", (2026, 12, 15)), ("오늘", (2026, 11, 30)), ("내일", (2026, 12, 1)), ("모레", (2026, 12, 2)),
        ("내일모레", (2026, 12, 2)), ("글피", (2026, 12, 3)), ("어제", (2026, 11, 29)), ("그저께", (2026, 11, 28)), ("삼 일 뒤", (2026, 12, 3)),
        ("사흘 후", (2026, 12, 3)), ("일주일 전", (2026, 11, 23)), ("이 주 뒤", (2026, 12, 14)),
    ],
)  # fmt: skip
def test_dates(text: str, key: tuple[int | None, int, int | None]) -> None:
    assert values("ko", text, MONDAY) == {Value("date", key)}


@pytest.mark.parametrize("text", ["삼십 월 삼일", "이월 삼십일", "십삼월 일일"])
def test_there_is_no_such_date(text: str) -> None:
    assert not any(v.kind == "date" and v.key[2] for s in read("ko", text).spans() for v in s.readings)  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("화요일", {Value("weekday", (1, None)), Value("date", (2026, 12, 1))}),
        ("월요일", {Value("weekday", (0, None)), Value("date", (2026, 11, 30)), Value("date", (2026, 12, 7))}),
        ("다음 주 화요일", {Value("weekday", (1, "next")), Value("date", (2026, 12, 8))}),
        ("다음주 화요일", {Value("weekday", (1, "next")), Value("date", (2026, 12, 8))}),
        ("이번 주 금요일", {Value("weekday", (4, "this")), Value("weekday", (4, None)), Value("date", (2026, 12, 4))}),
        ("지난주 월요일", {Value("weekday", (0, "last")), Value("date", (2026, 11, 23))}),
        ("다다음 주 수요일", {Value("weekday", (2, "after next")), Value("date", (2026, 12, 16))}),
    ],
)  # fmt: skip
def test_weekdays(text: str, expected: set[Value]) -> None:
    assert values("ko", text, MONDAY) == expected


def test_dates_in_figures_with_points() -> None:
    for text in ("2013. 6. 15.", "2013. 6. 15", "2013.6.15", "13. 6. 15."):
        assert Value("date", (2013, 6, 15)) in values("ko", text), text
    assert Value("date", (None, 6, 15)) in values("ko", "6. 15.까지")
    assert all(value.kind != "date" for value in values("ko", "2013. 13. 15."))


def test_years_in_two_figures() -> None:
    assert {Value("date", (year, 10, 7)) for year in (1981, 2081)} <= values("ko", "81년 시월 칠일생")
    assert {Value("date", (year, 10, 7)) for year in (1981, 2081)} <= values("ko", "팔일년 시월 칠일")
    assert values("ko", "26년 3월 3일") == {Value("date", (2026, 3, 3))}


def test_letters_that_begin_like_a_separator() -> None:
    assert code("K7H2") in values("ko", "케이 칠 에이치 이")


def test_shares_and_ranges() -> None:
    assert {Value("percent", Decimal(50)), number(Decimal("0.5"))} == values("ko", "절반")
    assert can_agree("ko", "이삼천 원", "2~3천 원")


def test_weeks_that_are_counted() -> None:
    assert is_number("ko", "삼 주 걸려요", 3)
    assert is_number("ko", "사 주가 지났어요", 4)
    assert is_number("ko", "이 주나 기다렸어요", 2)
    assert spans("ko", "이 주 화요일") == ["화요일"]
    assert spans("ko", "사주를 봤어요") == []


def test_without_the_day_of_the_call_days_are_relative() -> None:
    assert values("ko", "모레") == {Value("day", 2)}
    assert values("ko", "삼 일 뒤") == {Value("day", 3)}
    assert values("ko", "다음 주 화요일") == {Value("weekday", (1, "next"))}
    assert values("ko", "일요일에 만나요") == {Value("weekday", (6, None))}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("오후 네 시 반", ["16:30"]), ("네 시 반", ["04:30", "16:30"]), ("오전 열 시", ["10:00"]), ("네 시 삼십 분", ["04:30", "16:30"]),
        ("네시 삼십분", ["04:30", "16:30"]), ("오후 4시 30분", ["16:30"]), ("오후 4:30", ["16:30"]), ("16:30", ["16:30"]), ("정오", ["12:00"]),
        ("자정", ["00:00"]), ("저녁 일곱 시", ["19:00"]), ("다섯 시 십 분 전", ["04:50", "16:50"]), ("십육 시 삼십 분", ["16:30"]), ("밤 열두 시", ["00:00"]),
        ("밤 한 시", ["01:00"]), ("밤 열한 시", ["23:00"]), ("낮 열두 시", ["12:00"]), ("낮 한 시", ["13:00"]), ("새벽 두 시", ["02:00"]),
        ("오후에 세 시", ["15:00"]), ("아침 8시", ["08:00"]), ("네 시 오 분", ["04:05", "16:05"]), ("12시반", ["00:30", "12:30"]), ("영 시", ["00:00"]),
        ("네 시 정각", ["04:00", "16:00"]), ("오전 0시", ["00:00"]), ("한 시쯤", ["01:00", "13:00"]),
    ],
)  # fmt: skip
def test_times(text: str, expected: list[str]) -> None:
    assert times("ko", text) == expected


def test_before_a_time_or_so_many_minutes_before_it() -> None:
    assert times("ko", "다섯 시 십 분 전에 오세요") == ["04:50", "05:10", "16:50", "17:10"]


@pytest.mark.parametrize(
    "text",
    [
        "네 시작하겠습니다",
        "네 시스템을 볼게요",
        "한 시간 걸려요",
        "두 시간",
        "오십시오",
        "즉시 취소해 주세요",
    ],
)
def test_no_times(text: str) -> None:
    assert not any(value.kind == "time" for span in read("ko", text).spans() for value in span.readings)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("공일공 일이삼사 오육칠팔", "01012345678"), ("공일공에 일이삼사에 오육칠팔", "01012345678"), ("공일공-일이삼사-오육칠팔", "01012345678"),
        ("공일공 다시 일이삼사 다시 오육칠팔", "01012345678"), ("010 다시 1234 다시 5678", "01012345678"), ("010 1234 오육칠팔", "01012345678"),
        ("공 일 공 일 이 삼 사 오 육 칠 팔", "01012345678"), ("영일영 일이삼사 오육칠팔이요", "01012345678"), ("오오구구", "5599"), ("오오 구구", "5599"),
        ("사팔이일입니다", "4821"), ("사 팔 이 일", "4821"), ("하나 둘 셋", "123"), ("공하나공", "010"), ("삼공오호", "305"), ("에이 일이삼", "A123"),
        ("이엠 사오육", "EM456"), ("A 일이삼", "A123"), ("에이 십이", "A12"), ("비 공일이", "B012"), ("에스 케이 팔팔", "SK88"), ("디엑스 칠 큐 이", "DX7Q2"),
        ("구구팔일이에요", "9981"), ("육육오사삼", "66543"), ("륙칠팔", "678"),
    ],
)  # fmt: skip
def test_codes(text: str, expected: str) -> None:
    assert code(expected) in values("ko", text)


def test_an_ending_may_be_the_last_digit() -> None:
    assert {v.key for v in values("ko", "오육칠팔이요") if v.kind == "code"} == {"5678", "56782"}
    assert {v.key for v in values("ko", "오육칠팔이에요") if v.kind == "code"} == {"5678"}


def test_a_particle_may_be_the_last_syllable_of_a_number() -> None:
    assert read("ko", "오십이 아니라 십오요").spans()[0].readings == {number(50), number(52)}
    assert numbers("오십이요") == {Decimal(50), Decimal(52)}
    assert numbers("오십이에요") == {Decimal(50)}
    assert numbers("오십이") == {Decimal(52)}
    assert values("ko", "오십이 원") == {money(52, "KRW")}
    assert numbers("이십일 동안") == {Decimal(20), Decimal(21)}


def test_two_numbers_in_a_row_are_about_so_many() -> None:
    for text, first, second in (
        ("이삼 일 걸려요", 2, 3),
        ("두세 개", 2, 3),
        ("이삼십 분", 20, 30),
        ("칠팔 명", 7, 8),
        ("한두 번", 1, 2),
    ):
        assert [span.readings for span in read("ko", text).spans()] == [{number(first)}, {number(second)}]


def test_an_hour_and_a_half() -> None:
    assert values("ko", "한 시간 반") == {number(Decimal("1.5"))}
    assert can_agree("ko", "한 시간 반", "1시간 30분")
    assert not can_agree("ko", "한 시간 반", "1시간 20분")


def test_words_that_are_a_number_or_nothing() -> None:
    for text, place, value in (
        ("다시 한 번", 2, number(1)),
        ("한번 볼게요", 0, number(1)),
        ("이 번 버튼이요", 0, number(2)),
        ("사원 번호", 0, money(4, "KRW")),
    ):
        reading = read("ko", text)
        assert {value, NOTHING} <= {edge.value for edge in reading.edges[place]}
        assert reading.spans() == []


@pytest.mark.parametrize(
    "text",
    [
        "보내지 마세요", "안 보내", "안 보낼게요", "안돼요", "안 됩니다", "못 받았어요", "받지 못했어요", "하지 않았어요", "보내지 말아 주세요", "보내지 말고 기다리세요",
        "필요 없어요", "필요없어요", "아니에요", "아니요", "그게 아니라 다른 거요", "설탕 없이 주세요", "환불이 불가합니다", "환불 불가능합니다", "하지마세요", "가지 맙시다",
        "이거 말고 저거요", "재고가 없습니다", "아닙니다",
    ],
)  # fmt: skip
def test_negations(text: str) -> None:
    assert [span.readings for span in read("ko", text).spans()] == [{NEGATION}]


@pytest.mark.parametrize(
    "text",
    [
        "보내 주세요", "안내해 드릴게요", "안녕하세요", "안전하게 보내 주세요", "안심하세요", "잘못 눌렀어요", "하지만 괜찮아요", "말씀해 주세요", "마지막으로요", "집까지 마무리해 주세요",
        "커피까지 마시고요", "아버지 말씀이세요", "상관없어요", "틀림없어요", "끊임없이 울려요", "아니면 내일로 해 주세요", "다름이 아니라 배송 때문에요", "다름 아니라 예약 때문에요",
        "뿐만 아니라 빨라요", "재고를 없애 주세요", "환불가능한가요", "주말에요", "정말요", "마음에 들어요", "천 원밖에 없어요", "불가피하게 바꿨어요", "못지않게 좋아요",
        "어김없이 왔어요", "정신없이 바빴어요", "쓸데없는 거예요", "머지않아 갈게요", "못난 물건이에요",
    ],
)  # fmt: skip
def test_no_negations(text: str) -> None:
    assert not any(NEGATION in span.readings for span in read("ko", text).spans())


@pytest.mark.parametrize(
    "text",
    [
        "이 주문 좀 취소하고 싶어요", "이 상품은 언제 배송되나요", "사람이 너무 많아서 기다렸어요", "구매 내역을 확인하고 싶은데요", "주문을 취소해 주세요", "천천히 말씀해 주세요",
        "영수증을 보내 주세요", "오전에 다시 연락드릴게요", "오후에 방문하겠습니다", "일정을 변경하고 싶습니다", "일단 확인해 보겠습니다", "일반 배송으로 부탁드려요",
        "이용해 주셔서 감사합니다", "이름이 어떻게 되세요", "이메일 주소를 알려 주세요", "사이즈를 바꾸고 싶어요", "사용 방법을 알려 주세요", "사진을 보내 드릴게요", "오류가 계속 나요",
        "오래 기다리셨습니다", "구체적으로 설명해 주시겠어요", "만약 재고가 있으면 알려 주세요", "하지만 저는 환불을 원해요", "그것만 확인하면 됩니다", "조금만 기다려 주세요",
        "조회해 보겠습니다", "조건이 어떻게 되나요", "영업시간이 어떻게 되나요", "영문 이름으로 예약했어요", "공항으로 가는 버스가 있나요", "공휴일에도 영업하나요", "백화점에서 샀어요",
        "천만에요", "어떻게 하나요", "예약은 어디서 하나요", "이사를 가게 돼서 주소를 바꿔야 해요", "사이에 문제가 생겼어요", "사이사이 비어 있어요", "오이를 주문했는데요",
        "구이 메뉴가 있나요", "사고 접수를 하고 싶어요", "사원 번호를 잊어버렸어요", "공원 근처에 있어요", "영원히 기억할게요", "구분이 잘 되나요", "사회 초년생이에요",
        "이번 주문은 취소할게요", "이번에는 꼭 부탁드려요", "이분이 담당자세요", "이 점 양해 부탁드립니다", "이 점 사과드립니다", "이 일이 언제 끝나나요", "그 일이 이상해요",
        "네 시작하겠습니다", "네 번호를 알려 주세요", "네 개인정보 확인 부탁드려요", "세금 계산서 부탁드려요", "세트 메뉴로 할게요", "두통이 심해서 예약을 바꿀게요",
        "한국어로 상담 가능한가요", "한도를 올리고 싶어요", "주문한 상품이 도착했어요", "도착한 시간을 알려 주세요", "결제한 건을 취소해 주세요", "예약을 한 분 성함이 어떻게 되세요",
        "열쇠를 잃어버렸어요", "여기서 기다려 주십시오", "어서 오십시오", "언제 오십니까", "담당자분이십니까", "이만 끊을게요", "만일 문제가 생기면 연락 주세요",
        "제일 빠른 배송으로 해 주세요", "제 일정이 바뀌었어요", "하나도 마음에 들지가", "하나은행 계좌로 보내 주세요", "일시불로 결제할게요", "일회용 컵으로 주세요",
        "일일 한도가 어떻게 되나요", "천사 인형을 주문했어요", "오일 교환하고 싶어요", "이유로 취소했어요", "육개장이 있나요", "삼겹살 주세요", "억울해요", "이 프로그램을 쓰고 싶어요",
        "비가 와서 늦었어요", "에어컨이 고장났어요", "제로 콜라로 주세요", "오, 감사합니다", "오른쪽 버튼을 눌러 주세요", "이 원피스로 할게요", "경찰 조사를 받았어요",
        "같은 사유로 반품했어요", "석방되었다고 들었어요", "일일이 확인했어요", "구조대가 왔어요", "세척해서 보내 주세요", "네모 모양이에요", "제사장에서 봤어요", "일자리를 구해요",
        "지도에 올려 둘 수 있나요", "백두대간 지도를 샀어요", "오퍼를 받았어요", "공시가 났어요", "만점을 받았어요", "제천시에 살아요", "고객님이 원하시는 대로", "이월 포인트를 쓸게요",
    ],
)  # fmt: skip
def test_ordinary_sentences_have_no_values(text: str) -> None:
    assert spans("ko", text) == []


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("십오 달러요", "15달러요"), ("만 오천 원", "15,000원"), ("만오천 원", "1만 5천 원"), ("오후 네 시 반", "16시 30분"), ("네 시 반", "4:30"),
        ("십이월 이십이일", "12월 22일"), ("공일공 일이삼사 오육칠팔", "010-1234-5678"), ("오오구구", "5599"), ("세 개", "3개"), ("십오 퍼센트", "15%"),
        ("한 번", "1번"), ("다시 한번요", "다시요"), ("이틀 뒤", "모레"), ("첫 번째", "1번째"), ("이삼 일", "2~3일"), ("하나 둘 셋", "123"),
        ("삼백오 호", "305호"), ("삼공오호", "305호"), ("이천 이십육", "이천이십육"), ("오십이 아니라", "50이 아니라"), ("두 시간 반", "2.5시간"), ("일이삼, 사오육", "123하고 456"),
        ("1234의 5678원", "1234, 5678원"),
    ],
)  # fmt: skip
def test_equal_values(said: str, heard: str) -> None:
    assert can_agree("ko", said, heard)
    assert can_agree("ko", heard, said)


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("십오 달러", "오십 달러"), ("십오요", "오십요"), ("이천 원", "천이 원"), ("네 시", "세 시"), ("오전 열 시", "오후 열 시"), ("이십일", "이십"),
        ("십일월 일일", "일월 십일일"), ("화요일", "목요일"), ("다음 주 화요일", "이번 주 화요일"), ("사팔이일", "사이팔일"), ("공일공 일이삼사", "공일일 일이삼사"),
        ("보내 주세요", "보내지 마세요"), ("안 보내요", "보내요"), ("만 원", "만 오천 원"), ("오십 달러", "오십 유로"), ("세 개", "네 개"), ("열다섯 개", "쉰 개"),
        ("삼십 분", "십삼 분"), ("다섯 시 십 분 전", "다섯 시 십 분"), ("오늘", "내일"), ("모레", "글피"), ("두 번째", "세 번째"), ("오십만", "오십"),
        ("3만 5천 원", "3만 8천 원"), ("이삼 일", "삼사 일"), ("오만 원", "오천 원"), ("육 층", "칠 층"), ("한 시간 반", "두 시간 반"),
    ],
)  # fmt: skip
def test_different_values(said: str, heard: str) -> None:
    assert not can_agree("ko", said, heard)
    assert not can_agree("ko", heard, said)


def test_numbers_read_back() -> None:
    """num2words and the writer above agree but for zero and spaces; every 997th number, and all below 1200."""
    for n in [*range(1200), *range(1200, 1_000_000, 997)]:
        for text in {str(num2words(n, lang="ko")), sino(n), sino(n, " ")}:
            assert values("ko", f"{text} 원") == {money(n, "KRW")}, text
            assert numbers(text) == {Decimal(n)}, text


@given(st.integers(0, 999_999_999_999))
def test_any_number_reads_back(n: int) -> None:
    assert values("ko", f"{sino(n, ' ')} 원입니다") == {money(n, "KRW")}


def test_native_numbers_read_back() -> None:
    for n in range(1, 100):
        text = native(n)
        assert n in numbers(text) or n == 10, text
        modifier = text
        for long, short in (("하나", "한"), ("둘", "두"), ("셋", "세"), ("넷", "네"), ("스물", "스무")):
            if text.endswith(long):
                modifier = text.removesuffix(long) + short
        assert numbers(f"{modifier} 개") == {Decimal(n)}, modifier


@given(st.integers(0, 999_999), st.integers(0, 5), st.integers(1, 9))
def test_a_changed_digit_never_agrees(n: int, place: int, change: int) -> None:
    digit = n // 10**place % 10
    other = n - digit * 10**place + (digit + change) % 10 * 10**place
    assume(n != other)
    assert not can_agree("ko", f"{sino(n)} 원", f"{sino(other)} 원")
    assert not can_agree("ko", f"{sino(n)} 원", f"{other:,}원")


@given(st.integers(0, 23), st.integers(0, 59))
def test_times_read_back(hour: int, minute: int) -> None:
    half = "오전" if hour < 12 else "오후"
    text = f"{half} {HOURS[(hour - 1) % 12 + 1]} 시" + (f" {sino(minute)} 분" if minute else "")
    assert times("ko", text) == [f"{hour:02}:{minute:02}"]
    assert f"{hour:02}:{minute:02}" in times("ko", text.removeprefix(half))
    assert can_agree("ko", text, f"{hour}시 {minute}분" if hour > 12 else f"{half} {hour}:{minute:02}")


@given(st.dates(date(2000, 1, 1), date(2099, 12, 31)))
def test_dates_read_back(day: date) -> None:
    words = f"{sino(day.year)}년 {month(day.month)} {sino(day.day)}일"
    written = f"{day.year}년 {day.month}월 {day.day}일"
    assert values("ko", words) == values("ko", written) == {Value("date", (day.year, day.month, day.day))}
    other = day + timedelta(days=1)
    assert not can_agree("ko", words, f"{other.year}년 {other.month}월 {other.day}일")


@given(
    st.text("0123456789", min_size=3, max_size=12),
    st.integers(0, 11),
    st.integers(1, 9),
    st.sampled_from("영공"),
)
def test_digit_strings_read_back(digits: str, place: int, change: int, zero: str) -> None:
    names = DIGITS.replace("영", zero)
    spoken = "".join(names[int(digit)] for digit in digits)
    assert code(digits) in values("ko", spoken)
    assert code(digits) in values("ko", " ".join(spoken))
    place %= len(digits)
    other = digits[:place] + str((int(digits[place]) + change) % 10) + digits[place + 1 :]
    assert not can_agree("ko", spoken, other)


def test_places_in_a_text_with_wide_spaces_and_decomposed_syllables() -> None:
    assert values("ko", "만　오천  원") == {money(15_000, "KRW")}
    text = unicodedata.normalize("NFD", "네 십오 달러요")
    (span,) = read("ko", text).spans()
    assert unicodedata.normalize("NFC", text[span.start : span.end]) == "십오 달러"


def test_a_run_of_single_digits_is_many_codes() -> None:
    """Each of 1 000 digits begins 38 codes of three digits and more, up to 40; the last ones fewer."""
    reading = read("ko", "일 이 삼 사 오 육 칠 팔 구 공 " * 100)
    codes = sum(edge.value.kind == "code" for edges in reading.edges for edge in edges)
    assert codes == 961 * 38 + sum(range(38))


def test_a_long_text_is_read() -> None:
    for text in ("일이삼사" * 2000, "안 돼요 " * 1000, "에이" * 2000, "만 오천 원 " * 500):
        assert len(read("ko", text).tokens) >= 2000


def test_cardinals_are_known_without_a_reading() -> None:
    tokens = tokenize("만 오천 원")
    assert [(n.end, n.value) for n in language_of("ko").numerals(tokens, 0)] == [(3, Decimal(15_000))]
    assert list(language_of("ko").numerals(tokenize("이 주문"), 0)) == []

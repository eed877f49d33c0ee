"""What may stand around a Korean number: endings, units, and the ordinary words that begin like a number and its unit.

Number syllables are syllables of ordinary words too (이 주문, 일정, 사람, 구매, 천천히, 하지만).
"""

from __future__ import annotations

import re

from callproof.spoken.languages.sounds import glued_sound, rest
from callproof.spoken.tokens import Token

# Particles and endings that may stand behind a number or its unit, up to the end of the word.
_PARTICLE = (
    "까지|부터|보다|처럼|정도|짜리|이상|이하|미만|초과|이내|마다|밖에|에서|에게|한테|라도|이라도|조차|마저|동안|어치|가량|으로|만큼|하고|이랑|랑|"
    "이서|서|이나|나|은|는|이|가|을|를|에|의|도|만|로|과|와|씩|쯤|당|뿐|치|대|경|간|내|후|뒤|전|안|째|여|요|이요|끼리|앞"
)
_COPULA = (
    "입니다|입니까|인데|인가|인지|일까|이에요|예요|에요|이었|였|이라|라고|라는|라서|라면|이고|고요|구요|이며|이면|이지만|지만|이지|지요|이죠|죠|"
    "이네|네요|이니|니까|이거|거든|이다|이든|이세|이신|이셨|이십"
)
TAIL = rf"(?:(?:{_PARTICLE})*(?:(?:{_COPULA})[가-힣]*|인|임)?)"
_ENDING = re.compile(rf"{TAIL}$")
_ENDS = r"(?![가-힣])"

# Units of Sino-Korean numbers. Behind two syllables and more a glued unit only has to begin here.
_SINO_UNITS = (
    "원|달러|불|유로|엔|위안|파운드|센트|퍼센트|퍼|프로|%|년|분기|분|초|개월|층|호선|호실|호|인분|인실|주일|주간|주|킬로그램|킬로미터|킬로|그램|밀리리터|"
    "밀리|미터|리터|센티미터|센티|페이지|자리|포인트|학년|단계|박|월|번|개|명|건|회|대|장|권|병|매|일|시간|시|도|배|점|차|위|등|급|세|인|석|편|"
    "톤|인치|기가|메가|와트|보(?= (?:걸|이|정))|번지|번가|번길|동|쪽|부|평|살|잔|곳|가지|마리|사람|여|배럴|마일|걸음|줄|칸|국|콜|항|조|절|행|열|단|판|팩|박스|상자|세트"
)
CURRENCY = re.compile(" ?(?:원|달러|불|유로|엔|위안|파운드)")
SINO_UNIT = re.compile(rf" ?(?:{_SINO_UNITS})")
SINO_COUNTED = re.compile(rf" ?(?:{_SINO_UNITS}){TAIL}{_ENDS}")
# Units that a single Sino-Korean syllable may have.
_SINGLE_UNITS = (
    "원|달러|불|유로|엔|위안|파운드|센트|퍼센트|프로|%|년|분기|분|초|개월|층|호선|호실|인분|인실|주일|주간|킬로그램|킬로미터|킬로|그램|밀리리터|미터|"
    "리터|센티미터|센티|페이지|자리|포인트|학년|단계|박|번지|번|개|명|건|장|시간|톤|인치|기가|세트|호"
)
SINGLE_COUNTED = re.compile(rf" ?(?:{_SINGLE_UNITS}){TAIL}{_ENDS}")
# 이 is "this" as well, so fewer units make it a two.
TWO_COUNTED = re.compile(
    r"(?: ?(?:퍼센트|프로|%|개월|인분|인실|달러|학년|킬로그램|킬로미터|킬로|호선|층|주일|분기|년|원)| (?:센트|유로|엔)|박(?= |$))"
    rf"{TAIL}{_ENDS}"
)
TWO_AS_NUMBER = re.compile(
    r" ?번(?:을|를|으로|요|이요|이에요|입니다|이고|인데요|$|[.,?!]| (?:버튼|메뉴|출구|선택|누르|눌러|항목|창구|게이트))"
)
TWO_LONG = re.compile(r" ?(?:분|초) ?(?:동안|후|뒤|전|안에|이내|정도|만에|간)")
WEEKS = re.compile(
    r" ?주(?: ?(?:반|후|뒤|동안|간|전|안|이내|만에|정도|차|째|치|분|마다)| (?:걸|지나|지났|남|기다|연장|예정|이상|이하|넘)|쯤|나 )"
)
# 이 주 is "this week" too, 사주 is a fortune.
WEEKS_COUNTED = re.compile(rf" 주{TAIL}{_ENDS}")
ZERO_COUNTED = re.compile(rf"(?: (?:원|번|분|개|명|건)| ?(?:퍼센트|퍼|프로|%|시))(?!간|작){TAIL}{_ENDS}")
_DAY_ENDINGS = "간|동안|후|뒤|전|이내|내|안에|까지|부터|에|째|차|정도|쯤|이상|치|날|만에|마다|걸"
DAY_COUNTED = re.compile(rf"일(?: ?(?:{_DAY_ENDINGS})|{TAIL}{_ENDS})| 일{TAIL}{_ENDS}")
DAY_SURELY_COUNTED = re.compile(rf" ?일 ?(?:{_DAY_ENDINGS})")
# What begins like a syllable with a unit and is a word of its own.
SINGLE_WORDS = re.compile(
    "일자리|육박|일동|일명|일개|일장|일엔|일세|일호|일센|일포|만일|사유|사장|사번|사명|사호|사개|사건|사포|오장|오불|오호|오명|오엔|오개|오건|육개|구분|구명|"
    "구장|구호|구개|구불|구초|구엔|구박|구건|구포|팔장|천박|천장|천호|만개|만장|만건|만점|만년|만년필|조|칠장|백장|백호|삼엔|삼호"
)
# The same, but as likely an amount.
AMOUNT_WORDS = frozenset(["일원", "이원", "사원", "구원"])
# Numbers of two syllables that are words: they are numbers only before a unit.
WORDS = frozenset(
    [
        "만일",
        "만사",
        "만이",
        "만오",
        "만구",
        "만삼",
        "천사",
        "천이",
        "천일",
        "천오",
        "천구",
        "백이",
        "백사",
        "백일",
        "백구",
        "백오",
        "일만",
        "이만",
    ]
)
LONGER_WORDS = re.compile("천만(?:에|의|다행)|백만장자|백두(?:대|산)|이천쌀|사천짜장")
BEFORE_CONTRAST = re.compile(
    r"이 (?:아니|아닌|아닙|맞|되|된|됩|돼|필요|있|없|나왔|나와|찍|청구|결제|빠|남|더|다|안|잘못|표시|보이)"
)
COPULA_AFTER_TWO = re.compile(r"이(?:요|고|라|면|지|네|나|랑|며|니|거|든|에요|었)")
BECOMING = re.compile(r" ?(?:거|것|수|때|경우|겁|텐)")

_NATIVE_UNITS = (
    "개월|개|명|분|번째|번|장|병|잔|권|대|마리|살|시간|시|건|곳|가지|달|통|채|켤레|벌|송이|그루|자루|봉지|봉|상자|박스|세트|팩|캔|컵|조각|"
    "판|그릇|접시|끼|줄|쌍|차례|군데|사람|주일|주|평|척|포기|알|편|곡|칸|층|방울|모|자리|달러|배|입|모금|스푼|종류|종|페이지|식구|가족|팀|"
    "좌석|테이블|객실|방|다스"
)
NATIVE_COUNTED = re.compile(rf" ?(?:{_NATIVE_UNITS})(?!번호){TAIL}(?:반|만)?{_ENDS}")
NATIVE_WORDS = re.compile(
    "한편|한말|한해|한쪽|한자리|한동|한층|한점|한방|한배|한입|한종|한대|석방|석권|세척|세모|네모|열병|두통|세대|세종|세배|세입|한주|열대|열권|네편|한알|두배"
)
# The beginnings of the units that a single syllable needs behind it.
UNIT_FIRSTS = {unit[0] for unit in _SINO_UNITS.split("|")}
ENDING_FIRSTS = {ending[0] for ending in f"{_PARTICLE}|{_COPULA}|인|임".split("|")}
SINGLE_UNIT_FIRSTS = {unit[0] for unit in _SINGLE_UNITS.split("|")} | set("주일점매회대권병도배의보%")
NATIVE_UNIT_FIRSTS = {unit[0] for unit in _NATIVE_UNITS.split("|")}
# "하나" is also a name, "at all", and a form of "do".
NOT_ONE = re.compile(r"(?:은행|카드|로|투어|님|같|하나|도| 은행| 카드| 투어| 증권)")
DO_BEFORE = frozenset("게야도을를지려고면러어아해나서까디왜로은는")
MAY = re.compile(" (?:수|것|거|때) ")  # "둘 수 있다"
# Another number with its unit behind it: "십에서 십오 분".
UP_TO = re.compile(rf"(?:에서|부터| ?[~〜-]) ?(?:[일이삼사오육칠팔구십백천만]+|[0-9]+) ?(?:{_SINGLE_UNITS})")
ONCE = re.compile(r" ?번(?!째|호)")
# "예약을 한 시간": the hour for which it was made
MADE_BEFORE = re.compile(r" ?(?:건|분|시간|번|곳|사람|시)")

# A number needs no unit behind these: "계좌 이에서", "플랜 삼으로".
_LABEL = re.compile("(?:계좌|번호|수량|게이트|코드|플랜|옵션|레벨|메뉴|버튼|창구|인원|영하|섭씨)$")
_TWO_BEHIND_LABEL = re.compile("(?:에서|로|를|와|까지|부터|번|요|입니다|이요)")

# Glued to these, a number begins after all: "총오천원", "약이십분".
MAY_PRECEDE = frozenset("년월시분원개호층번러총약각엔")
LEAD_INS = frozenset(["", "음", "어", "저", "그", "아", "네", "예", "응", "아니요", "아뇨"])
_WHOLE_SECOND = frozenset("요이입예번.,?!…")
WHOLE_TAIL = re.compile(r"(?:요|이요|입니다|이에요|예요|번|번이요|번입니다)?")


def begins_word(tokens: list[Token], i: int) -> bool:
    return not glued_sound(tokens, i)


def begins_number(tokens: list[Token], i: int) -> bool:
    """At the beginning of a word, or glued to a word after which numbers are written without a space."""
    if not glued_sound(tokens, i):
        return True
    before = tokens[i - 1].text
    return before in MAY_PRECEDE and (before != "러" or (i > 1 and tokens[i - 2].text == "달"))


def ends_word(tokens: list[Token], i: int) -> bool:
    """Whether nothing but an ending is glued behind the token before `i`."""
    behind = rest(tokens, i)
    return not behind or _ENDING.match(behind) is not None


def unit_behind(tokens: list[Token], i: int) -> bool:
    return SINO_UNIT.match(rest(tokens, i)) is not None


def is_labelled(tokens: list[Token], i: int) -> bool:
    """Whether a single syllable stands behind a noun that wants a number."""
    if i == 0 or tokens[i].glued or not ends_word(tokens, i + 1):
        return False
    behind = rest(tokens, i + 1)
    if tokens[i].text == "이" and not _TWO_BEHIND_LABEL.match(behind):
        return False
    return _LABEL.search("".join(token.text for token in tokens[max(0, i - 3) : i])) is not None


def is_whole(tokens: list[Token], i: int, end: int) -> bool:
    """Whether the text says nothing but a number: "오.", "네, 삼이요"."""
    if len(tokens) > end + 8 or i > 8 or (end < len(tokens) and tokens[end].text not in _WHOLE_SECOND):
        return False
    before = "".join(token.text for token in tokens[:i] if token.kind != "sign")
    behind = "".join(token.text for token in tokens[end:] if token.kind != "sign")
    return before in LEAD_INS and WHOLE_TAIL.fullmatch(behind) is not None

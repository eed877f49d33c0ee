"""Korean words: spellings, particles, synonyms of calls, words that give a value its role."""

from __future__ import annotations

from callproof.spoken.wording.lexicon import Lexicon, groups, pairs, phrases, words

LEXICON = Lexicon(
    code="ko",
    hesitation=r"음+|어+|으음+|흠+|아+|에+",
    fillers=phrases("저기, 그러니까, 뭐랄까, 있잖아요, 뭐, 저기요, 막"),
    variants=pairs(
        "예=네, 이에요=에요, 예요=에요, 이요=요, 오케이=네, 카톡=카카오톡, 핸드폰=휴대폰, 휴대전화=휴대폰, 이메일=메일, 바껴=바뀌어, 되요=돼요, 되지=돼요, 할께요=할게요"
    ),
    synonyms=groups(
        (
            "원해요, 원합니다, 싶어요, 싶습니다, 싶은데요, 싶은데, 부탁해요, 부탁드려요, 부탁드립니다, 주세요, 해주세요, 해 주세요, 주십시오",
            "취소, 캔슬",
            "환불, 반환",
            "예약, 부킹",
            "변경, 수정, 바꿔",
            "확인, 체크",
            "보내, 발송, 전송",
            "전화, 통화, 얘기, 이야기",
            "받, 수령",
            "구매, 구입",
            "시작, 개시",
            "안녕하세요, 안녕하십니까, 여보세요",
            "감사합니다, 고맙습니다, 고마워요, 감사해요",
            "정도, 쯤, 약",
        )
    ),
    light=words(
        "저 저는 제가 제 나는 내가 내 우리 그 이 저희 거 것 건 걸 게 좀 네 예 그리고 그런데 근데 그럼 그래서 혹시 지금 여기 거기 "
        "있어요 있습니다 있는데요 이에요 예요 입니다 입니까 인가요 이요 요 해요 합니다 할게요 하고 해 주세요 부탁드려요 부탁드립니다 "
        "감사합니다 고맙습니다 안녕하세요 수 때 로 으로 번호 있나요 있을까요"
    ),
    heavy=words("네 예"),
    particles=words(
        "은 는 이 가 을 를 의 도 만 에 에서 에게 께 한테 와 과 랑 이랑 하고 로 으로 부터 까지 이나 나 요 이요 입니다 이에요 예요 "
        "인데요 인데 인가요 입니까 이고 고 서 해요 합니다 할게요 하겠습니다 하고 해 주세요 해주세요 할 한 하는 하다 했어요 했습니다 "
        "드려요 드립니다 돼요 됩니다 되나요 될까요 하세요 하십시오 싶어요 싶습니다 싶은데요 고싶어요 부탁드려요 부탁드립니다 부탁해요 "
        "주실래요 주시겠어요 주실 줘요 줘 주십시오 거든요 는데요 은데요 데요 어요 아요 습니다 ㅂ니다 세요 네요 죠 지요 까요 나요"
    ),
    copulas=words("요 이요 예요 이에요 입니다 인데요 인가요 이고요 이고"),
    roles_after=pairs(
        "에서=way:from, 부터=way:from, 에서부터=way:from, 까지=way:to, 으로=way:to, 로=way:to, 에게=way:to, 전=way:to, "
        "이전=way:to, 후=way:from, 이후=way:from, 이상=size:least, 이하=size:most, 미만=size:most, 초과=size:least, "
        "전에=way:to, 후에=way:from"
    ),
    roles_before=pairs("최소=size:least, 적어도=size:least, 최대=size:most, 많아야=size:most"),
    negates_backwards=True,
    by_character=True,
    answers=words("아니 아니요 아뇨 아니오"),
)

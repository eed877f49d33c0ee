"""Laws of the checks on words: they never break, equal values are never misheard, and looking at bare words first misses nothing."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from callproof.errors import InputError
from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import Call, fold
from callproof.importers.registry import Place, read_payload
from callproof.scoring.actions import Leaf
from callproof.scoring.arguments import Datum, datum_of
from callproof.scoring.checks.misheard_number import MisheardNumber
from callproof.scoring.checks.no_confirmation import NoConfirmation
from callproof.scoring.dialogue import Dialogue, dialogue_of
from callproof.scoring.lexis import lexis
from callproof.scoring.naming import asks_more_than_bare_words, named, rival, stated
from callproof.scoring.results import judge
from callproof.scoring.timing import timing_of
from callproof.spoken.claims import agrees, claims
from callproof.spoken.content import affirmed, says
from callproof.spoken.detection import known_code
from tests.meta.source import ROOT
from tests.strategies import ANY_TEXT, JSON_VALUES, damaged, simple_calls
from tests.unit.scoring.calls import call_of, findings, payload, record_of
from tests.unit.scoring.talks import WORD_CHECKS, refund, talk

moderate = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

SAID = (
    "I want fifteen dollars back", "No, fifty.", "Yes.", "Shall I refund fifty dollars?", "I've refunded it.", "Order 4821, please",
    "Sorry, E M four five six", "Not on Saturday, on Sunday", "tomorrow at nine", "Fifty, right?", "**bold**", "jane dot doe at example dot com",
    "Quiero quince euros", "십오 달러요", "十五ドルです", "请退钱", "415 555 0132", "", "?", "\ud800", "mm-hm", "What?", "I do not want it",
)  # fmt: skip
TEXTS = st.one_of(st.sampled_from(SAID), ANY_TEXT, st.lists(st.sampled_from(SAID), max_size=3).map(" ".join))
ARGUMENTS = st.dictionaries(
    st.sampled_from(
        [
            "amount",
            "order_id",
            "date",
            "time",
            "end_time",
            "currency",
            "email",
            "phone",
            "day",
            "code",
            "n",
            "items",
            "x_cents",
        ]
    ),
    st.one_of(
        st.sampled_from(
            [
                15,
                50,
                -5,
                0.15,
                10**30,
                1e308,
                "50",
                "$50",
                "EM456",
                "2026-12-01",
                "2026-12-01T19:00:00Z",
                "19:30",
            ]
        ),
        st.sampled_from(
            [
                "+14155550132",
                "a@b.co",
                "Friday",
                "tomorrow",
                "0012345",
                "9999-99-99",
                "12/04/2026",
                "May 3, 1980",
                "12,50 €",
                "4821,4822",
                "99:99",
                "1,2,3",
                "٣",
                "²",
            ]
        ),
        JSON_VALUES,
    ),
    max_size=4,
)
POLICIES: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({}),
    st.dictionaries(
        st.sampled_from(
            ["max_refund", "limits", "allowed_actions", "forbidden_actions", "order", "at_most", "odd"]
        ),
        st.one_of(
            JSON_VALUES,
            st.sampled_from(
                [50, ["refund"], [{"action": "*", "argument": "amount", "max": 1, "total": 2}], {"refund": 1}]
            ),
            st.sampled_from(
                [[{"before": "a", "action": "*"}], [{"action": "[", "argument": "amount", "min": 9}]]
            ),
        ),
        max_size=3,
    ),
)


@st.composite
def word_calls(draw: st.DrawFn) -> Call:
    """Calls with odd texts, arguments, results, policies, days."""
    builder = RecordBuilder()
    ms = 0
    for _ in range(draw(st.integers(0, 7))):
        ms += draw(st.integers(0, 3000))
        end = draw(st.sampled_from([None, ms + 900]))
        builder.speech(
            draw(st.sampled_from(["caller", "agent", "caller", "agent", "other"])),
            draw(st.sampled_from([ms, ms, ms, None])),
            end,
            said=draw(st.none() | TEXTS),
            heard=draw(st.none() | TEXTS),
            cut=draw(st.booleans()),
            played=draw(st.none() | TEXTS),
        )
        if draw(st.booleans()):
            name = draw(
                st.sampled_from(["refund", "get_order", "", "send_email", "execute", "book_table", "取消"])
            )
            arguments = draw(ARGUMENTS | st.sampled_from(["{bad"]))
            tool = builder.tool_sent(
                None,
                name,
                arguments,
                draw(st.sampled_from([ms, None])),
                consequential=draw(st.none() | st.booleans()),
            )
            if draw(st.booleans()):
                builder.tool_returned(
                    tool, draw(JSON_VALUES | TEXTS), draw(st.sampled_from([ms + 100, None]))
                )
            elif draw(st.booleans()):
                builder.tool_failed(tool, "down", ms + 50)
    started = draw(
        st.sampled_from([None, "", "soon", "2026-11-30T10:00:00-05:00", "2026-11-30", "9999-12-31T23:59:59Z"])
    )
    return fold(
        builder.build(
            "c", draw(st.sampled_from(["simple", "retell"])), started_at=started, policy=draw(POLICIES)
        )
    )


@moderate
@given(word_calls())
def test_no_call_breaks_a_check_on_words(call: Call) -> None:
    timing = timing_of(call)
    seqs = {seq for u in call.utterances for seq in u.events} | {s for t in call.tool_calls for s in t.events}
    for check in WORD_CHECKS:
        result = check.judge(call, timing)
        assert result == check.judge(call, timing)
        assert result.measured or result.missing
        assert result.measured or not result.findings
        for finding in result.findings:
            assert finding.check == check.id
            assert finding.turn is None or 0 <= finding.turn < len(call.utterances)
            assert set(finding.evidence["events"]) <= seqs
            assert "\n" not in finding.message
            assert len(finding.message) < 1200
            json.dumps(finding.to_json())


@moderate
@given(damaged({"id": "x", "turns": [{"speaker": "user", "text": "fifty", "truth": "fifteen"},
                                     {"speaker": "agent", "text": "Fifty?", "actions": [{"name": "refund", "args": {"amount": 50}}]}]}))  # fmt: skip
def test_damaged_calls_are_refused_or_judged(data: Any) -> None:
    for record in read_payload(data, Place("x", "x")):
        if not isinstance(record, InputError):
            judge(fold(record), WORD_CHECKS)


@moderate
@given(simple_calls())
def test_a_check_that_is_left_out_changes_nothing_for_the_others(data: dict[str, Any]) -> None:
    call = fold(record_of(data))
    whole = judge(call, WORD_CHECKS)
    alone = [judge(call, [check]) for check in WORD_CHECKS]
    key = [f.check for f in whole.findings]
    assert sorted(key) == sorted(f.check for result in alone for f in result.findings)


@moderate
@given(
    st.integers(0, 999_999), st.sampled_from(["{}", "I want {} of them", "order {}", "{} dollars, please"])
)
def test_equal_values_are_never_misheard(number: int, frame: str) -> None:
    num2words = pytest.importorskip("num2words").num2words
    spoken = frame.format(num2words(number))
    call = talk("a: How many do you want of the green ones?", (f"c: {frame.format(number)}", spoken))
    assert findings(MisheardNumber(), call) == []


@moderate
@given(st.integers(13, 9999), st.integers(13, 9999))
def test_an_amount_is_confirmed_only_by_itself(asked: int, done: int) -> None:
    num2words = pytest.importorskip("num2words").num2words
    # Nobody says the comma, and with it "two thousand, one hundred" may be two values.
    question = f"a: Shall I refund {num2words(asked).replace(',', '')} dollars?"
    call = talk("c: My money back, please.", question, "c: Yes.", ("a: OK.", refund(done)))
    assert (findings(NoConfirmation(), call) == []) == (asked == done)


# --- bare words first --------------------------------------------------------------------------------------------


@cache
def spoken_texts() -> tuple[tuple[str, str], ...]:
    """All sentences that the tests of `spoken` hold, with their languages."""
    found: set[tuple[str, str]] = set()
    folder = ROOT / "tests" / "data" / "spoken"
    for line in (folder / "pairs.jsonl").read_text(encoding="utf-8").splitlines():
        pair = json.loads(line)
        found |= {(pair["language"], pair["said"]), (pair["language"], pair["heard"])}
    for line in (folder / "claims.jsonl").read_text(encoding="utf-8").splitlines():
        claim = json.loads(line)
        found.add((claim["language"], claim["text"]))
    return tuple(sorted(found, key=str))


DATA: tuple[tuple[str, Any], ...] = (
    *(("amount", number) for number in (2, 5, 9, 12, 15, 40, 50, 99, 100, 1500, 15.5)),
    *(("order", code) for code in ("4821", "4281", "EM456", "345", "0012345")),
    *(("day", day) for day in ("Monday", "Tuesday", "Friday", "Saturday")),
    ("date", "2026-12-01"),
    ("date", "2026-12-04"),
    ("time", "07:45"),
    ("time", "19:30"),
    ("time", "14:00"),
    ("phone", "+14155550132"),
)


def data() -> list[Datum]:
    found = [datum_of(Leaf(key, key, value), "en") for key, value in DATA]
    assert None not in found
    return [datum for datum in found if datum is not None]


def dialogue_in(language: str, text: str) -> Dialogue:
    """A call in which that is said; `language` is given, so that this is no test of finding it."""
    dialogue = Dialogue(call_of({"speaker": "caller", "text": text}, started_at="2026-11-30T10:00:00-05:00"))
    dialogue.language = known_code(language)
    return dialogue


def test_what_the_bare_words_tell_is_what_reading_tells() -> None:
    """A quick no is never a yes, and a quick yes never a no; where the quick look says nothing, the text is read anyway."""
    assert len(spoken_texts()) > 500
    day = date(2026, 11, 30)
    wrong: list[tuple[Any, ...]] = []
    for language, text in spoken_texts():
        if not text.strip():
            continue
        dialogue = dialogue_in(language, text)
        read_in = dialogue.language_in(text)
        for datum in data():
            for ask, quick in ((says, named), (affirmed, stated)):
                slow = (
                    [ask(text, form, language=read_in, date=day) for form in datum.forms]
                    if read_in
                    else [None]
                )
                verdict = quick(dialogue, text, datum)
                if (verdict is True and True not in slow) or (verdict is False and True in slow):
                    wrong.append((quick.__name__, verdict, slow, datum.path, datum.value, language, text))
    assert wrong == []


def test_what_is_valueless_in_english_names_nothing_and_has_nothing_in_the_place_of_it() -> None:
    day = date(2026, 11, 30)
    valueless = [
        text
        for language, text in spoken_texts()
        if language == "en" and lexis(text).shape.is_valueless and text.strip()
    ]
    assert len(valueless) > 50
    for text in valueless:
        dialogue = dialogue_in("en", text)
        for datum in data():
            if asks_more_than_bare_words(datum):
                continue
            assert True not in [says(text, form, language="en", date=day) for form in datum.forms]
            assert named(dialogue, text, datum) is stated(dialogue, text, datum) is False
            assert rival(dialogue, text, datum) is None


def test_a_value_is_no_rival_of_itself() -> None:
    for language, text in spoken_texts():
        dialogue = dialogue_in(language, text)
        for datum in data():
            if named(dialogue, text, datum):
                assert rival(dialogue, text, datum) is None


def test_what_a_sentence_does_is_the_same_for_all_long_numbers() -> None:
    """Long numbers are masked before clauses are read; nothing but the values may change."""
    for language, text in spoken_texts():
        code = known_code(language)
        dialogue = dialogue_in(language, text)
        if code is None or dialogue.language_in(text) is None:
            continue
        read = claims(text, language=dialogue.language_in(text), date=dialogue.day)
        quick = dialogue.clauses_in(lexis(text))
        assert [(c.act, c.text, c.topic, c.asks_consent, bool(c.values)) for c in read] == [
            tuple(c) for c in quick
        ]
        assert dialogue.agreement(lexis(text)) == agrees(text, language=dialogue.language_in(text))


@pytest.mark.parametrize("number", ["1000", "4821", "7777", "48213", "9999999", "2026", "1984"])
@pytest.mark.parametrize(
    "text",
    [
        "So that is order {}, is that right?",
        "I've refunded order {}.",
        "Yes, {} is right.",
        "No, {}.",
        "{}?",
        "Not {}, the other one.",
        "Is it {} or 12?",
        "I have {} of them",
    ],
)
def test_a_long_number_in_every_place(text: str, number: str) -> None:
    said = text.format(number)
    dialogue = dialogue_in("en", said)
    read = claims(said, language="en", date=dialogue.day)
    assert [(c.act, c.text, c.topic, c.asks_consent, bool(c.values)) for c in read] == [
        tuple(c) for c in dialogue.clauses_in(lexis(said))
    ]


def test_checks_share_what_they_work_out_of_one_call() -> None:
    call = talk("c: Fifteen back.", ("a: OK.", refund(15)))
    other = talk("c: Fifteen back.", ("a: OK.", refund(15)))
    assert dialogue_of(call) is dialogue_of(call)
    # Equal is not the same.
    assert dialogue_of(other) is not dialogue_of(call)
    assert dialogue_of(call).data(call.tool_calls[0])[0].number == Decimal(15)
    assert payload()["turns"] == []

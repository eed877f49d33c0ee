"""How fast the comparator is: 1 000 varied pairs of what was said and what was heard, each seen for the first time.

    python benchmarks/compare_speed.py [--pairs 1000] [--seed 1]

The pairs are those of the tests, in all languages, and English sentences of a call with amounts, codes, dates and times in them: heard
right, in digits, with a filler, with another value, with a word lost. Prints microseconds a pair of CPU time: mean, median, 95th
percentile, each the least of three rounds, with the language given and with the language to be found; then with `words` and `wer` asked for too. Machines are shared and noisy.
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from callproof.spoken import compare, detection, names, paths

PAIRS = Path(__file__).parents[1] / "tests" / "data" / "spoken" / "pairs.jsonl"
_ONES = (
    *(
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CALLER = (
    "Hi, I'd like to get {money} back for the order I placed last week, please.",
    "My order number is {code} and it still has not arrived.",
    "Could you move my appointment from {day} to {other_day} at {time}?",
    "I was charged {money} on {date} and I do not know what for.",
    "Yes, the confirmation code is {code}, and the name on the booking is Shayne Cole.",
    "So that is {number} adults and {other_number} children for {day} evening, is that right?",
    "Please send {money} from account {number} to account {other_number}.",
    "I think the last four digits of my card are {code}, can you check that for me?",
    "The flight leaves on {date} at {time} and I need an aisle seat for my mother.",
    "No, I did not say {number}, I said {other_number}, and I want it to go to my office.",
    "{money}, please.",
    "It's {code}.",
    "Yes, that is right, thank you.",
    "I want to cancel my order because it never arrived.",
    "Can you tell me whether you deliver to the islands?",
    "Sorry, I did not catch that, could you say it again?",
)
_AGENT = "Let me check that for you. I have found your booking and I can change it right away if you like."


@dataclass(frozen=True, slots=True)
class Pair:
    said: str
    heard: str
    language: str
    date: datetime.date | None


def words(number: int) -> str:
    if number < 20:
        return _ONES[number]
    if number < 100:
        return _TENS[number // 10 - 2] + (f"-{_ONES[number % 10]}" if number % 10 else "")
    if number < 1000:
        return f"{_ONES[number // 100]} hundred" + (f" {words(number % 100)}" if number % 100 else "")
    return f"{words(number // 1000)} thousand" + (f" {words(number % 1000)}" if number % 1000 else "")


class Values:
    """The values of one sentence, in words and in digits."""

    def __init__(self, rng: random.Random) -> None:
        amount, cents = rng.randint(1, 1500), rng.choice((0, 0, rng.randint(1, 99)))
        hour, minute = rng.randint(1, 12), rng.choice((0, 15, 30, rng.randint(10, 59)))
        number, other = rng.sample(range(2, 90), 2)
        day, other_day = rng.sample(_DAYS, 2)
        code = "".join(rng.choice("0123456789") for _ in range(rng.choice((4, 4, 6, 10))))
        month, date = rng.choice(_MONTHS), rng.randint(1, 28)
        self.spoken = {
            "money": f"{words(amount)} dollars" + (f" and {words(cents)} cents" if cents else ""),
            "time": f"{words(hour)} {words(minute)}" if minute else f"{words(hour)} o'clock",
            "number": words(number),
            "other_number": words(other),
            "code": " ".join(_ONES[int(digit)] for digit in code),
            "date": f"{month} {words(date)}",
            "day": day,
            "other_day": other_day,
        }
        self.written = self.spoken | {
            "money": f"${amount:,}" + (f".{cents:02}" if cents else ""),
            "time": f"{hour}:{minute:02}",
            "number": str(number),
            "other_number": str(other),
            "code": code,
            "date": f"{month} {date}",
        }


def generated(rng: random.Random) -> Pair:
    template = rng.choice(_CALLER)
    values = Values(rng)
    said = template.format(**values.spoken)
    change = rng.choice(("same", "digits", "digits", "filler", "value", "word", "long"))
    heard = template.format(**(values.spoken if change == "same" else values.written))
    if change == "value":
        heard = template.format(**Values(rng).written)
    elif change in ("filler", "word"):
        parts = heard.split()
        place = rng.randrange(len(parts))
        parts[place : place + 1] = ["uh", parts[place]] if change == "filler" else []
        heard = " ".join(parts)
    elif change == "long":
        said, heard = f"{said} {_AGENT}", f"{_AGENT.lower()} {heard}"
    return Pair(said, heard, "en", None)


def stored() -> list[Pair]:
    found = []
    for line in PAIRS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        date = datetime.date.fromisoformat(row["date"]) if "date" in row else None
        found.append(Pair(row["said"], row["heard"], row["language"], date))
    return found


def forget() -> None:
    """No text has been seen before."""
    for cached in (
        paths.text_of,
        paths.bare,
        detection.script_of,
        detection._scores,
        names._alike,
        names.sound_of,
    ):
        cached.cache_clear()


def timed(pairs: list[Pair], judge: Callable[[Pair], object], rounds: int = 3) -> list[float]:
    """Microseconds for each pair, the least of some rounds: what else runs on the machine only ever adds."""
    taken = [float("inf")] * len(pairs)
    for _ in range(rounds):
        forget()
        for i, pair in enumerate(pairs):
            began = time.process_time_ns()
            judge(pair)
            taken[i] = min(taken[i], (time.process_time_ns() - began) / 1000)
    return taken


def with_language(pair: Pair) -> str:
    return compare(pair.said, pair.heard, language=pair.language, date=pair.date).outcome


def without_language(pair: Pair) -> str:
    return compare(pair.said, pair.heard, date=pair.date).outcome


def everything(pair: Pair) -> object:
    comparison = compare(pair.said, pair.heard, language=pair.language, date=pair.date)
    return comparison.words, comparison.wer


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    pairs = stored()
    pairs = [*pairs, *(generated(rng) for _ in range(options.pairs - len(pairs)))][: options.pairs]
    rng.shuffle(pairs)
    for pair in pairs:  # loads the languages, once for a process
        with_language(pair), without_language(pair)
    outcomes = Counter(map(with_language, pairs))
    length = statistics.mean(len(pair.said.split()) for pair in pairs)
    print(f"{len(pairs)} pairs, {length:.1f} words on average: {dict(outcomes)}")
    for name, judge in (
        ("language given", with_language),
        ("language found", without_language),
        ("with words and wer", everything),
    ):
        taken = sorted(timed(pairs, judge))
        print(
            f"{name:20} {statistics.mean(taken):7.0f} us a pair  median {statistics.median(taken):5.0f}"
            f"  p95 {taken[int(len(taken) * 0.95)]:5.0f}"
        )


if __name__ == "__main__":
    main()

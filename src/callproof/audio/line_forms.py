"""How people write what a line does to a voice: `noise=babble:10dB`, `telephone`, `loss=3%:bursts`.

An effect has a name and settings after it, in any order, told apart by their unit; what is left out has its usual value. Effects
come in the order in which a voice meets them (the room, the microphone, the line, the packets), however they were written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from callproof.errors import InputError, Problem, did_you_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A number of an effect, with its unit and the range that it may have."""

    name: str
    unit: str
    usual: float
    least: float
    most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How one effect is written. `words` are the words it knows and what each sets, `usual` what is set without them."""

    settings: tuple[Setting, ...] = ()
    words: Mapping[str, Mapping[str, float | str]]
    usual: Mapping[str, str]
    example: str


_NO_WORDS: Mapping[str, Mapping[str, float | str]] = {}
_DB, _PERCENT, _MS = "dB", "%", "ms"
_NOISES = ("white", "pink", "babble", "street", "hum")

# In the order in which a voice meets them.
FORMS: Mapping[str, Form] = {
    "noise": Form(
        settings=(Setting(name="snr_db", unit=_DB, usual=15, least=-20, most=60),),
        words={kind: {"kind": kind} for kind in _NOISES},
        usual={"kind": "pink"},
        example="noise=babble:10dB",
    ),
    "speaker": Form(
        settings=(Setting(name="snr_db", unit=_DB, usual=15, least=-20, most=60),),
        words=_NO_WORDS,
        usual={},
        example="speaker=10dB",
    ),
    "echo": Form(
        settings=(
            Setting(name="delay_ms", unit=_MS, usual=150, least=0, most=2000),
            Setting(name="loss_db", unit=_DB, usual=20, least=0, most=60),
        ),
        words=_NO_WORDS,
        usual={},
        example="echo=150ms:20dB",
    ),
    "level": Form(
        settings=(Setting(name="db", unit=_DB, usual=-20, least=-60, most=30),),
        words=_NO_WORDS,
        usual={},
        example="level=-20dB",
    ),
    "clipping": Form(
        settings=(Setting(name="over_db", unit=_DB, usual=20, least=0, most=60),),
        words=_NO_WORDS,
        usual={},
        example="clipping=20dB",
    ),
    "telephone": Form(words=_NO_WORDS, usual={}, example="telephone"),
    "loss": Form(
        settings=(
            Setting(name="percent", unit=_PERCENT, usual=3, least=0, most=90),
            Setting(name="burst_ms", unit=_MS, usual=20, least=20, most=2000),
        ),
        words={"bursts": {"burst_ms": 60}, "repeat": {"concealed": "repeat"}},
        usual={"concealed": "zeros"},
        example="loss=3%:bursts",
    ),
    "jitter": Form(
        settings=(
            Setting(name="spread_ms", unit=_MS, usual=20, least=1, most=500),
            Setting(name="buffer_ms", unit=_MS, usual=60, least=0, most=2000),
        ),
        words=_NO_WORDS,
        usual={},
        example="jitter=20ms:60ms",
    ),
}
# A room may hold more than one noise, and nothing else makes sense twice.
_SEVERAL = frozenset({"noise"})
_PLACES = {name: place for place, name in enumerate(FORMS)}
_NUMBER = re.compile(r"([+-]?\d{1,6}(?:\.\d{1,3})?)\s*([a-z%]*)", re.IGNORECASE)
_UNITS = {unit.lower(): unit for unit in (_DB, _PERCENT, _MS)}


@dataclass(frozen=True, slots=True)
class LineEffect:
    """One effect with all of its settings. As a text it is what may be written for it, complete: `loss=3%:60ms`."""

    name: str
    numbers: Mapping[str, float]
    words: Mapping[str, str]

    def __str__(self) -> str:
        form = FORMS[self.name]
        words = [word for word in self.words.values() if word != "zeros"]
        numbers = [f"{self.numbers[setting.name]:g}{setting.unit}" for setting in form.settings]
        # The kind of a noise comes before its level, what is done about a loss after its share.
        parts = [*words, *numbers] if "kind" in self.words else [*numbers, *words]
        return f"{self.name}={':'.join(parts)}" if parts else self.name


def line_of(texts: Iterable[str], where: str = "--line", *, file: str = "") -> tuple[LineEffect, ...]:
    """The effects that are written, in their order on the line; a text may hold several, with commas between.

    Raises InputError with everything that is wrong; `where` names the option or the field that it is said of.
    """
    effects: list[LineEffect] = []
    problems: list[Problem] = []
    for text in texts:
        for part in text.split(","):
            try:
                effects.append(_effect(part.strip()))
            except ValueError as error:
                problems.append(Problem(file, "", f"{where} {part.strip()!r}: {error}"))
    for name in FORMS:
        if name not in _SEVERAL and sum(effect.name == name for effect in effects) > 1:
            problems.append(Problem(file, "", f"{where}: {name} is there twice"))
    if problems:
        raise InputError(problems)
    # The order of the written decides between two of one name alone.
    return tuple(sorted(effects, key=lambda effect: _PLACES[effect.name]))


def _effect(text: str) -> LineEffect:
    name, equals, rest = text.partition("=")
    name = name.strip().lower()
    form = FORMS.get(name)
    if form is None:
        near = did_you_mean(name, FORMS)
        raise ValueError(f"there is no effect {name!r} (there are: {', '.join(FORMS)}).{near}")
    if equals and not rest.strip():
        raise ValueError(f"nothing stands after the =; for example: {form.example}")
    numbers = {setting.name: setting.usual for setting in form.settings}
    words = dict(form.usual)
    free = list(form.settings)
    taken: set[str] = set()
    for part in rest.split(":") if equals else ():
        for key, value in _setting(part.strip(), name, form, free).items():
            if key in taken:
                raise ValueError(f"says twice what its {key.removesuffix('_ms')} is")
            taken.add(key)
            if isinstance(value, str):
                words[key] = value
            else:
                numbers[key] = value
    return LineEffect(name, numbers, words)


def _setting(part: str, name: str, form: Form, free: list[Setting]) -> Mapping[str, float | str]:
    """What one part between colons sets; a setting that is written is no longer `free`."""
    match = _NUMBER.fullmatch(part)
    if match is None:
        if part.lower() in form.words:
            return form.words[part.lower()]
        raise ValueError(f"{_strange(part, name, form)}{did_you_mean(part.lower(), form.words)}")
    units = [setting.unit for setting in form.settings]
    unit = _UNITS.get(match[2].lower())
    if not units:
        raise ValueError(f"{name} has no settings; write it alone")
    if unit is None:
        what = f"{part!r} has no unit" if not match[2] else f"there is no unit {match[2]!r} here"
        raise ValueError(f"{what}; for example: {form.example}")
    setting = next((setting for setting in free if setting.unit == unit), None)
    if setting is None:
        raise ValueError(
            f"{part!r} is one too many" if unit in units else _strange(part, name, form).rstrip(".")
        )
    free.remove(setting)
    value = float(match[1])
    if not setting.least <= value <= setting.most:
        raise ValueError(f"{part} is out of range, expected {setting.least:g} to {setting.most:g} {unit}")
    return {setting.name: value}


def _strange(part: str, name: str, form: Form) -> str:
    known = [*form.words, *[f"a number with {setting.unit}" for setting in form.settings]]
    if not known:
        return f"{name} has no settings; write it alone."
    return f"{part!r} is nothing that {name} knows (it takes: {', '.join(known)})."

"""The scanners that the languages with words share, each with the words without which a text is not scanned."""

from __future__ import annotations

from callproof.spoken.language import LanguageCode, Scan
from callproof.spoken.languages import day_ranges, days_alone, portions, pressures, roman, web_addresses
from callproof.spoken.languages.halves import things_and_a_half
from callproof.spoken.wording.units import units_of


def shared_scans(code: LanguageCode) -> tuple[Scan, ...]:
    return (
        Scan(units_of(code).half_words, things_and_a_half),
        Scan(portions.joints_of(code), portions.portions),
        Scan(pressures.OVER[code], pressures.pressures),
        day_ranges.scan(code),
        web_addresses.scan(code),
        roman.SCAN,
        web_addresses.points_scan(code),
        *((days_alone.scan(code),) if code != "en" else ()),
    )

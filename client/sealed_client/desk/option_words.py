"""The options of a table as people say them, not as they are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_WORDS: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    "popular-front": {
        "track": {"": "track of {value} spaces"},
        "flags": {"": "{value} flags"},
        "round-cap": {"0": "as many rounds as it takes", "": "at most {value} rounds"},
    },
    "shaef": {
        "scenario": {"historical": "Historical Scenario", "free": "Free Scenario"},
        "wetlands": {"exhaust": "wetlands exhaust", "pass": "wetlands do not exhaust"},
    },
    "south-front": {
        "usa-at-war": {"": "USA at war from round {value}"},
        "egypt-border": {"": "border from Egypt to Palestine-Jordan {value}"},
        "adriatic": {"yes": "with the Adriatic Sea", "no": "without the Adriatic Sea"},
        "first-hand": {"shuffled": "shuffled first hands", "first-game": "first hands of the first game"},
        "mulligan": {"yes": "with a mulligan", "no": "without a mulligan"},
    },
}
"""By title, option and value; the empty value stands for all others."""


def option_words(title: str, options: Iterable[tuple[str, str]]) -> str:
    """Return options with their values in words; those of a title that is not known here as they are."""
    known = _WORDS.get(title, {})
    return ", ".join(_said(known.get(name, {}), name, value) for name, value in options)


def _said(words: Mapping[str, str], name: str, value: str) -> str:
    template = words.get(value) or words.get("")
    return f"{name} {value}" if template is None else template.replace("{value}", value)

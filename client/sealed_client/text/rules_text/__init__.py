"""Short summaries of the rules in our own words, one module a title, and the rulings of the titles."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

from sealed_client.text.rules_text import popular_front, shaef, south_front

if TYPE_CHECKING:
    from sealed.engine.title import Setup

_SECTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "popular-front": popular_front.SECTIONS,
    "shaef": shaef.SECTIONS,
    "south-front": south_front.SECTIONS,
}
_PASSAGES: dict[str, dict[str, tuple[str, ...]]] = {
    "popular-front": popular_front.PASSAGES,
    "shaef": shaef.PASSAGES,
    "south-front": south_front.PASSAGES,
}
_OPTIONS: dict[str, dict[str, dict[str, str]]] = {
    "shaef": shaef.OPTIONS,
    "south-front": south_front.OPTIONS,
}
"""What the values of options mean at a table, in place of `(option NAME)`."""
_HEADINGS = {"no.": 2, "case": 1}
"""How many columns of a table are read out, by what its first column is called."""
_RULING = re.compile(r"[A-Z]\d?-\d+")


def sections(title: str) -> tuple[str, ...]:
    """Returns the sections of a title's summary, in reading order."""
    return tuple(_SECTIONS.get(title, ()))


def passage(title: str, name: str, setup: Setup | None = None) -> list[str]:
    """Returns what a section, a rule in brackets, a card or a ruling (`F-21`) says; empty for no such.

    What depends on an option says how it is at the table of a set-up, without one that it is an option.
    """
    found = _PASSAGES.get(title, {}).get(name.casefold().removesuffix("!"))
    if found is None and title in _PASSAGES and _RULING.fullmatch(name.upper()):
        return _ruling(title, name.upper())
    return [_at_table(title, line, setup) for line in found or ()]


def _at_table(title: str, line: str, setup: Setup | None) -> str:
    """Returns a line with what the options of a table mean, where that is known."""
    if setup is None:
        return line
    for name, words in _OPTIONS.get(title, {}).items():
        line = line.replace(f"(option {name})", f"({words[setup.option(name)]})")
    return line


def _ruling(title: str, number: str) -> list[str]:
    """Returns a row of the title's table of rulings: question and answer, or what a case holds."""
    table = (
        files(f"sealed.games.{title.replace('-', '_')}").joinpath("RULINGS.md").read_text(encoding="utf-8")
    )
    told = 1
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if cells[0] in _HEADINGS:
            told = _HEADINGS[cells[0]]
        elif cells[0] == number:
            return [f"{number}: {' '.join(cells[1 : 1 + told])}"]
    return []

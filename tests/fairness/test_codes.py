"""Laws of the list of codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sealed.fairness.codes import CODES, Class, explain

SPEC = Path(__file__).resolve().parents[2] / "shared/sealed/fairness/SPEC.md"
ROW = re.compile(r"`([A-Z0-9]+(?:_[A-Z0-9]+)+)`")


def _checks() -> list[list[str]]:
    """Returns the cells of the rows of sections 3.1 and 3.2."""
    text = SPEC.read_text("utf-8")
    section = text[text.index("### 3.1") : text.index("### 3.3")]
    return [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]


def test_the_codes_are_those_of_section_3() -> None:
    """Every code of section 3 is in the list, and no other."""
    found = set()
    for cells in _checks():
        code_cell = cells[2] if len(cells) > 3 else cells[1]
        found |= set(ROW.findall(code_cell))
    assert found == set(CODES)


@pytest.mark.parametrize(
    "cells", [cells for cells in _checks() if len(cells) == 6], ids=lambda cells: cells[2]
)
def test_class_and_rules_are_those_of_section_3(cells: list[str]) -> None:
    """The class of a code, and whether it needs the rules, are as its row of section 3.1 says."""
    stated = cells[5].strip()
    for code in ROW.findall(cells[2]):
        known = CODES[code]
        if stated in {"C", "D", "L", "L/C"}:
            assert known.kind == stated or known.note, code
        if stated in {"C r", "L/C r"}:
            assert known.needs_rules, code
            assert known.kind == stated[:-2], code


def test_every_code_says_what_it_means_in_a_sentence() -> None:
    """A report can print a sentence for each code, and an unknown code is told as such."""
    for code in CODES.values():
        assert re.fullmatch(r"[A-Z][^_|]+\.", explain(code.code)), code
        assert not re.search(r"\byour?\b", explain(code.code), re.IGNORECASE), "a director reads it too"
    assert "not a code" in explain("NO_SUCH_CODE")


def test_codes_of_the_parser_are_local_until_logged() -> None:
    """What the parser refuses convicts nobody before it stands in a log."""
    assert all(
        code.kind is Class.LOCAL_OR_CONVICTS for code in CODES.values() if code.code.startswith("ENC_")
    )

"""Laws of names that players choose: they turn, hide and move nothing on anybody's screen."""

from __future__ import annotations

import pytest

from sealed.wire.strict import check_text
from sealed_client.text.people import People
from sealed_client.words import director

NAMES = {
    "turned around": "Ada\u202edab",
    "isolated": "\u2066Ada",
    "of no width": "A\u200bda",
    "of two lines": "Ada\u2028Verdict: PASS",
    "tagged": "Ada\U000e0041",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_moves_no_letter_of_another_line(name) -> None:
    """A name that the protocol takes is shown to players and directors with its tricks made visible."""
    assert check_text(NAMES[name].encode(), "name")
    for said in (People((NAMES[name],), None).name(1), director._seat(1, (NAMES[name],))):
        assert said.isprintable()
        assert "seat 1" in said
        assert "\N{REPLACEMENT CHARACTER}" in said

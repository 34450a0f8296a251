"""The checks C01 to C98 of the facts: what the rulebook's examples prove holds on the map of the pack."""

from itertools import product

import pytest
from south_front_checks import CHECKS, FORCED_BY, supply_example
from south_front_oracle import geography, is_supplied

GEOGRAPHIES = list(product((True, False), repeat=2))


@pytest.mark.parametrize(("adriatic", "border"), GEOGRAPHIES)
@pytest.mark.parametrize("check", CHECKS)
def test_the_check_holds(check, adriatic, border):
    """Every check passes in every geography; an open border puts an Allied piece in Palestine-Jordan."""
    assert CHECKS[check](geography(adriatic=adriatic, egypt_border=border))


@pytest.mark.parametrize("link", FORCED_BY, ids=" - ".join)
def test_a_link_that_the_text_forces_cannot_be_left_out(link):
    """Without a link that checks rest on, each of those checks fails: they are not empty."""
    table = geography().without(*link)
    assert [check for check in FORCED_BY[link] if CHECKS[check](table)] == []


def test_all_checks_are_here():
    """The facts list 67 checks."""
    assert len(CHECKS) == 67


@pytest.mark.parametrize(
    ("border", "guarded", "fed"), [(0, 0, True), (0, 1, True), (1, 0, False), (1, 1, True)]
)
def test_an_open_border_needs_a_guard_in_the_supply_example(border, guarded, fed):
    """N15: with Egypt next to it, its infantry cuts an empty Palestine-Jordan, and Malta with it."""
    position = supply_example(geography(egypt_border=bool(border)), guarded=bool(guarded))
    assert is_supplied(position, position.find("UK", "infantry", "Malta")) is fed

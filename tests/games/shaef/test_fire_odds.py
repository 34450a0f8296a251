"""Fights by a simple player lose what the calculation of the cards' strengths says (shaef-cards 8)."""

from random import Random

import pytest
from shaef_odds import ONE_ON_ONE, TWO_IN_WOODS, mean

TABLE = [
    (ONE_ON_ONE, (1.8, 1.9, 2.9, 3.2, 0.28, 0.19)),
    (TWO_IN_WOODS, (2.2, 3.2, 3.0, 4.6, 0.76, 0.0)),
]
"""Losses of attacker and defender in the first phase and in all, shares of defenders and attackers gone."""


def near(found, printed, losses, shares):
    """Whether all numbers agree within the noise of so many fights."""
    noise = (losses,) * 4 + (shares,) * 2
    return all(abs(a - b) <= width for a, b, width in zip(found, printed, noise, strict=True))


@pytest.mark.parametrize(("case", "printed"), TABLE)
def test_typical_combats(case, printed):
    """A hundred fights come near the printed line: four standard errors."""
    assert near(mean(case, 100, Random(1944)), printed, losses=0.85, shares=0.19)


@pytest.mark.long
@pytest.mark.parametrize(("case", "printed"), TABLE)
def test_typical_combats_at_length(case, printed):
    """Two thousand fights come nearer."""
    assert near(mean(case, 2000, Random(1945)), printed, losses=0.2, shares=0.045)

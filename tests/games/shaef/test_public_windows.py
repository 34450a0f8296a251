"""Who is asked though he may hold no card for it: just who, as everybody sees it, might (E-45, E-129)."""

from random import Random

import pytest
from shaef_fire import random_field

from sealed.engine.eye import PUBLIC
from sealed.engine.kernel import view
from sealed.engine.value import copy_with
from sealed.engine.zones import types
from sealed.games.shaef.combat.forces import fought
from sealed.games.shaef.combat.reconnaissance import SCOUTS, Reconnoitring, reconnoitre
from sealed.games.shaef.notation import MOMENTS
from sealed.games.shaef.state import ALLIES, AXIS, DEAD, DOWN, N_UNITS, RESERVE, SHOWN, SIDE, UP
from sealed.games.shaef.tactics.using import uses
from sealed.games.shaef.tactics.windows import opens
from sealed.games.shaef.units.cards import BY_RULE, ENTRY, SIDE_OF

WANDERING = (*BY_RULE.values(), *SCOUTS[ALLIES])
"""The tactics and the cards that can reconnoitre."""


def somewhere(s, rng):
    """The position in another month, those cards dealt anew to decks, piles and units, open and closed."""
    zones = list(s.zones)
    for card in WANDERING:
        one = 1 << 8 * card
        zones = [zone - one if card in types(zone) else zone for zone in zones]
        side = SIDE_OF[card]
        own = [unit for unit in range(N_UNITS) if SIDE[unit] == side and s.where[unit] < 200]
        kind, unit = rng.choice((DOWN, SHOWN, UP, None, None)), rng.choice(own)
        zones[rng.choice((RESERVE, DEAD)) + side if kind is None else kind + unit] += one
    for unit in range(N_UNITS):
        if rng.random() < 0.4:
            zones[SHOWN + unit], zones[DOWN + unit] = zones[SHOWN + unit] + zones[DOWN + unit], 0
    unsupplied = sum(1 << unit for unit in range(N_UNITS) if SIDE[unit] == s.turn and rng.random() < 0.2)
    return copy_with(s, zones=tuple(zones), month=rng.randint(1, 10), unsupplied=unsupplied)


@pytest.mark.parametrize("seed", range(40))
def test_a_window_opens_where_the_public_sees_a_possible_use(seed):
    """A window opens exactly if whoever sees no closed card thinks some tactic of the moment possible."""
    rng = Random(seed)
    s = somewhere(random_field(rng), rng)
    seen = view(s, PUBLIC)
    for side in (ALLIES, AXIS):
        for moment in range(1, len(MOMENTS) + 1):
            assert opens(s, side, moment) == bool(uses(seen, side, moment)), (side, MOMENTS[moment - 1])


@pytest.mark.parametrize("seed", range(40))
def test_reconnaissance_is_asked_where_the_public_sees_a_possible_scout(seed):
    """The attacker is asked exactly if whoever sees no closed card thinks that a card could reconnoitre."""
    rng = Random(seed)
    s = somewhere(random_field(rng), rng)
    side = fought(s).attacker
    offered = Reconnoitring(side).legal(view(s, PUBLIC), side + 1)
    possible = [action for action in offered if action.args and ENTRY[action.args[1]] <= s.month]
    asked = reconnoitre(s).stack
    assert (asked is not None and isinstance(asked.frame, Reconnoitring)) == bool(possible)

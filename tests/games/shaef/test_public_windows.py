"""Who is asked though he may hold no card for it: just who, as everybody sees it, might (E-45, E-129)."""

from random import Random

import pytest
from shaef_fire import random_field

from sealed.engine.eye import PUBLIC
from sealed.engine.kernel import view
from sealed.engine.value import copy_with
from sealed.engine.zones import types
from sealed.games.shaef.combat.detaching import detach_reasons, detachments, may_detach
from sealed.games.shaef.combat.forces import fought, members
from sealed.games.shaef.combat.reacting import Reacting, react_all
from sealed.games.shaef.combat.reconnaissance import SCOUTS, Reconnoitring, reconnoitre
from sealed.games.shaef.notation import INDEPENDENTS, MOMENTS
from sealed.games.shaef.state import ALLIES, AXIS, DEAD, DOWN, N_UNITS, NOWHERE, RESERVE, SHOWN, SIDE, UP
from sealed.games.shaef.tactics.using import uses
from sealed.games.shaef.tactics.windows import opens
from sealed.games.shaef.units.cards import BY_RULE, ENTRY, REACT, SIDE_OF, has

REACTING = tuple(card for card in range(1, len(SIDE_OF)) if has(card, REACT))
WANDERING = (*BY_RULE.values(), *SCOUTS[ALLIES], *INDEPENDENTS, *REACTING)
"""The tactics, and the cards that can reconnoitre, act alone or react."""


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


@pytest.mark.parametrize("seed", range(60))
def test_reaction_is_asked_where_the_public_sees_a_possible_card(seed):
    """A side is asked exactly if whoever sees no closed card thinks that some card could react (12.5)."""
    rng = Random(seed)
    s = somewhere(random_field(rng), rng)
    for side in (ALLIES, AXIS):
        targets = tuple((unit, NOWHERE) for unit in members(fought(s).front) if unit < N_UNITS)
        fired = copy_with(s, combat=copy_with(fought(s), targets=targets))
        offered = Reacting(side).legal(view(fired, PUBLIC), side + 1)
        possible = [action for action in offered if action.args and ENTRY[action.args[0]] <= s.month]
        asked = react_all(fired, side).stack
        assert (asked is not None and isinstance(asked.frame, Reacting)) == bool(possible), side


@pytest.mark.parametrize("seed", range(60))
def test_acting_alone_is_asked_where_the_public_sees_a_possible_card(seed):
    """The attacker may still set a card apart exactly if whoever sees no closed card thinks so (15)."""
    rng = Random(seed)
    s = somewhere(random_field(rng), rng)
    seen = view(s, PUBLIC)
    for side in (ALLIES, AXIS):
        possible = [one for one in detachments(seen, side) if not any(detach_reasons(seen, side, *one))]
        assert may_detach(s, side) == bool(possible), side

"""Laws of fire: replicas agree at every step, and every refusal has its reason, in combats at random."""

from random import Random

import pytest
from shaef_fire import begun, checked, random_field

from sealed.games.shaef.combat.firing import fire_all
from sealed.games.shaef.combat.must_flip import flip_the_rest
from sealed.games.shaef.combat.reacting import react_all


def fought_out(rng):
    """The kinds of questions met while both sides fire, react and flip at random."""
    s = random_field(rng)
    attacker = s.combat.attacker
    met = set()
    for begin, side in (
        (fire_all, 1 - attacker),
        (fire_all, attacker),
        (react_all, attacker),
        (react_all, 1 - attacker),
    ):
        s = begun(begin(s, side))
        while s.stack is not None:
            met.add(type(s.stack.frame).__name__)
            s = checked(s, rng)
    s = begun(flip_the_rest(s, attacker)) if s.phase == 1 else s
    while s.stack is not None:
        met.add(type(s.stack.frame).__name__)
        s = checked(s, rng)
    return met


def test_replicas_and_refusals():
    """Masked replicas follow every answer; what is offered is accepted and has no reason against it."""
    met = set().union(*(fought_out(Random(seed)) for seed in range(8)))
    assert met >= {"Firing", "Declaring", "BeforeRoll", "Rolling", "Casualty"}


@pytest.mark.long
def test_replicas_and_refusals_at_length():
    """The same over many combats, in which every question of fire comes up."""
    met = set().union(*(fought_out(Random(seed)) for seed in range(8, 150)))
    assert met >= {"Firing", "Declaring", "BeforeRoll", "Rolling", "Casualty", "Reacting", "MustFlip"}

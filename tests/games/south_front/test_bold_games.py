"""Laws of the bold player: in few games it meets nearly everything that the rules of South Front know."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from south_front_bold import BoldPlayer

from sealed.engine import chance, kernel
from sealed.engine.eye import seat_eye
from sealed.games.south_front.cards import CARD, CONTINGENCY
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.title import TITLE


def _outcome(s, rng):
    request = kernel.requests(s)[0]
    outcomes, weights = zip(*chance.possible(s, request), strict=True)
    return NOTATION.action(chance.outcome_verb(request), *rng.choices(outcomes, weights)[0])


def _played(games):
    """Plays games of two bold players, each answer accepted, and returns how often each sort was given."""
    given = Counter()
    for seed in range(games):
        rng, s = Random(seed), TITLE.start(TITLE.setup(2))
        player = BoldPlayer(Random(rng.random()), given)
        while not kernel.over(s):
            seat = next(iter(kernel.asked(s)), chance.CHANCE)
            action = player.answer(kernel.view(s, seat_eye(seat)), seat) if seat else _outcome(s, rng)
            step = kernel.apply(s, action, seat)
            assert isinstance(step, kernel.Step), (step, action)
            s = step.state
    return given


def test_five_games_meet_most_verbs():
    """Five bold games give more than thirty-five of the verbs, wars and transport among them."""
    verbs = {sort[0] for sort in _played(5)}
    assert len(verbs) > 35
    assert {"declare-war", "contingency", "board", "attack"} <= verbs


@pytest.mark.long
def test_many_games_meet_nearly_all_cards():
    """Four hundred bold games play all contingency sides and all cards but at most three."""
    given = _played(400)
    assert all(given["contingency", code] for code in CONTINGENCY)
    assert sum(not given["play", code] for code in CARD) <= 3

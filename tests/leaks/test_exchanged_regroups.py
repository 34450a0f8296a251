"""Law: which of two cards goes where in a regroup is not seen by anybody else (spec 2.16)."""

from __future__ import annotations

from random import Random

import pytest
from mixing_match import QUIET, mixing_match, mixing_player
from mixing_title import NOTATION, TITLE
from twins import told

ONE, OTHER = 2, 7
"""The cards of seat 1 that change places in the second game."""


def exchanged(action):
    """Returns an answer with the two cards exchanged."""
    change = {ONE: OTHER, OTHER: ONE}
    if action.verb not in {"assign", "reassign"}:
        return action
    *units, card = action.args
    return NOTATION.action(action.verb, *units, change.get(card, card))


def both(seed: int, hint=lambda game, action: None):
    """Plays a game, and the same one with two cards of seat 1 exchanged; returns both, and how often."""
    games = [mixing_match(TITLE, seed) for _ in range(2)]
    mine = mixing_player(Random(seed + 1), QUIET)
    others = [verb for verb in NOTATION.verbs if verb != "scout"]
    theirs = mixing_player(Random(seed + 2), others)
    parted = 0
    while games[0].asked:
        (number,) = games[0].asked
        assert games[1].asked == (number,)
        seat = games[0].seats[number]
        action = (mine if number == 1 else theirs)(seat.replica.state, number)
        pair = [action, exchanged(action) if number == 1 else action]
        parted += pair[0] is not pair[1]
        for game, one in zip(games, pair, strict=True):
            hint(game, one)
            game.answer(number, lambda *_, one=one: one, most=1)
    assert not any(game.refusals or game.problems for game in games)
    return games, parted


@pytest.mark.parametrize("seed", range(4))
def test_nobody_else_sees_which_card_was_regrouped(seed):
    """Number, size, order and content of all that the other seat is sent are equal, to the end of play."""
    games, parted = both(seed)
    assert parted > 1
    plain, changed = [told(game, 2) for game in games]
    assert plain == changed
    assert len(plain) > 40
    made = [game.table.match.game.piles.made(1) for game in games]
    assert made[0] != made[1]


def test_a_hint_about_the_card_is_found():
    """A seat that wishes a pause before it assigns one of the cards tells the two games apart."""

    def hint(game, action):
        if action.verb == "assign" and action.args[1] == ONE:
            game.do(1, game.seats[1].pause(on=True))
            game.settle()

    plain, changed = [told(game, 2) for game in both(0, hint)[0]]
    assert plain != changed

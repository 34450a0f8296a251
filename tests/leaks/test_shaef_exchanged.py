"""Law: two hidden cards of SHAEF exchanged are not seen by the enemy, in number, size, order or content.

Which of the references of a unit a card comes to lie under is drawn by secret tags, in each game anew; where
another card of the unit is opened or discarded later, numbers are therefore left out of the comparison.
"""

from __future__ import annotations

from random import Random

import pytest
from match import InMemoryMatch
from shaef_script import Script
from shaef_tidy import TidyPlayer
from shaef_tracking import FREE, reassigning, template
from twins import DRAWN, told

from sealed.engine.eye import PUBLIC
from sealed.engine.kernel import mask
from sealed.engine.notation import CARD, UNSAID
from sealed.games.shaef.notation import NOTATION
from sealed.games.shaef.position import card_named
from sealed.games.shaef.title import TITLE

PAIRS = {
    1: ("1st Infantry Division", "4th Infantry Division"),
    2: ("352. Infanterie-Division", "266. Infanterie-Division"),
}
"""Cards of two Corps of a side; in the second game each begins in the other's Corps, and goes its ways."""
_MOST, _AUGUST = 400, 3


def exchanged(action, seat):
    """Returns an answer of a seat with its two cards exchanged."""
    one, other = map(card_named, PAIRS[seat])
    change, verb = {one: other, other: one}, NOTATION.verbs[action.verb]
    kinds = [verb.kind(at) for at in range(len(action.args))]
    args = [
        change.get(arg, arg) if kind in (CARD, UNSAID) else arg
        for kind, arg in zip(kinds, action.args, strict=True)
    ]
    return NOTATION.action(action.verb, *args)


def side_by_side(seed, hides, player, hint=lambda game, action: None, most=_MOST):
    """Plays a game, and the same one with two cards of a seat exchanged, to August or until one is shown."""
    games = [InMemoryMatch(TITLE, 2, Random(seed), FREE) for _ in range(2)]
    for game in games:
        game.begin()
    parted = 0
    for _ in range(most):
        if not games[0].asked or games[0].table.running.game.state.month == _AUGUST:
            break
        (number,) = games[0].asked
        assert games[1].asked == (number,)
        states = [game.seats[number].replica.state for game in games]
        action = player(states[0], number)
        pair = [action, exchanged(action, number) if number == hides else action]
        lines = {mask(s, one, PUBLIC, NOTATION).text for s, one in zip(states, pair, strict=True)}
        if len(lines) > 1:
            break
        parted += pair[0] is not pair[1]
        for game, one in zip(games, pair, strict=True):
            hint(game, one)
            game.answer(number, lambda *_, one=one: one, most=1)
    assert not any(game.refusals or game.problems for game in games)
    return games, parted


def at_war(seed):
    """Returns who lays out as printed, and then plays boldly."""
    script, bold = Script(template()), TidyPlayer(Random(seed))
    return lambda state, seat: bold.answer(state, seat) if script.done else script(state, seat)


def require_alike(games, seat):
    """Requires that a seat was sent the same in both games, and returns how many messages."""
    plain, changed = [told(game, seat, DRAWN) for game in games]
    assert plain == changed
    return len(plain)


@pytest.mark.parametrize("hides", PAIRS)
def test_the_enemy_does_not_see_which_card_was_reassigned(hides):
    """All that he is sent in two months of reassignments is equal; what is behind the references is not."""
    games, parted = side_by_side(hides, hides, reassigning(Random(hides)))
    assert parted > 1
    assert require_alike(games, 3 - hides) > 100
    made = [game.table.running.game.piles.made(hides) for game in games]
    assert made[0] != made[1]


def test_the_enemy_does_not_see_it_at_war():
    """The same with landings, marches and fire, until one of the cards is shown."""
    games, parted = side_by_side(1, 1, at_war(1), most=250)
    assert parted > 1
    assert require_alike(games, 2) > 80


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 20))
def test_the_enemy_does_not_see_it_in_many_games(seed):
    """The same over many games."""
    hides = 1 + seed % 2
    for player in (reassigning(Random(seed)), at_war(seed)):
        require_alike(side_by_side(seed, hides, player)[0], 3 - hides)


def test_a_hint_about_the_card_is_found():
    """A seat that wishes a pause before it takes one of the cards tells the two games apart."""

    def hint(game, action):
        if action.verb == "take" and card_named(PAIRS[1][0]) in action.args[1:]:
            game.do(1, game.seats[1].pause(on=True))
            game.settle()

    games, _ = side_by_side(1, 1, reassigning(Random(1)), hint, most=20)
    plain, changed = [told(game, 2, DRAWN) for game in games]
    assert plain != changed

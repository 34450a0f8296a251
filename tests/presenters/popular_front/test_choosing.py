"""What may be touched is what is legal: paths, rings, and attempts at everything else."""

import pytest

from sealed.engine.explain import why_not
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.board import CITIES
from sealed_client.presenters.choosing import Choices
from sealed_client.presenters.picks import space

SEATS = (2, 3, 4, 5, 6)


@pytest.mark.parametrize("seats", SEATS)
def test_every_legal_answer_is_reached_and_nothing_else(table, game, seats):
    """The paths end in the legal answers, each in one at least, and no path begins another."""
    at = table(seats)
    for moment in game(at.setup, seats, 500):
        look = at.look(moment.state, moment.seat)
        paths = at.shown.paths(look)
        choices = Choices(paths)
        assert set(paths.values()) == set(look.legal)
        assert all(choices.way(action) is not None for action in look.legal)


@pytest.mark.parametrize("seats", SEATS)
def test_touching_along_a_path_gives_its_answer(table, game, seats):
    """From nothing picked, each touch of an answer's path is on offer, and the last one answers."""
    at = table(seats)
    for moment in game(at.setup, seats + 10, 400):
        look = at.look(moment.state, moment.seat)
        choices = Choices(at.shown.paths(look))
        path = choices.way(moment.action)
        assert all(pick in choices.following(path[:length]) for length, pick in enumerate(path))
        assert choices.answer(path) is moment.action


@pytest.mark.parametrize("seats", SEATS)
def test_a_touch_in_vain_is_explained(table, game, seats):
    """A city or card that leads nowhere gives attempts: refused with reasons, or legal by another way."""
    at = table(seats)
    for number, moment in enumerate(game(at.setup, seats + 20, 700)):
        if number % 15 and moment.action.verb in {"place", "move", "recruit", "muster"}:
            continue
        picked = Choices(at.shown.paths(at.look(moment.state, moment.seat))).way(moment.action)[:-1]
        for length in range(len(picked) + 1):
            look = at.look(moment.state, moment.seat, picked=picked[:length])
            touched = {pick.number for pick in look.picked if pick.kind == "space"}
            wanted = [space(city.index) for city in CITIES if city.index not in touched]
            keys = [card.key for row in at.shown.hand(look).rows for card in row.cards]
            wanted += [at.shown.card_pick(look, key) for key in keys]
            roots = set(Choices(at.shown.paths(look)).following(()))
            for pick in wanted:
                if pick in look.following or pick in look.picked or pick in roots:
                    continue
                attempts = at.shown.attempts(look, pick)
                assert attempts, (moment.action, look.picked, pick)
                legal = set(look.legal) if pick.kind == "space" else set()
                refused = [one for one in attempts if one not in legal]
                assert all(why_not(TITLE, look.state, one, moment.seat) for one in refused)


def test_nothing_is_attempted_for_others(table, game):
    """Who is not asked is told whose turn it is, so no attempt is made of his touches."""
    at = table(2)
    for moment in game(at.setup, 1, 60):
        look = at.look(moment.state, 3 - moment.seat)
        assert at.shown.attempts(look, space(0)) == ()
        assert at.shown.paths(look) == {}


def test_idle_buttons_lead_nowhere_and_say_why(table, game):
    """A button that is shown though it leads nowhere is refused by the engine."""
    at = table(2)
    seen = set()
    for moment in game(at.setup, 5, 1500):
        look = at.look(moment.state, moment.seat)
        for pick in at.shown.idle_buttons(look):
            seen.add(pick.text)
            assert pick not in look.following
            assert all(why_not(TITLE, look.state, one, moment.seat) for one in at.shown.attempts(look, pick))
    assert {"attack", "pass"} <= seen


def test_an_equal_card_elsewhere_is_another_pick(table, scenario):
    """The Infantry of the reserve answers; an equal one that is destroyed or in the hand does not."""
    setup, s, told = scenario("m_battle_for_madrid")
    at = table(setup)
    look = at.look(s, 2, told)
    assert at.shown.card_pick(look, "reserve-1-1-0") in look.following
    assert at.shown.card_pick(look, "hand-1-1-0") not in look.following
    assert at.shown.card_pick(look, "gone-1-1-0") is None
    assert at.shown.card_pick(look, "reserve-0-0-0") is None


def test_only_what_everybody_knows_to_be_single_gives_itself(table, game):
    """An only answer is public by counts and board; that two hidden cards are equal is not."""
    at = table(2)
    told = set()
    for moment in game(at.setup, 3, 4000):
        look = at.look(moment.state, moment.seat)
        if len(look.legal) == 1:
            told.add((look.legal[0].verb, at.shown.single_is_public(look, look.legal[0])))
    assert ("pass", True) in told
    assert ("deploy", True) in told
    assert ("deploy", False) in told or ("discard", False) in told

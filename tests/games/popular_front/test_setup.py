"""Set-up: who places when, what the values do to the track, and the opening hands."""

from itertools import pairwise
from random import Random

import pytest

from sealed.engine.kernel import asked, question, requests
from sealed.engine.zones import size
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.board import CITIES, VALUES
from sealed.games.popular_front.setup import adjust_victory_track
from sealed.games.popular_front.state import HAND
from sealed.testing.moments import play
from sealed.testing.playout import scripted


def placed_alternately(first, split, options=None):
    """Return the state after a set-up in which the cities of `split` go to the Nationalists."""
    mine = [city.name for city in CITIES if city.index in split]
    theirs = [city.name for city in CITIES if city.index not in split]
    pairs = [(a, b) if first == 0 else (b, a) for a, b in zip(mine, theirs, strict=True)]
    lines = [f"place {name}" for pair in pairs for name in pair]
    return scripted(TITLE, TITLE.setup(2, options), ["shuffle", "shuffle", f"pick {first}", *lines])


def split_with_value(wanted):
    """Return 18 cities of a total value, found by exchanging cities."""
    chosen = set(range(18))
    for out in range(18):
        for into in range(18, 36):
            total = sum(VALUES[city] for city in chosen)
            change = VALUES[into] - VALUES[out]
            nearer = abs(total + change - wanted) < abs(total - wanted)
            if out in chosen and into not in chosen and nearer:
                chosen = chosen - {out} | {into}
    assert sum(VALUES[city] for city in chosen) == wanted
    return chosen


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_armies_alternate(seats):
    """Whoever begins, the armies place in turn, and every colour places as often as the others (P-53)."""
    setup = TITLE.setup(seats)
    colours = []
    for moment in play(TITLE, setup, Random(seats)):
        if moment.action.verb == "place":
            colours.append(moment.before.stack.frame.colour)
        elif colours:
            break
    assert all(a & 1 != b & 1 for a, b in pairwise(colours))
    assert {colours.count(colour) for colour in range(setup.colours)} == {36 // setup.colours}


@pytest.mark.parametrize(
    ("value", "markers", "political"), [(37, (8, 46), 25), (30, (5, 43), 26), (34, (5, 46), 25)]
)
def test_the_richer_army_moves_in(value, markers, political):
    """The richer army moves in by half of its lead, rounded down, and the political marker favours it."""
    s = placed_alternately(0, split_with_value(value))
    assert (s.economic, s.political) == (markers, political)


@pytest.mark.parametrize(("second", "political"), [(0, 25), (1, 26)])
def test_equal_values_favour_who_placed_second(second, political):
    """With equal values no marker moves; the political one is on the side that placed second (F-15)."""
    # The values of the board add up to an odd number, so only an empty board is even.
    s = adjust_victory_track(TITLE.start(TITLE.setup(2)), second, [])
    assert (s.economic, s.political) == ((5, 46), political)


def test_cards_come_after_units():
    """Hands are dealt when every city is occupied and the track is set (Set-Up)."""
    s = placed_alternately(1, split_with_value(34))
    assert not asked(s)
    assert requests(s)[0].n == 4
    assert [size(s.zones[HAND + colour]) for colour in (0, 1)] == [0, 0]


@pytest.mark.parametrize(
    ("options", "spaces", "markers"),
    [
        ({}, 52, (5, 46)),
        ({"track": "44"}, 44, (5, 38)),
        ({"flags": "rectangular"}, 52, (0, 51)),
        ({"track": "44", "flags": "rectangular"}, 44, (0, 43)),
    ],
)
def test_options_of_the_track(options, spaces, markers):
    """The options choose the track and the flags from which the economic markers start."""
    s = TITLE.start(TITLE.setup(2, options))
    assert (s.terms.spaces, s.economic) == (spaces, markers)


def test_the_pick_says_who_begins():
    """The outcome of the pick is the colour that places first."""
    for first, seat in ((0, 1), (1, 2)):
        s = scripted(TITLE, TITLE.setup(2), ["shuffle", "shuffle", f"pick {first}"])
        assert asked(s) == (seat,)
        assert question(s).id == "place"

"""What never changes in a game: cards, disks, the limits of stacks; and that derived fields agree."""

from random import Random

import pytest

from sealed.engine.zones import copies, size
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.board import ALL_MASK, CITIES
from sealed.games.popular_front.cards import CARDS
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.resolution import Occupying, Withdrawing
from sealed.games.popular_front.setup import Lots, Placing
from sealed.games.popular_front.state import BOX, COLOURS, DECK, DEPLOYED, DISCARD, HAND, RESERVE, stack
from sealed.testing.moments import play

KINDS = (DECK, HAND, RESERVE, BOX, DEPLOYED, DISCARD)
SEATS = (2, 3, 4, 5, 6)


@pytest.fixture(scope="module", params=SEATS)
def states(request):
    """Return the states of two random games with so many seats."""
    setup = TITLE.setup(request.param)
    rng = Random(request.param)
    return [moment.after for _ in range(2) for moment in play(TITLE, setup, rng)]


def frame_of(s):
    """Return the top frame, or nothing when the game is over."""
    return s.stack.frame if s.stack else None


def test_every_colour_keeps_its_twenty_cards(states):
    """The zones of a colour hold its printed deck at every step."""
    for s in states:
        for colour in range(len(s.terms.runs)):
            for card in CARDS:
                found = sum(copies(s.zones[kind + colour], card.code) for kind in KINDS)
                assert found == card.copies


def test_colours_that_do_not_play_have_no_cards(states):
    """Zones of other colours stay empty."""
    for s in states:
        idle = [s.zones[kind + colour] for kind in KINDS for colour in range(len(s.terms.runs), COLOURS)]
        assert not any(idle)


def test_every_colour_keeps_its_disks(states):
    """Disks on the board and off it add up to the printed number (F-24, F-31)."""
    for s in states:
        owned = load().disks(len(s.terms.runs))
        assert tuple(sum(row) + left for row, left in zip(s.disks, s.stock, strict=True)) == owned


def test_cities_hold_one_to_four_disks(states):
    """A city is empty only in set-up and while its conqueror is asked how many move in (Stacking, F-45)."""
    for s in states:
        frame = frame_of(s)
        if isinstance(frame, Lots | Placing):
            continue
        battle = frame.battle if isinstance(frame, Occupying | Withdrawing) else None
        for city in range(len(CITIES)):
            least = 0 if battle and city == battle.target else 1
            assert least <= stack(s, city) <= 4


def test_every_city_is_held_by_one_army(states):
    """No city has disks of two armies, and what is derived from the disks agrees with them."""
    for s in states:
        for side in (0, 1):
            army = [sum(row[city] for row in s.disks[side::2]) for city in range(len(CITIES))]
            assert s.army[side] == sum(disks << 3 * city for city, disks in enumerate(army))
            assert s.held[side] == sum(1 << city for city, disks in enumerate(army) if disks)
        assert not s.held[0] & s.held[1]
        if not isinstance(frame_of(s), Lots | Placing | Occupying | Withdrawing):
            assert s.held[0] | s.held[1] == ALL_MASK


def test_lines_are_the_deployed_cards(states):
    """The order of deployment names the cards that lie deployed in a battle."""
    for s in states:
        for side in (0, 1):
            deployed = sum(size(s.zones[DEPLOYED + c]) for c in range(side, len(s.terms.runs), 2))
            assert len(s.lines[side]) in (deployed, 0)


def test_top_discards_lie_in_their_piles(states):
    """The top card of a pile is one of its cards, and there is one exactly when the pile has cards."""
    for s in states:
        for colour, top in enumerate(s.top):
            pile = s.zones[DISCARD + colour]
            assert bool(pile) == bool(top)
            assert not top or copies(pile, top)


def test_markers_stay_on_the_track(states):
    """No marker leaves the track (F-16, F-32)."""
    for s in states:
        assert all(0 <= space < s.terms.spaces for space in (*s.economic, s.political))

"""Borders, agreed borders and straits (rules, Game Board Features; S-16, S-46)."""

from random import Random

from south_front_oracle import within as within_there
from south_front_plain import MAPS, NAMES, board, members, names, number, plain, scattered

from sealed.engine.value import copy_with
from sealed.games.south_front.board.geography import (
    ADRIATIC,
    EGYPT_BORDER,
    adjacent,
    around,
    borders_of,
    flood,
    neighbours,
    playing,
    strait_between,
    within,
)
from sealed.games.south_front.state import ALLIES, AXIS

SIDES = ("Axis", "Allies")


def touch(s, side, a, b):
    """Whether two named spaces are adjacent for a side, asked both ways."""
    found = adjacent(s, side, number(a), number(b))
    assert adjacent(s, side, number(b), number(a)) == found
    return found


def test_a_strait_joins_two_seas_for_who_controls_its_anchor():
    """Tyrrhenian and Ionian Sea touch for the owner of Sicily only (D1-29)."""
    s = board({})
    assert touch(s, AXIS, "Tyrrhenian Sea", "Ionian Sea")
    assert not touch(s, ALLIES, "Tyrrhenian Sea", "Ionian Sea")
    s = board({}, allies="Sicily")
    assert touch(s, ALLIES, "Tyrrhenian Sea", "Ionian Sea")
    assert not touch(s, AXIS, "Tyrrhenian Sea", "Ionian Sea")


def test_the_anchors_are_named():
    """Each strait has its anchor, whichever sea is named first; other seas have none between them."""
    assert strait_between(number("Ionian Sea"), number("Tyrrhenian Sea")) == number("Sicily")
    assert strait_between(number("South Atlantic"), number("Western Mediterranean")) == number("Gibraltar")
    assert strait_between(number("Red Sea"), number("Levantine Sea")) == number("Egypt")
    assert strait_between(number("Ionian Sea"), number("Aegean Sea")) is None


def test_the_table_agrees_on_the_egypt_border():
    """Egypt and Palestine-Jordan touch where the table has opened the border."""
    for options in range(4):
        s = board({}, options=options)
        for side in (AXIS, ALLIES):
            assert touch(s, side, "Egypt", "Palestine-Jordan") == bool(options & EGYPT_BORDER)


def test_the_adriatic_sea_is_in_play_where_agreed():
    """Without the option the Adriatic Sea is no space and borders on nothing."""
    for options in range(4):
        s, there = board({}, options=options), bool(options & ADRIATIC)
        assert bool(playing(s) >> number("Adriatic Sea") & 1) == there
        assert touch(s, AXIS, "Rome", "Adriatic Sea") == there
        assert bool(around(s, AXIS, number("Adriatic Sea"))) == there
        assert len(names(playing(s))) == 35 + there


def test_all_borders_are_those_of_the_map():
    """For both sides, all options and any holding of the anchors, spaces touch as on the map."""
    rng = Random(2)
    for _ in range(60):
        s = scattered(rng)
        for side in (AXIS, ALLIES):
            for space, name in enumerate(NAMES):
                held = names(s.held[side])
                assert names(around(s, side, space)) == MAPS[s.terms.geography].near(name, held)


def test_neighbours_of_a_set_are_those_of_its_members():
    """The tables by runs of bits give what the spaces one by one give."""
    rng = Random(4)
    for _ in range(300):
        s = scattered(rng)
        lines, spaces = borders_of(s, AXIS), rng.getrandbits(36)
        expected = 0
        for space in members(spaces):
            expected |= lines.around[space]
        assert neighbours(lines, spaces) == expected


def test_a_flood_stays_in_what_is_passable():
    """Nothing is reached from a start that is not passable, nor beyond a gap."""
    lines = borders_of(board({}), ALLIES)
    start, next_one, beyond = (1 << number(name) for name in ("Morocco", "Algeria", "Tunisia"))
    assert flood(lines, start | next_one | beyond, start) == start | next_one | beyond
    assert flood(lines, start | beyond, start) == start
    assert flood(lines, next_one | beyond, start) == 0


def test_distance_counts_any_space_and_own_straits():
    """Steps lead over sea, neutral land and own straits; the start is among the spaces (S-46)."""
    rng = Random(6)
    for _ in range(40):
        s = scattered(rng)
        position, _ = plain(s)
        space, side, steps = rng.choice(members(playing(s))), rng.randrange(2), rng.randrange(4)
        assert names(within(s, side, space, steps)) == within_there(
            position, SIDES[side], NAMES[space], steps
        )
    s = copy_with(board({}), neutral=0)
    assert "Bulgaria" in names(within(s, AXIS, number("Albania"), 2))

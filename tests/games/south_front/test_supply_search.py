"""Supply by floods against a second model that searches with names and sets (rules, Supply; S-16 to S-24)."""

from collections import Counter
from random import Random

import pytest
from south_front_oracle import controlled as controlled_there
from south_front_oracle import is_supplied, reached_by_supply
from south_front_oracle import occupied as occupied_there
from south_front_plain import NAMES, PACK, bears, members, names, plain, scattered

from sealed.games.south_front.board.geography import ADRIATIC
from sealed.games.south_front.board.pieces import LAND
from sealed.games.south_front.board.presence import controlled, occupied
from sealed.games.south_front.notation import TYPE_OF
from sealed.games.south_front.state import ABOARD, AIRPLANE, FACTION, FLEET, KIND, SIDE
from sealed.games.south_front.supply.supplied import (
    deploy_supplied,
    destinations_supplied,
    supplied,
    supplied_spaces,
    unsupplied_pieces,
    would_be_supplied,
)

SIDES = ("Axis", "Allies")


def compare_the_board(s, counts):
    """Compare who occupies and controls what, where supply reaches and who is supplied."""
    position, place = plain(s)
    absent = set() if s.terms.geography & ADRIATIC else {"Adriatic Sea"}
    for side, name in enumerate(SIDES):
        assert names(occupied(s, side)) == occupied_there(position, name)
        assert names(controlled(s, side)) == controlled_there(position, name) - absent
    for faction, name in enumerate(PACK.factions):
        assert names(supplied_spaces(s, faction)) == reached_by_supply(position, name) - absent
    expected = {piece: is_supplied(position, place[piece]) for piece in place}
    counts.update(expected.values())
    assert {piece: supplied(s, piece) for piece in place} == expected
    lost = [*unsupplied_pieces(s, 0), *unsupplied_pieces(s, 1)]
    assert sorted(lost) == [piece for piece in place if not expected[piece]]


def compare_the_moves(s, rng, counts):
    """Compare the destinations of some pieces, wherever they lie, and a deployment."""
    position, place = plain(s)
    for piece in rng.sample(sorted(place), min(2, len(place))):
        candidates = ends(s, piece)
        found = destinations_supplied(s, piece, candidates)
        for space in rng.sample(members(candidates), min(4, candidates.bit_count())):
            ship = None if LAND >> space & 1 or KIND[piece] >= FLEET else place[deck(s, piece, space)]
            expected = is_supplied(position.moved(place[piece], NAMES[space], ship), place[piece])
            counts[expected] += 1
            assert bool(found >> space & 1) == expected
            assert would_be_supplied(s, piece, space) == expected
    piece = rng.randrange(len(KIND))
    for space in rng.sample(members(places(s, piece)), min(1, places(s, piece).bit_count())):
        after = position.placed(PACK.factions[FACTION[piece]], PACK.kinds[KIND[piece]], NAMES[space])
        assert deploy_supplied(s, TYPE_OF[piece], space) == is_supplied(after, len(after.pieces) - 1)


def ends(s, piece):
    """The spaces where a piece may end a move, whatever the way; an airplane takes no control."""
    free = ~occupied(s, 1 - SIDE[piece])
    here = 1 << s.where[piece] if s.where[piece] < ABOARD else 0
    takes_land = KIND[piece] < AIRPLANE
    found = LAND & ~s.neutral & free if takes_land else places(s, piece)
    for ship, place in enumerate(s.where):
        if place < ABOARD and bears(ship, piece) and s.where[piece] != ABOARD + ship:
            found |= 1 << place
    return found & ~here


def places(s, piece):
    """The spaces where a piece may be deployed, supply apart."""
    side = SIDE[piece]
    return controlled(s, side) & ~LAND if KIND[piece] >= FLEET else s.held[side] & ~occupied(s, 1 - side)


def deck(s, piece, sea):
    """A ship in a sea that a piece may be aboard of."""
    return next(ship for ship in range(len(KIND)) if s.where[ship] == sea and bears(ship, piece))


def compared(seed, positions):
    """Compare many random boards; return how often a piece was found supplied and not."""
    rng, where, moves = Random(seed), Counter(), Counter()
    for _ in range(positions):
        s = scattered(rng)
        compare_the_board(s, where)
        compare_the_moves(s, rng, moves)
    return where, moves


def test_floods_agree_with_a_plain_search():
    """Supply of pieces, moves and deployments is what the second model finds, all options and markers."""
    for counts in compared(5, 1500):
        assert min(counts.values()) > 1000


@pytest.mark.long
def test_floods_agree_with_a_plain_search_on_many_boards():
    """The same on 100,000 boards."""
    for counts in compared(55, 100_000):
        assert min(counts.values()) > 100_000

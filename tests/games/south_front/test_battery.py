"""The law of the board: what holds for pieces, control, cargo and countries at every step of every match."""

from collections import Counter
from random import Random

import pytest

from sealed.engine.value import copy_with
from sealed.engine.zones import cards
from sealed.games.south_front.cards import CODES
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import (
    AIRPLANE,
    ALLIES,
    AXIS,
    CARRIER,
    FACTION,
    FLEET,
    KIND,
    NOBODY,
    OFF,
    PIECES,
    SIDE,
    State,
)
from sealed.games.south_front.title import TITLE
from sealed.testing.moments import play

SPACES = load().spaces
LAND = {space.index for space in SPACES if space.land}
PRINTED_FORCES = {space.index: space.forces for space in SPACES if space.land}
NEUTRAL_AT_FIRST = {space.index for space in SPACES if space.start == "neutral"}
ADRIATIC = next(space.index for space in SPACES if space.name == "Adriatic Sea")
ABOARD, LAST_ROUND = 64, 16
OPTIONS = (
    {},
    {"first-hand": "first-game"},
    {"egypt-border": "open", "adriatic": "no", "usa-at-war": "8"},
    {"mulligan": "no"},
)
SHORT, LONG = 3, 250
"""Matches for each set of options: a thousand in `make test-long`."""


def members(spaces):
    """Return a set of spaces as one."""
    return {space for space in range(len(SPACES)) if spaces >> space & 1}


def places(s):
    """Return the space of each piece on the board, in which its ship is if it is aboard."""
    stands = {piece: place for piece, place in enumerate(s.where) if place != OFF}
    return {piece: place if place < ABOARD else s.where[place - ABOARD] for piece, place in stands.items()}


def terrain(s):
    """Ships stand at sea in play, all others on land; who is aboard is at sea with its ship."""
    for piece, place in enumerate(s.where):
        if place < ABOARD:
            yield (place not in LAND) == (KIND[piece] in {FLEET, CARRIER}), f"piece {piece} stands in {place}"
            in_play = place != ADRIATIC or s.terms.geography & 2
            yield bool(in_play), "a piece stands in the Adriatic Sea, which is not in play"


def company(s):
    """No two sides are in one space (Movement)."""
    sides = {}
    for piece, space in places(s).items():
        sides.setdefault(space, set()).add(SIDE[piece])
    yield all(len(one) == 1 for one in sides.values()), f"two sides in one space: {sides}"


def control(s):
    """Each land space that is not neutral is one side's, the occupier's where it is occupied (Control)."""
    held, neutral = [members(held) for held in s.held], members(s.neutral)
    yield not held[AXIS] & held[ALLIES], "both sides control a space"
    yield held[AXIS] | held[ALLIES] == LAND - neutral, "land that is nobody's, or neutral and controlled"
    for piece, place in enumerate(s.where):
        yield (
            place not in LAND or place in held[SIDE[piece]],
            f"piece {piece} stands in land of the other side",
        )


def cargo(s):
    """A fleet bears one piece of its side, a carrier one airplane of its faction (Naval Transport)."""
    aboard = {piece: place - ABOARD for piece, place in enumerate(s.where) if ABOARD <= place < OFF}
    yield len(set(aboard.values())) == len(aboard), "two pieces aboard one ship"
    for piece, ship in aboard.items():
        yield s.where[ship] < ABOARD, f"piece {piece} is aboard a ship that is not on the board"
        yield KIND[piece] not in {FLEET, CARRIER}, "a ship is aboard a ship"
        if KIND[ship] == CARRIER:
            yield (
                FACTION[piece] == FACTION[ship] and KIND[piece] == AIRPLANE,
                "a carrier bears something else",
            )
        else:
            yield KIND[ship] == FLEET and SIDE[piece] == SIDE[ship], "a fleet bears a piece of the other side"


def countries(s):
    """Forces stand in spaces of minor countries, no more than printed; whoever is neutral has them all."""
    neutral = members(s.neutral)
    yield neutral <= NEUTRAL_AT_FIRST, "a space is neutral that has never been"
    for space, number in enumerate(s.forces):
        yield number <= PRINTED_FORCES[space], f"{number} forces in space {space}"
        yield (
            space not in neutral or number == PRINTED_FORCES[space],
            f"neutral space {space} has lost a force",
        )
    yield not neutral & set(places(s).values()), "a piece stands in a neutral space"


def memory(s):
    """Only of pieces on the board it is remembered that they have moved, or have Supply Reserves."""
    yield len(s.where) == len(PIECES), "pieces are lost or made"
    for piece, place in enumerate(s.where):
        yield place != OFF or not s.moved >> piece & 1, f"piece {piece} has moved and is not on the board"
        yield place != OFF or s.reserves != piece, "Supply Reserves for a piece that is not on the board"
    yield not s.moved >> len(PIECES), "a piece has moved that there is not"
    yield s.reserves == NOBODY or SIDE[s.reserves] == AXIS, "Supply Reserves for an Allied piece"


def tracks(s):
    """Rounds, points and contingency cards stay within bounds; each card lies in one zone of its side."""
    yield 0 <= s.round <= LAST_ROUND, f"round {s.round}"
    yield min(s.points) >= 0, f"points {s.points}"
    yield len(s.faces) == 6, "contingency cards are lost or made"
    yield max(s.faces) <= 2, "a contingency card is turned too often"
    for side in (AXIS, ALLIES):
        lying = sorted(card for zone in s.zones[side::2] for card in cards(zone))
        yield lying == list(CODES[side]), f"cards of side {side} are lost, made or strayed: {lying}"


LAWS = (terrain, company, control, cargo, countries, memory, tracks)


def matches(options, number, seed):
    """Play matches to their end and hold every step to all laws; return how often each cause has won."""
    setup, rng, won = TITLE.setup(2, options), Random(seed), Counter()
    for _ in range(number):
        last = None
        for moment in play(TITLE, setup, rng):
            assert isinstance(moment.after, State)
            for law in LAWS:
                for holds, said in law(moment.after):
                    moment.require(holds, f"{law.__name__}: {said}")
            last = moment
        won[next(event.args[1] for event in last.events if event.id == "won")] += 1
        last.require(TITLE.result(last.after) == f"side {last.after.winner}", "nobody has won")
    return won


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "default")
def test_the_board_is_legal_at_every_step(options):
    """Every step of a few random matches obeys the laws of the board, and each match has a winner."""
    assert sum(matches(options, SHORT, f"short {sorted(options)}").values()) == SHORT


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "default")
def test_a_thousand_matches_are_legal_to_their_end(options):
    """So does every step of two hundred and fifty matches under each set of options; all causes win some."""
    won = matches(options, LONG, f"long {sorted(options)}")
    assert sum(won.values()) == LONG
    assert set(won) <= {1, 2, 3}


def test_a_broken_board_breaks_a_law():
    """The laws can fail: a piece among enemies, cargo aboard nothing, a memory of a piece that is gone."""
    s = next(iter(play(TITLE, TITLE.setup(2), Random(1)))).after
    uk, pact = SIDE.index(ALLIES), SIDE.index(AXIS)
    rome = next(space.index for space in SPACES if space.name == "Rome")
    broken = {
        company: moved_to(s, uk, rome),
        cargo: moved_to(s, pact, ABOARD + KIND.index(CARRIER)),
        memory: copy_with(moved_to(s, pact, OFF), moved=1 << pact),
        terrain: moved_to(s, pact, ADRIATIC),
        control: copy_with(s, held=(s.held[0], s.held[0])),
        countries: copy_with(s, neutral=s.neutral | 1 << rome),
        tracks: copy_with(s, round=LAST_ROUND + 1),
    }
    assert {law.__name__ for law in broken if all(holds for holds, _ in law(broken[law]))} == set()
    assert set(broken) == set(LAWS)


def moved_to(s, piece, place):
    """Return the state with a piece in another place, whatever the rules say."""
    where = bytearray(s.where)
    where[piece] = place
    return copy_with(s, where=bytes(where))

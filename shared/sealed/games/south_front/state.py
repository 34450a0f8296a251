"""The state of a game of South Front: pieces, control, tracks and zones of cards, one flat immutable value.

Sides are 0-based colours: 0 Axis, 1 Allies; the seat of a side is its number and one. Spaces, pieces,
factions and kinds are the numbers of the pack. Everything but the zones is public.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sealed.engine import frames
from sealed.engine.eye import EVERYBODY, FULL, seat_audience
from sealed.engine.zones import zone_of
from sealed.games.south_front.pack import load

AXIS, ALLIES = 0, 1
PACT, GERMANY, UK, USA, FRANCE = range(5)
INFANTRY, TANK, AIRPLANE, FLEET, CARRIER = range(5)

ZONE_KINDS = ("deck", "late", "first", "hand", "shown", "unshown")
"""Kinds of zones. `first` is the recommended first hand where the table has chosen it, `shown` holds what was
played or used to react, `unshown` what was discarded face-down (Card Anatomy, S-63)."""
DECK, LATE, FIRST, HAND, SHOWN, UNSHOWN = (kind * 2 for kind in range(len(ZONE_KINDS)))
"""First zone of each kind; add the side."""

PIECES = load().pieces
FACTION = tuple(faction for faction, _ in PIECES)
KIND = tuple(kind for _, kind in PIECES)
SIDE_OF_FACTION = (AXIS, AXIS, ALLIES, ALLIES, ALLIES)
SIDE = tuple(SIDE_OF_FACTION[faction] for faction in FACTION)
"""Faction, kind and side by piece number."""

OFF, ABOARD = 255, 64
"""A piece is in a space (its number), off the board, or aboard the ship with the number `where - ABOARD`."""

DEPOT, BULGARIA, ARABIA, CONVOY, LUFTFLOTTE = (1 << bit for bit in range(5))
"""Markers and effects that last: Malta Depot, Bulgaria flags, Arabia's star, Night Convoy, Luftflotte 2."""

NOBODY = 255
"""No piece lives on the Supply Reserves."""


class Terms(NamedTuple):
    """What the table has agreed: the round of USA at War, open borders (bits of `geography`), first hand.

    `first_hand` is 1 where both sides begin with the recommended hand, `mulligan` 1 where a hand may be
    changed.
    """

    usa_at_war: int
    geography: int
    first_hand: int
    mulligan: int


@dataclass(frozen=True, slots=True)
class State(frames.State):
    """A position.

    `where` is a byte for each piece; `held` are the land spaces that each side controls and `neutral` those
    of countries at peace, as sets of spaces; `forces` counts the Minor Country Forces in each land space;
    `moved` is the set of pieces that have moved in this step and `landing` the land spaces that the side on
    turn controlled when the step began (Airplane Movement, S-64); `faces` says of the contingency cards,
    three for each side, whether the Initial side lies up (0), the Second (1) or the card is gone (2);
    `reserves` is the piece that counts as supplied by Supply Reserves; `winner` a side's number and one, 0
    before the end.
    """

    terms: Terms
    where: bytes
    held: tuple[int, int]
    neutral: int
    forces: bytes
    moved: int
    landing: int
    points: tuple[int, int]
    round: int
    faces: bytes
    markers: int
    reserves: int
    winner: int


def blank(terms: Terms) -> State:
    """Return the board before the set-up: nothing stands on it, the cards lie in their decks."""
    pack = load()
    land = [space for space in pack.spaces if space.land]
    held = tuple(sum(1 << space.index for space in land if space.start == name) for name in pack.sides)
    return State(
        stack=None,
        eye=FULL,
        zones=_zones(terms),
        audience=audiences(),
        terms=terms,
        where=bytes([OFF]) * len(PIECES),
        held=(held[AXIS], held[ALLIES]),
        neutral=sum(1 << space.index for space in land if space.start == "neutral"),
        forces=bytes(space.forces for space in land),
        moved=0,
        landing=0,
        points=(0, 0),
        round=0,
        faces=bytes(6),
        markers=0,
        reserves=NOBODY,
        winner=0,
    )


@lru_cache(maxsize=64)
def _zones(terms: Terms) -> tuple[int, ...]:
    zones = [0] * (2 * len(ZONE_KINDS))
    for kind in (DECK, LATE, FIRST):
        for side in (AXIS, ALLIES):
            zones[kind + side] = zone_of(printed(terms, kind, side))
    return tuple(zones)


def printed(terms: Terms, kind: int, side: int) -> tuple[int, ...]:
    """Return the codes of the cards that lie in a deck before the game: Mid War, Late War, first hand."""
    own = [card for card in load().cards if card.side == side]
    if kind == LATE:
        return tuple(card.code for card in own if card.late)
    first = [card.code for card in own if card.first_game and terms.first_hand]
    if kind == FIRST:
        return tuple(first)
    return tuple(card.code for card in own if not card.late and card.code not in first)


def audiences() -> tuple[int, ...]:
    """Return who sees each zone: a side its deck, hand and face-down discards, everybody the rest."""
    own = (seat_audience(1), seat_audience(2))
    both = (EVERYBODY, EVERYBODY)
    return (*own, *both, *both, *own, *both, *own)


def seat_of(side: int) -> int:
    """Return the seat that plays a side."""
    return side + 1

"""Positions of South Front for tests: written down in tables, or shuffled over the board at random.

A shuffled board is one that the rules allow: no two sides share a space, who stands on land controls it,
cargo is aboard a ship that takes it, cards lie in zones of their side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.value import copy_with
from sealed.engine.zones import zone_of
from sealed.games.south_front.actions.deployment import takes_aboard
from sealed.games.south_front.board.countries import SPACES_OF
from sealed.games.south_front.board.geography import LAND, playing
from sealed.games.south_front.cards import CARD, CODES
from sealed.games.south_front.notation import TYPE_OF
from sealed.games.south_front.position import build
from sealed.games.south_front.state import (
    ABOARD,
    ALLIES,
    AXIS,
    DECK,
    FLEET,
    HAND,
    KIND,
    LATE,
    NOBODY,
    OFF,
    SHOWN,
    SIDE,
    UNSHOWN,
    State,
)
from sealed.games.south_front.title import TITLE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

_SIDES = ("Axis", "Allies")
_LAST_MID_WAR_ROUND, _ROUNDS = 7, 16


def written(options: Mapping[str, str] | None = None, **tables: object) -> State:
    """Return the position of these tables, as in a scenario file; no turn means the Axis action step."""
    return build({"turn": {"step": "act"}, **tables}, TITLE.setup(2, options)).state


def shuffled(
    rng: Random, step: str = "act", side: int | None = None, options: Mapping[str, str] | None = None
) -> State:
    """Return a random position in a step of a turn; side and table options are random if not given."""
    side = rng.randrange(2) if side is None else side
    if options is None:
        options = {option.name: rng.choice(option.values) for option in TITLE.options}
    number = rng.randint(1, _ROUNDS)
    s = written(options, turn={"step": step, "side": _SIDES[side], "round": number})
    s = copy_with(_peopled(rng, _governed(rng, s)), zones=_dealt(rng, s, number))
    moved = sum(1 << piece for piece, place in enumerate(s.where) if place != OFF and not rng.randrange(4))
    landing = s.held[side] & ~(rng.getrandbits(64) & rng.getrandbits(64))
    supplied = [piece for piece, place in enumerate(s.where) if place < ABOARD and SIDE[piece] == AXIS]
    reserves = rng.choice(supplied) if supplied and not rng.randrange(4) else NOBODY
    return copy_with(s, moved=moved, landing=landing, reserves=reserves, markers=rng.getrandbits(5))


def _governed(rng: Random, s: State) -> State:
    """Share out the land; a country is at peace, or belongs to somebody and has lost forces or not."""
    neutral, forces = 0, bytearray(s.forces)
    for spaces in SPACES_OF:
        peace = rng.random() < 1 / 2
        for space in spaces:
            neutral |= peace << space
            forces[space] -= 0 if peace else rng.randint(0, forces[space])
    allied = rng.getrandbits(64) & LAND & ~neutral
    return copy_with(s, neutral=neutral, forces=bytes(forces), held=(LAND & ~neutral & ~allied, allied))


def _peopled(rng: Random, s: State) -> State:
    """Stand most pieces on land that their side holds, or aboard its ships; each sea is for one side."""
    where = bytearray([OFF]) * len(KIND)
    seas = playing(s) & ~LAND
    allied = rng.getrandbits(64) & seas
    seas_of = (seas & ~allied, allied)
    ships_first = sorted(range(len(KIND)), key=lambda piece: (KIND[piece] < FLEET, rng.random()))
    for piece in ships_first:
        places = _spaces(seas_of[SIDE[piece]] if KIND[piece] >= FLEET else s.held[SIDE[piece]])
        ships = [ABOARD + ship for ship in range(len(KIND)) if _has_room(where, ship, piece)]
        places = ships if ships and not rng.randrange(4) else places
        if places and rng.random() < 3 / 4:
            where[piece] = rng.choice(places)
    return copy_with(s, where=bytes(where))


def _has_room(where: bytearray, ship: int, piece: int) -> bool:
    return where[ship] != OFF and ABOARD + ship not in where and takes_aboard(ship, TYPE_OF[piece])


def _spaces(mask: int) -> list[int]:
    return [space for space in range(mask.bit_length()) if mask >> space & 1]


def _dealt(rng: Random, s: State, number: int) -> tuple[int, ...]:
    """Deal some cards to the hands and the discards; Late War cards are apart until they are shuffled in."""
    zones = list(s.zones)
    for side in (AXIS, ALLIES):
        apart = [code for code in CODES[side] if CARD[code].late and number <= _LAST_MID_WAR_ROUND]
        rest = [code for code in CODES[side] if code not in apart]
        rng.shuffle(rest)
        hand, shown, unshown = rng.randint(0, 6), rng.randint(0, 3), rng.randint(0, 3)
        cuts = (
            0,
            hand,
            hand + shown,
            hand + shown + unshown,
            rng.choice((len(rest), hand + shown + unshown)),
        )
        for kind, first, last in zip((HAND, SHOWN, UNSHOWN, DECK), cuts, cuts[1:], strict=False):
            zones[kind + side] = zone_of(rest[first:last])
        zones[UNSHOWN + side] += zone_of(rest[cuts[-1] :])
        zones[LATE + side] = zone_of(apart)
    return tuple(zones)


__all__ = ["shuffled", "written"]

"""What a combat is likely to come to, by what both sides can see and pay (rules, Combat)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.cards import count
from sealed.games.south_front.battle import (
    FORCE_RANK,
    Battle,
    close_by,
    defenders,
    defending,
    force,
    forces_there,
    rank,
    supported,
)
from sealed.games.south_front.cards import ADVANCE, ANTI_AIR, CARD, NAVAL_COMBAT, SUSTAIN
from sealed.games.south_front.pieces import on_board
from sealed.games.south_front.question import hand_cards
from sealed.games.south_front.reactions import barred
from sealed.games.south_front.state import CARRIER, FACTION, HAND, KIND, TANK, State
from sealed.games.south_front.supply import supplied, would_be_supplied
from sealed_client.bots.south_front.prices import FORCE, HOMES, PIECE, hand_worth, space_worth

if TYPE_CHECKING:
    from collections.abc import Iterator

_REACTS = 0.09
"""How likely each card of a hidden hand is to save a piece."""
_ADVANCES = 0.12
"""How likely each card of a hidden hand is an Advance! that fits."""
_CARD_SPENT = 0.35


def prospects(s: State, b: Battle, side: int) -> float:
    """Returns what the rest of a combat is worth to a side."""
    gain = _attackers_gain(s, b, side)
    return gain if side == b.side else -gain


def _attackers_gain(s: State, b: Battle, side: int) -> float:
    """Returns what the attacker can expect to gain: pieces removed, what that costs, and the space."""
    targets = sorted(_targets(s, b))
    there = len(defenders(s, b)) + forces_there(s, b)
    saved = min(0.5, _REACTS * count(s, HAND + b.defender))
    gifts = sorted(_gifts(s, b))
    reserve = _sustaining(s, b, side)
    paid = b.demanded == 0
    gain, chance, killed = 0.0, 1.0, 0
    for demanded, value in targets:
        if not paid:
            price = _price(gifts, reserve, b.demanded if killed == 0 else demanded)
            capture = _capture(s, b, side) if there - killed == 1 else 0.0
            if price is None or value + capture < price:
                break
            gain -= chance * price
        chance *= 1 - saved
        gain += chance * value
        killed += 1
        paid = False
        if killed >= there:
            return gain + chance * _capture(s, b, side)
    if not there:
        return _capture(s, b, side)
    return gain


def _targets(s: State, b: Battle) -> Iterator[tuple[int, float]]:
    """Yields rank and worth of what the defender may lose, the supports included."""
    for piece in defenders(s, b):
        yield rank(b, KIND[piece]), PIECE[KIND[piece]]
    for _ in range(forces_there(s, b)):
        yield FORCE_RANK, FORCE


def _gifts(s: State, b: Battle) -> Iterator[tuple[float, int]]:
    """Yields worth and rank of what the attacker can give; one of the force must be left."""
    own = force(s, b)
    for piece in sorted(own, key=lambda one: PIECE[KIND[one]])[: len(own) - 1]:
        if KIND[piece] != CARRIER:
            yield PIECE[KIND[piece]], rank(b, KIND[piece])
    factions = supported(s, b)
    for piece in on_board(s, b.side):
        if (
            not b.force >> piece & 1
            and factions >> FACTION[piece] & 1
            and close_by(s, b.side, piece, b.target)
            and supplied(s, piece)
        ):
            yield PIECE[KIND[piece]], rank(b, KIND[piece])


def _price(gifts: list[tuple[float, int]], reserve: list[float], demanded: int) -> float | None:
    """Returns the least that continuing costs, and takes it away; nothing if it cannot be paid."""
    if reserve:
        return reserve.pop()
    for index, (value, level) in enumerate(gifts):
        if level >= demanded:
            del gifts[index]
            return value
    return None


def _sustaining(s: State, b: Battle, side: int) -> list[float]:
    """Returns the prices of the attacker's own cards that continue the attack; hidden ones do not count."""
    if side != b.side:
        return []
    wanted = SUSTAIN if b.on_land else NAVAL_COMBAT
    if barred(s, wanted, b.target):
        return []
    return [
        _CARD_SPENT
        for card in hand_cards(s, side)
        if CARD[card].reaction == wanted and CARD[card].faction == b.faction
    ]


def _capture(s: State, b: Battle, side: int) -> float:
    """Returns what it is worth that the space is emptied, by who can move in."""
    if not b.on_land:
        return 0.0
    value = 2 * space_worth(s.round)[b.target] + HOMES[b.defender].get(b.target, 0.0)
    able = [piece for piece in force(s, b) if would_be_supplied(s, piece, b.target)]
    if not able:
        return 0.1 * value
    if side == b.side:
        advances = any(
            CARD[card].reaction == ADVANCE and CARD[card].faction in {FACTION[piece] for piece in able}
            for card in hand_cards(s, side)
        )
        likely = 0.95 if advances and not barred(s, ADVANCE, b.target) else 0.0
    else:
        likely = 0.0 if barred(s, ADVANCE, b.target) else min(0.6, _ADVANCES * count(s, HAND + b.side))
    if any(KIND[piece] == TANK for piece in able):
        likely = max(likely, 0.9)
    return value * max(likely, 0.2)


__all__ = ["prospects"]

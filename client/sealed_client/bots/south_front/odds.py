"""What a combat is likely to come to, by what both sides can see and pay (rules, Combat).

The defender gives what costs it least, the attacker goes on while that pays. Cards of a hidden hand are a
chance for each card, the own ones are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.cards import count
from sealed.games.south_front.board.alike import representatives
from sealed.games.south_front.board.countries import lose_force
from sealed.games.south_front.board.pieces import lift
from sealed.games.south_front.cards import ADVANCE, CARD, NAVAL_COMBAT, SUSTAIN
from sealed.games.south_front.combat.battle import (
    FORCE_RANK,
    Battle,
    attacking,
    defended,
    force,
    forces_there,
    rank,
)
from sealed.games.south_front.combat.losses import gift_reasons, loss_reasons
from sealed.games.south_front.combat.reactions import barred, faction_of
from sealed.games.south_front.question import hand_cards
from sealed.games.south_front.state import AXIS, CARRIER, HAND, KIND, TANK
from sealed.games.south_front.supply.supplied import would_be_supplied
from sealed_client.bots.south_front.prices import CARD_SPENT, HOMES, PIECE, space_worth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sealed.games.south_front.state import State

    Value = Callable[[State], float]

_SAVES, _MOST_SAVED = 0.09, 0.45
"""How likely each card of a hidden hand is to save a piece, and all of them."""
_ADVANCES, _MOST_ADVANCED = 0.12, 0.5
"""How likely each card of a hidden hand is an Advance! that fits, and all of them."""
_ROUNDS = 4
"""Rounds that are looked ahead."""
_PREMIUM = 1.2
"""What moving in counts of a space's worth, beyond that it stands empty."""
_BY_TANK, _LATER = 0.9, 0.1
"""How likely a tank moves in afterwards, and others in a later turn."""


def prospects(s: State, b: Battle, asked: str, side: int, value: Value) -> float:
    """Returns what the rest of a combat is worth to a side; `value` judges boards for it.

    `asked` is the question that is open in it.
    """
    sign = 1.0 if side == b.side else -1.0
    return sign * _gain(s, b, asked, side, lambda board: sign * value(board))


def _gain(s: State, b: Battle, asked: str, side: int, value: Value) -> float:
    """Returns what the attacker can expect to gain: the defender's losses, the price, the space."""
    if not defended(s, b):
        return _capture(s, b, side)
    gifts, cards = _gifts(s, b), _sustaining(s, b, side)
    gain, chance, demanded = 0.0, 1.0, b.demanded
    if asked == "forfeit":
        gain -= gifts.pop(0)[0] if gifts else PIECE[KIND[force(s, b)[0]]]
    due = asked in ("continue", "forfeit")
    likely = 1 - min(_MOST_SAVED, _SAVES * count(s, HAND + b.defender))
    before = value(s)
    for _ in range(_ROUNDS):
        price = _price(gifts, cards, demanded) if due else 0.0
        if price is None:
            break
        after, demanded = min(_losses(s, b), key=lambda loss: value(loss[0]))
        loss = value(after) - before
        cleared = not defended(after, b)
        result = likely * (loss + (_capture(after, b, side) if cleared else 0.0)) - price
        if due and result <= 0:
            break
        gain += chance * result
        if cleared:
            break
        s, before, due = after, before + loss, True
        chance *= likely
    return gain


def _losses(s: State, b: Battle) -> Iterator[tuple[State, int]]:
    """Yields what the defender may lose: the board afterwards, and the rank that continuing takes."""
    for piece in representatives(s, b.defender):
        if next(loss_reasons(s, b, piece), None) is None:
            yield lift(s, piece, [], "lost"), rank(b, KIND[piece])
    if forces_there(s, b):
        yield lose_force(s, b.target), FORCE_RANK


def _gifts(s: State, b: Battle) -> list[tuple[float, int]]:
    """Returns worth and rank of what the attacker can give, the cheapest first; the last one stays."""
    own = force(s, b)
    inside = sorted((PIECE[KIND[one]], rank(b, KIND[one])) for one in own if KIND[one] != CARRIER)
    supports = [
        (PIECE[KIND[piece]], rank(b, KIND[piece]))
        for piece in representatives(s, b.side)
        if not b.force >> piece & 1 and next(gift_reasons(s, b, piece, forced=True), None) is None
    ]
    return sorted([*inside[: len(own) - 1], *supports])


def _price(gifts: list[tuple[float, int]], cards: list[float], demanded: int) -> float | None:
    """Returns the least that continuing costs, and takes it away; nothing if it cannot be paid."""
    if cards:
        return cards.pop()
    for index, (worth, level) in enumerate(gifts):
        if level >= demanded:
            del gifts[index]
            return worth
    return None


def _sustaining(s: State, b: Battle, side: int) -> list[float]:
    """Returns the prices of the attacker's own cards that continue the attack; hidden ones do not count."""
    wanted = SUSTAIN if b.on_land else NAVAL_COMBAT
    if side != b.side or barred(s, wanted, b.target):
        return []
    return [CARD_SPENT] * sum(1 for _ in _fitting(s, b, wanted))


def _fitting(s: State, b: Battle, reaction: str) -> Iterator[int]:
    """Yields the attacker's own cards with a reaction that are of a faction of its force."""
    factions = attacking(s, b)
    for card in hand_cards(s, b.side):
        if CARD[card].reaction == reaction and factions >> faction_of(card) & 1:
            yield card


def _capture(s: State, b: Battle, side: int) -> float:
    """Returns what it is worth that the attacker can move in, once the space is empty."""
    able = [piece for piece in force(s, b) if b.on_land and would_be_supplied(s, piece, b.target)]
    if not able:
        return 0.0
    if barred(s, ADVANCE, b.target):
        likely = _LATER
    elif side == b.side:
        likely = 1.0 if any(_fitting(s, b, ADVANCE)) else _LATER
    else:
        likely = min(_MOST_ADVANCED, _ADVANCES * count(s, HAND + b.side))
    if any(KIND[piece] == TANK for piece in able):
        likely = max(likely, _BY_TANK)
    home = HOMES[AXIS].get(b.target, 0.0)
    return _PREMIUM * likely * (space_worth(s.round)[b.target] + home)


__all__ = ["prospects"]

"""The deck cards and contingency cards as the rules use them: facts of the pack by code."""

from __future__ import annotations

from sealed.games.south_front.pack import load
from sealed.games.south_front.state import ALLIES, AXIS

CARDS = load().cards
CARD = {card.code: card for card in CARDS}
"""A deck card by its code, from 1."""
CODES = tuple(tuple(card.code for card in CARDS if card.side == side) for side in (AXIS, ALLIES))
"""The codes of each side's deck cards, ascending."""
CODE = {card.name: card.code for card in CARDS}
"""The code of a deck card by its name."""

CONTINGENCIES = load().contingencies
CONTINGENCY = {side.code: side for side in CONTINGENCIES}
"""A side of a contingency card by its code, from 1."""
CONTINGENCY_CODE = {side.name: side.code for side in CONTINGENCIES}
"""The code of a contingency side by its name."""

SUSTAIN, ADVANCE, STAND_FAST, EXCHANGE = "sustain", "advance", "stand-fast", "exchange"
RETREAT, WITHDRAW, ANTI_AIR, NAVAL_COMBAT = "retreat", "withdraw", "anti-air", "naval-combat"
"""The reactions, as the pack names them."""


def cards_with(side: int, *reactions: str) -> tuple[int, ...]:
    """Return the codes of a side's cards that bear one of the reactions."""
    return tuple(code for code in CODES[side] if CARD[code].reaction in reactions)

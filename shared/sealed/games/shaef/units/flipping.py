"""Flipping a card from face-down to face-up (2.6; 9.2f; 12.3j)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.cards import move
from sealed.engine.message import Refusal, happened
from sealed.games.shaef.board.presence import on_lane
from sealed.games.shaef.combat.battle import late_combat
from sealed.games.shaef.state import OFF, SIDE, UP
from sealed.games.shaef.units.cards import ARMORED, INFANTRY, RULE, TYPE
from sealed.games.shaef.units.holdings import lies_down, lies_up, zone_of_face_down
from sealed.games.shaef.units.organisation import purge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State


def flip_reasons(s: State, side: int, unit: int, card: int) -> Iterator[Refusal]:
    """Yield why a side cannot flip a card of a unit now."""
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), "2.6")
    elif s.where[unit] == OFF:
        yield Refusal("not-in-play", (unit,), "2.6")
    elif lies_up(s, unit, card):
        yield Refusal("not-face-down", (card,), "2.6a")
    elif not lies_down(s, unit, card):
        yield Refusal("not-there", (unit, card), "2.6")
    else:
        yield from cannot_flip(s, unit, card)


def cannot_flip(s: State, unit: int, card: int) -> Iterator[Refusal]:
    """Yield what keeps this face-down card of a unit from being flipped now.

    Infantry of the side on turn stays face-down in its Second and Third Combat Phases (2.6f, 12.3j). Armored
    Land Forces of an Amphibious Assault stay so until the Clean-up, but for DD tanks (9.2f, E-48).
    """
    if TYPE[card] == INFANTRY and SIDE[unit] == s.turn and late_combat(s):
        yield Refusal("infantry-cannot-flip", (card,), "12.3j")
    if TYPE[card] == ARMORED and lands(s, unit) and RULE[card] != "DD_TANKS":
        yield Refusal("armor-cannot-land", (card,), "9.2f")


def lands(s: State, unit: int) -> bool:
    """Tell whether a unit takes part in an Amphibious Assault: on its lane, or ashore in that turn (E-48)."""
    return bool(s.amphibious >> unit & 1) or on_lane(s, unit)


def flip(s: State, unit: int, card: int, tell: Tell) -> State:
    """Turn a face-down card of a unit face-up; one that proves to be in the wrong unit is discarded (E-37).

    So a caller that goes on with the card asks first whether it `lies_up`.
    """
    s = move(s, card, zone_of_face_down(s, unit, card), UP + unit, tell)
    happened(tell, "flipped", (unit, card))
    return purge(s, unit, tell, card)

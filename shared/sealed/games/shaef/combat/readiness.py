"""Which cards may fire, and with whom (12.3, 12.3a-k, 15; house texts of shaef-cards 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import Refusal
from sealed.engine.zones import types
from sealed.games.shaef.board.geography import COAST, near
from sealed.games.shaef.board.presence import reserve_of
from sealed.games.shaef.combat.battle import force_card, unit_of
from sealed.games.shaef.combat.effects import lasts
from sealed.games.shaef.combat.forces import apart, fought, holds, side_of
from sealed.games.shaef.pack.facts import ATLANTIC, MEDITERRANEAN
from sealed.games.shaef.state import AXIS, HQ_CARD, N_REGIONS, N_UNITS, SHOWN, SIDE
from sealed.games.shaef.supply.lines import supplied_now
from sealed.games.shaef.units.cards import (
    AIRCRAFT,
    ATTACK_FROM_RESERVE,
    DEFEND_FROM_RESERVE,
    INFANTRY,
    RULE,
    SIDE_OF,
    TACTIC,
    TYPE,
    has,
)
from sealed.games.shaef.units.flipping import cannot_flip
from sealed.games.shaef.units.holdings import closed, face_up_cards, lies_down, lies_up

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.games.shaef.state import State

_WATERS = {"ATLANTIC_ONLY": ATLANTIC, "MED_ONLY": MEDITERRANEAN}


def join_reasons(s: State, force: int, unit: int, card: int) -> Iterator[Refusal]:
    """Yield why a card of a unit cannot fire with a force: one of its own, or one of its Army's Reserve."""
    home = unit_of(fought(s), force)
    if SIDE[unit] != side_of(force):
        yield Refusal("not-yours", (unit,), "12.3")
    elif unit not in {home, reserve_of(s, home)}:
        yield Refusal("not-of-this-unit", (unit,), "12.3")
    elif not lies_up(s, unit, card) and not lies_down(s, unit, card):
        yield Refusal("not-there", (unit, card), "12.3")
    else:
        if not holds(s, force, unit, card):
            yield from _reserve_reasons(s, home, unit, card)
        yield from fire_reasons(s, unit, card)


def _reserve_reasons(s: State, supported: int, unit: int, card: int) -> Iterator[Refusal]:
    """Yield why a card of the Army Reserve cannot support a unit, or a card its own part of it (15)."""
    if unit != reserve_of(s, supported) or apart(s, card):
        yield Refusal("not-of-this-unit", (unit,), "12.3")
        return
    if not in_reach(s, unit, fought(s).region):
        yield Refusal("reserve-too-far", (unit,), "15")
    yield from unsupplied(s, (unit, supported), "15")
    ability = ATTACK_FROM_RESERVE if SIDE[unit] == fought(s).attacker else DEFEND_FROM_RESERVE
    if not has(card, ability):
        yield Refusal("no-reserve-fire", (card,), "15")


def in_reach(s: State, reserve: int, region: int) -> bool:
    """Tell whether an Army Reserve is in a region or next to it (15, 12.5)."""
    return s.where[reserve] < N_REGIONS and near(s.where[reserve], region)


def unsupplied(s: State, units: tuple[int, ...], rule: str) -> Iterator[Refusal]:
    """Yield which of these units are out of supply now."""
    for unit in dict.fromkeys(units):
        if not supplied_now(s, unit):
            yield Refusal("not-in-supply", (unit,), rule)


def fire_reasons(s: State, unit: int, card: int) -> Iterator[Refusal]:
    """Yield what keeps a card that lies in a unit from firing in this combat, with whomever it would."""
    combat = fought(s)
    if TYPE[card] == TACTIC:
        yield Refusal("cannot-fire", (card,), "shaef-cards 7")
    if s.fired >> card & 1:
        yield Refusal("card-has-fired", (card,), "12.3a")
    if not lies_up(s, unit, card):
        yield from cannot_flip(s, unit, card)
    elif _fought_out(s, unit, card):
        yield Refusal("cannot-fire", (card,), "12.3j")
    if has(card, AIRCRAFT) and grounded(s, SIDE_OF[card]):
        yield Refusal("aircraft-grounded", (card,), "shaef-cards 7")
    waters = _WATERS.get(RULE[card])
    if waters is not None and COAST[combat.region] != waters:
        yield Refusal("wrong-waters", (card,), "shaef-cards 6")


def _fought_out(s: State, unit: int, card: int) -> bool:
    """Tell whether a card is attacking Infantry that only an Engaged Marker would let fire (case S-14)."""
    combat = fought(s)
    later = combat.phase > 1 and SIDE[unit] == combat.attacker
    return later and TYPE[card] == INFANTRY and not s.engaged >> unit & 1


def grounded(s: State, side: int) -> bool:
    """Tell whether a side's Aircraft may not fire (Air Supremacy, Novembernebel)."""
    return lasts(s, "NOVEMBERNEBEL") or (side == AXIS and lasts(s, "AIR_SUPREMACY"))


def surely_fires(s: State, force: int) -> bool:
    """Tell whether everybody knows that a force has a card of its own that may fire: as a rule its HQ.

    The HQ of an Army Reserve may have fired before, in support of a Corps.
    """
    home = unit_of(fought(s), force)
    if home != force:
        return not any(fire_reasons(s, home, force_card(force)))
    known = (HQ_CARD[force], *face_up_cards(s, force), *types(s.zones[SHOWN + force]))
    return any(not apart(s, card) and not any(fire_reasons(s, force, card)) for card in known)


def may_fire(s: State, force: int) -> bool:
    """Tell whether a force may have a card of its own that may fire; public."""
    return surely_fires(s, force) or (force < N_UNITS and closed(s, force) > 0)


__all__ = [
    "fire_reasons",
    "grounded",
    "in_reach",
    "join_reasons",
    "may_fire",
    "surely_fires",
    "unsupplied",
]

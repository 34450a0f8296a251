"""Discarding cards and whole units (2.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.cards import move, move_all
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, copies
from sealed.games.shaef.combat.battle import separated
from sealed.games.shaef.state import (
    ARRIVED,
    DEAD,
    DOWN,
    GONE,
    HQ_CARD,
    HQS,
    LOST,
    NOWHERE,
    OFF,
    SHOWN,
    SIDE,
    UP,
)
from sealed.games.shaef.units.cards import CARD, FRAGILE, TACTIC, TYPE, has
from sealed.games.shaef.units.holdings import lies_down, lies_up, zone_of_face_down

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State


def discard_reasons(s: State, side: int, unit: int, card: int) -> Iterator[Refusal]:
    """Yield why a side cannot voluntarily discard a card of a unit (2.7b, 2.7c); an HQ is `disband`."""
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), "2.7c")
    elif s.where[unit] == OFF:
        yield Refusal("not-in-play", (unit,), "2.7c")
    elif card == HQ_CARD[unit]:
        yield Refusal("is-hq", (card,), "2.7d")
    elif lies_up(s, unit, card):
        if TYPE[card] == TACTIC:
            yield Refusal("tactic-stays", (card,), "2.7b")
    elif not (card == 0 or lies_down(s, unit, card)):
        yield Refusal("not-there", (unit, card), "2.7c")


def discard(s: State, unit: int, card: int, tell: Tell) -> State:
    """Put one card of a unit into the Discard Pile; a face-down one is not revealed (2.7f).

    `card` is 0 for a replica that may not know it.
    """
    side = SIDE[unit]
    if card and copies(s.zones[UP + unit], card):
        s = move(s, card, UP + unit, DEAD + side, tell)
        happened(tell, "discarded", (unit, card))
        return s
    source = zone_of_face_down(s, unit, card) if card else DOWN + unit
    if source == SHOWN + unit:
        s = move(s, card, source, DEAD + side, tell)
        happened(tell, "discarded", (unit, card))
        return s
    s = move(s, card, source, LOST + side, tell)
    happened(tell, "discarded-unseen", (unit,))
    return s


def take_casualty(s: State, unit: int, card: int, tell: Tell) -> State:
    """Lose a face-up card to enemy fire; an HQ takes all along (2.7d).

    A Fragile card leaves the game (15), as does a tactic whose text says so (T-e).
    """
    happened(tell, "lost", (unit, card))
    if card == HQ_CARD[unit]:
        return destroy(s, unit, tell)
    pile = GONE if has(card, FRAGILE) or CARD[card].end == "remove" else DEAD
    return move(s, card, UP + unit, pile + SIDE[unit], tell)


def destroy(s: State, unit: int, tell: Tell) -> State:
    """Discard a unit: its HQ and all its cards, the face-down ones unseen; its counter leaves the map (2.7e).

    Its markers go with it. The other units of a lost Army are out of supply at once (12.4, E-41): that is
    read off the missing Army Reserve (`supply.lines`), nothing is written here. Fragile cards that fall with
    their HQ go to the Discard Pile (case S-19), face-up tactics where their text says (E-126). Cards that act
    as forces of their own in a combat stay where they are and fight on (E-31).
    """
    side = SIDE[unit]
    apart = separated(s.combat, unit) if s.combat else ()
    happened(tell, "destroyed", (unit, s.where[unit]))
    s = _without_used_up(move(s, HQ_CARD[unit], HQS + side, DEAD + side, tell), unit, tell)
    for kind, pile in ((DOWN, LOST), (ARRIVED, LOST), (SHOWN, DEAD), (UP, DEAD)):
        s = _move_all_but(s, kind + unit, pile + side, apart, tell)
    return without_counter(s, unit)


def _without_used_up(s: State, unit: int, tell: Tell) -> State:
    """Remove from the game the face-up tactics of a unit whose text says so: they were flipped (2.7g)."""
    for card in cards(s.zones[UP + unit]):
        if CARD[card].end == "remove":
            happened(tell, "gone", (unit, card))
            s = move(s, card, UP + unit, GONE + SIDE[unit], tell)
    return s


def _move_all_but(s: State, source: int, target: int, apart: tuple[int, ...], tell: Tell) -> State:
    """Move the cards of a zone, but for those that lie apart, which are in open zones."""
    if not any(copies(s.zones[source], card) for card in apart):
        return move_all(s, source, target, tell)
    for card in cards(s.zones[source]):
        if card not in apart:
            s = move(s, card, source, target, tell)
    return s


def without_counter(s: State, unit: int) -> State:
    """Take a unit's counter and its markers off the map, the supply marker of an Army too (E-63)."""
    bit = ~(1 << unit)
    where, came, army = bytearray(s.where), bytearray(s.came_from), bytearray(s.army)
    markers = bytearray(s.markers)
    where[unit], came[unit] = OFF, NOWHERE
    if unit < len(markers):
        markers[unit] = NOWHERE
    if army[unit] != unit:
        army[unit] = NOWHERE
    return copy_with(
        s,
        where=bytes(where),
        came_from=bytes(came),
        army=bytes(army),
        markers=bytes(markers),
        crossed=s.crossed & bit,
        moved=s.moved & bit,
        engaged=s.engaged & bit,
        exhausted=s.exhausted & bit,
        unsupplied=s.unsupplied & bit,
        fortress=s.fortress & bit,
        amphibious=s.amphibious & bit,
        airborne=s.airborne & bit,
        deployed=s.deployed & bit,
    )

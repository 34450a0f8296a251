"""Independent cards: at the set-up an attacking card may be separated and act as a unit of its own (15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.cards import move
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.engine.zones import copies
from sealed.games.shaef.board.geography import near
from sealed.games.shaef.board.presence import ashore, in_play, side_in_region
from sealed.games.shaef.combat.forces import apart, force_of, fought
from sealed.games.shaef.notation import INDEPENDENTS
from sealed.games.shaef.question import PREDICATES
from sealed.games.shaef.state import DEAD, DOWN, GONE, IS_ARMY, N_UNITS, OFF, SHOWN, SIDE, UP, State
from sealed.games.shaef.supply.lines import supplied_now
from sealed.games.shaef.units.cards import ATTACK_FROM_RESERVE, INDEPENDENT, SIDE_OF, has
from sealed.games.shaef.units.holdings import closed, face_down_cards, face_up_cards, lies_down, lies_up
from sealed.games.shaef.units.organisation import purge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.frames import Tell

OWN = tuple(tuple(card for card in INDEPENDENTS if SIDE_OF[card] == side) for side in (0, 1))
"""By side the cards with the Independent ability."""


def detachments(s: State, side: int) -> Iterator[tuple[int, int]]:
    """Yield the units of a side and the cards in them that are, or may be, Independent."""
    if side != fought(s).attacker or not OWN[side]:
        return
    for unit in _sources(s, side):
        for card in (*face_down_cards(s, unit), *face_up_cards(s, unit)):
            if card in OWN[side]:
                yield unit, card


def may_detach(s: State, side: int) -> bool:
    """Tell whether the attacker may have a card here that can still be set apart; public."""
    if side != fought(s).attacker:
        return False
    missing = [card for card in OWN[side] if not apart(s, card)]
    unseen = [card for card in missing if not _seen(s, card)]
    return any(
        (unseen and closed(s, unit)) or any(copies(s.zones[kind + unit], card) for kind in (SHOWN, UP))
        for unit in _sources(s, side)
        for card in missing
    )


def _seen(s: State, card: int) -> bool:
    """Tell whether everybody knows where a card lies."""
    zones = [kind + unit for kind in (SHOWN, UP) for unit in range(N_UNITS)]
    zones += [pile + SIDE_OF[card] for pile in (DEAD, GONE)]
    return any(copies(s.zones[zone], card) for zone in zones)


def _sources(s: State, side: int) -> list[int]:
    """Return the units of a side whose cards can be set apart here: those that attack, Reserves nearby."""
    return [unit for unit in in_play(s, side) if not any(True for _ in _place_reasons(s, unit))]


def _place_reasons(s: State, unit: int) -> Iterator[Refusal]:
    region = fought(s).region
    if s.where[unit] == region:
        return
    if not IS_ARMY[unit] or not ashore(s, unit) or not _RESERVES[SIDE[unit]]:
        yield Refusal("not-in-combat", (unit,), "15")
        return
    if not near(s.where[unit], region):
        yield Refusal("reserve-too-far", (unit,), "15")
    if not supplied_now(s, unit):
        yield Refusal("not-in-supply", (unit,), "15")
    fighting = side_in_region(s, SIDE[unit], region)
    if not any(fighting >> own & 1 for own in range(N_UNITS) if s.army[own] == unit):
        yield Refusal("not-in-combat", (unit,), "15")


_RESERVES = tuple(any(has(card, ATTACK_FROM_RESERVE) for card in OWN[side]) for side in (0, 1))
"""By side whether some Independent card may come from a Reserve that is next to the region."""


def detach_reasons(s: State, side: int, unit: int, card: int) -> Iterator[Refusal]:
    """Yield why a side cannot let a card of a unit act alone in the combat that is fought."""
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), "15")
        return
    if s.where[unit] == OFF:
        yield Refusal("not-in-play", (unit,), "15")
        return
    if not has(card, INDEPENDENT) or side != fought(s).attacker:
        yield Refusal("no-ability", (card,), "15")
        return
    if not lies_down(s, unit, card) and not lies_up(s, unit, card):
        yield Refusal("not-there", (unit, card), "15")
    if apart(s, card):
        yield Refusal("already-set", (force_of(card),), "15")
    if s.where[unit] != fought(s).region and not has(card, ATTACK_FROM_RESERVE):
        yield Refusal("not-in-combat", (unit,), "15")
    else:
        yield from _place_reasons(s, unit)


def detach(s: State, unit: int, card: int, tell: Tell) -> State:
    """Set a card apart: it is revealed, not flipped (15); one in the wrong unit is found out (E-37)."""
    if not lies_up(s, unit, card):
        if not copies(s.zones[SHOWN + unit], card):
            s = move(s, card, DOWN + unit, SHOWN + unit, tell)
        s = purge(s, unit, tell, card)
        if not copies(s.zones[SHOWN + unit], card):
            return s
    happened(tell, "detached", (unit, card))
    combat, force = fought(s), force_of(card)
    home = list(combat.home)
    home[force - N_UNITS] = unit
    return copy_with(s, combat=copy_with(combat, detached=combat.detached | 1 << force, home=tuple(home)))


def _detach(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    if s.combat is not None:
        yield from detach_reasons(s, side, *args)


PREDICATES["detach"] = _detach

__all__ = ["detach", "detach_reasons", "detachments", "may_detach"]

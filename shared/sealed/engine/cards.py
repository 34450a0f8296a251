"""The card-moving primitive: the only way in which a card changes its zone.

It masks by itself: a card that enters a zone which the state's eye does not see enters as a hidden card, and
the event it reports names the card only if somebody with this eye may know it. So no title writes a line of
hiding code.
"""

from __future__ import annotations

from typing import TypeVar

from sealed.engine.frames import Node, RuleBugError, State, Tell
from sealed.engine.message import MOVED, happened
from sealed.engine.value import Copiers, copy_with
from sealed.engine.zones import HIDDEN, cards, has_hidden, hide, put, size, take

S = TypeVar("S", bound=State)

_REZONE = Copiers("zones")
_REZONE_AND_RESTACK = Copiers("zones", "stack")


def move(s: S, card: int, source: int, target: int, tell: Tell) -> S:
    """Move one card, known or hidden, from zone to zone and report it.

    Raises `RuleBugError` if the card cannot be in the source, or is hidden though the eye sees the source.
    """
    if source == target:
        return s
    copied: S = _REZONE[s.__class__](s, moved(s, (card,), source, target, tell))
    return copied


def move_on(s: S, named: tuple[int, ...], source: int, target: int, stack: Node | None, tell: Tell) -> S:
    """Move cards and put another stack in place, in one copy: for steps that do both each time."""
    copied: S = _REZONE_AND_RESTACK[s.__class__](s, moved(s, named, source, target, tell), stack)
    return copied


def moved(s: State, named: tuple[int, ...], source: int, target: int, tell: Tell) -> tuple[int, ...]:
    """Return the zones after cards went from one zone to another, for who changes more in the same copy.

    Each card is reported alone. Raises `RuleBugError` as `move` does.
    """
    eye, seen = s.eye, s.audience
    zones = list(s.zones)
    left, entered = zones[source], zones[target]
    sees, audience = seen[target] & eye, seen[source] | seen[target]
    for card in named:
        try:
            left = take(left, card)
        except ValueError as error:
            message = f"no such card in zone {source}"
            raise RuleBugError(message) from error
        if not sees:
            entered += 1
        elif card == HIDDEN:
            message = f"a hidden card enters zone {target}, which this eye sees"
            raise RuleBugError(message)
        else:
            entered = put(entered, card)
        happened(tell, MOVED, (card if audience & eye else HIDDEN, 1, source, target), audience)
    zones[source], zones[target] = left, entered
    return tuple(zones)


def move_all(s: S, source: int, target: int, tell: Tell) -> S:
    """Move every card of a zone into another and report each card alone.

    One event for each type would tell whoever may not see the cards how many of them are alike. Raises
    `RuleBugError` if a hidden card would enter a zone that the eye sees.
    """
    lying = s.zones[source]
    if not lying or source == target:
        return s
    audience = s.audience[source] | s.audience[target]
    sees = s.audience[target] & s.eye
    if sees and has_hidden(lying):
        message = f"hidden cards enter zone {target}, which this eye sees"
        raise RuleBugError(message)
    for card in cards(lying):
        happened(tell, MOVED, (card, 1, source, target), audience)
    zones = list(s.zones)
    zones[source] = 0
    zones[target] += lying if sees else hide(lying)
    copied: S = _REZONE[s.__class__](s, tuple(zones))
    return copied


def count(s: State, zone: int) -> int:
    """Return how many cards lie in a zone; public for every zone."""
    return size(s.zones[zone])


def widen(s: S, zone: int, seat: int) -> S:
    """Let a seat see a zone from now on (it has looked). The looker's state learns the cards by `learn`."""
    audience = list(s.audience)
    audience[zone] |= 1 << seat
    return copy_with(s, audience=tuple(audience))


def learn(s: S, zone: int, shown: tuple[int, ...]) -> S:
    """Replace what the state knows of a zone by what a disclosure showed, if its eye is in the audience now.

    `shown` are all cards of the zone, ascending; a masked disclosure (hidden cards) teaches nothing.
    """
    if not s.audience[zone] & s.eye:
        return s
    zones = list(s.zones)
    zones[zone] = sum(put(0, card) for card in shown)
    return copy_with(s, zones=tuple(zones))


def close(s: S, zone: int, audience: int) -> S:
    """Give a zone its first audience back (it is empty: what was seen of it has gone)."""
    if s.audience[zone] == audience:
        return s
    if s.zones[zone]:
        message = f"zone {zone} is closed though cards lie in it"
        raise RuleBugError(message)
    seen = list(s.audience)
    seen[zone] = audience
    return copy_with(s, audience=tuple(seen))

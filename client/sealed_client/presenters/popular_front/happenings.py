"""What events mean to the map: the cities they are about, and what they move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.popular_front import TITLE
from sealed.games.popular_front.notation import CITY, colour_of
from sealed.games.popular_front.state import COLOURS, DECK
from sealed_client.presenters.popular_front.coats import DISK, army_coat, coat_of
from sealed_client.presenters.scene import Motion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.message import Event


def spaces_of(event: Event) -> tuple[int, ...]:
    """Return the cities that an event is about."""
    kinds = TITLE.event_kinds[event.id]
    return tuple(arg for kind, arg in zip(kinds, event.args, strict=False) if kind == CITY)


def motions_of(event: Event, told: Sequence[Event]) -> tuple[Motion, ...]:
    """Return what an event moves: a piece for each disk or group, a card, a marker.

    A card moves the same way whether it is known or not; a pile that becomes a deck again does not.
    """
    args = event.args
    match event.id:
        case "moved":
            back = DECK <= args[3] < DECK + COLOURS
            return () if back else (Motion("card", coat_of(args[3] % COLOURS)),)
        case "placed":
            return (_piece(args[0], None, args[1]),)
        case "recruited":
            return (_piece(args[0], None, args[1]),) * args[2]
        case "marched":
            return (_piece(args[0], args[2], args[3]),)
        case "withdrew":
            return (_piece(args[0], args[1], args[2]),)
        case "lost":
            return (_piece(args[0], args[1], None),)
        case "occupied":
            return (_piece(args[0], _attacked_from(told, args[1]), args[1]),)
        case "economic-moved":
            return (Motion("marker", army_coat(args[0] - 1)),)
        case "political-moved":
            return (Motion("marker", DISK),)
    return ()


def _piece(named: int, origin: int | None, target: int | None) -> Motion:
    return Motion("piece", coat_of(colour_of(named)), origin, target)


def _attacked_from(told: Sequence[Event], city: int) -> int | None:
    """Return from where a city was attacked last, as far as that was told."""
    for event in reversed(told):
        if event.id == "declared" and event.args[2] == city:
            return event.args[1]
    return None

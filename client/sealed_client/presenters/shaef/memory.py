"""What a player has seen of face-down cards: remembered by unit, with the month, until the unit gives cards.

It is made of what his client has verified: the events of the log, and the cards of his own looks (Ultra).
Nothing here reads a zone that lies closed to him.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, cast

from sealed.engine.message import MOVED
from sealed.engine.zones import copies, size
from sealed.games.shaef.notation import MONTH, UNIT
from sealed.games.shaef.state import ARRIVED, DOWN, N_UNITS, SHOWN, SIDE, UP, State
from sealed_client.presenters.shaef.cards import label

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sealed.engine import frames
    from sealed.engine.message import Event
    from sealed_client.words.phrases import Phrases

_SEEN: Final = frozenset({"flipped", "joined", "detached"})
"""Events that show a card in a unit."""
_LEFT: Final = frozenset({"lost", "discarded", "gone", "to-deck", "breach"})
"""Events that take a card out of a unit before all eyes."""
_OVER: Final = frozenset({"destroyed", "stood-down"})
"""Events that end a unit."""


class Sighting(NamedTuple):
    """A card seen in a unit: in which month, and whether a card has left the unit unseen since."""

    month: int
    sure: bool = True


Memory = dict[int, dict[int, Sighting]]
"""What is remembered: by unit, by card."""


def remembered(events: Iterable[Event], looks: Sequence[tuple[int, ...]], side: int) -> Memory:
    """Return what a side remembers after these events; `looks` are the cards of its own looks, in order."""
    found: Memory = {}
    month, coming = 0, iter(looks)
    for event in events:
        args = event.args
        if event.id == "month":
            month = args[0]
        elif event.id in _SEEN:
            _see(found, args[0], args[1], month)
        elif event.id == "reacted":
            _see(found, args[1], args[0], month)
        elif event.id == "looked" and args[0] == side:
            for card in next(coming, ()):
                _see(found, args[1], card, month)
        elif event.id in _LEFT:
            found.get(args[0], {}).pop(args[1], None)
        elif event.id in _OVER:
            found.pop(args[0], None)
        elif event.id == "discarded-unseen":
            found[args[0]] = {card: one._replace(sure=False) for card, one in found.get(args[0], {}).items()}
        elif event.id == MOVED:
            _reassigned(found, args[2], args[3])
    return found


def _see(found: Memory, unit: int, card: int, month: int) -> None:
    """Remember a card in a unit, and in no other any more: there is one of each."""
    for cards in found.values():
        cards.pop(card, None)
    found.setdefault(unit, {})[card] = Sighting(month)


def _reassigned(found: Memory, source: int, target: int) -> None:
    """Forget a unit that gives a card away unseen: which one, nobody can tell."""
    if DOWN <= source < DOWN + N_UNITS and ARRIVED <= target < ARRIVED + N_UNITS:
        found.pop(source - DOWN, None)


def memory_lines(
    state: frames.State, said: Phrases, seat: int, events: Iterable[Event], looks: Sequence[tuple[int, ...]]
) -> list[str]:
    """Return a line for each enemy unit of whose face-down cards a seat remembers some."""
    s, side = cast("State", state), seat - 1
    lines = []
    for unit, cards in sorted(remembered(events, looks, side).items()):
        lying = {card: one for card, one in cards.items() if _may_lie(s, unit, card)}
        if SIDE[unit] == side or not lying:
            continue
        told = [
            said.say(
                "lines.seen" if one.sure else "lines.seen-perhaps",
                card=label(said, card),
                month=said.name(MONTH, one.month),
            )
            for card, one in lying.items()
        ]
        lines.append(said.say("lines.remembered", unit=said.name(UNIT, unit), cards=", ".join(told)))
    return lines


def _may_lie(s: State, unit: int, card: int) -> bool:
    """Tell whether a card seen earlier may lie among the closed ones: it lies open nowhere."""
    if not size(s.zones[DOWN + unit]):
        return False
    return not any(copies(s.zones[kind + own], card) for kind in (SHOWN, UP) for own in range(N_UNITS))


__all__ = ["Memory", "Sighting", "memory_lines", "remembered"]

"""Which card acts an action needs: the bridge from the engine's moves to PLACE, SHOW and REVEAL (spec 2.6).

The engine reports every move of cards; the protocol wants an act for each card that becomes a reference or
is opened by its owner. The rule is one: a card that leaves a bag for a laid zone is shown if cards lie open
there and placed if not; a card that leaves a closed zone for an open one is revealed; all other moves of
references follow from the action and need no act.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.message import MOVED
from sealed.engine.title import BAG, LAID
from sealed.engine.zones import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sealed.engine.action import Action
    from sealed.engine.message import Event
    from sealed.engine.notation import Notation
    from sealed.fairness.bridge.places import Place, Places

PLACE, SHOW, REVEAL, FOLLOW = "place", "show", "reveal", "follow"
"""`FOLLOW`: open references that move because the action or the rules say so; no act."""


class Shift(NamedTuple):
    """A move of `n` equal cards (0 = unknown to this replica) between places, and the act that it needs."""

    act: str
    card: int
    n: int
    source: Place
    target: Place


def shifts(places: Places, events: Iterable[Event]) -> Iterator[Shift]:
    """Yield the moves from and to bags and laid zones that the events of one step report, in order.

    Moves out of a deck (draws) and into one (reshuffles) are no shifts: their entries name handles and
    references.
    """
    for event in events:
        if event.id != MOVED:
            continue
        card, count, source_zone, target_zone = event.args
        source, target = places.of(source_zone), places.of(target_zone)
        if target.form == LAID and source.form in (BAG, LAID):
            yield Shift(_act(source, target), card, count, source, target)


def _act(source: Place, target: Place) -> str:
    if source.form == BAG:
        return SHOW if target.open else PLACE
    return REVEAL if target.open and not source.open else FOLLOW


def fill(notation: Notation, masked: Action, hidden: Iterable[int]) -> Action:
    """Return the action with each `?` replaced by the next of the hidden cards.

    Raises `ValueError` unless there are exactly as many cards as `?`.
    """
    rest = list(hidden)
    shown = notation.cards(masked)
    if shown.count(HIDDEN) != len(rest):
        message = "text and card acts disagree"
        raise ValueError(message)
    queue = iter(rest)
    return notation.with_cards(masked, tuple(card or next(queue) for card in shown))

"""Which card acts an action needs: the bridge from the engine's moves to the acts of a seat (spec 2.6, 2.16).

The engine reports every move of cards; the protocol wants an act for each card that becomes a reference or
is opened by its owner. The rule is one: a card that goes where cards are mixed is regrouped; one that leaves
a bag for another laid zone is shown if cards lie open there and placed if not; one that leaves a closed zone
for an open one is revealed; all other moves of references follow from the action and need no act.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.message import MOVED
from sealed.engine.title import BAG, DECK, LAID
from sealed.engine.zones import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.message import Event
    from sealed.engine.notation import Notation
    from sealed.fairness.bridge.places import Place, Places

PLACE, SHOW, REVEAL, REGROUP, FOLLOW = "place", "show", "reveal", "regroup", "follow"
"""`REGROUP`: all such moves of one step are one act. `FOLLOW`: references that move because the action or the
rules say so; no act."""


class Shift(NamedTuple):
    """A move of `n` equal cards (0 = unknown to this replica) between places, and the act that it needs."""

    act: str
    card: int
    n: int
    source: Place
    target: Place


class Cell(NamedTuple):
    """Two zones of one seat, by number, between which cards are regrouped."""

    source: int
    target: int


def shifts(places: Places, events: Iterable[Event]) -> Iterator[Shift]:
    """Yield the moves from and to bags and laid zones that the events of one step report, in order.

    Moves out of a deck (draws) and into one (reshuffles) are no shifts: their entries name handles and
    references. Nor are moves from bag to bag: counts say all of them.
    """
    for event in events:
        if event.id != MOVED:
            continue
        card, count, source_zone, target_zone = event.args
        source, target = places.of(source_zone), places.of(target_zone)
        if DECK in (source.form, target.form) or source.form == target.form == BAG:
            continue
        if target.form == LAID or target.mixed:
            yield Shift(_act(source, target), card, count, source, target)


def _act(source: Place, target: Place) -> str:
    if target.mixed and source.seat == target.seat:
        return REGROUP
    if source.form == BAG:
        return SHOW if target.open else PLACE
    return REVEAL if target.open and not source.open else FOLLOW


def moves_by_cell(regrouped: Iterable[Shift]) -> dict[Cell, Counter[int]]:
    """Return what goes where in the regroup of a step: the cards of each cell, cells ascending.

    In a masked replica closed cards count under 0.
    """
    found: dict[Cell, Counter[int]] = {}
    for shift in regrouped:
        cell = Cell(shift.source.number, shift.target.number)
        found.setdefault(cell, Counter())[shift.card] += shift.n
    return dict(sorted(found.items()))


def fill(
    notation: Notation, masked: Action, hidden: Iterable[int], regrouped: Sequence[tuple[Cell, int]] = ()
) -> Action:
    """Return the action with each `?` replaced by the next of the hidden cards, and its unsaid cards put in.

    `regrouped` are the cards that change their zone in the step's regroup, each with its cell; the unsaid
    ones are these in order of cells, inside a cell by card. Raises `ValueError` unless there are exactly as
    many cards as `?`, and as many as are unsaid.
    """
    rest = list(hidden)
    shown = notation.cards(masked)
    if shown.count(HIDDEN) != len(rest):
        message = "text and card acts disagree"
        raise ValueError(message)
    if rest:
        queue = iter(rest)
        masked = notation.with_cards(masked, tuple(card or next(queue) for card in shown))
    if notation.unsaid(masked):
        masked = notation.with_unsaid(masked, tuple(card for _, card in sorted(regrouped)))
    return masked

"""The law of who may see which card: an explicit table for each title, compared with the engine's masks.

A mask and a view that both show too much agree with each other, so no law about replicas notices them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, TypeAlias

from sealed.engine.chance import Deal, Look
from sealed.engine.eye import PUBLIC, seat_eye
from sealed.engine.kernel import mask, requests
from sealed.engine.notation import CARD, UNSAID
from sealed.testing.moments import Moment, walk

if TYPE_CHECKING:
    from random import Random

    from sealed.engine.title import Setup, Title

WATCHER = 0
"""Stands for whoever has no seat."""

Row: TypeAlias = Callable[[Moment], Collection[int]]
"""The seats that may know the cards of an answer, `WATCHER` among them if everybody may."""


def everybody(moment: Moment) -> Collection[int]:
    """Return all seats and the watcher: a card shown openly."""
    return range(moment.setup.seats + 1)


def answerer(moment: Moment) -> Collection[int]:
    """Return the seat that answers: a card played face down."""
    return (moment.seat,)


def drawer(moment: Moment) -> Collection[int]:
    """Return the seat whose zone a dealt card enters."""
    request = requests(moment.before)[0]
    return (_owner(moment, request.target),) if isinstance(request, Deal) else ()


def viewer_and_owner(moment: Moment) -> Collection[int]:
    """Return who looks at a zone, and whose it is."""
    request = requests(moment.before)[0]
    return (request.viewer, _owner(moment, request.zone)) if isinstance(request, Look) else ()


def _owner(moment: Moment, zone: int) -> int:
    return moment.setup.seat_of(moment.title.zone_forms[zone].colour)


def check_audiences(
    title: Title, setup: Setup, rng: Random, games: int, every: int, table: Mapping[str, Row]
) -> None:
    """Compare the mask of every answer that names a card with the table; every such verb has a row.

    Raises `AssertionError` if an eye sees a card that the table hides, or does not see one that it shows.
    """
    naming = {verb for verb, form in title.notation.verbs.items() if {CARD, UNSAID} & set(form.kinds)}
    if naming != set(table):
        raise AssertionError(f"{title.id}: the table of audiences lacks or invents {naming ^ set(table)}")
    for moment in walk(title, setup, rng, games, every):
        if not title.notation.cards(moment.action) and not title.notation.verbs[moment.action.verb].unsaid:
            continue
        allowed = table[moment.action.verb](moment)
        for seat in range(setup.seats + 1):
            eye = PUBLIC if seat == WATCHER else seat_eye(seat)
            seen = mask(moment.before, moment.action, eye, title.notation)
            want = moment.action if seat in allowed else title.notation.hide(moment.action)
            moment.require(seen is want, f"seat {seat} is shown {seen}, the table says {want}")

"""Titles as tables of the referee's tests play them."""

from __future__ import annotations

from dataclasses import replace

from miniatures import skirmish

from sealed.engine.title import BAG, DECK, LAID, Title, ZoneForm
from sealed.games.popular_front import TITLE as POPULAR_FRONT

_SKIRMISH_ZONES = (
    (DECK, 0),  # pile
    (BAG, 0),  # hand
    (LAID, 0),  # laid in secret
    (LAID, 1),  # discards that are shown
    (LAID, 2),  # discards that are not
)

SKIRMISH = replace(
    skirmish.TITLE,
    zone_forms=tuple(ZoneForm(form, kind, colour) for colour in range(3) for form, kind in _SKIRMISH_ZONES),
    slots=lambda _setup: 512,
)
"""Order, reshuffles of open and closed discards, looks, simultaneous choices, disclosures.

Play it without strikes (a double of the dice picks from a hand, which needs the fan of spec 2.16) and
without scouts (a watched pile shows cards buried later, for which there is no private message).
"""


def titles(game: str, edition: bytes) -> Title | None:
    """Returns the title of a table's parameters."""
    for title in (SKIRMISH, POPULAR_FRONT):
        if (title.id, title.edition) == (game, edition):
            return title
    return None

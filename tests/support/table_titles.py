"""Miniature titles as the protocol sees them: hands are bags, all else that is laid has references."""

from __future__ import annotations

from dataclasses import replace

from miniatures import kuhn, skirmish
from sealed.engine.title import BAG, DECK, LAID, Title, ZoneForm

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
"""Dice, order, reshuffles of open and closed discards, looks, simultaneous choices, disclosures."""

SHORT_SKIRMISH = replace(SKIRMISH, id="short-skirmish", options=())
KUHN = kuhn.TITLE


def titles(game: str, edition: bytes) -> Title | None:
    """Returns the title of a table's parameters."""
    known = {title.id: title for title in (SKIRMISH,)}
    title = known.get(game)
    return title if title is not None and title.edition == edition else None

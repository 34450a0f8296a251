"""The cards of a side in words, as everybody may know them: counts, open discards, contingencies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.zones import cards, size
from sealed.games.south_front.cards import CONTINGENCIES
from sealed.games.south_front.notation import CONTINGENCY
from sealed.games.south_front.state import DECK, HAND, LATE, SHOWN, UNSHOWN, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed_client.words.phrases import Phrases

_GONE = 2
_CARDS_OF_A_SIDE = 3


def card_lines(s: State, said: Phrases, side: int) -> Iterator[str]:
    """Yield how many cards a side has where, its open discards, and the contingencies that lie up."""
    zones = {zone: s.zones[zone + side] for zone in (HAND, DECK, LATE, UNSHOWN, SHOWN)}
    name = said.colour(side)
    yield said.say(
        "lines.cards", side=name, hand=size(zones[HAND]), deck=size(zones[DECK]), unshown=size(zones[UNSHOWN])
    )
    if zones[LATE]:
        yield said.say("lines.late", side=name, count=size(zones[LATE]))
    if zones[SHOWN]:
        yield said.say("lines.shown", side=name, cards=said.cards(cards(zones[SHOWN])))
    up = [said.name(CONTINGENCY, code) for code in open_contingencies(s, side)]
    yield said.say("lines.contingencies", side=name, cards=", ".join(up) or said.say("lines.none"))


def open_contingencies(s: State, side: int) -> list[int]:
    """Return the codes of the contingency sides that a side can use: those that lie up."""
    faces = s.faces[side * _CARDS_OF_A_SIDE : (side + 1) * _CARDS_OF_A_SIDE]
    return [
        one.code
        for one in CONTINGENCIES
        if one.side == side and faces[one.card] != _GONE and faces[one.card] == one.second
    ]

"""The board of SHAEF as plain lines, each of which can be read by itself (`board WORD` picks some)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sealed.engine.notation import CARD
from sealed.engine.zones import size
from sealed.games.shaef.notation import MONTH, REGION
from sealed.games.shaef.pack import load
from sealed.games.shaef.state import ALLIES, AXIS, DEAD, GONE, LOST, RESERVE, State
from sealed.games.shaef.tactics.table import KEYS
from sealed.games.shaef.units.cards import BY_RULE
from sealed_client.presenters.shaef.cards import in_zone
from sealed_client.presenters.shaef.combat import combat_lines
from sealed_client.presenters.shaef.regions import region_lines
from sealed_client.presenters.shaef.units import side_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine import frames
    from sealed_client.words.phrases import Phrases

_SIDES = (ALLIES, AXIS)
_MONTHS = len(load().numbers.months)


def board_lines(state: frames.State, said: Phrases) -> list[str]:
    """Return the board: month and points, the combat, the units by Army, the regions, the piles of cards."""
    s = cast("State", state)
    return [
        status(s, said),
        *_in_force(s, said),
        *combat_lines(s, said),
        *(line for side in _SIDES for line in side_lines(s, said, side)),
        *region_lines(s, said),
        *(line for side in _SIDES for line in _piles(s, said, side)),
    ]


def status(s: State, said: Phrases) -> str:
    """Return month, turn and the Operation Points of both sides; at the end who has won."""
    values = {
        "month": said.name(MONTH, s.month),
        "months": _MONTHS,
        "number": s.month,
        "side": said.colour(ALLIES),
        "points": s.points[ALLIES],
        "side2": said.colour(AXIS),
        "points2": s.points[AXIS],
    }
    if s.winner:
        return said.say("lines.over", winner=said.colour(s.winner - 1), **values)
    return said.say("lines.status", turn=said.colour(s.turn), **values)


def _in_force(s: State, said: Phrases) -> Iterator[str]:
    """Yield the effects of tactics that last, and the Mulberries."""
    cards = [BY_RULE[KEYS[one.key]] for one in s.lasting if KEYS[one.key] in BY_RULE]
    for card in dict.fromkeys(cards):
        yield said.say("lines.in-force", card=said.name(CARD, card), text=said.fact(CARD, "text", card))
    built = [said.name(REGION, place) for place in s.mulberries if place < len(load().regions)]
    if built:
        yield said.say("lines.mulberries", regions=", ".join(built))


def _piles(s: State, said: Phrases, side: int) -> Iterator[str]:
    """Yield how many cards a side has in its deck and discarded unseen, and the discards that all know."""
    name = said.colour(side)
    yield said.say(
        "lines.piles",
        side=name,
        reserve=size(s.zones[RESERVE + side]),
        lost=size(s.zones[LOST + side]),
        dead=size(s.zones[DEAD + side]),
    )
    for pile, line in ((DEAD, "discards"), (GONE, "gone")):
        if s.zones[pile + side]:
            yield said.say(f"lines.{line}", side=name, cards=in_zone(said, s.zones[pile + side]))


__all__ = ["board_lines", "status"]

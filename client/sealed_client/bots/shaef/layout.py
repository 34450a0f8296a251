"""The lay-out of the steady bot in the Free Scenario: that of June 1944, which both rosters fit."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealed.engine.zones import copies
from sealed.games.shaef.notation import make
from sealed.games.shaef.replacement.panzerarmee import CARDS
from sealed.games.shaef.setup.rosters import HISTORICAL
from sealed.games.shaef.setup.templates import historical_answers
from sealed.games.shaef.state import AXIS, DOWN, RESERVE, UNITS
from sealed.games.shaef.units.cards import CARD
from sealed_client.bots.shaef.ground import REGION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.games.shaef.state import State


def lay_out(s: State, side: int, legal: Sequence[Action]) -> Action | None:
    """Returns the next answer of the template that is legal and has not been given, else what ends it."""
    offered = set(legal)
    for answer in _stations(side):
        if answer in offered:
            return answer
    for row in HISTORICAL[side]:
        organise = make("organise", row.unit)
        if organise in offered and any(_waits(s, side, row.unit, card) for card in row.cards):
            return organise
    return make("done") if make("done") in offered else None


_ELSEWHERE = {
    "15. Armee": "FLN",
    "LXXXIX. Armeekorps": "ZEE",
    "LXXXI. Armeekorps": "ZEE",
    "LXVII. Armeekorps": "BRG",
}
"""Where the bot departs from the printed stations: nobody may land beside the Rhine unopposed."""
_FORTIFIED = ("LXXXIX. Armeekorps",)


@lru_cache(maxsize=2)
def _stations(side: int) -> tuple[Action, ...]:
    """Returns where the units stand, Fortress Markers last."""
    printed = historical_answers(side, free=True)
    places = {UNITS[a.args[0]].name: a.args for a in printed if a.verb == "station"}
    stations = [
        make("station", unit, REGION[_ELSEWHERE[name]] if name in _ELSEWHERE else place)
        for name, (unit, place) in places.items()
    ]
    extra = [make("fortify", places[name][0]) for name in _FORTIFIED if name in places]
    return (*stations, *extra, *(a for a in printed if a.verb == "fortify"))


def assemble(s: State, side: int, unit: int, legal: Sequence[Action]) -> Action:
    """Returns the next printed card of a unit that waits in the deck, or the end."""
    offered = set(legal)
    row = next(row for row in HISTORICAL[side] if row.unit == unit)
    for action in legal:
        if action.verb == "take" and action.args[1] in row.cards and _waits(s, side, unit, action.args[1]):
            return action
    return make("done") if make("done") in offered else legal[0]


def panzerarmee_cards(s: State, legal: Sequence[Action], unit: int | None) -> Action:
    """Returns how the June cards of the 5th PanzerArmee are handed out: to the units printed on them."""
    waiting = [card for card in CARDS if copies(s.zones[RESERVE + AXIS], card)]
    for action in legal:
        if action.verb == "organise" and any(CARD[card].unit == action.args[0] for card in waiting):
            return action
        if action.verb == "take" and CARD[action.args[1]].unit == unit:
            return action
    return make("done")


def _waits(s: State, side: int, unit: int, card: int) -> bool:
    return bool(copies(s.zones[RESERVE + side], card)) and not copies(s.zones[DOWN + unit], card)


__all__ = ["assemble", "lay_out", "panzerarmee_cards"]

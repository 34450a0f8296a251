"""What an answer costs and what map and cards say about it: beside each answer of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sealed.engine.notation import CARD
from sealed.engine.zones import HIDDEN
from sealed.games.shaef.board.geography import river, terrain
from sealed.games.shaef.board.presence import OF_SIDE, controls, side_in_region
from sealed.games.shaef.combat.firing import Firing
from sealed.games.shaef.combat.modifiers import Shot
from sealed.games.shaef.notation import FORCE, PLACE, UNIT
from sealed.games.shaef.pack.facts import MOUNTAIN, TERRAINS, WETLANDS
from sealed.games.shaef.state import HQ_CARD, N_REGIONS, OFF, SIDE, State, units_in
from sealed.games.shaef.supply.lines import supplied
from sealed.games.shaef.units.holdings import lies_up
from sealed_client.presenters.shaef.cards import worth
from sealed_client.presenters.shaef.combat import seen_of, shot_words, volley_of
from sealed_client.presenters.shaef.prices import price
from sealed_client.presenters.shaef.units import marks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sealed.engine import frames
    from sealed.engine.action import Action
    from sealed_client.words.phrases import Phrases

    Note = Callable[[State, Phrases, tuple[int, ...]], Iterator[str]]

_FIRES = frozenset({"fire", "fire-blind"})
_BEFORE_SUPPLY = frozenset({"deploy", "markers"})
"""The questions whose end is the last before units without supply are removed."""


def answer_note(state: frames.State, action: Action, said: Phrases) -> str:
    """Return what an answer costs, and what map, units and cards say about it; empty for nothing more."""
    s = cast("State", state)
    note = _NOTES.get(action.verb)
    parts = [_cost(s, said, action)]
    if note is not None:
        parts += note(s, said, action.args)
    return "; ".join(filter(None, parts))


def _cost(s: State, said: Phrases, action: Action) -> str:
    """Return the price of an answer and what it leaves."""
    cost = price(s, action)
    side = getattr(s.stack.frame, "colour", None) if s.stack else None
    if cost is None or side is None:
        return ""
    return said.say("notes.costs", cost=cost, left=s.points[side] - cost)


def _stands(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    """Yield where a unit is, and its marks."""
    if s.where[args[0]] != OFF:
        yield said.say("notes.in", place=said.name(PLACE, s.where[args[0]]))
    yield from marks(s, said, args[0])


def _move(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    """Yield where a unit comes from, what slows it, whom it meets, and whether it takes control."""
    unit, region = args
    yield said.say("notes.from", place=said.name(PLACE, s.where[unit]))
    if s.where[unit] < N_REGIONS and river(s.where[unit], region):
        yield said.say("notes.river")
    if (ground := terrain(s, region)) in {MOUNTAIN, WETLANDS}:
        yield said.say(f"terrain.{TERRAINS[ground]}")
    yield from _meets(s, said, unit, region)


def _meets(s: State, said: Phrases, unit: int, region: int) -> Iterator[str]:
    enemies = side_in_region(s, 1 - SIDE[unit], region)
    if enemies:
        names = ", ".join(said.name(UNIT, one) for one in units_in(enemies))
        yield said.say("notes.against", units=names)
    elif not controls(s, SIDE[unit], region):
        yield said.say("notes.takes")


def _lands(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    unit, region = args
    yield from _meets(s, said, unit, region)


def _card_of(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    """Yield strengths and abilities of a card in a unit."""
    del s
    if args[-1] != HIDDEN:
        yield worth(said, args[-1])


def _taken(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    if len(args) > 1:
        yield from _card_of(s, said, args)


def _text(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    del s
    yield said.fact(CARD, "text", args[-1])


def _joins(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    """Yield with which strength a card would fire, and why."""
    volley, (unit, card) = volley_of(s), args
    if volley is not None and s.combat is not None:
        fresh = int(not lies_up(s, unit, card))
        yield shot_words(s, said, card, Shot(volley.force, volley.target, unit, fresh))


def _target(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    """Yield what can be seen of the force that is fired at."""
    if s.combat is not None:
        yield from seen_of(s, said, args[1])


def _loss(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    """Yield what the card is worth; with an HQ the whole unit goes."""
    yield from _card_of(s, said, args)
    if args[1] == HQ_CARD[args[0]]:
        yield said.say("notes.whole-unit")


def _hq(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    yield from _card_of(s, said, args[:1])


def _lacking(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    """Yield which own units have no supply before the Second Supply Phase removes them."""
    del args
    frame = s.stack.frame if s.stack else None
    question, side = getattr(frame, "id", ""), getattr(frame, "colour", None)
    if side is None or question not in _BEFORE_SUPPLY:
        return
    here = sum(1 << unit for unit, place in enumerate(s.where) if place != OFF)
    lacking = here & OF_SIDE[side] & ~supplied(s)
    if lacking:
        names = ", ".join(said.name(UNIT, unit) for unit in units_in(lacking))
        yield said.say("notes.lacking", units=names)


def _ends(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    """Yield what `done` leaves as it is: units without supply, forces that have not fired."""
    yield from _lacking(s, said, args)
    frame = s.stack.frame if s.stack else None
    if isinstance(frame, Firing):
        fires = [answer.args[0] for answer in frame.legal(s, frame.colour + 1) if answer.verb in _FIRES]
        yield said.say(
            "notes.silent", forces=", ".join(said.name(FORCE, one) for one in dict.fromkeys(fires))
        )


def _fight(s: State, said: Phrases, args: tuple[int, ...]) -> Iterator[str]:
    for side in (0, 1):
        units = units_in(side_in_region(s, side, args[0]))
        yield said.say(
            "lines.units-there",
            side=said.colour(side),
            units=", ".join(said.name(UNIT, one) for one in units),
        )


_NOTES: dict[str, Note] = {
    **dict.fromkeys(("flip", "discard", "reconnoitre", "detach", "give"), _card_of),
    "take": _taken,
    **dict.fromkeys(("muster", "raise", "react"), _hq),
    **dict.fromkeys(
        ("disband", "redeploy", "attach", "retreat", "slip", "organise", "choose-unit", "secondary"), _stands
    ),
    **dict.fromkeys(("fly", "assault", "sail"), _lands),
    "lose": _loss,
    "move": _move,
    "use": _text,
    "join": _joins,
    "fire": _target,
    "fight": _fight,
    "done": _ends,
}
"""What is said of the answers of each verb besides the price."""

__all__ = ["answer_note"]

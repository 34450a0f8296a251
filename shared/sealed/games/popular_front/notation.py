"""The notation of Popular Front: verbs, names and the ready actions that legal lists are made of.

`NOTATION.md` is the description for readers. Numbers: cities 0-35, cards 1-10, sides 1-2, colours as `named`
says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.notation import CARD as CARD_KIND
from sealed.engine.notation import NUMBER, Notation, Verb, outcome_verbs
from sealed.games.popular_front.board import CITIES, NEIGHBOURS
from sealed.games.popular_front.cards import CARDS
from sealed.games.popular_front.pack import load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealed.engine.action import Action

CITY, COLOUR, SIDE, ZONE, CAUSE, QUESTION = "city", "colour", "side", "zone", "cause", "question"

QUESTIONS = (
    "place",
    "act",
    "muster",
    "against",
    "commit",
    "deploy",
    "discard",
    "lose",
    "destroy",
    "hit",
    "withdraw",
    "occupy",
)
"""Ids of the questions; the argument of `not-now` is the place in this list, from 1."""

CAUSES = ("track", "margin", "disk", "stars", "round-cap")
"""Why an army has won; the argument of `won` is the place in this list, from 1."""

_COLOURS = len(load().colours)
_SIDES = len(load().sides)
STACK = load().numbers.stack_limit

ZONE_KINDS = ("deck", "hand", "reserve", "box", "deployed", "discard")
"""Kinds of zones; zone = kind * 6 + colour, both from 0."""


def named(colours: int, colour: int) -> int:
    """Return the number under which a colour (0-based) is named at a table of so many colours.

    With two colours each is a whole army and bears its name: `Nationalists` is 7 and `Republic` 8. With more
    they are 1 to 6. Orders, events, questions and refusals use these numbers, so one table of names fits all.
    """
    return colour + 1 + (_COLOURS if colours == _SIDES else 0)


def colour_of(number: int) -> int:
    """Return the colour (0-based) that a number of `named` means."""
    return (number - 1) % _COLOURS


_VERBS: dict[str, Verb] = {
    "place": Verb((CITY,)),
    "muster": Verb((CARD_KIND,)),
    "politics": Verb((CARD_KIND,)),
    "attack": Verb((CITY, CITY)),
    "fifth-column": Verb((CITY,)),
    "end": Verb(),
    "recruit": Verb((CITY,)),
    "move": Verb((NUMBER, CITY, CITY)),
    "done": Verb(),
    "against": Verb((COLOUR,)),
    "commit": Verb((CARD_KIND,)),
    "pass": Verb(),
    "deploy": Verb((CARD_KIND,)),
    "discard": Verb((CARD_KIND,)),
    "lose": Verb((CARD_KIND,)),
    "destroy": Verb((CARD_KIND,)),
    "hit": Verb((CARD_KIND,)),
    "withdraw": Verb((CITY,)),
    "occupy": Verb((NUMBER,)),
}


def _names() -> dict[str, dict[int, str]]:
    pack = load()
    colours = {colour.number: colour.name for colour in pack.colours}
    armies = {named(_SIDES, side.number - 1): side.name for side in pack.sides}
    zones = [f"{kind} {colour + 1}" for kind in ZONE_KINDS for colour in range(_COLOURS)]
    return {
        CITY: {city.index: city.name for city in CITIES},
        CARD_KIND: {card.code: card.name for card in CARDS},
        COLOUR: colours | armies,
        SIDE: {side.number: side.name for side in pack.sides},
        ZONE: dict(enumerate(zones)),
        CAUSE: dict(enumerate(CAUSES, 1)),
        QUESTION: dict(enumerate(QUESTIONS, 1)),
    }


NOTATION = Notation(verbs=_VERBS | outcome_verbs(order_of=COLOUR), names=_names())
"""Parser, printer and store of every action of this title."""

_make = NOTATION.action
_ALL_CITIES = range(len(CITIES))
_CARD_CODES = range(len(CARDS) + 1)


def _by_city(verb: str) -> tuple[Action, ...]:
    return tuple(_make(verb, city) for city in _ALL_CITIES)


def _by_card(verb: str) -> tuple[Action, ...]:
    return tuple(_make(verb, card) for card in _CARD_CODES)


END, DONE, PASS = _make("end"), _make("done"), _make("pass")

PLACE = _by_city("place")
RECRUIT = _by_city("recruit")
FIFTH = _by_city("fifth-column")
WITHDRAW = _by_city("withdraw")
"""Actions by city."""

MUSTER = _by_card("muster")
POLITICS = _by_card("politics")
COMMIT = _by_card("commit")
DEPLOY = _by_card("deploy")
DISCARD = _by_card("discard")
LOSE = _by_card("lose")
DESTROY = _by_card("destroy")
HIT = _by_card("hit")
"""Actions by card code; index 0 is the hidden card."""

OCCUPY = tuple(_make("occupy", n) for n in range(STACK + 1))
AGAINST = tuple(_make("against", colour + 1) for colour in range(_COLOURS))
"""Actions by number of disks, and by colour from 0."""

ATTACK: Mapping[tuple[int, int], Action] = {
    (a, b): _make("attack", a, b) for a in _ALL_CITIES for b in NEIGHBOURS[a]
}
"""Attacks by origin and target."""

MOVE: Mapping[tuple[int, int], tuple[Action, ...]] = {
    (a, b): tuple(_make("move", n, a, b) for n in range(1, STACK + 1))
    for a in _ALL_CITIES
    for b in NEIGHBOURS[a]
}
"""Moves of one to four disks by origin and destination."""

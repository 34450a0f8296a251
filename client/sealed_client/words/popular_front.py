"""The wording of Popular Front: its names in a language, and which moves of cards are worth a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.notation import CARD
from sealed.engine.title import BAG, DECK, LAID
from sealed.games.popular_front.notation import CAUSE, CAUSES, CITY, COLOUR, QUESTION, QUESTIONS, SIDE, named
from sealed.games.popular_front.pack import load
from sealed_client.words.phrases import Wording

if TYPE_CHECKING:
    from sealed_client.words.messages import Messages

_DECK, _HAND, _RESERVE, _BOX, _SHOWN = (DECK, 0), (BAG, 0), (LAID, 0), (LAID, 1), (LAID, 2)
"""The kinds of zones between which a card's way is worth a line of its own."""

_MOVES = {(_DECK, _HAND): "drawn", (_HAND, _RESERVE): "laid", (_BOX, _SHOWN): "opened"}


def wording(messages: Messages) -> Wording:
    """Return how the title speaks a language; cities are named as on the board in all of them."""
    pack, say = load(), messages.text
    sides = {side.number: say(f"popular-front.sides.{side.number}") for side in pack.sides}
    colours = {one.number: say(f"popular-front.colours.{one.number}") for one in pack.colours}
    armies = {named(len(sides), number - 1): name for number, name in sides.items()}
    return Wording(
        messages=messages,
        names={
            CITY: {city.index: city.display for city in pack.cities},
            CARD: {card.code: say(f"popular-front.cards.{card.code}") for card in pack.cards},
            COLOUR: colours | armies,
            SIDE: sides,
            QUESTION: {i: say(f"popular-front.question-names.{name}") for i, name in enumerate(QUESTIONS, 1)},
            CAUSE: {i: say(f"popular-front.causes.{name}") for i, name in enumerate(CAUSES, 1)},
        },
        moves=_MOVES,
        silent=frozenset({"drew"}),
        colour_number=named,
        armies=sides,
    )

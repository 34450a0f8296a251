"""The wording of SHAEF: its names in a language, where its units stand, which events are told in full.

Names of units and most cards are proper names and stand as printed; the catalogues hold the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from sealed.engine.message import MOVED
from sealed.engine.notation import CARD, UNSAID
from sealed.games.shaef.combat.volley import SHIFTED, scores
from sealed.games.shaef.notation import (
    CAUSE,
    CAUSES,
    FORCE,
    INDEPENDENTS,
    MOMENT,
    MOMENTS,
    MONTH,
    PLACE,
    QUESTION,
    REGION,
    SIDE_KIND,
    SIDES,
    SOURCE,
    THE_DECK,
    UNIT,
)
from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import ABILITIES, TYPES
from sealed.games.shaef.pack.facts import TACTIC as TACTIC_TYPE
from sealed.games.shaef.said import QUESTIONS
from sealed.games.shaef.state import AFRICA, BRITAIN, HQ_CARD, LANE, N_UNITS, OFF, RESERVE
from sealed_client.words.phrases import Wording

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealed.engine import frames
    from sealed.engine.message import Event
    from sealed.games.shaef.pack.facts import CardFacts
    from sealed.games.shaef.state import State
    from sealed_client.words.messages import Messages

    Names = Mapping[str, Mapping[int, str]]

_JUNE: Final = 1
_MONTHS: Final = (*range(len(load().numbers.months) + 1), 99)
"""The numbers of months that have a name, with those of entries that are none."""


def wording(messages: Messages) -> Wording:
    """Return how the title speaks a language."""
    names = {**_of_cards(messages), **_of_the_map(messages), **_of_the_game(messages)}

    def standing(state: frames.State, kind: str, number: int) -> str:
        return _standing(messages, names, cast("State", state), number) if kind == UNIT else ""

    return Wording(
        messages=messages,
        names=names,
        moves={},
        silent=frozenset(),
        colour_number=lambda _, colour: colour,
        facts=_facts(messages),
        standing=standing,
        armies={side + 1: name for side, name in names[SIDE_KIND].items()},
        retold=lambda state, event: _retold(cast("State | None", state), event),
    )


def _of_cards(messages: Messages) -> Names:
    """Return the names of cards, of the units that HQ cards lead, and of the cards that act as units."""
    pack, say = load(), messages.text
    cards = {card.code: _card(messages, card) for card in pack.cards}
    units = {unit.index: unit.name for unit in pack.units}
    alone = {N_UNITS + place: cards[code] for place, code in enumerate(INDEPENDENTS)}
    return {
        CARD: cards,
        UNSAID: cards,
        UNIT: units,
        FORCE: units | alone,
        SOURCE: units | {THE_DECK: say("shaef.pieces.deck")},
    }


def _card(messages: Messages, card: CardFacts) -> str:
    """Return the name of a card: tactics are called by what they do, troops by their own names."""
    if card.type != TACTIC_TYPE or messages.language == "en":
        return card.name
    return messages.text(f"shaef.cards.{card.text}")


def _of_the_map(messages: Messages) -> Names:
    """Return the names of regions, and of the other places of units."""
    say = messages.text
    regions = {region.index: say(f"shaef.regions.{region.id}") for region in load().regions}
    lanes = {LANE + index: say("shaef.pieces.lane", region=name) for index, name in regions.items()}
    bases = {
        BRITAIN: say("shaef.places.britain"),
        AFRICA: say("shaef.places.africa"),
        OFF: say("shaef.pieces.off"),
    }
    return {REGION: regions, PLACE: regions | lanes | bases}


def _of_the_game(messages: Messages) -> Names:
    """Return the names of sides, months, moments, questions and reasons of victory."""
    say = messages.text
    sides = {side: say(f"shaef.sides.{side + 1}") for side in range(len(SIDES))}
    return {
        SIDE_KIND: sides,
        "colour": sides,
        MONTH: {month: say(f"shaef.months.{month}") for month in _MONTHS},
        MOMENT: {number: say(f"shaef.moments.{number}") for number in range(1, len(MOMENTS) + 1)},
        QUESTION: {number: say(f"shaef.question-names.{name}") for number, name in enumerate(QUESTIONS, 1)},
        CAUSE: {
            number: say(f"shaef.causes.{name.replace(' ', '-')}") for number, name in enumerate(CAUSES, 1)
        },
    }


def _facts(messages: Messages) -> Mapping[str, Names]:
    """Return of each card its text, its type, its abilities, both strengths, and what its unit calls it."""
    pack = load()
    hq = messages.text("shaef.pieces.hq")
    facts = {
        "text": {card.code: _text(messages, card) for card in pack.cards},
        "type": {card.code: messages.text(f"shaef.types.{TYPES[card.type]}") for card in pack.cards},
        "traits": {card.code: _traits(messages, card) for card in pack.cards},
        "strength": {card.code: f"{card.attack}/{card.defence}" for card in pack.cards if card.attack >= 0},
        "called": {card.code: hq if card.code in HQ_CARD else _card(messages, card) for card in pack.cards},
    }
    return {CARD: facts}


def _text(messages: Messages, card: CardFacts) -> str:
    return messages.text(f"shaef.card-text.{card.text}") if card.text else ""


def _traits(messages: Messages, card: CardFacts) -> str:
    """Return the abilities of a card in a row; that it has none is said."""
    found = [
        messages.text(f"shaef.abilities.{name}")
        for place, name in enumerate(ABILITIES)
        if card.abilities >> place & 1
    ]
    return ", ".join(found) or messages.text("shaef.pieces.no-abilities")


def _standing(messages: Messages, names: Names, s: State, unit: int) -> str:
    """Return a unit with the place where it stands."""
    place = s.where[unit]
    if place == OFF:
        return ""
    return messages.text("shaef.pieces.at", unit=names[UNIT][unit], place=names[PLACE][place])


def _retold(s: State | None, event: Event) -> tuple[str, tuple[str, ...], tuple[int, ...]] | None:
    """Return a shot with its strength and whether it hit, or which Replacement its owner has drawn."""
    if event.id == "shot":
        card, shifted, die = event.args
        needed = shifted - SHIFTED
        told = "shot-hit" if scores(card, needed, die) else "shot-missed"
        return told, (CARD, "number", "number"), (card, needed, die)
    if event.id != MOVED or s is None or s.month == _JUNE:
        return None
    card, _, source, target = event.args
    for side in range(len(SIDES)):
        if card and source != target and target == RESERVE + side:
            return "into-deck", (SIDE_KIND, CARD), (side, card)
    return None

"""Proves the cards of a pack: their sides, eras, reactions, places and texts."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from sealed.games.packs.marks import Problem, total
from sealed.games.south_front.pack.facts import CardFacts, ContingencyFacts, Pack

_STAND_FAST = "stand-fast"
_CARDS_OF_A_SIDE = 3


def _check_decks(pack: Pack) -> Iterator[Problem]:
    sides = [card.side for card in pack.cards]
    yield from total("Axis cards", sides.count(0), pack.totals.axis_cards)
    yield from total("Allies cards", sides.count(1), pack.totals.allies_cards)
    for before, after in pairwise(sides):
        if before > after:
            yield Problem("cards", "the Axis cards have the lower codes; move the card to its side's file")
    for number, faction in enumerate(pack.faction_facts):
        own = [card for card in pack.cards if card.faction == number]
        yield from total(f"Mid War cards of {faction.name}", sum(not card.late for card in own), faction.mid)
        yield from total(f"Late War cards of {faction.name}", sum(card.late for card in own), faction.late)
        marked = sum(card.first_game for card in own)
        yield from total(f"First Game cards of {faction.name}", marked, faction.first_game)
    for side, name in enumerate(pack.sides):
        hand = sum(card.first_game for card in pack.cards if card.side == side)
        yield from total(f"First Game hand of the {name}", hand, pack.numbers.opening_hand)
    for card in pack.cards:
        if card.late and card.first_game:
            yield Problem(
                card.name, "cannot be in a first hand, it comes in the Late War; correct one of them"
            )


def _check_reactions(pack: Pack) -> Iterator[Problem]:
    for reaction in pack.reactions:
        yield from total(f"factions of {reaction.title}", len(reaction.cards), len(pack.factions))
        for number, wanted in enumerate(reaction.cards):
            bearing = [
                card for card in pack.cards if (card.reaction, card.faction) == (reaction.name, number)
            ]
            yield from total(f"{reaction.title} of {pack.factions[number]}", len(bearing), wanted)
    for card in pack.cards:
        if bool(card.places) != (card.reaction == _STAND_FAST):
            yield Problem(card.name, "names places if its reaction is Stand Fast, and only then")
        for place in card.places:
            if not pack.spaces[place].land:
                yield Problem(card.name, "stands fast in land spaces only; correct `places`")


def _check_contingencies(pack: Pack) -> Iterator[Problem]:
    faces = pack.contingencies
    yield from total("Contingency sides", len(faces), pack.totals.contingencies)
    order = [(face.side, face.card, face.second) for face in faces]
    wanted = [
        (side, card, second)
        for side in range(len(pack.sides))
        for card in range(_CARDS_OF_A_SIDE)
        for second in (False, True)
    ]
    if order != wanted:
        yield Problem("contingencies", "each side has three cards, Initial before Second; restore the order")
    for face in faces:
        if pack.faction_facts[face.faction].side != face.side:
            yield Problem(face.name, f"is on the side of another faction than {pack.factions[face.faction]}")


def _check_texts(pack: Pack) -> Iterator[Problem]:
    printed: tuple[CardFacts | ContingencyFacts, ...] = (*pack.cards, *pack.contingencies)
    for card in printed:
        if not (card.text_en and card.text_es and card.name_es):
            yield Problem(card.name, "needs a name and a text in both languages")
        if not card.name.isascii():
            yield Problem(card.name, "is no plain name; write it without accents")
    for what, values in (
        ("names", [card.name for card in printed]),
        ("Spanish names", [card.name_es for card in printed]),
        ("texts", [card.text_en for card in printed]),
        ("Spanish texts", [card.text_es for card in printed]),
    ):
        for value, times in Counter(values).items():
            if times > 1:
                yield Problem(value, f"is twice among the {what} of the cards; tell them apart")


CARD_CHECKS: tuple[Callable[[Pack], Iterator[Problem]], ...] = (
    _check_decks,
    _check_reactions,
    _check_contingencies,
    _check_texts,
)
"""What a whole set of cards fulfils, each check yielding its problems."""

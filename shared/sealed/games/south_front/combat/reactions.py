"""Reactions: which cards may be used in combat, and why not the others (rules, Reactions)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine import cards
from sealed.engine.message import Refusal, happened
from sealed.engine.zones import HIDDEN
from sealed.games.south_front.board.pieces import DESERT
from sealed.games.south_front.cards import (
    ADVANCE,
    ANTI_AIR,
    CARD,
    CARDS,
    EXCHANGE,
    NAVAL_COMBAT,
    RETREAT,
    STAND_FAST,
    SUSTAIN,
    WITHDRAW,
)
from sealed.games.south_front.pack import load
from sealed.games.south_front.question import PREDICATES, hand_cards, missing_card
from sealed.games.south_front.state import HAND, SHOWN, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.frames import Tell
    from sealed.games.south_front.question import Predicate

REACTION_OF = {
    "sustain": SUSTAIN,
    "advance": ADVANCE,
    "stand-fast": STAND_FAST,
    "exchange": EXCHANGE,
    "exchange-force": EXCHANGE,
    "retreat": RETREAT,
    "withdraw": WITHDRAW,
    "anti-air": ANTI_AIR,
    "naval-combat": NAVAL_COMBAT,
}
"""The reaction that a card must bear for each verb."""

_RULE = {
    SUSTAIN: "Sustain Attack",
    ADVANCE: "Advance!",
    STAND_FAST: "Stand Fast",
    EXCHANGE: "Exchange",
    RETREAT: "Retreat",
    WITHDRAW: "Withdraw Navy",
    ANTI_AIR: "Anti-Air",
    NAVAL_COMBAT: "Naval Combat",
}
"""The section of the rulebook on each reaction."""

_BARRED = {SUSTAIN: "winter", ADVANCE: "spring"}
"""The season in which a reaction cannot be used outside the desert (Reaction Reminders)."""
_SEASONS = tuple(one.season for one in load().rounds)

_FACTION = {card.code: card.faction for card in CARDS}
_PLACES = {card.code: sum(1 << space for space in card.places) for card in CARDS}


def rule_of(verb: str) -> str:
    """Return the section of the rulebook on the reaction of a verb."""
    return _RULE[REACTION_OF[verb]]


def faction_of(card: int) -> int:
    """Return the faction of a card."""
    return _FACTION[card]


def reaction_cards(s: State, side: int, verb: str) -> list[int]:
    """Return the cards that a side may hold in its hand and that bear the reaction."""
    wanted = REACTION_OF[verb]
    return [card for card in hand_cards(s, side) if CARD[card].reaction == wanted]


def barred(s: State, reaction: str, target: int) -> bool:
    """Tell whether the season bars a reaction in combat for a space; the desert knows no season (S-43)."""
    return _SEASONS[s.round - 1] == _BARRED.get(reaction) and not DESERT >> target & 1


def card_reasons(s: State, side: int, verb: str, card: int) -> Iterator[Refusal]:
    """Yield what stands against a card whatever the combat is: not in hand, or another reaction."""
    rule = rule_of(verb)
    yield from missing_card(s, side, card, rule)
    if card != HIDDEN and CARD[card].reaction != REACTION_OF[verb]:
        yield Refusal("wrong-reaction", (card,), rule)


def reaction_reasons(
    s: State, side: int, verb: str, card: int, *, factions: int, target: int
) -> Iterator[Refusal]:
    """Yield every reason why a side cannot use a card's reaction in combat for a space.

    `factions` is the set of factions that the card may be of (Factions and Reactions).
    """
    yield from card_reasons(s, side, verb, card)
    if card == HIDDEN:
        return
    reaction = REACTION_OF[verb]
    if not factions >> _FACTION[card] & 1:
        yield Refusal("reaction-faction", (card,), "Factions and Reactions")
    if barred(s, reaction, target):
        yield Refusal("barred-by-season", (card, target), _RULE[reaction])
    if reaction == STAND_FAST and not _PLACES[card] >> target & 1:
        yield Refusal("reaction-place", (card, target), _RULE[reaction])


def use(s: State, side: int, card: int, tell: Tell) -> State:
    """Discard a card openly for its reaction."""
    happened(tell, "reaction", (side, card))
    return cards.move(s, card, HAND + side, SHOWN + side, tell)


def _at_any_time(verb: str) -> Predicate:
    def predicate(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
        return card_reasons(s, side, verb, args[0])

    return predicate


for _verb in REACTION_OF:
    PREDICATES[_verb] = _at_any_time(_verb)

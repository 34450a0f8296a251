"""The actions that resolve a card's text: Play, and Contingency (rules, Actions; Special Card Cases)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.cards import move
from sealed.engine.frames import push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copier, copy_with
from sealed.engine.zones import HIDDEN, could_hold, take
from sealed.games.south_front.actions.acting import ACTS, Act
from sealed.games.south_front.cards import CARD, CONTINGENCIES, CONTINGENCY
from sealed.games.south_front.effects.choosing import impossible
from sealed.games.south_front.effects.program import BEGINNING, Resolving, obstacles, possible
from sealed.games.south_front.notation import make
from sealed.games.south_front.question import PREDICATES, hand_cards, missing_card
from sealed.games.south_front.state import ALLIES, AXIS, HAND, NOBODY, SHOWN, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

_with_zones = copier(State, "zones")

_GONE = 2
"""Of a Contingency card the Initial side lies up, or the Second, or it is gone (0, 1, 2)."""
_CARDS_OF_A_SIDE = 3


_PLAY = {card: make("play", card) for card in CARD}


def _play_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    (card,) = args
    yield from missing_card(s, side, card, "Actions")
    if card != HIDDEN and CARD[card].side == side:
        yield from obstacles(_without(s, side, card), BEGINNING[card], impossible(card))


def _without(s: State, side: int, card: int) -> State:
    """Return the state with the card out of the hand: it cannot be spent on its own text."""
    hand = HAND + side
    if not could_hold(s.zones[hand], card):
        return s
    zones = list(s.zones)
    zones[hand] = take(zones[hand], card)
    return _with_zones(s, tuple(zones))


def _plays(s: State, side: int) -> list[Action]:
    """Return the cards of the hand whose text can be resolved.

    Of the hand a text asks only how many cards are left besides, so one state will do for all of them.
    """
    cards = hand_cards(s, side)
    rest = _without(s, side, cards[0]) if cards else s
    return [_PLAY[card] for card in cards if possible(rest, BEGINNING[card])]


def _playable(s: State, side: int, args: tuple[int, ...]) -> bool:
    """Tell whether `_plays` lists a card."""
    (card,) = args
    return card in hand_cards(s, side) and possible(_without(s, side, card), BEGINNING[card])


def _play(s: State, side: int, args: tuple[int, ...], tell: Tell) -> State:
    """Lay the card with the open discards and resolve its text."""
    (card,) = args
    happened(tell, "played", (side, card))
    s = move(s, card, HAND + side, SHOWN + side, tell)
    return push(s, Resolving(side, card, 0, NOBODY))


def _contingency_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    (code,) = args
    card = CONTINGENCY[code]
    if card.side != side:
        yield Refusal("not-your-contingency", args, "Contingency Cards")
        return
    face = s.faces[_place(code)]
    if face == _GONE:
        yield Refusal("contingency-spent", args, "Contingency Cards")
    elif face != int(card.second):
        yield Refusal("other-face", args, "Contingency Cards")
    yield from obstacles(s, BEGINNING[-code], impossible(-code))


def _place(code: int) -> int:
    card = CONTINGENCY[code]
    return _CARDS_OF_A_SIDE * card.side + card.card


_FACES = tuple(
    tuple(
        (make("contingency", card.code), card.code, _place(card.code), int(card.second))
        for card in CONTINGENCIES
        if card.side == side
    )
    for side in (AXIS, ALLIES)
)
"""For each side its contingency actions, with code, card and the face that must lie up."""


def _contingencies(s: State, side: int) -> list[Action]:
    """Return the sides that lie up whose text can be resolved."""
    return [
        action
        for action, code, place, face in _FACES[side]
        if s.faces[place] == face and possible(s, BEGINNING[-code])
    ]


def _use_contingency(s: State, side: int, args: tuple[int, ...], tell: Tell) -> State:
    """Turn the card over, or away if it lay on its second side, and resolve the text."""
    (code,) = args
    happened(tell, "contingency", (side, code))
    faces = bytearray(s.faces)
    faces[_place(code)] += 1
    return push(copy_with(s, faces=bytes(faces)), Resolving(side, -code, 0, NOBODY))


PREDICATES["play"] = _play_reasons
PREDICATES["contingency"] = _contingency_reasons
ACTS["play"] = Act(_plays, _play, _playable)
ACTS["contingency"] = Act(_contingencies, _use_contingency)

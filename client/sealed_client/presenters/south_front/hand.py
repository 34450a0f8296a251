"""The own cards in words: what each does as an action and as a reaction, and the contingencies."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sealed.engine.notation import CARD
from sealed.engine.zones import cards, size
from sealed.games.south_front.notation import CONTINGENCY
from sealed.games.south_front.state import HAND, UNSHOWN, State
from sealed_client.presenters.south_front.cards import open_contingencies

if TYPE_CHECKING:
    from sealed.engine import frames
    from sealed_client.words.phrases import Phrases


def hand_lines(state: frames.State, said: Phrases, seat: int) -> list[str]:
    """Return the cards of a seat: the hand with texts, the contingencies that can be used, own discards."""
    s, side = cast("State", state), seat - 1
    hand = s.zones[HAND + side]
    lines = [said.say_count("lines.hand", size(hand), side=said.colour(side))]
    lines += [_card(said, code) for code in cards(hand)]
    lines += [
        said.say(
            "lines.contingency",
            contingency=said.name(CONTINGENCY, code),
            text=said.fact(CONTINGENCY, "text", code),
        )
        for code in open_contingencies(s, side)
    ]
    if lying := s.zones[UNSHOWN + side]:
        lines.append(said.say("lines.own-unshown", side=said.colour(side), cards=said.cards(cards(lying))))
    return lines


def _card(said: Phrases, code: int) -> str:
    if not code:
        return said.name(CARD, code)
    return said.say(
        "lines.card",
        card=said.name(CARD, code),
        **{fact: said.fact(CARD, fact, code) for fact in ("faction", "text", "reaction")},
    )

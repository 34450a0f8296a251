"""The own cards in words: unit by unit, the tactics with their texts, the Reinforcement Deck by month."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sealed.engine.notation import CARD
from sealed.engine.zones import HIDDEN, cards, size
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.notation import MONTH, UNIT
from sealed.games.shaef.state import BOUND, DOWN, LOST, RESERVE, SHOWN, State
from sealed.games.shaef.units.cards import ENTRY, TACTIC, TYPE
from sealed_client.presenters.shaef.cards import in_zone, listed
from sealed_client.presenters.shaef.units import side_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine import frames
    from sealed_client.words.phrases import Phrases


def hand_lines(state: frames.State, said: Phrases, seat: int) -> list[str]:
    """Return the cards of a seat: its units, the tactics in them, its Reinforcement Deck, its own losses."""
    s, side = cast("State", state), seat - 1
    return [
        *side_lines(s, said, side),
        *_tactics(s, said, side),
        *_deck(s, said, side),
        *_aside(s, said, side),
    ]


def _tactics(s: State, said: Phrases, side: int) -> Iterator[str]:
    for unit in in_play(s, side):
        for zone in (DOWN + unit, SHOWN + unit):
            for card in cards(s.zones[zone]):
                if card != HIDDEN and TYPE[card] == TACTIC:
                    yield said.say(
                        "lines.own-tactic",
                        card=said.name(CARD, card),
                        unit=said.name(UNIT, unit),
                        text=said.fact(CARD, "text", card),
                    )


def _deck(s: State, said: Phrases, side: int) -> Iterator[str]:
    """Yield the own Reinforcement Deck: what can enter by now, then month by month what comes later."""
    zone = s.zones[RESERVE + side]
    yield said.say_count("lines.own-deck", size(zone))
    held = [card for card in cards(zone) if card != HIDDEN]
    now = [card for card in held if ENTRY[card] <= s.month]
    if now:
        yield said.say("lines.deck-now", cards=listed(said, now))
    for month in sorted({ENTRY[card] for card in held} - set(range(s.month + 1))):
        later = [card for card in held if ENTRY[card] == month]
        yield said.say("lines.deck-later", month=said.name(MONTH, month), cards=listed(said, later))


def _aside(s: State, said: Phrases, side: int) -> Iterator[str]:
    """Yield what the side alone knows of its Discard Pile, and what is on its way back."""
    if s.zones[LOST + side]:
        yield said.say("lines.own-lost", cards=in_zone(said, s.zones[LOST + side]))
    if s.zones[BOUND + side]:
        yield said.say("lines.own-bound", cards=in_zone(said, s.zones[BOUND + side]))


__all__ = ["hand_lines"]

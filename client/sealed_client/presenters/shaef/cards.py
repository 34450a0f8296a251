"""Cards of SHAEF in a few words: name, attack and defence, abilities; unknown ones are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.notation import CARD
from sealed.engine.zones import HIDDEN, cards
from sealed.games.shaef.units.cards import ABILITIES, TACTIC, TYPE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed_client.words.phrases import Phrases


def label(said: Phrases, card: int) -> str:
    """Return a card with its strengths and what it can do: `Panzer-Lehr-Division 5/4 (React)`."""
    name = said.name(CARD, card)
    if TYPE[card] == TACTIC:
        return said.say("lines.tactic", card=name)
    strength = said.fact(CARD, "strength", card)
    if not ABILITIES[card]:
        return said.say("lines.card", card=name, strength=strength)
    return said.say("lines.able-card", card=name, strength=strength, traits=said.fact(CARD, "traits", card))


def worth(said: Phrases, card: int) -> str:
    """Return of a card the strengths and abilities without its name; of a tactic, that it is one."""
    if TYPE[card] == TACTIC:
        return said.fact(CARD, "type", card)
    parts = [said.fact(CARD, "strength", card)]
    if ABILITIES[card]:
        parts.append(said.fact(CARD, "traits", card))
    return ", ".join(parts)


def listed(said: Phrases, codes: Iterable[int]) -> str:
    """Return cards in a row; those that the reader may not know are a number at the end."""
    found = list(codes)
    known = [label(said, card) for card in found if card != HIDDEN]
    hidden = len(found) - len(known)
    if hidden:
        known.append(said.say_count("lines.backs", hidden))
    return ", ".join(known) or said.say("lines.none")


def in_zone(said: Phrases, zone: int) -> str:
    """Return the cards of a zone in a row."""
    return listed(said, cards(zone))


__all__ = ["in_zone", "label", "listed", "worth"]

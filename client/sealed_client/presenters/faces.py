"""Cards as they answer the open question: which are on offer, which is chosen, which are not for now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sealed_client.presenters.scene import CardFace, Combat, CombatSide, Hand
    from sealed_client.presenters.situation import Situation


class Faces:
    """Sets the states of cards that lie ready; all others stay as the title says."""

    def __init__(self, now: Situation, chosen: str) -> None:
        """Take the moment, and the key of the card that was touched, so that of two equal ones one rises."""
        self._now, self._look = now, now.look
        picked = now.look.picked if now.look is not None else ()
        self._picked = next((pick for pick in reversed(picked) if pick.kind == "card"), None)
        following = now.look.following if now.look is not None else ()
        self._offered = {pick for pick in following if pick.kind == "card"}
        known = self._look is not None and now.tongue.title.card_pick(self._look, chosen) == self._picked
        self._chosen = chosen if chosen and known else ""
        self._risen = False

    def hand(self, hand: Hand) -> Hand:
        """Return a hand with the states of its cards."""
        rows = (replace(row, cards=self._cards(row.cards)) for row in hand.rows)
        return replace(hand, rows=tuple(rows))

    def combat(self, combat: Combat | None) -> Combat | None:
        """Return a battle with the states of its cards."""
        if combat is None:
            return None
        sides = (combat.attacker, combat.defender)
        attacker, defender = (self._side(side) for side in sides)
        return replace(combat, attacker=attacker, defender=defender)

    def _side(self, side: CombatSide) -> CombatSide:
        return replace(side, deployed=self._cards(side.deployed), reserve=self._cards(side.reserve))

    def _cards(self, cards: tuple[CardFace, ...]) -> tuple[CardFace, ...]:
        return tuple(self._card(card) for card in cards)

    def _card(self, card: CardFace) -> CardFace:
        look = self._look
        if card.state != "ready" or look is None or not look.yours:
            return card
        pick = self._now.tongue.title.card_pick(look, card.key)
        if pick is None:
            return card
        if pick == self._picked and not self._risen and self._chosen in {"", card.key}:
            self._risen = True
            return replace(card, state="selected")
        if pick in self._offered:
            return replace(card, state="answers")
        return replace(card, state="not-now") if self._offered or self._picked else card

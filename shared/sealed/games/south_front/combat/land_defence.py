"""Defence on land: Stand Fast, Exchange, Retreat, or a loss (rules, Attack Rounds; Reactions)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.frames import push
from sealed.engine.message import Refusal
from sealed.engine.value import plain
from sealed.games.south_front.combat.battle import LAND_DEFENCE, STEPS, TOP_RANK, Battle, forces_there
from sealed.games.south_front.combat.defence import (
    Defence,
    exchange_factions,
    exit_reasons,
    exits,
    hold,
    leave,
    lose,
)
from sealed.games.south_front.combat.losses import force_loss_reasons, loss_reasons
from sealed.games.south_front.combat.reactions import faction_of, reaction_cards, rule_of, use
from sealed.games.south_front.movement.moving import RETREAT
from sealed.games.south_front.notation import make
from sealed.games.south_front.state import AIRPLANE, FACTION, INFANTRY, TANK, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

_RETREATING = (INFANTRY, TANK, AIRPLANE)


@dataclass(frozen=True, slots=True)
class LandDefence(Defence):
    """A land space is attacked."""

    colour: int
    battle: Battle

    def reactions(self, s: State, losses: list[int]) -> Iterator[Action]:
        """Yield the land reactions with the cards that the hand may hold."""
        b = self.battle
        side = b.defender
        for card in reaction_cards(s, side, "stand-fast"):
            yield make("stand-fast", card)
        for card in reaction_cards(s, side, "exchange"):
            for piece in losses:
                if FACTION[piece] == faction_of(card):
                    yield make("exchange", card, piece)
            if forces_there(s, b):
                yield make("exchange-force", card)
        yield from exits(s, b, "retreat", _RETREATING)

    def reaction(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a reaction; those at sea counter nothing here."""
        b, card = self.battle, action.args[0]
        yield from self.card(s, action)
        match action.verb:
            case "exchange":
                yield from loss_reasons(s, b, action.args[1])
            case "exchange-force":
                yield from force_loss_reasons(s, b)
            case "retreat":
                yield from exit_reasons(s, b, action, RETREAT, _RETREATING)
            case "withdraw":
                yield Refusal("cannot-retreat", action.args[1:], "Withdraw Navy")
            case "anti-air" | "naval-combat":
                yield Refusal("nothing-countered", (card,), rule_of(action.verb))

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Lose a piece, or use the card."""
        del seat
        b = self.battle
        match action.verb:
            case "stand-fast":
                return hold(s, b, action.args[0], TOP_RANK, tell)
            case "retreat":
                return leave(s, b, action, "retreated", tell)
            case "exchange" | "exchange-force":
                s = use(s, b.defender, action.args[0], tell)
                return lose(s, b, action, tell, exchange_factions(b, action))
        return lose(s, b, action, tell)


plain(LandDefence)


def _ask(s: State, b: Battle, tell: Tell) -> State:
    del tell
    return push(s, LandDefence(b.defender, b))


STEPS[LAND_DEFENCE] = _ask

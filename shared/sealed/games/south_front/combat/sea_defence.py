"""Defence at sea: Withdraw Navy, Anti-Air, Naval Combat, or a loss (rules, Attack Rounds; Reactions)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.frames import push
from sealed.engine.message import Refusal
from sealed.engine.value import plain
from sealed.games.south_front.combat.battle import ANTI_AIR_RANK, SEA_DEFENCE, STEPS, TOP_RANK, Battle, force
from sealed.games.south_front.combat.defence import Defence, exit_reasons, exits, hold, leave, lose
from sealed.games.south_front.combat.losses import force_loss_reasons, loss_reasons
from sealed.games.south_front.combat.reactions import reaction_cards
from sealed.games.south_front.movement.moving import WITHDRAW
from sealed.games.south_front.notation import make
from sealed.games.south_front.state import AIRPLANE, CARRIER, FLEET, KIND, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

_WITHDRAWING = (FLEET, CARRIER)


@dataclass(frozen=True, slots=True)
class SeaDefence(Defence):
    """Ships are attacked."""

    colour: int
    battle: Battle

    def reactions(self, s: State, losses: list[int]) -> Iterator[Action]:
        """Yield the reactions at sea with the cards that the hand may hold."""
        del losses
        for verb in ("anti-air", "naval-combat"):
            for card in reaction_cards(s, self.battle.defender, verb):
                yield make(verb, card)
        yield from exits(s, self.battle, "withdraw", _WITHDRAWING)

    def reaction(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a reaction; those on land do not help here."""
        b, card = self.battle, action.args[0]
        yield from self.card(s, action)
        match action.verb:
            case "withdraw":
                yield from exit_reasons(s, b, action, WITHDRAW, _WITHDRAWING)
            case "anti-air":
                if not any(KIND[piece] == AIRPLANE for piece in force(s, b)):
                    yield Refusal("no-airplane-attacks", (card,), "Anti-Air")
            case "retreat":
                yield Refusal("cannot-retreat", action.args[1:], "Retreat")
            case "exchange":
                yield Refusal("reaction-place", (card, b.target), "Exchange")
                yield from loss_reasons(s, b, action.args[1])
            case "exchange-force":
                yield from force_loss_reasons(s, b)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Lose a ship or an airplane, or use the card."""
        del seat
        b = self.battle
        match action.verb:
            case "withdraw":
                return leave(s, b, action, "withdrew", tell)
            case "anti-air":
                return hold(s, b, action.args[0], ANTI_AIR_RANK, tell)
            case "naval-combat":
                return hold(s, b, action.args[0], TOP_RANK, tell)
        return lose(s, b, action, tell)


plain(SeaDefence)


def _ask(s: State, b: Battle, tell: Tell) -> State:
    del tell
    return push(s, SeaDefence(b.defender, b))


STEPS[SEA_DEFENCE] = _ask

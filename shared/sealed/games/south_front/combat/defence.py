"""What the defender is asked in each attack round, on land and at sea alike (rules, Attack Rounds)."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.games.south_front.board.alike import representatives
from sealed.games.south_front.board.countries import lose_force
from sealed.games.south_front.board.geography import around
from sealed.games.south_front.board.pieces import lift, put, representative, space_of
from sealed.games.south_front.combat.battle import (
    CONTINUE,
    FORCE_RANK,
    FORFEIT,
    NOTHING,
    OWN_FACTIONS,
    Battle,
    answered,
    close_by,
    defended,
    forces_there,
    new_round,
    rank,
    reacting,
)
from sealed.games.south_front.combat.losses import force_loss_reasons, loss_reasons
from sealed.games.south_front.combat.reactions import (
    faction_of,
    reaction_cards,
    reaction_reasons,
    rule_of,
    use,
)
from sealed.games.south_front.movement.moving import move_reasons
from sealed.games.south_front.notation import LOSE, LOSE_FORCE, make
from sealed.games.south_front.question import Question
from sealed.games.south_front.state import FACTION, KIND, SIDE, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell


_OF_A_PIECE = frozenset({"exchange", "retreat", "withdraw"})
"""The reactions whose card must be of the faction of the piece that they name."""


class Defence(Question):
    """How do you answer the attack: by a reaction, or by a loss?"""

    __slots__ = ()
    id: ClassVar[str] = "defend"
    rule: ClassVar[str] = "Attack Rounds"
    verbs: ClassVar[frozenset[str]] = frozenset(
        {
            "lose",
            "lose-force",
            "exchange",
            "exchange-force",
            "stand-fast",
            "retreat",
            "withdraw",
            "anti-air",
            "naval-combat",
        }
    )
    battle: Battle

    def details(self, s: State) -> tuple[int, ...]:
        """Return the attacking faction, origin and target."""
        del s
        return self.battle.place

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the losses, and the reactions that the hand may hold, once in each round."""
        del seat
        b = self.battle
        losses = [
            piece
            for piece in representatives(s, b.defender)
            if space_of(s, piece) == b.target or close_by(s, b.defender, piece, b.target)
        ]
        candidates = [LOSE[piece] for piece in losses]
        if forces_there(s, b):
            candidates.append(LOSE_FORCE)
        if not b.reacted:
            candidates += self.reactions(s, losses)
        return self.allowed(s, candidates)

    @abstractmethod
    def reactions(self, s: State, losses: list[int]) -> Iterator[Action]:
        """Yield the reactions that may be offered, given the pieces that may be lost."""

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a loss or a reaction."""
        if action.verb == "lose":
            yield from loss_reasons(s, self.battle, action.args[0])
        elif action is LOSE_FORCE:
            yield from force_loss_reasons(s, self.battle)
        else:
            if self.battle.reacted:
                yield Refusal("already-reacted", (), "S-32")
            yield from self.reaction(s, action)

    @abstractmethod
    def reaction(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a reaction."""

    def card(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against the card of a reaction; one for a piece is of its faction."""
        b, verb, card = self.battle, action.verb, action.args[0]
        factions = 1 << FACTION[action.args[1]] if verb in _OF_A_PIECE else reacting(s, b)
        return reaction_reasons(s, b.defender, verb, card, factions=factions, target=b.target)

    def stated(self, s: State, seat: int) -> Action | None:
        """Return the loss of a Minor Country Force, where one stands."""
        del seat
        return LOSE_FORCE if forces_there(s, self.battle) else None


def lose(s: State, b: Battle, action: Action, tell: Tell, exchange: int = 0) -> State:
    """Remove the piece or the force and go on; `exchange` is the set of factions that an Exchange is for."""
    if action.verb in ("lose-force", "exchange-force"):
        happened(tell, "force-lost", (b.target,))
        return _lost(lose_force(s, b.target), b, FORCE_RANK, NOTHING, exchange)
    piece = action.args[-1]
    return _lost(lift(s, piece, tell, "lost"), b, rank(b, KIND[piece]), KIND[piece], exchange)


def _lost(s: State, b: Battle, demanded: int, kind: int, exchange: int) -> State:
    after = copy_with(b, demanded=demanded, lost=kind, given=NOTHING, exchange=exchange)
    return answered(s, after, FORFEIT if exchange else CONTINUE)


def hold(s: State, b: Battle, card: int, demanded: int, tell: Tell) -> State:
    """Use a reaction of this rank in the place of a loss."""
    s = use(s, b.defender, card, tell)
    return answered(s, copy_with(b, demanded=demanded, lost=NOTHING, given=NOTHING), CONTINUE)


def exchange_factions(b: Battle, action: Action) -> int:
    """Return which factions may counter what the attacker removes: that of the loss, or any (S-10)."""
    return OWN_FACTIONS[b.defender] if action.verb == "exchange-force" else 1 << FACTION[action.args[1]]


def exits(s: State, b: Battle, verb: str, kinds: Sequence[int]) -> Iterator[Action]:
    """Yield the moves out of the attacked space that a card may allow to a piece of its faction."""
    spaces = around(s, b.defender, b.target)
    for piece in representatives(s, b.defender):
        if KIND[piece] not in kinds or space_of(s, piece) != b.target:
            continue
        for card in reaction_cards(s, b.defender, verb):
            if faction_of(card) == FACTION[piece]:
                for space in _members(spaces):
                    yield make(verb, card, piece, space)


def exit_reasons(s: State, b: Battle, action: Action, mode: int, kinds: Sequence[int]) -> Iterator[Refusal]:
    """Yield what stands against moving a piece out of the attacked space (Retreat; Withdraw Navy)."""
    card, piece, space = action.args
    rule = rule_of(action.verb)
    if SIDE[piece] != b.defender:
        yield Refusal("not-yours", (piece,), rule)
        return
    if space_of(s, piece) != b.target or KIND[piece] not in kinds:
        yield Refusal("cannot-retreat", (piece, space), rule)
        return
    if (same := representative(s, piece)) != piece:
        yield Refusal("equal-piece", (piece, same), "S-75", make(action.verb, card, same, space))
    yield from move_reasons(s, piece, space, mode)


def leave(s: State, b: Battle, action: Action, event: str, tell: Tell) -> State:
    """Move a piece out of the attacked space; what is left must still lose one, in the same round."""
    card, piece, space = action.args
    s = use(s, b.defender, card, tell)
    happened(tell, event, (piece, b.target, space))
    s = put(s, piece, space, tell)
    after = copy_with(b, reacted=1, lost=NOTHING, given=NOTHING)
    return answered(s, after, new_round(b) if defended(s, b) else CONTINUE)


def _members(spaces: int) -> Iterator[int]:
    while spaces:
        yield (spaces & -spaces).bit_length() - 1
        spaces &= spaces - 1

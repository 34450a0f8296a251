"""After land combat: the Advance! reaction, and the end of a combat (rules, After Land Combat; Advance!)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import count
from sealed.engine.frames import push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import plain
from sealed.games.south_front.board.alike import representatives
from sealed.games.south_front.board.pieces import put, representative
from sealed.games.south_front.cards import ADVANCE
from sealed.games.south_front.combat.battle import (
    AFTERWARDS,
    OVER,
    STEPS,
    Battle,
    answered,
    battle_of,
    defended,
    force,
    go_on,
)
from sealed.games.south_front.combat.reactions import (
    barred,
    card_reasons,
    reaction_cards,
    reaction_reasons,
    use,
)
from sealed.games.south_front.movement import moving
from sealed.games.south_front.notation import DECLINE, make
from sealed.games.south_front.question import PREDICATES, Question
from sealed.games.south_front.state import FACTION, HAND, SIDE, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell


@dataclass(frozen=True, slots=True)
class Advancing(Question):
    """Which piece of the force advances, if any?"""

    id: ClassVar[str] = "advance"
    rule: ClassVar[str] = "Advance!"
    verbs: ClassVar[frozenset[str]] = frozenset({"advance", "decline"})
    colour: int
    battle: Battle

    def details(self, s: State) -> tuple[int, ...]:
        """Return the attacking faction, origin and target."""
        del s
        return self.battle.place

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return `decline`, and the pieces that can go with the cards that the hand may hold."""
        del seat
        cards = reaction_cards(s, self.colour, "advance")
        moves = [make("advance", card, piece) for piece in _able(s, self.battle) for card in cards]
        return self.allowed(s, [DECLINE, *moves])

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a card and a piece; the card is of the piece's faction (France)."""
        if action is DECLINE:
            return
        b, (card, piece) = self.battle, action.args
        yield from reaction_reasons(s, b.side, "advance", card, factions=1 << FACTION[piece], target=b.target)
        if (same := representative(s, piece)) != piece:
            yield Refusal("equal-piece", (piece, same), "S-75", make("advance", card, same))
        yield from _obstacles(s, b, piece)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Move the piece into the attacked space, off its fleet if need be; one may advance in a combat."""
        del seat
        b = self.battle
        if action is not DECLINE:
            card, piece = action.args
            s = use(s, b.side, card, tell)
            happened(tell, "advanced", (piece, b.origin, b.target))
            s = put(s, piece, b.target, tell)
        return answered(s, b, OVER)

    def stated(self, s: State, seat: int) -> Action:
        """Return `decline`."""
        del s, seat
        return DECLINE


plain(Advancing)


def _obstacles(s: State, b: Battle, piece: int) -> Iterator[Refusal]:
    """Yield what stands against a piece's advance, whatever the card."""
    if SIDE[piece] != b.side:
        yield Refusal("not-yours", (piece,), "Advance!")
    elif piece not in force(s, b):
        yield Refusal("not-in-combat", (piece,), "Advance!")
    else:
        if defended(s, b):
            yield Refusal("not-cleared", (b.target,), "Advance!")
        yield from moving.move_reasons(s, piece, b.target, moving.ADVANCE)


def _able(s: State, b: Battle) -> list[int]:
    """Return the pieces of the force that could advance with a card; equal ones once."""
    return [
        piece
        for piece in representatives(s, b.side)
        if b.force >> piece & 1 and next(_obstacles(s, b, piece), None) is None
    ]


def _afterwards(s: State, b: Battle, tell: Tell) -> State:
    """Ask who advances where that is possible as far as everybody knows (Advance!; S-45)."""
    del tell
    hand = count(s, HAND + b.side)
    if b.on_land and hand and not barred(s, ADVANCE, b.target) and _able(s, b):
        return push(s, Advancing(b.side, b))
    return go_on(s, b, OVER)


def _over(s: State, b: Battle, tell: Tell) -> State:
    happened(tell, "combat-over", (b.target,))
    return s


def _advancing(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield what the card and, in the attacker's own combat, the board have against an advance."""
    card, piece = args
    yield from card_reasons(s, side, "advance", card)
    battle = battle_of(s)
    if battle is not None and side == battle.side:
        yield from _obstacles(s, battle, piece)


PREDICATES["advance"] = _advancing
STEPS[AFTERWARDS] = _afterwards
STEPS[OVER] = _over

"""The two movement steps of a turn (rules, First Movement Step; Second Movement Step).

The player moves his pieces one at a time, in any order, and says when he is done; a step has no other end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import Tell, pop
from sealed.engine.message import Refusal
from sealed.engine.value import copier, copy_with, plain
from sealed.games.south_front.board.alike import representatives
from sealed.games.south_front.board.pieces import at_war
from sealed.games.south_front.movement.moving import (
    CARD,
    FIRST,
    SECOND,
    boarding_reasons,
    carry_out,
    list_moves,
    move_reasons,
    piece_reasons,
)
from sealed.games.south_front.notation import DONE
from sealed.games.south_front.question import PREDICATES, OwnTurn
from sealed.games.south_front.state import FACTION, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

_with_moved = copier(State, "moved")


class MovementStep(OwnTurn):
    """Which piece moves next, and where to?"""

    __slots__ = ()
    mode: ClassVar[int]

    def own(self, s: State) -> Sequence[Action]:
        """Return `done` and every move, those of equal pieces once."""
        return [DONE, *list_moves(s, self.colour, representatives(s, self.colour), self.mode)]

    def offers(self, s: State, action: Action) -> bool:
        """Tell whether `own` lists a move, by the moves of its piece alone."""
        if action is DONE or action.verb not in self.verbs:
            return action is DONE
        side, piece = self.colour, action.args[0]
        return piece in representatives(s, side) and action in list_moves(s, side, (piece,), self.mode)

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Move the piece, which does not move again in this step, or end the step."""
        if action is DONE:
            return pop(s)
        s = carry_out(s, action, tell)
        return _with_moved(s, s.moved | 1 << action.args[0])

    def stated(self, s: State, seat: int) -> Action:
        """Return `done`."""
        del s, seat
        return DONE


@dataclass(frozen=True, slots=True)
class FirstMovement(MovementStep):
    """Every piece may move once."""

    id: ClassVar[str] = "first-movement"
    rule: ClassVar[str] = "First Movement Step"
    verbs: ClassVar[frozenset[str]] = frozenset({"move", "board", "done"})
    mode: ClassVar[int] = FIRST
    colour: int


@dataclass(frozen=True, slots=True)
class SecondMovement(MovementStep):
    """Tanks and ships may move, everything aboard fleets must unload."""

    id: ClassVar[str] = "second-movement"
    rule: ClassVar[str] = "Second Movement Step"
    verbs: ClassVar[frozenset[str]] = frozenset({"move", "done"})
    mode: ClassVar[int] = SECOND
    colour: int


plain(FirstMovement, SecondMovement)


def _side_on_turn(s: State) -> int | None:
    """Return the side whose turn it is: the lowest frame that names one is the turn's."""
    found, node = None, s.stack
    while node is not None:
        found = getattr(node.frame, "colour", found)
        node = node.below
    return found


def _now(s: State, side: int) -> tuple[State, int]:
    """Return the mode in which a side may move now, and the board it would move on.

    That is the open movement step, or a card's effect in the rest of the own turn. Whoever is not on turn
    learns what his own first movement step would say.
    """
    if _side_on_turn(s) != side:
        return copy_with(s, moved=0, landing=s.held[side]), FIRST
    node = s.stack
    while node is not None:
        if isinstance(node.frame, MovementStep):
            return s, node.frame.mode
        node = node.below
    return s, CARD


def _move(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield what the board has against a move."""
    piece, space = args
    s, mode = _now(s, side)
    named = list(piece_reasons(s, side, piece))
    yield from named
    if not named or named[0].code == "equal-piece":
        yield from move_reasons(s, piece, space, mode)


def _board(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield what the board has against going aboard."""
    piece, ship = args
    s, mode = _now(s, side)
    named = list(piece_reasons(s, side, piece))
    yield from named
    if not named or named[0].code == "equal-piece":
        yield from boarding_reasons(s, piece, ship, mode)


def _stay(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield what the board has against moving in place: neither supply nor enemies matter (S-67)."""
    (piece,) = args
    yield from piece_reasons(s, side, piece)
    if not at_war(s, FACTION[piece]):
        yield Refusal("not-at-war", (FACTION[piece],), "Game Rounds")


PREDICATES["move"] = _move
PREDICATES["board"] = _board
PREDICATES["stay"] = _stay

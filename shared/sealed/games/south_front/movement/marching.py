"""A piece moves in the Action step: by a card's text, or by a Forced March (Movement During Action Steps).

Where a card directs the move, the piece may be declared to have moved in place (Movement, S-67); loading is
not in place. A piece that has moved in a movement step or by another effect may move again (S-68).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import Tell, pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import plain
from sealed.games.south_front.actions.acting import ACTS, Act
from sealed.games.south_front.actions.spending import spend, too_few_cards
from sealed.games.south_front.board.alike import representatives
from sealed.games.south_front.board.pieces import at_war, space_of
from sealed.games.south_front.movement.moving import ANYWHERE, CARD, can_move, carry_out, list_moves
from sealed.games.south_front.notation import FORCED_MARCH, SKIP, STAY
from sealed.games.south_front.question import PREDICATES, OwnTurn, board_reasons
from sealed.games.south_front.state import FACTION, HAND, KIND, PIECES, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

ANY_FACTION, ANY_KIND = (1 << 5) - 1, (1 << 5) - 1
"""The sets of all factions and of all kinds."""
ANY_PIECE = (1 << len(PIECES)) - 1
"""The set of all pieces."""


@dataclass(frozen=True, slots=True)
class Marching(OwnTurn):
    """Which piece moves, and where to?

    One of `pieces` whose faction and kind are in the sets moves to one of `spaces`; with `directed` it may
    stay in place, with `may` nothing need move.
    """

    id: ClassVar[str] = "march"
    rule: ClassVar[str] = "Movement During Action Steps"
    verbs: ClassVar[frozenset[str]] = frozenset({"move", "board", "stay", "skip"})
    colour: int
    factions: int = ANY_FACTION
    kinds: int = ANY_KIND
    spaces: int = ANYWHERE
    directed: bool = False
    may: bool = False
    pieces: int = ANY_PIECE

    def own(self, s: State) -> Sequence[Action]:
        """Return the moves, those in place, and `skip` where nothing need move or nothing can."""
        movers = self._movers(s)
        actions = list_moves(s, self.colour, movers, CARD, self.spaces)
        if self.directed:
            actions += [STAY[piece] for piece in movers if self._may_stay(s, piece)]
        return [SKIP, *actions] if self.may or not actions else actions

    def possible(self, s: State) -> bool:
        """Tell whether there is a move, in place or away."""
        movers = self._movers(s)
        if self.directed and any(self._may_stay(s, piece) for piece in movers):
            return True
        return can_move(s, self.colour, movers, CARD, self.spaces)

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what the board has against a move, and what the effect that directs it has."""
        yield from board_reasons(s, action, self.colour)
        if action.verb == "skip":
            if not self.may and self.possible(s):
                yield Refusal("must-choose", (), self.rule)
            return
        piece = action.args[0]
        if not self._names(piece):
            yield Refusal("not-that-piece", (piece,), self.rule)
        if action.verb == "stay" and not self.directed:
            yield Refusal("not-directed", (piece,), "Movement")
        target = _target(s, action)
        if target is not None and not self.spaces >> target & 1:
            yield Refusal("space-not-named", (target,), self.rule)

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Move the piece, and the effect goes on."""
        if action.verb == "skip":
            return pop(s)
        if action.verb == "stay":
            happened(tell, "stayed", action.args)
            return pop(s)
        return pop(carry_out(s, action, tell))

    def stated(self, s: State, seat: int) -> Action | None:
        """Return `skip` where nothing need move."""
        del s, seat
        return SKIP if self.may else None

    def _movers(self, s: State) -> tuple[int, ...]:
        movers = representatives(s, self.colour)
        if self.pieces == ANY_PIECE and self.factions == ANY_FACTION and self.kinds == ANY_KIND:
            return movers
        return tuple([piece for piece in movers if self._names(piece)])

    def _names(self, piece: int) -> bool:
        return bool(self.pieces >> piece & self.factions >> FACTION[piece] & self.kinds >> KIND[piece] & 1)

    def _may_stay(self, s: State, piece: int) -> bool:
        space = space_of(s, piece)
        return at_war(s, FACTION[piece]) and space is not None and bool(self.spaces >> space & 1)


plain(Marching)


def _target(s: State, action: Action) -> int | None:
    """Return the space where a piece would be after an answer."""
    if action.verb == "move":
        return action.args[1]
    return space_of(s, action.args[-1])


def march(
    s: State,
    side: int,
    factions: int = ANY_FACTION,
    kinds: int = ANY_KIND,
    spaces: int = ANYWHERE,
    directed: bool = False,
    *,
    may: bool = False,
    pieces: int = ANY_PIECE,
) -> State:
    """Ask a side which piece moves; factions, kinds, spaces and pieces are sets (see `Marching`)."""
    return push(s, Marching(side, factions, kinds, spaces, directed, may, pieces))


def march_possible(
    s: State,
    side: int,
    factions: int = ANY_FACTION,
    kinds: int = ANY_KIND,
    spaces: int = ANYWHERE,
    directed: bool = False,
    *,
    pieces: int = ANY_PIECE,
) -> bool:
    """Tell whether `march` would offer a move, in place or away."""
    return Marching(side, factions, kinds, spaces, directed, may=False, pieces=pieces).possible(s)


def _forced_march_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield what stands against a Forced March: no card to discard, no piece that could move (S-57)."""
    del args
    yield from too_few_cards(s, side, 1, "Actions")
    if not march_possible(s, side):
        yield Refusal("nothing-to-move", (), "Actions")


def _forced_march(s: State, side: int, args: tuple[int, ...], tell: Tell) -> State:
    """Discard a card, then move a piece."""
    del args
    happened(tell, "forced-march", (side,))
    return spend(march(s, side), side, 1, may=False)


def _forced_marches(s: State, side: int) -> tuple[Action, ...]:
    """Return the action where there is a card to discard and a piece that can move."""
    return (FORCED_MARCH,) if s.zones[HAND + side] and march_possible(s, side) else ()


PREDICATES["forced-march"] = _forced_march_reasons
ACTS["forced-march"] = Act(_forced_marches, _forced_march)

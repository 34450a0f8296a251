"""The course of the game as the rulebook tells it: sixteen rounds of two turns, and the steps of a turn.

The Axis player takes the first turn of a round, then the Allies player; then comes what the round track says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.cards import move_all
from sealed.engine.chance import Request, Shuffle
from sealed.engine.frames import Chance, Node, Procedure, Tell, pop, push, replace_top
from sealed.engine.message import happened
from sealed.engine.value import copier, copy_with, plain
from sealed.engine.zones import size
from sealed.games.south_front.actions.acting import Acting
from sealed.games.south_front.actions.production import draw
from sealed.games.south_front.board.pieces import lift
from sealed.games.south_front.movement.moving import end_of_transport
from sealed.games.south_front.movement.steps import FirstMovement, SecondMovement
from sealed.games.south_front.pack import load
from sealed.games.south_front.said import QUESTIONS
from sealed.games.south_front.scoring import score
from sealed.games.south_front.setup import SetUp
from sealed.games.south_front.state import (
    ALLIES,
    AXIS,
    CONVOY,
    DECK,
    HAND,
    KIND,
    LATE,
    LUFTFLOTTE,
    NOBODY,
    USA,
    State,
)
from sealed.games.south_front.supply.supplied import unsupplied_pieces

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.action import Action
    from sealed.games.south_front.question import OwnTurn

_ROUNDS = load().rounds
_FULL_HAND = load().numbers.hand
_MOST_DRAWN = load().numbers.draw_limit


def begin(s: State) -> State:
    """Return the state in which the set-up is due, and after it the first round."""
    return push(s, Round(), SetUp())


@dataclass(frozen=True, slots=True)
class Round(Procedure[State]):
    """A game round: the turns of the Axis and the Allies, then the special spaces of the track."""

    step: int = 0

    def run(self, s: State, tell: Tell) -> State:
        """Do the next thing."""
        return ROUND[self.step](replace_top(s, Round((self.step + 1) % len(ROUND))), tell)


def _advance_marker(s: State, tell: Tell) -> State:
    """Begin the round; from its first turn on the USA may be at war (S-1, S-62)."""
    s = copy_with(s, round=s.round + 1)
    happened(tell, "round", (s.round,))
    if s.round == s.terms.usa_at_war:
        happened(tell, "at-war", (USA,))
    return s


def _axis_turn(s: State, tell: Tell) -> State:
    del tell
    return push(s, Turn(AXIS))


def _allies_turn(s: State, tell: Tell) -> State:
    del tell
    return push(s, Turn(ALLIES))


def _scoring(s: State, tell: Tell) -> State:
    return score(s, tell) if _ROUNDS[s.round - 1].scoring else s


def _late_cards(s: State, tell: Tell) -> State:
    """Shuffle the Late War cards into the draw decks, after the scoring of the same round (S-61)."""
    if not _ROUNDS[s.round - 1].late_cards:
        return s
    happened(tell, "late-cards", ())
    return push(s, LateWarCards(AXIS))


ROUND: tuple[Callable[[State, Tell], State], ...] = (
    _advance_marker,
    _axis_turn,
    _allies_turn,
    _scoring,
    _late_cards,
)
"""The course of a round."""


@dataclass(frozen=True, slots=True)
class LateWarCards(Chance[State]):
    """The Late War cards and what is undrawn of the Mid War cards become a new deck; `side` is next."""

    side: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the shuffles that are left."""
        del s
        return tuple(
            Shuffle(DECK + side, (DECK + side, LATE + side)) for side in range(self.side, ALLIES + 1)
        )

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Mix one deck; then the other."""
        del outcome
        s = move_all(s, LATE + self.side, DECK + self.side, tell)
        return replace_top(s, LateWarCards(ALLIES)) if self.side == AXIS else pop(s)


@dataclass(frozen=True, slots=True)
class Turn(Procedure[State]):
    """A player's turn (Turn Sequence)."""

    colour: int
    step: int = 0

    def run(self, s: State, tell: Tell) -> State:
        """Do the next step, and before it one that asks nothing; the last takes the place of this frame."""
        side, step = self.colour, self.step
        if TURN[step] in _SILENT:
            s, step = TURN[step](s, side, tell), step + 1
        last = step == len(TURN) - 1
        return TURN[step](pop(s) if last else replace_top(s, Turn(side, step + 1)), side, tell)


def _begin_turn(s: State, side: int, tell: Tell) -> State:
    """Tell whose turn it is; what lasted until the Axis player's next turn is over (Night Convoy)."""
    happened(tell, "turn", (side,))
    if side == AXIS and (s.markers & CONVOY or s.reserves != NOBODY):
        s = copy_with(s, markers=s.markers & ~CONVOY, reserves=NOBODY)
    return s


def _first_movement_step(s: State, side: int, tell: Tell) -> State:
    return _new_step(s, FirstMovement(side), tell)


def _action_step(s: State, side: int, tell: Tell) -> State:
    return _new_step(s, Acting(side), tell)


def _second_movement_step(s: State, side: int, tell: Tell) -> State:
    return _new_step(s, SecondMovement(side), tell)


def _supply_step(s: State, side: int, tell: Tell) -> State:
    """Lose what could not unload, then the own unsupplied pieces, all at once (Unloading; S-18, S-19).

    Ships come first: a carrier whose airplane goes for it stays, though it is unsupplied itself (S-76).
    """
    s = end_of_transport(s, side, tell)
    for piece in sorted(unsupplied_pieces(s, side), key=lambda piece: -KIND[piece]):
        s = lift(s, piece, tell, "unsupplied")
    return s


def _draw_step(s: State, side: int, tell: Tell) -> State:
    """Draw up to five cards in hand, two at the most; effects of this turn are over."""
    if s.markers & LUFTFLOTTE:
        s = copy_with(s, markers=s.markers & ~LUFTFLOTTE)
    wanted = min(_MOST_DRAWN, _FULL_HAND - size(s.zones[HAND + side]))
    return draw(s, side, wanted, tell) if wanted > 0 else s


TURN: tuple[Callable[[State, int, Tell], State], ...] = (
    _begin_turn,
    _first_movement_step,
    _action_step,
    _second_movement_step,
    _supply_step,
    _draw_step,
)
"""The steps of a turn."""

_SILENT = frozenset({_begin_turn, _supply_step})
"""Steps that put nothing on the stack: the next one follows at once."""

plain(Round, Turn)

_with_step = copier(State, "stack", "moved", "landing")


def _new_step(s: State, question: OwnTurn, tell: Tell) -> State:
    """Begin a step: nothing has moved, airplanes may land where the side has control now (S-64)."""
    side = question.colour
    happened(tell, "step", (side, QUESTIONS.index(question.id) + 1))
    return _with_step(s, Node(question, s.stack), 0, s.held[side])

"""The course of the game, as the rulebook tells it: rounds of four phases, and turns (rules, Play!)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.chance import Order, Request
from sealed.engine.eye import EVERYBODY, seat_audience
from sealed.engine.frames import Chance, Procedure, Tell, pop, push, replace_top
from sealed.engine.message import happened
from sealed.engine.value import copy_with, plain
from sealed.engine.zones import HIDDEN, ByKinds, could_hold, kinds
from sealed.games.popular_front.cards import CODES, FIFTH_COLUMN
from sealed.games.popular_front.combat import attacks, declare
from sealed.games.popular_front.logistics import draw, draws, empty_hands
from sealed.games.popular_front.muster import fifth_columns, play_for_muster, raise_fifth_column
from sealed.games.popular_front.notation import END, MUSTER, POLITICS, colour_of
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.politics import commit_to_politics, resolve_political
from sealed.games.popular_front.question import PREDICATES, Question, missing_card
from sealed.games.popular_front.setup import SetUp
from sealed.games.popular_front.state import HAND, State, number
from sealed.games.popular_front.victory import check_victory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.message import Refusal

_TURN_DRAW = load().numbers.turn_draw
_END_DRAW = load().numbers.end_draw
_CAPTURE_DRAW = load().numbers.capture_draw


def begin(s: State) -> State:
    """Return the state in which the set-up is due, and after it the first round."""
    return push(push(s, Round()), SetUp())


@dataclass(frozen=True, slots=True)
class Round(Procedure[State]):
    """A round: turn order, player turns, political, victory check; then the next one."""

    step: int = 0

    def run(self, s: State, tell: Tell) -> State:
        """Do the next phase."""
        return ROUND[self.step](replace_top(s, Round((self.step + 1) % len(ROUND))), tell)


def _determine_turn_order(s: State, tell: Tell) -> State:
    s = copy_with(s, round=s.round + 1)
    happened(tell, "round", (s.round,))
    return push(s, TurnOrder())


def _player_turns(s: State, tell: Tell) -> State:
    """Let the turns run: the outcome of the order has put them on the stack."""
    del tell
    return s


def _resolve_political(s: State, tell: Tell) -> State:
    del tell
    return resolve_political(s)


ROUND: tuple[Callable[[State, Tell], State], ...] = (
    _determine_turn_order,
    _player_turns,
    _resolve_political,
    check_victory,
)
"""The phases of a round."""


@dataclass(frozen=True, slots=True)
class TurnOrder(Chance[State]):
    """One disk of each colour is drawn blindly (Turn Order)."""

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return the order that is due."""
        return (Order(s.terms.names),)

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Let the colours move in this order."""
        happened(tell, "order", outcome.args)
        return replace_top(s, Turns(tuple([colour_of(named) for named in outcome.args])))


@dataclass(frozen=True, slots=True)
class Turns(Procedure[State]):
    """The turns that are left in this round."""

    order: tuple[int, ...]

    def run(self, s: State, tell: Tell) -> State:
        """Begin the next turn."""
        del tell
        turn, rest = Turn(self.order[0]), self.order[1:]
        return replace_top(s, Turns(rest), turn) if rest else replace_top(s, turn)


@dataclass(frozen=True, slots=True)
class Turn(Procedure[State]):
    """A player's turn: draw two, any number of actions, draw again (Player Turns)."""

    colour: int
    step: int = 0

    def run(self, s: State, tell: Tell) -> State:
        """Do the next step, which puts the one after it into the place of this frame."""
        return TURN[self.step](s, self.colour, tell)


def _begin_turn(s: State, colour: int, tell: Tell) -> State:
    """Tell whose turn it is; first of all others draw whose hands are empty (Logistics, P-49)."""
    happened(tell, "turn", (number(s, colour),))
    if s.captured:
        s = copy_with(s, captured=0)
    due = empty_hands(s, colour)
    return draws(replace_top(s, Turn(colour, 1)), due) if due else _draw_two(s, colour, tell)


def _draw_two(s: State, colour: int, tell: Tell) -> State:
    return draw(replace_top(s, Turn(colour, 2)), colour, _TURN_DRAW, tell)


def _actions(s: State, colour: int, tell: Tell) -> State:
    del tell
    return replace_top(s, Turn(colour, 3), Acting(colour))


def _draw_again(s: State, colour: int, tell: Tell) -> State:
    """Draw one card and one for every city taken (Logistics, F-22)."""
    return draw(pop(s), colour, _END_DRAW + _CAPTURE_DRAW * s.captured, tell)


TURN: tuple[Callable[[State, int, Tell], State], ...] = (_begin_turn, _draw_two, _actions, _draw_again)
"""The steps of a turn."""


@dataclass(frozen=True, slots=True)
class Acting(Question):
    """Which action next? Cards go for Muster, Political, Combat or the 5th Column's effect (Actions!)."""

    id: ClassVar[str] = "act"
    rule: ClassVar[str] = "Actions"
    verbs: ClassVar[frozenset[str]] = frozenset({"muster", "politics", "attack", "fifth-column", "end"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return every action that the hand and the board allow."""
        del seat
        colour = self.colour
        hand = s.zones[HAND + colour]
        offered = [*_PLAYS[kinds(hand)]]
        if could_hold(hand, FIFTH_COLUMN):
            offered += fifth_columns(s, colour)
        if hand:
            offered += attacks(s, colour)
        return offered

    def audience(self, s: State, action: Action) -> int:
        """Return the own seat for a political commitment, which lies face-down."""
        return seat_audience(s.terms.runs[self.colour]) if action.verb == "politics" else EVERYBODY

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Carry out one action and come back here, or end the turn."""
        del seat
        colour = self.colour
        match action.verb:
            case "muster":
                return play_for_muster(s, colour, action.args[0], tell)
            case "politics":
                return commit_to_politics(s, colour, action.args[0], tell)
            case "attack":
                return declare(s, colour, action.args, tell)
            case "fifth-column":
                return raise_fifth_column(s, colour, action.args[0], tell)
            case _:
                return pop(s)

    def stated(self, s: State, seat: int) -> Action:
        """Return `end`."""
        del s, seat
        return END


plain(Acting, Turn, Turns, Round)


def _of_hand(held: tuple[int, ...]) -> tuple[Action, ...]:
    """Return what cards of these types can be played for, and the end of the turn."""
    shown = CODES if HIDDEN in held else held
    return (END, *(MUSTER[card] for card in shown), *(POLITICS[card] for card in held))


_PLAYS = ByKinds(_of_hand)


def _muster_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    yield from missing_card(s.zones[HAND + colour], args[0], "not-held", "Muster")


PREDICATES["muster"] = _muster_reasons

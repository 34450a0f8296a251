"""The Action step (rules, Actions): which action does the player take?

The rule modules register the actions in `ACTS`: what of each verb is offered, and how it is carried out. What
stands against one is in `PREDICATES`, as for every verb.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from sealed.engine.frames import Procedure, Tell, pop, push, replace_top
from sealed.engine.message import happened
from sealed.engine.value import plain
from sealed.games.south_front.notation import PASS
from sealed.games.south_front.question import OwnTurn
from sealed.games.south_front.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sealed.engine.action import Action


class Act(NamedTuple):
    """An action: the answers that are offered, and what one does.

    What is offered is what nothing stands against, found without asking the predicates: a test holds the two
    together. `take` gets the state with the question already off the stack, and puts on it what follows.
    `one` tells of one answer whether it is among the offered ones, where that is quicker than the list.
    """

    offered: Callable[[State, int], Iterable[Action]]
    take: Callable[[State, int, tuple[int, ...], Tell], State]
    one: Callable[[State, int, tuple[int, ...]], bool] | None = None

    def offers(self, s: State, side: int, action: Action) -> bool:
        """Tell whether an answer is among the offered ones."""
        return self.one(s, side, action.args) if self.one else action in self.offered(s, side)


ACTS: dict[str, Act] = {}
"""The actions by their verb."""

_ORDER = (
    "play",
    "conscript",
    "conscript-aboard",
    "forced-march",
    "desperate-attack",
    "production",
    "contingency",
    "pass",
)
"""The verbs in the rulebook's order, in which they are offered."""


@dataclass(frozen=True, slots=True)
class Acting(OwnTurn):
    """Which action now? One for each turn, and those that cards grant."""

    id: ClassVar[str] = "act"
    rule: ClassVar[str] = "Actions"
    verbs: ClassVar[frozenset[str]] = frozenset(_ORDER)
    colour: int

    def own(self, s: State) -> Sequence[Action]:
        """Return every action that the hand and the board allow."""
        side = self.colour
        offered: list[Action] = []
        for verb in _ORDER:
            offered += ACTS[verb].offered(s, side)
        return offered

    def offers(self, s: State, action: Action) -> bool:
        """Tell whether `own` lists an action, by those of its verb alone."""
        return action.verb in self.verbs and ACTS[action.verb].offers(s, self.colour, action)

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Take the action."""
        return ACTS[action.verb].take(pop(s), self.colour, action.args, tell)

    def stated(self, s: State, seat: int) -> Action:
        """Return `pass`."""
        del s, seat
        return PASS


@dataclass(frozen=True, slots=True)
class AnotherAction(Procedure[State]):
    """A card has granted another action, of any kind (facts B5.6)."""

    colour: int

    def run(self, s: State, tell: Tell) -> State:
        """Ask again."""
        happened(tell, "another-action", (self.colour,))
        return replace_top(s, Acting(self.colour))


plain(Acting, AnotherAction)


def another_action(s: State, side: int) -> State:
    """Put a granted action on top of the stack."""
    return push(s, AnotherAction(side))


def _pass(s: State, side: int, args: tuple[int, ...], tell: Tell) -> State:
    del args
    happened(tell, "passed", (side,))
    return s


ACTS["pass"] = Act(lambda s, side: (PASS,), _pass)  # noqa: ARG005

"""The stack of frames that is a state's control flow, and the three kinds of frame.

A *procedure* runs, a *decision* waits for a seat, a *chance* waits for an outcome. Frames are small frozen
values that hold public ints only: hidden things live in zones and nowhere else, so every replica has equal
frames.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from sealed.engine.eye import EVERYBODY
from sealed.engine.value import Copiers, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.chance import Request
    from sealed.engine.message import Event, Question, Refusal

Tell = list["Event"]
"""Where a step reports what happened; a fresh list for each `apply`."""


@dataclass(frozen=True, slots=True)
class Node:
    """One frame of the stack and what lies below it."""

    frame: Frame[Any]
    below: Node | None


plain(Node)


@dataclass(frozen=True, slots=True)
class State:
    """What the kernel needs of every title's state.

    `zones` are packed multisets by zone index, `audience` the bit set of eyes that see each zone (knowledge
    is state: a look widens it), `eye` whose secrets this value knows, `stack` where we are in the rules.
    """

    stack: Node | None
    eye: int
    zones: tuple[int, ...]
    audience: tuple[int, ...]


S = TypeVar("S", bound=State)


class Frame(Generic[S]):
    """A step of the rules in progress."""

    __slots__ = ()
    waits: ClassVar[bool]


class Procedure(Frame[S]):
    """A frame that runs by itself: a tuple of steps and where it stands in it."""

    __slots__ = ()
    waits: ClassVar[bool] = False

    @abstractmethod
    def run(self, s: S, tell: Tell) -> S:
        """Do the next step; the frame must replace, push onto or pop itself."""


class Decision(Frame[S]):
    """A question to one seat, or to several at once.

    `owes` marks the question of a seat that owes a turn-down (spec 2.16): its only answers mix.
    """

    __slots__ = ()
    waits: ClassVar[bool] = True
    owes: ClassVar[bool] = False

    @abstractmethod
    def seats(self, s: S) -> tuple[int, ...]:
        """Return the seats that still owe an answer, ascending."""

    @abstractmethod
    def question(self, s: S) -> Question:
        """Return the question, for the screen."""

    @abstractmethod
    def legal(self, s: S, seat: int) -> Sequence[Action]:
        """Return what the seat may answer: exact where `s` sees its zones, else all that may be legal."""

    def permits(self, s: S, action: Action, seat: int) -> bool:
        """Tell whether a seat may answer this: exactly what `legal` lists.

        A frame with long lists may look at the part in which the answer would stand: who replays a record
        asks for one answer at a time.
        """
        return action in self.legal(s, seat)

    @abstractmethod
    def reasons(self, s: S, action: Action, seat: int) -> Iterator[Refusal]:
        """Yield every failing condition of any action of the title; nothing for exactly the legal ones."""

    @abstractmethod
    def take(self, s: S, action: Action, seat: int, tell: Tell) -> S:
        """Carry out a legal answer; the frame must replace, push onto or pop itself."""

    def audience(self, s: S, action: Action) -> int:
        """Return who may know the cards that the action names (from the frame and public facts alone)."""
        del s, action
        return EVERYBODY

    def stated(self, s: S, seat: int) -> Action | None:
        """Return the answer that stands in at a deadline, if the title states one (spec 2.12)."""
        del s, seat
        return None


class Chance(Frame[S]):
    """A question to chance: deals, shuffles, orders, picks, rolls and disclosures."""

    __slots__ = ()
    waits: ClassVar[bool] = True

    @abstractmethod
    def requests(self, s: S) -> tuple[Request, ...]:
        """Return what is due at this moment, in order; the first is answered next. Never empty."""

    @abstractmethod
    def take(self, s: S, outcome: Action, tell: Tell) -> S:
        """Carry out the outcome of the first request."""


_RESTACK = Copiers("stack")


def push(s: S, frame: Frame[S], *above: Frame[S]) -> S:
    """Put a frame on top, and others above it, in one copy."""
    stack = Node(frame, s.stack)
    for upper in above:
        stack = Node(upper, stack)
    copied: S = _RESTACK[s.__class__](s, stack)
    return copied


def replace_top(s: S, frame: Frame[S], *above: Frame[S]) -> S:
    """Put a frame in the place of the top one, and others above it, in one copy."""
    node = s.stack or top_node(s)
    stack = Node(frame, node.below)
    for upper in above:
        stack = Node(upper, stack)
    copied: S = _RESTACK[s.__class__](s, stack)
    return copied


def pop(s: S) -> S:
    """Take the top frame away."""
    node = s.stack or top_node(s)
    copied: S = _RESTACK[s.__class__](s, node.below)
    return copied


def top_node(s: State) -> Node:
    """Return the top of the stack; an empty one is a bug of the rules."""
    if s.stack is None:
        message = "the stack is empty"
        raise RuleBugError(message)
    return s.stack


class RuleBugError(Exception):
    """An invariant of the rules failed: the table freezes rather than guesses."""

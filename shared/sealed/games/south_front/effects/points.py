"""Parts of a text that ask for a condition, and those that give Victory Points."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.frames import Procedure, Tell, pop
from sealed.engine.message import Refusal
from sealed.engine.value import plain
from sealed.games.south_front.board.countries import SPACES_OF, neutral
from sealed.games.south_front.board.pieces import gain
from sealed.games.south_front.board.presence import occupied
from sealed.games.south_front.effects.places import Pieces, Place, union
from sealed.games.south_front.effects.program import Effect
from sealed.games.south_front.state import ALLIES, AXIS, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.games.south_front.effects.program import Part


class Condition:
    """Something that is so or not."""

    __slots__ = ()

    @abstractmethod
    def holds(self, s: State, part: Part) -> bool:
        """Tell whether it is so."""


@dataclass(frozen=True, slots=True)
class Controls(Condition):
    """The card's side controls every space of a place."""

    place: Place

    def holds(self, s: State, part: Part) -> bool:
        """Tell whether it is so."""
        return not self.place.spaces(s, part) & ~s.held[part.colour]


@dataclass(frozen=True, slots=True)
class NeutralOrUnoccupied(Condition):
    """A country is neutral, or nobody stands there, Minor Country Forces included (S-15)."""

    country: int

    def holds(self, s: State, part: Part) -> bool:
        """Tell whether it is so."""
        del part
        standing = occupied(s, AXIS) | occupied(s, ALLIES)
        return neutral(s, self.country) or not standing & union(SPACES_OF[self.country])


@dataclass(frozen=True, slots=True)
class AtLeast(Condition):
    """There are as many of some pieces."""

    number: int
    which: Pieces

    def holds(self, s: State, part: Part) -> bool:
        """Tell whether it is so."""
        return len(self.which.found(s, part)) >= self.number


@dataclass(frozen=True, slots=True)
class OnlyIf(Effect):
    """The card can be played only under a condition."""

    condition: Condition

    def can_fail(self) -> bool:
        """A condition that does not hold makes the card unplayable."""
        return True

    def outcomes(self, s: State, part: Part) -> Iterator[tuple[State, int]]:
        """Yield the board as it is, if the condition holds."""
        if self.condition.holds(s, part):
            yield s, part.it

    def feasible(self, s: State, part: Part) -> bool:
        """Tell whether the condition holds."""
        return self.condition.holds(s, part)

    def refusals(self, s: State, part: Part, impossible: Refusal) -> Iterator[Refusal]:
        """Yield that the condition of the card does not hold."""
        del s
        yield Refusal("condition", (part.code,), impossible.rule)

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Go on: it was asked for before the card was played."""
        del part, tell
        return s


@dataclass(frozen=True, slots=True)
class Gain(Effect):
    """The card's side gains Victory Points; with a condition only if it holds now."""

    points: int
    condition: Condition | None = None

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Give them."""
        if self.condition is None or self.condition.holds(s, part):
            return gain(s, part.colour, self.points, tell)
        return s


@dataclass(frozen=True, slots=True)
class OtherGains(Effect):
    """The other side gains Victory Points."""

    points: int

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Give them."""
        return gain(s, 1 - part.colour, self.points, tell)


@dataclass(frozen=True, slots=True)
class GainHalf(Effect):
    """Gain a point for every two controlled spaces of a place, or for every two of some pieces.

    An odd number is rounded down, or with `up` up. Nothing to count gives nothing, and the card can be
    played (S-81).
    """

    of: Place | Pieces
    up: bool = False

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Count them and give the points."""
        if isinstance(self.of, Pieces):
            number = len(self.of.found(s, part))
        else:
            number = (self.of.spaces(s, part) & s.held[part.colour]).bit_count()
        return gain(s, part.colour, (number + self.up) // 2, tell)


@dataclass(frozen=True, slots=True)
class Gaining(Procedure[State]):
    """A side gains Victory Points because a player would not discard."""

    colour: int
    points: int

    def run(self, s: State, tell: Tell) -> State:
        """Give them."""
        return gain(pop(s), self.colour, self.points, tell)


plain(Gaining)

"""Parts of a text that bring in countries, place markers, or last (rules, Minor Countries; Supply)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.games.south_front.board.countries import activate, neutral
from sealed.games.south_front.board.pieces import take_control
from sealed.games.south_front.board.presence import occupied
from sealed.games.south_front.effects.choosing import Choice, Choosing
from sealed.games.south_front.effects.places import Near, Pieces, Place, members
from sealed.games.south_front.effects.program import Effect
from sealed.games.south_front.movement.moving import piece_reasons
from sealed.games.south_front.notation import SUPPLY, make
from sealed.games.south_front.state import ALLIES, AXIS, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.south_front.effects.choosing import Asks
    from sealed.games.south_front.effects.program import Part


@dataclass(frozen=True, slots=True)
class DeclareWar(Effect):
    """Declare war on a country, if it is neutral: it joins the other side."""

    still: ClassVar[bool] = False
    country: int

    def outcomes(self, s: State, part: Part) -> Iterator[tuple[State, int]]:
        """Yield the board after it."""
        yield self.run(s, part, []), part.it

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Declare it."""
        if not neutral(s, self.country):
            return s
        happened(tell, "war", (part.colour, self.country))
        return activate(s, self.country, 1 - part.colour, tell)


@dataclass(frozen=True, slots=True)
class Activate(Effect):
    """Activate a country for the card's side, if it is neutral."""

    still: ClassVar[bool] = False
    country: int

    def outcomes(self, s: State, part: Part) -> Iterator[tuple[State, int]]:
        """Yield the board after it."""
        yield self.run(s, part, []), part.it

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Activate it."""
        return activate(s, self.country, part.colour, tell)


@dataclass(frozen=True, slots=True)
class PlaceMarker(Effect):
    """Place a marker, or let an effect last (bits of `State.markers`)."""

    still: ClassVar[bool] = False
    marker: int

    def outcomes(self, s: State, part: Part) -> Iterator[tuple[State, int]]:
        """Yield the board with it."""
        yield self.run(s, part, []), part.it

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Place it."""
        del part
        happened(tell, "marker", (self.marker.bit_length(),))
        return copy_with(s, markers=s.markers | self.marker)


@dataclass(frozen=True, slots=True)
class Supplying(Choosing):
    """Which piece is supplied?"""

    id: ClassVar[str] = "supply"
    rule: ClassVar[str] = "Supply"
    verbs: ClassVar[frozenset[str]] = frozenset({"supply", "skip"})


@dataclass(frozen=True, slots=True)
class SupplyOne(Choice):
    """Name an own piece that counts as supplied until the own next turn (Supply Reserves, S-52)."""

    which: Pieces

    def ask(self) -> Asks:
        """Return the question."""
        return Supplying

    def allowed(self, s: State, part: Part) -> Iterable[Action]:
        """Return the pieces."""
        return [SUPPLY[piece] for piece in self.which.choices(s, part)]

    def any_allowed(self, s: State, part: Part) -> bool:
        """Tell whether there is such a piece."""
        return bool(self.which.found(s, part))

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield why a piece is none that can be named."""
        (piece,) = action.args
        told = list(piece_reasons(s, part.colour, piece))
        yield from told
        if not told and piece not in self.which.found(s, part):
            yield Refusal("not-that-piece", (piece,), "Supply")

    def carry_out(self, s: State, part: Part, action: Action, tell: Tell) -> tuple[State, int]:
        """Supply it."""
        (piece,) = action.args
        happened(tell, "supplied", (piece,))
        return copy_with(s, reserves=piece), part.it

    def reasons(self, s: State, part: Part) -> Iterator[Refusal]:
        """Yield that there is no piece."""
        del s, part
        yield Refusal("nothing-to-supply", (), "Supply")


@dataclass(frozen=True, slots=True)
class Controlling(Choosing):
    """Where is the Control marker placed?"""

    id: ClassVar[str] = "control"
    rule: ClassVar[str] = "Control"
    verbs: ClassVar[frozenset[str]] = frozenset({"control", "skip"})


@dataclass(frozen=True, slots=True)
class TakeControl(Choice):
    """Take control of an unoccupied space of a place that is adjacent to some pieces."""

    place: Place
    pieces: Pieces

    def ask(self) -> Asks:
        """Return the question."""
        return Controlling

    def allowed(self, s: State, part: Part) -> Iterable[Action]:
        """Return the spaces."""
        spaces = self.place.spaces(s, part) & ~(occupied(s, AXIS) | occupied(s, ALLIES))
        return [make("control", space) for space in members(spaces & Near(self.pieces, 1).spaces(s, part))]

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield why a space is none: not named, occupied, not adjacent."""
        (space,) = action.args
        if not self.place.spaces(s, part) >> space & 1:
            yield Refusal("space-not-named", (space,), "Control")
            return
        if (occupied(s, AXIS) | occupied(s, ALLIES)) >> space & 1:
            yield Refusal("occupied", (space,), "Control")
        if not Near(self.pieces, 1).spaces(s, part) >> space & 1:
            yield Refusal("no-piece-adjacent", (space,), "Control")

    def carry_out(self, s: State, part: Part, action: Action, tell: Tell) -> tuple[State, int]:
        """Place the marker."""
        return take_control(s, part.colour, action.args[0], tell), part.it

    def reasons(self, s: State, part: Part) -> Iterator[Refusal]:
        """Yield what stands against each space of the place."""
        for space in members(self.place.spaces(s, part)):
            yield from self.against(s, part, make("control", space))

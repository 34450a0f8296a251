"""Parts of a text that take pieces off the board, or name one for it (rules, Attack vs. Eliminate)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.message import Refusal, happened
from sealed.games.south_front.board.countries import lose_force
from sealed.games.south_front.board.pieces import lift, representative
from sealed.games.south_front.board.presence import forces
from sealed.games.south_front.effects.choosing import Choice, Choosing, Conceding
from sealed.games.south_front.effects.places import ANYWHERE, Pieces, Place, members
from sealed.games.south_front.effects.program import Effect
from sealed.games.south_front.notation import ELIMINATE, make
from sealed.games.south_front.state import NOBODY, OFF, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.south_front.effects.choosing import Asks
    from sealed.games.south_front.effects.program import Part

RULE = "Attack vs. Eliminate"
_VERBS = frozenset({"eliminate", "eliminate-force", "skip"})


@dataclass(frozen=True, slots=True)
class Eliminating(Choosing):
    """What is eliminated?"""

    id: ClassVar[str] = "eliminate"
    rule: ClassVar[str] = RULE
    verbs: ClassVar[frozenset[str]] = _VERBS


@dataclass(frozen=True, slots=True)
class Sacrificing(Conceding):
    """What does the other player eliminate?"""

    id: ClassVar[str] = "eliminate"
    rule: ClassVar[str] = RULE
    verbs: ClassVar[frozenset[str]] = _VERBS


def piece_reasons(s: State, part: Part, which: Pieces, piece: int) -> Iterator[Refusal]:
    """Yield why a piece is none that a text names for elimination."""
    if s.where[piece] == OFF:
        yield Refusal("not-on-board", (piece,), "Pieces")
    elif piece not in which.found(s, part):
        yield Refusal("not-that-piece", (piece,), RULE)
    elif (same := representative(s, piece)) != piece:
        yield Refusal("equal-piece", (piece, same), "S-75")


@dataclass(frozen=True, slots=True)
class Eliminate(Choice):
    """Eliminate one of some pieces; `by_other` leaves the choice to the other player."""

    which: Pieces
    by_other: bool = False

    def ask(self) -> Asks:
        """Return the question."""
        return Sacrificing if self.by_other else Eliminating

    def asked(self, part: Part) -> int:
        """Return who chooses (Special Card Cases)."""
        return 1 - part.colour if self.by_other else part.colour

    def allowed(self, s: State, part: Part) -> Iterable[Action]:
        """Return the pieces."""
        return [ELIMINATE[piece] for piece in self.which.choices(s, part)]

    def any_allowed(self, s: State, part: Part) -> bool:
        """Tell whether there is such a piece."""
        return bool(self.which.found(s, part))

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield why a piece is not among them."""
        if action.verb == "eliminate":
            yield from piece_reasons(s, part, self.which, action.args[0])
        else:
            yield Refusal("space-not-named", action.args, RULE)

    def carry_out(self, s: State, part: Part, action: Action, tell: Tell) -> tuple[State, int]:
        """Take it off the board; an airplane goes for its carrier (Carriers)."""
        return lift(s, action.args[0], tell, "eliminated"), part.it

    def reasons(self, s: State, part: Part) -> Iterator[Refusal]:
        """Yield that there is no such piece."""
        del s, part
        yield Refusal("nothing-to-eliminate", (), RULE)


@dataclass(frozen=True, slots=True)
class Target(Eliminate):
    """Name the piece that is to be eliminated; it is `it` for what comes between."""

    def carry_out(self, s: State, part: Part, action: Action, tell: Tell) -> tuple[State, int]:
        """Remember it."""
        del part, tell
        return s, action.args[0]


@dataclass(frozen=True, slots=True)
class EliminateIt(Effect):
    """Eliminate the piece that was named."""

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Take it off the board, if it was named."""
        return s if part.it == NOBODY else lift(s, part.it, tell, "eliminated")


@dataclass(frozen=True, slots=True)
class EliminateForce(Choice):
    """Eliminate an own Minor Country Force in a place; `it` is the space."""

    place: Place = ANYWHERE

    def ask(self) -> Asks:
        """Return the question."""
        return Eliminating

    def allowed(self, s: State, part: Part) -> Iterable[Action]:
        """Return the spaces with such a force."""
        spaces = self.place.spaces(s, part) & forces(s) & s.held[part.colour]
        return [make("eliminate-force", space) for space in members(spaces)]

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield why there is no such force in the space."""
        (where,) = action.args
        if action.verb == "eliminate":
            yield Refusal("not-that-piece", (where,), RULE)
            return
        if not self.place.spaces(s, part) >> where & 1:
            yield Refusal("space-not-named", (where,), RULE)
        if not forces(s) >> where & 1:
            yield Refusal("no-force-there", (where,), RULE)
        elif not s.held[part.colour] >> where & 1:
            yield Refusal("not-held", (where,), RULE)

    def carry_out(self, s: State, part: Part, action: Action, tell: Tell) -> tuple[State, int]:
        """Take the counter off the board."""
        del part
        (space,) = action.args
        happened(tell, "force-eliminated", (space,))
        return lose_force(s, space), space

    def reasons(self, s: State, part: Part) -> Iterator[Refusal]:
        """Yield that there is no such force."""
        del s, part
        yield Refusal("nothing-to-eliminate", (), RULE)

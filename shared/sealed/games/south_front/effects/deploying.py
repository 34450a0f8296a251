"""Parts of a text that bring pieces onto the board (rules, Deploying Pieces; Deploy vs. Recruit)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.message import Refusal
from sealed.games.south_front.actions.arrivals import arrivals, deployable, may_come, recruitable, standing
from sealed.games.south_front.actions.deployment import (
    deploy,
    deploy_aboard,
    deploy_aboard_reasons,
    deploy_reasons,
    recruit,
    recruit_aboard,
    recruit_aboard_reasons,
    recruit_reasons,
    suits,
)
from sealed.games.south_front.board.pieces import available, representative, space_of
from sealed.games.south_front.effects.choosing import Choice, Choosing
from sealed.games.south_front.effects.places import ANYWHERE, Place, members, types_of
from sealed.games.south_front.notation import TYPE_NUMBER, TYPE_OF, TYPES, make
from sealed.games.south_front.state import NOBODY, SIDE_OF_FACTION, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.south_front.effects.choosing import Asks
    from sealed.games.south_front.effects.program import Part

_REASONS = {
    "deploy": deploy_reasons,
    "deploy-aboard": deploy_aboard_reasons,
    "recruit": recruit_reasons,
    "recruit-aboard": recruit_aboard_reasons,
}
_PLACING = {
    "deploy": deploy,
    "deploy-aboard": deploy_aboard,
    "recruit": recruit,
    "recruit-aboard": recruit_aboard,
}
ALONE, FIRST_OF_SEVERAL, LAST_OF_SEVERAL = range(3)


def placing_reasons(s: State, side: int, action: Action, rule: str) -> Iterator[Refusal]:
    """Yield what the board has against a piece coming, whatever a text says."""
    number, where = action.args
    return _REASONS[action.verb](s, side, number, where, rule)


def place_piece(s: State, action: Action, tell: Tell) -> tuple[State, int]:
    """Let a piece come; return it, too."""
    number, where = action.args
    return _PLACING[action.verb](s, number, where, tell)


@dataclass(frozen=True, slots=True)
class Deploying(Choosing):
    """What is deployed, and where?"""

    id: ClassVar[str] = "deploy"
    rule: ClassVar[str] = "Deploying Pieces"
    verbs: ClassVar[frozenset[str]] = frozenset({"deploy", "deploy-aboard", "skip"})


@dataclass(frozen=True, slots=True)
class Recruiting(Choosing):
    """What is recruited, and where?"""

    id: ClassVar[str] = "recruit"
    rule: ClassVar[str] = "Deploy vs. Recruit"
    verbs: ClassVar[frozenset[str]] = frozenset({"recruit", "recruit-aboard", "skip"})


@dataclass(frozen=True, slots=True)
class Deploy(Choice):
    """Deploy a piece of one of some factions and kinds in a place, aboard a ship there included.

    Of a card that deploys several pieces a part is left out where no piece for it is left, but not every part
    (Special Card Cases): `fewer` is `FIRST_OF_SEVERAL` or `LAST_OF_SEVERAL`, or `ALONE`.
    """

    verb: ClassVar[str] = "deploy"
    rule: ClassVar[str] = "Deploying Pieces"
    factions: tuple[int, ...]
    kinds: tuple[int, ...]
    place: Place = ANYWHERE
    may: bool = False
    fewer: int = ALONE

    def optional(self) -> bool:
        """Tell whether the text says "may"."""
        return self.may

    def outcomes(self, s: State, part: Part) -> Iterator[tuple[State, int]]:
        """Yield what each answer leads to; the board as it is where the part is left out."""
        if self.left_out(s, part):
            yield s, part.it
        yield from Choice.outcomes(self, s, part)

    def feasible(self, s: State, part: Part) -> bool:
        """Tell whether the part can be carried out, or is left out."""
        return self.may or self.any_allowed(s, part) or self.left_out(s, part)

    def left_out(self, s: State, part: Part) -> bool:
        """Tell whether no piece is left for this part and another one of the text is enough."""
        spare = self.fewer == FIRST_OF_SEVERAL or (self.fewer == LAST_OF_SEVERAL and part.it != NOBODY)
        return spare and all(available(s, number) is None for number in self.types())

    def ask(self) -> Asks:
        """Return the question."""
        return Deploying

    def types(self) -> tuple[int, ...]:
        """Return the types that the text names."""
        return types_of(self.factions, self.kinds)

    def allowed(self, s: State, part: Part) -> Iterable[Action]:
        """Return every type in every space of the place where it can come, and aboard the ships there."""
        place, spaces = self.place.spaces(s, part), self.open(s, part.colour)
        return chain.from_iterable(
            arrivals(s, self.verb, number, place & spaces[number]) for number in self.types()
        )

    def any_allowed(self, s: State, part: Part) -> bool:
        """Tell whether there is an answer."""
        place, spaces = self.place.spaces(s, part), self.open(s, part.colour)
        return may_come(s, self.types(), place, spaces)

    def open(self, s: State, side: int) -> tuple[int, ...]:
        """Return the spaces that are open to pieces of each type, whatever the text says."""
        return deployable(s, side)

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield what the text and the board have against it."""
        number, where = action.args
        if number not in self.types() and SIDE_OF_FACTION[TYPES[number][0]] == part.colour:
            yield Refusal("wrong-type", (number,), self.rule)
        space = where if action.verb == self.verb else space_of(s, where)
        if space is not None and not self.place.spaces(s, part) >> space & 1:
            yield Refusal("space-not-named", (space,), self.rule)
        yield from placing_reasons(s, part.colour, action, self.rule)

    def carry_out(self, s: State, part: Part, action: Action, tell: Tell) -> tuple[State, int]:
        """Stand the piece there; it is `it`."""
        del part
        return place_piece(s, action, tell)

    def reasons(self, s: State, part: Part) -> Iterator[Refusal]:
        """Yield which types have no piece left, then what stands against the spaces, if they are few."""
        left = [number for number in self.types() if available(s, number) is not None]
        for number in self.types():
            if number not in left:
                yield Refusal("no-piece-left", (number,), "Pieces")
        spaces = list(members(self.place.spaces(s, part)))
        pairs = [(number, space) for number in left for space in spaces if suits(number, space)]
        if len(pairs) > _FEW:
            return
        told = (self.against(s, part, make(self.verb, *pair)) for pair in pairs)
        yield from dict.fromkeys(chain.from_iterable(told))


_FEW = 4
"""More spaces than these are not explained one by one."""


@dataclass(frozen=True, slots=True)
class Recruit(Deploy):
    """Recruit a piece of one of some factions and kinds in a place, aboard a ship there included."""

    verb: ClassVar[str] = "recruit"
    rule: ClassVar[str] = "Deploy vs. Recruit"

    def ask(self) -> Asks:
        """Return the question."""
        return Recruiting

    def open(self, s: State, side: int) -> tuple[int, ...]:
        """Return the spaces without enemies, for each type."""
        return recruitable(s, side)


@dataclass(frozen=True, slots=True)
class DeployShipWithCargo(Deploy):
    """Deploy a ship and a piece aboard it together; the answer names the ship, `it` is the other piece."""

    cargo: int = NOBODY

    def allowed(self, s: State, part: Part) -> Iterable[Action]:
        """Return the ship in every sea of the place where it can come; what it bears is supplied as it is."""
        (number,) = self.types()
        if available(s, self.cargo_type()) is None:
            return []
        return standing(self.verb, number, self.place.spaces(s, part) & self.open(s, part.colour)[number])

    def any_allowed(self, s: State, part: Part) -> bool:
        """Tell whether there is an answer."""
        return bool(self.allowed(s, part))

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield what stands against the ship, or if nothing does against the piece that comes with it."""
        told = list(Deploy.against(self, s, part, action))
        yield from told
        if not told:
            number, space = action.args
            after, ship = deploy(s, number, space, [])
            ship = representative(after, ship)
            yield from deploy_aboard_reasons(after, part.colour, self.cargo_type(), ship, self.rule)

    def carry_out(self, s: State, part: Part, action: Action, tell: Tell) -> tuple[State, int]:
        """Stand the ship there with the piece aboard."""
        del part
        number, space = action.args
        s, ship = deploy(s, number, space, tell)
        return deploy_aboard(s, self.cargo_type(), ship, tell)

    def cargo_type(self) -> int:
        """Return the type of the piece that comes aboard."""
        (number,) = types_of(self.factions, (self.cargo,))
        return number

    def reasons(self, s: State, part: Part) -> Iterator[Refusal]:
        """Yield which of the two has no piece left, then what stands against the seas, if they are few."""
        if available(s, self.cargo_type()) is None:
            yield Refusal("no-piece-left", (self.cargo_type(),), "Pieces")
        else:
            yield from Deploy.reasons(self, s, part)


@dataclass(frozen=True, slots=True)
class RecruitTogether(Recruit):
    """Recruit a piece of each kind, as far as there are some left, all in one space (S-49).

    The answer names the first kind of which a piece is left; the others come with it.
    """

    def types(self) -> tuple[int, ...]:
        """Return the types that the text names, each once for every piece."""
        return tuple(TYPE_NUMBER[faction, kind] for faction in self.factions for kind in self.kinds)

    def first(self, s: State) -> int | None:
        """Return the type that the answer names."""
        return next((number for number in self.types() if available(s, number) is not None), None)

    def allowed(self, s: State, part: Part) -> Iterable[Action]:
        """Return the spaces for the first type."""
        number = self.first(s)
        if number is None:
            return []
        return standing(self.verb, number, self.place.spaces(s, part) & self.open(s, part.colour)[number])

    def any_allowed(self, s: State, part: Part) -> bool:
        """Tell whether there is an answer."""
        return bool(self.allowed(s, part))

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield what stands against it; to come aboard a ship is not to come into the one space."""
        number = action.args[0]
        if number in self.types() and number != self.first(s) and available(s, number) is not None:
            yield Refusal("wrong-type", (number,), self.rule)
        yield from Deploy.against(self, s, part, action)

    def carry_out(self, s: State, part: Part, action: Action, tell: Tell) -> tuple[State, int]:
        """Recruit them all."""
        del part
        it, space = NOBODY, action.args[1]
        for number in self.types():
            if available(s, number) is not None:
                s, it = recruit(s, number, space, tell)
        return s, it


@dataclass(frozen=True, slots=True)
class DeployEither(Choice):
    """Deploy one of several things, or with `other` one that has not just been deployed."""

    rule: ClassVar[str] = "Deploying Pieces"
    options: tuple[Deploy, ...]
    may: bool = False
    other: bool = False

    def optional(self) -> bool:
        """Tell whether the text says "may"."""
        return self.may

    def ask(self) -> Asks:
        """Return the question."""
        return Deploying

    def open_options(self, part: Part) -> list[Deploy]:
        """Return what is still to be deployed."""
        if not self.other:
            return list(self.options)
        done = NOBODY if part.it == NOBODY else TYPE_OF[part.it]
        return [option for option in self.options if done not in option.types()]

    def allowed(self, s: State, part: Part) -> Iterable[Action]:
        """Return those of all options."""
        return chain.from_iterable(option.allowed(s, part) for option in self.open_options(part))

    def any_allowed(self, s: State, part: Part) -> bool:
        """Tell whether there is an answer."""
        return any(option.any_allowed(s, part) for option in self.open_options(part))

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield what stands against it as the option it belongs to."""
        number = action.args[0]
        for option in self.open_options(part):
            if number in option.types():
                yield from option.against(s, part, action)
                return
        if SIDE_OF_FACTION[TYPES[number][0]] == part.colour:
            yield Refusal("wrong-type", (number,), self.rule)
        yield from placing_reasons(s, part.colour, action, self.rule)

    def carry_out(self, s: State, part: Part, action: Action, tell: Tell) -> tuple[State, int]:
        """Stand the piece there; it is `it`."""
        del part
        return place_piece(s, action, tell)

    def reasons(self, s: State, part: Part) -> Iterator[Refusal]:
        """Yield those of all options."""
        return chain.from_iterable(option.reasons(s, part) for option in self.open_options(part))


def and_or(*options: Deploy) -> tuple[DeployEither, DeployEither]:
    """Return the two parts of "A and/or B": one of them, then the other if one wishes."""
    return DeployEither(options), DeployEither(options, may=True, other=True)


def one_or_two(effect: Deploy) -> tuple[Deploy, Deploy]:
    """Return the two parts of "1 or 2 pieces": one, then another if one wishes."""
    return effect, replace(effect, may=True)


def each(first: Deploy, last: Deploy) -> tuple[Deploy, Deploy]:
    """Return the two parts of "A and B": both, or the one of which a piece is left."""
    return replace(first, fewer=FIRST_OF_SEVERAL), replace(last, fewer=LAST_OF_SEVERAL)


__all__ = [
    "Deploy",
    "DeployEither",
    "DeployShipWithCargo",
    "Deploying",
    "Recruit",
    "RecruitTogether",
    "Recruiting",
    "and_or",
    "each",
    "one_or_two",
]

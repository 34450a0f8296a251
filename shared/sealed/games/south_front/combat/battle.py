"""A combat: what it is about, who fights, who supports, and how the pieces rank (rules, Combat).

The combat lives in the frames as a `Battle`, which holds public ints only. Who of the force is left, who
supports and who defends is read off the board each time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.frames import Procedure, Tell, pop, push, replace_top
from sealed.engine.value import copy_with, plain
from sealed.games.south_front.board.geography import around
from sealed.games.south_front.board.pieces import (
    DESERT,
    LAND,
    cargo_of,
    on_board,
    pieces_in,
    space_of,
    transported,
)
from sealed.games.south_front.state import (
    AIRPLANE,
    CARRIER,
    FACTION,
    FLEET,
    FRANCE,
    GERMANY,
    INFANTRY,
    KIND,
    LUFTFLOTTE,
    OFF,
    PACT,
    SIDE,
    SIDE_OF_FACTION,
    TANK,
    State,
)
from sealed.games.south_front.supply.supplied import supplied

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NOTHING = 255
"""No kind of piece."""

TOP_RANK, ANTI_AIR_RANK, FORCE_RANK = 4, 2, 1
"""Ranks of Stand Fast and Naval Combat, of Anti-Air at sea, and of a Minor Country Force."""
_LAND_RANK = {INFANTRY: 1, TANK: 2, AIRPLANE: 3, FLEET: 3, CARRIER: 0}
_SEA_RANK = {CARRIER: 1, AIRPLANE: 2, FLEET: 3, INFANTRY: 0, TANK: 0}

_LAND_FORCE, _SEA_FORCE = frozenset({INFANTRY, TANK}), frozenset({AIRPLANE, FLEET, CARRIER})
SUPPORTING = frozenset({AIRPLANE, FLEET})
"""The kinds of pieces that take part from an adjacent space."""

OWN_FACTIONS = tuple(
    sum(1 << faction for faction, owner in enumerate(SIDE_OF_FACTION) if owner == side) for side in (0, 1)
)
"""The set of each side's factions."""


@dataclass(frozen=True, slots=True)
class Battle:
    """An attack of a force on one space.

    `side` and `faction` are the attacker's, `french` is 1 where the French infantry has joined a UK or USA
    force, `force` is the set of pieces that attacked. `demanded` is the rank that continuing takes, `lost`
    and `given` the kind of piece that the defender or the attacker has removed last (`NOTHING`: none that a
    reaction could counter now), `reacted` is 1 once the defender has moved a piece away in this round,
    `exchange` the set of factions that can counter what an Exchange costs, and 0 without one.
    """

    side: int
    faction: int
    french: int
    origin: int
    target: int
    force: int
    demanded: int = 0
    lost: int = NOTHING
    given: int = NOTHING
    reacted: int = 0
    exchange: int = 0

    @property
    def defender(self) -> int:
        """The side that is attacked."""
        return 1 - self.side

    @property
    def on_land(self) -> bool:
        """Whether it is land combat: the attacked space decides (Combat)."""
        return bool(LAND >> self.target & 1)

    @property
    def in_desert(self) -> bool:
        """Whether the season does not matter: the attacked space decides (S-43)."""
        return bool(DESERT >> self.target & 1)

    @property
    def place(self) -> tuple[int, int, int]:
        """Faction, origin and target, as questions and events name them."""
        return (self.faction, self.origin, self.target)


plain(Battle)


def eligible(s: State, faction: int, origin: int, target: int) -> list[int]:
    """Return the pieces of a faction in a space that could be part of a force against the target.

    Infantry and tanks attack land, on foot or from a fleet; airplanes, fleets and carriers attack the sea, a
    transported airplane does not (Land and Sea Forces; S-72).
    """
    on_land = LAND >> target & 1
    kinds = _LAND_FORCE if on_land else _SEA_FORCE
    return [
        piece
        for piece in pieces_in(s, origin)
        if FACTION[piece] == faction and KIND[piece] in kinds and (on_land or not transported(s, piece))
    ]


def ready(s: State, faction: int, origin: int, target: int) -> list[int]:
    """Return the force: all that are eligible and supplied; nobody can be left out (Combat; Supply)."""
    return [piece for piece in eligible(s, faction, origin, target) if supplied(s, piece)]


def bits(pieces: list[int]) -> int:
    """Return pieces as a set."""
    return sum(1 << piece for piece in pieces)


def force(s: State, b: Battle) -> list[int]:
    """Return what is left of the attacking force, ascending."""
    return [piece for piece, place in enumerate(s.where) if b.force >> piece & 1 and place != OFF]


def attacking(s: State, b: Battle) -> int:
    """Return the set of factions of the force: a card is of one of them (Factions and Reactions; S-40)."""
    return _factions(force(s, b))


def supported(s: State, b: Battle) -> int:
    """Return the set of factions whose airplanes and fleets may support the attack.

    The French infantry alone has no support (France); German airplanes support Pact forces in the turn of
    Luftflotte 2 (S-42).
    """
    factions = attacking(s, b) & ~(1 << FRANCE)
    if factions >> PACT & 1 and s.markers & LUFTFLOTTE:
        factions |= 1 << GERMANY
    return factions


def close_by(s: State, side: int, piece: int, target: int) -> bool:
    """Tell whether a piece is an airplane or fleet in a space next to the target, for its own side (S-16).

    Transported airplanes take no part (Transported Pieces in Combat).
    """
    space = space_of(s, piece)
    return (
        space is not None
        and KIND[piece] in SUPPORTING
        and bool(around(s, side, target) >> space & 1)
        and not transported(s, piece)
    )


def goes_with(s: State, piece: int) -> int:
    """Return the set of pieces that leave the board for this one, as `lift` does it.

    A fleet takes its cargo along, the airplane on a carrier goes in the carrier's place.
    """
    cargo = cargo_of(s, piece)
    if cargo is None:
        return 1 << piece
    return 1 << cargo if KIND[piece] == CARRIER else 1 << piece | 1 << cargo


def defenders(s: State, b: Battle) -> list[int]:
    """Return the pieces that defend in the attacked space; cargo of fleets is not among them (S-23, S-24)."""
    side = b.defender
    return [piece for piece in pieces_in(s, b.target) if SIDE[piece] == side and not transported(s, piece)]


def forces_there(s: State, b: Battle) -> int:
    """Return how many Minor Country Forces defend."""
    return s.forces[b.target] if b.on_land else 0


def defended(s: State, b: Battle) -> bool:
    """Tell whether anything is left in the attacked space, Minor Country Forces included (S-7)."""
    return bool(forces_there(s, b) or defenders(s, b))


def defending(s: State, b: Battle) -> int:
    """Return the set of factions of the pieces in the attacked space now (Airplanes and Fleets in Combat)."""
    return _factions(defenders(s, b))


def reacting(s: State, b: Battle) -> int:
    """Return the set of factions whose cards the defender may use: any for a Minor Country Force (S-9)."""
    return OWN_FACTIONS[b.defender] if forces_there(s, b) else defending(s, b)


def rank(b: Battle, kind: int) -> int:
    """Return the rank of a kind of piece in this combat (Combat Rank)."""
    return (_LAND_RANK if b.on_land else _SEA_RANK)[kind]


def enemies_of(s: State, b: Battle) -> Iterator[int]:
    """Yield the pieces of the defender's side anywhere, from which it may choose a loss."""
    return on_board(s, b.defender)


def _factions(pieces: list[int]) -> int:
    factions = 0
    for piece in pieces:
        factions |= 1 << FACTION[piece]
    return factions


LAND_DEFENCE, SEA_DEFENCE, FORFEIT, COUNTER, CONTINUE, AFTERWARDS, OVER = range(7)
"""The steps of a combat: a new round on land or at sea, what an Exchange costs, a counter to what was given,
whether the attack goes on, the advance after land combat, the end."""

STEPS: dict[int, Callable[[State, Battle, Tell], State]] = {}
"""What each step does with the state from which the combat's own frame has gone; modules register theirs."""


@dataclass(frozen=True, slots=True)
class Combat(Procedure[State]):
    """A combat between two questions."""

    battle: Battle
    step: int

    def run(self, s: State, tell: Tell) -> State:
        """Do the step."""
        return STEPS[self.step](pop(s), self.battle, tell)


plain(Combat)


def new_round(b: Battle) -> int:
    """Return the step that begins an attack round of this combat."""
    return LAND_DEFENCE if b.on_land else SEA_DEFENCE


def fresh(b: Battle) -> Battle:
    """Return the combat at the beginning of a new round: ranks and reactions count anew (S-32, S-35)."""
    return copy_with(b, demanded=0, lost=NOTHING, given=NOTHING, reacted=0, exchange=0)


def go_on(s: State, b: Battle, step: int) -> State:
    """Put a step of the combat on the stack."""
    return push(s, Combat(b, step))


def answered(s: State, b: Battle, step: int) -> State:
    """Put a step of the combat in the place of the question that has been answered."""
    return replace_top(s, Combat(b, step))


def battle_of(s: State) -> Battle | None:
    """Return the combat that waits for an answer, if there is one."""
    battle = getattr(s.stack.frame, "battle", None) if s.stack else None
    return battle if isinstance(battle, Battle) else None

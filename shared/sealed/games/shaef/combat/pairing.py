"""Who fights whom: the player who has set up second arranges the battles (12.1d)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.games.shaef.combat.asking import InCombat
from sealed.games.shaef.combat.battle import Battle
from sealed.games.shaef.combat.forces import (
    army_of,
    battle_of,
    fought,
    in_front,
    in_rear,
    members,
    side_of,
    striking,
    there,
)
from sealed.games.shaef.notation import make
from sealed.games.shaef.question import PREDICATES
from sealed.games.shaef.state import IS_ARMY, NOWHERE, SIDE, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell


def pair_up(s: State, side: int, tell: Tell) -> State:
    """Lay out the battles of both areas; ask the side to arrange them if there is more than one way."""
    attacker = fought(s).attacker
    s = _open(s, in_front(s, attacker), in_front(s, 1 - attacker), rear=False, tell=tell)
    s = _open(s, striking(s), in_rear(s, 1 - attacker), rear=True, tell=tell)
    s = _complete(s, tell)
    return push(s, Pairing(side)) if unpaired(s) else s


def _open(s: State, attackers: int, defenders: int, *, rear: bool, tell: Tell) -> State:
    """Begin a battle for each force of the side that has fewer.

    Where a side has nobody, each force of the other is a battle of its own (E-20); but a rear area that
    nobody attacks has none. Equal sides count as if the attacker had more.
    """
    ours, theirs = members(attackers), members(defenders)
    if rear and not ours:
        return s
    if not ours or not theirs:
        new = [Battle(1 << force, 0, rear) for force in ours]
        new += [Battle(0, 1 << force, rear) for force in theirs]
    elif len(ours) < len(theirs):
        new = [Battle(1 << force, 0, rear) for force in ours]
    else:
        new = [Battle(0, 1 << force, rear) for force in theirs]
    s = _with_battles(s, (*fought(s).battles, *new))
    if len(ours) == 1 or len(theirs) == 1:
        few, many = (ours, theirs) if len(ours) < len(theirs) else (theirs, ours)
        for force in many if few else ():
            s = _join(s, force, few[0], tell)
    return s


def unpaired(s: State) -> tuple[int, ...]:
    """Return the forces that still have to be placed into a battle."""
    return tuple(force for rear in (False, True) for force in _area(s, rear=rear).waiting)


@dataclass(frozen=True, slots=True)
class _Area:
    """The front line or the defender's rear: its battles, and the forces that still have to be placed."""

    battles: tuple[Battle, ...]
    waiting: tuple[int, ...]


def _area(s: State, *, rear: bool) -> _Area:
    combat = fought(s)
    attacker = combat.attacker
    present = striking(s) | in_rear(s, 1 - attacker) if rear else in_front(s, 0) | in_front(s, 1)
    battles = tuple(battle for battle in combat.battles if battle.rear == rear)
    placed = sum(battle.attackers | battle.defenders for battle in battles)
    return _Area(battles, members(present & ~placed) if battles else ())


def _area_of(s: State, force: int) -> _Area | None:
    """Return the area in which a force stands if it still has to be placed there."""
    areas = (_area(s, rear=False), _area(s, rear=True))
    return next((area for area in areas if force in area.waiting), None)


@dataclass(frozen=True, slots=True)
class Pairing(InCombat):
    """The second player places each force of the side that has more against one of the other."""

    id: ClassVar[str] = "pair"
    rule: ClassVar[str] = "12.1d"
    verbs: ClassVar[frozenset[str]] = frozenset({"pair"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the pairs that leave a lawful arrangement possible."""
        del seat
        return _pairs(s)

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a pair."""
        yield from pair_reasons(s, *action.args)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Place the force, and all that has only one place left."""
        del seat
        force, other = action.args
        s = _complete(_join(s, force, other, tell), tell)
        return s if unpaired(s) else pop(s)


def _pairs(s: State) -> list[Action]:
    found = []
    for rear in (False, True):
        area = _area(s, rear=rear)
        for force in area.waiting:
            few = [member for battle in area.battles for member in _one(s, battle, force)]
            found += [make("pair", force, other) for other in few if not any(pair_reasons(s, force, other))]
    return found


def _one(s: State, battle: Battle, force: int) -> tuple[int, ...]:
    """Return the force that a battle was laid out for, an enemy of the given one."""
    return members(battle.defenders if side_of(force) == fought(s).attacker else battle.attackers)


def pair_reasons(s: State, force: int, other: int) -> Iterator[Refusal]:
    """Yield why a force cannot be placed against another: areas, sides, Armies, and that none stays alone."""
    for member in (force, other):
        if not there(s, member) or not fought(s).arrayed >> member & 1:
            yield Refusal("not-arrayed", (member,), "12.1d")
            return
    area = _area_of(s, force)
    if area is None:
        yield Refusal("already-paired" if _is_placed(s, force) else "not-paired-side", (force,), "12.1d")
        return
    battle = battle_of(fought(s), other)
    if battle is None or battle not in area.battles or side_of(other) == side_of(force):
        yield Refusal("not-paired-side", (other,), "12.1d")
        return
    yield from _spread_reasons(s, area, battle, force)


def _is_placed(s: State, force: int) -> bool:
    """Tell whether a force has been placed into a battle, which was laid out for one of the other side."""
    battle = battle_of(fought(s), force)
    if battle is None:
        return False
    area = _area(s, rear=battle.rear)
    if area.waiting:
        return side_of(area.waiting[0]) == side_of(force)
    attackers = sum(other.attackers.bit_count() for other in area.battles)
    defenders = sum(other.defenders.bit_count() for other in area.battles)
    return (attackers >= defenders) == (side_of(force) == fought(s).attacker)


def _spread_reasons(s: State, area: _Area, battle: Battle, force: int) -> Iterator[Refusal]:
    """Yield that two Armies would share a battle without need, or that some battle could not be filled."""
    armies = {army_of(s, member) for member in _many(s, area, force)}
    apart = len(armies) <= len(area.battles)
    before = {army_of(s, member) for member in _side_in(s, battle, force)}
    if apart and before - {army_of(s, force)}:
        yield Refusal("other-army-there", (force,), "12.1d")
        return
    empty = sum(not _side_in(s, other, force) for other in area.battles) - (not before)
    rest = [member for member in area.waiting if member != force]
    housed = {army_of(s, force)}
    for other in area.battles:
        housed.update(army_of(s, member) for member in _side_in(s, other, force))
    homeless = {army_of(s, member) for member in rest} - housed
    if len(rest) < empty or (apart and len(homeless) > empty):
        yield Refusal("must-spread", (force,), "12.1d")


def _many(s: State, area: _Area, force: int) -> list[int]:
    """Return all forces of the side that has more, placed or not."""
    placed = [member for battle in area.battles for member in _side_in(s, battle, force)]
    return [*placed, *area.waiting]


def _side_in(s: State, battle: Battle, force: int) -> tuple[int, ...]:
    """Return the forces in a battle that are of the same side as the given one."""
    return members(battle.attackers if side_of(force) == fought(s).attacker else battle.defenders)


def _complete(s: State, tell: Tell) -> State:
    """Place what has only one place, while there is only one pair to choose."""
    while len(pairs := _pairs(s)) == 1:
        force, other = pairs[0].args
        s = _join(s, force, other, tell)
    return s


def _join(s: State, force: int, other: int, tell: Tell) -> State:
    """Put a force into the battle of another."""
    combat = fought(s)
    attacks = side_of(force) == combat.attacker
    happened(tell, "battle", (force, other) if attacks else (other, force))
    bit = 1 << force
    battles = []
    for battle in combat.battles:
        if not (battle.attackers | battle.defenders) >> other & 1:
            battles.append(battle)
        elif attacks:
            battles.append(battle._replace(attackers=battle.attackers | bit))
        else:
            battles.append(battle._replace(defenders=battle.defenders | bit))
    return _with_battles(s, tuple(battles))


def _with_battles(s: State, battles: tuple[Battle, ...]) -> State:
    return copy_with(s, combat=copy_with(fought(s), battles=battles))


def ask_secondary(s: State) -> State:
    """Ask each side that has two Armies in one battle which of them is secondary (12.1d, E-83)."""
    attacker = fought(s).attacker
    for side in (1 - attacker, attacker):
        if mixed_armies(s, side):
            s = push(s, Secondary(side))
    return s


def mixed_armies(s: State, side: int) -> tuple[int, ...]:
    """Return the Armies of a side that share a battle with another of its Armies, ascending."""
    combat = fought(s)
    found: set[int] = set()
    for battle in combat.battles:
        forces = battle.attackers if side == combat.attacker else battle.defenders
        armies = {army_of(s, force) for force in members(forces)} - {NOWHERE}
        if len(armies) > 1:
            found |= armies
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Secondary(InCombat):
    """A side with two Armies in one battle names the one whose cards fire at -1."""

    id: ClassVar[str] = "secondary"
    rule: ClassVar[str] = "12.1d"
    verbs: ClassVar[frozenset[str]] = frozenset({"secondary"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the Armies that share a battle."""
        del seat
        return [make("secondary", army) for army in mixed_armies(s, self.colour)]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield why an Army cannot be the secondary one."""
        yield from secondary_reasons(s, self.colour, action.args[0])

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Note which Army is secondary."""
        del seat
        army = action.args[0]
        happened(tell, "secondary", (army,))
        combat = fought(s)
        mine, theirs = combat.secondary
        named = (army, theirs) if self.colour == 0 else (mine, army)
        return copy_with(pop(s), combat=copy_with(combat, secondary=named))


def secondary_reasons(s: State, side: int, army: int) -> Iterator[Refusal]:
    """Yield why an Army cannot be named secondary."""
    if SIDE[army] != side:
        yield Refusal("not-yours", (army,), "12.1d")
    elif not IS_ARMY[army]:
        yield Refusal("not-an-army", (army,), "12.1d")
    elif army not in mixed_armies(s, side):
        yield Refusal("not-in-two-armies", (army,), "12.1d")


def _pair(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    del side
    if s.combat is not None:
        yield from pair_reasons(s, *args)


def _secondary(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    if s.combat is not None:
        yield from secondary_reasons(s, side, args[0])


PREDICATES["pair"] = _pair
PREDICATES["secondary"] = _secondary

__all__ = ["Pairing", "Secondary", "ask_secondary", "mixed_armies", "pair_reasons", "pair_up", "unpaired"]

"""Retreats after the battles of a region, the defender's first (12.6); Independent cards rejoin (15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import move
from sealed.engine.frames import pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.zones import copies
from sealed.games.shaef.board.control import occupy
from sealed.games.shaef.board.presence import in_play, side_in_region
from sealed.games.shaef.combat.asking import InCombat
from sealed.games.shaef.combat.battle import force_card, unit_of
from sealed.games.shaef.combat.forces import both_stand, forces_there, fought, members, standing
from sealed.games.shaef.combat.withdrawing import in_combat_reasons, way_reasons, ways, withdraw
from sealed.games.shaef.movement.counters import exhaust
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DONE, PREDICATES
from sealed.games.shaef.state import DEAD, IS_ARMY, OFF, SHOWN, SIDE, UP, State, units_in
from sealed.games.shaef.units.discarding import destroy
from sealed.games.shaef.units.holdings import assigned
from sealed.games.shaef.units.organisation import room_reasons, would_breach
from sealed.games.shaef.units.points import point_reasons, spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

_ORPHAN = load().numbers.cost_orphan
GIVE_UP = make("give-up")


def retreat_all(s: State, side: int, tell: Tell) -> State:
    """Discard the units of a side that must retreat and cannot; ask about the others (12.6i)."""
    for unit in _units(s, side):
        if must_retreat(s, unit) and (cannot_retreat(s, unit) or not ways(s, unit)):
            happened(tell, "trapped", (unit, fought(s).region))
            s = destroy(s, unit, tell)
    if _open(s, side):
        s = push(s, Retreating(side))
    return occupy(s, tell)


def _units(s: State, side: int) -> tuple[int, ...]:
    return units_in(side_in_region(s, side, fought(s).region))


def _open(s: State, side: int) -> bool:
    """Tell whether some unit of a side may retreat; public."""
    return any(may_retreat(s, unit) and ways(s, unit) for unit in _units(s, side))


def will_retreat(s: State, side: int) -> bool:
    """Tell whether some unit of a side may or must leave the region, with or without a way; public."""
    return any(may_retreat(s, unit) for unit in _units(s, side))


def must_retreat(s: State, unit: int) -> bool:
    """Tell whether a unit must retreat: of HQ alone, or in a vain attack without supply (12.6a, 12.6d)."""
    if not assigned(s, unit):
        return True
    attacker = fought(s).attacker
    return SIDE[unit] == attacker and bool(s.unsupplied >> unit & 1) and bool(forces_there(s, 1 - attacker))


def cannot_retreat(s: State, unit: int) -> bool:
    """Tell whether a unit came by an Amphibious Assault or by air in this turn (9.2h, 10i)."""
    return bool((s.amphibious | s.airborne) >> unit & 1)


def may_retreat(s: State, unit: int) -> bool:
    """Tell whether a unit may retreat, if it finds a way: before an enemy, or because it must (E-85)."""
    return not cannot_retreat(s, unit) and (both_stand(s) or must_retreat(s, unit))


@dataclass(frozen=True, slots=True)
class Retreating(InCombat):
    """Each unit retreats, or not, by itself."""

    id: ClassVar[str] = "retreat"
    rule: ClassVar[str] = "12.6"
    verbs: ClassVar[frozenset[str]] = frozenset({"retreat", "done"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return where each unit may go, and to stay where nobody must go."""
        del seat
        units = _units(s, self.colour)
        retreats = [make("retreat", unit, region) for unit in units for region in ways(s, unit)]
        return self.allowed(s, [*retreats, DONE])

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a retreat, or against staying."""
        if action.verb == "retreat":
            yield from retreat_reasons(s, self.colour, *action.args)
        elif action is DONE:
            for unit in _units(s, self.colour):
                if must_retreat(s, unit) and ways(s, unit):
                    yield Refusal("must-retreat", (unit,), "12.6")

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Let a unit go, an attacker exhausted (12.6g), or go on."""
        del seat
        if action is DONE:
            return pop(s)
        unit, region = action.args
        s = withdraw(s, unit, region, tell)
        happened(tell, "retreated", (unit, region))
        if self.colour == fought(s).attacker:
            s = exhaust(s, unit, tell)
        return occupy(s if _open(s, self.colour) else pop(s), tell)


def retreat_reasons(s: State, side: int, unit: int, region: int) -> Iterator[Refusal]:
    """Yield why a unit cannot retreat into a region (12.6)."""
    away = False
    for refusal in in_combat_reasons(s, side, unit, "12.6"):
        away = True
        yield refusal
    if away:
        return
    if not may_retreat(s, unit):
        yield Refusal("cannot-retreat", (unit,), "9.2h" if cannot_retreat(s, unit) else "12.6")
    yield from way_reasons(s, unit, region)


def rejoin(s: State, tell: Tell) -> State:
    """Let the cards that acted alone rejoin their units; ask about those whose unit is lost (E-31, E-86)."""
    combat = fought(s)
    for force in reversed(members(standing(s, combat.detached))):
        home = unit_of(combat, force)
        if s.where[home] != OFF:
            happened(tell, "rejoined", (force, home))
        elif any(True for army in in_play(s, combat.attacker) if not any(_join_reasons(s, force, army))):
            s = push(s, Rejoining(combat.attacker, force))
        else:
            s = _give_up(s, force, tell)
    return s


@dataclass(frozen=True, slots=True)
class Rejoining(InCombat):
    """A card whose unit is lost joins an Army HQ, or is discarded (15, E-31)."""

    id: ClassVar[str] = "rejoin"
    rule: ClassVar[str] = "15"
    verbs: ClassVar[frozenset[str]] = frozenset({"rejoin", "give-up"})
    colour: int
    force: int

    def details(self, s: State) -> tuple[int, ...]:
        """Return the card, as a force."""
        del s
        return (self.force,)

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the Armies that can take it, and to give it up."""
        del seat
        return self.allowed(s, [*(make("rejoin", unit) for unit in in_play(s, self.colour)), GIVE_UP])

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield why an Army cannot take it."""
        if action.verb == "rejoin":
            yield from _join_reasons(s, self.force, action.args[0])

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Pay for the new assignment, or discard the card."""
        del seat
        if action is GIVE_UP:
            return _give_up(pop(s), self.force, tell)
        army = action.args[0]
        kind = _kind(s, self.force)
        home, card = unit_of(fought(s), self.force), force_card(self.force)
        s = move(spend(pop(s), self.colour, _ORPHAN, tell), card, kind + home, kind + army, tell)
        happened(tell, "rejoined", (self.force, army))
        return s


def _kind(s: State, force: int) -> int:
    """Return the kind of zone in which the card of a force lies: everybody knows it, flipped or not."""
    home, card = unit_of(fought(s), force), force_card(force)
    return UP if copies(s.zones[UP + home], card) else SHOWN


def _join_reasons(s: State, force: int, army: int) -> Iterator[Refusal]:
    """Yield why an Army HQ cannot take a card whose unit is lost."""
    side = fought(s).attacker
    if SIDE[army] != side:
        yield Refusal("not-yours", (army,), "15")
        return
    if not IS_ARMY[army]:
        yield Refusal("not-an-army", (army,), "15")
        return
    if s.where[army] == OFF:
        yield Refusal("not-in-play", (army,), "15")
        return
    yield from room_reasons(s, army)
    if would_breach(s, army, force_card(force)):
        yield Refusal("unit-full", (army,), "5.3e")
    yield from point_reasons(s, side, _ORPHAN, "15")


def _give_up(s: State, force: int, tell: Tell) -> State:
    home, card = unit_of(fought(s), force), force_card(force)
    s = move(s, card, _kind(s, force) + home, DEAD + SIDE[home], tell)
    happened(tell, "discarded", (home, card))
    return s


def _retreat(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    if s.combat is not None:
        yield from retreat_reasons(s, side, *args)


PREDICATES["retreat"] = _retreat

__all__ = ["Rejoining", "Retreating", "rejoin", "retreat_all", "retreat_reasons", "will_retreat"]

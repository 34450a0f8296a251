"""Pre-combat retreat: units in the defender's rear slip away before the fire (12.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.eye import EVERYBODY
from sealed.engine.frames import pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.engine.zones import HIDDEN, has_hidden, types
from sealed.games.shaef.board.control import occupy
from sealed.games.shaef.board.presence import side_in_region
from sealed.games.shaef.combat.arraying import MOST_ARMIES
from sealed.games.shaef.combat.asking import InCombat
from sealed.games.shaef.combat.effects import lasts
from sealed.games.shaef.combat.forces import army_of, both_stand, fought, in_front, in_rear, members
from sealed.games.shaef.combat.withdrawing import in_combat_reasons, way_reasons, ways, withdraw
from sealed.games.shaef.free import free_audience, free_reasons, take_free
from sealed.games.shaef.moments import NO_MOMENT
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DONE, PREDICATES
from sealed.games.shaef.state import DOWN, SHOWN, State, units_in
from sealed.games.shaef.units.cards import INFANTRY, MOTORIZED, TYPE
from sealed.games.shaef.units.holdings import face_down_cards, face_up_cards, whole
from sealed.games.shaef.units.points import point_reasons, spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

_COST = load().numbers.cost_retreat
_RESERVE = "EINGREIFRESERVE"


def slip_away(s: State, tell: Tell) -> State:
    """Ask the defender about pre-combat retreat if public facts leave it open."""
    del tell
    side = 1 - fought(s).attacker
    return push(s, Slipping(side)) if _open(s, side) else s


def _open(s: State, side: int) -> bool:
    """Tell whether some unit may slip away, or must; public.

    A unit that costs too much may still go if its owner first discards some of its cards.
    """
    if not both_stand(s):
        return False
    if surplus(s, side):
        return True
    rear = members(in_rear(s, side))
    return any((s.points[side] >= _COST or _free_of_cost(s, unit)) and ways(s, unit) for unit in rear)


def surplus(s: State, side: int) -> tuple[int, ...]:
    """Return the defending units of which some must go because more than two Armies are here (12.2d, E-82).

    They are those of the Armies without a unit in front.
    """
    here = units_in(side_in_region(s, side, fought(s).region))
    armies = {army_of(s, unit) for unit in here}
    if len(armies) <= MOST_ARMIES:
        return ()
    in_line = {army_of(s, force) for force in members(in_front(s, side))}
    return tuple(unit for unit in here if army_of(s, unit) not in in_line)


@dataclass(frozen=True, slots=True)
class Slipping(InCombat):
    """Units in the defender's rear area may retreat; a third Army must go, or is discarded."""

    id: ClassVar[str] = "slip"
    rule: ClassVar[str] = "12.2"
    verbs: ClassVar[frozenset[str]] = frozenset({"slip", "discard", "disband", "done"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return where units may slip away to, the cards that may be left behind, and the end."""
        del seat
        rear = members(in_rear(s, self.colour))
        slips = [make("slip", unit, region) for unit in rear for region in ways(s, unit)]
        left = [action for unit in rear for action in _discards(s, unit)]
        gone = [make("disband", unit) for unit in surplus(s, self.colour)]
        return self.allowed(s, [*slips, *left, *gone, DONE])

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against slipping away, leaving cards behind, or staying."""
        if action.verb == "slip":
            yield from slip_reasons(s, self.colour, *action.args)
        elif action.verb in {"discard", "disband"}:
            yield from self._leaving_reasons(s, action)
        else:
            for unit in surplus(s, self.colour)[:1]:
                yield Refusal("must-slip", (unit,), "12.2d")

    def _leaving_reasons(self, s: State, action: Action) -> Iterator[Refusal]:
        """Cards may be left behind by units in the rear, whole units by a third Army."""
        unit = action.args[0]
        known = False
        for refusal in free_reasons(s, self.colour, NO_MOMENT, action):
            known = True
            yield refusal
        if known:
            return
        if not in_rear(s, self.colour) >> unit & 1:
            yield Refusal("not-in-rear", (unit,), self.rule)
        elif action.verb == "disband" and unit not in surplus(s, self.colour):
            yield Refusal("not-crowded", (unit,), "12.2d")

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Let a unit slip away, or leave cards behind; ask again while something can go."""
        del seat
        if action is DONE:
            return pop(s)
        if action.verb == "slip":
            unit, region = action.args
            s = _slip(s, unit, region, tell)
        else:
            s = take_free(s, self.colour, action, tell)
        return occupy(s if _open(s, self.colour) else pop(s), tell)

    def audience(self, s: State, action: Action) -> int:
        """Return who may know the card: a face-down one is discarded unseen (2.7f)."""
        return free_audience(s, self.colour, action) if action.verb == "discard" else EVERYBODY


def _discards(s: State, unit: int) -> Iterator[Action]:
    if has_hidden(s.zones[DOWN + unit]):
        yield make("discard", unit, HIDDEN)
        down = types(s.zones[SHOWN + unit])
    else:
        down = face_down_cards(s, unit)
    for card in (*down, *face_up_cards(s, unit)):
        yield make("discard", unit, card)


def slip_reasons(s: State, side: int, unit: int, region: int) -> Iterator[Refusal]:
    """Yield why a defending unit cannot use pre-combat retreat into a region (12.2)."""
    away = False
    for refusal in in_combat_reasons(s, side, unit, "12.2a"):
        away = True
        yield refusal
    if away:
        return
    if not in_rear(s, side) >> unit & 1 or side == fought(s).attacker:
        yield Refusal("not-in-rear", (unit,), "12.2a")
    if not _free_of_cost(s, unit):
        if any(TYPE[card] in {INFANTRY, MOTORIZED} for card in face_up_cards(s, unit)):
            yield Refusal("face-up-forces", (unit,), "12.2b")
        yield from point_reasons(s, side, _COST * whole(s, unit), "12.2c")
    yield from way_reasons(s, unit, region)


def _free_of_cost(s: State, unit: int) -> bool:
    """Tell whether a Corps is the one that Models Eingreifreserve lets go."""
    return lasts(s, _RESERVE, unit)


def _slip(s: State, unit: int, region: int, tell: Tell) -> State:
    side = 1 - fought(s).attacker
    cost = 0 if _free_of_cost(s, unit) else _COST * whole(s, unit)
    s = withdraw(spend(s, side, cost, tell), unit, region, tell)
    happened(tell, "slipped", (unit, region))
    combat, bit = fought(s), 1 << unit
    battles = tuple(battle._replace(defenders=battle.defenders & ~bit) for battle in combat.battles)
    return copy_with(s, combat=copy_with(combat, slipped=combat.slipped | bit, battles=battles))


def _predicate(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    if s.combat is not None:
        yield from slip_reasons(s, side, *args)


PREDICATES["slip"] = _predicate

__all__ = ["Slipping", "slip_away", "slip_reasons", "surplus"]

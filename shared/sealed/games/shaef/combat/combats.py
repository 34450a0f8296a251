"""A Combat Phase: one combat after another, each with its steps in the rulebook's order (Section 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import Procedure, pop, push, replace_top
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with, plain
from sealed.games.shaef.board.control import occupy
from sealed.games.shaef.board.geography import regions_in
from sealed.games.shaef.board.presence import contested
from sealed.games.shaef.combat.aftermath import AfterCombats, finish, place_markers
from sealed.games.shaef.combat.arraying import array
from sealed.games.shaef.combat.battle import Combat, CombatPhase
from sealed.games.shaef.combat.firing import fire_all
from sealed.games.shaef.combat.forces import both_stand, forces_there, fought, slipped_away
from sealed.games.shaef.combat.must_flip import flip_the_rest
from sealed.games.shaef.combat.pairing import ask_secondary, pair_up
from sealed.games.shaef.combat.reacting import react_all
from sealed.games.shaef.combat.reconnaissance import reconnoitre
from sealed.games.shaef.combat.retreating import rejoin, retreat_all, will_retreat
from sealed.games.shaef.combat.slipping import slip_away
from sealed.games.shaef.moments import (
    BEFORE_FIRE,
    BETWEEN_COMBATS,
    END_OF_COMBATS,
    PRE_COMBAT_RETREAT,
    RETREATS,
    SETTING_UP,
)
from sealed.games.shaef.notation import make
from sealed.games.shaef.question import PREDICATES, Free
from sealed.games.shaef.state import N_REGIONS
from sealed.games.shaef.tactics.lasting import dropped_at_night
from sealed.games.shaef.tactics.windows import interlude

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_FIGHT = tuple(make("fight", region) for region in range(N_REGIONS))


@dataclass(frozen=True, slots=True)
class Combats(CombatPhase):
    """The combats of a Combat Phase; `fought` are the regions that have had theirs, a set."""

    colour: int
    phase: int
    fought: int = 0

    def run(self, s: State, tell: Tell) -> State:
        """Begin the only combat that is left, ask which of several comes next, or end the phase."""
        left = regions_in(contested(s) & ~self.fought)
        if len(left) > 1:
            return push(s, Choosing(self.colour, self.phase, self.fought))
        if left:
            return begin(s, left[0], tell)
        return self._end(s)

    def _end(self, s: State) -> State:
        """Flip what flew and fought nowhere (10e); then tactics of this moment; then what is removed."""
        s = replace_top(s, AfterCombats(self.colour, self.phase, self.fought))
        s = interlude(s, self.colour, END_OF_COMBATS)
        return flip_the_rest(s, self.colour) if self.phase == 1 and s.airborne else s


def begin(s: State, region: int, tell: Tell) -> State:
    """Begin the combat in a region; the `Combats` of this phase is on top."""
    node = s.stack
    if node is None or not isinstance(node.frame, Combats):
        message = "a combat begins outside a Combat Phase"
        raise TypeError(message)
    colour, phase, done = node.frame.colour, node.frame.phase, node.frame.fought
    happened(tell, "combat", (region, phase))
    s = replace_top(s, Combats(colour, phase, done | 1 << region), CombatSteps())
    return copy_with(s, combat=Combat(region, phase, colour, spared=dropped_at_night(s, phase)))


@dataclass(frozen=True, slots=True)
class Choosing(Free):
    """The moving player decides which combat is resolved next (12)."""

    id: ClassVar[str] = "fight"
    rule: ClassVar[str] = "12"
    verbs: ClassVar[frozenset[str]] = frozenset({"fight"})
    colour: int
    phase: int
    fought: int
    moment: ClassVar[int] = BETWEEN_COMBATS

    def details(self, s: State) -> tuple[int, ...]:
        """Return the Combat Phase."""
        del s
        return (self.phase,)

    def own(self, s: State) -> Sequence[Action]:
        """Return the regions whose combat is due."""
        return [_FIGHT[region] for region in regions_in(contested(s) & ~self.fought)]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield that a region has no combat due."""
        if not (contested(s) & ~self.fought) >> action.args[0] & 1:
            yield Refusal("no-combat", action.args, self.rule)

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Begin that combat."""
        return begin(pop(s), action.args[0], tell)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Carry out an answer; after anything else, such as a unit disbanded, see anew what is due."""
        return super(Choosing, self).take(s if action.verb == "fight" else pop(s), action, seat, tell)


@dataclass(frozen=True, slots=True)
class CombatSteps(Procedure["State"]):
    """The steps of the combat in `s.combat`."""

    step: int = 0

    def run(self, s: State, tell: Tell) -> State:
        """Do the next step; the last takes the place of this frame."""
        last = self.step == len(STEPS) - 1
        on = pop(s) if last else replace_top(s, CombatSteps(self.step + 1))
        return STEPS[self.step](on, tell)


def _reconnaissance(s: State, tell: Tell) -> State:
    del tell
    return reconnoitre(s)


def _tactics_of_set_up(s: State, tell: Tell) -> State:
    del tell
    return interlude(s, fought(s).attacker, SETTING_UP)


def _first_player(s: State) -> int:
    """Return who sets up first: the attacker, or the defender where the attacker has reconnoitred (12.1a)."""
    combat = fought(s)
    return 1 - combat.attacker if combat.scouted else combat.attacker


def _first_player_sets_up(s: State, tell: Tell) -> State:
    return array(s, _first_player(s), tell) if both_stand(s) else s


def _second_player_sets_up(s: State, tell: Tell) -> State:
    return array(s, 1 - _first_player(s), tell) if both_stand(s) else s


def _second_player_arranges_battles(s: State, tell: Tell) -> State:
    return pair_up(s, 1 - _first_player(s), tell) if both_stand(s) else s


def _secondary_armies(s: State, tell: Tell) -> State:
    del tell
    return ask_secondary(s) if both_stand(s) else s


def _tactics_of_pre_combat_retreat(s: State, tell: Tell) -> State:
    del tell
    return interlude(s, 1 - fought(s).attacker, PRE_COMBAT_RETREAT) if both_stand(s) else s


def _pre_combat_retreat(s: State, tell: Tell) -> State:
    return slip_away(s, tell) if both_stand(s) else s


def _tactics_before_fire(s: State, tell: Tell) -> State:
    del tell
    return interlude(s, fought(s).attacker, BEFORE_FIRE) if both_stand(s) else s


def _defender_fires(s: State, tell: Tell) -> State:
    del tell
    return fire_all(s, 1 - fought(s).attacker) if both_stand(s) else s


def _attacker_fires(s: State, tell: Tell) -> State:
    """The attacker fires, also at what has slipped away from the rear area (12.2f)."""
    del tell
    return fire_all(s, fought(s).attacker) if _attacker_has_targets(s) else s


def _attacker_reacts(s: State, tell: Tell) -> State:
    del tell
    return react_all(s, fought(s).attacker) if _attacker_has_targets(s) else s


def _defender_reacts(s: State, tell: Tell) -> State:
    del tell
    return react_all(s, 1 - fought(s).attacker) if both_stand(s) else s


def _attacker_has_targets(s: State) -> bool:
    attacker = fought(s).attacker
    return bool(forces_there(s, attacker) and (forces_there(s, 1 - attacker) or slipped_away(s)))


def _flips_of_the_first_phase(s: State, tell: Tell) -> State:
    """Cards that flew, and those that act alone, are flipped by the end of the First Combat Phase."""
    del tell
    combat = fought(s)
    return flip_the_rest(s, combat.attacker) if combat.phase == 1 else s


def _whoever_is_left_takes_control(s: State, tell: Tell) -> State:
    return occupy(s, tell)


def _tactics_of_retreats(s: State, tell: Tell) -> State:
    del tell
    attacker = fought(s).attacker
    return interlude(s, attacker, RETREATS) if will_retreat(s, 1 - attacker) else s


def _defender_retreats(s: State, tell: Tell) -> State:
    return retreat_all(s, 1 - fought(s).attacker, tell)


def _attacker_retreats(s: State, tell: Tell) -> State:
    return retreat_all(s, fought(s).attacker, tell)


STEPS: tuple[Callable[[State, Tell], State], ...] = (
    _reconnaissance,
    _tactics_of_set_up,
    _first_player_sets_up,
    _second_player_sets_up,
    _second_player_arranges_battles,
    _secondary_armies,
    _tactics_of_pre_combat_retreat,
    _pre_combat_retreat,
    _tactics_before_fire,
    _defender_fires,
    _attacker_fires,
    _attacker_reacts,
    _defender_reacts,
    _flips_of_the_first_phase,
    _whoever_is_left_takes_control,
    _tactics_of_retreats,
    _defender_retreats,
    _attacker_retreats,
    rejoin,
    place_markers,
    finish,
)
"""The overview of combat resolution; what nobody is left for falls away."""


def _fight_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    del side
    if not contested(s) >> args[0] & 1:
        yield Refusal("no-combat", args, "12")


PREDICATES["fight"] = _fight_reasons
plain(Combats, CombatSteps)

__all__ = ["STEPS", "CombatSteps", "Combats"]

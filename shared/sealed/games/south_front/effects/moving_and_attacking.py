"""Parts of a text that move pieces and attack with them (rules, Movement During Action Steps; Combat)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import Tell, pop, push
from sealed.engine.message import Refusal, happened
from sealed.games.south_front.board.pieces import representative, ship_of, space_of, transported
from sealed.games.south_front.combat.attacks import (
    ALL,
    Attacking,
    Limits,
    attack_possible,
    attack_question,
    attack_reasons,
    attacks_of,
    declare,
)
from sealed.games.south_front.combat.battle import bits, ready
from sealed.games.south_front.effects.choosing import Choosing
from sealed.games.south_front.effects.deploying import Deploy
from sealed.games.south_front.effects.places import ANYWHERE, Place, union
from sealed.games.south_front.effects.program import Effect, effect_of, owner, remember
from sealed.games.south_front.movement.marching import march, march_possible
from sealed.games.south_front.movement.moving import CARD, boarding_reasons, carry_out, move_reasons, moves_of
from sealed.games.south_front.notation import SKIP, STAY
from sealed.games.south_front.question import OwnTurn
from sealed.games.south_front.state import (
    AIRPLANE,
    FACTION,
    FRANCE,
    KIND,
    NOBODY,
    OFF,
    PIECES,
    State,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.games.south_front.effects.choosing import Asks
    from sealed.games.south_front.effects.program import Part

_ATTACKS = frozenset({"attack", "attack-with-french"})


@dataclass(frozen=True, slots=True)
class Move(Effect):
    """Move a piece of some factions and kinds to a place, or declare it moved in place there (S-67)."""

    factions: tuple[int, ...]
    kinds: tuple[int, ...]
    place: Place = ANYWHERE

    def can_fail(self) -> bool:
        """Moving is mandatory."""
        return True

    def outcomes(self, s: State, part: Part) -> Iterator[tuple[State, int]]:
        """Yield the board as it is if there is a move: nothing later depends on which."""
        if self.feasible(s, part):
            yield s, part.it

    def feasible(self, s: State, part: Part) -> bool:
        """Tell whether there is a move."""
        return march_possible(s, part.colour, *self._what(s, part))

    def reasons(self, s: State, part: Part) -> Iterator[Refusal]:
        """Yield that nothing can move so."""
        del s, part
        yield Refusal("nothing-to-move", (), "Movement During Action Steps")

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Ask which piece moves, if one can."""
        del tell
        what = self._what(s, part)
        return march(s, part.colour, *what) if march_possible(s, part.colour, *what) else s

    def _what(self, s: State, part: Part) -> tuple[int, int, int, bool]:
        return union(self.factions), union(self.kinds), self.place.spaces(s, part), True


@dataclass(frozen=True, slots=True)
class Attack(Effect):
    """Attack a place with a force of one of some factions, which holds a piece of one of some kinds."""

    factions: tuple[int, ...]
    kinds: tuple[int, ...] = ()
    place: Place = ANYWHERE

    def can_fail(self) -> bool:
        """Attacking is mandatory."""
        return True

    def limits(self, s: State, part: Part) -> Limits:
        """Return what the text demands of the attack."""
        return Limits(union(self.factions), union(self.kinds), targets=self.place.spaces(s, part))

    def outcomes(self, s: State, part: Part) -> Iterator[tuple[State, int]]:
        """Yield the board as it is if there is an attack: nothing later depends on its outcome."""
        if self.feasible(s, part):
            yield s, part.it

    def feasible(self, s: State, part: Part) -> bool:
        """Tell whether there is an attack."""
        return attack_possible(s, part.colour, self.limits(s, part))

    def reasons(self, s: State, part: Part) -> Iterator[Refusal]:
        """Yield that there is no such attack."""
        del s, part
        yield Refusal("no-target", (), "Attacks by cards")

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Ask for the attack, if there is one."""
        del tell
        limits = self.limits(s, part)
        return attack_question(s, part.colour, limits) if attack_possible(s, part.colour, limits) else s


@dataclass(frozen=True, slots=True)
class AttackAndRemember(Attack):
    """The same; `it` is then the attacked space and the force that attacked, for `FollowUp`."""

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Ask for the attack, if there is one."""
        del tell
        limits = self.limits(s, part)
        return push(s, Remembered(part.colour, limits, 0)) if attack_possible(s, part.colour, limits) else s


@dataclass(frozen=True, slots=True)
class Remembered(Attacking):
    """Which attack do you declare? A later part of the text needs to know it."""

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Declare the attack, or leave it."""
        s = pop(s)
        if action is SKIP:
            return s
        faction, origin, target = action.args
        pieces = ready(s, faction, origin, target)
        if action.verb == "attack-with-french":
            pieces += ready(s, FRANCE, origin, target)
        return declare(remember(s, target << len(PIECES) | bits(pieces)), action, self.colour, tell)


@dataclass(frozen=True, slots=True)
class FollowUp(Effect):
    """Then one may move a piece of the force into the attacked space (Operation Compass; S-51)."""

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Ask, if there was an attack and a piece can go."""
        del tell
        if part.it == NOBODY:
            return s
        target, force = 1 << (part.it >> len(PIECES)), part.it & (1 << len(PIECES)) - 1
        if not march_possible(s, part.colour, spaces=target, pieces=force):
            return s
        return march(s, part.colour, spaces=target, may=True, pieces=force)


@dataclass(frozen=True, slots=True)
class AttackWithIt(Effect):
    """Then one may attack a place with a force that holds the piece just deployed.

    With `beside` a force in the space of the piece will do, if the piece is an airplane.
    """

    place: Place = ANYWHERE
    beside: tuple[int, ...] = ()

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Ask, if there is such an attack."""
        del tell
        limits = self.limits(s, part)
        if limits is None or not attack_possible(s, part.colour, limits):
            return s
        return attack_question(s, part.colour, limits, may=True)

    def limits(self, s: State, part: Part) -> Limits | None:
        """Return what the text demands; nothing where the piece is gone, or an airplane in transport."""
        it, targets = part.it, self.place.spaces(s, part)
        space = None if it == NOBODY else space_of(s, it)
        if space is None:
            return None
        if not self.beside or KIND[it] != AIRPLANE:
            return Limits(1 << FACTION[it], piece=it, targets=targets)
        if transported(s, it):
            return None
        return Limits(union(self.beside), origins=1 << space, targets=targets)


@dataclass(frozen=True, slots=True)
class MoveOrAttackWithIt(Effect):
    """Then move the piece just deployed, or attack with a force that holds it, or `or_its_ship`."""

    or_its_ship: bool = False

    def run(self, s: State, part: Part, tell: Tell) -> State:
        """Ask, unless the piece is gone."""
        del tell
        if part.it == NOBODY or s.where[part.it] == OFF:
            return s
        it = representative(s, part.it)
        return push(s, MovingOrAttacking(part.colour, part.code, part.step, it))

    def limits(self, s: State, it: int) -> list[Limits]:
        """Return what the text demands of an attack: any of these."""
        found = [Limits(1 << FACTION[it], piece=it)]
        ship = ship_of(s, it) if self.or_its_ship else None
        return found if ship is None else [*found, Limits(1 << FACTION[ship], piece=ship)]


@dataclass(frozen=True, slots=True)
class MovingOrAttacking(OwnTurn):
    """Does the piece that has just been deployed move, or attack?"""

    id: ClassVar[str] = "move-or-attack"
    rule: ClassVar[str] = "Movement During Action Steps"
    verbs: ClassVar[frozenset[str]] = frozenset({"move", "board", "stay", "skip"}) | _ATTACKS
    colour: int
    code: int
    step: int
    it: int

    def details(self, s: State) -> tuple[int, ...]:
        """Return the piece."""
        del s
        return (self.it,)

    def own(self, s: State) -> Sequence[Action]:
        """Return moves, the one in place, and attacks; `skip` only if the piece is gone."""
        it = self.it
        if s.where[it] == OFF:
            return [SKIP]
        attacks: dict[Action, None] = {}
        for limits in self._limits(s):
            attacks |= dict.fromkeys(attacks_of(s, self.colour, limits))
        return [*moves_of(s, it, CARD), STAY[it], *attacks]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against it."""
        if action is SKIP:
            if s.where[self.it] != OFF:
                yield Refusal("must-choose", (), self.rule)
        elif action.verb in _ATTACKS:
            yield from self._against_attack(s, action)
        else:
            yield from self._against_move(s, action)

    def _against_attack(self, s: State, action: Action) -> Iterator[Refusal]:
        if s.where[self.it] == OFF:
            yield Refusal("not-on-board", (self.it,), "Pieces")
            return
        told = [list(attack_reasons(s, self.colour, action, limits)) for limits in self._limits(s)]
        if all(told):
            yield from told[0]

    def _against_move(self, s: State, action: Action) -> Iterator[Refusal]:
        piece, where = action.args[0], action.args[-1]
        if piece != self.it:
            yield Refusal("not-that-piece", (piece,), self.rule)
        if action.verb == "move":
            yield from move_reasons(s, piece, where, CARD)
        elif action.verb == "board":
            yield from boarding_reasons(s, piece, where, CARD)
        elif s.where[piece] == OFF:
            yield Refusal("not-on-board", (piece,), "Pieces")

    def _limits(self, s: State) -> list[Limits]:
        effect = effect_of(self.code, self.step)
        return effect.limits(s, self.it) if isinstance(effect, MoveOrAttackWithIt) else []

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Move the piece, or begin the combat."""
        s = pop(s)
        if action is SKIP:
            return s
        if action.verb in _ATTACKS:
            return declare(s, action, self.colour, tell)
        if action.verb == "stay":
            happened(tell, "stayed", action.args)
            return s
        return carry_out(s, action, tell)


@dataclass(frozen=True, slots=True)
class DeployingOrAttacking(Choosing):
    """Is a piece deployed, or is there an attack?"""

    id: ClassVar[str] = "deploy"
    rule: ClassVar[str] = "Deploying Pieces"
    verbs: ClassVar[frozenset[str]] = frozenset({"deploy", "deploy-aboard", "skip"}) | _ATTACKS


@dataclass(frozen=True, slots=True)
class DeployOrAttack(Deploy):
    """Deploy a piece, or attack with a force that holds one of its kind (Regia Marina)."""

    def ask(self) -> Asks:
        """Return the question."""
        return DeployingOrAttacking

    def allowed(self, s: State, part: Part) -> Iterable[Action]:
        """Return deployments, then attacks."""
        return [*Deploy.allowed(self, s, part), *attacks_of(s, part.colour, self._limits())]

    def any_allowed(self, s: State, part: Part) -> bool:
        """Tell whether anything is possible."""
        return Deploy.any_allowed(self, s, part) or attack_possible(s, part.colour, self._limits())

    def against(self, s: State, part: Part, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a deployment or an attack."""
        if action.verb in _ATTACKS:
            return attack_reasons(s, part.colour, action, self._limits())
        return Deploy.against(self, s, part, action)

    def outcomes(self, s: State, part: Part) -> Iterator[tuple[State, int]]:
        """Yield the board as it is if anything is possible: it is the whole text."""
        if self.any_allowed(s, part):
            yield s, part.it

    def carry_out(self, s: State, part: Part, action: Action, tell: Tell) -> tuple[State, int]:
        """Deploy, or begin the combat."""
        if action.verb in _ATTACKS:
            return declare(s, action, owner(part.code), tell), part.it
        return Deploy.carry_out(self, s, part, action, tell)

    def _limits(self) -> Limits:
        return Limits(union(self.factions), union(self.kinds), origins=ALL)

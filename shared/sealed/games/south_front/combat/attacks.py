"""Declaring an attack: which force may attack which space, and why not (rules, Combat; Actions)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import count
from sealed.engine.frames import Tell, pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import plain
from sealed.games.south_front.actions.acting import ACTS, Act
from sealed.games.south_front.actions.spending import spend, too_few_cards
from sealed.games.south_front.board.countries import COUNTRY_OF
from sealed.games.south_front.board.geography import around, strait_between
from sealed.games.south_front.combat import advance, continuing, counter, land_defence, sea_defence
from sealed.games.south_front.combat.battle import (
    AFTERWARDS,
    Battle,
    bits,
    defended,
    eligible,
    go_on,
    new_round,
    ready,
)
from sealed.games.south_front.combat.targets import HOSTS, attacks_within, enemy_spaces
from sealed.games.south_front.notation import DESPERATE_ATTACK, SKIP, make
from sealed.games.south_front.pack import load
from sealed.games.south_front.question import PREDICATES, OwnTurn
from sealed.games.south_front.state import (
    CARRIER,
    FRANCE,
    HAND,
    KIND,
    NOBODY,
    SIDE_OF_FACTION,
    State,
)
from sealed.games.south_front.supply.supplied import supply_reasons

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

_STEPS_OF = (advance, continuing, counter, land_defence, sea_defence)
"""The modules whose steps make up a combat; to import them registers the steps."""

ALL = (1 << 64) - 1
"""Every faction, or every space."""
_PRICE = load().numbers.desperate_attack


@dataclass(frozen=True, slots=True)
class Limits:
    """What a card demands of an attack, as sets: factions, origins, targets, and one of some kinds of pieces.

    `kinds` is 0 where any force will do, `piece` is one that the force must hold, or `NOBODY`.
    """

    factions: int = ALL
    kinds: int = 0
    piece: int = NOBODY
    origins: int = ALL
    targets: int = ALL


ANY = Limits()
"""No demands."""


def attack_reasons(s: State, side: int, action: Action, limits: Limits = ANY) -> Iterator[Refusal]:
    """Yield every reason why a side cannot declare this attack within these limits."""
    faction, origin, target = action.args
    joined = action.verb == "attack-with-french"
    yield from _target_reasons(s, side, origin, target)
    if SIDE_OF_FACTION[faction] != side:
        yield Refusal("no-force", (faction, origin), "Land and Sea Forces")
        return
    own = ready(s, faction, origin, target)
    yield from _force_reasons(s, faction, origin, target, own)
    if joined:
        yield from _french_reasons(s, faction, origin, target)
    yield from _limit_reasons(s, action, own, limits)


def _target_reasons(s: State, side: int, origin: int, target: int) -> Iterator[Refusal]:
    if not around(s, side, origin) >> target & 1:
        anchor = strait_between(origin, target)
        if anchor is None:
            yield Refusal("not-adjacent", (origin, target), "Combat")
        else:
            yield Refusal("strait-closed", (anchor, origin, target), "S-16")
    if s.neutral >> target & 1:
        yield Refusal("neutral-space", (target, COUNTRY_OF[target]), "Minor Countries")
    elif not enemy_spaces(s, side) >> target & 1:
        yield Refusal("not-enemy-space", (target,), "Combat")


def _force_reasons(s: State, faction: int, origin: int, target: int, own: list[int]) -> Iterator[Refusal]:
    if not own:
        if eligible(s, faction, origin, target):
            yield from _unsupplied(s, faction, origin)
        else:
            yield Refusal("no-force", (faction, origin), "Land and Sea Forces")
    elif all(KIND[piece] == CARRIER for piece in own):
        yield Refusal("carrier-alone", (origin,), "Land and Sea Forces")


def _french_reasons(s: State, faction: int, origin: int, target: int) -> Iterator[Refusal]:
    """Yield why the French infantry cannot join: it joins the force of another faction in its own space."""
    if faction not in HOSTS or not eligible(s, FRANCE, origin, target):
        yield Refusal("no-french", (origin,), "France")
    elif not ready(s, FRANCE, origin, target):
        yield from _unsupplied(s, FRANCE, origin)


def _unsupplied(s: State, faction: int, origin: int) -> Iterator[Refusal]:
    """Yield that a force is unsupplied, and every cause."""
    yield Refusal("force-unsupplied", (faction, origin), "Supply Effects")
    for cause in supply_reasons(s, faction, origin, "Supply Effects"):
        if cause.code != "unsupplied-there":
            yield cause


def _limit_reasons(s: State, action: Action, own: list[int], limits: Limits) -> Iterator[Refusal]:
    faction, origin, target = action.args
    held = list(own)
    if action.verb == "attack-with-french":
        held += ready(s, FRANCE, origin, target)
    if (
        not limits.factions >> faction & 1
        or (limits.kinds and not any(limits.kinds >> KIND[piece] & 1 for piece in held))
        or (limits.piece != NOBODY and limits.piece not in held)
    ):
        yield Refusal("force-lacks", (faction, origin), "Attacks by cards")
    if not limits.origins >> origin & 1:
        yield Refusal("space-not-named", (origin,), "Attacks by cards")
    if not limits.targets >> target & 1:
        yield Refusal("space-not-named", (target,), "Attacks by cards")


def attacks_of(s: State, side: int, limits: Limits = ANY) -> list[Action]:
    """Return the attacks within the limits that nothing stands against."""
    return list(attacks_within(s, side, limits))


def attack_possible(s: State, side: int, limits: Limits = ANY) -> bool:
    """Tell whether some attack within the limits is legal."""
    return next(attacks_within(s, side, limits), None) is not None


def declare(s: State, action: Action, side: int, tell: Tell) -> State:
    """Begin the combat of a declared attack, on top of the stack (Attack Rounds).

    Nobody can be left out of the force, and it does not change any more. Where nobody defends, the attacker
    may advance at once (S-45).
    """
    faction, origin, target = action.args
    pieces = ready(s, faction, origin, target)
    french = int(action.verb == "attack-with-french")
    if french:
        pieces += ready(s, FRANCE, origin, target)
    battle = Battle(side, faction, french, origin, target, bits(pieces))
    happened(tell, "attacked", battle.place)
    return go_on(s, battle, new_round(battle) if defended(s, battle) else AFTERWARDS)


@dataclass(frozen=True, slots=True)
class Attacking(OwnTurn):
    """Which attack do you declare?"""

    id: ClassVar[str] = "attack"
    rule: ClassVar[str] = "Combat"
    verbs: ClassVar[frozenset[str]] = frozenset({"attack", "attack-with-french", "skip"})
    colour: int
    limits: Limits
    may: int

    def own(self, s: State) -> Sequence[Action]:
        """Return the attacks; `skip` where the text says "may", or where none is possible any more."""
        attacks = attacks_of(s, self.colour, self.limits)
        return attacks if attacks and not self.may else [*attacks, SKIP]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against an attack, or against attacking nobody."""
        if action is not SKIP:
            yield from attack_reasons(s, self.colour, action, self.limits)
        elif not self.may and attack_possible(s, self.colour, self.limits):
            yield Refusal("must-choose", (), self.rule)

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Declare the attack, or leave it."""
        return pop(s) if action is SKIP else declare(pop(s), action, self.colour, tell)

    def stated(self, s: State, seat: int) -> Action | None:
        """Return `skip` where the text says "may"."""
        del s, seat
        return SKIP if self.may else None


plain(Limits, Attacking)


def attack_question(s: State, side: int, limits: Limits = ANY, *, may: bool = False) -> State:
    """Ask a side for an attack within these limits."""
    return push(s, Attacking(side, limits, int(may)))


def _attack_at_any_time(verb: str) -> None:
    def predicate(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
        return attack_reasons(s, side, make(verb, *args))

    PREDICATES[verb] = predicate


_attack_at_any_time("attack")
_attack_at_any_time("attack-with-french")


def _desperate_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    del args
    yield from too_few_cards(s, side, _PRICE, "Actions")
    if not attack_possible(s, side):
        yield Refusal("no-target", (), "Actions")


def _desperate_attack(s: State, side: int, args: tuple[int, ...], tell: Tell) -> State:
    """Discard the cards, then attack with any force (Actions)."""
    del args
    happened(tell, "desperate-attack", (side,))
    return spend(s, side, _PRICE, then=Attacking(side, ANY, 0))


def _desperate_attacks(s: State, side: int) -> tuple[Action, ...]:
    """Return the action where the hand can pay it and there is a target."""
    payable = count(s, HAND + side) >= _PRICE
    return (DESPERATE_ATTACK,) if payable and attack_possible(s, side) else ()


PREDICATES["desperate-attack"] = _desperate_reasons
ACTS["desperate-attack"] = Act(_desperate_attacks, _desperate_attack)

"""Combat resolution: totals, losses, withdrawal, occupation (rules, Combat Resolution; F-1, F-4 to F-7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import close
from sealed.engine.frames import Procedure, Tell, pop, push, replace_top
from sealed.engine.message import Refusal, happened
from sealed.engine.value import plain
from sealed.games.popular_front.battle import Battle, battle_of, powers
from sealed.games.popular_front.board import NEIGHBOUR_MASK, NEIGHBOURS, VALUES
from sealed.games.popular_front.cards import WITHDRAWAL, total_value
from sealed.games.popular_front.logistics import discard_all, draw
from sealed.games.popular_front.notation import DONE, OCCUPY, STACK, WITHDRAW
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.question import PREDICATES, Question
from sealed.games.popular_front.setup import advanced
from sealed.games.popular_front.state import (
    DEPLOYED,
    RESERVE,
    State,
    army_disks,
    audiences,
    change_disks,
    holds,
    lose_disks,
    number,
    stack,
    with_capture,
    with_lines,
)
from sealed.games.popular_front.target_question import TargetQuestion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

_UNDEFENDED = load().numbers.undefended_draw
_MINIMUM = load().numbers.city_minimum


def resolve(s: State, battle: Battle, tell: Tell) -> State:
    """Compare the totals and carry out the victory of one side in the place of the top frame.

    The higher total wins, a tie goes to the defender.
    """
    attack, defence = totals(s, battle)
    happened(tell, "resolved", (attack, defence))
    if attack <= defence:
        return _defender_victory(pop(s), battle, tell)
    if may_withdraw(s, battle):
        return push(replace_top(s, AfterWithdrawal(battle)), Withdrawing(battle.defender, battle))
    return _attacker_victory(s, battle, tell)


def totals(s: State, battle: Battle) -> tuple[int, int]:
    """Return the totals of attacker and defender: power and the values of surviving cards."""
    attack, defence = powers(s, battle)
    return (
        attack + total_value(s.lines[battle.attacker & 1]),
        defence + total_value(s.lines[battle.defender & 1]),
    )


def _defender_victory(s: State, battle: Battle, tell: Tell) -> State:
    """The attackers die but one, all of them if an ally stays in the origin (Defender Victory)."""
    own = s.disks[battle.attacker][battle.origin]
    alone = army_disks(s, battle.attacker & 1, battle.origin) == own
    s = _lose(s, battle.attacker, battle.origin, own - _MINIMUM if alone else own, tell)
    return _discard_cards(s, battle, tell)


def _lose(s: State, colour: int, city: int, disks: int, tell: Tell) -> State:
    if not disks:
        return s
    happened(tell, "lost", (number(s, colour), city, disks))
    return lose_disks(s, colour, city, disks)


def _discard_cards(s: State, battle: Battle, tell: Tell) -> State:
    """Put the surviving cards on their piles in order of deployment and close the reserves (F-19, F-34)."""
    seen = audiences(s.terms.runs)
    for colour in (battle.attacker, battle.defender):
        if line := s.lines[colour & 1]:
            s = discard_all(s, colour, line, DEPLOYED + colour, s.stack, tell)
        s = close(s, RESERVE + colour, seen[RESERVE + colour])
    return with_lines(s, ((), ()))


def may_withdraw(s: State, battle: Battle) -> bool:
    """Tell whether a Withdrawal of the defender has survived and there is a haven (F-4 to F-7, F-37)."""
    survived = WITHDRAWAL in s.lines[battle.defender & 1]
    return survived and bool(havens(s, battle.defender, battle.target))


@dataclass(frozen=True, slots=True)
class AfterWithdrawal(Procedure[State]):
    """The attacker's victory goes on when the defender has withdrawn what he wished."""

    battle: Battle

    def run(self, s: State, tell: Tell) -> State:
        """Go on."""
        return _attacker_victory(s, self.battle, tell)


def _attacker_victory(s: State, battle: Battle, tell: Tell) -> State:
    """All defenders are destroyed, then the attacker moves in (Attacker Victory)."""
    for colour in range(battle.defender & 1, len(s.terms.runs), 2):
        s = _lose(s, colour, battle.target, s.disks[colour][battle.target], tell)
    return replace_top(_discard_cards(s, battle, tell), Occupying(battle.attacker, battle))


def havens(s: State, colour: int, city: int) -> list[int]:
    """Return the adjacent friendly cities with room, ascending."""
    side = colour & 1
    return [near for near in NEIGHBOURS[city] if holds(s, side, near) and stack(s, near) < STACK]


@dataclass(frozen=True, slots=True)
class Withdrawing(TargetQuestion):
    """Withdrawal: where does the next disk of the lost city go? The rest may be given up (F-37)."""

    id: ClassVar[str] = "withdraw"
    rule: ClassVar[str] = "Withdrawal"
    verbs: ClassVar[frozenset[str]] = frozenset({"withdraw", "done"})
    colour: int
    battle: Battle

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the havens, and the end."""
        del seat
        return [DONE, *(WITHDRAW[city] for city in havens(s, self.colour, self.battle.target))]

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Move one disk; go on while disks and havens are left."""
        del seat
        if action is DONE:
            return pop(s)
        origin, haven = self.battle.target, action.args[0]
        happened(tell, "withdrew", (number(s, self.colour), origin, haven))
        s = change_disks(s, (self.colour, origin, -1), (self.colour, haven, 1))
        more = s.disks[self.colour][origin] and havens(s, self.colour, origin)
        return s if more else pop(s)

    def stated(self, s: State, seat: int) -> Action:
        """Return `done`."""
        del s, seat
        return DONE


def _withdraw_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    (city,) = args
    battle = battle_of(s)
    if battle is None:
        return
    if city not in havens(s, colour, battle.target):
        yield Refusal("no-haven", (city,), "Withdrawal")
    if not NEIGHBOUR_MASK[battle.target] >> city & 1:
        yield Refusal("not-adjacent", (battle.target, city), "Withdrawal")
    if not holds(s, colour & 1, city):
        yield Refusal("not-friendly", (city,), "Withdrawal")
    elif stack(s, city) >= STACK:
        yield Refusal("stack-full", (city, stack(s, city)), "Stacking")


@dataclass(frozen=True, slots=True)
class Occupying(Question):
    """How many disks move into the conquered city? One stays unless an ally does (Attacker Victory)."""

    id: ClassVar[str] = "occupy"
    rule: ClassVar[str] = "Attacker Victory"
    verbs: ClassVar[frozenset[str]] = frozenset({"occupy"})
    colour: int
    battle: Battle

    def details(self, s: State) -> tuple[int, ...]:
        """Return the conquered city and the most disks that may move in."""
        return self.battle.target, most_that_may_occupy(s, self.colour, self.battle.origin)

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return one disk up to the most that may go."""
        del seat
        return OCCUPY[1 : most_that_may_occupy(s, self.colour, self.battle.origin) + 1]

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Move in, move the marker, and draw at once if the city was not defended (F-1, F-6)."""
        del seat
        colour, battle, disks = self.colour, self.battle, action.args[0]
        target = battle.target
        s = change_disks(pop(s), (colour, battle.origin, -disks), (colour, target, disks))
        happened(tell, "occupied", (number(s, colour), target, disks))
        happened(tell, "captured", (number(s, colour), target, VALUES[target]))
        economic = advanced(s, colour & 1, VALUES[target])
        if s.economic != economic:
            happened(tell, "economic-moved", ((colour & 1) + 1, economic[colour & 1]))
        s = with_capture(s, economic, s.captured + 1)
        return s if battle.defended else draw(s, colour, _UNDEFENDED, tell)


plain(Occupying)


def most_that_may_occupy(s: State, colour: int, origin: int) -> int:
    """Return how many disks may leave the origin."""
    own = s.disks[colour][origin]
    return own if army_disks(s, colour & 1, origin) > own else own - _MINIMUM


def _occupy_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    (disks,) = args
    battle = battle_of(s)
    if not disks:
        yield Refusal("occupy-none", (), "Attacker Victory")
    if battle is not None and battle.attacker == colour:
        most = most_that_may_occupy(s, colour, battle.origin)
        if disks > most:
            yield Refusal("occupy-too-many", (most,), "Attacker Victory")


PREDICATES["withdraw"] = _withdraw_reasons
PREDICATES["occupy"] = _occupy_reasons

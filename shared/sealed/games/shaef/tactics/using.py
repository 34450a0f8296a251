"""Using a Tactic card: which one now, and what it begins (shaef-cards 7, T-a to T-i).

What each card does is registered in `TACTICS` by the modules of this folder; the questions of the title read
it from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from sealed.engine.message import Refusal, happened
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.notation import make
from sealed.games.shaef.state import OFF, SIDE
from sealed.games.shaef.units.cards import BY_RULE, ENTRY, SIDE_OF, TACTIC, TYPE
from sealed.games.shaef.units.flipping import flip
from sealed.games.shaef.units.holdings import lies_down, lies_up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_RULE = "shaef-cards 7"


@dataclass(frozen=True, slots=True)
class Tactic:
    """When a Tactic card may be used, and what it does.

    `own` and `enemy` are the moments of the own and of the enemy's turn; `against` yields what public facts
    have against using it now (state, side), `here` what they have against it in a unit (state, unit); `begin`
    carries it out: it acts, or pushes the question about the target. `unsupplied` says that it may be used in
    a unit out of supply.
    """

    card: int
    own: frozenset[int]
    enemy: frozenset[int]
    against: Callable[[State, int], Iterator[Refusal]]
    begin: Callable[[State, int, int, Tell], State]
    here: Callable[[State, int], Iterator[Refusal]]
    unsupplied: bool = False

    def moments(self, s: State) -> frozenset[int]:
        """Return the moments at which it may be used in this turn."""
        return self.own if s.turn == SIDE_OF[self.card] else self.enemy


TACTICS: dict[int, Tactic] = {}
"""By card code, filled by the modules of this folder."""


def nothing(s: State, number: int) -> Iterator[Refusal]:
    """Yield nothing: a tactic that may always be used at its moment, or in any unit."""
    del s, number
    return iter(())


def register(
    rule: str,
    begin: Callable[[State, int, int, Tell], State],
    *,
    own: Iterable[int] = (),
    enemy: Iterable[int] = (),
    against: Callable[[State, int], Iterator[Refusal]] = nothing,
    here: Callable[[State, int], Iterator[Refusal]] = nothing,
    unsupplied: bool = False,
) -> None:
    """Register the card of a rule key; the arguments are those of `Tactic`."""
    card = BY_RULE[rule]
    TACTICS[card] = Tactic(card, frozenset(own), frozenset(enemy), against, begin, here, unsupplied)


def no_use(rule: str) -> Refusal:
    """Return the refusal of a tactic that could do nothing now."""
    return Refusal("no-use", (BY_RULE[rule],), _RULE)


def not_then(rule: str) -> Refusal:
    """Return the refusal of a tactic whose moment in this month or phase it is not."""
    return Refusal("wrong-moment", (BY_RULE[rule],), _RULE)


def of_side(side: int) -> tuple[Tactic, ...]:
    """Return the tactics of a side in the order of their cards."""
    return _in_order(len(TACTICS))[side]


@lru_cache(maxsize=1)
def _in_order(number: int) -> tuple[tuple[Tactic, ...], tuple[Tactic, ...]]:
    """Return the tactics of both sides; there are so many by now."""
    del number
    cards = sorted(TACTICS)
    allies, axis = (tuple(TACTICS[card] for card in cards if SIDE_OF[card] == side) for side in (0, 1))
    return allies, axis


@lru_cache(maxsize=1 << 8)
def _of_moment(number: int, side: int, moment: int, turn: int) -> tuple[Tactic, ...]:
    """Return the tactics of a side that may be used at a moment of somebody's turn; so many there are."""
    own = side == turn
    return tuple(one for one in _in_order(number)[side] if moment in (one.own if own else one.enemy))


def fitting(s: State, side: int, moment: int) -> list[Tactic]:
    """Return the tactics that public facts allow a side at a moment, wherever their cards may be."""
    return [
        tactic
        for tactic in _of_moment(len(TACTICS), side, moment, s.turn)
        if ENTRY[tactic.card] <= s.month and not any(True for _ in tactic.against(s, side))
    ]


def uses(s: State, side: int, moment: int) -> tuple[Action, ...]:
    """Return the uses of tactics that a side may make at a moment; exact where the state sees its cards."""
    found = []
    for tactic in fitting(s, side, moment):
        found += [
            _use(unit, tactic.card)
            for unit in in_play(s, side)
            if lies_down(s, unit, tactic.card) and not any(True for _ in unit_reasons(s, unit, tactic))
        ]
    return tuple(found)


@cache
def _use(unit: int, card: int) -> Action:
    return make("use", unit, card)


def use_reasons(s: State, side: int, moment: int, unit: int, card: int) -> Iterator[Refusal]:
    """Yield why a side cannot use this tactic of a unit at a moment (T-b)."""
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), _RULE)
    elif s.where[unit] == OFF:
        yield Refusal("not-in-play", (unit,), _RULE)
    elif TYPE[card] != TACTIC or card not in TACTICS:
        yield Refusal("not-a-tactic", (card,), _RULE)
    elif lies_up(s, unit, card):
        yield Refusal("not-face-down", (card,), "2.6a")
    elif not lies_down(s, unit, card):
        yield Refusal("not-there", (unit, card), _RULE)
    else:
        # A moment may be wrong for two reasons; one sentence says it.
        yield from dict.fromkeys(_unfit(s, side, moment, TACTICS[card]))
        yield from unit_reasons(s, unit, TACTICS[card])


def unit_reasons(s: State, unit: int, tactic: Tactic) -> Iterator[Refusal]:
    """Yield why a tactic cannot be used in the unit in which it lies, or may lie; public."""
    if s.unsupplied >> unit & 1 and not tactic.unsupplied:
        yield Refusal("out-of-supply-tactic", (tactic.card,), _RULE)
    yield from tactic.here(s, unit)


def _unfit(s: State, side: int, moment: int, tactic: Tactic) -> Iterator[Refusal]:
    if moment not in tactic.moments(s):
        yield Refusal("wrong-moment", (tactic.card,), _RULE)
    if ENTRY[tactic.card] > s.month:
        yield Refusal("too-early", (tactic.card, ENTRY[tactic.card]), "E-13")
    yield from tactic.against(s, side)


def take_use(s: State, side: int, unit: int, card: int, tell: Tell) -> State:
    """Flip the tactic and begin what it does (T-b, T-d).

    It does nothing if the flip proves that it lies in the wrong unit (E-37).
    """
    s = flip(s, unit, card, tell)
    if not lies_up(s, unit, card):
        return s
    happened(tell, "tactic", (side, card))
    return TACTICS[card].begin(s, side, unit, tell)

"""Muster: recruit and move (rules, Muster; rulings F-9 to F-13), and the effect of the 5th Column."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import Node, Tell, pop, top_node
from sealed.engine.message import Refusal, happened
from sealed.engine.value import plain
from sealed.games.popular_front.board import CITIES, NEIGHBOUR_MASK, NEIGHBOURS
from sealed.games.popular_front.cards import CARD, FIFTH_COLUMN
from sealed.games.popular_front.logistics import discard, discard_all
from sealed.games.popular_front.notation import DONE, FIFTH, MOVE, RECRUIT, STACK
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.question import PREDICATES, Question, missing_card
from sealed.games.popular_front.state import (
    HAND,
    STACK_BITS,
    STACK_FIELD,
    State,
    friendly_neighbours,
    full_cities,
    holds,
    march_disks,
    number,
    recruit_disks,
    stack,
    strong_cities,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

_COLUMN = load().numbers.column_recruits
_MINIMUM = load().numbers.city_minimum


def _subsets(mask: int) -> Iterator[int]:
    part = mask
    while part:
        yield part
        part = (part - 1) & mask
    yield 0


_RECRUITING: tuple[frozenset[int], ...] = tuple(
    frozenset(part for part in _subsets(mask) if 2 * part.bit_count() > mask.bit_count())
    for mask in NEIGHBOUR_MASK
)
"""For each city the sets of friendly neighbours with which it may recruit: more friendly than enemy ones."""


@lru_cache(maxsize=1 << 12)
def _recruiting(mine: int) -> int:
    """Return where an army in these cities has the neighbours to recruit, as `strong_cities` packs cities."""
    return sum(
        [
            1 << STACK_BITS * city
            for city, near in enumerate(NEIGHBOUR_MASK)
            if mine >> city & 1 and mine & near in _RECRUITING[city]
        ]
    )


_Road = tuple[int, tuple[tuple["Action", ...], ...]]
"""Where the field of a neighbour begins, and the moves there by how many disks of the army it holds."""


def _roads(city: int, movable: int) -> tuple[_Road, ...]:
    """Return the roads out of a city for a player who may move so many disks out of it."""
    return tuple(
        (
            STACK_BITS * near,
            ((), *(MOVE[city, near][: min(movable, STACK - stacked)] for stacked in range(1, STACK + 1))),
        )
        for near in NEIGHBOURS[city]
    )


_ROADS = tuple(
    tuple(
        tuple(_roads(city, min(own, standing - _MINIMUM)) for standing in range(STACK + 1))
        for own in range(STACK + 1)
    )
    for city in range(len(CITIES))
)
"""The roads out of each city by how many disks in it are the player's and how many the army's."""


def play_for_muster(s: State, colour: int, card: int, tell: Tell) -> State:
    """Discard the card at once and make as many Musters as it counts (Muster, Logistics)."""
    musters = CARD[card].muster
    happened(tell, "mustering", (number(s, colour), card, musters))
    stack = Node(Mustering(colour, musters), s.stack)
    return discard_all(s, colour, (card,), HAND + colour, stack, tell)


@dataclass(frozen=True, slots=True)
class Mustering(Question):
    """What does the next Muster do? The rest of a card may be given up (F-11)."""

    id: ClassVar[str] = "muster"
    rule: ClassVar[str] = "Muster"
    verbs: ClassVar[frozenset[str]] = frozenset({"recruit", "move", "done"})
    colour: int
    left: int

    def details(self, s: State) -> tuple[int, ...]:
        """Return how many Musters are left."""
        del s
        return (self.left,)

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return every recruitment, every move, and the end."""
        del seat
        colour = self.colour
        side = colour & 1
        army, own = s.army[side], s.disks[colour]
        offered = [DONE]
        strong = strong_cities(army)
        recruiting = _recruiting(s.held[side]) & ~full_cities(army) if s.stock[colour] else 0
        left = strong | recruiting
        while left:
            bit = left & -left
            left ^= bit
            city = bit.bit_length() // STACK_BITS
            if strong & bit:
                for shift, moves in _ROADS[city][own[city]][army >> STACK_BITS * city & STACK_FIELD]:
                    offered += moves[army >> shift & STACK_FIELD]
            if recruiting & bit:
                offered.append(RECRUIT[city])
        return offered

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Recruit one disk, move a group, or stop."""
        del seat
        if action is DONE:
            return pop(s)
        below = top_node(s).below
        stack = Node(Mustering(self.colour, self.left - 1), below) if self.left > 1 else below
        if action.verb == "recruit":
            return _recruit(s, self.colour, action.args[0], tell, 1, stack)
        return _march(s, self.colour, action, tell, stack)

    def stated(self, s: State, seat: int) -> Action:
        """Return `done`."""
        del s, seat
        return DONE


plain(Mustering)


def _recruit(s: State, colour: int, city: int, tell: Tell, disks: int, stack: Node | None) -> State:
    happened(tell, "recruited", (number(s, colour), city, disks))
    return recruit_disks(s, colour, city, disks, stack)


def _march(s: State, colour: int, action: Action, tell: Tell, stack: Node | None) -> State:
    disks, origin, target = action.args
    happened(tell, "marched", (number(s, colour), disks, origin, target))
    return march_disks(s, colour, disks, origin, target, stack)


def _recruit_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    (city,) = args
    side = colour & 1
    if not holds(s, side, city):
        yield Refusal("not-friendly", (city,), "Recruit")
    friends = friendly_neighbours(s, side, city)
    if friends not in _RECRUITING[city]:
        friendly = friends.bit_count()
        enemies = (s.held[1 - side] & NEIGHBOUR_MASK[city]).bit_count()
        yield Refusal("neighbours", (city, friendly, enemies), "Recruit")
    if stack(s, city) >= STACK:
        yield Refusal("stack-full", (city, stack(s, city)), "Stacking")
    if not s.stock[colour]:
        yield Refusal("no-stock", (), "Recruit")


def _move_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    disks, origin, target = args
    own = s.disks[colour][origin]
    if not disks:
        yield Refusal("no-disks-named", (), "Move")
    if disks > own or not own:
        yield Refusal("too-few-disks", (origin, own), "Move")
    elif stack(s, origin) - disks < _MINIMUM:
        yield Refusal("would-be-empty", (origin,), "Move")
    if not NEIGHBOUR_MASK[origin] >> target & 1:
        yield Refusal("not-adjacent", (origin, target), "Move")
    if not holds(s, colour & 1, target):
        yield Refusal("not-friendly", (target,), "Move")
    elif stack(s, target) + max(disks, 1) > STACK:
        yield Refusal("stack-full", (target, stack(s, target)), "Stacking")


PREDICATES["recruit"] = _recruit_reasons
PREDICATES["move"] = _move_reasons


def fifth_columns(s: State, colour: int) -> Sequence[Action]:
    """Return where the 5th Column may rise: any friendly city with room (F-9)."""
    if not s.stock[colour]:
        return ()
    side = colour & 1
    army, mine = s.army[side], s.held[side]
    return [
        rise
        for city, rise in enumerate(FIFTH)
        if mine >> city & 1 and army >> STACK_BITS * city & STACK_FIELD < STACK
    ]


def raise_fifth_column(s: State, colour: int, city: int, tell: Tell) -> State:
    """Play the 5th Column for its effect: two disks in one city, as far as there is room (F-9, F-10)."""
    s = discard(s, colour, FIFTH_COLUMN, HAND + colour, tell)
    disks = min(_COLUMN, STACK - stack(s, city), s.stock[colour])
    return _recruit(s, colour, city, tell, disks, s.stack)


def _fifth_column_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    (city,) = args
    yield from missing_card(s.zones[HAND + colour], FIFTH_COLUMN, "not-held", "5th Column")
    if not holds(s, colour & 1, city):
        yield Refusal("not-friendly", (city,), "Recruit")
    if stack(s, city) >= STACK:
        yield Refusal("no-room", (city,), "F-9")
    if not s.stock[colour]:
        yield Refusal("no-stock", (), "Recruit")


PREDICATES["fifth-column"] = _fifth_column_reasons

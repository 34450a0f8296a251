"""Muster: recruit and move (rules, Muster; rulings F-9 to F-13), and the effect of the 5th Column."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.eye import EVERYBODY
from sealed.engine.frames import Tell, pop, push, replace_top
from sealed.engine.message import Event, Refusal
from sealed.games.popular_front.board import CITIES, NEIGHBOUR_MASK, NEIGHBOURS
from sealed.games.popular_front.cards import CARD, FIFTH_COLUMN
from sealed.games.popular_front.logistics import discard
from sealed.games.popular_front.notation import DONE, FIFTH, MOVE, RECRUIT, STACK
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.question import PREDICATES, Question, held, missing_card
from sealed.games.popular_front.state import (
    HAND,
    STACK_BITS,
    STACK_FIELD,
    State,
    change_disks,
    friendly_neighbours,
    holds,
    number,
    recruit_disks,
    stack,
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

_NEAR: tuple[int, ...] = tuple(sum(STACK_FIELD << STACK_BITS * city for city in near) for near in NEIGHBOURS)
"""For each city the fields of its neighbours in a packed army."""

_MOVES: tuple[tuple[dict[int, tuple[Action, ...]], ...], ...] = tuple(
    tuple({} for _ in range(STACK + 1)) for _ in CITIES
)
"""Moves out of a city by disks that may go and packed friendly stacks around it; filled as they are met."""


def _moves(city: int, movable: int, near: int) -> tuple[Action, ...]:
    """Return every move of up to `movable` disks into a friendly neighbour with room."""
    known = _MOVES[city][movable]
    found = known.get(near)
    if found is None:
        stacks = ((target, near >> STACK_BITS * target & STACK_FIELD) for target in NEIGHBOURS[city])
        found = known[near] = tuple(
            action
            for target, disks in stacks
            if disks
            for action in MOVE[city, target][: min(movable, STACK - disks)]
        )
    return found


def play_for_muster(s: State, colour: int, card: int, tell: Tell) -> State:
    """Discard the card at once and make as many Musters as it counts (Muster, Logistics)."""
    musters = CARD[card].muster
    tell.append(Event("mustering", (number(s, colour), card, musters), EVERYBODY))
    return push(discard(s, colour, card, HAND + colour, tell), Mustering(colour, musters))


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
        army, mine, own = s.army[side], s.held[side], s.disks[colour]
        stock = s.stock[colour]
        offered = [DONE]
        cities = mine
        while cities:
            bit = cities & -cities
            cities ^= bit
            city = bit.bit_length() - 1
            disks, standing = own[city], army >> 3 * city & 7
            if stock and standing < STACK and mine & NEIGHBOUR_MASK[city] in _RECRUITING[city]:
                offered.append(RECRUIT[city])
            if standing == disks:
                disks -= 1
            if disks:
                offered += _moves(city, disks, army & _NEAR[city])
        return offered

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Recruit one disk, move a group, or stop."""
        del seat
        if action is DONE:
            return pop(s)
        s = (
            _recruit(s, self.colour, action.args[0], tell)
            if action.verb == "recruit"
            else _march(s, self, action, tell)
        )
        return replace_top(s, Mustering(self.colour, self.left - 1)) if self.left > 1 else pop(s)

    def stated(self, s: State, seat: int) -> Action:
        """Return `done`."""
        del s, seat
        return DONE


def _recruit(s: State, colour: int, city: int, tell: Tell, disks: int = 1) -> State:
    tell.append(Event("recruited", (number(s, colour), city, disks), EVERYBODY))
    return recruit_disks(s, colour, city, disks)


def _march(s: State, frame: Mustering, action: Action, tell: Tell) -> State:
    disks, origin, target = action.args
    tell.append(Event("marched", (number(s, frame.colour), disks, origin, target), EVERYBODY))
    return change_disks(s, (frame.colour, origin, -disks), (frame.colour, target, disks))


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
    """Return where the 5th Column may rise: any friendly city with room, if the card may be held (F-9)."""
    if not held(s.zones[HAND + colour], FIFTH_COLUMN) or not s.stock[colour]:
        return ()
    army = s.army[colour & 1]
    return tuple(compress(FIFTH, [0 < army >> 3 * city & 7 < STACK for city in range(len(CITIES))]))


def raise_fifth_column(s: State, colour: int, city: int, tell: Tell) -> State:
    """Play the 5th Column for its effect: two disks in one city, as far as there is room (F-9, F-10)."""
    s = discard(s, colour, FIFTH_COLUMN, HAND + colour, tell)
    return _recruit(s, colour, city, tell, min(_COLUMN, STACK - stack(s, city), s.stock[colour]))


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

"""Muster: recruit and move (rules, Muster; rulings F-9 to F-13), and the effect of the 5th Column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from sealed.engine.eye import EVERYBODY
from sealed.engine.frames import Node, Tell, pop, top_node
from sealed.engine.message import Event, Refusal
from sealed.engine.value import plain
from sealed.games.popular_front.board import CITIES, NEIGHBOUR_MASK, NEIGHBOURS
from sealed.games.popular_front.cards import CARD, FIFTH_COLUMN
from sealed.games.popular_front.logistics import discard, discard_and
from sealed.games.popular_front.notation import DONE, FIFTH, MOVE, RECRUIT, STACK
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.question import PREDICATES, Question, missing_card
from sealed.games.popular_front.state import (
    HAND,
    STACK_BITS,
    STACK_FIELD,
    State,
    friendly_neighbours,
    holds,
    march_disks,
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


class _Musters(dict[int, tuple["Action", ...]]):
    """Recruitment in a city and moves out of it, by the packed friendly stacks around; filled as met."""

    def __init__(self, city: int, own: int) -> None:
        """Prepare the table of a city in which so many disks are the player's."""
        super().__init__()
        self.shift, self.own = STACK_BITS * city, own
        self.recruiting, self.recruit = _RECRUITING[city], RECRUIT[city]
        self.around = tuple(
            (STACK_BITS * near, 1 << near, _moves_by_stack(MOVE[city, near], own))
            for near in NEIGHBOURS[city]
        )

    def __missing__(self, hood: int) -> tuple[Action, ...]:
        """List what these stacks allow."""
        standing = hood >> self.shift & STACK_FIELD
        movable = self.own if self.own < standing else standing - _MINIMUM
        friends = 0
        found: list[Action] = []
        for shift, bit, moves in self.around:
            stacked = hood >> shift & STACK_FIELD
            if stacked:
                friends |= bit
                found += moves[movable][stacked]
        if standing < STACK and friends in self.recruiting:
            found.append(self.recruit)
        self[hood] = listed = tuple(found)
        return listed


def _moves_by_stack(moves: tuple[Action, ...], own: int) -> tuple[tuple[tuple[Action, ...], ...], ...]:
    """Return moves along a road by how many disks may go and how many stand at its end."""
    return tuple(
        tuple(moves[: min(movable, STACK - stacked)] for stacked in range(STACK + 1))
        for movable in range(own + 1)
    )


_HOOD: tuple[int, ...] = tuple(
    sum(STACK_FIELD << STACK_BITS * near for near in (city, *NEIGHBOURS[city])) for city in range(len(CITIES))
)
"""For each city the fields of itself and its neighbours in a packed army."""


def _recruits(city: int) -> dict[int, tuple[Action, ...]]:
    """Return by the set of friendly neighbours whether a city with room may recruit."""
    near = NEIGHBOUR_MASK[city]
    return {friends: (RECRUIT[city],) if friends in _RECRUITING[city] else () for friends in _subsets(near)}


class _Row(NamedTuple):
    """What the list of Musters needs of a city: where its field begins, its neighbours, and the tables."""

    city: int
    shift: int
    near: int
    hood: int
    lone: dict[int, tuple[Action, ...]]
    stacked: tuple[_Musters, ...]


_ROWS = tuple(
    _Row(
        city,
        STACK_BITS * city,
        NEIGHBOUR_MASK[city],
        _HOOD[city],
        _recruits(city),
        tuple(_Musters(city, own) for own in range(STACK + 1)),
    )
    for city in range(len(CITIES))
)
_CHUNK = 9
_LOW = (1 << _CHUNK) - 1
_CHUNKS: tuple[tuple[tuple[_Row, ...], ...], ...] = tuple(
    tuple(
        tuple(row for row in _ROWS[first : first + _CHUNK] if cities >> row.city - first & 1)
        for cities in range(1 << _CHUNK)
    )
    for first in range(0, len(CITIES), _CHUNK)
)
"""The rows of nine cities at a time, by which of them are meant."""


def play_for_muster(s: State, colour: int, card: int, tell: Tell) -> State:
    """Discard the card at once and make as many Musters as it counts (Muster, Logistics)."""
    musters = CARD[card].muster
    tell.append(Event("mustering", (number(s, colour), card, musters), EVERYBODY))
    stack = Node(Mustering(colour, musters), s.stack)
    return discard_and(s, colour, card, HAND + colour, stack, tell)


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
        offered = [DONE]
        left = mine
        for chunk in _CHUNKS:
            for city, shift, near, hood, lone, stacked in chunk[left & _LOW]:
                if army >> shift & STACK_FIELD == 1:
                    offered += lone[mine & near]
                else:
                    offered += stacked[own[city]][army & hood]
            left >>= _CHUNK
        return offered if s.stock[colour] else [action for action in offered if action.verb != "recruit"]

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
    tell.append(Event("recruited", (number(s, colour), city, disks), EVERYBODY))
    return recruit_disks(s, colour, city, disks, stack)


def _march(s: State, colour: int, action: Action, tell: Tell, stack: Node | None) -> State:
    disks, origin, target = action.args
    tell.append(Event("marched", (number(s, colour), disks, origin, target), EVERYBODY))
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
    return [FIFTH[city] for city in range(len(CITIES)) if mine >> city & 1 and army >> 3 * city & 7 < STACK]


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

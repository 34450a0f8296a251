"""Set-up: disks on every city, markers on the track, then the opening hands (rules, Set-Up)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.chance import PICK, Pick, Request, Shuffle
from sealed.engine.frames import Chance, Node, Procedure, Tell, pop, push, replace_top, top_node
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with, plain
from sealed.games.popular_front.board import ALL_MASK, CITIES
from sealed.games.popular_front.logistics import draws
from sealed.games.popular_front.notation import PLACE
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.question import PREDICATES, Question
from sealed.games.popular_front.state import (
    DECK,
    NATIONALISTS,
    REPUBLIC,
    State,
    city_value,
    number,
    recruit_disks,
    stack,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.games.popular_front.pack import Track

_HAND = load().numbers.opening_hand
_LEAD_DIVISOR = load().numbers.lead_divisor


def track_of(spaces: int) -> Track:
    """Return the victory track with so many spaces."""
    tracks = (load().standard_track, load().short_track)
    return next(track for track in tracks if track.spaces == spaces)


@dataclass(frozen=True, slots=True)
class SetUp(Procedure[State]):
    """The set-up in the order of the rulebook."""

    step: int = 0

    def run(self, s: State, tell: Tell) -> State:
        """Do the next step."""
        last = self.step == len(_STEPS) - 1
        return _STEPS[self.step](pop(s) if last else replace_top(s, SetUp(self.step + 1)), tell)


def _place_units(s: State, tell: Tell) -> State:
    del tell
    return push(s, Lots(0))


def _draw_cards(s: State, tell: Tell) -> State:
    del tell
    return draws(s, tuple((colour, _HAND) for colour in range(len(s.terms.runs))))


_STEPS: tuple[Callable[[State, Tell], State], ...] = (_place_units, _draw_cards)


@dataclass(frozen=True, slots=True)
class Lots(Chance[State]):
    """Every deck is shuffled, and the lot says who places first; `done` of these have come."""

    done: int

    def requests(self, s: State) -> tuple[Request, ...]:
        """Return what is left of the batch."""
        colours = len(s.terms.runs)
        batch: list[Request] = [Shuffle(DECK + colour, (DECK + colour,)) for colour in range(colours)]
        batch.append(Pick(colours))
        return tuple(batch[self.done :])

    def take(self, s: State, outcome: Action, tell: Tell) -> State:
        """Wait for the rest, or let the colour that was picked begin."""
        del tell
        if outcome.verb == PICK:
            return replace_top(s, Placing(outcome.args[0]))
        return replace_top(s, Lots(self.done + 1))


_CHUNK = 12
_LOW = (1 << _CHUNK) - 1
_CHUNKS: tuple[tuple[tuple[Action, ...], ...], ...] = tuple(
    tuple(
        tuple(compress(PLACE[first : first + _CHUNK], [cities >> i & 1 for i in range(_CHUNK)]))
        for cities in range(1 << _CHUNK)
    )
    for first in range(0, len(CITIES), _CHUNK)
)
"""The placements into twelve cities at a time, by which of them are empty."""


@dataclass(frozen=True, slots=True)
class Placing(Question):
    """Where does this unit go? One in each city; the armies alternate because the colours do (Units)."""

    id: ClassVar[str] = "place"
    rule: ClassVar[str] = "Units"
    verbs: ClassVar[frozenset[str]] = frozenset({"place"})
    colour: int

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return every empty city."""
        del seat
        free = ALL_MASK & ~(s.held[0] | s.held[1])
        return [
            *_CHUNKS[0][free & _LOW],
            *_CHUNKS[1][free >> _CHUNK & _LOW],
            *_CHUNKS[2][free >> 2 * _CHUNK & _LOW],
        ]

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Put the disk down; after the last city the track is adjusted."""
        del seat
        city = action.args[0]
        happened(tell, "placed", (number(s, self.colour), city))
        following = Placing((self.colour + 1) % len(s.terms.runs))
        s = recruit_disks(s, self.colour, city, 1, Node(following, top_node(s).below))
        if s.held[0] | s.held[1] == ALL_MASK:
            return adjust_victory_track(pop(s), self.colour & 1, tell)
        return s


plain(Placing)


def _place_reasons(s: State, colour: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    (city,) = args
    if not s.stock[colour]:
        yield Refusal("no-stock", (), "Units")
    if stack(s, city):
        yield Refusal("city-taken", (city,), "Units")


PREDICATES["place"] = _place_reasons


def adjust_victory_track(s: State, placed_second: int, tell: Tell) -> State:
    """Move the richer army's marker in and set the political marker on its flag (Victory Track, F-15)."""
    values = city_value(s.held[NATIONALISTS]), city_value(s.held[REPUBLIC])
    happened(tell, "set-up-value", values)
    lead = values[0] - values[1]
    steps = abs(lead) // _LEAD_DIVISOR
    favoured = placed_second if not lead else NATIONALISTS if lead > 0 else REPUBLIC
    political = track_of(s.terms.spaces).centre_flags[favoured]
    return copy_with(s, political=political, economic=advanced(s, favoured, steps))


def advanced(s: State, side: int, steps: int) -> tuple[int, int]:
    """Return the economic markers after an army's has moved towards the other end, where it stops (F-32)."""
    nationalists, republic = s.economic
    if side == NATIONALISTS:
        return min(nationalists + steps, s.terms.spaces - 1), republic
    return nationalists, max(republic - steps, 0)

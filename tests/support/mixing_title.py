"""Mixing: a title for what is regrouped (spec 2.16), small enough to think through.

Each side draws its list of different cards whole into a reserve and lays them face down in three units. A
card that comes to a unit is mixed with those that lie there: one assigned from the reserve at once, one sent
on by another unit when it has settled. Cards may be flipped, lost, looked at by the other side, taken back,
and made a new deck of. Cards that lie flipped are turned down again: the side that acts does it as it likes,
the other one owes it before anything else that it does, and before anybody looks at the unit. Whoever has
flipped more cards wins.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from mixing_table import (
    ARRIVED,
    COLOURS,
    DECK,
    DONE,
    DOWN,
    KINDS,
    LOST_DOWN,
    LOST_UP,
    NOTATION,
    RENEW,
    RESERVE,
    SEEN,
    SETTLE,
    TURN_DOWN,
    UNITS,
    UP,
    Asking,
    Mixing,
    clutter,
    codes,
    offers,
    reasons,
    restless,
    zone,
)

from sealed.engine.cards import close, count, move, move_all
from sealed.engine.chance import Deal, Look, Shuffle
from sealed.engine.eye import EVERYBODY, REFEREE_ONLY, seat_audience
from sealed.engine.frames import Chance, Procedure, State, pop, push, replace_top
from sealed.engine.message import Question
from sealed.engine.title import BAG, LAID, Chair, Setup, Title, ZoneForm
from sealed.engine.title import DECK as DECK_FORM
from sealed.engine.value import copy_with
from sealed.engine.zones import zone_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.engine.chance import Request
    from sealed.engine.frames import Tell

ROUNDS, ACTIONS = 6, 6
"""Turns of each side, and how much it may do in one."""


@dataclass(frozen=True, slots=True)
class Flow(Procedure[Mixing]):
    """The course of the game: turns one after the other."""

    turn: int

    def run(self, s: Mixing, tell: Tell) -> Mixing:
        """Begin the next turn: what is owed comes first."""
        if self.turn == ROUNDS * COLOURS:
            return copy_with(s, stack=None)
        colour = self.turn % COLOURS
        s = push(replace_top(s, Flow(self.turn + 1)), Acting(colour, ACTIONS))
        return push(s, Owing(colour)) if clutter(s, colour) else s


@dataclass(frozen=True, slots=True)
class Dealing(Chance[Mixing]):
    """Cards from the deck to the reserve."""

    colour: int
    left: int

    def requests(self, s: Mixing) -> tuple[Request, ...]:
        """Ask for what is left."""
        return (Deal(zone(DECK, self.colour), zone(RESERVE, self.colour), self.left),)

    def take(self, s: Mixing, outcome: Action, tell: Tell) -> Mixing:
        """Hand the cards over; a list that is drawn whole is a deck nobody sees into from now on."""
        deck = zone(DECK, self.colour)
        for card in outcome.args:
            s = move(s, card, deck, zone(RESERVE, self.colour), tell)
        if not count(s, deck):
            s = close(s, deck, REFEREE_ONLY)
        left = self.left - len(outcome.args)
        return replace_top(s, Dealing(self.colour, left)) if left else pop(s)


@dataclass(frozen=True, slots=True)
class Renewing(Chance[Mixing]):
    """What has been lost becomes the new deck, with what is left of the old one."""

    colour: int

    def requests(self, s: Mixing) -> tuple[Request, ...]:
        """Ask for one shuffle of both piles and the deck."""
        sources = (zone(DECK, self.colour), zone(LOST_UP, self.colour), zone(LOST_DOWN, self.colour))
        return (Shuffle(sources[0], sources),)

    def take(self, s: Mixing, outcome: Action, tell: Tell) -> Mixing:
        """Put the piles in and draw one."""
        for pile in (LOST_UP, LOST_DOWN):
            s = move_all(s, zone(pile, self.colour), zone(DECK, self.colour), tell)
        return replace_top(s, Dealing(self.colour, 1))


@dataclass(frozen=True, slots=True)
class Looking(Chance[Mixing]):
    """One side looks at a unit of the other one; what it has seen lies apart until it is mixed."""

    colour: int
    unit: int

    def requests(self, s: Mixing) -> tuple[Request, ...]:
        """Ask for a look at all that lies face down."""
        looked = zone(DOWN, 1 - self.colour, self.unit)
        return (Look(self.colour + 1, looked, count(s, looked)),)

    def take(self, s: Mixing, outcome: Action, tell: Tell) -> Mixing:
        """Put the cards where both know them."""
        source, target = (zone(kind, 1 - self.colour, self.unit) for kind in (DOWN, SEEN))
        for card in outcome.args:
            s = move(s, card, source, target, tell)
        return pop(s)


def turned_down(s: Mixing, colour: int, tell: Tell) -> Mixing:
    """Mix what lies face up in units, or is known to the other side, with what lies face down in them."""
    for unit in range(UNITS):
        for kind in (UP, SEEN):
            s = move_all(s, zone(kind, colour, unit), zone(DOWN, colour, unit), tell)
    return s


@dataclass(frozen=True, slots=True)
class Owing(Asking):
    """A turn-down that is owed."""

    colour: int
    verbs: ClassVar[tuple[str, ...]] = ("turn-down",)
    owes: ClassVar[bool] = True

    def question(self, s: Mixing) -> Question:
        """Name the colour."""
        return Question("turn-down", (self.colour + 1,), "Turning down")

    def legal(self, s: Mixing, seat: int) -> Sequence[Action]:
        """Offer the one answer."""
        return (TURN_DOWN,)

    def take(self, s: Mixing, action: Action, seat: int, tell: Tell) -> Mixing:
        """Mix."""
        return pop(turned_down(s, self.colour, tell))


@dataclass(frozen=True, slots=True)
class Acting(Asking):
    """The own turn."""

    colour: int
    left: int
    verbs: ClassVar[tuple[str, ...]] = (
        *("assign", "reassign", "settle", "flip", "turn-down", "lose", "drop", "scout", "recall", "renew"),
        "done",
    )

    def question(self, s: Mixing) -> Question:
        """Name the colour."""
        return Question("act", (self.colour + 1,), "Turn")

    def legal(self, s: Mixing, seat: int) -> Sequence[Action]:
        """Offer what the zones allow, as far as they are known."""
        return offers(s, self.colour)

    def audience(self, s: Mixing, action: Action) -> int:
        """Hide what stays face down."""
        hidden = action.verb in {"assign", "reassign", "drop"}
        return seat_audience(self.colour + 1) if hidden else EVERYBODY

    def take(self, s: Mixing, action: Action, seat: int, tell: Tell) -> Mixing:
        """Carry it out."""
        if action is DONE:
            return pop(s)
        s = replace_top(s, Acting(self.colour, self.left - 1)) if self.left > 1 else pop(s)
        return self._done(s, action, tell)

    def _done(self, s: Mixing, action: Action, tell: Tell) -> Mixing:
        colour = self.colour
        if action is RENEW:
            return push(s, Renewing(colour))
        if action is TURN_DOWN:
            return turned_down(s, colour, tell)
        if action is SETTLE:
            for unit in range(UNITS):
                s = move_all(s, zone(ARRIVED, colour, unit), zone(DOWN, colour, unit), tell)
            return s
        unit = action.args[0] - 1
        if action.verb == "scout":
            s = push(s, Looking(colour, unit))
            return push(s, Owing(1 - colour)) if clutter(s, 1 - colour, unit) else s
        if action.verb == "recall":
            for kind in (DOWN, ARRIVED, UP, SEEN):
                s = move_all(s, zone(kind, colour, unit), zone(RESERVE, colour), tell)
            return s
        return self._one(s, action, unit, tell)

    def _one(self, s: Mixing, action: Action, unit: int, tell: Tell) -> Mixing:
        """Move the one card that an action names, or does not say."""
        colour, complete = self.colour, not NOTATION.unsaid(action)
        card = action.args[-1] if complete else 0
        down = zone(DOWN, colour, unit)
        match action.verb:
            case "assign":
                return move(s, card, zone(RESERVE, colour), down, tell)
            case "reassign":
                return move(s, card, down, zone(ARRIVED, colour, action.args[1] - 1), tell)
            case "flip":
                s = move(s, card, down, zone(UP, colour, unit), tell)
                flipped = tuple(n + (side == colour) for side, n in enumerate(s.flipped))
                return copy_with(s, flipped=flipped)
            case "lose":
                return move(s, card, zone(UP, colour, unit), zone(LOST_UP, colour), tell)
            case _:
                return move(s, card, down, zone(LOST_DOWN, colour), tell)


def _result(s: State) -> str:
    assert isinstance(s, Mixing)
    one, other = s.flipped
    return "none" if one == other else f"side {1 + (other > one)}"


def mixing(each: int, copies: int = 1) -> Title:
    """Return the game with so many different cards a side, and so many copies of each."""

    def lists(setup: Setup) -> dict[int, dict[int, int]]:
        return {zone(DECK, c): dict.fromkeys(codes(each, c), copies) for c in range(COLOURS)}

    def start(setup: Setup) -> Mixing:
        held = {
            at: zone_of(card for card in counts for _ in range(copies)) for at, counts in lists(setup).items()
        }
        s = Mixing(
            None,
            -1,
            tuple(held.get(at, 0) for at in range(KINDS * COLOURS)),
            tuple(_audience(at % KINDS, at // KINDS) for at in range(KINDS * COLOURS)),
            each,
            (0,) * COLOURS,
        )
        return push(s, Flow(0), *(Dealing(c, each * copies) for c in reversed(range(COLOURS))))

    return Title(
        id=f"mixing-{each}-{copies}",
        name="Mixing",
        edition=hashlib.sha256(b"mixing 1").digest(),
        seats=(COLOURS,),
        options=(),
        notation=NOTATION,
        zone_forms=tuple(_form(kind, c) for c in range(COLOURS) for kind in range(KINDS)),
        chairs=lambda seats: tuple(Chair(seat, (seat,)) for seat in range(1, seats + 1)),
        slots=lambda setup: 512,
        deck_lists=lists,
        start=start,
        result=_result,
        unfinished=_result,
        after_loss=lambda setup, seats: f"side {3 - seats[0]}" if len(seats) == 1 else "none",
        vocabulary=lambda setup: _vocabulary(each),
        reasons=reasons,
        event_kinds={"moved": ("card", "number", "zone", "zone")},
        question_kinds={"turn-down": ("number",), "act": ("number",)},
        reason_kinds={"not-now": (), "not-there": (), "same-unit": ()},
    )


def _form(kind: int, colour: int) -> ZoneForm:
    if kind == DECK:
        return ZoneForm(DECK_FORM, 0, colour)
    if kind == RESERVE:
        return ZoneForm(BAG, 1, colour, mixed=True)
    return ZoneForm(LAID, kind - RESERVE - 1, colour, mixed=kind in restless())


def _audience(kind: int, colour: int) -> int:
    if kind in {DECK, LOST_UP} or kind in range(UP, UP + UNITS):
        return EVERYBODY
    if kind in range(SEEN, SEEN + UNITS):
        return seat_audience(1) | seat_audience(2)
    return seat_audience(colour + 1)


def _vocabulary(each: int) -> tuple[Action, ...]:
    cards = [card for colour in range(COLOURS) for card in codes(each, colour)]
    units = range(1, UNITS + 1)
    return (
        *(
            NOTATION.action(verb, unit, c)
            for verb in ("assign", "flip", "lose", "drop")
            for unit in units
            for c in cards
        ),
        *(NOTATION.action("reassign", unit, other, c) for unit in units for other in units for c in cards),
        *(NOTATION.action(verb, unit) for verb in ("scout", "recall") for unit in units),
        *(SETTLE, TURN_DOWN, RENEW, DONE),
    )


TITLE = mixing(10)
TWINS = mixing(4, 3)
"""With three copies of each card, for what is the same for equal cards."""

"""Levies: two decks of unique cards, for what a title with open lists, mulligans and late cards asks for.

Each side begins with the cards of its opening list, or with as many from its shuffled deck, and may give
them back once. A turn: draw two while the deck lasts, play cards face up, discard cards face down; what has
been played or discarded never comes back. After every second round both sides' late cards go into their decks
at once; the second time there are none left, the third time there is no deck either. More cards played win.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from miniatures.levies_table import (
    COLOURS,
    DECK,
    DONE,
    HAND,
    KEEP,
    KINDS,
    LATE,
    MULLIGAN,
    NOTATION,
    OPENING,
    SHOWN,
    UNSHOWN,
    Asking,
    Levies,
    face_up,
    reasons,
)
from sealed.engine.cards import count, move, move_all
from sealed.engine.chance import Deal, Shuffle
from sealed.engine.eye import EVERYBODY, REFEREE_ONLY, seat_audience
from sealed.engine.frames import Chance, Procedure, State, pop, push, replace_top
from sealed.engine.kernel import stated_answer
from sealed.engine.message import Question
from sealed.engine.title import BAG, LAID, Chair, Option, Setup, Title, ZoneForm
from sealed.engine.title import DECK as DECK_FORM
from sealed.engine.value import copy_with
from sealed.engine.zones import types, zone_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.engine.chance import Request
    from sealed.engine.frames import Tell

DRAW = 2
DEAL_OPEN, DEAL, ASK, TURN, JOIN = range(5)
_ROUND = ((TURN, 0), (TURN, 1))
_COURSE = ((ASK, 0), (ASK, 1), *3 * (*_ROUND, *_ROUND, (JOIN, 0)), *_ROUND)
COURSES = {
    "open": ((DEAL_OPEN, 0), (DEAL_OPEN, 1), *_COURSE),
    "drawn": ((DEAL, 0), (DEAL, 1), *_COURSE),
}
"""What comes one after the other, by how the first hands are found."""
_BY_NUMBER = tuple(COURSES.values())


@dataclass(frozen=True, slots=True)
class Flow(Procedure[Levies]):
    """The course of the game."""

    course: int
    step: int

    def run(self, s: Levies, tell: Tell) -> Levies:
        """Do the next thing."""
        course = _BY_NUMBER[self.course]
        if self.step == len(course):
            return copy_with(s, stack=None)
        what, colour = course[self.step]
        s = replace_top(s, Flow(self.course, self.step + 1))
        if what == JOIN:
            return push(s, Mixing((0, 1), 1))
        if what == ASK:
            return push(s, Keeping(colour))
        if what == DEAL_OPEN:
            return push(s, Dealing(OPENING[colour], colour, s.first))
        if what == DEAL:
            return push(s, Dealing(DECK[colour], colour, s.first))
        drawn = min(DRAW, count(s, DECK[colour]))
        s = push(s, Acting(colour))
        return push(s, Dealing(DECK[colour], colour, drawn)) if drawn else s


@dataclass(frozen=True, slots=True)
class Mixing(Chance[Levies]):
    """Decks are shuffled in one batch; `late` tells that late cards go into them."""

    left: tuple[int, ...]
    late: int

    def requests(self, s: Levies) -> tuple[Request, ...]:
        """Ask for a shuffle for each colour that is left."""
        sources = {c: (DECK[c], LATE[c]) if self.late else (DECK[c],) for c in self.left}
        return tuple(Shuffle(DECK[c], sources[c]) for c in self.left)

    def take(self, s: Levies, outcome: Action, tell: Tell) -> Levies:
        """Put the late cards in."""
        colour, *left = self.left
        if self.late:
            s = move_all(s, LATE[colour], DECK[colour], tell)
        return replace_top(s, Mixing(tuple(left), self.late)) if left else pop(s)


@dataclass(frozen=True, slots=True)
class Returning(Chance[Levies]):
    """A hand goes back into its deck."""

    colour: int

    def requests(self, s: Levies) -> tuple[Request, ...]:
        """Ask for one shuffle of the rest and the hand."""
        return (Shuffle(DECK[self.colour], (DECK[self.colour], HAND[self.colour])),)

    def take(self, s: Levies, outcome: Action, tell: Tell) -> Levies:
        """Put the hand in."""
        return pop(move_all(s, HAND[self.colour], DECK[self.colour], tell))


@dataclass(frozen=True, slots=True)
class Dealing(Chance[Levies]):
    """Cards from a deck or an open list to the hand."""

    source: int
    colour: int
    left: int

    def requests(self, s: Levies) -> tuple[Request, ...]:
        """Ask for what is left."""
        return (Deal(self.source, HAND[self.colour], self.left),)

    def take(self, s: Levies, outcome: Action, tell: Tell) -> Levies:
        """Hand the cards over."""
        for card in outcome.args:
            s = move(s, card, self.source, HAND[self.colour], tell)
        left = self.left - len(outcome.args)
        return replace_top(s, Dealing(self.source, self.colour, left)) if left else pop(s)


@dataclass(frozen=True, slots=True)
class Keeping(Asking):
    """Keep the first hand?"""

    colour: int
    verbs: ClassVar[tuple[str, ...]] = ("keep", "mulligan")

    def question(self, s: Levies) -> Question:
        """Name the colour."""
        return Question("keep", (self.colour + 1,), "Hands")

    def legal(self, s: Levies, seat: int) -> Sequence[Action]:
        """Offer both."""
        return (KEEP, MULLIGAN)

    def take(self, s: Levies, action: Action, seat: int, tell: Tell) -> Levies:
        """Give the hand back and draw as many."""
        if action is KEEP:
            return pop(s)
        dealing = Dealing(DECK[self.colour], self.colour, count(s, HAND[self.colour]))
        return replace_top(s, dealing, Returning(self.colour))

    def stated(self, s: Levies, seat: int) -> Action:
        """Keep it."""
        return KEEP


@dataclass(frozen=True, slots=True)
class Acting(Asking):
    """The own turn."""

    colour: int
    verbs: ClassVar[tuple[str, ...]] = ("play", "discard", "done")

    def question(self, s: Levies) -> Question:
        """Name the colour."""
        return Question("act", (self.colour + 1,), "Turn")

    def legal(self, s: Levies, seat: int) -> Sequence[Action]:
        """Offer what the hand has, or may have."""
        plays = [NOTATION.action("play", card) for card in face_up(s, self.colour)]
        return [
            *plays,
            *(NOTATION.action("discard", card) for card in types(s.zones[HAND[self.colour]])),
            DONE,
        ]

    def audience(self, s: Levies, action: Action) -> int:
        """Show a discarded card to its owner."""
        return seat_audience(self.colour + 1) if action.verb == "discard" else EVERYBODY

    def take(self, s: Levies, action: Action, seat: int, tell: Tell) -> Levies:
        """Lay the card, face up or face down."""
        if action is DONE:
            return pop(s)
        target = SHOWN if action.verb == "play" else UNSHOWN
        return move(s, action.args[0], HAND[self.colour], target[self.colour], tell)

    def stated(self, s: Levies, seat: int) -> Action:
        """Stop."""
        return DONE


def _result(s: State) -> str:
    played = [count(s, zone) for zone in SHOWN]
    return "none" if played[0] == played[1] else f"side {1 + (played[1] > played[0])}"


def levies(opening: int, deck: int, late: int) -> Title:
    """Return the game with so many cards a side in the opening list, the deck and the late list."""
    each = opening + deck + late
    parts = ((OPENING, 0, opening), (DECK, opening, opening + deck), (LATE, opening + deck, each))

    def lists(setup: Setup) -> dict[int, dict[int, int]]:
        return {
            zones[colour]: dict.fromkeys(range(colour * each + first + 1, colour * each + end + 1), 1)
            for colour in range(COLOURS)
            for zones, first, end in parts
        }

    def start(setup: Setup) -> Levies:
        held = {zone: zone_of(cards) for zone, cards in lists(setup).items()}
        audience = [REFEREE_ONLY, EVERYBODY, EVERYBODY, 0, EVERYBODY, 0]
        s = Levies(
            None,
            -1,
            tuple(held.get(zone, 0) for zone in range(KINDS * COLOURS)),
            tuple(
                audience[zone % KINDS] or seat_audience(zone // KINDS + 1) for zone in range(KINDS * COLOURS)
            ),
            each,
            opening,
        )
        return push(s, Flow(list(COURSES).index(setup.option("hands")), 0), Mixing((0, 1), 0))

    codes = range(1, COLOURS * each + 1)
    forms = (
        (DECK_FORM, 0),  # deck
        (DECK_FORM, 1),  # late cards
        (DECK_FORM, 2),  # opening hand
        (BAG, 0),  # hand
        (LAID, 0),  # cards played
        (LAID, 1),  # cards discarded face down
    )
    return Title(
        id=f"levies-{opening}-{deck}-{late}",
        name="Levies",
        edition=hashlib.sha256(b"levies 1").digest(),
        seats=(2,),
        options=(Option("hands", tuple(COURSES), "open"),),
        notation=NOTATION,
        zone_forms=tuple(ZoneForm(form, kind, c) for c in range(COLOURS) for form, kind in forms),
        chairs=lambda seats: tuple(Chair(seat, (seat,)) for seat in range(1, seats + 1)),
        slots=lambda setup: 512,
        deck_lists=lists,
        start=start,
        result=_result,
        unfinished=_result,
        after_loss=lambda setup, seats: f"side {3 - seats[0]}" if len(seats) == 1 else "none",
        vocabulary=lambda setup: (
            *(NOTATION.action(verb, card) for verb in ("play", "discard") for card in codes),
            KEEP,
            MULLIGAN,
            DONE,
        ),
        reasons=reasons,
        event_kinds={"moved": ("card", "number", "zone", "zone")},
        question_kinds={"keep": ("number",), "act": ("number",)},
        reason_kinds={"not-now": (), "not-held": ("card",)},
        stated_answer=stated_answer,
    )


TITLE = levies(3, 6, 3)
BIG = levies(5, 150, 25)
"""As many cards a side as the largest title has."""

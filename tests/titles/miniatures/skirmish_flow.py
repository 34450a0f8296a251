"""The flow of Skirmish: what chance is asked, and the procedures of a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from miniatures import skirmish_questions as ask
from miniatures.skirmish_table import (
    BANNER,
    DRAW,
    FIRST_DRAW,
    HAND,
    HIT,
    PILE,
    SECRET,
    SHOWN,
    UNSHOWN,
    Skirmish,
    add,
)
from sealed.engine.cards import close, count, learn, move, move_all, widen
from sealed.engine.chance import ALL, PICKED, Deal, Look, Open, Order, Pick, Roll, Shuffle
from sealed.engine.eye import EVERYBODY, seat_audience
from sealed.engine.frames import Chance, Procedure, pop, push, replace_top
from sealed.engine.message import Event
from sealed.engine.value import copy_with

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.engine.chance import Request
    from sealed.engine.frames import Tell


@dataclass(frozen=True, slots=True)
class Mixing(Chance[Skirmish]):
    """A deck is shuffled; `again` tells that both discard piles go into it."""

    colour: int
    again: int

    def requests(self, s: Skirmish) -> tuple[Request, ...]:
        """Ask for one shuffle."""
        sources = (SHOWN[self.colour], UNSHOWN[self.colour]) if self.again else (PILE[self.colour],)
        return (Shuffle(PILE[self.colour], sources),)

    def take(self, s: Skirmish, outcome: Action, tell: Tell) -> Skirmish:
        """Turn the discards over; whoever has scouted the pile has nothing left to see."""
        if self.again:
            for pile in (SHOWN[self.colour], UNSHOWN[self.colour]):
                s = move_all(s, pile, PILE[self.colour], tell)
            s = close(s, UNSHOWN[self.colour], seat_audience(self.colour + 1))
        return pop(s)


@dataclass(frozen=True, slots=True)
class Ordering(Chance[Skirmish]):
    """The order of turns for the whole game."""

    def requests(self, s: Skirmish) -> tuple[Request, ...]:
        """Ask for an order of the colours that play."""
        return (Order(tuple(range(1, len(s.men) + 1))),)

    def take(self, s: Skirmish, outcome: Action, tell: Tell) -> Skirmish:
        """Keep it."""
        return pop(copy_with(s, order=tuple(number - 1 for number in outcome.args)))


@dataclass(frozen=True, slots=True)
class Dealing(Chance[Skirmish]):
    """Some cards from the deck to the hand, one at a time."""

    colour: int
    left: int

    def requests(self, s: Skirmish) -> tuple[Request, ...]:
        """Ask for what is left of the draw."""
        return (Deal(PILE[self.colour], HAND[self.colour], self.left),)

    def take(self, s: Skirmish, outcome: Action, tell: Tell) -> Skirmish:
        """Hand the cards over."""
        for card in outcome.args:
            s = move(s, card, PILE[self.colour], HAND[self.colour], tell)
        left = self.left - len(outcome.args)
        return replace_top(s, Dealing(self.colour, left)) if left else pop(s)


@dataclass(frozen=True, slots=True)
class Scouting(Chance[Skirmish]):
    """A look at a rival's unshown discards; the pile stays watched until it is shuffled."""

    colour: int
    rival: int

    def requests(self, s: Skirmish) -> tuple[Request, ...]:
        """Ask for the whole pile."""
        pile = UNSHOWN[self.rival]
        return (Look(self.colour + 1, pile, count(s, pile)),)

    def take(self, s: Skirmish, outcome: Action, tell: Tell) -> Skirmish:
        """Remember who has seen it."""
        s = widen(s, UNSHOWN[self.rival], self.colour + 1)
        return pop(learn(s, UNSHOWN[self.rival], outcome.args))


@dataclass(frozen=True, slots=True)
class Rolling(Chance[Skirmish]):
    """Two dice for a strike: 7 hits; a double snatches a card at random, else the victim chooses."""

    colour: int
    rival: int

    def requests(self, s: Skirmish) -> tuple[Request, ...]:
        """Ask for two dice."""
        return (Roll(2, 6),)

    def take(self, s: Skirmish, outcome: Action, tell: Tell) -> Skirmish:
        """Score the hit and ask for the card it costs."""
        first, second = outcome.args
        s = replace_top(s, ask.Pressing(self.colour, self.rival))
        tell.append(Event("rolled", (self.colour + 1, first, second), EVERYBODY))
        if first + second < HIT:
            return s
        s = copy_with(s, men=add(s.men, self.rival, -1), points=add(s.points, self.colour, 1))
        if not s.men[self.rival]:
            return copy_with(s, stack=None)
        if not count(s, HAND[self.rival]):
            return s
        return push(s, Snatching(self.rival, 0) if first == second else ask.Giving(self.rival))


@dataclass(frozen=True, slots=True)
class Snatching(Chance[Skirmish]):
    """A card of the victim's hand is hit at random, then opened."""

    rival: int
    hit: int

    def requests(self, s: Skirmish) -> tuple[Request, ...]:
        """Ask for the pick, then for the card that it has hit."""
        hand = HAND[self.rival]
        return (Open(hand, 1, PICKED),) if self.hit else (Pick(count(s, hand), hand),)

    def take(self, s: Skirmish, outcome: Action, tell: Tell) -> Skirmish:
        """Discard the opened card."""
        if not self.hit:
            return replace_top(s, Snatching(self.rival, 1))
        return pop(move(s, outcome.args[0], HAND[self.rival], SHOWN[self.rival], tell))


@dataclass(frozen=True, slots=True)
class Disclosing(Chance[Skirmish]):
    """The laid cards are opened, colour after colour; `banners` counts what has been opened."""

    banners: tuple[int, ...]

    def requests(self, s: Skirmish) -> tuple[Request, ...]:
        """Ask for every card that is still closed."""
        return tuple(Open(zone, 1, ALL) for zone in SECRET[: len(s.men)] if count(s, zone))

    def take(self, s: Skirmish, outcome: Action, tell: Tell) -> Skirmish:
        """Open one; after the last the most banners score, a tie nothing."""
        colour = next(c for c in range(len(s.men)) if count(s, SECRET[c]))
        s = move(s, outcome.args[0], SECRET[colour], SHOWN[colour], tell)
        banners = add(self.banners, colour, int(outcome.args[0] == BANNER))
        if any(count(s, zone) for zone in SECRET):
            return replace_top(s, Disclosing(banners))
        return pop(score(s, banners, tell))


def score(s: Skirmish, banners: tuple[int, ...], tell: Tell) -> Skirmish:
    """Give a point to the colour with the most banners, if it is one."""
    if banners.count(max(banners)) > 1:
        return s
    colour = banners.index(max(banners))
    tell.append(Event("scored", (colour + 1,), EVERYBODY))
    return copy_with(s, points=add(s.points, colour, 1))


@dataclass(frozen=True, slots=True)
class Drawing(Procedure[Skirmish]):
    """A draw of some cards: shuffles the discards if the deck runs out, stops if nothing is left."""

    colour: int
    left: int

    def run(self, s: Skirmish, tell: Tell) -> Skirmish:
        """Deal what the deck has."""
        deck = count(s, PILE[self.colour])
        if not self.left:
            return pop(s)
        if deck:
            dealt = min(deck, self.left)
            return push(replace_top(s, Drawing(self.colour, self.left - dealt)), Dealing(self.colour, dealt))
        if count(s, SHOWN[self.colour]) + count(s, UNSHOWN[self.colour]):
            return push(s, Mixing(self.colour, 1))
        return pop(s)


@dataclass(frozen=True, slots=True)
class Opening(Procedure[Skirmish]):
    """Shuffles, order of turns, first hands."""

    step: int

    def run(self, s: Skirmish, tell: Tell) -> Skirmish:
        """Do the next of them."""
        n = len(s.men)
        if self.step == 2 * n + 1:
            return replace_top(s, Round(0))
        s = replace_top(s, Opening(self.step + 1))
        if self.step == n:
            return push(s, Ordering())
        return push(s, Mixing(self.step, 0) if self.step < n else Drawing(self.step - n - 1, FIRST_DRAW))


@dataclass(frozen=True, slots=True)
class Round(Procedure[Skirmish]):
    """A turn for each colour in order, the secret choice, the end of the round."""

    step: int

    def run(self, s: Skirmish, tell: Tell) -> Skirmish:
        """Do the next of them."""
        n = len(s.men)
        if self.step < n:
            return push(replace_top(s, Round(self.step + 1)), Turn(s.order[self.step], 0))
        if self.step == n:
            s = replace_top(s, Round(n + 1))
            return push(s, ask.Laying()) if any(count(s, HAND[c]) for c in range(n)) else s
        s = copy_with(s, round=s.round + 1)
        return copy_with(s, stack=None) if s.round == s.rounds else replace_top(s, Round(0))


@dataclass(frozen=True, slots=True)
class Turn(Procedure[Skirmish]):
    """Draw, then act."""

    colour: int
    step: int

    def run(self, s: Skirmish, tell: Tell) -> Skirmish:
        """Do the next of them."""
        if self.step == 0:
            return push(replace_top(s, Turn(self.colour, 1)), Drawing(self.colour, DRAW))
        return replace_top(s, ask.Acting(self.colour))


@dataclass(frozen=True, slots=True)
class Strike(Procedure[Skirmish]):
    """A strike: a window for the victim if he has cards (a public reason), then the dice."""

    colour: int
    rival: int

    def run(self, s: Skirmish, tell: Tell) -> Skirmish:
        """Open the window; it comes back as dice or not at all."""
        s = replace_top(s, Rolling(self.colour, self.rival))
        return push(s, ask.Parrying(self.rival, self.colour)) if count(s, HAND[self.rival]) else s

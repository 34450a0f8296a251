"""Kuhn poker (H. W. Kuhn, "A simplified two-person poker", 1950): two seats, three cards, one bet.

Each seat antes one and gets one card of three; the third stays in a deck that nobody sees. Check or bet, then
check or bet, call or fold. At a showdown both cards are opened; after a fold neither ever is.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.cards import move
from sealed.engine.chance import ALL, Deal, Open, Shuffle
from sealed.engine.eye import EVERYBODY, REFEREE_ONLY, seat_audience
from sealed.engine.frames import Chance, Decision, State, pop, push, replace_top
from sealed.engine.kernel import stated_answer
from sealed.engine.message import Event, Question, Refusal
from sealed.engine.notation import Notation, Verb, outcome_verbs
from sealed.engine.title import DECK, LAID, Chair, Setup, Title, ZoneForm
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, zone_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.chance import Request
    from sealed.engine.frames import Tell

JACK, QUEEN, KING = 1, 2, 3
PILE = 0
HAND = (1, 2)
TABLE = (3, 4)

NOTATION = Notation(
    verbs={"check": Verb(), "bet": Verb(), "call": Verb(), "fold": Verb(), **outcome_verbs()},
    names={"card": {JACK: "Jack", QUEEN: "Queen", KING: "King"}},
)
CHECK, BET, CALL, FOLD = (NOTATION.action(verb) for verb in ("check", "bet", "call", "fold"))
VOCABULARY = (CHECK, BET, CALL, FOLD)


@dataclass(frozen=True, slots=True)
class Kuhn(State):
    """Stakes by colour, and the colour that won plus one (0 while nobody has)."""

    stakes: tuple[int, int]
    winner: int


@dataclass(frozen=True, slots=True)
class Mixing(Chance[Kuhn]):
    """The three cards are shuffled."""

    def requests(self, s: Kuhn) -> tuple[Request, ...]:
        """Ask for one shuffle of the deck."""
        return (Shuffle(PILE, (PILE,)),)

    def take(self, s: Kuhn, outcome: Action, tell: Tell) -> Kuhn:
        """Go on to the deal."""
        return replace_top(s, Dealing(0))


@dataclass(frozen=True, slots=True)
class Dealing(Chance[Kuhn]):
    """One card to each seat, the first seat first."""

    colour: int

    def requests(self, s: Kuhn) -> tuple[Request, ...]:
        """Ask for the deals that are still due."""
        return tuple(Deal(PILE, HAND[colour], 1) for colour in (0, 1)[self.colour :])

    def take(self, s: Kuhn, outcome: Action, tell: Tell) -> Kuhn:
        """Hand the card over."""
        s = move(s, outcome.args[0], PILE, HAND[self.colour], tell)
        return replace_top(s, Dealing(1) if self.colour == 0 else Betting(0, 0))


@dataclass(frozen=True, slots=True)
class Betting(Decision[Kuhn]):
    """The question of the whole game; `checked` tells that the other seat has just checked."""

    colour: int
    checked: int

    def seats(self, s: Kuhn) -> tuple[int, ...]:
        """Ask one seat."""
        return (self.colour + 1,)

    def question(self, s: Kuhn) -> Question:
        """Name the colour and what it costs to stay."""
        return Question("bet", (self.colour + 1, self._owed(s)), "Kuhn 1950")

    def legal(self, s: Kuhn, seat: int) -> Sequence[Action]:
        """Offer check and bet, or call and fold against a bet."""
        return (CALL, FOLD) if self._owed(s) else (CHECK, BET)

    def reasons(self, s: Kuhn, action: Action, seat: int) -> Iterator[Refusal]:
        """Say which half of the verbs answers a bet."""
        return reasons(s, action, seat)

    def take(self, s: Kuhn, action: Action, seat: int, tell: Tell) -> Kuhn:
        """Pay, fold or pass the question on."""
        other = 1 - self.colour
        tell.append(Event("said", (self.colour + 1, VOCABULARY.index(action)), EVERYBODY))
        if action is FOLD:
            return pop(copy_with(s, winner=other + 1))
        if action is CALL:
            return replace_top(copy_with(s, stakes=(2, 2)), Showing(0))
        if action is BET:
            stakes = (2, 1) if self.colour == 0 else (1, 2)
            return replace_top(copy_with(s, stakes=stakes), Betting(other, 0))
        return replace_top(s, Showing(0) if self.checked else Betting(other, 1))

    def stated(self, s: Kuhn, seat: int) -> Action:
        """Check if that is free, fold otherwise."""
        return FOLD if self._owed(s) else CHECK

    def _owed(self, s: Kuhn) -> int:
        return s.stakes[1 - self.colour] - s.stakes[self.colour]


@dataclass(frozen=True, slots=True)
class Showing(Chance[Kuhn]):
    """The showdown: both hands are opened, then the higher card wins."""

    colour: int

    def requests(self, s: Kuhn) -> tuple[Request, ...]:
        """Ask for the hands that are still closed."""
        return tuple(Open(HAND[colour], 1, ALL) for colour in (0, 1)[self.colour :])

    def take(self, s: Kuhn, outcome: Action, tell: Tell) -> Kuhn:
        """Lay the card on the table; after the second, compare."""
        s = move(s, outcome.args[0], HAND[self.colour], TABLE[self.colour], tell)
        if self.colour == 0:
            return replace_top(s, Showing(1))
        first, second = (cards(s.zones[zone])[0] for zone in TABLE)
        return pop(copy_with(s, winner=1 if first > second else 2))


def reasons(s: State, action: Action, seat: int) -> Iterator[Refusal]:
    """Yield why the verb does not answer: a bet is owed, or none is."""
    assert isinstance(s, Kuhn)
    mine = s.stakes[seat - 1] if seat in {1, 2} else 1
    owed = max(s.stakes) > mine
    if action.verb not in {"check", "bet", "call", "fold"}:
        yield Refusal("no-answer")
    elif owed and action.verb in {"check", "bet"}:
        yield Refusal("bet-owed", (max(s.stakes) - mine,), "Kuhn 1950", FOLD)
    elif not owed and action.verb in {"call", "fold"}:
        yield Refusal("no-bet", (), "Kuhn 1950", CHECK)


def start(setup: Setup) -> Kuhn:
    """Return the position before the shuffle."""
    zones = (zone_of((JACK, QUEEN, KING)), 0, 0, 0, 0)
    audience = (REFEREE_ONLY, seat_audience(1), seat_audience(2), EVERYBODY, EVERYBODY)
    return push(Kuhn(None, -1, zones, audience, (1, 1), 0), Mixing())


def _result(s: State) -> str:
    winner = s.winner if isinstance(s, Kuhn) else 0
    return f"side {winner}" if winner else "none"


def _after_loss(setup: Setup, seats: tuple[int, ...]) -> str:
    left = [seat for seat in (1, 2) if seat not in seats]
    return f"side {left[0]}" if len(left) == 1 else "none"


TITLE = Title(
    id="kuhn",
    name="Kuhn poker",
    edition=hashlib.sha256(b"kuhn 1").digest(),
    seats=(2,),
    options=(),
    notation=NOTATION,
    zone_forms=(
        ZoneForm(DECK, 1, 0),
        ZoneForm(LAID, 2, 0),
        ZoneForm(LAID, 2, 1),
        ZoneForm(LAID, 3, 0),
        ZoneForm(LAID, 3, 1),
    ),
    chairs=lambda seats: tuple(Chair(seat, (seat,)) for seat in range(1, seats + 1)),
    slots=lambda setup: 1,
    deck_lists=lambda setup: {PILE: {JACK: 1, QUEEN: 1, KING: 1}},
    start=start,
    result=_result,
    unfinished=lambda s: "none",
    after_loss=_after_loss,
    vocabulary=lambda setup: VOCABULARY,
    reasons=reasons,
    event_kinds={"moved": ("card", "number", "zone", "zone"), "said": ("colour", "number")},
    question_kinds={"bet": ("colour", "number")},
    reason_kinds={"no-answer": (), "bet-owed": ("number",), "no-bet": ()},
    stated_answer=stated_answer,
)

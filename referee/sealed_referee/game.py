"""The game in progress at a table: the full state, the piles beside it, who owes an answer and since when.

The engine says what happens to cards by type; the piles follow its events with handles and references.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine import chance, kernel
from sealed.engine.canonical import public_bytes
from sealed.engine.frames import RuleBugError
from sealed.engine.message import Refusal
from sealed.fairness.arithmetic.identifiers import state_digest
from sealed.fairness.bridge.duties import Answers, duty, outcome_of_slot
from sealed.fairness.bridge.places import Places
from sealed.fairness.bridge.shifts import REGROUP, shifts
from sealed_referee.piles import Piles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Event
    from sealed.engine.title import Setup, Title
    from sealed.fairness.bridge.duties import Duty, SlotDue


class Game:
    """Is the position at one table, with full information."""

    __slots__ = (
        "asked",
        "asked_ms",
        "due",
        "owing",
        "piles",
        "places",
        "setup",
        "state",
        "table_id",
        "title",
    )

    def __init__(self, title: Title, setup: Setup, table_id: bytes, seeds: Mapping[int, bytes]) -> None:
        """Sets the game up; `seeds` are the blind seeds by seat."""
        self.title, self.setup, self.table_id = title, setup, table_id
        self.places = Places(title, setup)
        self.state: State = title.start(setup)
        self.piles = Piles(printed_lists(title, setup, self.places), seeds)
        self.due: Duty = duty(title, self.places, self.state)
        self.owing: tuple[int, ...] = ()
        self.asked: dict[int, int] = {}
        """The entry after which each seat's pending question was put (spec 2.8)."""
        self.asked_ms: dict[int, int] = {}

    def settle(self, index: int, time_ms: int, actor: int = 0, due: Duty | None = None) -> None:
        """Finds out what is due after entry `index`, and puts down which seats it asks.

        A seat is asked by it if it owes and did not owe before, or if the entry is its own answer. `due`
        saves the search, if it is known.
        """
        self.due = due = due or duty(self.title, self.places, self.state)
        owing = due.seats if isinstance(due, Answers) else ()
        for seat in owing:
            if seat == actor or seat not in self.owing:
                self.asked[seat], self.asked_ms[seat] = index, time_ms
        self.owing = owing

    def happen(self, outcomes: Iterable[Action], whose: int = chance.CHANCE) -> None:
        """Carries out outcomes of chance in order, or stated answers of a seat; references follow.

        Raises RuleBugError.
        """
        for outcome in outcomes:
            step = kernel.apply(self.state, outcome, whose)
            if isinstance(step, Refusal):
                message = f"the rules refuse what they asked for or stated themselves ({step.code})"
                raise RuleBugError(message)
            self.state = step.state
            follow(self.places, self.piles, step.events)

    def happen_in_slot(self, due: SlotDue, outputs: Sequence[int]) -> None:
        """Carries out the outcome of one request of a slot."""
        self.happen((outcome_of_slot(self.title.notation, due, outputs),))

    def digest(self, state: State | None = None) -> bytes:
        """Returns the digest of the public state, of this one or of another of the same game (spec 2.8)."""
        return state_digest(self.table_id, public_bytes(self.state if state is None else state))


def follow(places: Places, piles: Piles, events: Iterable[Event]) -> None:
    """Moves references as the events of an outcome say. Raises RuleBugError where they mix cards."""
    for shift in shifts(places, events):
        if shift.act == REGROUP:
            message = "chance mixes cards, which only a seat can do"
            raise RuleBugError(message)
        for _ in range(shift.n):
            piles.follow(shift.card, shift.source, shift.target)


def printed_lists(title: Title, setup: Setup, places: Places) -> dict[int, dict[int, int]]:
    """Returns the printed list of each deck: {deck number: {card: copies}}, ascending by deck."""
    lists = {places.of(zone).number: dict(cards) for zone, cards in title.deck_lists(setup).items()}
    return dict(sorted(lists.items()))

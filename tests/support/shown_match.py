"""An in-memory match in which one seat is played at a table's screen and the others by bots."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from match import InMemoryMatch

from sealed_client.bots import make_bot
from sealed_client.presenters.manners import Manners
from sealed_client.presenters.table_presenter import TablePresenter
from sealed_client.table_view import Line
from sealed_client.viewing import Viewer, own_of
from sealed_client.wishes import Answer, Pause, Resign
from sealed_client.words.messages import messages_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.title import Title
    from sealed_client.presenters.gestures import Gesture
    from sealed_client.presenters.requests import Outcome
    from sealed_client.table_view import TableView

    Player = Callable[[State, int], Action]


class ShownMatch:
    """Is a match of which `table` is one seat's screen; `now_ms` is what its device's clock shows."""

    def __init__(
        self,
        title: Title,
        seats: int,
        rng: Random,
        options: Mapping[str, str] | None = None,
        number: int = 1,
        manners: Manners | None = None,
        players: Mapping[int, Player] | None = None,
    ) -> None:
        """Begins the match and shows it; without `players` bots play the other seats."""
        self.match = InMemoryMatch(title, seats, rng, options)
        self.number, self.now_ms = number, 1_000_000
        bots = (
            {one: make_bot("random", title, rng).answer for one in range(1, seats + 1)} if not players else {}
        )
        self.players = dict(players or bots)
        rules = self.match.seats[number].enrolment.rules
        self.table = TablePresenter(rules, messages_of("en"), manners or Manners(), lambda: self.now_ms)
        self.outcomes: list[Outcome] = []
        self.match.begin()
        self.look()

    def view(self, **changes: object) -> TableView:
        """Returns the snapshot of the shown seat, with some fields changed."""
        seat, told = self.match.seats[self.number], self.match.told[self.number]
        viewer = Viewer("lobby", seat.enrolment.rules, self.number)
        viewer.note(tuple(told.events), tuple(told.verdicts))
        viewer.line = Line.CONNECTED
        return replace(viewer.snapshot(seat.follower, own_of(seat, None)), **changes)

    def look(self, **changes: object) -> None:
        """Shows how the table stands; what follows by itself is done."""
        self._go(self.table.see(self.view(**changes), self.match.seats[self.number].follower))

    def others(self) -> None:
        """Lets the others answer until the shown seat is asked or nobody is."""
        self.look()
        while self.number not in self.match.asked and self.match.asked:
            other = self.match.asked[0]
            self.match.answer(other, self.players[other])
            self.look()

    def do(self, gesture: Gesture) -> tuple[Outcome, ...]:
        """Makes a gesture; what it wishes is done."""
        outcomes = self.table.do(gesture)
        self._go(outcomes)
        return outcomes

    def _go(self, outcomes: tuple[Outcome, ...]) -> None:
        self.outcomes += outcomes
        seat = self.match.seats[self.number]
        for outcome in outcomes:
            match outcome:
                case Answer(draft):
                    self.match.do(self.number, seat.submit(draft))
                case Resign(stop):
                    self.match.do(self.number, seat.resign(stop=stop))
                case Pause(on):
                    self.match.do(self.number, seat.pause(on=on))
                case _:
                    continue
            self.match.settle()
            self.look()

    def until(self, question: str) -> None:
        """Plays on until the shown seat is asked a question; its screen shows it then."""
        seat = self.match.seats[self.number]
        for _ in range(2000):
            self.others()
            if not seat.asked:
                break
            draft = self.view().draft()
            asked = draft.question if draft is not None else None
            if asked is not None and asked.id == question:
                return
            self.match.answer(self.number, self.players[self.number], 1)
            self.look()
        message = f"seat {self.number} is never asked {question!r}"
        raise AssertionError(message)

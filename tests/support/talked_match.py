"""An in-memory match in which seat 1 is talked to by the text client and the others are played by bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from match import InMemoryMatch

from sealed_client.bots import make_bot
from sealed_client.patience import Patience
from sealed_client.table_view import Line
from sealed_client.text.table_talk import TableTalk
from sealed_client.viewing import Viewer, own_of
from sealed_client.wishes import Answer, Pause, Resign

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from sealed.engine.title import Title
    from sealed.wire.v1.fairness_pb2 import Clock
    from sealed_client.follower import Follower
    from sealed_client.table_view import TableView
    from sealed_client.text.table_talk import Reply


DEVICE_MS = 1_000_000_000_000
"""What the clock of the talked seat's device shows, always."""


class TalkedMatch:
    """Is a match of which `talk` is seat `number`'s conversation; `said` is all that it was told."""

    def __init__(
        self,
        title: Title,
        seats: int,
        rng: Random,
        options: Mapping[str, str] | None = None,
        number: int = 1,
        bot: str = "random",
        clock: Clock | None = None,
    ) -> None:
        """Begins the match and tells what there is to tell."""
        self.match = InMemoryMatch(title, seats, rng, options, clock)
        self.clock = clock
        self.number = number
        self.bots = {one: make_bot(bot, title, rng) for one in range(1, seats + 1)}
        self.talk = TableTalk(self.match.seats[number].enrolment.rules, "sealed join HERE")
        self.said: list[str] = []
        self.match.begin()
        self.look()

    def view(self) -> TableView:
        """Returns the snapshot of the talked seat."""
        seat, told = self.match.seats[self.number], self.match.told[self.number]
        viewer = Viewer("lobby", seat.enrolment.rules, self.number)
        viewer.note(tuple(told.events), tuple(told.verdicts))
        viewer.line = Line.CONNECTED
        if self.clock is not None:
            viewer.note_patience(self._patience(seat.follower))
        return viewer.snapshot(seat.follower, own_of(seat, None))

    def _patience(self, follower: Follower) -> Patience:
        """Returns what this device, whose clock stands still, knows of the time of a clocked table."""
        patience = Patience(60)
        patience.connected(0, self.match.now_ms, DEVICE_MS)
        patience.overdue(follower, (), DEVICE_MS)
        return patience

    def look(self) -> list[str]:
        """Shows the talk how the table stands and returns what it says."""
        lines = self.talk.see(self.view(), self.match.seats[self.number].follower)
        self.said += lines
        return lines

    def others(self) -> None:
        """Lets the bots answer until the talked seat is asked or nobody is."""
        while asked := [one for one in self.match.asked if one != self.number]:
            if self.number in self.match.asked:
                break
            self.match.answer(asked[0], self.bots[asked[0]].answer)
        self.look()

    def say(self, line: str) -> Reply:
        """Types a line; what it wishes is done."""
        reply = self.talk.hear(line)
        self.said += reply.lines
        seat = self.match.seats[self.number]
        for wish in reply.wishes:
            match wish:
                case Answer(draft):
                    self.match.do(self.number, seat.submit(draft))
                case Resign(stop):
                    self.match.do(self.number, seat.resign(stop=stop))
                case Pause(on):
                    self.match.do(self.number, seat.pause(on=on))
            self.match.settle()
        if reply.wishes:
            self.look()
        return reply

    def until(self, question: str) -> None:
        """Plays on by bots until the talked seat is asked a question; the text client then shows it."""
        seat = self.match.seats[self.number]
        for _ in range(2000):
            if seat.asked and self.talk.draft is not None:
                asked = self.talk.draft.question
                if asked is not None and asked.id == question:
                    return
                self.match.answer(self.number, self.bots[self.number].answer, 1)
            self.others()
        message = f"seat {self.number} is never asked {question!r}"
        raise AssertionError(message)

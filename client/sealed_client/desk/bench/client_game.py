"""A game of Popular Front for the client's bench: real rules and presenter, and a map full of pieces."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final

from sealed.games import TITLES
from sealed_client.bots import make_bot
from sealed_client.clock import system_clock
from sealed_client.desk.bench.tabletop import Tabletop
from sealed_client.presenters.glimpse import glimpse_of
from sealed_client.presenters.manners import Manners
from sealed_client.presenters.scene import Coat, Counter
from sealed_client.presenters.table_presenter import TablePresenter
from sealed_client.table_view import Line
from sealed_client.viewing import Viewer, own_of
from sealed_client.words.messages import messages_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealed.engine.message import Event
    from sealed.engine.title import Title
    from sealed_client.moves import Moves
    from sealed_client.presenters.gestures import Gesture
    from sealed_client.presenters.scene import TableScene

PIECES: Final = 200
_COATS: Final = (
    Coat("round", "#8a2f4c", "#f6efdd"),
    Coat("octagon", "#2f4569", "#f6efdd", "slants"),
    Coat("round", "#dc9aa6", "#2f281d", "dots"),
)


class BenchGame:
    """Is a game that two random players play; seat 1 is shown."""

    def __init__(self, seed: int = 7) -> None:
        """Begins it."""
        rng, title = Random(seed), TITLES["popular-front"]
        self._table = _Told(title, 2, rng, {})
        self._players = {number: make_bot("random", title, rng) for number in (1, 2)}
        self._seat = self._table.seats[1]
        rules = self._seat.enrolment.rules
        self._viewer = Viewer("bench", rules, 1)
        self._viewer.line = Line.CONNECTED
        self._presenter = TablePresenter(rules, messages_of("en"), Manners(), system_clock)
        self._steps = 0

    def step(self) -> TableScene:
        """Lets somebody answer, until seat 1 is asked; returns the scene with a full map."""
        while True:
            self._table.step(self._players)
            if self._seat.asked:
                break
        self._steps += 1
        self._viewer.note(tuple(self._table.told), ())
        self._table.told.clear()
        view = self._viewer.snapshot(self._seat.follower, own_of(self._seat, None))
        self._presenter.see(view, glimpse_of(self._seat.follower))
        return self._full(self._presenter.scene)

    def do(self, gesture: Gesture) -> TableScene:
        """Takes a gesture; answers are not sent."""
        self._presenter.do(gesture)
        return self._full(self._presenter.scene)

    def _full(self, scene: TableScene) -> TableScene:
        spaces = len(scene.board.tints)
        counters = tuple(
            Counter(
                f"p{number}", number % spaces, _COATS[number % 3], str(1 + (number + self._steps) % 4), ""
            )
            for number in range(PIECES)
        )
        return replace(scene, board=replace(scene.board, counters=counters))


class _Told(Tabletop):
    """Keeps what seat 1 is told."""

    def __init__(self, title: Title, seats: int, rng: Random, options: Mapping[str, str]) -> None:
        self.told: list[Event] = []
        super().__init__(title, seats, rng, options)

    def _do(self, number: int, moves: Moves) -> None:
        if number == 1:
            self.told.extend(moves.events)
        super()._do(number, moves)

"""What a player may choose before a game against the computer: his side, how many play, how well they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import ObjectProperty, StringProperty

import sealed_client.screens.components.answer_button
import sealed_client.screens.components.choice
import sealed_client.screens.components.icon_button
import sealed_client.screens.components.page_scroller
import sealed_client.screens.components.panel  # noqa: F401 - the kv rule uses them
from sealed_client.presenters.home import NewGame
from sealed_client.presenters.scene import Answer
from sealed_client.screens.components.dialog import Overlay
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from collections.abc import Callable

    from kivy.event import EventDispatcher

    Options = list[tuple[str, str]]

_FEWEST, _MOST = 2, 6


class NewGameDialog(Overlay):
    """Asks; `on_start` is called with the `game` chosen, `on_close` when the player does not want one."""

    game = ObjectProperty(NewGame(), rebind=True)
    strength = StringProperty("steady")

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_start")
        super().__init__(**properties)

    def on_start(self, game: NewGame) -> None:
        """Is called with the game that is wanted."""

    def on_game(self, _dialog: EventDispatcher, game: NewGame) -> None:
        """Marks how well the others play."""
        self.strength = game.bots[0] if game.bots else "steady"

    def sides(self, say: Callable[..., str], game: NewGame) -> Options:
        """Returns the sides; the armies alternate seat by seat, so the first two seats stand for them."""
        return [(str(seat), say(f"{game.title}.sides.{seat}")) for seat in (1, 2)]

    def counts(self) -> Options:
        """Returns how many may play."""
        return [(str(count), str(count)) for count in range(_FEWEST, _MOST + 1)]

    def strengths(self, say: Callable[..., str]) -> Options:
        """Returns how well the others may play."""
        return [("random", say("screen.new.easy")), ("steady", say("screen.new.steady"))]

    def start_answer(self, say: Callable[..., str]) -> Answer:
        """Returns the button that begins the game."""
        return Answer("start", say("screen.new.start"), rank="primary")

    def sit(self, seat: str) -> None:
        """Takes a side."""
        self.game = self.game._replace(seat=int(seat))

    def invite(self, count: str) -> None:
        """Changes how many play."""
        seats = int(count)
        self.game = self.game._replace(seats=seats, bots=(self.strength,) * (seats - 1))

    def oppose(self, kind: str) -> None:
        """Changes how well the others play."""
        self.game = self.game._replace(bots=(kind,) * (self.game.seats - 1))


load_kv(__file__)

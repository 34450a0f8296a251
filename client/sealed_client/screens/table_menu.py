"""The menu of a table: settings, giving up, going home."""

from __future__ import annotations

from sealed_client.presenters.scene import Answer, Confirmation, Sentence
from sealed_client.screens.components.dialog import Dialog
from sealed_client.screens.speech import speech


class TableMenu(Dialog):
    """Offers what is not part of the game. Events: ``on_settings``, ``on_resign``, ``on_leave``."""

    def __init__(self, *, running: bool, **properties: object) -> None:
        """Makes the menu; giving up is offered while the game is `running`."""
        for event in ("on_settings", "on_resign", "on_leave"):
            self.register_event_type(event)
        say = speech.say
        answers = [Answer("settings", say("screen.menu.settings"))]
        if running:
            answers.append(Answer("resign", say("screen.menu.resign")))
        answers.append(Answer("leave", say("screen.menu.leave"), say("screen.menu.leave.about")))
        answers.append(Answer("close", say("screen.menu.close"), rank="primary"))
        heading = Sentence(say("screen.menu.heading"))
        super().__init__(confirmation=Confirmation(heading, tuple(answers)), **properties)

    def on_choose(self, key: str) -> None:
        """Passes the choice on."""
        self.dispatch(f"on_{key}")

    def on_settings(self) -> None:
        """Is called when the settings are wanted."""

    def on_resign(self) -> None:
        """Is called when the player thinks of giving up."""

    def on_leave(self) -> None:
        """Is called when the player goes home."""

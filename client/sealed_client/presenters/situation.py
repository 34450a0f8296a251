"""Everything that a scene is made of, at one moment and in one language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed_client.foreign_text import foreign

if TYPE_CHECKING:
    from sealed.engine.message import Event
    from sealed_client.presenters.answering import Answering
    from sealed_client.presenters.glimpse import Glimpse
    from sealed_client.presenters.title_presenter import Look, TitlePresenter
    from sealed_client.table_view import TableView
    from sealed_client.words.messages import Messages
    from sealed_client.words.phrases import Phrases


@dataclass(frozen=True, slots=True)
class Tongue:
    """The words of one table in one language: the table's, the rules', the title's."""

    messages: Messages
    phrases: Phrases
    title: TitlePresenter

    def say(self, message_id: str, /, **values: object) -> str:
        """Return a sentence of the table."""
        return self.messages.text(f"table.{message_id}", **values)

    def event(self, event: Event) -> str:
        """Return what happened; empty for what is not worth a line."""
        return self.phrases.event(event)


@dataclass(frozen=True, slots=True)
class Situation:
    """A snapshot with the player's answers; `look` is None before there is a position.

    `at_ms` is what the referee's clock shows (None: not heard yet), `lost_ms` for how long the line is gone.
    """

    view: TableView
    glimpse: Glimpse | None
    answering: Answering
    look: Look | None
    tongue: Tongue
    at_ms: int | None
    lost_ms: int

    def name(self, seat: int) -> str:
        """Return what a player is called; others chose the text, so it is made harmless."""
        names = self.view.names
        name = foreign(names[seat - 1]) if 0 < seat <= len(names) else ""
        return name or self.tongue.say("seat", number=seat)

    def key(self, what: str) -> str:
        """Return the key of an answer: it answers this question, and no later one."""
        return f"{self.answering.token}:{what}"

"""Lets a bot answer for a seat: a bot is a client like any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sealed_client.bots import Bot
    from sealed_client.draft import Draft
    from sealed_client.table_view import TableView


class BotPlayer:
    """Looks at each snapshot of its seat and returns the draft to submit, if it is asked.

    The draft goes on as far as it may, so a bot's turn is few messages.
    """

    def __init__(self, bot: Bot) -> None:
        """Takes the bot that decides."""
        self._bot = bot
        self._answered = -1

    def draft(self, view: TableView) -> Draft | None:
        """Returns a complete draft for a snapshot in which the seat is asked.

        Once for each size of the log.
        """
        draft = view.draft()
        if draft is None or view.size == self._answered:
            return None
        self._answered = view.size
        while not draft.done:
            refused = draft.add(self._bot.answer(draft.state, view.seat))
            if refused is not None:
                message = f"a bot's answer is refused by the rules: {refused.code}"
                raise ValueError(message)
        return draft

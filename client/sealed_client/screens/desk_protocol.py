"""What the application asks of its desk, the composition root, and what it is told. Without any toolkit.

Whatever the desk tells comes through the `post` it was given, on the thread of the screen, at most once a
frame; the desk itself waits for nothing on that thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sealed_client.agreement import Rules
    from sealed_client.presenters.home import HomeScene, NewGame
    from sealed_client.presenters.journal import Item
    from sealed_client.seat_at_work import Seen
    from sealed_client.seat_errors import SeatError
    from sealed_client.seat_store import StoreError
    from sealed_client.settings import Settings
    from sealed_client.wishes import Wish

    Post = Callable[[Callable[[], None]], None]


class Listener(Protocol):
    """Is the application as its desk sees it."""

    def on_home(self, scene: HomeScene) -> None:
        """Shows the games that wait."""

    def on_opened(self, rules: Rules, draft: Sequence[str], place: int) -> None:
        """Opens a table; `draft` are answers that were kept at that place of the game."""

    def on_seen(self, seen: Seen) -> None:
        """Shows the open table as it is now."""

    def on_recalled(self, items: Sequence[Item]) -> None:
        """Tells what had happened at the open table before this program came to it."""

    def on_trouble(self, error: SeatError | StoreError) -> None:
        """Tells of a wish that could not be fulfilled."""

    def on_problem(self, sentence: str) -> None:
        """Tells of what does not work on this device; empty once it works again."""

    def on_told(self, sentence: str) -> None:
        """Tells something once, in one line."""


class AppDesk(Protocol):
    """Is what plays, keeps and starts for the application."""

    @property
    def settings(self) -> Settings:
        """Returns what the player has set."""
        ...

    def begin(self, post: Post, listener: Listener) -> None:
        """Starts working. Nothing is told before."""

    def keep_settings(self, settings: Settings) -> None:
        """Keeps other settings; what prevents it is told as a problem."""

    def ask_home(self) -> None:
        """Asks for the games that wait."""

    def start(self, game: NewGame) -> None:
        """Begins a game against the computer and opens its table."""

    def resume(self, key: str) -> None:
        """Opens the table of a game that waits."""

    def wish(self, wish: Wish) -> None:
        """Hands a wish to the open table."""

    def recall(self, until: int) -> None:
        """Asks what had happened at the open table before an entry; the log is verified once more for it."""

    def rematch(self) -> None:
        """Begins the open table's game again, the sides swapped, and opens that table."""

    def keep_record(self) -> None:
        """Writes the record of the open table, and evidence if a check has failed; tells where."""

    def keep_draft(self, place: int, answers: Sequence[str], round_words: str, *, wait: bool = True) -> None:
        """Keeps what was chosen and not sent at a place of the game (`Glimpse.place`), with how it stands.

        With `wait` it is on disk when this returns.
        """

    def leave(self) -> None:
        """Closes the open table; the game waits."""

    def close(self) -> None:
        """Ends everything, in good order."""

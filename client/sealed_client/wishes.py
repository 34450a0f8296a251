"""What a player wishes of a session, and where the session's results go."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed_client.draft import Draft
    from sealed_client.seat_errors import SeatError
    from sealed_client.seat_store import StoreError
    from sealed_client.table_view import TableView


class Answer(NamedTuple):
    """Is the player's wish to submit a draft."""

    draft: Draft


class Resign(NamedTuple):
    """Is the player's wish to resign, or with `stop` to end without a result."""

    stop: bool


class Pause(NamedTuple):
    """Is the player's wish for a pause, or with `on` false for its end."""

    on: bool


class Again(NamedTuple):
    """Is the wish to send once more what was not answered."""


class Take(NamedTuple):
    """Is the player's wish to play the seat on this device again."""


Wish: TypeAlias = "Answer | Resign | Pause | Again | Take"


class Outlet(NamedTuple):
    """Is where a session's results go: `view` takes each snapshot, `trouble` a sentence about a wish."""

    view: Callable[[TableView], None]
    trouble: Callable[[SeatError | StoreError], None]

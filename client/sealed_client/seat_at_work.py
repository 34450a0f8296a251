"""A seat that is played on a `LoopThread` and shown elsewhere: snapshots out, wishes in, drafts kept."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.arithmetic.layout import H
from sealed_client.presenters.glimpse import Glimpse, glimpse_of
from sealed_client.seat_store import Kept, Kind, StoreError
from sealed_client.session import SeatSession
from sealed_client.wishes import Outlet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from sealed_client.agreement import Rules
    from sealed_client.loop_thread import LoopThread
    from sealed_client.seat import Seat
    from sealed_client.seat_errors import SeatError
    from sealed_client.seat_store import SeatStore
    from sealed_client.table_view import TableView
    from sealed_client.transport import Transport
    from sealed_client.wishes import Wish

_PLACE = 8
"""Bytes of the place in the game before the answers of a kept draft."""


class Seen(NamedTuple):
    """Is what a screen gets of a table: a snapshot, and what it needs of the follower, made together."""

    view: TableView
    glimpse: Glimpse | None


class Show(NamedTuple):
    """Is where a seat's results go; all three are called on the loop's thread."""

    seen: Callable[[Seen], None]
    trouble: Callable[[SeatError | StoreError], None]
    ended: Callable[[Exception | None], None]


class SeatAtWork:
    """Is one seat with its session. What is called from outside may come from any thread."""

    def __init__(
        self,
        line: LoopThread,
        seat: Seat,
        lobby_id: str,
        store: SeatStore,
        connect: Callable[[], Transport],
        show: Show,
        rng: Random,
    ) -> None:
        """Prepares a seat that has joined; `run` plays it."""
        self._line, self._store, self._show = line, store, show
        self.seat, self.lobby_id = seat, lobby_id
        self._key = H(seat.enrolment.params)
        self._session = SeatSession(seat, lobby_id, store, connect, Outlet(self._see, show.trouble), rng)
        self._task: asyncio.Task[None] | None = None
        self._is_left = False

    @property
    def rules(self) -> Rules:
        """Returns what everybody has signed."""
        return self.seat.enrolment.rules

    def _see(self, view: TableView) -> None:
        self._show.seen(Seen(view, glimpse_of(self.seat.follower) if self.seat.placed else None))

    async def run(self) -> None:
        """Plays until nothing is left to do or until `left`; `ended` is told why it ended by itself."""
        if self._is_left:
            return
        self._task = asyncio.create_task(self._session.run())
        try:
            await self._task
        except asyncio.CancelledError:
            self._task.cancel()
        except Exception as error:  # noqa: BLE001 - whatever ends a seat is told where it is shown
            self._show.ended(error)
        else:
            self._show.ended(None)

    async def left(self) -> None:
        """Stops playing here, on the loop's thread; the table keeps the seat. Then nothing runs."""
        self._is_left = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wish(self, wish: Wish) -> None:
        """Hands a wish to the session."""
        self._line.soon(self._session.wish, wish)

    # -- drafts ----------------------------------------------------------------------------------------------

    def keep_draft(self, place: int, answers: Sequence[str]) -> None:
        """Keeps the answers that were chosen and not sent, as they stand at a place of the game.

        They may name cards of the hand: the store seals them. Raises StoreError.
        """
        body = place.to_bytes(_PLACE, "big") + "\n".join(answers).encode()
        self._store.keep(self._key, (Kept(Kind.DRAFT, body),))

    def kept_draft(self) -> tuple[int, tuple[str, ...]]:
        """Returns the newest kept draft with its place in the game, or 0 and nothing. Raises StoreError."""
        for one in reversed(self._store.load(self._key)):
            if one.kind == Kind.DRAFT:
                answers = one.body[_PLACE:].decode()
                return int.from_bytes(one.body[:_PLACE], "big"), tuple(answers.split("\n")) if answers else ()
        return 0, ()

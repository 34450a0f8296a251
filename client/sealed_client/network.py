"""The network on a thread and loop of its own.

The user's side calls, waits or gets called, and never awaits.
"""

from __future__ import annotations

import asyncio
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Self, TypeVar

from sealed_client.session import SeatSession
from sealed_client.wishes import Answer, Outlet, Pause, Resign, Take

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from concurrent.futures import Future
    from random import Random
    from types import TracebackType

    from sealed_client.draft import Draft
    from sealed_client.seat import Seat
    from sealed_client.seat_errors import SeatError
    from sealed_client.seat_store import SeatStore, StoreError
    from sealed_client.table_view import TableView
    from sealed_client.transport import Transport

_T = TypeVar("_T")


class Network:
    """Is the thread on which everything that may wait for the network runs. Use it as a context."""

    def __init__(self) -> None:
        """Prepares the thread; `start` or `with` starts it."""
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._main, name="network", daemon=True)

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def _main(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    def ask(self, work: Coroutine[object, object, _T], timeout_s: float | None = None) -> _T:
        """Runs some work on the network thread, waits for it and returns its result.

        Its errors are raised here.
        """
        return self.begin(work).result(timeout_s)

    def begin(self, work: Coroutine[object, object, _T]) -> Future[_T]:
        """Starts some work on the network thread and returns its future."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def call(self, function: Callable[[], object]) -> None:
        """Lets the network thread call a function soon."""
        self._loop.call_soon_threadsafe(function)

    def close(self) -> None:
        """Cancels what still runs, and ends the thread."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(_cancel_all(), self._loop).result(5)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        self._loop.close()

    def __enter__(self) -> Self:
        """Starts the thread."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends the thread."""
        self.close()


async def _cancel_all() -> None:
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


class PlayedSeat:
    """Is a seat in play as the user's side has it: snapshots come out of `views`, wishes go in.

    With `on_view` every snapshot is also handed to that function, on the network thread. With `player` the
    seat plays by itself: a draft that it returns for a snapshot is submitted (see `BotPlayer.draft`).
    """

    def __init__(
        self,
        network: Network,
        seat: Seat,
        lobby_id: str,
        store: SeatStore,
        connect: Callable[[], Transport],
        rng: Random,
        on_view: Callable[[TableView], None] | None = None,
        player: Callable[[TableView], Draft | None] | None = None,
    ) -> None:
        """Starts to play on the network thread."""
        self.views: SimpleQueue[TableView] = SimpleQueue()
        self.troubles: SimpleQueue[SeatError | StoreError] = SimpleQueue()
        self._network, self._on_view, self._player = network, on_view, player
        outlet = Outlet(self._show, self.troubles.put)
        self._session = SeatSession(seat, lobby_id, store, connect, outlet, rng)
        self._running = network.begin(self._session.run())

    def _show(self, view: TableView) -> None:
        self.views.put(view)
        if self._on_view is not None:
            self._on_view(view)
        draft = self._player(view) if self._player is not None else None
        if draft is not None:
            self._session.wish(Answer(draft))

    def submit(self, draft: Draft) -> None:
        """Submits a draft; the next snapshots tell what became of it.

        The draft must not be changed any more.
        """
        self._network.call(lambda: self._session.wish(Answer(draft)))

    def resign(self, *, stop: bool = False) -> None:
        """Resigns, or with `stop` wishes to end without a result."""
        self._network.call(lambda: self._session.wish(Resign(stop)))

    def pause(self, *, on: bool) -> None:
        """Wishes a pause, or its end; clocks stand still while every player wishes one."""
        self._network.call(lambda: self._session.wish(Pause(on)))

    def take(self) -> None:
        """Takes the seat over from another device of the same player."""
        self._network.call(lambda: self._session.wish(Take()))

    def wait(self, timeout_s: float | None = None) -> None:
        """Waits until the session has ended. Raises what has ended it, if not the game."""
        self._running.result(timeout_s)

    def leave(self) -> None:
        """Stops playing on this device; the seat can be taken up again later."""
        self._running.cancel()

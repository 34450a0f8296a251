"""Runs a conversation about a table on two streams: typed lines in, sentences out, the session beside it."""

from __future__ import annotations

import asyncio
from functools import partial
from shutil import get_terminal_size
from threading import Thread
from typing import TYPE_CHECKING, Protocol

from sealed_client.seat_store import StoreError
from sealed_client.standing_orders import PAUSE_S
from sealed_client.text.pages import fitted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from sealed_client.follower import Follower
    from sealed_client.seat_errors import SeatError
    from sealed_client.standing_orders import Standing
    from sealed_client.table_view import TableView
    from sealed_client.text.ordering import Due
    from sealed_client.text.table_talk import Reply, TableTalk
    from sealed_client.wishes import Wish

    KeepOrders = Callable[[Standing], None]
    Keep = Callable[[], Sequence[str]]


class Session(Protocol):
    """Is what plays or watches the table while the player talks."""

    async def run(self) -> None:
        """Returns when there is nothing left to do at the table."""


class Shell:
    """Is one window on one table; everything of it happens on one event loop."""

    def __init__(self, talk: TableTalk, source: TextIO, out: TextIO, *, pause_s: float = PAUSE_S) -> None:
        """Takes the streams; nothing is read before `run`. Standing orders answer after `pause_s`."""
        self._talk, self._source, self._out = talk, source, out
        self._pause_s, self._standing = pause_s, talk.orders.standing
        self._due: Due | None = None
        self._keep_orders: KeepOrders | None = None
        self._wish: Callable[[Wish], None] | None = None
        self._follower: Callable[[], Follower | None] = lambda: None
        self._keep: Keep = list
        self._left: asyncio.Event = asyncio.Event()

    def attach(
        self,
        follower: Callable[[], Follower | None],
        wish: Callable[[Wish], None] | None,
        keep_orders: KeepOrders | None = None,
    ) -> None:
        """Says where the verified log is, and who takes the player's wishes; a spectator has none.

        `keep_orders` keeps standing orders on this device; it may raise StoreError.
        """
        self._follower, self._wish, self._keep_orders = follower, wish, keep_orders

    def see(self, view: TableView) -> None:
        """Takes a snapshot from the session."""
        self._write(self._talk.see(view, self._follower()))
        self._attend()

    def trouble(self, error: SeatError | StoreError) -> None:
        """Takes a wish of the player that could not be fulfilled."""
        self._write(self._talk.trouble(error))
        self._attend()

    def _attend(self) -> None:
        """Keeps orders that have changed, and lets the answer of one wait for its pause."""
        orders = self._talk.orders
        if orders.standing != self._standing:
            self._standing = orders.standing
            try:
                if self._keep_orders is not None:
                    self._keep_orders(self._standing)
            except StoreError as error:
                self._write([str(error)])
        if orders.due is not None and orders.due is not self._due:
            asyncio.get_running_loop().call_later(self._pause_s, partial(self._answer, orders.due))
        self._due = orders.due

    def _answer(self, due: Due) -> None:
        """Sends the answer of a standing order if it still stands."""
        if not self._left.is_set():
            self._take(self._talk.answer_due(due))

    async def run(self, session: Session, keep: Keep) -> bool:
        """Talks until the player leaves or the input ends; returns whether the table came to its end.

        `keep` writes the record of what is known, at the end of the table or when the player asks for it, and
        returns what is said then (nothing if there is no log yet). Raises what ends the session early.
        """
        self._keep = keep
        playing = asyncio.create_task(session.run())
        leaving = asyncio.create_task(self._left.wait())
        self._listen(asyncio.get_running_loop())
        try:
            await asyncio.wait({playing, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not playing.done():
                return False
            playing.result()
            self._write([*keep(), "'board', 'log', 'prove' and the others still answer; 'quit' leaves."])
            await leaving
            return True
        finally:
            for task in (playing, leaving):
                task.cancel()
            await asyncio.gather(playing, leaving, return_exceptions=True)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Reads on a thread of its own, since a terminal cannot be waited for in any other way everywhere."""

        def read() -> None:
            try:
                while line := self._source.readline():
                    loop.call_soon_threadsafe(self._hear, line)
                loop.call_soon_threadsafe(self._hear, "quit")
            except UnicodeError:
                loop.call_soon_threadsafe(self._hear, "quit")  # what was typed cannot be read on from here
            except (RuntimeError, ValueError):
                return  # the loop or the stream is closed: nobody listens any more

        Thread(target=read, name="reader", daemon=True).start()

    def _hear(self, line: str) -> None:
        if self._left.is_set():
            return
        self._take(self._talk.hear(line))
        self._attend()

    def _take(self, reply: Reply) -> None:
        """Writes what is said and does what is wished."""
        self._write(reply.lines)
        if reply.keeps:
            self._write(
                self._keep() or ["There is nothing to keep yet: the log of this table has not begun."]
            )
        for wish in reply.wishes:
            if self._wish is not None:
                self._wish(wish)
        if reply.leaves:
            self._left.set()

    def _write(self, lines: Sequence[str]) -> None:
        if lines and self._out.isatty():
            lines = fitted(lines, get_terminal_size().columns)
        if lines:
            self._out.write("\n".join(lines) + "\n")
            self._out.flush()

"""An event loop on a thread of its own, for everything that waits: the network, the store, other processes.

A client that lives in the loop of a screen starves whenever frames are late (decision 0017), and a screen
that waits for a disk stutters. Nothing but plain values goes across.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from concurrent.futures import Future

_Result = TypeVar("_Result")

_PATIENCE_S = 5.0
"""How long the end of the program waits for what is still going on."""


class LoopThread:
    """Is a running loop; `failed` is told, on that thread, of what no task has caught."""

    def __init__(self, failed: Callable[[BaseException], None]) -> None:
        """Starts the thread. It is a daemon: a program that ends never waits for the network."""
        self._failed = failed
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[object]] = set()
        self._thread = threading.Thread(target=self._main, name="network", daemon=True)
        self._thread.start()

    def _main(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.set_exception_handler(lambda _, context: self._told(context.get("exception")))
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()

    def _told(self, error: BaseException | None) -> None:
        if error is not None:
            self._failed(error)

    def call(self, work: Coroutine[Any, Any, _Result]) -> Future[_Result]:
        """Starts work on the loop from any thread; who takes no result must catch in the work itself."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Starts work on the loop from any thread that nobody waits for; what it raises goes to `failed`."""
        self._loop.call_soon_threadsafe(self._spawn, work)

    def _spawn(self, work: Coroutine[Any, Any, object]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            self._told(task.exception())

    def soon(self, callback: Callable[..., object], *given: object) -> None:
        """Calls something on the loop, from any thread; after the end it does nothing."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(callback, *given)

    def stop(self) -> None:
        """Ends the tasks and the loop, and waits a little for it."""
        if self._loop.is_closed():
            return
        with suppress(TimeoutError, RuntimeError):
            self.call(self._end_tasks()).result(_PATIENCE_S)
        self.soon(self._loop.stop)
        self._thread.join(_PATIENCE_S)

    async def _end_tasks(self) -> None:
        current = asyncio.current_task()
        others = [task for task in asyncio.all_tasks() if task is not current]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

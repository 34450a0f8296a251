"""A referee inside another program: on a thread and an event loop of its own."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Self

from sealed_referee.options import MissingPackageError

if TYPE_CHECKING:
    from types import TracebackType

    from sealed.fairness.signing.invitation import Invitation
    from sealed_referee.options import Address, Options
    from sealed_referee.serve import Running

INSTALL_HINT = "the referee is not installed; run: pip install 'sealed-orders[referee]'"


class EmbeddedReferee:
    """Runs a referee as long as its context is open.

    Its address, key, certificate and invitation are known inside. Entering raises ServeError in words, as
    `serve` does.
    """

    address: Address
    public: bytes
    fingerprint: str
    spki_hash: bytes
    invitation: Invitation

    def __init__(self, options: Options) -> None:
        """Starts nothing yet."""
        self._options = options
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended: asyncio.Event | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Starts the referee and waits until it serves."""
        started: list[Running | BaseException] = []
        ready = threading.Event()
        self._thread = threading.Thread(target=self._main, args=(started, ready), name="referee", daemon=True)
        self._thread.start()
        ready.wait()
        result = started[0]
        if isinstance(result, BaseException):
            self._thread.join()
            raise result
        self.address, self.public, self.fingerprint = result.address, result.public, result.fingerprint
        self.spki_hash, self.invitation = result.spki_hash, result.invitation
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Drains and stops the referee."""
        self.stop()

    def stop(self) -> None:
        """Drains and stops the referee; a second time does nothing."""
        if self._loop is not None and self._ended is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ended.set)
        if self._thread is not None:
            self._thread.join()

    def _main(self, started: list[Running | BaseException], ready: threading.Event) -> None:
        try:
            asyncio.run(self._run(started, ready))
        except BaseException as error:  # noqa: BLE001 - handed over to the thread that waits
            started.append(error)
        finally:
            ready.set()

    async def _run(self, started: list[Running | BaseException], ready: threading.Event) -> None:
        try:
            from sealed_referee.serve import serve
        except ImportError as error:
            raise MissingPackageError(INSTALL_HINT) from error
        self._loop = asyncio.get_running_loop()
        self._ended = asyncio.Event()
        running = await serve(self._options)
        started.append(running)
        ready.set()
        await self._ended.wait()
        await running.stop(0.2)

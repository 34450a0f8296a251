"""The other end of `solo_house`: starts the process, starts it again when it dies, and says where it is."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from sealed_client.backoff import Backoff
from sealed_client.desk import incident
from sealed_client.desk.house import Place
from sealed_client.desk.trouble import Trouble, in_words

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Callable, Sequence
    from pathlib import Path

_GRACE_S: Final = 5.0
"""How long the process may take to end by itself."""
_TRIES: Final = 4
"""How often in a row it may die young; then the player is told."""
_GROWN_UP_S: Final = 10.0
"""How long a process that did not die young has lived."""


class _End(NamedTuple):
    """Is how a process ended: the sentence with which it gave up, if any; whether another may do better."""

    trouble: str = ""
    again: bool = True


class HouseProcess:
    """Is the referee of games against the computer, in a process of its own. Lives on one event loop."""

    def __init__(self, folder: Path, told: Callable[[str], None]) -> None:
        """Starts nothing yet; `told` gets a sentence about what is amiss, empty once it is not."""
        self._folder, self._told = folder, told
        self._process: Process | None = None
        self._place: asyncio.Future[Place] | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._tables: dict[str, Sequence[str]] = {}
        self._known: Place | None = None

    @property
    def place(self) -> Place:
        """Returns where the referee is, or was last. Raises Trouble before it has ever been."""
        if self._known is None:
            raise Trouble("The referee on this device has not started yet.")
        return self._known

    async def ready(self) -> Place:
        """Waits for the referee, and starts it if need be. Raises Trouble if it cannot start."""
        if self._place is None or (self._place.done() and self._place.exception() is not None):
            self._place = asyncio.get_running_loop().create_future()
            self._keeper = asyncio.create_task(self._keep_alive())
        return await asyncio.shield(self._place)

    def play(self, lobby_id: str, kinds: Sequence[str]) -> None:
        """Lets the computer take the free seats of a table, or come back to its own."""
        self._tables[lobby_id] = kinds
        self._send(lobby_id, kinds)

    def _send(self, lobby_id: str, kinds: Sequence[str]) -> None:
        process = self._process
        if process is not None and process.stdin is not None and process.returncode is None:
            process.stdin.write(json.dumps({"lobby_id": lobby_id, "kinds": list(kinds)}).encode() + b"\n")

    async def _keep_alive(self) -> None:
        try:
            self._give_up(await self._live_again_and_again())
        except OSError as error:
            self._give_up(in_words(error))
        except Exception as error:  # noqa: BLE001 - whoever waits for the referee would wait for ever
            self._give_up(incident.told(error))

    async def _live_again_and_again(self) -> str:
        """Lives through one process after the other; returns why there will be no more."""
        loop, backoff, young = asyncio.get_running_loop(), Backoff(Random(os.urandom(16))), 0
        end = _End()
        while young < _TRIES and end.again:
            born = loop.time()
            end = await self._live()
            if self._place is not None and self._place.done():
                self._place = loop.create_future()
            if loop.time() - born >= _GROWN_UP_S:
                backoff.succeeded()
                young = 0
            young += 1
            if young < _TRIES and end.again:
                await asyncio.sleep(backoff.next_s())
        return end.trouble or _DIES

    def _give_up(self, trouble: str) -> None:
        """Tells who waits for the referee that it will not come; the next one who asks tries again."""
        if self._place is not None:
            if self._place.done():
                self._place = asyncio.get_running_loop().create_future()
            self._place.set_exception(Trouble(trouble))
            self._place.exception()  # nobody need be waiting
        self._told(trouble)

    async def _live(self) -> _End:
        """Lives through one process; returns how it ended."""
        # -P: no module of the folder in which the program was started is taken for one of Python's own.
        command = [sys.executable, "-P", "-m", __name__.rpartition(".")[0] + ".solo_house", str(self._folder)]
        self._process = process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,  # Ctrl+C is for the program; this one ends when its input does
        )
        end = _End()
        try:
            while process.stdout is not None and (line := await process.stdout.readline()):
                end = self._heard(_message(line)) or end
            await process.wait()
        except asyncio.CancelledError:
            await _end(process)
            raise
        return end

    def _heard(self, told: dict[str, object]) -> _End | None:
        """Takes a line of the process; returns why it cannot go on, if it says so."""
        if "at" in told and self._place is not None and not self._place.done():
            host, port = cast("tuple[str, int]", told["at"])
            self._known = Place(host, port, bytes.fromhex(str(told["key"])))
            for lobby_id, kinds in self._tables.items():
                self._send(lobby_id, kinds)
            self._place.set_result(self._known)
            self._told("")
            return None
        trouble = str(told.get("trouble", ""))
        if "lobby_id" in told:
            self._told(trouble)
            return None
        return _End(trouble, again=told.get("again") is True) if trouble else None

    async def close(self) -> None:
        """Ends the process; its journal is complete at any moment."""
        self._place = None
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper


def _message(line: bytes) -> dict[str, object]:
    """Returns what a line says; nothing if it is none of the house, but of something that it uses."""
    try:
        told = json.loads(line)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


async def _end(process: Process) -> None:
    """Asks a process to end by closing its input, and no longer asks after a while."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), _GRACE_S)
    except TimeoutError:
        process.kill()
        await process.wait()


_DIES: Final = (
    "The referee on this device ends again and again as soon as it starts. Your games are kept; restart the "
    "program, and if that does not help report what 'sealed play popular-front' says."
)

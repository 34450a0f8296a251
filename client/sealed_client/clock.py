"""Is the one place of the client where the device's clock is read; everybody else gets the time told."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

TICK_S: Final = 1.0
"""How often a session looks whether something is late."""


def system_clock() -> int:
    """Returns the milliseconds since 1970 by this device's clock."""
    return time.time_ns() // 1_000_000


@asynccontextmanager
async def ticking(look: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Calls `look` again and again while the block runs."""
    task = asyncio.create_task(_tick(look))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _tick(look: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(TICK_S)
        await look()

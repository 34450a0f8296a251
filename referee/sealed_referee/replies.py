"""How a call waits for what its input came to: the output once it is durable, or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_referee.problems import ServiceError

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from sealed_referee.changes import Output

    Reply = Callable[[Output | ServiceError], None]


def replying(answer: asyncio.Future[Output | ServiceError]) -> Reply:
    """Returns a reply that fulfils a future, unless its owner has gone."""

    def reply(result: Output | ServiceError) -> None:
        if not answer.done():
            answer.set_result(result)

    return reply


async def outcome(answer: asyncio.Future[Output | ServiceError]) -> Output:
    """Waits for a durable output. Raises the ServiceError that came instead."""
    result = await answer
    if isinstance(result, ServiceError):
        raise result
    return result

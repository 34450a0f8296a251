"""Laws of a referee that wants to hurt the terminal or the memory of who asks it."""

from __future__ import annotations

import asyncio

import pytest
from grpclib.const import Status
from grpclib.exceptions import GRPCError

from sealed.wire.v1 import referee_pb2 as rpc
from sealed_client import grpclib_transport
from sealed_client.foreign_text import LONGEST
from sealed_client.grpc_errors import from_problem, from_status
from sealed_client.grpclib_transport import GrpclibTransport
from sealed_client.lobby import lobby_table
from sealed_client.transport import GarbledError

EVIL = "\x1b]0;owned\x07\x1b[2J\u202ered\r\n\x9b1m"


def harmless(text: str) -> bool:
    """Tells whether a terminal only shows a text, in the order in which it is written."""
    return text.isprintable() and "owned" in text and len(text) <= LONGEST + 3


def test_words_of_a_referee_move_no_cursor() -> None:
    """What a referee says of a failure is shown without control characters, and not for pages."""
    problem = rpc.Problem(code="NO_SUCH_TABLE", text=EVIL + "x" * 60_000)
    assert harmless(str(from_problem(problem)))
    assert harmless(str(from_status(GRPCError(Status.INTERNAL, EVIL), None)))


def test_list_of_tables_moves_no_cursor() -> None:
    """No field of a table in the list carries control characters to the terminal; odd phases have words."""
    told = rpc.TableDescription(lobby_id=EVIL, title=EVIL, name=EVIL, waiting_for=EVIL, result=EVIL, phase=99)
    told.seats.add(seat=1, taken=True, name=EVIL)
    told.options.add(name=EVIL, value=EVIL)
    table = lobby_table(told)
    texts = [table.lobby_id, table.title, table.name, table.waiting_for, table.result, table.seats[0].name]
    assert all(map(harmless, [*texts, *table.options[0]]))
    assert table.phase.isprintable()


def test_record_without_end_fills_no_memory(monkeypatch) -> None:
    """Who fetches a record from a referee that never ends it stops at the limit of a record."""

    async def endless(*given: object):
        while True:
            yield rpc.RecordPage(data=bytes(48_000))

    async def fetch() -> None:
        transport = GrpclibTransport("127.0.0.1", 1)
        monkeypatch.setattr(transport, "_stream", endless)
        try:
            async for _ in transport.record("table"):
                pass
        finally:
            await transport.close()

    monkeypatch.setattr(grpclib_transport, "FILE_LIMIT", 1 << 20)
    with pytest.raises(GarbledError):
        asyncio.run(fetch())

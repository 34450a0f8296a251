"""Laws of a match whose referee renews its certificate on purpose while it is played (spec 2.1)."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from encrypted import encrypted

from sealed.fairness.audit.audit import audit
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import read_record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import TITLES, title_of
from sealed.wire.v1.fairness_pb2 import Entry, Notice
from sealed_client.bots import make_bot
from sealed_client.desk.device import connect, fleeting_desk
from sealed_client.desk.house import Place
from sealed_client.desk.seats import BotSeat, lobby_of, sit
from sealed_client.transport import WrongCertificateError
from sealed_referee.options import Limits

TITLE = TITLES["popular-front"]
ENOUGH = 12
"""Entries after which the certificate is renewed."""


def place_of(referee):
    """Returns a referee as players know it who have its invitation."""
    return Place(referee.address.host, referee.address.port, referee.public, referee.spki_hash)


async def seats_at(place, desks, lobby_id, look=None):
    """Sits everybody down, or lets them come back."""
    seats = []
    for number, desk in enumerate(desks, 1):
        seat = await sit(place, desk, lobby_id, number)
        bot = make_bot("random", TITLE, Random(number))
        seats.append(BotSeat(place, desk, seat, lobby_id, bot, look if number == 1 else None))
    return seats


async def begun(place, desks):
    """Plays a table for some entries and leaves it; returns its lobby id."""
    async with lobby_of(place, desks[0]) as (lobby, _):
        options = {"round-cap": "8"}
        lobby_id = (await lobby.create(TITLE.id, 2, bytes(16), options=options)).lobby_id
    reached = asyncio.Event()
    look = lambda view: reached.set() if view.size >= ENOUGH else None  # noqa: E731 - one condition
    working = [asyncio.create_task(seat.play()) for seat in await seats_at(place, desks, lobby_id, look)]
    await reached.wait()
    for task in working:
        task.cancel()
    await asyncio.gather(*working, return_exceptions=True)
    return lobby_id


async def ended(place, desks, lobby_id):
    """Plays a table to its end and returns its record."""
    await asyncio.gather(*(seat.play() for seat in await seats_at(place, desks, lobby_id)))
    transport = connect(place)
    try:
        return b"".join([piece async for piece in transport.record(lobby_id)])
    finally:
        await transport.close()


def test_a_match_goes_on_once_the_new_certificate_is_accepted(tmp_path):
    """Nobody comes back under the old pin; under the new one the match ends fairly, and its log says so."""
    desks = [fleeting_desk(f"Player {number}") for number in (1, 2)]
    limits = Limits(sessions=8)
    with encrypted(tmp_path, limits=limits) as referee:
        before = place_of(referee)
        lobby_id = asyncio.run(asyncio.wait_for(begun(before, desks), 30))
    with encrypted(tmp_path, limits=limits, listen=str(before), new_certificate=True) as referee:
        with pytest.raises(WrongCertificateError):
            asyncio.run(sit(before, desks[0], lobby_id))
        after = place_of(referee)
        record = read_record_bytes(asyncio.run(asyncio.wait_for(ended(after, desks, lobby_id), 60)))
    notices = [
        Notice.FromString(line.payload)
        for line in record.lines
        if isinstance(line, Entry) and line.type == EntryType.NOTICE
    ]
    assert [one.text[-64:] for one in notices if one.kind == "certificate"] == [after.certificate.hex()]
    assert audit(record, title_of, load_backend(), referee_pk=after.key).verdict == "PASS"

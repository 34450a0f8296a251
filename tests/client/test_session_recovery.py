"""Laws of sessions whose referee comes back with an old copy of its store: they give it back what it lost."""

from __future__ import annotations

import asyncio
import shutil
from random import Random

import pytest
from mortal_match import MortalMatch
from old_copy import lays, notices

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import ActEntry, Entry
from sealed_client.desk.house import Place
from sealed_client.table_view import Line
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options

QUICK = {"round-cap": "8"}


class Restored:
    """Is a match at a referee whose store can be copied and put back."""

    def __init__(self, folder, seats: int) -> None:
        self.folder = folder
        self.referee = self._serve(0)
        self.port = self.referee.address.port
        place = Place("127.0.0.1", self.port, self.referee.public, None)
        self.match = MortalMatch(TITLE, place, seats, Random(seats))

    def _serve(self, port: int) -> EmbeddedReferee:
        options = Options(listen=f"127.0.0.1:{port}", store=self.folder / "store")
        return EmbeddedReferee(options).__enter__()

    async def again(self, between) -> None:
        """Stops the referee, does something to its store and starts it again."""
        await asyncio.to_thread(self.referee.stop)
        between()
        self.referee = await asyncio.to_thread(self._serve, self.port)

    async def copy(self) -> None:
        """Takes the copy; the match goes on."""
        await self.again(lambda: shutil.copytree(self.folder / "store", self.folder / "old"))

    async def put_back(self) -> None:
        """Puts the copy in the place of the store."""
        store = self.folder / "store"
        await self.again(lambda: (shutil.rmtree(store), shutil.copytree(self.folder / "old", store)))

    async def lose(self, before: int, lost: int) -> tuple[int, int]:
        """Plays beyond a copy until enough is lost and all have laid cards in it; returns both sizes."""
        match = self.match
        if before:
            match.start()
            await match.until(lambda: len(match.entries()) >= before)
            await match.hush()
        size = len(match.entries())
        await self.copy()
        if before:
            match.resume()
        else:
            match.start()
        everybody = set(range(1, len(match.people) + 1))
        await match.until(
            lambda: len(match.entries()) >= size + lost and laid(match.entries()[size:]) >= everybody
        )
        await match.hush()
        return size, len(match.entries())


def laid(entries) -> set[int]:
    """Returns the seats that have laid cards in these entries."""
    acts = [ActEntry.FromString(entry.payload).msg for entry in entries if lays(entry)]
    return {parse_header(signed.header).seat for signed in acts}


@pytest.fixture
def restored(tmp_path):
    """Returns a function that opens a match for some seats."""
    made = []

    def make(seats: int = 2) -> Restored:
        made.append(Restored(tmp_path, seats))
        return made[0]

    yield make
    for one in made:
        one.referee.stop()


@pytest.mark.parametrize(("seats", "before"), [(2, 20), (3, 0)])
def test_a_match_outlives_an_old_copy_of_its_store(restored, seats, before):
    """With the copy in place the devices bring back what was lost, and the match ends PASS without a fork."""

    async def whole():
        one = restored(seats)
        await one.match.gather(QUICK)
        size, held = await one.lose(before, 10)
        lost = one.match.entries()[size:]
        await one.put_back()
        one.match.resume()
        record, report = await one.match.finish()
        return lost, held, record, report

    lost, held, record, report = asyncio.run(whole())
    log = [line for line in record.lines if isinstance(line, Entry)]
    types = {entry.type for entry in lost}
    assert before or {EntryType.GENESIS, EntryType.START, EntryType.SLOT_END, EntryType.DRAW} <= types
    assert "restored" in notices(log[held:])
    assert log[held - len(lost) : held] == lost
    assert report.verdict == "PASS", report.failures


def test_who_is_needed_and_away_is_waited_for_in_words(restored):
    """The device that is there says whom it waits for; once the other is back too, the match goes on."""

    async def whole():
        one = restored()
        match = one.match
        await match.gather(QUICK)
        _, held = await one.lose(20, 10)
        here, away = match.people
        await away.leave()
        await one.put_back()
        await match.until(lambda: here.view.line == Line.LOST and "old copy" in here.view.trouble)
        waiting = here.view
        await away.come()
        away.start()
        await match.until(lambda: len(match.entries()) > held)
        match.resume()
        return waiting, held, await match.finish()

    waiting, held, (_, report) = asyncio.run(whole())
    assert (waiting.size, waiting.failure) == (held, None)
    assert report.verdict == "PASS", report.failures


@pytest.mark.long
def test_both_may_come_back_later(restored):
    """With nobody there the copy stands still; two devices that were closed know enough to go on."""

    async def whole():
        one = restored()
        match = one.match
        await match.gather(QUICK)
        await one.lose(20, 10)
        for person in match.people:
            await person.leave()
        await one.put_back()
        for person in match.people:
            await person.come()
            person.start()
        match.resume()
        return await match.finish()

    _, report = asyncio.run(whole())
    assert report.verdict == "PASS", report.failures

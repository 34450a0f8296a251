"""Laws of the owner of tables: one writer, persist then send, group commit (spec 2.13)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from store_keys import store_key
from table_match import referee_keys
from table_titles import SKIRMISH, titles

from sealed.fairness.signing.messages import PLAINTEXT_SPKI
from sealed.wire.v1.referee_pb2 import CreateTableRequest, TableRef
from sealed_referee.house import House
from sealed_referee.journal import Journal, JournalError
from sealed_referee.opening import TableOpening
from sealed_referee.problems import ServiceError

if TYPE_CHECKING:
    from random import Random

NOW_MS = 1_800_000_000_000


class NotedJournal(Journal):
    """Is a journal that notes how many changes each commit brought, among what else happened."""

    def __init__(self, path, happened: list) -> None:
        super().__init__(path, store_key(path.parent))
        self.happened, self.broken = happened, False

    def commit(self, changes) -> None:
        """Notes a commit, or fails."""
        if self.broken:
            raise JournalError("the disk is gone")
        super().commit(changes)
        if changes:
            self.happened.append(len(changes))


@pytest.fixture
def house(tmp_path):
    """Returns a house on a noted journal."""
    journal = NotedJournal(tmp_path / "journal.sqlite", [])
    made = House(journal, titles, referee_keys(), lambda: NOW_MS)
    made.noted = journal
    yield made
    journal.close()


def opening(rng: Random, lobby_id: str) -> TableOpening:
    """Returns what a new table begins with."""
    request = CreateTableRequest(title=SKIRMISH.id, seats=2)
    secrets = {"nonce": rng.randbytes(32), "secret": rng.randbytes(32), "creator": rng.randbytes(32)}
    return TableOpening(
        lobby_id=lobby_id,
        title=SKIRMISH,
        request=request,
        spki_hash=PLAINTEXT_SPKI,
        created_ms=NOW_MS,
        **secrets,
    )


def test_inputs_of_one_turn_are_committed_together_and_answered_after_it(house, rng):
    """Three tables made in one turn of the loop are one transaction; no answer comes before it."""

    async def scene() -> None:
        for name in ("one", "two", "three"):
            house.create(opening(rng, name), lambda _output, name=name: house.noted.happened.append(name))
        assert house.noted.happened == []
        await asyncio.sleep(0)

    asyncio.run(scene())
    assert house.noted.happened == [3, "one", "two", "three"]


def test_nobody_reads_what_is_not_stored(house, rng):
    """Who looks at a table between an input and its commit makes the commit happen first."""

    async def scene() -> None:
        running = house.create(opening(rng, "one"), lambda _output: None)
        house.read(running)
        assert house.noted.happened == [1]

    asyncio.run(scene())


def test_what_could_not_be_stored_never_was(house, rng):
    """After a failed commit the caller hears so and the table does not exist."""
    answers = []

    async def scene() -> None:
        house.noted.broken = True
        house.create(opening(rng, "one"), answers.append)
        await asyncio.sleep(0)

    asyncio.run(scene())
    assert [answer.code for answer in answers] == ["STORE_TROUBLE"]
    with pytest.raises(ServiceError, match="NO_SUCH_TABLE"):
        house.find(TableRef(lobby_id="one"))


def test_a_house_that_closes_takes_no_more_input(house, rng):
    """After close nothing is begun any more."""

    async def scene() -> None:
        await house.close(ServiceError("SHUTTING_DOWN", "going"))
        house.create(opening(rng, "late"), lambda _output: None)

    with pytest.raises(ServiceError, match="SHUTTING_DOWN"):
        asyncio.run(scene())

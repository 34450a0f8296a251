"""Laws of a store of which a disk or a hand has altered a value: that table stops, all others are played."""

from __future__ import annotations

import shutil
import sqlite3
from random import Random

import grpc
import pytest
from loopback import Party, problem_of, referee
from table_titles import SKIRMISH

ALTERED = {
    "the parameters": "UPDATE tables SET params=x'00' WHERE id=1",
    "text where bytes belong": "UPDATE tables SET params='hello' WHERE id=1",
    "the secret": "UPDATE tables SET secret=zeroblob(60) WHERE id=1",
    "the wish to open it": "UPDATE tables SET request=x'ff' WHERE id=1",
    "its number": "UPDATE tables SET id=9 WHERE id=1",
    "how long its log is": "UPDATE tables SET size=size+1 WHERE id=1",
    "an entry": "UPDATE entries SET payload=x'ff' WHERE table_id=1 AND number=5",
    "the type of an entry": "UPDATE entries SET type=99999999999 WHERE table_id=1 AND number=5",
    "an entry that is not there": "DELETE FROM entries WHERE table_id=1 AND number=5",
    "the root under a head": "UPDATE heads SET root=zeroblob(32) WHERE table_id=1",
    "the time of the newest head": "UPDATE heads SET time_ms=time_ms+1 WHERE table_id=1 AND size="
    "(SELECT max(size) FROM heads WHERE table_id=1)",
    "the signature of a head": "UPDATE heads SET sig=zeroblob(64) WHERE table_id=1 AND size="
    "(SELECT min(size) FROM heads WHERE table_id=1)",
    "no heads": "DELETE FROM heads WHERE table_id=1",
    "a fact": "UPDATE facts SET data=zeroblob(40) WHERE table_id=1",
    "a number where bytes belong": "UPDATE facts SET data=5 WHERE table_id=1",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Returns a store with two tables in play, and the two parties."""
    store = tmp_path_factory.mktemp("played") / "store"
    with referee(store, SKIRMISH) as running:
        parties = [Party(running, SKIRMISH, Random(seed)) for seed in (1, 2)]
        for party in parties:
            party.set_up()
            party.play(3)
            party.close()
    return store, parties


@pytest.mark.parametrize("name", ALTERED)
def test_an_altered_table_stops_and_no_other(played, tmp_path, name):
    """What was altered is told its players in words before anything is shown; the other table is there."""
    store, (first, second) = played
    shutil.copytree(store, tmp_path / "store")
    with sqlite3.connect(tmp_path / "store" / "journal.sqlite") as database:
        assert database.execute(ALTERED[name]).rowcount > 0
    database.close()
    with referee(tmp_path / "store", SKIRMISH) as running:
        guest = second.players[0].guest
        guest.connect(running)
        guest.log_in()
        assert guest.call("GetTable", second.ref).log_size
        with pytest.raises(grpc.RpcError) as caught:
            guest.call("GetTable", first.ref)
        guest.channel.close()
    assert problem_of(caught.value).code == "TABLE_DAMAGED"


def test_an_altered_finished_table_keeps_no_other_from_play(tmp_path):
    """A table that was played to its end and altered since is told of when somebody asks for it."""
    with referee(tmp_path / "store", SKIRMISH) as running:
        done, going = (Party(running, SKIRMISH, Random(seed)) for seed in (1, 2))
        for party in (done, going):
            party.set_up()
        done.play()
        done.finish()
        done.pump(lambda: all(not player.seat.outbox.waiting for player in done.players))
        done.close()
        going.close()
    with sqlite3.connect(tmp_path / "store" / "journal.sqlite") as database:
        database.execute("UPDATE entries SET payload=x'ff' WHERE table_id=1 AND number=0")
    database.close()
    with referee(tmp_path / "store", SKIRMISH) as running:
        guest = going.players[0].guest
        guest.connect(running)
        guest.log_in()
        assert guest.call("GetTable", going.ref).log_size
        assert guest.refused("GetTable", done.ref).code == "TABLE_DAMAGED"
        guest.channel.close()

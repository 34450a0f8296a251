"""A match of South Front whose referee dies in the middle of a combat; somebody watches, somebody leaves."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from mortal_match import MortalMatch
from referee_process import kill, start
from south_front_bold import BoldPlayer

from sealed.engine import kernel
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.south_front import TITLE
from sealed.wire.v1.fairness_pb2 import Entry
from sealed_client.agreement import read_params
from sealed_client.bot_player import BotPlayer
from sealed_client.desk.device import connect, fleeting_desk
from sealed_client.desk.house import Place
from sealed_client.desk.seats import lobby_of
from sealed_client.table_view import Line
from sealed_client.watching import WatchSession

PATIENCE_S = 60


class Spectator:
    """Is somebody without a seat who follows the table to its end."""

    async def sit_down(self, match: MortalMatch) -> None:
        """Reads what the table is about, and begins to watch."""
        self.views = []
        async with lobby_of(match.place, fleeting_desk("Spectator")) as (lobby, met):
            table = await lobby.find(match.lobby_id)
            while not table.table_id:
                await asyncio.sleep(0.01)
                table = await lobby.find(match.lobby_id)
        rules = read_params(table.params, table.params_sig, met.key, title_of, load_backend())
        what = (match.lobby_id, rules, title_of, load_backend(), lambda: connect(match.place))
        session = WatchSession(*what, self.views.append, Random(1), table_id=table.table_id)
        self.follower = session.follower
        self.task = asyncio.create_task(session.run())


@pytest.fixture
def house(tmp_path):
    """Runs a referee in a process of its own; `again` kills it and starts it anew."""

    class House:
        def __init__(self):
            self.process, self.port = start(tmp_path, 0)

        def again(self):
            kill(self.process)
            self.process, _ = start(tmp_path, self.port)

    running = House()
    yield running
    kill(running.process)


def asked_to_defend(view) -> bool:
    """Tells whether the seat of a snapshot is under attack."""
    question = kernel.question(view.state) if view.asked and view.state is not None else None
    return question is not None and question.id == "defend"


class Ambush:
    """Stops a seat before it answers for a defence, once."""

    def __init__(self) -> None:
        self.sprung: asyncio.Future = asyncio.get_running_loop().create_future()

    def __call__(self, person, view) -> None:
        """Looks at a snapshot that somebody is about to answer."""
        if not self.sprung.done() and asked_to_defend(view):
            person.plays = False
            self.sprung.set_result(person)


async def seated(house, seed: int) -> tuple[MortalMatch, Spectator, Ambush]:
    """Returns a table in play, who watches it, and what waits for a combat."""
    match = MortalMatch(TITLE, Place("127.0.0.1", house.port, None), 2, Random(seed))
    for person in match.people:
        person.player = BotPlayer(BoldPlayer(Random(seed + person.number)))
    match.on_view = ambush = Ambush()
    await match.gather({"mulligan": "no"})
    match.start()
    watcher = Spectator()
    await watcher.sit_down(match)
    return match, watcher, ambush


async def interrupted(house) -> tuple[object, object, Spectator, int]:
    """Plays a match; its referee dies when a defence is owed, and a player leaves and comes back."""
    for seed in range(10):
        match, watcher, ambush = await seated(house, seed)
        await asyncio.wait(
            {ambush.sprung, *(person.task for person in match.people)}, return_when="FIRST_COMPLETED"
        )
        if ambush.sprung.done():
            break
    defender = ambush.sprung.result()
    size = defender.view.size
    attacker = next(person for person in match.people if person is not defender)
    await attacker.leave()
    await asyncio.to_thread(house.again)
    await attacker.come()
    attacker.start()
    match.resume()
    record, report = await match.finish(PATIENCE_S)
    await asyncio.wait_for(watcher.task, PATIENCE_S)
    return record, report, watcher, size


def test_a_referee_killed_in_mid_combat_goes_on_and_a_spectator_sees_it_all(house):
    """The defence is answered to the referee that came back; a player who left and who watched found PASS."""
    record, report, watcher, size = asyncio.run(interrupted(house))
    entries = [line for line in record.lines if isinstance(line, Entry)]
    assert report.verdict == "PASS"
    assert dict(report.not_checked) == {}
    assert [one.type for one in entries[size : size + 2]] == [EntryType.NOTICE, EntryType.ACT]
    seen = list(watcher.follower.notebook.entries)
    assert (watcher.follower.failure, watcher.views[-1].line) == (None, Line.ENDED)
    assert watcher.follower.ended is not None
    assert seen == entries[: len(seen)]

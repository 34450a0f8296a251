"""Matches of SHAEF whose referee dies in a combat, and whose player sits down at another device."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from devices import DeviceTable
from mortal_match import MortalMatch
from referee_process import kill, start
from shaef_tidy import TidyPlayer

from sealed.engine import kernel
from sealed.fairness.payloads.codec import EntryType
from sealed.games.shaef.title import TITLE
from sealed.wire.v1.fairness_pb2 import Entry
from sealed_client.bot_player import BotPlayer
from sealed_client.desk.house import Place
from sealed_client.network import Network
from sealed_client.wishes import Resign

PATIENCE_S = 60
IN_COMBAT = {"declare", "before-roll", "casualty", "react", "retreat"}
REACHED = 10
"""So many entries are played after the interruption, then somebody gives up."""


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


def asked_in_combat(view) -> bool:
    """Tells whether the seat of a snapshot is asked in the middle of a combat."""
    question = kernel.question(view.state) if view.asked and view.state is not None else None
    return question is not None and question.id in IN_COMBAT


class Ambush:
    """Stops a seat before it answers in a combat, once; some entries after it was let go, it resigns."""

    def __init__(self) -> None:
        self.sprung: asyncio.Future = asyncio.get_running_loop().create_future()
        self.size = 0

    def __call__(self, person, view) -> None:
        """Looks at a snapshot that somebody is about to answer."""
        if not self.sprung.done() and asked_in_combat(view):
            person.plays = False
            self.size = view.size
            self.sprung.set_result(person)
        elif self.size and person.plays and view.size > self.size + REACHED and not view.sending:
            self.size = 0
            person.session.wish(Resign(stop=False))


async def interrupted(house) -> tuple[object, object, int]:
    """Plays a match; its referee dies when somebody is asked in a combat, and comes back."""
    match = MortalMatch(TITLE, Place("127.0.0.1", house.port, None), 2, Random(1))
    for person in match.people:
        person.player = BotPlayer(TidyPlayer(Random(person.number)))
    match.on_view = ambush = Ambush()
    await match.gather({})
    match.start()
    await asyncio.wait_for(ambush.sprung, PATIENCE_S)
    size = ambush.size
    await asyncio.to_thread(house.again)
    match.resume()
    record, report = await match.finish(PATIENCE_S)
    return record, report, size


def test_a_referee_killed_in_mid_combat_goes_on(house):
    """The question of the combat is answered to the referee that came back, and everything verifies."""
    record, report, size = asyncio.run(interrupted(house))
    entries = [line for line in record.lines if isinstance(line, Entry)]
    assert (report.verdict, dict(report.not_checked), report.ended.cause) == ("PASS", {}, "resign")
    assert [one.type for one in entries[size : size + 2]] == [EntryType.NOTICE, EntryType.ACT]
    assert len(entries) > size + REACHED


# ---- another device ----


def play_on(device, hand, count):
    """Lets a device answer so many times."""
    for _ in range(count):
        view = device.until(lambda view: view.asked and not view.sending)
        device.submit(hand.draft(view))
        device.until(lambda later: later.size > view.size and not later.sending)  # noqa: B023


@pytest.fixture
def table(tmp_path):
    """A table of Ada and a bot, in the Free Scenario; `phone` is Ada's."""
    with Network() as network:
        made = DeviceTable(tmp_path / "referee", network, table=(TITLE, {"scenario": "free"}))
        made.phone = made.device("Ada").play()
        made.bob = made.device("Bob").play(BotPlayer(TidyPlayer(Random(2))).draft)
        yield made
        made.close()


def test_a_second_device_sees_what_was_organised_in_secret_and_goes_on(table):
    """It holds the own cards of every unit by name, takes the seat, reassigns, and the game verifies."""
    hand = BotPlayer(TidyPlayer(Random(1)))
    play_on(table.phone, hand, 16)
    table.phone.until(lambda view: view.asked)
    tablet = table.device("Ada", table.phone).play()
    tablet.until(lambda view: view.elsewhere and view.state == table.phone.view.state)
    tablet.played.take()
    tablet.until(lambda view: not view.elsewhere)
    hand._answered = -1
    play_on(tablet, hand, 6)
    tablet.played.resign()
    tablet.played.wait(PATIENCE_S)
    table.bob.played.wait(PATIENCE_S)
    for device in (tablet, table.bob):
        assert (device.view.report.verdict, dict(device.view.report.not_checked)) == ("PASS", {})

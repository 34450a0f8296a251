"""Whose clock runs, through the real stack: sockets, a journal, a restart, a clock moved by hand."""

from __future__ import annotations

from random import Random

import pytest
from devices import DeviceTable
from loopback import Party, Player, referee
from poll import AYE, POLL, poll_title
from poll_match import CLOCK

from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1.fairness_pb2 import Clock, Notice
from sealed_client.network import Network
from sealed_client.seat_return import restore
from sealed_client.text.clock_words import clock_lines
from sealed_client.text.people import entry_words, people_of
from sealed_client.time_left import time_left

SECOND = 1000


class HandClock:
    """Is the referee's clock; it moves when the test says so."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        """Returns the time."""
        return self.ms

    def wait(self, seconds: int) -> None:
        """Lets time pass."""
        self.ms += seconds * SECOND


class Evening:
    """Is two players at a clocked table whose rounds are in turns and at once by turns."""

    def __init__(self, running, rng) -> None:
        clock = Clock(**CLOCK | {"increment_s": 0, "minimum_s": 0, "bank_s": 600, "decision_s": 400})
        self.party = Party(running, POLL, rng, options={"asked": "mixed"}, clock=clock)
        self.party.set_up()

    def seat(self, number: int):
        """Returns a player's seat."""
        return self.party.players[number - 1].seat

    def _settled(self, size: int) -> bool:
        return all(one.seat.follower.verifier.size >= size for one in self.party.players)

    def _taken(self, number: int, moves) -> None:
        size = self.seat(number).follower.verifier.size
        self.party.players[number - 1].do(moves)
        self.party.pump(lambda: self._settled(size + 1))

    def say(self, number: int) -> None:
        """Lets a player answer, until everybody has seen it."""
        draft = self.seat(number).draft()
        assert draft.add(AYE) is None
        self._taken(number, self.seat(number).submit(draft))

    def pause(self, number: int, *, on: bool) -> None:
        """Lets a player wish a pause or its end."""
        self._taken(number, self.seat(number).pause(on=on))

    def used(self) -> list[int]:
        """Returns the seconds that each player has used, as everybody sees it alike."""
        seen = [
            [600 - one.seat.follower.verifier.bank_ms(seat) // SECOND for seat in (1, 2)]
            for one in self.party.players
        ]
        assert seen[0] == seen[1]
        return seen[0]

    def refresh(self, number: int) -> None:
        """Lets a player's program end and begin again from what it has kept."""
        old = self.party.players[number - 1]
        old.stream.close()
        guest = old.guest
        titles = poll_title
        seat, moves = restore(guest.identity, titles, guest.signatures, old.kept, guest.referee.public)
        new = Player(guest, seat, old.table, list(old.kept))
        self.party.players[number - 1] = new
        new.resume(self.party.inbox)
        new.do(moves)
        size = old.seat.follower.verifier.size
        self.party.pump(lambda: new.seat.follower.verifier.size >= size)

    def shown(self, number: int, clock: HandClock) -> str:
        """Returns what `who` tells a player."""
        return "\n".join(clock_lines(self.seat(number).follower, clock.ms))


@pytest.fixture
def clock():
    """Returns a clock that the test moves."""
    return HandClock()


def test_time_is_charged_to_whoever_decides_and_to_nobody_while_all_rest(tmp_path, clock):
    """One makes the other choose, both choose at once, a pause, a fresh client, a restart of 30 seconds."""
    with referee(tmp_path, POLL, now_ms=clock) as running:
        evening = Evening(running, Random(7465))
        evening.say(1)
        clock.wait(40)
        evening.say(2)
        assert evening.used() == [0, 40]
        clock.wait(10)
        evening.say(1)
        clock.wait(15)
        evening.say(2)
        assert evening.used() == [10, 65]
        evening.pause(1, on=True)
        evening.pause(2, on=True)
        left = time_left(evening.seat(1).follower, 1, clock.ms)
        clock.wait(50)
        evening.refresh(1)
        assert "Paused: no clock runs." in evening.shown(1, clock)
        assert time_left(evening.seat(1).follower, 1, clock.ms) == left == 400 * SECOND
        clock.wait(20)
        evening.pause(1, on=False)
        assert "Paused" not in evening.shown(1, clock)
        clock.wait(5)
        before = evening.seat(1).follower.verifier.size
        evening.party.close()
    clock.wait(30)
    with referee(tmp_path, POLL, now_ms=clock) as running:
        evening.party.reconnect(running)
        evening.party.pump(lambda: evening._settled(before + 1))
        for number in (1, 2):
            follower = evening.seat(number).follower
            entry = follower.notebook.entries[before]
            assert (entry.type, Notice.FromString(entry.payload).kind) == (EntryType.NOTICE, "credit")
            words = entry_words(people_of(follower), entry)
            assert "nobody's clock ran" in words
            assert f"{before}: {words}" in evening.shown(number, clock)
        clock.wait(7)
        evening.say(1)
        assert evening.used() == [10 + 7, 65]
        evening.party.close()


def test_a_pause_stops_the_clocks_on_every_device_until_one_player_goes_on(tmp_path):
    """Sessions carry the wish; both see the pause begin and end, and who comes back sees it at once."""
    with Network() as network:
        table = DeviceTable(tmp_path, network, Clock(**CLOCK | {"decision_s": 50, "pause_s": 3000}))
        one, other = (table.device(name).play() for name in ("Ada", "Bo"))
        for device in (one, other):
            device.until(lambda view: view.debts)
        one.played.pause(on=True)
        other.played.pause(on=True)
        for device in (one, other):
            device.until(lambda view: view.hurry.paused)
        table.passed_ms += 2000 * SECOND
        other.close()
        again = table.device("Bo", of=other).play()
        again.until(lambda view: view.hurry.paused)
        one.played.pause(on=False)
        for device in (one, again):
            device.until(lambda view: not view.hurry.paused)
        table.close()

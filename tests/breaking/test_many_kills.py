"""Laws of a referee that is killed again and again, at any moment: every match is played out and fair."""

from __future__ import annotations

import asyncio
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest
from mortal_match import MortalMatch
from referee_process import kill, start
from store_keys import store_key

from sealed.fairness.payloads.codec import EntryType
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import SlotOpen
from sealed_client.desk.device import connect
from sealed_client.desk.house import Place
from sealed_referee.changes import FactKind
from sealed_referee.journal import Journal

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 200
KILLS_A_MATCH = 25
LONGEST_S = 1.0
PATIENCE_S = 300
UNDISTURBED_S = 20.0
"""How long every other match may come as far as its first reshuffle before it is killed at all."""

MATCHES = ((2, "random", "20"), (3, "steady", "12"), (2, "steady", "20"), (3, "random", "12"))


class Gate:
    """Lets the links of a seat through, or holds that of the next reshuffle back until somebody opens it."""

    def __init__(self) -> None:
        self.wanted = True
        self.reached = asyncio.Event()
        self._open = asyncio.Event()

    def open(self) -> None:
        """Lets everything through from now on."""
        self.wanted = False
        self._open.set()

    async def passes(self, up, person) -> None:
        """Waits with a link that is owed to a reshuffle."""
        if not (self.wanted and up.HasField("link")):
            return
        slot = person.seat.follower.open_slot
        if slot is not None and any(request.shuffle.epoch > 1 for request in slot.slot.requests):
            self.reached.set()
            await self._open.wait()


class Gated:
    """Is a connection whose streams pass a gate."""

    def __init__(self, inner, person, gate: Gate) -> None:
        self._inner, self._person, self._gate = inner, person, gate

    def __getattr__(self, name):
        return getattr(self._inner, name)

    async def open_stream(self):
        """Opens a stream that passes the gate."""
        stream = await self._inner.open_stream()
        send = stream.send

        async def gated(up) -> None:
            await self._gate.passes(up, self._person)
            await send(up)

        stream.send = gated
        return stream


def links_owed(folder: Path) -> list[tuple[int, bool]]:
    """Returns for each open slot in a store how many links are owed, and whether it is a reshuffle."""
    journal = Journal(folder / "store" / "journal.sqlite", store_key(folder / "store"))
    found = []
    for saved in journal.load_all():
        if saved.entries and saved.entries[-1].type == EntryType.SLOT_OPEN:
            slot = SlotOpen.FromString(saved.entries[-1].payload)
            last = slot.first_k + len(slot.requests) - 1
            given = {fact.seat for fact in saved.facts if fact.kind == FactKind.LINK and fact.number == last}
            again = any(request.shuffle.epoch > 1 for request in slot.requests)
            found.append((len(set(slot.contributors) - given), again))
    journal.close()
    return found


async def play_through(folder: Path, kills: int, rng: Random) -> tuple[int, int, list[tuple[int, bool]]]:
    """Plays matches until so many kills; returns matches, kills, and what the steered kills met."""
    met: list[tuple[int, bool]] = []
    done = 0
    process, port = start(folder, 0)
    for number in count(1):
        seats, bot, cap = MATCHES[number % len(MATCHES)]
        gate = Gate()
        match = MortalMatch(TITLE, Place("127.0.0.1", port, None, None), seats, rng, bot)
        match.connect = lambda person, match=match, gate=gate: (
            Gated(connect(match.place), person, gate)
            if person.number == len(match.people)
            else connect(match.place)
        )
        await match.gather({"round-cap": cap})
        match.start()
        finishing = asyncio.create_task(match.finish(PATIENCE_S))
        enough = min(kills, done + KILLS_A_MATCH)
        while not finishing.done() and done < enough:
            steered = asyncio.create_task(gate.reached.wait())
            random_s = UNDISTURBED_S if gate.wanted and number % 2 else rng.random() * LONGEST_S
            await asyncio.wait({finishing, steered}, timeout=random_s, return_when="FIRST_COMPLETED")
            steered.cancel()
            if finishing.done():
                break
            held = gate.wanted and gate.reached.is_set()
            if held:
                await asyncio.sleep(0.05)
            await asyncio.to_thread(kill, process)
            done += 1
            if held:
                met += links_owed(folder)
                gate.open()
            process, port = await asyncio.to_thread(start, folder, port)
        gate.open()
        _, report = await finishing
        assert report.verdict == "PASS", report.failures
        if done >= kills:
            kill(process)
            return number, done, met
    raise AssertionError


@pytest.mark.long
def test_two_hundred_kills_cost_nobody_a_match(tmp_path):
    """Killed 200 times, also with a link owed to a reshuffle, no match is lost and every one ends PASS."""
    _, kills, met = asyncio.run(play_through(tmp_path, KILLS, Random(200)))
    assert kills == KILLS
    assert any(owed and again for owed, again in met)

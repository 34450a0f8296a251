"""Laws of a referee killed at a boundary (received, journalled, fsynced, sent): it stays one match."""

from __future__ import annotations

import asyncio
import signal
from random import Random

import pytest
from mortal_match import MortalMatch
from referee_process import start
from table_titles import SKIRMISH
from wreck import POINTS, Key, Wreck

from sealed.fairness.audit.audit import audit
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import Record
from sealed.fairness.signing.keys import load_backend
from sealed.fairness.signing.private import parse_private
from sealed.games.popular_front import TITLE
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Draw, SlotEnd, SlotOpen
from sealed_client.desk.house import Place

SEED = 6
SHUFFLES_AGAIN = 2


def played(folder, point: str = "", deadly: frozenset[Key] = frozenset()) -> Wreck:
    """Plays one and the same match, whoever dies in it."""
    folder.mkdir()
    wreck = Wreck(folder, SKIRMISH, Random(SEED), point, deadly)

    async def whole() -> None:
        await wreck.set_up(2, rounds="4")
        await wreck.play()

    asyncio.run(whole())
    return wreck


def fatal(twin: Wreck) -> frozenset[Key]:
    """Returns the inputs of a match at which everything that a referee does is done once."""
    again = next(
        slot.first_k
        for entry in twin.log()
        if entry.type == EntryType.SLOT_OPEN and (slot := SlotOpen.FromString(entry.payload))
        for request in slot.requests
        if request.shuffle.epoch >= SHUFFLES_AGAIN
    )
    keys = list(twin.made)
    first, last = (key for key in keys if key.kind == "link" and key.number == again)
    assert (twin.owed[first], twin.owed[last]) == (2, 1)
    opens = keys[keys.index(first) - 1]
    ordinary = next(key for key in keys if twin.made[key] == (EntryType.ACT,))
    over = next(key for key in keys if EntryType.GAME_OVER in twin.made[key])
    pages = next(key for key in keys if EntryType.FINAL_PAGE in twin.made[key])
    set_up = [key for key in keys if key.kind == "join" or (key.number <= 2 and key.kind == "message")]
    assert EntryType.SLOT_OPEN in twin.made[opens]
    return frozenset({*set_up, ordinary, opens, first, last, over, pages, keys[-1]})


def outcomes(wreck: Wreck) -> list:
    """Returns every result of chance and every draw, in order."""
    found = []
    for entry in wreck.log():
        if entry.type == EntryType.SLOT_END:
            found.append(SlotEnd.FromString(entry.payload).results)
        elif entry.type == EntryType.DRAW:
            draw = Draw.FromString(entry.payload)
            found.append((draw.deck, draw.epoch, draw.first, draw.count, draw.seat, draw.zone))
    return found


def heads(wreck: Wreck) -> dict[int, set[bytes]]:
    """Returns the roots of all heads that ever came down to somebody, by size."""
    roots: dict[int, set[bytes]] = {}
    for player in wreck.players:
        for data in player.bytes_down:
            down = rpc.Down.FromString(data)
            if down.batch.HasField("head"):
                roots.setdefault(down.batch.head.size, set()).add(down.batch.head.root)
    return roots


def cards_seen(wreck: Wreck) -> dict[tuple[int, int], set[bytes]]:
    """Returns what each seat was ever shown by an entry, whenever and however often."""
    seen: dict[tuple[int, int], set[bytes]] = {}
    for player in wreck.players:
        for data in player.bytes_down:
            down = rpc.Down.FromString(data)
            if down.HasField("opening"):
                message = parse_private(down.opening.message)
                seen.setdefault((player.seat.number, message.index), set()).add(down.opening.message)
    return seen


@pytest.fixture(scope="module")
def twin(tmp_path_factory):
    """The same match with nobody killed."""
    return played(tmp_path_factory.mktemp("twin") / "store")


@pytest.mark.parametrize("point", POINTS)
def test_a_referee_killed_at_a_boundary_goes_on_with_the_same_match(twin, tmp_path, point):
    """Killed there at set-up, answer, reshuffle with a link owed, end, pages: same dice, decks, cards."""
    deadly = fatal(twin)
    wreck = played(tmp_path / "store", point, deadly)
    assert wreck.kills == len(deadly)
    assert outcomes(wreck) == outcomes(twin)
    assert all(len(roots) == 1 for roots in heads(wreck).values())
    assert all(len(told) == 1 for told in cards_seen(wreck).values())
    assert not any(player.problems or player.refusals for player in wreck.players)
    table = wreck.house.read(wreck.running)
    lines: list = []
    for head in table.heads:
        lines += [*table.entries(len([one for one in lines if hasattr(one, "index")]), head.size), head]
    record = Record(table.table_id, "2027-01-01T00:00:00Z", "test", tuple(lines))
    report = audit(record, lambda *_: SKIRMISH, load_backend())
    assert report.verdict == "PASS", report.failures


def test_a_fault_that_is_not_survived_would_be_seen(twin, tmp_path):
    """The comparison has teeth: another match has other dice and other cards."""
    other = Wreck(tmp_path, SKIRMISH, Random(SEED + 1))

    async def whole() -> None:
        await other.set_up(2, rounds="4")
        await other.play()

    asyncio.run(whole())
    assert outcomes(other) != outcomes(twin)
    assert cards_seen(other) != cards_seen(twin)


def test_a_process_that_dies_at_each_boundary_loses_nothing(tmp_path):
    """SIGKILL from inside at each of the four points in one match of people over sockets: PASS."""

    async def whole():
        deaths = []
        process, port = start(tmp_path, 0, POINTS[0], "9")
        match = MortalMatch(TITLE, Place("127.0.0.1", port, None, None), 2, Random(1))
        await match.gather({"round-cap": "8"})
        match.start()
        for point in (*POINTS[1:], ""):
            deaths.append(await asyncio.to_thread(process.wait, 30))
            process.stdout.close()
            process, _ = await asyncio.to_thread(start, tmp_path, port, point, "15")
        record, report = await match.finish()
        process.kill()
        process.wait()
        process.stdout.close()
        return deaths, record, report

    deaths, _, report = asyncio.run(whole())
    assert deaths == [-signal.SIGKILL] * len(POINTS)
    assert report.verdict == "PASS", report.failures

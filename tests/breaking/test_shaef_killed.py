"""Law: a referee or a client of SHAEF that dies at any moment comes back to the same game, and it is fair.

In memory the dead leave just what they have kept: the journal of the referee, the store of a device. In the
long run it is processes that are killed.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from match import InMemoryMatch
from mortal_match import MortalMatch
from referee_process import kill, start
from shaef_script import Script
from shaef_tidy import TidyPlayer
from shaef_tracking import FREE, reassigning
from table_match import saved_of

from sealed.engine import kernel
from sealed.engine.frames import push
from sealed.engine.value import copy_with
from sealed.games.shaef.flow import AXIS_STEPS, Month, Turn
from sealed.games.shaef.setup.setting_up import SettingUp
from sealed.games.shaef.state import AXIS, blank
from sealed.games.shaef.title import TITLE, terms_of
from sealed_client.desk.house import Place
from sealed_client.seat_return import restore
from sealed_client.wishes import Resign
from sealed_referee.restoring import restore_table

_DECEMBER, _AXIS_TURN = 7, 2


def _in_december(setup):
    """Returns the Historical set-up; then it is December, and the Axis deploys before its turn."""
    board = copy_with(blank(terms_of(setup)), month=_DECEMBER, turn=AXIS)
    turn = Turn(AXIS, AXIS_STEPS.index("deploy"))
    return kernel.run(push(board, Month(_AXIS_TURN), turn, SettingUp()), [])


DECEMBER = replace(TITLE, start=_in_december)
BODENPLATTE = [
    *("organise 1. Armee", "take Reinforcement Deck Unternehmen Bodenplatte", "done"),
    *("use 1. Armee Unternehmen Bodenplatte", "choose-unit First US Army"),
]


class Mortals:
    """Is a table at which the referee dies before answers, and clients between keeping one and sending it."""

    def __init__(self, title, seed: int, options=None, often: float = 1.0) -> None:
        self.rng, self.often = Random(seed), often
        self.match = InMemoryMatch(title, 2, Random(seed), options)
        self.match.begin()
        self.died: dict[str, Counter[str]] = {"referee": Counter(), "client": Counter()}

    def turn(self, player, most: int) -> None:
        """Lets the referee die, then the client in the middle of its answer, or nobody; it is logged once."""
        match, (number, *_) = self.match, self.match.asked
        asked = kernel.question(match.seats[number].replica.state).id
        dies = self.rng.random() < self.often
        if dies:
            self.kill_referee(asked)
        draft = match.seats[number].draft()
        while not draft.done and len(draft.actions) < most:
            assert draft.add(player(draft.state, number)) is None
        size = match.table.size
        match.do(number, match.seats[number].submit(draft))
        if dies:
            self.kill_client(number, asked)
        match.settle()
        assert match.table.size > size
        assert not match.refusals
        assert not match.problems

    def kill_referee(self, asked: str) -> None:
        """Takes the table from what was journalled; it is the same."""
        match, lost = self.match, self.match.table
        changes = (output.change for output in match.outputs if output.change is not None)
        match.table = restore_table(saved_of(changes), match.titles, lost.keys)
        assert match.table.match.game.state == lost.match.game.state
        for seat in match.seats:
            assert match.table.match.game.piles.made(seat) == lost.match.game.piles.made(seat)
        self.died["referee"][asked] += 1

    def kill_client(self, number: int, asked: str) -> None:
        """Forgets all that a device has not stored, what it was about to send too, and starts it again."""
        match, lost = self.match, self.match.seats[number]
        match._inbox.clear()
        kept = match.stores[number].load(b"table")
        seat, moves = restore(
            lost.enrolment.identity, match.titles, match.signatures, kept, match.referee.public
        )
        assert seat.replica.state == lost.replica.state
        match.seats[number] = seat
        match.do(number, moves)
        for sending in seat.again():
            match.deliver(number, match.post(number, sending))
        match.settle()
        self.died["client"][asked] += 1

    def finish(self) -> None:
        """Ends the game; every seat finds it fair."""
        match = self.match
        if match.asked:
            match.do(1, match.seats[1].resign())
            match.settle()
        match.finish()
        for number, seat in match.seats.items():
            assert (seat.report.verdict, dict(seat.report.not_checked)) == ("PASS", {})
            assert not [one for one in match.told[number].verdicts if one.failed]

    def met(self) -> set[str]:
        """Returns the questions at which both have died."""
        return {asked for asked in self.died["referee"] if self.died["client"][asked]}


def test_whoever_dies_in_a_free_set_up_comes_back() -> None:
    """Amid drafts of many secret takes both lose nothing, and no message is signed twice."""
    table, player = Mortals(TITLE, 1, FREE), reassigning(Random(1))
    for _ in range(8):
        table.turn(player, 9)
    table.finish()
    assert table.met() >= {"set-up", "collect"}


def test_whoever_dies_at_a_hand_over_comes_back() -> None:
    """Amid Bodenplatte, with cards to be proven later, both lose nothing."""
    table, script = Mortals(DECEMBER, 1, {}), Script({2: BODENPLATTE})
    while "hand-over" not in table.met():
        table.turn(script, 3)
    table.turn(script, 3)
    table.finish()
    assert table.met() >= {"collect", "target", "hand-over"}


@pytest.mark.long
@pytest.mark.parametrize(("seed", "options"), [(1, {}), (2, {}), (3, FREE)])
def test_whoever_dies_in_the_middle_of_a_campaign_comes_back(seed, options) -> None:
    """Before dice, at regroups that settle and turn down, in windows: both lose nothing, again and again."""
    table, player = Mortals(TITLE, seed, options, often=0.2), TidyPlayer(Random(seed))
    for _ in range(300):
        if not table.match.asked:
            break
        table.turn(player.answer, 6)
    table.finish()
    if not options:
        assert table.met() >= {"deploy", "collect", "before-roll", "move"}


# ---- processes ----

KILLS, VIEWS, PATIENCE_S = 6, 12, 60


async def play_through(folder, rng: Random, options: dict[str, str]) -> None:
    """Plays between two bots while the referee is killed and a player leaves; somebody resigns at last."""
    process, port = start(folder, 0)
    match = MortalMatch(TITLE, Place("127.0.0.1", port, None, None), 2, rng, "random")
    await match.gather(options)
    seen: asyncio.Queue[object] = asyncio.Queue()
    match.on_view = lambda person, view: seen.put_nowait(view)
    match.start()
    for number in range(KILLS):
        for _ in range(VIEWS):
            await asyncio.wait_for(seen.get(), PATIENCE_S)
        person = match.people[number % 2]
        await person.leave()
        await asyncio.to_thread(kill, process)
        process, _ = await asyncio.to_thread(start, folder, port)
        await person.come()
        person.start()
    for _ in range(VIEWS):
        await asyncio.wait_for(seen.get(), PATIENCE_S)
    await match.hush()
    match.people[0].session.wish(Resign(stop=False))
    _, report = await match.finish(PATIENCE_S)
    kill(process)
    assert report.verdict == "PASS", report.failures


@pytest.mark.long
@pytest.mark.parametrize("options", [FREE, {}], ids=["free", "historical"])
def test_kills_of_referee_and_client_cost_nobody_a_match(tmp_path, options) -> None:
    """Killed while devices come and go, a referee goes on with the game, and the record passes."""
    asyncio.run(play_through(tmp_path, Random(1), options))

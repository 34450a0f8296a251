"""Who is asked to react to an attack disappears: the table waits, and for him alone (lessons, B1)."""

from __future__ import annotations

import contextlib
from random import Random

import pytest
from devices import DeviceTable

from sealed.fairness.payloads.codec import EntryType
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Clock, Timeout
from sealed_client.bot_player import BotPlayer
from sealed_client.bots import make_bot
from sealed_client.network import Network
from sealed_client.table_view import Debt, Line, Stage

DECISION_S, PATIENCE_S, TABLES = 600, 30, 5
LOSS, STATED_ANSWER = 1, 2


_BEFORE = (Stage.GATHERING, Stage.AGREEING)


class NoBattleError(Exception):
    """The game has ended before anybody was attacked: cards are dealt by real chance."""


class Ambush:
    """Is a table at which `attacker` has just attacked, and `prey` is asked to play cards in the battle."""

    def __init__(self, table):
        self.table = table
        players = [table.device(name).play() for name in ("Ada", "Bob")]
        hands = {one: BotPlayer(make_bot("random", TITLE, Random(seed))) for seed, one in enumerate(players)}
        last = None
        while True:
            size = max(one.view.size if one.views else 0 for one in players)
            asked = self._asked(players)
            others = [one for one in players if one is not asked]
            if last in others and asked.view.question.id == "commit":
                self.attacker, self.prey = last, asked
                break
            asked.submit(_attack(asked.view) or hands[asked].draft(asked.view))
            last, size = asked, asked.view.size
            for one in players:
                one.until(lambda view: view.size > size)  # noqa: B023
        self.attacker.until(lambda view: view.size == self.prey.view.size)
        self.options = self.prey.view.legal()

    def _asked(self, players):
        """Waits until all stand at one question, and returns who is asked."""
        for one in players:
            view = one.until(lambda view: view.stage not in _BEFORE and not view.sending)
            if view.stage is not Stage.PLAYING:
                raise NoBattleError
        while True:
            for one in players:
                newest = max(other.view.size for other in players)
                view = one.until(lambda view: view.size >= newest)  # noqa: B023
                if view.asked and not view.sending:
                    return one

    def vanish(self):
        """Cuts the network of the prey."""
        self.prey.proxy.open = False
        self.prey.proxy.cut()
        self.prey.until(lambda view: view.line is Line.LOST)

    def come_back(self):
        """Mends the network of the prey."""
        self.prey.proxy.open = True
        self.prey.until(lambda view: view.line is Line.CONNECTED)

    def expire(self):
        """Lets the deadline of the prey pass."""
        self.table.passed_ms += (DECISION_S + 1) * 1000


def _attack(view):
    """Returns a draft that attacks, if that is legal now."""
    attacks = [action for action in view.legal() if action.verb == "attack"]
    draft = view.draft()
    if not attacks or draft.add(attacks[0]) is not None:
        return None
    return draft


@pytest.fixture
def ambush(tmp_path):
    """Returns a function that plays up to an attack, with what the clock does at its end."""
    made = []
    with Network() as network:

        def play(on_timeout):
            clock = Clock(decision_s=DECISION_S, link_s=DECISION_S, on_timeout=on_timeout, misses=3)
            for number in range(TABLES):
                made.append(DeviceTable(tmp_path / f"referee {number}", network, clock))
                with contextlib.suppress(NoBattleError):
                    return Ambush(made[-1])
            pytest.fail("no table came to a battle")

        yield play
        for table in made:
            table.close()


def test_a_reactor_who_disappears_finds_his_window_again(ambush):
    """The attacker sees for whom the table waits, and until when; the window outlives the cut as it was."""
    battle = ambush(LOSS)
    before = battle.attacker.view
    battle.vanish()
    (debt,) = battle.attacker.view.debts
    assert isinstance(debt, Debt)
    assert (debt.seat, debt.kind) == (battle.prey.view.seat, "answer")
    assert debt.deadline_ms is not None
    assert not battle.attacker.view.asked
    battle.come_back()
    view = battle.prey.until(lambda view: view.asked)
    assert view.question.id == "commit"
    assert view.legal() == battle.options
    assert battle.attacker.view.debts == before.debts
    battle.prey.answer()
    battle.attacker.until(lambda view: view.size > before.size)


def test_a_reactor_who_stays_away_loses_by_the_clock(ambush):
    """At the end of the window the stated end comes, by time, against the one who was asked; all see it."""
    battle = ambush(LOSS)
    battle.vanish()
    battle.expire()
    over = battle.attacker.until(lambda view: view.stage is not Stage.PLAYING)
    assert over.cause == "time"
    side = battle.attacker.view.rules.setup.chairs[over.seat - 1].side
    assert over.result == f"side {side}"
    battle.come_back()
    assert battle.prey.until(lambda view: view.result).result == over.result


def test_a_reactor_who_stays_away_gives_the_stated_answer(ambush):
    """Where the clock answers, the stated answer of the window is logged and the game goes on without him."""
    battle = ambush(STATED_ANSWER)
    size = battle.attacker.view.size
    battle.vanish()
    battle.expire()
    view = battle.attacker.until(lambda view: view.size > size)
    assert view.stage is Stage.PLAYING
    battle.come_back()
    later = battle.prey.until(lambda view: view.size > size)
    entries = battle.prey.seat.follower.notebook.entries
    (missed,) = [Timeout.FromString(one.payload) for one in entries if one.type == EntryType.TIMEOUT]
    assert (missed.seat, missed.rule) == (later.seat, "answer")
    assert missed.action in {action.text for action in battle.options}


def test_the_attacker_may_resign_while_the_window_is_open(ambush):
    """Waiting for somebody else holds nobody: a resignation ends the game at once."""
    battle = ambush(LOSS)
    battle.vanish()
    battle.attacker.played.resign()
    over = battle.attacker.until(lambda view: view.stage is not Stage.PLAYING)
    assert over.cause == "resign"
    battle.come_back()
    assert battle.prey.until(lambda view: view.result).result == over.result

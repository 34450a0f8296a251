"""One seat on two devices: one writer at any time, in sight of both, and the game verifies (lessons, B4)."""

from __future__ import annotations

from random import Random

import pytest
from devices import DeviceTable

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import ActEntry
from sealed_client.bot_player import BotPlayer
from sealed_client.bots import make_bot
from sealed_client.network import Network
from sealed_client.outbox import TAKE_OVER_LEAP
from sealed_client.seat_errors import ElsewhereError
from sealed_client.table_view import Line

PATIENCE_S = 30


def bot(seed):
    """Returns a player that answers whatever it is asked."""
    return BotPlayer(make_bot("steady", TITLE, Random(seed))).draft


def answers(device, count, seed=5):
    """Lets a device answer so many times."""
    hand = BotPlayer(make_bot("steady", TITLE, Random(seed)))
    for _ in range(count):
        view = device.until(lambda view: view.asked and not view.sending)
        device.submit(hand.draft(view))
        device.until(lambda later: later.size > view.size and not later.sending)  # noqa: B023


def ends(device):
    """Lets a device answer a little more and resign, and returns its last snapshot, with the audit."""
    answers(device, 3, seed=6)
    device.played.resign()
    device.played.wait(PATIENCE_S)
    return device.view


@pytest.fixture
def table(tmp_path):
    """A table of Ada and a bot; `phone` is Ada's, and she is asked."""
    with Network() as network:
        made = DeviceTable(tmp_path / "referee", network)
        made.phone = made.device("Ada").play()
        made.bob = made.device("Bob").play(bot(2))
        yield made
        made.close()


def _both(table):
    """Lets Ada answer a few times on the phone, and open the tablet beside it."""
    answers(table.phone, 3)
    table.phone.until(lambda view: view.asked)
    tablet = table.device("Ada", table.phone).play()
    tablet.until(lambda view: view.elsewhere and view.size == table.phone.view.size and view.state)
    return tablet


def _counters(device):
    """Returns the counters of a seat's answers in the log that a device holds."""
    entries = [one for one in device.seat.follower.notebook.entries if one.type == EntryType.ACT]
    headers = [parse_header(ActEntry.FromString(one.payload).msg.header) for one in entries]
    return [one.counter for one in headers if one.seat == device.view.seat]


def test_the_second_device_follows_and_reads_its_hand(table):
    """A device that comes while another writes sees all that the seat sees, and is asked nothing."""
    tablet = _both(table)
    assert tablet.view.state == table.phone.view.state
    assert not table.phone.view.elsewhere
    assert (table.phone.view.asked, tablet.view.asked) == (True, False)
    answers(table.phone, 2)
    tablet.until(lambda view: view.size >= table.phone.view.size and view.state == table.phone.view.state)
    assert tablet.view.elsewhere


def test_what_the_second_device_is_told_to_send_stays_there(table):
    """An answer or a resignation on a device that only follows is refused in words, and nothing is signed."""
    tablet = _both(table)
    size = tablet.view.size
    tablet.submit(table.phone.view.draft())
    assert isinstance(tablet.played.troubles.get(timeout=PATIENCE_S), ElsewhereError)
    tablet.played.resign()
    assert "Type 'take'" in str(tablet.played.troubles.get(timeout=PATIENCE_S))
    assert tablet.seat.counter_state == (0, b"")
    assert table.phone.view.size == size


@pytest.mark.parametrize("takes_first", [True, False])
def test_both_devices_act_within_one_round_trip(table, takes_first):
    """One of the two writes, whichever message is first; the taker goes on, and the game passes its audit."""
    tablet = _both(table)
    draft = table.phone.view.draft()
    draft.add(table.phone.view.legal()[0])
    for act in (tablet.played.take, lambda: table.phone.submit(draft))[:: 1 if takes_first else -1]:
        act()
    tablet.until(lambda view: not view.elsewhere)
    table.phone.until(lambda view: view.elsewhere and not view.asked)
    table.phone.vanish()
    assert ends(tablet).report.verdict == "PASS"
    table.bob.played.wait(PATIENCE_S)
    assert table.bob.view.report.verdict == "PASS"
    counters = _counters(tablet)
    assert counters == sorted(set(counters))
    assert max(counters) > TAKE_OVER_LEAP


def test_the_seat_goes_to_and_fro(table):
    """Each take-over moves the seat at once; each device acts in its turn, under numbers of its own."""
    tablet = _both(table)
    devices = [tablet, table.phone]
    for turn in range(4):
        writer, other = devices[turn % 2], devices[1 - turn % 2]
        writer.played.take()
        writer.until(lambda view: not view.elsewhere)
        other.until(lambda view: view.elsewhere)
        answers(writer, 1, seed=turn)
        other.until(lambda view, size=writer.view.size: view.size >= size)
    counters = _counters(tablet)
    assert counters == sorted(set(counters))
    assert max(counters) > 4 * TAKE_OVER_LEAP
    assert not any(view.rejected for device in devices for view in device.views)


def test_a_device_whose_line_is_dead_takes_its_own_place(table):
    """A writer that crashed, unnoticed by the referee, comes back on its store and plays on at once."""
    answers(table.phone, 2)
    table.phone.vanish()
    table.phone.played.leave()
    again = table.device("Ada", table.phone)
    again.desk = table.phone.desk
    again.play()
    answers(again, 2)
    assert not any(view.elsewhere for view in again.views)
    assert max(_counters(again)) < TAKE_OVER_LEAP


def test_a_device_that_comes_and_goes_disturbs_no_other(table):
    """However often a second device loses its line, the one that writes keeps its own."""
    tablet = _both(table)
    lost = [view.line for view in table.phone.views].count(Line.LOST)
    for _ in range(5):
        seen = len(tablet.views)
        tablet.proxy.cut()
        tablet.until(lambda view: len(tablet.views) > seen + 1 and view.line is Line.CONNECTED)  # noqa: B023
    answers(table.phone, 1)
    assert [view.line for view in table.phone.views].count(Line.LOST) == lost


def test_another_device_takes_over_from_a_dead_one(table):
    """A line that is dead and not noticed yet keeps nobody out: the other device takes over by word."""
    answers(table.phone, 2)
    table.phone.vanish()
    tablet = table.device("Ada", table.phone).play()
    tablet.until(lambda view: view.elsewhere)
    tablet.played.take()
    answers(tablet, 2)


def test_a_device_that_was_away_reads_what_the_other_has_played(table):
    """A device behind comes back when the other has gone: it writes at once, with its hand, clear of both."""
    tablet = _both(table)
    table.phone.proxy.open = False
    table.phone.proxy.cut()
    tablet.played.take()
    answers(tablet, 4)
    tablet.close()
    table.phone.proxy.open = True
    table.phone.until(lambda view: view.size >= tablet.view.size)
    answers(table.phone, 1)
    assert table.phone.seat.replica.holdings.next_ref >= 1
    assert max(_counters(table.phone)) > 2 * TAKE_OVER_LEAP
    assert ends(table.phone).report.verdict == "PASS"

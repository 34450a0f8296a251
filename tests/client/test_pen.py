"""Laws of the right to write, as a device holds it (spec 2.13)."""

from __future__ import annotations

from random import Random

import pytest

from sealed.wire.v1.referee_pb2 import Writer
from sealed_client.pen import Hand, Pen
from sealed_client.seat_errors import ElsewhereError

EVER = 1 << 32


@pytest.fixture
def asked(begun):
    """The seat that is asked, with a pen."""
    seat = begun.seats[begun.asked[0]]
    return seat, Pen(seat, Random(3))


def _shared_until(seat):
    return seat.follower.verifier.watched.own.shared_until


def test_nothing_is_signed_before_the_referee_has_said_who_writes(asked):
    """A seat with a pen owes an answer and signs none; what is due by itself waits too."""
    seat, pen = asked
    assert pen.hand is Hand.UNKNOWN
    assert seat.asked
    for act in (seat.draft, seat.resign):
        with pytest.raises(ElsewhereError):
            act()
    assert seat.due().send == ()
    assert pen.told(Writer(you=True))
    assert seat.resign().send


def test_a_line_that_is_lost_takes_the_pen_away(asked):
    """Who wrote before a cut need not write after it."""
    seat, pen = asked
    pen.told(Writer(you=True))
    pen.lost()
    assert not seat.writes
    assert not pen.elsewhere


def test_what_another_device_signs_is_foreseen_while_it_writes_and_no_longer(asked):
    """Messages that this device did not send are expected up to the take-over, and ACT_NOT_MINE after it."""
    seat, pen = asked
    pen.told(Writer(you=True, size=3))
    assert _shared_until(seat) == 0
    pen.told(Writer())
    assert _shared_until(seat) == EVER
    pen.told(Writer(you=True, size=7))
    assert _shared_until(seat) == 7


def test_a_wish_to_take_over_lasts_until_it_is_granted(asked):
    """A take-over that a cut has swallowed goes with the next connection, and with no later one."""
    _, pen = asked
    assert not pen.shown().take_over
    assert pen.ask().take_over
    pen.lost()
    assert pen.shown().take_over
    pen.told(Writer(you=True))
    assert not pen.shown().take_over

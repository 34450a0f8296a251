"""Laws of the counters of a seat that is played on several devices (spec 2.8)."""

from __future__ import annotations

import pytest

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import Signer, load_backend
from sealed.fairness.signing.messages import parse_header, signed_hash
from sealed_client.outbox import TAKE_OVER_LEAP, Outbox
from sealed_client.seat_errors import CountersSpentError


@pytest.fixture
def outbox():
    """An outbox after the AGREE."""
    return Outbox(Signer(bytes([7]) * 32, load_backend()), bytes(32), 1)


def _next(outbox, logged=0):
    submit = outbox.write(EntryType.ACT, logged, (1, bytes(32)), b"")
    return parse_header(submit.signed.header).counter


def test_counters_go_up_by_one_on_one_device(outbox):
    """Without another device the next message has the next number, also after one that was logged."""
    assert [_next(outbox), _next(outbox), _next(outbox, logged=9)] == [3, 4, 10]


def test_a_device_apart_leaps_once_beyond_all_that_is_known(outbox):
    """The first message after a take-over is 2^20 and the lane beyond the highest number; then by one."""
    _next(outbox)
    outbox.keep_clear(known=40, lane=5)
    assert _next(outbox) == 40 + TAKE_OVER_LEAP + 5
    assert _next(outbox) == 40 + TAKE_OVER_LEAP + 6


def test_two_devices_that_leap_from_one_number_do_not_meet(outbox):
    """The lane parts two devices whose messages the referee has not had yet."""
    other = Outbox(Signer(bytes([7]) * 32, load_backend()), bytes(32), 1)
    outbox.keep_clear(known=40, lane=5)
    other.keep_clear(known=40, lane=6)
    assert _next(outbox) != _next(other)


def test_a_referee_that_would_use_up_the_numbers_is_not_believed(outbox):
    """A number that only the referee's word stands for, and that leaves no room, is passed over."""
    outbox.keep_clear(known=(1 << 32) - 1, lane=0)
    assert _next(outbox) == 2 + TAKE_OVER_LEAP


def test_the_last_number_is_the_last(outbox):
    """A seat without numbers says so in words and signs nothing."""
    _next(outbox, logged=(1 << 32) - 2)
    with pytest.raises(CountersSpentError):
        _next(outbox)


def test_the_counter_state_is_the_highest_message_of_this_device(outbox):
    """What is shown of a device is the highest number it has signed under and the hash of that message."""
    assert outbox.state == (0, b"")
    _next(outbox)
    submit = outbox.write(EntryType.ACT, 0, (1, bytes(32)), b"x")
    counter = parse_header(submit.signed.header).counter
    assert outbox.state == (counter, signed_hash(submit.signed))

"""Laws of the one writer that a seat has, by stream and by call alike (spec 2.8, 2.13)."""

from __future__ import annotations

import queue

import pytest
from loopback import PATIENCE_S, Stream

from sealed.fairness.signing.messages import parse_header, signed_hash
from sealed.wire.v1 import referee_pb2 as rpc

ONE, TWO = bytes([1]) * 16, bytes([2]) * 16
CONFLICT = "RES_SESSION_CONFLICT"


class Line:
    """Is a stream of one device of a player; `told` says who writes, `inbox` is what else comes down."""

    def __init__(self, player, table, device, **more):
        self.inbox = queue.Queue()
        self.stream = Stream(player.guest, self.inbox)
        size = player.seat.follower.verifier.size
        shown = rpc.Device(id=device, **more)
        self.stream.send(rpc.Up(resume=rpc.Resume(table=table, size=size, private_from=size, device=shown)))

    def told(self):
        """Returns the next word on who writes."""
        return self.stream.writers.get(timeout=PATIENCE_S)

    def send(self, **up):
        """Sends something up."""
        self.stream.send(rpc.Up(**up))

    def problem(self):
        """Returns the next Problem that comes down."""
        while True:
            down = self.inbox.get(timeout=PATIENCE_S)[1]
            if down.HasField("problem"):
                return down.problem

    def entry(self):
        """Returns the first entry that comes down."""
        while True:
            down = self.inbox.get(timeout=PATIENCE_S)[1]
            if down.HasField("batch"):
                return down.batch.entries[0]


@pytest.fixture
def begun(party):
    """A table in play, and a player who is asked and has no stream; closes the streams made."""
    gathered = party()
    gathered.set_up()
    player = gathered.asked()[0]
    player.stream.close()
    player.stream = None
    lines = []

    def line(device, **more):
        lines.append(Line(player, gathered.ref, device, **more))
        return lines[-1]

    yield gathered, player, line
    for one in lines:
        one.stream.close()


def _submit(player):
    """Returns a message of a player that has not been sent."""
    draft = player.seat.draft()
    draft.add(draft.legal()[0])
    (submit,) = player.seat.submit(draft).send
    return submit


def _size(gathered, player):
    return player.guest.call("GetTable", gathered.ref).log_size


def test_the_first_device_writes_and_the_second_follows(begun):
    """Who comes while nobody is there writes; who comes later is told in words that it does not."""
    _, _, line = begun
    assert line(ONE).told().you
    second = line(TWO).told()
    assert not second.you
    assert "another device" in second.text


def test_a_message_of_the_other_device_burns_nothing(begun):
    """What a device that only follows sends is not judged; the same bytes from the writer are then logged."""
    gathered, player, line = begun
    one, two = line(ONE), line(TWO)
    assert (one.told().you, two.told().you) == (True, False)
    submit, size = _submit(player), _size(gathered, player)
    two.send(submit=submit)
    assert two.problem().code == CONFLICT
    assert _size(gathered, player) == size
    one.send(submit=submit)
    assert one.entry().index == size


def test_a_link_of_the_other_device_is_refused_with_its_slot(begun):
    """A link of a device that only follows is not taken, and the Problem names the slot."""
    _, _, line = begun
    one, two = line(ONE), line(TWO)
    assert (one.told().you, two.told().you) == (True, False)
    two.send(link=rpc.Link(k=3, link=bytes(32)))
    told = two.problem()
    assert (told.code, told.slot) == (CONFLICT, 3)


def test_a_take_over_is_told_to_both_at_once(begun):
    """The device that takes over writes; the one that wrote is told so, and refused from then on."""
    gathered, player, line = begun
    one, two = line(ONE), line(TWO)
    assert (one.told().you, two.told().you) == (True, False)
    two.send(take_over=rpc.Device())
    assert (two.told().you, one.told().you) == (True, False)
    submit = _submit(player)
    one.send(submit=submit)
    assert one.problem().code == CONFLICT
    size = _size(gathered, player)
    two.send(submit=submit)
    assert two.entry().index == size


def test_a_take_over_may_come_with_the_resume(begun):
    """A device that says at once that it takes over writes at once."""
    _, _, line = begun
    one = line(ONE)
    assert one.told().you
    assert line(TWO, take_over=True).told().you
    assert not one.told().you


def test_calls_obey_the_same_rule(begun):
    """Submit and Contribute of another device are refused until it takes over, which the stream hears."""
    gathered, player, line = begun
    one = line(ONE)
    assert one.told().you
    submit, size = _submit(player), _size(gathered, player)
    request = rpc.SubmitRequest(table=gathered.ref, submit=submit, device=rpc.Device(id=TWO))
    assert player.guest.refused("Submit", request).code == CONFLICT
    link = rpc.ContributeRequest(table=gathered.ref, link=rpc.Link(k=1), device=rpc.Device(id=TWO))
    assert player.guest.refused("Contribute", link).code == CONFLICT
    assert _size(gathered, player) == size
    request.device.take_over = True
    assert player.guest.call("Submit", request).entry.index == size
    assert not one.told().you


def test_the_same_store_takes_its_own_place(begun):
    """A second stream of one store writes at once; the first, which is dead or a copy, ends in words."""
    _, _, line = begun
    one, again = line(ONE), line(ONE)
    assert one.told().you
    assert again.told().you
    ended = one.inbox.get(timeout=PATIENCE_S)[1]
    assert CONFLICT in str(ended.trailing_metadata())


def test_another_device_writes_when_the_first_has_gone(begun):
    """A seat without a live stream is free for any of its devices."""
    _, _, line = begun
    one = line(ONE)
    assert one.told().you
    one.stream.close()
    two = line(TWO)
    if not two.told().you:  # the referee has not noticed yet
        two.send(take_over=rpc.Device())
        assert two.told().you


def test_a_device_is_told_whether_its_counters_are_the_newest(begun):
    """The counter state is the referee's, behind it, or beyond; only one that is behind has to keep clear."""
    gathered, player, line = begun
    submit = _submit(player)
    player.guest.call("Submit", rpc.SubmitRequest(table=gathered.ref, submit=submit))
    counter, digest = parse_header(submit.signed.header).counter, signed_hash(submit.signed)
    shown = {
        (counter, digest): False,
        (counter, bytes(32)): True,
        (counter - 1, digest): True,
        (0, b""): True,
        (counter + 1, bytes(32)): False,
    }
    for (number, known), apart in shown.items():
        told = line(ONE, counter=number, signed_hash=known).told()
        assert (told.you, told.counter, told.apart) == (True, counter, apart)


def test_an_id_that_is_too_long_is_refused(begun):
    """The id of a device is bounded."""
    _, _, line = begun
    ended = line(bytes(17)).inbox.get(timeout=PATIENCE_S)[1]
    assert "BAD_REQUEST" in str(ended.trailing_metadata())

"""What a client sends twice counts once: each kind of message, its reply lost on the way (lessons, B2)."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import grpc
import pytest
from cutting_proxy import CuttingProxy
from devices import DeviceTable
from loopback import Guest, Party, referee
from table_titles import SKIRMISH

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header, sign_join
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import ActEntry, AuditEntry, ResultEntry
from sealed_client.moves import Agreement, Commitment
from sealed_client.network import Network
from sealed_client.table_view import Line, Stage

ACTS = 12


class Way(NamedTuple):
    """Is the way to a referee through a proxy, in the place of the referee."""

    address: str
    public: bytes


class Lossy:
    """Sends what player 1 wants sent by calls of their own, each of which loses its first reply.

    `first` are the answers to each message when it was sent again, `kinds` what was sent.
    """

    def __init__(self, guest, proxy, player=None):
        self.guest, self.proxy, self.player = guest, proxy, player
        self.first = []
        self.kinds = []
        self._referee = guest.referee

    def send(self, sending):
        """Sends something, loses the reply, and sends it again."""
        name, request = self._call(sending)
        self.lose(name, request)
        answer = self.guest.call(name, request)
        self.first.append((name, request, answer))
        self.kinds.append(_kind(sending))
        if isinstance(answer, rpc.SubmitReply) and answer.HasField("refusal"):
            self.player.take(rpc.Down(refusal=answer.refusal))

    def lose(self, name, request):
        """Makes a call whose reply never comes, though the referee has given it."""
        self.guest.connect(Way(self.proxy.address, self._referee.public))
        with self.proxy.swallowed_reply(), pytest.raises(grpc.RpcError) as failed:
            self.guest.call(name, request)
        assert failed.value.code() in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED}
        self.guest.connect(self._referee)

    def again(self):
        """Sends the last message once more; returns the answer, and the first one."""
        name, request, answer = self.first[-1]
        return self.guest.call(name, request), answer

    def _call(self, sending):
        table = self.player.table
        match sending:
            case Commitment(signed):
                return "Commit", rpc.SignedRequest(table=table, signed=signed)
            case Agreement(signed):
                return "Agree", rpc.SignedRequest(table=table, signed=signed)
            case rpc.Submit():
                return "Submit", rpc.SubmitRequest(table=table, submit=sending)
            case _:
                return "Contribute", rpc.ContributeRequest(table=table, link=sending)


def _kind(sending):
    if isinstance(sending, rpc.Link):
        return "LINK"
    return EntryType(parse_header(sending.signed.header).type).name


@pytest.fixture
def lossy(tmp_path):
    """A table of two, at which every reply to player 1 is lost once."""
    with (
        referee(tmp_path / "referee", SKIRMISH) as served,
        CuttingProxy(served.address.port) as proxy,
    ):
        party = Party(served, SKIRMISH, Random(7))
        player = party.players[0]
        one = Lossy(player.guest, proxy, player)
        player.send = one.send
        yield party, one
        party.close()


def _resigned(party):
    """Ends the game by player 2, so that the results come."""
    other = party.players[1]
    other.do(other.seat.resign())
    party.pump(lambda: party.over)


def test_every_message_counts_once_though_its_reply_was_lost(lossy):
    """Everything that a seat sends in a match comes twice; the log has it once, and the audits pass."""
    party, one = lossy
    party.set_up()
    party.play(ACTS)
    _resigned(party)
    party.finish()
    party.pump(lambda: EntryType.AUDIT in one.player.seat.follower.own_types)
    assert set(one.kinds) == {"COMMIT", "AGREE", "ACT", "LINK", "RESULT", "AUDIT"}
    assert not any(player.refusals for player in party.players)
    assert all(player.seat.report.verdict == "PASS" for player in party.players)
    counters = _counters(one.player.seat.follower.notebook.entries, 1)
    assert len(counters) == len(set(counters))
    assert len(counters) == sum(one.kinds.count(kind) for kind in ("ACT", "RESULT", "AUDIT"))


def _counters(entries, seat):
    """Returns the counters of a seat's messages in a log."""
    shapes = {EntryType.ACT: ActEntry, EntryType.RESULT: ResultEntry, EntryType.AUDIT: AuditEntry}
    messages = [shapes[one.type].FromString(one.payload).msg for one in entries if one.type in shapes]
    headers = [parse_header(one.header) for one in messages]
    return [one.counter for one in headers if one.seat == seat]


def test_the_same_bytes_get_the_first_answer_when_the_next_question_is_open(lossy):
    """An answer sent once more after the next question gets its old entry; the question stays as it is."""
    party, one = lossy
    party.set_up()
    while not (one.kinds[-1] == "ACT" and one.player.seat.asked):
        party.play(1)
    before = one.guest.call("GetTable", party.ref)
    later, first = one.again()
    assert later.entry == first.entry
    after = one.guest.call("GetTable", party.ref)
    assert after.log_size == before.log_size
    assert after.waiting_for == before.waiting_for
    assert party.play(2) == 2


def test_a_refusal_whose_reply_was_lost_is_given_again(lossy):
    """A refused message that comes again gets the same refusal; nothing is logged, the next one counts."""
    party, one = lossy
    party.set_up()
    player = one.player
    while not player.seat.asked:
        party.play(1)
    size = player.seat.follower.verifier.size
    seen = (size, player.seat.follower.verifier.root)
    bad = player.seat.outbox.write(EntryType.ACT, 2, seen, b"")
    player.seat.sent(bad, EntryType.ACT)
    one.send(bad)
    later, first = one.again()
    assert first.HasField("refusal")
    assert later.refusal == first.refusal
    assert player.guest.call("GetTable", party.ref).log_size == size
    party.act(player)
    party.pump(lambda: player.seat.follower.verifier.size > size)


def test_a_client_sends_again_by_itself_what_had_no_reply(tmp_path):
    """A session whose reply was lost comes back and repeats the same bytes: the log has the answer once."""
    with Network() as network:
        table = DeviceTable(tmp_path / "referee", network)
        players = [table.device(name).play() for name in ("Ada", "Bob")]
        for one in players:
            one.until(
                lambda view: view.stage is Stage.PLAYING and any(d.kind == "answer" for d in view.debts)
            )
        asked = next(one for one in players if one.view.asked)
        size = asked.view.size
        with asked.proxy.swallowed_reply():
            asked.answer()
        view = asked.until(lambda view: view.size > size and not view.sending)
        assert view.size == size + 1
        assert any(one.line is Line.LOST for one in asked.views)
        assert not any(one.rejected for one in asked.views)
        table.close()


def test_a_join_whose_reply_was_lost_takes_one_seat(tmp_path):
    """The same JOIN again is the same seat."""
    with (
        referee(tmp_path / "referee", SKIRMISH) as served,
        CuttingProxy(served.address.port) as proxy,
    ):
        guest = Guest(served, Random(3)).log_in()
        table = guest.create(SKIRMISH)
        join = sign_join(guest.identity.signer, table.params, 1, bytes(32), "Guest")
        request = rpc.JoinTableRequest(table=rpc.TableRef(lobby_id=table.lobby_id), join=join)
        Lossy(guest, proxy).lose("JoinTable", request)
        assert guest.call("GetTable", request.table).seats[0].taken
        again = guest.call("JoinTable", request)
        assert [seat.pk for seat in again.seats if seat.taken] == [guest.identity.public]
        guest.channel.close()

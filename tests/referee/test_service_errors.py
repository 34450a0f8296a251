"""Laws of failing: a status, a Problem in words, no traceback, and everybody else goes on (referee.proto)."""

from __future__ import annotations

import logging

import grpc
import pytest
from loopback import problem_of
from table_titles import SKIRMISH

from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Signed
from sealed_referee.problems import STATUS, ServiceError
from sealed_referee.table import Table

METHOD = "/sealed.wire.v1.Referee/"


def test_bytes_that_are_no_message_are_refused_in_words(guest):
    """Malformed protobuf gets INVALID_ARGUMENT and a Problem, in a call and on a stream."""
    channel = guest().channel
    with pytest.raises(grpc.RpcError) as by_call:
        channel.unary_unary(METHOD + "GetTable")(b"\xff\xff\xff", timeout=10)
    with pytest.raises(grpc.RpcError) as by_stream:
        list(channel.stream_stream(METHOD + "Table")(iter([b"\xff\xff\xff"]), timeout=10))
    for error in (by_call.value, by_stream.value):
        assert error.code() == grpc.StatusCode.INVALID_ARGUMENT
        assert problem_of(error).code == "BAD_MESSAGE"


def test_a_message_beyond_64_kib_is_refused_and_the_table_goes_on(party):
    """An oversized Submit ends its own call; both seats play on."""
    gathered = party()
    gathered.set_up()
    player = gathered.players[0]
    submit = rpc.Submit(signed=Signed(payload=bytes(64 * 1024)))
    with pytest.raises(grpc.RpcError) as refused:
        player.guest.call("Submit", rpc.SubmitRequest(table=gathered.ref, submit=submit))
    assert refused.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
    assert gathered.play(2) == 2


def test_an_oversized_message_ends_its_stream_only(party):
    """A stream that carries too much is ended; after a resume the seat plays on."""
    gathered = party()
    gathered.set_up()
    player = gathered.players[0]
    player.send(rpc.Submit(signed=Signed(payload=bytes(64 * 1024))))
    gathered.pump(lambda: bool(player.ended))
    assert player.ended[0].code() == grpc.StatusCode.RESOURCE_EXHAUSTED
    player.resume(gathered.inbox)
    assert gathered.play(2) == 2


def test_metadata_beyond_8_kib_is_refused(guest):
    """Headers of any size are not taken."""
    someone = guest()
    with pytest.raises(grpc.RpcError) as refused:
        someone.stub.ListTitles(rpc.ListTitlesRequest(), metadata=(("filler", "x" * 9000),), timeout=10)
    assert refused.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED


def test_a_mistake_of_the_referee_shows_nothing_of_itself(guest, monkeypatch, caplog):
    """An unexpected error is told as an incident number; neither the caller nor the log sees what it held."""
    someone = guest()
    table = someone.create(SKIRMISH)
    monkeypatch.setattr(logging.getLogger("sealed.referee"), "propagate", True)

    def fail(*_args) -> None:
        raise RuntimeError("the seed is 1234")

    with monkeypatch.context() as broken:
        broken.setattr(Table, "leave", fail)
        problem = someone.refused("LeaveTable", rpc.TableRef(lobby_id=table.lobby_id))
    incident = next(text for text in caplog.messages if text.startswith("event=incident"))
    assert problem.code == "INTERNAL"
    assert incident.split()[1].removeprefix("id=") in problem.text
    assert "1234" not in problem.text + caplog.text
    assert "Traceback" not in problem.text + caplog.text


def test_after_a_mistake_the_table_is_taken_up_again(party, monkeypatch):
    """A table in which something broke comes back from the journal, and the game goes on."""
    gathered = party()
    gathered.set_up()
    asked = gathered.asked()[0]

    def fail(*_args) -> None:
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(Table, "submit", fail)
        gathered.act(asked)
        gathered.pump(lambda: bool(asked.problems))
    assert asked.problems[0].code == "INTERNAL"
    for sending in asked.seat.again():
        asked.send(sending)
    assert gathered.play(3) == 3


@pytest.mark.parametrize("code", sorted(STATUS))
def test_every_error_has_a_status_that_is_no_success(code):
    """No code of this service is told as OK."""
    assert ServiceError(code, "words").status is not grpc.StatusCode.OK


def test_a_call_that_does_not_exist_is_unimplemented(guest):
    """An unknown method name is the library's business and ends well."""
    with pytest.raises(grpc.RpcError) as refused:
        guest().channel.unary_unary(METHOD + "Cheat")(b"", timeout=10)
    assert refused.value.code() == grpc.StatusCode.UNIMPLEMENTED

"""Laws of the log-in (spec 2.1) and of sessions (spec 2.2)."""

from __future__ import annotations

import grpc
import pytest
from loopback import Guest, problem_of, referee
from table_titles import SKIRMISH

from sealed.fairness.arithmetic.layout import H
from sealed.wire.v1 import referee_pb2 as rpc
from sealed_referee.options import Limits


def mine(guest: Guest, token: bytes) -> rpc.Tables:
    """Makes a call that needs a session."""
    return guest.call("ListTables", rpc.ListTablesRequest(mine=True), token)


def test_a_signed_challenge_opens_a_session(guest):
    """A token from LogIn serves calls that need one."""
    someone = guest()
    assert list(mine(someone, someone.token).tables) == []


def test_a_challenge_is_good_once(guest):
    """The same LogIn a second time is a replay."""
    someone = guest()
    answer = someone.answer_to_challenge()
    someone.call("LogIn", answer)
    assert someone.refused("LogIn", answer).code == "AUTH_REPLAY"


@pytest.mark.parametrize(("later_ms", "good"), [(60_000, True), (60_001, False)])
def test_a_challenge_runs_out_after_a_minute(tmp_path, clock, rng, later_ms, good):
    """A challenge is good for 60 s and not a millisecond more."""
    with referee(tmp_path, SKIRMISH, now_ms=clock) as running:
        someone = Guest(running, rng)
        answer = someone.answer_to_challenge()
        clock.ms += later_ms
        if good:
            assert someone.call("LogIn", answer).token
        else:
            assert someone.refused("LogIn", answer).code == "AUTH_REPLAY"


def test_a_log_in_for_a_certificate_is_refused_in_plaintext(guest):
    """On loopback only H("") is the right channel."""
    someone = guest()
    answer = someone.answer_to_challenge(spki_hash=H(b"some certificate"))
    assert someone.refused("LogIn", answer).code == "AUTH_CHANNEL"


def test_only_the_key_that_asked_can_log_in(guest):
    """Another key's signature under a challenge opens nothing."""
    one, other = guest(), guest()
    answer = one.answer_to_challenge()
    answer.sig = other.answer_to_challenge(challenge=answer.challenge).sig
    assert one.refused("LogIn", answer).code == "AUTH_SIGNATURE"


def test_a_challenge_serves_only_the_table_it_was_made_for(guest):
    """A LogIn for another table than Hello named is refused, even if signed."""
    someone = guest()
    answer = someone.answer_to_challenge(table_id=bytes([1]) * 32)
    answer.table_id = bytes([2]) * 32
    assert someone.refused("LogIn", answer).code == "AUTH_REPLAY"


def test_a_weak_key_gets_no_challenge(guest):
    """A key for which anybody could sign is refused at Hello."""
    someone = guest()
    weak = bytes([1]) + bytes(31)
    assert someone.refused("Hello", rpc.HelloRequest(pk=weak, table_id=bytes(32))).code == "KEY_WEAK"


@pytest.mark.parametrize(
    "call", ["CreateTable", "JoinTable", "Submit", "Contribute", "Commit", "PrivateFrom"]
)
def test_calls_of_players_need_a_log_in(served, rng, call):
    """Without a token nothing is done for anybody."""
    stranger = Guest(served, rng)
    request = {
        "CreateTable": rpc.CreateTableRequest(),
        "JoinTable": rpc.JoinTableRequest(),
        "Submit": rpc.SubmitRequest(),
        "Contribute": rpc.ContributeRequest(),
        "Commit": rpc.SignedRequest(),
        "PrivateFrom": rpc.PrivateFromRequest(),
    }[call]
    assert stranger.refused(call, request).code == "NOT_LOGGED_IN"


def test_log_out_ends_the_session(guest):
    """After LogOut the token is worth nothing."""
    someone = guest()
    someone.call("LogOut", rpc.LogOutRequest())
    assert someone.refused("ListTables", rpc.ListTablesRequest(mine=True)).code == "NOT_LOGGED_IN"


def test_a_fourth_session_ends_the_first(guest):
    """An identity has three sessions; the oldest gives way."""
    someone = guest()
    tokens = [someone.token] + [someone.log_in().token for _ in range(3)]
    with pytest.raises(grpc.RpcError) as refused:
        mine(someone, tokens[0])
    assert problem_of(refused.value).code == "NOT_LOGGED_IN"
    for token in tokens[1:]:
        mine(someone, token)


def test_a_session_ends_after_a_day(tmp_path, clock, rng):
    """A token runs out when it said it would."""
    with referee(tmp_path, SKIRMISH, now_ms=clock) as running:
        someone = Guest(running, rng)
        session = someone.call("LogIn", someone.answer_to_challenge())
        someone.token = session.token
        clock.ms = session.expires_ms
        mine(someone, session.token)
        clock.ms += 1
        assert someone.refused("ListTables", rpc.ListTablesRequest(mine=True)).code == "NOT_LOGGED_IN"


def test_a_session_may_ask_only_so_fast(tmp_path, clock, rng):
    """Beyond the burst a session is told how long to wait, and after that time it is served."""
    limits = Limits(burst=3, per_second=2)
    with referee(tmp_path, SKIRMISH, now_ms=clock, limits=limits) as running:
        someone = Guest(running, rng).log_in()
        for _ in range(3):
            mine(someone, someone.token)
        problem = someone.refused("ListTables", rpc.ListTablesRequest(mine=True))
        assert (problem.code, problem.retry_after_ms > 0) == ("TOO_FAST", True)
        clock.ms += problem.retry_after_ms
        mine(someone, someone.token)


def test_a_log_in_for_one_table_does_not_serve_another(party, guest):
    """A session bound to a table id can do nothing at other tables."""
    first, second = party(), party()
    player = first.players[0].guest
    table_id = player.call("GetTable", first.ref).table_id
    player.token = player.call("LogIn", player.answer_to_challenge(table_id)).token
    wanted = rpc.PrivateFromRequest(table=second.ref)
    assert player.refused("PrivateFrom", wanted).code == "NOT_YOUR_TABLE"
    assert list(player.call("PrivateFrom", rpc.PrivateFromRequest(table=first.ref))) == []

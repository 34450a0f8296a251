"""Laws of who may ask for what at a running table (spec 2.2, 2.11, case 68): a rule for every call."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import grpc
import pytest
from loopback import Guest, Party, problem_of, referee
from table_titles import SKIRMISH

from sealed.fairness.arithmetic.blind import unpack_handles
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import PrivateLine, RefusalLine, read_record_bytes
from sealed.fairness.signing.messages import Header, sign_join, sign_player
from sealed.fairness.signing.private import parse_own, parse_private
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Draft, Join, Signed, Step

SERVICE = rpc.DESCRIPTOR.services_by_name["Referee"]
ANSWERED = ""
NOBODY, STRANGER, ELSEWHERE, SEATED = "no log-in", "no seat here", "log-in for another table", "seat 1"
CALLERS = (NOBODY, STRANGER, ELSEWHERE, SEATED)


class Hall:
    """Is a running table with everybody around it."""

    def __init__(self, served) -> None:
        rng = Random(68)
        self.party = Party(served, SKIRMISH, rng)
        self.ref = self.party.ref
        self.one, self.two = self.party.players
        self.stranger = Guest(served, rng, "Stranger").log_in()
        self.party.set_up()
        self.party.play(6)
        answer = self.one.guest.answer_to_challenge(b"\x07" * 32)
        self.tokens = {
            NOBODY: b"",
            STRANGER: self.stranger.token,
            ELSEWHERE: self.one.guest.call("LogIn", answer).token,
            SEATED: self.one.guest.token,
        }

    def code(self, name: str, request, caller: str) -> str:
        """Returns with which code a call ends, ANSWERED if there is an answer; streams give one and end."""
        metadata = (("sealed-session-bin", self.tokens[caller]),) if self.tokens[caller] else ()
        given = iter([request]) if name == "Table" else request
        try:
            answer = getattr(self.stranger.stub, name)(given, metadata=metadata, timeout=10)
            if hasattr(answer, "__next__"):
                next(answer, None)
                answer.cancel()
        except grpc.RpcError as error:
            problem = problem_of(error)
            assert problem.text
            return problem.code
        return ANSWERED

    def join(self, seat: int) -> rpc.JoinTableRequest:
        """Returns the stranger's wish for a seat."""
        identity = self.stranger.identity
        params = self.party.table.params
        return rpc.JoinTableRequest(
            table=self.ref, join=sign_join(identity.signer, params, seat, identity.public, "Stranger")
        )


class Rule(NamedTuple):
    """Is what one call answers to each caller of CALLERS."""

    request: object
    codes: tuple[str, str, str, str]


OPEN = (ANSWERED,) * 4
LOGGED_IN = ("NOT_LOGGED_IN", ANSWERED, ANSWERED, ANSWERED)


def seats_only(code: str) -> tuple[str, str, str, str]:
    """Returns the codes of what only a seat may ask for, and what seat 1 gets."""
    return ("NOT_LOGGED_IN", "NOT_SEATED", "NOT_YOUR_TABLE", code)


def rules(hall: Hall) -> dict[str, list[Rule]]:
    """Returns the rules of every call, for this table."""
    ref, signed = hall.ref, Signed(header=b"short")
    public = rpc.GetRecordRequest(table=ref)
    own = rpc.GetRecordRequest(table=ref, own=True)
    return {
        "Hello": [Rule(rpc.HelloRequest(pk=hall.stranger.identity.public, table_id=bytes(32)), OPEN)],
        "LogIn": [Rule(rpc.LogInRequest(pk=hall.one.guest.identity.public), ("AUTH_REPLAY",) * 4)],
        "LogOut": [Rule(rpc.LogOutRequest(), LOGGED_IN)],
        "ListTitles": [Rule(rpc.ListTitlesRequest(), OPEN)],
        "ListTables": [
            Rule(rpc.ListTablesRequest(), OPEN),
            Rule(rpc.ListTablesRequest(mine=True), LOGGED_IN),
        ],
        "GetTable": [Rule(ref, OPEN)],
        "WatchTable": [Rule(ref, OPEN)],
        "CreateTable": [Rule(rpc.CreateTableRequest(), ("NOT_LOGGED_IN", *["BAD_REQUEST"] * 3))],
        "JoinTable": [Rule(hall.join(seat), ("NOT_LOGGED_IN", *JOINED)) for seat in (0, 1, 2, 3, 7, 255)],
        "LeaveTable": [Rule(ref, ("NOT_LOGGED_IN", ANSWERED, "TABLE_CLOSED", "TABLE_CLOSED"))],
        "StartTable": [Rule(ref, ("NOT_LOGGED_IN", "NOT_YOUR_TABLE", ANSWERED, ANSWERED))],
        "Commit": [Rule(rpc.SignedRequest(table=ref, signed=signed), seats_only("BAD_REQUEST"))],
        "Agree": [Rule(rpc.SignedRequest(table=ref, signed=signed), seats_only("BAD_REQUEST"))],
        "Table": [Rule(rpc.Up(resume=rpc.Resume(table=ref)), seats_only(ANSWERED))],
        "Submit": [
            Rule(rpc.SubmitRequest(table=ref, submit=rpc.Submit(signed=signed)), seats_only(ANSWERED))
        ],
        "Contribute": [
            Rule(rpc.ContributeRequest(table=ref, link=rpc.Link(k=1)), seats_only("SLOT_SEQUENCE"))
        ],
        "PrivateFrom": [Rule(rpc.PrivateFromRequest(table=ref), seats_only(ANSWERED))],
        "OwnHandles": [Rule(rpc.OwnHandlesRequest(table=ref, first_ref=1), seats_only(ANSWERED))],
        "Follow": [Rule(rpc.FollowRequest(table=ref), OPEN)],
        "GetRange": [Rule(rpc.GetRangeRequest(table=ref), OPEN)],
        "GetConsistency": [Rule(rpc.GetConsistencyRequest(table=ref, first_size=1, second_size=2), OPEN)],
        "GetRecord": [Rule(public, ("NOT_FINISHED",) * 4), Rule(own, seats_only(ANSWERED))],
        "PutEntries": [Rule(rpc.PutEntriesRequest(table=ref), seats_only(None))],
    }


JOINED = ("TABLE_CLOSED", "NOT_YOUR_KEY", "NOT_YOUR_KEY")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A referee of Skirmish."""
    with referee(tmp_path_factory.mktemp("access") / "store", SKIRMISH) as running:
        yield running


@pytest.fixture(scope="module")
def hall(served):
    """A running table."""
    made = Hall(served)
    yield made
    made.stranger.channel.close()
    made.party.close()


def test_every_call_has_a_rule(hall):
    """A call that is added to the service is added to the rules, or this fails."""
    assert set(rules(hall)) == {method.name for method in SERVICE.methods}


@pytest.mark.parametrize("name", [method.name for method in SERVICE.methods if method.name != "LogOut"])
def test_who_may_call(hall, name):
    """Each call answers those who may ask and refuses the others in words."""
    for rule in rules(hall)[name]:
        for caller, code in zip(CALLERS, rule.codes, strict=True):
            assert code is None or hall.code(name, rule.request, caller) == code, (name, caller)


def test_who_may_log_out(served):
    """Nobody can end a session without its token; with it the session is gone."""
    guest = Guest(served, Random(1)).log_in()
    with pytest.raises(grpc.RpcError) as refused:
        guest.call("LogOut", rpc.LogOutRequest(), b"\x00" * 32)
    assert problem_of(refused.value).code == "NOT_LOGGED_IN"
    guest.call("LogOut", rpc.LogOutRequest())
    assert guest.refused("ListTables", rpc.ListTablesRequest(mine=True)).code == "NOT_LOGGED_IN"
    guest.channel.close()


def test_a_token_gives_its_own_seat_and_no_other(hall):
    """Whatever seat 1 asks for under its token is of seat 1: openings, handles, export."""
    guest = hall.one.guest
    privates = list(guest.call("PrivateFrom", rpc.PrivateFromRequest(table=hall.ref)))
    assert {parse_private(one.message).seat for one in privates} == {1}
    (own,) = guest.call("OwnHandles", rpc.OwnHandlesRequest(table=hall.ref, first_ref=1))
    message = parse_private(own.message)
    made = parse_own(message.content).handles
    assert (message.seat, len(made)) == (1, hall.one.seat.replica.holdings.next_ref - 1)
    pages = guest.call("GetRecord", rpc.GetRecordRequest(table=hall.ref, own=True))
    lines = read_record_bytes(b"".join(page.data for page in pages)).lines
    assert {line.seat for line in lines if isinstance(line, PrivateLine | RefusalLine)} == {1}
    assert unpack_handles(b"".join(handle.pack() for handle in made)) == tuple(made)


@pytest.mark.parametrize("by", ["call", "stream"])
def test_seat_ones_token_sends_nothing_for_seat_two(hall, by):
    """A message that seat 2 signed is not taken from seat 1, and changes nothing."""
    verifier, signer = hall.two.seat.follower.verifier, hall.two.guest.identity.signer
    counter, seen = verifier.counter(2) + 1, (verifier.size, verifier.root)
    header = Header(signer.public, verifier.table_id, 2, counter, *seen, EntryType.ACT)
    payload = Draft(steps=[Step(action="done")]).SerializeToString()
    submit = rpc.Submit(signed=sign_player(signer, header, payload))
    guest, before = hall.one.guest, hall.one.guest.call("GetTable", hall.ref).head
    if by == "call":
        problem = guest.call("Submit", rpc.SubmitRequest(table=hall.ref, submit=submit)).problem
    else:
        told = len(hall.one.problems)
        hall.one.send(submit)
        hall.party.pump(lambda: len(hall.one.problems) > told)
        problem = hall.one.problems[-1]
    assert problem.code == "SIG_WRONG_CONTEXT"
    assert guest.call("GetTable", hall.ref).head == before


@pytest.mark.parametrize("caller", [STRANGER, NOBODY])
def test_a_bad_seat_number_gives_nothing(served, caller):
    """Seats that a gathering table does not have cannot be taken, by nobody and under no signature."""
    rng = Random(3)
    maker, guest = Guest(served, rng).log_in(), Guest(served, rng)
    table = maker.create(SKIRMISH, 2)
    token = guest.log_in().token if caller == STRANGER else b""
    for seat in (0, 3, 7, 255, 256, 4_294_967_295):
        join = Join(pk=guest.identity.public, nonce=bytes(32), name="x", seat=seat, sig=bytes(64))
        wish = rpc.JoinTableRequest(table=rpc.TableRef(lobby_id=table.lobby_id), join=join)
        with pytest.raises(grpc.RpcError) as refused:
            guest.call("JoinTable", wish, token)
        codes = {"NO_SUCH_SEAT", "ENC_BAD_VALUE"} if token else {"NOT_LOGGED_IN"}
        assert problem_of(refused.value).code in codes
    for one in (maker, guest):
        one.channel.close()

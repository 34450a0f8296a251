"""Joins, COMMITs, GENESIS, AGREEs, START, and a table that never comes into play."""

from __future__ import annotations

from random import Random

import pytest
from table_match import START_MS, MemoryMatch, referee_keys
from table_titles import SKIRMISH

from sealed.fairness.arithmetic.blind import blind_commit
from sealed.fairness.payloads.codec import EntryType, parse
from sealed.fairness.signing.keys import Signer
from sealed.fairness.signing.messages import PLAINTEXT_SPKI, sign_join, verify_params
from sealed.fairness.signing.private import Kind, parse_private
from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.referee_pb2 import CreateTableRequest, Phase
from sealed_referee.opening import OpeningError, TableOpening
from sealed_referee.table import Table

WEEK_MS = 7 * 24 * 3600 * 1000
SMALL_ORDER = bytes([1]) + bytes(31)


@pytest.fixture
def match():
    return MemoryMatch.open(SKIRMISH, 2, Random(3))


def opening(request: CreateTableRequest) -> TableOpening:
    return TableOpening(
        lobby_id="loud-owl",
        title=SKIRMISH,
        request=request,
        creator=bytes(32),
        nonce=bytes(32),
        secret=bytes(32),
        spki_hash=PLAINTEXT_SPKI,
        created_ms=START_MS,
    )


def join(match, seat):
    return seat.join(match.table.description())


def test_the_parameters_are_complete_and_signed(match):
    """Every option of the title, the printed lists, the chairs and the clock stand in signed parameters."""
    made = match.table.opening
    keys = match.table.keys
    assert verify_params(keys.signatures, keys.signer.public, made.params, made.params_sig)
    params = parse(wire.Params, made.params)
    assert [(option.name, option.value) for option in params.options] == [("rounds", "4")]
    assert [one.deck for one in params.lists] == [0, 1]
    assert sum(count.copies for count in params.lists[0].cards) == 9
    assert [(chair.side, list(chair.colours)) for chair in params.chairs] == [(1, [1]), (2, [2])]
    assert (params.clock.decision_s, params.clock.link_s) == (604800, 604800)
    assert (params.clock.on_timeout, params.clock.result_s, params.clock.stall_s) == (1, 300, 60)


@pytest.mark.parametrize(
    "request_",
    [
        CreateTableRequest(seats=5),
        CreateTableRequest(seats=2, options=[wire.Option(name="rounds", value="9")]),
        CreateTableRequest(seats=2, options=[wire.Option(name="weather", value="fog")]),
        CreateTableRequest(seats=2, clock=wire.Clock(minimum_s=60, decision_s=30)),
        CreateTableRequest(seats=2, clock=wire.Clock(on_timeout=3)),
        CreateTableRequest(seats=2, clock=wire.Clock(bank_s=1 << 31)),
        CreateTableRequest(seats=2, clock=wire.Clock(bank_s=60, on_timeout=2, misses=101)),
        CreateTableRequest(seats=2, chairs=[wire.Chair(side=2, colours=[2])]),
    ],
)
def test_a_table_that_cannot_be_played_is_not_opened(request_):
    """What title or referee cannot play is refused in words at creation."""
    with pytest.raises(OpeningError):
        Table.open(opening(request_), referee_keys())


def test_the_same_join_again_changes_nothing(match):
    """A join is idempotent by its bytes."""
    seat = match.seats[0]
    made = join(match, seat)
    assert match.deliver(match.table.join(made, 1)).change.facts
    again = match.table.join(made, 2)
    assert (again.problem, again.change) == (None, None)


def test_joins_that_cannot_sit_down_are_turned_away(match):
    """Taken or unknown seats, weak or second keys, copied nonces are refused, each by its code."""
    one, other = match.seats
    first = join(match, one)
    match.deliver(match.table.join(first, 1))
    params = match.table.opening.params

    def code(made) -> str:
        return match.table.join(made, 2).problem.code

    assert code(sign_join(other.signer, params, 1, bytes(32), "B")) == "SEAT_TAKEN"
    assert code(sign_join(other.signer, params, 3, bytes(32), "B")) == "NO_SUCH_SEAT"
    assert code(sign_join(one.signer, params, 2, bytes(32), "A")) == "KEY_DUPLICATE"
    assert code(sign_join(other.signer, params, 2, first.nonce, "B")) == "GEN_COMMIT_DUPLICATE"
    good = sign_join(other.signer, params, 2, bytes(32), "B")
    weak = wire.Join(pk=SMALL_ORDER, nonce=good.nonce, name="B", sig=good.sig, seat=2)
    assert code(weak) == "KEY_WEAK"
    renamed = wire.Join(pk=good.pk, nonce=good.nonce, name="C", sig=good.sig, seat=2)
    assert code(renamed) == "SIG_INVALID"
    short = wire.Join(pk=good.pk, nonce=b"x", name="B", sig=good.sig, seat=2)
    assert code(short) == "ENC_BAD_VALUE"
    assert match.table.phase == Phase.PHASE_GATHERING


def test_a_seat_can_be_left_while_the_table_gathers(match):
    """Whoever leaves in time frees the seat; after the last join nobody leaves."""
    one, other = match.seats
    match.deliver(match.table.join(join(match, one), 1))
    match.deliver(match.table.leave(one.signer.public, 2))
    assert match.table.seat_of(one.signer.public) is None
    for seat in (one, other):
        match.deliver(match.table.join(join(match, seat), 3))
    assert match.table.leave(one.signer.public, 4).problem.code == "TABLE_CLOSED"


def test_a_full_table_can_wait_for_its_creator():
    """With `wait_for_start` a full table closes at `begin` only."""
    match = MemoryMatch.open(SKIRMISH, 2, Random(3), CreateTableRequest(wait_for_start=True))
    assert match.table.begin(0).problem.code == "SEATS_FREE"
    for seat in match.seats:
        match.deliver(match.table.join(join(match, seat), 1))
    assert match.table.table_id == b""
    match.deliver(match.table.begin(2))
    assert match.table.phase == Phase.PHASE_COMMITTING
    assert len(match.table.table_id) == 32


def closed(match):
    """Joins all seats and returns the joins."""
    for seat in match.seats:
        match.deliver(match.table.join(join(match, seat), 1))
    return [match.table.gathering.joins[seat.seat] for seat in match.seats]


def test_commits_are_checked_and_idempotent(match):
    """A COMMIT of another counter, key or anchor is turned away; the same bytes are the same answer."""
    joins = closed(match)
    one, other = match.seats
    first = one.commit(joins)
    assert match.table.commit(2, first, 2).problem.code == "SIG_WRONG_CONTEXT"
    match.deliver(match.table.commit(1, first, 2))
    assert match.table.commit(1, first, 3).problem is None
    one.counter = 0
    changed = one.sign(EntryType.COMMIT, wire.Commit(anchor=bytes(32)))
    assert match.table.commit(1, changed, 3).problem.code == "ACT_EQUIVOCATED"
    other.commit(joins)
    other.counter = 0
    copied = other.sign(EntryType.COMMIT, wire.Commit(anchor=one.chain.anchor))
    assert match.table.commit(2, copied, 3).problem.code == "GEN_COMMIT_DUPLICATE"
    other.counter = 4
    assert match.table.commit(2, other.commit(joins), 3).problem.code == "SIG_WRONG_CONTEXT"
    assert match.table.size == 0


def test_genesis_holds_the_very_bytes_of_the_seats(match):
    """GENESIS is an append of its own with joins and commits verbatim, and each seat gets its blind seed."""
    match.seat_everybody()
    assert [entry.type for entry in match.entries] == [EntryType.GENESIS]
    genesis = parse(wire.Genesis, match.entries[0].payload)
    assert list(genesis.joins) == [match.table.gathering.joins[seat] for seat in (1, 2)]
    assert list(genesis.commits) == [match.table.gathering.commits[seat] for seat in (1, 2)]
    told = [(seat, parse_private(private.message)) for seat, private in match.privates]
    assert [(seat, one.kind, one.index) for seat, one in told] == [(1, Kind.SEED, 0), (2, Kind.SEED, 0)]
    commits = [blind_commit(match.table.table_id, seat, one.content) for seat, one in told]
    assert list(genesis.blind_commits) == commits


def test_start_needs_the_signature_of_every_seat(match):
    """START comes with the last AGREE, holds all of them in seat order, and begins what is due."""
    match.seat_everybody()
    one, other = match.seats
    late, soon = one.agree(), other.agree()
    match.deliver(match.table.agree(2, soon, match.tick()))
    assert match.table.size == 1
    output = match.deliver(match.table.agree(1, late, match.tick()))
    assert [entry.type for entry in output.entries] == [EntryType.START, EntryType.SLOT_OPEN]
    assert list(parse(wire.Start, output.entries[0].payload).agrees) == [late, soon]


def test_an_agree_is_over_this_genesis(match):
    """An AGREE that names another root is turned away; an act before START is no message yet."""
    match.seat_everybody()
    seat = match.seats[0]
    sent = seat.forge([])
    assert match.table.submit(1, sent.signed, b"", 1).problem.code == "ENC_BAD_TYPE"
    seat.counter, seat.root = 1, bytes(32)
    assert match.table.agree(1, seat.agree(), 1).problem.code == "SIG_WRONG_CONTEXT"


@pytest.mark.parametrize("agreeing", [False, True])
def test_a_set_up_that_is_not_finished_in_time_is_void(match, agreeing):
    """`decision_s` after the last join or GENESIS the table is void, and nothing is taken."""
    joins = closed(match)
    signed = [seat.commit(joins) for seat in match.seats]
    for seat, commit in zip(match.seats, signed if agreeing else signed[:1], strict=False):
        match.deliver(match.table.commit(seat.seat, commit, match.tick()))
    deadline = match.table.next_deadline
    assert match.table.tick(deadline - 1).change is None
    assert match.deliver(match.table.tick(deadline)).changed
    assert match.table.phase == Phase.PHASE_VOID
    assert match.table.next_deadline is None
    seat = match.seats[1]
    late = (
        match.table.agree(2, seat.agree(), deadline)
        if agreeing
        else match.table.commit(2, signed[1], deadline)
    )
    assert late.problem.code == "ENC_BAD_TYPE"


def test_the_description_says_whom_the_table_waits_for(match):
    """In every phase the lobby can read what is missing."""
    assert match.table.description().waiting_for == "2 more to join"
    closed(match)
    assert match.table.description().waiting_for == "Seat 1 and Seat 2 to commit"
    joins = [match.table.gathering.joins[seat] for seat in (1, 2)]
    for seat in match.seats:
        match.deliver(match.table.commit(seat.seat, seat.commit(joins), match.tick()))
    assert match.table.description().waiting_for == "Seat 1 and Seat 2 to agree"
    assert match.table.description().tape_root
    for seat in match.seats:
        match.deliver(match.table.agree(seat.seat, seat.agree(), match.tick()))
    assert match.table.description().waiting_for == "Seat 1 and Seat 2 to feed the dice"
    assert all(seat.owes for seat in match.table.description().seats)


def test_keys_are_drawn_per_table():
    """Two tables with the same players have nothing in common: another nonce makes another table id."""
    ids = set()
    for seed in (1, 2):
        match = MemoryMatch.open(SKIRMISH, 2, Random(seed))
        for seat in match.seats:
            seat.signer = Signer(bytes([seat.seat]) * 32, match.table.keys.signatures)
        closed(match)
        ids.add(match.table.table_id)
    assert len(ids) == 2

"""Laws of coming to a table: foreign rules, changed words and second beginnings are refused."""

from __future__ import annotations

from random import Random

import pytest

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header, sign_join, sign_params
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Chair, DeckList, Genesis, Option, Params, SlotOpen
from sealed_client.identity import make_identity
from sealed_client.moves import Agreement
from sealed_client.seat import Seat
from sealed_client.seat_errors import TableRefusedError
from sealed_client.seat_store import Kind
from sealed_client.text import speaking
from sealed_client.text.speaking import SILENT
from sealed_client.viewing import Viewer, own_of


def _take(match, params, signer=None, pinned=None):
    """Lets a newcomer look at a table with these parameters."""
    rng = Random(99)
    identity = make_identity(rng.randbytes(32), rng.randbytes(32), "Newcomer", match.signatures)
    table = match.table.description()
    table.params = params.SerializeToString(deterministic=True)
    table.params_sig = sign_params(signer or match.referee, table.params)
    wish = (1, rng.randbytes(32))
    return Seat.take(identity, match.titles, match.signatures, table, pinned or match.referee.public, wish)


def _edition(params):
    params.edition = bytes(32)


def _slots(params):
    params.n_slots = 512


def _missing_option(params):
    del params.options[-1]


def _unknown_option(params):
    params.options.append(Option(name="zz", value="1"))


def _unknown_value(params):
    params.options[0].value = "13"


def _chairs(params):
    params.chairs[0].CopyFrom(Chair(side=2, colours=[2]))
    params.chairs[1].CopyFrom(Chair(side=1, colours=[1]))


def _colours(params):
    params.colours = 3


def _cards(params):
    params.lists[0].cards[0].copies += 1


def _deck(params):
    params.lists.append(DeckList(deck=9, cards=params.lists[0].cards))


def _no_deck(params):
    del params.lists[-1]


CHANGES = (
    _edition,
    _slots,
    _missing_option,
    _unknown_option,
    _unknown_value,
    _chairs,
    _colours,
    _cards,
    _deck,
    _no_deck,
)


@pytest.mark.parametrize("change", CHANGES)
def test_rules_that_are_not_exactly_ours_are_refused(new_match, change):
    """Edition, options, lists, chairs, colours and N must be what the own title says (GEN_RULES)."""
    match = new_match()
    params = Params.FromString(match.table.description().params)
    _take(match, params)
    change(params)
    with pytest.raises(TableRefusedError) as refused:
        _take(match, params)
    assert refused.value.code == "GEN_RULES"


def test_parameters_of_another_referee_are_refused(new_match):
    """Parameters must name the pinned key and be signed by it."""
    match = new_match()
    params = Params.FromString(match.table.description().params)
    stranger = match.seats[1].enrolment.identity.signer
    with pytest.raises(TableRefusedError) as refused:
        _take(match, params, pinned=stranger.public)
    assert refused.value.code == "KEY_UNPINNED"
    with pytest.raises(TableRefusedError) as refused:
        _take(match, params, signer=stranger)
    assert refused.value.code == "SIG_INVALID"


def test_a_seat_that_does_not_exist_is_refused(new_match):
    """A wish for seat 3 of a table for two is refused in words."""
    match = new_match()
    table = match.table.description()
    identity = match.seats[1].enrolment.identity
    with pytest.raises(TableRefusedError, match="seats 1 to 2"):
        Seat.take(identity, match.titles, match.signatures, table, match.referee.public, (3, bytes(32)))


def _genesis(match):
    """Lets the seats commit, holds back what follows and returns the true GENESIS with its append."""
    outputs = []
    for number, seat in match.seats.items():
        moves = seat.commit(match.table.description())
        outputs.append(match.post(number, moves.send[0]))
    (entry,) = outputs[-1].entries
    return Genesis.FromString(entry.payload), outputs[-1]


def test_a_changed_join_in_genesis_gets_no_agree(new_match, forge):
    """A GENESIS that holds another join of this seat is GEN_ALTERED, though the join be signed.

    Nothing is signed.
    """
    match = new_match()
    genesis, output = _genesis(match)
    seat = match.seats[1]
    own = genesis.joins[0]
    other = sign_join(seat.enrolment.identity.signer, genesis.params, 1, own.nonce, "Somebody else")
    own.CopyFrom(other)
    moves = seat.feed(*forge(match, 0, [(EntryType.GENESIS, genesis)]))
    assert seat.follower.failure.code == "GEN_ALTERED"
    assert moves.send == ()
    assert seat.feed_private(dict(output.privates)[1]).send == ()


def test_a_changed_commit_in_genesis_gets_no_agree(new_match, forge):
    """The own COMMIT must stand in GENESIS byte for byte."""
    match = new_match()
    genesis, _ = _genesis(match)
    seat = match.seats[1]
    genesis.commits[0].CopyFrom(
        seat.outbox.sign(
            EntryType.COMMIT,
            1,
            (0, parse_header(genesis.commits[0].header).seen_root),
            b"\x0a\x20" + bytes(32),
        )
    )
    moves = seat.feed(*forge(match, 0, [(EntryType.GENESIS, genesis)]))
    assert seat.follower.failure.code == "GEN_ALTERED"
    assert moves.send == ()


def test_no_agree_before_the_blind_seed_is_verified(new_match):
    """AGREE is signed only once the SEED that GENESIS commits to is there (PRIV_SEED)."""
    match = new_match()
    _, output = _genesis(match)
    seat = match.seats[1]
    privates = dict(output.privates)
    assert seat.feed(output.entries, output.head).send == ()
    wrong = seat.feed_private(privates[2])
    assert any(verdict.failed for verdict in wrong.verdicts)
    assert wrong.send == ()
    other = match.seats[2]
    other.feed(output.entries, output.head)
    (agree,) = other.feed_private(privates[2]).send
    assert isinstance(agree, Agreement)
    assert parse_header(agree.signed.header).counter == 2
    assert parse_header(agree.signed.header).seen_size == 1


def test_a_second_genesis_gets_no_second_agree(new_match, forge):
    """One AGREE per table id ever.

    Another beginning of the same table gets none, nor does the same one again.
    """
    match = new_match()
    genesis, output = _genesis(match)
    seat = match.seats[1]
    seat.feed(output.entries, output.head)
    first = seat.feed_private(dict(output.privates)[1])
    assert [one.kind for one in first.keep] == [Kind.OPENING, Kind.AGREED]
    assert seat.feed(output.entries, output.head).send == ()
    genesis.tape_root = bytes(32)
    assert seat.feed(*forge(match, 0, [(EntryType.GENESIS, genesis)])).send == ()
    assert seat.again() == first.send


def test_a_second_device_agrees_to_no_genesis(new_match, forge):
    """Who takes a seat over may be shown another GENESIS than its first device; that must convict nobody."""
    match = new_match()
    genesis, _ = _genesis(match)
    seed = match.table.privates_from(1, 0)[0]
    first = match.seats[1].enrolment
    genesis.tape_root = bytes(32)
    seat, _ = Seat.take_over(
        first.identity, match.titles, match.signatures, match.table.description(), match.referee.public
    )
    seat.feed(*forge(match, 0, [(EntryType.GENESIS, genesis)]))
    assert seat.feed_private(seed).send == ()
    assert seat.follower.failure is None
    viewer = Viewer("table", seat.enrolment.rules, 1)
    assert SILENT in speaking.connection(None, viewer.snapshot(seat.follower, own_of(seat, None)))
    beside = viewer.snapshot(seat.follower, own_of(seat, None, elsewhere=True))
    assert SILENT not in speaking.connection(None, beside)


def test_no_link_before_start(new_match, forge):
    """A SLOT_OPEN that stands where START should gets no link."""
    match = new_match()
    _, output = _genesis(match)
    seat = match.seats[1]
    seat.feed(output.entries, output.head)
    seat.feed_private(dict(output.privates)[1])
    slot = SlotOpen(first_k=1, contributors=[1, 2])
    slot.requests.add().dice.count = 1
    slot.requests[0].dice.sides = 6
    moves = seat.feed(*forge(match, 1, [(EntryType.SLOT_OPEN, slot)]))
    assert moves.send == ()
    assert seat.follower.failure is not None


def test_a_table_id_is_computed_and_never_believed(new_match):
    """A table that goes by another id than its players give is refused (GEN_TABLE_ID)."""
    match = new_match()
    table = match.table.description()
    table.table_id = bytes(32)
    with pytest.raises(TableRefusedError) as refused:
        match.seats[1].commit(table)
    assert refused.value.code == "GEN_TABLE_ID"


def test_other_parameters_at_the_table_are_refused(new_match):
    """The parameters under which a seat joined must still be the table's (GEN_ALTERED)."""
    match = new_match()
    table = match.table.description()
    params = Params.FromString(table.params)
    params.nonce = bytes(32)
    table.params = params.SerializeToString(deterministic=True)
    with pytest.raises(TableRefusedError) as refused:
        match.seats[1].commit(table)
    assert refused.value.code == "GEN_ALTERED"
    assert TITLE.id == params.game

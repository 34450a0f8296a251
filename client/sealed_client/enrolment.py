"""How a seat comes to a table: its join, the table id, its chain and COMMIT (spec 2.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.chain import Chain, chain_seed
from sealed.fairness.arithmetic.identifiers import table_id as compute_table_id
from sealed.fairness.signing.messages import sign_join
from sealed.wire.v1.fairness_pb2 import Commit
from sealed_client.agreement import Rules, altered, read_params
from sealed_client.history import History
from sealed_client.identity import OTHER_KEY
from sealed_client.seat_errors import TableRefusedError

if TYPE_CHECKING:
    from sealed.fairness.signing.keys import Signatures
    from sealed.wire.v1.fairness_pb2 import Join
    from sealed.wire.v1.referee_pb2 import TableDescription
    from sealed_client.agreement import Titles
    from sealed_client.identity import Identity


@dataclass(frozen=True, slots=True)
class Enrolment:
    """Is a seat's place at a table whose parameters it accepted. `join` is missing after a take-over.

    `history` are the nonces and anchors of this device's other tables.
    """

    identity: Identity
    rules: Rules
    params: bytes
    referee_pk: bytes
    seat: int
    join: Join | None
    history: History = field(default_factory=History)


@dataclass(frozen=True, slots=True)
class Place:
    """Is a seat at a table that has an id: the chain that feeds its slots, and its COMMIT's payload."""

    table_id: bytes
    chain: Chain = field(repr=False)
    commit: bytes


def enrol(
    identity: Identity,
    titles: Titles,
    signatures: Signatures,
    table: TableDescription,
    referee_pk: bytes,
    wish: tuple[int, bytes],
    history: History | None = None,
) -> Enrolment:
    """Accepts a table's parameters and signs the join for the wished (seat, nonce).

    Raises TableRefusedError.
    """
    known = history or History()
    rules = read_params(table.params, table.params_sig, referee_pk, titles, signatures)
    seat, nonce = wish
    if not 1 <= seat <= rules.setup.seats:
        raise TableRefusedError("", f"This table has seats 1 to {rules.setup.seats}; choose one of them.")
    if known.repeats([nonce]):
        raise repeated()
    join = sign_join(identity.signer, table.params, seat, nonce, identity.name)
    return Enrolment(identity, rules, table.params, referee_pk, seat, join, known)


def repeated() -> TableRefusedError:
    """Returns the error for a nonce that this device knows from another table."""
    return TableRefusedError(
        "GEN_COMMIT_DUPLICATE",
        "A nonce of this table was used at an earlier one, and its chance must be new. Make another table.",
    )


def return_to(
    identity: Identity,
    titles: Titles,
    signatures: Signatures,
    table: TableDescription,
    referee_pk: bytes,
    history: History | None = None,
) -> Enrolment:
    """Finds the seat that this identity has at a table already. Raises TableRefusedError if it has none."""
    rules = read_params(table.params, table.params_sig, referee_pk, titles, signatures)
    for one in table.seats:
        if one.pk == identity.public:
            return Enrolment(identity, rules, table.params, referee_pk, one.seat, None, history or History())
    raise TableRefusedError("", f"This identity has no seat at that table. Join it, or watch it. {OTHER_KEY}")


def place(enrolment: Enrolment, table: TableDescription) -> Place:
    """Computes the table id from all joins and the chain of this seat.

    Raises TableRefusedError: GEN_ALTERED if the parameters or this seat's own join are not what was accepted,
    GEN_TABLE_ID if the table goes by another id, GEN_COMMIT_DUPLICATE if a nonce is an old one, or without a
    code while seats are still free.
    """
    seats = sorted(table.seats, key=lambda one: one.seat)
    if len(seats) != enrolment.rules.setup.seats or not all(one.pk and one.nonce for one in seats):
        raise TableRefusedError("", "Seats are still free at this table; wait until all have joined.")
    if table.params != enrolment.params:
        raise altered("parameters")
    own = seats[enrolment.seat - 1]
    if own.pk != enrolment.identity.public or (enrolment.join and own.nonce != enrolment.join.nonce):
        raise altered("a join")
    table_id = compute_table_id(table.params, [(one.pk, one.nonce) for one in seats])
    if table.table_id and table.table_id != table_id:
        raise TableRefusedError("GEN_TABLE_ID", "The table goes by an id that its players do not give.")
    if enrolment.history.repeats((one.nonce for one in seats), table_id):
        raise repeated()
    return place_at(enrolment, table_id)


def place_at(enrolment: Enrolment, table_id: bytes) -> Place:
    """Returns the seat's chain and commitment at a table with this id."""
    pk, n = enrolment.identity.public, enrolment.rules.params.n_slots
    chain = Chain(table_id, pk, chain_seed(enrolment.identity.client_secret, table_id, pk), n)
    return Place(table_id, chain, Commit(anchor=chain.anchor).SerializeToString(deterministic=True))

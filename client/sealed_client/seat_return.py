"""Rebuilds a seat from what this device kept of it (spec 2.13, "What a reconnecting client needs")."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sealed.fairness.signing.messages import parse_header
from sealed.wire.v1.fairness_pb2 import Join, Private, Refusal, Signed
from sealed.wire.v1.referee_pb2 import Batch, Link, Submit, TableDescription
from sealed_client import enrolment as enrolling
from sealed_client.agreement import read_params
from sealed_client.enrolment import Enrolment
from sealed_client.history import History
from sealed_client.moves import Moves
from sealed_client.seat import Seat
from sealed_client.seat_store import Kept, Kind, StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.fairness.signing.keys import Signatures
    from sealed_client.agreement import Titles
    from sealed_client.identity import Identity

_LEAF = 32
_SIZES = 1 << 32


def restore(
    identity: Identity,
    titles: Titles,
    signatures: Signatures,
    kept: Sequence[Kept],
    referee_pk: bytes,
    history: History | None = None,
) -> tuple[Seat, Moves]:
    """Returns an equal seat and what it does now by itself; all that was kept is verified again.

    With a slow library the newest head is, and the other signatures of the log when there is time
    (`Seat.pay`).
    Raises StoreError if the store does not begin with a table's parameters, TableRefusedError as `Seat.take`.
    """
    if not kept or kept[0].kind != Kind.INVITED:
        raise StoreError("This device's store of that table is damaged; take the seat over from the referee.")
    table = TableDescription.FromString(kept[0].body)
    enrolment = _enrolment(identity, titles, signatures, table, referee_pk, kept)
    enrolment = replace(enrolment, history=history or History())
    seat = Seat(enrolment, titles, signatures)
    if seat.enrolment.join is None:
        seat.sit(enrolling.place(seat.enrolment, table), leap=True)
    seat.share(_SIZES)  # what is kept was verified, whichever device had signed it
    newest = next((one for one in reversed(kept) if one.kind == Kind.BATCH), None)
    for one in kept[1:]:
        if newest is not None and one.kind == Kind.BATCH and not seat.follower.verifier.size:
            seat.follower.put_off(Batch.FromString(newest.body).head)
        _recall(seat, one)
    seat.share(0)
    return seat, seat.due() if seat.placed else Moves()


def _enrolment(
    identity: Identity,
    titles: Titles,
    signatures: Signatures,
    table: TableDescription,
    referee_pk: bytes,
    kept: Sequence[Kept],
) -> Enrolment:
    joins = [Join.FromString(one.body) for one in kept if one.kind == Kind.JOINED]
    if not joins:
        return enrolling.return_to(identity, titles, signatures, table, referee_pk)
    join = joins[-1]  # an earlier one was refused: somebody else was faster
    rules = read_params(table.params, table.params_sig, referee_pk, titles, signatures)
    return Enrolment(identity, rules, table.params, referee_pk, join.seat, join)


def _recall(seat: Seat, one: Kept) -> None:
    """Takes in one kept thing as it was taken in before, without doing again what it made due."""
    match one.kind:
        case Kind.COMMITTED:
            signed = Signed.FromString(one.body)
            seat.sit(enrolling.place_at(seat.enrolment, parse_header(signed.header).table_id))
            seat.expect_commit(signed)
        case Kind.AGREED:
            seat.agreed(Signed.FromString(one.body))
        case Kind.BATCH:
            batch = Batch.FromString(one.body)
            seat.take_batch(batch.entries, batch.head)
        case Kind.OPENING:
            seat.follower.feed_private(Private.FromString(one.body))
        case Kind.SENT:
            submit = Submit.FromString(one.body)
            seat.outbox.recall(submit)
            seat.sent(submit, parse_header(submit.signed.header).type)
        case Kind.REFUSED:
            refusal = Refusal.FromString(one.body)
            seat.follower.feed_refusal(refusal)
            seat.refused(refusal)
        case Kind.DEVICE:
            seat.device = one.body
        case Kind.RESTORED:
            seat.keep_clear(0, int.from_bytes(one.body, "big"))
        case Kind.LINK:
            seat.released(Link.FromString(one.body[_LEAF:]), one.body[:_LEAF])
        case _:
            pass

"""Whether the referee's log goes on from the one that this device has verified (spec 2.8, 2.13).

Asked at each connection, before anything is sent or taken: the referee describes the table with its newest
head, and nothing but a proof ties a head without its entries to what is held.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.merkle import check_consistency
from sealed.fairness.signing.messages import verify_head

if TYPE_CHECKING:
    from sealed.fairness.live.verdicts import Tally, Verdict
    from sealed.wire.v1.referee_pb2 import TableDescription
    from sealed_client.follower import Follower
    from sealed_client.transport import Transport

BEHIND: Final = "RES_REFEREE_BEHIND"


def behind(follower: Follower, detail: str = "") -> Verdict:
    """Stops a seat or a spectator whose referee has lost entries; `detail` is what is known of it."""
    words = detail or "it does not know entries that it has signed and this device holds"
    advice = (
        "the referee has been restored from an old copy and must be brought up to date by whoever runs it; "
        "your record is kept on this device, come back later"
    )
    return follower.fail(BEHIND, f"{advice} ({words})")


def contradicts(table: TableDescription, follower: Follower) -> bool:
    """Tells whether a described head is over the held entries with another root: fed, it convicts."""
    verifier, head = follower.verifier, table.head
    return 0 < head.size == verifier.size and head.root != verifier.root


async def compare(
    transport: Transport, table: TableDescription, follower: Follower, tally: Tally
) -> Verdict | None:
    """Compares the newest head of a table's description with the verified log; a failure stops the follower.

    The head may be shorter (RES_REFEREE_BEHIND), not the referee's (SIG_INVALID), or over another past
    (LOG_INCONSISTENT). A head of just this size is the verifier's to judge: see `contradicts`. Raises
    TransportError.
    """
    verifier, head = follower.verifier, table.head
    held = verifier.size
    if not held:
        return None
    tally.ran(BEHIND)
    size = head.size if table.HasField("head") else table.log_size
    if size < held:
        return behind(follower, f"it holds {size} entries of this table and this device {held}")
    known = verifier.newest_head is not None and head == verifier.newest_head
    if not known and not verify_head(follower.signatures, verifier.referee_pk, verifier.table_id, head):
        return follower.fail(
            "SIG_INVALID", "the newest head does not carry the referee's signature", size - 1
        )
    if size == held:
        return None
    tally.ran("LOG_INCONSISTENT")
    proof = await transport.consistency(table.lobby_id, held, size)
    if not check_consistency(held, size, verifier.root, head.root, proof):
        detail = (
            f"the referee's log of {size} entries does not go on from the {held} verified here. "
            "Do not go on; keep the record and compare it with the other players"
        )
        return follower.fail("LOG_INCONSISTENT", detail, size - 1)
    return None

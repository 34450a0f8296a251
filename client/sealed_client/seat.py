"""A seat at a table, sans IO: everything that a player's side of fairtable/1 does, with bytes in and bytes out.

Whoever runs a seat makes `Moves.keep` durable before it sends `Moves.send`, and hands in what comes down. Randomness
(the nonce, the secrets of the identity) and time come from the caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sealed.engine.title import Title
    from sealed.fairness.keys import Signatures
    from sealed.wire.v1.fairness_pb2 import Entry, Head, Join, Private, Refusal
    from sealed.wire.v1.referee_pb2 import TableDescription

    from sealed_client.draft import Draft
    from sealed_client.identity import Identity
    from sealed_client.moves import Moves, Sending
    from sealed_client.replica import Replica
    from sealed_client.seat_store import Kept

    Titles = Callable[[str, bytes], Title | None]


class Seat:
    """Is one seat of one table from its join to its signed audit verdict."""

    @classmethod
    def take(
        cls,
        identity: Identity,
        titles: Titles,
        signatures: Signatures,
        table: TableDescription,
        seat: int,
        nonce: bytes,
        referee_pk: bytes,
    ) -> tuple[Seat, Moves]:
        """Accepts a table's parameters and takes a seat; `join` is then to be sent.

        `nonce` are 32 random bytes, `referee_pk` the pinned key. Raises TableRefusedError (GEN_RULES,
        KEY_UNPINNED, SIG_INVALID) if these parameters are none that this client can play.
        """

    @classmethod
    def restore(
        cls, identity: Identity, titles: Titles, signatures: Signatures, kept: Sequence[Kept], referee_pk: bytes
    ) -> Seat:
        """Rebuilds a seat from what was kept of it; an equal one. Raises SecretLostError, StoreError."""

    @classmethod
    def take_over(
        cls,
        identity: Identity,
        titles: Titles,
        signatures: Signatures,
        table: TableDescription,
        referee_pk: bytes,
    ) -> Seat:
        """Returns this identity's seat at a running table on a device that has kept nothing of it (spec 2.13).

        Feed it entries, private messages and OWN handles from 0. Raises SecretLostError if the chain in GENESIS
        is not that of this identity's client secret.
        """

    @property
    def join(self) -> Join:
        """Returns the signed request for the seat, always the same bytes."""

    def commit(self, joins: Sequence[Join]) -> Moves:
        """Computes the table id from all joins in seat order and returns the COMMIT."""

    def feed(self, entries: Sequence[Entry], head: Head) -> Moves:
        """Verifies an append and goes on: agrees, answers a slot, signs the result; whatever is due by itself."""

    def feed_private(self, private: Private) -> Moves:
        """Verifies a private message; what waited for it goes on."""

    def feed_refusal(self, refusal: Refusal) -> Moves:
        """Takes the signed refusal of a message; the seat may answer again."""

    def draft(self) -> Draft:
        """Returns an empty draft on the replica. Raises NotAskedError if this seat owes no answer now."""

    def submit(self, draft: Draft) -> Moves:
        """Signs a draft with its card acts. Raises AwaitingAnswerError, StaleDraftError, EmptyDraftError."""

    def resign(self, *, stop: bool = False) -> Moves:
        """Signs a resignation, or with `stop` the wish to end without a result."""

    def audit(self) -> Moves:
        """Audits the finished game and signs the verdict; due once when `audit_due` says so."""

    @property
    def audit_due(self) -> bool:
        """Tells whether the last page of the reveal is in and no verdict was signed yet."""

    def again(self) -> tuple[Sending, ...]:
        """Returns every message without an answer, to be sent again as the same bytes after a reconnect."""

    @property
    def replica(self) -> Replica:
        """Returns the state as this seat sees it. Raises NotStartedError before GENESIS."""

"""Takes an evidence file apart and keeps of it only what signatures and hashes vouch for (spec 3, 6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.arithmetic import merkle
from sealed.fairness.arithmetic.identifiers import log_leaf_hash, table_id
from sealed.fairness.evidence.file import EvidenceError
from sealed.fairness.live.verdicts import REFEREE, Klass, Outcome, Verdict
from sealed.fairness.payloads.codec import EntryType, decode, parse
from sealed.fairness.record import RefusalLine
from sealed.fairness.signing import messages
from sealed.fairness.signing.keys import point_ok
from sealed.fairness.signing.private import parse_private
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from sealed.fairness.evidence.file import Evidence, Shown
    from sealed.fairness.signing.keys import Signatures
    from sealed.fairness.signing.messages import Header
    from sealed.fairness.signing.private import PrivateMessage

BY_SEATS = (wire.ActEntry, wire.ResignEntry, wire.PauseEntry, wire.ResultEntry, wire.AuditEntry)
"""The entries that hold one message of a seat."""


class Proven(NamedTuple):
    """Is an entry under a signed head; `message` is None if its payload is not strict, `error` says why.

    `size` and `root` are those of the head to which its path leads.
    """

    entry: wire.Entry
    size: int
    root: bytes
    message: Message | None
    error: EncodingError | None = None


class Said(NamedTuple):
    """Is a message with the valid signature of a seat of this table."""

    header: Header
    signed: wire.Signed


class Case:
    """Is what of an evidence file holds: heads, entries below them, messages, refusals, private messages.

    `sound` tells whether that is all of it: signed as it should be, and about this table.
    Raises EvidenceError if parameters, players and table do not belong together.
    """

    def __init__(self, evidence: Evidence, signatures: Signatures) -> None:
        """Checks every signature and every path in the file; what fails is left out."""
        self.evidence, self.signatures = evidence, signatures
        self.table_id = evidence.table_id
        self.genesis, self.params = _set_up(evidence)
        self.referee_pk = self.params.referee_pk
        self.seats = tuple(range(1, len(self.genesis.joins) + 1))
        self._heard: dict[bytes, Said | None] = {}
        self.heads = tuple(
            head
            for head in evidence.heads
            if messages.verify_head(signatures, self.referee_pk, self.table_id, head)
        )
        leaves = [self._leaf(one) for one in evidence.entries]
        self.roots = _roots(leaves) if evidence.whole else []
        self.proven = tuple(self._proven(evidence, leaves))
        self.said = tuple(self._said(evidence, of_log=False))
        self.logged = tuple(self._said(evidence, of_log=True))
        self.refused = tuple(self._refused(evidence))
        self.told = tuple(self._told(evidence))
        self.sound = (
            len(self.heads) == len(evidence.heads)
            and len(self.proven) == len(evidence.entries)
            and len(self.said) + len(self.refused) == len(evidence.messages)
            and len(self.told) == len(evidence.private)
        )

    # ---- naming ----

    def against_referee(self, code: str, entry: int, detail: str) -> Verdict:
        """Returns a failure that convicts the referee."""
        return Verdict(code, Outcome.FAIL, entry, detail, Klass.C, REFEREE, self.referee_pk)

    def against_seat(self, seat: int, code: str, entry: int, detail: str) -> Verdict:
        """Returns a failure that convicts a seat."""
        return Verdict(code, Outcome.FAIL, entry, detail, Klass.C, seat, self.key_of(seat))

    def key_of(self, seat: int) -> bytes:
        """Returns the public key of a seat; empty if there is no such seat."""
        return self.genesis.joins[seat - 1].pk if seat in self.seats else b""

    # ---- finding ----

    def at(self, index: int) -> Proven | None:
        """Returns the proven entry of an index, if it is there."""
        return next((one for one in self.proven if one.entry.index == index), None)

    @property
    def founded(self) -> bool:
        """Tells whether the GENESIS of the file is entry 0 under a signed head."""
        first = self.at(0)
        return (
            first is not None
            and first.entry.type == EntryType.GENESIS
            and first.entry.payload == self.evidence.genesis
        )

    @property
    def opening(self) -> wire.Genesis | None:
        """Is GENESIS, if it is complete and founded on signed parameters."""
        signed = messages.verify_params(
            self.signatures, self.referee_pk, self.evidence.params, self.genesis.params_sig
        )
        complete = len(self.genesis.commits) == len(self.genesis.blind_commits) == len(self.seats)
        return self.genesis if signed and complete and self.founded else None

    # ---- checking ----

    def _leaf(self, shown: Shown) -> bytes:
        entry = shown.entry
        return log_leaf_hash(self.table_id, entry.index, entry.type, entry.payload)

    def _proven(self, evidence: Evidence, leaves: list[bytes]) -> list[Proven]:
        tops = {(head.size, head.root) for head in self.heads}
        whole = max((size for size, root in tops if self._is_root(size, root)), default=0)
        found: list[Proven] = []
        for shown, leaf in zip(evidence.entries, leaves, strict=True):
            if shown.path is None:
                if shown.entry.index < whole:
                    found.append(_parsed(shown.entry, whole, self.roots[whole]))
                continue
            try:
                root = merkle.root_from(leaf, shown.entry.index, shown.path.size, shown.path.hashes)
            except merkle.ProofError:
                continue
            if (shown.path.size, root) in tops:
                found.append(_parsed(shown.entry, shown.path.size, root))
        return found

    def _is_root(self, size: int, root: bytes) -> bool:
        return 0 < size < len(self.roots) and self.roots[size] == root

    def _said(self, evidence: Evidence, *, of_log: bool) -> list[Said]:
        """Returns the messages of seats in the file, or those inside the proven entries."""
        if of_log:
            found = [one.message.msg for one in self.proven if isinstance(one.message, BY_SEATS)]
        else:
            found = [one for one in evidence.messages if isinstance(one, wire.Signed)]
        said = (self.heard(signed) for signed in found)
        return [one for one in said if one is not None]

    def signed_by(self, seat: int, signed: wire.Signed) -> bool:
        """Tells whether a message holds under the key of a seat of this table, whatever its header names."""
        preimage = messages.player_preimage(signed.header, signed.payload)
        return seat in self.seats and self.signatures.verify(self.key_of(seat), preimage, signed.sig)

    def heard(self, signed: wire.Signed) -> Said | None:
        """Returns a message if it is one of a seat of this table, with its signature."""
        digest = messages.signed_hash(signed)
        if digest not in self._heard:
            self._heard[digest] = self._hear(signed)
        return self._heard[digest]

    def _hear(self, signed: wire.Signed) -> Said | None:
        try:
            header = messages.parse_header(signed.header)
        except EncodingError:
            return None
        mine = header.table_id == self.table_id and header.pk == self.key_of(header.seat)
        if not mine or not messages.verify_player(self.signatures, signed):
            return None
        return Said(header, signed)

    def _refused(self, evidence: Evidence) -> list[RefusalLine]:
        return [
            one
            for one in evidence.messages
            if isinstance(one, RefusalLine)
            and messages.verify_refusal(
                self.signatures, self.referee_pk, self.table_id, one.seat, one.refusal
            )
        ]

    def _told(self, evidence: Evidence) -> list[tuple[PrivateMessage, bytes]]:
        found: list[tuple[PrivateMessage, bytes]] = []
        for line in evidence.private:
            if not messages.verify_private(self.signatures, self.referee_pk, line.private):
                continue
            try:
                told = parse_private(line.private.message)
            except EncodingError:
                continue
            if told.table_id == self.table_id and told.seat in self.seats and told.seat == line.seat:
                found.append((told, line.private.message))
        return found


def _set_up(evidence: Evidence) -> tuple[wire.Genesis, wire.Params]:
    try:
        genesis = parse(wire.Genesis, evidence.genesis)
        params = parse(wire.Params, evidence.params)
    except EncodingError as error:
        raise EvidenceError(f"its set-up of the table cannot be read ({error.code})") from None
    if genesis.params != evidence.params:
        raise EvidenceError("its parameters are not those in its GENESIS")
    players = [(join.pk, join.nonce) for join in genesis.joins]
    if table_id(evidence.params, players) != evidence.table_id or params.seats != len(players):
        raise EvidenceError("its parameters and players give another table than it states")
    if not point_ok(params.referee_pk):
        raise EvidenceError("the referee's key in it is malformed or weak")
    return genesis, params


def _roots(leaves: list[bytes]) -> list[bytes]:
    """Returns the root of every size from 0 on."""
    edge = merkle.RightEdge()
    roots = [merkle.EMPTY_ROOT]
    for leaf in leaves:
        edge.append(leaf)
        roots.append(edge.root())
    return roots


def _parsed(entry: wire.Entry, size: int, root: bytes) -> Proven:
    try:
        return Proven(entry, size, root, decode(entry.type, entry.payload))
    except EncodingError as error:
        return Proven(entry, size, root, None, error)

"""Collects what a restored referee has lost from the players' devices, and checks it (spec 2.13).

Only what this referee has signed counts: each head under its own key over a recomputed root. The handles
behind references made meanwhile come from the seats that made them, and each is checked against the
commitment in the log before it is believed. Nothing of the table changes here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from google.protobuf.message import DecodeError

from sealed.fairness.arithmetic.blind import (
    HANDLE_SIZE,
    blind_inner,
    blind_outer,
    blind_seed,
    salt_in,
    salt_out,
    unpack_handles,
)
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.arithmetic.merkle import RightEdge
from sealed.fairness.arithmetic.tape import tape_seed
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header, verify_head
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_referee.problems import ServiceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sealed.fairness.arithmetic.blind import Handle
    from sealed.wire.v1.referee_pb2 import Batch
    from sealed_referee.table import Table

PIECES_LIMIT: Final = 256 * 1024
"""Bytes of an append whose head is still to come that one seat may leave here; a reveal of six seats fits."""


_ENTRY_WEIGHT: Final = 256
"""What an entry takes beside its payload, in bytes, so that empty ones are no way around the limit."""


class ForkError(Exception):
    """Says that this referee has signed two histories of a table."""


class Made(NamedTuple):
    """Is an entry by which a seat has made references: the first of them, and the commitments, in order.

    A commitment is the outer one, or the inner one of a card that was shown.
    """

    entry: int
    seat: int
    first_ref: int
    commitments: tuple[tuple[bytes, bool], ...]


class Recovery:
    """Is what has come in of the lost part of one log: whole appends, and the handles of the seats."""

    def __init__(self, table: Table, leaf_hashes: Iterable[bytes]) -> None:
        """Starts where the log of the table ends; `leaf_hashes` are those of its entries."""
        self._table = table
        self.base = table.size
        self.entries: list[wire.Entry] = []
        self.heads: list[wire.Head] = []
        self.goal = 0
        """The size of the largest head of this referee that somebody has shown."""
        self._edge = RightEdge()
        for leaf in leaf_hashes:
            self._edge.append(leaf)
        self._pieces: dict[int, list[wire.Entry]] = {}
        self._cut: dict[int, list[int]] = {}
        """The entries of an append that a seat has sent without its head so far."""
        self._made: list[Made] = []
        self._handles: dict[tuple[int, int], bytes] = {}

    @property
    def size(self) -> int:
        """Returns how long the log would be with what has come."""
        return self.base + len(self.entries)

    @property
    def missing(self) -> tuple[int, ...]:
        """Returns the seats whose handles are missing, ascending."""
        return tuple(sorted({seat for seat, ref in self._refs() if (seat, ref) not in self._handles}))

    @property
    def ready(self) -> bool:
        """Tells whether everything up to the largest head shown is here, handles too."""
        return bool(self.entries) and self.size >= self.goal and not self.missing

    def _refs(self) -> Iterator[tuple[int, int]]:
        for made in self._made:
            for at in range(len(made.commitments)):
                yield made.seat, made.first_ref + at

    # -- entries and heads -----------------------------------------------------------------------------------

    def put(self, seat: int, batches: Sequence[Batch], handles: bytes) -> None:
        """Takes appends from a seat, and the handles behind its own references made in them.

        A head beyond the entries says how far the log went. An append may come in several calls; its handles
        come with the last. Whole appends up to the first that is not this referee's stay here. Raises
        ServiceError in words, or ForkError.
        """
        pieces = [entry for entry in self._pieces.pop(seat, []) if entry.index >= self.size]
        if pieces and pieces[0].index != self.size:
            pieces = []
        whole: list[int] = []
        cut = self._cut.pop(seat, [])
        for batch in batches:
            for entry in batch.entries:
                self._take_entry(entry, pieces)
                cut.append(entry.index)
            if batch.HasField("head"):
                self._take_head(batch.head, pieces)
                whole, cut = whole + cut, []
        if sum(_ENTRY_WEIGHT + len(entry.payload) for entry in pieces) > PIECES_LIMIT:
            raise _bad("ENC_TOO_LARGE", "so much comes in no append; send the entries with their heads")
        if pieces:
            self._pieces[seat] = pieces
        self._cut[seat] = cut[-PIECES_LIMIT // HANDLE_SIZE :]
        if handles:
            self._take_run(seat, whole, handles)

    def _take_entry(self, entry: wire.Entry, pieces: list[wire.Entry]) -> None:
        if entry.index < self.size and not pieces:
            if entry != self._held(entry.index):
                raise _bad("LOG_ROOT", f"entry {entry.index} is another here; nothing of this is taken")
        elif entry.index == self.size + len(pieces):
            pieces.append(entry)
        else:
            text = f"entry {entry.index} does not follow; send them in order, from {self.size} on"
            raise _bad("BAD_RANGE", text)

    def _held(self, index: int) -> wire.Entry:
        if index >= self.base:
            return self.entries[index - self.base]
        return self._table.entries(index, index + 1)[0]

    def _take_head(self, head: wire.Head, pieces: list[wire.Entry]) -> None:
        if not pieces:
            self._compare(head)
            return
        if head.size != self.size + len(pieces) or not genuine(self._table, head):
            raise _bad("SIG_INVALID", f"the head over {head.size} entries is none of this referee's")
        edge = self._edge.copy()
        for entry in pieces:
            edge.append(log_leaf_hash(self._table.table_id, entry.index, entry.type, entry.payload))
        if edge.root() != head.root:
            raise _bad("LOG_ROOT", f"these entries are not those under the head over {head.size}")
        self._edge = edge
        self.heads.append(head)
        for entry in pieces:
            self.entries.append(entry)
            made = made_in(entry)
            if made is not None:
                self._made.append(made)
        pieces.clear()

    def _compare(self, head: wire.Head) -> None:
        """Takes a head without entries. Raises ForkError if this referee has signed another root as well."""
        if head.size > self.size:
            if not genuine(self._table, head):
                raise _bad("SIG_INVALID", f"the head over {head.size} entries is none of this referee's")
            self.goal = max(self.goal, head.size)
            return
        known = next((one for one in (*self.heads, *self._table.heads) if one.size == head.size), None)
        if known is not None and known.root == head.root:
            return
        if known is not None and genuine(self._table, head):
            raise ForkError
        raise _bad("LOG_ROOT", f"there is no such head over {head.size} entries here")

    # -- handles ---------------------------------------------------------------------------------------------

    def offer(self, seat: int, signed: wire.Signed, handles: bytes) -> bool:
        """Takes the handles beside a message that stands in the lost part; tells whether it does."""
        for made in self._made:
            if made.seat != seat:
                continue
            stored = wire.ActEntry.FromString(self._held(made.entry).payload)
            if stored.msg == signed:
                self._take_run(seat, [made.entry], handles)
                return True
        return False

    def _take_run(self, seat: int, indices: Sequence[int], handles: bytes) -> None:
        """Takes the handles behind all references that a seat has made by these entries, in order."""
        made = [one for at in indices if at < self.size and (one := made_in(self._held(at))) is not None]
        refs = [
            (one.entry, one.first_ref + at, commitment)
            for one in made
            if one.seat == seat
            for at, commitment in enumerate(one.commitments)
        ]
        if len(handles) != HANDLE_SIZE * len(refs):
            raise _bad("PRIV_MISMATCH", f"these entries make {len(refs)} references; send a handle for each")
        try:
            run = unpack_handles(handles)
        except EncodingError as error:
            raise _bad("PRIV_MISMATCH", error.detail) from None
        for (index, ref, commitment), handle in zip(refs, run, strict=True):
            if index < self.base:
                continue
            if not self._fits(seat, ref, commitment, handle):
                raise _bad("PRIV_MISMATCH", f"reference {ref} does not commit to the handle sent for it")
            self._handles[seat, ref] = handle.pack()

    def _fits(self, seat: int, ref: int, commitment: tuple[bytes, bool], handle: Handle) -> bool:
        """Tells whether a commitment in the log is one to this handle, whichever card it is."""
        table_id, params = self._table.table_id, self._table.params
        seed = blind_seed(table_id, tape_seed(self._table.opening.secret), seat)
        inner = blind_inner(table_id, handle, salt_in(seed, ref))
        made, shown = commitment
        if shown:
            return made == inner
        salt = salt_out(seed, ref)
        cards = {count.card for deck in params.lists for count in deck.cards}
        return any(blind_outer(table_id, seat, ref, card, inner, salt) == made for card in cards)

    def handles(self) -> Iterator[tuple[int, int, int, bytes]]:
        """Yields entry, seat, first reference and handles of each draft that made references."""
        for made in self._made:
            refs = range(made.first_ref, made.first_ref + len(made.commitments))
            run = b"".join(self._handles[made.seat, ref] for ref in refs)
            yield made.entry, made.seat, made.first_ref, run

    def __repr__(self) -> str:
        """Shows counts only."""
        return f"<recovery of entries {self.base} to {self.size}>"


def genuine(table: Table, head: wire.Head) -> bool:
    """Tells whether this referee has signed a head of this table."""
    keys = table.keys
    return verify_head(keys.signatures, keys.signer.public, table.table_id, head)


def made_in(entry: wire.Entry) -> Made | None:
    """Returns the references that an entry makes, if it makes any."""
    if entry.type != EntryType.ACT:
        return None
    try:
        signed = wire.ActEntry.FromString(entry.payload).msg
        draft = wire.Draft.FromString(signed.payload)
        seat = parse_header(signed.header).seat
    except (DecodeError, EncodingError):
        return None
    made = tuple(one for step in draft.steps for act in step.cards for one in _commitments(act))
    return Made(entry.index, seat, draft.first_ref, made) if made else None


def _commitments(act: wire.CardAct) -> Iterator[tuple[bytes, bool]]:
    """Yields the commitments of the references that an act makes, each with whether it is born open."""
    if act.HasField("place"):
        yield act.place.outer, False
    elif act.HasField("show"):
        yield act.show.inner, True
    elif act.HasField("regroup"):
        for put in act.regroup.puts:
            for outer in put.outers:
                yield outer, False


def _bad(code: str, text: str) -> ServiceError:
    return ServiceError(code, text)

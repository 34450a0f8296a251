"""The log of one table as the referee writes it: entries, heads, times that never go back (spec 2.8).

While a table is restored the same steps run again with the stored appends at hand: an entry must come out as
it was stored, and stored heads stand in for new signatures.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.arithmetic.layout import HASH_SIZE
from sealed.fairness.arithmetic.merkle import EMPTY_ROOT, RightEdge
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import sign_head
from sealed.wire.v1.fairness_pb2 import Entry, Head, Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from google.protobuf.message import Message

    from sealed.fairness.signing.keys import Signer


class RestoreError(Exception):
    """Says that the journal does not lead to what was signed; its store has to be restored."""


class Past:
    """Is what a table had logged before it was restored."""

    __slots__ = ("entries", "heads")

    def __init__(self, entries: Sequence[Entry], heads: Sequence[Head]) -> None:
        self.entries: Final = entries
        self.heads: Final = heads


class Chronicle:
    """Is the log: what stands in it, and the append in progress."""

    __slots__ = (
        "_edge",
        "_head_sizes",
        "_past",
        "_roots",
        "_sealed",
        "_signer",
        "_table_id",
        "_times",
        "adopted",
        "entries",
        "heads",
        "restored",
        "spki_hash",
        "time_ms",
    )

    def __init__(self, table_id: bytes, signer: Signer, past: Past | None = None) -> None:
        """Starts with an empty log."""
        self._table_id = table_id
        self._signer = signer
        self._past = past
        self._edge = RightEdge()
        self._roots = bytearray(EMPTY_ROOT)
        self._times = array("Q")
        self._sealed = 0
        self.entries: list[Entry] = []
        self.heads: list[Head] = []
        self._head_sizes: set[int] = set()
        self.time_ms = 0
        """The time of the append in progress, or of the last one."""
        self.adopted = 0
        """The size up to which entries came back from clients after a restored backup; 0 if none did."""
        self.restored = 0
        """The size from which on a message has to have seen the log (spec 2.13): past NOTICE{restored}."""
        self.spki_hash = b""
        """That of the certificate in the last NOTICE{certificate}; empty while the parameters' holds."""

    @property
    def size(self) -> int:
        """Returns the number of entries, those of the append in progress included."""
        return len(self.entries)

    @property
    def sealed(self) -> int:
        """Returns the size of the newest head."""
        return self._sealed

    @property
    def behind(self) -> bool:
        """Tells whether stored appends are still to be made again."""
        return self._past is not None and self._sealed < len(self._past.entries)

    def begin(self, now_ms: int) -> int:
        """Starts an append and returns its time: now, but never before the last head."""
        if self._past is not None and self.behind:
            now_ms = self._past.heads[len(self.heads)].time_ms
        self.time_ms = max(now_ms, self.time_ms)
        return self.time_ms

    def stored(self) -> Sequence[Entry]:
        """Returns the entries of the next stored append, while the log is behind what was stored."""
        if self._past is None:
            return ()
        return self._past.entries[self._sealed : self._past.heads[len(self.heads)].size]

    def add(self, entry_type: int, payload: Message) -> int:
        """Puts an entry into the append and returns its index."""
        return self.add_bytes(entry_type, payload.SerializeToString(deterministic=True))

    def add_bytes(self, entry_type: int, payload: bytes) -> int:
        """Puts an entry with these exact bytes into the append and returns its index."""
        index = len(self.entries)
        entry = Entry(index=index, type=entry_type, payload=payload)
        if self._past is not None and self.behind and entry != self._past.entries[index]:
            message = (
                f"entry {index} comes out otherwise than it was stored; restore the store from its backup"
            )
            raise RestoreError(message)
        self._edge.append(log_leaf_hash(self._table_id, index, entry_type, payload))
        self._roots += self._edge.root()
        self._times.append(self.time_ms)
        self.entries.append(entry)
        return index

    def note_restored(self) -> None:
        """Puts NOTICE{restored} into the append; what was signed before it counts no more (spec 2.13)."""
        text = "restored from a backup, and brought up to date by the players"
        self.restored = self.add(EntryType.NOTICE, Notice(kind="restored", text=text)) + 1

    def note_certificate(self, spki_hash: bytes) -> None:
        """Puts NOTICE{certificate} into the append: which one the referee shows from now on (spec 2.1)."""
        text = f"the referee shows another certificate now, with the key hash {spki_hash.hex()}"
        self.add(EntryType.NOTICE, Notice(kind="certificate", text=text))
        self.spki_hash = spki_hash

    def seal(self) -> tuple[tuple[Entry, ...], Head]:
        """Ends the append with one head over all and returns its entries and the head."""
        if self._past is not None and self.behind:
            head = self._past.heads[len(self.heads)]
            if (head.size, head.root) != (self.size, self.root_at(self.size)):
                message = f"entries and head {head.size} do not fit; restore the store from its backup"
                raise RestoreError(message)
            if head != self._signed():
                # Players would take it for a cheat, and the next head would follow a time that never was.
                message = f"head {head.size} was altered; restore the store from its backup"
                raise RestoreError(message)
        else:
            head = self._signed()
        new = tuple(self.entries[self._sealed :])
        self.heads.append(head)
        self._head_sizes.add(head.size)
        self._sealed = self.size
        return new, head

    def _signed(self) -> Head:
        """Returns the head over all entries; the same things signed are the same bytes (RFC 8032)."""
        root = bytes(self._roots[-HASH_SIZE:])
        return sign_head(self._signer, self._table_id, self.size, root, self.time_ms)

    def root_at(self, size: int) -> bytes | None:
        """Returns the root over the first `size` entries, if there are so many."""
        return bytes(self._roots[HASH_SIZE * size : HASH_SIZE * (size + 1)]) or None

    def has_head(self, size: int) -> bool:
        """Tells whether a head over exactly `size` entries was signed: within an append there is none."""
        return size in self._head_sizes

    def time_at(self, size: int) -> int:
        """Returns the time of the first head over at least `size` entries; 0 before there is one."""
        return self._times[size - 1] if size else 0

    def leaf_at(self, index: int) -> bytes:
        """Returns the leaf hash of an entry."""
        entry = self.entries[index]
        return log_leaf_hash(self._table_id, index, entry.type, entry.payload)

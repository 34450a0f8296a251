"""Everything that must stay hidden at a table, and from when it need not (spec 2.3-2.6, 2.15).

It is computed from K_t, the chains of the seats and the finished log, with the protocol's arithmetic alone:
nothing here asks the referee what it believes to be secret. Log sizes count entries, so what entry `i` says
is known from size `i + 1` on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from struct import pack
from typing import TYPE_CHECKING

from scanner import EVERYBODY, Needle, varint

from sealed.fairness.arithmetic.blind import (
    Handle,
    blind_inner,
    blind_seed,
    salt_in,
    salt_out,
    unpack_handles,
)
from sealed.fairness.arithmetic.seals import card_salt
from sealed.fairness.arithmetic.slots import Purpose, slot_prk
from sealed.fairness.arithmetic.tape import Tape, tape_seed
from sealed.fairness.payloads.codec import EntryType, decode, decode_signed
from sealed.fairness.signing.messages import parse_header
from sealed.wire.v1.fairness_pb2 import Params

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.fairness.arithmetic.chain import Chain
    from sealed.wire.v1.fairness_pb2 import Entry

FUTURE = 24
"""The slots beyond the last used one whose secrets are looked for."""
_PURPOSES = {
    "dice": Purpose.DICE,
    "shuffle": Purpose.SHUFFLE,
    "order": Purpose.ORDER,
    "pick": Purpose.PICK,
}


def seat_name(seat: int) -> str:
    """Returns the name of a seat as a receiver."""
    return f"seat {seat}"


@dataclass
class _Reference:
    """Is a reference of a seat: the sizes from which its parts are known, and to whom."""

    card: int = 0
    inner: dict[str, int] = field(default_factory=dict)
    salt: dict[str, int] = field(default_factory=dict)


class TableSecrets:
    """Is what one table keeps to itself."""

    def __init__(self, table_id: bytes, secret: bytes, chains: dict[int, Chain], log: list[Entry]) -> None:
        self.table_id, self.secret, self.chains = table_id, secret, chains
        self.entries = [(one.index + 1, one.type, decode(one.type, one.payload)) for one in log]
        self.r = tape_seed(secret)
        genesis = next(message for _, message in self._of_type(EntryType.GENESIS))
        self.n_slots = Params.FromString(genesis.params).n_slots
        self.tape = Tape(table_id, self.r, self.n_slots)
        self.seeds = {seat: blind_seed(table_id, self.r, seat) for seat in chains}
        self.handles: dict[tuple[int, int], Handle] = {}
        self.references: dict[tuple[int, int], _Reference] = {}
        self.revealed: dict[str, int] = {}
        self.last_k = 0
        self._read()

    def _of_type(self, kind: int) -> Iterator[tuple[int, object]]:
        return ((size, message) for size, entry_type, message in self.entries if entry_type == kind)

    # -- reading the log -------------------------------------------------------------------------------------

    def _read(self) -> None:
        for size, _ in self._of_type(EntryType.FINAL_REVEAL):
            self.revealed = {EVERYBODY: size}
        for _, page in self._of_type(EntryType.FINAL_PAGE):
            for at, handle in enumerate(unpack_handles(page.handles)):
                self.handles[page.seat, page.first_ref + at] = handle
        for size, entry in self._of_type(EntryType.ACT):
            self._read_act(size, parse_header(entry.msg.header).seat, entry)
        for size, forced in self._of_type(EntryType.FORCED):
            for opening in forced.cards:
                self._open(opening.seat, opening.ref, EVERYBODY, size)
        for size, peek in self._of_type(EntryType.PEEK):
            for ref in peek.refs:
                self._open(peek.owner, ref, seat_name(peek.viewer), size)

    def _read_act(self, size: int, seat: int, entry) -> None:
        draft = decode_signed(EntryType.ACT, entry.msg.payload)
        ref = draft.first_ref
        for step in draft.steps:
            for act in step.cards:
                kind = act.WhichOneof("act")
                if kind in {"place", "show"}:
                    made = self.references[seat, ref] = _Reference()
                    ref += 1
                    if kind == "show":
                        made.inner[EVERYBODY] = size
                elif kind == "reveal":
                    self._open(seat, act.reveal.ref, EVERYBODY, size)
                elif kind == "regroup":
                    for put in act.regroup.puts:
                        for _ in put.outers:
                            self.references[seat, ref] = _Reference()
                            ref += 1

    def _open(self, seat: int, ref: int, receiver: str, size: int) -> None:
        one = self.references[seat, ref]
        one.inner.setdefault(receiver, size)
        one.salt.setdefault(receiver, size)

    # -- the secrets -----------------------------------------------------------------------------------------

    def needles(self) -> Iterator[Needle]:
        """Yields every secret of the table."""
        yield Needle("K_t", self.secret)
        yield Needle("R", self.r, self.revealed)
        for seat, seed in self.seeds.items():
            yield Needle(f"blind seed of {seat}", seed, {seat_name(seat): 1} | self.revealed)
        yield from self._slots()
        yield from self._references()

    def _slots(self) -> Iterator[Needle]:
        opens = list(self._of_type(EntryType.SLOT_OPEN))
        ended = {end.first_k: size for size, end in self._of_type(EntryType.SLOT_END)}
        for opened_size, opened in opens:
            last = opened.first_k + len(opened.requests) - 1
            self.last_k = last
            size = ended.get(opened.first_k)
            public = {} if size is None else {EVERYBODY: size}
            for at, request in enumerate(opened.requests):
                yield from self._slot(opened.first_k + at, request, opened.contributors, public, opened_size)
        for k in range(self.last_k + 1, min(self.last_k + FUTURE, self.n_slots) + 1):
            yield Needle(f"s_{k} of a later slot", self.tape.secret(k), self.revealed)
            for seat, chain in self.chains.items():
                yield Needle(f"link {k} of {seat}, never released", chain.link(k))

    def _slot(self, k: int, request, contributors, public: dict[str, int], opened: int) -> Iterator[Needle]:
        kind = request.WhichOneof("act")
        links = [(seat, self.chains[seat].link(k)) for seat in contributors]
        for seat, link in links:
            yield Needle(f"link {k} of {seat} since {opened}", link, public)
        secret = self.tape.secret(k)
        prk = slot_prk(self.table_id, k, _PURPOSES[kind], secret, links)
        shown = self.revealed if kind == "shuffle" else public
        yield Needle(f"s_{k} ({kind})", secret, shown)
        yield Needle(f"prk_{k} ({kind})", prk, shown)
        if kind == "shuffle":
            yield from self._deck(request.shuffle, prk)

    def _deck(self, shuffle, prk: bytes) -> Iterator[Needle]:
        for position in range(shuffle.n):
            known = dict(self.revealed)
            for size, draw in self._of_type(EntryType.DRAW):
                same = (draw.deck, draw.epoch) == (shuffle.deck, shuffle.epoch)
                if same and draw.first <= position < draw.first + draw.count:
                    known[seat_name(draw.seat)] = size
            name = f"salt of card {position} in epoch {shuffle.epoch} of deck {shuffle.deck}"
            yield Needle(name, card_salt(prk, position), known)

    def _references(self) -> Iterator[Needle]:
        for (seat, ref), one in self.references.items():
            own, seed = {seat_name(seat): 1}, self.seeds[seat]
            name, salt = f"reference {ref} of {seat}", salt_in(seed, ref)
            yield Needle(f"salt_in of {name}", salt, own | self.revealed)
            yield Needle(f"salt_out of {name}", salt_out(seed, ref), own | self.revealed | one.salt)
            handle = self.handles.get((seat, ref))
            if handle is None:
                continue
            inner = blind_inner(self.table_id, handle, salt)
            yield Needle(f"inner of {name}", inner, own | self.revealed | one.inner)
            yield from self._handle(seat, ref, handle, own | self.revealed)

    def _handle(self, seat: int, ref: int, handle: Handle, known: dict[str, int]) -> Iterator[Needle]:
        """Yields the forms of a handle that are long enough to be told from chance: five bytes are not."""
        packed, name = handle.pack(), f"handle of reference {ref} of {seat}"
        for tag in range(1, 16):
            yield Needle(f"{name} in field {tag}", bytes([tag << 3 | 2, 5]) + packed, known)
        yield Needle(f"{name} behind its number", pack(">I", ref) + packed, known)
        after = self.handles.get((seat, ref + 1))
        if after is not None:
            yield Needle(f"{name} and of the next", packed + after.pack(), known)
        named = {"deck": handle.deck, "epoch": handle.epoch, "position": handle.position}
        for text in (
            f"deck={handle.deck}, epoch={handle.epoch}, position={handle.position}",
            str(tuple(named.values())),
        ):
            yield Needle(f"{name} in words", text.encode(), known, text=True)


def opening_needle(seat: int, ref: int, card: int, known: dict[str, int]) -> Needle:
    """Returns an Opening as protobuf writes it, up to its `inner`: whose, which reference, which card.

    The length of `inner` belongs to it: what a slot says of its decks begins with small numbers, too.
    """
    data = b"\x08" + varint(seat) + b"\x10" + varint(ref) + b"\x18" + varint(card) + b"\x22\x20"
    return Needle(f"card of reference {ref} of {seat}", data, known)

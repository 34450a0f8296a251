"""The log of a match in memory, with the keys of its referee and seats: entries, heads, private messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.blind import Handle, blind_seed
from sealed.fairness.arithmetic.chain import Chain
from sealed.fairness.arithmetic.identifiers import log_leaf_hash, table_id
from sealed.fairness.arithmetic.layout import H
from sealed.fairness.arithmetic.merkle import RightEdge
from sealed.fairness.arithmetic.tape import Tape
from sealed.fairness.bridge.places import Places
from sealed.fairness.payloads.codec import encode
from sealed.fairness.record import Record
from sealed.fairness.signing import messages
from sealed.fairness.signing.keys import Signer, load_backend
from sealed.fairness.signing.private import opening_digest, private_message
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable

    from sealed.engine.title import Title

START_MS = 1_700_000_000_000


@dataclass
class Player:
    """A seat's keys, chain and counters."""

    seat: int
    signer: Signer
    chain: Chain
    counter: int = 0
    next_ref: int = 1
    pages: list[Handle] = field(default_factory=list)


class ScribeLog:
    """The parameters, joins and keys of a table, and its log from before GENESIS."""

    def __init__(
        self, title: Title, seats: int, rng: random.Random, options: dict[str, str] | None = None
    ) -> None:
        """Makes keys and parameters; nothing is logged yet."""
        self.title, self.rng = title, rng
        self.setup = title.setup(seats, options)
        self.places = Places(title, self.setup)
        self.backend = load_backend("cryptography")
        self.referee = self._signer()
        self.n = title.slots(self.setup)
        self.alter: Callable[[int, int, object], object] = lambda index, kind, message: message
        self.entries: list[wire.Entry] = []
        self.heads: list[wire.Head] = []
        self.lines: list[object] = []
        self.privates: list[tuple[int, wire.Private]] = []
        self.edge, self.roots = RightEdge(), [H(b"")]
        self.now = START_MS
        self.tape_seed = rng.randbytes(32)
        self._join(seats)

    def _signer(self) -> Signer:
        return Signer(self.rng.randbytes(32), self.backend)

    def _nonce(self) -> bytes:
        return self.rng.randbytes(32)

    def _params(self) -> wire.Params:
        decks = {self.places.of(z).number: c for z, c in self.title.deck_lists(self.setup).items()}
        return wire.Params(
            version=1,
            referee_pk=self.referee.public,
            spki_hash=messages.PLAINTEXT_SPKI,
            nonce=self.rng.randbytes(32),
            game=self.title.id,
            edition=self.title.edition,
            lists=[
                wire.DeckList(deck=d, cards=[wire.Count(card=c, copies=n) for c, n in sorted(cards.items())])
                for d, cards in sorted(decks.items())
            ],
            seats=self.setup.seats,
            n_slots=self.n,
            dice_mode=1,
            clock=wire.Clock(on_timeout=1, stall_s=60, decision_s=604800, link_s=604800, result_s=300),
            audit=1,
            options=[wire.Option(name=name, value=value) for name, value in self.setup.options],
            chairs=[wire.Chair(side=chair.side, colours=chair.colours) for chair in self.setup.chairs],
            colours=self.setup.colours,
        )

    def _join(self, seats: int) -> None:
        self.params = encode(self._params())
        signers = [self._signer() for _ in range(seats)]
        self.joins = [
            messages.sign_join(signer, self.params, seat, self._nonce(), f"Player {seat}")
            for seat, signer in enumerate(signers, 1)
        ]
        self.id = table_id(self.params, [(join.pk, join.nonce) for join in self.joins])
        self.tape = Tape(self.id, self.tape_seed, self.n)
        self.players = {
            seat: Player(seat, signer, Chain(self.id, signer.public, self.rng.randbytes(32), self.n))
            for seat, signer in enumerate(signers, 1)
        }
        self.seeds = {seat: blind_seed(self.id, self.tape_seed, seat) for seat in self.players}

    def say(self, seat: int, kind: int, payload: bytes, seen: int | None = None) -> wire.Signed:
        """Signs a message of a seat."""
        player = self.players[seat]
        player.counter += 1
        size = len(self.entries) if seen is None else seen
        header = messages.Header(
            player.signer.public, self.id, seat, player.counter, size, self.roots[size], kind
        )
        return messages.sign_player(player.signer, header, payload)

    def log(self, kind: int, message: object) -> int:
        """Puts an entry on the append in progress and returns its index."""
        index = len(self.entries)
        message = self.alter(index, kind, message)
        payload = message if isinstance(message, bytes) else message.SerializeToString(deterministic=True)
        self.entries.append(wire.Entry(index=index, type=kind, payload=payload))
        self.lines.append(self.entries[-1])
        self.edge.append(log_leaf_hash(self.id, index, kind, payload))
        self.roots.append(self.edge.root())
        return index

    def sign(self) -> None:
        """Ends the append in progress with a head."""
        head = messages.sign_head(self.referee, self.id, len(self.entries), self.roots[-1], self.now)
        self.heads.append(head)
        self.lines.append(head)

    def tell(self, seat: int, index: int, kind: int, content: bytes) -> bytes:
        """Makes a private message and returns its digest."""
        message = private_message(self.id, seat, index, kind, content)
        self.privates.append((seat, messages.sign_private(self.referee, message)))
        return opening_digest(message)

    def record(self) -> Record:
        """Returns the record so far."""
        return Record(self.id, "2026-01-01T00:00:00Z", "scribe", tuple(self.lines))

    def appends(self) -> Iterable[tuple[list[wire.Entry], wire.Head]]:
        """Yields each append: its entries and its head."""
        waiting: list[wire.Entry] = []
        for line in self.lines:
            if isinstance(line, wire.Head):
                yield waiting, line
                waiting = []
            else:
                waiting.append(line)

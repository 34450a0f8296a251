"""How a table begins: parameters, joins, COMMITs, AGREEs (spec 2.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sealed.engine.title import SetupError
from sealed.fairness.arithmetic.identifiers import table_id
from sealed.fairness.bridge.places import Places
from sealed.fairness.payloads import codec
from sealed.fairness.signing.keys import point_ok
from sealed.fairness.signing.messages import (
    BEFORE_GENESIS,
    PLAINTEXT_SPKI,
    Header,
    player_preimage,
    sign_params,
    verify_join,
)
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_referee.changes import Opening
from sealed_referee.clocks import ClockError, clock_of
from sealed_referee.game import printed_lists
from sealed_referee.refusing import RefusedError

if TYPE_CHECKING:
    from sealed.engine.title import Setup, Title
    from sealed.fairness.signing.keys import Signatures, Signer
    from sealed.wire.v1.referee_pb2 import CreateTableRequest

COMMIT_COUNTER, AGREE_COUNTER = 1, 2

_Payload = TypeVar("_Payload", wire.Commit, wire.Agree)


class Keys(NamedTuple):
    """Is with what a referee signs and verifies, and the hash of the key in its certificate (spec 2.1)."""

    signer: Signer
    signatures: Signatures
    spki_hash: bytes = PLAINTEXT_SPKI


class OpeningError(ValueError):
    """Says that a table cannot be opened like that, and what would do."""


@dataclass(frozen=True, slots=True)
class TableOpening:
    """Is what somebody asks for and the referee draws for it.

    `lobby_id` is a short random name, `nonce` and `secret` (K_t) are 32 random bytes each, `spki_hash` that
    of the server certificate (H("") on loopback), `creator` the key that asked.
    """

    lobby_id: str
    title: Title
    request: CreateTableRequest
    creator: bytes
    nonce: bytes
    secret: bytes = field(repr=False)
    spki_hash: bytes
    created_ms: int


def open_table(opening: TableOpening, keys: Keys) -> Opening:
    """Makes and signs the parameters. Raises OpeningError."""
    params = params_of(opening, keys.signer.public)
    try:
        payload = codec.encode(params)
    except EncodingError as error:
        raise OpeningError(f"these parameters are outside the protocol: {error.detail}") from None
    return Opening(
        lobby_id=opening.lobby_id,
        params=payload,
        params_sig=sign_params(keys.signer, payload),
        secret=opening.secret,
        request=opening.request.SerializeToString(deterministic=True),
        creator=opening.creator,
        created_ms=opening.created_ms,
    )


def params_of(opening: TableOpening, referee_pk: bytes) -> wire.Params:
    """Returns the parameters of a new table (spec 2.3). Raises OpeningError."""
    title, request = opening.title, opening.request
    try:
        setup = title.setup(request.seats, {option.name: option.value for option in request.options})
    except SetupError as error:
        raise OpeningError(str(error)) from None
    try:
        clock = clock_of(request.clock)
    except ClockError as error:
        raise OpeningError(str(error)) from None
    chairs = [wire.Chair(side=chair.side, colours=chair.colours) for chair in setup.chairs]
    if request.chairs and list(request.chairs) != chairs:
        raise OpeningError(f"{title.name} seats its players in one way only; leave the chairs away")
    lists = printed_lists(title, setup, Places(title, setup))
    return wire.Params(
        version=1,
        referee_pk=referee_pk,
        spki_hash=opening.spki_hash,
        nonce=opening.nonce,
        game=title.id,
        edition=title.edition,
        lists=[_deck_list(deck, cards) for deck, cards in lists.items()],
        seats=setup.seats,
        n_slots=title.slots(setup),
        dice_mode=1,
        clock=clock,
        audit=1,
        appeal_hours=request.appeal_hours,
        options=[wire.Option(name=name, value=value) for name, value in setup.options],
        chairs=chairs,
        hot_seat=request.hot_seat,
        colours=setup.colours,
    )


def _deck_list(deck: int, cards: dict[int, int]) -> wire.DeckList:
    counts = [wire.Count(card=card, copies=cards[card]) for card in sorted(cards) if cards[card]]
    return wire.DeckList(deck=deck, cards=counts)


def setup_of(title: Title, params: wire.Params) -> Setup:
    """Returns the set-up that parameters describe."""
    return title.setup(params.seats, {option.name: option.value for option in params.options})


class Gathering:
    """Is who has joined, committed and agreed; each by seat."""

    __slots__ = ("_keys", "_params", "_seats", "agrees", "commits", "joins", "table_id")

    def __init__(self, params: bytes, seats: int, keys: Keys) -> None:
        """Starts with free seats."""
        self._params, self._seats, self._keys = params, seats, keys
        self.joins: dict[int, wire.Join] = {}
        self.commits: dict[int, wire.Signed] = {}
        self.agrees: dict[int, wire.Signed] = {}
        self.table_id = b""

    @property
    def full(self) -> bool:
        """Tells whether every seat is taken."""
        return len(self.joins) == self._seats

    def seat_of(self, pk: bytes) -> int | None:
        """Returns the seat of a key."""
        return next((seat for seat, join in self.joins.items() if join.pk == pk), None)

    def pk(self, seat: int) -> bytes:
        """Returns the key of a seat; empty for a free or unknown one."""
        join = self.joins.get(seat)
        return join.pk if join else b""

    def close(self) -> None:
        """Computes the table id; nobody joins or leaves from here on."""
        joins = [self.joins[seat] for seat in sorted(self.joins)]
        self.table_id = table_id(self._params, [(join.pk, join.nonce) for join in joins])

    def anchor(self, seat: int) -> bytes:
        """Returns the anchor of a seat's chain."""
        return wire.Commit.FromString(self.commits[seat].payload).anchor

    def check_join(self, join: wire.Join) -> None:
        """Raises RefusedError unless a join may take its seat."""
        _strictly(join)
        if not 1 <= join.seat <= self._seats:
            raise RefusedError("NO_SUCH_SEAT", f"this table has seats 1 to {self._seats}")
        if join.seat in self.joins:
            raise RefusedError("SEAT_TAKEN", f"seat {join.seat} is taken; choose a free one")
        if not point_ok(join.pk):
            raise RefusedError("KEY_WEAK", "this key is none that can sign; make a new one")
        if self.seat_of(join.pk) is not None:
            raise RefusedError(
                "KEY_DUPLICATE", "this key has a seat already; leave that or use a key of its own"
            )
        if any(join.nonce == other.nonce for other in self.joins.values()):
            raise RefusedError("GEN_COMMIT_DUPLICATE", "another seat has this nonce; draw a new one")
        if not verify_join(self._keys.signatures, self._params, join):
            raise RefusedError("SIG_INVALID", "the signature is not over these parameters and this seat")

    def check_commit(self, seat: int, signed: wire.Signed) -> None:
        """Raises RefusedError unless a COMMIT is one of this seat."""
        self._check_signed(seat, signed, COMMIT_COUNTER, codec.EntryType.COMMIT, (0, BEFORE_GENESIS))
        anchor = _payload(wire.Commit, signed).anchor
        if any(anchor == self.anchor(other) for other in self.commits):
            raise RefusedError(
                "GEN_COMMIT_DUPLICATE", "another seat has this anchor; make a chain of your own"
            )

    def check_agree(self, seat: int, signed: wire.Signed, root: bytes) -> None:
        """Raises RefusedError unless an AGREE is one of this seat and over this GENESIS."""
        self._check_signed(seat, signed, AGREE_COUNTER, codec.EntryType.AGREE, (1, root))
        _payload(wire.Agree, signed)

    def _check_signed(
        self, seat: int, signed: wire.Signed, counter: int, entry_type: int, seen: tuple[int, bytes]
    ) -> None:
        """Checks header and signature of a message before START; there its header has one possible form."""
        _strictly(signed)
        expected = Header(self.pk(seat), self.table_id, seat, counter, *seen, entry_type)
        if not expected.pk or signed.header != expected.pack():
            raise RefusedError(
                "SIG_WRONG_CONTEXT", f"seat {seat} has to sign message {counter} of this table here"
            )
        preimage = player_preimage(signed.header, signed.payload)
        if not self._keys.signatures.verify(expected.pk, preimage, signed.sig):
            raise RefusedError("SIG_INVALID", "the signature does not hold")


def _strictly(message: wire.Join | wire.Signed) -> None:
    try:
        codec.parse(type(message), message.SerializeToString(deterministic=True))
    except EncodingError as error:
        raise RefusedError(error.code, error.detail) from None


def _payload(message_class: type[_Payload], signed: wire.Signed) -> _Payload:
    try:
        return codec.parse(message_class, signed.payload)
    except EncodingError as error:
        raise RefusedError(error.code, error.detail) from None

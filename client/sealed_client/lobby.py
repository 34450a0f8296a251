"""The lobby of a referee for people: titles, tables, making one, sitting down, coming back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.signing.messages import PLAINTEXT_SPKI
from sealed.wire.v1.fairness_pb2 import Option
from sealed.wire.v1.referee_pb2 import CreateTableRequest, Phase, TableDescription
from sealed_client.foreign_text import foreign
from sealed_client.history import history_of
from sealed_client.identity import OTHER_KEY
from sealed_client.seat import Seat
from sealed_client.seat_errors import TableRefusedError
from sealed_client.seat_return import restore
from sealed_client.seat_store import Kind
from sealed_client.transport import NotFoundError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealed.fairness.signing.keys import Signatures
    from sealed.wire.v1.fairness_pb2 import Clock
    from sealed_client.agreement import Titles
    from sealed_client.identity import Identity
    from sealed_client.seat_store import SeatStore
    from sealed_client.transport import RefereeInfo, Transport


_OTHER_CHANNEL: Final = (
    "This table was made when the referee had another certificate, and its parameters name that one. "
    "Nobody can sit down at it any more; make a new table."
)
_ONE_MACHINE: Final = (
    "This table was made for players on the referee's own machine, without encryption. "
    "It can be played only there."
)


class LobbySeat(NamedTuple):
    """Is a seat in the list of tables."""

    number: int
    taken: bool
    name: str
    side: int
    colours: tuple[int, ...]


class LobbyTable(NamedTuple):
    """Is a table in the list; `phase` is a word, `waiting_for` a sentence."""

    lobby_id: str
    title: str
    name: str
    phase: str
    waiting_for: str
    seats: tuple[LobbySeat, ...]
    options: tuple[tuple[str, str], ...]
    result: str
    size: int
    clock: Clock

    @property
    def free(self) -> tuple[int, ...]:
        """Returns the numbers of the free seats."""
        return tuple(seat.number for seat in self.seats if not seat.taken)


class LobbyTitle(NamedTuple):
    """Is a title that the referee runs.

    Its id, name, numbers of seats, options with their values, default first.
    """

    id: str
    name: str
    seats: tuple[int, ...]
    options: tuple[tuple[str, tuple[str, ...]], ...]


class Desk(NamedTuple):
    """Is what a person sits down with: identity, store, rules and signatures of this device."""

    identity: Identity
    store: SeatStore
    titles: Titles
    signatures: Signatures


class Lobby:
    """Is the lobby of one referee. Everything raises TransportError.

    Sitting down also SeatError and StoreError.
    """

    def __init__(self, transport: Transport, desk: Desk) -> None:
        """Takes a connection that is not logged in yet."""
        self._transport, self._desk = transport, desk
        self._referee: RefereeInfo | None = None

    async def enter(self, pinned: bytes | None = None) -> RefereeInfo:
        """Logs in and returns who the referee is."""
        self._referee = await self._transport.log_in(self._desk.identity, pinned)
        return self._referee

    async def titles(self) -> tuple[LobbyTitle, ...]:
        """Returns the titles that can be played here."""
        return tuple(
            LobbyTitle(
                one.id, one.name, tuple(one.seats), tuple((o.name, tuple(o.values)) for o in one.options)
            )
            for one in (await self._transport.titles()).titles
        )

    async def tables(self, title: str = "", *, mine: bool = False) -> tuple[LobbyTable, ...]:
        """Returns the tables, or only those of one title, or where this identity has a seat."""
        return tuple(map(lobby_table, await self._transport.tables(title, mine=mine)))

    async def create(
        self,
        title: str,
        seats: int,
        request_id: bytes,
        *,
        name: str = "",
        options: Mapping[str, str] | None = None,
        clock: Clock | None = None,
    ) -> LobbyTable:
        """Makes a table; `request_id` are 16 random bytes, and the same again is the same table.

        Without a clock it gets the title's.
        """
        named = [Option(name=key, value=value) for key, value in sorted((options or {}).items())]
        request = CreateTableRequest(
            title=title, seats=seats, options=named, name=name, request_id=request_id, clock=clock
        )
        return lobby_table(await self._transport.create(request))

    async def sit(self, lobby_id: str, nonce: bytes, seat: int | None = None) -> Seat:
        """Takes a seat, the first free one if none is named.

        A seat that is this identity's already is taken up.

        `nonce` are 32 random bytes. Raises TableRefusedError if no seat is free or the rules are not ours.
        """
        table = await self._transport.table(lobby_id)
        if any(one.pk == self._desk.identity.public for one in table.seats):
            return self._come_back(table)
        desk, free = self._desk, [one.seat for one in table.seats if not one.taken]
        if not free or table.phase != Phase.PHASE_GATHERING:
            raise TableRefusedError("", _full(table, desk.identity))
        wish = (seat or free[0], nonce)
        taken, moves = Seat.take(
            desk.identity, desk.titles, desk.signatures, table, self._pinned, wish, history_of(desk.store)
        )
        if taken.enrolment.rules.params.spki_hash != self._met.spki_hash:
            raise TableRefusedError("AUTH_CHANNEL", _OTHER_CHANNEL)
        desk.store.keep(H(table.params), moves.keep)
        await self._transport.join(lobby_id, taken.join)
        return taken

    def _come_back(self, table: TableDescription) -> Seat:
        """Takes up a seat again: from this device's store, or without it (spec 2.13)."""
        desk, key, history = self._desk, H(table.params), history_of(self._desk.store)
        kept = desk.store.load(key)
        if kept and any(one.kind == Kind.INVITED for one in kept):
            seat, moves = restore(desk.identity, desk.titles, desk.signatures, kept, self._pinned, history)
        else:
            seat, moves = Seat.take_over(
                desk.identity, desk.titles, desk.signatures, table, self._pinned, history
            )
        made_in_plaintext = seat.enrolment.rules.params.spki_hash == PLAINTEXT_SPKI
        if made_in_plaintext and not self._met.loopback:
            raise TableRefusedError("AUTH_CHANNEL", _ONE_MACHINE)
        if moves.keep:
            desk.store.keep(key, moves.keep)
        return seat

    async def find(self, lobby_id: str) -> TableDescription:
        """Returns a table as the referee describes it, to be watched."""
        return await self._transport.table(lobby_id)

    @property
    def _met(self) -> RefereeInfo:
        if self._referee is None:
            raise NotFoundError("Enter the lobby first.")
        return self._referee

    @property
    def _pinned(self) -> bytes:
        return self._met.pk


def _full(table: TableDescription, identity: Identity) -> str:
    """Says that no seat is free, and more if one of them may be this player's under another key."""
    text = "No seat is free at this table. Choose another, or watch this one."
    if any(one.name == identity.name for one in table.seats):
        return f"{text} Somebody called {identity.name} like you sits here with another key. {OTHER_KEY}"
    return text


def lobby_table(table: TableDescription) -> LobbyTable:
    """Returns a description in the words of the list."""
    seats = tuple(
        LobbySeat(one.seat, one.taken, foreign(one.name), one.side, tuple(one.colours)) for one in table.seats
    )
    known = table.phase in Phase.values()
    return LobbyTable(
        lobby_id=foreign(table.lobby_id),
        title=foreign(table.title),
        name=foreign(table.name),
        phase=Phase.Name(table.phase).removeprefix("PHASE_").lower() if known else "in another phase",
        waiting_for=foreign(table.waiting_for),
        seats=seats,
        options=tuple((foreign(option.name), foreign(option.value)) for option in table.options),
        result=foreign(table.result),
        size=table.log_size,
        clock=table.clock,
    )

"""A referee without sockets that can be killed at each boundary of an input; its players come back (2.13).

The seams are the methods of the product that stand at the boundaries; nothing in the product knows of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from loopback import UNPLAYED, Player
from store_keys import store_key
from table_match import referee_keys

from sealed.engine import kernel
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import load_backend
from sealed.fairness.signing.messages import PLAINTEXT_SPKI
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Option
from sealed_client.identity import make_identity
from sealed_client.seat import Seat
from sealed_referee.house import House
from sealed_referee.inputs import contribution, judgement
from sealed_referee.journal import Journal
from sealed_referee.live import SeatHistory
from sealed_referee.opening import TableOpening
from sealed_referee.problems import ServiceError
from sealed_referee.readers import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path
    from random import Random

    from sealed.engine.title import Title
    from sealed.wire.v1.fairness_pb2 import Entry
    from sealed_referee.tables import RunningTable

POINTS = ("received", "journalled", "fsynced", "sent")
START_MS = 1_800_000_000_000


class Key(NamedTuple):
    """Names an input so that the same is found in every run: whose, of which kind, its number."""

    seat: int
    kind: str
    number: int


class Killed(BaseException):
    """Is the end of a referee; nothing in the product may catch it."""


class Wreck:
    """Is a table in a store, its players, and a referee killed at `point` of the inputs in `deadly`."""

    def __init__(
        self, folder: Path, title: Title, rng: Random, point: str = "", deadly: Iterable[Key] = ()
    ) -> None:
        self.folder, self.title, self.rng = folder, title, rng
        self.point, self.deadly = point, set(deadly)
        self.armed = False
        self.kills = 0
        self.made: dict[Key, tuple[int, ...]] = {}
        """What each input has logged: the types of its entries, in the order in which the inputs came."""
        self.owed: dict[Key, int] = {}
        """How many links were owed when an input came."""
        self.now_ms = START_MS
        self.players: list[Player] = []
        self._open()

    # -- life ------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        self.journal = Journal(self.folder / "journal.sqlite", store_key(self.folder))
        titles = lambda game, edition: self.title if edition == self.title.edition else None  # noqa: E731
        self.house = House(self.journal, titles, referee_keys(), lambda: self.now_ms)
        self._seam(self.house, "enter", "received", before=True)
        self._seam(self.journal, "_write", "journalled")
        self._seam(self.journal, "commit", "fsynced")
        self.house.open_all()

    def _seam(self, owner: object, name: str, point: str, *, before: bool = False) -> None:
        """Lets the referee die before or after a method of it."""
        inner: Callable[..., object] = getattr(owner, name)

        def dying(*arguments, **named):
            if before:
                self._die_at(point)
            result = inner(*arguments, **named)
            if not before:
                self._die_at(point)
            return result

        setattr(owner, name, dying)

    def _die_at(self, point: str) -> None:
        if self.armed and self.point == point:
            self.armed = False
            raise Killed

    async def revive(self) -> None:
        """Starts the referee again on the same store; everybody comes back."""
        self.kills += 1
        self.journal.close()
        self.now_ms += 7000
        self._open()
        for player in self.players:
            await self._come(player)
        for player in self.players:
            for sending in player.seat.again():
                player.send(sending)

    # -- set-up ----------------------------------------------------------------------------------------------

    async def set_up(self, seats: int, **options: str) -> None:
        """Makes a table, joins and sits everybody down."""
        request = rpc.CreateTableRequest(
            title=self.title.id,
            seats=seats,
            options=[Option(name=name, value=value) for name, value in options.items()],
        )
        opening = TableOpening(
            lobby_id="quiet-otter",
            title=self.title,
            request=request,
            creator=bytes(32),
            nonce=self.rng.randbytes(32),
            secret=self.rng.randbytes(32),
            spki_hash=PLAINTEXT_SPKI,
            created_ms=self.now_ms,
        )
        running = self.house.create(opening, lambda _: None)
        self.house.settle()
        for number in range(1, seats + 1):
            await self._sit(running, number)
        for player in self.players:
            await self._come(player)
        await self.drain()

    async def _sit(self, running: RunningTable, number: int) -> None:
        signatures = load_backend()
        identity = make_identity(
            self.rng.randbytes(32), self.rng.randbytes(32), f"Player {number}", signatures
        )
        titles = lambda game, edition: self.title if edition == self.title.edition else None  # noqa: E731
        table = running.description(self.house.read(running))
        wish = (number, self.rng.randbytes(32))
        seat, _ = Seat.take(identity, titles, signatures, table, referee_keys().signer.public, wish)
        ref = rpc.TableRef(lobby_id="quiet-otter")
        player = Player(None, seat, ref)
        await self._input(Key(number, "join", 0), lambda t, now: t.join(seat.join, now), None)
        self.players.append(player)

    async def _come(self, player: Player) -> None:
        running = self.running
        held = player.seat.follower if player.seat.placed else None
        size = held.verifier.size if held is not None else 0
        resume = rpc.Resume(table=player.table, size=size, head=held.head if held is not None else None)
        self.house.meet(running, player.seat.number, resume)
        player.page, player.stream = [], Wire(player)
        player.stream.reader = Reader(player.seat.number, player.seat.enrolment.identity.public)

        async def send(data: bytes) -> None:
            player.stream.down.append(data)

        history = SeatHistory(self.house, running, player.seat.number, send)
        await history.catch_up(player.stream.reader, size, 0)

    @property
    def running(self) -> RunningTable:
        """Returns the table in the house."""
        return self.house.find(rpc.TableRef(lobby_id="quiet-otter"))

    # -- play ------------------------------------------------------------------------------------------------

    async def drain(self) -> None:
        """Carries messages up and down until there are none."""
        moved = True
        while moved:
            moved = False
            for player in self.players:
                wire = player.stream
                while wire.up:
                    moved = True
                    await self._carry(player, wire.up.pop(0))
                    if player.stream is not wire:
                        break
            for player in self.players:
                for down in player.stream.take():
                    moved = True
                    player.take(rpc.Down.FromString(down))

    async def _carry(self, player: Player, up: rpc.Up) -> None:
        seat = player.seat.number
        if up.HasField("link"):
            key, act = Key(seat, "link", up.link.k), contribution(seat, up.link)
        else:
            header = up.submit.signed.header
            number = int.from_bytes(header[-42:-38], "big")
            key, act = Key(seat, "message", number), judgement(seat, up.submit)
        await self._input(key, act, player)

    async def _input(self, key: Key, act, player: Player | None) -> None:
        """Gives the referee an input; it may die of it."""
        self.now_ms += 100
        running = self.running
        match = running.table.match if running.table is not None else None
        pending = match.pending if match is not None else None
        size = running.table.size
        self.armed = key in self.deadly
        publish = running.publish

        def published(*arguments) -> None:
            publish(*arguments)
            self._die_at("sent")

        running.publish = published
        try:
            self.owed.setdefault(key, len(pending.owing) if pending is not None else 0)
            self.house.enter(running, act, sender=player.stream.reader if player is not None else None)
            self.house.settle()
            self.made.setdefault(key, tuple(entry.type for entry in running.table.entries(size, 1 << 30)))
        except ServiceError as error:
            player.problems.append(error.problem)
        except Killed:
            self.deadly.discard(key)
            await self.revive()
            if player is None:
                await self._input(key, act, None)
        finally:
            running.publish = publish

    async def play(self) -> None:
        """Plays at random to the end and audits."""
        while not all(player.seat.follower.game_over is not None for player in self.players):
            asked = [one for one in self.players if one.seat.asked and not one.seat.awaiting]
            player = self.rng.choice(asked)
            draft = player.seat.draft()
            legal = kernel.legal_actions(draft.state, player.seat.number)
            choice = [action for action in legal if action.verb not in UNPLAYED]
            assert draft.add(self.rng.choice(choice)) is None
            player.do(player.seat.submit(draft))
            await self.drain()
        for player in self.players:
            player.do(player.seat.audit())
        await self.drain()

    # -- afterwards ------------------------------------------------------------------------------------------

    def log(self) -> tuple[Entry, ...]:
        """Returns the log without what a restart adds to it."""
        table = self.house.read(self.running)
        return tuple(one for one in table.entries(0, table.size) if one.type != EntryType.NOTICE)


class Wire:
    """Is the line of a player: what goes up, and what has come down."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.up: list[rpc.Up] = []
        self.down: list[bytes] = []
        self.reader: Reader | None = None

    def send(self, up: rpc.Up) -> None:
        """Sends a message up."""
        self.up.append(up)

    def take(self) -> list[bytes]:
        """Returns what has come down since the last time."""
        queued = self.reader._queue
        down, self.down = [*self.down, *queued], []
        queued.clear()
        self.reader._behind = 0
        return down

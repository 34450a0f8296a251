"""Real sockets for tests: a referee on its own thread, and players with a client's `Seat` and a stream."""

from __future__ import annotations

import queue
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import grpc

from sealed.engine import kernel
from sealed.fairness.signing.keys import load_backend
from sealed.fairness.signing.messages import LOBBY, PLAINTEXT_SPKI, login_preimage
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Entry, Option
from sealed.wire.v1.referee_pb2_grpc import RefereeStub
from sealed_client.identity import Identity, make_identity
from sealed_client.moves import Agreement, Commitment, Moves
from sealed_client.seat import Seat
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from random import Random

    from sealed.engine.title import Title
    from sealed_client.seat_store import Kept

PATIENCE_S = 10.0
UNPLAYED = ("strike", "scout")
"""Verbs of Skirmish that need more of the protocol than there is before regrouping (see `table_titles`)."""


def problem_of(error: grpc.RpcError) -> rpc.Problem:
    """Returns the Problem beside the status of a failed call."""
    trailing = dict(error.trailing_metadata() or ())
    return rpc.Problem.FromString(trailing["sealed-problem-bin"])


def referee(store: Path, *titles: Title, **more) -> EmbeddedReferee:
    """Returns a referee at any free port, not started yet."""
    return EmbeddedReferee(Options(listen="127.0.0.1:0", store=store, titles=titles, **more))


class Guest:
    """Is a connection of one identity, logged in or not."""

    def __init__(self, referee: EmbeddedReferee, rng: Random, name: str = "Guest") -> None:
        self.referee, self.rng = referee, rng
        self.signatures = load_backend()
        self.identity: Identity = make_identity(rng.randbytes(32), rng.randbytes(32), name, self.signatures)
        self.token = b""
        self.connect(referee)

    def connect(self, referee: EmbeddedReferee) -> None:
        """Opens a channel, to the same referee or to the one that came after it."""
        self.referee = referee
        self.channel = grpc.insecure_channel(str(referee.address))
        self.stub = RefereeStub(self.channel)

    @property
    def metadata(self) -> tuple[tuple[str, bytes], ...]:
        """Returns what goes with each call."""
        return (("sealed-session-bin", self.token),) if self.token else ()

    def call(self, name: str, request, token: bytes | None = None):
        """Calls by name, with this session's token."""
        metadata = self.metadata if token is None else (("sealed-session-bin", token),)
        return getattr(self.stub, name)(request, metadata=metadata, timeout=PATIENCE_S)

    def refused(self, name: str, request) -> rpc.Problem:
        """Calls by name and returns the Problem with which the call fails."""
        try:
            answer = self.call(name, request)
            answer = answer if not hasattr(answer, "__next__") else list(answer)
        except grpc.RpcError as error:
            return problem_of(error)
        raise AssertionError(f"{name} was answered: {answer}")

    def answer_to_challenge(self, table_id: bytes = LOBBY, **changes: bytes) -> rpc.LogInRequest:
        """Says Hello and returns a good LogIn; `changes` are put in before it is signed."""
        challenge = self.call("Hello", rpc.HelloRequest(pk=self.identity.public, table_id=table_id)).challenge
        fields = {
            "pk": self.identity.public,
            "table_id": table_id,
            "challenge": challenge,
            "spki_hash": PLAINTEXT_SPKI,
        } | changes
        preimage = login_preimage(
            fields["pk"], fields["table_id"], self.referee.public, fields["challenge"], fields["spki_hash"]
        )
        return rpc.LogInRequest(**fields, sig=self.identity.signer.sign(preimage), name=self.identity.name)

    def log_in(self) -> Guest:
        """Logs in to the lobby."""
        self.token = self.call("LogIn", self.answer_to_challenge()).token
        return self

    def create(self, title: Title, seats: int = 2, **more) -> rpc.TableDescription:
        """Makes a table."""
        options = [Option(name=name, value=value) for name, value in sorted(more.pop("options", {}).items())]
        more.setdefault("request_id", self.rng.randbytes(16))
        request = rpc.CreateTableRequest(title=title.id, seats=seats, options=options, **more)
        return self.call("CreateTable", request)


class Stream:
    """Is a Table stream. What comes down goes to a queue, whose end is an error or None.

    Who writes for the seat goes to a queue of its own, `writers`.
    """

    def __init__(self, guest: Guest, inbox: queue.Queue) -> None:
        self._up: queue.Queue[rpc.Up | None] = queue.Queue()
        self._inbox = inbox
        self.writers: queue.Queue[rpc.Writer] = queue.Queue()
        self.down = guest.stub.Table(iter(self._up.get, None), metadata=guest.metadata)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def send(self, up: rpc.Up) -> None:
        """Sends a message up."""
        self._up.put(up)

    def close(self) -> None:
        """Ends the stream."""
        self._up.put(None)
        self.down.cancel()
        self._thread.join(PATIENCE_S)

    def _read(self) -> None:
        try:
            for down in self.down:
                if down.HasField("writer"):
                    self.writers.put(down.writer)
                else:
                    self._inbox.put((self, down))
        except grpc.RpcError as error:
            self._inbox.put((self, error))
        else:
            self._inbox.put((self, None))


@dataclass
class Player:
    """Is a guest with a seat at a table."""

    guest: Guest
    seat: Seat
    table: rpc.TableRef
    kept: list[Kept] = field(default_factory=list)
    stream: Stream | None = None
    page: list[Entry] = field(default_factory=list)
    bytes_down: list[bytes] = field(default_factory=list)
    problems: list[rpc.Problem] = field(default_factory=list)
    refusals: list = field(default_factory=list)
    ended: list = field(default_factory=list)
    before_link: Callable[[rpc.Link], None] | None = None
    """Called before each link is sent."""

    @property
    def started(self) -> bool:
        """Tells whether START has come down."""
        return self.seat.placed and self.seat.follower.verifier.size > 1

    def resume(self, inbox: queue.Queue) -> None:
        """Opens the stream from what this player holds, and sends again what has no answer."""
        size = self.seat.follower.verifier.size if self.seat.placed else 0
        self.page = []
        self.stream = Stream(self.guest, inbox)
        head = self.seat.follower.head if self.seat.placed else None
        self.stream.send(rpc.Up(resume=rpc.Resume(table=self.table, size=size, private_from=0, head=head)))
        for sending in self.seat.again():
            self.send(sending)

    def send(self, sending) -> None:
        """Sends what a seat wants sent, all of it by the stream."""
        match sending:
            case Commitment(signed) | Agreement(signed):
                up = rpc.Up(submit=rpc.Submit(signed=signed))
            case rpc.Submit():
                up = rpc.Up(submit=sending)
            case _:
                if self.before_link is not None:
                    self.before_link(sending)
                up = rpc.Up(link=sending)
        self.stream.send(up)

    def do(self, moves: Moves) -> None:
        """Keeps, checks and sends what a seat wants."""
        self.kept += moves.keep
        bad = [verdict for verdict in moves.verdicts if verdict.failed]
        assert not bad, bad
        for sending in moves.send:
            self.send(sending)

    def take(self, down: rpc.Down) -> None:
        """Hands to the seat what came down."""
        self.bytes_down.append(down.SerializeToString())
        match down.WhichOneof("act"):
            case "batch":
                self.page += down.batch.entries
                if down.batch.HasField("head"):
                    entries, self.page = self.page, []
                    self.do(self.seat.feed(entries, down.batch.head))
            case "opening":
                self.do(self.seat.feed_private(down.opening))
            case "refusal":
                self.refusals.append(down.refusal)
                self.do(self.seat.feed_refusal(down.refusal))
            case "problem":
                self.problems.append(down.problem)
            case "table":
                if all(seat.taken for seat in down.table.seats) and down.table.table_id:
                    self.do(self.seat.commit(down.table))


class Party:
    """Is everybody at one table; `play` lets them play at random."""

    def __init__(self, referee: EmbeddedReferee, title: Title, rng: Random, seats: int = 2, **more) -> None:
        """Makes a table and sits everybody down."""
        self.title, self.rng = title, rng
        self.inbox: queue.Queue = queue.Queue()
        guests = [Guest(referee, rng, f"Player {number}").log_in() for number in range(1, seats + 1)]
        self.table = guests[0].create(title, seats, **more)
        self.ref = rpc.TableRef(lobby_id=self.table.lobby_id)
        self.players = [self._sit(guest, number) for number, guest in enumerate(guests, 1)]

    def _sit(self, guest: Guest, number: int) -> Player:
        titles = lambda game, edition: self.title if edition == self.title.edition else None  # noqa: E731
        wish = (number, self.rng.randbytes(32))
        seat, moves = Seat.take(
            guest.identity, titles, guest.signatures, self.table, guest.referee.public, wish
        )
        guest.call("JoinTable", rpc.JoinTableRequest(table=self.ref, join=seat.join))
        return Player(guest, seat, self.ref, list(moves.keep))

    def connect(self) -> None:
        """Opens all streams."""
        for player in self.players:
            player.resume(self.inbox)

    def reconnect(self, referee: EmbeddedReferee) -> None:
        """Goes on at the referee that came after."""
        for player in self.players:
            player.guest.connect(referee)
            player.guest.log_in()
        self.connect()

    def close(self) -> None:
        """Closes all streams."""
        for player in self.players:
            if player.stream is not None:
                player.stream.close()
            player.guest.channel.close()

    def pump(self, until: Callable[[], bool]) -> None:
        """Carries messages until a condition holds."""
        while not until():
            try:
                stream, down = self.inbox.get(timeout=PATIENCE_S)
            except queue.Empty:
                raise AssertionError(f"nothing comes down any more: {self._standing()}") from None
            player = next((one for one in self.players if one.stream is stream), None)
            if player is None:
                continue
            if isinstance(down, rpc.Down):
                player.take(down)
            else:
                player.ended.append(down)

    def _standing(self) -> list[str]:
        told = self.players[0].guest.call("GetTable", self.ref)
        return [told.waiting_for] + [
            f"{one.seat.number}: asked {one.started and one.seat.asked} problems {one.problems} "
            f"refusals {one.refusals} ended {one.ended}"
            for one in self.players
        ]

    def asked(self) -> list[Player]:
        """Returns who owes an answer and has not sent one."""
        return [
            player
            for player in self.players
            if player.started and player.seat.asked and not player.seat.awaiting
        ]

    @property
    def over(self) -> bool:
        """Tells whether everybody has seen GAME_OVER."""
        return all(one.started and one.seat.follower.game_over is not None for one in self.players)

    def set_up(self) -> None:
        """Opens the streams and waits for the first question."""
        self.connect()
        self.pump(self._settled)

    def act(self, player: Player) -> None:
        """Sends a random answer of one step."""
        draft = player.seat.draft()
        legal = kernel.legal_actions(draft.state, player.seat.number)
        assert draft.add(self.rng.choice([action for action in legal if action.verb not in UNPLAYED])) is None
        player.do(player.seat.submit(draft))

    def play(self, acts: int = 10_000) -> int:
        """Plays at random until the game is over or so many answers are given; returns how many were."""
        for done in range(acts):
            self.pump(self._settled)
            if self.over:
                return done
            self.act(self.rng.choice(self.asked()))
        self.pump(self._settled)
        return acts

    def _settled(self) -> bool:
        """Tells whether the game is over, or everybody stands at the same question with nothing under way."""
        seats = [player.seat for player in self.players]
        if not all(player.started for player in self.players) or any(seat.awaiting for seat in seats):
            return False
        return self.over or (len({seat.follower.verifier.size for seat in seats}) == 1 and bool(self.asked()))

    def send_until_taken(self, player: Player) -> None:
        """Sends a player's unanswered messages again until they are answered."""
        while player.seat.awaiting:
            told = len(player.problems)
            for sending in player.seat.again():
                player.send(sending)
            self.pump(lambda: len(player.problems) > told or not player.seat.awaiting)  # noqa: B023
            time.sleep(0.1)

    def finish(self) -> None:
        """Waits for the reveal and lets everybody audit."""
        self.pump(lambda: all(player.seat.audit_due for player in self.players))
        for player in self.players:
            player.do(player.seat.audit())


def entries_of(downs: list[bytes]) -> Iterator[bytes]:
    """Yields the serialized entries among messages that came down."""
    for down in downs:
        for entry in rpc.Down.FromString(down).batch.entries:
            yield entry.SerializeToString()

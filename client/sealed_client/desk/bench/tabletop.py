"""A table in this process, without network and disk: the referee's `Table` and the client's `Seat`s."""

from __future__ import annotations

from collections import deque
from time import process_time
from typing import TYPE_CHECKING, Final, Protocol

from sealed.engine.kernel import legal_actions
from sealed.fairness.signing.keys import Signatures, Signer, load_backend
from sealed.fairness.signing.messages import PLAINTEXT_SPKI
from sealed.wire.v1.fairness_pb2 import Option
from sealed.wire.v1.referee_pb2 import CreateTableRequest, Link, Submit
from sealed_client.identity import make_identity
from sealed_client.moves import Agreement, Commitment
from sealed_client.seat import Seat
from sealed_referee.opening import Keys, TableOpening
from sealed_referee.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.title import Title
    from sealed.fairness.record import Record
    from sealed.wire.v1.referee_pb2 import TableDescription
    from sealed_client.moves import Moves, Sending
    from sealed_referee.changes import Output

_START_MS, _STEP_MS = 1_700_000_000_000, 5


class Player(Protocol):
    """Answers questions; every bot does."""

    def answer(self, s: State, seat: int) -> Action:
        """Returns a legal answer."""


class QuietPlayer:
    """Musters and moves disks to and fro, never fights and never votes: its games do not end."""

    def __init__(self, rng: Random) -> None:
        """Takes the source of its choices."""
        self._rng = rng

    def answer(self, s: State, seat: int) -> Action:
        """Returns a move, or what leads to the next one."""
        legal = legal_actions(s, seat)
        for verb in (MOVE, "recruit", "muster"):
            found = [action for action in legal if action.verb == verb]
            if found:
                return self._rng.choice(found)
        return legal[0]


MOVE = "move"
"""The verb of the steps that are compared; no other is as frequent, and none of them waits for a slot."""

QUIET_OPTIONS = {"round-cap": "0"}
"""Popular Front without a last round."""


class _Trusting(Signatures):
    """Signs as always and believes every signature: the seats only keep the referee busy here."""

    __slots__ = ()

    def verify(self, pk: bytes, message: bytes, sig: bytes) -> bool:
        """Says yes."""
        del pk, message, sig
        return True


TRUSTING: Final = _Trusting(load_backend())


class Tabletop:
    """Is a table with its seats; `cost` is the CPU time of the referee's last `submit`, in seconds."""

    def __init__(self, title: Title, seats: int, rng: Random, options: Mapping[str, str]) -> None:
        """Opens a table, sits everybody down and goes on to the first question."""
        self.rng, self._now_ms, self.cost = rng, _START_MS, 0.0
        signatures = load_backend()
        self._trusting = _Trusting(signatures)
        self._referee = Signer(rng.randbytes(32), signatures)
        opening = TableOpening(
            lobby_id="bench",
            title=title,
            request=CreateTableRequest(title=title.id, seats=seats, options=_options(options)),
            creator=self._referee.public,
            nonce=rng.randbytes(32),
            secret=rng.randbytes(32),
            spki_hash=PLAINTEXT_SPKI,
            created_ms=_START_MS,
        )
        self.table, _ = Table.open(opening, Keys(self._referee, signatures))
        self._title = title
        self._letters: deque[tuple[int, Sending]] = deque()
        self.seats = {number: self._sit(number) for number in range(1, seats + 1)}
        for number, seat in self.seats.items():
            self._do(number, seat.commit(self.table.description()))
        self._settle()

    def _sit(self, number: int) -> Seat:
        rng = self.rng
        identity = make_identity(rng.randbytes(32), rng.randbytes(32), f"Player {number}", self._trusting)
        seat, _ = Seat.take(
            identity,
            lambda game, edition: (
                self._title if (game, edition) == (self._title.id, self._title.edition) else None
            ),
            self._trusting,
            self.table.description(),
            self._referee.public,
            (number, rng.randbytes(32)),
        )
        self.table.join(seat.join, self._tick())
        return seat

    def _tick(self) -> int:
        self._now_ms += _STEP_MS
        return self._now_ms

    def _do(self, number: int, moves: Moves) -> None:
        self._letters.extend((number, sending) for sending in moves.send)

    def _settle(self) -> None:
        while self._letters:
            number, sending = self._letters.popleft()
            self._deliver(self._post(number, sending))

    def _post(self, number: int, sending: Sending) -> Output:
        now = self._tick()
        match sending:
            case Commitment(signed):
                return self.table.commit(number, signed, now)
            case Agreement(signed):
                return self.table.agree(number, signed, now)
            case Link():
                return self.table.contribute(number, sending.k, sending.link, now)
            case Submit():
                begun = process_time()
                output = self.table.submit(number, sending.signed, sending.handles, now)
                self.cost = process_time() - begun
                return output

    def _deliver(self, output: Output) -> None:
        if output.refusal is not None or output.problem is not None:
            message = f"the table refuses: {output.detail}"
            raise AssertionError(message)
        if output.head is not None and output.entries:
            for number, seat in self.seats.items():
                self._do(number, seat.feed(output.entries, output.head))
        for number, private in output.privates:
            self._do(number, self.seats[number].feed_private(private))

    @property
    def shown(self) -> tuple[TableDescription, bytes]:
        """Returns the table as the referee describes it, and the referee's key."""
        return self.table.description(), self._referee.public

    # -- play ------------------------------------------------------------------------------------------------

    @property
    def asked(self) -> Seat | None:
        """Returns a seat that owes an answer, if one does."""
        return next((seat for seat in self.seats.values() if seat.asked), None)

    def step(self, players: Mapping[int, Player]) -> Action:
        """Lets somebody who is asked submit a draft of one step. Raises AssertionError if nobody is."""
        seat = self.asked
        if seat is None:
            message = f"nobody is asked at entry {self.table.size}"
            raise AssertionError(message)
        draft = seat.draft()
        action = players[seat.number].answer(draft.state, seat.number)
        if draft.add(action) is not None:
            message = f"a player answers what is not legal: {action}"
            raise AssertionError(message)
        self._do(seat.number, seat.submit(draft))
        self._settle()
        return action

    def finish(self, players: Mapping[int, Player]) -> Record:
        """Plays to the end of the game, lets everybody audit, and returns the public record."""
        while self.asked is not None:
            self.step(players)
        for number, seat in self.seats.items():
            self._do(number, seat.audit())
        self._settle()
        return self.seats[1].follower.notebook.record_until()


def _options(options: Mapping[str, str]) -> list[Option]:
    return [Option(name=name, value=value) for name, value in sorted(options.items())]

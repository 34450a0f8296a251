"""A whole table in one process: the referee's `Table` and a `Seat` for each player, and nothing between them.

Everything follows from one random source, so a match can be played again. `play_match` plays one to its end;
`InMemoryMatch` lets a test stop anywhere, look, and interfere by its `tamper` hooks.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sealed.fairness.signing.keys import Signer, load_backend
from sealed.fairness.signing.messages import PLAINTEXT_SPKI
from sealed.wire.v1.fairness_pb2 import Option
from sealed.wire.v1.referee_pb2 import CreateTableRequest, Link, Submit
from sealed_client.identity import make_identity
from sealed_client.moves import Agreement, Commitment, Moves
from sealed_client.seat import Seat
from sealed_client.seat_store import MemorySeatStore
from sealed_referee.opening import Keys, TableOpening
from sealed_referee.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Event
    from sealed.engine.title import Title
    from sealed.fairness.live.verdicts import Verdict
    from sealed.fairness.record import Record
    from sealed.wire.v1.fairness_pb2 import Clock, Entry, Head, Private, Refusal
    from sealed.wire.v1.referee_pb2 import Problem
    from sealed_client.moves import Sending
    from sealed_referee.changes import Output

    Player = Callable[[State, int], Action]

START_MS = 1_700_000_000_000
STEP_MS = 7


class MatchError(AssertionError):
    """Says what went wrong in a match that should have gone well."""


@dataclass
class Told:
    """Is what one seat has been told by its own `Seat`: verdicts that are no pass, and events."""

    verdicts: list[Verdict] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


class InMemoryMatch:
    """Is a table with its seats. `outputs` are all outputs of the table, in order."""

    def __init__(
        self,
        title: Title,
        seats: int,
        rng: Random,
        options: Mapping[str, str] | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Opens the table and sits everybody down; `begin` goes on from there."""
        self.title, self.rng, self.now_ms = title, rng, START_MS
        self.signatures = load_backend()
        self.referee = Signer(rng.randbytes(32), self.signatures)
        self.titles = lambda game, edition: title if (game, edition) == (title.id, title.edition) else None
        named = [Option(name=name, value=value) for name, value in sorted((options or {}).items())]
        request = CreateTableRequest(title=title.id, seats=seats, options=named, clock=clock)
        opening = TableOpening(
            lobby_id="lobby",
            title=title,
            request=request,
            creator=self.referee.public,
            nonce=rng.randbytes(32),
            secret=rng.randbytes(32),
            spki_hash=PLAINTEXT_SPKI,
            created_ms=self.now_ms,
        )
        self.table, output = Table.open(opening, Keys(self.referee, self.signatures))
        self.outputs: list[Output] = [output]
        self.told = {number: Told() for number in range(1, seats + 1)}
        self.refusals: list[Refusal] = []
        self.problems: list[Problem] = []
        self._inbox: deque[tuple[int, Sending]] = deque()
        self.stores = {number: MemorySeatStore(self.signatures) for number in range(1, seats + 1)}
        self.seats = {number: self._sit(number) for number in range(1, seats + 1)}

    def _sit(self, number: int) -> Seat:
        rng = self.rng
        identity = make_identity(rng.randbytes(32), rng.randbytes(32), f"Player {number}", self.signatures)
        wish = (number, rng.randbytes(32))
        description = self.table.description()
        seat, moves = Seat.take(
            identity, self.titles, self.signatures, description, self.referee.public, wish
        )
        self.stores[number].keep(b"table", moves.keep)
        self.outputs.append(self.table.join(seat.join, self.tick()))
        return seat

    def tick(self) -> int:
        """Lets some time pass and returns what the clock says."""
        self.now_ms += STEP_MS
        return self.now_ms

    def begin(self) -> None:
        """Lets everybody commit and agree, and delivers what follows, up to the first question."""
        for number, seat in self.seats.items():
            self.do(number, seat.commit(self.table.description()))
        self.settle()

    def do(self, number: int, moves: Moves) -> None:
        """Keeps what a seat wants kept, notes what it says and queues what it sends."""
        self.stores[number].keep(b"table", moves.keep)
        self.told[number].verdicts += moves.verdicts
        self.told[number].events += moves.events
        self._inbox.extend((number, sending) for sending in moves.send)

    def settle(self) -> None:
        """Carries messages to and fro until nobody has anything to say by itself."""
        while self._inbox:
            number, sending = self._inbox.popleft()
            self.deliver(number, self.post(number, sending))

    def post(self, number: int, sending: Sending) -> Output:
        """Hands one message of a seat to the table."""
        now = self.tick()
        match sending:
            case Commitment(signed):
                return self.table.commit(number, signed, now)
            case Agreement(signed):
                return self.table.agree(number, signed, now)
            case Submit():
                return self.table.submit(number, sending.signed, sending.handles, now)
            case Link():
                return self.table.contribute(number, sending.k, sending.link, now)

    def deliver(self, sender: int, output: Output) -> None:
        """Hands an output to everybody it is for: entries, then own private messages, then refusals."""
        self.outputs.append(output)
        if output.entries and output.head is not None:
            for number in self.seats:
                self.tell(number, output.entries, output.head)
        for number, private in output.privates:
            self.tell_private(number, private)
        if output.refusal is not None:
            self.refusals.append(output.refusal)
            self.do(sender, self.seats[sender].feed_refusal(output.refusal))
        if output.problem is not None:
            self.problems.append(output.problem)

    def tell(self, number: int, entries: Sequence[Entry], head: Head) -> None:
        """Feeds one seat an append."""
        self.do(number, self.seats[number].feed(entries, head))

    def tell_private(self, number: int, private: Private) -> None:
        """Feeds one seat a private message."""
        self.do(number, self.seats[number].feed_private(private))

    # -- play ------------------------------------------------------------------------------------------------

    def wait(self, ms: int) -> None:
        """Lets time pass; the table looks at its deadlines then."""
        self.now_ms += ms
        self.deliver(0, self.table.tick(self.now_ms))
        self.settle()

    @property
    def asked(self) -> tuple[int, ...]:
        """Returns the seats that owe an answer and have not sent one."""
        return tuple(number for number, seat in self.seats.items() if seat.asked and not seat.awaiting)

    def answer(self, number: int, player: Player, most: int = 64) -> None:
        """Lets a player write one draft, of at most so many steps, submits it and delivers what follows."""
        seat = self.seats[number]
        draft = seat.draft()
        while not draft.done and len(draft.actions) < most:
            refused = draft.add(player(draft.state, number))
            if refused is not None:
                raise MatchError(f"a player's answer is refused: {refused.code}")
        self.do(number, seat.submit(draft))
        self.settle()

    def play(self, players: Mapping[int, Player], most_steps: int = 64, limit: int = 10_000) -> None:
        """Plays until the game is over; drafts have a random length up to `most_steps`."""
        for _ in range(limit):
            asked = self.asked
            if not asked:
                return
            number = self.rng.choice(asked)
            self.answer(number, players[number], self.rng.randint(1, most_steps))
            if self.refusals or self.problems:
                raise MatchError(f"refused: {[refusal.code for refusal in self.refusals]} {self.problems}")
        raise MatchError("the match does not end")

    def finish(self) -> None:
        """Lets everybody audit the revealed game and sign the verdict."""
        for number, seat in self.seats.items():
            self.do(number, seat.audit())
        self.settle()


@dataclass(frozen=True)
class FinishedMatch:
    """Is a match that has been played, revealed and audited; `record` is the public one."""

    match: InMemoryMatch
    record: Record

    @property
    def failures(self) -> tuple[Verdict, ...]:
        """Returns every failed check that any seat has seen, live or in its audit."""
        live = [one for told in self.match.told.values() for one in told.verdicts if one.failed]
        reports = [seat.report for seat in self.match.seats.values() if seat.report is not None]
        return (*live, *(failure for report in reports for failure in report.failures))


def play_match(
    title: Title,
    seats: int,
    players: Mapping[int, Player],
    rng: Random,
    options: Mapping[str, str] | None = None,
    most_steps: int = 64,
) -> FinishedMatch:
    """Plays a match from the first join to the last audit verdict.

    Raises MatchError if it does not go well.
    """
    match = InMemoryMatch(title, seats, rng, options)
    match.begin()
    match.play(players, most_steps)
    match.finish()
    return FinishedMatch(match, match.seats[1].follower.notebook.record_until())

"""What a table is and shows; `table` adds the inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.blind import HANDLE_SIZE, unpack_handles
from sealed.fairness.signing.messages import sign_private
from sealed.fairness.signing.private import Kind, own_content, private_message
from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.referee_pb2 import (
    PHASE_AGREEING,
    PHASE_COMMITTING,
    PHASE_GATHERING,
    PHASE_OVER,
    PHASE_PLAYING,
    CreateTableRequest,
    Phase,
)
from sealed_referee.allowance import Allowance
from sealed_referee.deadlines import Deadlines
from sealed_referee.opening import Gathering, Keys, setup_of
from sealed_referee.refusing import Answers, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sealed.engine.title import Title
    from sealed_referee.changes import Fact, Opening
    from sealed_referee.chronicle import Chronicle, Past
    from sealed_referee.dealer import Dealer
    from sealed_referee.ending import Ending
    from sealed_referee.letters import Letters
    from sealed_referee.match import Match


BEFORE_PLAY: Final = frozenset({PHASE_GATHERING, PHASE_COMMITTING, PHASE_AGREEING})
"""The phases in which a table is given up when its time is over (spec 2.3)."""


class NotClosedError(RuntimeError):
    """Says that something was asked of a table whose seats are not all taken: a bug of the caller."""


class ReadableTable:
    """Is a table that can be read."""

    def __init__(self, opening: Opening, title: Title, keys: Keys, past: Past | None = None) -> None:
        """Starts an empty table; use `open` or `restore`."""
        self.opening, self.title = opening, title
        self.params = wire.Params.FromString(opening.params)
        self.request = CreateTableRequest.FromString(opening.request)
        self.setup = setup_of(title, self.params)
        self.gathering = Gathering(opening.params, self.params.seats, keys)
        self.answers = Answers()
        self.allowance = Allowance()
        self.match: Match | None = None
        self.ending: Ending | None = None
        self.phase: Phase.ValueType = Phase.PHASE_GATHERING
        self.self_check: Callable[[Sequence[wire.Entry], wire.Head], None] | None = None
        """Called with every append before it leaves; may raise. For a referee that verifies itself."""
        self.keys, self._past = keys, past
        self._log: Chronicle | None = None
        self._dealer: Dealer | None = None
        self._letters: Letters | None = None
        self._deadlines = Deadlines(self.params.clock, self.params.appeal_hours, self.params.seats)
        self._closed_ms = 0
        self._told = 0
        self._facts: list[Fact] = []

    @property
    def running(self) -> Match:
        """Returns the match, once GENESIS is logged."""
        if self.match is None:
            raise NotClosedError
        return self.match

    @property
    def ended(self) -> Ending:
        """Returns what goes on after GAME_OVER."""
        if self.ending is None:
            raise NotClosedError
        return self.ending

    @property
    def lobby_id(self) -> str:
        """Returns the name of the table in the lobby."""
        return self.opening.lobby_id

    @property
    def table_id(self) -> bytes:
        """Returns the table id; empty until all seats are fixed."""
        return self.gathering.table_id

    @property
    def size(self) -> int:
        """Returns the number of entries under the newest head."""
        return self._log.sealed if self._log else 0

    @property
    def heads(self) -> Sequence[wire.Head]:
        """Returns all signed heads, ascending."""
        return self._log.heads if self._log else ()

    @property
    def head(self) -> wire.Head | None:
        """Returns the newest head."""
        return self.heads[-1] if self.heads else None

    @property
    def log(self) -> Chronicle | None:
        """Returns the log, once there is one."""
        return self._log

    def entries(self, first: int, end: int) -> tuple[wire.Entry, ...]:
        """Returns the entries [first, end) as far as they exist."""
        return tuple(self._log.entries[first:end]) if self._log else ()

    def seat_of(self, pk: bytes) -> int | None:
        """Returns the seat of a key."""
        return self.gathering.seat_of(pk)

    def owing(self) -> tuple[int, ...]:
        """Returns the seats that owe an answer or a link now, ascending."""
        return tuple(sorted(self.match.owed())) if self.match and self.phase == Phase.PHASE_PLAYING else ()

    def privates_from(self, seat: int, index: int) -> tuple[wire.Private, ...]:
        """Returns the private messages of a seat about entry `index` and later, the same bytes as ever."""
        told = self.match.privates if self.match else ()
        return tuple(
            sign_private(self.keys.signer, text) for to, at, text in told if to == seat and at >= index
        )

    def own_handles(self, seat: int, first_ref: int) -> wire.Private:
        """Returns OWN: the handles behind the seat's references from `first_ref` on (spec 2.6, kind 4).

        It is about the newest entry. Raises RefusedError before there is a log.
        """
        if self.match is None or first_ref < 1:
            raise RefusedError("NO_REFERENCES", "references count from 1 and come with the first card laid")
        handles = unpack_handles(self.match.game.piles.made(seat)[HANDLE_SIZE * (first_ref - 1) :])
        content = own_content(first_ref, handles)
        message = private_message(self.table_id, seat, self.size - 1, Kind.OWN, content)
        return sign_private(self.keys.signer, message)

    def refusals(self, seat: int) -> tuple[wire.Refusal, ...]:
        """Returns every signed refusal of the seat's messages, for its own export."""
        return self.answers.refusals(seat)

    @property
    def tape_root(self) -> bytes:
        """Returns the commitment to the tape, once the table is closed."""
        return self._dealer.tape_root if self._dealer else b""

    @property
    def next_deadline(self) -> int | None:
        """Returns from when on `tick` has something to do (milliseconds), if nothing else happens."""
        if self.phase == PHASE_GATHERING:
            # Nobody can sit down any more at a table whose parameters name another certificate (spec 2.1).
            return None if self.keys.spki_hash == self.params.spki_hash else 0
        if self.phase in BEFORE_PLAY:
            return self._deadlines.set_up(self._closed_ms) + 1
        if self.phase == PHASE_OVER and self.ending is not None:
            return self.ending.due_ms
        if self.phase == PHASE_PLAYING and self.match is not None:
            return min((due + 1 for due in self.match.owed().values()), default=None)
        return None

"""Makes the snapshots that a session hands over, out of a seat or a follower."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.wire.v1.referee_pb2 import Phase
from sealed_client.seat_errors import NotStartedError
from sealed_client.table_view import Debt, Line, Rejected, Stage, TableView
from sealed_client.time_left import NO_HURRY, Hurry

if TYPE_CHECKING:
    from sealed.engine.message import Event
    from sealed.fairness.audit.report import Report
    from sealed.fairness.live.verdicts import Verdict
    from sealed.wire.v1.referee_pb2 import TableDescription
    from sealed_client.agreement import Rules
    from sealed_client.follower import Follower
    from sealed_client.moves import Moves
    from sealed_client.patience import Patience
    from sealed_client.seat import Seat

_STAGES = {"S": Stage.AGREEING, "P": Stage.PLAYING, "O": Stage.OVER, "R": Stage.REVEALED}


class Own(NamedTuple):
    """Is what only a seat's view has."""

    asked: bool = False
    sending: bool = False
    rejected: Rejected | None = None
    report: Report | None = None
    elsewhere: bool = False
    silent: bool = False


class Viewer:
    """Collects what happens at a table and turns it into snapshots."""

    def __init__(self, lobby_id: str, rules: Rules, seat: int) -> None:
        """Starts before anything has happened; seat 0 is a spectator."""
        self._lobby_id, self._rules, self._seat = lobby_id, rules, seat
        self._happenings: tuple[Event, ...] = ()
        self._warnings: tuple[Verdict, ...] = ()
        self.line, self.trouble = Line.CONNECTING, ""
        self.description: TableDescription | None = None
        self.standing: tuple[Verdict, ...] = ()
        self.timed = 0
        self.hurry: Hurry = NO_HURRY
        self.ahead_ms: int | None = None

    def note(self, events: tuple[Event, ...], verdicts: tuple[Verdict, ...]) -> None:
        """Adds what an input has brought."""
        self._happenings += events
        self._warnings += tuple(one for one in verdicts if one.outcome == "warn" or one.failed)

    def note_patience(self, patience: Patience) -> bool:
        """Takes what is late by this device's clock; returns whether that has changed."""
        before = self.standing, self.hurry
        self.standing, self.hurry, self.ahead_ms = patience.standing, patience.hurry, patience.ahead_ms
        self.timed = patience.tally.executed.total()
        return before != (self.standing, self.hurry)

    def note_moves(self, moves: Moves) -> None:
        """Adds what a seat has noticed."""
        self.note(moves.events, moves.verdicts)

    def snapshot(self, follower: Follower | None, own: Own) -> TableView:
        """Returns the table as it stands."""
        replica = follower.replica if follower is not None else None
        over = follower.verifier.game_over if follower is not None else None
        return TableView(
            lobby_id=self._lobby_id,
            rules=self._rules,
            seat=self._seat,
            names=self._names(follower),
            stage=self._stage(follower),
            line=self.line,
            trouble=self.trouble,
            waiting_for=self.description.waiting_for if self.description is not None else "",
            state=replica.state if replica is not None else None,
            debts=_debts(follower) if follower is not None else (),
            asked=own.asked,
            sending=own.sending,
            rejected=own.rejected,
            happenings=self._happenings,
            size=follower.verifier.size if follower is not None else 0,
            checks=self.timed + (follower.verifier.executed.total() if follower is not None else 0),
            unchecked=follower.verifier.not_checked.total() if follower is not None else 0,
            failure=follower.failure if follower is not None else None,
            warnings=self._warnings + self.standing,
            result=over.result if over is not None else "",
            cause=over.cause if over is not None else "",
            report=own.report,
            elsewhere=own.elsewhere,
            silent=own.silent,
            hurry=self.hurry,
            ahead_ms=self.ahead_ms,
            pending=follower.owed if follower is not None else 0,
        )

    def _names(self, follower: Follower | None) -> tuple[str, ...]:
        if follower is not None and follower.verifier.size:
            return follower.verifier.names
        seats = self.description.seats if self.description is not None else ()
        return tuple(one.name for one in seats)

    def _stage(self, follower: Follower | None) -> Stage:
        if self.description is not None and self.description.phase == Phase.PHASE_VOID:
            return Stage.VOID
        if follower is None or not follower.verifier.size:
            return Stage.GATHERING
        return _STAGES[follower.verifier.phase]


def own_of(seat: Seat, rejected: Rejected | None, *, elsewhere: bool = False) -> Own:
    """Returns what only this seat's view has; `elsewhere` if another device of it writes."""
    try:
        asked, sending = seat.asked and not elsewhere, seat.awaiting and not elsewhere
        return Own(asked, sending, rejected, seat.report, elsewhere, seat.silent and not elsewhere)
    except NotStartedError:
        return Own(elsewhere=elsewhere)


def _debts(follower: Follower) -> tuple[Debt, ...]:
    """Returns who owes what by the log: answers, or the links of the open slot."""
    verifier = follower.verifier
    if verifier.phase != "P":
        return ()
    if follower.open_slot is not None:
        contributors = follower.open_slot.slot.contributors
        return tuple(Debt(seat, "link", verifier.deadline(seat)) for seat in contributors)
    seats = range(1, follower.rules.setup.seats + 1)
    return tuple(
        Debt(seat, "answer", verifier.deadline(seat)) for seat in seats if verifier.asked(seat) is not None
    )

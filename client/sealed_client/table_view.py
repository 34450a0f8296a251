"""What a player sees of a table: immutable snapshots that may cross threads."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine import kernel
from sealed_client.draft import Draft
from sealed_client.time_left import NO_HURRY, Hurry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Event, Question
    from sealed.engine.message import Refusal as Reason
    from sealed.fairness.audit.report import Report
    from sealed.fairness.live.verdicts import Verdict
    from sealed_client.agreement import Rules


class Stage(StrEnum):
    """Is how far a table has come."""

    GATHERING = "gathering"
    AGREEING = "agreeing"
    PLAYING = "playing"
    OVER = "over"
    REVEALED = "revealed"
    VOID = "void"


class Line(StrEnum):
    """Is how the connection stands."""

    CONNECTING = "connecting"
    CONNECTED = "connected"
    LOST = "lost"
    ENDED = "ended"


class Debt(NamedTuple):
    """Is what a seat owes: an answer, or a link of the open slot. `deadline_ms` is the referee's time."""

    seat: int
    kind: str
    deadline_ms: int | None


class Rejected(NamedTuple):
    """Is an answer that the referee has refused: its code, and the answers that were in the draft."""

    code: str
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """Is a table at one moment, as one seat (0: a spectator) may see it; everything in it is verified.

    `happenings` are all events so far, masked for this eye. `sending` says that an answer is on its way: show
    it as such, not as its result. `checks` counts the checks that ran, `unchecked` those that could not.
    `warnings` are those of the log, which stay, and then what is late by this device's clock, while it is.
    `trouble` is what is wrong with the connection, in words. `elsewhere` says that the seat is played on
    another device: this one follows it, is never asked, and may take it over. `hurry` is what is to be told
    of time, `ahead_ms` by how much the referee's clock is ahead of this device's (None: not heard yet).
    `silent` says that this device must not agree to the set-up, since another one of this seat may have.
    `pending` are the signatures still to be checked (spec 2.13); until then nothing here is "verified".
    """

    lobby_id: str
    rules: Rules
    seat: int
    names: tuple[str, ...]
    stage: Stage
    line: Line
    trouble: str
    waiting_for: str
    state: State | None
    debts: tuple[Debt, ...]
    asked: bool
    sending: bool
    rejected: Rejected | None
    happenings: tuple[Event, ...]
    size: int
    checks: int
    unchecked: int
    failure: Verdict | None
    warnings: tuple[Verdict, ...]
    result: str
    cause: str
    report: Report | None
    elsewhere: bool = False
    silent: bool = False
    hurry: Hurry = NO_HURRY
    ahead_ms: int | None = None
    pending: int = 0

    @property
    def question(self) -> Question | None:
        """Returns the question that is open, whoever is asked."""
        return kernel.question(self.state) if self.state is not None else None

    def legal(self) -> Sequence[Action]:
        """Returns what this seat may answer now; empty if it is not asked."""
        if self.state is None or not self.asked or self.sending:
            return ()
        return kernel.legal_actions(self.state, self.seat)

    def why_not(self, action: Action) -> tuple[Reason, ...]:
        """Returns every reason against an answer of this seat now; empty if it is legal."""
        if self.state is None:
            return ()
        return Draft(self.rules.title, self.rules.places, self.state, self.seat).why_not(action)

    def draft(self) -> Draft | None:
        """Returns an empty draft to try answers on, if this seat is asked."""
        if self.state is None or not self.asked or self.sending:
            return None
        return Draft(self.rules.title, self.rules.places, self.state, self.seat)

    @property
    def verified(self) -> bool:
        """Tells whether everything so far was checked and holds."""
        return self.failure is None and not self.unchecked

    def __repr__(self) -> str:
        """Shows where the table stands, and no card."""
        return f"<view of {self.lobby_id} by seat {self.seat}: {self.stage}, {self.size} entries>"

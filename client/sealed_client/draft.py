"""A draft: answers that a seat tries on its own replica and takes back as it likes, until it submits them (spec 2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Event, Question, Refusal


class Draft:
    """Is a row of answers of one seat on top of its replica's state. Made by `Seat.draft`."""

    def add(self, action: Action) -> Refusal | None:
        """Adds an answer if the rules allow it here; otherwise says why not and changes nothing."""

    def undo(self) -> bool:
        """Takes the last answer back; the state is then equal to what it was. False if there is none."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """Returns the answers so far."""

    @property
    def state(self) -> State:
        """Returns the state after the answers so far, with this seat's eye."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Returns what the answers so far make happen, as this seat sees it."""

    @property
    def done(self) -> bool:
        """Tells whether the draft has reached a barrier: nothing more can be added, it wants to be submitted."""

    @property
    def question(self) -> Question | None:
        """Returns the question open after the answers so far, if it is this seat's."""

    def legal(self) -> Sequence[Action]:
        """Returns what this seat may answer next; empty at a barrier."""

    def why_not(self, action: Action) -> tuple[Refusal, ...]:
        """Returns every reason against an answer here; empty if it is legal."""

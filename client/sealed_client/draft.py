"""A draft.

Answers that a seat tries on its own replica and takes back as it likes, until it submits them (spec 2.8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine import kernel
from sealed.engine.explain import why_not
from sealed.engine.message import Refusal
from sealed.fairness.bridge.duties import Answers, duty
from sealed_client.regrouping import laid_anew

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Event, Question
    from sealed.engine.title import Title
    from sealed.fairness.bridge.places import Places

MAX_STEPS = 64
"""More answers than this in one draft make it too large for one message; it is then done."""
ENOUGH_MIXED = 96
"""With so many references made by regroups a draft is done: the next step may make as many again, and 256 are
the most that one message may bring (spec 2.2)."""


class DraftStep(NamedTuple):
    """Is one answer of a draft: what it was put to, and what it did."""

    before: State
    action: Action
    events: tuple[Event, ...]
    after: State


class Draft:
    """Is a row of answers of one seat on top of its replica's state. Made by `Seat.draft`."""

    __slots__ = ("_mixed", "_places", "_steps", "_title", "base", "seat")

    def __init__(self, title: Title, places: Places, base: State, seat: int) -> None:
        """Starts without answers at `base`, a state with the seat's eye in which it is asked."""
        self._title, self._places = title, places
        self._steps: list[DraftStep] = []
        self._mixed: list[int] = []
        self.base, self.seat = base, seat

    def add(self, action: Action) -> Refusal | None:
        """Adds an answer if the rules allow it here; otherwise says why not and changes nothing."""
        if self.done:
            return Refusal(kernel.NOT_ASKED)
        before = self.state
        result = kernel.apply(before, action, self.seat)
        if isinstance(result, Refusal):
            return result
        self._steps.append(DraftStep(before, action, result.events, result.state))
        self._mixed.append(laid_anew(self._places, result.events, result.state))
        return None

    def undo(self) -> bool:
        """Takes the last answer back; the state is then equal to what it was. False if there is none."""
        if not self._steps:
            return False
        self._steps.pop()
        self._mixed.pop()
        return True

    @property
    def steps(self) -> tuple[DraftStep, ...]:
        """Returns the answers with what they did."""
        return tuple(self._steps)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Returns the answers so far."""
        return tuple(step.action for step in self._steps)

    @property
    def state(self) -> State:
        """Returns the state after the answers so far, with this seat's eye."""
        return self._steps[-1].after if self._steps else self.base

    @property
    def events(self) -> tuple[Event, ...]:
        """Returns what the answers so far make happen, as this seat sees it."""
        return tuple(event for step in self._steps for event in step.events)

    @property
    def done(self) -> bool:
        """Tells whether the draft has reached a barrier: nothing can be added, it wants to be submitted."""
        if not self._steps:
            return False
        if len(self._steps) >= MAX_STEPS or sum(self._mixed) >= ENOUGH_MIXED:
            return True
        due = duty(self._title, self._places, self.state)
        return not (isinstance(due, Answers) and self.seat in due.seats)

    @property
    def question(self) -> Question | None:
        """Returns the question open after the answers so far, if it is this seat's."""
        return None if self.done else kernel.question(self.state)

    def legal(self) -> Sequence[Action]:
        """Returns what this seat may answer next; empty at a barrier."""
        return () if self.done else kernel.legal_actions(self.state, self.seat)

    def why_not(self, action: Action) -> tuple[Refusal, ...]:
        """Returns every reason against an answer here; empty if it is legal."""
        return why_not(self._title, self.state, action, self.seat)

    def onto(self, base: State) -> Draft | None:
        """Returns the same answers at another position, or nothing if one of them does not fit there."""
        other = Draft(self._title, self._places, base, self.seat)
        return other if all(other.add(action) is None for action in self.actions) else None

    def __repr__(self) -> str:
        """Shows how many answers it holds, and none of them."""
        return f"<draft of {len(self._steps)} answers>"
